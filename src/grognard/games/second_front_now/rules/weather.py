"""15.2, 15.3 Great storms, and the contest for the air."""

from grognard.core import NO, YES, Ask, Decision, Note, Option, Step, Steps, Yes, rule
from grognard.games.second_front_now.content import GERMAN, POINTS, STORM, turn_row
from grognard.games.second_front_now.rules.dice import read, ten_sided
from grognard.games.second_front_now.rules.events import (
    Contested,
    StormChecked,
    StormLeft,
    StormRolled,
    StormSpent,
    StormTurned,
)
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.victory import score

ARRIVALS = max(day for stage, day in STORM if stage == "arrival")
LONGEST = max(day for stage, day in STORM if stage == "departure")
CONTEST = 5
"""Turns for which the air is contested, the one of the declaration included."""
LOCAL_SUPERIORITY = 3
"""A die up to this gives the Luftwaffe the battlefield."""


@rule("15.3.roll", "15.3.lim", "15.2.eff")
def air_contested(s: SecondFront) -> bool:
    """Whether a die is rolled for the Luftwaffe before a battle: in a contested period, but not in a storm."""
    return s.contested >= s.turn and not s.storm


@rule("5.2.G.A1", "15.2", "15.2.arr", "15.2.skip", "15.2.multi")
class StormCheck(Step, frozen=True):
    """A storm that approaches may arrive; else, on its days, one may begin to approach."""

    rule = "15.2"

    def ask(self, s: SecondFront) -> Ask:
        if not s.rules.storms or s.rules.basic or s.storm:
            return None
        if s.approach:
            return ten_sided(s, "storm_arrival", "15.2.arr", (STORM["arrival", s.approach][1],))
        if turn_row(s.turn).storm:
            return ten_sided(s, "storm_approach", "15.2", (STORM["approach", 0][0] - 1,))
        return None

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        if not s.approach:
            coming = die >= STORM["approach", 0][0]
            s.approach = int(coming)
            note(StormChecked(die, coming))
            return ()
        limit = STORM["arrival", s.approach][1]
        note(StormRolled(die, limit, die <= limit))
        if die <= limit:
            s.approach, s.storm = 0, 1
        elif s.approach == ARRIVALS:
            s.approach = 0
            note(StormTurned())
        else:
            s.approach += 1
        return ()


@rule("15.2.dep", "5.3")
class StormDeparture(Step, frozen=True):
    """At the end of a game turn a storm may pass; on its fifth day it does."""

    rule = "15.2.dep"

    def ask(self, s: SecondFront) -> Ask:
        if not s.storm or s.storm >= LONGEST:
            return None
        return ten_sided(s, "storm_departure", "15.2.dep", (STORM["departure", s.storm][1],))

    def take(self, s: SecondFront, answer: tuple[int, ...], note: Note) -> Steps:
        die = read(s, answer)
        if not die:
            return (self,)
        limit = STORM["departure", s.storm][1]
        note(StormLeft(die, limit, die <= limit))
        s.storm = 0 if die <= limit else s.storm + 1
        return ()

    def auto(self, s: SecondFront, note: Note) -> Steps:
        if s.storm:
            s.storm = 0
            note(StormSpent())
        return ()


@rule("5.2.G.A2", "15.3", "15.3.order", "15.3.none")
class ContestAir(Step, frozen=True):
    """On an Air turn the German may contest the air for this and the next four turns, for a victory point."""

    rule = "15.3"

    def ask(self, s: SecondFront) -> Ask:
        if not s.rules.air or s.rules.basic or not turn_row(s.turn).air:
            return None
        return Decision(s.seats[GERMAN], "contest", "15.3", (NO, YES), default=0, numbers=(s.vp,))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Yes:
            s.contested = s.turn + CONTEST - 1
            note(Contested(s.contested))
            score(s, POINTS["contest_air"], note)
        return ()
