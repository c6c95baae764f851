import { describe, expect, it } from "vitest";
import { ordered, words } from "../src/lib/orders";
import type { Order, OrderKind } from "../src/lib/types";

const order = (prompt: string, more: Partial<Order> = {}): Order => ({
  prompt,
  verb: "",
  chance: 0,
  units: 0,
  keep: 0,
  phase: false,
  ...more,
});
const kind: OrderKind = {
  prompt: "opportunity",
  title: "Opportunity fire",
  answers: [["fireat", "fire"]],
  quiet: "hold fire",
  measures: ["chance", "units", "stock"],
  stock: "increments",
};

describe("standing orders", () => {
  it("are one for each question", () => {
    const two = ordered([order("a"), order("b")], order("a", { verb: "yes" }), "a");
    expect(two.map((o) => [o.prompt, o.verb])).toEqual([
      ["b", ""],
      ["a", "yes"],
    ]);
    expect(ordered(two, null, "a").map((o) => o.prompt)).toEqual(["b"]);
  });
  it("say what they answer and on what conditions", () => {
    expect(words(order("opportunity"), kind)).toBe("Opportunity fire: hold fire");
    expect(words(order("opportunity", { verb: "fireat", chance: 30, units: 2, keep: 1 }), kind)).toBe(
      "Opportunity fire: fire, with 30 % or more, by 2 or more, keeping 1 increments",
    );
    expect(words(order("odd", { phase: true }), undefined)).toBe("odd: the quiet answer, until the phase ends");
  });
});
