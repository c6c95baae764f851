"""Towns and groves: building lots cut from blocks, roofs with shadow and light, ruins, craters, trees, reeds.

Everything is decoration drawn from polygons and a seed.
"""

import math
import random
from collections.abc import Iterable, Sequence
from typing import Any

from shapely.affinity import translate
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import split, unary_union

from grognard.look.scene import Point
from grognard.look.svg import element, group, moved, num, path, polygon

Shape = Any
"""A shapely geometry (the library carries no types)."""

ROOFS = ("#B5795A", "#A96B4E", "#C08A66", "#B88268", "#9E7A62", "#C49A76", "#AD8A70")
RUINS = ("#A39884", "#B5AA95", "#8F8573", "#9C927F")
SHADOW = "#1B130A"


def lots(block: Shape, least: float, rng: random.Random) -> list[Shape]:
    """The block cut across its longer side again and again, down to lots of about `least`."""
    if block.area < least * rng.uniform(1.0, 2.4):
        return [block]
    c = list(block.minimum_rotated_rectangle.exterior.coords)
    p0, p1, p2 = (c[0], c[1], c[2]) if math.dist(c[0], c[1]) > math.dist(c[1], c[2]) else (c[1], c[2], c[3])
    t = rng.uniform(0.4, 0.6)
    mx, my = p0[0] + (p1[0] - p0[0]) * t, p0[1] + (p1[1] - p0[1]) * t
    dx, dy = (p2[0] - p1[0]) * 2, (p2[1] - p1[1]) * 2
    parts = [q for q in split(block, LineString([(mx - dx, my - dy), (mx + dx, my + dy)])).geoms if is_polygon(q)]
    return [block] if len(parts) < 2 else [lot for part in parts for lot in lots(part, least, rng)]


def is_polygon(shape: Shape) -> bool:
    return shape.geom_type == "Polygon" and not shape.is_empty


def houses(
    areas: Iterable[Shape],
    streets: Sequence[Shape] = (),
    seed: int = 1,
    gap: float = 15,
    least: float = 1500,
    ruined: float = 0.42,
    street: float = 16,
    grain: float = 1.0,
) -> str:
    """Blocks between the streets, cut into houses; a share is drawn as ruins (grey, hollow, ragged).

    `gap` keeps the edge of an area free, `grain` scales the small measures (1 = town map, less for a smaller scale).
    """
    rng = random.Random(seed)
    cut = unary_union([s.buffer(street) for s in streets])
    fine = math.sqrt(grain)
    shadows, walls, lights = [], [], []
    for area in areas:
        free = area.buffer(-gap).difference(cut)
        for block in getattr(free, "geoms", [free]):
            if block.area < 900 * grain:
                continue
            for lot in lots(block, least, rng):
                house = lot.buffer(-rng.uniform(2.5, 6) * fine, join_style=2)
                if not is_polygon(house) or house.area < 260 * grain or rng.random() < 0.10:
                    continue
                if rng.random() < ruined:
                    walls.append(_ruin(house, fine, rng))
                else:
                    shadows.append(polygon(corners(translate(house, 4.5 * fine, 6 * fine))))
                    walls.append(
                        polygon(corners(house), fill=rng.choice(ROOFS), stroke="#4A3020", stroke_width=1.8 * fine)
                    )
                    lights.append(_lit_half(house))
    return group(shadows, fill=SHADOW, opacity=0.36) + "".join(walls) + group(lights, fill="#FFFFFF", opacity=0.17)


def corners(shape: Shape) -> list[Point]:
    return list(shape.exterior.coords)[:-1]


def _ruin(house: Shape, fine: float, rng: random.Random) -> str:
    dash = f"{num(rng.randint(14, 30) * fine)} {num(rng.randint(4, 9) * fine)}"
    out = polygon(
        corners(house), fill=rng.choice(RUINS), stroke="#5A5040", stroke_width=2 * fine, stroke_dasharray=dash
    )
    inside = house.buffer(-6 * fine, join_style=2)
    if is_polygon(inside):
        out += polygon(corners(inside), fill="#CBBF9F", opacity=0.85)
    return out


def _lit_half(house: Shape) -> str:
    """The northern half of the roof along its ridge."""
    c = list(house.minimum_rotated_rectangle.exterior.coords)
    if math.dist(c[0], c[1]) < math.dist(c[1], c[2]):
        c = [*c[1:], c[1]]
    far = ((c[1][0] + c[2][0]) / 2, (c[1][1] + c[2][1]) / 2)
    near = ((c[0][0] + c[3][0]) / 2, (c[0][1] + c[3][1]) / 2)
    half = Polygon([c[0], c[1], far, near])
    if half.centroid.y > house.centroid.y:
        half = Polygon([near, far, c[2], c[3]])
    lit = half.intersection(house)
    return polygon(corners(lit)) if is_polygon(lit) else ""


def building(
    x: float,
    y: float,
    width: float,
    height: float,
    turn: float,
    fill: str = "#B98A6A",
    courts: Sequence[tuple[float, float, float, float]] = (),
) -> str:
    """One large building seen from above, with courts (x, y, width, height from its centre)."""
    w, h = width / 2, height / 2
    out = [
        element("rect", x=num(6 - w), y=num(8 - h), width=num(width), height=num(height), fill=SHADOW, opacity=0.38),
        element(
            "rect",
            x=num(-w),
            y=num(-h),
            width=num(width),
            height=num(height),
            fill=fill,
            stroke="#4A3423",
            stroke_width=2.5,
        ),
        path(
            f"M{num(-w)} {num(-h)}H{num(w)}L{num(w - 8)} {num(8 - h)}H{num(8 - w)}V{num(h - 8)}L{num(-w)} {num(h)}Z",
            fill="#FFFFFF",
            opacity=0.22,
        ),
    ]
    for cx, cy, cw, ch in courts:
        out.append(
            element(
                "rect",
                x=num(cx),
                y=num(cy),
                width=num(cw),
                height=num(ch),
                fill="#CFC3A2",
                stroke="#4A3423",
                stroke_width=2,
            )
        )
        shade = f"M{num(cx)} {num(cy)}h{num(cw)}v6h{num(6 - cw)}v{num(ch - 6)}h-6z"
        out.append(path(shade, fill=SHADOW, opacity=0.3))
    return moved(x, y, "".join(out), turn)


def grove(areas: Sequence[Shape], count: int, seed: int, size: float = 8) -> str:
    """Trees in clusters, somewhere in these areas."""
    rng = random.Random(seed)
    return trees(clusters(areas, count, rng, size), size, rng)


def clusters(areas: Sequence[Shape], count: int, rng: random.Random, size: float) -> list[Point]:
    """Where the trees of a grove stand."""
    ground = unary_union([a.buffer(-6) for a in areas])
    west, north, east, south = ground.bounds
    centres: list[Point] = []
    spots: list[Point] = []
    while len(spots) < count:
        if not centres or rng.random() < 0.12:
            centres.append((rng.uniform(west, east), rng.uniform(north, south)))
        cx, cy = rng.choice(centres[-12:])
        spot = (cx + rng.gauss(0, size * 4), cy + rng.gauss(0, size * 3))
        if ground.contains(Spot(spot)):
            spots.append(spot)
    return spots


def trees(stand: Iterable[Point], size: float, rng: random.Random) -> str:
    """Trees at these points: shadow, dark disc, light cap; one path each."""
    spots = sorted(stand, key=lambda p: p[1])
    shade = "".join(_disc(x + size * 0.35, y + size * 0.45, size, size * 0.7) for x, y in spots)
    crowns = "".join(_disc(x, y, r, r) for x, y in spots for r in [size * rng.uniform(0.75, 1.1)])
    caps = "".join(_disc(x - size * 0.28, y - size * 0.3, size * 0.42, size * 0.42) for x, y in spots)
    return (
        path(shade, fill="#1C1A0A", opacity=0.3)
        + path(crowns, fill="#6F7F45", stroke="#3E4A22", stroke_width=size * 0.14)
        + path(caps, fill="#A9B56E", opacity=0.75)
    )


def _disc(x: float, y: float, rx: float, ry: float) -> str:
    """Path data of an ellipse."""
    half = f"a{num(rx)} {num(ry)} 0 1 1"
    return f"M{num(x - rx)} {num(y)}{half} {num(2 * rx)} 0{half} {num(-2 * rx)} 0z"


def craters(width: float, height: float, count: int, seed: int) -> str:
    """Bomb craters scattered over a rectangle: pit, deep shade, lit rim."""
    rng = random.Random(seed)
    out = []
    for _ in range(count):
        x, y, s = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(7, 19)
        pit = element("ellipse", rx=num(s), ry=num(s * 0.82), fill="#5A4C38", opacity=0.5)
        deep = element(
            "ellipse",
            cx=num(s * 0.18),
            cy=num(s * 0.2),
            rx=num(s * 0.66),
            ry=num(s * 0.52),
            fill="#3F382C",
            opacity=0.6,
        )
        rim = path(
            f"M{num(-s)} 0A{num(s)} {num(s * 0.82)} 0 0 1 {num(s * 0.5)} {num(-s * 0.72)}",
            fill="none",
            stroke="#E9DFC6",
            stroke_width=2,
            opacity=0.75,
        )
        out.append(moved(x, y, pit + deep + rim, rng.randint(0, 180)))
    return "".join(out)


def reeds(centre: Point, spread: float, count: int, rng: random.Random) -> str:
    """Path data of tufts of reed round a point."""
    d = []
    for _ in range(count):
        angle, distance = rng.uniform(0, math.tau), spread * math.sqrt(rng.random())
        x, y = centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle) * 0.86
        d.append(
            f"M{num(x - 9)} {num(y)}h18M{num(x)} {num(y)}v-9M{num(x - 4)} {num(y)}l-3 -6M{num(x + 4)} {num(y)}l3 -6"
        )
    return "".join(d)
