/** Where counters stand: stacks by place and group, edges below the top counter, fans in a row. */
import type { Box } from "./labels";
import { inside } from "./outline";
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
  /** In degrees, for what lies on a hexside. */
  turn: number;
}

/** Where a marker may lie, in counters from the stand point of its place, after the spot its drawing asks for. */
const ELSEWHERE: Point[] = [
  [0, 0],
  [0.75, 0.5],
  [-0.75, 0.5],
  [0.75, -0.5],
  [-0.75, -0.5],
  [0, 1.1],
  [1.1, 0],
  [-1.1, 0],
  [0, -1.1],
];

/**
 * Markers beside the pieces: where their drawing asks for, unless a badge, a stack or another marker lies there, or its
 * place does not reach so far, then the next spot that is free. `signs` are the boxes of each place's signs, `standing` the stacks.
 */
export function markers(
  pieces: Piece[],
  places: Map<number, Place>,
  art: Record<string, MarkerArt>,
  signs: Map<number, Box[]> = new Map(),
  standing: Stack[] = [],
): MarkerSpot[] {
  const out: MarkerSpot[] = [];
  const taken = new Map<number, Box[]>();
  for (const [space, boxes] of signs) taken.set(space, [...boxes]);
  for (const stack of standing) block(taken, stack.space, square(stack.at, stack.size));
  for (const piece of pieces) {
    const place = places.get(piece.space);
    const drawing = art[piece.marker] ?? art["card"];
    if (!place || !piece.marker || !drawing) continue;
    const size = place.size * drawing.size;
    if (piece.on) {
      const [x, y, turn] = piece.on;
      const [dx, dy] = place.moved ?? [0, 0];
      out.push({ piece, x: x + dx, y: y + dy, size, under: drawing.under, turn });
      continue;
    }
    const asked: Point = [drawing.dx, drawing.dy];
    const at = drawing.under
      ? moved(place, asked)
      : freeSpot(place, [asked, ...ELSEWHERE], size, taken.get(piece.space) ?? []);
    if (!drawing.under) block(taken, piece.space, square(at, size));
    out.push({ piece, x: at[0], y: at[1], size, under: drawing.under, turn: 0 });
  }
  return out;
}

function freeSpot(place: Place, offsets: Point[], size: number, taken: Box[]): Point {
  let [best, least] = [moved(place, offsets[0] ?? [0, 0]), Infinity];
  for (const offset of offsets) {
    const at = moved(place, offset);
    const box = square(at, size);
    // In the neighbour's ground it would be taken for his.
    const astray = place.polygon.length > 2 && !inside(at, place.polygon) ? size * size : 0;
    const covered = taken.reduce((sum, other) => sum + common(box, other), astray);
    if (covered < least) [best, least] = [at, covered];
    if (!covered) break;
  }
  return best;
}

function moved(place: Place, [dx, dy]: Point): Point {
  return [place.anchor[0] + dx * place.size, place.anchor[1] + dy * place.size];
}

function square(at: Point, size: number): Box {
  return [at[0] - size / 2, at[1] - size / 2, at[0] + size / 2, at[1] + size / 2];
}

function common(a: Box, b: Box): number {
  return (
    Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]))
  );
}

function block(taken: Map<number, Box[]>, space: number, box: Box): void {
  const boxes = taken.get(space);
  if (boxes) boxes.push(box);
  else taken.set(space, [box]);
}
