"""Path search over integer spaces: how far a mover gets, by which way, and why no farther.

Two searches with one meaning. `search` takes the rules as functions and keeps every reason: it answers "why not?".
`flood` takes the same rules as precomputed columns and is several times faster: it lists legal moves. `compiled` turns
the functions into those columns, so that both speak of one set of rules.

Costs are small whole numbers; spaces wait in one bucket per cost, which beats a heap for budgets up to a few hundred.
A mover that has to stop may still find a longer way into the same space on which it need not, so the arrival that may
go on is kept apart from the cheapest arrival.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

R = TypeVar("R")
"""What a game gives as a reason, for example a Refusal."""

Step = tuple[int, int, bool]
"""A step out of a space: where to, its cost, whether the mover must stop there because of this step."""
Steps = tuple[tuple[Step, ...], ...]
"""Steps by space of departure."""


class Reach(Generic[R]):
    """Where a mover can get.

    `costs`: cheapest cost by space reached, the start included, in the order of reaching. `stopped`: why the cheapest
    arrival must stop there. `barred`: why a space next to the reach was not entered, be it that it is forbidden or
    that the mover had to stop before it. `unfit`: why a space reached cannot be the end of the move (stacking).
    `flood` leaves the last three empty.
    """

    __slots__ = ("_onward", "_parents", "barred", "costs", "start", "stopped", "unfit")

    def __init__(self, start: int) -> None:
        self.start = start
        self.costs: dict[int, int] = {start: 0}
        self.stopped: dict[int, R] = {}
        self.barred: dict[int, R] = {}
        self.unfit: dict[int, R] = {}
        self._parents: dict[int, int] = {}
        self._onward: dict[int, int] = {}

    def __contains__(self, space: int) -> bool:
        return space in self.costs

    def parent(self, space: int) -> int:
        """The space from which the cheapest way enters this one; -1 for the start."""
        return self._parents.get(space, -1)

    def path_to(self, space: int) -> tuple[int, ...]:
        """The cheapest way, start and end included; empty if the space is not reached."""
        if space not in self.costs:
            return ()
        path = [space]
        at = self._parents.get(space, -1)
        while at >= 0:
            path.append(at)
            at = self._onward.get(at, -1)
        return tuple(reversed(path))

    def ends(self) -> tuple[int, ...]:
        """Spaces where the move may end, cheapest first, without the start."""
        unfit, start = self.unfit, self.start
        return tuple(space for space in self.costs if space != start and space not in unfit)

    def why_not(self, space: int, too_far: R) -> R | None:
        """Why the move cannot end here: None if it can; `too_far` if nothing but cost or distance is in the way."""
        if space in self.costs:
            return self.unfit.get(space)
        return self.barred.get(space, too_far)


def search(
    start: int,
    budget: int,
    neighbours: Sequence[Sequence[int]],
    enter: Callable[[int, int], int | R],
    stop: Callable[[int, int], R | None] | None = None,
    end: Callable[[int], R | None] | None = None,
) -> Reach[R]:
    """Everything within `budget`, with reasons.

    `enter(a, b)` gives the cost of the step from a to b, or why it is forbidden. `stop(a, b)` gives why a mover that
    came from a must stop in b, None if it may go on. `end(b)` gives why it may not end its move in b, None if it may.
    A space that can be entered, only not within the budget, is neither reached nor barred.
    """
    reach: Reach[R] = Reach(start)
    costs, parents, onward, barred = reach.costs, reach._parents, reach._onward, reach.barred
    buckets: list[list[tuple[int, int, R | None]]] = [[] for _ in range(budget + 1)]
    buckets[0].append((start, -1, None))
    for cost in range(budget + 1):
        for a, before, why in buckets[cost]:
            if before >= 0 and a not in costs:
                costs[a] = cost
                parents[a] = before
                if why is not None:
                    reach.stopped[a] = why
            if a in onward:
                continue
            if why is None:
                onward[a] = before
            for b in neighbours[a]:
                if b in onward:
                    continue
                price = enter(a, b)
                if not isinstance(price, int):
                    barred.setdefault(b, price)
                elif cost + price <= budget:
                    if why is not None:
                        barred.setdefault(b, why)
                    else:
                        buckets[cost + price].append((b, a, stop(a, b) if stop is not None else None))
    for b in [b for b in barred if b in costs]:
        del barred[b]
    if end is not None:
        for space in costs:
            reason = end(space) if space != start else None
            if reason is not None:
                reach.unfit[space] = reason
    return reach


def compiled(
    neighbours: Sequence[Sequence[int]],
    enter: Callable[[int, int], int | R],
    stop: Callable[[int, int], R | None] | None = None,
) -> Steps:
    """The steps that these rules allow, for `flood`: whatever never changes during play belongs here."""
    table = []
    for a, row in enumerate(neighbours):
        line = []
        for b in row:
            price = enter(a, b)
            if isinstance(price, int):
                line.append((b, price, stop is not None and stop(a, b) is not None))
        table.append(tuple(line))
    return tuple(table)


def flood(
    steps: Steps,
    start: int,
    budget: int,
    closed: Sequence[int] | None = None,
    halting: Sequence[int] | None = None,
) -> Reach[None]:
    """Everything within `budget` over compiled steps.

    `closed[b]` bars space b, `halting[b]` stops a mover in b (columns by space: enemies, zones of control).
    """
    reach: Reach[None] = Reach(start)
    costs, parents, onward = reach.costs, reach._parents, reach._onward
    size = len(steps)
    closed = bytes(size) if closed is None else closed
    halting = bytes(size) if halting is None else halting
    buckets: list[list[tuple[int, int]]] = [[] for _ in range(budget + 1)]
    buckets[0].append((start, -1))
    for cost, bucket in enumerate(buckets):
        for a, before in bucket:
            if a < 0:  # the complement of a space marks an arrival that must stop
                if ~a not in costs:
                    costs[~a] = cost
                    parents[~a] = before
                continue
            if a in onward:
                continue
            if a not in costs:
                costs[a] = cost
                parents[a] = before
            onward[a] = before
            for b, price, stops in steps[a]:
                if b in onward or closed[b]:
                    continue
                total = cost + price
                if total <= budget:
                    buckets[total].append((~b if stops or halting[b] else b, a))
    return reach
