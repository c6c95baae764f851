/** Counters beside the map as a palette: those of one box and heap, nation, kind and state together, with their number. */
import type { Piece } from "./types";

export interface Swatch {
  /** The counter that stands for the others. */
  piece: Piece;
  pieces: Piece[];
}

/**
 * What makes counters alike to a player who looks for one of a kind. Those that a title keeps apart in their box are not:
 * only the first of a swatch can be had where taking it answers the question.
 */
function likeness({ face, side, space, group }: Piece): string {
  return [side, space, group, face.ground, face.symbol, face.size, [...face.states].sort().join()].join("|");
}

/** Swatches in the order in which their kinds come; within one the counters keep their order. */
export function palette(pieces: Piece[]): Swatch[] {
  const found = new Map<string, Swatch>();
  for (const piece of pieces) {
    const key = likeness(piece);
    const known = found.get(key);
    if (known) known.pieces.push(piece);
    else found.set(key, { piece, pieces: [piece] });
  }
  return [...found.values()].sort((a, b) => a.piece.face.ground.localeCompare(b.piece.face.ground));
}
