"""What makes little sense in Cassino (1944), read off the events: for counts of the laboratory."""

from grognard.core import Event
from grognard.games.cassino_1944.content import NEAR, SIDE, VICTORY_HEXES
from grognard.games.cassino_1944.rules.events import Fought, HalfBegan, Overstacked, SupplyLoss
from grognard.games.cassino_1944.rules.state import Cassino

POOR = ("1-3", "1-2", "1-1")
"""Columns on which the attacker is hurt more than the defender whatever the die says."""


def lapses(s: Cassino, event: Event) -> list[tuple[str, int]]:
    """Attacks on poor columns, units lost in overcrowded hexes or without supply, victory hexes left open."""
    if isinstance(event, Fought):
        return [("attacks at 1-1 or worse", s.combat.side)] if s.combat is not None and event.column in POOR else []
    if isinstance(event, Overstacked):
        return [("units lost by overstacking", SIDE[event.unit])]
    if isinstance(event, SupplyLoss):
        return [("points lost out of supply", SIDE[event.unit])]
    if isinstance(event, HalfBegan):
        other = 1 - event.side
        empty = ~(s.held[0] | s.held[1])
        left = [h for h in VICTORY_HEXES if s.control[h] == other and empty >> h & 1 and NEAR[h] & s.held[event.side]]
        return [("victory hexes left open beside the enemy", other)] * len(left)
    return []
