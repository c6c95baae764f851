"""6.22 Carrying, 15.2 roadblocks cleared on the way, 16.1 tanks that are freed: the small print of a move."""

import random
from typing import Any

import pytest

from grognard.core import Decision, Refusal, hush
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    ARMOUR,
    ENGINEERS,
    FORBIDDEN,
    GERMAN,
    GRID,
    HEXES,
    PASSABLE,
    ROSTER,
    SIDES,
    UNIT,
    UNIT_ROWS,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import BlockRemoved, Brought, Marched
from grognard.games.battle_for_cassino.rules.fire import Leg
from grognard.games.battle_for_cassino.rules.movement import (
    CARRY,
    GO,
    HALT,
    EndMove,
    Walk,
    allowance,
    dearest,
    freed_way,
    may_carry,
    movable,
    no_room,
    reach,
    refuse_move,
    strollers,
    unhindered,
)
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.terrain import COSTS, Ground
from tests.games.battle_for_cassino.kit import NIGHT_TURN, SPACE, act, board, flagged

C = "battle_for_cassino"
H = GRID.id


def carry(s: Battle, unit: str, load: str, *loads: str) -> tuple[str, str] | None:
    told = may_carry(s, UNIT[unit], UNIT[load], tuple(UNIT[u] for u in loads))
    return None if told is None else (told.rule, told.key)


@pytest.mark.case(C, "6.22", "14.3", "14.11", "14.12", "5.42")
def test_why_a_load_is_not_picked_up() -> None:
    units = {
        "A/25 NZ": "0223",
        "B/25 NZ": "0223",
        "HQ 25 NZ": "0223",
        "HQ 26 NZ": "0123",
        "OP NZ": "0223",
        "OP 1": "0324",
    }
    s = board(units)
    assert carry(s, "A/25 NZ", "HQ 25 NZ") is None and carry(s, "A/25 NZ", "OP NZ", "HQ 25 NZ") is None
    assert carry(s, "A/25 NZ", "B/25 NZ") == ("6.22", "no_load")
    assert carry(s, "A/25 NZ", "HQ 26 NZ") == ("6.22", "not_here")
    assert carry(s, "A/25 NZ", "OP NZ", "OP NZ") == ("6.22", "carried_already")
    there = board({"9/III/3": "0424", "A/25 NZ": "0324", "OP 1": "0324"})
    assert carry(there, "A/25 NZ", "OP 1") == ("6.22", "no_load")  # an enemy's
    assert carry(board(units, pinned=["OP NZ"]), "A/25 NZ", "OP NZ") == ("14.11", "pinned")
    assert carry(board(units, pinned=["HQ 25 NZ"]), "A/25 NZ", "HQ 25 NZ") == ("14.3", "pinned")
    assert carry(board(units, carried=flagged("OP NZ")), "A/25 NZ", "OP NZ") == ("6.22", "carried_before")
    assert carry(board(units, pinned=["A/25 NZ"]), "A/25 NZ", "OP NZ") == ("14.12", "takes_nothing")
    two = board({**units, "HQ 26 NZ": "0223", "OP Ind": "0223"}, crowded=flagged("HQ 26 NZ"))
    assert carry(two, "A/25 NZ", "HQ 26 NZ", "OP NZ", "HQ 25 NZ") == ("6.22", "one_hq")
    assert carry(two, "A/25 NZ", "HQ 26 NZ", "OP NZ") is None and carry(two, "A/25 NZ", "OP Ind", "OP NZ") is None


@pytest.mark.case(C, "6.22", "9.23")
def test_loads_are_dropped_on_the_way_but_not_before_the_first_step() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "OP NZ": "0123", "HQ 26 NZ": "0324", "B/25 NZ": "0133"})
    walk = act(s, "move A/25 NZ", "carry HQ 25 NZ", "carry OP NZ")
    assert not [o for o in walk.offers if o.startswith("drop")] and walk.why("drop OP NZ") == ("6.22", "not_carried")
    on = walk.then("go 0223")
    assert {o for o in on.offers if o.startswith("drop")} == {"drop HQ 25 NZ", "drop OP NZ"}
    assert on.why("drop HQ 26 NZ") == ("6.22", "not_carried")
    full = on.then("go 0324")
    assert {o for o in full.offers if o.startswith("drop")} == {"drop OP NZ"}  # a headquarters is there already
    assert full.why("drop HQ 25 NZ") == ("9.23", "no_room") and full.why("halt") == ("9.23", "no_room")
    assert no_room(full.s, UNIT["A/25 NZ"], (UNIT["OP NZ"], UNIT["HQ 25 NZ"]), H("0324"))
    assert not no_room(full.s, UNIT["A/25 NZ"], (UNIT["OP NZ"],), H("0324"))
    empty = act(board({"A/25 NZ": "0123", "HQ 25 NZ": "0223"}), "move A/25 NZ", "go 0223")
    assert not [o for o in empty.offers if o.startswith("drop")]  # nothing is carried
    assert not [o for o in act(board({"A/25 NZ": "0123", "B/25 NZ": "0123"}), "move A/25 NZ").offers if "carry" in o]


@pytest.mark.case(C, "6.0", "6.11", "6.13")
def test_why_a_unit_does_not_move() -> None:
    def why(s: Battle, unit: str) -> tuple[str, str] | None:
        told = refuse_move(s, UNIT[unit])
        assert (told is None) == (UNIT[unit] in movable(s, s.side))
        return None if told is None else (told.rule, told.key)

    s = board({"A/25 NZ": "0223", "HQ 25 NZ": "0223", "9/III/3": "1929"})
    assert why(s, "A/25 NZ") is None
    assert why(s, "9/III/3") == ("6.0", "not_yours") and why(s, "B/25 NZ") == ("6.0", "not_on_map")
    tired = board({"1 Pi Coy": "1929"}, side=GERMAN)
    tired.spent[UNIT["1 Pi Coy"]] = allowance(tired, UNIT["1 Pi Coy"])
    assert why(tired, "1 Pi Coy") == ("6.13", "no_way")
    tired.spent[UNIT["1 Pi Coy"]] -= 1
    assert why(tired, "1 Pi Coy") in (None, ("6.13", "no_way"))  # one point: only a road leads on
    road = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123"})
    road.spent[UNIT["A/25 NZ"]] = 59
    assert why(road, "A/25 NZ") is None  # its last point takes it along the road
    off = board({"A/25 NZ": "2131", "HQ 25 NZ": "2131"})
    off.spent[UNIT["A/25 NZ"]] = 59
    assert why(off, "A/25 NZ") == ("6.13", "no_way")
    tank = board({"B Sqn/19": "0123", "HQ 25 NZ": "0123"}, ruins=["0223"])
    assert why(tank, "B Sqn/19") == ("6.13", "no_way")
    ring = {"10/III/3": "2630", "11/III/3": "2931", "5/II/3": "3028", "6/II/3": "2728"}
    held = board({"A/25 NZ": "2829", "HQ 25 NZ": "2829", "9/III/3": "2930", **ring}, pinned=["A/25 NZ"])
    assert why(held, "A/25 NZ") == ("14.12", "no_way")  # every hex about it is in a zone: it has to attack


@pytest.mark.case(C, "5.63", "6.12")
def test_an_engineer_that_has_cleared_has_ten_points_or_what_is_left() -> None:
    s = board({"7 NZ Fd Coy": "0123", "HQ 25 NZ": "0123"}, cleared=flagged("7 NZ Fd Coy"))
    unit = UNIT["7 NZ Fd Coy"]
    assert allowance(s, unit) == 10
    s.spent[unit] = 55
    assert allowance(s, unit) == 5


@pytest.mark.case(C, "15.22", "15.21", "15.2")
def test_engineers_clear_a_roadblock_once_with_fifteen_points_left_and_out_of_enemy_zones() -> None:
    units = {"7 NZ Fd Coy": "0223", "A/25 NZ": "0223", "HQ 25 NZ": "0223"}
    s = board(units, blocks=["0223", "0324"])
    walk = act(s, "move 7 NZ Fd Coy")
    assert "unblock" in walk.offers and "halt" not in walk.offers
    assert act(s, "move A/25 NZ").why("unblock") == ("15.22", "engineers_only")
    here = walk.then("unblock")
    assert here.numbers == (45,) and "halt" in here.offers and here.why("unblock") == ("15.22", "no_block")
    assert here.then("halt").s.blocks == (H("0324"),) and here.then("halt").s.moved == flagged("7 NZ Fd Coy")
    both = here.then("go 0324")
    assert both.numbers == (43,)  # the road, doubled by the block that is still there
    done = both.then("unblock", "go 0424", "halt")
    assert [e.hex for e in here.heard(BlockRemoved)] == [H("0223")]  # at once: nobody can fire there
    assert done.s.blocks == () and [e.hex for e in done.heard(BlockRemoved)] == [H("0324")]
    back = both.then("unblock", "go 0223")
    assert back.numbers == (27,)  # the road alone
    assert back.why("unblock") == ("15.22", "no_block")  # it was cleared on this very move
    zone = board({"7 NZ Fd Coy": "0223", "HQ 25 NZ": "0223", "9/III/3": "0222"}, blocks=["0223"])
    assert act(zone, "move 7 NZ Fd Coy").why("unblock") == ("15.21", "enemy_controlled")


@pytest.mark.case(C, "15.22", "6.22", "6.0.procedure")
def test_engineers_that_clear_a_roadblock_where_they_stand_have_moved_and_carried_nothing() -> None:
    units = {"7 NZ Fd Coy": "0223", "A/25 NZ": "0223", "HQ 25 NZ": "0223", "B/25 NZ": "0130", "9/III/3": "2929"}
    s = board(units, blocks=["0223"])
    done = act(s, "move 7 NZ Fd Coy", "carry HQ 25 NZ", "unblock", "halt")
    assert done.heard(BlockRemoved) and not done.heard(Marched) and not done.heard(Brought)
    assert done.s.carried == 0 and done.why("move 7 NZ Fd Coy") == ("6.0.procedure", "moved")
    other = done.then("move A/25 NZ", "carry HQ 25 NZ", "go 0324", "halt")  # they left it where it was
    assert other.where("HQ 25 NZ") == "0324" and other.s.carried == flagged("HQ 25 NZ")
    on = act(s, "move 7 NZ Fd Coy", "carry HQ 25 NZ", "unblock", "go 0324", "halt")
    assert on.heard(Marched)[0].path == (H("0324"),) and on.heard(Brought) and on.s.carried == flagged("HQ 25 NZ")


@pytest.mark.case(C, "15.22")
def test_exactly_fifteen_points_are_enough() -> None:
    units = {"7 NZ Fd Coy": "0223", "HQ 25 NZ": "0223"}
    enough, short = board(units, blocks=["0223"]), board(units, blocks=["0223"])
    enough.spent[UNIT["7 NZ Fd Coy"]], short.spent[UNIT["7 NZ Fd Coy"]] = 45, 46
    assert "unblock" in act(enough, "move 7 NZ Fd Coy").offers
    assert act(short, "move 7 NZ Fd Coy").why("unblock") == ("15.22", "too_dear")
    later = board({"7 NZ Fd Coy": "0123", "HQ 25 NZ": "0123"}, blocks=["0324"])
    later.spent[UNIT["7 NZ Fd Coy"]] = 42
    there = act(later, "move 7 NZ Fd Coy", "go 0223", "go 0324")
    assert there.numbers == (15,) and "unblock" in there.offers
    later.spent[UNIT["7 NZ Fd Coy"]] = 43
    assert act(later, "move 7 NZ Fd Coy", "go 0223", "go 0324").why("unblock") == ("15.22", "too_dear")


FREED = {"B Sqn/19": "2025", "7 NZ Fd Coy": "1926", "HQ 25 NZ": "1827"}


def freed(units: dict[str, str], *more: tuple[str, str], **columns: Any) -> Battle:
    pairs = tuple(sorted((int(UNIT[u]), int(H(h))) for u, h in (("B Sqn/19", "1926"), *more)))
    return board(units, immobile=flagged(*[u for u in units if "Sqn" in u]), freed=pairs, **columns)


@pytest.mark.case(C, "16.13", "16.11")
def test_a_freed_tank_goes_first_to_the_road_hex_of_its_engineer_for_one_point() -> None:
    s = freed(FREED)
    assert freed_way(s, UNIT["B Sqn/19"]) == [H("1926")]
    walk = Walk(UNIT["B Sqn/19"], H("2025"), 0)
    asked = walk.ask(s)
    assert isinstance(asked, Decision) and asked.options == (GO[H("1926")],)
    told = walk.why_not(s, GO[H("2024")])
    assert told is not None and (told.rule, told.key) == ("16.13", "to_the_engineer")
    assert walk.why_not(s, GO[H("1926")]) is None
    on = act(s, "move B Sqn/19")  # its one way is taken for it
    assert on.numbers == (59,) and not on.s.immobile & flagged("B Sqn/19")
    assert {"go 1826", "go 1925", "halt"} <= set(on.offers) and "go 2026" not in on.offers
    assert on.then("go 1925", "halt").where("B Sqn/19") == "1925"
    two = freed({**FREED, "A Sqn/19": "2026"}, ("A Sqn/19", "1927"))
    assert freed_way(two, UNIT["B Sqn/19"]) == [H("1926")] and freed_way(two, UNIT["A Sqn/19"]) == [H("1927")]
    assert act(two).why("move A/25 NZ")[1] == "not_on_map" and UNIT["A Sqn/19"] in movable(two, ALLIED)
    assert reach(two, UNIT["A Sqn/19"]) is None  # it cannot set out by itself


@pytest.mark.case(C, "16.13", "9.23", "6.24")
def test_the_engineers_hex_must_be_free_of_enemies_and_have_room_or_a_way_on() -> None:
    tank = UNIT["B Sqn/19"]
    assert freed_way(freed({**FREED, "7 NZ Fd Coy": "1827", "9/III/3": "1926"}), tank) == []
    assert act(freed({**FREED, "7 NZ Fd Coy": "1827", "9/III/3": "1926", "A/25 NZ": "0133"})).why("move B Sqn/19") == (
        "16.13",
        "no_way",
    )
    full = {**FREED, "A/25 NZ": "1926", "B/25 NZ": "1828"}
    assert freed_way(freed(full), tank) == [H("1926")]  # full with the engineers, but the road goes on
    assert freed_way(freed(full, ruins=["1826", "1925"]), tank) == []
    near = {**full, "9/III/3": "2026"}
    assert freed_way(freed(near), tank) == []  # an enemy zone: it would have to stay in a full hex
    room = {**FREED, "9/III/3": "2026"}
    assert freed_way(freed(room), tank) == [H("1926")]
    held = act(freed(room, pinned=["9/III/3"]), "move B Sqn/19")
    assert held.where("B Sqn/19") == "1926" and held.prompt != "walk"  # the zone stops it there
    assert freed_way(freed(room, ruins=["1826", "1925"]), tank) == [H("1926")]


@pytest.mark.case(C, "6.25", "16.13")
def test_a_freed_german_tank_is_not_moved_near_an_allied_entry_zone() -> None:
    """Tank and engineers were driven there; 0223 is next to zone E, 2622 far from every zone."""
    for road, tank, open_ in (("0223", "0324", False), ("2622", "2623", True)):
        units = {"StuG 1": tank, "1 Pi Coy": road, "A/25 NZ": "3330"}
        pair = ((int(UNIT["StuG 1"]), int(H(road))),)
        s = board(units, side=GERMAN, immobile=flagged("StuG 1"), freed=pair)
        assert bool(FORBIDDEN >> H(road) & 1) != open_ and freed_way(s, UNIT["StuG 1"]) == [H(road)] * open_
    units = {"StuG 1": "0324", "1 Pi Coy": "0223", "StuG 2": "2623", "2 Pi Coy": "2622", "A/25 NZ": "3330"}
    pairs = ((int(UNIT["StuG 1"]), int(H("0223"))), (int(UNIT["StuG 2"]), int(H("2622"))))
    both = board(units, side=GERMAN, immobile=flagged("StuG 1", "StuG 2"), freed=pairs)
    assert freed_way(both, UNIT["StuG 1"]) == [] and freed_way(both, UNIT["StuG 2"]) == [H("2622")]
    pair = ((int(UNIT["B Sqn/19"]), int(H("0223"))),)
    allied = board({"B Sqn/19": "0324", "7 NZ Fd Coy": "0223"}, immobile=flagged("B Sqn/19"), freed=pair)
    assert freed_way(allied, UNIT["B Sqn/19"]) == [H("0223")]


@pytest.mark.case(C, "9.23", "16.13", "6.22", "14.12")
def test_a_freed_tank_takes_along_only_what_finds_room_or_goes_on_with_it() -> None:
    posts = {**FREED, "HQ 26 NZ": "2025", "HQ 25 NZ": "1926", "9/III/3": "3320"}
    tank, hq = UNIT["B Sqn/19"], UNIT["HQ 26 NZ"]
    shut = freed(posts, ruins=["1826", "1925"])
    assert freed_way(shut, tank) == [H("1926")] and freed_way(shut, tank, (hq,)) == []
    assert Walk(tank, H("2025"), 0).why_not(shut, CARRY[hq]) == Refusal("9.23", "stuck_with", (tank, hq))
    asked = Walk(tank, H("2025"), 0).ask(shut)
    assert isinstance(asked, Decision) and asked.options == (GO[H("1926")],)
    told = Walk(tank, H("2025"), 0).why_not(freed(posts, ruins=["1826", "1925"], pinned=["HQ 26 NZ"]), CARRY[hq])
    assert told is not None and (told.rule, told.key) == ("14.3", "pinned")  # that comes first
    open_ = freed(posts)
    assert freed_way(open_, tank, (hq,)) == [H("1926")]  # the road goes on
    asked = Walk(tank, H("2025"), 0).ask(open_)
    assert isinstance(asked, Decision) and asked.options == (GO[H("1926")], CARRY[hq])
    on = act(open_, "move B Sqn/19", "carry HQ 26 NZ")
    assert on.where("HQ 26 NZ") == "1926" and "halt" not in on.offers and on.why("halt") == ("9.23", "no_room")
    full = {**FREED, "A/25 NZ": "1926", "B/25 NZ": "1828"}
    assert freed_way(freed(full, pinned=["B Sqn/19"]), tank) == []  # pinned it would have to stay
    assert freed_way(freed(FREED, pinned=["B Sqn/19"]), tank) == [H("1926")]


@pytest.mark.case(C, "9.23", "15.22")
def test_a_roadblock_is_not_removed_where_the_engineers_could_then_neither_stay_nor_go_on() -> None:
    units = {"7 NZ Fd Coy": "0123", "HQ 25 NZ": "0123", "B/25 NZ": "0223", "C/25 NZ": "0223", "9/III/3": "3320"}
    for left, told in ((17, ("9.23", "no_room")), (18, None), (16, ("15.22", "too_dear"))):
        s = board(units, blocks=["0223"])
        s.spent[UNIT["7 NZ Fd Coy"]] = 60 - left
        walk = act(s, "move 7 NZ Fd Coy", "go 0223")  # two points by the blocked road
        assert ("unblock" in walk.offers) == (told is None)
        if told is None:
            after = walk.then("unblock")  # one point is left, for the road
            assert after.prompt == "walk" and "halt" not in after.offers and set(after.offers) <= {"go 0123", "go 0324"}
        else:
            assert walk.why("unblock") == told
    room = board({k: v for k, v in units.items() if k != "C/25 NZ"}, blocks=["0223"])
    room.spent[UNIT["7 NZ Fd Coy"]] = 60 - 17
    assert "unblock" in act(room, "move 7 NZ Fd Coy", "go 0223").offers  # it may stay
    here = board({"7 NZ Fd Coy": "0223", "HQ 25 NZ": "0123", "9/III/3": "3320"}, blocks=["0223"])
    here.spent[UNIT["7 NZ Fd Coy"]] = 60 - 15
    assert "unblock" in act(here, "move 7 NZ Fd Coy").offers  # where it stands, with its last points


@pytest.mark.case(C, "9.23", "6.22", "17.23")
def test_nothing_is_picked_up_with_which_the_move_could_neither_end_nor_go_on() -> None:
    """A Sqn/19 enters 1934, which is full; the next road hex has a headquarters, and beyond lie ruins."""
    units = {"A/25 NZ": "1934", "B/25 NZ": "1934", "HQ 25 NZ": "1934", "HQ 26 NZ": "1933", "9/III/3": "3610"}
    tank, hq = UNIT["A Sqn/19"], UNIT["HQ 25 NZ"]
    walk = Walk(tank, H("1934"), 0, entered=True)
    shut = board({**units, "A Sqn/19": "1934"}, turn=8, ruins=["1932"])
    told = walk.why_not(shut, CARRY[hq])
    assert told is not None and (told.rule, told.key) == ("9.23", "stuck_with")
    asked = walk.ask(shut)
    assert isinstance(asked, Decision) and asked.options == (GO[H("1933")],)
    open_ = board({**units, "A Sqn/19": "1934"}, turn=8)
    assert walk.why_not(open_, CARRY[hq]) is None  # the road goes on behind the headquarters
    room = board({"HQ 25 NZ": "1934", "HQ 26 NZ": "1933", "A Sqn/19": "1934", "9/III/3": "3610"}, ruins=["1932"])
    assert walk.why_not(room, CARRY[hq]) is None  # it may stay
    dead = board({"HQ 25 NZ": "1934", "A Sqn/19": "1934", "9/III/3": "3610"}, ruins=["1933"])
    assert walk.why_not(dead, CARRY[hq]) is None
    assert Walk(tank, H("1934"), 0).why_not(dead, CARRY[hq]) == Refusal("9.23", "stuck_with", (tank, hq))  # not begun


@pytest.mark.case(C, "6.22", "6.24", "13.31")
def test_what_a_mover_could_reach_is_told_in_the_middle_of_its_move_and_not_when_it_must_stop() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "9/III/3": "0624"}, turn=NIGHT_TURN)
    whole = reach(s, UNIT["A/25 NZ"])
    assert whole is not None and whole.costs[H("0424")] == 3
    walk = act(s, "move A/25 NZ", "go 0223", "go 0324")
    rest = reach(walk.s, UNIT["A/25 NZ"])
    assert rest is not None and rest.costs[H("0424")] == 1 and max(rest.costs.values()) <= 58
    assert reach(board({"A/25 NZ": "0123"}), UNIT["B/25 NZ"]) is None


@pytest.mark.case(C, "6.22")
def test_what_comes_along_is_told() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "OP NZ": "0223"})
    both = act(s, "move A/25 NZ", "carry HQ 25 NZ", "go 0223", "carry OP NZ", "go 0324", "halt")
    assert [e.loads for e in both.heard(Brought)] == [(UNIT["HQ 25 NZ"], UNIT["OP NZ"])]
    assert not act(s, "move A/25 NZ", "go 0223", "halt").heard(Brought)


@pytest.mark.case(C, "6.24", "6.0.procedure", "6.13")
def test_what_a_mover_could_reach_is_its_own_and_nothing_once_it_is_held() -> None:
    s = board({"A/25 NZ": "0123", "B/25 NZ": "0123", "9/III/3": "3610", "C/25 NZ": "to come"}, turn=1)
    a, b = UNIT["A/25 NZ"], UNIT["B/25 NZ"]
    alone = reach(s, b)
    assert alone is not None and reach(s, UNIT["C/25 NZ"]) is None, "who waits beside the map has no way on it"
    below = s.stack
    s.stack = (*below, Walk(a, H("0123"), 20))
    other, rest = reach(s, b), reach(s, a)
    assert other is not None and rest is not None
    assert other.costs == alone.costs and max(rest.costs.values()) <= max(alone.costs.values()) - 10
    s.stack = (*below, Walk(a, H("0123"), 20, held=True))
    assert reach(s, a) is None
    s.stack = ()
    assert reach(s, a) is not None, "after the last turn as well"


@pytest.mark.case(C, "6.0.procedure", "6.13", "17.23")
def test_a_move_is_over_without_a_word_when_the_points_are_and_cannot_be_ended_before_it_began() -> None:
    s = board({"A/25 NZ": "0123", "9/III/3": "3610", "B/25 NZ": "to come"}, turn=1)
    a = UNIT["A/25 NZ"]
    told = Walk(a, H("0123"), 0).why_not(s, HALT)
    assert told is not None and (told.rule, told.key) == ("6.0.procedure", "not_begun")
    assert Walk(a, H("0123"), allowance(s, a), entered=True).ask(s) is None
    entered = act(s, "enter B/25 NZ", "enterat 0127", "halt")
    assert entered.where("B/25 NZ") == "0127" and not entered.heard(Marched)


@pytest.mark.case(C, "14.12", "16.13")
def test_a_pinned_tank_that_was_freed_withdraws_one_hex_only() -> None:
    units = {**FREED, "9/III/3": "2125"}
    free = act(freed(units), "move B Sqn/19")
    assert free.where("B Sqn/19") == "1926" and free.prompt == "walk"
    stunned = act(freed(units, pinned=["B Sqn/19"]), "move B Sqn/19")
    assert stunned.where("B Sqn/19") == "1926" and stunned.prompt != "walk" and not stunned.s.immobile


FIRED_AT = {
    "7 NZ Fd Coy": "1934", "HQ 25 NZ": "1934", "B/25 NZ": "0133", "HQ III/3": "1827",
    "9/III/3": "1827", "10/III/3": "1827", "11/III/3": "1828", "12 MG/III/3": "1828",
}  # fmt: skip
"""Engineers on Route 6, looked down upon by four companies."""


@pytest.mark.case(C, "15.22", "8.25")
@pytest.mark.parametrize("steps", [3, 1])
def test_a_roadblock_cleared_before_the_hex_where_the_engineers_were_stopped_is_gone(steps: int) -> None:
    """A pin or their last step in the hex of the work undoes it, one in a later hex does not."""
    units: dict[str, Any] = {**FIRED_AT, "7 NZ Fd Coy": ("1934", steps)}
    die = 3 if steps == 3 else 6  # four companies: a pin, or a step
    walk = act(board(units, blocks=["1933"]), "move 7 NZ Fd Coy", "go 1933", "unblock", "go 1932", "halt")
    assert walk.prompt == "opportunity" and walk.s.blocks == () and not walk.heard(BlockRemoved)
    assert [e.path for e in walk.heard(Marched)] == [(H("1933"), H("1932"))]
    later = walk.then("fireat 1932", "all", "done", dice=[die])
    assert later.where("7 NZ Fd Coy") == ("1932" if steps == 3 else "eliminated")
    assert later.s.blocks == () and [e.hex for e in later.heard(BlockRemoved)] == [H("1933")]
    there = walk.then("fireat 1933", "all", "done", dice=[die])
    assert there.where("7 NZ Fd Coy") == ("1933" if steps == 3 else "eliminated")
    assert there.s.blocks == (H("1933"),) and not there.heard(BlockRemoved)
    spared = walk.then("no")
    assert spared.s.blocks == () and [e.hex for e in spared.heard(BlockRemoved)] == [H("1933")]


@pytest.mark.case(C, "15.22", "8.25")
def test_engineers_stopped_on_the_first_of_two_passages_have_cleared_nothing_behind_it() -> None:
    s = board(FIRED_AT, blocks=["0223", "1932"])
    walk = act(s, "move 7 NZ Fd Coy", "go 1933", "go 1932", "unblock", "go 1933", "halt")
    early = walk.then("fireat 1933", "all", "done", dice=[3])
    assert early.s.blocks == (H("0223"), H("1932")) and early.is_pinned("7 NZ Fd Coy")
    late = walk.then("fireat 1932", "add 9/III/3", "done", dice=[1]).then("fireat 1933", "all", "done", dice=[3])
    assert late.s.blocks == (H("0223"),) and late.is_pinned("7 NZ Fd Coy") and late.where("7 NZ Fd Coy") == "1933"


@pytest.mark.case(C, "9.21", "6.22.pin", "11.44")
def test_a_headquarters_left_in_the_hex_of_another_is_overstacked_and_lost() -> None:
    units: dict[str, Any] = {**FIRED_AT, "A/25 NZ": "1934", "OP NZ": "1934", "HQ 26 NZ": "1933", "A/26 NZ": "1933"}
    walked = ("move A/25 NZ", "carry HQ 25 NZ", "carry OP NZ", "go 1933", "go 1932", "halt")
    hit = act(board(units), *walked).then("fireat 1933", "all", "done", dice=[3])
    assert hit.where("A/25 NZ") == "1933" and hit.where("HQ 25 NZ") == "eliminated" and hit.where("OP NZ") == "1933"
    assert hit.where("HQ 26 NZ") == "1933" and not hit.s.crowded
    beyond = act(board(units), *walked).then("fireat 1932", "all", "done", dice=[3])
    assert beyond.where("HQ 25 NZ") == "1932" and beyond.is_pinned("HQ 25 NZ")
    weak = board({**units, "A/25 NZ": ("1934", 1)})
    dead = act(weak, *walked).then("fireat 1933", "all", "done", dice=[6])
    assert dead.where("A/25 NZ") == dead.where("HQ 25 NZ") == "eliminated" and dead.where("OP NZ") == "1933"


@pytest.mark.case(C, "9.21", "6.22")
def test_a_headquarters_picked_up_on_the_way_finds_no_room_beside_another_either() -> None:
    units = {
        **FIRED_AT,
        "A/25 NZ": "1934",
        "HQ 24 NZ": "1934",
        "HQ 25 NZ": "1932",
        "HQ 26 NZ": "1931",
        "A/26 NZ": "1931",
    }
    walked = ("carry HQ 24 NZ", "go 1933", "drop HQ 24 NZ", "go 1932", "carry HQ 25 NZ", "go 1931", "go 1930", "halt")
    walk = act(board(units), "move A/25 NZ", *walked)
    hit = walk.then("fireat 1931", "all", "done", dice=[3])
    assert hit.where("A/25 NZ") == "1931" and hit.where("HQ 25 NZ") == "eliminated"
    assert (hit.where("HQ 24 NZ"), hit.where("HQ 26 NZ")) == ("1933", "1931")


def listed(s: Battle, unit: str) -> bool:
    """Whether a unit is among those who may move, and refused nothing."""
    told = refuse_move(s, UNIT[unit])
    assert (UNIT[unit] in movable(s, s.side)) == (told is None)
    return told is None


@pytest.mark.case(C, "6.21", "6.25", "7.0", "9.23")
def test_who_has_nowhere_to_go_is_not_among_those_who_may_move() -> None:
    centre = H("2829")
    around = [GRID.names[h] for h in GRID.neighbours[centre]]
    posts = ("HQ 24 NZ", "HQ 25 NZ", "HQ 26 NZ", "HQ 28 NZ", "OP NZ", "OP Ind")
    walled = board({"9/III/3": "2829", **dict(zip(posts, around, strict=True))}, side=GERMAN)
    assert not listed(walled, "9/III/3")  # enemies without a zone all around
    ring = [GRID.names[h] for h in GRID.ring(centre, 2)[::3]]
    watched = {"9/III/3": "2829", **{f"{'ABCD'[k]}/25 NZ": h for k, h in enumerate(ring)}}
    assert listed(board(watched, side=GERMAN), "9/III/3")  # every neighbour is controlled, its own hex is not
    assert not listed(board({**watched, "A/26 NZ": around[0]}, side=GERMAN), "9/III/3")
    deep = next(h for h in range(len(GRID)) if all(FORBIDDEN >> b & 1 for b in PASSABLE[h]) and PASSABLE[h])
    assert not listed(board({"9/III/3": GRID.names[deep], "A/26 NZ": "2829"}, side=GERMAN), "9/III/3")
    assert listed(board({"A/25 NZ": GRID.names[deep], "9/III/3": "2829"}), "A/25 NZ")


@pytest.mark.case(C, "9.23", "6.21")
def test_who_could_only_pass_a_full_hex_into_a_wall_stays() -> None:
    """Twenty-five points by night on the hill: the way into the one hex that no enemy holds and back is too dear."""
    ways = COSTS.on(Ground(night=True, climber=True)).ways
    prices = {(a, b): cost for a in range(len(GRID)) for b, cost, _ in ways[a]}
    centre, friend = next(
        (a, b)
        for (a, b), cost in prices.items()
        if cost <= 25 < cost + prices[b, a] and not (FORBIDDEN >> a | FORBIDDEN >> b) & 1
    )
    wall = {*PASSABLE[centre], *PASSABLE[friend]} - {centre, friend}
    posts = [u for u in UNIT if u.startswith(("HQ 2", "HQ 1/", "HQ 4/", "OP NZ", "OP Ind"))]
    units = {"12 MG/III/3": GRID.names[centre], "10/III/3": GRID.names[friend], "11/III/3": GRID.names[friend]}
    units |= {post: GRID.names[hex] for post, hex in zip(posts, sorted(wall), strict=False)}
    s = board(units, side=GERMAN, turn=NIGHT_TURN)
    assert len(wall) <= len(posts) and allowance(s, UNIT["12 MG/III/3"]) == 25 and not listed(s, "12 MG/III/3")
    room = board({k: v for k, v in units.items() if k != "11/III/3"}, side=GERMAN, turn=NIGHT_TURN)
    assert listed(room, "12 MG/III/3")


@pytest.mark.case(C, "6.11", "7.0", "6.25", "16.0")
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_who_is_offered_a_move_is_who_can_set_out(side: Side) -> None:
    """Asked one by one: hemmed in by zones, friends or forbidden ground, off the road, in ruins, without points."""
    hexes = [GRID.names[h] for h in (*GRID.within(H("1933"), 3), *GRID.within(H("1329"), 2))]
    foes = (
        ["9/III/3", "10/III/3", "11/III/3", "6/II/3"]
        if side == ALLIED
        else ["A/26 NZ", "B/26 NZ", "C/26 NZ", "D/26 NZ"]
    )
    own = [
        row.name
        for row in UNIT_ROWS
        if row.side == SIDES[side] and row.name not in foes and row.movement and row.type != "airborne_mg"
    ][:22]
    rng, kinds = random.Random(side), set()
    for _ in range(60):
        spots = rng.sample(hexes, 12)
        units = {name: rng.choice(spots[4:]) for name in own if rng.random() < 0.7}
        units |= {name: spots[k] for k, name in enumerate(foes)}
        some = {key: flagged(*rng.sample(own, 3)) for key in ("immobile", "unsupplied", "cleared", "moved", "builders")}
        some["immobile"] &= ARMOUR
        some["cleared"] &= ENGINEERS
        spent = [10 if rng.random() < 0.1 else 0 for _ in UNIT_ROWS]
        s = board(
            units,
            side=side,
            turn=rng.choice((5, 6)),
            ruins=rng.sample(hexes, 6),
            pinned=rng.sample(own, 2),
            spent=spent,
            **some,
        )
        found = movable(s, side)
        assert found == [u for u in ROSTER[side] if refuse_move(s, u) is None]
        kinds |= {told.key for u in ROSTER[side] if s.loc[u] < HEXES and (told := refuse_move(s, u)) is not None}
    assert kinds >= {"moved", "building", "pinned", "no_way"}


def test_the_last_of_several_loads_finds_no_room_either() -> None:
    """Two headquarters carried one after the other: the second is left in the hex of a third."""
    units = {"A/25 NZ": "0930", "HQ 25 NZ": "0830", "HQ 26 NZ": "0930", "HQ 28 NZ": "0930"}
    s = board(units)
    first, second = sorted((UNIT["HQ 25 NZ"], UNIT["HQ 26 NZ"]))
    assert first == UNIT["HQ 25 NZ"]
    legs = (Leg(SPACE["0830"], (first,)), Leg(SPACE["0930"], (second,)))
    EndMove(UNIT["A/25 NZ"], legs).auto(s, hush)
    assert s.loc[first] == SPACE["0830"] and s.loc[second] >= HEXES


@pytest.mark.case(C, "6.11", "6.25", "10.46", "11.33", "16.0")
def test_who_can_set_out_without_more_asking() -> None:
    """By the road, in the open, with half the points or with ten paid; not by a spoilt road, between friends, pinned,
    stuck, after clearing, with half the points and ten paid."""
    units = {
        "A/25 NZ": "0927", "B/25 NZ": "0727", "C/25 NZ": "0729", "D/25 NZ": "0731", "A/26 NZ": "0126",
        "B Sqn/19": "0725", "C Sqn/19": "0123", "A Sqn/19": "0934", "7 NZ Fd Coy": "0929", "8 NZ Fd Coy": "0931",
        "A/1/4 Essex": "0102", "B/1/4 Essex": "0101", "C/1/4 Essex": "0201", "HQ 25 NZ": "0729",
        "9/III/3": "2026", "1/I/3": "0229", "10/III/3": "2426", "2/I/3": "0204",
    }  # fmt: skip
    spent = [10 if row.name in ("C/25 NZ", "D/25 NZ") else 0 for row in UNIT_ROWS]
    far = flagged("D/25 NZ", "A/26 NZ")
    s = board(
        units, ruins=["0223"], pinned=["B/25 NZ"], cleared=flagged("7 NZ Fd Coy"), immobile=flagged("A Sqn/19"),
        unsupplied=far, spent=spent,
    )  # fmt: skip

    def free(side: Side) -> set[str]:
        found = unhindered(s, side)
        return {name for name in units if found >> UNIT[name] & 1 and UNIT[name] in ROSTER[side]}

    assert free(ALLIED) == {"A/25 NZ", "C/25 NZ", "A/26 NZ", "B Sqn/19", "8 NZ Fd Coy", "A/1/4 Essex", "C/1/4 Essex"}
    assert free(GERMAN) == {"9/III/3", "10/III/3", "2/I/3"}  # one stands amid the forbidden ground
    assert dearest() == 24 and strollers() & ARMOUR == ARMOUR and not strollers() & flagged("HQ 25 NZ", "OP NZ")
    assert [UNIT_ROWS[u].name for u in movable(s, ALLIED) if UNIT_ROWS[u].name not in free(ALLIED)] == [
        "D/25 NZ", "B/1/4 Essex", "7 NZ Fd Coy",
    ]  # fmt: skip
