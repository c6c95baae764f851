"""Retreats: look-ahead, compulsory ranks, early ends; against every way counted out."""

import random

from grognard.core import Refusal
from grognard.maps import Masks, Retreat, mask
from tests.maps.grids import GRIDS

GRID = GRIDS["cassino"]
DEAD_END, WORSE = Refusal("6.4", "dead_end"), Refusal("6.4", "worse")


def ways(retreat: Retreat, path: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every full way, counted out."""
    if len(path) > retreat.length:
        return [path]
    found = [path] if retreat.home >> path[-1] & 1 else []
    for b in GRID.neighbours[path[-1]]:
        if retreat.refuse(path, b) is None:
            found += ways(retreat, (*path, b))
    return found


def test_a_dead_end_is_not_offered() -> None:
    here, north = GRID.id("1406"), GRID.id("1405")
    shut = set(GRID.neighbours[north]) - {here}

    def refuse(path: tuple[int, ...], b: int) -> Refusal | None:
        return Refusal("6.4", "enemy_there", (b,)) if b in shut or b in path else None

    one, two = Retreat(GRID.neighbours, 1, refuse), Retreat(GRID.neighbours, 2, refuse)
    assert north in one.next((here,)) and north not in two.next((here,))
    assert two.why_not((here,), north, DEAD_END, WORSE) == DEAD_END
    assert one.why_not((here,), north, DEAD_END, WORSE) is None
    assert one.next((here, north)) == [] and one.open((here, north)) and not two.open((here, north))
    far = GRID.id("2010")
    assert one.why_not((here,), far, DEAD_END, WORSE) == Refusal("6.4", "not_adjacent", (far, here))
    assert Retreat(GRID.neighbours, 2, refuse, home=mask((north,))).next((here,)).count(north) == 1


def test_random_retreats_offer_what_counting_out_finds_and_end_at_the_best_rank() -> None:
    rng, tried = random.Random(8), 0
    for round_ in range(300):
        start = rng.randrange(len(GRID))
        enemy = set(rng.sample(range(len(GRID)), 30)) - {start}
        own = mask(rng.sample(range(len(GRID)), 30))
        n = rng.randint(1, 3)

        def refuse(path: tuple[int, ...], b: int, enemy: set[int] = enemy, start: int = start) -> Refusal | None:
            if b in enemy:
                return Refusal("12.74", "enemy_there", (b,))
            return None if GRID.distance(start, b) == len(path) else Refusal("12.72", "not_away", (b,))

        def rank(way: tuple[int, ...], own: int = own) -> tuple[int, int]:
            return own >> way[-1] & 1, sum(own >> b & 1 for b in way)

        ranked = round_ % 3 > 0
        near = Masks(GRID.neighbours) if round_ % 2 else GRID.neighbours
        home = mask(rng.sample(range(len(GRID)), 5)) if round_ % 5 == 0 else 0
        retreat = Retreat(near, n, refuse, rank if ranked else None, home)
        every = ways(retreat, (start,))
        assert retreat.open((start,)) == bool(every)
        path: tuple[int, ...] = (start,)
        best = min((rank(way) for way in every), default=None)
        while onward := retreat.next(path):
            good = [way for way in every if way[: len(path)] == path and (not ranked or rank(way) == best)]
            ahead = {way[len(path)] for way in good if len(way) > len(path)}
            assert onward == [b for b in GRID.neighbours[path[-1]] if b in ahead]
            for b in GRID.neighbours[path[-1]]:
                why = retreat.why_not(path, b, DEAD_END, WORSE)
                assert (why is None) == (b in onward)
                if why == WORSE:
                    assert ranked and any(way[: len(path) + 1] == (*path, b) for way in every)
            path = (*path, rng.choice(onward))
            tried += 1
        if every and not home:
            assert len(path) == n + 1 and (not ranked or rank(path) == best)
    assert tried > 300
