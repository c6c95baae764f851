"""2.12, 8.4 Steps lost, and where the eliminated go."""

from grognard.core import Note, UnitId, rule
from grognard.games.second_front_now.content import COMMONWEALTH, DEAD, LOST, NATION, POINTS, REGULAR, SIDE
from grognard.games.second_front_now.rules.events import Eliminated
from grognard.games.second_front_now.rules.state import SecondFront, place
from grognard.games.second_front_now.rules.victory import score


@rule("2.12.hit", "8.4", "4.5", "9.1.live")
def eliminate(s: SecondFront, unit: UnitId, note: Note, combat: bool = True, rebuildable: bool = False) -> None:
    """Out of play, for good unless it drew regular supply at the last check; Commonwealth units cost a point (R18)."""
    side = SIDE[unit]
    s.steps[unit] = 0
    box = DEAD[side] if rebuildable or s.fed[unit] == REGULAR else LOST[side]
    place(s, unit, box)
    s.fed[unit] = REGULAR
    note(Eliminated(unit, box))
    if combat and NATION[unit] == COMMONWEALTH:
        score(s, POINTS["commonwealth_loss"], note)


@rule("2.12.hit", "2.9.begin")
def fallen(s: SecondFront, side: int) -> tuple[UnitId, ...]:
    """The eliminated of a side. With those lost for good lies what beginners set aside, which never fought; they lose
    nobody for good, for they know no supply."""
    dead = s.here.get(DEAD[side], ())
    return dead if s.rules.basic else (*dead, *s.here.get(LOST[side], ()))
