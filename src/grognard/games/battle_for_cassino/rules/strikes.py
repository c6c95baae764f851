"""5.8 What a bombardment result does to a hex: pins, lost steps, a retreat conducted by the owner."""

from grognard.core import Note, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import BOMBARDMENT, NOTHING, POINT_COLUMNS, SIDE, Strike
from grognard.games.battle_for_cassino.rules.losses import Losses
from grognard.games.battle_for_cassino.rules.retreat import Retreats, in_order
from grognard.games.battle_for_cassino.rules.state import Battle, pin

UNSEEN = 2
"""Added to the die of unobserved fire (5.32)."""


@rule("5.32")
def face(die: int, seen: bool) -> int:
    """The die as it is read."""
    return die if seen else die + UNSEEN


def column(points: int) -> str:
    """The heading of the column of so many points."""
    return POINT_COLUMNS.labels[POINT_COLUMNS.of(points)]


@rule("5.8", "5.8.cap", "5.8.none")
def strike(points: int, die: int, seen: bool) -> Strike:
    """The result of so many points: ten are the most, two is added without an observer, above six nothing happens."""
    read = face(die, seen)
    return NOTHING if read > 6 else BOMBARDMENT.result(POINT_COLUMNS.of(points), read)


@rule("5.8.P", "5.8.steps", "5.8.r", "5.0.retreat", "5.8.none")
def struck(s: Battle, hex: int, result: Strike, note: Note) -> Steps:
    """Apply a result to all units of a hex; what its owner has to decide follows as steps."""
    units = tuple(UnitId(u) for u in s.here.get(hex, ()))
    if not units:
        return ()
    side = SIDE[units[0]]
    if result.pin:
        for unit in units:
            pin(s, unit, note)
    steps: list[Step] = []
    if result.steps:
        steps.append(Losses(side, result.steps, units))
    if result.retreat:
        steps.append(Retreats(side, result.retreat, in_order(units)))
    return tuple(steps)
