/** What a click on the map means: a goal of the march, a unit to take in hand, a noun of the question, else "why not?". */
import type { Desk } from "./desk.svelte";
import { storeyBeneath } from "./floors";
import { begins, wants } from "./options";
import type { Piece } from "./types";

export interface How {
  /** The first tap selects, the second acts. */
  touch?: boolean;
  /** One more unit, or a place to go by. */
  more?: boolean;
  /** The whole stack. */
  all?: boolean;
  /** Go there, whoever stands there. */
  go?: boolean;
  /** Go there later: the order waits with others. */
  later?: boolean;
}

export async function press(desk: Desk, piece: Piece | undefined, space: number, how: How): Promise<void> {
  const { deciding, table } = desk;
  const { marching, question } = deciding;
  desk.inspected = space;
  if (space < 0) {
    deciding.cancel();
    return;
  }
  if (desk.film.frame || !question) return;
  const unit = piece?.unit ?? -1;
  if (deciding.planning.on && deciding.planning.members.some((member) => member.unit === unit)) {
    await deciding.toggle(unit);
    return;
  }
  const own = unit >= 0 && piece?.side === deciding.side;
  const held = own && marching.units.includes(unit);
  /** Where the question speaks of units already, friends in a place they can reach are in the way only by name. */
  const wanted = question.units.length ? deciding.lit.units.has(unit) : ready(desk, unit, space);
  if (marching.goals.has(space) && (how.go || !own || !wanted)) {
    if (how.later) marching.later(space);
    else if (how.more) await marching.by(question, space);
    else await deciding.march(space, false, how.touch);
    return;
  }
  if (own && held && !how.more && !how.all) {
    deciding.cancel();
    return;
  }
  // In a box every counter stands for itself: one that can do nothing is no handle of its neighbours.
  if (
    own &&
    !held &&
    table.places.get(space)?.kind === "box" &&
    !deciding.lit.spaces.has(space) &&
    !stackOf(desk, unit).some((u) => ready(desk, u, space))
  ) {
    if (await deciding.instead(unit, space)) await press(desk, piece, space, how);
    else await deciding.explain({ kind: "unit", id: unit });
    return;
  }
  // An answer that names the enemy's place itself comes first.
  const named = deciding.options.some((o) => o.spaces.includes(space));
  if (!own && !named && (await deciding.setToWork(space))) return;
  const { units, spaces } = deciding.lit;
  /** The topmost counter that can set out: a click may meet the place itself, or somebody who is only carried. */
  const top = table.scene.pieces.filter((p) => p.space === space && units.has(p.unit)).pop();
  const lead = own && (held || ready(desk, unit, space)) ? piece : own || !piece ? top : undefined;
  if (lead && lead.side === deciding.side) {
    const beside = table.scene.pieces.filter((p) => p.space === space && p.side === lead.side && p.unit >= 0);
    const stack = beside.filter((p) => p.group === lead.group);
    const all = stack.filter((p) => ready(desk, p.unit, space)).map((p) => p.unit);
    const more = held ? marching.units.filter((u) => u !== unit) : [...marching.units, lead.unit];
    // Who cannot set out by himself may be taken along.
    if (how.all && stack.length > all.length && (await deciding.muster(stack.map((p) => p.unit)))) return;
    if (deciding.question !== question) return;
    if (await deciding.muster(how.all ? all : how.more ? more : [lead.unit])) return;
    if (deciding.question !== question) return;
  }
  const touch = how.touch ?? false;
  if (unit >= 0 && (units.has(unit) || deciding.picked.units.includes(unit)))
    await deciding.choose({ kind: "unit", id: unit }, touch);
  else if (spaces.has(space) || deciding.picked.spaces.includes(space))
    await deciding.choose({ kind: "space", id: space }, touch);
  else if (top) await deciding.choose({ kind: "unit", id: top.unit }, touch);
  else if (begins(deciding.options, space)) await deciding.choose({ kind: "space", id: space }, touch);
  else if (own && (await deciding.instead(unit, space))) await press(desk, piece, space, how);
  else if (!lifts(desk, space)) {
    const meant = unit >= 0 && units.size > 0 && (own || !aimedByPlace(desk));
    await deciding.explain(meant ? { kind: "unit", id: unit } : { kind: "space", id: space });
  }
}

/** Lift the roof that the room meant lies under: the click was on the roof itself, or on another storey. */
function lifts({ table, deciding }: Desk, space: number): boolean {
  const open = (room: number) => deciding.lit.spaces.has(room) || (deciding.marching.goals.get(room)?.stay ?? false);
  const storey = storeyBeneath(space, table.board?.floors ?? [], open);
  if (storey < 0 || storey === table.storey) return false;
  table.storey = storey;
  return true;
}

/** Whether the question is about enemies by their place: no unit it speaks of is one of theirs. */
function aimedByPlace({ deciding, table }: Desk): boolean {
  const ours = [...deciding.lit.units].every((unit) => table.pieceOf.get(unit)?.side === deciding.side);
  return ours && deciding.options.some((o) => !o.units.length && o.spaces.length === 1);
}

/** The units of the stack in which a unit lies. */
function stackOf(desk: Desk, unit: number): number[] {
  return (desk.stacks.find(({ pieces }) => pieces.some((p) => p.unit === unit))?.pieces ?? []).map((p) => p.unit);
}

/** Whether the question has something for this unit. */
export function ready({ deciding }: Desk, unit: number, space: number): boolean {
  return deciding.question !== null && wants(deciding.question, deciding.lit, unit, space);
}

/**
 * Units of the side asked for whom the question has something, in map order. What is written in secret speaks of days and
 * places, and nobody acts yet.
 */
export function idle(desk: Desk): Piece[] {
  const { deciding, table } = desk;
  if (!deciding.question || deciding.question.secret || deciding.question.units.length) return [];
  const asleep = new Set([...desk.asleep, ...deciding.marching.orders.flatMap((order) => order.units)]);
  return table.scene.pieces.filter(
    (p) => p.unit >= 0 && p.side === deciding.side && !asleep.has(p.unit) && ready(desk, p.unit, p.space),
  );
}

/** Take the next unit that may still act in hand; the map moves only if it is off the stage. */
export async function next(desk: Desk, by: number): Promise<void> {
  const all = idle(desk);
  if (!all.length) return;
  const held = desk.deciding.marching.units[0] ?? desk.at;
  const at = all.findIndex((p) => p.unit === held);
  const piece = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length];
  if (!piece) return;
  desk.at = piece.unit;
  desk.look(piece.space);
  if (!(await desk.deciding.muster([piece.unit]))) desk.light([piece.unit], []);
}
