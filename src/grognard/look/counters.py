"""Counter faces: the reference drawing of `Face`, in a box of 100 x 100.

The client draws the same shapes; it gets symbols, markers, gradients and colours as data (`sprites`), and follows
`face_svg` line by line. Everything here is therefore plain: fixed positions, no measuring, no state.
"""

from xml.sax.saxutils import escape

from msgspec import to_builtins

from grognard.look.markers import markers
from grognard.look.scene import Face
from grognard.look.style import FACES, INK, Paint, tokens
from grognard.look.svg import circle, element, figure, path, rect
from grognard.look.symbols import symbols

DEFAULT_GROUND = "Marker"
BUSTS = ("leader", "general")
"""Symbols of persons: they stand large on a round field, with a name below."""

_BEVEL = "M4.5 92V11q0 -6.5 6.5 -6.5H89"
_CORNER = "M98 66V90q0 8 -8 8H66z"
_TICK = "M80 89l4.5 4l8 -10"
_SHIELD = "M20 66H80V80Q80 93 50 98Q20 93 20 80Z"
_HATCH = "".join(f"M{x} 62l9 9" for x in range(2, 90, 12))
_PIN = "M6 30l14 14m0 -14l-14 14"
_CRATE = "M80 19h14v-9h-14zM78 7L96 24"


def face_defs() -> str:
    """Gradients of all faces, fresh (`face-German`) and spent (`face-German-spent`), and the grey of the dead."""
    out = []
    for name, paint in FACES.items():
        for key, top, bottom in (
            (f"face-{name}", paint.top, paint.bottom),
            (f"face-{name}-spent", paint.spent_top, paint.spent_bottom),
        ):
            stops = element("stop", stop_color=top) + element("stop", offset=1, stop_color=bottom)
            out.append(element("linearGradient", stops, id=key, x2="0", y2="1"))
    grey = element("feColorMatrix", type="saturate", values="0")
    return "".join(out) + element("filter", grey, id="face-grey")


PINS = {"pinned": "#F4D44A", "pinned_grey": "#C9CED1"}
"""States of a pinned counter with the colour of the pin: where two kinds end at different times, yellow and grey."""


def face_svg(face: Face) -> str:
    """The counter in a box of 100 x 100 (a reserve card reaches 12 beyond it)."""
    ground = face.ground if face.ground in FACES else DEFAULT_GROUND
    paint = FACES[ground]
    states = face.states
    done = "done" in states
    ink = INK if done else paint.ink
    out = [_reserve_card(paint)] if "reserve" in states else []
    out.append(_body(ground, paint, done, "untried" in states))
    if "unknown" in states:
        out.append(_back(face, ink))
    else:
        out += [_top(face, ink), _symbol(face, ink, paint), _beside(face, ink, paint), _bottom(face, ink, paint)]
    for state, colour in PINS.items():
        if state in states:
            out.append(path(_PIN, fill="none", stroke=INK, stroke_width=7))
            out.append(path(_PIN, fill="none", stroke=colour, stroke_width=3.6))
    if "oos" in states:
        out.append(circle(87, 15, 13, fill="#FFFFFF", stroke=INK, stroke_width=2.5))
        out.append(path(_CRATE, fill="none", stroke=INK, stroke_width=2.6))
    if done:
        out.append(path(_CORNER, fill=paint.edge))
        tick = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        out.append(path(_TICK, fill="none", stroke="#FFFFFF", stroke_width=3.4, **tick))
    if "eliminated" in states:
        return element("g", "".join(out), opacity=0.45, filter="url(#face-grey)")
    return "".join(out)


def _reserve_card(paint: Paint) -> str:
    """The counter lies on a card with a dashed frame and the word."""
    card = rect(-12, -12, 124, 138, 12, fill="#FBF7EC", stroke=paint.edge, stroke_width=2.4, stroke_dasharray="8 5")
    return card + figure(50, 120, "Reserve", 17, INK)


def _body(ground: str, paint: Paint, done: bool, untried: bool) -> str:
    fill = f"url(#face-{ground}{'-spent' if done else ''})"
    dash = "9 5" if untried else None
    edge = rect(1.5, 1.5, 97, 97, 9, fill=fill, stroke=paint.edge, stroke_width=3, stroke_dasharray=dash)
    return edge + path(_BEVEL, fill="none", stroke="#FFFFFF", stroke_opacity=0.45, stroke_width=2)


def _back(face: Face, ink: str) -> str:
    """A counter not yet known: the badge of its formation in the ink of the face, or what `bottom` says, large."""
    if face.symbol not in symbols():
        return figure(50, 68, face.bottom or "?", 52, ink)
    badge = element("g", symbols()[face.symbol], transform="translate(9 17) scale(1.7)", color=ink)
    return badge + figure(50, 92, face.bottom, 13, ink)


def _top(face: Face, ink: str) -> str:
    """Name centred, or company left and formation right; the longer the words, the smaller."""
    out = ""
    if face.top:
        out += figure(50, 16, face.top, 18 if len(face.top) <= 8 else 14.5 if len(face.top) <= 11 else 11.5, ink)
    frame, _, framed = face.top_left.partition(":")
    if framed:  # a mark of command: `box:1` for infantry, `ring:1` for gun crews
        round_ = 10.5 if frame == "ring" else 3
        out += rect(4.5, 4.5, 21, 21, round_, fill="none", stroke=ink, stroke_width=2.4)
        out += figure(15, 20.5, framed, 16 if len(framed) < 2 else 12.5, ink)
    both = len(framed or face.top_left) + len(face.top_right)
    size = 17 if both <= 7 else 15 if both <= 10 else 13 if len(face.top_right) <= 9 else 11
    if face.top_left and not framed:
        out += figure(8, 17, face.top_left, size, ink, text_anchor="start")
    if face.top_right:
        out += figure(93, 17, face.top_right, size, ink, text_anchor="end")
    return out


def _symbol(face: Face, ink: str, paint: Paint) -> str:
    """Symbol on its field, with the size sign above; boxes at the right push both a little to the left."""
    x = 22.0 if face.right.startswith("boxes:") else 26.0
    out = ""
    if face.size:
        if face.size.strip("•") == "":
            first = x + 24 - (len(face.size) - 1) * 4
            out += "".join(circle(first + i * 8, 24, 2.9, fill=ink) for i in range(len(face.size)))
        else:
            out += figure(x + 24, 29, face.size, 13, ink, letter_spacing=1.5)
    if face.symbol in BUSTS:
        field = circle(50, 43, 31, fill=paint.field, stroke=INK, stroke_width=2.4)
        return out + field + element("g", symbols()[face.symbol], transform="translate(20 25) scale(1.25)", color=INK)
    if face.symbol in symbols():
        inner = rect(0, 0, 48, 32, 2, fill=paint.field) + symbols()[face.symbol]
        place = f"translate({x:g} 31) scale(1 .94)" if face.size else f"translate({x:g} 25)"
        out += element("g", inner, transform=place, color=INK)
    return out


def _beside(face: Face, ink: str, paint: Paint) -> str:
    """What stands left and right of the symbol: `dots:3`, `disc:5`, `boxes:1/3`, `plate:-1` or text; beside the
    figure below: `ball:full`, `square:4`."""
    return "".join(_adornment(words, x, ink, paint) for words, x in ((face.left, 13), (face.right, 87)) if words)


def _adornment(words: str, x: float, ink: str, paint: Paint) -> str:
    kind, _, value = words.partition(":")
    if kind == "dots":
        return "".join(circle(x, 30 + i * 8, 2.9, fill=ink) for i in range(int(value)))
    if kind == "disc":
        return circle(x, 41, 9.5, fill=paint.field, stroke=INK, stroke_width=2) + figure(x, 46.6, value, 16, INK)
    if kind == "boxes":
        damage, _, endurance = value.partition("/")
        return "".join(_endurance(x - 6, 50 - i * 13, i < int(damage), paint) for i in range(int(endurance)))
    if kind == "plate":
        plate = rect(x - 11, 31, 22, 20, 4, fill="#FFFFFF", stroke=INK, stroke_width=2)
        return plate + figure(x, 47, value.replace("-", "−"), 17, INK)
    if kind == "square":
        frame = rect(60, 69, 26, 25, 4, fill=paint.field, stroke=INK, stroke_width=2.4)
        return frame + figure(73, 90, value, 24, INK)
    if kind == "ball":
        if value == "full":
            return circle(x - 12, 81, 9, fill=INK)
        return circle(x - 12, 81, 8, fill="none", stroke=ink, stroke_width=3, stroke_dasharray="4 3")
    if len(words) > 2:
        return figure(0, 0, words, 13, ink, transform=f"translate({x + 4:g} 46) rotate(-90)")
    return figure(x, 46, words, 15, ink)


def _endurance(x: float, y: float, hit: bool, paint: Paint) -> str:
    """One box of endurance; damage is a crossed black box."""
    out = rect(x, y, 11, 10, 2, fill=INK if hit else paint.field, stroke=INK, stroke_width=1.8)
    if hit:
        out += path(f"M{x + 2:g} {y + 2:g}l7 6m0 -6l-7 6", fill="none", stroke="#FFFFFF", stroke_width=2)
    return out


def _bottom(face: Face, ink: str, paint: Paint) -> str:
    """Factors: in a shield where only the shield counts, below a hatched band when reduced."""
    if face.shield:
        return (
            path("M3 60H97", stroke=paint.edge, stroke_width=2, stroke_dasharray="5 4")
            + path(_SHIELD, fill="#FFFFFF", fill_opacity=0.75, stroke=paint.edge, stroke_width=3)
            + figure(50, 91, face.shield, 29, INK)
        )
    long = len(face.bottom)
    if face.symbol in BUSTS:
        return figure(50, 93, face.bottom, 20 if long <= 6 else 17 if long <= 8 else 14, ink)
    size = 36 if long <= 2 else 33 if long <= 5 else 29 if long <= 7 else 21
    x = 46.0 if face.right.startswith("boxes:") else 34.0 if face.right.startswith("square:") else 50.0
    if "reduced" in face.states:
        band = path("M2 62H98V71H2z", fill=paint.edge) + path(_HATCH, stroke="#FFFFFF", stroke_width=2.4, opacity=0.8)
        return band + figure(x, 95, face.bottom, min(size, 31), ink)
    out = figure(x, 92, face.bottom, size, ink) if face.bottom else ""
    if "damaged" in face.states and not face.right:
        out += _endurance(81, 50, True, paint)
    return out


def marker_svg(kind: str, value: str = "", ground: str = DEFAULT_GROUND) -> str:
    """A marker in a box of 100 x 100; control of a dark side is a lozenge, of a light side a flag."""
    paint = FACES[ground if ground in FACES else DEFAULT_GROUND]
    drawn = markers()
    key = "control_german" if kind == "control" and paint.ink == "#FFFFFF" else kind
    fragment = drawn[key if key in drawn else "card"].svg
    return fragment.replace("{fill}", paint.bottom).replace("{value}", escape(value))


def sprites() -> dict[str, object]:
    """What the client needs to draw counters and markers: one JSON value."""
    return {
        "symbols": symbols(),
        "markers": to_builtins(markers()),
        "defs": face_defs(),
        "faces": list(FACES),
        "tokens": tokens(),
    }
