"""15.5, 15.6 Airborne divisions: drops on the day written down, and withdrawal to rest in England."""

from msgspec.structs import replace

from grognard.core import HIDDEN, Ask, Note, Option, Refusal, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    ENGLAND,
    GERMAN,
    HEXES,
    MOVE_COST,
    PARATROOPS,
    REGULAR,
    ZONES,
)
from grognard.games.second_front_now.rules.control import settle_control
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import Dropped, DropRemoved, DropRolled, WithdrawnHome
from grognard.games.second_front_now.rules.losses import eliminate
from grognard.games.second_front_now.rules.movement import paralysed
from grognard.games.second_front_now.rules.stacking import refuse_rest
from grognard.games.second_front_now.rules.state import (
    DROP_PLAN,
    NEVER,
    PLANS,
    Plan,
    SecondFront,
    place,
    seen_by_german,
    veiled_option,
)
from grognard.maps.sets import BIT

WITHDRAWALS_FROM = 25
REST, STAY = 30, 25
"""Turns in England before a withdrawn division drops, and on the map before one that dropped is withdrawn."""
HURT = 5
"""A die up to this costs a division that drops into an enemy zone a step."""


class Drop(Option, frozen=True):
    """Drop a division as it is written."""

    unit: UnitId
    seen_by = veiled_option


class Withdraw(Option, frozen=True):
    """Take an airborne division back to England."""

    unit: UnitId
    seen_by = veiled_option


def drop_plan(s: SecondFront, unit: UnitId) -> Plan | None:
    """The drop written for this division, whatever its day."""
    for plan in s.plans:
        if plan.unit == unit and not plan.cancelled:
            return plan
    return None


@rule("15.6.occ", "15.6.cp", "15.6.storm", "15.8.lim", "15.7.1", "6.4.rep", "10.1", "10.2")
def refuse_drop(s: SecondFront, unit: UnitId) -> Refusal | None:
    """Why a division cannot drop now."""
    plan = drop_plan(s, unit)
    if plan is None or plan.day != s.turn:
        return Refusal("15.6.plot", "no_plan", (unit,))
    if s.loc[unit] != ENGLAND:
        return Refusal("15.6", "not_in_england", (unit,))
    if unit in s.refitted:
        return Refusal("8.3.act", "refitted", (unit,))
    if s.storm:
        return Refusal("15.6.storm", "storm")
    if paralysed(s, ALLIED):
        return Refusal("15.7.1", "chaos")
    if s.airlifted:
        return Refusal("15.8.lim", "airlifted")
    if s.held[GERMAN] & BIT[plan.hex]:
        return Refusal("15.6.occ", "enemy_there", (plan.hex,))
    told = refuse_rest(s, unit, plan.hex)
    if told is None and s.cp < MOVE_COST:
        return Refusal("15.6.cp", "too_few_points", (s.cp,))
    return told


def droppable(s: SecondFront) -> list[UnitId]:
    """The divisions that can drop now."""
    today = [p.unit for p in s.plans if p.day == s.turn and not p.cancelled]
    return [u for u in PARATROOPS if u in today and refuse_drop(s, u) is None] if today else []


def at(values: tuple[int, ...], unit: UnitId, value: int) -> tuple[int, ...]:
    """A column over the airborne divisions with one entry changed; of equal columns there is one writing."""
    k = PARATROOPS.index(unit)
    changed = (*values[:k], value, *values[k + 1 :])
    return changed if any(changed) else NEVER


@rule("15.6", "15.6.status", "15.6.loss", "9.2.new")
class DropIn(Step, frozen=True):
    """A division jumps: supplied for the turn, spent, and shot at on the way down in an enemy zone."""

    rule = "15.6.loss"
    unit: UnitId
    down: bool = False

    def ask(self, s: SecondFront) -> Ask:
        if not ZONES.of(s.held[GERMAN]) & BIT[s.loc[self.unit]]:
            return None
        return ten_sided(s, "drop", "15.6.loss", (HURT,))

    def auto(self, s: SecondFront, note: Note) -> Steps:
        unit = self.unit
        if self.down:
            settle_control(s, note)
            return ()
        plan = drop_plan(s, unit)
        assert plan is not None
        s.plans = tuple([p for p in s.plans if p is not plan])
        s.dropped = True
        s.withdrawn, s.jumped = at(s.withdrawn, unit, 0), at(s.jumped, unit, s.turn)
        s.fed[unit] = AERIAL
        place(s, unit, plan.hex)
        note(DropRemoved(PLANS[DROP_PLAN], plan.hex, True))
        note(Dropped(unit, plan.hex))
        return (DropIn(unit, down=True),)

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        unit = self.unit
        hit = die <= HURT
        note(DropRolled(unit, die, hit))
        if hit:
            s.steps[unit] -= 1
            if not s.steps[unit]:
                eliminate(s, unit, note, combat=False, rebuildable=True)
        settle_control(s, note)
        return ()

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        if seat == s.seats[ALLIED] or seen_by_german(s, self.unit):
            return self
        return replace(self, unit=UnitId(HIDDEN))


@rule("15.6.abort", "15.6.again")
def end_rest(s: SecondFront, unit: UnitId) -> None:
    """A division that comes over the beach rests no longer, and its drop is off."""
    if unit in PARATROOPS:
        s.withdrawn = at(s.withdrawn, unit, 0)
        s.plans = tuple([replace(p, cancelled=1) if p.unit == unit else p for p in s.plans])


@rule("15.5", "15.5.elig", "15.6.again", "15.2.eff")
def refuse_withdrawal(s: SecondFront, unit: UnitId) -> Refusal | None:
    """Why an airborne division cannot go home now. The supply of a unit is what the last check found (9.2)."""
    if unit not in PARATROOPS:
        return Refusal("15.5.elig", "not_airborne", (unit,))
    if s.turn < WITHDRAWALS_FROM:
        return Refusal("15.5", "too_early", (WITHDRAWALS_FROM,))
    if s.storm:
        return Refusal("15.2.eff", "storm")
    if s.loc[unit] >= HEXES:
        return Refusal("15.5", "not_on_map", (unit,))
    jumped = s.jumped[PARATROOPS.index(unit)]
    if s.turn - jumped < STAY:
        return Refusal("15.6.again", "must_stay", (unit, jumped + STAY))
    return None if s.fed[unit] == REGULAR else Refusal("15.5", "not_regular", (unit,))


@rule("5.2.A.A2", "15.5.rest")
def withdraw(s: SecondFront, unit: UnitId, note: Note) -> None:
    """An airborne division goes back to England, without a command, to rest for a later drop."""
    hex = s.loc[unit]
    place(s, unit, ENGLAND)
    s.withdrawn = at(s.withdrawn, unit, s.turn)
    note(WithdrawnHome(unit, hex))
    settle_control(s, note)
