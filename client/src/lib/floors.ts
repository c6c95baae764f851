/** Storeys beneath the roofs: where their places lie while the roofs are lifted, and which of them a question is about. */
import type { Floor, Piece, Place, Point } from "./types";

/** The places with those of a storey moved to where they belong, first, so that they are found before the roofs. */
export function lifted(places: Place[], floor: Floor | null): Place[] {
  if (!floor) return places;
  const rooms = new Set(floor.beneath.map(([room]) => room));
  const to = ([x, y]: Point): Point => [x + floor.shift[0], y + floor.shift[1]];
  const inside = places
    .filter((place) => rooms.has(place.space))
    .map((place) => ({
      ...place,
      polygon: place.polygon.map(to),
      anchor: to(place.anchor),
      label: to(place.label),
      slots: place.slots.map(to),
      moved: floor.shift,
    }));
  return [...inside, ...places.filter((place) => !rooms.has(place.space))];
}

/** The storey on which all these places lie; -1: they lie on the map, or on several. */
export function storeyOf(spaces: number[], floors: Floor[]): number {
  if (!spaces.length) return -1;
  return floors.findIndex((floor) => {
    const rooms = new Set(floor.beneath.map(([room]) => room));
    return spaces.every((space) => rooms.has(space));
  });
}

/** The storey in which a room under the same roof as this place is open to a click; -1: there is none. */
export function storeyBeneath(space: number, floors: Floor[], open: (room: number) => boolean): number {
  const roof = new Map(floors.flatMap(({ beneath }) => beneath)).get(space) ?? space;
  return floors.findIndex(({ beneath }) =>
    beneath.some(([room, over]) => over === roof && room !== space && open(room)),
  );
}

export interface Below {
  /** The place on the map beneath which they are. */
  roof: number;
  storey: number;
  side: number;
  count: number;
}

/** Who is in the rooms, by the roof over them, storey and side. */
export function below(pieces: Piece[], floors: Floor[]): Below[] {
  const found = new Map<string, Below>();
  floors.forEach((floor, storey) => {
    const roofs = new Map(floor.beneath);
    for (const piece of pieces) {
      const roof = roofs.get(piece.space);
      if (roof === undefined || piece.unit < 0) continue;
      const key = `${roof}:${storey}:${piece.side}`;
      const here = found.get(key) ?? { roof, storey, side: piece.side, count: 0 };
      found.set(key, { ...here, count: here.count + 1 });
    }
  });
  return [...found.values()];
}
