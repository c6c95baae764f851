"""3.4 The free Mexican schedule: area and turn of each numbered column, written down in secret before play."""

import random

from grognard.core import HIDDEN, Ask, Decision, Note, Option, Seat, Step, Steps, clone, rule
from grognard.games.dark_victory.content import NUMBERED, TEXAN, TURNS, Column
from grognard.games.dark_victory.rules.events import Plotted
from grognard.games.dark_victory.rules.state import Alamo, of_column

AREAS = range(1, 5)


class Plot(Option, frozen=True):
    """The column comes by this area on this turn."""

    area: int
    turn: int


PLOTS = tuple(Plot(area, turn) for area in AREAS for turn in range(1, TURNS + 1))


@rule("3.4.B", "7.1.D")
class Plots(Step, frozen=True):
    """3.4 The commander of each column writes down its area and turn; what is written binds."""

    rule = "3.4.B"
    column: Column = Column(1)

    def ask(self, s: Alamo) -> Ask:
        if self.column > len(NUMBERED):
            return None
        seat = s.seats[of_column(s, self.column)]
        return Decision(seat, "plot", "3.4.B", PLOTS, secret=True, numbers=(self.column,))

    def take(self, s: Alamo, answer: Plot, note: Note) -> Steps:
        s.area[self.column], s.due[self.column] = answer.area, answer.turn
        note(Plotted(self.column))
        return (Plots(Column(self.column + 1)),)


@rule("3.4.B")
def secret(s: Alamo) -> bool:
    """Whether anything is hidden from anybody: only schedules are, and only where they were written down."""
    return s.rules.free_schedule


@rule("3.4.B")
def hide(v: Alamo, seat: Seat) -> None:
    """What the Texan, and somebody who watches, may not see: schedules of columns that have not shown themselves."""
    if not v.rules.free_schedule or seat in [v.seats[k] for k in range(len(v.seats)) if k != TEXAN]:
        return
    for column in NUMBERED:
        if not v.shown >> column & 1:
            v.area[column] = v.due[column] = HIDDEN


def resample(v: Alamo, seat: Seat, rng: random.Random) -> Alamo:
    """A world with the same view: unknown columns get any schedule that would not have shown itself yet."""
    world = clone(v)
    for column in NUMBERED:
        if world.due[column] == HIDDEN:
            world.area[column] = rng.choice(AREAS)
            world.due[column] = rng.randint(1 if not _set_up(v) else 2, TURNS)
    return world


def _set_up(v: Alamo) -> bool:
    """Whether columns of the first turn would stand on the map by now."""
    return not any(type(step).__name__ in ("Plots", "MexicanSetUp", "SetUp") for step in v.stack)
