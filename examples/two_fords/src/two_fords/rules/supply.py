"""Supply: a line of hexes to one's own edge of the map (5)."""

from grognard.core import UnitId, rule
from grognard.maps import Set
from two_fords.content import SIDE, STRENGTH, SUPPLY, Side
from two_fords.rules.state import Fords, foe


@rule("5.1")
def supplied(s: Fords, side: Side) -> Set:
    """The hexes where a unit of this side is in supply."""
    return SUPPLY.fed(side, s.held[side], s.held[foe(side)])


@rule("5.2")
def strength(s: Fords, unit: UnitId) -> int:
    """What a unit counts in combat."""
    whole = STRENGTH[unit]
    return whole if supplied(s, SIDE[unit]) >> s.loc[unit] & 1 else (whole + 1) // 2
