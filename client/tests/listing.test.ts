import { expect, it } from "vitest";
import { meaning } from "../src/lib/legend";
import { balanceText, fitting, nextLesson, shelves, sides, where } from "../src/lib/listing";
import type { Balance, Brief, Chair, LessonBrief } from "../src/lib/types";
import { clockRule, clockText } from "../src/lib/words";

const chair = (seat: number, side: string, who: string, kind: Chair["kind"] = "human"): Chair => ({
  seat,
  side,
  who,
  kind,
  online: true,
  clock: null,
  face: "",
  stood_in: false,
});

const brief = (more: Partial<Brief>): Brief => ({
  match: "m",
  kind: "game",
  game: "cassino_1944",
  title: "Cassino (1944)",
  scenario: "campaign",
  crumbs: [],
  seats: [chair(0, "Allied", "you"), chair(1, "German", "guest")],
  you: [0],
  turn_of: 0,
  over: false,
  result: "",
  entry: 0,
  touched: "",
  lesson: null,
  origin: "",
  puzzle: "",
  said: 0,
  ...more,
});

const lesson = (page: number) => ({ id: "1_first", title: "First", page, pages: 4 });

it("names a lesson, a puzzle and a game by what they are", () => {
  const crumbs = ["Turn 6", "Allied half"];
  const set = brief({ kind: "puzzle", you: [0, 1], puzzle: "The Abbey is empty", crumbs });
  expect([where(set), sides(set)]).toEqual(["Find the move: The Abbey is empty", "puzzle"]);
  const learnt = brief({ kind: "lesson", you: [0, 1], lesson: lesson(4), crumbs });
  expect([where(learnt), sides(learnt)]).toEqual(["First: finished", "lesson"]);
  expect(where(brief({ crumbs }))).toBe("Turn 6 › Allied half");
  expect(where(brief({ crumbs, over: true, result: "Allied victory" }))).toBe("Allied victory");
});

it("keeps lessons and planning boards out of what waits, and finished lessons among what is over", () => {
  const mine = brief({ match: "mine" });
  const theirs = brief({ match: "theirs", turn_of: 1 });
  const board = brief({ match: "board", kind: "branch", you: [0, 1] });
  const half = brief({ match: "half", kind: "lesson", you: [0, 1], lesson: lesson(3) });
  const whole = brief({ match: "whole", kind: "lesson", you: [0, 1], lesson: lesson(4) });
  const over = brief({ match: "over", over: true, turn_of: null });
  const found = shelves([mine, theirs, board, half, whole, over]);
  expect(found.waiting).toEqual([mine]);
  expect(found.running).toEqual([theirs]);
  expect(found.trying).toEqual([board, half]);
  expect(found.done).toEqual([whole, over]);
});

it("says who plays, and that a spectator watches", () => {
  expect(sides(brief({}))).toBe("Allied against guest");
  expect(sides(brief({ you: [0, 1] }))).toBe("both sides here");
  expect(sides(brief({ you: [], seats: [chair(0, "Allied", "Ann"), chair(1, "German", "", "open")] }))).toBe(
    "watching Allied (Ann), German (open)",
  );
  expect(sides(brief({ seats: [chair(0, "Allied", "you")] }))).toBe("alone");
  expect(sides(brief({ kind: "branch" }))).toBe("planning board");
});

it("goes on with a lesson under way, then with the first not learnt of the title last learnt", () => {
  const of = (...ids: string[]): LessonBrief[] => ids.map((id) => ({ id, title: id, summary: "" }));
  const all = [
    { game: "a", lessons: of("1", "2") },
    { game: "b", lessons: of("1", "2") },
  ];
  expect(nextLesson(all, [], [])).toMatchObject({ game: "a", lesson: { id: "1" }, match: "" });
  const known = [{ game: "b", lesson: "1" }];
  expect(nextLesson(all, known, [])).toMatchObject({ game: "b", lesson: { id: "2" }, match: "" });
  const begun = brief({ match: "x", game: "a", kind: "lesson", lesson: { id: "2", title: "2", page: 1, pages: 3 } });
  expect(nextLesson(all, known, [begun])).toMatchObject({ game: "a", lesson: { id: "2" }, match: "x" });
  const everything = all.flatMap(({ game, lessons }) => lessons.map(({ id }) => ({ game, lesson: id })));
  expect(nextLesson(all, everything, [])).toBeNull();
});

it("tells the balance that was measured with these options, and none of others", () => {
  const plain: Balance = {
    side: "Allied",
    by: "between generals",
    budget: "0.1 s a decision",
    games: 100,
    share: 0.44,
    low: 0.347,
    high: 0.538,
    options: {},
  };
  const handicap = { ...plain, share: 0.48, options: { handicap: 4 } };
  const switches = [
    { name: "handicap", default: 0 },
    { name: "weather", default: false },
  ];
  expect(balanceText(plain)).toBe("Allied 44 % between generals (35 to 54 %, 100 games, 0.1 s a decision)");
  expect(fitting([plain, handicap], switches, {})).toBe(plain);
  expect(fitting([plain, handicap], switches, { handicap: 4, weather: false })).toBe(handicap);
  expect(fitting([plain, handicap], switches, { weather: true })).toBeNull();
});

it("counts days where a clock has days", () => {
  expect(clockText(3 * 86400)).toBe("3 d 0 h");
  expect(clockText(2 * 86400 - 1)).toBe("47:59:59");
  expect(clockRule({ initial: 3600, step: 30, move: 0 })).toBe("60 min + 30 s");
  expect(clockRule({ initial: 0, step: 0, move: 86400 })).toBe("1 day a move");
  expect(clockRule({ initial: 0, step: 0, move: 3 * 86400 })).toBe("3 days a move");
});

it("explains an overlay", () => {
  const overlay = { id: "reach", title: "Reach", tone: "reach", paths: [] };
  expect(meaning({ ...overlay, spaces: [] }, "34/133")).toBe("nothing to show for 34/133");
  expect(meaning({ ...overlay, spaces: [[1, "2"]] }, "34/133")).toBe(
    "1 place can be reached or used, with figures; for 34/133",
  );
  expect(meaning({ ...overlay, tone: "threat", spaces: [[1, ""], [2, ""]] }, "")).toBe("2 places in danger"); // prettier-ignore
});
