/**
 * Counter faces in a box of 100 x 100: the same shapes in the same places as `grognard.look.counters.face_svg`.
 * Symbols, markers, gradients and colours come from the server; words are escaped here.
 */
import type { Face, Paint, Piece, Sprites } from "./types";

const INK = "#16181A";
const PLAIN = "Marker";
const BEVEL = "M4.5 92V11q0 -6.5 6.5 -6.5H89";
const CORNER = "M98 66V90q0 8 -8 8H66z";
const TICK = "M80 89l4.5 4l8 -10";
const SHIELD = "M20 66H80V80Q80 93 50 98Q20 93 20 80Z";
const HATCH = Array.from({ length: 8 }, (_, i) => `M${2 + i * 12} 62l9 9`).join("");
const PIN = "M6 30l14 14m0 -14l-14 14";
const PINS = [
  ["pinned", "#F4D44A"],
  ["pinned_grey", "#C9CED1"],
] as const;
const CRATE = "M80 19h14v-9h-14zM78 7L96 24";
/** Symbols of persons: they stand large on a round field, with a name below. */
const BUSTS = ["leader", "general"];
const FIELD = '<rect x="0" y="0" width="48" height="32" rx="2"';

/** How a symbol is drawn on its field: in full, or as one reference to what `symbolDefs` drew once. */
type Drawing = (name: string, place: string, paint: Paint) => string;

const reference = (name: string) => `sign-${name.replaceAll(/[^A-Za-z0-9]/g, "_")}`;
const referred: Drawing = (name, place, paint) =>
  `<use href="#${reference(name)}" transform="${place}" color="${INK}" fill="${paint.field}"/>`;
const inFull =
  (sprites: Sprites): Drawing =>
  (name, place, paint) =>
    `<g transform="${place}" color="${INK}">${FIELD} fill="${paint.field}"/>${sprites.symbols[name]}</g>`;

/** These symbols, each to be drawn any number of times by a single element. */
export function symbolDefs(names: Iterable<string>, sprites: Sprites): string {
  return [...names]
    .flatMap((name) =>
      name in sprites.symbols ? `<g id="${reference(name)}">${FIELD}/>${sprites.symbols[name]}</g>` : [],
    )
    .join("");
}

/** The face as an SVG fragment. `shared`: its symbol stands in the page already, by `symbolDefs`. */
export function faceSvg(face: Face, sprites: Sprites, shared = false): string {
  const ground = face.ground in sprites.tokens.faces ? face.ground : PLAIN;
  const paint = sprites.tokens.faces[ground] as Paint;
  const has = (state: string) => face.states.includes(state);
  const done = has("done");
  const ink = done ? INK : paint.ink;
  const out = has("reserve") ? [reserveCard(paint)] : [];
  out.push(body(ground, paint, done, has("untried")));
  if (has("unknown")) out.push(back(face, ink, sprites));
  else
    out.push(
      top(face, ink),
      symbol(face, ink, paint, sprites, shared ? referred : inFull(sprites)),
      beside(face, ink, paint),
      bottom(face, ink, paint),
    );
  for (const [state, colour] of PINS) {
    if (!has(state)) continue;
    out.push(`<path d="${PIN}" fill="none" stroke="${INK}" stroke-width="7"/>`);
    out.push(`<path d="${PIN}" fill="none" stroke="${colour}" stroke-width="3.6"/>`);
  }
  if (has("oos")) {
    out.push(`<circle cx="87" cy="15" r="13" fill="#FFFFFF" stroke="${INK}" stroke-width="2.5"/>`);
    out.push(`<path d="${CRATE}" fill="none" stroke="${INK}" stroke-width="2.6"/>`);
  }
  if (done) {
    out.push(`<path d="${CORNER}" fill="${paint.edge}"/>`);
    out.push(
      `<path d="${TICK}" fill="none" stroke="#FFFFFF" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>`,
    );
  }
  const drawn = out.join("");
  return has("eliminated") ? `<g opacity=".45" filter="url(#face-grey)">${drawn}</g>` : drawn;
}

/** The far view of a counter on the map: its face with the symbol large, nothing to read. */
export function blockSvg(face: Face, sprites: Sprites): string {
  const ground = face.ground in sprites.tokens.faces ? face.ground : PLAIN;
  const paint = sprites.tokens.faces[ground] as Paint;
  const sign = sprites.symbols[face.symbol];
  const inner = BUSTS.includes(face.symbol)
    ? `<circle cx="50" cy="50" r="42" fill="${paint.field}"/><g transform="translate(11 22) scale(1.62)" color="${INK}">${sign ?? ""}</g>`
    : sign
      ? referred(face.symbol, "translate(14 26) scale(1.5)", paint)
      : "";
  return plate(ground, paint, face.states.includes("done"), face.states.includes("untried")) + inner;
}

/** A marker as an SVG fragment. */
export function markerSvg(piece: Piece, sprites: Sprites): string {
  const paint = (sprites.tokens.faces[piece.face.ground] ?? sprites.tokens.faces[PLAIN]) as Paint;
  const dark = piece.marker === "control" && paint.ink === "#FFFFFF";
  const art = sprites.markers[dark ? "control_german" : piece.marker] ?? sprites.markers["card"];
  return (art?.svg ?? "")
    .replaceAll("{fill}", paint.bottom)
    .replaceAll("{value}", escape(piece.face.bottom || piece.face.top));
}

/** Two colours of a side for flags and lanes: its ground and the ink on it. */
export function paintOf(ground: string, sprites: Sprites | null): { fill: string; ink: string } {
  const paint = sprites?.tokens.faces[ground] ?? sprites?.tokens.faces[PLAIN];
  return { fill: paint?.bottom ?? "#EFE7D2", ink: paint?.ink ?? "#1E1B14" };
}

function reserveCard(paint: Paint): string {
  return (
    `<rect x="-12" y="-12" width="124" height="138" rx="12" fill="#FBF7EC" stroke="${paint.edge}" stroke-width="2.4" stroke-dasharray="8 5"/>` +
    figure(50, 120, "Reserve", 17, INK)
  );
}

function body(ground: string, paint: Paint, done: boolean, untried: boolean): string {
  const bevel = `<path d="${BEVEL}" fill="none" stroke="#FFFFFF" stroke-opacity=".45" stroke-width="2"/>`;
  return plate(ground, paint, done, untried) + bevel;
}

function plate(ground: string, paint: Paint, done: boolean, untried: boolean): string {
  const dash = untried ? ' stroke-dasharray="9 5"' : "";
  return `<rect x="1.5" y="1.5" width="97" height="97" rx="9" fill="url(#face-${ground}${done ? "-spent" : ""})" stroke="${paint.edge}" stroke-width="3"${dash}/>`;
}

function back(face: Face, ink: string, sprites: Sprites): string {
  const sign = sprites.symbols[face.symbol];
  if (!sign) return figure(50, 68, face.bottom || "?", 52, ink);
  return `<g transform="translate(9 17) scale(1.7)" color="${ink}">${sign}</g>${figure(50, 92, face.bottom, 13, ink)}`;
}

function top(face: Face, ink: string): string {
  let out = "";
  if (face.top) out += figure(50, 16, face.top, face.top.length <= 8 ? 18 : face.top.length <= 11 ? 14.5 : 11.5, ink);
  const [frame, framed = ""] = face.top_left.split(":");
  if (framed) {
    // A mark of command: `box:1` for infantry, `ring:1` for gun crews.
    out += `<rect x="4.5" y="4.5" width="21" height="21" rx="${frame === "ring" ? 10.5 : 3}" fill="none" stroke="${ink}" stroke-width="2.4"/>`;
    out += figure(15, 20.5, framed, framed.length < 2 ? 16 : 12.5, ink);
  }
  const both = (framed || face.top_left).length + face.top_right.length;
  const size = both <= 7 ? 17 : both <= 10 ? 15 : face.top_right.length <= 9 ? 13 : 11;
  if (face.top_left && !framed) out += figure(8, 17, face.top_left, size, ink, "start");
  if (face.top_right) out += figure(93, 17, face.top_right, size, ink, "end");
  return out;
}

function symbol(face: Face, ink: string, paint: Paint, sprites: Sprites, drawn: Drawing): string {
  const x = face.right.startsWith("boxes:") ? 22 : 26;
  let out = "";
  if (face.size) {
    if (/^•+$/.test(face.size)) {
      const first = x + 24 - (face.size.length - 1) * 4;
      out += dots(
        Array.from(face.size, (_, i) => [first + i * 8, 24]),
        ink,
      );
    } else out += figure(x + 24, 29, face.size, 13, ink, "middle", ' letter-spacing="1.5"');
  }
  const sign = sprites.symbols[face.symbol];
  if (sign && BUSTS.includes(face.symbol)) {
    out += `<circle cx="50" cy="43" r="31" fill="${paint.field}" stroke="${INK}" stroke-width="2.4"/>`;
    return `${out}<g transform="translate(20 25) scale(1.25)" color="${INK}">${sign}</g>`;
  }
  if (sign) {
    out += drawn(face.symbol, face.size ? `translate(${x} 31) scale(1 .94)` : `translate(${x} 25)`, paint);
  }
  return out;
}

function beside(face: Face, ink: string, paint: Paint): string {
  return (
    (face.left ? adornment(face.left, 13, ink, paint) : "") + (face.right ? adornment(face.right, 87, ink, paint) : "")
  );
}

function adornment(words: string, x: number, ink: string, paint: Paint): string {
  const colon = words.indexOf(":");
  const kind = colon < 0 ? words : words.slice(0, colon);
  const value = colon < 0 ? "" : words.slice(colon + 1);
  switch (kind) {
    case "dots":
      return dots(
        Array.from({ length: Number(value) }, (_, i) => [x, 30 + i * 8]),
        ink,
      );
    case "disc":
      return `<circle cx="${x}" cy="41" r="9.5" fill="${paint.field}" stroke="${INK}" stroke-width="2"/>${figure(x, 46.6, value, 16, INK)}`;
    case "boxes": {
      const [damage = 0, endurance = 0] = value.split("/").map(Number);
      return Array.from({ length: endurance }, (_, i) => box(x - 6, 50 - i * 13, i < damage, paint)).join("");
    }
    case "plate":
      return (
        `<rect x="${x - 11}" y="31" width="22" height="20" rx="4" fill="#FFFFFF" stroke="${INK}" stroke-width="2"/>` +
        figure(x, 47, value.replace("-", "−"), 17, INK)
      );
    case "square":
      return (
        `<rect x="60" y="69" width="26" height="25" rx="4" fill="${paint.field}" stroke="${INK}" stroke-width="2.4"/>` +
        figure(73, 90, value, 24, INK)
      );
    case "ball":
      return value === "full"
        ? `<circle cx="${x - 12}" cy="81" r="9" fill="${INK}"/>`
        : `<circle cx="${x - 12}" cy="81" r="8" fill="none" stroke="${ink}" stroke-width="3" stroke-dasharray="4 3"/>`;
  }
  if (words.length > 2)
    return figure(0, 0, words, 13, ink, "middle", ` transform="translate(${x + 4} 46) rotate(-90)"`);
  return figure(x, 46, words, 15, ink);
}

/** Any number of dots is one element. */
function dots(at: [number, number][], ink: string): string {
  const d = at.map(([x, y]) => `M${x - 2.9} ${y}a2.9 2.9 0 1 1 5.8 0a2.9 2.9 0 1 1 -5.8 0z`).join("");
  return `<path d="${d}" fill="${ink}"/>`;
}

function box(x: number, y: number, hit: boolean, paint: Paint): string {
  const frame = `<rect x="${x}" y="${y}" width="11" height="10" rx="2" fill="${hit ? INK : paint.field}" stroke="${INK}" stroke-width="1.8"/>`;
  return hit
    ? `${frame}<path d="M${x + 2} ${y + 2}l7 6m0 -6l-7 6" fill="none" stroke="#FFFFFF" stroke-width="2"/>`
    : frame;
}

function bottom(face: Face, ink: string, paint: Paint): string {
  if (face.shield) {
    return (
      `<path d="M3 60H97" stroke="${paint.edge}" stroke-width="2" stroke-dasharray="5 4"/>` +
      `<path d="${SHIELD}" fill="#FFFFFF" fill-opacity=".75" stroke="${paint.edge}" stroke-width="3"/>` +
      figure(50, 91, face.shield, 29, INK)
    );
  }
  const long = face.bottom.length;
  if (BUSTS.includes(face.symbol)) return figure(50, 93, face.bottom, long <= 6 ? 20 : long <= 8 ? 17 : 14, ink);
  const size = long <= 2 ? 36 : long <= 5 ? 33 : long <= 7 ? 29 : 21;
  const x = face.right.startsWith("boxes:") ? 46 : face.right.startsWith("square:") ? 34 : 50;
  if (face.states.includes("reduced")) {
    return (
      `<path d="M2 62H98V71H2z" fill="${paint.edge}"/><path d="${HATCH}" stroke="#FFFFFF" stroke-width="2.4" opacity=".8"/>` +
      figure(x, 95, face.bottom, Math.min(size, 31), ink)
    );
  }
  const damaged = face.states.includes("damaged") && !face.right ? box(81, 50, true, paint) : "";
  return (face.bottom ? figure(x, 92, face.bottom, size, ink) : "") + damaged;
}

function figure(x: number, y: number, words: string, size: number, fill: string, anchor = "middle", more = ""): string {
  return `<text x="${x}" y="${y}" class="g-figure" font-size="${size}" font-weight="700" text-anchor="${anchor}" fill="${fill}"${more}>${escape(words)}</text>`;
}

function escape(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
