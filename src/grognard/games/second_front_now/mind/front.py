"""The front line: the power of every stack, the attacks it promises to either side, and points left open to a march."""

from functools import lru_cache

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    ANTI_ARMOR,
    ANTI_INFANTRY,
    BEACH_SET,
    GERMAN,
    HQ,
    IS_ARTILLERY,
    KIND,
    MAJOR_RIVER,
    PENALTY,
    RIVER,
    TERRAIN,
    UNITS,
    VALUE,
    ZONES,
    side_between,
)
from grognard.games.second_front_now.mind.fields import RINGS
from grognard.games.second_front_now.rules.control import beach_price, gripped
from grognard.games.second_front_now.rules.state import GUNS, SecondFront
from grognard.maps.sets import BIT, mask, members

BODY, LONE = 1.0, 0.25
"""What a step is worth beyond its fire, because it stops shots and holds ground; and what guns alone are worth."""
FIRE = tuple(
    0.0 if KIND[u] == HQ else (ANTI_ARMOR[u] + ANTI_INFANTRY[u]) / 2 + (0.0 if IS_ARTILLERY[u] else BODY) for u in UNITS
)
POWER = tuple((0.0, FIRE[u], FIRE[u] * 1.8) for u in UNITS)
"""By unit and steps left."""
ENOUGH, PLENTY = 1.1, 1.4
"""An attack promises something from this many times the power of the defence, and no more beyond so much above that."""
GROUND, HURT, SHARE = 0.3, 0.07, 0.5
"""What a promising attack is worth: its ground, a part of the power it meets, and a share of the points of the hex."""
WORTH = mask(VALUE) | BEACH_SET[0] | BEACH_SET[1]
"""Places that may be worth points."""
COVERED = 6.0
"""The power of a counter nobody can name."""
Powers = dict[int, float]


def fire(unit: int) -> int:
    """Both fire values of a unit together."""
    return ANTI_ARMOR[unit] + ANTI_INFANTRY[unit]


def powers(s: SecondFront, side: int) -> Powers:
    """The power of a side's stacks by hex; counters nobody can name count for a common division, guns without company
    for little: they neither lead an attack nor stand fire."""
    steps, here, found = s.steps, s.here, {}
    guns = s.crowds[GUNS]
    for hex in members(s.held[side]):
        total = 0.0
        units = here[hex]
        for u in units:
            total += POWER[u][steps[u]] if u >= 0 else COVERED
        found[hex] = total if len(units) > 1 or not guns & BIT[hex] else LONE * total
    return found


@lru_cache(maxsize=8192)
def into(source: int, target: int) -> float:
    """What the ground leaves of the fire of an attack across this hexside."""
    worse = PENALTY[TERRAIN[target]][1]
    side = side_between(source, target)
    if side in MAJOR_RIVER:
        worse += PENALTY["major_river"][1]
    elif side in RIVER:
        worse += PENALTY["river"][1]
    return max(0.2, 1.0 + 0.22 * worse)


def held_value(s: SecondFront, side: int, hex: int) -> float:
    """Points that change hands when a side takes a hex from the other."""
    return float(VALUE.get(SpaceId(hex), 0) + beach_price(s, side, hex))


def promise(s: SecondFront, side: int, own: Powers, enemy: Powers) -> dict[int, float]:
    """By enemy hex in contact: what the best single stack next to it can hope for, in victory points."""
    mine = s.held[side]
    found = {}
    for target in members(ZONES.of(mine) & s.held[1 - side]):
        best = 0.0
        for source in members(ZONES.of(BIT[target]) & mine):
            power = own[source] * into(source, target)
            if power > best:
                best = power
        resists = enemy[target]
        margin = best / max(resists, 1.0) - ENOUGH
        if margin > 0.0:
            worth = GROUND + HURT * resists + SHARE * held_value(s, side, target)
            found[target] = min(margin, PLENTY) / PLENTY * worth
    return found


def points_taken(s: SecondFront, side: int, hex: int) -> float:
    """Points that change hands when a stack of a side comes to a hex: there, and in empty places beside it."""
    enemy = s.held[1 - side]
    lost = s.taken if side == GERMAN else ~s.taken
    free = gripped(BIT[hex] & ~enemy, enemy) & lost & WORTH
    return sum([held_value(s, side, h) for h in members(free)])


def open_points(s: SecondFront, side: int) -> float:
    """Points of empty places the enemy could take by marching in: nobody of the holder near, somebody of his."""
    own, enemy = s.held[side], s.held[1 - side]
    total = 0.0
    for hex, points in VALUE.items():
        if bool(s.taken & BIT[hex]) == (side == ALLIED):
            rings = RINGS[hex]
            if not rings[1] & own and rings[4] & enemy:
                total += points * (0.6 if rings[2] & enemy else 0.35)
    return total
