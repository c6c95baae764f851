"""A hex map on its sheet: what hex titles need to draw themselves, so that `board/ground.py` says only what is its own.

**How a title is drawn.** `board/ground.py` makes one `HexBoard` from its grid (several, if it has inset maps) and gives
two functions (see `grognard.look.ground.Drawing`)::

    def hex_board(data: Data) -> HexBoard:
        return HexBoard(HexGrid(NUMBERING, [row["hex"] for row in rows(data, "hexes")]), RADIUS, at=(LEFT, TOP), pad=24)

    def draw_ground(data: Data) -> str:
        b = hex_board(data)
        canvas = Canvas(b)                                  # hexground: heights, masks, tints, hillshade
        land = [canvas.image(picture), lines.rivers(b.courses(river_sides), 14), lines.roads(...)]
        return document([paper(SHEET_W, SHEET_H), b.framed(land), ...], (0, 0, SHEET_W, SHEET_H))

    def draw_board(ids: Mapping[str, int], data: Data) -> Board:    # `ids`: space by the name the rules give it
        b = hex_board(data)
        places = [b.place(hex, ids[name], name, facts) for hex, name in enumerate(b.grid.names)]
        places += [card.place(ids[card.key]) for card in BOXES]
        return b.sheet((SHEET_W, SHEET_H), places, signs, middle=b.grid.id("1922"), card=900, home=HOME)

**Units.** The ground is painted in *map units*: the origin is the north-west corner of the map's frame. Places and
signs stand in *sheet units*; `on_sheet` turns one into the other, and every method says which it gives. A radius of
50 suits maps of a thousand hexes and more, 100 those of a hundred: a counter is 0.8 to 0.96 of the radius.

**Sets.** `spaces` are ids of the grid in any iterable; a set of the rules (an integer) goes through `maps.members`.
Shapes of many hexes come back as the data of *one* path, to be drawn once per style: a ground with a few dozen
elements pans smoothly, one with ten thousand does not.
"""

import math
import random
from collections.abc import Collection, Iterable, Sequence

from grognard.look.labels import Box
from grognard.look.scene import Board, Numbers, Place, Point, Sign
from grognard.look.shapes import Segment, between, rounded
from grognard.look.style import MAP_INK
from grognard.look.svg import element, group, line, moved, rect
from grognard.maps.hexes import HexGrid
from grognard.maps.layout import HexLayout

Pad = float | tuple[float, float, float, float]
"""Paper between the hexes and the frame: all round, or left, top, right, bottom."""

COUNTER = 0.8
"""Edge of a counter, in radii."""
RAISED, LOWERED = 0.06, 0.62
"""A stack stands a little above the centre of its hex; the name of an occupied hex lies below it."""
NUMBER = 17.0
"""Size of a printed number. As signs, numbers keep their size on the screen, whatever the scale of the map."""
BEYOND = 20.0
"""How far lines run beyond the frame, which cuts them off."""


class HexBoard:
    """A hex grid drawn with hexes of a radius (centre to corner), its frame at a point of the sheet."""

    def __init__(self, grid: HexGrid, radius: float, at: Point = (0.0, 0.0), pad: Pad = 0.0) -> None:
        self.grid = grid
        self.radius = radius
        self.at = at
        left, top, right, bottom = (pad, pad, pad, pad) if isinstance(pad, (int, float)) else pad
        self._layout = HexLayout(grid, radius)
        self._shift = (left, top)
        self.width = round(self._layout.width + left + right, 1)
        """Of the framed map."""
        self.height = round(self._layout.height + top + bottom, 1)

    # Geometry, in map units

    def _inside(self, p: Point) -> Point:
        return round(p[0] + self._shift[0], 2), round(p[1] + self._shift[1], 2)

    def centre(self, space: int) -> Point:
        """The centre of a hex."""
        return self._inside(self._layout.centre(space))

    def middle(self, spaces: Sequence[int]) -> Point:
        """The middle of several hexes, for a name that belongs to all."""
        points = [self.centre(space) for space in spaces]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def polygon(self, space: int, share: float = 1.0) -> list[Point]:
        """The six corners of a hex, drawn in towards its centre by `share` (above 1: outwards)."""
        centre = self.centre(space)
        return [between(centre, self._inside(p), share) for p in self._layout.polygon(space)]

    def side(self, hexside: int) -> Segment:
        """The ends of a hexside."""
        a, b = self._layout.side(hexside)
        return self._inside(a), self._inside(b)

    def courses(self, hexsides: Iterable[int]) -> list[list[Point]]:
        """Hexsides joined end to end: rivers, walls, coasts, front lines."""
        return [[self._inside(p) for p in chain] for chain in self._layout.chains(hexsides)]

    def way(
        self, spaces: Sequence[int], ease: float = 0.5, jitter: float = 0.13, kept: Collection[int] = ()
    ) -> list[Point]:
        """A road, trail or railway through hexes: it leaves the centres it only passes by `ease` towards its
        neighbours, with a `jitter` in radii, so that roads run like roads. Ends and hexes `kept` keep their centres."""
        points = [self.centre(space) for space in spaces]
        out = list(points)
        for i in range(1, len(points) - 1):
            if spaces[i] not in kept:
                rng = random.Random(self.grid.names[spaces[i]])
                (ax, ay), (bx, by), (cx, cy) = points[i - 1 : i + 2]
                swing = jitter * self.radius
                out[i] = (
                    bx * (1 - ease) + (ax + cx) * ease / 2 + rng.uniform(-swing, swing),
                    by * (1 - ease) + (ay + cy) * ease / 2 + rng.uniform(-swing, swing),
                )
        return out

    def ways(self, routes: Sequence[Sequence[int]], ease: float = 0.5, jitter: float = 0.13) -> list[list[Point]]:
        """Several roads as a net: they meet in the centre of every hex that two of them visit."""
        visits = [space for route in routes for space in route]
        shared = {space for space in visits if visits.count(space) > 1}
        return [self.way(route, ease, jitter, shared) for route in routes]

    def to_frame(self, points: Sequence[Point], within: float = 1.5) -> list[Point]:
        """A line whose ends stand within so many radii of the frame, run on over it."""
        out = list(points)
        for end in (0, -1):
            (x, y), near = out[end], within * self.radius
            far = {"w": x, "e": self.width - x, "n": y, "s": self.height - y}
            side = min(far, key=lambda key: far[key])
            if far[side] > near:
                continue
            beyond = {
                "w": (-BEYOND, y), "e": (self.width + BEYOND, y), "n": (x, -BEYOND), "s": (x, self.height + BEYOND)
            }[side]  # fmt: skip
            out.insert(0 if end == 0 else len(out), beyond)
        return out

    def rim(self) -> list[tuple[Point, int]]:
        """Points round the frame with the nearest hex: there the land goes on like that hex."""
        step = 1.1 * self.radius
        wide, high = (math.ceil(length / step) for length in (self.width, self.height))
        spots = [(k * step, y) for k in range(-1, wide + 2) for y in (-step, self.height + step)]
        spots += [(x, k * step) for k in range(high + 1) for x in (-step, self.width + step)]
        centres = [self.centre(space) for space in range(len(self.grid))]
        return [(p, min(range(len(centres)), key=lambda s: math.dist(centres[s], p))) for p in spots]

    # Shapes of many hexes as the data of one path, in map units

    def hexes(self, spaces: Iterable[int], share: float = 1.0) -> str:
        """Closed hexagons."""
        return "".join(line(self.polygon(space, share), closed=True) for space in spaces)

    def sides(self, hexsides: Iterable[int]) -> str:
        """Hexsides, joined where they meet."""
        return "".join(line(course) for course in self.courses(hexsides))

    def border(self, spaces: Iterable[int]) -> str:
        """The outline of a set of hexes."""
        return "".join(line(ring[:-1], closed=True) for ring in self.rings(spaces))

    def rings(self, spaces: Iterable[int]) -> list[list[Point]]:
        """The same as closed lines, first point last again."""
        inside = set(spaces)
        sides = {side for space in inside for side in self.grid.side_towards[space]}
        hexsides = self.grid.hexsides
        return self.courses(side for side in sorted(sides) if len(inside.intersection(hexsides[side])) == 1)

    # On the sheet

    def on_sheet(self, p: Point) -> Point:
        return round(p[0] + self.at[0], 1), round(p[1] + self.at[1], 1)

    @property
    def frame(self) -> Box:
        """Where names may stand: a little inside the frame, in sheet units."""
        (x, y), edge = self.at, 8.0
        return x + edge, y + edge, x + self.width - edge, y + self.height - edge

    def framed(self, land: Iterable[str], clip: str = "map") -> str:
        """What is drawn in map units, put on the sheet, cut off at the frame, with shadow and frame.

        `clip` names the cut; two maps on one sheet need two names.
        """
        cut = element("clipPath", rect(0, 0, self.width, self.height), id=clip)
        shade = rect(-4, -4, self.width + 14, self.height + 14, fill="#1B130A", opacity=0.22)
        edge = rect(0, 0, self.width, self.height, fill="none", stroke=MAP_INK["frame"], stroke_width=6)
        return moved(*self.at, cut + shade + group(land, clip_path=f"url(#{clip})") + edge)

    def lattice(self, hexsides: Iterable[int] | None = None) -> str:
        """The grid as path data in sheet units, every side once, for `Board.grid`; default: all sides."""
        chains = self.courses(range(len(self.grid.hexsides)) if hexsides is None else hexsides)
        return "".join(line([self.on_sheet(p) for p in chain]) for chain in chains)

    def numbers(self, size: float = NUMBER, spaces: Iterable[int] | None = None) -> Numbers:
        """The printed numbers as one layer, for `Board.numbers`; default: all hexes."""
        chosen = range(len(self.grid)) if spaces is None else spaces
        up = 0.66 if self.grid.numbering.flat else 0.62
        spots = [
            (self.grid.names[s], *self.on_sheet((self.centre(s)[0], self.centre(s)[1] - up * self.radius)))
            for s in chosen
        ]
        return Numbers(size, tuple(spots))

    def number_boxes(self, size: float = NUMBER) -> list[Box]:
        """What the printed numbers cover, for names that keep clear of them."""
        layer = self.numbers(size)
        return [
            (x - wide / 2, y - 0.53 * layer.size, x + wide / 2, y + 0.53 * layer.size)
            for words, x, y in layer.spots
            for wide in [layer.size * 0.56 * len(words)]
        ]

    def place(
        self,
        space: int,
        id: int,
        name: str,
        facts: Sequence[str] = (),
        size: float = 0.0,
        stacks: int = 1,
        kind: str = "hex",
    ) -> Place:
        """A hex as a place of the board. `id`: its space id; `size`: edge of a counter, default 0.8 radii.

        `stacks`: stand points side by side, for hexes where several stacks are kept apart (`Piece.group` chooses).
        """
        edge = size or COUNTER * self.radius
        x, y = self.on_sheet(self.centre(space))
        stand = (x, round(y - RAISED * self.radius, 1))
        slots = [(x + (k - (stacks - 1) / 2) * edge * 1.04, stand[1]) for k in range(stacks)] if stacks > 1 else []
        return Place(
            id,
            name,
            rounded([self.on_sheet(p) for p in self.polygon(space)]),
            stand,
            (x, round(y + LOWERED * self.radius, 1)),
            kind=kind,
            size=round(edge, 1),
            slots=rounded(slots),
            facts=tuple(facts),
        )

    def sheet(
        self,
        size: tuple[float, float],
        places: Iterable[Place],
        signs: Iterable[Sign],
        middle: int,
        card: float,
        home: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
    ) -> Board:
        """The whole board with grid and numbers. `card`: how wide a window round the hex `middle` stands for the title
        in a list; `home`: what is shown first (all zero: everything)."""
        window = card_window(self.on_sheet(self.centre(middle)), card, size)
        ordered, shown = in_order(places), tuple(signs)
        return Board(*size, ordered, shown, grid=self.lattice(), numbers=self.numbers(), home=home, card=window)


def in_order(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places by space id, as a `Board` holds them."""
    return tuple(sorted(places, key=lambda place: place.space))


def paper(width: float, height: float) -> str:
    """The bare sheet."""
    return rect(0, 0, width, height, fill=MAP_INK["sheet"])


def card_window(centre: Point, width: float, sheet: tuple[float, float]) -> tuple[float, float, float, float]:
    """A window of sixteen to nine round a point of the sheet, for `Board.card`."""
    unit = math.floor(min(width / 16, sheet[0] / 16, sheet[1] / 9) * 10) / 10
    wide, high = round(16 * unit, 1), round(9 * unit, 1)
    x = min(max(centre[0] - wide / 2, 0.0), sheet[0] - wide)
    y = min(max(centre[1] - high / 2, 0.0), sheet[1] - high)
    return math.floor(x), math.floor(y), wide, high
