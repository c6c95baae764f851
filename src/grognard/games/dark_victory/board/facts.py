"""What is true of a hex or room now, for the inspector: stacking room, who could fire into it, ladders, leaders."""

from collections.abc import Iterator

from grognard.games.dark_victory import GAME
from grognard.games.dark_victory.content import MEXICAN, PLACES, SPACE_NAMES, TEXAN
from grognard.games.dark_victory.rules.command import led
from grognard.games.dark_victory.rules.reacting import bearing
from grognard.games.dark_victory.rules.state import HELD, Alamo, fighters, limit, stacked
from grognard.look.scene import Fact, few
from grognard.maps import members

say = GAME.words.say


def facts(s: Alamo, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < PLACES:
        return
    told = say("fact_points", n=stacked(s, space), most=limit(s, space))
    yield Fact(say("fact_stack"), told, "6.4")
    if any(hex == space for hex, _ in s.ladders):
        yield Fact(say("fact_ladder"), say("fact_yes"), "9.19.D")
    for side, key in ((MEXICAN, "fact_mexican"), (TEXAN, "fact_texan")):
        yield Fact(
            say(key), few([SPACE_NAMES[a] for a in bearing(s, members(s.held[HELD + side]), space, side)], say), "10.8"
        )
    men = fighters(s, space)
    if men:
        yield Fact(say("fact_led"), say("fact_yes" if all(led(s, u) for u in men) else "fact_no"), "8.3")
