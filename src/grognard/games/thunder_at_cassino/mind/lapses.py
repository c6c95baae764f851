"""What makes little sense in Thunder at Cassino, read off the events: for counts of the laboratory."""

from grognard.core import Event
from grognard.games.thunder_at_cassino.content import ALLIED, BESIDE, GERMAN, SIDE, VP_AREAS
from grognard.games.thunder_at_cassino.rules.events import Cornered, Fired, Scored
from grognard.games.thunder_at_cassino.rules.state import FIGHTERS_AT, Thunder

BEHIND = 2
"""Fire that far below the defence before the dice does nothing three times in four."""


def lapses(s: Thunder, event: Event) -> list[tuple[str, int]]:
    """Fire that can hardly hurt, units lost because no way back was open, objectives left open at the end of a turn."""
    if isinstance(event, Fired):
        return [("fire from far behind", SIDE[event.units[0]])] if event.base + BEHIND <= event.ground else []
    if isinstance(event, Cornered):
        return [("units without a way back", SIDE[event.unit])]
    if isinstance(event, Scored):
        fighters = s.mask[FIGHTERS_AT + ALLIED], s.mask[FIGHTERS_AT + GERMAN]
        found = []
        for area in VP_AREAS:
            owner = ALLIED if s.control[area] else GERMAN
            if not (fighters[0] | fighters[1]) >> area & 1 and BESIDE[area] & fighters[1 - owner]:
                found.append(("objectives left open beside the enemy", int(owner)))
        return found
    return []
