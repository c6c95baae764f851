/** Applying what changed: scenes, log and tape grow by differences, and shrink again when answers are taken back. */
import type { Line, Piece, Scene, SceneDiff } from "./types";

/** The scene after a difference. Keys the difference lacks keep their value; new pieces come last, in order. */
export function applyScene(scene: Scene, diff: SceneDiff): Scene {
  const { pieces: changed, gone, order, ...rest } = diff;
  if (!changed?.length && !gone?.length && !order) return { ...scene, ...rest };
  const pieces = applyPieces(scene.pieces, changed ?? [], new Set(gone));
  return { ...scene, ...rest, pieces: order ? ordered(pieces, order) : pieces };
}

function ordered(pieces: Piece[], order: string[]): Piece[] {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  return order.flatMap((id) => byId.get(id) ?? []);
}

function applyPieces(pieces: Piece[], changed: Piece[], gone: Set<string>): Piece[] {
  const fresh = new Map(changed.map((piece) => [piece.id, piece]));
  const kept: Piece[] = [];
  for (const piece of pieces) {
    if (gone.has(piece.id)) continue;
    kept.push(fresh.get(piece.id) ?? piece);
    fresh.delete(piece.id);
  }
  return [...kept, ...fresh.values()];
}

/** The log after new events, without the lines an undo made void. */
export function applyLog(log: Line[], events: Line[], cut?: number): Line[] {
  const kept = cut === undefined ? log : log.filter((line) => line.entry <= cut);
  return events.length ? [...kept, ...events] : kept;
}

/** The tape after new entries, without those an undo made void. */
export function applyTape<T>(tape: T[], added: T[] | undefined, cut?: number): T[] {
  const kept = cut === undefined ? tape : tape.slice(0, cut);
  return added?.length ? [...kept, ...added] : kept;
}
