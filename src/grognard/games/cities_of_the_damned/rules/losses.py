"""6.2.1 Retreat and 6.2.2 step loss, for combat results, machine guns, guns and snipers alike."""

from grognard.core import Ask, Decision, Dice, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.cities_of_the_damned.content import (
    ARMOR,
    CHECK_FAILS,
    CONTESTED,
    HELD_BY_GERMANS,
    MODIFIER,
    PROHIBITED,
    TANK_WAYS,
    WAY,
    WAYS,
)
from grognard.games.cities_of_the_damned.rules.events import RetreatChecked, Retreated, RiverChecked
from grognard.games.cities_of_the_damned.rules.options import FALL, LOSE, Fall, Lose
from grognard.games.cities_of_the_damned.rules.state import CityState, fight_of, lose_step, place, stacks

IN_COMBAT, BY_MG, BY_SNIPER, BY_GUNS = range(4)
"""Why the player must pay."""
BAILEY_BRIDGE = 8
SLOPE_OR_RIVER = MODIFIER["retreat_check", "river_or_uphill"]

SHELTER_CASES = {"retreat_to_german": "6.2.1.a", "retreat_unsettled": "6.2.1.b", "stacking": "6.2.1.d"}
"""The case of each reason against a retreat."""


@rule("6.2.1", "6.2.1.a", "6.2.1.b", "6.2.1.d", "6.1.4.b")
def retreats(s: CityState, unit: int, area: int) -> list[SpaceId]:
    """Areas the unit may retreat to: Allied-controlled, or Contested and already settled this round, with room."""
    return [way.to for way in (TANK_WAYS if ARMOR[unit] else WAYS)[area] if not no_shelter(s, unit, way.to)]


def no_shelter(s: CityState, unit: int, to: SpaceId) -> str:
    """What keeps the unit from retreating to a connected area, as the key of its refusal; "" if it may."""
    held = s.control[to]
    if held == HELD_BY_GERMANS:
        return "retreat_to_german"
    if held == CONTESTED and not s.settled[to]:
        return "retreat_unsettled"
    there = s.here[to]
    return "stacking" if there and not stacks((*there, unit)) else ""


def refuse_retreat(s: CityState, unit: UnitId, area: SpaceId, to: SpaceId) -> Refusal | None:
    """Why the unit may not retreat there, in the order of the rulebook."""
    if (area, to) in PROHIBITED:
        return Refusal("6.2.1.c", "prohibited", (area, to))
    if to not in WAY[area]:
        return Refusal("6.2.1", "not_adjacent", (area, to))
    if ARMOR[unit] and WAY[area][to] not in TANK_WAYS[area]:
        return Refusal("6.1.4.b", "armor_level_3", (unit, to))
    key = no_shelter(s, unit, to)
    return Refusal(SHELTER_CASES[key], key, (to,)) if key else None


@rule("6.2.ccr.allied", "6.2.1.cannot", "9.2.hit", "9.3.hit", "12.2", "6.0.free")
class TakeHit(Step, frozen=True):
    """The player pays hits one by one: a unit loses a step or, unless a sniper hit, retreats. No unit left: no debt."""

    rule = "6.2.ccr.allied"
    owed: int
    why: int

    def ask(self, s: CityState) -> Ask:
        area = fight_of(s).area
        units = s.here[area]
        if not self.owed or not units:
            return None
        options: list[Option] = [LOSE[u] for u in units]
        if self.why != BY_SNIPER:
            for u in units:
                falls = FALL[u]
                options.extend([falls[to] for to in retreats(s, u, area)])
        if self.why == IN_COMBAT:
            return Decision(
                s.seats[0], "casualties", "6.2.ccr.allied", tuple(options), spaces=(area,), numbers=(self.owed,)
            )
        if self.why == BY_MG:
            return Decision(s.seats[0], "mg_hit", "9.3.hit", tuple(options), spaces=(area,))
        if self.why == BY_SNIPER:
            return Decision(s.seats[0], "sniper_hit", "9.2.hit", tuple(options), spaces=(area,))
        return Decision(s.seats[0], "guns_hit", "12.2", tuple(options), spaces=(area,))

    def take(self, s: CityState, answer: Lose | Fall, note: Note) -> Steps:
        rest: Steps = (TakeHit(self.owed - 1, self.why),) if self.owed > 1 else ()
        unit = answer.unit
        if isinstance(answer, Lose):
            lose_step(s, unit, note)
            return rest
        area, to = fight_of(s).area, answer.area
        place(s, unit, to)
        note(Retreated(unit, area, to))
        way = WAY[area][to]
        if s.control[to] == CONTESTED or (way.river and s.rain and s.happening != BAILEY_BRIDGE):
            return (RetreatCheck(unit, to, way.river or way.uphill), *rest)
        return rest

    def why_not(self, s: CityState, option: Option) -> Refusal | None:
        area = fight_of(s).area
        if not isinstance(option, Lose | Fall):
            return Refusal("6.2.ccr.allied", "not_offered")
        if option.unit not in s.here[area]:
            return Refusal("6.2.ccr.allied", "not_in_fight", (option.unit, area))
        if isinstance(option, Lose):
            return None
        if self.why == BY_SNIPER:
            return Refusal("9.2.hit", "sniper_no_retreat", (option.unit,))
        return refuse_retreat(s, option.unit, area, option.area)


@rule("4.0.rain.river")
class RetreatCheck(Step, frozen=True):
    """6.2.1 A unit that retreated into a Contested area, or over a river in rain, may lose a step. One roll only."""

    rule = "6.2.1.check"
    unit: UnitId
    to: SpaceId
    slope: bool

    def ask(self, s: CityState) -> Ask:
        return Roll((6,), "retreat_check", "6.2.1.check")

    def take(self, s: CityState, answer: Dice, note: Note) -> Steps:
        extra = SLOPE_OR_RIVER if self.slope else 0
        passed = answer[0] + extra < CHECK_FAILS
        told = RetreatChecked if s.control[self.to] == CONTESTED else RiverChecked
        note(told(self.unit, self.to, answer[0], extra, passed))
        if not passed:
            lose_step(s, self.unit, note)
        return ()
