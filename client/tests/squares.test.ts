import { describe, expect, it } from "vitest";
import { HALF, squares, strokes } from "../src/lib/squares";

describe("what lies all over a sheet", () => {
  it("is cut into its lines, none of them lost", () => {
    const path = "M10 20L30 40L50 60M900.5 20L910 30";
    const found = strokes(path);
    expect(found.map((stroke) => stroke.d).join("")).toBe(path);
    expect(found.map((stroke) => stroke.at)).toEqual([
      [10, 20],
      [900.5, 20],
    ]);
  });

  it("stands in squares whose middles are no further than half an edge", () => {
    const points: [number, number][] = [
      [0, 0],
      [HALF * 2 - 1, 3],
      [HALF * 2, 3],
      [-1, 5],
    ];
    const found = squares(points, (point) => point);
    expect(found.map((square) => square.items.length)).toEqual([2, 1, 1]);
    for (const { middle, items } of found)
      for (const [x, y] of items) {
        expect(Math.abs(x - middle[0])).toBeLessThanOrEqual(HALF);
        expect(Math.abs(y - middle[1])).toBeLessThanOrEqual(HALF);
      }
  });
});
