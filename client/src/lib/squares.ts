/** What lies all over a sheet, in squares: a part of it is drawn without the rest, and a window moved on meets few of them. */
import type { Point } from "./types";

const EDGE = 800;
/** How far the middle of a square is from its sides. */
export const HALF = EDGE / 2;

export interface Square<Item> {
  key: string;
  middle: Point;
  items: Item[];
}

export function squares<Item>(all: Item[], at: (item: Item) => Point): Square<Item>[] {
  const found = new Map<string, Square<Item>>();
  for (const item of all) {
    const [column, row] = at(item).map((value) => Math.floor(value / EDGE)) as Point;
    const key = `${column} ${row}`;
    const square = found.get(key);
    if (square) square.items.push(item);
    else found.set(key, { key, middle: [(column + 0.5) * EDGE, (row + 0.5) * EDGE], items: [item] });
  }
  return [...found.values()];
}

/** The lines of a path, each with its `M`, and the point it begins at. */
export function strokes(path: string): { d: string; at: Point }[] {
  return path
    .split("M")
    .filter(Boolean)
    .map((rest) => {
      const [x, y] = rest.split(/[ L]/, 2).map(Number);
      return { d: `M${rest}`, at: [x ?? 0, y ?? 0] };
    });
}
