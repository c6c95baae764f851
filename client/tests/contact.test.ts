import { expect, it } from "vitest";
import { contact, pitchOf } from "../src/lib/contact";
import type { Episode } from "../src/lib/episodes";
import type { Board, Piece, Place, Scene } from "../src/lib/types";

const place = (space: number, x: number): Place =>
  ({ space, kind: "hex", anchor: [x, 0], name: `${space}` }) as unknown as Place;
const row = [1, 2, 3, 4, 5].map((space) => place(space, space * 100));
const board = (grid: string) => ({ grid, places: row }) as unknown as Board;
const ground = {
  places: new Map(row.map((one) => [one.space, one])),
  pitch: pitchOf(board("M0 0")),
  foes: (a: number, b: number) => a !== b,
  spaceName: (space: number) => `hex ${space}`,
};
const piece = (unit: number, side: number, space: number): Piece =>
  ({ unit, side, space, marker: "" }) as unknown as Piece;
const scene = (...pieces: Piece[]) => ({ pieces }) as unknown as Scene;
const march = (...path: number[]) =>
  ({ path, lines: [{ kind: "Moved", units: [7], spaces: path }] }) as unknown as Episode;

it("says whom a march came up to and from whom it broke away", () => {
  expect(contact(march(1, 2, 3), scene(piece(7, 0, 3), piece(8, 1, 4)), ground)).toEqual([
    "It comes up to the enemy in hex 4.",
  ]);
  expect(contact(march(4, 3), scene(piece(7, 0, 3), piece(8, 1, 5)), ground)).toEqual([
    "It breaks away from the enemy in hex 5.",
  ]);
});

it("says nothing where nothing changed, the unit is gone, or places have no neighbours by distance", () => {
  const friend = scene(piece(7, 0, 3), piece(8, 0, 4));
  expect(contact(march(1, 2, 3), friend, ground)).toEqual([]);
  expect(contact(march(1, 2, 3), scene(piece(8, 1, 4)), ground)).toEqual([]);
  expect(pitchOf(board(""))).toBe(0);
});
