"""What makes little sense in Dark Victory, read off the events: for counts of the laboratory."""

from grognard.core import Event
from grognard.games.dark_victory.content import MEXICAN, SIDE, TURNS
from grognard.games.dark_victory.rules.events import BurntOut, Clashed, LaddersNever, LeaderCutOff
from grognard.games.dark_victory.rules.state import Alamo

BEHIND = 2
"""Points behind at which a melee is lost five times in six."""


def lapses(s: Alamo, event: Event) -> list[tuple[str, int]]:
    """Melees begun too weak before the last turn, leaders cut off, columns that get no ladders, units burnt."""
    if isinstance(event, Clashed):
        weak = event.defence - event.attack >= BEHIND and s.turn < TURNS
        return [("melees begun two or more behind", SIDE[s.here[event.start][0]])] if weak else []
    if isinstance(event, LeaderCutOff):
        return [("leaders cut off", SIDE[event.leader])]
    if isinstance(event, LaddersNever):
        return [("columns without ladders", MEXICAN)]
    if isinstance(event, BurntOut):
        return [("units burnt", SIDE[event.unit])]
    return []
