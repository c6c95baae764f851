"""2.2.1, 5.2, 5.3 What a step from hex to hex asks of a unit, whatever the occasion: terrain, roads, the enemy."""

from msgspec import Struct

from grognard.core import Refusal, SpaceId, UnitId, rule
from grognard.games.cassino_1944.content import (
    ARMOR,
    GRID,
    HEXES,
    LOWER_RAPIDO,
    MOUNTAIN,
    NEAR,
    ROAD,
    SIDE,
    UNITS,
    WATER,
)
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.maps import Bar, Costs, March, Price, PricedSteps, Set, links


class Ground(Struct, frozen=True):
    """What the price of a step depends on."""

    armor: bool
    mountains: bool
    """The switch `mountain_movement` (R-11)."""
    road: bool = False
    """Only roads are followed."""


@rule("2.2.1", "5.2.1.stop", "5.2.1.armor", "5.2.2")
def price(ground: Ground, a: int, b: int, side: int) -> Price:
    """A point a hex. Water and (R-11) mountains end the move; armor needs a road there and never enters the floods."""
    water, road = WATER[a] >> b & 1, ROAD[a] >> b & 1
    mountain = ground.mountains and MOUNTAIN[a] >> b & 1
    if ground.armor:
        if LOWER_RAPIDO >> b & 1:
            return Refusal("5.2.2", "flooded", (b,))
        if water and not road:
            return Refusal("5.2.1.armor", "armor_water", (a, b))
        if mountain and not road:
            return Refusal("2.2.1", "armor_mountain", (a, b))
    if ground.road and not road:
        return Refusal("5.2.bonus", "off_the_road", (a, b))
    if water:
        return 1, Refusal("5.2.1.stop", "water", (a, b))
    return (1, Refusal("5.2.1.stop", "mountain", (a, b))) if mountain else 1


COSTS = Costs(links(GRID), price)
PRICED: tuple[tuple[tuple[PricedSteps, ...], ...], ...] = tuple(
    tuple(tuple(COSTS.on(Ground(armor, mountains, road)) for road in (False, True)) for armor in (False, True))
    for mountains in (False, True)
)
"""By the switch, armor, and whether only roads are followed."""

Passage = tuple[SpaceId, Set, Set, bool, bool, bool]
"""Hex, its bit, its neighbours, whether a move must stop after the crossing, whether a road is followed, and whether
the hexside is water or mountain (where an advance stops)."""


def _passages(priced: PricedSteps) -> tuple[tuple[Passage, ...], ...]:
    """The steps of a ground by hex, with what listings ask of each: the same prices, laid out for speed."""
    return tuple(
        tuple(
            (SpaceId(b), 1 << b, NEAR[b], stop, bool(ROAD[a] >> b & 1), bool((WATER[a] | MOUNTAIN[a]) >> b & 1))
            for b, _, stop in priced.ways[a]
        )
        for a in range(HEXES)
    )


_KINDS = tuple(tuple(_passages(PRICED[mountains][armor][0]) for armor in (0, 1)) for mountains in (0, 1))
PASSAGES = tuple(tuple(kinds[ARMOR[u]] for u in UNITS) for kinds in _KINDS)
"""Passages by the switch `mountain_movement`, unit and hex."""


@rule("5.3.enemy")
def crossing(s: Cassino, unit: UnitId) -> March:
    """One hex in a retreat or advance: the terrain and the enemy count, nothing else."""
    priced = PRICED[s.rules.mountain_movement][ARMOR[unit]][0]
    return March(priced, 1, (Bar("5.3.enemy", "enemy_there", s.held[1 - SIDE[unit]]),), rule="5.1")
