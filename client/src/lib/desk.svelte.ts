/** What lies open on the desk: drawers, the inspected place, lights from the log, overlays, the open rule case. */
import { getContext, setContext } from "svelte";
import { Deciding } from "./deciding.svelte";
import { Film } from "./film.svelte";
import { press, type How } from "./press";
import { prefs } from "./prefs.svelte";
import { stacks } from "./stacks";
import { Table } from "./table.svelte";
import type { Case, Overlay, Piece, Point } from "./types";
import { api } from "./api";

export type Drawer =
  "charts" | "panels" | "chat" | "menu" | "find" | "layers" | "help" | "list" | "film" | "pictures" | "orders";

export interface OpenCase {
  id: string;
  at: Point;
  found: Case | null;
  missing: boolean;
}

export class Desk {
  readonly table: Table;
  readonly deciding: Deciding;
  readonly film: Film;

  drawer = $state<Drawer | null>(null);
  /** Whether the panel with the question lies open: a column on a tablet, a sheet on a phone. */
  panel = $state(true);
  /** The place under inspection; -1: none. */
  inspected = $state(-1);
  /** The place whose tray the player closed, until he clicks there again; -1: none. */
  shut = $state(-1);
  /** Whether the last click was where the tray opens: it keeps away from there. */
  low = $state(false);
  /** Whether a card at the upper right would cover more of what is asked than one at the upper left. */
  aside = $state(false);
  /** The unit the keys stand at; -1: none. */
  at = $state(-1);
  /** Units the player is done with for now. */
  asleep = $state.raw<Set<number>>(new Set());
  lights = $state.raw<{ units: number[]; spaces: number[] }>({ units: [], spaces: [] });
  private laid = $state.raw<Overlay | null>(null);
  /** What was asked for it. */
  private asked: { name: string; unit: number; space: number } | null = null;
  private renewing = false;
  /** Whom the overlay speaks of; empty: nobody in particular. */
  about = $state("");
  hideCounters = $state(false);
  /** The wish by which counters are picked out, see `wishes`; empty: all. */
  only = $state("");
  showControl = $state(false);
  openCase = $state.raw<OpenCase | null>(null);
  /** A request to bring a place into view; the map watches it. */
  wish = $state.raw<{ space: number } | null>(null);

  /** Where counters stand now, or stood in the frame on the screen. */
  readonly stacks = $derived.by(() => stacks(this.scene.pieces, this.table.places));

  constructor(match: string) {
    this.table = new Table(match);
    this.deciding = new Deciding(this.table);
    this.film = new Film(this.table);
  }

  get scene() {
    return this.film.frame?.scene ?? this.table.scene;
  }

  /** What lies on the map. It speaks of the table as it stands: there is none while somebody looks back. */
  get overlay(): Overlay | null {
    return this.film.frame ? null : this.laid;
  }

  hideOverlay(): void {
    this.laid = null;
  }

  toggle(drawer: Drawer): void {
    this.drawer = this.drawer === drawer ? null : drawer;
  }

  /** Play what happened since an entry; where nothing may move, show it as pictures. */
  async showFilm(from: number): Promise<void> {
    if (this.drawer === "film") this.drawer = null; // it would lie over the map
    await (prefs.reducedMotion ? this.showPictures(from) : this.film.play(from));
  }

  /** Look at what an entry brought, and where; nothing lies over the map. */
  async visit(entry: number): Promise<void> {
    this.drawer = null;
    await this.film.seek(entry, true);
  }

  /** The same as a list of pictures. */
  async showPictures(from: number): Promise<void> {
    await this.film.list(from);
    this.drawer = "pictures";
  }

  /** Show a place; the map stays for a box beside it, unless somebody looks for just that. */
  look(space: number, sought = false): void {
    this.inspected = space;
    if (sought || this.table.places.get(space)?.kind !== "box") this.wish = { space };
  }

  press(piece: Piece | undefined, space: number, how: How = {}): void {
    this.shut = -1;
    void press(this, piece, space, how);
  }

  light(units: number[], spaces: number[]): void {
    this.lights = { units, spaces };
  }

  /** The unit an overlay speaks of: the one in hand, asked about, or on top of the place under inspection; -1: none. */
  get subject(): number {
    const on = this.table.scene.pieces.findLast((p) => p.space === this.inspected && p.unit >= 0);
    return this.deciding.picked.units[0] ?? this.deciding.question?.units[0] ?? on?.unit ?? -1;
  }

  /** Show an overlay, or hide it if it is shown. */
  async toggleOverlay(name: string): Promise<void> {
    if (this.overlay?.id === name) this.hideOverlay();
    else await this.overlayOf(name, this.subject, this.inspected);
  }

  async overlayOf(name: string, unit = -1, space = -1): Promise<void> {
    if (this.overlay?.id === name && unit < 0 && space < 0) {
      this.hideOverlay();
      return;
    }
    this.film.now();
    this.asked = { name, unit, space };
    const reply = await this.table.ask("overlay", this.asked).catch(() => null);
    this.laid = reply?.overlay ?? null;
    this.about = unit >= 0 ? this.table.unitName(unit) : "";
  }

  /** The overlay that is shown as the table stands now. */
  async renewOverlay(): Promise<void> {
    const { asked, laid } = this;
    if (!laid || asked?.name !== laid.id || this.renewing) return;
    this.renewing = true;
    const entry = this.table.entry;
    const reply = await this.table.ask("overlay", asked).catch(() => null);
    this.renewing = false;
    if (this.laid === laid && reply?.overlay) this.laid = reply.overlay;
    if (this.table.entry !== entry) await this.renewOverlay();
  }

  async showCase(id: string, at: Point): Promise<void> {
    if (this.openCase?.id === id) {
      this.openCase = null;
      return;
    }
    this.openCase = { id, at, found: null, missing: false };
    const game = this.table.info?.game ?? "";
    const found = await api.rule(game, id).catch(() => null);
    if (this.openCase?.id === id) this.openCase = { id, at, found, missing: !found };
  }
}

const KEY = Symbol("desk");

export function provideDesk(desk: Desk): Desk {
  return setContext(KEY, desk);
}

export function useDesk(): Desk {
  return getContext<Desk>(KEY);
}
