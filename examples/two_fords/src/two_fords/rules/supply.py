"""Supply: a line of hexes to one's own edge of the map (5)."""

from functools import lru_cache

from grognard.core import UnitId, rule
from grognard.maps import Set
from two_fords.content import EDGE, PATHS, SIDE, STRENGTH, WHOLE_MAP, ZONES, Side
from two_fords.rules.state import Fords, foe


@rule("5.1")
@lru_cache(4096)
def _fed(side: Side, own: Set, enemy: Set) -> Set:
    free = open_to(own, enemy)
    return PATHS.flood(EDGE[side] & free, free)


def open_to(own: Set, enemy: Set) -> Set:
    """Hexes without enemies, and without their zones except where a friend stands."""
    return WHOLE_MAP & ~enemy & ~(ZONES.of(enemy) & ~own)


def supplied(s: Fords, side: Side) -> Set:
    """The hexes where a unit of this side is in supply."""
    return _fed(side, s.held[side], s.held[foe(side)])


@rule("5.2")
def strength(s: Fords, unit: UnitId) -> int:
    """What a unit counts in combat."""
    whole = STRENGTH[unit]
    return whole if supplied(s, SIDE[unit]) >> s.loc[unit] & 1 else (whole + 1) // 2
