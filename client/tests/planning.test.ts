import { describe, expect, it } from "vitest";
import { gathers, party, toggled } from "../src/lib/planning.svelte";
import type { Choice, GatherTold, Question } from "../src/lib/types";

const choice = (text: string, units: number[] = [], spaces: number[] = []): Choice => ({
  text,
  label: text,
  verb: text.split(" ")[0] ?? "",
  units,
  spaces,
});
const question = (options: Choice[]): Question => ({
  seat: 0,
  prompt: "Who attacks?",
  key: "join",
  rule: "6.0",
  confirm: true,
  secret: false,
  default: -1,
  extra: 0,
  units: [],
  spaces: [7],
  options,
});
const told: GatherTold = {
  prompt: "",
  members: [
    [1, true, false],
    [2, false, true],
    [3, true, true],
    [9, true, false],
  ],
  spaces: [7],
  options: [],
  forecast: null,
  refusal: null,
  best: [1, 2, 3],
  short: "3-1",
};

describe("a party for an attack", () => {
  const members = party(told, 0, (unit) => (unit === 9 ? 1 : 0));

  it("leaves out the enemy whom the question is about", () => {
    expect(members.map((m) => m.unit)).toEqual([1, 2, 3]);
  });
  it("takes one in and leaves one out", () => {
    expect(toggled(members, 2)).toEqual([1, 3, 2]);
    expect(toggled(members, 3)).toEqual([1]);
  });
});

describe("a question that gathers", () => {
  it("takes units in by one verb, beside words and places", () => {
    expect(gathers(question([choice("add A", [1]), choice("add B", [2]), choice("done")]))).toBe(true);
    expect(gathers(question([choice("add A", [1]), choice("also 1606", [], [5]), choice("done")]))).toBe(true);
  });
  it("is not one of several verbs, of whole deeds, or of places alone", () => {
    expect(gathers(question([choice("add A", [1]), choice("drop B", [2])]))).toBe(false);
    expect(gathers(question([choice("move A > 1606", [1], [5])]))).toBe(false);
    expect(gathers(question([choice("attack 1606", [], [5]), choice("done")]))).toBe(false);
  });
});
