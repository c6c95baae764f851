"""What is true of a hex now, for the inspector: control, supply of both sides, zones, stacking room."""

from collections.abc import Iterator

from grognard.core import SpaceId
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    GERMAN,
    HEXES,
    LAND,
    SIDES,
    VALUE,
    ZONES,
    Side,
)
from grognard.games.second_front_now.rules.stacking import MOST, MOST_ARTILLERY, crowd
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.supply import feeding, supplied
from grognard.look.scene import Fact
from grognard.maps.sets import BIT

say = GAME.words.say


def facts(s: SecondFront, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < HEXES or not LAND & BIT[space]:
        return
    hex = SpaceId(space)
    if hex in VALUE:
        holder = ALLIED if s.taken & BIT[hex] else GERMAN
        yield Fact(say("fact_control"), say("fact_worth", side=SIDES[holder], n=VALUE[hex]), "4.2")
    for side in (ALLIED, GERMAN):
        if not s.rules.basic and (side == GERMAN or s.area >= 0):
            yield _supply(s, side, hex)
        if ZONES.of(s.held[side]) & BIT[hex]:
            yield Fact(say("fact_zone"), SIDES[side], "11.1")
    others, guns = crowd(s, hex)
    covered = max(others - MOST, 0)  # a covered counter for which only the artillery has room
    others, guns = others - covered, guns + covered
    yield Fact(say("fact_stack"), say("fact_room", n=others, most=MOST, guns=guns, few=MOST_ARTILLERY), "10.1")


def _supply(s: SecondFront, side: Side, hex: SpaceId) -> Fact:
    """Whether a path leads from here to a source, or the hex itself would feed a unit of this side."""
    about = say("fact_supply", side=SIDES[side])
    if supplied(s, side) & BIT[hex]:
        return Fact(about, say("fact_yes"), "9.3.A" if side == ALLIED else "9.3.G")
    if feeding(s, side) & BIT[hex]:
        at_sea = side == ALLIED
        return Fact(about, say("fact_coast" if at_sea else "fact_fortress"), "9.3.coast" if at_sea else "9.3.fort")
    return Fact(about, say("fact_no"), "9.3.A" if side == ALLIED else "9.3.G")
