"""Supply: what can be reached from sources over open spaces.

`trace` walks with the reasons and the way back, for rules that need a line (length, path to draw, closed hexsides).
`Masks` answers the bare question for a whole map at once: sets of spaces are Python integers, one bit a space.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct


class Trace(Struct, frozen=True):
    """Where supply reaches: `costs` by space (0 at a source) and the next space on the way to a source."""

    costs: dict[int, int]
    back: dict[int, int]

    def __contains__(self, space: int) -> bool:
        return space in self.costs

    def line_from(self, space: int) -> tuple[int, ...]:
        """The supply line of a space: from it to its source, both included; empty if there is none."""
        if space not in self.costs:
            return ()
        line = [space]
        while line[-1] in self.back:
            line.append(self.back[line[-1]])
        return tuple(line)


def trace(
    neighbours: Sequence[Sequence[int]],
    sources: Iterable[int],
    passable: Callable[[int, int], bool],
    limit: int | None = None,
) -> Trace:
    """Spread supply from the sources, at most `limit` steps.

    `passable(a, b)` says whether a line coming from a source through a may go on to b. Sources are given as they
    stand: leave out those that are cut off themselves. Of equally short lines the one found first, in the order of
    sources and neighbours, is kept.
    """
    frontier = list(dict.fromkeys(sources))
    costs = dict.fromkeys(frontier, 0)
    back: dict[int, int] = {}
    far = 0
    while frontier and (limit is None or far < limit):
        far += 1
        reached = []
        for a in frontier:
            for b in neighbours[a]:
                if b not in costs and passable(a, b):
                    costs[b] = far
                    back[b] = a
                    reached.append(b)
        frontier = reached
    return Trace(costs, back)


def mask(spaces: Iterable[int]) -> int:
    """The set of these spaces as an integer."""
    bits = 0
    for space in spaces:
        bits |= 1 << space
    return bits


def members(bits: int) -> tuple[int, ...]:
    """The spaces of a set, in ascending order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


class Masks:
    """Neighbourhoods of a map as integers. Build one per set of passable borders and keep it with the content."""

    __slots__ = ("_shifts", "neighbours")

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self.neighbours: tuple[int, ...] = tuple(mask(row) for row in neighbours)
        """The set of neighbours by space."""
        shifts: dict[int, int] = {}
        for a, row in enumerate(neighbours):
            for b in row:
                shifts[b - a] = shifts.get(b - a, 0) | 1 << a
        # Steps by the difference of ids: on a hex map numbered line by line a handful of shifts moves a whole set.
        self._shifts = tuple(sorted(shifts.items()))

    def around(self, bits: int) -> int:
        """Every space next to one of these (those of the set itself only if they touch each other)."""
        if 3 * bits.bit_count() < 2 * len(self._shifts):
            found = 0
            while bits:
                low = bits & -bits
                found |= self.neighbours[low.bit_length() - 1]
                bits ^= low
            return found
        found = 0
        for step, able in self._shifts:
            moved = bits & able
            if moved:
                found |= moved << step if step > 0 else moved >> -step
        return found

    def flood(self, start: int, passable: int) -> int:
        """The spaces of `passable` connected with `start`, and `start` itself."""
        seen = fresh = start
        while fresh:
            fresh = self.around(fresh) & passable & ~seen
            seen |= fresh
        return seen

    def within(self, start: int, passable: int, limit: int) -> int:
        """As `flood`, but at most `limit` steps."""
        seen = fresh = start
        for _ in range(limit):
            fresh = self.around(fresh) & passable & ~seen
            if not fresh:
                break
            seen |= fresh
        return seen
