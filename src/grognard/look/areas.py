"""Geometry of maps of irregular areas: outlines, common borders, ways from area to area."""

from collections.abc import Mapping, Sequence
from typing import Any

from shapely.geometry import LineString, Polygon
from shapely.geometry import box as rectangle
from shapely.ops import linemerge, nearest_points

from grognard.look.labels import Box
from grognard.look.metrics import width, wrapped
from grognard.look.scene import Point

Shape = Any
"""A shapely geometry (the library carries no types)."""


class Areas:
    """Outlines and middle points of areas by name."""

    def __init__(self, outlines: Mapping[str, Sequence[Point]], middles: Mapping[str, Point]) -> None:
        self.points = {key: tuple(points) for key, points in outlines.items()}
        self.shape: dict[str, Shape] = {key: Polygon(points) for key, points in outlines.items()}
        self.middle = dict(middles)

    def border(self, a: str, b: str) -> Shape | None:
        """The longest common border of two areas as a line, or None."""
        common = self.shape[a].intersection(self.shape[b])
        if common.geom_type in ("MultiLineString", "GeometryCollection"):
            parts = [part for part in common.geoms if part.geom_type == "LineString"]
            common = linemerge(parts) if parts else common
        if common.geom_type == "MultiLineString":
            common = max(common.geoms, key=lambda part: part.length)
        return common if common.geom_type == "LineString" else None

    def crossing(self, a: str, b: str) -> Point:
        """Where a road goes from one area into the next."""
        border = self.border(a, b)
        if border is not None:
            spot = border.interpolate(0.5, normalized=True)
            return spot.x, spot.y
        p, q = nearest_points(self.shape[a], self.shape[b])
        return (p.x + q.x) / 2, (p.y + q.y) / 2

    def through(self, *keys: str) -> list[Point]:
        """A way through the middles of areas and the borders between them."""
        out: list[Point] = []
        for i, key in enumerate(keys):
            if i:
                out.append(self.crossing(keys[i - 1], key))
            out.append(self.middle[key])
        return out

    def room(self, key: str, y: float) -> tuple[float, float]:
        """Left and right end of an area at a height of the map (the longest stretch there)."""
        west, _, east, _ = self.shape[key].bounds
        cut = self.shape[key].intersection(LineString([(west - 1, y), (east + 1, y)]))
        parts = [p for p in getattr(cut, "geoms", [cut]) if p.geom_type == "LineString"]
        if not parts:
            return west, east
        longest = max(parts, key=lambda p: p.length)
        return longest.bounds[0], longest.bounds[2]

    def holds(self, key: str, area: Box) -> bool:
        """Whether a box lies in an area altogether."""
        return bool(self.shape[key].contains(rectangle(*area)))

    def name_lines(self, key: str, name: str, y: float, size: float, italic: bool, bold: bool) -> list[str]:
        """A name broken so that it keeps within its area around the height `y`."""
        left, right = self.room(key, y)
        longest = max(width(word, size, italic=italic, bold=bold) for word in name.split())
        return wrapped(name, size, max(longest, min(190.0, right - left - 24)), italic=italic, bold=bold)


def around(middle: Point, down: float, size: tuple[float, float]) -> list[Point]:
    """Points where a name may stand beside a badge `down` below its middle: under it, over it, then aside."""
    x, y = middle
    under, over = y + down + size[1] / 2, y - down - size[1] / 2
    out = [
        (x + dx, yy + dy)
        for yy, dy in ((under, 0), (under, 12), (over, 0), (over, -12))
        for dx in (0, -20, 20, -40, 40)
    ]
    return out + [(x + dx, y + dy) for dx in (-110, 110, -140, 140) for dy in (0, 30, -30)]
