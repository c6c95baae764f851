import { describe, expect, it } from "vitest";
import { arrow } from "../src/lib/arrow";
import { atCorner, labels } from "../src/lib/glyphs";
import {
  around,
  band,
  FAR,
  MIDDLE,
  NEAR,
  signFactor,
  standing,
  uncovered,
  visible,
  type Shown,
} from "../src/lib/labels";
import { lanes, posts, ribbon } from "../src/lib/lanes";
import { inside, outline } from "../src/lib/outline";
import { onward } from "../src/lib/roving";
import { closed, fanned, markers, SHOWN, stacks, type Stack } from "../src/lib/stacks";
import type { Board, Face, MarkerArt, Piece, Place, Point, Sign } from "../src/lib/types";

const square = (x: number, y: number): Point[] => [
  [x, y],
  [x + 10, y],
  [x + 10, y + 10],
  [x, y + 10],
];
const place = (space: number, at: Point, slots: Point[] = []): Place => ({
  space,
  name: `${space}`,
  polygon: square(at[0], at[1]),
  anchor: at,
  label: at,
  kind: "hex",
  size: 100,
  slots,
  facts: [],
});
const face = { ground: "US", states: [] as string[] } as unknown as Face;
const piece = (id: string, space: number, side = 0, group = 0, marker = ""): Piece => ({
  id,
  unit: marker ? -1 : 1,
  name: id,
  side,
  space,
  face,
  group,
  marker,
  text: "",
  on: null,
});
const places = new Map([
  [1, place(1, [0, 0])],
  [
    2,
    place(
      2,
      [500, 0],
      [
        [400, 0],
        [600, 0],
      ],
    ),
  ],
]);

describe("costs of a march", () => {
  it("stand at the corner of a counter that is in the way, and nothing of them beneath it", () => {
    const [counter, size] = [48, 22];
    const at = atCorner([100, 200], counter, size);
    const drawn = labels([{ at, text: "3" }], size).plates;
    const radius = Number(/a([\d.]+)/.exec(drawn)?.[1]);
    const corner = Math.hypot(at[0] - 100 - counter / 2, at[1] - 200 - counter / 2);
    expect(corner).toBeGreaterThan(radius - 0.1);
    expect(corner).toBeLessThan(radius + 2);
  });
});

describe("stacks", () => {
  it("gather by place and stand apart by side", () => {
    const found = stacks([piece("a", 1), piece("b", 1), piece("g", 1, 1)], places);
    expect(found.map((s) => s.pieces.map((p) => p.id))).toEqual([["a", "b"], ["g"]]);
    expect(found[0]?.at[0]).toBeLessThan(found[1]?.at[0] ?? 0);
  });

  it("use the slots of the place by group", () => {
    const found = stacks([piece("a", 2, 0, 0), piece("b", 2, 0, 1)], places);
    expect(found.map((s) => s.at)).toEqual([
      [400, 0],
      [600, 0],
    ]);
  });

  it("spread over the stand points of a box, sharing when they are too many", () => {
    const box = new Map([
      [
        9,
        {
          ...place(
            9,
            [0, 0],
            [
              [0, 0],
              [100, 0],
            ],
          ),
          kind: "box",
        },
      ],
    ]);
    expect(stacks([piece("a", 9), piece("b", 9, 1)], box).map((s) => s.at)).toEqual([
      [0, 0],
      [100, 0],
    ]);
    expect(
      stacks(
        ["a", "b", "c"].map((id) => piece(id, 9)),
        box,
      ).map((s) => s.pieces.length),
    ).toEqual([2, 1]);
  });

  it("show four edges at most, the top counter on the spot", () => {
    const [stack] = stacks(
      ["a", "b", "c", "d", "e", "f"].map((id) => piece(id, 1)),
      places,
    );
    const spots = closed(stack as Stack);
    expect(spots.length).toBe(SHOWN);
    expect(spots[spots.length - 1]).toMatchObject({ x: 0, y: 0, piece: { id: "f" } });
  });

  it("fan out top first, eight in a row", () => {
    const [stack] = stacks(
      Array.from({ length: 10 }, (_, i) => piece(`p${i}`, 1)),
      places,
    );
    const spots = fanned(stack as Stack);
    expect(spots[0]?.piece.id).toBe("p9");
    expect(new Set(spots.map((s) => s.y)).size).toBe(2);
    expect(spots.every((s, i) => i === 0 || i === 8 || s.x > (spots[i - 1]?.x ?? 0))).toBe(true);
  });

  /** These places with room about their stand points. */
  const roomy = (polygon: Point[]) => new Map([...places].map(([space, place]) => [space, { ...place, polygon }]));
  const wide: Point[] = [
    [-200, -150],
    [200, -150],
    [200, 150],
    [-200, 150],
  ];

  it("lay markers where no badge and no stack is", () => {
    const art: Record<string, MarkerArt> = { smoke: { svg: "", size: 0.5, dx: -0.7, dy: 0.5, under: false } };
    const badge = new Map<number, [number, number, number, number][]>([[1, [[-100, 20, -40, 80]]]]);
    expect(markers([piece("m", 1, 0, 0, "smoke")], roomy(wide), art, badge)[0]).toMatchObject({ x: 0, y: 0 });
    const standing = stacks([piece("a", 1)], places);
    expect(markers([piece("m", 1, 0, 0, "smoke")], roomy(wide), art, badge, standing)[0]).toMatchObject({
      x: 75,
      y: 50,
    });
  });

  it("lay markers where their drawing says", () => {
    const art: Record<string, MarkerArt> = { smoke: { svg: "", size: 0.5, dx: -0.7, dy: 0.5, under: false } };
    const [one, two] = markers([piece("m", 1, 0, 0, "smoke"), piece("n", 1, 0, 0, "smoke")], roomy(wide), art);
    expect(one).toMatchObject({ x: -70, y: 50, size: 50 });
    expect(two).not.toMatchObject({ x: one?.x, y: one?.y });
  });

  it("lay markers in their own place, where it has room for them", () => {
    const art: Record<string, MarkerArt> = { flag: { svg: "", size: 0.45, dx: -0.76, dy: -0.42, under: false } };
    const flag = [piece("m", 1, 0, 0, "flag")];
    const right = wide.map(([x, y]): Point => [Math.max(x, -60), y]);
    expect(markers(flag, roomy(right), art)[0]).toMatchObject({ x: 0, y: 0 });
    const standing = stacks([piece("a", 1)], places);
    expect(markers(flag, roomy(right), art, new Map(), standing)[0]).toMatchObject({ x: 75, y: 50 });
    expect(markers(flag, roomy(wide), art, new Map(), standing)[0]).toMatchObject({ x: -76, y: -42 });
  });
});

describe("signs", () => {
  const sign = (at: Point, rank: number, near = 0, space = -1, kind = "name", aside: Point | null = null): Sign => ({
    svg: "",
    at,
    near,
    rank,
    box: [100, 20],
    space,
    aside,
    kind,
  });

  it("hide the loser of a collision", () => {
    const shown = visible([sign([0, 0], 5), sign([50, 0], 2), sign([400, 0], 5)], NEAR, 1, new Set(), []);
    expect(shown.map((s) => s.at[0])).toEqual([50, 400]);
  });

  it("never hide victory places", () => {
    expect(visible([sign([0, 0], 0), sign([10, 0], 0)], NEAR, 1, new Set(), [[-50, -50, 50, 50]]).length).toBe(2);
  });

  it("keep the badge of a place beside its own star, though not beside another's, nor a name", () => {
    const star = sign([0, 0], 0, 0, 7, "victory");
    const beside = (rank: number, space: number) =>
      visible([star, sign([10, 0], rank, 0, space)], NEAR, 1, new Set(), []).length;
    expect([beside(1, 7), beside(1, 8), beside(5, 7)]).toEqual([2, 1, 1]);
    expect(visible([sign([0, 0], 1), sign([10, 0], 1)], NEAR, 1, new Set(), []).length).toBe(1);
  });

  it("appear by zoom and step aside for pieces", () => {
    expect(visible([sign([0, 0], 5, 2)], MIDDLE, 1, new Set(), []).length).toBe(0);
    expect(
      visible([sign([0, 0], 5, 1, 7, "name", [0, 90])], MIDDLE, 1, new Set([7]), [[-50, -50, 50, 50]])[0]?.at,
    ).toEqual([0, 90]);
  });

  it("keep the furniture of the sheet whatever it covers", () => {
    expect(
      visible([sign([0, 0], 9, 0, -1, "sheet"), sign([0, 0], 9, 0, -1, "sheet")], FAR, 1, new Set(), []).length,
    ).toBe(2);
  });

  it("grow more slowly than the map", () => {
    expect(signFactor(0.2)).toBeGreaterThan(signFactor(0.8));
    expect(signFactor(0.8) * 0.8).toBeGreaterThan(signFactor(0.4) * 0.4);
    expect(around([0, 0], [10, 4], 2)).toEqual([-10, -4, 10, 4]);
  });

  it("come in bands", () => {
    const hexes: Board = {
      width: 1,
      height: 1,
      places: [place(1, [0, 0])],
      signs: [],
      grid: "M0 0",
      numbers: { size: 0, spots: [] },
      defs: "",
      home: [0, 0, 0, 0],
      floors: [],
      figure: "strength",
    };
    expect([1, 4, 8].map((k) => band(hexes, k))).toEqual([FAR, MIDDLE, NEAR]);
    expect([0.2, 0.5, 1].map((k) => band({ ...hexes, grid: "" }, k))).toEqual([FAR, MIDDLE, NEAR]);
  });
});

describe("outlines", () => {
  it("drop the edge two places share", () => {
    expect(outline([square(0, 0), square(10, 0)]).match(/[ML]/g)?.length).toBe(6);
  });

  it("know what lies inside", () => {
    expect(inside([5, 5], square(0, 0))).toBe(true);
    expect(inside([15, 5], square(0, 0))).toBe(false);
  });

  it("point arrows at their target without touching it", () => {
    const { head } = arrow([0, 0], [300, 0], 100);
    const tip = Number(/^M(-?[\d.]+)/.exec(head)?.[1]);
    expect(tip).toBeGreaterThan(200);
    expect(tip).toBeLessThan(300);
  });
});

describe("the film strip", () => {
  it("puts posts at dice and lanes by seat", () => {
    const strip = lanes(
      [
        [0, 0],
        [-1, 1],
        [1, 0],
        [1, 1],
      ],
      4,
      400,
    );
    expect(strip.posts).toEqual([200]);
    expect(strip.runs.map((r) => r.seat)).toEqual([0, 1, 1]);
  });

  it("joins neighbours of one seat when the strip is crowded", () => {
    const tape = Array.from({ length: 200 }, (_, i): [number, number] => [i < 100 ? 0 : 1, 0]);
    expect(lanes(tape, 200, 400).runs.length).toBe(2);
  });
});

it("leaves out the numbers that names cover, and no others", () => {
  const spots: [string, number, number][] = [
    ["0101", 0, 0],
    ["0102", 100, 0],
    ["0103", 200, 0],
  ];
  const sign = (kind: string): Shown => ({
    sign: { svg: "", at: [100, 10], near: 0, rank: 5, box: [120, 20], space: -1, aside: null, kind },
    at: [100, 10],
  });
  const left = (kind: string, factor: number): string[] =>
    uncovered(spots, 20, [sign(kind)], factor).map(([text]) => text);
  expect(left("name", 1)).toEqual(["0101", "0103"]);
  expect(left("water", 2)).toEqual([]);
  expect(left("victory", 2)).toEqual(["0101", "0102", "0103"]);
});

it("sets a lone word at its place without a group of its own", () => {
  expect(standing('<text x="1" y="0" fill="#000">a</text>', [3, 4])).toBe('<text x="4" y="4" fill="#000">a</text>');
  expect(standing('<text x="1" y="0" transform="rotate(9)">a</text>', [3, 4])).toMatch(
    /^<g transform="translate\(3 4\)"><text .*<\/g>$/,
  );
  expect(standing("<text>a</text><text>b</text>", [3, 4])).toMatch(/^<g .*<\/g>$/);
});

it("draws all runs of a seat as one ribbon, cut at the present", () => {
  const { runs } = lanes(
    [
      [0, 0],
      [1, 0],
      [0, 0],
    ],
    3,
    30,
  );
  expect(ribbon(runs, 0, true, 1)).toBe("M0.5 16h9v10h-9z");
  expect(ribbon(runs, 0, false, 1)).toBe("M20.5 16h9v10h-9z");
  expect(ribbon(runs, 1, false, 0)).toBe("M10.5 4h9v10h-9z");
  expect(posts([3, 4.25], 2, 28)).toBe("M3 2V28M4.3 2V28");
});

it("walks by arrow keys to the nearest ahead", () => {
  const points: Point[] = [
    [10, 0],
    [4, 6],
    [-5, 1],
    [0, -8],
  ];
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => onward([0, 0], points, key))).toEqual([
    0, 1, 2, 3,
  ]);
  expect(onward([0, 0], [[-3, 0]], "ArrowRight")).toBe(-1);
  expect(onward([0, 0], points, "Enter")).toBe(-1);
});
