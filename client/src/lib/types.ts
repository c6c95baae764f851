/** The protocol of the table (docs/protocol.md). */
import type { Chart, Fact, Forecast, Overlay, Scene, SceneDiff } from "./scene";

export type * from "./scene";

/** The seat of what the table itself did or tells. */
export const TABLE = -2;

export interface Choice {
  text: string;
  label: string;
  verb: string;
  units: number[];
  spaces: number[];
}

export interface Question {
  seat: number;
  waiting?: boolean;
  prompt: string;
  key: string;
  rule: string;
  confirm: boolean;
  secret: boolean;
  default: number;
  extra: number;
  units: number[];
  spaces: number[];
  options: Choice[];
}

export interface Line {
  entry: number;
  seat: number;
  text: string;
  rule: string;
  dice: number[];
  sides: number[];
  units: number[];
  spaces: number[];
  kind: string;
  /** The kind of the later line that sums this one up. */
  part?: string;
}

export interface Chair {
  seat: number;
  side: string;
  who: string;
  kind: "human" | "bot" | "open";
  online: boolean;
  clock: number | null;
  face: string;
  /** The computer keeps the seat for its player. */
  stood_in: boolean;
}

/** From the entry after this one on the computer of that level plays a seat; empty: its player does again. */
export interface Handover {
  seat: number;
  entry: number;
  level: string;
}

/** What a computer did from an entry on, and why. */
export interface Why {
  entry: number;
  lines: string[];
}

export interface Turn {
  entry: number;
  label: string;
}

/** Of an entry who made it, whether undo stops there, and in whose turn it was made (negative: as before it). */
export type Taped = [who: number, barrier: number, turn: number];

export interface Lesson {
  title: string;
  page: number;
  pages: number;
  say: string;
  do: string[];
  units: number[];
  spaces: number[];
  rule: string;
  over: boolean;
}

export interface ChatLine {
  /** -1: a spectator, -2: the table itself. */
  seat: number;
  name: string;
  text: string;
  at: number;
}

export interface ClockFace {
  left: number[];
  running: number | null;
}

/** What somebody adds to the fair dice: its seal first, the text when nobody can choose any more. */
export interface Words {
  seats: number[];
  seal: string;
  text: string;
  dropped: boolean;
}

export interface Mix {
  state: "gathering" | "opening" | "mixed";
  words: Words[];
}

export interface Hello {
  type: "hello";
  match: string;
  game: string;
  title: string;
  digest: string;
  scenario: string;
  options: Record<string, unknown>;
  sides: string[];
  /** By side: the other sides that fight for the same cause. */
  allies: number[][];
  seats: Chair[];
  you: number[];
  view: number;
  secrets: boolean;
  /** Whether players who share this screen look at it together, whoever is asked. */
  together: boolean;
  entry: number;
  scene: Scene;
  question: Question | null;
  log: Line[];
  chat: ChatLine[];
  undo: boolean;
  commitment: string;
  result: string | null;
  /** The sides that won; empty: a draw. */
  winners: number[] | null;
  crumbs: string[];
  /** The rule case of each crumb; empty where it has none. */
  cases: string[];
  turns: Turn[];
  tape: Taped[];
  /** The seat whose turn it is, though another may be asked in it; -1: the game is over. */
  turn: number;
  lesson: Lesson | null;
  puzzle: PuzzleBrief | null;
  since: number;
  unit_names: string[];
  space_names: string[];
  overlays: { id: string; title: string }[];
  kind: string;
  strings: string[];
  offer: Offer | null;
  clock: ClockFace | null;
  thinking: number | null;
  mix: Mix;
  notices: boolean;
  absence: "computer" | "pause" | "lose";
  stand_in: string;
  paused: number | null;
  handovers: Handover[];
  watchers: number;
  origin: string;
  origin_entry: number;
  /** By seat, one's own only. */
  orders: Record<number, Order[]>;
  order_kinds: OrderKind[];
}

export interface Update {
  type: "update";
  entry: number;
  events: Line[];
  scene: SceneDiff;
  question: Question | null;
  undo: boolean;
  crumbs: string[];
  cases: string[];
  result: string | null;
  winners: number[] | null;
  seats: Chair[];
  view: number;
  secrets: boolean;
  /** Whether players who share this screen look at it together, whoever is asked. */
  together: boolean;
  clock?: ClockFace;
  cut?: number;
  turns?: Turn[];
  tape?: Taped[];
  turn: number;
  lesson?: Lesson | null;
}

export interface Offer {
  kind: "draw" | "takeback" | "bot";
  from: number;
  to: number;
  seat: number;
}

export interface Frame {
  entry: number;
  scene: Scene;
  crumbs: string[];
  cases: string[];
  events: Line[];
}

/** A place units in hand can come to. */
export interface Goal {
  space: number;
  cost: number;
  /** The place before it on the way. */
  back: number;
  /** Whether the march may end here. */
  stay: boolean;
  /** Whether something comes in here: dice, a reveal, another seat, a fight. */
  halts: boolean;
}

/** A march as one plan. */
export interface WayTold {
  options: string[];
  path: number[];
  /** Units it does not speak of yet. */
  left: number[];
  cost: number;
  halts: boolean;
  /** Places where another seat would be asked, and the units it could answer with. */
  risks: [number, number[]][];
}

/** A party for an attack: who is in it, its odds, and the answers that send it. */
export interface GatherTold {
  prompt: string;
  /** Unit, whether it is in, whether the player may change that. */
  members: [number, boolean, boolean][];
  spaces: number[];
  options: string[];
  forecast: Forecast | null;
  refusal: Refusal | null;
  /** The party that promises most, and its odds in a word. */
  best: number[];
  short: string;
}

/** What an option does at once. */
export interface NoteTold {
  text: string;
  notes: string[];
  short: string;
  harm: boolean;
}

/** A finished game looked at again. Luck and gains are those of the first side. */
export interface Review {
  turns: { label: string; lost: number[] }[];
  luck: number;
  rolls: number;
  unseen: number;
  turning: { entry: number; turn: string; text: string; gain: number; chance: number | null }[];
  /** Null: no law of the chance to win is known. */
  course: Course | null;
}

/** The chance of the first side as each half began and as the game ended; what it rests on. */
export interface Course {
  by: string;
  games: number;
  /** The chance is that of a better result than in the middle of those games: one side won them all. */
  par: boolean;
  standings: Standing[];
}

export interface Standing {
  /** After which entry of the record. */
  entry: number;
  turn: string;
  chance: number;
}

/** A standing order of a seat. */
export interface Order {
  /** The key of the questions it answers. */
  prompt: string;
  /** The answer; empty: the quiet one. */
  verb: string;
  chance: number;
  units: number;
  keep: number;
  /** It ends with the phase. */
  phase: boolean;
}

/** A kind of question that may be left to an order, also before it is asked. */
export interface OrderKind {
  prompt: string;
  title: string;
  answers: [string, string][];
  quiet: string;
  measures: string[];
  stock: string;
}

export interface Refusal {
  text: string;
  rule: string;
}

/** An operation the general would choose: answers as texts and in words, odds, and what speaks for it. */
export interface HintTold {
  options: string[];
  steps: string[];
  units: number[];
  spaces: number[];
  reasons: string[];
  forecast: Forecast | null;
}

/** The task of a puzzle, without its answer. */
export interface PuzzleBrief {
  id: string;
  title: string;
  ask: string;
  seat: number;
}

/** The chance of the goal that the answers leave, and the answer explained. */
export interface VerdictTold {
  solved: boolean;
  chance: number;
  least: number;
  reason: string;
  rule: string;
  right: string[][];
}

export type Reply = { type: "reply"; id: string } & {
  refusal?: Refusal | null;
  forecast?: Forecast | null;
  overlay?: Overlay | null;
  ways?: [number, number, number, boolean, boolean][];
  way?: WayTold | null;
  gather?: GatherTold | null;
  notes?: NoteTold[];
  earlier?: Line[];
  hint?: HintTold | null;
  verdict?: VerdictTold | null;
  review?: Review | null;
  charts?: Chart[];
  facts?: Fact[];
  frame?: Frame;
  /** Packed; see reel.ts. */
  film?: string;
  reasons?: Why[];
  /** Of an acknowledgement: the entry that is on disk. */
  entry?: number;
};

export type ServerMessage =
  | Hello
  | Update
  | ({ type: "offer" } & Offer)
  | { type: "closed"; kind: string; accepted: boolean }
  | Reply
  | { type: "ack"; id: string; entry: number }
  | { type: "refused"; id: string; text: string; rule: string; key: string; at: number }
  | { type: "thinking"; seat: number; busy: boolean; why: string[] }
  | { type: "presence"; seats: Chair[]; watchers: number; paused: number | null; handovers: Handover[] }
  | ({ type: "chat" } & ChatLine)
  | ({ type: "clock" } & ClockFace)
  | { type: "orders"; seat: number; orders: Order[] }
  | ({ type: "mix" } & Mix);

export interface Switch {
  name: string;
  rule: string;
  title: string;
  help: string;
  default: boolean | number | string;
  choices: string[];
  /** The choices in words. */
  labels: string[];
  low: number;
  high: number;
  /** Number of seats by value; empty where the switch does not decide it. */
  seats: Record<string, number>;
}

export interface Scenario {
  name: string;
  rule: string;
  title: string;
  help: string;
  barred: string[];
  balance: Balance[];
}

export interface Title {
  name: string;
  title: string;
  publisher: string;
  year: number;
  players: string;
  kind: string;
  minutes: number;
  weight: number;
  sides: string[];
  seats: number;
  digest: string;
  cases: { implementable: number; covered: number };
  provenance: { printed: number; found: number; reconstructed: number };
  scenarios: Scenario[];
  switches: Switch[];
  levels: string[];
  art: boolean;
}

/** Measured between equal players; the share counts draws as half. */
export interface Balance {
  side: string;
  by: string;
  budget: string;
  games: number;
  share: number;
  low: number;
  high: number;
  options: Record<string, boolean | number | string>;
}

export interface ClockRule {
  initial: number;
  step: number;
  /** Seconds for each move instead; 0: none. */
  move: number;
}

export interface Learnt {
  game: string;
  lesson: string;
}

/** Who looks at this page. */
export interface Me {
  account: string | null;
  email: string | null;
  /** Whether the server sends letters. */
  mail: boolean;
  /** The server's key for Web Push; empty: it has none. */
  push: string;
  learnt: Learnt[];
}

export interface Brief {
  match: string;
  kind: string;
  game: string;
  title: string;
  scenario: string;
  crumbs: string[];
  seats: Chair[];
  you: number[];
  turn_of: number | null;
  over: boolean;
  result: string;
  entry: number;
  touched: string;
  /** How many pages of a lesson are turned. */
  lesson: { id: string; title: string; page: number; pages: number } | null;
  /** Of a planning board: the match it was branched off. */
  origin: string;
  /** The title of the puzzle that is set on it. */
  puzzle: string;
  /** When anybody else last said something there; 0: never. */
  said: number;
}

/** A table at which anybody may take a free seat. */
export interface OpenTable {
  match: string;
  game: string;
  title: string;
  scenario: string;
  options: Record<string, boolean | number | string>;
  seats: Chair[];
  free: number[];
  clock: ClockRule | null;
  since: string;
}

export interface Seating {
  kind: "me" | "friend" | "bot";
  level: string;
  name: string;
}

export interface Created {
  match: string;
  seats: number[];
  links: { seat: number; url: string }[];
  watch: string;
}

export interface LessonBrief {
  id: string;
  title: string;
  summary: string;
}

export interface Case {
  id: string;
  title: string;
  kind: string;
  summary: string;
}

export interface Paint {
  top: string;
  bottom: string;
  edge: string;
  ink: string;
  field: string;
  spent_top: string;
  spent_bottom: string;
}

export interface MarkerArt {
  svg: string;
  size: number;
  dx: number;
  dy: number;
  under: boolean;
}

export interface Sprites {
  tokens: { light: Record<string, string>; dark: Record<string, string>; faces: Record<string, Paint> };
  /** Gradients of the faces. */
  defs: string;
  symbols: Record<string, string>;
  markers: Record<string, MarkerArt>;
}

export interface DiceRoll {
  k: number;
  dice?: number[];
  pool?: [number, number][];
  answer?: number[] | number;
  entry: number;
  purpose: string;
}

export interface DiceBook {
  commitment: string;
  secret?: string | null;
  strings: string[];
  words: Words[];
  rolls: DiceRoll[];
}
