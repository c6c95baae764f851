"""7.0 Reinforcements: who comes into the North and South boxes, from Italy, from Russia, or newly raised."""

from collections import Counter

from grognard.core import (
    DONE,
    NO,
    YES,
    Ask,
    Decision,
    Done,
    Draw,
    Event,
    Note,
    Option,
    Refusal,
    SpaceId,
    Step,
    Steps,
    UnitId,
    Yes,
    rule,
)
from grognard.games.second_front_now.content import (
    DUE_TURN,
    GERMAN,
    ITALY,
    NORTH,
    RUSSIA,
    SORT,
    SOUTH,
    STEPS,
    turn_row,
)
from grognard.games.second_front_now.rules.events import Arrived, DrawnFromRussia, Named, RigaOdessa, SentFromItaly
from grognard.games.second_front_now.rules.state import PRESENCE, SecondFront
from grognard.games.second_front_now.rules.victory import goal, in_first_days

DELAY, DRAWN = 15, 5
"""Turns from the declaration to the first draw, and counters a draw."""
NOBODY = UnitId(-1)


class Transfer(Option, frozen=True, tag="send"):
    """Send a unit from Italy to the South box."""

    unit: UnitId


class Name(Option, frozen=True):
    """Name the unit that shall come from Italy next time."""

    unit: UnitId


@rule("7.4.full", "7.6.full", "7.1.path", "7.1.cost", "7.3.free")
def arrive(s: SecondFront, unit: UnitId, box: SpaceId, told: Event, note: Note) -> None:
    """A unit comes into a box at full strength, free of command points."""
    s.steps[unit] = STEPS[unit]
    PRESENCE.place(s, unit, box)
    note(told)


@rule("5.2.G.A3", "7.1", "7.1.new", "3.6")
class NewUnits(Step, frozen=True):
    """Newly raised units enter the North box on their turn, and may go on at once (R53)."""

    rule = "7.1.new"

    def auto(self, s: SecondFront, note: Note) -> Steps:
        for unit, turn in DUE_TURN.items():
            if turn == s.turn:
                arrive(s, unit, NORTH, Arrived(unit, NORTH), note)
        return ()


@rule("7.6", "4.7")
class Declare(Step, frozen=True):
    """On every fifth turn the German may give up ground in the East for good: troops later, a higher goal at once."""

    rule = "7.6"

    def ask(self, s: SecondFront) -> Ask:
        if s.riga or not turn_row(s.turn).italy:
            return None
        return Decision(s.seats[GERMAN], "riga", "7.6", (NO, YES), default=0, numbers=self.terms(s))

    def terms(self, s: SecondFront) -> tuple[int, int]:
        """The turn of the first draw, and what he then needs to win; 0: none before the end, and nothing changes."""
        first = s.turn + DELAY
        return first if first <= s.rules.last else 0, 0 if in_first_days(s) else goal(s, riga=True)

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Yes:
            s.riga = s.turn
            note(RigaOdessa(*self.terms(s)))
        return ()


@rule("7.4", "7.1.sameturn")
class FromItaly(Step, frozen=True):
    """One unit of the German's choice, the headquarters included, on every Italy turn; or the one named before."""

    rule = "7.4"

    def ask(self, s: SecondFront) -> Ask:
        if s.rules.italy_notice or not turn_row(s.turn).italy:
            return None
        units = italians(s)
        if not units:
            return None
        return Decision(s.seats[GERMAN], "italy", "7.4", (*[Transfer(u) for u in units], DONE), default=len(units))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Transfer:
            self.send(s, answer.unit, note)
        return ()

    def auto(self, s: SecondFront, note: Note) -> Steps:
        if turn_row(s.turn).italy and s.italian != NOBODY:
            self.send(s, s.italian, note)
            s.italian = NOBODY
        return ()

    def send(self, s: SecondFront, unit: UnitId, note: Note) -> None:
        arrive(s, unit, SOUTH, SentFromItaly(unit, SOUTH), note)
        s.newcomers = (*s.newcomers, unit)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done or (type(option) is Transfer and option.unit in italians(s)):
            return None
        return Refusal("7.4", "not_in_italy")


def italians(s: SecondFront) -> tuple[UnitId, ...]:
    """One unit of each sort in the Italy box."""
    found: dict[int, UnitId] = {}
    for u in s.here.get(ITALY, ()):
        found.setdefault(SORT[u], u)
    return tuple(found.values())


@rule("7.4.opt")
class NameNext(Step, frozen=True):
    """With five days' notice: the unit of the next Italy turn is named now, for good (R54)."""

    rule = "7.4.opt"

    def ask(self, s: SecondFront) -> Ask:
        if not s.rules.italy_notice or not (s.turn == 1 or turn_row(s.turn).italy) or s.turn + 5 > s.rules.last:
            return None
        units = italians(s)
        if not units:
            return None
        options = (*[Name(u) for u in units], DONE)
        return Decision(s.seats[GERMAN], "name_italian", "7.4.opt", options, default=len(units))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is Name:
            s.italian = answer.unit
            note(Named(answer.unit))
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done or (type(option) is Name and option.unit in italians(s)):
            return None
        return Refusal("7.4", "not_in_italy")


@rule("7.6.draw", "7.6.full", "7.6.ex", "7.1.sameturn")
class FromRussia(Step, frozen=True):
    """From fifteen turns after the declaration five counters come blind on every fifth turn, until none is left."""

    rule = "7.6.draw"
    left: int = DRAWN

    def due(self, s: SecondFront) -> bool:
        return bool(s.riga and s.turn >= s.riga + DELAY and turn_row(s.turn).russia and self.left)

    def ask(self, s: SecondFront) -> Ask:
        if not self.due(s) or RUSSIA not in s.here:
            return None
        counts = Counter([SORT[u] for u in s.here[RUSSIA]])
        return Draw(tuple(sorted(counts.items())), "russia", "7.6.draw")

    def take(self, s: SecondFront, answer: int, note: Note) -> Steps:
        unit = next(u for u in s.here[RUSSIA] if SORT[u] == answer)
        arrive(s, unit, NORTH, DrawnFromRussia(unit, NORTH), note)
        s.newcomers = (*s.newcomers, unit)
        return (FromRussia(self.left - 1),)
