"""Supply by lines of hexes to a source: a function of sets, remembered by its arguments, so that it cannot go stale."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from grognard.maps.sets import Masks, Set
from grognard.maps.zones import Zones

KEPT = 4096
"""Answers remembered; the places of the units change less often than supply is asked for."""


class Supply:
    """Lines over hexes without enemies, and without their zones except where a friend stands.

    `fed(side, own, enemy)` are the hexes in supply, where `own` and `enemy` are the hexes of the two sides.
    """

    __slots__ = ("_map", "_paths", "_sources", "_zones", "fed")

    def __init__(self, paths: Masks, sources: Sequence[Set], zones: Zones | None = None) -> None:
        """`sources` by side: edges, towns, depots. Without `zones` only the enemy himself cuts a line."""
        self._paths, self._sources, self._zones = paths, tuple(sources), zones
        self._map = (1 << len(paths.rows)) - 1
        self.fed: Callable[[int, Set, Set], Set] = lru_cache(KEPT)(self._fed)

    def open_to(self, own: Set, enemy: Set) -> Set:
        """The hexes that a line of one's own may pass."""
        watched = 0 if self._zones is None else self._zones.of(enemy) & ~own
        return self._map & ~(enemy | watched)

    def _fed(self, side: int, own: Set, enemy: Set) -> Set:
        free = self.open_to(own, enemy)
        return self._paths.flood(self._sources[side] & free, free)

    def line(self, side: int, own: Set, enemy: Set, space: int) -> tuple[int, ...]:
        """A shortest line from a hex to a source, both included; empty: the hex is not in supply."""
        free = self.open_to(own, enemy)
        return self._paths.line(self._sources[side] & free, free, None, space)
