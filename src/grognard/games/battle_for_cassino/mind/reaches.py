"""How far units come in this phase, remembered: only the enemy and the ground change it, not what else one moves."""

from collections.abc import Hashable

from msgspec.structs import replace

from grognard.core import Refusal, UnitId
from grognard.games.battle_for_cassino.content import FIGHTERS, HEXES, OF_SIDE, SIDE
from grognard.games.battle_for_cassino.rules.movement import allowance, way
from grognard.games.battle_for_cassino.rules.state import Battle, flags, night, pinned
from grognard.maps import Reach, Set, mask

KEPT = 192
"""Reaches remembered; one takes some 150 kB."""
_KNOWN: dict[Hashable, tuple[Reach[Refusal], Set]] = {}


def reach(s: Battle, unit: int) -> tuple[Reach[Refusal], Set]:
    """Everything a unit that has not moved could come to, room or not: its ways, and the hexes as a set."""
    return origin(s, unit, s.loc[unit])


def origin(s: Battle, unit: int, start: int, spent: int = 0) -> tuple[Reach[Refusal], Set]:
    """The same from another hex, where its move began or where it could be with so many points spent."""
    foe, bit = 1 - SIDE[unit], 1 << unit
    points, climbs, stunned = allowance(s, unit) - spent, bool(s.climbers & bit), bool(pinned(s) & bit)
    key = unit, start, points, climbs, stunned, s.held[foe], s.held[foe + 2], night(s), s.ruins, s.blocks
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) >= KEPT:
            del _KNOWN[next(iter(_KNOWN))]
        found = replace(way(s, unit), budget=points, ends=()).reach(start)
        known = _KNOWN[key] = found, mask(found.costs)
    return known


def waiting(s: Battle, side: int) -> tuple[UnitId, ...]:
    """Combat units of a side on the map that may still move freely in its present Movement Phase."""
    able = flags(FIGHTERS & OF_SIDE[side] & ~(s.moved | s.builders | s.immobile | pinned(s)))
    return tuple([u for u in able if s.loc[u] < HEXES])
