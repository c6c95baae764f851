"""2.13, 5.3, 6.5, 8.7 Losses: steps, leaders, captures; after every single one the endings are tested.

Each function says whether the game is over; whoever called it then leaves the stack alone.
"""

from collections.abc import Callable

from grognard.core import Event, Note, SpaceId, UnitId, rule
from grognard.games.dark_victory.content import (
    CAPTURED,
    DEAD,
    FORMATION,
    KIND,
    MEXICAN,
    PLACES,
    SECOND,
    SIDE,
    SLAVE,
    STEPS,
    Column,
)
from grognard.games.dark_victory.rules.events import (
    LaddersNever,
    LeaderKilled,
    PrisonersTaken,
    StepLost,
    Taken,
    UnitKilled,
)
from grognard.games.dark_victory.rules.state import (
    Alamo,
    commander,
    fighters,
    ladders_lost,
    lay_dead,
    leaders,
    limit,
    losses,
    place,
    points,
    top,
)
from grognard.games.dark_victory.rules.victory import cleared, collapsed

Death = Callable[[UnitId, SpaceId], Event]
"""Tells how a leader dies, and where."""


@rule("2.13", "2.13.B", "5.3", "5.3.note", "10.3.C")
def lose_step(s: Alamo, unit: UnitId, note: Note) -> bool:
    """A unit loses a step: a Mexican is reduced and then removed, a Texan dies; one Dead counter stays."""
    space = s.loc[unit]
    lay_dead(s, space)
    if SIDE[unit] == MEXICAN:
        s.column_losses[0 if s.ladder_check else FORMATION[unit]] += 1
        note(StepLost(unit, space, losses(s)))
        if not s.reduced[unit]:
            s.reduced[unit] = 1
        else:
            place(s, unit, DEAD)
            note(UnitKilled(unit, space))
            if ladders_lost(s, FORMATION[unit]):
                note(LaddersNever(Column(FORMATION[unit])))
        return collapsed(s)
    place(s, unit, DEAD)
    note(UnitKilled(unit, space))
    return cleared(s)


@rule("5.3.note", "8.7", "2.7.B", "9.24")
def kill_leader(s: Alamo, leader: UnitId, note: Note, told: Death = LeaderKilled) -> bool:
    """A leader dies, which is told by the case that kills him; no step, but a Dead counter more (R-DEADLEAD)."""
    note(told(leader, s.loc[leader]))
    lay_dead(s, s.loc[leader])
    place(s, leader, DEAD)
    return cleared(s)


@rule("13.1", "13.2", "3.5.C")
def capture(s: Alamo, unit: UnitId, captor: UnitId, note: Note) -> bool:
    """Women and children or the slaves and prisoners are taken, a point for the command of the captor."""
    note((PrisonersTaken if KIND[unit] == SLAVE else Taken)(unit, s.loc[unit]))
    score(s, captor)
    return remove(s, unit)


def remove(s: Alamo, unit: UnitId) -> bool:
    """A unit is out of the game, no matter to whose gain."""
    place(s, unit, CAPTURED)
    return cleared(s)


@rule("3.5.C")
def score(s: Alamo, captor: UnitId) -> None:
    """One point for the command of the captor."""
    first, second = s.points
    s.points = (first, second + 1) if commander(s, captor) == SECOND else (first + 1, second)


@rule("6.5.B")
def surplus(s: Alamo, space: int) -> tuple[UnitId, ...]:
    """Units beyond the limit of a space, counted from the top: they add nothing and die with the first loss."""
    room, found = limit(s, space), []
    for unit in reversed(fighters(s, space)):
        if points(s, unit) <= room:
            room -= points(s, unit)
        else:
            found.append(unit)
    return tuple(found)


@rule("6.5.B", "10.3.C", "8.7", "10.4")
def strike(s: Alamo, space: SpaceId, note: Note) -> bool:
    """A hit on a space: the topmost unit loses a step, surplus units die with it, leaders left without units too."""
    unit = top(s, space)
    if unit is None:
        return False
    doomed = surplus(s, space)
    if lose_step(s, unit, note):
        return True
    if perish(s, doomed, note):
        return True
    return False if fighters(s, space) else orphaned(s, space, note)


@rule("6.5.B")
def perish(s: Alamo, units: tuple[UnitId, ...], note: Note) -> bool:
    """Units that die outright, every step of them."""
    for unit in units:
        for _ in range(STEPS[unit] - s.reduced[unit]):
            if lose_step(s, unit, note):
                return True
    return False


@rule("8.7", "10.4")
def orphaned(s: Alamo, space: SpaceId, note: Note) -> bool:
    """Leaders whose last unit has been eliminated die with it."""
    return any(kill_leader(s, leader, note) for leader in leaders(s, space))


def alive(s: Alamo, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of a group that are still on a map."""
    return tuple([u for u in units if s.loc[u] < PLACES])
