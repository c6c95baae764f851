import { describe, expect, test } from "vitest";
import { folded } from "../src/lib/folding";
import type { Line } from "../src/lib/types";

const line = (kind: string, text: string, part = ""): Line => ({
  entry: 1, seat: 0, text, rule: "", dice: [], sides: [], units: [], spaces: [], kind, part,
}); // prettier-ignore

describe("the log", () => {
  const shot = line("Roll", "Shot", "Fired");
  const hit = line("StepLost", "hit", "Fired");
  const sum = line("Fired", "2 shots");

  test("lays what a line sums up beneath it", () => {
    const told = folded([line("Attacked", "attack"), shot, hit, sum]);
    expect(told.map((one) => one.line.text)).toEqual(["attack", "2 shots"]);
    expect(told[1]?.parts).toEqual([shot, hit]);
  });

  test("shows parts until they are summed up, each sum its own", () => {
    const late = line("Roll", "Later", "Fired");
    const told = folded([shot, sum, late]);
    expect(told.map((one) => one.line)).toEqual([sum, late]);
    expect(told[0]?.parts).toEqual([shot]);
  });

  test("keeps what stands between", () => {
    const between = line("ExtraHit", "extra");
    const told = folded([shot, between, sum]);
    expect(told.map((one) => one.line)).toEqual([between, sum]);
    expect(told[1]?.parts).toEqual([shot]);
  });
});
