import { describe, expect, it } from "vitest";
import {
  begins,
  click,
  complete,
  fitting,
  inHand,
  lit,
  meant,
  NOTHING,
  plain,
  search,
  took,
  values,
  wants,
} from "../src/lib/options";
import type { Choice, Question } from "../src/lib/types";

const names = { units: ["34/133", "34/135", "1 CCB"], spaces: ["1605", "1606", "1705"] };

function choice(text: string, units: number[] = [], spaces: number[] = []): Choice {
  return { text, label: text, verb: text.split(" ")[0] ?? "", units, spaces };
}

const moves = [
  choice("done"),
  choice("move 34/133 > 1605", [0], [0]),
  choice("move 34/133 > 1606", [0], [1]),
  choice("move 1 CCB > 1606", [2], [1]),
];

function question(options: Choice[]): Question {
  return {
    seat: 0,
    prompt: "?",
    key: "k",
    rule: "4.1",
    confirm: false,
    secret: false,
    default: 0,
    extra: 0,
    units: [],
    spaces: [],
    options,
  };
}

describe("for whom a question has something", () => {
  const stacks = question([choice("done"), choice("activate 54", [], [54])]);
  const going = { ...question([choice("done"), choice("add 34/135", [1]), choice("enter 54", [], [54])]), units: [0] };
  const has = (asked: Question, unit: number, space: number) =>
    wants(asked, lit(asked.options, NOTHING, inHand(asked.options, asked.units)), unit, space);

  it("has it by the place where they stand, while it speaks of nobody", () => {
    expect(has(stacks, 2, 54)).toBe(true);
    expect(has(stacks, 2, 55)).toBe(false);
  });

  it("has it by name, when it is who goes somewhere: who stands there is not meant", () => {
    expect(has(going, 1, 58)).toBe(true);
    expect(has(going, 2, 54)).toBe(false);
  });
});

describe("what may be clicked", () => {
  it("lights units before places", () => {
    expect([...lit(moves, NOTHING).units].sort()).toEqual([0, 2]);
    expect(lit(moves, NOTHING).spaces.size).toBe(0);
  });

  it("lights the places of the unit picked", () => {
    const { units, spaces } = lit(moves, { units: [0], spaces: [] });
    expect(units.size).toBe(0);
    expect([...spaces].sort()).toEqual([0, 1]);
  });

  it("lights the places of the one unit in hand together with the other units", () => {
    const { units, spaces } = lit(moves, NOTHING, [0]);
    expect([...units]).toEqual([2]);
    expect([...spaces].sort()).toEqual([0, 1]);
    expect(complete(moves[1] as Choice, { units: [], spaces: [0] }, [0])).toBe(true);
    expect(complete(moves[1] as Choice, { units: [], spaces: [0] }, [2])).toBe(false);
  });

  it("takes another place where an answer begins for a change of mind, a place where one ends not", () => {
    const doors = [choice("done"), choice("break 1605 > 1606", [], [0, 1]), choice("break 1705 > 1606", [], [2, 1])];
    expect(begins(doors, 2)).toBe(true);
    expect(begins(doors, 1)).toBe(false);
    expect(begins(moves, 0)).toBe(false);
    expect(click(doors, { units: [], spaces: [0, 1] }, { kind: "space", id: 2 })?.choice?.text).toBe(
      "break 1705 > 1606",
    );
  });

  it("has the one unit in hand that stands for all a question is about", () => {
    const arrive = [choice("arrive 25 NZ A-1 > B", [4], [7]), choice("arrive 25 NZ A-1 > C", [4], [8])];
    expect(inHand(arrive, [4, 5, 6])).toEqual([4]);
    expect([...lit(arrive, NOTHING, [4]).spaces]).toEqual([7, 8]);
    expect(inHand([...arrive, choice("add 25 NZ A-2", [5])], [4, 5, 6])).toEqual([]);
    expect(inHand(moves, [0])).toEqual([0]);
  });

  it("lights places at once when options name nothing else", () => {
    expect([...lit([choice("enter 1605", [], [0]), choice("done")], NOTHING).spaces]).toEqual([0]);
  });

  it("keeps the options that name nothing apart", () => {
    expect(plain(moves).map((o) => o.text)).toEqual(["done"]);
  });
});

describe("a click", () => {
  it("narrows to the unit, then to one option", () => {
    const first = click(moves, NOTHING, { kind: "unit", id: 0 });
    expect(first?.choice).toBeNull();
    const second = click(moves, first?.picked ?? NOTHING, { kind: "space", id: 1 });
    expect(second?.choice?.text).toBe("move 34/133 > 1606");
  });

  it("starts over when it does not fit the picks", () => {
    const other = click(moves, { units: [0], spaces: [] }, { kind: "unit", id: 2 });
    expect(other?.picked).toEqual({ units: [2], spaces: [] });
    expect(other?.choice?.text).toBe("move 1 CCB > 1606");
  });

  it("is nothing on what no option names", () => {
    expect(click(moves, NOTHING, { kind: "unit", id: 1 })).toBeNull();
  });

  it("completes an option only when every noun was named by the player", () => {
    const only = moves[3] as Choice;
    expect(complete(only, { units: [2], spaces: [] })).toBe(false);
    expect(complete(only, { units: [2], spaces: [1] })).toBe(true);
  });
});

describe("why not", () => {
  it("puts the clicked place into the verb of the unit picked", () => {
    expect(meant(question(moves), { units: [0], spaces: [] }, { kind: "space", id: 2 }, names)).toBe(
      "move 34/133 > 1705",
    );
  });

  it("puts the clicked unit into an offered option", () => {
    expect(meant(question(moves), NOTHING, { kind: "unit", id: 1 }, names)).toBe("move 34/135 > 1605");
  });

  it("replaces one of several units named together", () => {
    const joint = question([choice("attack 34/133 & 1 CCB > 1605", [0, 2], [0])]);
    expect(meant(joint, { units: [2], spaces: [] }, { kind: "unit", id: 1 }, names)).toBe(
      "attack 34/135 & 1 CCB > 1605",
    );
  });

  it("has no text where the options have no such noun", () => {
    expect(meant(question([choice("yes"), choice("no")]), NOTHING, { kind: "space", id: 0 }, names)).toBeNull();
  });
});

it("filters by picks and by words", () => {
  expect(fitting(moves, { units: [], spaces: [1] }).length).toBe(2);
  expect(search(moves, "ccb 1606").map((o) => o.text)).toEqual(["move 1 CCB > 1606"]);
});

describe("answers that differ only in how much", () => {
  const points = [1, 2, 3, 4, 5].map((n) => choice(`shell ${n}`));

  it("are so many of one verb without units and places", () => {
    expect(values(points)).toBe(true);
    expect(values(points.slice(1))).toBe(false);
    expect(values([...points, choice("done")])).toBe(false);
    expect(values([...points, choice("shell 6", [], [1])])).toBe(false);
  });
});

describe("what an answer took in hand", () => {
  const stands = (unit: number) => (unit === 0 ? 0 : 1);

  it("is the unit it named, or who stands in the place it named", () => {
    expect(took(choice("activate 34/133", [0]), [0], stands)).toBe(true);
    expect(took(choice("activate 34/133", [0]), [1], stands)).toBe(false);
    expect(took(choice("stack 1606", [], [1]), [1, 2], stands)).toBe(true);
  });

  it("is nobody where the last unit was put down and the next is asked for", () => {
    expect(took(choice("at 1705", [], [2]), [1], stands)).toBe(false);
    expect(took(choice("move 34/133 > 1606", [0], [1]), [1], stands)).toBe(false);
  });
});
