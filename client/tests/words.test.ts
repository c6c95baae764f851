import { expect, it } from "vitest";
import {
  abridged,
  clockText,
  lengthText,
  letter,
  levelName,
  levelText,
  marked,
  percent,
  stopped,
} from "../src/lib/words";
import { faceSvg, markerSvg } from "../src/lib/face";
import type { Face, Paint, Piece, Sprites } from "../src/lib/types";

const paint: Paint = {
  top: "#111111",
  bottom: "#222222",
  edge: "#333333",
  ink: "#FFFFFF",
  field: "#EEEEEE",
  spent_top: "#AAAAAA",
  spent_bottom: "#BBBBBB",
};
const sprites: Sprites = {
  tokens: { light: {}, dark: {}, faces: { German: paint, Marker: { ...paint, ink: "#1E1B14" } } },
  defs: "",
  symbols: { infantry: "<path d='M0 0'/>" },
  markers: {
    card: { svg: "<text>{value}</text>", size: 0.6, dx: 0, dy: 0, under: false },
    control_german: { svg: "<g fill='{fill}'/>", size: 0.4, dx: 0, dy: 0, under: false },
  },
};
const face: Face = {
  ground: "German",
  symbol: "infantry",
  size: "II",
  top: "71/211",
  top_left: "",
  top_right: "",
  bottom: "3-2",
  left: "",
  right: "boxes:1/3",
  shield: "",
  states: [],
};

it("writes clocks, lengths, shares and letters", () => {
  expect([clockText(5), clockText(600), clockText(3725)]).toEqual(["0:05", "10:00", "1:02:05"]);
  expect([lengthText(90), lengthText(150), lengthText(240)]).toEqual(["90 min", "2.5 h", "4 h"]);
  expect([percent(0), percent(0.004), percent(0.3333), percent(0.999), percent(1)]).toEqual([
    "0",
    "<1",
    "33",
    ">99",
    "100",
  ]);
  expect(letter(" allied")).toBe("A");
});

it("ends a sentence once", () => {
  expect(["Who attacks 1604?", "Allied half.", "Weather: 2"].map(stopped)).toEqual([
    "Who attacks 1604?",
    "Allied half.",
    "Weather: 2.",
  ]);
});

it("draws a counter with its factors, boxes and states", () => {
  const drawn = faceSvg(face, sprites);
  expect(drawn).toContain("url(#face-German)");
  expect(drawn).toContain(">3-2</text>");
  expect(drawn.match(/width="11" height="10"/g)?.length).toBe(3);
  expect(faceSvg({ ...face, states: ["done"] }, sprites)).toContain("url(#face-German-spent)");
  expect(faceSvg({ ...face, states: ["unknown"], symbol: "" }, sprites)).not.toContain("71/211");
  expect(faceSvg({ ...face, ground: "Nobody" }, sprites)).toContain("url(#face-Marker)");
});

it("escapes words on counters and markers", () => {
  expect(faceSvg({ ...face, top: "<b>&" }, sprites)).toContain("&lt;b&gt;&amp;");
  const marker = { face: { ...face, bottom: '"<x>' }, marker: "unheard-of" } as Piece;
  expect(markerSvg(marker, sprites)).toBe("<text>&quot;&lt;x&gt;</text>");
});

it("marks control of a dark side with its own shape", () => {
  expect(markerSvg({ face, marker: "control" } as Piece, sprites)).toBe("<g fill='#222222'/>");
});

it("marks the names in a sentence, the longest first, and only whole words", () => {
  const parts = marked("34/133 moves from 1704 to 1703, not 17031", ["34/133", "1704", "1703", "x"]);
  expect(parts.filter((p) => p.name).map((p) => p.text)).toEqual(["34/133", "1704", "1703"]);
  expect(parts.map((p) => p.text).join("")).toBe("34/133 moves from 1704 to 1703, not 17031");
  expect(marked("Pass", [])).toEqual([{ text: "Pass", name: false }]);
  const long = marked("Fire at 54 Point 236", ["54", "54 Point 236"]);
  expect(long.filter((p) => p.name).map((p) => p.text)).toEqual(["54 Point 236"]);
  const sums = marked("Fire from 12 at 54: 3 + dice 9 = 12 against 54", ["12", "54"]);
  expect(sums.flatMap((p, i) => (p.name ? [i] : []))).toEqual([1, 3]);
});

it("tells a level with its seconds", () => {
  expect(levelText("general")).toBe("General: searches whole plans");
  expect(levelText("general@1")).toBe("General, 1 s a decision");
  expect(levelText("wizard")).toBe("Wizard");
  expect(levelName("general@1")).toBe("general, 1 s");
  expect(levelName("general")).toBe("general");
});

it("tells of a long way in a plan its first step and its last", () => {
  const way = ["to 1833", "to 1933", "to 1932", "to 1931", "to 2030"];
  expect(abridged(["bring on A/26 NZ", "enter at 1734", ...way, "stop here"])).toEqual([
    "bring on A/26 NZ",
    "enter at 1734",
    "to 1833",
    "(3 more)",
    "to 2030",
    "stop here",
  ]);
  expect(abridged(["move A", ...way.slice(1), "done"])).toEqual(["move A", ...way.slice(1), "done"]);
  expect(abridged(["to 1833", "at 1", "to 1"])).toEqual(["to 1833", "at 1", "to 1"]);
});
