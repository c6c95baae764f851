import { api } from "../lib/api";
import { go } from "../lib/route.svelte";

/** Open a lesson: it runs in the table itself. */
export async function startLesson(game: string, lesson: string): Promise<void> {
  const made = await api.lesson(game, lesson);
  go(`#/table/${made.match}`);
}
