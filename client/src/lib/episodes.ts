/** What happened told as a story: a march is one event, a fight with all that came of it another. */
import { folded } from "./folding";
import { changes, type Change } from "./story";
import type { Frame, Line, Scene } from "./types";

export interface Episode {
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

/** Events by which titles tell a march. */
const MARCHES = new Set(["Moved", "Marched", "Hauled"]);
const TABLE = -2;
/** Lines of one picture. */
const MOST = 12;
const NAMED = 4;

const isHead = (line: Line) => line.seat === TABLE && !line.units.length && !line.spaces.length;
const isRoll = (line: Line) => line.kind === "Roll";
const isMarch = (line: Line) => MARCHES.has(line.kind) && line.units.length > 0 && line.spaces.length > 1;

/** Lines in order of time as episodes. A forced answer tells nothing that its outcome does not tell. */
export function episodes(lines: Line[]): Episode[] {
  const told: Episode[] = [];
  let heads: Line[] = [];
  /** Dice belong to what came of them. */
  let rolled: Line[] = [];
  for (const line of lines) {
    if (line.kind === "Only") continue;
    if (isHead(line)) heads.push(line);
    else if (isRoll(line)) rolled.push(line);
    else {
      const last = told[told.length - 1];
      const path = isMarch(line) ? [...line.spaces] : [];
      if (last && !heads.length && continues(last, line, rolled.length > 0)) {
        if (path.length) last.path.push(...path.slice(1));
        last.lines.push(...rolled, line);
        last.entry = line.entry;
      } else {
        const all = [...rolled, line];
        told.push({ first: all[0]?.entry ?? line.entry, entry: line.entry, heads, lines: all, path });
        heads = [];
      }
      rolled = [];
    }
  }
  const rest = [...rolled, ...heads];
  const entry = rest[rest.length - 1]?.entry;
  if (entry !== undefined) told.push({ first: rest[0]?.entry ?? entry, entry, heads, lines: rolled, path: [] });
  return told;
}

/**
 * Whether a line goes on with an episode: the same units from where they came to and what they did there, or more of
 * the same fight. Until its dice are thrown whatever names no other place belongs to it.
 */
function continues(episode: Episode, line: Line, rolled: boolean): boolean {
  const { lines, path } = episode;
  const before = lines[lines.length - 1];
  if (!before) return false;
  if (path.length) {
    const to = path[path.length - 1];
    if (!isMarch(line)) return !rolled && line.entry === episode.entry && line.spaces.every((space) => space === to);
    const first = lines.find(isMarch);
    const same = first?.kind === line.kind && first.seat === line.seat && first.units.join() === line.units.join();
    return same && before === lines.findLast(isMarch) && to === line.spaces[0];
  }
  if (isMarch(line) || lines.length >= MOST) return false;
  const silent = (one: Line) => !one.units.length && !one.spaces.length;
  if (silent(line)) return line.seat < 0 || lines.every(silent);
  const [units, spaces] = [new Set(lines.flatMap((l) => l.units)), new Set(lines.flatMap((l) => l.spaces))];
  const met = line.units.some((unit) => units.has(unit)) || line.spaces.some((space) => spaces.has(space));
  const open = spaces.size > 0 && !lines.some((l) => l.dice.length) && !line.spaces.length;
  return met || open;
}

/** An episode in sentences. The name of a roll says nothing: its dice stand beside what came of it. */
export function caption(episode: Episode, names: Namer): string[] {
  const { lines, path } = episode;
  const steps = lines.filter(isMarch);
  const [first] = steps;
  const march = first && path.length > 2 ? [marched(first.units, path, names)] : steps.map((line) => line.text);
  const others = folded(lines.filter((line) => !isRoll(line) && !(path.length && isMarch(line))));
  return [...(path.length ? march : []), ...others.map(({ line }) => line.text)];
}

function marched(units: number[], path: number[], names: Namer): string {
  const who = listed(units.map((unit) => names.unitName(unit)));
  const [from = -1, to = -1] = [path[0], path[path.length - 1]];
  const by = listed(path.slice(1, -1).map((space) => short(names.spaceName(space))));
  const verb = units.length > 1 ? "march" : "marches";
  if (from === to)
    return `${who} ${verb} about by ${by} and ${units.length > 1 ? "are" : "is"} back in ${names.spaceName(to)}.`;
  return `${who} ${verb} from ${names.spaceName(from)} ${by ? `by ${by} ` : ""}to ${names.spaceName(to)}.`;
}

/** The number of a place that has one. */
function short(name: string): string {
  return /^\d+/.exec(name)?.[0] ?? name;
}

function listed(names: string[]): string {
  if (names.length <= NAMED) return names.join(", ");
  return `${names.slice(0, NAMED - 1).join(", ")} and ${names.length - NAMED + 1} more`;
}

/** Frames as pictures, one for each episode; `before` is the position they begin from. */
export function shots(frames: Frame[], before: Scene): Shot[] {
  const at = new Map(frames.map((frame) => [frame.entry, frame]));
  let scene = before;
  return episodes(frames.flatMap((frame) => frame.events)).flatMap((episode) => {
    const frame = at.get(episode.entry);
    if (!frame) return [];
    const moved = changes(scene, frame.scene);
    ({ scene } = frame);
    return [{ ...frame, events: [...episode.heads, ...episode.lines], episode, moved }];
  });
}

/** The places a picture is about: named ones, and where the units named stand in it. */
export function scenery({ events, scene }: Frame): number[] {
  const at = new Map(scene.pieces.map((piece) => [piece.unit, piece.space]));
  const named = events.flatMap((line) => [...line.spaces, ...line.units.flatMap((unit) => at.get(unit) ?? [])]);
  return [...new Set(named)];
}
