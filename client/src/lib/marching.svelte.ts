/** Whole marches: where the units in hand can go, the way under the pointer, and one plan sent by a click. */
import { abreast, halting, queued, type Glance, type Order } from "./queue";
import type { Table } from "./table.svelte";
import type { Goal, Point, Question, WayTold } from "./types";

const RESTING = 220;

export class Marching {
  units = $state.raw<number[]>([]);
  /** Other stacks taken by the same lasso: they follow to the same goal. */
  others = $state.raw<number[][]>([]);
  goals = $state.raw<Map<number, Goal>>(new Map());
  /** Places the march goes by, in order. */
  via = $state.raw<number[]>([]);
  /** The way to each of `via`, one after the other. */
  private trail = $state.raw<number[]>([]);
  /** The place pointed at; -1: none. */
  over = $state(-1);
  /** A goal that waits for its button: something comes in there. */
  held = $state(-1);
  /** What is still to be sent: orders given for later, and what is left of a march that something came in between. */
  orders = $state.raw<Order[]>([]);
  /** Why they do not go on by themselves; empty: they were not begun, or are under way. */
  halted = $state("");
  /** How the table stood when the last of them was sent; null: none is under way. */
  private sent: Glance | null = null;

  readonly on = $derived(this.goals.size > 0);
  readonly aim = $derived(this.held >= 0 ? this.held : this.over);
  readonly goal = $derived(this.goals.get(this.aim));
  /** From where the units stand to the place pointed at. */
  readonly path = $derived.by(() => [...this.start(), ...this.trail, ...this.back(this.aim)]);
  readonly open = $derived([...this.goals.values()].filter((goal) => goal.stay));

  /** Who could come in on the way to the place pointed at, and where. */
  risks = $state.raw<WayTold["risks"]>([]);
  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: Table) {}

  reset(): void {
    this.asked += 1;
    this.units = [];
    this.others = [];
    this.goals = new Map();
    this.via = [];
    this.trail = [];
    this.over = -1;
    this.held = -1;
    this.weigh(null);
  }

  /** Send the units in hand there later, after the orders that wait already. */
  later(space: number): void {
    if (!this.goals.get(space)?.stay) return;
    this.order(space);
    this.reset();
  }

  /** Order those in hand there: other stacks to the same goal, or, those in front first, to their places beside it. */
  order(space: number): void {
    const { places, pieceOf, board } = this.table;
    const where = (units: number[]) => pieceOf.get(units[0] ?? -1)?.space ?? -1;
    const lead = where(this.units);
    const all: Order[] = [{ units: this.units, spaces: [...this.via, space] }];
    for (const units of this.others)
      all.push({ units, spaces: [board?.abreast ? abreast(places, lead, space, where(units)) : space] });
    if (board?.abreast) {
      const from: Point = places.get(lead)?.anchor ?? [0, 0];
      const to: Point = places.get(space)?.anchor ?? from;
      const ahead = ({ units }: Order) => {
        const at = places.get(where(units))?.anchor ?? from;
        return at[0] * (to[0] - from[0]) + at[1] * (to[1] - from[1]);
      };
      all.sort((a, b) => ahead(b) - ahead(a));
    }
    for (const order of all) this.orders = queued(this.orders, order);
  }

  /** Forget the orders, or one of them. */
  drop(): void {
    this.orders = [];
    this.halted = "";
    this.sent = null;
  }

  strike(at: number): void {
    this.orders = this.orders.filter((_, i) => i !== at);
    if (!this.orders.length) this.drop();
  }

  /** An order goes out: from here on something may come in. */
  begin(): void {
    this.halted = "";
    this.sent = { entry: this.table.entry, pieces: this.table.pieceOf };
  }

  halt(why: string): void {
    this.halted = why;
    this.sent = null;
  }

  /** Forget what is left of a march that is over: its units are there, or are not asked about any more. Whether those
   * who have come there are still asked what they do, while others wait for their turn. */
  settle(question: Question): boolean {
    const there = (unit: number, spaces: number[]) => this.table.pieceOf.get(unit)?.space === spaces[spaces.length - 1];
    const asked = ({ units }: Order) => units.every((unit) => question.units.includes(unit));
    const come = ({ units, spaces }: Order) => units.every((unit) => there(unit, spaces));
    const over = this.orders.filter((order) => order.under && (come(order) || !asked(order)));
    this.orders = this.orders.filter((order) => !over.includes(order));
    return this.sent !== null && this.orders.length > 0 && over.some((order) => come(order) && asked(order));
  }

  /** Whether the next order may follow by itself; if something came in, the orders halt and say why. */
  flows(): boolean {
    const { sent, orders, table } = this;
    if (!sent || !orders.length) return false;
    const { entry, pieceOf: pieces, tape, you } = table;
    const unitName = (unit: number) => table.unitName(unit);
    const sideOf = (seat: number) => table.chair(seat)?.side ?? "Another side";
    const why = halting(sent, { entry, pieces, tape, you, unitName, sideOf }, orders);
    if (why) this.halt(why);
    return !why;
  }

  /** Where the pointer rests, learn who could come in on the way there. */
  weigh(question: Question | null): void {
    clearTimeout(this.pause);
    if (this.risks.length) this.risks = [];
    const { aim, units, via } = this;
    if (!question || !this.goals.get(aim)?.stay) return;
    this.pause = setTimeout(async () => {
      const told = await this.planned(question, units, [...via, aim]);
      if (this.aim === aim && this.units === units) this.risks = told?.risks ?? [];
    }, RESTING);
  }

  /** Take these units in hand; whether they can go anywhere. Null: something else was asked for meanwhile. */
  async take(question: Question, units: number[]): Promise<boolean | null> {
    const turn = ++this.asked;
    const goals = await this.ask(question, units, []);
    if (turn !== this.asked) return null;
    if (!goals?.size) return false;
    this.reset();
    this.units = units;
    this.goals = goals;
    return true;
  }

  /** Go by this place. */
  async by(question: Question, space: number): Promise<void> {
    const goal = this.goals.get(space);
    if (!goal || goal.halts) return;
    const turn = ++this.asked;
    const via = [...this.via, space];
    const goals = await this.ask(question, this.units, via);
    if (turn !== this.asked || !goals?.size) return;
    this.trail = [...this.trail, ...this.back(space)];
    this.via = via;
    this.goals = goals;
    this.held = -1;
    this.over = -1;
  }

  /** The plan that brings the units in hand to a place. */
  async plan(question: Question, space: number): Promise<WayTold | null> {
    return this.planned(question, this.units, [...this.via, space]);
  }

  async planned(question: Question, units: number[], spaces: number[]): Promise<WayTold | null> {
    const reply = await this.table.ask("way", { seat: question.seat, units, spaces }).catch(() => null);
    return reply?.way ?? null;
  }

  private async ask(question: Question, units: number[], spaces: number[]): Promise<Map<number, Goal> | null> {
    const reply = await this.table.ask("ways", { seat: question.seat, units, spaces }).catch(() => null);
    if (!reply?.ways) return null;
    const goals = reply.ways.map(([space, cost, back, stay, halts]): Goal => ({ space, cost, back, stay, halts }));
    return new Map(goals.map((goal) => [goal.space, goal]));
  }

  private start(): number[] {
    const at = this.table.pieceOf.get(this.units[0] ?? -1)?.space;
    return at === undefined ? [] : [at];
  }

  /** The way from the last way-point, or from where the units stand, to a place. */
  private back(space: number): number[] {
    const line: number[] = [];
    for (let goal = this.goals.get(space); goal && line.length < 400; goal = this.goals.get(goal.back)) {
      if (line.includes(goal.space)) break;
      line.unshift(goal.space);
    }
    return line;
  }
}
