/** What was said at a table since this browser last looked. */
import { TABLE, type ChatLine } from "./types";

const key = (match: string) => `grognard.said.${match}`;

/** When this browser last looked; one that keeps nothing finds everything new. */
export function lastLook(match: string): number {
  try {
    return Number(localStorage.getItem(key(match)) ?? 0);
  } catch {
    return 0;
  }
}

export class Unread {
  private at = $state(0);

  constructor(private readonly match: string) {
    this.at = lastLook(match);
  }

  /** What other people said after the last look; what the table itself tells is shown at once. */
  count(lines: ChatLine[], mine: number[]): number {
    return lines.filter(({ at, seat }) => at > this.at && seat !== TABLE && !mine.includes(seat)).length;
  }

  look(lines: ChatLine[]): void {
    const last = lines.at(-1)?.at ?? 0;
    if (last <= this.at) return;
    this.at = last;
    try {
      localStorage.setItem(key(this.match), String(last));
    } catch {
      // It will be new again.
    }
  }
}
