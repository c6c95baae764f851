/** What the lobby makes of a list of matches: what waits, what runs, what was learnt, what is over. */
import type { Balance, Brief, Learnt, LessonBrief, Switch } from "./types";
import { percent } from "./words";

/** Only a game waits for anybody; planning boards, lessons and puzzles do not. */
export function waits(match: Brief): boolean {
  return !match.over && match.kind === "game" && match.turn_of !== null && match.you.includes(match.turn_of);
}

export function learnt(match: Brief): boolean {
  return match.lesson !== null && match.lesson.page >= match.lesson.pages;
}

export interface Shelves {
  waiting: Brief[];
  running: Brief[];
  /** Lessons under way, puzzles and planning boards. */
  trying: Brief[];
  done: Brief[];
}

export function shelves(matches: Brief[]): Shelves {
  const done = (m: Brief) => m.over || learnt(m);
  return {
    waiting: matches.filter(waits),
    running: matches.filter((m) => !done(m) && m.kind === "game" && !waits(m)),
    trying: matches.filter((m) => !done(m) && m.kind !== "game"),
    done: matches.filter(done),
  };
}

/** Where it stands, in a line. */
export function where(match: Brief): string {
  const { lesson, puzzle } = match;
  if (lesson)
    return learnt(match) ? `${lesson.title}: finished` : `${lesson.title}: page ${lesson.page + 1} of ${lesson.pages}`;
  if (puzzle) return `Find the move: ${puzzle}`;
  return match.over ? match.result : match.crumbs.join(" › ");
}

/** Who plays, in a line. */
export function sides(match: Brief): string {
  if (match.kind === "branch") return "planning board";
  if (match.kind === "lesson" || match.kind === "puzzle") return match.kind;
  const named = (seats: Brief["seats"]) => seats.map((c) => `${c.side} (${c.who || "open"})`).join(", ");
  if (!match.you.length) return `watching ${named(match.seats)}`;
  if (match.seats.length === 1) return "alone";
  if (match.you.length === match.seats.length) return match.seats.length > 2 ? "all sides here" : "both sides here";
  const mine = match.seats.filter((c) => match.you.includes(c.seat)).map((c) => c.side);
  const others = match.seats.filter((c) => !match.you.includes(c.seat)).map((c) => c.who || "an open seat");
  return `${mine.join(", ")} against ${others.join(", ")}`;
}

export interface Next {
  game: string;
  lesson: LessonBrief;
  /** The table at which it is under way. */
  match: string;
}

/** The lesson to take next: one under way, else the first not yet learnt, of the title that was last learnt first. */
export function nextLesson(
  lessons: { game: string; lessons: LessonBrief[] }[],
  known: Learnt[],
  matches: Brief[],
): Next | null {
  const knows = (game: string, id: string) => known.some((k) => k.game === game && k.lesson === id);
  const begun = matches.find((m) => m.lesson && !learnt(m) && m.lesson.page > 0 && !knows(m.game, m.lesson.id));
  const last = known.at(-1)?.game;
  const order = [...lessons].sort((a, b) => Number(b.game === last) - Number(a.game === last));
  for (const { game, lessons: all } of order) {
    const lesson = all.find(({ id }) => (begun ? begun.game === game && begun.lesson?.id === id : !knows(game, id)));
    if (lesson) return { game, lesson, match: begun?.match ?? "" };
  }
  return null;
}

/** What a measurement says: "Allied 44 % between generals (35 to 54 %, 100 games, 0.1 s a decision)". */
export function balanceText(measured: Balance): string {
  const { side, by, share, low, high, games, budget } = measured;
  const how = [`${percent(low)} to ${percent(high)} %`, `${games} games`, budget].filter(Boolean).join(", ");
  return `${side} ${percent(share)} % ${by} (${how})`;
}

/** The measurement made with just these options; none where there was none. */
export function fitting(
  all: Balance[],
  switches: Pick<Switch, "name" | "default">[],
  options: Record<string, boolean | number | string>,
): Balance | null {
  const usual = (b: Balance, s: Pick<Switch, "name" | "default">) => b.options[s.name] ?? s.default;
  return all.find((b) => switches.every((s) => (options[s.name] ?? s.default) === usual(b, s))) ?? null;
}
