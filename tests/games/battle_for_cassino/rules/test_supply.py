"""10.0 Supply: radius, line, increments, functions, the return of headquarters."""

import pytest

from grognard.games.battle_for_cassino.content import ASSAULT, GRID, OPPORTUNITY, SUPPORT, UNIT
from grognard.games.battle_for_cassino.rules.assault import hex_defence
from grognard.games.battle_for_cassino.rules.events import Fought, HqDelayed, HqExpended, HqReturned, SupplySpent
from grognard.games.battle_for_cassino.rules.supply import draws, fed, spend, suppliers
from tests.games.battle_for_cassino.kit import SPACE, act, board

C = "battle_for_cassino"
H = GRID.id


@pytest.mark.case(C, "10.0", "10.0.radius", "10.21")
def test_five_hexes_and_a_line_of_seven() -> None:
    s = board({"A/25 NZ": "0133", "HQ 25 NZ": "0428"})
    reach = draws(s, UNIT["HQ 25 NZ"])
    assert all(GRID.distance(H("0428"), h) <= 5 for h in range(len(GRID)) if reach >> h & 1)
    assert reach >> H("0433") & 1 and not reach >> H("0422") & 1  # five hexes east; six west
    assert fed(s, 0) == reach


@pytest.mark.case(C, "10.21", "10.22", "7.23", "7.25")
def test_enemy_zones_cut_a_line_unless_a_friend_stands_there() -> None:
    ring = {"HQ 25 NZ": "0430", "A/25 NZ": "0433"}
    wall = {"9/III/3": "0332", "10/III/3": "0532", "11/III/3": "0432"}
    cut = board({**ring, **wall})
    assert not fed(cut, 0) >> H("0433") & 1 and GRID.distance(H("0430"), H("0433")) == 3
    free = board(ring)
    assert fed(free, 0) >> H("0433") & 1
    lone = board({"HQ 25 NZ": "0430", "A/25 NZ": "0432", "9/III/3": "0331", "10/III/3": "0531"})
    assert not fed(lone, 0) >> H("0432") & 1
    friend = board({"HQ 25 NZ": "0430", "A/25 NZ": "0432", "B/25 NZ": "0431", "9/III/3": "0331", "10/III/3": "0531"})
    assert fed(friend, 0) >> H("0432") & 1  # B company negates the zones in 0431


@pytest.mark.case(C, "10.11", "10.12", "10.32", "10.33", "10.31")
def test_v5_three_increments_are_shown_and_with_the_third_the_headquarters_goes() -> None:
    s = board({"A/25 NZ": "0130", "HQ 25 NZ": "0130", "B/25 NZ": "0133", "C/25 NZ": "0826"})
    heard: list[object] = []
    hq = UNIT["HQ 25 NZ"]
    for left, function in ((2, OPPORTUNITY), (1, ASSAULT)):
        spend(s, hq, function, heard.append)
        assert s.increments[hq] == left and s.loc[hq] == SPACE["0130"]
    spend(s, hq, SUPPORT, heard.append)
    assert s.increments[hq] == 0 and s.loc[hq] == SPACE["returning"]
    assert [type(e) for e in heard] == [SupplySpent, SupplySpent, SupplySpent, HqExpended]
    assert suppliers(s, UNIT["B/25 NZ"], SUPPORT)[0] == [hq]  # it could draw on it when it went (ruling 10)
    assert suppliers(s, UNIT["C/25 NZ"], SUPPORT) == ([], [])
    assert suppliers(s, UNIT["B/25 NZ"], ASSAULT) == ([], [])  # that one died with the headquarters on the map


@pytest.mark.case(C, "10.44", "10.43", "10.42", "10.45")
def test_each_function_has_its_own_increment_for_the_phase() -> None:
    s = board({"A/25 NZ": "0130", "HQ 25 NZ": "0130", "HQ 26 NZ": "0131"})
    unit, hq, other = UNIT["A/25 NZ"], UNIT["HQ 25 NZ"], UNIT["HQ 26 NZ"]
    assert suppliers(s, unit, ASSAULT) == ([], [hq, other])
    spend(s, hq, ASSAULT, lambda e: None)
    assert suppliers(s, unit, ASSAULT) == ([hq], [other])
    assert suppliers(s, unit, SUPPORT) == ([], [hq, other])


@pytest.mark.case(C, "10.11", "10.12", "10.13", "10.32", "10.43")
def test_v5_the_third_increment_serves_everybody_and_the_headquarters_is_gone_before_the_die() -> None:
    """Both companies attack in full on the last increment; expended is not lost, and costs no step."""
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": "2130"}
    for left, where, after in ((2, "1931", 1), (1, "returning", 0)):
        s = board(units, "combat")
        s.increments[UNIT["HQ 25 NZ"]] = left
        out = act(s, "done", "draw A/25 NZ > HQ 25 NZ", dice=[1])  # 2-1: 1/-
        assert out.heard(Fought)[0].attack == 14
        assert out.where("HQ 25 NZ") == where and out.increments("HQ 25 NZ") == after
        assert out.steps("HQ 25 NZ") == 1 and out.s.lost[0] == s.lost[0]
        assert len(out.heard(HqExpended)) == (1 if left == 1 else 0)


@pytest.mark.case(C, "10.45", "10.22")
def test_supply_is_judged_at_the_moment_of_use() -> None:
    s = board({"A/25 NZ": "0130", "HQ 25 NZ": "0130"})
    unit, hq = UNIT["A/25 NZ"], UNIT["HQ 25 NZ"]
    spend(s, hq, ASSAULT, lambda e: None)
    from grognard.games.battle_for_cassino.rules.state import place

    place(s, unit, SPACE["0720"])
    assert suppliers(s, unit, ASSAULT) == ([], [])


@pytest.mark.case(C, "12.51")
def test_an_allied_headquarters_supplies_every_nation() -> None:
    s = board({"A/25 NZ": "0130", "A/1/9 GR": "0131", "A/1/4 Essex": "0132", "A/1/6 Raj": "0133", "HQ 1/6 Raj": "0131"})
    for name in ("A/25 NZ", "A/1/9 GR", "A/1/4 Essex", "A/1/6 Raj"):
        assert suppliers(s, UNIT[name], ASSAULT)[1] == [UNIT["HQ 1/6 Raj"]]


@pytest.mark.case(C, "10.47")
def test_f18_a_unit_out_of_supply_defends_in_full() -> None:
    alone = board({"9/III/3": "2130"})
    fed_ = board({"9/III/3": "2130", "HQ III/3": "2129"})
    assert hex_defence(alone, H("2130"), (), ()) == hex_defence(fed_, H("2130"), (), ()) == 6


@pytest.mark.case(C, "10.13", "10.32", "10.12")
def test_v5_an_expended_headquarters_is_back_in_the_next_player_turn_with_three() -> None:
    s = board({"A/25 NZ": "0128", "HQ 25 NZ": "returning", "HQ 26 NZ": "0130"}, "start")
    ask = act(s)
    assert ask.prompt == "hq_return" and "enterat 0123" in ask.offers
    assert "enterat 0130" not in ask.offers  # one headquarters a hex
    assert all(h.split()[1].startswith("01") for h in ask.offers)  # its own zone is E, the north edge
    back = ask.then("enterat 0128")
    assert back.increments("HQ 25 NZ") == 3 and back.heard(HqReturned)
    now = board({"A/25 NZ": "0128", "HQ 25 NZ": "returning"}, "start", expended=1 << UNIT["HQ 25 NZ"])
    assert act(now).where("HQ 25 NZ") == "returning"  # spent in this very Player-Turn


@pytest.mark.case(C, "10.13")
def test_german_headquarters_come_back_at_5912_one_at_a_time() -> None:
    s = board({"9/III/3": "2026", "HQ III/3": "returning", "HQ II/3": "returning"}, "start", 1)
    back = act(s)
    assert (back.where("HQ II/3"), back.where("HQ III/3")) == ("5912", "returning") and back.heard(HqDelayed)
    assert (back.increments("HQ II/3"), back.increments("HQ III/3")) == (3, 0)
    held = board({"9/III/3": "2026", "HQ III/3": "returning", "A/25 NZ": "5812"}, "start", 1)
    ask = act(held)
    assert ask.prompt == "hq_return" and "enterat 5912" not in ask.offers and len(ask.offers) > 5


@pytest.mark.case(C, "10.13.elim")
def test_a_headquarters_that_was_killed_does_not_return() -> None:
    s = board({"9/III/3": "2026", "HQ III/3": ("2130", 1), "A/25 NZ": "2131", "HQ 25 NZ": "2131"}, "combat")
    dead = act(s, "done", "draw A/25 NZ > HQ 25 NZ", dice=[6])
    assert dead.where("HQ III/3") == "eliminated"


@pytest.mark.case(C, "10.46")
def test_supply_for_movement_is_looked_at_once_as_the_phase_begins_and_costs_nothing() -> None:
    s = board({"A/25 NZ": "0428", "HQ 25 NZ": "0433", "B/25 NZ": "0417"}, "start")
    ready = act(s)
    assert ready.s.unsupplied == 1 << UNIT["B/25 NZ"] and ready.increments("HQ 25 NZ") == 3
    assert ready.then("move B/25 NZ").numbers == (30,)
    moved = ready.then("move A/25 NZ", "go 0427", "halt")
    assert moved.s.unsupplied == 1 << UNIT["B/25 NZ"]
