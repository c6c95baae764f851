/** Whom a player wants to see: the other counters step back. */
import type { Piece } from "./types";
import { capital } from "./words";

export interface Wish {
  key: string;
  label: string;
  /** The heading it stands under. */
  group: "State" | "Formation" | "Kind";
}

const STATES: Record<string, string> = {
  oos: "Out of supply",
  reduced: "Reduced",
  damaged: "Damaged",
  pinned: "Pinned",
  done: "Done",
  reserve: "In reserve",
};
export const UNMOVED = "unmoved";

/** The formation printed on a counter: at its upper right, or left where a figure stands there, else before the stroke
 * of its name; empty: none. A frame about it is no part of it. */
export function formation(piece: Piece): string {
  const { top, top_left: left, top_right: right } = piece.face;
  if (/^[+−]\d/.test(right)) return left.split(":").pop() ?? "";
  return right || (top.includes("/") ? (top.split("/")[0] ?? "") : "");
}

/** What can be asked for among these units, formations and kinds only where they tell some from others. */
export function wishes(units: Piece[], unmoved: number): Wish[] {
  const states = Object.entries(STATES).filter(([state]) => units.some((p) => p.face.states.includes(state)));
  return [
    ...(unmoved ? [{ key: UNMOVED, label: "Unmoved", group: "State" as const }] : []),
    ...states.map(([state, label]) => ({ key: `state:${state}`, label, group: "State" as const })),
    ...shared(units.map(formation)).map((name) => ({
      key: `formation:${name}`,
      label: name,
      group: "Formation" as const,
    })),
    ...shared(units.map((p) => p.face.symbol)).map((name) => ({
      key: `kind:${name}`,
      label: kindName(name),
      group: "Kind" as const,
    })),
  ];
}

/** Kinds are named by their symbol; short ones are abbreviations. */
function kindName(symbol: string): string {
  return symbol.length < 3 ? symbol.toUpperCase() : capital(symbol);
}

/** Whether a wish is for this unit. */
export function wanted(key: string, piece: Piece, unmoved: Set<number>): boolean {
  const at = key.indexOf(":");
  const value = key.slice(at + 1);
  switch (at < 0 ? key : key.slice(0, at)) {
    case UNMOVED:
      return unmoved.has(piece.unit);
    case "state":
      return piece.face.states.includes(value);
    case "formation":
      return formation(piece) === value;
    default:
      return piece.face.symbol === value;
  }
}

/** Names that several share and not all, numbers in their order. */
function shared(names: string[]): string[] {
  const often = new Map<string, number>();
  for (const name of names) if (name) often.set(name, (often.get(name) ?? 0) + 1);
  return [...often]
    .filter(([, count]) => count > 1 && count < names.length)
    .map(([name]) => name)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
