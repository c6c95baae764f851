import { expect, it } from "vitest";
import { palette } from "../src/lib/palette";
import type { Piece } from "../src/lib/types";

const piece = (unit: number, ground: string, symbol: string, ...states: string[]): Piece =>
  ({
    id: `u${unit}`,
    unit,
    side: 0,
    space: 9,
    group: 0,
    face: { ground, symbol, size: "I", states },
  }) as unknown as Piece;

it("puts counters of one nation, kind and state together, in the order of their nations", () => {
  const told = palette([
    piece(1, "US", "infantry"),
    piece(2, "British", "armor"),
    piece(3, "US", "infantry"),
    piece(4, "US", "infantry", "reduced"),
    piece(5, "US", "armor"),
  ]);
  expect(told.map(({ piece: first, pieces }) => [first.face.ground, pieces.map((p) => p.unit)])).toEqual([
    ["British", [2]],
    ["US", [1, 3]],
    ["US", [4]],
    ["US", [5]],
  ]);
});

it("keeps counters of other boxes and heaps apart", () => {
  const [first, second, third] = [1, 2, 3].map((unit) => piece(unit, "SS", "armor")) as [Piece, Piece, Piece];
  const told = palette([first, { ...second, group: 1 }, { ...third, space: 8 }, piece(4, "SS", "armor")]);
  expect(told.map(({ pieces }) => pieces.map((p) => p.unit))).toEqual([[1, 4], [2], [3]]);
});
