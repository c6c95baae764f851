/** Films arrive as one scene and what changed after it, compressed. */
import { applyScene } from "./diff";
import type { Frame, Scene, SceneDiff } from "./types";

interface Reel {
  scene: Scene;
  frames: ({ change: SceneDiff } & Omit<Frame, "scene">)[];
}

/** The frames of a film; pieces that did not change are the same objects in all of them. */
export async function unreel(packed: string): Promise<Frame[]> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const open = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reel = JSON.parse(await new Response(open).text()) as Reel;
  let { scene } = reel;
  return reel.frames.map(({ change, ...frame }) => {
    scene = applyScene(scene, change);
    return { ...frame, scene };
  });
}
