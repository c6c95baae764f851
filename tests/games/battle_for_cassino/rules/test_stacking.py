"""9.0 Stacking: room by thirds, and who pays for a crowd."""

import pytest

from grognard.core import Event, SpaceId
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    CAPACITY,
    GERMAN,
    THIRDS,
    UNIT,
    UNIT_ROWS,
)
from grognard.games.battle_for_cassino.rules.events import Relieved
from grognard.games.battle_for_cassino.rules.state import crowd, full, put
from grognard.games.battle_for_cassino.rules.turns import EndMovement, EndTurn, Movement
from tests.games.battle_for_cassino.kit import SPACE, act, board, flagged

C = "battle_for_cassino"
AWAY = {"A/25 NZ": "0133"}


@pytest.mark.case(C, "9.0", "9.1")
def test_f16_two_companies_and_a_headquarters_for_the_germans_a_platoon_more() -> None:
    s = board({"A/25 NZ": "0130", "B/25 NZ": "0130", "HQ 25 NZ": "0130", "9/III/3": "2026", "10/III/3": "2026"})
    assert full(s, UNIT["C/25 NZ"], SPACE["0130"]) and full(s, UNIT["HQ 26 NZ"], SPACE["0130"])
    assert not full(s, UNIT["OP NZ"], SPACE["0130"])
    assert not full(s, UNIT["Plt 1"], SPACE["2026"]) and full(s, UNIT["11/III/3"], SPACE["2026"])
    packed = board({"9/III/3": "2026", "10/III/3": "2026", "Plt 1": "2026"})
    assert full(packed, UNIT["Plt 2"], SPACE["2026"]) and full(packed, UNIT["StuG 1"], SPACE["2026"])
    assert CAPACITY == (6, 7) and THIRDS[UNIT["Plt 1"]] == 1 and THIRDS[UNIT["StuG 1"]] == 1
    assert {THIRDS[UNIT[r.name]] for r in UNIT_ROWS if r.size == "company"} == {3}


@pytest.mark.case(C, "9.22", "9.24")
def test_f16_who_stays_overstacked_loses_a_step_at_the_end_of_its_movement_phase() -> None:
    units = {"A/25 NZ": "0130", "B/25 NZ": "0130", "C/25 NZ": "0130", "HQ 25 NZ": "0130"}
    s = board(units, crowded=flagged("C/25 NZ"), pinned=["C/25 NZ"])
    stay = act(s, "done")
    assert stay.steps("C/25 NZ") == 5 and stay.steps("A/25 NZ") == 6
    gone = act(s, "move A/25 NZ", "go 0129", "halt")
    assert gone.s.crowded == 0  # somebody left: there is room now (ruling 38)
    assert gone.then("done").steps("C/25 NZ") == 6


@pytest.mark.case(C, "9.22")
def test_overstacked_units_have_to_try_to_move_away_before_the_phase_ends() -> None:
    units = {"A/25 NZ": "0130", "B/25 NZ": "0130", "C/25 NZ": "0130", "HQ 25 NZ": "0130", "9/III/3": "2026"}
    crowd = flagged("C/25 NZ")
    told = act(board(units, crowded=crowd))
    assert "done" not in told.offers and told.why("done") == ("9.22", "must_leave")
    assert told.prompt == "crowded" and told.asked.rule == "9.22" and told.asked.spaces == (SPACE["0130"],)
    assert GAME.words.prompt(told.asked).endswith("has to move away: C/25 NZ.")
    assert told.offers[told.asked.default] == "move C/25 NZ"
    left = told.then("move C/25 NZ", "go 0129")
    assert left.then("go 0130").why("halt") == ("9.23", "no_room")  # not back to where it was
    assert "done" in left.then("halt").offers and left.then("halt").s.crowded == 0
    assert "done" in told.then("move A/25 NZ", "go 0129", "halt").offers  # or somebody else makes room
    for free in (board(units, crowded=crowd, pinned=["C/25 NZ"]), board(units, crowded=crowd, moved=crowd)):
        assert "done" in act(free).offers and act(free).asked.rule == "6.0"  # who cannot move has tried
    enemy = {"9/III/3": "2026", "10/III/3": "2026", "11/III/3": "2026", "A/25 NZ": "0130"}
    assert "done" in act(board(enemy, crowded=flagged("11/III/3"))).offers  # the other side's turn


@pytest.mark.case(C, "9.22", "14.12")
def test_a_pinned_overstacked_unit_withdraws_from_a_zone_if_it_can() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2131", "9/III/3": "2130"}
    told = act(board(units, crowded=flagged("C/25 NZ"), pinned=["C/25 NZ"]))
    assert "move C/25 NZ" in told.offers and told.why("done") == ("9.22", "must_leave")


@pytest.mark.case(C, "9.22", "9.21", "9.24")
def test_f16_only_the_phasing_side_pays_and_not_for_a_crowd_of_this_very_game_turn() -> None:
    units = {
        "A/25 NZ": "0130", "B/25 NZ": "0130", "C/25 NZ": "0130", "HQ 25 NZ": "0130", "D/25 NZ": "0130",
        "9/III/3": "2026", "10/III/3": "2026", "11/III/3": "2026",
    }  # fmt: skip
    crowd = flagged("C/25 NZ", "D/25 NZ", "11/III/3")
    s = board(units, crowded=crowd, fresh=flagged("D/25 NZ"), moved=crowd)
    after = act(s, "done")
    assert [after.steps(u) for u in ("C/25 NZ", "D/25 NZ", "11/III/3", "A/25 NZ")] == [5, 6, 6, 6]
    assert after.s.fresh == flagged("D/25 NZ") and after.s.crowded == crowd  # it is forgotten as the turn ends
    german = act(board(units, side=1, crowded=crowd, moved=crowd), "done")
    assert [german.steps(u) for u in ("C/25 NZ", "D/25 NZ", "11/III/3", "9/III/3")] == [6, 6, 5, 6]


@pytest.mark.case(C, "9.0", "9.1", "9.0.procedure")
def test_seven_thirds_are_the_most_for_germans_and_six_for_the_allies() -> None:
    one = {"9/III/3": "2026", "Plt 1": "2026", "Plt 2": "2026", "Plt 3": "2026", "10/III/3": "divided"}
    s = board({**one, "7/II/3": "divided", "A/25 NZ": "0130", "7 NZ Fd Coy": "0130", "HQ III/3": "2026"})
    assert not full(s, UNIT["Plt 4"], SPACE["2026"]) and full(s, UNIT["11/III/3"], SPACE["2026"])  # six and one; nine
    packed = board({**one, "7/II/3": "divided", "Plt 4": "2026"})
    assert full(packed, UNIT["Plt 5"], SPACE["2026"]) and not full(packed, UNIT["OP 1"], SPACE["2026"])
    assert not full(packed, UNIT["HQ III/3"], SPACE["2026"]) and full(s, UNIT["HQ II/3"], SPACE["2026"])
    assert not full(packed, UNIT["Plt 4"], SPACE["2026"])  # one that is there already is not counted twice
    assert full(s, UNIT["B/25 NZ"], SPACE["0130"])  # a company and engineers: six
    single = board({"A/25 NZ": "0130", "HQ 25 NZ": "0130"})
    assert not full(single, UNIT["B/25 NZ"], SPACE["0130"]) and not full(single, UNIT["OP NZ"], SPACE["0130"])


@pytest.mark.case(C, "9.0", "9.1", "9.21")
def test_room_by_thirds_and_who_is_relieved_first() -> None:
    s = board({**AWAY, "9/III/3": "2026", "10/III/3": "2026", "HQ III/3": "2026", "OP 1": "2026"}, side=GERMAN)
    assert full(s, UNIT["11/III/3"], SPACE["2026"]) and not full(s, UNIT["Plt 1"], SPACE["2026"])
    assert full(s, UNIT["HQ II/3"], SPACE["2026"]) and not full(s, UNIT["OP 2"], SPACE["2026"])
    assert not full(s, UNIT["9/III/3"], SPACE["2026"]) and not full(s, UNIT["HQ III/3"], SPACE["2026"])
    assert not full(s, UNIT["11/III/3"], SPACE["2027"])
    crowd_ = {
        **AWAY,
        "9/III/3": "2026",
        "10/III/3": "2026",
        "11/III/3": "2026",
        "12 MG/III/3": "2026",
        "HQ II/3": "2026",
    }
    t = board(crowd_, crowded=flagged("11/III/3", "12 MG/III/3"))
    heard: list[Event] = []
    put(t, UNIT["9/III/3"], SpaceId(SPACE["2027"]), heard.append)
    assert t.crowded == flagged("12 MG/III/3")  # one place came free, for the first of them
    put(t, UNIT["HQ II/3"], SpaceId(SPACE["2027"]), heard.append)
    assert t.crowded == flagged("12 MG/III/3") and [e.unit for e in heard] == [UNIT["11/III/3"]]
    put(t, UNIT["12 MG/III/3"], SpaceId(SPACE["2029"]), heard.append)
    assert t.crowded == 0
    same = board(crowd_, crowded=flagged("11/III/3", "12 MG/III/3"))
    put(same, UNIT["11/III/3"], SpaceId(SPACE["2026"]), heard.append)
    assert same.crowded == flagged("11/III/3", "12 MG/III/3")


@pytest.mark.case(C, "9.24", "11.24", "11.21", "9.22")
def test_the_platoons_of_an_overstacked_company_are_overstacked_as_far_as_room_is_short() -> None:
    units = {**AWAY, "9/III/3": "2026", "10/III/3": "2026", "11/III/3": "2026"}
    s = board(units, side=1, crowded=flagged("11/III/3"))
    told = act(s)
    assert {"divide 9/III/3", "divide 11/III/3"} <= set(told.offers)
    assert told.why("detach 11/III/3") == ("9.23", "no_room") and told.why("detach 9/III/3") == ("9.23", "no_room")
    out = told.then("divide 11/III/3")
    assert out.s.crowded == flagged("Plt 2", "Plt 3") and out.s.fresh == 0  # the seventh third has room
    assert [e.unit for e in out.heard(Relieved)] == [UNIT["Plt 1"]]
    assert out.prompt == "crowded" and out.why("done") == ("9.22", "must_leave")
    new = act(board(units, side=1, crowded=flagged("11/III/3"), fresh=flagged("11/III/3")), "divide 11/III/3")
    assert new.s.fresh & new.s.crowded == flagged("Plt 2", "Plt 3")  # no step to lose yet in this Game-Turn
    other = act(s, "divide 9/III/3")
    assert other.s.crowded == flagged("11/III/3")
    two = {name: hex for name, hex in units.items() if name != "10/III/3"}
    assert act(board(two, side=1), "divide 9/III/3").s.crowded == 0


@pytest.mark.case(C, "9.24", "11.31", "11.35", "11.21")
def test_overstacked_units_give_steps_are_taken_back_and_rebuilt() -> None:
    units = {**AWAY, "9/III/3": ("2026", 3), "10/III/3": "2026", "Plt 1": "2026", "Plt 2": "2026"}
    s = board({**units, "11/III/3": "divided", "HQ III/3": "2026"}, side=1, crowded=flagged("Plt 2"))
    back = act(s, "absorb 9/III/3 > Plt 2")
    assert back.steps("9/III/3") == 5 and back.s.crowded == 0 and back.prompt == "movement"
    three = {"Plt 1": "2026", "Plt 2": "2026", "Plt 3": "2026", "11/III/3": "divided", "12 MG/III/3": "2026"}
    full = {**AWAY, **three, "9/III/3": "2026"}
    for old in (0, flagged("Plt 2")):
        crowd = flagged("Plt 2", "Plt 3")
        out = act(board(full, side=1, crowded=crowd, fresh=old), "rebuild Plt 1 > Plt 2 > Plt 3")
        assert out.s.crowded == flagged("11/III/3") and out.s.fresh == 0  # one of them was so before
        assert not out.heard(Relieved)
    crowd = flagged("Plt 2", "Plt 3")
    new = act(board(full, side=1, crowded=crowd, fresh=crowd), "rebuild Plt 1 > Plt 2 > Plt 3")
    assert new.s.crowded == new.s.fresh == flagged("11/III/3")
    room = act(board({**AWAY, **three}, side=1, crowded=flagged("Plt 3")), "rebuild Plt 1 > Plt 2 > Plt 3")
    assert room.s.crowded == 0 and len(room.heard(Relieved)) == 1  # two companies have room
    more = {**AWAY, **three, "Plt 4": "2026", "Plt 5": "2026", "10/III/3": "divided"}
    last = act(board(more, side=1, crowded=flagged("Plt 3", "Plt 5")), "rebuild Plt 1 > Plt 2 > Plt 3")
    assert last.s.crowded == flagged("Plt 5") and [e.unit for e in last.heard(Relieved)] == [UNIT["10/III/3"]]
    others = {**AWAY, "Plt 1": "2026", "Plt 2": "2026", "Plt 3": "2026", "11/III/3": "divided", "9/III/3": "2026"}
    still = board({**others, "Plt 4": "2026", "Plt 5": "2026"}, side=1, crowded=flagged("Plt 5"))
    kept = act(still, "rebuild Plt 1 > Plt 2 > Plt 3")
    assert kept.s.crowded == flagged("Plt 5") and not kept.heard(Relieved)  # no room comes free
    plain = act(board({**AWAY, **three}, side=1), "rebuild Plt 1 > Plt 2 > Plt 3")
    assert plain.s.crowded == plain.s.fresh == 0 and not plain.heard(Relieved)
    give = board({**AWAY, "9/III/3": "2026", "10/III/3": "2026", "11/III/3": ("2026", 2)}, side=1)
    give.crowded = flagged("11/III/3")
    assert act(give, "shift 9/III/3 > 11/III/3").steps("11/III/3") == 3


@pytest.mark.case(C, "9.22", "9.21")
def test_a_stack_crowded_in_the_enemy_combat_phase_pays_from_the_next_game_turn_on() -> None:
    """Driven into a full hex by the Allies in turn 5, whom the German Player-Turn of turn 5 follows."""
    units = {**AWAY, "9/III/3": "2026", "10/III/3": "2026", "11/III/3": "2026", "HQ III/3": "2026"}
    s = board(units, "start", GERMAN)
    heard: list[Event] = []
    crowd(s, UNIT["11/III/3"], heard.append)
    s.pins = [0, flagged("11/III/3")]  # it cannot leave
    over = act(s)
    while over.s.turn == 5:
        assert over.steps("11/III/3") == 5
        over = over.then("done")
    assert over.steps("11/III/3") == 5 and over.s.fresh == 0 and over.s.crowded == flagged("11/III/3")
    s = over.s
    s.pins = [0, flagged("11/III/3")]
    s.side = GERMAN
    s.stack = (EndTurn(6), EndMovement(GERMAN), Movement(GERMAN))
    assert act(s, "done").steps("11/III/3") == 4
    waiting = board({"A/25 NZ": "0130"}, side=1, arrived=False, turn=9)
    assert not [o for o in act(waiting).offers if o.startswith(("divide", "detach"))]  # nobody of the garrison is there


@pytest.mark.case(C, "9.22")
def test_every_overstacked_hex_is_named_and_one_unit_that_cannot_move_excuses_no_other() -> None:
    first = {"A/25 NZ": "0130", "B/25 NZ": "0130", "C/25 NZ": "0130"}
    second = {"A/26 NZ": "0530", "B/26 NZ": "0530", "C/26 NZ": "0530"}
    crowd = flagged("C/25 NZ", "C/26 NZ")
    both = act(board({**first, **second, "9/III/3": "2026"}, crowded=crowd))
    assert both.asked.spaces == (SPACE["0130"], SPACE["0530"])
    one = act(board({**first, **second, "9/III/3": "2026"}, crowded=crowd, pinned=["C/25 NZ"]))
    assert one.why("done") == ("9.22", "must_leave") and one.asked.spaces == (SPACE["0530"],)
