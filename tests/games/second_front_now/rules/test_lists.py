"""What is reckoned from whole sets is what the rules, asked hex by hex and unit by unit, allow."""

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest

from grognard.core import Seeded, clone, push, settle
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    ENGLAND,
    GERMAN,
    HEXES,
    KEYS,
    LAND,
    NONE,
    NORTH,
    REGULAR,
    SIDE,
    SOUTH,
    SPACE,
    UNIT,
    UNITS,
    ZONES,
)
from grognard.games.second_front_now.rules.commands import (
    PICK,
    Commands,
    can_come,
    has_cover,
    picks,
    ready,
    refuse_command,
)
from grognard.games.second_front_now.rules.control import contested, prizes, settle_control, would_hold
from grognard.games.second_front_now.rules.movement import Walk, can_move, march, marches, reachable, way_to
from grognard.games.second_front_now.rules.stacking import crowd, crowded, overfilled
from grognard.games.second_front_now.rules.state import SecondFront, place
from grognard.games.second_front_now.rules.supply import kind_of_supply, supplied, unfed
from grognard.maps.sets import BIT, mask, members
from tests.games.second_front_now.kit import act, board, hush

C = "second_front_now"


def positions(seed: int, answers: int, share: float) -> Iterator[SecondFront]:
    """Positions of a random game in which commands are given."""
    chance, rng = Seeded(seed), random.Random(seed)
    s = GAME.new()
    for _ in range(answers):
        asked = settle(s, chance)
        if asked is None:
            return
        if isinstance(s.stack[-1], Commands) and rng.random() < share:
            yield s
        push(s, rng.choice(asked.options), hush)


@pytest.mark.case(C, "12.1", "12.2", "12.3", "12.4", "12.4.min", "12.5", "11.4", "11.4.strat", "10.3", "7.3")
def test_the_reach_of_a_stack_is_that_of_its_marches() -> None:
    rng = random.Random(7)
    seen = far = 0
    for s in positions(5, 1900, 0.08):
        side = s.stack[-1].side
        stacks = [ready(s, hex) for hex in rng.sample(members(s.held[side]), min(6, s.held[side].bit_count()))]
        stacks += [units[:k] for units in stacks for k in (1, 2) if len(units) > k]
        stacks += [(rng.choice(s.here[box]),) for box in (ENGLAND, NORTH, SOUTH) if s.here.get(box)]
        for units in filter(None, stacks):
            start = s.loc[units[0]]
            rules = list(marches(s, units))
            reaches = [one.reach(start) for one in rules]
            found = reachable(s, units)
            assert found == mask(h for one in reaches for h in one.ends())
            for h in rng.sample(members(found), min(4, found.bit_count())):
                way = way_to(s, units, h)
                lawful = next(k for k, one in enumerate(reaches) if h in one.ends())
                spent = 0
                for at, to in pairwise(way):
                    step = next(step for step in rules[lawful].next(at, spent) if step[0] == to)
                    spent += step[1]
                assert way[0] == start and way[-1] == h and spent == reaches[lawful].costs[h], "the cheapest"
                seen += 1
                far += lawful
    assert seen > 300 and far > 50


@pytest.mark.case(C, "12.1", "12.4.min", "10.2", "10.3")
def test_the_next_steps_of_a_walk_are_those_of_its_marches() -> None:
    rng = random.Random(8)
    told = 0
    for s in positions(6, 1500, 0.08):
        for hex in rng.sample(members(s.held[s.stack[-1].side]), 5):
            for u in s.here[hex]:
                for spent in (0, 1, 3):
                    walk = Walk(u, (hex,), spent)
                    plain, fast = walk.ways(s)
                    assert plain == mask(b for b, _, _ in march(s, (u,)).next(hex, spent))
                    lawful = march(s, (u,), strategic=True).next(hex, spent) if walk.hurries(s) else []
                    assert fast == mask(b for b, _, _ in lawful)
                    told += bool(plain)
                assert can_move(s, u) == any(Walk(u, (hex,)).ways(s))
    assert told > 300


@pytest.mark.case(C, "10.1", "10.6.G")
def test_crowds_are_counted_as_units_come_and_go() -> None:
    for s in positions(9, 1900, 0.05):
        for hex in members(s.held[ALLIED] | s.held[GERMAN]):
            others, guns = crowd(s, hex)
            for u in (UNIT["1 US Infantry"], UNIT["V US Corps"]):
                full = guns >= 1 if u == UNIT["V US Corps"] else others >= 3
                assert bool(crowded(s, (u,)) & BIT[hex]) is full
            for k in (1, 2, 3):
                party = tuple(UNITS[:k]) if k else ()
                assert bool(overfilled(s, party) & BIT[hex]) is (others + k > 3)
        assert not (s.crowds[0] | s.crowds[3]) & ~(s.held[ALLIED] | s.held[GERMAN])
        assert has_cover(s) is any(len(s.here[h]) > 1 for h in members(s.held[ALLIED]))


@pytest.mark.case(C, "6.2", "6.2.box", "7.3.US", "7.3.CW", "7.3.N", "7.3.S")
def test_who_can_be_commanded_is_who_could_do_something() -> None:
    for s in positions(10, 1900, 0.03):
        side = s.stack[-1].side
        offered = set(picks(s, side))
        for hex in members(s.held[side]):
            assert (PICK[hex] in offered) is (refuse_command(s, side, PICK[hex]) is None)
            obeys = any(can_move(s, u) for u in ready(s, hex))
            assert not obeys or PICK[hex] in offered
        for box in (ENGLAND,) if side == ALLIED else (NORTH, SOUTH):
            for u in can_come(s, box):
                assert march(s, (u,)).next(box, 0)


@pytest.mark.case(C, "4.2.loss", "11.6")
def test_control_looked_at_where_somebody_moved_is_control_everywhere() -> None:
    for s in positions(11, 1900, 0.2):
        if s.turn > 1:
            assert not would_hold(s, ALLIED) & KEYS[s.area] & ~s.taken and not would_hold(s, GERMAN) & s.taken
            heard = []
            settle_control(s, heard.append)
            assert not heard


@pytest.mark.case(C, "9.2", "9.3.path")
def test_a_check_writes_what_each_unit_has() -> None:
    chance, rng = Seeded(12), random.Random(12)
    s = GAME.new()
    checks = 0
    for _ in range(1900):
        asked = settle(s, chance)
        assert asked is not None
        if asked.prompt == "commands" and not s.spent and not s.refitted:
            paths = [supplied(s, side) for side in (ALLIED, GERMAN)]
            for u in UNITS:
                if s.loc[u] < HEXES and s.fed[u] != 4:
                    assert s.fed[u] == kind_of_supply(s, u, paths[SIDE[u]])
            assert unfed(s) == [u for u in UNITS if s.loc[u] < HEXES and s.fed[u] == NONE]
            checks += 1
        push(s, rng.choice(asked.options), hush)
    assert checks > 60


@pytest.mark.case(C, "11.6")
@pytest.mark.parametrize(("start", "end", "by", "points"), [("1013", "1315", "1314", 2), ("1020", "1322", "1321", 1)])
def test_of_equal_ways_a_stack_goes_the_one_that_takes_something(start, end, by, points):
    """Rouen and Chartres lie beside one of several ways of four points."""
    s = board({"1 US Armored": start})
    assert SPACE[by] in way_to(s, (UNIT["1 US Armored"],), SPACE[end])
    assert prizes(s, ALLIED) & BIT[SPACE[by]] and not prizes(s, GERMAN) & BIT[SPACE[by]]
    gone = act(s, f"pick {start}", f"to {end}")
    assert gone.s.vp == s.vp - points
    mine = board({"1 US Armored": start}, allied=("1414", "1421"))
    assert act(mine, f"pick {start}", f"to {end}").s.vp == mine.vp


@pytest.mark.case(C, "12.3", "12.4", "12.4.min")
@pytest.mark.parametrize("fed", [REGULAR, NONE])
def test_nobody_crosses_a_great_river_into_an_enemy(fed):
    """From Rouen over the Seine: with three points, and with the one that is always enough."""
    mover, foe = "9 SS Panzer", "1 US Infantry"
    s = board({mover: "1414", "245 German Infantry": "1013"}, GERMAN, fed={mover: fed})
    assert reachable(s, (UNIT[mover],)) & BIT[SPACE["1415"]]
    held = board({mover: "1414", foe: "1415"}, GERMAN, fed={mover: fed})
    assert not reachable(held, (UNIT[mover],)) & BIT[SPACE["1415"]]
    assert reachable(held, (UNIT[mover],)) & BIT[SPACE["1413"]]


@pytest.mark.case(C, "11.6", "4.2.loss")
def test_control_settled_nearby_is_control_settled() -> None:
    """Units are put anywhere, also beside places that count, and away from there."""
    rng = random.Random(13)
    changed = 0
    for s in positions(13, 900, 0.1):
        near = members(LAND & (KEYS[s.area] | prizes(s, ALLIED) | prizes(s, GERMAN)))
        for u in rng.sample([u for u in UNITS if s.loc[u] < HEXES], 12):
            old, new = s.loc[u], rng.choice(near)
            if s.held[1 - SIDE[u]] & BIT[new]:
                continue
            moved = clone(s)
            place(moved, u, new)
            here, everywhere = clone(moved), clone(moved)
            told: tuple[list[object], list[object]] = ([], [])
            settle_control(here, told[0].append, (old, new))
            settle_control(everywhere, told[1].append)
            assert here == everywhere and told[0] == told[1]
            changed += here.taken != s.taken
    assert changed > 40


@pytest.mark.case(C, "11.6")
def test_what_can_be_taken_and_what_can_be_lost() -> None:
    s = board({"1 US Infantry": "1413", "9 SS Panzer": "1524"}, allied=("1525",))
    rouen, orleans, chartres = (BIT[SPACE[h]] | ZONES.of(BIT[SPACE[h]]) for h in ("1414", "1525", "1421"))
    assert prizes(s, ALLIED) & rouen == rouen and prizes(s, ALLIED) & chartres == chartres
    assert not prizes(s, ALLIED) & orleans and prizes(s, GERMAN) & orleans == orleans
    assert contested(s, GERMAN) == rouen and contested(s, ALLIED) == orleans
