"""The proof that list, reach and refusal are one, for any map: random marches, and every reader of one compared."""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from grognard.maps import Bar, March, NoEnd, PricedSteps, Stop, Toll, mask, members
from grognard.maps.rings import goals, way


def walked(march: March, start: int) -> dict[int, int]:
    """Where a move can end, by walking the legal list in every possible way."""
    ends: dict[int, int] = {}
    seen = {(start, 0)}
    waiting = [(start, 0)]
    while waiting:
        at, spent = waiting.pop()
        for b, cost, last in march.next(at, spent):
            total = spent + cost
            if march._unfit(b) is None and b != start:
                ends[b] = min(total, ends.get(b, total))
            if not last and (b, total) not in seen:
                seen.add((b, total))
                waiting.append((b, total))
    return ends


def random_march(rng: random.Random, zones: Any, priced: PricedSteps, budget: int) -> tuple[March, int]:
    """Enemies with zones, friends with stacks, tolls and all the special means, in any combination; and a start."""
    size = len(priced)
    enemy = mask(rng.sample(range(size), rng.randint(0, size // rng.choice((8, 40)))))
    own = mask(rng.sample(range(size), rng.randint(1, size // 6))) & ~enemy
    zone = zones.of(enemy)
    full = frozenset(b for b in members(own) if rng.random() < 0.6)
    bars = [Bar("1", "enemy_there", enemy)]
    if rng.random() < 0.4:
        bars.append(Bar("2", "zone_to_zone", zone, out_of=zone))
    if rng.random() < 0.5:
        bars.append(Bar("3", "full", own, test=lambda b: b in full))
    stops = [Stop("4", "zone", zone)] if rng.random() < 0.6 else []
    if rng.random() < 0.2:
        stops.append(Stop("5", "leaving", -1, out_of=own))
    tolls = [Toll(rng.randint(1, 3), zone & ~own)] if rng.random() < 0.4 else []
    if rng.random() < 0.3:
        tolls.append(Toll(2, -1, out_of=zone))
    ends = [NoEnd("6", "full", own, lambda b: b in full)] if rng.random() < 0.7 else []
    if rng.random() < 0.2:
        ends.append(NoEnd("7", "apart", zone & own))
    first = rng.random() < 0.4
    march = March(priced, budget, tuple(bars), tuple(stops), tuple(tolls), tuple(ends), first, "0")
    free = [b for b in range(size) if not enemy >> b & 1]
    return march, rng.choice(free)


def prove(rng: random.Random, march: March, start: int, near: Sequence[Sequence[int]]) -> int:
    """Walking hex by hex, flooding, the one-by-one predicate and the far reasons agree; the number of ends compared."""
    reach, ends = march.reach(start), walked(march, start)
    assert {b: reach.costs[b] for b in reach.ends()} == ends
    assert sorted(ends, key=lambda b: (ends[b], b)) == list(reach.ends())
    assert members(goals(march, start)) == sorted(ends)
    for b in (start, *rng.sample(range(len(near)), 3), *rng.sample(sorted(reach.costs), min(len(reach.costs), 12))):
        assert way(march, start, b) == reach.path_to(b)
    for b in rng.sample(sorted(ends), min(len(ends), 12)):
        spent = 0
        for at, to in pairwise(reach.path_to(b)):
            assert march.why_not(at, spent, to) is None
            cost, why = march.enter(at, to, spent)
            assert (to, cost, why is not None) in march.next(at, spent)
            assert why is None or to == b
            spent += cost
        assert spent == reach.costs[b]
    for at in rng.sample(sorted(reach.costs), min(len(reach.costs), 8)):
        spent = rng.choice((0, reach.costs[at], march.budget))
        listed = [b for b, _, _ in march.next(at, spent)]
        assert listed == [b for b in near[at] if march.why_not(at, spent, b) is None]
    for b in (*rng.sample(range(len(near)), 3), *rng.sample(sorted(reach.costs), min(2, len(reach.costs)))):
        assert (march.why_not_there(start, b) is None) == (b in ends)
    return len(ends)
