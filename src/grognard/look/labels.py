"""Signs that never fight: boxes of names and badges, and a free spot for each in order of right of way."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.look.metrics import width
from grognard.look.scene import Point, Sign
from grognard.look.shapes import star
from grognard.look.style import MAP_INK
from grognard.look.svg import Attribute, figure, polygon, text

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HALO: dict[str, Attribute] = {"paint_order": "stroke", "stroke_linejoin": "round"}
"""A stroke that lies behind its figure."""

LEADING = 0.94
"""Distance of baselines, in ems."""


def box_of(sign: Sign) -> Box:
    """What a sign covers at the middle zoom: its box stands centred on its point."""
    (x, y), (w, h) = sign.at, sign.box
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2


def overlap(a: Box, b: Box) -> float:
    """Common surface of two boxes."""
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def name_sign(
    lines: Sequence[str],
    at: Point,
    size: float,
    bold: bool = False,
    italic: bool = False,
    halo: str = MAP_INK["paper"],
    fill: str = MAP_INK["name"],
    near: int = 1,
    rank: int = 5,
    space: int = -1,
) -> Sign:
    """A name of one or more lines in the book face, centred on its point."""
    step = size * LEADING
    top = -step * (len(lines) - 1) / 2
    weight = 600 if bold else None
    words = "".join(
        text(0, top + i * step + size * 0.32, line, size, fill=fill, halo=halo, weight=weight, italic=italic)
        for i, line in enumerate(lines)
    )
    broad = max(width(line, size, bold=bold, italic=italic) for line in lines) + size * 0.22
    high = step * (len(lines) - 1) + size * 1.05
    return Sign(words, at, near, rank, (round(broad, 1), round(high, 1)), space=space, kind="name")


def settled(
    signs: Iterable[tuple[Sign, Sequence[Point]]], fixed: Iterable[Sign], frame: Box, pieces: Iterable[Box] = ()
) -> list[Sign]:
    """Each sign at the first of its candidate points where it is free, by right of way; else where it overlaps least.

    `fixed` signs stay where they are and are avoided. Candidates outside `frame` are pushed inside.
    """
    taken = [box_of(s) for s in fixed] + list(pieces)
    order = sorted(enumerate(signs), key=lambda item: (item[1][0].rank, item[0]))
    out: dict[int, Sign] = {}
    for index, (sign, candidates) in order:
        best, least = sign, float("inf")
        for point in candidates:
            trial = replace(sign, at=inside(point, sign.box, frame))
            covered = sum(overlap(box_of(trial), other) for other in taken)
            if covered < least:
                best, least = trial, covered
            if covered == 0:
                break
        out[index] = best
        taken.append(box_of(best))
    return [out[i] for i in sorted(out)]


def inside(point: Point, size: tuple[float, float], frame: Box) -> Point:
    """The point moved so that a box of this size lies in the frame."""
    half_w, half_h = size[0] / 2, size[1] / 2
    x = min(max(point[0], frame[0] + half_w), frame[2] - half_w)
    y = min(max(point[1], frame[1] + half_h), frame[3] - half_h)
    return round(x, 1), round(y, 1)


STAR: dict[str, Attribute] = {
    "fill": MAP_INK["star"],
    "stroke": MAP_INK["edge"],
    "stroke_width": 2.6,
    "stroke_linejoin": "round",
}


def star_sign(at: Point, value: str, radius: float, space: int) -> Sign:
    """The star of a victory place with its points."""
    drawn = polygon(star((0, 0), radius), **STAR) + figure(0, radius * 0.3, value, radius * 0.85)
    return Sign(drawn, at, 0, 0, (radius * 2, radius * 2), space=space, kind="victory")


def sheet_sign(
    at: Point,
    words: str,
    size: float,
    font: str = "names",
    fill: str = MAP_INK["frame"],
    anchor: str = "start",
    weight: int | None = None,
    italic: bool = False,
    spacing: float | None = None,
    turn: float = 0,
) -> Sign:
    """Words printed on the sheet (titles, legends, boxes): they keep the scale of the map."""
    drawn = text(0, 0, words, size, font, fill, anchor=anchor, weight=weight, italic=italic, spacing=spacing, turn=turn)
    return Sign(drawn, at, 0, 9, (0.0, 0.0), kind="sheet")
