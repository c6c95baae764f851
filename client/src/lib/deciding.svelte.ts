/** How a player arrives at an answer: nouns picked one by one, a proposal with its odds, and reasons why not. */
import type { Known } from "./gloss";
import { Marching } from "./marching.svelte";
import {
  click,
  complete,
  fitting,
  inHand,
  lit,
  meant,
  NOTHING,
  plain,
  took,
  values,
  type Noun,
  type Picked,
} from "./options";
import { Planning } from "./planning.svelte";
import { prefs } from "./prefs.svelte";
import { Refused } from "./socket";
import type { Table } from "./table.svelte";
import type { Choice, Forecast, NoteTold, Piece, Question, Refusal } from "./types";

export interface WhyNot {
  title: string;
  refusal: Refusal;
  noun: Noun | null;
}

const CONSIDERING = 160;
/** Looks at the table, forty a second, until what was taken back is gone. */
const PATIENCE = 80;
/** Answers whose consequences are looked up. */
const NOTED = 6;

export class Deciding {
  picked = $state.raw<Picked>(NOTHING);
  proposal = $state.raw<Choice | null>(null);
  forecast = $state.raw<Forecast | null>(null);
  /** The text of the option whose odds are shown; empty: those of no option. */
  foreseen = $state("");
  why = $state.raw<WhyNot | null>(null);
  busy = $state(false);

  /** What each answer that has a button does at once, by its text. */
  notes = $state.raw<Map<string, NoteTold>>(new Map());

  readonly marching: Marching;
  readonly planning: Planning;
  /** The last answer that named a place, for those that follow likewise. */
  private last = $state.raw<{ key: string; verb: string; space: number; seat: number } | null>(null);
  private repeating = false;
  /** The same again: the answer of the same kind to the same question at the same place. */
  readonly likewise = $derived.by(() => {
    const { last, question } = this;
    if (!last || question?.key !== last.key || question.seat !== last.seat) return undefined;
    return question.options.find((o) => o.verb === last.verb && o.spaces.length === 1 && o.spaces[0] === last.space);
  });

  /** The last answer to each question that asks for a number or a way of doing it, by its key. */
  private said = $state.raw<Map<string, string>>(new Map());
  /** Keys of questions answered as the last time without asking. */
  always = $state.raw<Map<string, Choice>>(new Map());
  /** The answer of the last time, where the same is asked of something else. */
  readonly again = $derived.by(() => {
    const { question, said } = this;
    if (!question || !values(question.options)) return undefined;
    const text = said.get(`${question.seat} ${question.key}`);
    return question.options.find((o) => o.text === text);
  });

  readonly question = $derived.by(() => this.table.mine);
  readonly options = $derived(this.question?.options ?? []);
  readonly choices = $derived.by(() => {
    const { units } = this.marching;
    if (!units.length || units.every((unit) => this.question?.units.includes(unit))) {
      return fitting(this.options, this.picked);
    }
    const stand = this.table.pieceOf.get(units[0] ?? -1)?.space;
    const there = (o: Choice) => !o.units.length && o.spaces.length === 1 && o.spaces[0] === stand;
    return this.options.filter((o) => there(o) || o.units.some((unit) => units.includes(unit)));
  });
  readonly plain = $derived(plain(this.options));
  readonly hand = $derived(inHand(this.options, this.question?.units ?? []));
  readonly lit = $derived(lit(this.options, this.picked, this.hand));
  /** Units shown in the prompt: what it speaks of, then what was picked, then who is to march. */
  readonly units = $derived.by(() => [
    ...new Set([
      ...(this.question?.units ?? []),
      ...this.picked.units,
      ...this.marching.units,
      ...this.marching.others.flat(),
    ]),
  ]);
  /** The side that is asked. */
  readonly side = $derived.by(() => {
    const name = this.table.chair(this.question?.seat ?? -1)?.side ?? "";
    return this.table.info?.sides.indexOf(name) ?? -1;
  });

  /** The question answered last, by one answer, and when. */
  private prior: { question: Question; choice: Choice; entry: number } | null = null;
  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  /** What the words beside an option draw on: counters, places, and who is an enemy of the side asked. */
  readonly known = $derived.by((): Known => {
    const { table, side, question } = this;
    const foe = (piece: Piece) => table.foes(side, piece.side);
    return { pieces: table.pieceOf, places: table.places, foe, free: !question?.units.length };
  });

  constructor(readonly table: Table) {
    this.marching = new Marching(table);
    this.planning = new Planning(table);
  }

  /** A new question forgets the picks of the old one, and shows the odds of a commitment at once. */
  renew(): void {
    clearTimeout(this.pause);
    this.busy = false;
    this.picked = NOTHING;
    this.proposal = null;
    this.forecast = null;
    this.why = null;
    this.notes = new Map();
    this.marching.reset();
    this.planning.reset();
    if (this.repeating) {
      const again = this.likewise;
      if (again && !this.table.lesson) {
        void this.answer(again);
        return;
      }
      this.repeating = false;
    }
    if (this.again && this.always.has(this.question?.key ?? "") && !this.table.lesson) {
      void this.answer(this.again);
      return;
    }
    if (this.question && this.waiting && this.marching.settle(this.question)) {
      const quiet = this.options[this.question.default];
      if (quiet) {
        void this.answer(quiet);
        return;
      }
    }
    if (this.question && this.waiting && this.marching.flows()) {
      void this.goOn();
      return;
    }
    void this.inTheHand();
    const first = this.question?.confirm ? this.options[0] : this.question?.units.length ? this.plain[0] : undefined;
    if (first) void this.foresee(first);
    void this.plan(null);
    void this.note();
  }

  cancel(): void {
    this.picked = NOTHING;
    this.proposal = null;
    this.forecast = null;
    this.why = null;
    this.marching.reset();
    if (this.planning.first) {
      this.planning.reset();
      void this.plan(null);
    }
    void this.inTheHand();
  }

  /** Lay out the attack that an answer begins, or that the question forms, before anything is said; whether it is one. */
  async plan(first: Choice | null): Promise<boolean> {
    const { question, planning } = this;
    if (!question || this.table.lesson || prefs.confirm) return false;
    if (!(await planning.open(question, first, this.side)) || question !== this.question) return false;
    if (first) {
      this.picked = { units: first.units, spaces: first.spaces };
      this.marching.reset(); // who was in hand to march is not who attacks
    }
    this.proposal = null;
    this.showParty();
    return true;
  }

  /** One more in the party, or one less. */
  async toggle(unit: number): Promise<void> {
    if (!this.question) return;
    await this.planning.toggle(this.question, unit);
    this.showParty();
  }

  async takeBest(): Promise<void> {
    const { question, planning } = this;
    if (!question || !planning.told) return;
    await planning.choose(question, planning.told.best);
    this.showParty();
  }

  /** Send the party as it stands. */
  async commit(): Promise<void> {
    const { told, first, taken, target } = this.planning;
    if (!told?.options.length) return;
    const spaces = target >= 0 ? [target] : [];
    await this.answer({ text: "", label: first?.label ?? told.prompt, verb: "", units: taken, spaces }, told.options);
  }

  private showParty(): void {
    const { told, on } = this.planning;
    if (!told || !on) return;
    this.asked += 1;
    this.forecast = told.forecast;
    this.foreseen = "";
  }

  /** Answers worth noting: all of few, else those aimed at enemies. */
  private noted(): Choice[] {
    if (this.options.length <= NOTED) return this.options;
    const aimed = ({ spaces }: Choice) => spaces.some((space) => this.planning.hostile(space, this.side));
    return [...this.plain, ...this.options.filter(aimed)];
  }

  /** Learn what the answers do at once, where few are left to choose from. */
  private async note(options = this.noted()): Promise<void> {
    const { question } = this;
    if (!question || options.length > NOTED || options.length < 2) return;
    const said = { seat: question.seat, options: options.map((o) => o.text) };
    const told = (await this.table.ask("notes", said).catch(() => null))?.notes;
    if (told && question === this.question)
      this.notes = new Map([...this.notes, ...told.map((one) => [one.text, one] as const)]);
  }

  /** A question where its units go shows at once how far that can be. */
  private async inTheHand(): Promise<void> {
    const { question } = this;
    if (!question?.units.length || this.table.lesson || !question.options.some((o) => o.spaces.length === 1)) return;
    if (question.units.some((unit) => this.table.pieceOf.get(unit)?.side !== this.side)) return;
    await this.marching.take(question, question.units);
  }

  /** Take units in hand to march; whether they can, or whether a later click has overtaken this one. */
  async muster(units: number[]): Promise<boolean> {
    const { question } = this;
    if (!question || !units.length || this.table.lesson) return false;
    if (units.some((unit) => this.table.pieceOf.get(unit)?.side !== this.side)) return false;
    const taken = await this.marching.take(question, units);
    if (taken === null || question !== this.question) return true;
    if (!taken) return false;
    this.picked = NOTHING;
    this.proposal = null;
    this.forecast = null;
    this.why = null;
    return true;
  }

  /** Take several stacks in hand: the first that can march shows its reach, the others follow it. */
  async musterAll(stacks: number[][]): Promise<void> {
    for (const [at, units] of stacks.entries()) {
      if (!(await this.muster(units)) || this.marching.units !== units) continue;
      this.marching.others = stacks.slice(at + 1);
      return;
    }
  }

  /** March to a place. Of a finger, and where a commitment waits there, the button in the prompt is asked for first. */
  async march(space: number, sure = false, touch = false): Promise<void> {
    const { question, marching } = this;
    const goal = marching.goals.get(space);
    if (!question || !goal?.stay || this.busy) return;
    const asks = prefs.confirm || touch || (goal.halts && question.confirm);
    if (!sure && asks && marching.held !== space) {
      marching.held = space;
      return;
    }
    const { units, via } = marching;
    if (marching.others.length) {
      marching.drop();
      marching.order(space);
      await this.goOn();
    } else if (!(await this.send(units, [...via, space]))) marching.drop();
  }

  /** Answer likewise as long as the same is asked. */
  repeat(): void {
    const again = this.likewise;
    if (!again) return;
    this.repeating = true;
    void this.answer(again);
  }

  /** Answer as the last time, now and whenever this is asked; the map says what is answered so. */
  everyTime(): void {
    const { again, question } = this;
    if (!again || !question) return;
    this.always = new Map(this.always).set(question.key, again);
    void this.answer(again);
  }

  /** Ask again. */
  askAgain(key: string): void {
    this.always = new Map([...this.always].filter(([kept]) => kept !== key));
  }

  /** Whether orders wait that whoever is asked now may send: at a shared screen the other side has none of them. */
  get waiting(): boolean {
    const units = this.marching.orders.flatMap((order) => order.units);
    return units.some((unit) => this.table.pieceOf.get(unit)?.side === this.side);
  }

  /** Send the first of the orders that wait; the others follow by themselves until something comes in. */
  async goOn(): Promise<void> {
    const { marching } = this;
    const [order, ...rest] = marching.orders;
    if (!order || this.busy || !this.question || !this.waiting) return;
    marching.begin();
    marching.orders = rest;
    if (await this.send(order.units, order.spaces)) return;
    marching.orders = [order, ...rest];
    marching.halt(this.why?.refusal.text ?? "It could not be sent.");
    this.why = null; // the queue tells it, and for as long as it waits
  }

  /** Send a march; whether there is a way for it. */
  private async send(units: number[], spaces: number[]): Promise<boolean> {
    const { question, marching } = this;
    if (!question || this.busy) return false;
    this.busy = true;
    const plan = await marching.planned(question, units, spaces);
    this.busy = false;
    if (!plan) {
      const first = question.units.find((unit) => !units.includes(unit));
      const text =
        first === undefined
          ? "They cannot go there as things stand now."
          : `First answer what ${this.table.unitName(first)} does: that is asked now.`;
      const refusal = { text, rule: "" };
      this.why = { title: this.table.spaceName(spaces[spaces.length - 1] ?? -1), refusal, noun: null };
      return false;
    }
    if (plan.halts) {
      const rest = plan.left.length ? [{ units: plan.left, spaces }] : [];
      const going = units.filter((unit) => !plan.left.includes(unit));
      const way = { units: going, spaces: spaces.slice(-1), under: true };
      marching.orders = [way, ...rest, ...marching.orders.filter((order) => !order.under)];
      marching.begin();
    }
    const only = plan.options.length === 1 ? (plan.options[0] ?? "") : "";
    await this.answer({ text: only, label: "March", verb: only.split(" ")[0] ?? "", units, spaces }, plan.options);
    return true;
  }

  /** A click on a unit or a place. `touch`: the first tap only selects, the second acts. */
  async choose(noun: Noun, touch: boolean): Promise<void> {
    this.why = null;
    if (!this.question) return;
    if (this.proposal && this.has(noun)) {
      if (touch && !this.question.confirm) await this.answer(this.proposal);
      else this.cancel();
      return;
    }
    if (this.has(noun)) {
      this.cancel();
      return;
    }
    const found = click(this.options, this.picked, noun);
    if (!found) {
      await this.explain(noun);
      return;
    }
    this.picked = found.picked;
    if (!found.choice) {
      this.proposal = null;
      this.forecast = null;
      if (this.choices.some((o) => !this.notes.has(o.text))) void this.note([...this.plain, ...this.choices]);
      return;
    }
    const aimed = found.choice.spaces.length === 1 && this.planning.hostile(found.choice.spaces[0] ?? -1, this.side);
    if (aimed && (await this.plan(found.choice))) return;
    if (!this.question) return;
    const held = this.question.confirm || prefs.confirm || touch || !complete(found.choice, found.picked, this.hand);
    if (held) this.propose(found.choice);
    else await this.answer(found.choice);
  }

  /** A click in the list names the whole deed: it acts, unless the player wishes to confirm. */
  async take(choice: Choice): Promise<void> {
    if (prefs.confirm && this.proposal?.text !== choice.text) this.propose(choice);
    else await this.answer(choice);
  }

  propose(choice: Choice): void {
    this.proposal = choice;
    this.picked = { units: choice.units, spaces: choice.spaces };
    void this.foresee(choice);
  }

  /** Who points at somebody else than the units just taken in hand means those: the taking is undone; whether it was. */
  async instead(unit: number, space: number): Promise<boolean> {
    const { prior, question, table } = this;
    if (!prior || !question?.units.length || question.units.includes(unit) || !table.undo || table.lesson) return false;
    if (question.seat !== prior.question.seat || table.entry !== prior.entry + 1) return false;
    if (!took(prior.choice, question.units, (u) => table.pieceOf.get(u)?.space ?? -1)) return false;
    const named = (o: Choice) => o.units.includes(unit) || (!o.units.length && o.spaces.includes(space));
    if (!prior.question.options.some((o) => o.verb === prior.choice.verb && named(o))) return false;
    await table.takeBack();
    await this.other(question);
    return this.question !== null && this.question !== question;
  }

  /** Wait until something else is asked. */
  private async other(question: Question | null): Promise<void> {
    for (let i = 0; i < PATIENCE && this.question === question; i++) await new Promise((go) => setTimeout(go, 25));
  }

  /**
   * Who has only been taken in hand is set to work by a click on an enemy whom no march leads to: he may be fired on.
   * If he may not, that is told and nothing is begun. Whether there was a work to begin.
   */
  async setToWork(space: number): Promise<boolean> {
    const { question, table } = this;
    const { units } = this.marching;
    if (!question || table.lesson || !this.planning.hostile(space, this.side)) return false;
    const begun = question.units.length ? this.allOfThem() : this.alone();
    if (!begun) return false;
    await this.answer(begun);
    await this.other(question);
    const asked = this.question;
    if (asked?.seat !== question.seat || asked === question) return false;
    const target: Noun = { kind: "space", id: space };
    if (this.lit.spaces.has(space)) {
      await this.choose(target, true); // its odds are shown before a die is thrown
      return true;
    }
    await this.explain(target);
    const { why } = this;
    if (!table.undo) return true;
    await table.takeBack();
    await this.other(asked);
    await this.muster(units);
    this.why = why;
    return true;
  }

  /** The answer that sets the one unit in hand to work, if it is the only one for it. */
  private alone(): Choice | undefined {
    const { units, others } = this.marching;
    const [only, ...more] = this.choices.filter((o) => o.units.length);
    return units.length === 1 && !others.length && !more.length && !only?.spaces.length ? only : undefined;
  }

  /** The quiet answer to who of a stack just taken goes along: all of them. */
  private allOfThem(): Choice | undefined {
    const { question, prior, options } = this;
    if (!question || !prior || prior.question.units.length || this.table.entry !== prior.entry + 1) return undefined;
    const quiet = options[question.default];
    const named = options.filter((o) => o !== quiet);
    const theirs = named.every(
      (o) => !o.spaces.length && o.units.length && o.units.every((u) => question.units.includes(u)),
    );
    return theirs && named.length && quiet && !quiet.units.length && !quiet.spaces.length ? quiet : undefined;
  }

  /** Answer; no second answer goes out before the table has moved on or refused. */
  async answer(choice: Choice, plan = [choice.text]): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const { question } = this;
    this.prior = question && plan.length === 1 ? { question, choice, entry: this.table.entry } : null;
    const [space] = choice.spaces;
    const told = question && choice.text && space !== undefined && choice.spaces.length === 1;
    this.last = told ? { key: question.key, verb: choice.verb, space, seat: question.seat } : null;
    if (question && values(question.options))
      this.said = new Map(this.said).set(`${question.seat} ${question.key}`, choice.text);
    try {
      const ack = await this.table.answer(...plan);
      if (this.table.entry >= (ack.entry ?? 0)) this.busy = false;
    } catch (error) {
      this.busy = false;
      this.repeating = false;
      if (!(error instanceof Refused)) throw error;
      this.why = { title: choice.label, refusal: { text: error.message, rule: error.rule }, noun: null };
    }
  }

  /** The exact odds of an option, where the game knows them. */
  async foresee(choice: Choice): Promise<void> {
    const turn = ++this.asked;
    const reply = await this.table
      .ask("forecast", { seat: this.question?.seat ?? this.table.view, option: choice.text })
      .catch(() => null);
    if (turn !== this.asked) return;
    this.forecast = reply?.forecast ?? null;
    this.foreseen = choice.text;
  }

  /** Pointing at an option shows its odds, where the question is one with odds. */
  consider(choice: Choice): void {
    clearTimeout(this.pause);
    if (!this.question || this.proposal || !(this.question.confirm || this.forecast)) return;
    this.pause = setTimeout(() => void this.foresee(choice), CONSIDERING);
  }

  /** The odds of an enemy attack on a place. */
  async threaten(space: number): Promise<void> {
    const turn = ++this.asked;
    const reply = await this.table.ask("forecast", { seat: this.table.view, space }).catch(() => null);
    if (turn !== this.asked) return;
    this.forecast = reply?.forecast ?? null;
    this.foreseen = "";
    if (this.forecast) return;
    const refusal = { text: "No enemy can attack here as things stand.", rule: "" };
    this.why = { title: this.table.spaceName(space), refusal, noun: null };
  }

  /** Why this unit or place cannot be chosen now. */
  async explain(noun: Noun): Promise<void> {
    const question = this.question;
    if (!question) return;
    const name = noun.kind === "unit" ? this.table.unitName(noun.id) : this.table.spaceName(noun.id);
    const { units } = this.marching;
    if (noun.kind === "space" && units.length && !question.units.length && !this.planning.hostile(noun.id, this.side)) {
      const asked = { seat: question.seat, units, spaces: [noun.id] };
      const told = await this.table.ask("barred", asked).catch(() => null);
      const far = `${units.map((unit) => this.table.unitName(unit)).join(", ")} cannot get there now.`;
      this.why = { title: `Why not ${name}?`, refusal: told?.refusal ?? { text: far, rule: "" }, noun };
      return;
    }
    // Who points at an enemy means what is done to enemies, where anything is.
    const foe = (space: number) => this.planning.hostile(space, this.side);
    const aims = ({ spaces }: Choice) => Number(noun.kind === "space" && foe(noun.id) && spaces.some(foe));
    const options = [...question.options].sort((a, b) => aims(b) - aims(a));
    const option = meant({ ...question, options }, this.picked, noun, this.table.names);
    if (!option) return;
    const reply = await this.table.ask("why", { seat: question.seat, option }).catch(() => null);
    if (reply?.refusal) this.why = { title: `Why not ${name}?`, refusal: reply.refusal, noun };
  }

  has(noun: Noun): boolean {
    return (noun.kind === "unit" ? this.picked.units : this.picked.spaces).includes(noun.id);
  }
}
