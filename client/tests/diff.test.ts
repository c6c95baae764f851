import { describe, expect, it } from "vitest";
import { applyLog, applyScene, applyTape } from "../src/lib/diff";
import type { Face, Line, Piece, Scene } from "../src/lib/types";

const face = { ground: "US", states: [] as string[] } as unknown as Face;
const piece = (id: string, space: number): Piece => ({
  id,
  unit: 1,
  name: id,
  side: 0,
  space,
  face,
  group: 0,
  marker: "",
  text: "",
  on: null,
});
const scene: Scene = {
  pieces: [piece("a", 1), piece("b", 2), piece("c", 3)],
  tracks: [],
  panels: [],
  banner: "old",
  banner_rule: "",
  veil: "",
  dark: 1,
  owner: [],
  duties: [],
  clash: null,
  endings: [],
};
const line = (entry: number): Line => ({
  entry,
  seat: 0,
  text: `e${entry}`,
  rule: "",
  dice: [],
  sides: [],
  units: [],
  spaces: [],
  kind: "",
});

describe("scenes", () => {
  it("replaces, removes and appends pieces", () => {
    const after = applyScene(scene, { pieces: [piece("b", 9), piece("d", 4)], gone: ["a"] });
    expect(after.pieces.map((p) => [p.id, p.space])).toEqual([
      ["b", 9],
      ["c", 3],
      ["d", 4],
    ]);
  });

  it("puts pieces in the order told", () => {
    const after = applyScene(scene, { order: ["c", "a", "b"] });
    expect(after.pieces.map((p) => p.id)).toEqual(["c", "a", "b"]);
  });

  it("keeps what the difference lacks and the old scene whole", () => {
    const after = applyScene(scene, { banner: "new" });
    expect(after.banner).toBe("new");
    expect(after.pieces).toBe(scene.pieces);
    expect(scene.banner).toBe("old");
  });
});

describe("log and tape", () => {
  it("grow", () => {
    expect(applyLog([line(1)], [line(2)]).map((l) => l.entry)).toEqual([1, 2]);
  });

  it("drop what an undo made void before they grow", () => {
    expect(applyLog([line(1), line(2), line(3)], [line(2)], 1).map((l) => l.entry)).toEqual([1, 2]);
    expect(
      applyTape(
        [
          [0, 0],
          [0, 0],
          [1, 1],
        ],
        [[0, 1]],
        1,
      ),
    ).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });
});
