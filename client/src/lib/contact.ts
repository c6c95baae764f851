/** What a march was for, as far as anybody at the table can see it: whom it came up to, or from whom it broke away. */
import type { Episode } from "./episodes";
import type { Board, Place, Scene } from "./types";

/** Hexes whose middles are no further from each other than so many times the nearest two are neighbours. */
const BESIDE = 1.25;

export interface Ground {
  places: ReadonlyMap<number, Place>;
  /** How far apart neighbours are at most; 0: places have no common size. */
  pitch: number;
  foes(side: number, other: number): boolean;
  spaceName(space: number): string;
}

/** The distance within which hexes are neighbours; 0 on a map of areas. */
export function pitchOf({ grid, places }: Board): number {
  const [first, ...others] = places.filter((place) => place.kind !== "box");
  if (!grid || !first) return 0;
  return BESIDE * Math.min(...others.map((other) => apart(first, other)).filter((far) => far > 0));
}

const apart = (a: Place, b: Place) => Math.hypot(a.anchor[0] - b.anchor[0], a.anchor[1] - b.anchor[1]);

/** A sentence about an episode that is a march, told by the position after it. */
export function contact({ lines, path }: Episode, { pieces }: Scene, ground: Ground): string[] {
  const units = new Set(lines.flatMap((line) => (line.spaces.length > 1 ? line.units : [])));
  const mover = pieces.find((piece) => units.has(piece.unit));
  const [from, to] = [path[0], path[path.length - 1]];
  if (!mover || !ground.pitch || from === undefined || to === undefined || mover.space !== to) return [];
  const enemies = pieces.filter((piece) => !piece.marker && ground.foes(mover.side, piece.side));
  const beside = (space: number) => {
    const here = ground.places.get(space);
    return [...new Set(enemies.map((piece) => piece.space))].filter((other) => {
      const there = ground.places.get(other);
      return here && there && here.kind !== "box" && there.kind !== "box" && apart(here, there) < ground.pitch;
    });
  };
  const [before, after] = [beside(from), beside(to)];
  const met = after.filter((space) => !before.includes(space));
  const [who, s] = units.size > 1 ? ["They", ""] : ["It", "s"];
  const at = (spaces: number[]) => spaces.map((space) => ground.spaceName(space)).join(", ");
  if (met.length) return [`${who} come${s} up to the enemy in ${at(met)}.`];
  return before.length && !after.length ? [`${who} break${s} away from the enemy in ${at(before)}.`] : [];
}
