"""How far it is to the enemy: what a way costs Mexicans on foot, walls and shut doors counted, opponents left out."""

from functools import cache, lru_cache
from heapq import heappop, heappush

import numpy as np

from grognard.games.dark_victory.content import (
    COST,
    DOOR,
    HEXES,
    INSIDE,
    LEVEL,
    LINKS,
    LOW,
    LOW_COST,
    MEXICAN,
    MIDDLE,
    PLACES,
    RAMPS,
    STAIRS,
    STAIRS_COST,
    TEXAN,
    WALL,
)
from grognard.games.dark_victory.rules.state import HELD, Alamo
from grognard.maps import BIT, Masks, members

LADDER, SHUT, TALL_WALL = 10, 8, 40
"""What an intermediate wall, a closed door and a high wall count for on the way."""
NOWHERE = 200
"""Further than any way on the maps."""
FAR_OFF = 80
"""A Texan further away is not hunted yet."""
HUNTERS = np.array([0.5, 0.3, 0.2])
"""What the nearest, the second and the third stack count."""
CROWD, DETOUR = 2, 3
"""Mexican hexes around a Texan that are enough, and how much further away each more makes him."""
REACH = Masks([[b for b, _ in row] for row in LINKS])
"""Everything that touches, whatever stands between."""


@cache
def ways_to(target: int) -> bytes:
    """By space: about what it costs to walk from it to one space."""
    return bytes(_spread([target]))


def _spread(targets: list[int]) -> list[int]:
    """By space: the cost of the cheapest way to one of these."""
    far = [NOWHERE] * PLACES
    waiting = [(0, target) for target in targets]
    for target in targets:
        far[target] = 0
    while waiting:
        gone, a = heappop(waiting)
        if gone > far[a]:
            continue
        for b, side in LINKS[a]:
            total = gone + _step(b, a, side)
            if total < far[b]:
                far[b] = total
                heappush(waiting, (total, b))
    return far


def _step(a: int, b: int, side: int) -> int:
    """About what the step from `a` into `b` costs."""
    cost = COST[b]
    if side in DOOR:
        return cost + SHUT
    if side in RAMPS or not WALL[side]:
        return cost + (STAIRS_COST if side in STAIRS else 0)
    return cost + {LOW: LOW_COST, MIDDLE: LADDER}.get(WALL[side], TALL_WALL) + LEVEL[b]


@cache
def ways_in() -> bytes:
    """By space: what it costs to get inside the walls; the last entry is for those who have not come on."""
    far = _spread(members(INSIDE))
    return bytes([*far, max(far[:HEXES]) + 10])


@cache
def ways_to_rooms() -> bytes:
    """By space: what it costs to get into the nearest room."""
    return bytes(_spread(list(range(HEXES, PLACES))))


def behind(a: int, b: int, targets: int) -> int:
    """How far the nearest target is behind a door from one space to another, if the way leads through it."""
    rows = [ways_to(t) for t in members(targets)]
    return min([row[b] for row in rows if row[a] - row[b] > SHUT], default=NOWHERE)


def pursuit(s: Alamo) -> float:
    """How far the nearest three Mexican stacks are from each Texan, added up: who falls counts no more."""
    return _away(s.held[TEXAN], s.held[HELD + MEXICAN])


@lru_cache(8192)
def _away(targets: int, stacks: int) -> float:
    troops = members(stacks)
    if not targets or not troops:
        return 0.0
    away = np.minimum(ways_table(targets)[:, troops], FAR_OFF)
    few = min(len(troops), len(HUNTERS))
    near = np.sort(np.partition(away, few - 1, axis=1)[:, :few], axis=1) if few < len(troops) else np.sort(away, axis=1)
    return float((near @ HUNTERS[:few]).sum())


def quarry(s: Alamo, at: int) -> bytes | None:
    """The ways to the Texan to whom the fewest stacks are nearer than one in this space, the nearest of equals."""
    targets, troops = s.held[TEXAN], members(s.held[HELD + MEXICAN])
    if not targets:
        return None
    table = ways_table(targets)
    mine = table[:, at]
    ahead = (table[:, troops] < mine[:, None]).sum(axis=1)
    return ways_to(members(targets)[int(np.argmin(ahead * (NOWHERE + 1) + mine))])


@cache
def _about(target: int) -> int:
    """A space and those up to two steps around it."""
    near = BIT[target] | REACH.neighbours[target]
    return near | REACH.around(near)


def ways(s: Alamo) -> bytes:
    """By space: the way to the Texan who is nearest, those further away who are beset by a crowd already."""
    targets, troops = s.held[TEXAN], s.held[HELD + MEXICAN]
    crowds = [(_about(t) & troops).bit_count() for t in members(targets)]
    return _field(targets, bytes([DETOUR * max(0, n - CROWD) for n in crowds]))


@lru_cache(512)
def _field(targets: int, more: bytes) -> bytes:
    if not targets:
        return bytes([NOWHERE]) * (PLACES + 1)
    found = (ways_table(targets) + np.frombuffer(more, dtype=np.uint8)[:, None]).min(axis=0)
    capped: bytes = np.minimum(found, NOWHERE).astype(np.uint8).tobytes()
    return capped + bytes([NOWHERE])


@lru_cache(32)
def ways_table(targets: int) -> "np.ndarray[tuple[int, int], np.dtype[np.uint16]]":
    """By target and space: the cost of the way."""
    rows = [np.frombuffer(ways_to(t), dtype=np.uint8) for t in members(targets)]
    return np.stack(rows).astype(np.uint16)
