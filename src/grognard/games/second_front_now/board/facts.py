"""What is true of a hex now, for the inspector: control, supply of both sides, zones, stacking room."""

from collections.abc import Iterator

from grognard.core import SpaceId
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, GERMAN, HEXES, SIDES, VALUE, ZONES
from grognard.games.second_front_now.rules.stacking import MOST, MOST_ARTILLERY, crowd
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.supply import supplied
from grognard.look.scene import Fact
from grognard.maps.sets import BIT

say = GAME.words.say


def facts(s: SecondFront, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < HEXES:
        return
    hex = SpaceId(space)
    if hex in VALUE:
        holder = ALLIED if s.taken & BIT[hex] else GERMAN
        yield Fact(say("fact_control"), say("fact_worth", side=SIDES[holder], n=VALUE[hex]), "4.2")
    for side in (ALLIED, GERMAN):
        if side == GERMAN or s.area >= 0:
            fed = supplied(s, side) & BIT[hex]
            yield Fact(say("fact_supply", side=SIDES[side]), say("fact_yes" if fed else "fact_no"), "8.3")
        if ZONES.of(s.held[side]) & BIT[hex]:
            yield Fact(say("fact_zone"), SIDES[side], "11.1")
    others, guns = crowd(s, hex)
    yield Fact(say("fact_stack"), say("fact_room", n=others, most=MOST, guns=guns, few=MOST_ARTILLERY), "10.1")
