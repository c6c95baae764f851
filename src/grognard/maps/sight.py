"""What every line of sight needs: offsets as single numbers, and what a hex sees, tested when first asked.

What blocks a line differs from rulebook to rulebook, so the test of a pair stays in the title; `clear_line` is the
plainest of them. `lines.course` and `lines.hair` give the geometry; compiled over a `Plane` a line becomes a handful of
additions.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from grognard.maps.hexes import HexGrid
from grognard.maps.sets import BIT, EVERY, Set, members

V = TypeVar("V")


class Plane:
    """A hex map laid into a rectangle with a margin, so that an offset is one number to add.

    `at[space]` is the place of a hex; `at[a] + shift(q, r)` is the place of the hex at that offset from `a`, on the map
    or in the margin. Offsets up to `margin` hexes stay inside the rectangle.
    """

    __slots__ = ("_wide", "at", "size")

    def __init__(self, grid: HexGrid, margin: int) -> None:
        left, top = (min((cube[k] for cube in grid.cubes), default=0) - margin for k in (0, 1))
        right, bottom = (max((cube[k] for cube in grid.cubes), default=0) + margin for k in (0, 1))
        self._wide = right - left + 1
        self.size = self._wide * (bottom - top + 1)
        self.at: tuple[int, ...] = tuple((r - top) * self._wide + q - left for q, r in grid.cubes)

    def shift(self, q: int, r: int) -> int:
        """An offset as a number to add."""
        return r * self._wide + q

    def spread(self, column: Sequence[V], beyond: V) -> list[V]:
        """A column by space as one by place, with `beyond` where there is no hex."""
        found = [beyond] * self.size
        for place, value in zip(self.at, column, strict=True):
            found[place] = value
        return found


def clear_line(grid: HexGrid, clear: Set) -> Callable[[int, int], bool]:
    """The plainest test of a pair, for `Rows`: every hex between the two is one of `clear`. Of a line along a hexside
    one of the two hexes has to be."""

    def sees(a: int, b: int) -> bool:
        between = grid.line(a, b)[1:-1]
        return all(any(hex >= 0 and clear & BIT[hex] for hex in entry) for entry in between)

    return sees


class Rows:
    """What every hex sees, pair by pair: tested when first asked and kept. For what play does not change."""

    __slots__ = ("_grid", "_left", "_mutual", "_reach", "_seen", "_sees")

    def __init__(
        self, grid: HexGrid, sees: Callable[[int, int], object], reach: int | None, mutual: bool = False
    ) -> None:
        """`sees(a, b)` for hexes at most `reach` apart, None: at any distance; `mutual`: who sees is seen, so a pair is
        tested once."""
        self._grid, self._sees, self._reach, self._mutual = grid, sees, reach, mutual
        self._left: list[Set] = [EVERY] * len(grid)
        """By hex: those not tested yet; a set without end as long as nobody has asked from there."""
        self._seen: list[Set] = [0] * len(grid)

    def among(self, a: int, hexes: Set) -> Set:
        """Those of these hexes that `a` sees; never itself."""
        todo = hexes & self._left[a]
        if todo:
            self._test(a, todo)
        return self._seen[a] & hexes

    def row(self, a: int) -> Set:
        """Every hex that `a` sees, without itself."""
        return self.among(a, EVERY)

    def _test(self, a: int, todo: Set) -> None:
        """Test the pairs of `a` with hexes not asked about before."""
        sees, left, seen, here = self._sees, self._left, self._seen, BIT[a]
        if left[a] < 0:
            grid, reach = self._grid, self._reach
            left[a] &= (grid.disc(a, reach) if reach is not None else (1 << len(grid)) - 1) & ~here
            todo &= left[a]
        left[a] ^= todo
        for b in members(todo):
            there = sees(a, b)
            if there:
                seen[a] |= BIT[b]
            if self._mutual:
                left[b] &= ~here
                if there:
                    seen[b] |= here
