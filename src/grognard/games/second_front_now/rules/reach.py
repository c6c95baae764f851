"""12.0 The reach of a move from whole sets: every hex by what it costs to get there, and the way to one of them.

Ordinary and strategic movement go on alike outside enemy zones; only an ordinary move may end in one. So one flood
serves both. `movement.march` declares the same rules one by one, for refusals; the tests hold the two together.
"""

from functools import lru_cache

from msgspec import Struct

from grognard.core import SpaceId
from grognard.games.second_front_now.content import PRICED
from grognard.maps.sets import BIT, EVERY, Masks, Set, mask

_ONE, _TWO = (onward for _, _, onward, _ in PRICED.prices)
NEAR, NEAR_DEAR = _ONE.neighbours, _TWO.neighbours
"""By space: the hexes a step away at one point, and at two."""
_DEAR: Set = mask(space for space, hexes in enumerate(NEAR_DEAR) if hexes)
"""Where a major river can be crossed."""


def sources(onward: Masks) -> tuple[Set, ...]:
    """By space: from where it is entered."""
    found = [0] * len(onward.rows)
    for a, row in enumerate(onward.rows):
        for b in row:
            found[b] |= BIT[a]
    return tuple(found)


_BEFORE = sources(_ONE), sources(_TWO)
"""By price and space: from where it is entered."""


class Rings(Struct, frozen=True, gc=False):
    """The hexes a mover reaches, by what they cost."""

    free: tuple[Set, ...]
    """Outside enemy zones."""
    held: tuple[Set, ...]
    """In enemy zones, where an ordinary move ends."""
    ends: Set
    """All of them but the start."""


@lru_cache(maxsize=2048)
def _about(start: int, points: int) -> Set:
    return PRICED.around(start, points)


def rings(start: int, points: int, far: int, first: bool, shut: Set, zone: Set, entry: Set = EVERY) -> Rings:
    """Reach from a space with so many points as ordinary and, if any, as strategic movement.

    `first`: the one hex that is always open may be bought with all points. `shut`: enemies and hexes that are full;
    `zone`: the enemy's; `entry`: where the first step may lead. What lies out of reach cannot matter, so positions
    alike nearby are reckoned once.
    """
    about = _about(start, max(points, far))
    return _flood(start, points, far, first, shut & about, zone & about, entry)


@lru_cache(maxsize=4096)
def _flood(start: int, points: int, far: int, first: bool, shut: Set, zone: Set, entry: Set) -> Rings:
    most = max(points, far)
    free, held = [0] * (most + 1), [0] * (most + 1)
    free[0] = BIT[start]
    if first and points == 1:
        held[1] = NEAR_DEAR[start] & ~shut
    shut &= ~BIT[start]
    for cost in range(most):
        ring = free[cost] = free[cost] & ~shut
        if not ring:
            continue
        shut |= ring
        near = _ONE.around(ring) & ~shut if cost else NEAR[start] & entry & ~shut
        stopped = near & zone
        free[cost + 1] |= near ^ stopped
        if cost < points:
            held[cost + 1] |= stopped
        if ring & _DEAR and cost + 2 <= most:
            near = _TWO.around(ring) & ~shut
            stopped = near & zone
            free[cost + 2] |= near ^ stopped
            if cost + 2 <= points:
                held[cost + 2] |= stopped
    free[most] &= ~shut
    ends = 0
    for ring in (*free[1:], *held):
        ends |= ring
    return Rings(tuple(free), tuple(held), ends)


def path(reach: Rings, start: SpaceId, to: SpaceId, wanted: Set) -> tuple[SpaceId, ...]:
    """The cheapest way to a hex that is reached, both ends included; of equals one over hexes that are wanted."""
    bit = BIT[to]
    cost = next(k for k, ring in enumerate(reach.free) if k and (ring | reach.held[k]) & bit)
    found = [to]
    while cost > 1:
        cost -= 1
        near = reach.free[cost] & _BEFORE[0][found[-1]]
        if not near:
            cost -= 1
            near = reach.free[cost] & _BEFORE[1][found[-1]]
        near = near & wanted or near
        found.append(SpaceId((near & -near).bit_length() - 1))
    if found[-1] != start:
        found.append(start)
    return tuple(reversed(found))
