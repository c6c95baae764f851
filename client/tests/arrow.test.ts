import { expect, it } from "vitest";
import { arrow } from "../src/lib/arrow";

const points = (d: string) =>
  [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);

it("points where it goes, to a neighbour as well as far away, and its head has a tip that can be told from its base", () => {
  for (const length of [110, 900]) {
    const [tip, left, right] = points(arrow([0, 0], [length, 0], 52).head);
    if (!tip || !left || !right) throw new Error("a head has three corners");
    const [x, y] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
    expect(Math.abs(Math.atan2(tip[1] - y, tip[0] - x))).toBeLessThan(0.35);
    const wide = Math.hypot(left[0] - right[0], left[1] - right[1]);
    expect(Math.hypot(tip[0] - x, tip[1] - y) / wide).toBeGreaterThan(0.9);
  }
});
