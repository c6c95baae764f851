/** Calls to the server. Every failure becomes a `Failure` with a sentence a player can read. */
import type {
  Board,
  Brief,
  Case,
  ClockRule,
  Created,
  DiceBook,
  Hello,
  LessonBrief,
  PuzzleBrief,
  Me,
  OpenTable,
  Seating,
  Sprites,
  Title,
} from "./types";

export class Failure extends Error {
  constructor(
    message: string,
    readonly key: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init });
  } catch {
    throw new Failure("The server does not answer.", "offline", 0);
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const told = body as { error?: string; key?: string } | null;
    throw new Failure(told?.error ?? `The server answered ${response.status}.`, told?.key ?? "", response.status);
  }
  return body as T;
}

function post<T>(path: string, body: unknown): Promise<T> {
  return call<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

const kept = new Map<string, Promise<unknown>>();

/** A call whose answer never changes while the page lives. */
function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = call<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path));
  }
  return found;
}

export interface NewMatch {
  game: string;
  scenario: string;
  options: Record<string, unknown>;
  seats: Seating[];
  /** Anybody may take a seat kept for a friend. */
  open: boolean;
  /** Of the maker's words for the dice; empty: none. */
  seal: string;
  clock: ClockRule | null;
  /** What becomes of the seat of somebody who is away. */
  absence: Hello["absence"];
}

export const api = {
  games: () => once<Title[]>("/api/games"),
  game: (game: string) => once<Title>(`/api/games/${game}`),
  guide: (game: string) => once<{ markdown: string }>(`/api/games/${game}/guide`),
  lessons: (game: string) => once<LessonBrief[]>(`/api/games/${game}/lessons`),
  rule: (game: string, id: string) => once<Case>(`/api/games/${game}/cases/${encodeURIComponent(id)}`),
  board: (game: string, digest: string) => once<Board>(`/art/${game}/${digest}/board.json`),
  sprites: () => once<Sprites>("/art/sprites.json"),
  matches: () => call<Brief[]>("/api/matches"),
  create: (match: NewMatch) => post<Created>("/api/matches", match),
  puzzles: (game: string) => once<PuzzleBrief[]>(`/api/games/${game}/puzzles`),
  puzzle: (game: string, puzzle: string) => post<Created>("/api/puzzles", { game, puzzle }),
  lesson: (game: string, lesson: string) => post<Created>("/api/lessons", { game, lesson }),
  openTables: () => call<OpenTable[]>("/api/tables/open"),
  joinOpen: (match: string, seat: number) =>
    post<{ match: string; seats: number[] }>(`/api/tables/${match}/join`, { seat }),
  join: (token: string) => post<{ match: string; seats: number[] }>("/api/join", { token }),
  branch: (match: string, entry: number) => post<Created>(`/api/matches/${match}/branch`, { entry }),
  dice: (match: string) => call<DiceBook>(`/api/matches/${match}/dice`),
  notice: (match: string, seat: number, email: string) =>
    post<unknown>(`/api/matches/${match}/notice`, { seat, email }),
  upload: (file: Blob) => call<Created>("/api/records", { method: "POST", body: file }),
  signUp: (name: string, password: string) => post<{ name: string }>("/api/accounts", { name, password }),
  signIn: (name: string, password: string) => post<{ name: string }>("/api/login", { name, password }),
  signOut: () => post<unknown>("/api/logout", {}),
  me: () => call<Me>("/api/me"),
  changePassword: (password: string, fresh: string) =>
    post<unknown>("/api/accounts/password", { password, new: fresh }),
  changeEmail: (password: string, email: string) => post<unknown>("/api/accounts/email", { password, email }),
  deleteAccount: (password: string) => post<unknown>("/api/accounts/delete", { password }),
  recover: (name: string) => post<unknown>("/api/recover", { name }),
  push: (endpoint: string, p256dh: string, auth: string) => post<unknown>("/api/me/push", { endpoint, p256dh, auth }),
  leave: (match: string) => post<unknown>(`/api/matches/${match}/leave`, {}),
  /** A new link for a free seat, or to watch (-1). */
  invite: (match: string, seat: number) => post<{ url: string }>(`/api/matches/${match}/invite`, { seat }),
  /** Play what was tried on a planning board. */
  playBoard: (match: string) => post<{ match: string }>(`/api/matches/${match}/play`, {}),
};

export function groundUrl(game: string, digest: string): string {
  return `/art/${game}/${digest}/ground.svg`;
}

/** Names and counters of a card, drawn by our own server, to be taken into the page where its fonts reach them. */
export async function cardFront(game: string, digest: string): Promise<string> {
  const response = await fetch(`/art/${game}/${digest}/front.svg`);
  return response.ok ? response.text() : "";
}

export function cardUrl(game: string, digest: string): string {
  return `/art/${game}/${digest}/card.svg`;
}
