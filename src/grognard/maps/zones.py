"""Zones: the hexes next to units that exert one. What a zone does (stop, cost, bar) is a line of a march."""

from collections.abc import Iterable

from grognard.maps.hexes import HexGrid
from grognard.maps.march import Links, links
from grognard.maps.sets import Masks, Set

KEPT = 4096
"""Answers remembered; a game asks about a few hundred places of the units, again and again."""


class Zones:
    """Neighbourhoods over open hexsides, remembered by the set asked about, so that nothing can go stale.

    Where a friend negates a zone, the title writes `zone & ~own` at the rule that says so.
    """

    __slots__ = ("_known", "_map", "_masks")

    def __init__(self, grid: HexGrid | Links, closed: Iterable[int] = ()) -> None:
        """`closed`: hexsides over which no zone extends. A map with more than hexes gives its links."""
        near = links(grid) if isinstance(grid, HexGrid) else grid
        shut = frozenset(closed)
        self._masks = Masks([[b for b, side in row if side not in shut] for row in near])
        self._map = (1 << len(near)) - 1
        self._known: dict[Set, Set] = {}

    def of(self, exerting: Set) -> Set:
        """The zone of units in these hexes: every hex next to one of them. Off the map (a dead pile) nobody has one."""
        zone = self._known.get(exerting)
        if zone is None:
            if len(self._known) >= KEPT:
                self._known.clear()
            zone = self._known[exerting] = self._masks.around(exerting & self._map)
        return zone
