/** What happened told as a story: a march is one event, a fight with all that came of it another. */
import { folded, type Folded } from "./folding";
import { changes, MARCHES, type Change } from "./story";
import { TABLE, type Frame, type Line, type Scene, type Why } from "./types";

export interface Episode {
  /** The last entry of the episode before it. */
  after: number;
  /** The entries it began and ended with. */
  first: number;
  entry: number;
  /** Turns, phases and whatever else the table told before it. */
  heads: Line[];
  lines: Line[];
  /** The way of a march, place by place; empty: it is none. */
  path: number[];
}

/** An episode as a picture: the position after it, and what stands elsewhere than before. */
export type Shot = Frame & { episode: Episode; moved: Change[] };

export interface Namer {
  unitName(unit: number): string;
  spaceName(space: number): string;
}

/** Those whose words say no more than from where to where. */
const PLAIN = new Set(["Moved", "Marched"]);
/** Lines of one picture. */
const MOST = 12;
const NAMED = 4;
/** Places of a way that are named, and those at each end of a longer one. */
const LONG = 12;
const ENDS = 3;

/** Those that only count what came of the line before. */
const COUNTS = new Set(["Scored"]);

const isHead = (line: Line) => line.seat === TABLE && !line.units.length && !line.spaces.length;
const isRoll = (line: Line) => line.kind === "Roll";
const isMarch = (line: Line) => MARCHES.has(line.kind) && line.units.length > 0 && line.spaces.length > 1;

/** Turns and phases that the last line before a story opened; what only counts belongs to the line before. */
export function opened(lines: Line[], entry: number): Line[] {
  const there = lines.filter((line) => line.entry === entry && !COUNTS.has(line.kind));
  return there.slice(there.findLastIndex((line) => !isHead(line)) + 1);
}

/** What is known besides the lines themselves. */
export interface Setting {
  /** The entry of the first turn: what was told before it is set-up. */
  opening?: number;
  /** Where a unit may have stood when an entry was made. */
  stood?: (unit: number, entry: number) => number[];
}

/** Lines in order of time as episodes. A forced answer tells nothing that its outcome does not tell. */
export function episodes(lines: Line[], setting: Setting = {}): Episode[] {
  const told: Episode[] = [];
  let heads: Line[] = [];
  /** Dice belong to what came of them. */
  let rolled: Line[] = [];
  for (const line of lines) {
    if (line.kind === "Only") continue;
    const before = heads.length ? undefined : told[told.length - 1];
    if (before?.entry === line.entry && COUNTS.has(line.kind)) before.lines.push(line);
    else if (isHead(line)) heads.push(line);
    else if (isRoll(line)) rolled.push(line);
    else {
      const last = told[told.length - 1];
      const path = isMarch(line) ? [...line.spaces] : [];
      if (last && !heads.length && continues(last, line, rolled.length > 0, setting)) {
        last.path.push(...(last.path.length ? path.slice(1) : path));
        last.lines.push(...rolled, line);
        last.entry = line.entry;
      } else {
        const all = [...rolled, line];
        const after = last?.entry ?? 0;
        told.push({ after, first: all[0]?.entry ?? line.entry, entry: line.entry, heads, lines: all, path });
        heads = [];
      }
      rolled = [];
    }
  }
  const rest = [...rolled, ...heads];
  const entry = rest[rest.length - 1]?.entry;
  const after = told[told.length - 1]?.entry ?? 0;
  if (entry !== undefined) told.push({ after, first: rest[0]?.entry ?? entry, entry, heads, lines: rolled, path: [] });
  return told;
}

const isSilent = (line: Line) => !line.units.length && !line.spaces.length;
const isDiced = (line: Line) => line.dice.length > 0;

/**
 * Whether a line goes on with an episode: the same units from where they came to and what they did there, more of the
 * same, or more of the same fight. Until its dice are thrown whatever names no other place belongs to it.
 */
function continues(episode: Episode, line: Line, rolled: boolean, { opening = 0, stood }: Setting): boolean {
  const { lines, path } = episode;
  const before = lines[lines.length - 1];
  if (!before) return false;
  if (isMarch(line)) return path.length ? goesOn(episode, line) : hasEntered(lines, line);
  if (!rolled && isSilent(line)) return true;
  if (path.length) {
    // What a march brought about on its way or at its end was told with it.
    return !rolled && line.entry === episode.entry;
  }
  const diced = lines.some(isDiced);
  const alike = before.kind === line.kind && before.seat === line.seat;
  if (alike && (line.entry < opening || (!diced && !rolled))) return true;
  if (lines.filter((l) => !l.part && !isRoll(l)).length >= MOST) return false;
  if (isSilent(line)) return line.seat < 0 || lines.every(isSilent);
  const [units, spaces] = [new Set(lines.flatMap((l) => l.units)), new Set(lines.flatMap((l) => l.spaces))];
  const met = line.units.some((unit) => units.has(unit)) || line.spaces.some((space) => spaces.has(space));
  const here = () => line.units.some((unit) => stood?.(unit, line.entry).some((space) => spaces.has(space)));
  if (met || (diced && !line.spaces.length && here())) return true;
  if (diced) return false;
  return spaces.size ? !line.spaces.length : rolled;
}

/** The same units march on from where they came to. */
function goesOn({ lines, path }: Pick<Episode, "lines" | "path">, line: Line): boolean {
  const marches = lines.filter(isMarch);
  const [first, last] = [marches[0], marches[marches.length - 1]];
  const same = first?.kind === line.kind && first.units.join() === line.units.join();
  return same && last === lines[lines.length - 1] && path[path.length - 1] === line.spaces[0];
}

/** Who just entered the map marches on from there. */
function hasEntered([first, ...more]: Line[], line: Line): boolean {
  if (!first || more.length || first.seat !== line.seat || isDiced(first)) return false;
  const { units, spaces } = first;
  return line.units.every((unit) => units.includes(unit)) && spaces[spaces.length - 1] === line.spaces[0];
}

/** So many alike are told as one. */
const ROW = 4;

/** Lines as they are shown: folded, and many alike (set-up, say) as one line with the rest beneath it. */
export function summed(lines: Line[]): Folded[] {
  const rows: Folded[][] = [];
  /** Dice belong to what comes of them. */
  let rolled: Folded[] = [];
  for (const one of folded(lines)) {
    if (isRoll(one.line)) {
      rolled.push(one);
      continue;
    }
    const last = rows[rows.length - 1];
    const before = last?.[0]?.line;
    if (last && before?.kind === one.line.kind && before.seat === one.line.seat) last.push(...rolled, one);
    else rows.push(...rolled.map((roll) => [roll]), [one]);
    rolled = [];
  }
  rows.push(...rolled.map((roll) => [roll]));
  return rows.flatMap((row) => {
    const said = row.filter(({ line }) => !isRoll(line));
    const [first] = said;
    const same = said.every(({ line }) => line.text === first?.line.text);
    if (!first || said.length < (same ? 2 : ROW)) return row;
    const more = same ? ` (${said.length} times)` : `, and ${said.length - 1} more like that`;
    const line = {
      ...first.line,
      text: first.line.text.replace(/[.!]?$/, (end) => more + (end || ".")),
      units: said.flatMap((one) => one.line.units),
      spaces: said.flatMap((one) => one.line.spaces),
    };
    return [{ line, parts: row.map((one) => one.line) }];
  });
}

/** The log: folded, and the steps of a march that nothing interrupts as one line with them beneath it. */
export function journal(lines: Line[], names: Namer): Folded[] {
  const told: Folded[] = [];
  /** The steps of the march that may go on. */
  let steps: Line[] = [];
  for (const one of folded(lines)) {
    const { line } = one;
    const last = steps[steps.length - 1];
    if (last && isMarch(line) && goesOn({ lines: steps, path: last.spaces }, line)) {
      steps.push(line);
      told[told.length - 1] = { line: march(steps, names), parts: [...steps] };
    } else {
      steps = isMarch(line) && !one.parts.length ? [line] : [];
      told.push(one);
    }
  }
  return told;
}

function march(steps: Line[], names: Namer): Line {
  const [first] = steps as [Line];
  const spaces = steps.flatMap((step, i) => (i ? step.spaces.slice(1) : step.spaces));
  return {
    ...first,
    entry: steps[steps.length - 1]?.entry ?? first.entry,
    spaces,
    text: marched(first, spaces, names),
  };
}

/** An episode in sentences. The name of a roll says nothing: its dice stand beside what came of it. */
export function caption(episode: Episode, names: Namer): string[] {
  const { lines, path } = episode;
  const [first] = lines.filter(isMarch);
  const others = (some: Line[]) =>
    summed(some.filter((line) => !isMarch(line)))
      .filter(({ line }) => !isRoll(line))
      .map(({ line }) => line.text);
  if (!first) return others(lines);
  const at = lines.indexOf(first);
  return [...others(lines.slice(0, at)), marched(first, path, names), ...others(lines.slice(at))];
}

function marched({ units, kind, text }: Line, path: number[], names: Namer): string {
  const who = listed(units.map((unit) => names.unitName(unit)));
  const [from = -1, to = -1] = [path[0], path[path.length - 1]];
  const by = along(path.slice(1, -1).map((space) => short(names.spaceName(space))));
  const verb = units.length > 1 ? "march" : "marches";
  if (path.length < 3 && !PLAIN.has(kind)) return text;
  if (from === to)
    return `${who} ${verb} about by ${by} and ${units.length > 1 ? "are" : "is"} back in ${names.spaceName(to)}.`;
  return `${who} ${verb} from ${names.spaceName(from)} ${by ? `by ${by} ` : ""}to ${names.spaceName(to)}.`;
}

/** A term of a judgement and what it gained. */
const GAIN = /^(.*): ([+-]\d+(?:\.\d+)?)$/;
/** Terms told of an episode that was planned in several parts. */
const TERMS = 4;

/**
 * Why computers did what an episode tells, in one sentence though it was planned in several parts; a plan may begin with
 * answers that nobody sees.
 */
export function whysOf({ after, entry }: Episode, whys: Why[]): string[] {
  const within = whys.filter((why) => after < why.entry && why.entry <= entry && why.lines.length > 1);
  if (within.length < 2) return within.map(({ lines }) => `Why: ${lines.slice(1).join("; ")}.`);
  const terms = within.flatMap(({ lines }) => lines.slice(1)).map((line) => GAIN.exec(line));
  if (terms.some((term) => !term)) return [...new Set(within.map(({ lines }) => `Why: ${lines.slice(1).join("; ")}.`))];
  const sums = new Map<string, number>();
  for (const [, name = "", gain] of terms.flatMap((term) => (term ? [term] : [])))
    sums.set(name, (sums.get(name) ?? 0) + Number(gain));
  const most = [...sums].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).filter(([, gain]) => Math.abs(gain) >= 0.05);
  const said = most.slice(0, TERMS).map(([name, gain]) => `${name}: ${gain > 0 ? "+" : ""}${gain.toFixed(1)}`);
  return said.length ? [`Why: ${said.join("; ")}.`] : [];
}

/** The number of a place that has one; with the word of its storey, where that is all its name says besides. */
function short(name: string): string {
  return /^\d+ [a-z]+$|^\d+/.exec(name)?.[0] ?? name;
}

/** The places of a way: of a long one its ends and how many lie between, since an arrow shows it whole. */
function along(names: string[]): string {
  const between = names.length - 2 * ENDS;
  if (names.length <= LONG) return names.join(", ");
  return `${names.slice(0, ENDS).join(", ")} (${between} more) ${names.slice(-ENDS).join(", ")}`;
}

function listed(names: string[]): string {
  if (names.length <= NAMED) return names.join(", ");
  return `${names.slice(0, NAMED - 1).join(", ")} and ${names.length - NAMED + 1} more`;
}

/** Frames as pictures, one for each episode; `before` is the position they begin from. */
export function shots(frames: Frame[], before: Scene, opening = 0): Shot[] {
  const at = new Map(frames.map((frame) => [frame.entry, frame]));
  const earlier = new Map(frames.map((frame, i) => [frame.entry, frames[i - 1]?.scene ?? before]));
  const stood = (unit: number, entry: number) =>
    [earlier.get(entry), at.get(entry)?.scene].flatMap((scene) => (scene ? (spaceOf(scene).get(unit) ?? []) : []));
  let scene = before;
  return episodes(
    frames.flatMap((frame) => frame.events),
    { opening, stood },
  ).flatMap((episode) => {
    const frame = at.get(episode.entry);
    if (!frame) return [];
    const moved = changes(scene, frame.scene, episode.lines);
    ({ scene } = frame);
    return [{ ...frame, events: [...episode.heads, ...episode.lines], episode, moved }];
  });
}

const spaces = new WeakMap<Scene, Map<number, number>>();

/** Where every unit of a scene stands. */
function spaceOf(scene: Scene): Map<number, number> {
  const known = spaces.get(scene);
  if (known) return known;
  const found = new Map(scene.pieces.map((piece) => [piece.unit, piece.space]));
  spaces.set(scene, found);
  return found;
}

/** The places a picture is about: named ones, and where the units named stand in it, or stood before they left. */
export function scenery({ events, scene, moved = [] }: Frame & Partial<Shot>): number[] {
  const at = spaceOf(scene);
  const stood = new Map(moved.map(({ piece, from }) => [piece.unit, from]));
  const where = (unit: number) => [at.get(unit) ?? [], stood.get(unit) ?? []].flat();
  return [...new Set(events.flatMap((line) => [...line.spaces, ...line.units.flatMap(where)]))];
}
