"""Terrain read from data: a title's own rows for hexes and hexsides become columns and sets.

What hexes and hexsides hold differs from title to title; that there are hexes and hexsides does not. A title hands in
its rows and asks with functions of a row: `MAP.hexes(lambda r: r.town)`, `MAP.sides(lambda r: r.river)`.
"""

from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from grognard.maps.hexes import HexGrid, MapError, Numbering
from grognard.maps.sets import Set, mask


class HexRow(Protocol):
    """A row about one hex."""

    @property
    def hex(self) -> str: ...


class SideRow(Protocol):
    """A row about the side between two hexes."""

    @property
    def hex_a(self) -> str: ...
    @property
    def hex_b(self) -> str: ...


class PlainHex(Struct, frozen=True):
    """A row of a map whose hexes have nothing but a kind of terrain, and some a name."""

    hex: str
    terrain: str
    name: str | None


class PlainSide(Struct, frozen=True):
    """A row of a map whose hexsides have nothing but a kind."""

    hex_a: str
    hex_b: str
    kind: str


H = TypeVar("H", bound=HexRow)
E = TypeVar("E", bound=SideRow)
V = TypeVar("V")


class HexMap(Generic[H, E]):
    """The hexes of a map in the order of their rows, and the rows of its hexsides.

    A hexside may have no row, or several (one for each feature). A hex listed twice, equal hexside rows, and hexsides
    between hexes that do not touch or do not exist are errors.
    """

    def __init__(self, numbering: Numbering, hexes: Iterable[H], sides: Iterable[E] = ()) -> None:
        self.rows: tuple[H, ...] = tuple(hexes)
        """The row of each hex, by space."""
        self.grid = HexGrid(numbering, [row.hex for row in self.rows])
        found: dict[int, list[E]] = {}
        for number, row in enumerate(sides, 2):  # as an editor counts them, the heading first
            try:
                side = self.grid.side_of(row.hex_a, row.hex_b)
            except MapError as error:
                raise MapError(f"hexsides, row {number}: {error}") from None
            there = found.setdefault(side, [])
            if row in there:
                raise MapError(f"hexsides, row {number}: the hexside {row.hex_a}-{row.hex_b} has two equal rows")
            there.append(row)
        self.side_rows: dict[int, tuple[E, ...]] = {side: tuple(rows) for side, rows in found.items()}
        """The rows of each hexside that has any."""

    def __len__(self) -> int:
        return len(self.rows)

    def each(self, value: Callable[[H], V]) -> tuple[V, ...]:
        """A value of every hex, by space."""
        return tuple(value(row) for row in self.rows)

    def hexes(self, test: Callable[[H], object]) -> Set:
        """The hexes whose row passes a test."""
        return mask(space for space, row in enumerate(self.rows) if test(row))

    def sides(self, test: Callable[[E], object]) -> frozenset[int]:
        """The hexsides of which a row passes a test."""
        return frozenset(side for side, rows in self.side_rows.items() if any(test(row) for row in rows))
