/** Where counters stand: stacks by place and group, edges below the top counter, fans in a row. */
import type { MarkerArt, Piece, Place, Point } from "./types";

export const SHOWN = 4;
export const EDGE = 0.1;
export const FAN = 0.62;
export const GRID = 8;

export interface Stack {
  key: string;
  space: number;
  at: Point;
  size: number;
  /** Bottom first; the last is the top counter. */
  pieces: Piece[];
}

export interface Spot {
  piece: Piece;
  x: number;
  y: number;
}

/** Stacks in map order, one per place, group and side; sides that share a stand point stand side by side. */
export function stacks(pieces: Piece[], places: Map<number, Place>): Stack[] {
  const found = new Map<string, Stack>();
  const sharing = new Map<string, Set<number>>();
  for (const piece of pieces) {
    const place = places.get(piece.space);
    if (!place || piece.marker) continue;
    const slot = place.slots.length ? piece.group : 0;
    const key = `${piece.space}:${slot}:${piece.side}`;
    const stack = found.get(key);
    if (stack) {
      stack.pieces.push(piece);
      continue;
    }
    const at = place.slots[slot] ?? place.anchor;
    found.set(key, { key, space: piece.space, at, size: place.size, pieces: [piece] });
    const stand = `${piece.space}:${slot}`;
    sharing.set(stand, (sharing.get(stand) ?? new Set()).add(piece.side));
  }
  for (const stack of found.values()) {
    const [space, slot, side] = stack.key.split(":");
    const sides = [...(sharing.get(`${space}:${slot}`) ?? [])].sort((a, b) => a - b);
    if (sides.length < 2) continue;
    const offset = sides.indexOf(Number(side)) - (sides.length - 1) / 2;
    stack.at = [stack.at[0] + offset * stack.size * 1.12, stack.at[1]];
  }
  return [...found.values()];
}

/** Counters of a closed stack: at most four edges, each counter below a tenth to the left and down. */
export function closed(stack: Stack): Spot[] {
  const shown = stack.pieces.slice(-SHOWN);
  const last = shown.length - 1;
  return shown.map((piece, i) => ({
    piece,
    x: stack.at[0] - (last - i) * EDGE * stack.size,
    y: stack.at[1] + (last - i) * EDGE * stack.size,
  }));
}

/** Counters of an open stack: a row, top counter first; more than eight in rows of eight. */
export function fanned(stack: Stack, step = FAN): Spot[] {
  const order = [...stack.pieces].reverse();
  const wide = Math.min(order.length, GRID);
  const left = stack.at[0] - ((wide - 1) * step * stack.size) / 2;
  return order.map((piece, i) => ({
    piece,
    x: left + (i % GRID) * step * stack.size,
    y: stack.at[1] + Math.floor(i / GRID) * stack.size * 1.05,
  }));
}

export interface MarkerSpot extends Spot {
  size: number;
  under: boolean;
}

/** Markers lie where their drawing says, in counters from the middle of the place; several of one kind are spread. */
export function markers(pieces: Piece[], places: Map<number, Place>, art: Record<string, MarkerArt>): MarkerSpot[] {
  const out: MarkerSpot[] = [];
  const count = new Map<string, number>();
  for (const piece of pieces) {
    const place = places.get(piece.space);
    const drawing = art[piece.marker] ?? art["card"];
    if (!place || !piece.marker || !drawing) continue;
    const key = `${piece.space}:${drawing.dx}:${drawing.dy}`;
    const n = count.get(key) ?? 0;
    count.set(key, n + 1);
    const size = place.size * drawing.size;
    out.push({
      piece,
      x: place.anchor[0] + drawing.dx * place.size,
      y: place.anchor[1] + drawing.dy * place.size + n * size * 1.05,
      size,
      under: drawing.under,
    });
  }
  return out;
}
