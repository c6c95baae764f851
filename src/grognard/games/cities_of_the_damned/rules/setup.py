"""2.0 Set-up: the container, the units that wait, and the player's own placement in the white areas."""

from typing import Any

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.cities_of_the_damned.content import (
    AREA_ID,
    BLUE_KINDS,
    CHITS,
    HELD_BY_ALLIES,
    MUSTER,
    START,
    UNIT,
    WHITE,
)
from grognard.games.cities_of_the_damned.rules.events import Placed
from grognard.games.cities_of_the_damned.rules.options import AT, USUAL, At, Usual
from grognard.games.cities_of_the_damned.rules.sequence import Day
from grognard.games.cities_of_the_damned.rules.state import CityState, Rules, fresh, place, refresh, stacks

EXAMPLE = {
    "54": ("A/24NZ", "B/24NZ", "B/19NZ"),
    "58": ("C/24NZ", "D/24NZ"),
    "55": ("A/25NZ", "B/25NZ", "A/19NZ"),
    "59": ("C/25NZ", "D/25NZ"),
}
"""11.0: where the example of play places the first group."""


@rule("2.0", "2.0.a", "2.0.b", "2.0.d", "2.0.h", "2.0.i", "1.2.control.a", "1.2.white_rl", "12.0")
def set_up(scenario: str, options: dict[str, Any]) -> CityState:
    """Blue chits in the container, grey ones aside, every area German but the white ones, VP 0, no markers."""
    s = fresh(
        Rules(
            tank_duel=bool(options["tank_duel"]),
            monte_cassino=bool(options["monte_cassino"]),
            random_events=bool(options["random_events"]),
            example_sites=options["counter_attack_sites"] == "example",
            one_cap=options["support_cap_mode"] == "per_combat",
        )
    )
    s.loc = [int(space) for space in START]
    for kind in BLUE_KINDS:
        s.cup[kind] = CHITS[kind].copies
    for area in WHITE:
        s.control[area] = HELD_BY_ALLIES
    refresh(s)
    s.stack = (Day(1), SetUp())
    return s


@rule("11.0")
class SetUp(Step, frozen=True):
    """2.0 The player places 24 and 25 NZ and two tank units in white areas within stacking, unit by unit."""

    rule = "2.0.c"

    def ask(self, s: CityState) -> Ask:
        waiting = s.here[MUSTER]
        if not waiting:
            return None
        unit = waiting[0]
        options: list[Option] = [AT[a] for a in WHITE if stacks((*s.here[a], unit))]
        nobody = len(waiting) == START.count(MUSTER)
        if nobody:
            options.insert(0, USUAL)
        return Decision(s.seats[0], "set_up", "2.0.c", tuple(options), extra=int(nobody), units=(unit,), spaces=WHITE)

    def take(self, s: CityState, answer: At | Usual, note: Note) -> Steps:
        if isinstance(answer, At):
            self.put(s, UnitId(s.here[MUSTER][0]), answer.area, note)
        else:
            for area, units in EXAMPLE.items():
                for unit in units:
                    self.put(s, UNIT[unit], AREA_ID[area], note)
        return (self,)

    def put(self, s: CityState, unit: UnitId, area: SpaceId, note: Note) -> None:
        place(s, unit, area)
        note(Placed(unit, area))

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if isinstance(option, Usual):
            nobody = len(s.here[MUSTER]) == START.count(MUSTER)
            return None if nobody else Refusal("2.0.c", "already_placing")
        if not isinstance(option, At):
            return Refusal("2.0.c", "not_offered")
        if option.area not in WHITE:
            return Refusal("2.0.c", "not_white", (option.area,))
        unit = s.here[MUSTER][0]
        return None if stacks((*s.here[option.area], unit)) else Refusal("6.1.3", "stacking", (option.area,))
