import { describe, expect, it } from "vitest";
import { opened, caption, episodes, journal, scenery, shots, summed, whysOf } from "../src/lib/episodes";
import { changes } from "../src/lib/story";
import type { Frame, Line, Piece, Scene } from "../src/lib/types";

const line = (entry: number, kind: string, rest: Partial<Line> = {}): Line => ({
  entry,
  seat: 1,
  text: `${kind} ${entry}.`,
  rule: "",
  dice: [],
  sides: [],
  units: [],
  spaces: [],
  kind,
  ...rest,
});
const move = (entry: number, unit: number, from: number, to: number) =>
  line(entry, "Moved", { units: [unit], spaces: [from, to] });
const names = { unitName: (unit: number) => `unit ${unit}`, spaceName: (space: number) => `${space}` };
const piece = (unit: number, space: number): Piece => ({ id: `u${unit}`, unit, space, side: 1 }) as unknown as Piece;
const scene = (...pieces: Piece[]): Scene => ({ pieces }) as unknown as Scene;
const frame = (entry: number, events: Line[], shown: Scene): Frame => ({
  entry,
  scene: shown,
  crumbs: [],
  cases: [],
  events,
});

describe("changes", () => {
  it("follow counters without a name by the marches told of them", () => {
    const covered = (space: number) => ({ ...piece(-1, space), id: `h${space}.0`, marker: "" }) as unknown as Piece;
    const told = line(4, "Moved", { spaces: [10, 11, 12] });
    const elsewhere = line(5, "Moved", { spaces: [20, 21] });
    const [before, after] = [scene(covered(10), piece(7, 30)), scene(covered(12), piece(7, 31))];
    expect(changes(before, after, [told, elsewhere]).map(({ from, to }) => [from, to])).toEqual([
      [30, 31],
      [10, 12],
    ]);
    expect(changes(before, after, []).map(({ from, to }) => [from, to])).toEqual([[30, 31]]);
  });
});

describe("the log", () => {
  it("tells a march in one line with its steps beneath it", () => {
    const steps = [move(1, 7, 10, 11), move(2, 7, 11, 12), move(3, 7, 12, 13)];
    const fire = line(4, "Fired", { spaces: [13] });
    const told = journal([...steps, fire, move(5, 7, 13, 14), move(6, 8, 14, 15)], names);
    expect(told.map(({ line: { entry, text, spaces }, parts }) => [entry, text, spaces.length, parts.length])).toEqual([
      [3, "unit 7 marches from 10 by 11, 12 to 13.", 4, 3],
      [4, "Fired 4.", 1, 0],
      [5, "Moved 5.", 2, 0],
      [6, "Moved 6.", 2, 0],
    ]);
    expect(told[0]?.parts).toEqual(steps);
  });

  it("keeps the storey in the number of a room, and leaves out what a place is called besides", () => {
    const called = ["2623 in", "2723 in", "2023 West battery", "2723 up"];
    const rooms = { ...names, spaceName: (space: number) => called[space] ?? "" };
    const told = journal([move(1, 7, 0, 1), move(2, 7, 1, 2), move(3, 7, 2, 3)], rooms);
    expect(told[0]?.line.text).toBe("unit 7 marches from 2623 in by 2723 in, 2023 to 2723 up.");
  });
});

describe("episodes", () => {
  it("tell a march as one event, by unit", () => {
    const told = episodes([move(1, 7, 10, 11), move(2, 7, 11, 12), move(3, 8, 20, 21), move(5, 8, 40, 41)]);
    expect(told.map(({ first, entry, path }) => [first, entry, path])).toEqual([
      [1, 2, [10, 11, 12]],
      [3, 3, [20, 21]],
      [5, 5, [40, 41]],
    ]);
    expect(told.flatMap((one) => caption(one, names))).toEqual([
      "unit 7 marches from 10 by 11 to 12.",
      "unit 8 marches from 20 to 21.",
      "unit 8 marches from 40 to 41.",
    ]);
  });

  it("tell what a march took on its way with it, and what that counts", () => {
    const taken = (entry: number, space: number) => line(entry, "Captured", { spaces: [space] });
    const counted = (entry: number) => line(entry, "Scored", { seat: -2 });
    const turn = line(1, "TurnBegan", { seat: -2 });
    const march = line(1, "Moved", { units: [7], spaces: [10, 11, 12] });
    const told = episodes([march, taken(1, 11), counted(1), taken(1, 30), counted(1), turn, move(2, 8, 20, 21)]);
    expect(told.map(({ heads, lines }) => [heads.length, lines.length])).toEqual([
      [0, 5],
      [1, 1],
    ]);
    expect(episodes([line(1, "PhaseBegan", { seat: -2 }), counted(1), move(2, 8, 20, 21)])[0]?.heads).toHaveLength(2);
  });

  it("keep the others on the way apart: fire halts a march and it goes on as another", () => {
    const fire = line(2, "Fired", { seat: 0, units: [1, 7], spaces: [11], dice: [4] });
    const told = episodes([move(1, 7, 10, 11), fire, move(3, 7, 11, 12)]);
    expect(told.map((one) => one.lines.map((l) => l.kind))).toEqual([["Moved"], ["Fired"], ["Moved"]]);
  });

  it("tell a fight with its dice, losses and retreat in one picture, and leave out forced answers", () => {
    const told = episodes([
      line(1, "Only", { units: [7] }),
      line(2, "Attacked", { units: [7, 3], spaces: [30] }),
      line(3, "Roll", { seat: -1, dice: [2] }),
      line(3, "Fought", { seat: -1, spaces: [30] }),
      line(3, "Eliminated", { seat: -1, units: [3] }),
      line(4, "Retreated", { seat: 0, units: [4], spaces: [30, 31] }),
      line(5, "Attacked", { units: [9], spaces: [50] }),
    ]);
    expect(told.map(({ first, entry }) => [first, entry])).toEqual([
      [2, 4],
      [5, 5],
    ]);
    expect(told.slice(0, 1).flatMap((one) => caption(one, names))).toEqual([
      "Attacked 2.",
      "Fought 3.",
      "Eliminated 3.",
      "Retreated 4.",
    ]);
  });

  it("tell what a march took in the same picture, and abbreviate a long way", () => {
    const taken = line(2, "Taken", { spaces: [12] });
    const told = episodes([move(1, 7, 10, 11), move(2, 7, 11, 12), taken, move(3, 7, 12, 13)]);
    expect(told.map((one) => caption(one, names))).toEqual([
      ["unit 7 marches from 10 by 11 to 12.", "Taken 2."],
      ["unit 7 marches from 12 to 13."],
    ]);
    const far = line(1, "Marched", { units: [7], spaces: [1, 2, 3] });
    expect(episodes([far]).flatMap((one) => caption(one, names))).toEqual(["unit 7 marches from 1 by 2 to 3."]);
    const round = line(1, "Marched", { units: [7], spaces: [1, 2, 3, 1] });
    expect(episodes([round]).flatMap((one) => caption(one, names))).toEqual([
      "unit 7 marches about by 2, 3 and is back in 1.",
    ]);
  });

  it("add who passes to what went before, and keep dice with what came of them", () => {
    const told = episodes([
      move(1, 7, 10, 11),
      line(2, "Passed", { seat: 0 }),
      line(3, "Roll", { seat: -1, dice: [4, 5] }),
      line(3, "RubbleTried", { units: [7], spaces: [12] }),
      line(4, "Roll", { seat: -1, dice: [6] }),
      line(4, "Fired", { units: [8], spaces: [40] }),
    ]);
    expect(told.map((one) => one.lines.map((l) => l.kind))).toEqual([
      ["Moved", "Passed"],
      ["Roll", "RubbleTried"],
      ["Roll", "Fired"],
    ]);
  });

  it("count what a fight costs before its dice to the fight", () => {
    const told = episodes([
      line(1, "AssaultAnnounced", { units: [7, 8], spaces: [30] }),
      line(2, "SupplySpent", { units: [20] }),
      line(3, "Roll", { seat: -1, dice: [2] }),
      line(3, "Fought", { seat: -1, spaces: [30] }),
      line(4, "Activated", { seat: 0, units: [9] }),
    ]);
    expect(told.map((one) => one.lines.length)).toEqual([4, 1]);
  });

  it("put what the table tells at the head of what follows it, and let no march run past it", () => {
    const head = line(2, "HalfBegan", { seat: -2 });
    const told = episodes([move(1, 7, 10, 11), head, move(3, 7, 11, 12), line(4, "TurnBegan", { seat: -2 })]);
    expect(told.map((one) => [one.heads.length, one.lines.length])).toEqual([
      [0, 1],
      [1, 1],
      [1, 0],
    ]);
  });

  it("tell many alike as one: who is set up, activated or passes", () => {
    const begins = [1, 2, 3, 4, 5].map((n) => line(n, "Begins", { units: [n], spaces: [n] }));
    const rubble = [6, 7, 8, 9].flatMap((n) => [
      line(n, "Roll", { seat: -1, dice: [n - 3] }),
      line(n, "Rubble", { seat: -1, spaces: [n] }),
    ]);
    const told = episodes([...begins, ...rubble], { opening: 10 });
    expect(told.map((one) => caption(one, names))).toEqual([
      ["Begins 1, and 4 more like that."],
      ["Rubble 6, and 3 more like that."],
    ]);
    const [first] = summed(begins);
    expect([first?.parts.length, first?.line.units]).toEqual([5, [1, 2, 3, 4, 5]]);
    expect(episodes(rubble).length, "once play has begun every roll is told").toBe(4);
    const roll = line(5, "Roll", { seat: -1, dice: [3], text: "Action points" });
    const back = [3, 4].map((n) => line(n, "Returned", { text: "A chit goes back." }));
    expect(summed([...back, roll, line(5, "Round")]).map((one) => one.line.text)).toEqual([
      "A chit goes back (2 times).",
      "Action points",
      "Round 5.",
    ]);
    const pass = (entry: number) => line(entry, "Passed", { seat: 0, text: "They pass." });
    const some = [...begins.slice(0, 3), pass(4), pass(5)];
    expect(episodes(some).flatMap((one) => caption(one, names))).toEqual([
      "Begins 1.",
      "Begins 2.",
      "Begins 3.",
      "They pass (2 times).",
    ]);
  });

  it("tell an entry and the march after it as one event", () => {
    const entered = line(1, "Entered", { units: [7, 8], spaces: [10] });
    const on = line(2, "Marched", { units: [8, 7], spaces: [10, 11, 12] });
    expect(episodes([entered, on]).map((one) => caption(one, names))).toEqual([
      ["Entered 1.", "unit 8, unit 7 march from 10 by 11 to 12."],
    ]);
    expect(episodes([entered, move(2, 9, 10, 11)]).length, "somebody else goes his own way").toBe(2);
  });

  it("count losses to the fight in whose place they stood, and the order for it too", () => {
    const lines = [
      line(1, "SupplySpent", { units: [20] }),
      line(2, "Roll", { seat: -1, dice: [2] }),
      line(2, "Bombarded", { seat: -1, spaces: [30] }),
      line(3, "Lost", { seat: 0, units: [4] }),
      line(4, "Activated", { seat: 0, units: [9] }),
    ];
    const told = episodes(lines, { stood: (unit) => (unit === 4 ? [30] : [50]) });
    expect(told.map((one) => one.lines.map((l) => l.kind))).toEqual([
      ["SupplySpent", "Roll", "Bombarded", "Lost"],
      ["Activated"],
    ]);
  });

  it("say why a computer did it, though its plan began with what nobody sees", () => {
    const [first, second] = episodes([move(2, 7, 10, 11), move(5, 8, 20, 21)]);
    const whys = [
      { entry: 1, lines: ["take unit 7", "ground: +1.0", "blood: -0.5"] },
      { entry: 5, lines: ["take unit 8"] },
    ];
    expect(first && whysOf(first, whys)).toEqual(["Why: ground: +1.0; blood: -0.5."]);
    expect(second && whysOf(second, whys), "no reason, no words").toEqual([]);
    const parts = [...whys, { entry: 2, lines: ["go 11", "ground: +0.4", "supply: +0.2"] }];
    expect(first && whysOf(first, parts), "parts of one plan together").toEqual([
      "Why: ground: +1.4; blood: -0.5; supply: +0.2.",
    ]);
  });

  it("go on where the other side was asked on the way", () => {
    const asked = { ...move(2, 7, 10, 11), seat: 0 };
    expect(episodes([asked, move(4, 7, 11, 12)]).map(({ path }) => path)).toEqual([[10, 11, 12]]);
  });

  it("begin with the turn that the entry before them opened", () => {
    const head = (entry: number, text: string) => line(entry, "TurnBegan", { seat: -2, units: [], spaces: [], text });
    const lines = [head(3, "Melee."), move(3, 9, 1, 2), head(3, "Turn 2."), head(3, "Their turn."), move(4, 7, 1, 2)];
    expect(opened(lines, 3).map(({ text }) => text)).toEqual(["Turn 2.", "Their turn."]);
    expect(opened(lines, 4)).toEqual([]);
    const scored = line(3, "Scored", { seat: -2, text: "Victory points -1." });
    const taken = [move(3, 9, 1, 2), scored, head(3, "Their turn.")];
    expect(opened(taken, 3).map(({ text }) => text)).toEqual(["Their turn."]);
  });

  it("name the first of many units, a way whole and of a very long one both ends", () => {
    const units = [1, 2, 3, 4, 5];
    const step = (entry: number, from: number) => line(entry, "Moved", { units, spaces: [from, from + 1] });
    const told = episodes([1, 2, 3, 4, 5, 6].map((n) => step(n, n)));
    expect(told.flatMap((one) => caption(one, names))).toEqual([
      "unit 1, unit 2, unit 3 and 2 more march from 1 by 2, 3, 4, 5, 6 to 7.",
    ]);
    const far = episodes(Array.from({ length: 20 }, (_, n) => step(n + 1, n + 1)));
    expect(far.flatMap((one) => caption(one, names))).toEqual([
      "unit 1, unit 2, unit 3 and 2 more march from 1 by 2, 3, 4 (13 more) 18, 19, 20 to 21.",
    ]);
  });
});

describe("shots", () => {
  it("show the position after each episode, and who stands elsewhere than before it", () => {
    const frames = [
      frame(1, [move(1, 7, 10, 11)], scene(piece(7, 11), piece(8, 20))),
      frame(2, [], scene(piece(7, 11), piece(8, 20))),
      frame(3, [move(3, 7, 11, 12)], scene(piece(7, 12), piece(8, 20))),
      frame(4, [line(4, "Eliminated", { units: [8] })], scene(piece(7, 12))),
    ];
    const made = shots(frames, scene(piece(7, 10), piece(8, 20)));
    expect(made.map((shot) => [shot.entry, shot.moved.map(({ from, to }) => [from, to])])).toEqual([
      [3, [[10, 12]]],
      [4, [[20, -1]]],
    ]);
    expect(made.map(scenery)).toEqual([[10, 11, 12], [20]]);
  });
});
