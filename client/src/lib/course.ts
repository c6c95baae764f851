/** The chance of the first side from half to half, as a line over a box of a hundred by a hundred. */
import type { Standing } from "./types";

/** The corners of the line: half after half from left to right, sure to win at the top. */
export function corners(standings: Standing[]): [number, number][] {
  const last = Math.max(1, standings.length - 1);
  return standings.map((standing, k) => [(100 * k) / last, 100 * (1 - standing.chance)]);
}

/** The line, and what lies below it. */
export function shapes(standings: Standing[]): { line: string; below: string } {
  const line = corners(standings)
    .map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`)
    .join("");
  return { line, below: `${line}L100 100L0 100Z` };
}

/** Turns that are marked at most: of a long game every fifth, tenth, ... */
const MOST = 20;

/** Where turns begin, from left to right; the first one begins at the edge. */
export function turnMarks(standings: Standing[]): { at: number; turn: string }[] {
  const last = Math.max(1, standings.length - 1);
  const all = standings
    .map((standing, k) => ({ at: (100 * k) / last, turn: standing.turn }))
    .filter(({ turn }, k) => k > 0 && turn !== standings[k - 1]?.turn);
  const each = all.length > MOST ? 5 * Math.ceil(all.length / (5 * MOST)) : 1;
  return all.filter((_, k) => (k + 1) % each === 0);
}
