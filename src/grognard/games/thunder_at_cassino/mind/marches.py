"""Troops on the march: how far the Allied side stands from what it still has to take."""

from functools import lru_cache
from operator import itemgetter

from grognard.games.thunder_at_cassino.content import ALLIED, AREAS, BOARD, LINKS, VP_AREAS
from grognard.games.thunder_at_cassino.mind.pressure import fighters_of, spaces_in
from grognard.games.thunder_at_cassino.rules.state import FIGHTERS_AT, Thunder
from grognard.maps import members

THERE = 1
"""Steps from a goal within which a unit has arrived."""
FARTHEST = 9
"""Steps beyond which it is all the same."""
GOALS = tuple(1 << area for area in VP_AREAS)
_of_goals = itemgetter(*VP_AREAS)


def march(s: Thunder) -> float:
    """The steps that Allied Combat units still have before them, as a loss.

    Goals are the Victory Point Areas marked for the Germans: markers change at the end of a turn, so that nobody is
    further from his goal by reaching it. Unlike the weight near an objective this fades with no distance: who is far
    from the fighting comes up. The defender is where he belongs, and has no such term.
    """
    wanted = sum([goal for goal, taken in zip(GOALS, _of_goals(s.control), strict=True) if not taken])
    return -float(_steps(s.mask[FIGHTERS_AT + ALLIED], tuple(s.here[:BOARD]), wanted))


@lru_cache(maxsize=1 << 10)
def _steps(places: int, here: tuple[tuple[int, ...], ...], goals: int) -> int:
    on_foot, on_wheels = _to_go(goals)
    total = 0
    for k in spaces_in(places):
        fighters, wheels = fighters_of(here[k])
        total += (fighters - wheels) * on_foot[k] + wheels * on_wheels[k]
    return total


@lru_cache(maxsize=1 << 8)
def _to_go(goals: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By space: the steps to the nearest of these goals on foot and on wheels, less those that make no difference."""
    return _distances(goals, wheels=False), _distances(goals, wheels=True)


def _distances(goals: int, wheels: bool) -> tuple[int, ...]:
    """By space; a Zone on the way counts as two steps. All the same from where no goal can be reached."""
    steps = dict.fromkeys(members(goals), 0)
    todo = list(steps)
    while todo:
        at = min(todo, key=steps.__getitem__)
        todo.remove(at)
        for n, white in LINKS[at]:
            far = steps[at] + (2 if at >= AREAS else 1)
            if (white or not wheels) and far < steps.get(n, FARTHEST):
                steps[n] = far
                todo.append(n)
    return tuple(max(0, steps.get(k, FARTHEST) - THERE) for k in range(BOARD))
