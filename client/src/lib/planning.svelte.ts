/** An attack planned as one: who takes part, what that comes to, and one plan sent by its button. */
import type { Table } from "./table.svelte";
import type { Choice, GatherTold, Question } from "./types";

export interface Member {
  unit: number;
  taken: boolean;
  /** Whether the player may change that. */
  free: boolean;
}

/** Those of a party who belong to a side: a question may also name whom it is about. */
export function party(told: GatherTold, side: number, sideOf: (unit: number) => number | undefined): Member[] {
  return told.members
    .map(([unit, taken, free]) => ({ unit, taken, free }))
    .filter((member) => sideOf(member.unit) === side);
}

/** The units of a party after one more is taken in, or left out. */
export function toggled(members: Member[], unit: number): number[] {
  const was = members.find((member) => member.unit === unit);
  const taken = members.filter((member) => member.taken && member.unit !== unit).map((member) => member.unit);
  return was?.taken ? taken : [...taken, unit];
}

export class Planning {
  told = $state.raw<GatherTold | null>(null);
  /** The answer that begins it; null: the question itself asks who takes part. */
  first = $state.raw<Choice | null>(null);
  side = $state(-1);
  readonly members = $derived.by(() =>
    this.told ? party(this.told, this.side, (unit) => this.table.pieceOf.get(unit)?.side) : [],
  );
  readonly taken = $derived(this.members.filter((member) => member.taken).map((member) => member.unit));
  /** Whether there is something to choose, or a target whose attack is only planned yet. */
  readonly on = $derived(this.told !== null && (this.first !== null || this.members.some((member) => member.free)));
  readonly target = $derived(this.first?.spaces[0] ?? this.told?.spaces.find((space) => this.hostile(space)) ?? -1);
  /** Whether this is already the party that promises most. */
  readonly best = $derived.by(() => {
    const wanted = new Set(this.told?.best);
    return this.members.every((member) => member.taken === wanted.has(member.unit));
  });

  private asked = 0;
  /** Questions that gather nobody, by key: they are not asked about again. */
  private readonly barren = new Set<string>();

  constructor(readonly table: Table) {}

  reset(): void {
    this.asked += 1;
    this.told = null;
    this.first = null;
  }

  /** Whether an enemy stands there. */
  hostile(space: number, side = this.side): boolean {
    return this.table.scene.pieces.some((p) => p.space === space && !p.marker && this.table.foes(side, p.side));
  }

  /** Plan what this answer begins, or what the question asks; whether there is anything to plan. */
  async open(question: Question, first: Choice | null, side: number): Promise<boolean> {
    if (!first && (this.barren.has(question.key) || !gathers(question))) return false;
    this.side = side;
    const turn = ++this.asked;
    const told = await this.ask(question, first, null);
    if (turn !== this.asked) return told !== null;
    if (!told && !first) this.barren.add(question.key);
    this.told = told;
    this.first = told ? first : null;
    return told !== null;
  }

  async toggle(question: Question, unit: number): Promise<void> {
    if (this.members.some((member) => member.unit === unit && member.free)) {
      await this.choose(question, toggled(this.members, unit));
    }
  }

  async choose(question: Question, units: number[]): Promise<void> {
    const turn = ++this.asked;
    const told = await this.ask(question, this.first, units);
    if (turn === this.asked && told) this.told = told;
  }

  private async ask(question: Question, first: Choice | null, units: number[] | null): Promise<GatherTold | null> {
    const said = { seat: question.seat, option: first?.text ?? "", units };
    return (await this.table.ask("gather", said).catch(() => null))?.gather ?? null;
  }
}

/** Whether a question looks like one that takes units in one by one: all its units come by one verb, without places. */
export function gathers(question: Question): boolean {
  const named = question.options.filter((o) => o.units.length);
  return named.length > 0 && named.every((o) => o.units.length === 1 && !o.spaces.length && o.verb === named[0]?.verb);
}
