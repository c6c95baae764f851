/** What the others did, told by its outcome: every unit once, from where it stood to where it stands. */
import type { Piece, Scene } from "./types";

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
