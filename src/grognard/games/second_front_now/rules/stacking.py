"""10.0 Stacking: three units and one of artillery; US and Commonwealth units apart where they come to rest."""

from grognard.core import Refusal, SpaceId, UnitId, rule
from grognard.games.second_front_now.content import ALLIED, HELD_NATION, IS_ARTILLERY, NATION, SIDE
from grognard.games.second_front_now.rules.state import GUNS, HIDDEN_UNIT, SecondFront
from grognard.maps.sets import BIT, Set

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
def crowded(s: SecondFront, units: tuple[UnitId, ...]) -> Set:
    """Hexes where one more of a kind among these is too many, even in passing; markers and headquarters count not."""
    found = 0
    for u in units:
        found |= s.crowds[GUNS] if IS_ARTILLERY[u] else s.crowds[MOST - 1]
    return found


@rule("10.1", "10.3")
def overfilled(s: SecondFront, units: tuple[UnitId, ...]) -> Set:
    """Hexes where all of these together are too many to stay."""
    guns = sum([IS_ARTILLERY[u] for u in units])
    others = len(units) - guns
    found = s.crowds[MOST - others] if others else 0
    return found | s.crowds[GUNS] if guns else found


def full(s: SecondFront, unit: UnitId, hex: SpaceId) -> bool:
    """Whether one more of its kind is too many in a hex."""
    return bool(s.crowds[GUNS if IS_ARTILLERY[unit] else MOST - 1] & BIT[hex])


def room(s: SecondFront, unit: UnitId, hex: SpaceId) -> int:
    """How many more of its kind a hex can take."""
    gun = IS_ARTILLERY[unit]
    return (MOST_ARTILLERY if gun else MOST) - crowd(s, hex)[gun]


@rule("10.2", "2.8.min")
def strangers(s: SecondFront, unit: UnitId) -> Set:
    """Hexes of the other Allied group, where a unit may pass but not rest."""
    if SIDE[unit] != ALLIED:
        return 0
    return s.held[HELD_NATION[1 - NATION[unit]]]


def refuse_rest(s: SecondFront, unit: UnitId, hex: SpaceId, full_by: str = "10.1") -> Refusal | None:
    """Why a unit could not come to rest in a hex free of enemies. `full_by`: the case that asks for room."""
    if full(s, unit, hex):
        return Refusal(full_by, "full", (hex,))
    return Refusal("10.2", "nations_apart", (hex,)) if strangers(s, unit) & BIT[hex] else None


def fits(s: SecondFront, unit: UnitId, hex: SpaceId) -> bool:
    """Whether a unit could come to rest in a hex free of enemies."""
    return refuse_rest(s, unit, hex) is None
