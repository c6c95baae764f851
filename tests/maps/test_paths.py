"""Path search: costs, ways, stops, reasons."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import Reach, search
from tests.maps.grids import GRIDS

GRID = GRIDS["cassino"]
HERE = GRID.id("1406")
RULES = st.fixed_dictionaries(
    {
        "costs": st.lists(st.integers(0, 4), min_size=len(GRID), max_size=len(GRID)),
        "closed": st.sets(st.integers(0, len(GRID) - 1), max_size=25),
        "zones": st.sets(st.integers(0, len(GRID) - 1), max_size=25),
        "water": st.sets(st.integers(0, GRID.inner - 1), max_size=60),
        "slopes": st.sets(st.integers(0, GRID.inner - 1), max_size=90),
    }
)


def names(spaces: tuple[int, ...]) -> list[str]:
    return [GRID.names[space] for space in spaces]


def uniform(a: int, b: int) -> int | str:
    return 1


def test_everything_within_the_budget_at_its_distance() -> None:
    reach = search(HERE, 3, GRID.neighbours, uniform)
    assert reach.costs == {b: GRID.distance(HERE, b) for b in GRID.within(HERE, 3)}
    ends = reach.ends()
    assert len(ends) == 36 and HERE not in ends
    assert list(ends) == sorted(ends, key=lambda space: (reach.costs[space], space))


def test_a_cheaper_way_found_later_replaces_a_dearer_one() -> None:
    near = ((1, 2), (2,), (3,), ())
    price = {(0, 1): 1, (0, 2): 5, (1, 2): 1, (2, 3): 1}

    def enter(x: int, y: int) -> int | str:
        return price[x, y]

    def stop(x: int, y: int) -> str | None:
        return "shore" if y == 2 else None

    reach = search(0, 6, near, enter)
    assert reach.costs == {0: 0, 1: 1, 2: 2, 3: 3} and reach.path_to(3) == (0, 1, 2, 3)
    halting = search(0, 6, near, enter, stop)
    assert halting.costs == {0: 0, 1: 1, 2: 2} and halting.path_to(2) == (0, 1, 2)


def test_no_budget_reaches_only_the_start() -> None:
    assert search(HERE, 0, GRID.neighbours, uniform).costs == {HERE: 0}


def test_dear_ground_is_crossed_or_gone_round() -> None:
    hill, target = set(GRID.ids(["1405", "1506", "1306"])), GRID.id("1404")
    over: Reach[str] = search(HERE, 6, GRID.neighbours, lambda a, b: 3 if b in hill else 1)
    assert over.costs[target] == 4 and names(over.path_to(target)) == ["1406", "1405", "1404"]
    round_: Reach[str] = search(HERE, 6, GRID.neighbours, lambda a, b: 5 if b in hill else 1)
    assert round_.costs[target] == 5 and not hill & set(round_.path_to(target))


def test_a_way_not_reached_is_empty_and_has_no_parent() -> None:
    reach = search(HERE, 1, GRID.neighbours, uniform)
    assert reach.path_to(GRID.id("1404")) == ()
    assert reach.parent(GRID.id("1404")) == reach.parent(HERE) == -1
    assert reach.parent(GRID.id("1405")) == HERE
    assert reach.path_to(HERE) == (HERE,)


def test_reasons_for_what_is_not_reached() -> None:
    enemy, zone, full = GRID.id("1405"), GRID.id("1506"), GRID.id("1407")
    reach = search(
        HERE,
        2,
        GRID.neighbours,
        lambda a, b: "enemy" if b == enemy else 1,
        lambda a, b: "zone" if b == zone else None,
        lambda b: "full" if b == full else None,
    )
    assert reach.why_not(enemy, "far") == "enemy"
    assert reach.stopped == {zone: "zone"}
    assert reach.why_not(GRID.id("1605"), "far") == "zone"  # touched only from the zone
    assert reach.why_not(GRID.id("1404"), "far") == "far"
    assert reach.why_not(full, "far") == "full" and full in reach and full not in reach.ends()
    assert reach.why_not(zone, "far") is None
    assert reach.path_to(GRID.id("1408")) == (HERE, full, GRID.id("1408"))  # passing through is allowed


def test_beyond_a_stop_that_also_exhausts_the_budget_is_too_far() -> None:
    reach = search(HERE, 1, GRID.neighbours, uniform, lambda a, b: "zone")
    assert reach.why_not(GRID.id("1404"), "far") == "far"


def test_forbidden_from_a_stop_is_forbidden_not_stopped() -> None:
    stop, beyond = GRID.id("1405"), GRID.id("1404")
    reach = search(
        HERE, 3, GRID.neighbours,
        lambda a, b: 1 if b == stop else ("cliff" if b == beyond else "sea"),
        lambda a, b: "zone",
    )  # fmt: skip
    assert reach.why_not(beyond, "far") == "cliff"


def test_a_longer_way_that_need_not_stop_leads_on() -> None:
    """Crossing the water costs one but stops; the bridge costs three and does not."""
    a, b, c, d = 0, 1, 2, 3
    near = ((b, c), (a, c, d), (a, b), (b,))
    price = {(a, b): 1, (a, c): 1, (c, b): 2, (b, d): 1}

    def enter(x: int, y: int) -> int | str:
        return price.get((x, y), "no way")

    def stop(x: int, y: int) -> str | None:
        return "water" if (x, y) == (a, b) else None

    reach = search(a, 4, near, enter, stop)
    assert reach.costs == {a: 0, b: 1, c: 1, d: 4}
    assert reach.path_to(b) == (a, b)
    assert reach.path_to(d) == (a, c, b, d)
    assert reach.stopped == {b: "water"}
    assert d not in search(a, 3, near, enter, stop)


def test_at_equal_cost_the_arrival_that_may_go_on_counts() -> None:
    near = ((1, 2), (2,), (3,), ())

    def stop(x: int, y: int) -> str | None:
        return "water" if (x, y) == (0, 2) else None

    reach: Reach[str] = search(0, 3, near, lambda x, y: 2 if (x, y) == (0, 2) else 1, stop)
    assert reach.stopped == {} and reach.path_to(2) == (0, 1, 2) and 3 in reach


def _functions(rules: dict[str, Any]) -> tuple[Callable[[int, int], int | str], Callable[[int, int], str | None]]:
    costs = rules["costs"]
    closed, zones, water, slopes = (rules[key] for key in ("closed", "zones", "water", "slopes"))
    assert isinstance(costs, list) and isinstance(closed, set) and isinstance(zones, set)
    assert isinstance(water, set) and isinstance(slopes, set)

    def enter(a: int, b: int) -> int | str:
        return "closed" if b in closed else int(costs[b]) + 2 * (GRID.side(a, b) in slopes)

    def stop(a: int, b: int) -> str | None:
        return "zone" if b in zones else "water" if GRID.side(a, b) in water else None

    return enter, stop


def _exhaustive(
    start: int, budget: int, enter: Callable[[int, int], int | str], stop: Callable[[int, int], str | None]
) -> dict[int, int]:
    """Cheapest costs by relaxing every step until nothing changes, with both kinds of arrival as separate nodes."""
    best = {(start, False): 0}
    changed = True
    while changed:
        changed = False
        for (a, halted), cost in list(best.items()):
            for b in GRID.neighbours[a] if not halted else ():
                price = enter(a, b)
                node = b, stop(a, b) is not None
                if isinstance(price, int) and cost + price <= budget and cost + price < best.get(node, budget + 1):
                    best[node] = cost + price
                    changed = True
    found: dict[int, int] = {}
    for (a, _), cost in best.items():
        found[a] = min(cost, found.get(a, cost))
    return found


@given(RULES, st.integers(0, len(GRID) - 1), st.integers(0, 9))
def test_the_costs_are_the_cheapest_and_the_ways_cost_them(rules: dict[str, Any], start: int, budget: int) -> None:
    enter, stop = _functions(rules)
    reach = search(start, budget, GRID.neighbours, enter, stop)
    assert reach.costs == _exhaustive(start, budget, enter, stop)
    for space, cost in reach.costs.items():
        path = reach.path_to(space)
        assert path[0] == start and path[-1] == space
        prices = [enter(a, b) for a, b in pairwise(path)]
        assert sum(price for price in prices if isinstance(price, int)) == cost
        assert all(isinstance(price, int) for price in prices)
        assert all(stop(a, b) is None for a, b in pairwise(path[:-1]))


@given(RULES, st.integers(0, len(GRID) - 1), st.integers(0, 9))
def test_every_space_next_to_the_reach_has_its_reason(rules: dict[str, Any], start: int, budget: int) -> None:
    enter, stop = _functions(rules)
    reach = search(start, budget, GRID.neighbours, enter, stop)
    for a in reach.costs:
        for b in GRID.neighbours[a]:
            if b not in reach:
                why = reach.why_not(b, "far")
                assert why in ("closed", "zone", "water", "far")
                if why == "closed":
                    assert b in rules["closed"]
