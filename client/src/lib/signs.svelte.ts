/** The signs that are shown: by zoom and right of way over the whole sheet, so that moving the map changes none. */
import type { Desk } from "./desk.svelte";
import { visible, type Box } from "./labels";
import type { Board } from "./types";

export class SignPlan {
  private readonly stacks = $derived.by(() => (this.desk.hideCounters ? [] : this.desk.stacks));
  /** Names also step aside for markers that frame the place. */
  private readonly framed = $derived.by(() =>
    this.desk.hideCounters
      ? []
      : this.desk.scene.pieces.filter((p) => this.desk.table.sprites?.markers[p.marker]?.under).map((p) => p.space),
  );
  private readonly occupied = $derived(new Set([...this.stacks.map((stack) => stack.space), ...this.framed]));
  private readonly taken = $derived(
    this.stacks.map((stack): Box => {
      const half = stack.size * 0.5;
      return [stack.at[0] - half, stack.at[1] - half, stack.at[0] + half, stack.at[1] + half];
    }),
  );
  readonly placed = $derived.by(() => {
    const { board, zoom, factor } = this.drawn();
    return visible(board.signs, zoom, factor, this.occupied, this.taken);
  });

  constructor(
    private readonly desk: Desk,
    private readonly drawn: () => { board: Board; zoom: number; factor: number },
  ) {}
}
