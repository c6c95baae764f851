import { expect, it, vi } from "vitest";
import { Desk } from "../src/lib/desk.svelte";
import type { Overlay } from "../src/lib/scene";
import type { Frame, Reply } from "../src/lib/types";

/** What of a browser its preferences ask for, and a line on which nothing comes. */
vi.hoisted(() => {
  const media = { matches: false, addEventListener: () => undefined };
  const kept = { getItem: () => null, setItem: () => undefined };
  class Silent {
    addEventListener = () => undefined;
  }
  const location = { protocol: "http:", host: "here" };
  Object.assign(globalThis, { matchMedia: () => media, localStorage: kept, location, WebSocket: Silent });
});

const SUPPLY: Overlay = { id: "supply", title: "Supply", spaces: [[3, ""]], paths: [], tone: "good" };

/** A desk whose table answers from here, four entries into a game. */
function desk(): Desk {
  const made = new Desk("match");
  made.table.entry = 4;
  const frame = { entry: 2, scene: made.table.scene, crumbs: [], cases: [], events: [] } satisfies Frame;
  const told: Record<string, Partial<Reply>> = { frame: { frame }, overlay: { overlay: SUPPLY } };
  made.table.ask = (kind: string) => Promise.resolve(told[kind] as Reply);
  return made;
}

it("lays no overlay of the present on a picture of the past, and goes back to the present for one", async () => {
  const made = desk();
  await made.toggleOverlay("supply");
  expect(made.overlay).toBe(SUPPLY);
  await made.film.seek(2);
  expect(made.overlay).toBeNull();
  made.film.now();
  expect(made.overlay).toBe(SUPPLY);
  made.hideOverlay();
  await made.film.seek(2);
  await made.toggleOverlay("supply");
  expect([made.film.frame, made.overlay]).toEqual([null, SUPPLY]);
});

it("clears the table for a look at what an entry brought, and asks the map to go there", async () => {
  const made = desk();
  made.drawer = "pictures";
  await made.visit(2);
  expect([made.drawer, made.film.frame?.entry, made.film.visits]).toEqual([null, 2, true]);
  await made.film.step(-1);
  expect(made.film.visits).toBe(false);
});
