import { expect, it, vi } from "vitest";
import { Desk } from "../src/lib/desk.svelte";
import type { Overlay } from "../src/lib/scene";
import { idle, press } from "../src/lib/press";
import type { Choice, Frame, GatherTold, Hello, Line, Piece, Question, Reply } from "../src/lib/types";

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

function choice(text: string, units: number[] = [], spaces: number[] = []): Choice {
  return { text, label: text, verb: text.split(" ")[0] ?? "", units, spaces };
}

function question(prompt: string, options: Choice[], units: number[] = []): Question {
  const rest = { key: prompt, rule: "5.1", confirm: false, secret: false, default: -1, extra: 0, spaces: [] };
  return { seat: 0, prompt, options, units, ...rest };
}

const [MINE, FOE, FAR] = [0, 1, 9];

/** Unit 0 of the player in place 1, which may be set to work, and an enemy in place 9. */
async function inHand(after: Question, more: Choice[] = []): Promise<{ made: Desk; foe: Piece; told: string[] }> {
  const made = desk();
  const { table, deciding } = made;
  const told: string[] = [];
  const before = question("who acts?", [choice("done"), choice("act 0", [0]), ...more]);
  const [own, foe] = [
    { id: "u0", unit: 0, side: MINE, space: 1, marker: "" },
    { id: "u1", unit: 1, side: FOE, space: 9, marker: "" },
  ] as [Piece, Piece];
  table.scene = { ...table.scene, pieces: [own, foe] };
  const names = { unit_names: ["0", "1"], space_names: [..."0123456789"] };
  table.info = { sides: ["Allied", "German"], allies: [[], []], you: [0], ...names } as unknown as Hello;
  table.seats = [{ seat: 0, side: "Allied" }] as typeof table.seats;
  table.question = before;
  const answers: Record<string, Partial<Reply>> = {
    ways: { ways: [[2, 1, -1, true, false]] },
    why: { refusal: { text: "Too far away.", rule: "8.1" } },
  };
  const party = { prompt: "", members: [], spaces: [FAR], options: ["attack 9"], best: [] } as unknown as GatherTold;
  if (more.length) answers.gather = { gather: party };
  table.ask = (kind: string) => Promise.resolve((answers[kind] ?? {}) as Reply);
  table.answer = (option: string) => {
    told.push(option);
    [table.question, table.entry, table.undo] = [after, table.entry + 1, true];
    return Promise.resolve({ entry: table.entry } as Reply);
  };
  table.takeBack = () => {
    told.push("undo");
    [table.question, table.entry, table.undo] = [{ ...before }, table.entry - 1, false];
    return Promise.resolve();
  };
  await deciding.muster([0]);
  return { made, foe, told };
}

it("counts nobody as idle while plans are written in secret, though they name where units stand", async () => {
  const { made } = await inHand(question("", []), [choice("strike 1", [], [1])]);
  const asked = question("plans?", [choice("done"), choice("drop 0", [0]), choice("cancel 1", [], [1])]);
  made.table.question = asked;
  expect(idle(made).map(({ unit }) => unit)).toEqual([0]);
  made.table.question = { ...asked, secret: true };
  expect(idle(made)).toEqual([]);
});

it("sets the unit in hand to work by a click on an enemy it may be aimed at", async () => {
  const aimed = question("0: at whom?", [choice("fire 9", [], [9]), choice("march 2", [], [2])], [0]);
  const { made, foe, told } = await inHand(aimed);
  await press(made, foe, foe.space, {});
  expect(told).toEqual(["act 0"]);
  expect(made.deciding.proposal?.text).toBe("fire 9");
});

it("begins nothing by a click on an enemy out of its reach: it says why, and the unit stays in hand", async () => {
  const { made, foe, told } = await inHand(question("0: where to?", [choice("march 2", [], [2])], [0]));
  await press(made, foe, foe.space, {});
  expect(told).toEqual(["act 0", "undo"]);
  expect(made.table.question?.prompt).toBe("who acts?");
  expect(made.deciding.marching.units).toEqual([0]);
  expect(made.deciding.why?.refusal.text).toBe("Too far away.");
});

it("puts down who was in hand to march, once an attack by others is laid out", async () => {
  const { made, foe, told } = await inHand(question("", []), [choice("attack 9", [], [9])]);
  await press(made, foe, foe.space, {});
  expect(told).toEqual([]);
  expect([made.deciding.planning.target, made.deciding.marching.units]).toEqual([9, []]);
});

const line = (entry: number): Line => ({
  ...{ entry, seat: 0, text: `line ${entry}`, rule: "", dice: [], sides: [], units: [], spaces: [], kind: "" },
});

it("fetches the log as it was at a moment of the past, and keeps what it knows where nothing answers", async () => {
  const { table } = desk();
  table.ask = (_, fields) => Promise.resolve({ earlier: [line(1), line(Number(fields?.upto))] } as Reply);
  expect((await table.logUpTo(5, [line(5), line(8)])).map(({ entry }) => entry)).toEqual([1, 5, 8]);
  expect((await table.logUpTo(5)).map(({ entry }) => entry)).toEqual([1, 5]);
  table.ask = () => Promise.reject(new Error("the line is down"));
  const known = [line(5), line(8)];
  expect(await table.logUpTo(5, known)).toBe(known);
});

it("knows that more of the log is to be fetched until its beginning has come", async () => {
  const { table } = desk();
  [table.log, table.untold] = [[line(5), line(8)], true];
  table.ask = () => Promise.reject(new Error("the line is down"));
  await table.remember();
  expect([table.log.length, table.untold]).toEqual([2, true]);
  table.ask = () => Promise.resolve({ earlier: [line(3), line(5)] } as Reply);
  await table.remember();
  expect([table.log.map(({ entry }) => entry), table.untold]).toEqual([[3, 5, 8], true]);
  table.ask = () => Promise.resolve({ earlier: [line(1), line(3)] } as Reply);
  await table.remember();
  expect([table.log.map(({ entry }) => entry), table.untold]).toEqual([[1, 3, 5, 8], false]);
});
