/** The window on the map: pan and zoom by d3, with fit, steps and bringing a place into view. */
import { select, type Selection } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from "d3-zoom";
import { prefs } from "./prefs.svelte";
import type { Point } from "./types";

const LARGEST_COUNTER = 96;
const USUAL_COUNTER = 52;
const SMALL_COUNTER = 44;
const LARGEST_OPENING = 72;
const SMALL_SCREEN = 700;
const STEP = 1.5;
/** Pixels within which something told of is too near to the edge of the window. */
const EDGE = 40;

/** x, y, width, height. */
export type Box = [number, number, number, number];
/** How much of the window is drawn beyond each of its edges. */
const MARGIN = 0.12;
/** Frames without a change of scale after which the map is drawn for it, even if a hand still holds it. Frames and not
 * milliseconds: where they are slow a turn of the wheel comes late too, and drawing then would make them slower yet. */
const PAUSE = 24;

export interface Sheet {
  width: number;
  height: number;
  /** Edge of a usual counter, in map units. */
  counter: number;
  /** The part that is played on. */
  home: Box;
  /** The point that matters when the table opens. */
  focus: () => Point;
  /** Places that all matter then: they are shown together, from further away if they need it. */
  together: () => Point[];
  /** Width and height of what lies over the upper left corner of the stage, in pixels. */
  covered: () => Point;
  /** Pixels that a panel lies over the lower edge of the stage. */
  below: () => number;
}

export class Camera {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  width = $state(0);
  height = $state(0);
  /** The part of the map that is drawn: what the window shows and a margin; it follows when the window leaves it. */
  drawn = $state.raw<Box>([0, 0, 0, 0]);
  /** The scale the sheet is drawn for; it follows when a gesture rests. */
  settled = $state(1);
  /** Scale of the drawing on the screen: 1 at rest, another while a gesture only enlarges or shrinks what is there. */
  readonly stretch = $derived(this.k / this.settled);
  moving = $state(false);
  /** The scale is changing: from the first change of it until a gesture rests. */
  scaling = $state(false);
  /** A counter is in the pointer's hand: the map stays. */
  held = false;
  /** Nobody has touched anything yet: the table is still being laid out, and the first look follows the stage's size. */
  private opening = true;

  private waits = 0;
  /** Frames since the scale last changed. */
  private still = 0;
  private behaviour: ZoomBehavior<HTMLElement, unknown> | null = null;
  private stage: Selection<HTMLElement, unknown, null, undefined> | null = null;

  constructor(readonly sheet: Sheet) {}

  /** Listen to wheel, drag and pinch on `element`; returns what undoes it. */
  attach(element: HTMLElement): () => void {
    const behaviour = zoom<HTMLElement, unknown>()
      // A second click is a second choice, not a zoom step; a double tap is one.
      .filter(
        (event: Event) =>
          event.type !== "dblclick" &&
          !this.held &&
          (event.type === "wheel" || !("button" in event) || (event as MouseEvent).button === 0),
      )
      .clickDistance(6)
      .on("start", () => (this.moving = true))
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => this.see(event.transform))
      .on("end", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        this.moving = false;
        // The wheel may go on after a breath: the pause decides.
        if ((event.sourceEvent as Event | null)?.type !== "wheel") this.rest();
      });
    this.behaviour = behaviour;
    this.stage = select(element);
    this.stage.call(behaviour);
    const touched = (event: Event) => {
      // Who lifts the curtain has touched nothing of the table yet.
      if (event.target instanceof Element && event.target.closest(".curtain")) return;
      this.opening = false;
      for (const kind of touches) removeEventListener(kind, touched, { capture: true });
    };
    const touches = ["pointerdown", "keydown", "wheel"] as const;
    for (const kind of touches) addEventListener(kind, touched, { capture: true, passive: true });
    const watch = new ResizeObserver(() => {
      this.width = element.clientWidth;
      this.height = element.clientHeight;
      this.limit();
      this.redraw();
      this.begin();
    });
    watch.observe(element);
    return () => {
      cancelAnimationFrame(this.waits);
      for (const kind of touches) removeEventListener(kind, touched, { capture: true });
      watch.disconnect();
      this.stage?.on(".zoom", null);
    };
  }

  /** The whole sheet, below what lies over the stage where it would lie over the sheet, and above the panel's corners. */
  fit(smooth = true): void {
    const { width, height, covered, below } = this.sheet;
    const [wide, high] = covered();
    const room = this.height - below();
    const k = Math.min(this.width / width, room / height);
    const under = (this.width - width * k) / 2 < wide ? high : 0;
    const scale = Math.min(this.width / width, (room - under) / height);
    this.show([0, -under / scale, width, height + (under + below()) / scale], smooth);
  }

  /** Look for the first time, or again while nobody has touched anything. */
  begin(): void {
    if (this.opening && this.width) this.open();
  }

  /** The first look: counters at their usual size round the part that matters, or the whole sheet if it fits so. */
  open(): void {
    const whole = Math.min(this.width / this.sheet.width, this.height / this.sheet.height);
    const least = (this.width < SMALL_SCREEN ? SMALL_COUNTER : USUAL_COUNTER) / this.sheet.counter;
    // A wide screen is filled by the part that is played on, not by margins beside it.
    const filled = Math.min(this.width / this.sheet.home[2], LARGEST_OPENING / this.sheet.counter);
    const k = Math.max(least, filled);
    if (least <= whole) {
      this.fit(false);
      return;
    }
    const points = this.sheet.together();
    if (points.length > 1) {
      const { width, height, below } = this.sheet;
      const [over, foot] = [this.over(), below()];
      const [[x, y], fits] = this.round(points, over + foot);
      const near = Math.min(k, fits);
      this.show(this.window([x, y + (foot - over) / 2 / near], near, [0, 0, width, height + foot / near]), false);
    } else this.show(this.window(this.sheet.focus(), k, this.sheet.home), false);
  }

  /** Pixels of the stage's height that are left to what lies over its upper edge. */
  private over(): number {
    return Math.min(this.sheet.covered()[1], this.height / 4);
  }

  /** The middle of some points, and the scale at which all of them are well within the window without its foot. */
  private round(points: Point[], foot = 0): [Point, number] {
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const room = 4 * this.sheet.counter;
    return [
      [left + wide / 2, top + high / 2],
      Math.min(this.width / (wide + room), (this.height - foot) / (high + room)),
    ];
  }

  /** The part of the map shown at scale `k` round a point, kept within `bounds` as far as it can be. */
  private window([x, y]: Point, k: number, bounds: Box): Box {
    const [wide, high] = [this.width / k, this.height / k];
    const [bx, by, bw, bh] = bounds;
    // Its upper edge may stand as far down as what lies over the stage.
    const over = this.over() / k;
    return [clamp(x - wide / 2, bx, bx + bw - wide), clamp(y - high / 2, by - over, by + bh - high), wide, high];
  }

  by(steps: number): void {
    if (this.stage && this.behaviour) this.behaviour.scaleBy(this.calm(this.stage), STEP ** steps);
  }

  pan(dx: number, dy: number): void {
    if (this.stage && this.behaviour) this.behaviour.translateBy(this.stage, dx / this.k, dy / this.k);
  }

  /** Centre a point of the map, coming near enough to read a counter. */
  centre(point: Point, least = 0): void {
    this.show(this.window(point, Math.max(this.k, least), [0, 0, this.sheet.width, this.sheet.height]), true);
  }

  /** Whether a point of the map is on the stage, so many pixels from its edge. */
  sees(point: Point, edge = 0): boolean {
    const [x, y] = this.onScreen(point);
    return x > edge && y > edge && x < this.width - edge && y < this.height - edge;
  }

  /** Whether something of this size round a point of the map is to be drawn. */
  draws(point: Point, reach: number): boolean {
    const [x, y, w, h] = this.drawn;
    return point[0] > x - reach && point[0] < x + w + reach && point[1] > y - reach && point[1] < y + h + reach;
  }

  private redraw(): void {
    const [left, top] = this.onMap([0, 0]);
    const [wide, high] = [this.width / this.k, this.height / this.k];
    const [x, y, w, h] = this.drawn;
    const within = left >= x && top >= y && left + wide <= x + w && top + high <= y + h;
    if (within && w < wide * (1 + 4 * MARGIN)) return;
    this.drawn = [left - wide * MARGIN, top - high * MARGIN, wide * (1 + 2 * MARGIN), high * (1 + 2 * MARGIN)];
  }

  /** Move so that all points are seen, if they fit at this scale; whether they do. */
  frame(points: Point[]): boolean {
    const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = 0.72;
    if ((right - left) * this.k > room * this.width || (bottom - top) * this.k > room * this.height) return false;
    this.centre([(left + right) / 2, (top + bottom) / 2]);
    return true;
  }

  /**
   * Bring all points into the window above what lies over its lowest pixels, from further away if they need it; it stays
   * if they are there already.
   */
  take(points: Point[], foot = 0): void {
    const clear = (point: Point) => this.sees(point, EDGE) && this.onScreen(point)[1] < this.height - foot - EDGE;
    if (!points.length || points.every(clear)) return;
    const [[x, y], fits] = this.round(points, foot);
    const k = Math.min(this.k, fits);
    const { width, height } = this.sheet;
    this.show(this.window([x, y + foot / 2 / k], k, [0, 0, width, height + foot / k]), true);
  }

  /** Where the window stands now; `back` brings it there again. */
  mark(): () => void {
    const [x, y, k] = [this.x, this.y, this.k];
    return () => {
      if (this.stage && this.behaviour)
        this.behaviour.transform(this.calm(this.stage), zoomIdentity.translate(x, y).scale(k));
    };
  }

  /** The point nearest to the middle of the window. */
  nearest(points: Point[]): Point | undefined {
    const [x, y] = this.onMap([this.width / 2, this.height / 2]);
    const away = (point: Point) => Math.hypot(point[0] - x, point[1] - y);
    return points.reduce<Point | undefined>((best, p) => (!best || away(p) < away(best) ? p : best), undefined);
  }

  onScreen(point: Point): Point {
    return [point[0] * this.k + this.x, point[1] * this.k + this.y];
  }

  onMap(point: Point): Point {
    return [(point[0] - this.x) / this.k, (point[1] - this.y) / this.k];
  }

  private show(box: Box, smooth: boolean): void {
    if (!this.stage || !this.behaviour || !this.width) return;
    const k = Math.min(this.width / box[2], this.height / box[3]);
    const to = zoomIdentity
      .translate(this.width / 2 - (box[0] + box[2] / 2) * k, this.height / 2 - (box[1] + box[3] / 2) * k)
      .scale(k);
    this.behaviour.transform(smooth ? this.calm(this.stage) : this.stage, to);
  }

  /** A change of scale only moves and stretches the drawing; what it uncovers is shown roughly until it rests. */
  private see(to: { x: number; y: number; k: number }): void {
    if (to.k !== this.k) {
      this.still = 0;
      if (!this.scaling) this.wait();
      this.scaling = true;
    }
    if (this.scaling) [this.x, this.y, this.k] = [to.x, to.y, to.k];
    else {
      this.lie(to);
      this.redraw();
    }
  }

  private wait(): void {
    this.waits = requestAnimationFrame(() => {
      if (++this.still > PAUSE) this.rest();
      else this.wait();
    });
  }

  /** Draw for the scale of now. */
  private rest(): void {
    cancelAnimationFrame(this.waits);
    this.scaling = false;
    this.lie(this);
    this.settled = this.k;
    this.redraw();
  }

  /** At whole pixels a drawing is as sharp as it was made. */
  private lie(to: { x: number; y: number; k: number }): void {
    const fine = globalThis.devicePixelRatio || 1;
    [this.x, this.y, this.k] = [Math.round(to.x * fine) / fine, Math.round(to.y * fine) / fine, to.k];
  }

  private limit(): void {
    const whole = Math.min(this.width / this.sheet.width, this.height / this.sheet.height);
    const { width, height } = this.sheet;
    const margin = 0.08 * Math.max(width, height);
    this.behaviour
      ?.scaleExtent([whole * 0.75, Math.max(LARGEST_COUNTER / this.sheet.counter, whole * 2)])
      .translateExtent([
        [-margin, -margin],
        [width + margin, height + margin],
      ]);
  }

  // d3's programmatic transforms take a selection or a transition; the types of the two do not share a name.
  private calm(
    stage: Selection<HTMLElement, unknown, null, undefined>,
  ): Selection<HTMLElement, unknown, null, undefined> {
    if (prefs.reducedMotion) return stage;
    return stage.transition().duration(220) as unknown as Selection<HTMLElement, unknown, null, undefined>;
  }
}

/** `value` between the limits; the middle of them where they cross (the sheet is smaller than the window). */
function clamp(value: number, low: number, high: number): number {
  return high < low ? (low + high) / 2 : Math.min(Math.max(value, low), high);
}
