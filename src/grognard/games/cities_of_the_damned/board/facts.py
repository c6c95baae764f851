"""What is true of an area now, for the inspector: control, isolation, what resists, stacking room."""

from collections.abc import Iterator

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import (
    AREAS,
    ARMOR,
    BATTALION,
    BATTALIONS,
    CONTROL_NAMES,
    HELD_BY_ALLIES,
    HIGH,
    LEVEL,
    RESISTANCE,
    SUPPLY,
    UNIT_COUNT,
)
from grognard.games.cities_of_the_damned.rules.counterattack import exposed
from grognard.games.cities_of_the_damned.rules.state import CityState, isolated, stacks
from grognard.look.scene import Fact

say = GAME.words.say


def facts(s: CityState, seat: int, space: int) -> Iterator[Fact]:
    if not 0 <= space < AREAS:
        return
    yield Fact(say("fact_control"), CONTROL_NAMES[s.control[space]], "1.2.control.b")
    yield Fact(say("fact_resistance"), say("fact_levels", level=LEVEL[space], rl=RESISTANCE[space]), "6.2.step2")
    if s.control[space] != HELD_BY_ALLIES:
        cut = "fact_edge" if space in SUPPLY else "fact_cut" if isolated(s, space) else "fact_linked"
        yield Fact(say("fact_supply"), say(cut), "6.2.step3.mod3")
    if space in exposed(s):
        yield Fact(say("fact_counter"), say("fact_yes"), "7.0")
    here = s.here[space]
    room = list(_room(here, space))
    told = say("fact_standing", n=len(here), room=", ".join(room) or say("fact_nobody"))
    yield Fact(say("fact_stack"), told, "6.1.3")


def _room(here: tuple[int, ...], space: int) -> Iterator[str]:
    """Who may still join these units: infantry, if only that of their own battalion by its name, and armor, which does
    not climb to level 3."""
    joins = [u for u in range(UNIT_COUNT) if u not in here and stacks((*here, u))]
    battalions = {BATTALION[u] for u in joins if not ARMOR[u]}
    if len(battalions) == 1:
        yield say("fact_of", battalion=BATTALIONS[battalions.pop()])
    elif battalions:
        yield say("fact_infantry")
    if LEVEL[space] < HIGH and any(ARMOR[u] for u in joins):
        yield say("fact_armor")
