"""2.0 Set-up: the German player places his garrison by areas; everybody else comes later."""

from typing import Any

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    AREA,
    ARMOUR,
    COUNTERS,
    DUE,
    GERMAN,
    HEXES,
    HQS,
    MOST_STEPS,
    PLATOONS,
    RIFLES,
    ROAD,
    ROSTER,
    TO_COME,
    UNIT_ROWS,
    UNITS,
    hex_id,
)
from grognard.games.battle_for_cassino.rules.events import Deployed, SetUpAsSuggested
from grognard.games.battle_for_cassino.rules.organisation import DIVIDE, Divide, counters, divide, platoons_of
from grognard.games.battle_for_cassino.rules.state import Battle, Rules, full, put, refresh
from grognard.games.battle_for_cassino.rules.supply import FULL
from grognard.games.battle_for_cassino.rules.turns import Turn
from grognard.maps import BIT, Set, members


class Suggested(Option, frozen=True):
    """Set up the whole garrison as suggested."""


class Deploy(Option, frozen=True):
    """Set the unit up here."""

    hex: SpaceId


SUGGESTED = Suggested()
DEPLOY = tuple(Deploy(SpaceId(h)) for h in range(HEXES))
SUGGESTION: dict[UnitId, SpaceId] = {
    UnitId(u): hex_id(row.suggested_hex, "units.csv", "suggested_hex")
    for u, row in enumerate(UNIT_ROWS)
    if row.suggested_hex is not None
}
OUTSIDE = {"TOWN": "town_area", "STATION": "station_area", "ABBEY": "abbey_area"}
"""Words of the refusal to set a unit up outside its area."""
GARRISON: tuple[UnitId, ...] = tuple(u for u in ROSTER[GERMAN] if DUE[u] == 0)


@rule("2.0", "2.2", "11.11", "10.11", "3.2")
def setup(scenario: str, options: dict[str, Any]) -> Battle:
    """A fresh game: nobody on the map, everybody at full strength, platoon counters unused."""
    s = Battle(
        stack=(), seats=(0, 1), result=None, turn=1, side=GERMAN,
        rules=Rules(short=scenario == "town", even=bool(options["even_game"])),
        loc=[COUNTERS if PLATOONS >> u & 1 else TO_COME for u in UNITS],
        steps=[0 if PLATOONS >> u & 1 else MOST_STEPS[u] for u in UNITS],
        increments=[FULL if HQS >> u & 1 else 0 for u in UNITS],
        spent=[0 for _ in UNITS], pins=[0, 0], lost=[0, 0], artillery=[0, 0],
    )  # fmt: skip
    refresh(s)
    s.stack = (Turn(), SetUp())
    return s


@rule("2.1.town", "2.1.station", "2.1.abbey", "2.1.platoons")
def area(unit: int) -> Set:
    """Where a unit of the garrison may be set up; platoons only come from companies of the town, armour on streets."""
    name = _area_name(unit)
    return AREA[name] & ROAD if ARMOUR >> unit & 1 else AREA[name]


def _area_name(unit: int) -> str:
    return UNIT_ROWS[unit].setup_area or "TOWN"


@rule("2.1.town", "2.1.station", "2.1.abbey")
def refuse_area(unit: int, hex: int) -> Refusal | None:
    """Why a hex is none for this unit: outside its area, or for armour off the streets."""
    if area(unit) & BIT[hex]:
        return None
    name = _area_name(unit)
    key = "streets_only" if AREA[name] & BIT[hex] else OUTSIDE[name]
    return Refusal(f"2.1.{name.lower()}", key, (unit, hex))


@rule("2.1.platoons", "11.23")
def refuse_division(s: Battle, unit: int) -> Refusal | None:
    """Why a company cannot start as platoons: only rifle companies of the town, while there are counters."""
    if not RIFLES >> unit & 1 or UNIT_ROWS[unit].setup_area != "TOWN":
        return Refusal("2.1.platoons", "town_only", (unit,))
    return None if len(counters(s)) >= platoons_of(MOST_STEPS[unit]) else Refusal("11.23", "no_counters")


@rule("2.1.town", "2.1.station", "2.1.abbey", "2.1.platoons", "9.0", "2.0")
class SetUp(Step, frozen=True):
    """2.1 The German player sets up every unit of the garrison, or takes the suggestion."""

    rule = "2.0"

    def _next(self, s: Battle) -> UnitId | None:
        for unit in GARRISON:
            if s.loc[unit] == TO_COME:
                return unit
        return next((u for u in ROSTER[GERMAN] if PLATOONS >> u & 1 and s.loc[u] == TO_COME), None)

    def _untouched(self, s: Battle) -> bool:
        return all(s.loc[u] == TO_COME for u in GARRISON)

    def ask(self, s: Battle) -> Ask:
        unit = self._next(s)
        if unit is None:
            return None
        options: list[Option] = [SUGGESTED] if self._untouched(s) else []
        if refuse_division(s, unit) is None:
            options.append(DIVIDE[unit])
        options += [DEPLOY[hex] for hex in members(area(unit)) if not full(s, unit, hex)]
        return Decision(
            s.seats[GERMAN], "set_up", "2.0", tuple(options), default=0 if options[0] is SUGGESTED else -1,
            units=(unit,), numbers=(int(options[0] is SUGGESTED),),
        )  # fmt: skip

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is Suggested:
            for each, hex in SUGGESTION.items():
                put(s, each, hex, note)
            note(SetUpAsSuggested())
            return ()
        unit = self._next(s)
        assert unit is not None
        if type(answer) is Divide:
            divide(s, unit, note)
        else:
            assert type(answer) is Deploy
            put(s, unit, answer.hex, note)
            note(Deployed(unit, answer.hex))
        return (self,)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        unit = self._next(s)
        assert unit is not None
        if type(option) is Suggested:
            return None if self._untouched(s) else Refusal("2.0", "begun_by_hand")
        if type(option) is Divide:
            if option.unit != unit:
                return Refusal("2.0", "not_this_unit", (option.unit, unit))
            return refuse_division(s, unit)
        if type(option) is not Deploy:
            return Refusal("2.0", "not_offered")
        if (told := refuse_area(unit, option.hex)) is not None:
            return told
        return Refusal("9.0", "no_room", (option.hex, option.hex)) if full(s, unit, option.hex) else None
