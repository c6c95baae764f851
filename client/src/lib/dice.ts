/** Recomputing every roll of a finished game from the revealed secret (the algorithm of grognard.core.chance.Fair). */
import { sealOf, type KeptWords } from "./mixing.svelte";
import type { DiceBook, DiceRoll } from "./types";

const SEPARATOR = "\u001f";

export interface Checked {
  roll: DiceRoll;
  answer: number[] | number;
  ok: boolean;
}

export interface Verdict {
  commitment: boolean;
  /** Whether the players' words fit their seals and are what was mixed in. */
  words: boolean;
  /** Whether commitment and seals are those this browser saw when it opened its own words; null: it added none. */
  memory: boolean | null;
  rolls: Checked[];
  ok: boolean;
}

/** Whether the secret fits the commitment, the words their seals, and every roll follows from both. */
export async function verify(book: DiceBook, kept: KeptWords | null = null): Promise<Verdict> {
  const secret = bytes(book.secret ?? "");
  const hash = hex(await crypto.subtle.digest("SHA-256", secret));
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const rolls: Checked[] = [];
  for (const roll of book.rolls) {
    const answer = await recompute(key, book.strings, roll);
    rolls.push({ roll, answer, ok: JSON.stringify(answer) === JSON.stringify(roll.answer) });
  }
  const commitment = hash === book.commitment;
  const words = await wordsFit(book);
  const memory = kept?.commitment ? remembered(book, kept) : null;
  return { commitment, words, memory, rolls, ok: commitment && words && memory !== false && rolls.every((r) => r.ok) };
}

async function wordsFit(book: DiceBook): Promise<boolean> {
  const opened = book.words.filter((w) => w.text);
  const seals = await Promise.all(opened.map((w) => sealOf(w.text)));
  const mixed = book.strings.slice(book.strings.length - opened.length);
  return opened.every((w, i) => w.seal === seals[i] && w.text === mixed[i]);
}

function remembered(book: DiceBook, kept: KeptWords): boolean {
  const seals = book.words.map((w) => w.seal);
  return (
    book.commitment === kept.commitment &&
    seals.join() === kept.seals.join() &&
    book.words.some((w) => w.text === kept.text)
  );
}

async function recompute(key: CryptoKey, strings: string[], roll: DiceRoll): Promise<number[] | number> {
  const words = new Words(key, roll.k, strings);
  if (roll.dice) {
    const faces: number[] = [];
    for (const sides of roll.dice) faces.push(1 + (await words.below(sides)));
    return faces;
  }
  const pool = roll.pool ?? [];
  let at = await words.below(pool.reduce((sum, [, count]) => sum + count, 0));
  for (const [kind, count] of pool) {
    if (at < count) return kind;
    at -= count;
  }
  return -1;
}

/** The stream of 32-bit words of one answer: HMAC blocks j = 0, 1, ... of "k:j:strings". */
class Words {
  private block: DataView | null = null;
  private at = 0;
  private j = 0;

  constructor(
    private readonly key: CryptoKey,
    private readonly k: number,
    private readonly strings: string[],
  ) {}

  /** A uniform integer below n: words at or above the greatest multiple of n are passed over. */
  async below(n: number): Promise<number> {
    const limit = Math.floor(2 ** 32 / n) * n;
    for (;;) {
      const word = await this.next();
      if (word < limit) return word % n;
    }
  }

  private async next(): Promise<number> {
    if (!this.block || this.at >= this.block.byteLength) {
      const message = new TextEncoder().encode(`${this.k}:${this.j}:${this.strings.join(SEPARATOR)}`);
      this.block = new DataView(await crypto.subtle.sign("HMAC", this.key, message));
      this.j += 1;
      this.at = 0;
    }
    const word = this.block.getUint32(this.at);
    this.at += 4;
    return word;
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = parseInt(text.slice(i * 2, i * 2 + 2), 16);
  return out;
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");
}
