/** The film strip: runs of entries by the seat that made them, and posts where undo stops. */

export interface Run {
  from: number;
  seat: number;
  x: number;
  width: number;
}

const LEAST = 7;

/** Neighbouring entries of one seat join into a run; posts closer than a few pixels thin out. */
export function lanes(tape: [number, number][], total: number, width: number): { runs: Run[]; posts: number[] } {
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
