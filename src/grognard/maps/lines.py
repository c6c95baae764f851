"""Straight lines between hex centres, exactly: no floating point decides which hex a line crosses.

Everything here speaks of cube offsets `(q, r)` from the hex where the line starts (the third cube coordinate is
`-q - r`), so one answer serves every pair of hexes with the same offset. Answers are cached.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import prod

from msgspec import Struct

Offset = tuple[int, int]
Image = tuple[int, int, int, int]
"""A turn or a reflection `(w, x, y, z)`: it takes `(q, r)` to `(w * q + x * r, y * q + z * r)`."""

AROUND: tuple[Offset, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The six neighbouring offsets, clockwise."""


class Crossing(Struct, frozen=True):
    """One stretch of a line: the hex it runs through, or the two hexes between which it runs along their side.

    `enter`, `leave` and `foot` are fractions of the whole line (0 its start, 1 its end); `foot` is the point of
    the line nearest to the centre of the hex, or to the middle of the side the line runs along.
    """

    hexes: tuple[Offset, ...]
    enter: Fraction
    leave: Fraction
    foot: Fraction


class Run(Struct, frozen=True):
    """A crossing in whole numbers: `enter` and `leave` are parts of `scale`, `foot` is part of `whole`."""

    hexes: tuple[Offset, ...]
    enter: int
    leave: int
    scale: int
    foot: int
    whole: int


class Stretch(Struct, frozen=True):
    """A hex that a line touches, in whole numbers.

    `side`: 0 if the line runs through the hex; +1 or -1 if it only touches it, along a side or at a corner, with the
    hex to that side of the line (the sign of `off`). `enter` and `leave` are parts of `scale`: where on the line, 0 its
    start and `scale` its end, the closed hex begins and ends. `foot` is part of `whole`: the point of the line nearest
    to the centre of the hex. That centre is `off` times the square root of `3 / (2 * whole)` away from the line, in
    distances of neighbours: the `off` of two hexes of one line compare as their distances do.
    """

    hex: Offset
    side: int
    enter: int
    leave: int
    scale: int
    foot: int
    whole: int
    off: int


def length(q: int, r: int) -> int:
    """Distance in hexes."""
    return (abs(q) + abs(r) + abs(q + r)) // 2


def square(q: int, r: int) -> int:
    """Square of the straight distance between centres, in units of the distance between neighbours."""
    return q * q + q * r + r * r


@cache
def line(q: int, r: int) -> tuple[tuple[Offset, ...], ...]:
    """The hexes of the straight line to `(q, r)`, both ends included: one entry for each hex of distance.

    An entry holds two hexes where the line runs exactly along their common side, in a fixed order (smaller
    offset first); which of them counts is for the game to say.
    """
    far = length(q, r)
    if far == 0:
        return (((0, 0),),)
    return tuple(_under(k * q, k * r, far) for k in range(far + 1))


@cache
def course(q: int, r: int) -> tuple[Stretch, ...]:
    """Every hex that the closed line to `(q, r)` touches, in order along it, both ends included."""
    if q == 0 and r == 0:
        return (Stretch((0, 0), 0, 0, 1, 1, 0, 1, 0),)
    near = {(a + x, b + y) for entry in line(q, r) for a, b in entry for x, y in ((0, 0), *AROUND)}
    # A hex is the meeting of three strips, each bounded by the difference of two cube coordinates. `runs` are those
    # differences for the whole line; `scale` is a multiple of them all, so that only integers are compared.
    runs = (q - r, q + 2 * r, -2 * q - r)
    scale = prod(abs(run) for run in runs if run)
    found = []
    whole = 2 * square(q, r)
    for a, b in near:
        off = q * b - r * a
        if 9 * off * off > 2 * whole:  # farther from the line than a corner is from its centre
            continue
        low, high, through = 0, scale, True
        for run, place in zip(runs, (a - b, a + 2 * b, -2 * a - b), strict=True):
            if run == 0:
                if abs(place) > 1:
                    low, high = 1, 0
                through = through and abs(place) < 1
                continue
            ends = (place - 1) * (scale // run), (place + 1) * (scale // run)
            low, high = max(low, min(ends)), min(high, max(ends))
        if low > high:
            continue
        side = 0 if through and low < high else 1 if off > 0 else -1
        foot = 2 * q * a + 2 * r * b + q * b + r * a
        found.append(Stretch((a, b), side, low, high, scale, foot, whole, off))
    found.sort(key=lambda stretch: (stretch.enter + stretch.leave, stretch.off))
    return tuple(found)


@cache
def crossings(q: int, r: int) -> tuple[Crossing, ...]:
    """Every hex the line to `(q, r)` runs through for a positive length, in order, both ends included.

    Unlike `line` this also names hexes of which the line only cuts a corner; unlike `course` it has one entry for a
    stretch along a side, and none for a touch at a corner. Of the twelve lines that are turned or mirrored images of
    each other one is computed.
    """
    model, image = modelled(q, r)
    if model != (q, r):
        return tuple([Crossing(imaged(c.hexes, image), c.enter, c.leave, c.foot) for c in crossings(*model)])
    return tuple(
        [
            Crossing(
                run.hexes, Fraction(run.enter, run.scale), Fraction(run.leave, run.scale), Fraction(run.foot, run.whole)
            )
            for run in runs(q, r)
        ]
    )


def runs(q: int, r: int) -> tuple[Run, ...]:
    """The crossings of one line in whole numbers; neither remembered nor made of those of another line."""
    stretches: dict[tuple[int, int], list[Stretch]] = {}
    for at in course(q, r):
        if at.enter < at.leave:
            stretches.setdefault((at.enter, at.leave), []).append(at)
    found = []
    for (low, high), parts in sorted(stretches.items()):
        hexes = tuple(sorted([at.hex for at in parts]))
        foot, whole = sum([at.foot for at in parts]), parts[0].whole * len(parts)
        found.append(Run(hexes, low, high, parts[0].scale, foot, whole))
    return tuple(found)


def modelled(q: int, r: int) -> tuple[Offset, Image]:
    """Of the twelve turned and mirrored images of an offset the one that stands for all, in the first half of the first
    sector; and how this one is made of it."""
    a, b, turns = q, r, 0
    while not (a >= 0 and b >= 0 and (a or not b)):  # a sixth of a turn at a time into the first sector
        a, b, turns = a + b, -a, turns + 1
    image = (1, 0, 0, 1)
    if b > a:
        a, b, image = b, a, (0, 1, 1, 0)
    for _ in range(turns):
        w, x, y, z = image
        image = -y, -z, w + y, x + z
    return (a, b), image


def imaged(hexes: Iterable[Offset], image: Image) -> tuple[Offset, ...]:
    """The images of hexes, in a fixed order."""
    w, x, y, z = image
    return tuple(sorted([(w * q + x * r, y * q + z * r) for q, r in hexes]))


@cache
def hair(q: int, r: int) -> tuple[tuple[Offset, ...], ...]:
    """The hexes under the line to `(q, r)` shifted a hair to either side: one chain of neighbours, or two.

    A hex touched only at a corner belongs to the chain of its side: without it the chain would have a gap.
    """
    chains = [_walked(q, r, side) for side in (-1, 1)]
    return (chains[0],) if chains[0] == chains[1] else tuple(chains)


def _walked(q: int, r: int, side: int) -> tuple[Offset, ...]:
    """From hex to hex along the line, each time over the side whose first corner lies to the left and whose second lies
    to the right. A corner on the line itself is on the other side of the line once that is shifted."""
    corners = [q * (b + d) - r * (a + c) for (a, b), (c, d) in zip(AROUND, AROUND[1:] + AROUND[:1], strict=True)]
    sides = tuple(zip(AROUND, corners[-1:] + corners[:-1], corners, strict=True))
    a = b = 0
    found = [(a, b)]
    while (a, b) != (q, r):
        off = 3 * (q * b - r * a)
        for (x, y), first, second in sides:
            if (off + first or -side) < 0 < (off + second or -side):
                a, b = a + x, b + y
                break
        found.append((a, b))
    return tuple(found)


def _under(q: int, r: int, scale: int) -> tuple[Offset, ...]:
    """The hexes that contain the point `(q, r) / scale`: one, or two if it lies on a side."""
    a, b = _nearest(q, r, scale)
    found = [(a, b)]
    for x, y in AROUND:
        u, v = q - (a + x) * scale, r - (b + y) * scale
        w = -u - v
        if abs(u - v) <= scale and abs(v - w) <= scale and abs(w - u) <= scale:
            found.append((a + x, b + y))
    return tuple(sorted(found))


def _nearest(q: int, r: int, scale: int) -> Offset:
    """Cube rounding in integers: a hex whose closed area contains the point `(q, r) / scale`."""
    s = -q - r
    a, b, c = (2 * q + scale) // (2 * scale), (2 * r + scale) // (2 * scale), (2 * s + scale) // (2 * scale)
    off = abs(a * scale - q), abs(b * scale - r), abs(c * scale - s)
    if off[0] >= off[1] and off[0] >= off[2]:
        a = -b - c
    elif off[1] >= off[2]:
        b = -a - c
    return a, b
