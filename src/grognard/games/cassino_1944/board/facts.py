"""What is true of a hex now, for the inspector: control, supply, stacking room, contact, who could come."""

from collections.abc import Iterator

from grognard.core import SpaceId
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, HEXES, MASKS, ROSTER, SIDES, SPACE_NAMES, Side
from grognard.games.cassino_1944.rules.movement import LIMIT, reach
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import supplied, supply_line
from grognard.look.scene import Fact

say = GAME.words.say


def facts(s: Cassino, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < HEXES:
        return
    yield Fact(say("fact_control"), SIDES[s.control[space]], "9.1.2.count")
    for side in (ALLIED, GERMAN):
        yield Fact(say("fact_supply", side=SIDES[side]), _supply(s, side, space), "7.1" if side == ALLIED else "7.2")
    yield Fact(say("fact_stack"), say("fact_of", n=len(s.here[SpaceId(space)]), most=LIMIT), "5.3.limit")
    bit = 1 << space
    for side in (ALLIED, GERMAN):
        if MASKS.around(s.held[side]) & bit and not s.held[side] & bit:
            yield Fact(say("fact_contact"), SIDES[side], "5.1.stop")
        near = sum([space in reach(s, u) for u in ROSTER[side]])
        if near:
            yield Fact(say("fact_reach", side=SIDES[side]), str(near), "5.1")


def _supply(s: Cassino, side: Side, space: int) -> str:
    """The source at the end of the line from here."""
    if not supplied(s, side) >> space & 1:
        return say("fact_no")
    line = supply_line(s, side, space)
    ends = [hex for hex in (line[0], line[-1]) if hex != space]
    return say("fact_from", place=SPACE_NAMES[ends[0]]) if ends else say("fact_source")
