import { describe, expect, it } from "vitest";
import { below, lifted, storeyBeneath, storeyOf } from "../src/lib/floors";
import { markers } from "../src/lib/stacks";
import type { Face, Floor, Piece, Place, Point } from "../src/lib/types";

const place = (space: number, at: Point): Place => ({
  space,
  name: `${space}`,
  polygon: [at, [at[0] + 10, at[1]], [at[0], at[1] + 10]],
  anchor: at,
  label: at,
  kind: "hex",
  size: 40,
  slots: [],
  facts: [],
});
const piece = (id: string, space: number, side: number, more: Partial<Piece> = {}): Piece => ({
  id,
  unit: 1,
  name: id,
  side,
  space,
  face: { ground: "Texan", states: [] as string[] } as unknown as Face,
  group: 0,
  marker: "",
  text: "",
  on: null,
  ...more,
});
const rooms: Floor = {
  id: "rooms",
  title: "Rooms",
  svg: "",
  card: [500, 0, 100, 100],
  shift: [-500, 20],
  beneath: [
    [11, 1],
    [12, 2],
  ],
};
const upper: Floor = { ...rooms, id: "upper", shift: [0, -300], beneath: [[21, 1]] };
const places = [place(1, [0, 20]), place(2, [30, 20]), place(11, [500, 0]), place(12, [530, 0]), place(21, [0, 320])];

describe("storeys", () => {
  it("lie on their card while the roofs are on", () => {
    expect(lifted(places, null)).toBe(places);
  });

  it("come to the map first when the roofs are lifted, the rest stays", () => {
    const shown = lifted(places, rooms);
    expect(shown.map((p) => p.space)).toEqual([11, 12, 1, 2, 21]);
    expect(shown[0]?.anchor).toEqual([0, 20]);
    expect(shown[0]?.polygon[1]).toEqual([10, 20]);
    expect(shown[4]?.anchor).toEqual([0, 320]);
    expect(places[2]?.anchor).toEqual([500, 0]);
  });

  it("are lifted for a room that is meant by a click on its roof, or on the room above or below it", () => {
    const only = (meant: number) => (room: number) => room === meant;
    expect(storeyBeneath(1, [rooms, upper], only(11))).toBe(0);
    expect(storeyBeneath(1, [rooms, upper], only(21))).toBe(1);
    expect(storeyBeneath(11, [rooms, upper], only(21))).toBe(1);
    expect(storeyBeneath(2, [rooms, upper], only(11))).toBe(-1);
    expect(storeyBeneath(11, [rooms, upper], only(11))).toBe(-1);
  });

  it("are those on which all places of a question lie", () => {
    expect(storeyOf([11, 12], [rooms, upper])).toBe(0);
    expect(storeyOf([21], [rooms, upper])).toBe(1);
    expect(storeyOf([11, 1], [rooms, upper])).toBe(-1);
    expect(storeyOf([], [rooms, upper])).toBe(-1);
  });

  it("tell who is in them by roof, storey and side", () => {
    const inside = [piece("a", 11, 0), piece("b", 11, 0), piece("c", 11, 1), piece("d", 21, 1), piece("e", 2, 1)];
    const open = piece("door", 11, 0, { unit: -1, marker: "doorway" });
    expect(below([...inside, open], [rooms, upper])).toEqual([
      { roof: 1, storey: 0, side: 0, count: 2 },
      { roof: 1, storey: 0, side: 1, count: 1 },
      { roof: 1, storey: 1, side: 1, count: 1 },
    ]);
  });

  it("take what lies on their hexsides along, with its turn", () => {
    const door = piece("door", 11, 0, { unit: -1, marker: "doorway", on: [505, 3, 60] });
    const art = { doorway: { svg: "", size: 0.5, dx: 0, dy: 0, under: false } };
    const shown = (floor: Floor | null) =>
      markers([door], new Map(lifted(places, floor).map((p) => [p.space, p])), art)[0];
    expect(shown(null)).toMatchObject({ x: 505, y: 3, turn: 60, size: 20 });
    expect(shown(rooms)).toMatchObject({ x: 5, y: 23, turn: 60 });
  });
});
