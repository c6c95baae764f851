/** Small words of the interface: clocks, lengths, lists. The words of the games come from the server. */
import type { ClockRule } from "./types";

const DAY = 86400;

/** Said of a table the server does not show. */
export const NO_TABLE =
  "It was removed, or this browser has no seat there: a game with others is opened by the link for its seat, or after signing in.";

export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  if (whole >= 2 * DAY) return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / 3600)} h`;
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** The terms of a clock: "60 min + 30 s", "3 days a move". */
export function clockRule(clock: ClockRule): string {
  if (!clock.move) return `${Math.round(clock.initial / 60)} min + ${clock.step} s`;
  const days = clock.move / DAY;
  return days >= 1 ? `${days} ${days === 1 ? "day" : "days"} a move` : `${Math.round(clock.move / 60)} min a move`;
}

export function lengthText(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  const hours = minutes / 60;
  return `${Number.isInteger(hours) ? hours : hours.toFixed(1)} h`;
}

/** "2 players" from "2"; words stay as they are. */
export function playersText(players: string): string {
  if (players === "1") return "1 player";
  return /^[\d–-]+$/.test(players) ? `${players} players` : players;
}

/** A deed and its reasons: "Attack 1604 (victory points: +2.0; damage: -0.4)". */
export function sentence([deed = "", ...reasons]: string[]): string {
  return reasons.length ? `${capital(deed)} (${reasons.join("; ")})` : capital(deed);
}

/** What a level of the computer does. */
const LEVELS: Record<string, string> = {
  random: "anything legal",
  greedy: "the best next deed",
  recruit: "weighs, sometimes errs",
  veteran: "plans, minds the reply",
  general: "searches whole plans",
};

/** A level as it is offered: `general@1` is the general with a second for every decision. */
export function levelText(level: string): string {
  const [name = "", seconds] = level.split("@");
  if (seconds) return `${capital(name)}, ${seconds} s a decision`;
  return LEVELS[name] ? `${capital(name)}: ${LEVELS[name]}` : capital(name);
}

/** Its name alone. */
export function levelName(level: string): string {
  return level.includes("@") ? `${level.replace("@", ", ")} s` : level;
}

export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 1) return "<1";
  if (value > 99 && value < 100) return ">99";
  return String(Math.round(value));
}

const CASE = /^(\d+(?:\.\d+){0,2})(?:\.([A-Za-z])(?=\.|$))?/;

/** The number of a case as the rulebook prints it: our own words for its parts ("9.1.2.win") are left out. */
export function printed(id: string): string {
  const found = CASE.exec(id);
  return found ? [found[1], found[2]].filter(Boolean).join(" ") : id;
}

/** The first letter of a side, for its tile in the log. */
export function letter(side: string): string {
  return side.trim().charAt(0).toUpperCase();
}

/** Words with a full stop, unless they end a sentence already. */
export function stopped(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence cut into pieces, those that are one of `names` marked; longer names win over their parts. */
export function marked(words: string, names: string[]): { text: string; name: boolean }[] {
  const known = [...new Set(names.filter((name) => name.length > 1))].sort((a, b) => b.length - a.length);
  if (!known.length) return [{ text: words, name: false }];
  const quoted = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\d])(${quoted.join("|")})(?![\\p{L}\\d])`, "u");
  const figures = new Set<string>();
  /** A place that is called by a number is named once; what looks like it after that is a sum. */
  const once = (text: string) => !/^\d+$/.test(text) || (!figures.has(text) && figures.add(text).size > 0);
  return words
    .split(pattern)
    .map((text, i) => ({ text, name: i % 2 === 1 && once(text) }))
    .filter((part) => part.text);
}

/** Steps of a way that are told one by one. */
const LONG_WAY = 4;

/** Steps of a plan: of a long way its first, how many lie between, and its last. */
export function abridged(steps: string[]): string[] {
  const told: string[] = [];
  let row: string[] = [];
  const close = () => {
    const [first = "", last = ""] = [row[0], row[row.length - 1]];
    told.push(...(row.length > LONG_WAY ? [first, `(${row.length - 2} more)`, last] : row));
    row = [];
  };
  for (const step of steps) {
    const alike = /^(\S+) \d+$/.exec(step)?.[1];
    if (alike && row.length && !row[0]?.startsWith(`${alike} `)) close();
    if (alike) row.push(step);
    else {
      close();
      told.push(step);
    }
  }
  close();
  return told;
}
