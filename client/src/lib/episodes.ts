/** What happened told as a story: a march is one event, a fight with all that came of it another. */
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
const isMarch = (line: Line) => MARCHES.has(line.kind) && line.units.length > 0 && line.spaces.length > 1;

/** Lines in order of time as episodes. A forced answer tells nothing that its outcome does not tell. */
export function episodes(lines: Line[]): Episode[] {
  const told: Episode[] = [];
  let heads: Line[] = [];
  for (const line of lines) {
    if (line.kind === "Only") continue;
    if (isHead(line)) {
      heads.push(line);
      continue;
    }
    const last = told[told.length - 1];
    if (last && !heads.length && continues(last, line)) {
      last.lines.push(line);
      last.entry = line.entry;
      if (last.path.length) last.path.push(...line.spaces.slice(1));
      continue;
    }
    const path = isMarch(line) ? [...line.spaces] : [];
    told.push({ first: line.entry, entry: line.entry, heads, lines: [line], path });
    heads = [];
  }
  const [head] = heads;
  if (head) told.push({ first: head.entry, entry: heads[heads.length - 1]?.entry ?? 0, heads, lines: [], path: [] });
  return told;
}

/** Whether a line goes on with an episode: the same units from where they came to, or more of the same fight. */
function continues(episode: Episode, line: Line): boolean {
  const { lines, path } = episode;
  const before = lines[lines.length - 1];
  if (!before) return false;
  if (path.length) {
    const same = before.kind === line.kind && before.seat === line.seat && before.units.join() === line.units.join();
    return same && isMarch(line) && path[path.length - 1] === line.spaces[0];
  }
  if (isMarch(line) || lines.length >= MOST) return false;
  const [units, spaces] = [new Set(lines.flatMap((l) => l.units)), new Set(lines.flatMap((l) => l.spaces))];
  const met = line.units.some((unit) => units.has(unit)) || line.spaces.some((space) => spaces.has(space));
  const silent = !line.units.length && !line.spaces.length;
  return met || silent || (before.dice.length > 0 && before.entry === line.entry);
}

/** An episode in sentences. The name of a roll says nothing: its dice stand beside what came of it. */
export function caption(episode: Episode, names: Namer): string[] {
  const { lines, path } = episode;
  const [first] = lines;
  if (first && path.length && lines.length > 1) return [marched(first.units, path, names)];
  return lines.filter((line) => line.kind !== "Roll" && !line.part).map((line) => line.text);
}

function marched(units: number[], path: number[], names: Namer): string {
  const who = listed(units.map((unit) => names.unitName(unit)));
  const [from = -1, to = -1] = [path[0], path[path.length - 1]];
  const by = listed(path.slice(1, -1).map((space) => names.spaceName(space)));
  const verb = units.length > 1 ? "march" : "marches";
  return `${who} ${verb} from ${names.spaceName(from)} ${by ? `by ${by} ` : ""}to ${names.spaceName(to)}.`;
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
