/** The film strip: runs of entries by the seat that made them, and posts where undo stops. */

export interface Run {
  from: number;
  seat: number;
  x: number;
  width: number;
}

const LEAST = 7;
const LANES = [16, 4] as const;

/** All runs of a seat before the entry `at`, or from it on, as one shape. */
export function ribbon(runs: Run[], seat: number, past: boolean, at: number): string {
  return runs
    .filter((run) => run.seat === seat && run.from < at === past)
    .map(
      ({ x, width }) =>
        `M${tenth(x + 0.5)} ${LANES[seat % 2]}h${tenth(Math.max(width - 1, 1))}v10h-${tenth(Math.max(width - 1, 1))}z`,
    )
    .join("");
}

/** Upright strokes at these points as one shape. */
export function posts(at: number[], top: number, foot: number): string {
  return at.map((x) => `M${tenth(x)} ${top}V${foot}`).join("");
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Neighbouring entries of one seat join into a run; posts closer than a few pixels thin out. */
export function lanes(
  tape: [number, number, ...number[]][],
  total: number,
  width: number,
): { runs: Run[]; posts: number[] } {
  const step = total ? width / total : 0;
  const runs: Run[] = [];
  const posts: number[] = [];
  tape.forEach(([seat, barrier], i) => {
    if (seat >= 0) {
      const last = runs[runs.length - 1];
      if (last && last.seat === seat && last.x + last.width >= i * step - 0.01 && step < 8)
        last.width = (i + 1) * step - last.x;
      else runs.push({ from: i, seat, x: i * step, width: step });
    }
    const x = Math.round((i + 1) * step * 10) / 10;
    if (barrier && seat < 0 && (!posts.length || x - (posts[posts.length - 1] ?? 0) >= LEAST)) posts.push(x);
  });
  return { runs, posts };
}
