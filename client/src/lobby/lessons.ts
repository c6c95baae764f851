import { api } from "../lib/api";
import { go } from "../lib/route.svelte";

/** Set up a puzzle at a table. */
export async function startPuzzle(game: string, puzzle: string): Promise<void> {
  const made = await api.puzzle(game, puzzle);
  go(`#/table/${made.match}`);
}

/** Open a lesson: it runs in the table itself. */
export async function startLesson(game: string, lesson: string): Promise<void> {
  const made = await api.lesson(game, lesson);
  go(`#/table/${made.match}`);
}
