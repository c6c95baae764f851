"""Supply: what can be reached from sources over open spaces, with the way back."""

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
