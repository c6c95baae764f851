"""8.0, 6.7 Leaders: command fixed at the start of the phase, lone leaders, the order of stacks."""

import pytest

from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.command import stragglers
from grognard.games.dark_victory.rules.events import LeaderCutOff
from tests.games.dark_victory.kit import SPACE, UNIT, act, beginning, board, texan_turn

TITLE = "dark_victory"


@pytest.mark.case(TITLE, "8.3", "8.3.B", "8.3.C", "8.4.C", "2.9")
def test_mexican_units_need_a_leader_of_theirs_when_the_phase_begins() -> None:
    units = {
        "M1-F1": "2308", "Cos": "2309", "M1-F2": "2312", "M2-F1": "2010", "M1-L1": "2505", "MR-G1": "2710",
        "Almonte": "2710", "M3-F1": "2906", "Amador": "2907", "Duque": "2807",
    }  # fmt: skip
    start = act(board(units))
    able = set(start.verbs("activate"))
    assert {"M1-F1", "M1-L1", "M3-F1", "Cos"} <= able
    assert start.why("activate M1-F2") == ("8.3", "no_command")
    assert start.why("activate M2-F1") == ("8.3", "no_command")
    assert start.why("activate MR-G1") == ("8.3", "no_command")
    assert {UNIT[n] for n in ("M1-F2", "M2-F1", "MR-G1")} == set(stragglers(start.s))
    gone = start.then("activate Cos", "go 2310", "go 2311", "done")
    assert "M1-F1" in gone.verbs("activate")  # fixed for the phase
    assert gone.why("activate M1-F2") == ("8.3", "no_command")


@pytest.mark.case(TITLE, "8.3.D")
def test_texans_need_no_leader_in_their_own_phase() -> None:
    assert act(board({"T4-inf1": "2320", "T3-gun1": "2321"}, side=TEXAN)).verbs("activate") == ["T4-inf1", "T3-gun1"]


@pytest.mark.case(TITLE, "8.2.C", "8.2.D")
def test_vector_38_lone_leaders_next_to_the_enemy_die_when_an_action_phase_begins() -> None:
    units = {"Travis": "2320", "M4-L1": "2321", "T4-inf1": "2015"}
    dead = act(board(units, texan_turn(10)))
    assert dead.where("Travis") == "dead" and len(dead.heard(LeaderCutOff)) == 1
    guarded = act(board({**units, "T4-inf2": "2320"}, texan_turn(10)))
    assert guarded.where("Travis") == "2320"
    mexican = act(board({"Cos": "2320", "T4-inf1": "2321", "M4-L6": "0505"}, beginning(10)))
    assert mexican.where("Cos") == "dead"
    either = act(board({"Cos": "2320", "T4-inf1": "2321"}, texan_turn(10)))
    assert either.where("Cos") == "dead"
    bowie = act(board({"Bowie": "2320", "M4-L1": "2321", "T4-inf1": "2015"}, texan_turn(10)))
    assert bowie.where("Bowie") == "2320"
    wall = act(board({"Travis": "2514", "M4-L1": "2513", "T4-inf1": "2015"}, texan_turn(10)))
    assert wall.where("Travis") == "2514"
    ladder = act(
        board({"Travis": "2214", "M4-L1": "2213", "T4-inf1": "2015"}, texan_turn(10), ladders=[("2213", "2214")])
    )
    assert ladder.where("Travis") == "dead"
    leaders = act(board({"Travis": "2320", "Cos": "2321", "T4-inf1": "2015", "M4-L6": "0505"}, texan_turn(10)))
    assert leaders.where("Travis") == "2320" == leaders.where("Travis")


@pytest.mark.case(TITLE, "6.7")
def test_stacks_with_a_leader_at_hand_may_be_laid_anew_once_at_the_start() -> None:
    units = {"M4-L1": "2308", "M4-L2": "2308", "Morales": "2308", "M4-L3": "2505", "M4-L4": "2505", "T4-inf1": "2320"}
    start = act(board(units, beginning(10)))
    assert start.prompt == "reorder" and start.verbs("arrange") == ["2308"]
    assert start.why("arrange 2505") == ("6.7", "no_leader_near")
    picked = start.then("arrange 2308")
    assert picked.verbs("top") == ["Morales", "M4-L2", "M4-L1"]
    done = picked.then("top M4-L1", "top Morales")
    assert done.s.here[SPACE["2308"]] == tuple(UNIT[n] for n in ("M4-L2", "Morales", "M4-L1"))
    assert done.prompt == "mexican_actions"
    texan = act(board({"T4-inf1": "2320", "T7-inf1": "2320", "Jones": "2321"}, texan_turn(10)))
    assert texan.verbs("arrange") == ["2320"]
    none = act(board({"T4-inf1": "2320", "T7-inf1": "2320", "Baker": "2321"}, texan_turn(10)))
    assert none.prompt == "texan_actions" and MEXICAN == 0


@pytest.mark.case(TITLE, "8.2", "6.8")
def test_leaders_and_markers_take_no_room() -> None:
    units = {"M4-L1": "2309", "M4-L2": "2309", "Morales": "2308", "T4-inf1": "2015"}
    joined = act(board(units, guns={"6pdr-2326": "2309"}, extra=["2514"]), "activate Morales", "go 2309")
    assert joined.where("Morales") == "2309"
