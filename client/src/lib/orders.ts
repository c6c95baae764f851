/** Standing orders: what the table answers for a player, as one list by question. */
import type { Order, OrderKind } from "./types";

/** The orders after one is given, or taken back. */
export function ordered(orders: Order[], order: Order | null, prompt: string): Order[] {
  const rest = orders.filter((held) => held.prompt !== prompt);
  return order ? [...rest, order] : rest;
}

/** An order in words: "Opportunity fire: fire where it tells most, above 30 %, with 2 or more". */
export function words(order: Order, kind: OrderKind | undefined): string {
  const answer = order.verb ? kind?.answers.find(([verb]) => verb === order.verb)?.[1] : kind?.quiet;
  const conditions = [
    order.chance ? `with ${order.chance} % or more` : "",
    order.units ? `by ${order.units} or more` : "",
    order.keep ? `keeping ${order.keep} ${kind?.stock ?? ""}`.trim() : "",
    order.phase ? "until the phase ends" : "",
  ].filter(Boolean);
  return [`${kind?.title ?? order.prompt}: ${answer || order.verb || "the quiet answer"}`, ...conditions].join(", ");
}
