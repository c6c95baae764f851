"""Every way in which the game can end from here (10.0): the levels of victory after the last turn."""

from collections.abc import Iterator

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import ALLIED, GERMAN, LAST_TURN
from grognard.games.cities_of_the_damned.rules.state import CityState
from grognard.games.cities_of_the_damned.rules.victory import (
    DECISIVE_AREAS,
    DECISIVE_VP,
    MINOR_AREAS,
    MINOR_VP,
    points_now,
    stars_held,
    verdict,
)
from grognard.look.scene import Ending

say = GAME.words.say


def endings(s: CityState) -> Iterator[Ending]:
    """Near is, in the last turn, the level that would be reached as things stand."""
    main, rail = stars_held(s)
    points = points_now(s)
    now = say("end_now", points=points, main=main, rail=rail)
    reached = verdict(points, main, rail).rule if s.turn >= LAST_TURN else ""
    facts = {"vp": DECISIVE_VP, "areas": DECISIVE_AREAS, "last": LAST_TURN}
    yield Ending(ALLIED, say("end_decisive", **facts), "10.decisive", now, reached == "10.decisive")
    facts = {"vp": MINOR_VP, "areas": MINOR_AREAS, "last": LAST_TURN}
    yield Ending(ALLIED, say("end_minor", **facts), "10.minor", now, reached == "10.minor")
    yield Ending(GERMAN, say("end_defeat", **facts), "10.defeat", now, reached == "10.defeat")
