"""Sets of spaces as integers, one bit a space: a rule about hexes is a set, and asking it costs one `and`.

Intersect first and list last: an `and` over 2,000 spaces costs a tenth of a microsecond, listing 400 members about 25.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Set = int
"""A set of spaces."""
EVERY: Set = -1
"""Every space there is: neutral in an intersection, never to be listed."""
SPACES = 4096
"""The spaces that `BIT` knows."""
BIT: tuple[Set, ...] = tuple(1 << space for space in range(SPACES))
"""The set of one space, by space: looking it up is several times faster than shifting."""

_SPARSE = 9
"""A set with fewer members than one in so many spaces is listed member by member, others eight spaces at a time."""
_RARE = 4
"""A difference of ids that fewer pairs of neighbours share moves no set."""
_FLAGS = bytes.maketrans(b"01", b"\x00\x01")
_DIGITS = b"0" + b"1" * 255


class _Rows(dict[int, tuple[int, ...]]):
    """The members of eight neighbouring spaces, by the number of the eight and their byte; made when first asked."""

    def __missing__(self, key: int) -> tuple[int, ...]:
        eight, byte = divmod(key, 256)
        row = self[key] = tuple(8 * eight + k for k in range(8) if byte >> k & 1)
        return row


_ROWS = _Rows()


def mask(spaces: Iterable[int]) -> Set:
    """The set of these spaces."""
    bits = 0
    for space in spaces:
        bits |= 1 << space
    return bits


def members(bits: Set) -> list[int]:
    """The spaces of a set, in ascending order."""
    if bits < 0:
        raise ValueError("a set without end cannot be listed: intersect it with the map first")
    found: list[int] = []
    length = bits.bit_length()
    if bits.bit_count() * _SPARSE > length:
        for eight, byte in enumerate(bits.to_bytes((length + 7) >> 3, "little")):
            if byte:
                found += _ROWS[eight << 8 | byte]
        return found
    append = found.append
    while bits:
        space = bits.bit_length() - 1
        append(space)
        bits ^= BIT[space]
    found.reverse()
    return found


def column(bits: Set, size: int) -> bytes:
    """The set as a column: 1 for each of the first `size` spaces that is a member, otherwise 0."""
    bits &= (1 << size) - 1
    return bin(bits)[:1:-1].encode().translate(_FLAGS).ljust(size, b"\0")


def of_column(flags: bytes | bytearray) -> Set:
    """The spaces whose entry in a column is not 0."""
    return int(flags[::-1].translate(_DIGITS), 2) if flags else 0


def _straight(shifts: tuple[tuple[int, Set], ...]) -> tuple[Callable[[Set], Set], Callable[[Set, Set], Set]]:
    """All shifts of a set at once; and one after the other over free spaces, each going on from what the one before has
    reached, so that a round leads farther than a step. Straight-line code is twice as fast as a loop."""
    terms = [f"({{0}} & m{k}) {'<<' if step > 0 else '>>'} {abs(step)}" for k, (step, _) in enumerate(shifts)]
    scope: dict[str, Any] = {f"m{k}": able for k, (_, able) in enumerate(shifts)}
    given = "".join(f", {name}={name}" for name in scope)
    spread = " | ".join(term.format("b") for term in terms) or "0"
    grown = "".join(f" b |= {term.format('b')} & free\n" for term in terms)
    exec(f"def spread(b{given}):\n return {spread}\ndef grown(b, free{given}):\n{grown} return b\n", scope)
    return scope["spread"], scope["grown"]


class Masks:
    """Neighbourhoods of a map as sets. Build one per set of passable borders and keep it with the content."""

    __slots__ = ("_grown", "_loose", "_regular", "_shifts", "_spread", "neighbours", "rows")

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.rows: tuple[tuple[int, ...], ...] = tuple(tuple(row) for row in neighbours)
        """The neighbours by space, in the order given."""
        self.neighbours: tuple[Set, ...] = tuple(mask(row) for row in neighbours)
        """The set of neighbours by space."""
        shifts: dict[int, Set] = {}
        for a, row in enumerate(neighbours):
            for b in row:
                shifts[b - a] = shifts.get(b - a, 0) | 1 << a
        # Steps by the difference of ids: on a hex map numbered line by line a handful of shifts moves a whole set.
        # Joints that no other pair of spaces repeats, such as boxes beside the map, are looked up one by one.
        self._shifts = tuple(sorted((step, able) for step, able in shifts.items() if able.bit_count() >= _RARE))
        self._spread, self._grown = _straight(self._shifts)
        self._loose: Set = 0
        for able in shifts.values():
            self._loose |= able if able.bit_count() < _RARE else 0
        self._regular = len(shifts) < len(self.rows) // 4
        """Whether shifts pay: not where ids tell nothing of the place, as with most maps of areas."""

    def around(self, bits: Set) -> Set:
        """Every space next to one of these (those of the set itself only if they touch each other)."""
        if 3 * bits.bit_count() < 2 * len(self._shifts):
            found = 0
            while bits:
                low = bits & -bits
                found |= self.neighbours[low.bit_length() - 1]
                bits ^= low
            return found
        found = self._spread(bits)
        loose = bits & self._loose
        while loose:
            low = loose & -loose
            found |= self.neighbours[low.bit_length() - 1]
            loose ^= low
        return found

    def flood(self, start: Set, free: Set) -> Set:
        """The spaces of `free` connected with `start`, and `start` itself."""
        seen = fresh = start
        if not self._regular:
            while fresh:
                fresh = self.around(fresh) & free & ~seen
                seen |= fresh
            return seen
        while fresh:
            seen = self._grown(seen, free)
            loose = seen & self._loose
            while loose:
                low = loose & -loose
                seen |= self.neighbours[low.bit_length() - 1] & free
                loose ^= low
            fresh = seen ^ start
            start = seen
        return seen

    def touches(self, start: Set, free: Set, goal: Set) -> bool:
        """Whether a flood would meet `goal`: it stops as soon as it does."""
        if not self._regular:
            return bool(start & goal) or self._finds(start, free & ~start, goal)
        seen = fresh = start
        while fresh:
            if fresh & goal:
                return True
            fresh = self.around(fresh) & free & ~seen
            seen |= fresh
        return False

    def _finds(self, todo: Set, free: Set, goal: Set) -> bool:
        """The same space by space, depth first."""
        neighbours = self.neighbours
        while todo:
            at = todo.bit_length() - 1
            fresh = neighbours[at] & free
            if fresh & goal:
                return True
            free ^= fresh
            todo = todo ^ (1 << at) | fresh
        return False

    def within(self, start: Set, free: Set, limit: int) -> Set:
        """As `flood`, but at most `limit` steps."""
        seen = fresh = start
        for _ in range(limit):
            fresh = self.around(fresh) & free & ~seen
            if not fresh:
                break
            seen |= fresh
        return seen

    def line(self, start: Set, free: Set, limit: int | None, to: int) -> tuple[int, ...]:
        """A shortest way from `start` over `free` to a space, at most `limit` steps: the line to draw.

        Both ends are included; empty if there is no such line. Of equally short lines the one over the lowest ids,
        as seen from `to`. Borders have to be passable both ways.
        """
        goal = 1 << to
        rings = [start]
        seen = start
        while not rings[-1] & goal:
            fresh = self.around(rings[-1]) & free & ~seen
            if not fresh or (limit is not None and len(rings) > limit):
                return ()
            seen |= fresh
            rings.append(fresh)
        way = [to]
        for ring in reversed(rings[:-1]):
            before = self.neighbours[way[-1]] & ring
            way.append((before & -before).bit_length() - 1)
        return tuple(reversed(way))
