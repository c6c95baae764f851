import { expect, it } from "vitest";
import { keepsLeft } from "../src/lib/aside";
import type { Point } from "../src/lib/types";

const at = (...points: Point[]) => keepsLeft(points, 1000, 700);

it("leaves a card on the right while nothing asked about lies there", () => {
  expect(at()).toBe(false);
  expect(at([500, 200], [100, 100])).toBe(false);
  expect(at([900, 650])).toBe(false); // below the card
  expect(at([1040, 100], [900, -20])).toBe(false); // off the map
});

it("moves a card away from what is asked about, to the side where less of it lies", () => {
  expect(at([900, 200])).toBe(true);
  expect(at([900, 200], [950, 300], [100, 100])).toBe(true);
  expect(at([900, 200], [100, 100])).toBe(false);
});
