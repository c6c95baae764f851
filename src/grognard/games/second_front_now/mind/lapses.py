"""What makes little sense in Second Front Now!, read off the events: for counts of the laboratory."""

from grognard.core import Event
from grognard.games.second_front_now.content import ALLIED, SIDE, VALUE
from grognard.games.second_front_now.mind.fields import RINGS
from grognard.games.second_front_now.rules.events import BeachLost, CutOff, NoWayBack, PlayerTurn
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps.sets import BIT

NEAR = 2
"""Hexes from which an enemy is sure to walk in."""


def lapses(s: SecondFront, event: Event) -> list[tuple[str, int]]:
    """Beaches lost, units cut off or lost for want of a way back, places of points left open beside the enemy."""
    if isinstance(event, BeachLost):
        return [("beaches lost", ALLIED)]
    if isinstance(event, CutOff):
        return [("units cut off", event.side)] * len(event.units)
    if isinstance(event, NoWayBack):
        return [("units lost for want of a way back", SIDE[event.unit])]
    if isinstance(event, PlayerTurn):
        other = 1 - event.side
        return [("places left open beside the enemy", other)] * open_places(s, other)
    return []


def open_places(s: SecondFront, side: int) -> int:
    """Places of a side with points, nobody of it in or next to them, and enemies near."""
    own, enemy = s.held[side], s.held[1 - side]
    held = [hex for hex in VALUE if bool(s.taken & BIT[hex]) == (side == ALLIED)]
    return sum([not RINGS[hex][1] & own and bool(RINGS[hex][NEAR] & enemy) for hex in held])
