import { describe, expect, it } from "vitest";
import { corners, shapes, turnMarks } from "../src/lib/course";
import type { Standing } from "../src/lib/types";

const course = (...rows: [turn: string, chance: number][]): Standing[] =>
  rows.map(([turn, chance], entry) => ({ entry, turn, chance }));

describe("the line of who stood better", () => {
  const game = course(["", 0.5], ["Turn 1", 0.25], ["Turn 1", 0.75], ["Turn 2", 1]);

  it("goes from the left edge to the right, the first side's win at the top", () => {
    expect(corners(game).map(([x, y]) => [Math.round(x), y])).toEqual([
      [0, 50],
      [33, 75],
      [67, 25],
      [100, 0],
    ]);
  });

  it("closes along the bottom", () => {
    const { line, below } = shapes(game);
    expect(line.startsWith("M0.00 50.00L33.33 75.00")).toBe(true);
    expect(below).toBe(`${line}L100 100L0 100Z`);
  });

  it("marks where turns begin, but not the edge", () => {
    expect(turnMarks(game).map(({ at, turn }) => [Math.round(at), turn])).toEqual([
      [33, "Turn 1"],
      [100, "Turn 2"],
    ]);
  });

  it("marks every fifth turn of a long game, every tenth of a longer one", () => {
    const long = (turns: number) =>
      turnMarks(course(...Array.from({ length: turns + 1 }, (_, k): [string, number] => [`${k}`, 0.5])));
    expect(long(20)).toHaveLength(20);
    expect(long(21).map(({ turn }) => turn)).toEqual(["5", "10", "15", "20"]);
    expect(long(80)).toHaveLength(16);
    expect(long(101).map(({ turn }) => turn)[0]).toBe("10");
  });

  it("is one point where a game was given up at once", () => {
    expect(corners(course(["", 0.4]))).toEqual([[0, 60]]);
  });
});
