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

/** Stacks in map order: one per place, group and side on the map; in a box the pieces spread over its stand points. */
export function stacks(pieces: Piece[], places: Map<number, Place>): Stack[] {
  const found = new Map<string, Stack>();
  const boxed = new Map<Place, Piece[]>();
  const sides = new Map<string, Set<number>>();
  for (const piece of pieces) {
    const place = places.get(piece.space);
    if (!place || piece.marker) continue;
    if (place.kind === "box" && place.slots.length) {
      boxed.set(place, [...(boxed.get(place) ?? []), piece]);
      continue;
    }
    const slot = place.slots.length ? Math.min(piece.group, place.slots.length - 1) : 0;
    const stand = `${piece.space}:${slot}`;
    join(found, `${stand}:${piece.side}`, place, place.slots[slot] ?? place.anchor, piece);
    sides.set(stand, (sides.get(stand) ?? new Set()).add(piece.side));
  }
  for (const stack of found.values()) sideBySide(stack, sides);
  for (const [place, inside] of boxed) spread(found, place, inside);
  return [...found.values()];
}

function join(found: Map<string, Stack>, key: string, place: Place, at: Point, piece: Piece): void {
  const stack = found.get(key);
  if (stack) stack.pieces.push(piece);
  else found.set(key, { key, space: place.space, at, size: place.size, pieces: [piece] });
}

/** Sides that share a stand point stand beside one another. */
function sideBySide(stack: Stack, sides: Map<string, Set<number>>): void {
  const [space, slot, side] = stack.key.split(":");
  const here = [...(sides.get(`${space}:${slot}`) ?? [])].sort((a, b) => a - b);
  if (here.length < 2) return;
  const offset = here.indexOf(Number(side)) - (here.length - 1) / 2;
  stack.at = [stack.at[0] + offset * stack.size * 1.12, stack.at[1]];
}

/** One piece a stand point; where there are more pieces than points, neighbours share one. */
function spread(found: Map<string, Stack>, place: Place, inside: Piece[]): void {
  const each = Math.max(1, Math.ceil(inside.length / place.slots.length));
  inside.forEach((piece, i) => {
    const slot = Math.floor(i / each);
    join(found, `${place.space}:${slot}:box`, place, place.slots[slot] ?? place.anchor, piece);
  });
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

/**
 * Markers lie where their drawing says, in counters from the middle of the place, so that pieces and markers do not
 * cover one another; in an area without pieces they take the stand point itself. Several in one spot are spread.
 */
export function markers(pieces: Piece[], places: Map<number, Place>, art: Record<string, MarkerArt>): MarkerSpot[] {
  const out: MarkerSpot[] = [];
  const count = new Map<string, number>();
  const occupied = new Set(pieces.filter((piece) => !piece.marker).map((piece) => piece.space));
  for (const piece of pieces) {
    const place = places.get(piece.space);
    const drawing = art[piece.marker] ?? art["card"];
    if (!place || !piece.marker || !drawing) continue;
    const free = place.slots.length > 0 && !drawing.under && !occupied.has(piece.space);
    const [dx, dy] = free ? [0, 0] : [drawing.dx, drawing.dy];
    const key = `${piece.space}:${dx}:${dy}`;
    const n = count.get(key) ?? 0;
    count.set(key, n + 1);
    const size = place.size * drawing.size;
    out.push({
      piece,
      x: place.anchor[0] + dx * place.size + (free ? n * size * 1.1 : 0),
      y: place.anchor[1] + dy * place.size + (free ? 0 : n * size * 1.05),
      size,
      under: drawing.under,
    });
  }
  return out;
}
