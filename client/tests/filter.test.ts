import { expect, it } from "vitest";
import { formation, UNMOVED, wanted, wishes } from "../src/lib/filter";
import type { Piece } from "../src/lib/types";

const unit = (n: number, face: Partial<Piece["face"]>): Piece =>
  ({ unit: n, face: { top: "", top_right: "", symbol: "", states: [], ...face } }) as unknown as Piece;
const all = [
  unit(1, { top_right: "I/3", symbol: "infantry", states: ["oos"] }),
  unit(2, { top_right: "I/3", symbol: "mg" }),
  unit(3, { top: "34/133", symbol: "infantry" }),
  unit(4, { top: "34/135", symbol: "infantry" }),
];

it("offers what tells some units from others", () => {
  expect(wishes(all, 2).map(({ label }) => label)).toEqual(["Unmoved", "Out of supply", "34", "I/3", "Infantry"]);
  expect(wishes(all, 2).map(({ group }) => group)).toEqual(["State", "State", "Formation", "Formation", "Kind"]);
  const companies = ["10", "2", "10", "2", "1", "1"].map((top_right, n) => unit(n, { top_right }));
  expect(wishes(companies, 0).map(({ label }) => label)).toEqual(["1", "2", "10"]);
  expect(wishes([all[0] as Piece], 0).map(({ key }) => key)).toEqual(["state:oos"]);
});

it("picks out units by state, formation, kind and whether they moved", () => {
  const by = (key: string) => all.filter((p) => wanted(key, p, new Set([4]))).map((p) => p.unit);
  expect(by("state:oos")).toEqual([1]);
  expect(by("formation:I/3")).toEqual([1, 2]);
  expect(by("kind:infantry")).toEqual([1, 3, 4]);
  expect(by(UNMOVED)).toEqual([4]);
  expect(formation(all[2] as Piece)).toBe("34");
});
