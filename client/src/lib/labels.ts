/** Which signs are shown: by zoom band, then by right of way; the loser of a collision is hidden. */
import { FIGURE } from "./glyphs";
import type { Board, Numbers, Place, Point, Sign } from "./types";

export const FAR = 0;
export const MIDDLE = 1;
export const NEAR = 2;

export type Box = [number, number, number, number];

/** Rank of the signs that say what a place is: its number and values. */
const BADGE = 1;
const NOBODY = -1;
/** Kinds of signs that are names; stars and badges stand where they leave room for the number. */
const WORDS = new Set(["name", "water"]);

/** Height of a usual place on screen decides the band of a hex map, the scale itself that of an area map. */
export function band(board: Board, scale: number): number {
  if (board.grid) {
    const high = usualHeight(board.places) * scale;
    return high < 28 ? FAR : high <= 64 ? MIDDLE : NEAR;
  }
  return scale < 0.35 ? FAR : scale <= 0.9 ? MIDDLE : NEAR;
}

function usualHeight(places: Place[]): number {
  const heights = places
    .filter((place) => place.kind === "hex")
    .map((place) => extent(place.polygon)[1])
    .sort((a, b) => a - b);
  return heights[Math.floor(heights.length / 2)] ?? 100;
}

export function extent(polygon: Point[]): [number, number] {
  const xs = polygon.map((p) => p[0]);
  const ys = polygon.map((p) => p[1]);
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

/** Factor on a sign so that its size on screen grows with the square root of the zoom, within limits. */
export function signFactor(scale: number): number {
  const shown = Math.min(Math.max(0.52 * Math.sqrt(scale / 0.45), 0.4), 0.84);
  return shown / scale;
}

export interface Shown {
  sign: Sign;
  at: Point;
}

/** Signs to draw at this zoom. `occupied` holds the places where pieces stand; `taken` are boxes pieces cover.
 * The star of a place does not cost it its badge: they were made to stand together. */
export function visible(signs: Sign[], zoom: number, factor: number, occupied: Set<number>, taken: Box[]): Shown[] {
  const out: { index: number; shown: Shown }[] = [];
  const grid = new Buckets(160);
  for (const box of taken) grid.add(box);
  const order = signs
    .map((sign, index) => ({ sign, index }))
    .sort((a, b) => rank(a.sign, occupied) - rank(b.sign, occupied) || a.index - b.index);
  for (const { sign, index } of order) {
    if (sign.near > zoom) continue;
    const at = sign.aside && occupied.has(sign.space) ? sign.aside : sign.at;
    if (sign.kind === "sheet" || !sign.box[0]) {
      out.push({ index, shown: { sign, at } });
      continue;
    }
    const box = around(at, sign.box, factor);
    if (sign.rank > 0 && grid.hits(box, sign.rank === BADGE ? sign.space : NOBODY)) continue;
    grid.add(box, sign.space);
    out.push({ index, shown: { sign, at } });
  }
  return out.sort((a, b) => a.index - b.index).map((item) => item.shown);
}

/**
 * A drawing set at a point. A lone text takes it for its own: whatever has a transform is a picture apart to the
 * browser, and many of them, far from each other, would be laid together anew in every frame of a zoom.
 */
export function standing(svg: string, at: Point): string {
  const lone = /^<text x="([-\d.]+)" y="([-\d.]+)"(?![^>]*transform=)([^>]*>[^<]*<\/text>)$/.exec(svg);
  if (!lone) return `<g transform="translate(${at[0]} ${at[1]})">${svg}</g>`;
  return `<text x="${at[0] + Number(lone[1])}" y="${at[1] + Number(lone[2])}"${lone[3] ?? ""}`;
}

/** How far a sign may extend from its point: half its box, or what its letters need. */
export function sprawl({ box, svg }: Sign): number {
  if (box[0]) return Math.max(box[0], box[1]);
  const size = Math.max(0, ...[...svg.matchAll(/font-size="([\d.]+)"/g)].map((found) => Number(found[1])));
  return size * svg.replace(/<[^>]*>/g, "").length;
}

function rank(sign: Sign, occupied: Set<number>): number {
  return sign.rank > 1 && sign.space >= 0 && occupied.has(sign.space) ? 1 : sign.rank;
}

/** The printed numbers that no name covers: whoever looks for the number of such a hex points at it. */
export function uncovered(spots: Numbers["spots"], size: number, names: Shown[], factor: number): Numbers["spots"] {
  const grid = new Buckets(160);
  for (const { sign, at } of names) {
    if (WORDS.has(sign.kind)) grid.add(around(at, sign.box, factor));
  }
  return spots.filter(([text, x, y]) => !grid.hits(around([x, y], [text.length * FIGURE * size, size], 1), NOBODY));
}

export function around(at: Point, size: [number, number], factor: number): Box {
  const [w, h] = [(size[0] * factor) / 2, (size[1] * factor) / 2];
  return [at[0] - w, at[1] - h, at[0] + w, at[1] + h];
}

/** Boxes by coarse squares, each with the place it belongs to, so that a collision test looks at a few neighbours only. */
class Buckets {
  private readonly cells = new Map<string, { box: Box; space: number }[]>();

  constructor(private readonly edge: number) {}

  add(box: Box, space = NOBODY): void {
    for (const key of this.keys(box)) {
      const cell = this.cells.get(key);
      if (cell) cell.push({ box, space });
      else this.cells.set(key, [{ box, space }]);
    }
  }

  /** Whether a box meets one of another place than `own`. */
  hits(box: Box, own: number): boolean {
    for (const key of this.keys(box)) {
      for (const { box: other, space } of this.cells.get(key) ?? []) {
        if (space !== NOBODY && space === own) continue;
        if (box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1]) return true;
      }
    }
    return false;
  }

  private *keys(box: Box): Generator<string> {
    for (let x = Math.floor(box[0] / this.edge); x <= Math.floor(box[2] / this.edge); x++) {
      for (let y = Math.floor(box[1] / this.edge); y <= Math.floor(box[3] / this.edge); y++) yield `${x}:${y}`;
    }
  }
}
