/** What the others did, told by its outcome: every unit once, from where it stood to where it stands. */
import type { Line, Piece, Scene } from "./types";

export interface Change {
  piece: Piece;
  from: number;
  /** -1: it is no longer on the table. */
  to: number;
}

/** Units that stand elsewhere, in the order of the scene; markers tell nothing. */
export function changes(before: Scene, after: Scene): Change[] {
  const now = new Map(after.pieces.filter((p) => p.unit >= 0).map((p) => [p.unit, p]));
  return before.pieces.flatMap((piece): Change[] => {
    if (piece.unit < 0) return [];
    const to = now.get(piece.unit);
    if (to?.space === piece.space) return [];
    return [{ piece: to ?? piece, from: piece.space, to: to?.space ?? -1 }];
  });
}

/** The way each unit went, place by place, as far as it was told without a gap. */
export function ways(lines: Line[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { units, spaces } of lines) {
    if (spaces.length < 2) continue;
    for (const unit of units) {
      const way = found.get(unit);
      const on = way && way[way.length - 1] === spaces[0];
      found.set(unit, on ? [...way, ...spaces.slice(1)] : spaces);
    }
  }
  return found;
}
