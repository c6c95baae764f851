/** One match as this browser knows it: fed by the socket, read by every part of the table. */
import { untrack } from "svelte";
import { api } from "./api";
import { pitchOf } from "./contact";
import { applyLog, applyScene, applyTape } from "./diff";
import { Mixing } from "./mixing.svelte";
import { prefs } from "./prefs.svelte";
import { lifted } from "./floors";
import { changes, lastTurn, type Change } from "./story";
import { Refused, Socket, type LineState } from "./socket";
import { Unread } from "./unread.svelte";
import { Turnstile } from "./turnstile";
import { sentence } from "./words";
import { TABLE } from "./types";
import type {
  Board,
  Chair,
  ChatLine,
  ClockFace,
  Handover,
  Hello,
  Lesson,
  Line,
  Offer,
  Order,
  Piece,
  Place,
  Question,
  Reply,
  Scene,
  ServerMessage,
  Sprites,
  Taped,
  Turn,
  Update,
  Why,
} from "./types";

/** What the server computes beside the game, and how much of it at a time. */
const COMPUTED = new Set([
  ...["forecast", "overlay", "facts", "charts"],
  ...["ways", "way", "barred", "gather", "notes", "hint", "verdict", "review"],
]);
const AT_ONCE = 4;
const MOST_NOTES = 3;
/** Operations of the computers that are told in the panel. */
const MOST_DEEDS = 8;
/** So many times the log is read on for the story of a turn. */
const MOST_PAGES = 5;
const EMPTY: Scene = {
  pieces: [],
  tracks: [],
  panels: [],
  banner: "",
  banner_rule: "",
  veil: "",
  dark: 1,
  owner: [],
  duties: [],
  clash: null,
  endings: [],
};

export interface Thinking {
  seat: number;
}

export class Table {
  line = $state<LineState>("connecting");
  ready = $state(false);
  trouble = $state("");

  board = $state.raw<Board | null>(null);
  sprites = $state.raw<Sprites | null>(null);
  info = $state.raw<Hello | null>(null);

  scene = $state.raw<Scene>(EMPTY);
  question = $state.raw<Question | null>(null);
  log = $state.raw<Line[]>([]);
  /** Whether more happened before what `log` holds. */
  untold = $state(false);
  chat = $state.raw<ChatLine[]>([]);
  seats = $state.raw<Chair[]>([]);
  crumbs = $state.raw<string[]>([]);
  cases = $state.raw<string[]>([]);
  turns = $state.raw<Turn[]>([]);
  tape = $state.raw<Taped[]>([]);
  /** The seat whose turn it is; -1: the game is over. */
  turn = $state(-1);
  lesson = $state.raw<Lesson | null>(null);
  entry = $state(0);
  undo = $state(false);
  view = $state(0);
  result = $state<string | null>(null);
  winners = $state.raw<number[] | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  /** What the computers did since this player was asked last, and why: one line for each operation. */
  deeds = $state.raw<string[]>([]);
  offer = $state.raw<Offer | null>(null);
  clock = $state.raw<ClockFace | null>(null);
  watchers = $state(0);
  /** The seat whose player is waited for. */
  paused = $state<number | null>(null);
  handovers = $state.raw<Handover[]>([]);
  /** Standing orders of the seats this browser holds. */
  orders = $state.raw<Record<number, Order[]>>({});
  /** The seat that must come to the screen before its view is shown; null: no curtain. */
  curtain = $state<number | null>(null);
  /** The seat for which the curtain was lifted last. */
  private seated = -1;
  /** What the table itself told since this page was opened. */
  notes = $state.raw<ChatLine[]>([]);
  readonly unread: Unread;
  /** Grows with every update, for whoever must react to news. */
  news = $state.raw<Line[]>([]);

  /** What the others did since this player acted: it stands until his first click. */
  story = $state.raw<Change[]>([]);
  storyFrom = $state(0);
  /** Why computers did what is told there, as far as they say. */
  whys = $state.raw<Why[]>([]);
  private known: Scene | null = null;

  /** The storey shown with the roofs lifted; -1: the roofs are on. */
  storey = $state(-1);
  readonly floor = $derived(this.board?.floors[this.storey] ?? null);
  /** How far apart neighbouring hexes are at most. */
  readonly pitch = $derived(this.board ? pitchOf(this.board) : 0);
  readonly places = $derived(
    new Map<number, Place>(lifted(this.board?.places ?? [], this.floor).map((p) => [p.space, p])),
  );
  /** The entry with which the first turn began: before it everything is set-up. */
  readonly opening = $derived(this.turns[0]?.entry ?? 0);
  readonly pieceOf = $derived(new Map(this.scene.pieces.filter((p) => p.unit >= 0).map((p) => [p.unit, p])));
  readonly you = $derived(this.info?.you ?? []);
  /** The entry with which the last turn of whoever sits here ended: of several seats at one screen the one shown. */
  readonly lastTurn = $derived(lastTurn(this.tape, this.you.length > 1 ? [this.view] : this.you));
  /** The question, when it is put to a seat of mine. */
  readonly mine = $derived(
    this.question && !this.question.waiting && this.you.includes(this.question.seat) && this.curtain === null
      ? this.question
      : null,
  );
  readonly commitment = $derived(this.info?.commitment ?? "");
  readonly mixing = new Mixing(this);
  readonly names = $derived({ units: this.info?.unit_names ?? [], spaces: this.info?.space_names ?? [] });

  /** Where the deeds of this browser began, so that a plan is taken back whole. */
  private marks: number[] = [];
  private readonly socket: Socket;

  constructor(readonly match: string) {
    this.unread = new Unread(match);
    this.socket = new Socket(match, {
      message: (message) => this.receive(message),
      state: (state) => (this.line = state),
    });
  }

  close(): void {
    this.socket.close();
  }

  retry(): void {
    this.socket.retry();
  }

  chair(seat: number): Chair | undefined {
    return this.seats.find((chair) => chair.seat === seat);
  }

  /** Whether two sides are at war with each other. */
  foes(side: number, other: number): boolean {
    return side >= 0 && other >= 0 && side !== other && !this.info?.allies[side]?.includes(other);
  }

  unitName(unit: number): string {
    return this.names.units[unit] ?? this.pieceOf.get(unit)?.name ?? `unit ${unit}`;
  }

  /** A counter for those who do not see it: its name, its side if the name does not say it, and where it stands. */
  spoken(piece: Piece): string {
    const name = piece.text || piece.name;
    const side = this.info?.sides[piece.side];
    const place = this.places.get(piece.space)?.name;
    const says = (words: string, part = "") => words.toLowerCase().includes(part.toLowerCase());
    return [name, says(piece.name, side) ? "" : side, says(name, place) ? "" : place].filter(Boolean).join(", ");
  }

  spaceName(space: number): string {
    return this.places.get(space)?.name ?? this.names.spaces[space] ?? `place ${space}`;
  }

  // What a player does

  /** One answer, or several as a plan; where the dice are not ready yet it is given again when they are. */
  async answer(...options: string[]): Promise<Reply> {
    const said = { seat: this.question?.seat ?? 0, entry: this.entry, options };
    this.deeds = [];
    this.marks = [...this.marks.filter((mark) => mark < this.entry), this.entry];
    try {
      return await this.socket.send("answer", said);
    } catch (error) {
      if (!(error instanceof Refused && error.key === "mixing")) throw error;
      await this.mixing.ready();
      return this.socket.send("answer", said);
    }
  }

  /** Take back the last deed: the whole plan, where it was one. */
  async takeBack(): Promise<void> {
    if (!this.undo) return;
    const marks = this.marks.filter((mark) => mark < this.entry);
    const to = marks.pop() ?? -1;
    this.marks = marks;
    await this.socket.send("undo", { seat: this.view, to }).catch(() => null);
  }

  /** All standing orders of a seat from now on. */
  async order(seat: number, orders: Order[]): Promise<void> {
    await this.socket.send("orders", { seat, orders }).catch(() => null);
  }

  /** The server computes so many things for a page at a time and refuses more: those wait here. */
  private readonly sums = new Turnstile(AT_ONCE);
  /** Questions of this page that wait for their reply. */
  asking = $state(0);

  async ask(type: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    untrack(() => (this.asking += 1)); // whoever asks in an effect does not wait for its own question
    try {
      return await (COMPUTED.has(type)
        ? this.sums.next(() => this.socket.send(type, fields))
        : this.socket.send(type, fields));
    } finally {
      this.asking -= 1;
    }
  }

  tell(type: string, fields: Record<string, unknown> = {}): void {
    this.socket.tell(type, fields);
  }

  /** Learn why computers did what they did after an entry. */
  async learn(after: number): Promise<void> {
    const reply = await this.ask("reasons", { after }).catch(() => null);
    if (reply?.reasons) this.whys = reply.reasons;
  }

  /** The player has seen what the others did. */
  endStory(): void {
    if (this.question?.waiting || !this.story.length) return;
    this.story = [];
    this.known = this.scene;
    this.storyFrom = this.entry;
  }

  /** What the others did in their turn as a whole, whatever was asked or clicked in it. */
  private async tellTurn(): Promise<void> {
    const [from, entry] = [this.lastTurn, this.entry];
    const frame = (await this.ask("frame", { entry: from }).catch(() => null))?.frame;
    for (let more = MOST_PAGES; more && this.untold && (this.log[0]?.entry ?? 0) > from; more -= 1)
      await this.remember();
    if (frame && entry === this.entry && this.question && !this.question.waiting) this.tellAgain(frame.scene, from);
  }

  /** Arrows from how the table stood then to how it stands now, until the next click. */
  tellAgain(before: Scene, entry: number): void {
    this.story = changes(before, this.scene, this.since(entry));
    this.storyFrom = entry;
  }

  /** What was told after an entry. */
  private since(entry: number): Line[] {
    return this.log.filter((line) => line.entry > entry);
  }

  lift(): void {
    this.curtain = null;
  }

  // What the server says

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        void this.greet(message);
        break;
      case "update":
        this.update(message);
        break;
      case "thinking":
        this.thinking = message.busy ? { seat: message.seat } : null;
        if (message.why.length) this.deeds = [...this.deeds, sentence(message.why)].slice(-MOST_DEEDS);
        break;
      case "offer":
        this.offer = message;
        break;
      case "closed":
        this.offer = null;
        break;
      case "presence":
        this.seats = message.seats;
        this.watchers = message.watchers;
        this.paused = message.paused;
        this.handovers = message.handovers;
        break;
      case "clock":
        this.clock = message;
        break;
      case "orders":
        this.orders = { ...this.orders, [message.seat]: message.orders };
        break;
      case "chat":
        this.chat = [...this.chat, message];
        if (message.seat === TABLE) this.notes = [...this.notes, message].slice(-MOST_NOTES);
        break;
      case "mix":
        void this.mixing.told(message);
        break;
    }
  }

  /** Fetch what happened before what `log` holds. */
  async remember(): Promise<void> {
    const held = this.log;
    const [first] = held;
    if (!first || !this.untold) return;
    const told = await this.logUpTo(first.entry, held);
    if (this.log !== held || told === held) return;
    this.untold = (told[0]?.entry ?? 0) < first.entry && (told[0]?.entry ?? 0) > 1;
    this.log = told;
  }

  /** The log up to an entry, and after it the lines that are known already; these alone, if nothing answers. */
  async logUpTo(entry: number, known: Line[] = []): Promise<Line[]> {
    const reply = await this.ask("earlier", { upto: entry }).catch(() => null);
    return reply?.earlier ? [...reply.earlier, ...known.filter((line) => line.entry > entry)] : known;
  }

  private async greet(hello: Hello): Promise<void> {
    const first = !this.info;
    this.info = hello;
    this.scene = hello.scene;
    this.log = hello.log;
    this.untold = (hello.log[0]?.entry ?? 0) > 1;
    this.chat = hello.chat;
    this.turns = hello.turns;
    this.tape = hello.tape;
    this.turn = hello.turn;
    this.offer = hello.offer;
    this.paused = hello.paused;
    this.handovers = hello.handovers;
    this.watchers = hello.watchers;
    this.orders = hello.orders;
    this.clock = hello.clock;
    this.thinking = hello.thinking === null ? null : { seat: hello.thinking };
    this.entry = hello.entry;
    this.undo = hello.undo;
    this.seats = hello.seats;
    this.crumbs = hello.crumbs;
    this.cases = hello.cases;
    this.result = hello.result;
    this.winners = hello.winners;
    this.lesson = hello.lesson;
    this.question = hello.question;
    this.turnTo(hello.view, hello.secrets && !hello.together, first);
    this.tell("seen", { entry: hello.entry });
    if (prefs.computer >= 0 && hello.you.length) this.tell("pace", { seconds: prefs.computer });
    void this.mixing.told(hello.mix);
    const unseen = hello.tape.slice(hello.since).some(([who]) => who >= 0 && !hello.you.includes(who));
    if (hello.you.length && unseen) void this.tellTurn();
    if (!first) return;
    try {
      [this.board, this.sprites] = await Promise.all([api.board(hello.game, hello.digest), api.sprites()]);
      this.ready = true;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  /** Show the view of a seat; where something is hidden from who sat here last, a curtain falls first. */
  private turnTo(view: number, hidden: boolean, first = false): void {
    if (this.result)
      this.curtain = null; // nothing is secret any more
    else if (hidden && this.you.length > 1) {
      if (first || view !== this.seated) this.curtain = view;
      this.seated = view;
    }
    this.view = view;
  }

  /** Only what others did is told, once this player is asked again, and when his turn begins all of theirs. */
  private tellStory(update: Update, before: number): void {
    const others = (update.tape ?? []).some(([who]) => who >= 0 && !this.you.includes(who));
    if (!this.known || update.cut !== undefined || (!others && !this.story.length)) {
      this.known = this.scene;
      this.storyFrom = this.entry;
      this.story = [];
    } else if (others) this.story = changes(this.known, this.scene, this.since(this.storyFrom));
    const begins = this.you.includes(update.turn) && !this.you.includes(before);
    if (begins && update.cut === undefined && this.lastTurn < this.storyFrom) void this.tellTurn();
  }

  private update(update: Update): void {
    this.known ??= this.scene;
    const before = this.turn;
    this.turn = update.turn;
    this.scene = applyScene(this.scene, update.scene);
    this.log = applyLog(this.log, update.events, update.cut);
    this.tape = applyTape(this.tape, update.tape, update.cut);
    if (update.turns) this.turns = update.turns;
    if (update.lesson !== undefined) this.lesson = update.lesson;
    this.entry = update.entry;
    this.undo = update.undo;
    this.crumbs = update.crumbs;
    this.cases = update.cases;
    this.result = update.result;
    this.winners = update.winners;
    if (update.seats) this.seats = update.seats;
    if (update.clock) this.clock = update.clock;
    this.turnTo(update.view, update.secrets && !update.together);
    this.question = update.question;
    this.news = update.events;
    this.tellStory(update, before);
    if (document.visibilityState === "visible") this.tell("seen", { entry: update.entry });
  }
}
