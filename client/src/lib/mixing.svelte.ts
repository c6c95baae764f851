/**
 * What the players add to the fair dice. Words are sealed first (only their hash is told) and opened when nobody can
 * choose any more; this browser keeps its own until then, and what it saw of the others' seals.
 */
import type { Mix, Reply, Words } from "./types";

const SOON = 4000;

export interface KeptWords {
  text: string;
  /** The seals of all when this browser opened its own words, and the server's commitment then. */
  seals: string[];
  commitment: string;
}

const place = (match: string) => `grognard.words.${match}`;

/** Words for the dice: something random is added, or a short word could be found from its seal by trying. */
export function wordsFrom(typed: string): string {
  const random = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
  const plain = typed.replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, " ").trim();
  return `${plain.slice(0, 80)} ${random}`;
}

/** Keep the words of this browser until they are to be opened. */
export function keepWords(match: string, text: string): void {
  write(match, { text, seals: [], commitment: "" });
}

export function keptWords(match: string): KeptWords | null {
  try {
    return JSON.parse(localStorage.getItem(place(match)) ?? "null") as KeptWords | null;
  } catch {
    return null;
  }
}

function write(match: string, kept: KeptWords): void {
  try {
    localStorage.setItem(place(match), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing adds nothing.
  }
}

export async function sealOf(text: string): Promise<string> {
  return hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** Browsers hash only on pages that came by https or from this machine. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined;

/** The line of the match, as far as it is needed here. */
interface Line {
  readonly match: string;
  readonly you: number[];
  readonly commitment: string;
  ask(type: string, fields: Record<string, unknown>): Promise<Reply>;
}

export class Mixing {
  state = $state<Mix["state"]>("mixed");
  words = $state.raw<Words[]>([]);
  readonly pending = $derived(this.words.filter((w) => !w.text && !w.dropped));
  private waiting: (() => void)[] = [];

  constructor(private readonly line: Line) {}

  /** The words of this browser's seats. */
  get mine(): Words | undefined {
    return this.words.find((w) => w.seats.some((seat) => this.line.you.includes(seat)));
  }

  /** The server said where the words stand: seal or open mine if it is time. */
  async told(mix: Mix): Promise<void> {
    this.state = mix.state;
    this.words = mix.words;
    if (mix.state === "mixed") {
      for (const resume of this.waiting.splice(0)) resume();
      return;
    }
    const kept = keptWords(this.line.match);
    if (!kept || !canSeal() || !this.line.you.length) return;
    const seal = await sealOf(kept.text);
    const mine = this.mine;
    if (mix.state === "gathering" && mine?.seal !== seal) {
      await this.line.ask("seal", { seal }).catch(() => null);
    } else if (mix.state === "opening" && mine?.seal === seal && !mine.text) {
      write(this.line.match, { ...kept, seals: mix.words.map((w) => w.seal), commitment: this.line.commitment });
      await this.line.ask("words", { text: kept.text }).catch(() => null);
    }
  }

  /** Add words of mine to the dice. */
  async add(typed: string): Promise<void> {
    keepWords(this.line.match, wordsFrom(typed));
    await this.told({ state: this.state, words: this.words });
  }

  /** Settles when the dice are ready, or soon anyway. */
  ready(): Promise<void> {
    if (this.state === "mixed") return Promise.resolve();
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      setTimeout(resolve, SOON);
    });
  }
}
