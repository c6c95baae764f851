"""Ground that will not last: victory hexes the Allied side controls, but which German units could just walk into."""

from functools import lru_cache

from grognard.core import SpaceId
from grognard.games.cassino_1944.content import (
    ALLIED,
    CRT,
    ENDURANCE,
    GERMAN,
    HEXES,
    MOVES,
    NEAR,
    ON_ROAD,
    ROAD,
)
from grognard.games.cassino_1944.mind.prospects import around, column_of, force, spaces
from grognard.games.cassino_1944.rules.combat import after_box
from grognard.games.cassino_1944.rules.crossings import PRICED
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.maps import Masks, mask, members

FAST = 3
"""The movement factor of motorised units; all others go two hexes."""


def _beside(sets: tuple[int, ...]) -> Masks:
    return Masks([members(near) for near in sets])


_plain = tuple(mask(b for b, _, stop in ways if not stop) for ways in PRICED[True][False][False].ways)
_onward = lru_cache(maxsize=16384)(_beside(_plain).around)
"""Hexes next to a set, over hexsides that do not end a move."""
_by_road = lru_cache(maxsize=16384)(_beside(ROAD).around)
_on_by_road = lru_cache(maxsize=16384)(
    _beside(tuple(road & plain for road, plain in zip(ROAD, _plain, strict=True))).around
)
ROADS = mask(hex for hex in range(HEXES) if ON_ROAD[hex])


def walked_into(s: Cassino) -> int:
    """Hexes that German units could enter by moving in their next half, or in what is left of this one.

    Stacking and the limits of armor are not looked at; contact, water and mountains end a move as they do (5.1, 5.2).
    """
    slow = fast = 0
    acted, here = s.acted, s.here
    for hex in spaces(s.held[GERMAN]):
        for u in here[hex]:
            if not acted >> u & 1:
                if MOVES[u] >= FAST:
                    fast |= 1 << hex
                else:
                    slow |= 1 << hex
    return _reached(slow, FAST - 1, s.held[0]) | _reached(fast, FAST, s.held[0])


@lru_cache(maxsize=16384)
def _reached(starts: int, moves: int, allied: int) -> int:
    free = ~allied
    open_ = free & ~around(allied)
    found, at, road = 0, starts, starts & ROADS
    for _ in range(moves):
        found |= around(at) | _by_road(road)
        at, road = _onward(at) & open_, _on_by_road(road) & open_
    return (found | _by_road(road)) & free


def storm(s: Cassino, star: SpaceId) -> float:
    """The chance that the Allied units next to a star would take it in one attack."""
    near = NEAR[star] & s.held[ALLIED]
    if not near:
        return 0.0
    units = s.here[star]
    if not units:
        return 1.0
    attack, armor = force(tuple([u for hex in spaces(near) for u in s.here[hex]]))
    room = sum([ENDURANCE[u] - s.damage[u] for u in units])
    return _taken(column_of(star, near, attack, armor, units), s.box[star], room, len(units))


@lru_cache(maxsize=4096)
def _taken(odds: int, box: int, room: int, units: int) -> float:
    """The chance that nobody is left in a hex: wiped out, or beaten; half of those who could afford to stand do."""
    chance = 0.0
    for face in range(1, 7):
        mine, theirs = after_box(CRT.result(odds, face), box)
        if theirs >= room:
            chance += 1.0
        elif theirs > mine:
            chance += 1.0 if theirs + units >= room else 0.5
    return chance / 6
