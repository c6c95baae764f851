/** What the pointer carries over the map: a counter dragged to its goal, or a lasso thrown round units. */
import type { Camera } from "./camera.svelte";
import type { Desk } from "./desk.svelte";
import { ready } from "./press";
import type { Piece, Point } from "./types";

/** Pixels a hand trembles in a click. */
const STILL = 6;
/** Stacks one lasso takes. */
const MOST = 60;

interface Held {
  from: Point;
  /** The counter under the pointer; none: a lasso. */
  piece: Piece | undefined;
  moved: boolean;
  /** Answers when the unit is in hand and its goals are known. */
  taken: Promise<boolean> | null;
}

export class Hand {
  /** Corners of the lasso, in pixels of the stage. */
  lasso = $state.raw<[Point, Point] | null>(null);
  private held: Held | null = null;
  /** The click that ends a drag is no click. */
  private spent = false;

  constructor(
    readonly desk: Desk,
    readonly camera: Camera,
  ) {}

  /** With shift a lasso begins anywhere; without it a counter is carried that may go somewhere. */
  down(event: PointerEvent, at: Point, piece: Piece | undefined): void {
    this.spent = false;
    const { deciding, film } = this.desk;
    if (event.button !== 0 || event.pointerType === "touch" || film.frame || !deciding.question) return;
    const mine = piece && piece.unit >= 0 && piece.side === deciding.side && this.may(piece);
    if (!event.shiftKey && !mine) return;
    this.held = { from: at, piece: event.shiftKey ? undefined : piece, moved: false, taken: null };
    this.camera.held = true;
  }

  /** Whether the pointer carries something. `space`: the place under it. */
  move(at: Point, space: number): boolean {
    const { held } = this;
    if (!held) return false;
    if (!held.moved && Math.hypot(at[0] - held.from[0], at[1] - held.from[1]) < STILL) return false;
    const { deciding } = this.desk;
    if (!held.moved && held.piece && !deciding.marching.units.includes(held.piece.unit))
      held.taken = deciding.muster([held.piece.unit]);
    held.moved = true;
    if (held.piece) deciding.marching.over = deciding.marching.goals.has(space) ? space : -1;
    else this.lasso = [held.from, at];
    return true;
  }

  async up(at: Point, space: number): Promise<void> {
    const { held } = this;
    this.drop();
    if (!held?.moved) return;
    this.spent = true;
    const { deciding } = this.desk;
    await held.taken;
    if (!held.piece) {
      await deciding.musterAll(this.within(held.from, at));
    } else if (deciding.marching.goals.has(space)) await deciding.march(space);
    else deciding.cancel();
  }

  drop(): void {
    this.held = null;
    this.lasso = null;
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

  /** Units within that may act, stack by stack; where stacks march abreast, with those who go along. */
  private within(a: Point, b: Point): number[][] {
    const { desk, camera } = this;
    const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    return desk.stacks
      .filter(({ at }) => {
        const [x, y] = camera.onScreen(at);
        return x >= left && x <= right && y >= top && y <= bottom;
      })
      .map(({ pieces }) => pieces.filter((p) => p.unit >= 0 && p.side === desk.deciding.side))
      .map((pieces) =>
        desk.table.board?.abreast && pieces.some((p) => this.may(p)) ? pieces : pieces.filter((p) => this.may(p)),
      )
      .map((pieces) => pieces.map((piece) => piece.unit))
      .filter((units) => units.length)
      .slice(0, MOST);
  }
}
