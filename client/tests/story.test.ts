import { describe, expect, it } from "vitest";
import { lastTurn, onMap } from "../src/lib/story";
import type { Place, Taped } from "../src/lib/types";

const taped = (...rows: [who: number, turn: number][]): Taped[] => rows.map(([who, turn]) => [who, 0, turn]);

describe("the way of who comes on", () => {
  const place = (space: number, kind: string) => [space, { space, kind } as Place] as const;
  const places = new Map([place(1, "hex"), place(2, "hex"), place(9, "box")]);
  const found = (...way: number[]) => onMap(way, places).map(({ space }) => space);

  it("begins where he enters the map, not in the box beside it", () => {
    expect(found(9, 1, 2)).toEqual([1, 2]);
    expect(found(9, 2)).toEqual([2]);
    expect(found(1, 2)).toEqual([1, 2]);
  });
});

describe("the end of one's own last turn", () => {
  const theirs = taped([0, 0], [0, 0], [1, 1], [-1, 1], [0, 1], [1, 1], [0, 1], [1, 1]);

  it("is where the others' turn began, whatever was answered in it", () => {
    expect(lastTurn(theirs, [0])).toBe(2);
    expect(lastTurn(theirs.slice(0, 5), [0]), "while it goes on").toBe(2);
  });

  it("stays there in one's own turn, also when the others answer in it", () => {
    const mine = taped([0, 0], [1, 0], [-1, 0], [0, 0]);
    expect(lastTurn([...theirs, ...mine], [0])).toBe(2);
    expect(lastTurn([...theirs, ...mine], [1])).toBe(8);
  });

  it("counts dice that no step speaks for to the turn before them", () => {
    expect(lastTurn(taped([0, 0], [-1, -1], [1, 1], [-1, -1]), [0])).toBe(2);
  });

  it("is the last answer before something happened by itself, where nobody else plays", () => {
    expect(lastTurn(taped([0, 0], [0, 0], [-1, -1], [-1, -1], [0, 0]), [0])).toBe(2);
  });
});
