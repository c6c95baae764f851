/** The log folded: lines that a later one sums up lie beneath it. */
import type { Line } from "./types";

export interface Folded {
  line: Line;
  /** What the line sums up, in order. */
  parts: Line[];
}

/** Fold lines in order of time. Parts whose sum is still to come stand for themselves. */
export function folded(lines: Line[]): Folded[] {
  const waiting = new Map<string, Line[]>();
  const beneath = new Set<Line>();
  const parts = new Map<Line, Line[]>();
  for (const line of lines) {
    if (line.part) {
      waiting.set(line.part, [...(waiting.get(line.part) ?? []), line]);
      continue;
    }
    const summed = waiting.get(line.kind);
    if (!summed) continue;
    waiting.delete(line.kind);
    for (const part of summed) beneath.add(part);
    parts.set(line, summed);
  }
  return lines.filter((line) => !beneath.has(line)).map((line) => ({ line, parts: parts.get(line) ?? [] }));
}
