/** Arrow keys among what is lit on the map: one tab stop leads in, arrows lead on. */
import type { Point } from "./types";

const AHEAD: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** What is aside counts so many times as far as what is ahead. */
const ASIDE = 2;

/** Of these points the nearest in the direction of an arrow key; -1: none lies there. */
export function onward(from: Point, points: Point[], key: string): number {
  const ahead = AHEAD[key];
  if (!ahead) return -1;
  let [best, least] = [-1, Infinity];
  points.forEach(([x, y], i) => {
    const [dx, dy] = [x - from[0], y - from[1]];
    const along = dx * ahead[0] + dy * ahead[1];
    const away = along + ASIDE * Math.abs(dx * ahead[1] - dy * ahead[0]);
    if (along > 1 && away < least) [best, least] = [i, away];
  });
  return best;
}

export function neighbour<T extends Element>(from: Element, all: T[], key: string): T | undefined {
  const middle = (element: Element): Point => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  return all[onward(middle(from), all.map(middle), key)];
}
