"""6.0 Action points: which unit or stack is activated next, or which reinforcement comes up, until the player stops."""

from grognard.core import Ask, Done, Note, Option, Refusal, Step, Steps, UnitId, or_done, rule
from grognard.games.cities_of_the_damned.content import (
    AP_UNIT,
    AREAS,
    BATTALION,
    OFFMAP,
)
from grognard.games.cities_of_the_damned.rules.events import Finished
from grognard.games.cities_of_the_damned.rules.movement import March, activate, affords_river, movable
from grognard.games.cities_of_the_damned.rules.options import ACTIVATE, BRING, Activate, Bring
from grognard.games.cities_of_the_damned.rules.reinforcements import BringOn, refuse_bring, room_for, waiting
from grognard.games.cities_of_the_damned.rules.state import FRESH, CityState


def refuse_unit(s: CityState, unit: UnitId) -> Refusal | None:
    """Why this unit cannot be activated now."""
    space = s.loc[unit]
    if space >= AREAS and space != OFFMAP:
        return Refusal("6.0", "not_on_map", (unit,))
    if s.used[unit] != FRESH:
        return Refusal("6.0.once", "activated_before", (unit,))
    if s.ap < AP_UNIT:
        return Refusal("6.0.cost", "no_ap", (s.ap,))
    return None if movable(s, unit, space, affords_river(s)) else Refusal("6.1", "nowhere_to_go", (unit,))


@rule("11.2.I")
class Activations(Step, frozen=True):
    """3.2 One unit or stack after the other, until the player stops or no AP are left."""

    rule = "3.2.activate"

    def ask(self, s: CityState) -> Ask:
        if s.ap < AP_UNIT:
            return None
        options: list[Option] = []
        used, ferry = s.used, affords_river(s)
        for unit, space in enumerate(s.loc):
            if not used[unit] and (space < AREAS or space == OFFMAP) and movable(s, unit, space, ferry):
                options.append(ACTIVATE[unit])
        able: dict[int, bool] = {}  # by battalion: its units find room alike
        for unit in waiting(s):
            battalion = BATTALION[unit]
            can = able.get(battalion)
            if can is None:
                can = able[battalion] = room_for(s, unit)
            if can and used[unit] == FRESH:
                options.append(BRING[unit])
        return or_done(s.seats[0], "activate", "3.2.activate", options, numbers=(s.ap, s.round))

    def take(self, s: CityState, answer: Option, note: Note) -> Steps:
        if isinstance(answer, Activate):
            activate(s, answer.unit, note)
            return (March((answer.unit,)), self)
        if isinstance(answer, Bring):
            return (BringOn(answer.unit, True), self)
        return self.auto(s, note)

    def auto(self, s: CityState, note: Note) -> Steps:
        """6.0.no_save"""
        note(Finished(s.ap))
        s.ap = 0
        return ()

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        if isinstance(option, Done):
            return None
        if isinstance(option, Activate):
            return refuse_unit(s, option.unit)
        if isinstance(option, Bring):
            if s.ap < AP_UNIT:
                return Refusal("8.1.deploy", "no_ap", (s.ap,))
            if s.used[option.unit] != FRESH:
                return Refusal("6.0.once", "activated_before", (option.unit,))
            return refuse_bring(s, option.unit)
        return Refusal("3.2.activate", "not_offered")
