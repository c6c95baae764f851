"""10.8-10.13 Lines of sight: from centre to centre, walls, blocking units, rooms by straight rows, and how far.

What walls and rooms do to a line never changes, so it is worked out once for each pair of spaces and kept; zones take
it from sets of all hexes at once, one for each offset. Units in the way are asked of the position. A line that runs
along a hexside or through a corner is tried a hair to either side; it is blocked only if both are (R-LOS).
"""

import itertools
from collections.abc import Iterable
from functools import cache, lru_cache

from grognard.core import rule
from grognard.games.dark_victory.content import (
    AT_LEAST,
    DOOR,
    FAR,
    GRID,
    GROUND,
    HEXES,
    HIGH,
    LEVEL,
    LINKS,
    MEXICAN,
    NEXT_DOOR,
    NO_WALL,
    NUMBER,
    PLACES,
    RANGE,
    SPACE,
    TALL,
    TEXAN,
    UNROOFED,
    VISIBILITY,
    WALL,
    Side,
)
from grognard.games.dark_victory.rules.state import Alamo
from grognard.maps import BIT, Plane, column, mask
from grognard.maps.lines import Offset, hair

Line = tuple[int, int]
"""The set of spaces between, and the side crossed last."""

SCAFFOLD = mask(SPACE[h] for h in ("2925", "2926", "2927", "3025", "3125", "3226", "3326"))
"""The high hexes around the unroofed part of the chapel (9.13)."""
WEST_GUN, EAST_GUN = SPACE["2023"], SPACE["3326"]
EMBRASURES = mask((SPACE["1922"], SPACE["1923"]))
PORTS = mask(SPACE[h] for h in ("3325", "3327", "3426", "3427"))


@rule("10.13", "10.13.ex")
def distance(a: int, b: int) -> int:
    """10.13 Range in hexes: the firer's hex is not counted, the target's is."""
    return GRID.distance(NUMBER[a], NUMBER[b])


@lru_cache(200_000)
@rule("10.8", "10.8.E", "9.13", "10.10", "9.9.B", "10.10.B")
def lines(a: int, b: int, gun: bool = False, strict: bool = False) -> tuple[Line, ...]:
    """The lines from `a` to `b` that no wall or floor blocks: none, one, or two a hair apart."""
    if a == b:
        return ()
    if a >= HEXES or b >= HEXES:
        row = _rows().get((a, b))
        return () if row is None else (row,)
    if (UNROOFED >> a | UNROOFED >> b) & 1 and not _over_the_chapel(a, b):
        return ()
    q, r = GRID.cubes[a]
    u, v = GRID.cubes[b]
    found: dict[Line, None] = {}
    for chain in hair(u - q, v - r):
        spaces = [GRID.at(q + x, r + y) for x, y in chain]
        if -1 in spaces:
            continue
        sides = [GRID.side(x, y) for x, y in itertools.pairwise(spaces)]
        if _open(a, b, spaces, sides, gun, strict):
            found[mask(spaces[1:-1]), sides[-1]] = None
    return tuple(found)


def _over_the_chapel(a: int, b: int) -> bool:
    """9.13 Unroofed hexes exchange fire only with each other and the scaffold around them."""
    return all((UNROOFED | SCAFFOLD) >> x & 1 for x in (a, b))


@rule("10.8.D", "10.25", "10.9", "10.9.B", "9.13.note")
def _open(a: int, b: int, spaces: list[int], sides: list[int], gun: bool, strict: bool) -> bool:
    """Whether walls let a line pass: those of the firing and the target hex do, high ones not for men on the ground."""
    if gun and a == EAST_GUN and not PORTS >> spaces[1] & 1:
        return False
    if UNROOFED >> a & UNROOFED >> b & 1 and not all(UNROOFED >> x & 1 for x in spaces):
        return False
    for side, x, y in zip(sides, spaces, spaces[1:], strict=False):
        wall = WALL[side]
        if wall == NO_WALL:
            continue
        if a not in (x, y) and b not in (x, y):
            if not (gun and a == WEST_GUN and (EMBRASURES >> x | EMBRASURES >> y) & 1):
                return False
        if wall == TALL and LEVEL[a] == GROUND and side not in DOOR and not _upward(a, b, b in (x, y), strict):
            return False
    return True


@rule("10.25")
def _upward(a: int, b: int, own: bool, strict: bool) -> bool:
    """R-UPFIRE: a target up on a high hex may be fired on over its own wall; read strictly, only in the chapel."""
    return LEVEL[b] == HIGH and own and (not strict or bool(UNROOFED >> a & 1))


@cache
@rule("10.10", "10.10.ex", "10.10.B", "9.9.B")
def _rows() -> dict[tuple[int, int], Line]:
    """Fire from, into and between rooms: one straight row of hexes through doors (R-ROOMFIRE), both ways."""
    found: dict[tuple[int, int], Line] = {}
    for room in range(HEXES, PLACES):
        for direction in range(6):
            between: list[int] = []
            at, first, steps = room, -1, 0
            while True:
                onward = _next_in_row(at, direction)
                if onward is None:
                    break
                at, side = onward
                steps += 1
                first = side if first < 0 else first
                if LEVEL[at] == HIGH:
                    break
                row = mask(between)
                found[room, at] = row, side
                found[at, room] = row, first
                if steps > 1 and WALL[side]:
                    break
                between.append(at)
    return found


def _next_in_row(at: int, direction: int) -> tuple[int, int] | None:
    """The space that follows in a straight row, and the side between; None where a floor or a wall ends it."""
    number = GRID.towards[NUMBER[at]][direction]
    if number < 0:
        return None
    here: tuple[int, int] | None = None
    for b, side in LINKS[at]:
        if NUMBER[b] != number:
            continue
        if side in DOOR:
            return b, side
        if at < HEXES and b < HEXES and WALL[side] != TALL and not (UNROOFED >> at ^ UNROOFED >> b) & 1:
            here = b, side
    return here


@rule("10.11", "10.12", "10.12.B", "10.13")
def reach(turn: int, side: Side, gun: bool) -> int:
    """How far a weapon carries: its own range (a cannon has none) and the visibility of the turn, together."""
    far = VISIBILITY[turn]
    return far if gun else min(far, RANGE[side])


@lru_cache(20_000)
@rule("11.2", "10.8.F")
def zone(a: int, far: int, gun: bool = False, strict: bool = False) -> int:
    """The spaces within a range that no wall hides from a space, in all directions."""
    bits = 0
    if a < HEXES and far < FAR:
        for steps in range(far + 1):
            bits |= _ring(a, steps, gun, strict)
    elif a < HEXES:
        bits = _unwalled(a, range(HEXES), gun, strict)
    return bits | mask([b for b in _rows_from().get(a, ()) if distance(a, b) <= far])


@lru_cache(40_000)
def _ring(a: int, far: int, gun: bool, strict: bool) -> int:
    """The hexes at one distance that no wall hides from a hex: as the day breaks, one ring after the other comes in."""
    return _unwalled(a, GRID.ring(a, far), gun, strict)


def _unwalled(a: int, hexes: Iterable[int], gun: bool, strict: bool) -> int:
    """Those of some hexes that no wall hides from a hex."""
    if _PECULIAR >> a & 1:
        return mask([b for b in hexes if lines(a, b, gun, strict)])
    (q, r), at = GRID.cubes[a], _PLANE.at[a]
    bits = 0
    for b in hexes:
        u, v = GRID.cubes[b]
        if _open_from(u - q, v - r, strict)[at]:
            bits |= BIT[b]
    return bits & ~UNROOFED


_PECULIAR = UNROOFED | SCAFFOLD | mask((WEST_GUN, EAST_GUN))
"""Hexes whose lines have rules of their own (9.13, 10.9)."""
_PLANE = Plane(GRID, 2)
_BEYOND = mask(place for place, hex in enumerate(_PLANE.spread(range(HEXES), -1)) if hex < 0)
_ON_GROUND, _ON_HIGH = (mask(_PLANE.at[h] for h in range(HEXES) if LEVEL[h] == level) for level in (GROUND, HIGH))


@cache
def _walled(tall: bool) -> dict[Offset, int]:
    """By step: the places with a wall on that side; `tall`: only high ones without a door."""
    found: dict[Offset, int] = {}
    for a, (q, r) in enumerate(GRID.cubes):
        for b in GRID.neighbours[a]:
            (u, v), side = GRID.cubes[b], GRID.side(a, b)
            wall = WALL[side] == TALL and side not in DOOR if tall else WALL[side] != NO_WALL
            found[u - q, v - r] = found.get((u - q, v - r), 0) | wall << _PLANE.at[a]
    return found


@lru_cache(20_000)
@rule("10.8.D", "10.25")
def _open_from(q: int, r: int, strict: bool) -> bytes:
    """By place: 1 if a line leads from there to the hex at this offset, as `lines` finds it for hexes without rules of
    their own: no wall between but those of both ends, and high ones only for targets up on them (R-UPFIRE)."""
    found = 0
    up = 0 if strict else _moved(_ON_HIGH, q, r)
    walls, tall_walls = _walled(False), _walled(True)
    for chain in hair(q, r):
        shut, last = 0, len(chain) - 2
        for k, ((x, y), (u, v)) in enumerate(itertools.pairwise(chain)):
            step = u - x, v - y
            if k:
                shut |= _moved(_BEYOND, x, y)
            if 0 < k < last:
                shut |= _moved(walls[step], x, y)
            else:
                shut |= _moved(tall_walls[step], x, y) & _ON_GROUND & ~(up if k == last else 0)
        if last >= 0:
            found |= ~shut
    return column(found, _PLANE.size)


def _moved(places: int, q: int, r: int) -> int:
    """The places from which those of a set lie at this offset."""
    shift = _PLANE.shift(q, r)
    return places >> shift if shift >= 0 else places << -shift


@cache
def _rows_from() -> dict[int, list[int]]:
    """By space: what lies in a straight row with it through doors."""
    found: dict[int, list[int]] = {}
    for a, b in _rows():
        found.setdefault(a, []).append(b)
    return found


@rule("10.8.B", "10.8.C", "10.8.ex", "9.12.B")
def sees(s: Alamo, a: int, b: int, gun: bool = False) -> list[int]:
    """The sides by which clear lines come into the target, as things stand now; empty: no clear line.

    A unit between blocks at the firer's level or above; a lower one only if the target is lower too and it does not
    stand right beneath the firer. Women and children are units too (13.1). Only units of the same map and floor as the
    line are in its way.
    """
    found = lines(a, b, gun, s.rules.strict_high_wall)
    blockers = s.held[MEXICAN] | s.held[TEXAN]
    if not (UNROOFED >> a | UNROOFED >> b) & 1:
        blockers &= ~UNROOFED
    in_way = blockers & AT_LEAST[LEVEL[a]]
    if LEVEL[b] < LEVEL[a]:
        in_way |= blockers & ~NEXT_DOOR[NUMBER[a]]
    return [side for between, side in found if not between & in_way]
