"""How far every hex is from what a side wants: points of movement over dry ground, computed when first asked."""

from functools import cache
from itertools import islice

from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    ARMOUR,
    GURKHA,
    HEXES,
    HOTEL,
    NATION,
    RAJPUTANA,
    SIDE,
    UNIT_ROWS,
    UNITS,
)
from grognard.games.battle_for_cassino.rules.terrain import COSTS, Ground
from grognard.maps import March, Set, members

FAR = 240
"""Points beyond which a hex is simply far."""
TO_ABBEY, TO_HOTEL = 0, 1
ABBEY_GUARD = frozenset({"I/3 Para", "I/4 Para", "artillery observers"})
"""German formations that belong to the Abbey."""


@cache
def points_to(goal: int, armour: bool) -> tuple[int, ...]:
    """Points from every hex to the goal. Ways are as dear back as forth, but for what is entered."""
    march = March(COSTS.on(Ground(armour=armour, climber=True)), FAR)
    best = [FAR] * HEXES
    for start in members(ABBEY if goal == TO_ABBEY else HOTEL):
        for hex, cost in march.reach(start).costs.items():
            best[hex] = min(best[hex], cost)
    if armour:
        foot = points_to(goal, False)
        return tuple(min(a, b + 60) for a, b in zip(best, foot, strict=True))
    return tuple(best)


def _goal(unit: int) -> int:
    if SIDE[unit] == ALLIED:
        return TO_ABBEY if NATION[unit] in (RAJPUTANA, GURKHA) else TO_HOTEL
    return TO_ABBEY if UNIT_ROWS[unit].formation in ABBEY_GUARD else TO_HOTEL


GOAL = tuple(_goal(u) for u in UNITS)
"""What a unit makes for, or belongs to: Indian battalions and two of the German ones the Abbey, everybody else the
hotel."""


@cache
def ways_of(unit: int) -> tuple[int, ...]:
    """Points from every hex to what a unit makes for."""
    return points_to(GOAL[unit], bool(ARMOUR >> unit & 1))


@cache
def _order(goal: int, armour: bool) -> tuple[int, ...]:
    ways = points_to(goal, armour)
    return tuple(sorted(range(HEXES), key=lambda h: (ways[h], h)))


def nearest(unit: int, among: Set, most: int) -> list[int]:
    """Of these hexes the ones nearest to what a unit makes for, the nearest first."""
    return nearest_to(GOAL[unit], bool(ARMOUR >> unit & 1), among, most)


def nearest_to(goal: int, armour: bool, among: Set, most: int) -> list[int]:
    """Of these hexes the ones nearest to a goal, the nearest first."""
    return list(islice((h for h in _order(goal, armour) if among >> h & 1), most))


def away(unit: int, hex: int) -> int:
    """Points from a hex to what a unit makes for."""
    return ways_of(unit)[hex]
