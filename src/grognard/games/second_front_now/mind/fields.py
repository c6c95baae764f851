"""Where it is good to stand: fields over the map, remembered by the few facts they depend on."""

from functools import lru_cache

import numpy as np

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    BEACH,
    BEACH_SET,
    HEXES,
    INNER,
    PATHS,
    POINTS,
    VALUE,
)
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps.sets import BIT, members

FADE = 0.72
"""What a hex farther away is worth of the one before."""
FAR = 12
CENTRE = 2.0
"""What an inner population centre is worth beyond its points: command points."""
CROWD = 3
"""Units that fill a beach."""
Field = tuple[float, ...]


def _rings(hex: int) -> tuple[int, ...]:
    """The hexes within 0, 1, 2 ... steps of a hex."""
    reached = BIT[hex]
    rings = [reached]
    for _ in range(FAR):
        reached |= PATHS.around(reached)
        rings.append(reached)
    return tuple(rings)


SPOTS: tuple[SpaceId, ...] = tuple(dict.fromkeys((*VALUE, *BEACH[0], *BEACH[1])))
RINGS = {hex: _rings(hex) for hex in SPOTS}


def distance(hex: SpaceId, held: int) -> int:
    """Steps from a place that counts to the nearest of these hexes."""
    for steps, ring in enumerate(RINGS[hex]):
        if ring & held:
            return steps
    return FAR + 1


def _shares(hex: SpaceId) -> list[float]:
    """By hex: what is left there of the worth of a place."""
    shares = [0.0] * HEXES
    share, inner = 1.0, 0
    for ring in RINGS[hex]:
        for h in members(ring & ~inner):
            shares[h] = share
        inner = ring
        share *= FADE
    return shares


SHARES = np.array([_shares(hex) for hex in SPOTS])
ROW = {hex: row for row, hex in enumerate(SPOTS)}


@lru_cache(maxsize=4096)
def _spread(worth: tuple[tuple[SpaceId, float], ...]) -> Field:
    """The best of what fades from every place, by hex."""
    if not worth:
        return (0.0,) * HEXES
    rows, values = [ROW[hex] for hex, _ in worth], np.array([value for _, value in worth])
    return tuple((SHARES[rows] * values[:, None]).max(axis=0).tolist())


def allied_field(s: SecondFront) -> Field:
    """For the Allied side: places the German still holds, the inner centres above all."""
    return _allied(s.taken)


@lru_cache(maxsize=1024)
def _allied(taken: int) -> Field:
    worth = [(h, VALUE[h] + (CENTRE if h in INNER else 0.0)) for h in VALUE if not taken & BIT[h]]
    return _spread(tuple(worth))


def german_field(s: SecondFront) -> Field:
    """For the German side: places in danger or just lost, and beaches, by how near the Allied units are."""
    return _german(s.held[ALLIED], s.taken, s.area, s.paid)


@lru_cache(maxsize=8192)
def _german(allied: int, taken: int, area: int, paid: int) -> Field:
    worth: list[tuple[SpaceId, float]] = []
    for h, points in VALUE.items():
        near = distance(h, allied)
        danger = max(0.0, 1.0 - near / (FAR + 1))
        value = (points + (CENTRE if h in INNER else 0.0)) * (0.3 + danger)
        worth.append((h, round(0.6 * value if taken & BIT[h] else value, 1)))
    worth += [(h, float(POINTS["beach"])) for h in BEACH[area] if taken & BIT[h] & ~paid]
    return _spread(tuple(worth))


def open_beaches(s: SecondFront) -> int:
    """Allied beaches without an Allied unit in or next to them, and Germans within a day's march."""
    if s.area < 0:
        return 0
    held, found = s.held[ALLIED], 0
    for hex in BEACH[s.area]:
        if s.taken & BIT[hex] & BEACH_SET[s.area] and not RINGS[hex][1] & held and RINGS[hex][6] & s.held[1]:
            found += 1
    return found


def full_beaches(s: SecondFront) -> int:
    """Allied beaches with so many units that the next can hardly come ashore."""
    return sum([len(s.here.get(hex, ())) >= CROWD for hex in BEACH[s.area]]) if s.area >= 0 else 0
