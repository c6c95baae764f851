"""Movement: the legal list, the reach, the refusals and the paths are one; every line of a march at its edges."""

import random

import pytest
from msgspec import Struct

from grognard.core import Refusal
from grognard.maps import (
    WHOLE,
    Bar,
    Costs,
    MapError,
    March,
    NoEnd,
    Price,
    Stop,
    Toll,
    Zones,
    links,
    mask,
)
from tests.maps.grids import GRIDS
from tests.maps.marches import prove, random_march, walked

GRID = GRIDS["cassino"]
HERE = GRID.id("1406")
LINE = GRID.ids(["1406", "1405", "1404", "1403", "1402", "1401"])


class Ground(Struct, frozen=True):
    night: bool = False
    ruins: int = 0


def flat(ground: Ground, a: int, b: int, side: int) -> Price:
    return 1 + (ground.ruins >> b & 1) + ground.night


PLAIN = Costs(links(GRID), flat).on(Ground())


def names(ways: list[tuple[int, int, bool]]) -> list[str]:
    return [GRID.names[b] for b, _, _ in ways]


def keys(march: March, at: int, spent: int, to: int) -> tuple[str, str] | None:
    why = march.why_not(at, spent, to)
    return None if why is None else (why.rule, why.key)


# The lines of a march, one by one


def test_the_list_gives_cost_and_last_step_in_the_order_of_directions() -> None:
    march = March(PLAIN, 2, rule="6.0")
    assert march.next(HERE, 0) == [(b, 1, False) for b in GRID.neighbours[HERE]]
    assert march.next(HERE, 1) == [(b, 1, False) for b in GRID.neighbours[HERE]]
    assert march.next(HERE, 2) == [] == march.next(HERE, 3)
    assert march.why_not(HERE, 2, LINE[1]) == Refusal("6.0", "too_dear", (LINE[1], 1, 0))
    assert march.why_not(HERE, 0, LINE[2]) == Refusal("6.0", "not_adjacent", (LINE[2], HERE))
    assert march.why_not(HERE, 0, 5000) == Refusal("6.0", "not_adjacent", (5000, HERE))
    assert march.why_not(HERE, 0, HERE) == Refusal("6.0", "not_adjacent", (HERE, HERE))


def test_a_bar_is_asked_into_out_of_and_by_its_test() -> None:
    zone = mask((HERE, LINE[1]))
    march = March(PLAIN, 5, (Bar("7.0", "zone_to_zone", zone, out_of=zone),))
    assert keys(march, HERE, 0, LINE[1]) == ("7.0", "zone_to_zone")
    assert keys(march, LINE[2], 0, LINE[1]) is None
    asked: list[int] = []

    def full(b: int) -> bool:
        asked.append(b)
        return b == LINE[1]

    march = March(PLAIN, 5, (Bar("9.1", "full", mask((LINE[1], LINE[3])), test=full),))
    assert LINE[1] not in [b for b, _, _ in march.next(HERE, 0)] and asked == [LINE[1]]
    assert march.why_not(HERE, 0, LINE[1]) == Refusal("9.1", "full", (LINE[1], HERE))
    assert keys(march, LINE[2], 0, LINE[3]) is None


def test_a_stop_is_the_last_step_and_says_why() -> None:
    march = March(PLAIN, 9, stops=(Stop("6.24", "zone", mask((LINE[2],))),))
    assert (LINE[2], 1, True) in march.next(LINE[1], 0)
    assert march.enter(LINE[1], LINE[2], 0) == (1, Refusal("6.24", "zone", (LINE[2], LINE[1])))
    assert march.enter(HERE, LINE[1], 0) == (1, None)
    reach = march.reach(HERE)
    assert reach.costs[LINE[2]] == 2 and reach.path_to(LINE[3]) and LINE[2] not in reach.path_to(LINE[3])
    leaving = March(PLAIN, 9, stops=(Stop("6.24", "zone", mask((LINE[2],)), out_of=mask((LINE[3],))),))
    assert leaving.enter(LINE[1], LINE[2], 0)[1] is None and leaving.enter(LINE[3], LINE[2], 0)[1] is not None


def test_a_price_may_stop_or_refuse_with_its_reason() -> None:
    water, cliff = GRID.side(HERE, LINE[1]), GRID.side(LINE[1], LINE[2])

    def price(ground: Ground, a: int, b: int, side: int) -> Price:
        if side == cliff:
            return Refusal("6.4", "cliff", (a, b))
        return (2, Refusal("6.5", "water", (b,))) if side == water else 1

    march = March(Costs(links(GRID), price).on(Ground()), 4)
    assert (LINE[1], 2, True) in march.next(HERE, 0)
    assert march.enter(HERE, LINE[1], 0) == (2, Refusal("6.5", "water", (LINE[1],)))
    assert march.why_not(LINE[1], 0, LINE[2]) == Refusal("6.4", "cliff", (LINE[1], LINE[2]))
    with pytest.raises(MapError, match="no step"):
        march.enter(LINE[1], LINE[2], 0)


def test_tolls_add_up_on_the_way_in_and_on_the_way_out() -> None:
    march = March(PLAIN, 6, tolls=(Toll(3, mask((LINE[1],))), Toll(2, -1, out_of=mask((HERE,)))))
    assert march.enter(HERE, LINE[1], 0) == (6, None)
    assert march.enter(LINE[2], LINE[1], 0) == (4, None)
    assert {b: cost for b, cost, _ in march.next(HERE, 0)}[LINE[1]] == 6
    assert march.reach(HERE).costs[LINE[1]] == 6
    assert march.why_not(HERE, 1, LINE[1]) == Refusal("", "too_dear", (LINE[1], 6, 5))


def test_no_end_is_passed_but_not_stayed_in() -> None:
    march = March(PLAIN, 2, ends=(NoEnd("9.1", "full", mask((LINE[1],))),))
    assert LINE[1] in [b for b, _, _ in march.next(HERE, 0)]
    assert LINE[1] not in [b for b, _, _ in march.next(HERE, 1)]
    assert march.why_not(HERE, 1, LINE[1]) == Refusal("9.1", "full", (LINE[1], HERE))
    reach = march.reach(HERE)
    assert LINE[1] not in reach.ends() and LINE[2] in reach.ends()
    assert march.why_not_there(HERE, LINE[1]) == Refusal("9.1", "full", (LINE[1], HERE))
    stopping = March(PLAIN, 5, stops=(Stop("6.24", "zone", mask((LINE[1],))),), ends=march.ends)
    assert keys(stopping, HERE, 0, LINE[1]) == ("9.1", "full")


def test_one_full_hex_behind_another_is_no_way_on() -> None:
    ring = mask(GRID.ring(LINE[1], 1)) & ~mask((HERE,))
    march = March(PLAIN, 2, ends=(NoEnd("9.1", "full", ring | mask((LINE[1],)) | mask((HERE,))),))
    assert LINE[1] not in [b for b, _, _ in march.next(HERE, 0)]
    farther = March(PLAIN, 3, ends=march.ends)
    assert LINE[1] in [b for b, _, _ in farther.next(HERE, 0)]


def test_the_whole_allowance_from_a_standing_start() -> None:
    wall = GRID.side(HERE, LINE[1])
    priced = Costs(links(GRID), lambda g, a, b, side: WHOLE if side == wall else 1).on(Ground())
    march = March(priced, 4, tolls=(Toll(1, mask((LINE[1],))),), rule="6.2")
    assert (LINE[1], 4, False) in march.next(HERE, 0) and march.enter(HERE, LINE[1], 0) == (4, None)
    assert march.why_not(HERE, 1, LINE[1]) == Refusal("6.2", "whole_allowance", (LINE[1],))
    assert march.reach(HERE).costs[LINE[1]] == 3  # round the wall: two hexes and the toll
    assert March(priced, 0).next(HERE, 0) == [] and March(priced, 0).reach(HERE).ends() == ()


def test_one_hex_always() -> None:
    dear = Costs(links(GRID), lambda g, a, b, side: 7).on(Ground())
    march = March(dear, 3, first=True)
    assert march.next(HERE, 0) == [(b, 3, False) for b in GRID.neighbours[HERE]]
    assert march.next(HERE, 1) == []
    assert set(march.reach(HERE).ends()) == set(GRID.neighbours[HERE])
    assert March(dear, 3).reach(HERE).ends() == ()


def test_reasons_for_a_far_hex() -> None:
    enemy = mask((LINE[2],))
    march = March(
        PLAIN, 3, (Bar("6.21", "enemy_there", enemy),), (Stop("6.24", "zone", Zones(GRID).of(enemy)),), rule="6.0"
    )
    assert march.why_not_there(HERE, LINE[2]) == Refusal("6.21", "enemy_there", (LINE[2], LINE[1]))
    assert march.why_not_there(HERE, LINE[3]) is not None
    assert march.why_not_there(HERE, LINE[1]) is None
    assert march.why_not_there(HERE, GRID.id("2010")) == Refusal("6.0", "too_far", (GRID.id("2010"), HERE))
    assert march.why_not_there(HERE, HERE) == Refusal("6.0", "already_there", (HERE,))


def test_changed_ground_is_priced_as_if_from_scratch() -> None:
    priced: list[int] = []

    def counted(ground: Ground, a: int, b: int, side: int) -> Price:
        priced.append(a)
        return flat(ground, a, b, side)

    patched = Costs(links(GRID), counted, lambda g: (Ground(g.night), g.ruins))
    patched.on(Ground())
    whole = len(priced)
    ruins = mask((HERE, LINE[4]))
    assert patched.on(Ground(ruins=ruins)).ways == Costs(links(GRID), flat).on(Ground(ruins=ruins)).ways
    assert len(priced) - whole < whole / 4
    assert patched.on(Ground(ruins=ruins)) is patched.on(Ground(ruins=ruins))


def test_steps_priced_once_serve_every_ground_altered_alike_about_them() -> None:
    priced: list[int] = []

    def counted(ground: Ground, a: int, b: int, side: int) -> Price:
        priced.append(a)
        return flat(ground, a, b, side)

    patched = Costs(links(GRID), counted, lambda g: (Ground(g.night), g.ruins), alike=True)
    for ruins, night in (((HERE,), False), ((HERE, LINE[4]), False), ((LINE[4],), False), ((HERE,), True)):
        ground = Ground(night, mask(ruins))
        whole = Costs(links(GRID), flat).on(ground).ways
        assert [patched.on(ground).row(a) for a in range(len(GRID))] == list(whole)
        assert patched.on(ground).ways == whole
    before = len(priced)
    again = Ground(ruins=mask((HERE, LINE[4], LINE[0])))
    assert patched.on(again).ways == Costs(links(GRID), flat).on(again).ways
    assert len({*priced[before:]}) < 19  # round one hex more, not round all three


def test_a_new_ground_is_made_out_of_the_last_one_by_what_differs() -> None:
    priced: list[int] = []

    def counted(ground: Ground, a: int, b: int, side: int) -> Price:
        priced.append(a)
        return flat(ground, a, b, side)

    patched = Costs(links(GRID), counted, between=lambda one, other: one.ruins ^ other.ruins)
    patched.on(Ground())
    whole = len(priced)
    for ruins in ((HERE,), (HERE, LINE[4]), (LINE[4],), (HERE, LINE[2])):
        ground = Ground(ruins=mask(ruins))
        assert patched.on(ground).ways == Costs(links(GRID), flat).on(ground).ways
        assert patched.on(ground) is patched.on(ground)
    before = len(priced)
    assert before < 2 * whole
    patched.on(Ground(ruins=mask((HERE, LINE[2], LINE[3]))))
    assert {*priced[before:]} == {LINE[3], *GRID.neighbours[LINE[3]]}  # round the one hex that differs


def test_prices_are_at_least_one() -> None:
    with pytest.raises(MapError, match="at least 1"):
        Costs(links(GRID), lambda g, a, b, side: 0).on(Ground())


def test_further_spaces_are_joined_by_numbered_sides() -> None:
    size = len(GRID)
    near = links(GRID, ((HERE, size), (size, size + 1)), size + 2)
    first = len(GRID.hexsides)
    assert near[HERE][-1] == (size, first) and near[size] == ((HERE, first), (size + 1, first + 1))
    priced = Costs(near, lambda g, a, b, side: 7 if side == first else 1).on(Ground())
    assert March(priced, 8).reach(HERE).costs[size + 1] == 8
    assert Zones(near, closed=(first,)).of(mask((size,))) == mask((size + 1,))
    for bad in (((HERE, LINE[1]),), ((HERE, HERE),), ((HERE, size + 9),)):
        with pytest.raises(MapError, match="cannot be joined"):
            links(GRID, bad, size + 2)


def test_rules_that_ask_where_one_comes_from_are_kept_apart() -> None:
    """A bar out of one hex, a stop out of another: each holds there and nowhere else, in the list and in the reach."""
    a, b, c = LINE[1], LINE[2], LINE[3]
    bars = (Bar("7.0", "barred", mask((b,)), out_of=mask((a,))),)
    march = March(PLAIN, 2, bars, (Stop("6.24", "edge", -1, out_of=mask((c,))),))
    assert b not in [to for to, _, _ in march.next(a, 0)]
    assert (b, 1, True) in march.next(c, 0) and all(last for _, _, last in march.next(c, 0))
    assert not any(last for _, _, last in march.next(a, 0))
    assert march.reach(c).costs == {c: 0, **dict.fromkeys(GRID.neighbours[c], 1)}
    assert march.reach(a).costs[b] == 2 and set(march.reach(a).costs) == set(GRID.within(a, 2)) - {c}
    for start in (HERE, a, b, c):
        reach = march.reach(start)
        assert {end: reach.costs[end] for end in reach.ends()} == walked(march, start)


def test_a_second_place_to_pass_counts_like_the_first() -> None:
    ends = (NoEnd("9.1", "full", mask((LINE[1],))), NoEnd("10.2", "apart", mask((LINE[2],))))
    march = March(PLAIN, 2, ends=ends)
    assert LINE[2] not in [b for b, _, _ in march.next(LINE[1], 1)]
    assert march.why_not(LINE[1], 1, LINE[2]) == Refusal("10.2", "apart", (LINE[2], LINE[1]))
    assert not {LINE[1], LINE[2]} & set(march.reach(HERE).ends())


def test_of_two_reasons_to_stop_the_first_named_is_told() -> None:
    water = GRID.side(HERE, LINE[1])
    priced = Costs(links(GRID), lambda g, a, b, side: (1, Refusal("6.5", "water", (b,))) if side == water else 1)
    march = March(priced.on(Ground()), 5, stops=(Stop("6.24", "zone", mask((LINE[1],))),))
    assert march.enter(HERE, LINE[1], 0) == (1, Refusal("6.24", "zone", (LINE[1], HERE)))
    assert March(priced.on(Ground()), 5).enter(HERE, LINE[1], 0) == (1, Refusal("6.5", "water", (LINE[1],)))


def test_hexes_far_apart_are_joined_and_a_map_has_an_end() -> None:
    far = GRID.id("2010")
    assert links(GRID, ((HERE, far),))[far][-1] == (HERE, len(GRID.hexsides))
    with pytest.raises(MapError, match="more than the 4096"):
        links(GRID, spaces=5000)


# The proof: list = reach = refusal


@pytest.mark.parametrize("name", ["cassino", "front", "alamo", "battle"])
def test_list_reach_and_refusal_are_one(name: str) -> None:
    """Walking hex by hex, flooding, the one-by-one predicate and the far reasons agree on random positions."""
    grid, rng = GRIDS[name], random.Random(name)
    dear = [rng.choice((1, 1, 2, 3, 5)) for _ in range(len(grid))]
    river = frozenset(rng.sample(range(grid.inner), grid.inner // 8))
    wall = frozenset(rng.sample(range(grid.inner), grid.inner // 20))

    def price(ground: Ground, a: int, b: int, side: int) -> Price:
        if side in wall:
            return WHOLE if a % 2 else Refusal("8", "wall", (a, b))
        cost = dear[b] + (ground.ruins >> b & 1) + ground.night
        return (cost, Refusal("9", "river", (b,))) if side in river else cost

    costs = Costs(links(grid), price, lambda g: (Ground(g.night), g.ruins))
    zones = Zones(grid)
    for _ in range(60):
        ground = Ground(rng.random() < 0.3, mask(rng.sample(range(len(grid)), len(grid) // 10)))
        march, start = random_march(rng, zones, costs.on(ground), rng.randint(0, 9))
        prove(rng, march, start, grid.neighbours)
