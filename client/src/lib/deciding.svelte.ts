/** How a player arrives at an answer: nouns picked one by one, a proposal with its odds, and reasons why not. */
import { click, complete, fitting, inHand, lit, meant, NOTHING, plain, type Noun, type Picked } from "./options";
import { prefs } from "./prefs.svelte";
import { Refused } from "./socket";
import type { Table } from "./table.svelte";
import type { Choice, Forecast, Refusal } from "./types";

export interface WhyNot {
  title: string;
  refusal: Refusal;
  noun: Noun | null;
}

const CONSIDERING = 160;

export class Deciding {
  picked = $state.raw<Picked>(NOTHING);
  proposal = $state.raw<Choice | null>(null);
  forecast = $state.raw<Forecast | null>(null);
  /** The text of the option whose odds are shown; empty: those of no option. */
  foreseen = $state("");
  why = $state.raw<WhyNot | null>(null);
  busy = $state(false);

  readonly question = $derived.by(() => this.table.mine);
  readonly options = $derived(this.question?.options ?? []);
  readonly choices = $derived(fitting(this.options, this.picked));
  readonly plain = $derived(plain(this.options));
  readonly hand = $derived(inHand(this.options, this.question?.units ?? []));
  readonly lit = $derived(lit(this.options, this.picked, this.hand));
  /** Units shown in the prompt: what it speaks of, then what was picked. */
  readonly units = $derived([...new Set([...(this.question?.units ?? []), ...this.picked.units])]);

  private asked = 0;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: Table) {}

  /** A new question forgets the picks of the old one, and shows the odds of a commitment at once. */
  renew(): void {
    clearTimeout(this.pause);
    this.busy = false;
    this.picked = NOTHING;
    this.proposal = null;
    this.forecast = null;
    this.why = null;
    const first = this.question?.confirm ? this.options[0] : this.question?.units.length ? this.plain[0] : undefined;
    if (first) void this.foresee(first);
  }

  cancel(): void {
    this.picked = NOTHING;
    this.proposal = null;
    this.forecast = null;
    this.why = null;
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
      return;
    }
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

  /** Answer; no second answer goes out before the table has moved on or refused. */
  async answer(choice: Choice): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      const ack = await this.table.answer(choice);
      if (this.table.entry >= (ack.entry ?? 0)) this.busy = false;
    } catch (error) {
      this.busy = false;
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
    const option = meant(question, this.picked, noun, this.table.names);
    if (!option) return;
    const reply = await this.table.ask("why", { seat: question.seat, option }).catch(() => null);
    if (reply?.refusal) this.why = { title: `Why not ${name}?`, refusal: reply.refusal, noun };
  }

  has(noun: Noun): boolean {
    return (noun.kind === "unit" ? this.picked.units : this.picked.spaces).includes(noun.id);
  }
}
