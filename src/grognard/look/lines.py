"""Lines of terrain: rivers, roads, railways, bridges, and bars with hachures. Everything returns SVG text."""

import math
from collections.abc import Sequence

from grognard.look.scene import Point
from grognard.look.shapes import between
from grognard.look.style import MAP_INK
from grognard.look.svg import ROUND, Attribute, moved, num, path, smooth


def river(points: Sequence[Point], width: float, tension: float = 1.9, pale: bool = False) -> str:
    """Water with a dark casing and a glint along the middle; a pale one has no effect on play."""
    d = smooth(points, tension=tension)
    return group_opacity(
        path(d, stroke=MAP_INK["water_casing"], stroke_width=width * 1.4, opacity=0.7, **ROUND)
        + path(d, stroke=MAP_INK["water"], stroke_width=width, **ROUND)
        + path(d, stroke=MAP_INK["water_glint"], stroke_width=width * 0.28, opacity=0.7, **ROUND),
        0.8 if pale else 1,
    )


def group_opacity(inner: str, opacity: float) -> str:
    return inner if opacity == 1 else f'<g opacity="{num(opacity)}">{inner}</g>'


def road(
    points: Sequence[Point],
    width: float,
    fill: str = MAP_INK["road"],
    casing: str = MAP_INK["road_casing"],
    tension: float = 1.8,
) -> str:
    d = smooth(points, tension=tension)
    return path(d, stroke=casing, stroke_width=width * 1.55, opacity=0.85, **ROUND) + path(
        d, stroke=fill, stroke_width=width, **ROUND
    )


def roads(
    lines: Sequence[tuple[Sequence[Point], float, str]],
    casing: str = MAP_INK["road_casing"],
    tension: float = 1.8,
) -> str:
    """A net of (points, width, fill): all casings first, so that junctions are open."""
    drawn = [(smooth(points, tension=tension), width, fill) for points, width, fill in lines]
    cases = "".join(path(d, stroke=casing, stroke_width=w * 1.55, opacity=0.85, **ROUND) for d, w, _ in drawn)
    return cases + "".join(path(d, stroke=fill, stroke_width=w, **ROUND) for d, w, fill in drawn)


def railway(points: Sequence[Point], width: float) -> str:
    """A thin rail with sleepers on a pale bed."""
    d = smooth(points)
    ink = MAP_INK["rail"]
    plain: dict[str, Attribute] = {"fill": "none", "stroke_linejoin": "round"}
    return (
        path(d, stroke="#F4EEDD", stroke_width=width * 1.5, opacity=0.75, **plain)
        + path(d, stroke=ink, stroke_width=width * 0.32, **plain)
        + path(d, stroke=ink, stroke_width=width, stroke_dasharray=f"{num(width * 0.28)} {num(width * 1.1)}", **plain)
    )


def bridge(a: Point, b: Point, length: float = 52, width: float = 26) -> str:
    """Two brackets over the water, lying along the road from `a` to `b`, halfway."""
    x, y = between(a, b)
    h, w = length / 2, width / 2
    ramp, rise = num(h * 0.27), w * 0.38
    d = "".join(
        f"M{num(-h)} {num(s * w)}l{ramp} {num(-s * rise)}H{num(h * 0.73)}l{ramp} {num(s * rise)}" for s in (-1, 1)
    )
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    return moved(x, y, path(d, fill="none", stroke=MAP_INK["frame"], stroke_width=4.5), turn)


def teeth(a: Point, b: Point, toward: Point, step: float, lengths: Sequence[float]) -> str:
    """Path data of hachures standing on the segment a-b, on the side of the point `toward`."""
    length = math.dist(a, b)
    nx, ny = -(b[1] - a[1]) / length, (b[0] - a[0]) / length
    if (toward[0] - a[0]) * nx + (toward[1] - a[1]) * ny < 0:
        nx, ny = -nx, -ny
    count = max(1, round(length / step))
    out = []
    for i in range(count):
        x, y = between(a, b, (i + 0.5) / count)
        tooth = lengths[i % len(lengths)]
        out.append(f"M{num(x)} {num(y)}l{num(nx * tooth)} {num(ny * tooth)}")
    return "".join(out)
