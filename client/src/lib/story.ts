/** What the others did, told by its outcome: every unit once, from where it stood to where it stands. */
import type { Line, Piece, Place, Scene, Taped } from "./types";

export interface Change {
  piece: Piece;
  from: number;
  /** -1: it is no longer on the table. */
  to: number;
}

/** Events by which titles tell a march. */
export const MARCHES = new Set(["Moved", "Marched", "Hauled"]);

/**
 * Units that stand elsewhere, in the order of the scene; markers tell nothing. Counters nobody here can name have no
 * identity: of them the lines told meanwhile say which way they went.
 */
export function changes(before: Scene, after: Scene, lines: Line[] = []): Change[] {
  const now = new Map(after.pieces.filter((p) => p.unit >= 0).map((p) => [p.unit, p]));
  const named = before.pieces.flatMap((piece): Change[] => {
    if (piece.unit < 0) return [];
    const to = now.get(piece.unit);
    if (to?.space === piece.space) return [];
    return [{ piece: to ?? piece, from: piece.space, to: to?.space ?? -1 }];
  });
  const covered = lines.flatMap(({ kind, units, spaces }): Change[] => {
    const [from, to] = [spaces[0] ?? -1, spaces[spaces.length - 1] ?? -1];
    if (!MARCHES.has(kind) || units.length || from === to) return [];
    const piece = after.pieces.find((p) => p.unit < 0 && !p.marker && p.space === to);
    return piece ? [{ piece, from, to }] : [];
  });
  return [...named, ...covered];
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

/** Where on the map a way goes: whoever came out of a box is followed from where he came on. */
export function onMap(way: number[], places: Map<number, Place>): Place[] {
  return way.flatMap((space) => places.get(space) ?? []).filter((place) => place.kind !== "box");
}

/**
 * The entry with which the last finished turn of these seats ended: after it the others acted, whoever was asked in their
 * turn. Where nobody else has a turn, the last answer before something happened by itself.
 */
export function lastTurn(tape: Taped[], seats: number[]): number {
  let owner = -1;
  const owners = tape.map(([, , turn]) => (owner = turn >= 0 ? turn : owner));
  const others = owners.some((seat) => seat >= 0 && !seats.includes(seat));
  const mine = others ? owners : tape.map(([who]) => who);
  let at = tape.length;
  while (at > 0 && seats.includes(mine[at - 1] ?? -1)) at -= 1;
  while (at > 0 && !seats.includes(mine[at - 1] ?? -1)) at -= 1;
  return at;
}
