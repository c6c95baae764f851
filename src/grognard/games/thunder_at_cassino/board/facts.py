"""What is true of an Area now, for the inspector: control, rubble, smoke, room for each side, guns that reach it."""

from collections.abc import Iterator

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    ARMOR,
    ARMOR_LIMIT,
    BOARD,
    ENTRANCE,
    GERMAN,
    GUNS,
    KIND,
    RIFLE_LIMIT,
    SIDES,
    UNIT_NAMES,
    VP_AREAS,
)
from grognard.games.thunder_at_cassino.rules.artillery import on_the_map, range_of, usable
from grognard.games.thunder_at_cassino.rules.close_combat import contested
from grognard.games.thunder_at_cassino.rules.crossing import cost
from grognard.games.thunder_at_cassino.rules.state import Thunder, on_foot
from grognard.look.scene import Fact

say = GAME.words.say


def facts(s: Thunder, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < AREAS or not on_the_map(s, space):
        return
    if space in VP_AREAS:
        yield Fact(say("fact_control"), SIDES[1 - s.control[space]], "11.2")
    if contested(s) >> space & 1:
        yield Fact(say("fact_contested"), say("fact_yes"), "11.2.contest")
    if s.rubble[space]:
        level = s.rubble[space]
        yield Fact(say("fact_rubble"), say("fact_rubble_level", n=level, needed=ENTRANCE[level]), "13.11")
    for side in (ALLIED, GERMAN):
        here = s.here[side * BOARD + space]
        tanks, foot = sum([KIND[u] == ARMOR for u in here]), on_foot(s.tally[side * BOARD + space])
        word = "fact_room" if foot + tanks == len(here) else "fact_room_observer"
        told = say(word, foot=foot, most=RIFLE_LIMIT, tanks=tanks, few=ARMOR_LIMIT)
        yield Fact(say("fact_stack", side=SIDES[side]), told, "7.1")
        enter = say("fact_enter", side=SIDES[side])
        if s.open[side] >> space & 1:
            yield Fact(enter, say("fact_mf", n=cost(s, side, space)), "8.2")
        else:
            yield Fact(enter, say("fact_barred"), "19.12.white")
        guns = [gun for gun in GUNS[side] if usable(s, gun) and range_of(s, gun) >> space & 1]
        if guns:
            yield Fact(say("fact_seen", side=SIDES[side]), ", ".join(UNIT_NAMES[gun] for gun in guns), "14.3")
