"""The drill itself: one of everything the contract promises and Cassino (1944) does not need."""

import random
from typing import Any

from msgspec.structs import replace

from grognard.core import (
    DONE,
    HIDDEN,
    NO,
    Ask,
    Decision,
    Done,
    Draw,
    Event,
    Note,
    Option,
    Refusal,
    Result,
    Roll,
    Seat,
    SpaceId,
    Step,
    Steps,
    UnitId,
    end,
    leave,
)
from tests.drill.content import CALM, DEAD, NEAR, OWNER, PLACES, SIDES, STORM, Side, units_of
from tests.drill.state import Drill, enemies_at, place

MOVES = 3


class Plot(Option, frozen=True):
    space: SpaceId


class Bid(Option, frozen=True):
    points: int


class Move(Option, frozen=True):
    unit: UnitId

    def seen_by(self, s: Drill, seat: Seat) -> Option:
        return self if s.seats[OWNER[self.unit]] == seat or s.known[self.unit] else Move(UnitId(HIDDEN))


class Go(Option, frozen=True):
    space: SpaceId


class FireAt(Option, frozen=True):
    space: SpaceId


class Drive(Option, frozen=True):
    space: SpaceId


PLOTS = tuple(Plot(SpaceId(p)) for p in PLACES)
BIDS = tuple(Bid(n) for n in (1, 2, 3))


class Plotted(Event, frozen=True):
    rule = "1.1"
    side: Side


class Opened(Event, frozen=True):
    rule = "2.1"
    reveals = True
    bids: tuple[int, ...]


class Walked(Event, frozen=True):
    rule = "3.1"
    unit: UnitId
    space: SpaceId
    side: Side

    def seen_by(self, s: Drill, seat: Seat) -> Event:
        if s.seats[self.side] == seat or s.known[self.unit]:
            return self
        return replace(self, unit=UnitId(HIDDEN))


class Shot(Event, frozen=True):
    rule = "3.2"
    reveals = True
    unit: UnitId
    space: SpaceId
    die: int
    hit: bool


class Drawn(Event, frozen=True):
    rule = "4.1"
    chit: int


class Alarm(Event, frozen=True):
    rule = "4.2"
    reveals = True
    side: Side


class Barrage(Event, frozen=True):
    rule = "5.1"
    reveals = True
    side: Side
    space: SpaceId
    lost: int


class Plots(Step, frozen=True):
    """1.1 Every seat writes in secret where its barrage will fall."""

    rule = "1.1"
    side: Side = Side(0)

    def ask(self, s: Drill) -> Ask:
        return Decision(s.seats[self.side], "plot", "1.1", PLOTS, secret=True)

    def take(self, s: Drill, answer: Plot, note: Note) -> Steps:
        s.plans = tuple([answer.space if k == self.side else p for k, p in enumerate(s.plans)])
        note(Plotted(self.side))
        return (Plots(Side(self.side + 1)),) if self.side + 1 < len(SIDES) else ()


class Turn(Step, frozen=True):
    """2 A turn: bids, the sides in their order, a chit; the barrages fall after turn 2."""

    rule = "2"
    turn: int

    def auto(self, s: Drill, note: Note) -> Steps:
        s.turn = self.turn
        return (Bids(), Chit(), EndTurn(self.turn))


class Bids(Step, frozen=True):
    """2.1 Sealed bids for the order of play; ties are rolled for."""

    rule = "2.1"
    bids: tuple[int, ...] = ()

    def ask(self, s: Drill) -> Ask:
        if len(self.bids) < len(SIDES):
            return Decision(s.seats[len(self.bids)], "bid", "2.1", BIDS, secret=True)
        return Roll((2, 2, 2), "tie", "2.1") if len(set(self.bids)) < len(SIDES) else None

    def take(self, s: Drill, answer: Any, note: Note) -> Steps:
        if not isinstance(answer, Bid):
            return self._order(answer)
        bids = (*self.bids, answer.points)
        if len(bids) == len(SIDES):
            note(Opened(bids))
        return (Bids(bids),)

    def auto(self, s: Drill, note: Note) -> Steps:
        return self._order((0, 0, 0))

    def _order(self, tie: tuple[int, ...]) -> Steps:
        order = sorted(range(len(SIDES)), key=lambda k: (-self.bids[k], -tie[k], k))
        return tuple(Acts(Side(k)) for k in order)

    def seen_by(self, s: Drill, seat: Seat) -> Step:
        if len(self.bids) == len(SIDES):
            return self
        return Bids(tuple([b if s.seats[k] == seat else HIDDEN for k, b in enumerate(self.bids)]))


class Acts(Step, frozen=True):
    """3 Each unit of a side may walk once."""

    rule = "3"
    side: Side
    moved: tuple[UnitId, ...] = ()

    def ask(self, s: Drill) -> Ask:
        able = [Move(u) for u in units_of(self.side) if s.loc[u] != DEAD and u not in self.moved]
        if not able:
            return None
        return Decision(s.seats[self.side], "act", "3", (*able, DONE), default=len(able))

    def take(self, s: Drill, answer: Option, note: Note) -> Steps:
        if type(answer) is Done:
            return ()
        assert isinstance(answer, Move)
        here = SpaceId(s.loc[answer.unit])
        return (Walk(self.side, answer.unit, (here,)), Acts(self.side, tuple(sorted((*self.moved, answer.unit)))))

    def why_not(self, s: Drill, option: Option) -> Refusal | None:
        if isinstance(option, Move):
            if OWNER[option.unit] != self.side:
                return Refusal("3", "not_yours", (option.unit,))
            if s.loc[option.unit] == DEAD or option.unit in self.moved:
                return Refusal("3", "moved", (option.unit,))
            return None
        return None if type(option) is Done else Refusal("3", "not_offered")

    def seen_by(self, s: Drill, seat: Seat) -> Step:
        return self if s.seats[self.side] == seat else Acts(self.side, tuple([UnitId(HIDDEN)] * len(self.moved)))


class Walk(Step, frozen=True):
    """3.1 Hex by hex; then the others may have fired anywhere on the path."""

    rule = "3.1"
    side: Side
    unit: UnitId
    path: tuple[SpaceId, ...]

    def ask(self, s: Drill) -> Ask:
        if len(self.path) > MOVES:
            return None
        steps = [Go(SpaceId(n)) for n in NEAR[self.path[-1]] if self.refuse(s, n) is None]
        return Decision(s.seats[self.side], "go", "3.1", (*steps, DONE), default=len(steps), units=(self.unit,))

    def take(self, s: Drill, answer: Option, note: Note) -> Steps:
        if type(answer) is Done:
            return self.auto(s, note)
        assert isinstance(answer, Go)
        place(s, self.unit, answer.space)
        note(Walked(self.unit, answer.space, self.side))
        return (replace(self, path=(*self.path, answer.space)),)

    def auto(self, s: Drill, note: Note) -> Steps:
        others = [Side(k) for k in range(len(SIDES)) if k != self.side]
        return tuple(Fires(k, self.side, self.unit, self.path, 1) for k in others)

    def refuse(self, s: Drill, space: int) -> Refusal | None:
        if space not in NEAR[self.path[-1]]:
            return Refusal("3.1", "not_adjacent", (space,))
        return Refusal("3.1", "occupied", (space,)) if enemies_at(s, space, self.side) else None

    def why_not(self, s: Drill, option: Option) -> Refusal | None:
        if isinstance(option, Go):
            return self.refuse(s, option.space)
        return None if type(option) is Done else Refusal("3.1", "not_offered")

    def seen_by(self, s: Drill, seat: Seat) -> Step:
        known = s.seats[self.side] == seat or s.known[self.unit]
        return self if known else replace(self, unit=UnitId(HIDDEN))


class Fires(Step, frozen=True):
    """3.2 Fire at the walker in a space of its path next to one's own unit: once, never backwards."""

    rule = "3.2"
    side: Side
    at_side: Side
    unit: UnitId
    path: tuple[SpaceId, ...]
    at: int

    def ask(self, s: Drill) -> Ask:
        if self.unit != HIDDEN and s.loc[self.unit] == DEAD:
            return None
        mine = {s.loc[u] for u in units_of(self.side)}
        seen = [p for p in dict.fromkeys(self.path[self.at :]) if any(n in mine for n in NEAR[p])]
        if not seen:
            return None
        options = (*(FireAt(p) for p in seen), NO)
        return Decision(s.seats[self.side], "fire", "3.2", options, default=len(seen), spaces=tuple(seen))

    def take(self, s: Drill, answer: Option, note: Note) -> Steps:
        if not isinstance(answer, FireAt):
            return ()
        at = self.path.index(answer.space, self.at)
        return (FireRoll(self.side, self.unit, answer.space), replace(self, at=at + 1))

    def seen_by(self, s: Drill, seat: Seat) -> Step:
        known = s.seats[self.at_side] == seat or s.known[self.unit]
        return self if known else replace(self, unit=UnitId(HIDDEN))


class FireRoll(Step, frozen=True):
    """3.2 A five or six hits, shows the unit, and puts it back into the space where it was fired at."""

    rule = "3.2"
    side: Side
    unit: UnitId
    space: SpaceId

    def ask(self, s: Drill) -> Ask:
        return Roll((6,), "fire", "3.2")

    def take(self, s: Drill, answer: tuple[int, ...], note: Note) -> Steps:
        hit = answer[0] >= 5
        s.known[self.unit] = True
        note(Shot(self.unit, self.space, answer[0], hit))
        if not hit:
            return ()
        place(s, self.unit, self.space)
        return (DriveBack(self.side, self.unit),)

    def seen_by(self, s: Drill, seat: Seat) -> Step:
        known = s.seats[OWNER[self.unit]] == seat or s.known[self.unit]
        return self if known else replace(self, unit=UnitId(HIDDEN))


class DriveBack(Step, frozen=True):
    """3.3 The firer chooses where the unit flees; with nowhere to go it is lost."""

    rule = "3.3"
    side: Side
    unit: UnitId

    def ask(self, s: Drill) -> Ask:
        free = [Drive(SpaceId(n)) for n in NEAR[s.loc[self.unit]] if not enemies_at(s, n, OWNER[self.unit])]
        return Decision(s.seats[self.side], "drive", "3.3", tuple(free), units=(self.unit,)) if free else None

    def take(self, s: Drill, answer: Drive, note: Note) -> Steps:
        place(s, self.unit, answer.space)
        note(Walked(self.unit, answer.space, OWNER[self.unit]))
        return ()

    def auto(self, s: Drill, note: Note) -> Steps:
        place(s, self.unit, DEAD)
        note(Walked(self.unit, SpaceId(DEAD), OWNER[self.unit]))
        return ()


class Chit(Step, frozen=True):
    """4.1 Draw one chit; calm goes back, storm ends the turn at once, alarm shows a side."""

    rule = "4.1"

    def ask(self, s: Drill) -> Ask:
        return Draw(tuple([(k, n) for k, n in enumerate(s.cup) if n]), "chit", "4.1")

    def take(self, s: Drill, answer: int, note: Note) -> Steps:
        note(Drawn(answer))
        if answer == CALM:
            return ()
        s.cup[answer] -= 1
        if answer == STORM:
            leave(s, EndTurn)
            return ()
        side = Side(s.turn % len(SIDES))
        for unit in units_of(side):
            s.known[unit] = True
        note(Alarm(side))
        return (Chit(),)


class EndTurn(Step, frozen=True):
    """5 After turn 2 the barrages fall and the side with most units left wins."""

    rule = "5"
    turn: int

    def auto(self, s: Drill, note: Note) -> Steps:
        if self.turn < 2:
            return (Turn(self.turn + 1),)
        for side, space in enumerate(s.plans):
            struck = [u for u, at in enumerate(s.loc) if at == space and OWNER[u] != side]
            for unit in struck:
                place(s, unit, DEAD)
            note(Barrage(Side(side), SpaceId(space), len(struck)))
        left = [sum(s.loc[u] != DEAD for u in units_of(side)) for side in range(len(SIDES))]
        end(s, Result(tuple([k for k, n in enumerate(left) if n == max(left)]), "5", "left", tuple(left)))
        return ()


def unfold(w: Drill, rng: random.Random) -> Steps:
    """The stack with its hidden fields filled in, for `resample`: a hidden walker is one that could stand there."""
    walker = HIDDEN
    for step in w.stack:
        if isinstance(step, Walk | Fires) and step.unit == HIDDEN and walker == HIDDEN:
            owner = step.side if isinstance(step, Walk) else step.at_side
            walker = rng.choice([u for u in units_of(owner) if w.loc[u] == step.path[-1] and not w.known[u]])
    return tuple(_unfold(step, w, walker, rng) for step in w.stack)


def _unfold(step: Step, w: Drill, walker: int, rng: random.Random) -> Step:
    if isinstance(step, Bids):
        return Bids(tuple([rng.choice(BIDS).points if b == HIDDEN else b for b in step.bids]))
    if isinstance(step, Walk | Fires | FireRoll) and step.unit == HIDDEN:
        return replace(step, unit=UnitId(walker))
    if isinstance(step, Acts) and HIDDEN in step.moved:
        others = [u for u in units_of(step.side) if u != walker]
        sure = [UnitId(walker)] if walker != HIDDEN and OWNER[walker] == step.side else []
        return Acts(step.side, tuple(sorted((*sure, *rng.sample(others, len(step.moved) - len(sure))))))
    return step
