"""Hex maps: printed numbers, offset and cube coordinates, neighbours, hexsides, distances and lines.

A hex map is a `HexGrid`: the printed numbers that exist, in listing order, become the space ids 0..n-1, and every
relation between them is a tuple of integers computed once. Rules never do hex arithmetic; they index these tuples.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from grognard.maps import lines
from grognard.maps.lines import Offset

EVEN, ODD = 0, 1

FLAT = ("N", "NE", "SE", "S", "SW", "NW")
"""Directions of a flat-topped hex, clockwise: the hex has a side to the north."""
POINTY = ("NE", "E", "SE", "SW", "W", "NW")
"""Directions of a pointy-topped hex, clockwise: the hex has a corner to the north."""

_FLAT_STEPS: tuple[Offset, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_POINTY_STEPS: tuple[Offset, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
_FLAT_CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
_POINTY_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class MapError(ValueError):
    """A map that cannot be, or a question about a place it does not have."""


class Numbering(Struct, frozen=True):
    """How a map prints its hex numbers, and which lines of hexes stand half a hex aside.

    `flat`: flat-topped hexes in straight columns; otherwise pointy-topped hexes in straight rows.
    `shifted`: the parity (EVEN, ODD) of the printed columns that stand half a hex lower (flat), or of the printed
    rows that stand half a hex further right (pointy).
    `row_first`: the first half of the number is the row. `upwards`: row numbers grow towards the top of the map.
    `digits`: digits of each half.
    """

    flat: bool
    shifted: int
    row_first: bool = False
    upwards: bool = False
    digits: int = 2

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the six directions, clockwise; their indices are used everywhere."""
        return FLAT if self.flat else POINTY

    def parse(self, printed: str) -> tuple[int, int]:
        """Column and row of a printed number."""
        if len(printed) != 2 * self.digits or not (printed.isascii() and printed.isdigit()):
            raise MapError(f"{printed!r} is not a hex number of {2 * self.digits} digits")
        first, second = int(printed[: self.digits]), int(printed[self.digits :])
        return (second, first) if self.row_first else (first, second)

    def number(self, col: int, row: int) -> str:
        """The printed number of a column and row."""
        first, second = (row, col) if self.row_first else (col, row)
        if not (0 <= first < 10**self.digits and 0 <= second < 10**self.digits):
            raise MapError(f"column {col}, row {row} has no number of {2 * self.digits} digits")
        return f"{first:0{self.digits}}{second:0{self.digits}}"

    def lattice(self, col: int, row: int) -> tuple[int, int]:
        """Steps to the right and down to the centre; along a straight line of hexes a step is half a hex."""
        down = -row if self.upwards else row
        if self.flat:
            return col, 2 * down + (col % 2 == self.shifted)
        return 2 * col + (row % 2 == self.shifted), down

    def cube(self, col: int, row: int) -> Offset:
        """Cube coordinates `(q, r)`; the third is `-q - r`."""
        x, y = self.lattice(col, row)
        odd = 1 - self.shifted
        return (x, (y - x - odd) // 2) if self.flat else ((x - y - odd) // 2, y)

    def offset(self, q: int, r: int) -> tuple[int, int]:
        """Column and row of cube coordinates."""
        odd = 1 - self.shifted
        if self.flat:
            down = (2 * r + q + odd - (q % 2 == self.shifted)) // 2
            return q, -down if self.upwards else down
        return (2 * q + r + odd - (r % 2 == self.shifted)) // 2, -r if self.upwards else r


class HexGrid:
    """The hexes of one map and everything that follows from where they lie.

    Space ids are positions in `names`. Hexsides are numbered too: first the `inner` ones between two hexes, then
    those on the border of the map, whose second hex is -1. Corners are numbered so that hexsides that meet share one.
    """

    __slots__ = (
        "_corner_at", "_ids", "_sides", "_spans", "_where", "corners", "cubes", "directions", "hexsides", "inner",
        "names", "neighbours", "numbering", "offsets", "side_ends", "side_towards", "towards",
    )  # fmt: skip

    def __init__(self, numbering: Numbering, names: Iterable[str]) -> None:
        self.numbering = numbering
        self.directions: tuple[str, ...] = numbering.directions
        self.names: tuple[str, ...] = tuple(names)
        self.offsets: tuple[tuple[int, int], ...] = tuple(numbering.parse(name) for name in self.names)
        """Printed column and row by space."""
        self.cubes: tuple[Offset, ...] = tuple(numbering.cube(*offset) for offset in self.offsets)
        self._ids = {name: space for space, name in enumerate(self.names)}
        self._where = {cube: space for space, cube in enumerate(self.cubes)}
        if len(self._ids) != len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise MapError(f"hex {twice} is listed twice")
        steps = _FLAT_STEPS if numbering.flat else _POINTY_STEPS
        self.towards: tuple[tuple[int, ...], ...] = tuple(
            tuple(self._where.get((q + x, r + y), -1) for x, y in steps) for q, r in self.cubes
        )
        """Neighbour by space and direction, -1 beyond the edge."""
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            tuple(near for near in row if near >= 0) for row in self.towards
        )
        self._spans: dict[int, tuple[int, tuple[int, ...]]] | None = None
        self._number_sides()
        self._number_corners()

    def _number_sides(self) -> None:
        inner = [(a, b) for a, row in enumerate(self.towards) for b in sorted(near for near in row if near > a)]
        ids = {pair: side for side, pair in enumerate(inner)}
        self.inner: int = len(inner)
        """Number of hexsides between two hexes; their ids are 0..inner-1."""
        sides = list(inner)
        table = []
        for a, row in enumerate(self.towards):
            line = []
            for b in row:
                if b < 0:
                    line.append(len(sides))
                    sides.append((a, -1))
                else:
                    line.append(ids[(a, b) if a < b else (b, a)])
            table.append(tuple(line))
        self.hexsides: tuple[tuple[int, int], ...] = tuple(sides)
        """The two hexes of each hexside, smaller id first; (hex, -1) on the border."""
        self.side_towards: tuple[tuple[int, ...], ...] = tuple(table)
        """Hexside by space and direction."""
        self._sides: tuple[dict[int, int], ...] = tuple(
            {b: side for b, side in zip(row, line, strict=True) if b >= 0}
            for row, line in zip(self.towards, table, strict=True)
        )

    def _number_corners(self) -> None:
        flat = self.numbering.flat
        turns = _FLAT_CORNERS if flat else _POINTY_CORNERS
        ids: dict[tuple[int, int], int] = {}
        corners = []
        for col, row in self.offsets:
            x, y = self.numbering.lattice(col, row)
            x, y = (3 * x, y) if flat else (x, 3 * y)
            corners.append(tuple(ids.setdefault((x + u, y + v), len(ids)) for u, v in turns))
        self.corners: tuple[tuple[int, ...], ...] = tuple(corners)
        """Six corner ids by space, clockwise; the side in direction d runs from corner d to corner d + 1."""
        self._corner_at: tuple[tuple[int, int], ...] = tuple(ids)
        ends: list[tuple[int, int]] = [(-1, -1)] * len(self.hexsides)
        for space in range(len(self.names) - 1, -1, -1):
            for d, side in enumerate(self.side_towards[space]):
                ends[side] = corners[space][d], corners[space][(d + 1) % 6]
        self.side_ends: tuple[tuple[int, int], ...] = tuple(ends)
        """The two corners of each hexside, clockwise as seen from its first hex."""

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"HexGrid({len(self)} hexes, {self.inner} inner hexsides)"

    def __contains__(self, name: str) -> bool:
        return name in self._ids

    def id(self, name: str) -> int:
        """The space with this printed number."""
        space = self._ids.get(name)
        if space is None:
            raise MapError(f"there is no hex {name}")
        return space

    def ids(self, names: Iterable[str]) -> tuple[int, ...]:
        """The spaces with these printed numbers, in the same order."""
        return tuple(self.id(name) for name in names)

    def at(self, q: int, r: int) -> int:
        """The space at cube coordinates, -1 if the map has none there."""
        return self._where.get((q, r), -1)

    def corner_at(self, corner: int) -> tuple[int, int]:
        """Lattice position of a corner: units of half a radius and half a hex height (flat; exchanged if pointy)."""
        return self._corner_at[corner]

    def direction(self, a: int, b: int) -> int:
        """Index of the direction from `a` to its neighbour `b`, -1 if they do not touch."""
        return self.towards[a].index(b) if b in self.neighbours[a] else -1

    def side(self, a: int, b: int) -> int:
        """The hexside between two neighbours."""
        side = self._sides[a].get(b)
        if side is None:
            raise MapError(f"{self.names[a]} and {self.names[b]} are not adjacent")
        return side

    def side_of(self, a: str, b: str) -> int:
        """The hexside between two printed numbers."""
        return self.side(self.id(a), self.id(b))

    def distance(self, a: int, b: int) -> int:
        """Distance in hexes as if no hex of the plane were missing."""
        q, r = self.cubes[a]
        u, v = self.cubes[b]
        u -= q
        v -= r
        return (abs(u) + abs(v) + abs(u + v)) // 2

    def ring(self, centre: int, radius: int) -> tuple[int, ...]:
        """Hexes of the map at exactly this distance, clockwise from the first direction."""
        if radius == 0:
            return (centre,)
        steps = _FLAT_STEPS if self.numbering.flat else _POINTY_STEPS
        q, r = self.cubes[centre]
        q, r = q + steps[0][0] * radius, r + steps[0][1] * radius
        found = []
        for k in range(6):
            x, y = steps[(k + 2) % 6]
            for _ in range(radius):
                found.append(self._where.get((q, r), -1))
                q, r = q + x, r + y
        return tuple(space for space in found if space >= 0)

    def within(self, centre: int, radius: int) -> tuple[int, ...]:
        """Hexes of the map at this distance or less, nearest first, the centre included."""
        return tuple(space for n in range(radius + 1) for space in self.ring(centre, n))

    def disc(self, centre: int, radius: int) -> int:
        """`within` as a set with one bit a space: line by line of the cube coordinates, so much faster."""
        if self._spans is None:
            self._spans = self._made_spans()
        q, r = self.cubes[centre]
        found = 0
        for step in range(-radius, radius + 1):
            span = self._spans.get(r + step)
            if span is not None:
                first, upto = span
                low, high = q + max(-radius, -radius - step) - first, q + min(radius, radius - step) - first + 1
                found |= upto[max(0, min(high, len(upto) - 1))] ^ upto[max(0, min(low, len(upto) - 1))]
        return found

    def _made_spans(self) -> dict[int, tuple[int, tuple[int, ...]]]:
        """By the second cube coordinate: the lowest first one, and the sets of all spaces before each."""
        lines: dict[int, dict[int, int]] = {}
        for space, (q, r) in enumerate(self.cubes):
            lines.setdefault(r, {})[q] = 1 << space
        spans = {}
        for r, bits in lines.items():
            first, upto = min(bits), [0]
            for q in range(first, max(bits) + 1):
                upto.append(upto[-1] | bits.get(q, 0))
            spans[r] = first, tuple(upto)
        return spans

    def line(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The straight line from `a` to `b`: one entry per hex of distance, both ends included.

        An entry has two spaces where the line runs exactly along their common side. A hex the map does not have
        is -1.
        """
        q, r = self.cubes[a]
        u, v = self.cubes[b]
        return tuple(tuple(self._where.get((q + x, r + y), -1) for x, y in entry) for entry in lines.line(u - q, v - r))

    def crossings(self, a: int, b: int) -> tuple[tuple[tuple[int, ...], lines.Crossing], ...]:
        """Every stretch of the line from `a` to `b` with the spaces it runs through or between (see `lines`)."""
        q, r = self.cubes[a]
        u, v = self.cubes[b]
        return tuple(
            (tuple(self._where.get((q + x, r + y), -1) for x, y in stretch.hexes), stretch)
            for stretch in lines.crossings(u - q, v - r)
        )

    @property
    def border(self) -> tuple[int, ...]:
        """Hexes with fewer than six neighbours."""
        return tuple(space for space, near in enumerate(self.neighbours) if len(near) < 6)

    def edge(self, side: str) -> tuple[int, ...]:
        """Hexes on the N, E, S or W edge of the map, in listing order.

        Across the straight lines of hexes the edge is the outermost line; along them it is the first or last hex of
        every line, so a zigzag edge holds one hex of each column (flat) or row (pointy).
        """
        if side not in ("N", "E", "S", "W"):
            raise MapError(f"{side!r} is not an edge: N, E, S or W")
        across = side in ("E", "W") if self.numbering.flat else side in ("N", "S")
        sign = 1 if side in ("E", "S") else -1
        vertical = side in ("N", "S")
        spots = [self.numbering.lattice(*offset) for offset in self.offsets]
        along = [sign * spot[1] if vertical else sign * spot[0] for spot in spots]
        lane = [0 if across else (spot[0] if vertical else spot[1]) for spot in spots]
        best: dict[int, int] = {}
        for key, value in zip(lane, along, strict=True):
            best[key] = max(value, best.get(key, value))
        return tuple(space for space in range(len(self)) if along[space] == best[lane[space]])

    def without(self, sides: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        """Neighbours with these hexsides closed."""
        closed = frozenset(sides)
        return tuple(
            tuple(b for b, side in zip(row, numbers, strict=True) if b >= 0 and side not in closed)
            for row, numbers in zip(self.towards, self.side_towards, strict=True)
        )

    def meet(self, first: int, second: int) -> bool:
        """Whether two different hexsides share a corner."""
        a, b = self.side_ends[first]
        return first != second and (a in self.side_ends[second] or b in self.side_ends[second])


def asymmetric(neighbours: Sequence[Sequence[int]]) -> tuple[tuple[int, int], ...]:
    """Pairs (a, b) where b is a neighbour of a but not a of b: empty for every sound map."""
    return tuple((a, b) for a, row in enumerate(neighbours) for b in row if a not in neighbours[b])


def parts(neighbours: Sequence[Sequence[int]], among: Iterable[int] | None = None) -> tuple[tuple[int, ...], ...]:
    """The connected parts of a map, or of the spaces `among`, each sorted, in order of their smallest space."""
    left = set(range(len(neighbours)) if among is None else among)
    found = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        part, frontier = [start], [start]
        while frontier:
            new = [b for a in frontier for b in neighbours[a]]
            frontier = [b for b in dict.fromkeys(new) if b in left]
            left.difference_update(frontier)
            part += frontier
        found.append(tuple(sorted(part)))
    return tuple(found)
