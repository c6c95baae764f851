"""5.2, 5.9 Line of sight: exact, in integers, remembered by hex.

With the foot of an obstacle at the fraction n/m of the line, counted from the lower position, the formula of 5.9 reads
H * n/m >= h - 1.5; the distance between the positions cancels. Terrain never changes, so a hex's view is computed once.
"""

from functools import cache
from math import gcd

from msgspec import Struct

from grognard.core import rule
from grognard.games.battle_for_cassino.content import BUILDING, GRID, HEXES, OPS, SOLID, disc
from grognard.games.battle_for_cassino.rules.state import Battle, night
from grognard.games.battle_for_cassino.rules.terrain import TALL, height
from grognard.maps import Set
from grognard.maps.lines import imaged, modelled, runs, square
from grognard.maps.sight import Plane, Rows

FAR, NEAR_AT_NIGHT = 20, 3
"""Longest sight of units other than observers, and of everybody at night (5.24, 13.12)."""


@rule("5.22", "5.22.ex")
def obstacle(hex: int, symbol: bool) -> int:
    """Metres of a hex in the way; `symbol`: the line touches its building."""
    return height(hex) + (TALL if symbol and BUILDING >> hex & 1 else 0)


class Stretch(Struct, frozen=True):
    """A part of a line that may be in the way: its hexes (two: along their side), the foot as a fraction of the line,
    and whether it touches the symbol of an ordinary building."""

    hexes: tuple[tuple[int, int], ...]
    num: int
    den: int
    symbol: bool


@cache
@rule("5.21")
def stretches(q: int, r: int) -> tuple[Stretch, ...]:
    """What a line to this offset crosses between its ends: over more than a metre, with buildings of 15 m radius. Of
    the twelve lines that are turned or mirrored images of each other one is looked at."""
    model, image = modelled(q, r)
    if model != (q, r):
        return tuple([Stretch(imaged(p.hexes, image), p.num, p.den, p.symbol) for p in stretches(*model)])
    whole = square(q, r)
    found = []
    for part in runs(q, r):
        if (0, 0) in part.hexes or (q, r) in part.hexes:
            continue
        if (part.leave - part.enter) ** 2 * 2500 * whole <= part.scale**2:
            continue
        a, b = part.hexes[0]
        cross = q * b - r * a
        symbol = len(part.hexes) == 1 and 25 * cross * cross <= 3 * whole
        common = gcd(part.foot, part.whole)
        found.append(Stretch(part.hexes, part.foot // common, part.whole // common, symbol))
    return tuple(found)


class Point(Struct, frozen=True):
    """A place along a line: where, how high, how far along (num/den from the lower end), and whether it blocks."""

    hex: int
    height: int
    num: int
    den: int
    blocks: bool


def _ordered(a: int, b: int) -> tuple[int, int]:
    """The lower position first; of equals the one with the lower id, so that sight is the same both ways."""
    return (a, b) if (height(a), a) <= (height(b), b) else (b, a)


@rule("5.9", "5.9.algorithm", "5.9.gauge", "5.9.tolerance")
def clear(rise: int, lift: int, num: int, den: int) -> bool:
    """H/D >= (h - 1.5)/d for one obstacle: `rise` is H, `lift` is h, and d/D is num/den."""
    return 2 * rise * num >= (2 * lift - 3) * den


def profile(a: int, b: int) -> tuple[Point, ...]:
    """Every possible obstacle between two hexes, from the lower end to the higher."""
    low, high = _ordered(a, b)
    q, r = GRID.cubes[low]
    u, v = GRID.cubes[high]
    base, rise = height(low), height(high) - height(low)
    found = []
    for part in stretches(u - q, v - r):
        here = [hex for x, y in part.hexes if (hex := GRID.at(q + x, r + y)) >= 0]
        if not here:
            continue
        top, hex = min((obstacle(hex, part.symbol or bool(SOLID >> hex & 1)), hex) for hex in here)
        found.append(Point(hex, top, part.num, part.den, not clear(rise, top - base, part.num, part.den)))
    return tuple(found)


_OFF = 9999
"""Half a height that no hill has: where a line leaves the map, nothing there decides."""
_HEIGHTS = [height(hex) for hex in range(HEXES)]
_PLANE = Plane(GRID, 2)
_AT = _PLANE.at
_DOUBLED = [2 * obstacle(hex, bool(SOLID >> hex & 1)) for hex in range(HEXES)]
_PLAIN = _PLANE.spread(_DOUBLED, -_OFF)
_TOUCHED = _PLANE.spread([2 * obstacle(hex, True) for hex in range(HEXES)], -_OFF)
_BESIDE = _PLANE.spread(_DOUBLED, _OFF)
"""Twice the heights on a plane: as crossed beside a building, and through it; and along a side, where the lower of the
two hexes decides, so that what is off the map has to be the higher one there."""
_Single = tuple[int, list[int], int, int]
_Pair = tuple[int, int, int, int]


@cache
def _compiled(q: int, r: int) -> tuple[tuple[_Single, ...], tuple[_Pair, ...]]:
    """The stretches of an offset as steps on the plane: the place, the heights to read, twice the foot, the whole; and
    of those along a side both places, twice the foot, the whole. They are read off the line that `stretches` looks at:
    a turned or mirrored step is made of its two parts, turned or mirrored."""
    singles: list[_Single] = []
    pairs: list[_Pair] = []
    model, (w, x, y, z) = modelled(q, r)
    first, second = _PLANE.shift(w, y), _PLANE.shift(x, z)
    for part in stretches(*model):
        places = [a * first + b * second for a, b in part.hexes]
        if len(places) == 1:
            singles.append((places[0], _TOUCHED if part.symbol else _PLAIN, 2 * part.num, part.den))
        else:
            pairs.append((places[0], places[1], 2 * part.num, part.den))
    return tuple(singles), tuple(pairs)


def sees(a: int, b: int) -> bool:
    """Whether there is a line of sight between two hexes, whatever the distance. As `profile` says, from either end: an
    obstacle is clear where the straight line between the two heights runs no more than a metre and a half below its
    top."""
    q, r = GRID.cubes[a]
    u, v = GRID.cubes[b]
    singles, pairs = _compiled(u - q, v - r)
    at, base, rise = _AT[a], 2 * _HEIGHTS[a] + 3, _HEIGHTS[b] - _HEIGHTS[a]
    for place, heights, foot, den in singles:
        if rise * foot < (heights[at + place] - base) * den:
            return False
    return not pairs or all(
        rise * foot >= (min(_BESIDE[at + one], _BESIDE[at + two]) - base) * den for one, two, foot, den in pairs
    )


_ROWS = {reach: Rows(GRID, sees, reach, mutual=True) for reach in (None, FAR, NEAR_AT_NIGHT)}
"""By how far one sees; None: at any distance."""


def row(hex: int, reach: int) -> Set:
    """Every hex within a reach of 20 or 3 that can be seen from here (and that can see here)."""
    return _ROWS[reach].row(hex)


@rule("5.24", "8.21", "13.11")
def in_view(s: Battle, hex: int, hexes: Set) -> Set:
    """Those of these hexes at which a company here may fire: sight up to twenty hexes, three at night. Sight is mutual,
    so a company in them may fire at this hex as well."""
    return _ROWS[NEAR_AT_NIGHT if night(s) else FAR].among(hex, hexes)


def view(s: Battle, hex: int) -> Set:
    """Everything that a company here may fire at."""
    return row(hex, NEAR_AT_NIGHT if night(s) else FAR)


def farthest(s: Battle, unit: int) -> int | None:
    """How many hexes a unit sees; None: any number, as observers do by day."""
    return NEAR_AT_NIGHT if night(s) else None if OPS >> unit & 1 else FAR


@rule("5.24", "5.41", "5.31", "13.12")
def observed_by(s: Battle, unit: int, hexes: Set) -> Set:
    """Those of these hexes that a headquarters or an observation post sees: an observer at any distance, by night three
    hexes."""
    at = s.loc[unit]
    found = in_view(s, at, hexes)
    if farthest(s, unit) is None:
        found |= _ROWS[None].among(at, hexes & ~disc(at, FAR))
    return found
