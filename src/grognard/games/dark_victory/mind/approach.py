"""How far it is to the inside: a field over all spaces, made once, of what the way costs on foot."""

from functools import cache
from heapq import heappop, heappush

from grognard.games.dark_victory.content import (
    COST,
    DOOR,
    INSIDE,
    LEVEL,
    LINKS,
    LOW,
    LOW_COST,
    MIDDLE,
    OFF,
    PLACES,
    RAMPS,
    STAIRS,
    WALL,
)
from grognard.maps import Masks, members

LADDER, SHUT, TALL_WALL = 10, 8, 40
"""What a wall, a closed door and a high wall count for on the way."""
REACH = Masks([[b for b, _ in row] for row in LINKS])
"""Everything that touches, whatever stands between."""


@cache
def field() -> tuple[int, ...]:
    """By space: action factors to the nearest ground inside the walls; 0 inside, a long way for those off the map."""
    far = [10**6] * (OFF + 3)
    waiting: list[tuple[int, int]] = []
    for space in members(INSIDE):
        far[space] = 0
        waiting.append((0, space))
    while waiting:
        gone, a = heappop(waiting)
        if gone > far[a]:
            continue
        for b, side in LINKS[a]:
            total = gone + _step(b, a, side)
            if total < far[b]:
                far[b] = total
                heappush(waiting, (total, b))
    far[OFF] = max(far[:PLACES]) + 10
    far[OFF + 1] = far[OFF + 2] = 0
    return tuple(far)


def _step(a: int, b: int, side: int) -> int:
    """About what the step from `a` into `b` costs, opponents and luck left out."""
    cost = COST[b]
    if side in DOOR:
        return cost + SHUT
    if side in RAMPS or not WALL[side]:
        return cost + (6 if side in STAIRS else 0)
    return cost + {LOW: LOW_COST, MIDDLE: LADDER}.get(WALL[side], TALL_WALL) + LEVEL[b]
