/** From a list of options to what may be clicked: one verb with its nouns, chosen noun by noun. */
import type { Choice, Question } from "./types";

export interface Picked {
  units: number[];
  spaces: number[];
}

export interface Names {
  units: string[];
  spaces: string[];
}

export type Noun = { kind: "unit" | "space"; id: number };

export const NOTHING: Picked = { units: [], spaces: [] };

const JOIN = " > ";
const ALSO = " & ";

/** Options that name everything picked so far. */
export function fitting(options: Choice[], picked: Picked): Choice[] {
  return options.filter(
    (o) => picked.units.every((u) => o.units.includes(u)) && picked.spaces.every((s) => o.spaces.includes(s)),
  );
}

/** Whether some option of places alone begins at this one: who points there has changed his mind, whatever is picked. */
export function begins(options: Choice[], space: number): boolean {
  return options.some((o) => !o.units.length && o.spaces[0] === space);
}

/**
 * Whether a question has something for a unit: by its own name or, as long as it speaks of no units, by that of its
 * place. From then on a place is where those go, not who stands there.
 */
export function wants({ options, units }: Question, open: Lit, unit: number, space: number): boolean {
  if (open.units.has(unit) || options.some((o) => o.units.includes(unit))) return true;
  const there = (o: Choice) => !o.units.length && o.spaces.length === 1 && o.spaces[0] === space;
  return !units.length && (open.spaces.has(space) || options.some(there));
}

/** Options that name nothing: finishing, declining, agreeing. They are buttons whatever is picked. */
export function plain(options: Choice[]): Choice[] {
  return options.filter((o) => !o.units.length && !o.spaces.length);
}

/** From so many ways of doing one thing on, the last one taken is worth a button. */
const MANY = 5;

/** Whether the answers differ only in how much or in which way: one verb, no unit, no place. */
export function values(options: Choice[]): boolean {
  return (
    options.length >= MANY && options.every((o) => !o.units.length && !o.spaces.length && o.verb === options[0]?.verb)
  );
}

export interface Lit {
  /** Units that may be clicked next. */
  units: Set<number>;
  /** Places that may be clicked next. */
  spaces: Set<number>;
}

/**
 * What the next click may name. Units go before places: while some fitting option still wants a unit, only units are
 * lit, unless the options speak of places alone. Who is in `hand` need not be named to be sent somewhere.
 */
export function lit(options: Choice[], picked: Picked, hand: number[] = []): Lit {
  const units = new Set<number>();
  const spaces = new Set<number>();
  const fit = fitting(options, picked);
  const held = (o: Choice) => o.spaces.length > 0 && o.units.every((u) => picked.units.includes(u) || hand.includes(u));
  for (const o of fit) if (!held(o)) for (const u of o.units) if (!picked.units.includes(u)) units.add(u);
  for (const o of fit)
    if (held(o) || !units.size) for (const s of o.spaces) if (!picked.spaces.includes(s)) spaces.add(s);
  return { units, spaces };
}

/**
 * The unit that need not be named, as a place is enough to say where it goes: the one that a question is about, or the
 * one that stands for all it is about, since no option names another.
 */
export function inHand(options: Choice[], about: number[]): number[] {
  const named = new Set(options.flatMap((o) => o.units));
  return about.length === 1 ? about : about.filter((u) => named.size === 1 && named.has(u));
}

/**
 * Whether an answer took these units in hand: it named one of them or, naming no unit, the place where one stands. Where
 * one unit after the other is put somewhere, it took none: the question has gone on to the next.
 */
export function took(choice: Choice, units: number[], stand: (unit: number) => number): boolean {
  return units.some((u) => (choice.units.length ? choice.units.includes(u) : choice.spaces.includes(stand(u))));
}

/** What a click leads to: the new picks, and the option when only one is left that names exactly them. */
export function click(options: Choice[], picked: Picked, noun: Noun): { picked: Picked; choice: Choice | null } | null {
  const wider = add(picked, noun);
  let fit = fitting(options, wider);
  let next = wider;
  if (!fit.length) {
    next = add(NOTHING, noun);
    fit = fitting(options, next);
    if (!fit.length) return null;
  }
  const [only] = fit;
  return { picked: next, choice: fit.length === 1 && only ? only : null };
}

function add(picked: Picked, noun: Noun): Picked {
  if (noun.kind === "unit") {
    return picked.units.includes(noun.id) ? picked : { ...picked, units: [...picked.units, noun.id] };
  }
  return picked.spaces.includes(noun.id) ? picked : { ...picked, spaces: [...picked.spaces, noun.id] };
}

/** Whether every noun of the option has been named by the player himself (then a click may answer at once). */
export function complete(choice: Choice, picked: Picked, hand: number[] = []): boolean {
  return (
    choice.units.every((u) => picked.units.includes(u) || hand.includes(u)) &&
    choice.spaces.every((s) => picked.spaces.includes(s))
  );
}

/**
 * The text of the option the player seems to mean by clicking something that is not offered: an offered option of the
 * same verb with its noun replaced. Null where no offered option has a noun of that kind.
 */
export function meant(question: Question, picked: Picked, noun: Noun, names: Names): string | null {
  const fit = fitting(question.options, picked);
  const pools = [fit.length ? fit : question.options, question.options];
  for (const pool of pools) {
    for (const option of pool) {
      const text = replaced(option, picked, noun, names);
      if (text !== null) return text;
    }
  }
  return null;
}

function replaced(option: Choice, picked: Picked, noun: Noun, names: Names): string | null {
  const table = noun.kind === "unit" ? names.units : names.spaces;
  const ids = noun.kind === "unit" ? option.units : option.spaces;
  const held = noun.kind === "unit" ? picked.units : picked.spaces;
  const old = ids.find((id) => !held.includes(id)) ?? ids[0];
  const fresh = table[noun.id];
  const printed = old === undefined ? undefined : table[old];
  if (printed === undefined || fresh === undefined) return null;
  const space = option.text.indexOf(" ");
  if (space < 0) return null;
  const nouns = option.text.slice(space + 1).split(JOIN);
  const at = nouns.findIndex((part) => part.split(ALSO).includes(printed));
  if (at < 0) return null;
  nouns[at] =
    nouns[at]
      ?.split(ALSO)
      .map((part) => (part === printed ? fresh : part))
      .join(ALSO) ?? fresh;
  return `${option.text.slice(0, space)} ${nouns.join(JOIN)}`;
}

/** Options whose label holds every word typed. */
export function search(options: Choice[], words: string): Choice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return options.filter((o) => wanted.every((word) => o.label.toLowerCase().includes(word)));
}
