import { describe, expect, it } from "vitest";
import { abreast, halting, queued, type Present } from "../src/lib/queue";
import type { Piece, Place } from "../src/lib/types";

const piece = (unit: number, space: number, ...states: string[]) =>
  [unit, { unit, space, face: { states } } as unknown as Piece] as const;
const before = { entry: 2, pieces: new Map([piece(1, 10), piece(2, 20), piece(3, 30)]) };
const present = (rest: Partial<Present> = {}): Present => ({
  entry: 4,
  pieces: new Map([piece(1, 11, "done"), piece(2, 20), piece(3, 30)]),
  tape: [0, -1, 0, 0].map((who) => [who, 0]),
  you: [0],
  unitName: (unit) => `unit ${unit}`,
  sideOf: (seat) => `side ${seat}`,
  ...rest,
});
const orders = [
  { units: [2], spaces: [25] },
  { units: [3], spaces: [35] },
];

describe("halting", () => {
  it("lets the rest go on while only our own answers were given", () => {
    expect(halting(before, present(), orders)).toBe("");
  });

  it("halts where dice fell or another seat acted since the last order, not where it passed", () => {
    const enemy = (space: number, ...states: string[]) =>
      [9, { ...piece(9, space, ...states)[1], side: 1 } as Piece] as const;
    const then = { ...before, pieces: new Map([...before.pieces, enemy(90)]) };
    const asked = (...theirs: (readonly [number, Piece])[]) =>
      present({ pieces: new Map([...present().pieces, ...theirs]), tape: [0, 0, 0, 1].map((who) => [who, 0]) });
    expect(halting(before, present({ tape: [0, 0, 0, -1].map((who) => [who, 0]) }), orders)).toBe("Dice were rolled.");
    expect(halting(then, asked(enemy(90)), orders)).toBe("");
    expect(halting(then, asked(enemy(91)), orders)).toBe("side 1 came in.");
    expect(halting(then, asked(enemy(90, "fired")), orders)).toBe("side 1 came in.");
    expect(halting(then, asked(), orders)).toBe("side 1 came in.");
  });

  it("expects those under way to stand elsewhere", () => {
    const under = [{ units: [1], spaces: [15], under: true }, ...orders];
    expect(halting(before, present(), under)).toBe("");
    expect(halting(before, present(), [{ units: [1], spaces: [15] }])).toBe("unit 1 stands elsewhere now.");
  });

  it("halts at a loss and at a pin, of those still to go only", () => {
    const pieces = (...all: (readonly [number, Piece])[]) => present({ pieces: new Map(all) });
    expect(halting(before, pieces(piece(1, 11), piece(2, 20)), orders)).toBe("unit 3 is lost.");
    expect(halting(before, pieces(piece(2, 20, "eliminated"), piece(3, 30)), orders)).toBe("unit 2 is lost.");
    expect(halting(before, pieces(piece(2, 20, "pinned"), piece(3, 30)), orders)).toBe("unit 2 is pinned.");
    expect(halting(before, pieces(piece(2, 20), piece(3, 31)), orders)).toBe("unit 3 stands elsewhere now.");
    expect(halting(before, pieces(piece(2, 20), piece(3, 30)), orders)).toBe("");
    expect(halting(before, pieces(piece(1, 11, "pinned"), piece(2, 20, "done"), piece(3, 30)), orders)).toBe("");
  });
});

describe("abreast", () => {
  const place = (space: number, x: number, y: number, kind = "hex") =>
    [space, { space, anchor: [x, y], size: 10, kind } as unknown as Place] as const;
  const places = new Map([place(1, 0, 0), place(2, 10, 0), place(3, 0, 50), place(4, 10, 50), place(5, 10, 49, "box")]);

  it("keeps everybody beside the lead", () => {
    expect(abreast(places, 1, 3, 2)).toBe(4);
    expect(abreast(places, 1, 3, 1)).toBe(3);
  });

  it("takes the goal itself where nothing lies there", () => {
    expect(abreast(places, 1, 4, 4)).toBe(4);
    expect(abreast(places, 1, 3, 77)).toBe(3);
  });
});

describe("queued", () => {
  it("gives a unit one order: the last", () => {
    const both = queued(orders, { units: [2], spaces: [26] });
    expect(both).toEqual([
      { units: [3], spaces: [35] },
      { units: [2], spaces: [26] },
    ]);
    expect(queued([{ units: [2, 3], spaces: [25] }], { units: [3], spaces: [35] })).toEqual([
      { units: [2], spaces: [25] },
      { units: [3], spaces: [35] },
    ]);
  });
});
