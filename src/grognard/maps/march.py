"""Movement as a declaration: what a step costs, and where one may not step, must stop, pays more, or may not stay.

`Costs` prices the steps of a map once for each *ground*: whatever holds for a phase. A `March` adds what changes with
every counter, as sets with their cases. The legal list, the refusal, the reach and the path are readers of that one
declaration, so they cannot part. A march remembers nothing but the points spent; a rule with a memory ("all the way by
road") is a second march.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Generic, TypeVar

from msgspec import Struct

from grognard.core import Refusal
from grognard.maps.hexes import HexGrid, MapError
from grognard.maps.paths import Reach, search
from grognard.maps.sets import BIT, EVERY, Masks, Set, column, mask, members

Price = int | tuple[int, Refusal] | Refusal
"""A cost of at least 1; a cost and why one must stop there; why there is no way."""
WHOLE = 1_000_000
"""A price: the whole allowance, for a mover that has spent nothing yet."""
Links = tuple[tuple[tuple[int, int], ...], ...]
"""By space: its neighbours, each with the number of the side between."""
Way = tuple[int, int, bool]
"""A step: where to, what it costs, whether it is the last of its move."""

G = TypeVar("G")
_NEAR = 12
"""Up to so many points it pays to find out first what can be near."""
KEPT = 256
"""Grounds remembered. One of 2,000 hexes takes about a megabyte; grounds come and go with the phases."""
KEPT_ROWS = 16384
"""Steps out of altered spaces remembered, half a kilobyte each."""


def links(grid: HexGrid, more: Iterable[tuple[int, int]] = (), spaces: int = 0) -> Links:
    """The neighbours of every space with their hexside.

    `more`: pairs of spaces joined besides (doors, stairs, ferries); the first has side number `len(grid.hexsides)`, the
    next the following. `spaces`: how many there are, where there are more than hexes.
    """
    size = max(spaces, len(grid))
    if size > len(BIT):
        raise MapError(f"{size} spaces are more than the {len(BIT)} a set can hold")
    found = [[(b, grid.side(a, b)) for b in grid.neighbours[a]] for a in range(len(grid))]
    found += [[] for _ in range(size - len(grid))]
    for side, (a, b) in enumerate(more, len(grid.hexsides)):
        if not (0 <= a < size and 0 <= b < size) or a == b or any(b == near for near, _ in found[a]):
            raise MapError(f"spaces {a} and {b} cannot be joined: no such space, or joined already")
        found[a].append((b, side))
        found[b].append((a, side))
    return tuple(tuple(row) for row in found)


class PricedSteps:
    """The steps of one ground by space of departure, each with its cost and whether one must stop; and the reasons."""

    def __init__(
        self,
        ways: tuple[tuple[Way, ...], ...],
        onward: Masks,
        into: Masks,
        price: Callable[[int, int], Price],
        altered: Set = 0,
        row: Callable[[int], tuple[Way, ...]] = lambda a: (),
    ) -> None:
        """`onward`: the neighbours by space, passable or not; `into`: the spaces of which each is a neighbour.
        `altered`: the spaces out of which steps are not those of `ways` but those of `row`, each made when it is asked
        for: on a large map few of them ever are."""
        self._ways, self._altered, self._row = ways, altered, row
        self._made: dict[int, tuple[Way, ...]] = {}
        self.before = into.neighbours
        """The set of spaces from which each is entered, passable or not."""
        self.near = onward.neighbours
        """The set of neighbours by space, passable or not."""
        self.whole: Set = (1 << len(ways)) - 1
        self._onward, self._price = onward, price

    def __len__(self) -> int:
        return len(self._ways)

    def row(self, a: int) -> tuple[Way, ...]:
        """The steps out of a space."""
        if not self._altered & BIT[a]:
            return self._ways[a]
        row = self._made.get(a)
        if row is None:
            row = self._made[a] = self._row(a)
        return row

    @cached_property
    def ways(self) -> tuple[tuple[Way, ...], ...]:
        """The steps out of every space."""
        if not self._altered:
            return self._ways
        ways = list(self._ways)
        for a in members(self._altered):
            ways[a] = self.row(a)
        return tuple(ways)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours by space, in order."""
        return self._onward.rows

    @cached_property
    def prices(self) -> tuple[tuple[int, Set, Masks, Masks | None], ...]:
        """By price, the lowest first: where steps of this price begin, those after which one may go on, and those after
        which one must stop."""
        found: dict[int, tuple[list[list[int]], list[list[int]]]] = {}
        for a, row in enumerate(self.ways):
            for b, price, last in row:
                if price not in found:
                    found[price] = [[] for _ in self.ways], [[] for _ in self.ways]
                found[price][last][a].append(b)
        return tuple(
            (
                price,
                mask(a for a, row in enumerate(zip(on, stop, strict=True)) if any(row)),
                Masks(on),
                Masks(stop) if any(stop) else None,
            )
            for price, (on, stop) in sorted(found.items())
        )

    def around(self, start: int, budget: int) -> Set:
        """Where so many points can lead at most, as every step costs one; everything, if that is far."""
        return self._onward.within(BIT[start], self.whole, max(budget, 1)) if budget <= _NEAR else self.whole

    def price(self, a: int, b: int) -> Price:
        """The price of a step between neighbours, with its reason."""
        return self._price(a, b)


class Costs(Generic[G]):
    """The terrain chart: the price of every step on every ground."""

    def __init__(
        self,
        near: Links,
        price: Callable[[G, int, int, int], Price],
        changed: Callable[[G], tuple[G, Set]] | None = None,
        alike: bool = False,
        between: Callable[[G, G], Set] | None = None,
    ) -> None:
        """`price(ground, a, b, side)`. `changed` splits a ground into its plain part and the spaces that play has
        altered: only steps out of these and into them are priced anew. `alike`: spaces are altered in one way only, so
        that steps once priced serve every ground on which the same spaces about them are altered. `between`, in place
        of `changed`: the spaces in which two grounds differ; each new ground is made out of the one made last."""
        self._near, self._price, self._changed, self._alike = near, price, changed, alike
        self._between = between
        self._last: tuple[G, PricedSteps] | None = None
        self._sides = tuple(dict(row) for row in near)
        self._onward = Masks([[b for b, _ in row] for row in near])
        into: list[list[int]] = [[] for _ in near]
        for a, row in enumerate(near):
            for b, _ in row:
                into[b].append(a)
        self._into = Masks(into)
        self._known: dict[G, PricedSteps] = {}
        self._plain: dict[G, PricedSteps] = {}
        self._rows: dict[tuple[G, int, Set], tuple[Way, ...]] = {}

    def on(self, ground: G) -> PricedSteps:
        """The steps on this ground."""
        priced = self._known.get(ground)
        if priced is None:
            if len(self._known) >= KEPT:
                del self._known[next(iter(self._known))]
            priced = self._known[ground] = self._made(ground)
        return priced

    def _made(self, ground: G) -> PricedSteps:
        if self._between is not None:
            priced = self._made_anew(ground) if self._last is None else self._mended(ground, *self._last, self._between)
            self._last = ground, priced
            return priced
        plain, altered = self._changed(ground) if self._changed is not None else (ground, 0)
        if not altered:
            return self._on_plain(ground)

        def row(a: int) -> tuple[Way, ...]:
            return self._altered_row(ground, plain, altered, a) if self._alike else self._row(ground, a)

        about = altered | self._into.around(altered)
        ways = self._on_plain(plain).ways
        return PricedSteps(ways, self._onward, self._into, self._pricer(ground), about, row)

    def _on_plain(self, plain: G) -> PricedSteps:
        """The steps on a ground that nothing has altered: the altered ones are made from them. They are forgotten last
        of all, as they cost most to make."""
        priced = self._plain.get(plain)
        if priced is None:
            if len(self._plain) >= KEPT:
                del self._plain[next(iter(self._plain))]
            priced = self._plain[plain] = self._made_anew(plain)
        return priced

    def _made_anew(self, ground: G) -> PricedSteps:
        ways = tuple(self._row(ground, a) for a in range(len(self._near)))
        return PricedSteps(ways, self._onward, self._into, self._pricer(ground))

    def _mended(self, ground: G, old: G, priced: PricedSteps, between: Callable[[G, G], Set]) -> PricedSteps:
        differing = between(old, ground)
        ways = list(priced.ways)
        for a in members(differing | self._into.around(differing)):
            ways[a] = self._row(ground, a)
        return PricedSteps(tuple(ways), self._onward, self._into, self._pricer(ground))

    def _altered_row(self, ground: G, plain: G, altered: Set, a: int) -> tuple[Way, ...]:
        key = plain, a, altered & (self._onward.neighbours[a] | BIT[a])
        row = self._rows.get(key)
        if row is None:
            if len(self._rows) >= KEPT_ROWS:
                self._rows.clear()
            row = self._rows[key] = self._row(ground, a)
        return row

    def _row(self, ground: G, a: int) -> tuple[Way, ...]:
        row: list[Way] = []
        for b, side in self._near[a]:
            price = self._price(ground, a, b, side)
            if isinstance(price, Refusal):
                continue
            cost, stop = price if isinstance(price, tuple) else (price, None)
            if cost < 1:
                raise MapError(f"the step from {a} to {b} costs {cost}: prices are at least 1")
            row.append((b, min(cost, WHOLE), stop is not None))
        return tuple(row)

    def _pricer(self, ground: G) -> Callable[[int, int], Price]:
        return lambda a, b: self._price(ground, a, b, self._sides[a][b])


class Bar(Struct, frozen=True):
    """No step there: into one of these spaces, out of one of those. `test` is asked only for members of `into`."""

    rule: str
    key: str
    into: Set
    out_of: Set = EVERY
    test: Callable[[int], object] | None = None


class Stop(Struct, frozen=True):
    """A step there is the last of its move."""

    rule: str
    key: str
    into: Set
    out_of: Set = EVERY


class Toll(Struct, frozen=True):
    """A step there costs more; with `out_of` alone it is a cost to leave."""

    extra: int
    into: Set
    out_of: Set = EVERY


class NoEnd(Struct, frozen=True):
    """These spaces may be passed, but no move may end there."""

    rule: str
    key: str
    into: Set
    test: Callable[[int], object] | None = None


class March(Struct, frozen=True, gc=False):
    """One mover's rules of movement in one position.

    `first`: one space may always be entered, for the whole allowance, by a mover that has spent nothing and has an
    allowance at all. `rule`: the case that demands the full cost; `stepwise`: the one that has a move go from space to
    space, where a title has another for that. Refusals of the march itself have the keys
    `not_adjacent` (facts: where to, where from), `too_dear` (where to, cost, points left), `whole_allowance` (where
    to), `too_far` (where to, where from) and `already_there`; those of a bar, stop or end have its own key and the
    facts (where to, where from).
    """

    priced: PricedSteps
    budget: int
    bars: tuple[Bar, ...] = ()
    stops: tuple[Stop, ...] = ()
    tolls: tuple[Toll, ...] = ()
    ends: tuple[NoEnd, ...] = ()
    first: bool = False
    rule: str = ""
    stepwise: str = ""

    def next(self, at: int, spent: int) -> list[Way]:
        """The legal list: every step this mover may make now. What may not be an end is offered only with a way on."""
        left = self.budget - spent
        if left <= 0:
            return []
        priced = self.priced
        near, here = priced.near[at], BIT[at]
        shut = halting = wary = 0
        for bar in self.bars:
            hit = bar.into & near
            if hit and bar.out_of & here:
                shut |= hit if bar.test is None else _passing(hit, bar.test)
        for stop in self.stops:
            hit = stop.into & near
            if hit and stop.out_of & here:
                halting |= hit
        tolls = []
        for toll in self.tolls:
            if toll.out_of & here and (hit := toll.into & near):
                tolls.append((toll.extra, hit))
        for end in self.ends:
            hit = end.into & near
            if hit:
                wary |= hit if end.test is None else _passing(hit, end.test)
        row = priced.row(at)
        if spent and not (shut or halting or wary or tolls):
            return [way for way in row if way[1] <= left]
        found = []
        for b, cost, last in row:
            if shut and shut & BIT[b]:
                continue
            for extra, hit in tolls:
                if hit & BIT[b]:
                    cost += extra
            if cost > left:
                if spent or (cost < WHOLE and not self.first):
                    continue
                cost = left
            if halting and halting & BIT[b]:
                last = True
            if wary and wary & BIT[b] and (last or not self._onward(b, spent + cost)):
                continue
            found.append((b, cost, last))
        return found

    def _onward(self, at: int, spent: int) -> bool:
        """Whether a mover that may not stay here can still reach a space where it may."""
        passing = March(self.priced, self.budget, self.bars, self.stops, self.tolls, (), self.first, self.rule)
        best = {at: spent}
        waiting = [(at, spent)]
        while waiting:
            a, gone = waiting.pop()
            for b, cost, last in passing.next(a, gone):
                if self._unfit(b) is None:
                    return True
                total = gone + cost
                if not last and total < best.get(b, WHOLE):
                    best[b] = total
                    waiting.append((b, total))
        return False

    def _unfit(self, space: int) -> NoEnd | None:
        """The rule by which no move may end here."""
        bit = BIT[space]
        for end in self.ends:
            if end.into & bit and (end.test is None or end.test(space)):
                return end
        return None

    def why_no_end(self, space: int) -> Refusal | None:
        """Why a move may not end in a space, None if it may."""
        end = self._unfit(space)
        return None if end is None else Refusal(end.rule, end.key, (space,))

    def enter(self, at: int, to: int, spent: int) -> tuple[int, Refusal | None]:
        """What an allowed step costs, and why it was the last; points that are used up are no reason of their own."""
        for way in self.priced.row(at):
            if way[0] == to:
                break
        else:
            raise MapError(f"there is no step from {at} to {to}")
        _, cost, last = way
        if self.tolls:
            cost += self._toll(at, to)
        if cost > self.budget - spent:
            cost = self.budget - spent
        halt = self._halt(at, to)
        if halt is None and last:
            price = self.priced.price(at, to)
            halt = price[1] if isinstance(price, tuple) else None
        return cost, halt

    def _toll(self, at: int, to: int) -> int:
        extra = 0
        for toll in self.tolls:
            if toll.into & BIT[to] and toll.out_of & BIT[at]:
                extra += toll.extra
        return extra

    def _halt(self, at: int, to: int) -> Refusal | None:
        """The stop a step runs into, of those that are sets."""
        for stop in self.stops:
            if stop.into & BIT[to] and stop.out_of & BIT[at]:
                return Refusal(stop.rule, stop.key, (to, at))
        return None

    def _judged(self, at: int, spent: int, to: int) -> Refusal | tuple[int, Refusal | None]:
        """A step by itself, read rule by rule: why not, or its cost and why it would be the last."""
        if not 0 <= to < len(self.priced) or not self.priced.near[at] & BIT[to]:
            return Refusal(self.stepwise or self.rule, "not_adjacent", (to, at))
        price = self.priced.price(at, to)
        if isinstance(price, Refusal):
            return price
        for bar in self.bars:
            if bar.into & BIT[to] and bar.out_of & BIT[at] and (bar.test is None or bar.test(to)):
                return Refusal(bar.rule, bar.key, (to, at))
        cost, stop = price if isinstance(price, tuple) else (price, None)
        cost += self._toll(at, to)
        left = self.budget - spent
        if left <= 0 or cost > left:
            if left <= 0 or spent or (cost < WHOLE and not self.first):
                if cost >= WHOLE:
                    return Refusal(self.rule, "whole_allowance", (to,))
                return Refusal(self.rule, "too_dear", (to, cost, max(left, 0)))
            cost = left
        return cost, self._halt(at, to) or stop

    def why_not(self, at: int, spent: int, to: int) -> Refusal | None:
        """Why a step is not allowed, None if it is: the same rules as `next`, one by one."""
        judged = self._judged(at, spent, to)
        if isinstance(judged, Refusal):
            return judged
        cost, halt = judged
        end = self._unfit(to)
        if end is not None and (halt is not None or not self._onward(to, spent + cost)):
            return Refusal(end.rule, end.key, (to, at))
        return None

    def reach(self, start: int, spent: int = 0) -> Reach[Refusal]:
        """Everything within the allowance, or what is left of it; `ends()` are where the move may end, `path_to` gives
        a cheapest way.

        `costs` also holds spaces that may only be passed; `unfit` says why.
        """
        budget, ways = self.budget - spent, self.priced.ways
        free, onward = {start: 0}, {start: -1}
        held: dict[int, int] = {}
        halted: dict[int, int] = {}
        buckets: list[list[int]] = [[] for _ in range(max(budget, 0) + 1)]
        buckets[0].append(start)
        area = self.priced.around(start, budget)
        columns = _Columns(self, area)
        closed, halting = columns.plain
        if budget > 0 and not spent:
            shut, _ = columns.at(start)
            for b, price, _ in columns.row(start) if columns.tolls else ways[start]:
                if price > budget and (price >= WHOLE or self.first) and not shut[b]:
                    held[b], halted[b] = budget, start
        for cost, bucket in enumerate(buckets):
            left = budget - cost
            for a in bucket:
                if free[a] < cost:
                    continue
                if columns.special:
                    closed, halting = columns.at(a)
                for b, price, stop in columns.row(a) if columns.tolls else ways[a]:
                    if price > left or closed[b]:
                        continue
                    total = cost + price
                    if b in free and free[b] <= total:
                        continue
                    if stop or halting[b]:
                        if b not in held or total < held[b]:
                            held[b] = total
                            halted[b] = a
                    else:
                        free[b] = total
                        onward[b] = a
                        buckets[total].append(b)
        for b, cost in held.items():
            if b not in free or cost < free[b]:
                free[b] = cost
            else:
                del halted[b]
        found: Reach[Refusal] = Reach(start, free, onward, halted)
        for end in self.ends:
            for b in members(end.into & area):
                if b in free and b != start and b not in found.unfit and (end.test is None or end.test(b)):
                    found.unfit[b] = Refusal(end.rule, end.key, (b, start))
        return found

    def why_not_there(self, start: int, to: int) -> Refusal | None:
        """Why a move from here cannot end there, None if it can. With reasons, so slow: ask it on a click."""
        if to == start:
            return Refusal(self.rule, "already_there", (to,))
        if not 0 <= to < len(self.priced):
            return Refusal(self.rule, "too_far", (to, start))
        judged: dict[tuple[int, int], Refusal | tuple[int, Refusal | None]] = {}
        neighbours = self.priced.rows

        def enter(a: int, b: int) -> int | Refusal:
            # A step that only lacks points is no bar: it is dear, and the search sees that by itself.
            spent = 0 if a == start else 1
            step = judged[a, b] = self._judged(a, spent, b)
            if isinstance(step, Refusal):
                dear = step.key in ("too_dear", "whole_allowance") and step.rule == self.rule
                return WHOLE if dear else step
            return step[0]

        def stop(a: int, b: int) -> Refusal | None:
            step = judged[a, b]
            return step[1] if isinstance(step, tuple) else None

        def end(b: int) -> Refusal | None:
            unfit = self._unfit(b)
            return None if unfit is None else Refusal(unfit.rule, unfit.key, (b, start))

        found = search(start, max(self.budget, 0), neighbours, enter, stop, end)
        if to in found.costs:
            return found.unfit.get(to)
        return found.barred.get(to) or Refusal(self.rule, "too_far", (to, start))


def _passing(bits: Set, test: Callable[[int], object]) -> Set:
    """The members of a small set that pass a test."""
    found = 0
    while bits:
        space = bits.bit_length() - 1
        bits ^= BIT[space]
        if test(space):
            found |= BIT[space]
    return found


class _Columns:
    """The sets of a march as columns, one pair for each combination of rules that ask where one comes from.

    Tests are asked only of spaces in `area`.
    """

    __slots__ = ("_at", "_bars", "_known", "_march", "_stops", "plain", "special", "tolls")

    def __init__(self, march: March, area: Set) -> None:
        shut = halting = 0
        self._march = march
        self._bars: list[tuple[Set, Set]] = []
        self._stops: list[tuple[Set, Set]] = []
        for bar in march.bars:
            into = bar.into & area
            if bar.test is not None:
                into = _passing(into, bar.test)
            if bar.out_of == EVERY:
                shut |= into
            elif into:
                self._bars.append((into, bar.out_of))
        for stop in march.stops:
            if stop.out_of == EVERY:
                halting |= stop.into
            else:
                self._stops.append((stop.into, stop.out_of))
        self.tolls = bool(march.tolls)
        size = len(march.priced)
        self.plain = column(shut, size), column(halting, size)
        self.special = bool(self._bars or self._stops)
        self._at = bytearray(size)
        self._known = {0: self.plain}
        if self.special:
            rules = [*self._bars, *self._stops]
            if len(rules) > 8:
                raise MapError("more than eight rules of a march ask where one comes from")
            for k, (_, out_of) in enumerate(rules):
                for a in members(out_of & area):
                    self._at[a] |= 1 << k

    def at(self, a: int) -> tuple[bytes, bytes]:
        """Where one may not go from here, and where one would have to stop."""
        key = self._at[a]
        known = self._known.get(key)
        if known is None:
            size = len(self._at)
            shut = halting = 0
            for k, (into, _) in enumerate([*self._bars, *self._stops]):
                if key >> k & 1 and k < len(self._bars):
                    shut |= into
                elif key >> k & 1:
                    halting |= into
            closed, stopping = self.plain
            known = self._known[key] = (
                bytes(map(int.__or__, closed, column(shut, size))),
                bytes(map(int.__or__, stopping, column(halting, size))),
            )
        return known

    def row(self, a: int) -> list[Way]:
        """The steps from here with their tolls paid."""
        toll = self._march._toll
        return [(b, price + toll(a, b), stop) for b, price, stop in self._march.priced.ways[a]]
