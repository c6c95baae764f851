/** What a row of the option list says besides its label: whose picture, where, what kind of place; and its heading. */
import { capital } from "./words";
import type { Choice, Piece, Place } from "./types";

export interface Known {
  pieces: Map<number, Piece>;
  places: Map<number, Place>;
  /** Whether a counter is an enemy of who is asked. */
  foe?: (piece: Piece) => boolean;
  /** Nobody is in hand: a place is chosen for whoever stands there. */
  free?: boolean;
}

export interface Row {
  choice: Choice;
  /** The label without the words its heading already says. */
  label: string;
  note: string;
  /** The one unit the option names, for its picture; null where all rows are about the same one. */
  piece: Piece | null;
}

export interface Group {
  heading: string;
  /** What is true of every row. */
  note: string;
  rows: Row[];
}

const FEW = 3;
const FACTS = 3;
/** Units of a place that are named, and facts told behind them. */
const NAMED = 3;
const BESIDE = 2;

/**
 * Options under one heading a verb, in the order given; short lists and verbs of one option have no heading. Where to
 * with the unit in `hand` comes before all else.
 */
export function grouped(options: Choice[], known: Known, hand: number[] = []): Group[] {
  const verbs = new Map<string, Choice[]>();
  for (const choice of options) verbs.set(choice.verb, [...(verbs.get(choice.verb) ?? []), choice]);
  const held = (choices: Choice[]) =>
    hand.length === 1 && choices.every((c) => c.spaces.length && c.units.length === 1 && c.units[0] === hand[0]);
  const ordered = [...verbs.values()].sort((a, b) => Number(held(b)) - Number(held(a)));
  return ordered.map((choices) => {
    const words =
      choices.length >= FEW
        ? shared(
            choices.map((c) => c.label),
            oneUnit(choices),
          )
        : "";
    const rows = choices
      .map((choice) => row(choice, choice.label.slice(words.length).trimStart(), known))
      .map((made) => (choices.length >= FEW && oneUnit(choices) ? { ...made, piece: null } : made));
    const common = words && rows.every((r) => r.note === rows[0]?.note) ? (rows[0]?.note ?? "") : "";
    return { heading: capital(words), note: common, rows: common ? rows.map((r) => ({ ...r, note: "" })) : rows };
  });
}

/** Whether all options speak of one and the same unit. */
function oneUnit(choices: Choice[]): boolean {
  const [unit] = choices[0]?.units ?? [];
  return unit !== undefined && choices.every((c) => c.units.length === 1 && c.units[0] === unit);
}

/**
 * The words every label begins with. Figures and names belong to the rows, so only whole words of letters count,
 * unless the name they share is `named` in all of them.
 */
export function shared(labels: string[], named = false): string {
  const [first = ""] = labels;
  const words = first.split(" ");
  let kept = 0;
  while (kept < words.length - 1 && (named || /^[\p{L}-]+,?$/u.test(words[kept] ?? ""))) {
    const start = `${words.slice(0, kept + 1).join(" ")} `;
    if (!labels.every((label) => label.startsWith(start))) break;
    kept += 1;
  }
  return words.slice(0, kept).join(" ");
}

function row(choice: Choice, label: string, known: Known): Row {
  const [unit] = choice.units;
  const piece = choice.units.length === 1 && unit !== undefined ? (known.pieces.get(unit) ?? null) : null;
  return { choice, label: capital(label), note: note(choice, known), piece };
}

/** Where a unit stands, or who holds a place and what it is called and like: what the label leaves out. */
export function note(choice: Choice, known: Known): string {
  const [space] = choice.spaces.slice(-1);
  const place = space === undefined ? undefined : known.places.get(space);
  if (place) {
    const there = choice.units.length ? "" : standing(place.space, known);
    const facts = place.facts.slice(0, there ? BESIDE : FACTS);
    return [there, unsaid(place.name, choice.label), ...facts].filter(Boolean).join(" · ");
  }
  const here = new Set(choice.units.map((unit) => known.pieces.get(unit)?.space ?? -1));
  const [only] = here;
  if (here.size !== 1 || only === undefined) return "";
  return unsaid(known.places.get(only)?.name ?? "", choice.label);
}

/** The enemies in a place, or friends where it is chosen for them; of many the first. */
function standing(space: number, { pieces, foe, free }: Known): string {
  const here = [...pieces.values()].filter((p) => p.space === space && p.unit >= 0);
  const foes = foe ? here.filter(foe) : [];
  const there = foes.length || !free ? foes : here;
  const more = there.length > NAMED ? ` and ${there.length - NAMED} more` : "";
  return (
    there
      .slice(0, NAMED)
      .map((p) => p.name)
      .join(", ") + more
  );
}

/** A name without the words the label has; nothing where the label has it all. */
function unsaid(name: string, label: string): string {
  if (label.includes(name)) return "";
  const [number = "", ...rest] = name.split(" ");
  return rest.length && label.split(" ").includes(number) ? rest.join(" ") : name;
}
