/** Looking back: the position after any entry, played as a film or stepped through. */
import { prefs } from "./prefs.svelte";
import { unreel } from "./reel";
import type { Table } from "./table.svelte";
import type { Frame } from "./types";

const REEL = 60;
const MOST = 300;

export class Film {
  /** The frame on the screen; null: the table shows the present. */
  frame = $state.raw<Frame | null>(null);
  playing = $state(false);
  /** The film as pictures, for those who want nothing to move: every entry in which something happened. */
  pictures = $state.raw<Frame[]>([]);
  private reel: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = 0;
  private goal: number | null = null;
  private seeking = false;

  readonly at = $derived.by(() => this.frame?.entry ?? this.table.entry);

  constructor(readonly table: Table) {}

  /** Show the position after `entry`. While one frame is under way only the last wish waits. */
  async seek(entry: number): Promise<void> {
    this.pause();
    const goal = Math.max(0, Math.min(entry, this.table.entry));
    if (goal === this.table.entry) {
      this.now();
      return;
    }
    this.wanted += 1;
    this.goal = goal;
    if (this.seeking) return;
    this.seeking = true;
    while (this.goal !== null) {
      const [at, turn] = [this.goal, this.wanted];
      this.goal = null;
      const reply = await this.table.ask("frame", { entry: at }).catch(() => null);
      if (turn === this.wanted && reply?.frame) this.frame = reply.frame;
    }
    this.seeking = false;
  }

  step(by: number): Promise<void> {
    return this.seek(this.at + by);
  }

  /** Back to the present. */
  now(): void {
    this.pause();
    this.wanted += 1;
    this.goal = null;
    this.frame = null;
  }

  /** Play from an entry to the present. */
  async play(from: number): Promise<void> {
    this.pause();
    this.playing = true;
    this.reel = [];
    const turn = ++this.wanted;
    let next = Math.max(0, from);
    const advance = async (): Promise<void> => {
      if (turn !== this.wanted || !this.playing) return;
      if (!this.reel.length && next < this.table.entry) {
        const reel = await this.load(next, this.table.entry);
        if (turn !== this.wanted) return;
        this.reel = reel;
        next = this.reel[this.reel.length - 1]?.entry ?? this.table.entry;
      }
      const frame = this.reel.shift();
      if (!frame || frame.entry >= this.table.entry) {
        this.now();
        return;
      }
      this.frame = frame;
      this.timer = setTimeout(() => void advance(), frame.events.length ? prefs.pace * 1000 : 120);
    };
    await advance();
  }

  /** The same as a list: frames from an entry to the present, each with what happened in it. */
  async list(from: number): Promise<void> {
    const end = this.table.entry;
    const found: Frame[] = [];
    for (let next = Math.max(0, from); next < end && found.length < MOST;) {
      const reel = await this.load(next, end);
      found.push(...reel.filter((frame) => frame.entry > next && frame.events.length));
      next = reel[reel.length - 1]?.entry ?? end;
    }
    this.pictures = found.slice(0, MOST);
  }

  /** Frames after an entry; none where the server has none to give. */
  private async load(after: number, end: number): Promise<Frame[]> {
    const reply = await this.table.ask("film", { from: after, to: Math.min(after + REEL, end) }).catch(() => null);
    return reply?.film ? unreel(reply.film) : [];
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }
}
