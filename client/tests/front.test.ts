import { expect, it } from "vitest";
import { front } from "../src/lib/front";

it("draws a stroke across the line between opposing units that stand near, and none between friends", () => {
  const stands = [
    { side: 0, at: [0, 0] as [number, number], size: 100 },
    { side: 0, at: [0, 100] as [number, number], size: 100 },
    { side: 1, at: [200, 0] as [number, number], size: 100 },
    { side: 1, at: [2000, 0] as [number, number], size: 100 },
  ];
  expect(front(stands, 0.1).split("M").length - 1).toBe(2);
  expect(front(stands.slice(0, 1).concat(stands.slice(2, 3)), 0.1)).toBe("M10 -3L10 3");
  expect(front(stands.slice(0, 2), 0.1)).toBe("");
});
