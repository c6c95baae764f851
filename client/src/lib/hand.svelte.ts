/** What the pointer carries over the map: a counter dragged to its goal. */
import type { Camera } from "./camera.svelte";
import type { Desk } from "./desk.svelte";
import { ready } from "./press";
import type { Piece, Point } from "./types";

/** Pixels a hand trembles in a click. */
const STILL = 6;

interface Held {
  from: Point;
  piece: Piece;
  moved: boolean;
  /** Answers when the unit is in hand and its goals are known. */
  taken: Promise<boolean> | null;
}

export class Hand {
  private held: Held | null = null;
  /** The click that ends a drag is no click. */
  private spent = false;

  constructor(
    readonly desk: Desk,
    readonly camera: Camera,
  ) {}

  /** A counter is carried that may go somewhere. */
  down(event: PointerEvent, at: Point, piece: Piece | undefined): void {
    this.spent = false;
    const { deciding, film } = this.desk;
    if (event.button !== 0 || event.pointerType === "touch" || film.frame || !deciding.question) return;
    if (event.shiftKey || !piece || piece.unit < 0 || piece.side !== deciding.side || !this.may(piece)) return;
    this.held = { from: at, piece, moved: false, taken: null };
    this.camera.held = true;
  }

  /** Whether the pointer carries something. `space`: the place under it. */
  move(at: Point, space: number): boolean {
    const { held } = this;
    if (!held) return false;
    if (!held.moved && Math.hypot(at[0] - held.from[0], at[1] - held.from[1]) < STILL) return false;
    const { deciding } = this.desk;
    if (!held.moved && !deciding.marching.units.includes(held.piece.unit))
      held.taken = deciding.muster([held.piece.unit]);
    held.moved = true;
    deciding.marching.over = deciding.marching.goals.has(space) ? space : -1;
    return true;
  }

  async up(space: number): Promise<void> {
    const { held } = this;
    this.drop();
    if (!held?.moved) return;
    this.spent = true;
    const { deciding } = this.desk;
    await held.taken;
    if (deciding.marching.goals.has(space)) await deciding.march(space);
    else deciding.cancel();
  }

  drop(): void {
    this.held = null;
    this.camera.held = false;
  }

  /** Whether a click belongs to a drag that is over. */
  swallows(): boolean {
    const { spent } = this;
    this.spent = false;
    return spent;
  }

  private may(piece: Piece): boolean {
    return this.desk.deciding.marching.units.includes(piece.unit) || ready(this.desk, piece.unit, piece.space);
  }
}
