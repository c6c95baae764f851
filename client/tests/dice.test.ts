import { describe, expect, it } from "vitest";
import { verify } from "../src/lib/dice";
import type { DiceBook } from "../src/lib/types";

/** Made by grognard.core.chance.Fair: two dice, a d10, a draw, four dice, dice past one block, dice that reject words. */
const BOOK: DiceBook = {
  commitment: "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef",
  secret: "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
  strings: ["alpha", "béta"],
  words: [
    {
      seats: [0],
      seal: "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8",
      text: "alpha",
      dropped: false,
    },
    {
      seats: [1],
      seal: "635891353974cd5ae4427fe3ea7ed477e8b74f703ad175fa74d29a7c96e869f5",
      text: "béta",
      dropped: false,
    },
  ],
  rolls: [
    { k: 0, entry: 1, purpose: "x", answer: [1, 2], dice: [6, 6] },
    { k: 1, entry: 2, purpose: "x", answer: [6], dice: [10] },
    {
      k: 2,
      entry: 3,
      purpose: "x",
      answer: 7,
      pool: [
        [3, 2],
        [7, 5],
        [9, 1],
      ],
    },
    { k: 3, entry: 4, purpose: "x", answer: [5, 5, 3, 6], dice: [6, 6, 6, 6] },
    { k: 4, entry: 5, purpose: "x", answer: [5, 4, 3, 1, 2, 6, 2, 6, 3, 5, 6, 5], dice: Array(12).fill(6) as number[] },
    {
      k: 5,
      entry: 6,
      purpose: "x",
      dice: Array(9).fill(2147483649) as number[],
      answer: [1608118538, 1744120259, 1729900920, 490895659, 328918209, 1772712378, 1006413064, 217014031, 1284435860],
    },
  ],
};

describe("the dice of a finished game", () => {
  it("follow from the secret", async () => {
    const verdict = await verify(BOOK);
    expect(verdict.rolls.map((r) => r.ok)).toEqual([true, true, true, true, true, true]);
    expect(verdict.ok).toBe(true);
  });

  it("are found out when a face was changed", async () => {
    const rolls = BOOK.rolls.map((roll, i) => (i === 3 ? { ...roll, answer: [6, 6, 1, 1] } : roll));
    const verdict = await verify({ ...BOOK, rolls });
    expect(verdict.rolls.map((r) => r.ok)).toEqual([true, true, true, false, true, true]);
    expect(verdict.ok).toBe(false);
  });

  it("are found out when the secret is another", async () => {
    const verdict = await verify({ ...BOOK, secret: "ff".repeat(32) });
    expect(verdict.commitment).toBe(false);
    expect(verdict.ok).toBe(false);
  });

  it("are found out when words do not fit their seal", async () => {
    const words = BOOK.words.map((w, i) => (i === 1 ? { ...w, seal: "0".repeat(64) } : w));
    const verdict = await verify({ ...BOOK, words });
    expect([verdict.commitment, verdict.words, verdict.ok]).toEqual([true, false, false]);
  });

  it("are compared with what this browser saw when it opened its own words", async () => {
    const kept = { text: "alpha", seals: BOOK.words.map((w) => w.seal), commitment: BOOK.commitment };
    expect((await verify(BOOK, kept)).memory).toBe(true);
    expect((await verify(BOOK)).memory).toBe(null);
    for (const other of [{ text: "beta" }, { seals: ["0".repeat(64)] }, { commitment: "0".repeat(64) }]) {
      const verdict = await verify(BOOK, { ...kept, ...other });
      expect([verdict.memory, verdict.ok]).toEqual([false, false]);
    }
  });

  it("depend on every player's words and on their order", async () => {
    expect((await verify({ ...BOOK, strings: ["béta", "alpha"] })).ok).toBe(false);
  });
});
