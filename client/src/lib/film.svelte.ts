/** Looking back: the position after any entry, played as a film or stepped through. */
import { opened, shots, type Shot } from "./episodes";
import { prefs } from "./prefs.svelte";
import { unreel } from "./reel";
import type { Table } from "./table.svelte";
import type { Frame, Scene } from "./types";

const REEL = 60;
const MOST = 300;
/** Letters read in a second. */
const READ = 28;

export class Film {
  /** The frame on the screen; null: the table shows the present. */
  frame = $state.raw<Frame | null>(null);
  playing = $state(false);
  /** The film as far as it is loaded. */
  shots = $state.raw<Shot[]>([]);
  /** Which of them is on the screen; -1: none, the frame stands for itself. */
  index = $state(-1);
  /** Whether somebody wished to see where it happened: the map goes there, as in a film. */
  visits = $state(false);
  /** The film as pictures. */
  pictures = $state.raw<Shot[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = 0;
  private goal: number | null = null;
  private seeking = false;
  private visiting = false;
  /** The position before the film, and the entry up to which it is loaded. */
  private start: Scene | null = null;
  private loaded = 0;
  /** What is loaded, as it came: an event may go on where a part of the film ends. */
  private frames: Frame[] = [];
  private from = 0;

  readonly at = $derived.by(() => this.frame?.entry ?? this.table.entry);
  readonly shot = $derived(this.shots[this.index] ?? null);

  constructor(readonly table: Table) {}

  /** Show the position after `entry`, and where it came about. While one frame is under way only the last wish waits. */
  async seek(entry: number, visits = false): Promise<void> {
    this.pause();
    this.index = -1;
    this.visiting = visits;
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
      if (turn !== this.wanted || !reply?.frame) continue;
      this.frame = reply.frame;
      this.visits = this.visiting;
    }
    this.seeking = false;
  }

  /** To the next entry; in a film to the next event. */
  async step(by: number): Promise<void> {
    if (this.index < 0) return this.seek(this.at + by);
    this.pause();
    await this.show(Math.max(0, this.index + by), ++this.wanted);
  }

  /** Back to the present. */
  now(): void {
    this.pause();
    this.wanted += 1;
    this.goal = null;
    this.frame = null;
    this.index = -1;
    this.shots = [];
  }

  /** Play from an entry to the present. */
  async play(from: number): Promise<void> {
    this.pause();
    this.playing = true;
    const turn = ++this.wanted;
    this.shots = [];
    this.frames = [];
    this.index = -1;
    this.from = this.loaded = Math.max(0, from);
    void this.table.learn(this.loaded);
    this.start = await this.before(this.loaded);
    if (turn === this.wanted) await this.show(0, turn);
  }

  /** Go on with a film that was halted. */
  async resume(): Promise<void> {
    this.playing = true;
    await this.show(this.index + 1, ++this.wanted);
  }

  /** Show an event of the film, and in its time the next one; after the last the present, with its arrows. */
  private async show(index: number, turn: number): Promise<void> {
    // The last event known may go on in what is not loaded yet.
    while (index >= this.shots.length - 1 && this.loaded < this.table.entry) {
      const more = await this.load(this.loaded, this.table.entry);
      if (turn !== this.wanted) return;
      this.loaded = more[more.length - 1]?.entry ?? this.table.entry;
      const [first, ...others] = more;
      // A turn begins with the entry before its first.
      const heads = this.frames.length ? [] : opened(this.table.log, this.from);
      if (first) this.frames = [...this.frames, { ...first, events: [...heads, ...first.events] }, ...others];
      this.shots = shots(this.frames, this.start ?? this.table.scene, this.table.opening);
    }
    const shot = this.shots[index];
    if (!shot) {
      if (this.start) this.table.tellAgain(this.start, this.from);
      this.now();
      return;
    }
    this.index = index;
    this.frame = shot;
    if (!this.playing) return;
    const letters = shot.events.reduce((sum, line) => sum + line.text.length, 0);
    const seconds = prefs.pace + Math.min(letters, 400) / READ;
    this.timer = setTimeout(() => void this.show(index + 1, turn), seconds * 1000);
  }

  /** The same as a list: pictures from an entry to the present. */
  async list(from: number): Promise<void> {
    const end = this.table.entry;
    const found: Frame[] = [];
    void this.table.learn(from);
    const before = await this.before(from);
    for (let next = Math.max(0, from); next < end && found.length < MOST;) {
      const reel = await this.load(next, end);
      found.push(...reel.filter((frame) => frame.entry > next));
      next = reel[reel.length - 1]?.entry ?? end;
    }
    this.pictures = shots(found, before, this.table.opening).slice(0, MOST);
  }

  /** The position after an entry. */
  private async before(entry: number): Promise<Scene> {
    const reply = await this.table.ask("frame", { entry }).catch(() => null);
    return reply?.frame?.scene ?? this.table.scene;
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
