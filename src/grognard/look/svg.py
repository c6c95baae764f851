"""Building SVG text: elements with escaped attributes, numbers, paths, smooth curves, text with a halo.

Fragments use presentation attributes and font classes only, no inline style, so that a page with a strict content
policy may insert them.
"""

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from grognard.look.scene import Point
from grognard.look.style import FONT_CLASS, MAP_INK, stylesheet

Attribute = str | float | None

ROUND: dict[str, Attribute] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
"""A line with round ends and joins."""


def num(value: float) -> str:
    """A coordinate with at most one decimal."""
    shown = f"{value:.1f}"
    if shown.endswith(".0"):
        shown = shown[:-2]
    return "0" if shown == "-0" else shown


def attributes(attrs: dict[str, Attribute]) -> str:
    """Attributes as written in a tag: `stroke_width=2` becomes `stroke-width="2"`; None is left out."""
    out = []
    for key, value in attrs.items():
        if value is not None:
            shown = value if isinstance(value, str) else f"{round(value, 3):g}"
            out.append(f" {key.rstrip('_').replace('_', '-')}={quoteattr(shown)}")
    return "".join(out)


def element(tag: str, inner: str = "", /, **attrs: Attribute) -> str:
    """One element; `inner` is SVG text, already escaped."""
    head = f"<{tag}{attributes(attrs)}"
    return f"{head}>{inner}</{tag}>" if inner else f"{head}/>"


def group(items: Iterable[str], **attrs: Attribute) -> str:
    return element("g", "".join(items), **attrs)


def path(d: str, **attrs: Attribute) -> str:
    return element("path", d=d, **attrs) if d else ""


def polygon(points: Iterable[Point], **attrs: Attribute) -> str:
    return element("polygon", points=" ".join(f"{num(x)},{num(y)}" for x, y in points), **attrs)


def circle(x: float, y: float, r: float, **attrs: Attribute) -> str:
    return element("circle", cx=num(x), cy=num(y), r=num(r), **attrs)


def rect(x: float, y: float, width: float, height: float, radius: float = 0, **attrs: Attribute) -> str:
    rx = num(radius) if radius else None
    return element("rect", x=num(x), y=num(y), width=num(width), height=num(height), rx=rx, **attrs)


def moved(x: float, y: float, inner: str, turn: float = 0, scale: float = 1) -> str:
    """`inner` drawn with its origin at (x, y), turned and scaled there."""
    transform = f"translate({num(x)} {num(y)})"
    if turn:
        transform += f" rotate({num(turn)})"
    if scale != 1:
        transform += f" scale({scale:.4g})"
    return element("g", inner, transform=transform)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    font: str = "names",
    fill: str = MAP_INK["name"],
    halo: str | None = None,
    halo_width: float | None = None,
    anchor: str = "middle",
    weight: int | None = None,
    italic: bool = False,
    spacing: float | None = None,
    turn: float = 0,
) -> str:
    """Words with their baseline at (x, y); a halo is stroked below the fill, 0.22 em wide unless told."""
    attrs: dict[str, Attribute] = {
        "x": num(x),
        "y": num(y),
        "class": FONT_CLASS[font],
        "font_size": num(size),
        "font_weight": weight,
        "font_style": "italic" if italic else None,
        "letter_spacing": spacing,
        "text_anchor": anchor,
        "fill": fill,
        "transform": f"rotate({num(turn)} {num(x)} {num(y)})" if turn else None,
    }
    if halo:
        width = num(halo_width or size * 0.22)
        attrs |= {"stroke": halo, "stroke_width": width, "stroke_linejoin": "round", "paint_order": "stroke"}
    return element("text", escape(words), **attrs)


def figure(x: float, y: float, words: str, size: float, fill: str = MAP_INK["figure"], **more: Attribute) -> str:
    """A number the rules use: condensed, upright, bold."""
    attrs: dict[str, Attribute] = {
        "x": num(x),
        "y": num(y),
        "class": FONT_CLASS["figures"],
        "font_size": num(size),
        "font_weight": 700,
        "text_anchor": "middle",
        "fill": fill,
    }
    return element("text", escape(words), **(attrs | more))


def line(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of a polyline."""
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + ("Z" if closed else "")


def smooth(points: Sequence[Point], closed: bool = False, tension: float = 1.0) -> str:
    """Path data of a Catmull-Rom curve through the points; tension 0 is the polyline."""
    if len(points) < 3:
        return line(points)
    around = [points[-1], *points, points[0], points[1]] if closed else [points[0], *points, points[-1]]
    d = [f"M{num(points[0][0])} {num(points[0][1])}"]
    reach = tension / 6
    for p0, p1, p2, p3 in zip(around, around[1:], around[2:], around[3:], strict=False):
        d.append(
            f"C{num(p1[0] + (p2[0] - p0[0]) * reach)} {num(p1[1] + (p2[1] - p0[1]) * reach)} "
            f"{num(p2[0] - (p3[0] - p1[0]) * reach)} {num(p2[1] - (p3[1] - p1[1]) * reach)} "
            f"{num(p2[0])} {num(p2[1])}"
        )
    return "".join(d) + ("Z" if closed else "")


def document(
    items: Iterable[str], view: tuple[float, float, float, float], defs: str = "", width: float | None = None
) -> str:
    """A stand-alone SVG showing the rectangle `view`, `width` pixels wide (default: one per unit)."""
    x, y, w, h = view
    shown = width or w
    return element(
        "svg",
        element("style", stylesheet()) + element("defs", defs) + "".join(items),
        xmlns="http://www.w3.org/2000/svg",
        width=num(shown),
        height=num(shown * h / w),
        viewBox=f"{num(x)} {num(y)} {num(w)} {num(h)}",
    )
