"""15.4, 15.6 Written plans: the day and hex of strikes and drops, secret until they are carried out."""

from bisect import insort

from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Done, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import ALLIED, DROP_HEXES, ENGLAND, LAND_HEXES, PARATROOPS, TURNS, turn_row
from grognard.games.second_front_now.rules.drops import (
    REST,
    WITHDRAWALS_FROM,
    Withdraw,
    refuse_withdrawal,
    withdraw,
)
from grognard.games.second_front_now.rules.events import (
    DropCancelled,
    DropRemoved,
    DropWritten,
    SlipCancelled,
    SlipRemoved,
    SlipWritten,
)
from grognard.games.second_front_now.rules.state import DROP_PLAN, PLANS, STRIKE_PLAN, Plan, SecondFront, after, foggy

SOONEST, LATEST = 2, 7
"""Turns from the writing of a strike to its day; a drop may lie farther ahead."""
DIVISIONS_A_DAY = 3
NOBODY = UnitId(-1)
STRIKES, WITHDRAWALS, DROPS = range(3)
"""Steps A1 to A3 of the Allied administrative phase."""


class Plot(Option, frozen=True):
    """Write a drop for a division."""

    unit: UnitId


class OnDay(Option, frozen=True, tag="day"):
    """The game turn of the plan."""

    day: int


class Aim(Option, frozen=True):
    """The hex of the plan."""

    hex: SpaceId


class Scrap(Option, frozen=True):
    """Cancel the strike of a day."""

    day: int
    hex: SpaceId


class Recall(Option, frozen=True):
    """Cancel the drop of a division."""

    unit: UnitId


DAY = tuple(OnDay(d) for d in range(TURNS + 1))
STRIKE_HEXES = tuple(Aim(h) for h in LAND_HEXES)
JUMP_HEXES = tuple(Aim(h) for h in DROP_HEXES)


def open_plans(s: SecondFront, kind: int) -> list[Plan]:
    return [p for p in s.plans if p.kind == kind and not p.cancelled]


@rule("15.4", "15.4.forfeit", "15.2.eff")
def strike_on(s: SecondFront, hex: SpaceId) -> Plan | None:
    """The strike written for today against a hex, if it can fly."""
    if s.storm or not s.rules.strikes:
        return None
    return next((p for p in open_plans(s, STRIKE_PLAN) if p.day == s.turn and p.hex == hex), None)


@rule("15.4", "15.4.day", "15.4.change")
def strike_days(s: SecondFront) -> list[int]:
    """Days a strike written now may have: two to seven turns ahead, and one strike a day, cancelled or not (R32)."""
    return [d for d in range(s.turn + SOONEST, min(s.turn + LATEST, s.rules.last) + 1) if d not in struck_days(s)]


def struck_days(s: SecondFront) -> list[int]:
    """Days for which a strike has been written."""
    return [p.day for p in s.plans if p.kind == STRIKE_PLAN]


@rule("15.6.cp", "15.6.plot")
def given_up(s: SecondFront, unit: UnitId) -> tuple[int, ...]:
    """Days for which a drop of this division was cancelled: no other is written for them."""
    return tuple([p.day for p in s.plans if p.unit == unit and p.cancelled])


@rule("15.6.6th", "15.5.ex")
def drop_days(s: SecondFront, unit: UnitId) -> list[int]:
    """Days a drop written now may have."""
    return [d for d in range(first_drop(s, unit), s.rules.last + 1) if refuse_day(s, unit, d) is None]


@rule("15.6.plot", "15.6.max", "15.6.cp", "15.5.rest")
def refuse_day(s: SecondFront, unit: UnitId, day: int) -> Refusal | None:
    """Why a drop of a division cannot be written for a day: two turns ahead or more, rested, three divisions a day."""
    if not s.turn + SOONEST <= day <= s.rules.last:
        return Refusal("15.6.plot", "wrong_day", (day,))
    if day < first_drop(s, unit):
        return Refusal("15.5.rest", "resting", (unit, first_drop(s, unit)))
    if day in given_up(s, unit):
        return Refusal("15.6.cp", "day_given_up", (unit, day))
    full = [p.day for p in open_plans(s, DROP_PLAN)].count(day) >= DIVISIONS_A_DAY
    return Refusal("15.6.max", "three_that_day", (day, DIVISIONS_A_DAY)) if full else None


@rule("15.6.plot", "15.5.rest")
def first_drop(s: SecondFront, unit: UnitId) -> int:
    """The first day for a drop written now."""
    rested = s.withdrawn[PARATROOPS.index(unit)]
    return max(s.turn + SOONEST, rested + REST) if rested else s.turn + SOONEST


@rule("15.4.change")
def scrap(s: SecondFront, option: Option, note: Note) -> None:
    """Cancel a plan; its slip stays where it lies."""
    for p in s.plans:
        if not p.cancelled and cancels(p) == option:
            s.plans = tuple([replace(q, cancelled=1) if q is p else q for q in s.plans])
            note((SlipCancelled if p.kind == STRIKE_PLAN else DropCancelled)(p.day, p.hex))
            return


def cancels(plan: Plan) -> Option:
    """The answer that cancels a plan: a strike is known by its day, a drop by its division."""
    return Scrap(plan.day, plan.hex) if plan.kind == STRIKE_PLAN else Recall(plan.unit)


def scraps(s: SecondFront) -> list[Option]:
    return [cancels(p) for p in s.plans if not p.cancelled]


@rule("5.2.A.A1", "5.2.A.A2", "5.2.A.A3", "15.2.plan", "15.4", "15.6", "15.6.occ", "15.5")
class Planning(Step, frozen=True):
    """One sealed question for steps A1 to A3: strikes, withdrawals, drops, in this order and never back.

    In the fog it is put every turn, whether or not there is anything to plan, and as long as a slip lies there even
    without: that it is put tells nobody anything.
    """

    rule = "15.4"
    stage: int = STRIKES
    kind: int = -1
    """The kind of plan being written; -1: none is."""
    unit: UnitId = NOBODY
    day: int = 0

    def open(self, s: SecondFront) -> bool:
        """Whether the question is put in the fog: by what everybody knows."""
        ahead = s.turn + SOONEST <= s.rules.last
        return ((s.rules.drops or bool(s.strike_right)) and ahead) or (
            s.rules.withdrawal and s.turn >= WITHDRAWALS_FROM
        )

    def choices(self, s: SecondFront) -> list[Option]:
        """What may be begun now."""
        found: list[Option] = []
        if self.stage == STRIKES and s.strike_right:
            found += [DAY[d] for d in strike_days(s)]
        if self.stage <= WITHDRAWALS and s.rules.withdrawal:
            found += [Withdraw(u) for u in PARATROOPS if refuse_withdrawal(s, u) is None]
        if s.rules.drops:
            found += [Plot(u) for u in PARATROOPS if s.loc[u] == ENGLAND and refuse_plot(s, u) is None]
        return [*found, *scraps(s)]

    def ask(self, s: SecondFront) -> Ask:
        if s.rules.basic:
            return None
        seat = s.seats[ALLIED]
        if self.day and self.kind == DROP_PLAN:
            drop = (self.unit,)
            return Decision(seat, "plot_hex", "15.6.plot", JUMP_HEXES, secret=True, units=drop, numbers=(self.day,))
        if self.day:
            return Decision(seat, "plot_hex", "15.4", STRIKE_HEXES, secret=True, numbers=(self.day,))
        if self.kind == DROP_PLAN:
            days = tuple([DAY[d] for d in drop_days(s, self.unit)])
            return Decision(seat, "plot_day", "15.6.plot", days, secret=True, units=(self.unit,))
        choices = self.choices(s)
        if not choices and not s.plans and not (foggy(s) and self.open(s)):
            return None
        return Decision(seat, "planning", "15.4", (*choices, DONE), default=len(choices), secret=True)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Aim:
            return self.write(s, answer.hex, note)
        if type(answer) is OnDay:
            return (replace(self, kind=max(self.kind, STRIKE_PLAN), day=answer.day),)
        if type(answer) is Plot:
            return (Planning(DROPS, DROP_PLAN, answer.unit),)
        if type(answer) is Withdraw:
            withdraw(s, answer.unit, note)
            return after(s, Planning(WITHDRAWALS))
        if type(answer) is Scrap or type(answer) is Recall:
            scrap(s, answer, note)
            return (self,)
        return ()

    def write(self, s: SecondFront, hex: SpaceId, note: Note) -> Steps:
        """Fold the slip."""
        plan = Plan(self.kind, s.turn, self.day, hex, self.unit)
        slips = list(s.plans)
        insort(slips, plan, key=lambda p: (p.kind, p.written, p.unit, p.day))
        s.plans = tuple(slips)
        if self.kind == STRIKE_PLAN:
            s.strike_right = 0
        note((SlipWritten if self.kind == STRIKE_PLAN else DropWritten)(PLANS[self.kind]))
        return (Planning(self.stage),)

    def auto(self, s: SecondFront, note: Note) -> Steps:
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if self.day:
            lawful = STRIKE_HEXES if self.kind == STRIKE_PLAN else JUMP_HEXES
            return None if option in lawful else Refusal("15.6" if self.kind == DROP_PLAN else "15.4", "not_there")
        if self.kind == DROP_PLAN:
            return (
                refuse_day(s, self.unit, option.day) if type(option) is OnDay else Refusal("15.6.plot", "not_offered")
            )
        if type(option) is Done or option in self.choices(s):
            return None
        return self.refuse(s, option)

    def refuse(self, s: SecondFront, option: Option) -> Refusal:
        """The reason for what is not offered."""
        if type(option) is OnDay:
            if self.stage > STRIKES or not s.strike_right:
                return Refusal("5.2.A.A1", "no_strike_now")
            if option.day in struck_days(s):
                return Refusal("15.4.day", "day_taken", (option.day,))
            return Refusal("15.4", "wrong_day", (option.day,))
        if type(option) is Withdraw:
            if not s.rules.withdrawal:
                return Refusal("15.5", "not_offered")
            return refuse_withdrawal(s, option.unit) or Refusal("5.2.A.A2", "too_late")
        if type(option) is Plot:
            return refuse_plot(s, option.unit) or Refusal("15.6", "not_offered")
        return Refusal("15.4", "not_offered")

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        return self if seat == s.seats[ALLIED] else Planning()


@rule("15.6.plot", "15.6.6th", "15.5.elig")
def refuse_plot(s: SecondFront, unit: UnitId) -> Refusal | None:
    """Why no drop can be written for a unit."""
    if unit not in PARATROOPS:
        return Refusal("15.5.elig", "not_airborne", (unit,))
    if s.loc[unit] != ENGLAND:
        return Refusal("15.6", "not_in_england", (unit,))
    plotted = open_plans(s, DROP_PLAN)
    if first_drop(s, unit) <= s.rules.last and all(p.unit != unit for p in plotted):
        if (len(plotted) < DIVISIONS_A_DAY and not given_up(s, unit)) or drop_days(s, unit):
            return None
    return Refusal("15.6.plot", "plotted", (unit,))


@rule("15.4")
def air_turn(s: SecondFront) -> None:
    """On an Air turn the right to write a strike is new; one not used since the last is gone."""
    if s.rules.strikes and not s.rules.basic and turn_row(s.turn).air:
        s.strike_right = s.turn


@rule("15.4.forfeit", "15.6.cp")
def clear_slips(s: SecondFront, note: Note) -> None:
    """Plans whose day is over are lost; cancelled ones lie there until then too."""
    due = [p for p in s.plans if p.day <= s.turn]
    if due:
        s.plans = tuple([p for p in s.plans if p.day > s.turn])
        for p in due:
            note((SlipRemoved if p.kind == STRIKE_PLAN else DropRemoved)(PLANS[p.kind], p.hex, False))
