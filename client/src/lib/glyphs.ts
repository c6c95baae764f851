/** Many short labels as one piece of SVG: all discs in one path, all figures in one text. */
import type { Point } from "./types";

export interface Label {
  at: Point;
  text: string;
}

export interface Drawn {
  /** Path data of a rounded plate behind every label. */
  plates: string;
  /** The characters, and where each of them stands. */
  text: string;
  xs: string;
  ys: string;
}

/** Width of a figure of the condensed face, in ems. */
export const FIGURE = 0.54;

/** Of the plate behind a label of this size of type: half its height. */
function radius(size: number, padding = 0.42): number {
  return size * (0.5 + padding * 0.6);
}

/** Where a label of this size of type stands at the lower right corner of a counter, clear of it. */
export function atCorner([x, y]: Point, counter: number, size: number): Point {
  const away = counter / 2 + radius(size) * Math.SQRT1_2;
  return [x + away, y + away];
}

/** Labels of this size of type, centred on their points. `padding`: of the plate, in ems. */
export function labels(all: Label[], size: number, padding = 0.42): Drawn {
  const plates: string[] = [];
  const xs: string[] = [];
  const ys: string[] = [];
  let text = "";
  for (const { at, text: words } of all) {
    const wide = words.length * FIGURE * size;
    const r = radius(size, padding);
    const half = Math.max(wide / 2 + padding * size, r) - r;
    plates.push(
      `M${n(at[0] - half)} ${n(at[1] - r)}h${n(half * 2)}a${n(r)} ${n(r)} 0 0 1 0 ${n(r * 2)}h${n(-half * 2)}a${n(r)} ${n(r)} 0 0 1 0 ${n(-r * 2)}z`,
    );
    [...words].forEach((letter, i) => {
      text += letter;
      xs.push(n(at[0] - wide / 2 + (i + 0.5) * FIGURE * size));
      ys.push(n(at[1] + size * 0.36));
    });
  }
  return { plates: plates.join(""), text, xs: xs.join(" "), ys: ys.join(" ") };
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10);
}
