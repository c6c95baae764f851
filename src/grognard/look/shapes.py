"""Plane geometry of maps: hexagons and hexsides, stars, chains of segments, lines of terrain paint."""

import math
from collections.abc import Iterable, Sequence

from grognard.look.scene import Point

Segment = tuple[Point, Point]


def hexagon(centre: Point, radius: float, pointy: bool = False) -> list[Point]:
    """Six corners, clockwise on the screen, from the east (or from the south-east if the hex stands on a point)."""
    start = 30 if pointy else 0
    return [
        (centre[0] + radius * math.cos(math.radians(a)), centre[1] + radius * math.sin(math.radians(a)))
        for a in range(start, start + 360, 60)
    ]


def hexside(a: Point, b: Point, radius: float) -> Segment:
    """The side between two neighbouring hex centres."""
    mx, my = between(a, b)
    dx, dy = b[0] - a[0], b[1] - a[1]
    k = radius / 2 / math.hypot(dx, dy)
    return (mx - dy * k, my + dx * k), (mx + dy * k, my - dx * k)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point `share` of the way from `a` to `b`."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def star(centre: Point, radius: float, waist: float = 0.5, points: int = 5) -> list[Point]:
    """A star on its feet; `waist` is the inner radius as a share of the outer."""
    out = []
    for i in range(points * 2):
        r = radius * (waist if i % 2 else 1)
        angle = i * math.pi / points
        out.append((centre[0] + r * math.sin(angle), centre[1] - r * math.cos(angle)))
    return out


def chain(segments: Iterable[Segment], snap: float = 1.0) -> list[list[Point]]:
    """Join segments that share end points (within `snap`) into polylines."""

    def key(p: Point) -> tuple[int, int]:
        return round(p[0] / snap), round(p[1] / snap)

    left = [list(s) for s in segments]
    out = []
    while left:
        grown = left.pop(0)
        while True:
            head, tail = key(grown[0]), key(grown[-1])
            for s in left:
                ends = key(s[0]), key(s[1])
                if tail in ends:
                    grown.append(s[1 - ends.index(tail)])
                elif head in ends:
                    grown.insert(0, s[1 - ends.index(head)])
                else:
                    continue
                left.remove(s)
                break
            else:
                break
        out.append(grown)
    return out


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Corners of an upright rectangle."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def grid(x: float, y: float, width: float, height: float, columns: int, rows: int) -> tuple[Point, ...]:
    """Centres of a table of cells filling the rectangle, row by row."""
    return tuple(
        (x + width * (c + 0.5) / columns, y + height * (r + 0.5) / rows) for r in range(rows) for c in range(columns)
    )


def rounded(points: Sequence[Point]) -> tuple[Point, ...]:
    """Points to a tenth of a unit: what the client needs, and no more bytes."""
    return tuple((round(x, 1), round(y, 1)) for x, y in points)
