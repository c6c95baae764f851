/** The vocabulary of boards and scenes (grognard.look.scene). */

export type Point = [number, number];

export interface Place {
  space: number;
  name: string;
  polygon: Point[];
  anchor: Point;
  label: Point;
  kind: string;
  size: number;
  slots: Point[];
  facts: string[];
  /** How far it is moved from its card while the roofs are lifted. */
  moved?: Point;
}

export interface Sign {
  svg: string;
  at: Point;
  near: number;
  rank: number;
  box: [number, number];
  space: number;
  aside: Point | null;
  kind: string;
}

/** Printed numbers of a hex map: each with the point it is centred on. */
export interface Numbers {
  size: number;
  spots: [string, number, number][];
}

/** A storey beneath the roofs: on a card of its own, or on the map while they are lifted. */
export interface Floor {
  id: string;
  title: string;
  svg: string;
  card: [number, number, number, number];
  shift: Point;
  /** Each of its places with the place it lies beneath. */
  beneath: [number, number][];
}

export interface Board {
  width: number;
  height: number;
  places: Place[];
  signs: Sign[];
  grid: string;
  numbers: Numbers;
  defs: string;
  home: [number, number, number, number];
  floors: Floor[];
  /** Several stacks in hand keep their places beside each other on a march. */
  abreast?: boolean;
  /** What the first figure at the bottom of a counter counts. */
  figure: string;
}

export interface Face {
  ground: string;
  symbol: string;
  size: string;
  top: string;
  top_left: string;
  top_right: string;
  bottom: string;
  left: string;
  right: string;
  shield: string;
  states: string[];
}

export interface Piece {
  id: string;
  unit: number;
  name: string;
  side: number;
  space: number;
  face: Face;
  group: number;
  marker: string;
  text: string;
  /** A marker on a hexside: x, y and its turn in degrees. */
  on: [number, number, number] | null;
}

export interface Cell {
  label: string;
  note: string;
  fill: string;
}

export interface Track {
  id: string;
  label: string;
  cells: Cell[];
  now: number;
}

export interface Panel {
  id: string;
  title: string;
  lines: [string, string][];
  pieces: Piece[];
}

export interface Chart {
  id: string;
  title: string;
  rule: string;
  head: string[];
  rows: string[][];
  column: number;
  before: number;
  row: number;
}

export interface Fighter {
  unit: number;
  steps: number;
  full: number;
  /** Shots it has still to fire in the step under way. */
  shots: number;
  /** It cannot be aimed at while others of its line live. */
  rear: boolean;
  /** It could get a step back if its side gave up now. */
  back: boolean;
  /** Percent to hit each unit of the other line; -1: nobody to be hit there. */
  chances: number[];
}

export interface Clash {
  title: string;
  rule: string;
  about: string;
  /** Side and units of the attacker, then of the defender. */
  lines: [[number, Fighter[]], [number, Fighter[]]];
  firing: number;
}

export interface Scene {
  pieces: Piece[];
  tracks: Track[];
  panels: Panel[];
  banner: string;
  banner_rule: string;
  veil: string;
  dark: number;
  owner: [number, number][];
  duties: Duty[];
  clash: Clash | null;
  endings: Ending[];
}

export interface SceneDiff {
  pieces?: Piece[];
  gone?: string[];
  /** Ids in drawing order, where replacing and appending does not give it. */
  order?: string[];
  tracks?: Track[];
  panels?: Panel[];
  banner?: string;
  banner_rule?: string;
  veil?: string;
  dark?: number;
  owner?: [number, number][];
  duties?: Duty[];
  clash?: Clash | null;
  endings?: Ending[];
}

/** Something that is true of a place now, and its case. */
export interface Fact {
  name: string;
  value: string;
  rule: string;
}

/** A way in which the game can end now. */
export interface Ending {
  /** Who wins by it; -1: nobody. */
  side: number;
  text: string;
  rule: string;
  /** Where it stands. */
  now: string;
  near: boolean;
}

export interface Overlay {
  id: string;
  title: string;
  spaces: [number, string][];
  paths: number[][];
  tone: string;
}

export interface Term {
  text: string;
  rule: string;
  value: string;
}

export interface Forecast {
  title: string;
  terms: Term[];
  results: [string, number][];
  figures: [string, string][];
  chart: Chart | null;
  about: string;
  /** The odds in a word. */
  short: string;
  chance: number;
  gain: number;
}

/** A place that must be attacked, by whom, at what odds. */
export interface Duty {
  space: number;
  units: number[];
  odds: string;
  side: number;
}
