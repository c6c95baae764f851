"""10.0 Supply: radius, line, increments, functions, the return of headquarters."""

import pytest

from grognard.core import DONE, Decision, Event, Option
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    ASSAULT,
    GERMAN,
    GRID,
    INFANTRY,
    MORTARS,
    OPPORTUNITY,
    RETURNING,
    SIDE,
    SUPPORT,
    UNIT,
    UNIT_NAMES,
    UNITS,
    disc,
)
from grognard.games.battle_for_cassino.rules.assault import hex_defence
from grognard.games.battle_for_cassino.rules.events import Fought, HqDelayed, HqExpended, HqReturned, SupplySpent
from grognard.games.battle_for_cassino.rules.reinforcements import ENTER_AT, HqReturns, return_gates
from grognard.games.battle_for_cassino.rules.state import Spent
from grognard.games.battle_for_cassino.rules.supply import (
    Draw,
    Supply,
    Without,
    can_be_supplied,
    draws,
    fed,
    mortars_paid,
    near_supply,
    spend,
    suppliers,
    supply_line,
)
from grognard.maps import BIT
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
    assert suppliers(cut, UNIT["A/25 NZ"], ASSAULT) == ([], []) and not can_be_supplied(cut, UNIT["A/25 NZ"], ASSAULT)
    free = board(ring)
    assert fed(free, 0) >> H("0433") & 1 and suppliers(free, UNIT["A/25 NZ"], ASSAULT) == ([], [UNIT["HQ 25 NZ"]])
    lone = board({"HQ 25 NZ": "0430", "A/25 NZ": "0432", "9/III/3": "0331", "10/III/3": "0531"})
    assert not fed(lone, 0) >> H("0432") & 1
    friend = board({"HQ 25 NZ": "0430", "A/25 NZ": "0432", "B/25 NZ": "0431", "9/III/3": "0331", "10/III/3": "0531"})
    assert fed(friend, 0) >> H("0432") & 1  # B company negates the zones in 0431


@pytest.mark.case(C, "10.11", "10.12", "10.32", "10.33", "10.31")
def test_v5_three_increments_are_shown_and_with_the_third_the_headquarters_goes() -> None:
    s = board({"A/25 NZ": "0130", "HQ 25 NZ": "0130", "B/25 NZ": "0133", "C/25 NZ": "0826"})
    heard: list[object] = []
    hq = UNIT["HQ 25 NZ"]
    other = Spent(UNIT["HQ 26 NZ"], ASSAULT)
    s.supplied = (other,)
    for left, function in ((2, OPPORTUNITY), (1, ASSAULT)):
        spend(s, hq, function, heard.append)
        assert s.increments[hq] == left and s.loc[hq] == SPACE["0130"]
    spend(s, hq, SUPPORT, heard.append)
    assert s.increments[hq] == 0 and s.loc[hq] == SPACE["returning"]
    assert [type(e) for e in heard] == [SupplySpent, SupplySpent, SupplySpent, HqExpended]
    assert suppliers(s, UNIT["B/25 NZ"], SUPPORT)[0] == [hq]  # it could draw on it when it went (ruling 10)
    assert suppliers(s, UNIT["C/25 NZ"], SUPPORT) == ([], [])
    assert suppliers(s, UNIT["B/25 NZ"], ASSAULT) == ([hq], [])  # what it has paid for serves the whole phase
    assert s.supplied[0] == other
    assert suppliers(s, UNIT["C/25 NZ"], ASSAULT) == ([], []) == suppliers(s, UNIT["B/25 NZ"], MORTARS)


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
    ask = act(s)
    assert ask.prompt == "hq_first" and ask.seat == 1 and ask.offers == ["recall HQ II/3", "recall HQ III/3"]
    for last, then in ((False, "try again as the phase ends."), (True, "wait for the next Movement Phase.")):
        asked = HqReturns(GERMAN, last).ask(s)
        assert isinstance(asked, Decision) and GAME.words.prompt(asked).endswith(f"The others {then}")
    assert ask.why("recall HQ I/3") == ("10.13", "not_returning") and ask.why("done") == ("10.13", "not_offered")
    assert ask.why("enterat 5912") == ("10.13", "not_offered")
    for one, other in (("HQ II/3", "HQ III/3"), ("HQ III/3", "HQ II/3")):
        back = ask.then(f"recall {one}")
        assert (back.where(one), back.where(other)) == ("5912", "returning") and not back.heard(HqDelayed)
        assert (back.increments(one), back.increments(other)) == (3, 0)
        assert [e.hq for e in back.then("done").heard(HqDelayed)] == [UNIT[other]]  # as the phase ends
    near = act(board({"9/III/3": "2026", "HQ III/3": "returning", "A/25 NZ": "5812"}, "start", 1))
    assert near.prompt == "movement" and near.where("HQ III/3") == "5912"  # there, under enemy control as it is
    held = board({"9/III/3": "2026", "HQ III/3": "returning", "A/25 NZ": "5912"}, "start", 1)
    ask = act(held)
    assert ask.prompt == "hq_return" and "enterat 5912" not in ask.offers and len(ask.offers) > 5
    assert ask.why("recall HQ III/3") == ("10.13", "not_offered")


@pytest.mark.case(C, "10.13")
def test_everybody_who_finds_no_hex_is_told_to_wait() -> None:
    three = {"HQ I/3": "returning", "HQ II/3": "returning", "HQ III/3": "returning"}
    back = act(board({"9/III/3": "2026", **three}, "start", 1), "recall HQ II/3", "done")
    assert [e.hq for e in back.heard(HqDelayed)] == [UNIT["HQ I/3"], UNIT["HQ III/3"]]


@pytest.mark.case(C, "10.45", "8.13")
def test_everybody_for_whom_a_last_increment_was_spent_is_looked_at() -> None:
    hq, a, b = UNIT["HQ 25 NZ"], UNIT["A/25 NZ"], UNIT["B/25 NZ"]
    s = board({"A/25 NZ": "0428", "B/25 NZ": "0433", "HQ 25 NZ": "returning", "9/III/3": "3320"}, "combat")
    s.supplied = (Spent(hq, SUPPORT, (a, b)),)
    assert near_supply(s, ALLIED, SUPPORT) == BIT[H("0428")] | BIT[H("0433")] and near_supply(s, ALLIED, ASSAULT) == 0


@pytest.mark.case(C, "10.13")
def test_a_headquarters_whose_hex_comes_free_in_the_phase_is_back_before_it_ends() -> None:
    units = {"9/III/3": "5912", "HQ III/3": "returning", "HQ II/3": "5912", "A/25 NZ": "0133"}
    ask = act(board(units, "start", 1))
    assert ask.prompt == "movement" and not ask.heard(HqDelayed)  # nobody says that it waits: the phase is not over
    gone = ask.then("move 9/III/3", "carry HQ II/3", "go 5811", "halt", "done")
    assert gone.where("HQ III/3") == "5912" and gone.heard(HqReturned) and not gone.heard(HqDelayed)
    assert gone.increments("HQ III/3") == 3
    stays = ask.then("done")
    assert stays.where("HQ III/3") == "returning" and [e.hq for e in stays.heard(HqDelayed)] == [UNIT["HQ III/3"]]


@pytest.mark.case(C, "10.13", "17.11")
def test_where_there_are_hexes_enough_headquarters_are_asked_about_one_after_the_other() -> None:
    both = board({"A/25 NZ": "0128", "HQ 25 NZ": "returning", "HQ 26 NZ": "returning"}, "start")
    ask = act(both)
    assert ask.prompt == "hq_return" and ask.asked.units == (UNIT["HQ 25 NZ"],)
    then = ask.then("enterat 0128")
    assert then.prompt == "hq_return" and then.asked.units == (UNIT["HQ 26 NZ"],)


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


@pytest.mark.case(C, "10.45", "10.43", "12.51")
def test_a_headquarters_that_has_paid_serves_whoever_can_draw_on_it_now_and_is_not_asked_to_pay_twice() -> None:
    s = board({"A/25 NZ": "0130", "B/25 NZ": "0428", "HQ 25 NZ": "0130", "HQ 26 NZ": "0430", "9/III/3": "2026"})
    a, b, hq, other = UNIT["A/25 NZ"], UNIT["B/25 NZ"], UNIT["HQ 25 NZ"], UNIT["HQ 26 NZ"]
    spend(s, other, ASSAULT, lambda e: None)
    assert suppliers(s, b, ASSAULT) == ([other], [hq]) == suppliers(s, a, ASSAULT)
    assert can_be_supplied(s, a, SUPPORT) and not can_be_supplied(s, UNIT["9/III/3"], SUPPORT)
    s.increments[hq] = 1
    spend(s, hq, ASSAULT, lambda e: None)
    assert suppliers(s, a, ASSAULT) == ([other, hq], []) and suppliers(s, a, SUPPORT) == ([], [other])
    assert s.expended == 1 << hq


@pytest.mark.case(C, "10.43", "10.45", "12.52", "14.22")
def test_supply_is_asked_only_where_an_increment_or_a_column_depends_on_it() -> None:
    units = {"A/25 NZ": "0130", "B/25 NZ": "0131", "HQ 25 NZ": "0130", "HQ 1/9 GR": "0132", "C/25 NZ": "2131"}
    a, b, c, nz, gr = (UNIT[n] for n in ("A/25 NZ", "B/25 NZ", "C/25 NZ", "HQ 25 NZ", "HQ 1/9 GR"))
    s = board(units, "combat")
    ask = Supply(ALLIED, ASSAULT, (a, b)).ask(s)
    assert isinstance(ask, Decision) and ask.rule == "10.43" and ask.units == (a,)
    assert ask.options == (Draw(a, nz), Draw(a, gr), Without(a))
    fire = Supply(ALLIED, SUPPORT, (a,)).ask(s)
    assert isinstance(fire, Decision) and fire.rule == "10.44" and fire.options == (Draw(a, nz), Draw(a, gr))
    theirs = Supply(ALLIED, OPPORTUNITY, (a,)).ask(board(units, "combat", GERMAN))
    assert isinstance(theirs, Decision) and theirs.rule == "10.42"
    assert Supply(ALLIED, ASSAULT, (c,)).ask(s) is None and Supply(ALLIED, ASSAULT, (a,), (nz,)).ask(s) is None
    spend(s, gr, ASSAULT, lambda e: None)
    strange = Supply(ALLIED, ASSAULT, (a,)).ask(s)  # a column is at stake
    assert isinstance(strange, Decision) and strange.options == (Draw(a, nz), Draw(a, gr), Without(a))  # best first
    spend(s, nz, ASSAULT, lambda e: None)
    assert Supply(ALLIED, ASSAULT, (a,)).ask(s) is None  # its own has paid
    (rest,) = Supply(ALLIED, ASSAULT, (a, b)).auto(s, lambda e: None)
    assert rest == Supply(ALLIED, ASSAULT, (a, b), (nz,)) and s.sources == ()
    assert rest.auto(s, lambda e: None) == () and s.sources == (nz, nz)
    assert Supply(ALLIED, ASSAULT, (c,)).auto(s, lambda e: None) == () and s.sources == (-1,)
    assert Supply(ALLIED, ASSAULT, (a,), (nz,)).auto(s, lambda e: None) == ()
    pinned = board(units, "combat", pinned=["A/25 NZ"])
    assert Supply(ALLIED, ASSAULT, (a,)).ask(pinned) is None
    assert isinstance(Supply(ALLIED, SUPPORT, (a,)).ask(pinned), Decision)


@pytest.mark.case(C, "10.43", "10.22", "8.13")
def test_what_is_drawn_and_why_not_from_another() -> None:
    units = {"A/25 NZ": "0130", "B/25 NZ": "0131", "HQ 25 NZ": "0130", "HQ 26 NZ": "0132", "HQ 1/9 GR": "2131"}
    a, b, nz, other, gr = (UNIT[n] for n in ("A/25 NZ", "B/25 NZ", "HQ 25 NZ", "HQ 26 NZ", "HQ 1/9 GR"))
    s = board(units, "combat")
    step = Supply(ALLIED, ASSAULT, (a, b))

    def why(option: Option, step: Supply = step) -> tuple[str, str] | None:
        told = step.why_not(s, option)
        return None if told is None else (told.rule, told.key)

    assert why(Draw(a, nz)) is None and why(Draw(a, other)) is None and why(Without(a)) is None
    assert why(Draw(a, gr)) == ("10.22", "cannot_draw") and why(Draw(b, nz)) == ("10.45", "not_this_unit")
    assert why(Without(b)) == ("10.45", "not_this_unit") and why(DONE) == ("10.45", "not_offered")
    assert why(Without(a), Supply(ALLIED, SUPPORT, (a,))) == ("8.13", "supply_needed")
    (after,) = step.take(s, Draw(a, other), lambda e: None)
    assert s.increments[other] == 2 and after == Supply(ALLIED, ASSAULT, (a, b), (other,))
    assert after.take(s, Draw(b, other), lambda e: None) == () and s.increments[other] == 2  # paid already
    assert s.sources == (other, other)
    assert Supply(ALLIED, ASSAULT, (a,)).take(s, Without(a), lambda e: None) == () and s.sources == (-1,)


@pytest.mark.case(C, "10.13", "17.21", "9.0")
def test_where_headquarters_come_back() -> None:
    hq = UNIT["HQ III/3"]
    open_ = board({"9/III/3": "2026", "HQ III/3": "returning"}, "start", GERMAN)
    assert return_gates(open_, hq) == [H("5912")]
    near = board({"9/III/3": "2026", "HQ III/3": "returning", "A/25 NZ": "5812"}, "start", GERMAN)
    assert return_gates(near, hq) == [H("5912")]  # controlled, but empty: nowhere else
    on = board({"9/III/3": "2026", "HQ III/3": "returning", "A/25 NZ": "5912"}, "start", GERMAN)
    edge = return_gates(on, hq)
    assert H("5912") not in edge and len(edge) > 5  # the printed hex is taken: the rest of its edge
    assert all(GRID.names[h].startswith("59") and GRID.distance(h, H("5912")) > 1 for h in edge)
    gone = {"A/25 NZ": "0133", "HQ 25 NZ": "returning"}
    zone_e = [GRID.id(f"01{n}") for n in range(17, 35)]
    held = board({**gone, "9/III/3": "0226", "10/III/3": "0120"}, "start")
    assert return_gates(held, UNIT["HQ 25 NZ"]) == [h for h in zone_e if h != H("0120")]  # an Allied one likewise
    full = [GRID.names[h] for h in zone_e] + ["0105"]
    german = [UNIT_NAMES[u] for u in UNITS if SIDE[u] == GERMAN and INFANTRY >> u & 1][: len(full)]
    shut = board({**gone, "A/25 NZ": "0333", **dict(zip(german, full, strict=True))}, "start")
    rest = [h for n in range(1, 17) if (h := GRID.id(f"01{n:02}")) != H("0105")]
    assert return_gates(shut, UNIT["HQ 25 NZ"]) == rest  # the enemy in all of its zone: the rest of the edge
    lone = board({"9/III/3": "2026", "HQ III/3": "returning", "HQ 25 NZ": "5912"}, "start", GERMAN)
    assert H("5912") not in return_gates(lone, hq)  # a headquarters has no zone, but stands in the way
    step = HqReturns(GERMAN)
    told = step.why_not(open_, ENTER_AT[H("5911")])
    assert told is not None and (told.rule, told.key) == ("10.13", "not_its_zone")
    assert step.why_not(open_, ENTER_AT[H("5912")]) is None
    told = step.why_not(open_, DONE)
    assert told is not None and told.key == "not_offered"
    none = board({"9/III/3": "2026"}, "start", GERMAN)
    assert step.ask(none) is None and step.auto(none, lambda e: None) == ()


@pytest.mark.case(C, "10.21", "10.22", "7.23")
def test_a_lone_enemy_headquarters_stands_in_the_way_without_a_zone_and_zones_cut_both_sides() -> None:
    """Six enemy headquarters round 0430 leave no way out, although none of them controls a hex."""
    ring = dict(
        zip(
            ("HQ I/3", "HQ II/3", "HQ III/3", "HQ MG Bn", "OP 1", "OP 2"),
            ("0330", "0331", "0429", "0431", "0530", "0531"),
            strict=True,
        )
    )
    assert set(ring.values()) == {GRID.names[h] for h in GRID.neighbours[H("0430")]}
    shut = draws(board({"HQ 25 NZ": "0430", "A/25 NZ": "0433", **ring}), UNIT["HQ 25 NZ"])
    assert shut == 1 << H("0430")
    german = {"HQ III/3": "2829", "9/III/3": "2832"}
    assert fed(board(german), GERMAN) >> H("2832") & 1
    wall = {"A/25 NZ": "2731", "B/25 NZ": "2931", "C/25 NZ": "2831"}
    assert not fed(board({**german, **wall}), GERMAN) >> H("2832") & 1


@pytest.mark.case(C, "10.12", "10.41", "14.3")
def test_an_expended_headquarters_leaves_its_pin_behind_and_one_increment_of_several_is_for_mortars() -> None:
    s = board({"HQ 25 NZ": "0430", "A/25 NZ": "0433"}, pinned=["HQ 25 NZ"])
    hq = UNIT["HQ 25 NZ"]
    spend(s, hq, ASSAULT, lambda e: None)
    assert not mortars_paid(s)
    spend(s, hq, MORTARS, lambda e: None)
    assert mortars_paid(s) and s.pins[GERMAN] == 1 << hq
    spend(s, hq, SUPPORT, lambda e: None)
    assert s.pins == [0, 0] and s.loc[hq] == SPACE["returning"] and s.supplied[-1].units == (UNIT["A/25 NZ"], hq)


@pytest.mark.case(C, "12.53", "10.43")
def test_a_stranger_that_has_paid_may_be_drawn_on() -> None:
    s = board({"A/1/9 GR": "0430", "HQ 25 NZ": "0431", "HQ 1/9 GR": "0432"}, "combat")
    gurkha, nz, own = UNIT["A/1/9 GR"], UNIT["HQ 25 NZ"], UNIT["HQ 1/9 GR"]
    spend(s, nz, ASSAULT, lambda e: None)
    step = Supply(ALLIED, ASSAULT, (gurkha,))
    assert step.why_not(s, Draw(gurkha, nz)) is None and step.why_not(s, Draw(gurkha, own)) is None
    step.take(s, Draw(gurkha, nz), lambda e: None)
    assert s.increments[nz] == 2 and s.increments[own] == 3 and s.sources == (nz,)


@pytest.mark.case(C, "10.21", "10.22", "7.25")
def test_the_line_that_feeds_a_hex_goes_round_the_enemy_and_is_none_where_none_can() -> None:
    """For either side: a straight line where nobody is near, a longer one round a zone, none beyond five hexes."""
    sides = (("HQ 25 NZ", "A/25 NZ", "9/III/3"), ("HQ III/3", "9/III/3", "A/25 NZ"))
    for hq, unit, foe in sides:
        free = board({hq: "0430", unit: "0433", foe: "3320"})
        assert supply_line(free, UNIT[hq], H("0433")) == (H("0430"), H("0431"), H("0432"), H("0433"))
        assert supply_line(free, UNIT[hq], H("0424")) == ()
        near = board({hq: "0430", unit: "0433", foe: "0331"})
        line = supply_line(near, UNIT[hq], H("0433"))
        assert len(line) == 5 and not {*GRID.neighbours[H("0331")], H("0331")} & {*line[1:]}


@pytest.mark.case(C, "10.13", "10.12")
def test_who_comes_back_is_neither_spent_in_this_turn_nor_waiting_already() -> None:
    units = {"9/III/3": "2026", "HQ III/3": "returning", "HQ II/3": "returning", "A/25 NZ": "0133"}
    s = board(units, "start", 1)
    two, three = 1 << UNIT["HQ II/3"], 1 << UNIT["HQ III/3"]
    assert [GRID.names[h] for h in return_gates(s, UNIT["HQ II/3"])] == ["5912"]  # an enemy far away blocks nothing
    s.expended = two
    asked = HqReturns(GERMAN).ask(s)
    assert isinstance(asked, Decision) and asked.units == (UNIT["HQ III/3"],)
    s.expended = two | three
    assert HqReturns(GERMAN).ask(s) is None
    s.expended = two
    heard: list[Event] = []
    assert HqReturns(GERMAN).auto(s, heard.append) == () and heard == []
    assert HqReturns(GERMAN, last=True).auto(s, heard.append) == () and heard == [HqDelayed(UNIT["HQ III/3"])]


@pytest.mark.case(C, "10.0.radius", "10.45", "8.13")
def test_outside_five_hexes_of_a_headquarters_only_those_it_has_enabled_are_asked() -> None:
    s = board({"HQ 25 NZ": "0930", "A/25 NZ": "1930", "B/25 NZ": "1929", "9/III/3": "2426", "HQ III/3": "2426"})
    s.loc[UNIT["HQ 26 NZ"]] = RETURNING
    s.supplied = (
        Spent(UNIT["HQ 26 NZ"], OPPORTUNITY, (UNIT["A/25 NZ"],)), Spent(UNIT["HQ 26 NZ"], SUPPORT, (UNIT["B/25 NZ"],)),
    )  # fmt: skip
    about = disc(H("0930"), 5)
    assert near_supply(s, ALLIED, OPPORTUNITY) == about | BIT[H("1930")]
    assert near_supply(s, ALLIED, SUPPORT) == about | BIT[H("1929")]
    assert near_supply(s, ALLIED, ASSAULT) == about and near_supply(s, GERMAN, SUPPORT) & disc(H("2426"), 5)
    assert can_be_supplied(s, UNIT["A/25 NZ"], OPPORTUNITY) and not can_be_supplied(s, UNIT["B/25 NZ"], OPPORTUNITY)


@pytest.mark.case(C, "10.11", "10.43", "10.44", "10.12")
def test_what_an_increment_was_spent_on_is_kept_when_another_function_takes_the_last() -> None:
    """HQ 25 NZ pays for the assault on 2026 and with its last increment for the support of it; B company beside it
    assaults 1427 later in the phase, in full."""
    units = {"A/25 NZ": "1926", "HQ 25 NZ": "1826", "B/25 NZ": "1527", "C/25 NZ": "1829"}
    s = board({**units, "9/III/3": "2026", "10/III/3": "1427", "HQ III/3": "3829"}, "combat")
    s.increments[UNIT["HQ 25 NZ"]] = 2
    one = act(s, "attack 2026", "done", "draw A/25 NZ > HQ 25 NZ")
    assert one.prompt == "support" and one.increments("HQ 25 NZ") == 1
    two = one.then("target 9/III/3", "done", dice=[1, 2])  # the fire misses; the assault is thrown back
    assert two.where("HQ 25 NZ") == "returning" and two.prompt == "retreat"
    three = two.then(two.offers[0])
    assert three.prompt == "announce" and three.asked.spaces == (H("1427"),)
    out = three.then("done", dice=[1]).heard(Fought)[0]
    assert (out.attack, out.weak) == (7, ())
