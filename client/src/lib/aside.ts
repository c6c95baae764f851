/** On which side of the map a card over its upper part lies, so that it covers the less of what is asked about. */
import type { Point } from "./types";

/** How far the card reaches over the map: its width with the gap beside it, its lower edge at most as a part of the height. */
export const CARD = 354;
const LOW = 0.62;

/** Points on the screen of what may be answered; as many on both sides leave it on the right. */
export function keepsLeft(points: Point[], width: number, height: number): boolean {
  const high = points.filter(([x, y]) => x >= 0 && x <= width && y >= 0 && y < height * LOW);
  const left = high.filter(([x]) => x < CARD).length;
  const right = high.filter(([x]) => x > width - CARD).length;
  return right > left;
}
