"""The reach of a march as sets: where a move may end, and the cheapest way there, several times faster than `reach`.

A ring holds the spaces whose cheapest arrival costs so much. The next ones are neighbourhoods of it, one for every
price of a step, so that a whole ring moves at once. Marches with tolls, or whose tests ask where one comes from, are
read by `reach`.
"""

from grognard.maps.march import WHOLE, March
from grognard.maps.sets import BIT, EVERY, Set, members


def goals(march: March, start: int) -> Set:
    """The spaces where a move may end: the ends of `march.reach(start)`."""
    if not _simple(march):
        return sum([BIT[b] for b in march.reach(start).ends()])
    rings = _Rings(march, start)
    found = 0
    for ring in (*rings.free, *rings.held):
        found |= ring
    found &= ~BIT[start]
    for end in march.ends:
        hit = found & end.into
        if hit and end.test is not None:
            hit = sum([BIT[b] for b in members(hit) if end.test(b)])
        found &= ~hit
    return found


def way(march: March, start: int, to: int) -> tuple[int, ...]:
    """The way that `march.reach(start)` has to a space it reaches, the same among equals; empty if it does not."""
    return _Rings(march, start, BIT[to]).way(to) if _simple(march) else march.reach(start).path_to(to)


def _simple(march: March) -> bool:
    return not march.tolls and all(bar.test is None or bar.out_of == EVERY for bar in march.bars)


Moment = tuple[object, ...]
"""When a flood looks at a space: its cost, the moment of the space before it, and its place among the steps there."""


class _Rings:
    """The rings of a march, up to the first that holds a space of `goal`."""

    def __init__(self, march: March, start: int, goal: Set = 0) -> None:
        self.march, self.start = march, start
        budget = max(march.budget, 0)
        self.free: list[Set] = [0] * (budget + 1)
        """By cost: where one arrives and may go on."""
        self.held: list[Set] = [0] * (budget + 1)
        """By cost: where one arrives and must stop."""
        self.shut = self.halting = 0
        """Where nobody goes, and where everybody stops, wherever he comes from."""
        self.doubtful = [(bar.into, bar.test) for bar in march.bars if bar.test is not None]
        self.fussy: list[tuple[Set, Set, bool]] = []
        """Rules that ask where one comes from: into, out of, and whether it is a bar."""
        for bar in march.bars:
            if bar.out_of != EVERY:
                self.fussy.append((bar.into, bar.out_of, True))
            elif bar.test is None:
                self.shut |= bar.into
        for stop in march.stops:
            if stop.out_of == EVERY:
                self.halting |= stop.into
            else:
                self.fussy.append((stop.into, stop.out_of, False))
        self._flood(goal)

    def _flood(self, goal: Set) -> None:
        free, held, prices = self.free, self.held, self.march.priced.prices
        budget, seen = len(free) - 1, 0
        free[0] = BIT[self.start]
        if budget:
            self._dear(budget)
        for cost in range(budget + 1):
            ring = free[cost] = free[cost] & ~seen
            seen |= ring
            if goal & (ring | held[cost]):
                return
            if not ring:
                continue
            for part, shut, halting in self._parts(ring) if self.fussy else ((ring, self.shut, self.halting),):
                shut |= seen
                for price, begin, onward, stopping in prices:
                    total = cost + price
                    if total > budget:
                        break
                    if not part & begin:
                        continue
                    near = self._open(onward.around(part) & ~shut)
                    free[total] |= near & ~halting
                    held[total] |= near & halting
                    if stopping is not None:
                        held[total] |= self._open(stopping.around(part) & ~shut)

    def _dear(self, budget: int) -> None:
        """The first step, where it may be made for the whole allowance."""
        part, shut, _ = self._parts(BIT[self.start])[0]
        for price, _, onward, stopping in self.march.priced.prices:
            if price > budget and (self.march.first or price >= WHOLE):
                near = onward.around(part) | (stopping.around(part) if stopping is not None else 0)
                self.held[budget] |= self._open(near & ~shut)

    def _parts(self, ring: Set) -> list[tuple[Set, Set, Set]]:
        """The ring by where one may not go from there, and where one would have to stop."""
        parts = [(ring, self.shut, self.halting)]
        for into, out_of, bar in self.fussy:
            split = []
            for part, shut, halting in parts:
                if part & out_of:
                    split.append(
                        (part & out_of, shut | into, halting) if bar else (part & out_of, shut, halting | into)
                    )
                if part & ~out_of:
                    split.append((part & ~out_of, shut, halting))
            parts = split
        return parts

    def _open(self, near: Set) -> Set:
        """Those of these spaces that no test closes. What a test has closed is shut from then on."""
        for k, (into, test) in enumerate(self.doubtful):
            hit = near & into
            if hit:
                self.shut |= sum([BIT[b] for b in members(hit) if test(b)])
                self.doubtful[k] = (into & ~hit, test)
        return near & ~self.shut

    # The way ------------------------------------------------------------------------------------

    def way(self, to: int) -> tuple[int, ...]:
        """The cheapest way to a space, start and end included."""
        for cost, (free, held) in enumerate(zip(self.free, self.held, strict=True)):
            if (free | held) & BIT[to]:
                known: dict[int, Moment] = {self.start: (0,)}
                found = [to]
                going = bool(free & BIT[to])
                while found[-1] != self.start:
                    cost, before = self._before(found[-1], cost, going, known)
                    found.append(before)
                    going = True
                return tuple(reversed(found))
        return ()

    def _before(self, to: int, cost: int, going: bool, known: dict[int, Moment]) -> tuple[int, int]:
        """The space before one on the cheapest way to it, with its cost: the first that a flood comes to.

        `going`: the way goes on. `known`: moments found so far.
        """
        if not going and cost == len(self.free) - 1 and self._bought(to):
            return 0, self.start
        found: list[tuple[int, int]] = []
        for price, _, _, _ in self.march.priced.prices:
            if price > cost:
                break
            near = self.free[cost - price] & self.march.priced.before[to]
            found += [(cost - price, a) for a in members(near) if self._steps(a, to, price, going)]
        return found[0] if len(found) == 1 else min(found, key=lambda row: self._moment(row[1], row[0], known))

    def _moment(self, space: int, cost: int, known: dict[int, Moment]) -> Moment:
        moment = known.get(space)
        if moment is None:
            less, before = self._before(space, cost, True, known)
            place = [b for b, _, _ in self.march.priced.ways[before]].index(space)
            moment = known[space] = (cost, self._moment(before, less, known), place)
        return moment

    def _steps(self, a: int, b: int, price: int, going: bool) -> bool:
        """Whether a step leads from one space to the other at this price, and on from there, or not."""
        last = [last for to, cost, last in self.march.priced.ways[a] if to == b and cost == price]
        if not last:
            return False
        _, shut, halting = self._parts(BIT[a])[0]
        return not shut & BIT[b] and (last[0] or bool(halting & BIT[b])) != going

    def _bought(self, to: int) -> bool:
        """Whether a space is entered from the start for the whole allowance."""
        budget = len(self.free) - 1
        dear = [p for b, p, _ in self.march.priced.ways[self.start] if b == to and p > budget]
        return bool(dear) and (self.march.first or dear[0] >= WHOLE) and self.held[budget] & BIT[to] != 0
