/** What an overlay shows, in words. */
import type { Overlay } from "./types";

const TONES: Record<string, string> = {
  reach: "can be reached or used",
  threat: "in danger",
  sight: "seen from there",
  supply: "supplied, and by which way",
  zone: "under influence",
  control: "held",
};

/** "12 places that can be reached, with figures; for 34/133". */
export function meaning(overlay: Overlay, about: string): string {
  const { spaces, paths, tone } = overlay;
  if (!spaces.length && !paths.length) return about ? `nothing to show for ${about}` : "nothing to show";
  const parts = [];
  if (spaces.length)
    parts.push(`${spaces.length} ${spaces.length === 1 ? "place" : "places"} ${TONES[tone] ?? "marked"}`);
  if (paths.length) parts.push(`${paths.length} ${paths.length === 1 ? "line" : "lines"}`);
  const figures = spaces.some(([, text]) => text) ? ", with figures" : "";
  return `${parts.join(", ")}${figures}${about ? `; for ${about}` : ""}`;
}
