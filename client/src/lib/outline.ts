/** One outline round many places: edges two of them share cancel out. */
import type { Point } from "./types";

/** Path data of the borders of a set of polygons, closed loops where the edges chain up. */
export function outline(polygons: Point[][]): string {
  const edges = new Map<string, [Point, Point]>();
  for (const polygon of polygons) {
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length];
      if (!b) return;
      const [here, back] = [`${key(a)}|${key(b)}`, `${key(b)}|${key(a)}`];
      if (edges.has(back)) edges.delete(back);
      else if (edges.has(here)) edges.delete(here);
      else edges.set(here, [a, b]);
    });
  }
  return chained([...edges.values()]);
}

export function path(polygon: Point[]): string {
  return polygon.length ? `M${polygon.map((p) => `${round(p[0])} ${round(p[1])}`).join("L")}Z` : "";
}

function chained(edges: [Point, Point][]): string {
  const from = new Map<string, [Point, Point][]>();
  for (const edge of edges) {
    const list = from.get(key(edge[0]));
    if (list) list.push(edge);
    else from.set(key(edge[0]), [edge]);
  }
  const parts: string[] = [];
  for (const edge of edges) {
    const list = from.get(key(edge[0]));
    if (!list?.includes(edge)) continue;
    list.splice(list.indexOf(edge), 1);
    const loop: Point[] = [edge[0], edge[1]];
    for (let end = edge[1]; ;) {
      const next = from.get(key(end))?.shift();
      if (!next) break;
      end = next[1];
      loop.push(end);
    }
    const closed = key(loop[0] as Point) === key(loop[loop.length - 1] as Point);
    if (closed) loop.pop();
    parts.push(`M${loop.map((p) => `${round(p[0])} ${round(p[1])}`).join("L")}${closed ? "Z" : ""}`);
  }
  return parts.join("");
}

function key(p: Point): string {
  return `${Math.round(p[0])},${Math.round(p[1])}`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Whether a point lies inside a polygon (even-odd). */
export function inside(point: Point, polygon: Point[]): boolean {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i] as Point;
    const b = polygon[j] as Point;
    if (a[1] > point[1] !== b[1] > point[1] && point[0] < ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1]) + a[0])
      odd = !odd;
  }
  return odd;
}
