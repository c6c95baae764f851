"""Path search over integer spaces: how far a mover gets, by which way, and why no farther.

`search` takes the rules as functions and keeps every reason; `march` asks it why a far space is not reached, and floods
without reasons by itself.

Costs are small whole numbers; spaces wait in one bucket per cost, which beats a heap for budgets up to a few hundred.
A mover that has to stop may still find a longer way into the same space on which it need not, so the arrival that may
go on is kept apart from the cheapest arrival.
"""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

R = TypeVar("R")
"""What a game gives as a reason, for example a Refusal."""


class Reach(Generic[R]):
    """Where a mover can get.

    `costs`: cheapest cost by space reached, the start included. `stopped`: why the cheapest arrival must stop there.
    `barred`: why a space next to the reach was not entered, be it that it is forbidden or that the mover had to stop
    before it. `unfit`: why a space reached cannot be the end of the move (stacking). A flood without
    reasons leaves `stopped` and `barred` empty.
    """

    __slots__ = ("_halted", "_onward", "barred", "costs", "start", "stopped", "unfit")

    def __init__(self, start: int, costs: dict[int, int], onward: dict[int, int], halted: dict[int, int]) -> None:
        """`onward` and `halted` give the space before, for the arrivals that may go on and for those that may not."""
        self.start = start
        self.costs = costs
        self._onward = onward
        self._halted = halted
        self.stopped: dict[int, R] = {}
        self.barred: dict[int, R] = {}
        self.unfit: dict[int, R] = {}

    def beside(self, other: "Reach[R]") -> "Reach[R]":
        """Both together, from the same start: by the ways of the other where this one has none.

        Only where a way of the other may begin with any part of a way of this one.
        """
        both: Reach[R] = Reach(
            self.start,
            {**other.costs, **self.costs},
            {**other._onward, **self._onward},
            {**other._halted, **self._halted},
        )
        both.unfit = {**other.unfit, **self.unfit}
        return both

    def __contains__(self, space: int) -> bool:
        return space in self.costs

    def parent(self, space: int) -> int:
        """The space from which the cheapest way enters this one; -1 for the start and for spaces not reached."""
        before = self._halted.get(space, -1)
        return before if before >= 0 else self._onward.get(space, -1)

    def path_to(self, space: int) -> tuple[int, ...]:
        """The cheapest way, start and end included; empty if the space is not reached."""
        if space not in self.costs:
            return ()
        path = [space]
        at = self.parent(space)
        while at >= 0:
            path.append(at)
            at = self._onward[at]
        return tuple(reversed(path))

    def ends(self) -> tuple[int, ...]:
        """Spaces where the move may end, without the start: cheapest first, then in order of ids."""
        costs, unfit, start = self.costs, self.unfit, self.start
        fit = [space for space in costs if space != start and space not in unfit]
        fit.sort()
        fit.sort(key=costs.__getitem__)
        return tuple(fit)

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
    free, onward = {start: 0}, {start: -1}
    held: dict[int, int] = {}
    halted: dict[int, int] = {}
    stopped: dict[int, R] = {}
    barred: dict[int, R] = {}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    for cost, bucket in enumerate(buckets):
        for a in bucket:
            if free[a] < cost:  # a cheaper way was found after this one had been queued
                continue
            for b in neighbours[a]:
                price = enter(a, b)
                if not isinstance(price, int):
                    barred.setdefault(b, price)
                    continue
                total = cost + price
                if total > budget or (b in free and free[b] <= total):
                    continue
                reason = stop(a, b) if stop is not None else None
                if reason is None:
                    free[b], onward[b] = total, a
                    buckets[total].append(b)
                elif b not in held or total < held[b]:
                    held[b], halted[b], stopped[b] = total, a, reason
    reach: Reach[R] = Reach(start, _merged(free, held, halted), onward, halted)
    reach.stopped = {b: reason for b, reason in stopped.items() if b in halted}
    for a, reason in reach.stopped.items():
        for b in neighbours[a]:
            price = enter(a, b)
            if isinstance(price, int) and held[a] + price <= budget:
                barred.setdefault(b, reason)
            elif not isinstance(price, int):
                barred.setdefault(b, price)
    reach.barred = {b: reason for b, reason in barred.items() if b not in reach.costs}
    if end is not None:
        for space in reach.costs:
            reason = end(space) if space != start else None
            if reason is not None:
                reach.unfit[space] = reason
    return reach


def _merged(free: dict[int, int], held: dict[int, int], halted: dict[int, int]) -> dict[int, int]:
    """The cheapest costs of both kinds of arrival; those that must stop count only where they are cheaper."""
    for b, cost in held.items():
        if b not in free or cost < free[b]:
            free[b] = cost
        else:
            del halted[b]
    return free
