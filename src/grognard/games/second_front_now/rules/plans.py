"""15.4, 15.6 Written plans: the day and hex of strikes and drops, secret until they are carried out."""

from msgspec.structs import replace

from grognard.core import DONE, HIDDEN, Ask, Decision, Done, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import ALLIED, DROP_HEXES, ENGLAND, LAND_HEXES, PARATROOPS, turn_row
from grognard.games.second_front_now.rules.drops import REST, drop_plan
from grognard.games.second_front_now.rules.events import SlipCancelled, SlipRemoved, SlipWritten
from grognard.games.second_front_now.rules.state import DROP_PLAN, PLANS, STRIKE_PLAN, Plan, SecondFront

SOONEST, LATEST = 2, 7
"""Turns from the writing of a strike to its day; a drop may lie farther ahead."""
DIVISIONS_A_DAY = 3
NOBODY = UnitId(-1)


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
    """Cancel the plan of that kind for a day and hex."""

    day: int
    hex: SpaceId


STRIKE_HEXES = tuple(Aim(h) for h in LAND_HEXES)
JUMP_HEXES = tuple(Aim(h) for h in DROP_HEXES)


def open_plans(s: SecondFront, kind: int) -> list[Plan]:
    return [p for p in s.plans if p.kind == kind and not p.cancelled]


@rule("15.4", "15.4.day")
def strike_days(s: SecondFront) -> list[int]:
    """Days a strike written now may have: two to seven turns ahead, one strike a day."""
    taken = {p.day for p in open_plans(s, STRIKE_PLAN)}
    return [d for d in range(s.turn + SOONEST, min(s.turn + LATEST, s.rules.last) + 1) if d not in taken]


@rule("15.6.plot", "15.6.max", "15.5.rest", "15.6.6th", "15.5.ex")
def drop_days(s: SecondFront, unit: UnitId) -> list[int]:
    """Days a drop written now may have: two turns ahead or more, rested, three divisions a day."""
    plotted = [p.day for p in open_plans(s, DROP_PLAN)]
    rested = s.withdrawn[PARATROOPS.index(unit)]
    first = max(s.turn + SOONEST, rested + REST if rested else 0)
    return [d for d in range(first, s.rules.last + 1) if plotted.count(d) < DIVISIONS_A_DAY]


def scrap(s: SecondFront, kind: int, option: Scrap, note: Note) -> None:
    for p in open_plans(s, kind):
        if (p.day, p.hex) == (option.day, option.hex):
            s.plans = tuple([replace(q, cancelled=True) if q is p else q for q in s.plans])
            note(SlipCancelled(p.day, p.hex))
            return


def scraps(s: SecondFront, kind: int) -> list[Option]:
    return list(dict.fromkeys(Scrap(p.day, p.hex) for p in open_plans(s, kind)))


@rule("5.2.A.A1", "15.2.plan")
class PlotStrike(Step, frozen=True):
    """Every Air turn gives the right to one strike; it may be written later, but always two turns ahead (R32)."""

    rule = "15.4"

    def ask(self, s: SecondFront) -> Ask:
        if not s.strike_right:
            return None
        days = strike_days(s)
        if not days:
            return None
        options = (*[OnDay(d) for d in days], *scraps(s, STRIKE_PLAN), DONE)
        return Decision(s.seats[ALLIED], "plot_strike", "15.4", options, default=len(options) - 1, secret=True)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is OnDay:
            return (PlotHex(STRIKE_PLAN, NOBODY, answer.day),)
        if type(answer) is Scrap:
            scrap(s, STRIKE_PLAN, answer, note)
            return (self,)
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done or option in scraps(s, STRIKE_PLAN):
            return None
        if type(option) is OnDay:
            if option.day in strike_days(s):
                return None
            if option.day in [p.day for p in open_plans(s, STRIKE_PLAN)]:
                return Refusal("15.4.day", "day_taken", (option.day,))
            return Refusal("15.4", "wrong_day", (option.day,))
        return Refusal("15.4", "not_offered")


@rule("15.4")
def air_turn(s: SecondFront) -> None:
    """On an Air turn the right to write a strike is new; one not used since the last is gone."""
    if s.rules.strikes and not s.rules.basic and turn_row(s.turn).air:
        s.strike_right = s.turn


@rule("5.2.A.A3", "15.6.6th")
class PlotDrop(Step, frozen=True):
    """Drops of divisions in England, each written for a day and a hex."""

    rule = "15.6.plot"

    def able(self, s: SecondFront) -> list[UnitId]:
        if not s.rules.drops or s.rules.basic:
            return []
        return [u for u in PARATROOPS if s.loc[u] == ENGLAND and drop_plan(s, u) is None and drop_days(s, u)]

    def ask(self, s: SecondFront) -> Ask:
        units = self.able(s)
        if not units:
            return None
        options = (*[Plot(u) for u in units], *scraps(s, DROP_PLAN), DONE)
        return Decision(s.seats[ALLIED], "plot_drop", "15.6.plot", options, default=len(options) - 1, secret=True)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Plot:
            return (PlotDay(answer.unit), self)
        if type(answer) is Scrap:
            scrap(s, DROP_PLAN, answer, note)
            return (self,)
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done or option in scraps(s, DROP_PLAN):
            return None
        if type(option) is not Plot:
            return Refusal("15.6.plot", "not_offered")
        if option.unit not in PARATROOPS:
            return Refusal("15.5.elig", "not_airborne", (option.unit,))
        if s.loc[option.unit] != ENGLAND:
            return Refusal("15.6", "not_in_england", (option.unit,))
        return None if option.unit in self.able(s) else Refusal("15.6.plot", "plotted", (option.unit,))


class PlotDay(Step, frozen=True):
    """The day of a drop."""

    rule = "15.6.plot"
    unit: UnitId

    def ask(self, s: SecondFront) -> Ask:
        options = tuple([OnDay(d) for d in drop_days(s, self.unit)])
        return Decision(s.seats[ALLIED], "plot_day", "15.6.plot", options, secret=True, units=(self.unit,))

    def take(self, s: SecondFront, answer: OnDay, note: Note) -> Steps:
        return (PlotHex(DROP_PLAN, self.unit, answer.day),)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is OnDay and option.day in drop_days(s, self.unit):
            return None
        return Refusal("15.6.plot", "wrong_day", (option.day if type(option) is OnDay else s.turn,))

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        return self if seat == s.seats[ALLIED] else PlotDay(UnitId(HIDDEN))


@rule("15.4", "15.6", "15.6.occ")
class PlotHex(Step, frozen=True):
    """The hex of a plan: any land hex for a strike; no marsh, city or fortress for a drop."""

    rule = "15.4"
    kind: int
    unit: UnitId
    day: int

    def ask(self, s: SecondFront) -> Ask:
        options = STRIKE_HEXES if self.kind == STRIKE_PLAN else JUMP_HEXES
        return Decision(s.seats[ALLIED], "plot_hex", "15.4", options, secret=True, numbers=(self.day,))

    def take(self, s: SecondFront, answer: Aim, note: Note) -> Steps:
        plan = Plan(self.kind, s.turn, self.day, answer.hex, self.unit)
        s.plans = tuple(sorted((*s.plans, plan), key=lambda p: (p.kind, p.written, p.unit, p.day)))
        if self.kind == STRIKE_PLAN:
            s.strike_right = 0
        note(SlipWritten(PLANS[self.kind]))
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Aim and option in (STRIKE_HEXES if self.kind == STRIKE_PLAN else JUMP_HEXES):
            return None
        return Refusal("15.6" if self.kind == DROP_PLAN else "15.4", "not_there")

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        return self if seat == s.seats[ALLIED] else PlotHex(self.kind, UnitId(HIDDEN), HIDDEN)


@rule("15.4.forfeit", "15.6.cp")
def clear_slips(s: SecondFront, note: Note) -> None:
    """Plans whose day is over are lost; cancelled ones lie there until then too."""
    due = [p for p in s.plans if p.day <= s.turn]
    if due:
        s.plans = tuple([p for p in s.plans if p.day > s.turn])
        for p in due:
            note(SlipRemoved(PLANS[p.kind], p.hex, False))
