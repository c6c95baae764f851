"""What makes little sense in Cities of the Damned, read off the events: for counts of the laboratory."""

from grognard.core import Event
from grognard.games.cities_of_the_damned.content import ALLIED, STARS
from grognard.games.cities_of_the_damned.rules.events import Clashed, Fell, Finished, Withdrawn
from grognard.games.cities_of_the_damned.rules.state import CityState

WASTED = 4
"""Action points left over at the end of a round that could have moved a battalion."""


def lapses(s: CityState, event: Event) -> list[tuple[str, int]]:
    """Attacks from behind, action points wasted, units sent back to the Reserve box, stars lost."""
    if isinstance(event, Clashed):
        attack = s.fight is not None and not s.fight.counter
        return [("attacks from behind", ALLIED)] if attack and event.allied < event.german else []
    if isinstance(event, Finished):
        return [("rounds with four AP and more left", ALLIED)] if event.lost >= WASTED else []
    if isinstance(event, Withdrawn):
        return [("units back to the reserve", ALLIED)]
    if isinstance(event, Fell):
        return [("stars lost", ALLIED)] if event.area in STARS else []
    return []
