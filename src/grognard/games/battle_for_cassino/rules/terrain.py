"""6.4 The Terrain Effects Chart: what a step costs, and what the ground gives to a defender."""

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import Refusal, rule
from grognard.games.battle_for_cassino.content import (
    BRIDGES,
    COST,
    COVER,
    CREST,
    ELEVATION,
    LINKS,
    RIVERS,
    ROADS,
    SLOPE,
    STREAMS,
    TOUCH,
    TRAILS,
)
from grognard.maps import BIT, Costs, Price, Set

BAND = 50
"""Metres between two contour lines."""
MOST = 3
"""No defender is ever more than tripled (6.4.cap)."""


TALL = 10
"""Metres that a building adds as an obstacle and a crest as anything."""


@rule("5.2", "5.23", "5.23.ex", "5.22.in")
def height(hex: int) -> int:
    """Metres of a position: its band, ten more on a crest; a building does not lift who is in it."""
    return ELEVATION[hex] + (TALL if CREST[hex] else 0)


class Ground(Struct, frozen=True):
    """What prices depend on in a phase."""

    armour: bool = False
    night: bool = False
    climber: bool = False
    """The mover began the phase on the slopes (6.33)."""
    spoilt: Set = 0
    """Hexes with ruins or a roadblock."""
    ruins: Set = 0
    """Those of them with ruins, which another case closes to armour than roadblocks."""


@rule(
    "6.4", "6.4.road", "6.4.trail", "6.4.contour", "6.26", "5.2.contour", "6.4.ruins", "6.4.roadblock", "6.4.stream",
    "6.4.river", "6.4.crest", "6.4.cum", "6.23", "15.0.effect", "13.32", "6.31", "6.33", "16.0", "5.6",
)  # fmt: skip
def price(ground: Ground, a: int, b: int, side: int) -> Price:
    """The points for a step (ruling 13): the hex, or the road or trail followed, doubled by ruins or a roadblock, plus
    contours and streams; at night the whole doubled off roads. The first slope hex ends a move (ruling 16)."""
    if side in RIVERS and side not in BRIDGES:
        return Refusal("6.4.river", "river", (a, b))
    road, trail = side in ROADS, side in TRAILS
    spoilt = ground.spoilt & BIT[b]
    if ground.armour:
        if not road:
            return Refusal("16.0", "roads_only", (a, b))
        if spoilt:
            return Refusal("6.23" if ground.ruins & BIT[b] else "15.0.effect", "spoilt", (b,))
    cost = 1 if road else 2 if trail else COST[b]
    if spoilt:
        cost *= 2
    cost += 2 * (abs(ELEVATION[a] - ELEVATION[b]) // BAND)
    if side in STREAMS and not (road or trail):
        cost += 2
    if ground.night and not road:
        cost *= 2
    if SLOPE & BIT[b] and not SLOPE & BIT[a] and not ground.climber:
        return cost, Refusal("6.31", "first_slope", (b,))
    return cost


COSTS: Costs[Ground] = Costs(
    LINKS, price, lambda ground: (replace(ground, spoilt=0, ruins=0), ground.spoilt), alike=True
)


@rule("6.4.crest")
def uphill(hex: int, attackers: Set) -> bool:
    """Whether every attacking hex is lower, outside the defender's crest, and next to it (ruling 15)."""
    group = CREST[hex]
    if not group:
        return False
    outside = 0
    near = TOUCH[hex]
    rest = near & attackers
    while rest:
        low = rest & -rest
        rest ^= low
        a = low.bit_length() - 1
        if CREST[a] == group or height(a) >= height(hex):
            return False
        outside |= low
    return bool(outside)


@rule("6.4.cap", "6.4.ruins", "6.4.crest", "12.13")
def cover(hex: int, ruined: bool, attackers: Set) -> int:
    """The multiplier of a defence: doubled adds one, tripled two, three at most (ruling 14)."""
    more = COVER[hex] + ruined + (2 if uphill(hex, attackers) else 0)
    return min(MOST, 1 + more)
