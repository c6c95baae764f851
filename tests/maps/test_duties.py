"""Duties of attack against a referee who tries every division of units and hexes."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

from grognard.maps.duties import closed, closure, duties, fits, most

Attack = tuple[frozenset[int], frozenset[int]]


def parts(things: frozenset[int]) -> Iterator[frozenset[int]]:
    for k in range(1, len(things) + 1):
        yield from map(frozenset, combinations(sorted(things), k))


def divisions(touches: dict[int, frozenset[int]]) -> list[frozenset[Attack]]:
    """Every way to divide all units and all hexes touched into attacks, the most attacks only. Plain brute force."""

    @cache
    def divide(units: frozenset[int], hexes: frozenset[int]) -> list[frozenset[Attack]]:
        if not hexes and not units:
            return [frozenset()]
        if not hexes or not units:
            return []
        found = []
        first = min(hexes)
        for others in (frozenset(), *parts(hexes - {first})):
            under = others | {first}
            able = frozenset(unit for unit in units if under <= touches[unit])
            for inside in parts(able):
                found += [rest | {(inside, under)} for rest in divide(units - inside, hexes - under)]
        return found

    every = divide(frozenset(touches), frozenset(hex for found in touches.values() for hex in found))
    greatest = max((len(division) for division in every), default=0)
    return [division for division in every if len(division) == greatest]


def positions(count: int, seed: int) -> Iterator[tuple[random.Random, dict[int, frozenset[int]]]]:
    rng = random.Random(seed)
    for _ in range(count):
        units, hexes = rng.randint(1, 5), rng.randint(1, 4)
        share = rng.choice((0.3, 0.5, 0.8))
        touches = {u: frozenset(h for h in range(100, 100 + hexes) if rng.random() < share) for u in range(units)}
        yield rng, {unit: found for unit, found in touches.items() if found}


def test_an_option_is_offered_exactly_if_a_best_division_holds_it() -> None:
    """2,000 positions: `most`, `fits` and `closed` say what trying everything says."""
    few = 0
    for rng, touches in positions(2000, 12):
        best = divisions(touches)
        d = duties(touches)
        greatest = most(d)
        hexes = frozenset(d.units)
        assert greatest == len(best[0]) if touches else greatest == 0
        few += greatest < len(hexes)
        attacks = {attack for division in best for attack in division}
        for _ in range(6):
            units = frozenset(u for u in touches if rng.random() < 0.4)
            under = frozenset(h for h in hexes if rng.random() < 0.4)
            if not under:
                continue
            wanted = any(units <= inside and under <= below for inside, below in attacks)
            assert fits(d, units, under, greatest) == wanted, (touches, units, under)
            ready = (units, under) in attacks
            assert (closed(d, units, under) and fits(d, units, under, greatest)) == ready, (touches, units, under)
    assert few > 300


def test_random_answers_never_end_in_a_blind_alley() -> None:
    """Larger positions, played out pick by pick: every hex is attacked, everybody attacks, in the most attacks."""
    rng, few = random.Random(3), 0
    for _ in range(600):
        units, hexes = rng.randint(1, 14), rng.randint(1, 9)
        touches = {u: set(rng.sample(range(100, 100 + hexes), rng.randint(0, min(3, hexes)))) for u in range(units)}
        start = duties(touches)
        wanted = most(start)
        few += wanted < len(start.units)
        made = 0
        while (d := duties(touches)).units:
            greatest = most(d)
            first = rng.choice([hex for hex in d.units if fits(d, (), (hex,), greatest)])
            inside: set[int] = set()
            under = {first}
            while True:
                adds = [u for u in d.hexes if u not in inside and fits(d, inside | {u}, under, greatest)]
                also = [h for h in d.units if inside and h not in under and fits(d, inside, under | {h}, greatest)]
                done = closed(d, inside, under) and fits(d, inside, under, greatest)
                assert adds or also or done, (touches, inside, under)
                pick = rng.choice([*adds, *also, *(["done"] if done else [])])
                if pick == "done":
                    break
                assert isinstance(pick, int)
                (inside if pick < 100 else under).add(pick)
            assert all(under <= touches[u] for u in inside)
            made += 1
            touches = {u: found - under for u, found in touches.items() if u not in inside}
            assert all(any(h in touches[u] for u in touches) for h in d.units if h not in under), "a hex is left over"
            assert all(touches[u] for u in d.hexes if u not in inside), "a unit is left over"
        assert made == wanted
    assert few > 50


def test_closure_draws_in_what_has_nobody_else() -> None:
    d = duties({1: {100, 101}, 2: {100}, 3: {102}, 4: ()})
    assert 4 not in d.hexes and most(d) == 3
    assert closure(d, {1}, {100}) is None, "unit 2 can only attack hex 100, and then nobody is left for hex 101"
    assert closure(d, {1}, {101}) == (frozenset({1}), frozenset({101}))
    assert closure(d, {2}, {100}) == (frozenset({2}), frozenset({100}))
    assert not fits(d, {1, 2}, {100}, 3) and fits(d, {1}, {101}, 3) and closed(d, {3}, {102})
    assert not closed(d, set(), {102}) and closure(d, {3}, {100}) is None
