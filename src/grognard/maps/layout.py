"""Where things are drawn: hex polygons, anchors, labels, hexsides and outlines; helpers for area polygons.

Coordinates are drawing units, x to the right and y downwards. Corners shared by several hexes are one pair of numbers,
so polygons fit together without gaps.
"""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt

from grognard.maps.hexes import HexGrid, MapError

Point = tuple[float, float]
Polygon = tuple[Point, ...]


class HexLayout:
    """A hex grid drawn with hexes of a given radius (centre to corner), inside a margin."""

    __slots__ = ("_scale", "_zero", "corners", "grid", "height", "radius", "width")

    def __init__(self, grid: HexGrid, radius: float, margin: float = 0.0) -> None:
        self.grid = grid
        self.radius = radius
        half, rise = radius / 2, radius * sqrt(3) / 2
        self._scale: Point = (half, rise) if grid.numbering.flat else (rise, half)
        spots = [grid.corner_at(k) for k in range(max(max(six) for six in grid.corners) + 1)]
        left, top = min(x for x, _ in spots), min(y for _, y in spots)
        right, bottom = max(x for x, _ in spots), max(y for _, y in spots)
        self._zero: Point = (margin - left * self._scale[0], margin - top * self._scale[1])
        self.width: float = round((right - left) * self._scale[0] + 2 * margin, 2)
        self.height: float = round((bottom - top) * self._scale[1] + 2 * margin, 2)
        self.corners: tuple[Point, ...] = tuple(self._point(x, y) for x, y in spots)
        """Position by corner id."""

    def _point(self, x: float, y: float) -> Point:
        return round(self._zero[0] + x * self._scale[0], 2), round(self._zero[1] + y * self._scale[1], 2)

    def centre(self, space: int) -> Point:
        """The centre of a hex, where its stack stands."""
        x, y = self.grid.numbering.lattice(*self.grid.offsets[space])
        return self._point(3 * x, y) if self.grid.numbering.flat else self._point(x, 3 * y)

    def label(self, space: int) -> Point:
        """Where the printed number is centred: under the upper side or corner."""
        x, y = self.centre(space)
        return x, round(y - self.radius * (0.66 if self.grid.numbering.flat else 0.62), 2)

    def polygon(self, space: int) -> Polygon:
        """The six corners, clockwise."""
        return tuple(self.corners[corner] for corner in self.grid.corners[space])

    def side(self, hexside: int) -> tuple[Point, Point]:
        """End points of a hexside."""
        a, b = self.grid.side_ends[hexside]
        return self.corners[a], self.corners[b]

    def middle(self, hexside: int) -> Point:
        """The middle of a hexside."""
        (a, b), (c, d) = self.side(hexside)
        return round((a + c) / 2, 2), round((b + d) / 2, 2)

    def chains(self, hexsides: Iterable[int]) -> tuple[Polygon, ...]:
        """Hexsides joined end to end into as few lines as a simple walk gives (rivers, walls, coast).

        A closed line begins and ends with the same point.
        """
        return tuple(tuple(self.corners[k] for k in chain) for chain in _joined(self.grid, hexsides))

    def outline(self) -> tuple[Polygon, ...]:
        """The border of the map: one closed line, or several if it has holes or separate parts."""
        return self.chains(range(self.grid.inner, len(self.grid.hexsides)))

    def space_at(self, point: Point) -> int:
        """The hex under a point, -1 if there is none."""
        x = (point[0] - self._zero[0]) / self._scale[0]
        y = (point[1] - self._zero[1]) / self._scale[1]
        odd = 1 - self.grid.numbering.shifted
        q, r = (x / 3, (y - x / 3 - odd) / 2) if self.grid.numbering.flat else ((x - y / 3 - odd) / 2, y / 3)
        a, b, c = round(q), round(r), round(-q - r)
        off = abs(a - q), abs(b - r), abs(c + q + r)
        if off[0] >= off[1] and off[0] >= off[2]:
            a = -b - c
        elif off[1] >= off[2]:
            b = -a - c
        return self.grid.at(a, b)

    def fitted(self, first: tuple[int, Point], second: tuple[int, Point]) -> Callable[[Point], Point]:
        """A transformation for data given in other units (metres, hexes) whose axes run as those of the map.

        Both arguments pair a hex with the position of its centre in those units; they must differ in both axes.
        """
        (x1, y1), (x2, y2) = first[1], second[1]
        (u1, v1), (u2, v2) = self.centre(first[0]), self.centre(second[0])
        if x1 == x2 or y1 == y2:
            raise MapError("two hexes that differ in both axes are needed to fit a transformation")
        across, down = (u2 - u1) / (x2 - x1), (v2 - v1) / (y2 - y1)

        def place(point: Point) -> Point:
            return round(u1 + (point[0] - x1) * across, 2), round(v1 + (point[1] - y1) * down, 2)

        return place


def _joined(grid: HexGrid, hexsides: Iterable[int]) -> list[list[int]]:
    """Corner ids of the lines that these hexsides form: open ends first, then the closed lines that remain."""
    left = dict.fromkeys(hexsides)
    meeting: dict[int, list[int]] = {}
    for side in left:
        for corner in grid.side_ends[side]:
            meeting.setdefault(corner, []).append(side)
    starts = [corner for corner, sides in meeting.items() if len(sides) % 2]
    starts += [grid.side_ends[side][0] for side in left]
    found = []
    for corner in starts:
        chain = [corner]
        while onward := [side for side in meeting[chain[-1]] if side in left]:
            del left[onward[0]]
            a, b = grid.side_ends[onward[0]]
            chain.append(b if chain[-1] == a else a)
        if len(chain) > 1:
            found.append(chain)
    return found


def read_polygon(text: str) -> Polygon:
    """Points of a polygon or line as data files write them: `x y;x y;...` or `x,y x,y ...`."""
    pairs = [part.split() for part in text.split(";")] if ";" in text else [part.split(",") for part in text.split()]
    try:
        return tuple((float(x), float(y)) for x, y in pairs)
    except ValueError:
        raise MapError(f"{text[:40]!r} is not a list of points") from None


def surface(polygon: Sequence[Point]) -> float:
    """Area of a simple polygon; positive if its points run clockwise on the screen."""
    return sum(a * d - c * b for (a, b), (c, d) in _pairs(polygon)) / 2


def centroid(polygon: Sequence[Point]) -> Point:
    """Centre of mass of a simple polygon (it may lie outside a hollow one: see `inside_point`)."""
    total = surface(polygon)
    if total == 0:
        raise MapError("a polygon without surface has no centre of mass")
    x = sum((a + c) * (a * d - c * b) for (a, b), (c, d) in _pairs(polygon)) / (6 * total)
    y = sum((b + d) * (a * d - c * b) for (a, b), (c, d) in _pairs(polygon)) / (6 * total)
    return x, y


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point lies inside a polygon (points on the border may go either way)."""
    x, y = point
    inside = False
    for (a, b), (c, d) in _pairs(polygon):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            inside = not inside
    return inside


def clearance(polygon: Sequence[Point], point: Point) -> float:
    """Distance from a point to the nearest border of a polygon."""
    return min(_distance(point, a, b) for a, b in _pairs(polygon))


def inside_point(polygon: Sequence[Point], steps: int = 24) -> Point:
    """A point well inside a polygon, for a stack or a label: the roomiest of a grid of candidates, or the centroid."""
    left, top, right, bottom = bounds(polygon)
    best = centroid(polygon)
    room = clearance(polygon, best) if contains(polygon, best) else 0.0
    for i in range(1, steps):
        for k in range(1, steps):
            point = left + (right - left) * i / steps, top + (bottom - top) * k / steps
            if contains(polygon, point) and (free := clearance(polygon, point)) > room:
                best, room = point, free
    return best


def bounds(polygon: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    return (
        min(x for x, _ in polygon), min(y for _, y in polygon), max(x for x, _ in polygon), max(y for _, y in polygon)
    )  # fmt: skip


def shared_sides(first: Sequence[Point], second: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    """The sides two polygons have in common, as they run in the first."""
    others = set(_pairs(second))
    return tuple((a, b) for a, b in _pairs(first) if (a, b) in others or (b, a) in others)


def _pairs(polygon: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def _distance(point: Point, a: Point, b: Point) -> float:
    (x, y), (u, v) = point, a
    dx, dy = b[0] - u, b[1] - v
    whole = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((x - u) * dx + (y - v) * dy) / whole)) if whole else 0.0
    return sqrt((x - u - t * dx) ** 2 + (y - v - t * dy) ** 2)
