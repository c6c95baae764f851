/** How many seats a game has: an option may add some. */
import type { Switch, Title } from "./types";

type Seated = Pick<Title, "seats"> & { switches: Pick<Switch, "name" | "default" | "seats">[] };

/** The seats of a game with these options; a switch the scenario bars keeps its default. */
export function seatsWith(
  title: Seated,
  options: Record<string, boolean | number | string>,
  barred: string[] = [],
): number {
  for (const item of title.switches) {
    const value = barred.includes(item.name) ? item.default : (options[item.name] ?? item.default);
    const count = item.seats[String(value)];
    if (count !== undefined) return count;
  }
  return title.seats;
}

/** The seats of a game with whatever options give it most. */
export function mostSeats(title: Seated): number {
  return Math.max(title.seats, ...title.switches.flatMap((item) => Object.values(item.seats)));
}
