/** Orders that wait for their turn, and what halts them: somebody acted, dice fell, a unit of theirs fares worse. */
import type { Piece, Place } from "./types";

/** A march still to be sent: who goes, and by which places. */
export interface Order {
  units: number[];
  spaces: number[];
  /** It has set out: what is left of its way after somebody else was asked. */
  under?: boolean;
}

/** The table as it stood when the last order was sent. */
export interface Glance {
  entry: number;
  pieces: ReadonlyMap<number, Piece>;
}

export interface Present extends Glance {
  /** Who gave each answer so far; -1: chance. */
  tape: readonly (readonly [number, ...number[]])[];
  you: readonly number[];
  unitName(unit: number): string;
  sideOf(seat: number): string;
}

/** That a unit has acted is no harm to it. */
const HARMLESS = new Set(["done", "untried"]);

/** Why the orders must not simply go on; empty: nothing speaks against it. */
export function halting(before: Glance, now: Present, orders: Order[]): string {
  const under = new Set(orders.filter((order) => order.under).flatMap((order) => order.units));
  for (const unit of new Set(orders.flatMap((order) => order.units))) {
    const was = before.pieces.get(unit);
    const is = now.pieces.get(unit);
    if (!was) continue;
    if (!is || is.face.states.includes("eliminated")) return `${now.unitName(unit)} is lost.`;
    const worse = is.face.states.find((state) => !HARMLESS.has(state) && !was.face.states.includes(state));
    if (worse) return `${now.unitName(unit)} is ${worse === "oos" ? "out of supply" : worse}.`;
    if (is.space !== was.space && !under.has(unit)) return `${now.unitName(unit)} stands elsewhere now.`;
  }
  const since = now.tape.slice(before.entry).map(([who]) => who);
  const other = since.find((who) => who >= 0 && !now.you.includes(who));
  if (other !== undefined && stirred(before, now, orders)) return `${now.sideOf(other)} came in.`;
  return since.includes(-1) ? "Dice were rolled." : "";
}

/** Whether anything but the side under orders has changed: who was asked and passed has not acted. */
function stirred(before: Glance, now: Glance, orders: Order[]): boolean {
  const own = before.pieces.get(orders[0]?.units[0] ?? -1)?.side;
  const others = (pieces: Glance["pieces"]) =>
    [...pieces].flatMap(([unit, { side, space, face }]) =>
      side === own ? [] : [[unit, space, ...face.states].join()],
    );
  return others(before.pieces).sort().join(";") !== others(now.pieces).sort().join(";");
}

/** Where each of these places comes to lie if the first of them is moved to a goal and all keep their distances. */
export function abreast(places: ReadonlyMap<number, Place>, lead: number, goal: number, from: number): number {
  const [a, b, c] = [places.get(lead), places.get(goal), places.get(from)];
  if (!a || !b || !c) return goal;
  const [x, y] = [c.anchor[0] + b.anchor[0] - a.anchor[0], c.anchor[1] + b.anchor[1] - a.anchor[1]];
  let found = goal;
  let nearest = Infinity;
  for (const place of places.values()) {
    if (place.kind === "box") continue;
    const far = Math.hypot(place.anchor[0] - x, place.anchor[1] - y);
    if (far < nearest) [found, nearest] = [place.space, far];
  }
  return nearest < b.size ? found : goal;
}

/** The orders after one more is given: a unit has one order at a time. */
export function queued(orders: Order[], order: Order): Order[] {
  const rest = orders.map(({ units, spaces }) => ({
    units: units.filter((unit) => !order.units.includes(unit)),
    spaces,
  }));
  return [...rest.filter(({ units }) => units.length), order];
}
