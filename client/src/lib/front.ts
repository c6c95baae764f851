/** Where two sides face each other: short strokes between opposing units that stand near. */
import type { Point } from "./types";

export interface Stand {
  side: number;
  at: Point;
  /** Edge of a counter there. */
  size: number;
}

/** Counters' edges within which opposing units face each other. */
const NEAR = 3;

/** Path data of the front on a map drawn at `scale`. */
export function front(stands: Stand[], scale: number): string {
  const strokes: string[] = [];
  for (const [i, a] of stands.entries())
    for (const b of stands.slice(i + 1)) {
      if (a.side === b.side) continue;
      const [dx, dy] = [b.at[0] - a.at[0], b.at[1] - a.at[1]];
      const far = Math.hypot(dx, dy);
      if (!far || far > NEAR * Math.max(a.size, b.size)) continue;
      const [x, y] = [((a.at[0] + b.at[0]) / 2) * scale, ((a.at[1] + b.at[1]) / 2) * scale];
      const [nx, ny] = [(-dy / far) * 3, (dx / far) * 3];
      const show = (value: number) => Math.round(value * 10) / 10;
      strokes.push(`M${show(x - nx)} ${show(y - ny)}L${show(x + nx)} ${show(y + ny)}`);
    }
  return strokes.join("");
}
