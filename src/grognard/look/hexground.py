"""The painted ground of a hex map: pictures of heights and masks of hexes, and marks along hexsides and in hexes.

A picture is an array (row, column) over the framed map, `pixel` map units a pixel; `grognard.look.relief` has the
palette (noise, tints, hillshade, fields, contours). Marks are SVG text in map units, merged into one path per style.
"""

import math
import random
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from shapely.geometry import Polygon
from shapely.ops import unary_union

from grognard.look import lines, relief, town
from grognard.look.hexboard import HexBoard
from grognard.look.scene import Point
from grognard.look.shapes import between
from grognard.look.style import MAP_INK
from grognard.look.svg import num, path
from grognard.look.town import Shape

MANY = 400
"""From so many hexes on a surface looks only at the heights near by."""
NEIGHBOURS = 24

Mark = tuple[Point, Point, Point]
"""The ends of a hexside, and a point on the side where its marks stand."""


class Canvas:
    """Pictures of the framed map."""

    def __init__(self, board: HexBoard, pixel: float = 2.0) -> None:
        self.board = board
        self.pixel = pixel
        self.shape = (round(board.height / pixel), round(board.width / pixel))

    def heights(self, values: Sequence[float], smooth: float = 6.0, least: float = -math.inf) -> relief.Field:
        """A smooth surface through the height of every hex; beyond the map it goes on like the nearest hex."""
        rim = self.board.rim()
        points = [self.board.centre(space) for space in range(len(values))] + [p for p, _ in rim]
        heights = [*values, *(values[space] for _, space in rim)]
        near = NEIGHBOURS if len(values) > MANY else None
        surface = relief.surface(points, heights, self.shape, self.pixel, near)
        return np.clip(relief.blur(surface, smooth), least, None)

    def mask(self, spaces: Iterable[int], soft: float = 0.0, share: float = 1.0) -> relief.Field:
        """1 in these hexes, 0 elsewhere, the edge blurred by `soft` pixels."""
        return self.painted([self.board.polygon(space, share) for space in spaces], soft)

    def painted(self, polygons: Iterable[Sequence[Point]], soft: float = 0.0) -> relief.Field:
        """1 in these polygons, 0 elsewhere."""
        picture = relief.painted([(points, 1.0) for points in polygons], self.shape, self.pixel)
        return relief.blur(picture, soft) if soft else picture

    def noise(
        self, seed: int, cells: int = 6, octaves: int = 5, gain: float = 0.5, ridged: bool = False
    ) -> relief.Field:
        """See `relief.fractal`."""
        return relief.fractal(self.shape, seed, cells, octaves, gain, ridged)

    def fields(
        self, picture: relief.Field, where: relief.Field, seed: int, count: int, strength: float = 0.5
    ) -> relief.Field:
        """The picture with a patchwork of farmland laid over it where `where` is 1."""
        tones, hedges = relief.fields(self.shape, seed, count, 0.3)
        out = relief.blend(picture, tones, strength * where)
        out *= 1 - 0.09 * (where * hedges)[..., None]
        return out

    def shaded(
        self, picture: relief.Field, heights: relief.Field, steep: float, strength: float = 1.05
    ) -> relief.Field:
        """Light from the north-west on a surface whose heights count `steep` map units each."""
        return relief.lit(picture, relief.hillshade(heights * steep / self.pixel), strength)

    def image(self, picture: relief.Field, quality: int = 78) -> str:
        """The picture filling the frame, as calm as a ground must be."""
        return relief.image(relief.quiet(picture), 0, 0, self.board.width, self.board.height, quality)


def stepped(heights: relief.Field, step: float, share: float = 0.85) -> relief.Field:
    """Heights in steps, for tints whose bands can be counted; the rest of the share is the slope itself."""
    return share * np.floor(heights / step) * step + (1 - share) * heights


def region(board: HexBoard, spaces: Iterable[int], share: float = 1.0) -> Shape:
    """Hexes as one shape (shapely), for groves, houses and streets. Hexes that touch grow together."""
    return unary_union([Polygon(board.polygon(space, share)).buffer(0.5) for space in spaces])


def grove(board: HexBoard, spaces: Iterable[int], each: float, seed: int, size: float, share: float = 0.88) -> str:
    """A wood: so many trees in every one of these hexes; a half is one tree in every second."""
    rng = random.Random(seed)
    stand: list[Point] = []
    for space in spaces:
        count = int(each + (rng.random() if each % 1 else 0))
        stand += town.clusters([Polygon(board.polygon(space, share))], count, rng, size)
    return town.trees(stand, size, rng)


def marsh(board: HexBoard, spaces: Sequence[int], seed: int = 2, each: int = 24) -> str:
    """A blue veil and tufts of reed."""
    rng = random.Random(seed)
    tufts = "".join(town.reeds(board.centre(space), board.radius * 0.8, each, rng) for space in spaces)
    veil = path(board.hexes(spaces, 0.97), fill="#8FB7C6", opacity=0.3)
    return veil + path(tufts, fill="none", stroke="#2F6076", stroke_width=1.8, opacity=0.8)


def hill(board: HexBoard, spaces: Iterable[int], seed: int = 9, each: int = 20) -> str:
    """Hachures running outwards from the middle of a hex."""
    rng = random.Random(seed)
    r, d = board.radius, []
    for space in spaces:
        x, y = board.centre(space)
        for _ in range(each):
            angle, far = rng.uniform(0, math.tau), rng.uniform(0.3, 0.8) * r
            dx, dy = math.cos(angle), math.sin(angle)
            d.append(f"M{num(x + far * dx)} {num(y + far * dy * 0.9)}l{num(dx * r * 0.17)} {num(dy * r * 0.17)}")
    return path("".join(d), stroke="#6B4526", stroke_width=r * 0.04, opacity=0.6, stroke_linecap="round")


def towards(
    board: HexBoard, hexsides: Iterable[int], side_of: Callable[[int, int], int], pull: float = 0.0
) -> list[tuple[Point, Point, Point]]:
    """Hexsides as (end, end, point towards which marks stand).

    `side_of(a, b)` of the two hexes gives the one that the marks point into; `pull` draws the line that share into
    the other one, as the crest of a hill stands inside its own hexes.
    """
    out = []
    for hexside in hexsides:
        a, b = board.grid.hexsides[hexside]
        p, q = board.side(hexside)
        into = side_of(a, b)
        own = b if into == a else a
        at = board.centre(into) if into >= 0 else (0.0, 0.0)
        if own >= 0 and pull:
            centre = board.centre(own)
            p, q = between(p, centre, pull), between(q, centre, pull)
        if into < 0:
            x, y = board.centre(own)
            at = p[0] + q[0] - x, p[1] + q[1] - y
        out.append((p, q, at))
    return out


def crest(marks: Sequence[Mark], radius: float, ink: str = MAP_INK["mountain"]) -> str:
    """A comb along hexsides (see `towards`): a bar with teeth on the side of the marks."""
    bars = "".join(f"M{num(p[0])} {num(p[1])}L{num(q[0])} {num(q[1])}" for p, q, _ in marks)
    comb = "".join(lines.teeth(p, q, into, radius * 0.2, (radius * 0.22,)) for p, q, into in marks)
    return path(bars, stroke=ink, stroke_width=radius * 0.09, stroke_linecap="round") + path(
        comb, stroke=ink, stroke_width=radius * 0.06, stroke_linecap="round"
    )


def scarp(marks: Sequence[Mark], radius: float, ink: str = MAP_INK["mountain"]) -> str:
    """A barrier of rock along hexsides: a dark bar on pale paper with hachures on the lower side."""
    d = "".join(f"M{num(p[0])} {num(p[1])}L{num(q[0])} {num(q[1])}" for p, q, _ in marks)
    unit = radius / 100
    hachures = "".join(lines.teeth(p, q, into, 11 * unit, (9 * unit, 14 * unit)) for p, q, into in marks)
    return (
        path(d, stroke="#F3E6CB", stroke_width=11 * unit, opacity=0.5, stroke_linecap="round")
        + path(d, stroke=ink, stroke_width=6 * unit, stroke_linecap="round")
        + path(hachures, stroke=ink, stroke_width=3.6 * unit, stroke_linecap="round")
    )


def bridges(board: HexBoard, hexsides: Iterable[int]) -> str:
    """Brackets where roads cross water."""
    unit = board.radius / 100
    out = []
    for hexside in hexsides:
        a, b = board.grid.hexsides[hexside]
        out.append(lines.bridge(board.centre(a), board.centre(b), 52 * unit, 26 * unit))
    return "".join(out)
