"""What makes little sense in The Battle for Cassino, read off the events: for counts of the laboratory."""

from grognard.core import Event
from grognard.games.battle_for_cassino.content import ABBEY, FIGHTERS, HOTEL, SIDE, disc
from grognard.games.battle_for_cassino.rules.events import Fought, NoRetreat, PlayerTurnBegan
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.maps import Set, members

POOR = ("1-3", "1-2", "1-1")
"""Columns on which the attacker loses more steps than the defender on average."""
NEAR = 3
"""Hexes within which a company could have gone in."""


def lapses(s: Battle, event: Event) -> list[tuple[str, int]]:
    """Assaults on poor columns, units lost for want of a way back, objectives left empty with companies near."""
    if isinstance(event, Fought):
        return [("close assaults at 1-1 or worse", event.side)] if event.column in POOR else []
    if isinstance(event, NoRetreat):
        return [("units lost for want of a way back", SIDE[event.unit])]
    if isinstance(event, PlayerTurnBegan):
        other = 1 - event.side
        return [("objectives left empty", other) for goal in (ABBEY, HOTEL) if _left(s, goal, other)]
    return []


def _left(s: Battle, goal: Set, side: int) -> bool:
    """Whether nobody stands in an objective although companies of a side are near."""
    if goal & (s.held[0] | s.held[1]):
        return False
    around = 0
    for hex in members(goal):
        around |= disc(hex, NEAR)
    return any(FIGHTERS >> u & 1 for hex in members(around & s.held[side]) for u in s.here[hex])
