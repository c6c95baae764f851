"""10.0 Stacking: three units and one of artillery; US and Commonwealth units apart where they come to rest."""

from collections.abc import Iterable

from grognard.core import SpaceId, UnitId, rule
from grognard.games.second_front_now.content import ALLIED, HELD_NATION, IS_ARTILLERY, NATION, SIDE
from grognard.games.second_front_now.rules.state import HIDDEN_UNIT, SecondFront
from grognard.maps.sets import Set

MOST, MOST_ARTILLERY = 3, 1
"""Units other than artillery, and artillery, in one hex."""


def crowd(s: SecondFront, hex: SpaceId) -> tuple[int, int]:
    """How many units and how many of artillery stand in a hex; a covered counter passes for a unit."""
    units = s.here.get(hex, ())
    guns = 0
    for u in units:
        guns += u != HIDDEN_UNIT and IS_ARTILLERY[u]
    return len(units) - guns, guns


@rule("10.1", "10.1.box", "10.3", "10.3.land", "10.5", "2.9")
def full(s: SecondFront, unit: UnitId, hex: SpaceId) -> bool:
    """Whether one more of its kind is too many: markers and headquarters do not count."""
    if IS_ARTILLERY[unit]:
        return crowd(s, hex)[1] >= MOST_ARTILLERY
    return len(s.here.get(hex, ())) >= MOST and crowd(s, hex)[0] >= MOST


def full_for(s: SecondFront, units: Iterable[UnitId], hex: SpaceId) -> bool:
    """Whether any of these, one after another, would be too many in passing."""
    others, guns = crowd(s, hex)
    return any(guns >= MOST_ARTILLERY if IS_ARTILLERY[u] else others >= MOST for u in units)


def overfilled(s: SecondFront, units: Iterable[UnitId], hex: SpaceId) -> bool:
    """Whether all of these together are too many to stay."""
    others, guns = crowd(s, hex)
    for u in units:
        if IS_ARTILLERY[u]:
            guns += 1
        else:
            others += 1
    return others > MOST or guns > MOST_ARTILLERY


@rule("10.2", "2.8.min")
def strangers(s: SecondFront, unit: UnitId) -> Set:
    """Hexes of the other Allied group, where a unit may pass but not rest."""
    if SIDE[unit] != ALLIED:
        return 0
    return s.held[HELD_NATION[1 - NATION[unit]]]


def fits(s: SecondFront, unit: UnitId, hex: SpaceId) -> bool:
    """Whether a unit could come to rest in a hex free of enemies."""
    return not full(s, unit, hex) and not strangers(s, unit) >> hex & 1
