"""The state: where every unit is, and what it has done in this half."""

from typing import Annotated

from grognard.core import DERIVED, SpaceId, State, UnitId, by_loc, by_turn, rule
from grognard.maps import Presence, Set
from two_fords.content import DEAD, HEXES, ROSTER, SIDE, Side

PRESENCE = Presence([(side,) for side in SIDE], HEXES)
place = PRESENCE.place
refresh = PRESENCE.refresh
MOST = 2
"""Units of a side in a hex."""


class Fords(State):
    clock = by_turn
    where = by_loc
    mist: bool
    turn: int
    loc: list[SpaceId]
    done: Set = 0
    """Units that have moved, or have attacked, in this phase."""
    attacked: Set = 0
    """Hexes attacked in this phase."""
    here: Annotated[dict[int, tuple[UnitId, ...]], DERIVED] = {}
    held: Annotated[list[Set], DERIVED] = []


def foe(side: Side) -> Side:
    return Side(1 - side)


@rule("1.3")
def full(s: Fords, unit: UnitId, hex: int) -> bool:
    """Whether there is no room for one more unit."""
    return len([u for u in s.here.get(hex, ()) if u != unit]) >= MOST


def alive(s: Fords, side: Side) -> list[UnitId]:
    return [unit for unit in ROSTER[side] if s.loc[unit] != DEAD]


def broken(s: Fords) -> list[str]:
    """Invariants: stacking, and no hex with units of both sides."""
    return PRESENCE.broken(s, MOST)
