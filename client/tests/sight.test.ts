import { expect, it } from "vitest";
import { inSight } from "../src/lib/sight";

/** A card in a panel that has to be scrolled by so much for it. */
function card(panel: { scrollTop: number }, by: number): Element {
  return { closest: () => panel, scrollIntoView: () => (panel.scrollTop += by) } as unknown as Element;
}

it("brings a card into sight, and the panel back when it goes", () => {
  const panel = { scrollTop: 10 };
  const gone = inSight(card(panel, 69));
  expect(panel.scrollTop).toBe(79);
  gone();
  expect(panel.scrollTop).toBe(10);
});

it("leaves a panel alone that was scrolled on, or back further, meanwhile", () => {
  for (const [at, then] of [
    [200, 200],
    [0, 0],
    [40, 10],
  ] as const) {
    const panel = { scrollTop: 10 };
    const gone = inSight(card(panel, 69));
    panel.scrollTop = at;
    gone();
    expect(panel.scrollTop).toBe(then);
  }
});
