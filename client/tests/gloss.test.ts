import { describe, expect, it } from "vitest";
import { grouped, note, shared } from "../src/lib/gloss";
import { printed } from "../src/lib/words";
import type { Choice, Piece, Place } from "../src/lib/types";

const choice = (text: string, label: string, units: number[] = [], spaces: number[] = []): Choice => ({
  text,
  label,
  verb: text.split(" ")[0] ?? "",
  units,
  spaces,
});
const place = (space: number, name: string, facts: string[] = []) => ({ space, name, facts }) as unknown as Place;
const piece = (unit: number, space: number) => ({ id: `u${unit}`, unit, space, name: `unit ${unit}` }) as Piece;

const known = {
  pieces: new Map([
    [1, piece(1, 10)],
    [2, piece(2, 11)],
    [3, piece(3, 11)],
  ]),
  places: new Map([
    [10, place(10, "1604 Italian barracks", ["open, 60 m", "1 VP"])],
    [11, place(11, "1010", ["open, 60 m"])],
  ]),
};

describe("groups of the option list", () => {
  const options = [
    choice("move a", "Move 34/133", [1]),
    choice("move b", "Move 34/135", [2]),
    choice("move c", "Move 36/141", [3]),
    choice("attack 1604", "Attack 1604", [], [10]),
  ];

  it("stand under the words their labels share, which the rows then leave out", () => {
    const [moves, attacks] = grouped(options, known);
    expect(moves?.heading).toBe("Move");
    expect(moves?.rows.map((r) => r.label)).toEqual(["34/133", "34/135", "36/141"]);
    expect(moves?.rows[0]?.piece?.unit).toBe(1);
    expect(attacks?.heading).toBe("");
    expect(attacks?.rows[0]?.label).toBe("Attack 1604");
  });

  it("put first where the unit in hand may go, under its name", () => {
    const options = [
      choice("take 2", "take up 2", [2]),
      choice("station 1 > 10", "5/II/3-1 to 1604", [1], [10]),
      choice("station 1 > 11", "5/II/3-1 to 1010", [1], [11]),
      choice("station 1 > 12", "5/II/3-1 to 1011", [1], [12]),
    ];
    const [first, second] = grouped(options, known, [1]);
    expect(first?.heading).toBe("5/II/3-1 to");
    expect(first?.rows.map((r) => r.label)).toEqual(["1604", "1010", "1011"]);
    expect(first?.rows.every((r) => r.piece === null)).toBe(true);
    expect(second?.rows[0]?.label).toBe("Take up 2");
    expect(grouped(options, known)[0]?.rows[0]?.label).toBe("Take up 2");
  });

  it("say once what is true of every row", () => {
    const moves = [2, 3, 4].map((unit) => choice(`move ${unit}`, `Move ${unit}`, [unit]));
    const here = { ...known, pieces: new Map([2, 3, 4].map((unit) => [unit, piece(unit, 11)])) };
    const [group] = grouped(moves, here);
    expect(group?.note).toBe("1010");
    expect(group?.rows.map((r) => r.note)).toEqual(["", "", ""]);
  });

  it("share whole words of letters only", () => {
    expect(shared(["take up 5/II/3-1", "take up 5/II/3-2"])).toBe("take up");
    expect(shared(["25 NZ A-1", "25 NZ A-2"])).toBe("");
    expect(shared(["Done", "Done"])).toBe("");
  });
});

describe("notes", () => {
  it("name the enemies of a place, the first of many, before what it is like", () => {
    const foes = { ...known, foe: ({ unit }: Piece) => unit > 1 };
    expect(note(choice("bombard 1010", "Bombard 1010", [], [11]), foes)).toBe("unit 2, unit 3 · open, 60 m");
    expect(note(choice("bombard 1604", "Bombard 1604", [], [10]), foes)).toBe("Italian barracks · open, 60 m · 1 VP");
    expect(note(choice("advance 1", "unit 1 into 1010", [1], [11]), foes)).toBe("open, 60 m");
    const many = new Map([4, 5, 6, 7, 8].map((unit) => [unit, piece(unit, 11)]));
    const told = note(choice("blast 1010", "The stack in 1010", [], [11]), { ...foes, pieces: many });
    expect(told).toBe("unit 4, unit 5, unit 6 and 2 more · open, 60 m");
    const order = choice("arrange 1604", "Order 1604", [], [10]);
    expect(note(order, { ...foes, free: true })).toBe("unit 1 · Italian barracks · open, 60 m · 1 VP");
    expect(note(order, foes)).toBe("Italian barracks · open, 60 m · 1 VP");
  });

  it("name a place by what the label leaves out, and say what it is like", () => {
    expect(note(choice("attack 1604", "Attack 1604", [], [10]), known)).toBe("Italian barracks · open, 60 m · 1 VP");
    expect(note(choice("go 1010", "To 1010", [], [11]), known)).toBe("open, 60 m");
    expect(note(choice("x", "To 1604 Italian barracks", [], [10]), known)).toBe("open, 60 m · 1 VP");
  });

  it("say where a unit stands, and nothing of units that stand apart", () => {
    expect(note(choice("move a", "Move 34/133", [1]), known)).toBe("1604 Italian barracks");
    expect(note(choice("both", "Both", [1, 2]), known)).toBe("");
  });
});

describe("printed case numbers", () => {
  it("leave out our own words for parts of a case", () => {
    const shown = ["9.1.2.win", "4.1.1", "8.3551.A", "2.0.c", "6.2.step2.table", "10.5.1.1001.36/143", "credits"];
    expect(shown.map(printed)).toEqual(["9.1.2", "4.1.1", "8.3551 A", "2.0 c", "6.2", "10.5.1", "credits"]);
  });
});
