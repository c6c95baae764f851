/** A curved action arrow between two stand points, short of both counters. */
import type { Point } from "./types";

export function arrow(from: Point, to: Point, size: number): { d: string; head: string } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const clear = Math.min(size * 0.62, length * 0.3);
  const start: Point = [from[0] + ux * clear, from[1] + uy * clear];
  const tip: Point = [to[0] - ux * clear * 0.8, to[1] - uy * clear * 0.8];
  // Of what is seen: a short arrow that bends much points elsewhere.
  const bend = Math.min((length - clear * 1.8) * 0.14, size * 0.5);
  const middle: Point = [(start[0] + tip[0]) / 2 - uy * bend, (start[1] + tip[1]) / 2 + ux * bend];
  const angle = Math.atan2(tip[1] - middle[1], tip[0] - middle[0]);
  const long = Math.min(size * 0.42, length * 0.35);
  const neck: Point = [tip[0] - Math.cos(angle) * long, tip[1] - Math.sin(angle) * long];
  const wide = long * 0.52;
  const wing = (sign: number): string =>
    show([neck[0] - Math.sin(angle) * wide * sign, neck[1] + Math.cos(angle) * wide * sign]);
  return { d: `M${show(start)}Q${show(middle)} ${show(neck)}`, head: `M${show(tip)}L${wing(1)}L${wing(-1)}Z` };
}

/** An arrow that goes by way of other points. */
export function route(points: Point[], size: number): { d: string; head: string } {
  const [from, ...rest] = points;
  const to = rest.pop();
  if (!from || !to) return { d: "", head: "" };
  const last = rest[rest.length - 1];
  if (!last) return arrow(from, to, size);
  const { d, head } = arrow(last, to, size);
  return { d: `M${[from, ...rest].map(show).join("L")}L${d.slice(1)}`, head };
}

function show(p: Point): string {
  return `${Math.round(p[0] * 10) / 10} ${Math.round(p[1] * 10) / 10}`;
}
