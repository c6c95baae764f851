"""Why not: the case and the reason a player is told when something is not allowed, each in its plainest position."""

import pytest

from grognard.games.dark_victory.content import MEXICAN, TEXAN
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, act, beginning, board, fighting


@pytest.mark.case(TITLE, "4.2.IB", "4.2.IIA", "9.2", "10.2.C", "6.6")
def test_who_does_not_act() -> None:
    units = {"M4-L1": "2310", "M4-L2": "2310", "M4-L3": "2210", "T4-inf1": "2320", "T4-inf2": "2320"}
    start = act(board(units))
    assert start.why("activate T4-inf1") == ("4.2.IB", "not_yours")
    assert start.why("activate M4-L4") == ("9.2", "not_on_map")
    assert start.why("activate M4-L2") == ("6.6", "with_its_stack")
    mustered = start.then("activate M4-L1")
    assert mustered.why("stay M4-L3") == ("6.6", "not_in_stack")
    done = mustered.then("done", "done")
    assert done.why("activate M4-L1") == ("10.2.C", "acted") == done.why("activate M4-L2")
    theirs = act(board(units, side=TEXAN))
    assert theirs.why("activate M4-L1") == ("4.2.IIA", "not_yours")


@pytest.mark.case(TITLE, "6.7")
def test_what_is_not_laid_anew() -> None:
    units = {"M2-F1": "2310", "M2-F2": "2310", "Duque": "2311", "M2-F3": "2108", "M2-F4": "2108", "T4-inf1": "2320"}
    asked = act(board(units, beginning(7)))
    assert asked.prompt == "reorder" and asked.verbs("arrange") == ["2310"]
    assert asked.why("arrange 2311") == ("6.7", "no_stack")
    assert asked.why("arrange 2320") == ("6.7", "no_stack")
    assert asked.why("arrange 2108") == ("6.7", "no_leader_near")
    again = act(board({**units, "Amador": "2109"}, beginning(7)), "arrange 2310", "top M2-F1")
    assert again.why("arrange 2310") == ("6.7", "arranged") and again.verbs("arrange") == ["2108"]


@pytest.mark.case(TITLE, "7.1", "7.1.C", "6.2", "6.4", "9.10.D")
def test_who_does_not_come_on_and_where() -> None:
    due = {"due": [0, 2, 2, 3, 0, 0], "turn": 2}
    start = act(board({"M4-L1": "2310", "T4-inf1": "2320"}, **due))
    assert start.verbs("enter") == ["Column 1", "Column 2", "Column 4"]
    assert start.why("enter Column 3") == ("7.1", "nobody_waits")
    assert start.why("enter Reserve") == ("7.1", "nobody_waits")
    picking = start.then("enter Column 1", "join M1-F1")
    assert picking.why("join M1-F1") == ("7.1", "picked")
    assert picking.why("join M2-F1") == ("7.1", "not_free_to_enter")
    two = picking.then("join M1-F2")
    assert two.why("join M1-F3") == ("7.1", "no_gate_together")
    gate = two.then("done")
    assert gate.prompt == "gate" and len(gate.verbs("at")) == 10
    assert gate.why("at 2201") == ("7.1", "not_their_entry")
    held = act(board({"M4-L1": "0801", "M1-F9": "0901", "T4-inf1": "2320"}, **due), "enter Column 1", "join M1-F1")
    by = held.then("join M1-F2", "done")
    assert by.why("at 0901") == ("6.4", "full")
    one = held.then("done")
    assert "0901" in one.verbs("at") and one.why("at 0801") == ("6.2", "other_column")


@pytest.mark.case(TITLE, "7.1.C", "9.4")
def test_the_thirteenth_stack_at_one_hex_cannot_pay() -> None:
    s = board({"M4-L1": "2310", "T4-inf1": "2320"}, due=[0, 2, 99, 99, 99, 0], turn=2)
    s.entries = (SPACE["0801"],) * 11
    last = act(s, "enter Column 1", "join M1-F1", "done")
    assert "0801" in last.verbs("at")
    paid = last.then("at 0801")
    assert paid.prompt != "act" or paid.left == 0
    s.entries = (SPACE["0801"],) * 12
    none = act(s, "enter Column 1", "join M1-F1", "done")
    assert none.why("at 0801") == ("7.1.C", "too_dear") and len(none.verbs("at")) == 9


@pytest.mark.case(TITLE, "11.1", "11.1.B", "11.2", "11.6", "11.8", "11.8.B", "11.10")
def test_who_does_not_react() -> None:
    units = {
        "M4-L1": "2308", "M4-L6": "0505", "T7-inf1": "2314", "Travis": "2314", "T7-inf2": "2014", "T7-inf3": "2320",
        "Forsyth": "2320", "T13-wom1": "2925 in",
    }  # fmt: skip
    asked = act(board(units, turn=3), "activate M4-L1", "go 2309")
    assert asked.prompt == "triggered" and asked.verbs("react") == ["2314"]
    assert asked.why("react 2014") == ("11.1", "no_leader")
    assert asked.why("react 2320") == ("11.2", "not_in_zone")
    assert asked.why("react 2309") == ("11.1", "nobody_reacts") == asked.why("react 2925 in")
    acting = asked.then("react 2314")
    assert acting.prompt == "react" and acting.verbs("shoot") == ["2309"]
    assert acting.why("shoot 0505") == ("11.10", "only_the_mover")
    shot = acting.then("shoot 2309", dice=[(6, 6)])
    assert shot.why("shoot 2309") == ("11.10", "fired_in_reaction")
    again = shot.then("done", "go 2310")
    assert again.prompt == "act"  # once for each mover


@pytest.mark.case(TITLE, "12.1", "12.1.B", "12.4", "12.6", "12.7", "9.7.F")
def test_what_is_no_melee() -> None:
    units = {"M2-F1": "2513", "Duque": "2513", "M2-F2": "2213", "T4-inf1": "2514", "T4-inf2": "2214", "T4-inf3": "2320"}
    asked = act(board(units, fighting(MEXICAN, 10)))
    assert asked.verbs("assault") == ["2514"]
    assert asked.why("assault 2214") == ("12.1", "nobody_can_melee")
    assert asked.why("assault 2321") == ("12.1", "nobody_there")
    chosen = asked.then("assault 2514", dice=[(1, 6), (3, 4)])
    assert chosen.asked is None or chosen.prompt != "melees"  # one sequence, one melee
    two = act(board({**units, "M2-F3": "2414"}, fighting(MEXICAN, 10)), "assault 2514")
    assert two.prompt == "sequence"
    assert two.why("from 2213") == ("12.1", "not_next")
    assert two.why("from 2310") == ("12.1", "nobody_to_melee")
    slaves = {"M4-L1": "2415", "M4-L2": "0505", "T12-sla1": "2414", "T4-inf1": "2416", "T4-inf2": "2514"}
    sortie = act(board(slaves, fighting(TEXAN, 10)), "assault 2415")
    assert sortie.verbs("from") == ["2416", "2514"] and sortie.why("from 2414") == ("13.2", "nobody_to_melee")
    wall = act(board({**units, "M2-F3": "2414", "T4-inf4": "2114"}, fighting(MEXICAN, 10)), "assault 2514")
    assert wall.why("from 2514")[1] in ("nobody_to_melee", "not_next")


@pytest.mark.case(TITLE, "9.8", "9.8.C", "10.18", "9.4")
def test_what_is_no_work() -> None:
    units = {
        "M2-F1": "2523", "Duque": "2523", "M2-F2": "2524", "M2-F3": "2521", "Amador": "2521", "T1-inf1": "2623 in",
    }  # fmt: skip
    asked = act(board(units, beginning(7)), "done")
    assert asked.prompt == "break_doors"
    assert asked.why("break 2524 > 2625 in") == ("9.8", "no_shut_door")
    two = asked.then("break 2523 > 2623 in", "break 2524 > 2624 in", dice=[(6,), (6,)])
    assert two.prompt == "mexican_actions"
    crew = {"T3-gun1": "1914", "T4-inf1": "2015"}
    gun = {"guns": {"8pdr-1914": "1914"}, "side": TEXAN}
    ready = act(board(crew, **gun), "activate T3-gun1")
    assert ready.why("load") == ("10.18", "loaded_already")
    empty = board({**crew, "T3-gun2": "1914"}, **gun, unloaded=["8pdr-1914"])
    second = act(empty, "activate T3-gun1", "stay T3-gun2", "load", "activate T3-gun2")
    assert second.why("load") == ("10.18", "being_loaded")  # it is not loaded yet


@pytest.mark.case(TITLE, "9.6", "9.7", "10.1", "10.20", "9.4", "6.7", "8.3")
def test_a_refusal_names_the_case_of_who_asks() -> None:
    """The same door is a die to Texans; leaders fire nothing; what bars a cannon bars it whatever is left to spend."""
    inside = act(board({"T4-inf1": "2521", "M4-L1": "0505"}, side=TEXAN), "activate T4-inf1")
    assert inside.why("go 2621 in") == ("9.6", "door_shut")
    before = act(board({"M4-L1": "2521", "T7-inf1": "2015"}), "activate M4-L1")
    assert before.why("go 2621 in") == ("9.7", "door_shut")
    alone = act(board({"Cos": "2318", "T4-inf1": "2320"}), "activate Cos")
    assert alone.why("shoot 2320") == ("10.1", "leaders_alone") == alone.why("cannon 2320")
    led = act(board({"Cos": "2318", "M1-F1": "2318", "T4-inf1": "2320"}), "activate M1-F1", "done")
    assert "shoot 2320" in led.offers  # a leader at the bottom does not hinder his men
    gun = {"guns": {"6pdr-2326": "2521"}, "side": TEXAN}
    crew = act(board({"T4-inf1": "2521", "M4-L1": "0505"}, **gun), "activate T4-inf1")
    assert crew.why("haul 2621 in") == ("10.20", "no_way_for_guns") == crew.why("haul 2621")
    spent = {"guns": {"6pdr-2326": "2214"}, "side": TEXAN}
    down = act(board({"T4-inf1": "2214", "M4-L1": "0505"}, **spent), "activate T4-inf1", "haul 2215")
    assert down.why("haul 2314") == ("10.20", "no_way_for_guns")  # no phase is long enough for that wall
    assert down.why("go 2314") == ("9.15", "whole_allowance")


def test_a_leader_who_is_near_but_commands_nobody_there_is_not_denied() -> None:
    """Duque of Column 2 lies beside a stack of Column 1: the words do not say that nobody is near."""
    units = {"M1-F1": "2310", "M1-F2": "2310", "Duque": "2311", "M2-F1": "2311", "M2-F2": "2311", "T4-inf1": "2320"}
    asked = act(board(units, beginning(7)))
    told = GAME.why_not(asked.s, asked.seat, GAME.texts.parse("arrange 2310"))
    assert told is not None
    assert GAME.words.refusal(told) == "No leader who commands somebody in 2310 is there or next to it."
    later = asked.then("done")
    told = GAME.why_not(later.s, later.seat, GAME.texts.parse("activate M1-F1"))
    assert told is not None
    assert GAME.words.refusal(told) == "No leader who commands M1-F1 was at hand when the phase began."
