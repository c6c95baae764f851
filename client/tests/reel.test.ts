import { expect, it } from "vitest";
import { unreel } from "../src/lib/reel";

const piece = (id: string, space: number) => ({ id, space });

it("unpacks a film into frames with whole scenes that share what did not change", async () => {
  const told = (entry: number, change: object) => ({ entry, change, crumbs: ["Turn 1"], cases: [""], events: [] });
  const reel = {
    scene: { pieces: [piece("a", 1), piece("b", 2)], banner: "é" },
    frames: [told(4, {}), told(5, { pieces: [piece("b", 7)] }), told(6, { gone: ["a"], banner: "new" })],
  };
  const small = new Blob([JSON.stringify(reel)]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = btoa(String.fromCharCode(...new Uint8Array(await new Response(small).arrayBuffer())));
  const frames = await unreel(packed);
  expect(frames.map((frame) => frame.entry)).toEqual([4, 5, 6]);
  expect(frames.map((frame) => frame.scene.pieces.map((p) => p.space))).toEqual([[1, 2], [1, 7], [7]]);
  expect(frames.map((frame) => frame.scene.banner)).toEqual(["é", "é", "new"]);
  expect(frames[1]?.scene.pieces[0]).toBe(frames[0]?.scene.pieces[0]);
  expect(frames[2]).not.toHaveProperty("change");
});
