"""9.2, 10.2, 11.x A stack that acts, at its edges: what is not offered, what is remembered, what is spoilt."""

import pytest

from grognard.core import SpaceId
from grognard.games.dark_victory.content import PLACES, TEXAN
from grognard.games.dark_victory.rules.act import REACTION, Act, reach_of
from grognard.games.dark_victory.rules.events import Halted, HeldBack
from grognard.games.dark_victory.rules.state import place
from grognard.games.dark_victory.rules.verbs import Cannon, Force, Go, Haul, Shoot, Volley
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, board


@pytest.mark.case(TITLE, "9.6", "9.7", "9.4")
def test_mexicans_force_no_door_and_nobody_leaves_the_maps() -> None:
    start = act(board({"M4-L1": "2523", "T4-inf1": "2015"}), "activate M4-L1")
    assert start.verbs("force") == []
    texan = act(board({"T1-inf1": "2523", "M4-L1": "2015"}, side=TEXAN), "activate T1-inf1")
    for option, rule in (
        (Go, "9.4"),
        (Haul, "9.4"),
        (Force, "9.4"),
        (Shoot, "10.2"),
        (Volley, "10.2"),
        (Cannon, "10.2"),
    ):
        for acting in (start, texan):
            told = acting.s.stack[-1].why_not(acting.s, option(SpaceId(PLACES)))
            assert told is not None and told.rule == rule and told.facts[0] == PLACES, "no place of the maps"
    start.s.stack = ()
    assert reach_of(start.s, UNIT["M4-L1"]) is None


@pytest.mark.case(TITLE, "13.3", "13.4")
def test_a_sapper_may_choose_among_the_rooms_beside_him() -> None:
    units = {"MR-S1": "2521", "Vega": "2521", "T4-inf1": "2621 in", "T4-inf2": "2622 in"}
    assert sorted(act(board(units), "activate MR-S1", "done").verbs("torch")) == ["2621", "2622"]


@pytest.mark.case(TITLE, "10.2", "10.19", "10.15")
def test_a_cannon_is_fired_by_the_top_unit_and_not_after_somebody_has_fired_there() -> None:
    guns = {"guns": {"8pdr-2214": "2214"}, "side": TEXAN}
    units = {"T3-gun5": "2214", "T9-inf1": "2214", "M1-F1": "2210"}
    below = act(board(units, **guns), "activate T3-gun5")
    assert below.why("cannon 2210") == ("10.2", "not_on_top") and below.verbs("cannon") == []
    left = act(board(units, **guns), "activate T9-inf1", "shoot 2210", "go 2215", "done", dice=[(6, 6)])
    crew = left.then("activate T3-gun5")
    assert crew.why("cannon 2210") == ("10.2", "fired_already") and crew.verbs("cannon") == []


@pytest.mark.case(TITLE, "11.10")
def test_the_men_of_a_stack_are_fired_at_when_its_lowest_leader_has_fallen() -> None:
    s = board({"T4-inf1": "2320", "Jones": "2320", "M1-F1": "2317", "Cos": "2310"}, mover=1)
    place(s, UNIT["Cos"], SPACE["dead"])
    step = Act((UNIT["T4-inf1"],), mode=REACTION, target=SPACE["2317"], foes=(UNIT["Cos"], UNIT["M1-F1"]))
    assert Shoot(SPACE["2317"]) in step.ask(s).options


@pytest.mark.case(TITLE, "11.6", "11.8", "11.10")
def test_what_is_remembered_of_a_reaction() -> None:
    units = {"T4-inf1": "2320", "T4-inf2": "2320", "Jones": "2320", "M4-L1": "2316"}
    asked = act(board(units), "activate M4-L1", "go 2317")
    assert asked.prompt == "triggered"
    assert asked.then("done").heard(Halted) == []
    named = asked.then("react 2320")
    assert [named.s.reacted[UNIT[n]] for n in ("T4-inf1", "T4-inf2")] == [1, 1]
    fired = named.then("shoot 2316", dice=[(6, 6)])
    assert [fired.s.shot[UNIT[n]] for n in ("T4-inf1", "T4-inf2")] == [1, 1]


@pytest.mark.case(TITLE, "11.4")
def test_who_was_named_and_does_nothing_is_told() -> None:
    units = {"T4-inf1": "2320", "Jones": "2320", "M4-L1": "2316"}
    named = act(board(units), "activate M4-L1", "go 2317", "react 2320")
    idle = named.then("done").heard(HeldBack)
    assert [GAME.words.event(e) for e in idle] == ["No reaction after all from 2320: T4-inf1."]
    assert named.then("shoot 2316", "done", dice=[(6, 6)]).heard(HeldBack) == []
    assert named.then("go 2321", "done").heard(HeldBack) == []
    door = {"T4-inf1": "2521", "Jones": "2521", "M4-L1": "2317", "M4-L2": "2218"}
    called = act(board(door, dead={"2621 in": 7}), "activate M4-L1", "go 2318", "react 2521")
    shut = called.then("force 2621 in", dice=[(6,)])
    assert shut.prompt == "react" and shut.left == 12
    assert called.verbs("bring") == ["Jones"] and shut.verbs("bring") == []  # who goes along does from the start
    assert shut.then("done").heard(HeldBack) == [], "the door was tried"
    other = shut.then("done", "done", "activate M4-L2", "go 2219", "react 2521", "done")
    assert len(other.heard(HeldBack)) == 1, "to the next stack that moves nothing was done"
    own = act(board(units), "activate M4-L1", "done")
    assert own.heard(HeldBack) == [], "who does nothing in his own phase has not been called upon"


@pytest.mark.case(TITLE, "11.11", "11.5")
def test_a_first_step_into_a_hex_taken_by_a_reactor_is_not_made() -> None:
    units = {"T4-inf1": "2320", "Jones": "2320", "M4-L1": "2317"}
    asked = act(board(units), "activate M4-L1", "go 2318", "react 2320", "go 2319", "go 2318")
    while asked.prompt in ("bump", "react"):
        asked = asked.then("done")
    assert asked.where("T4-inf1") == "2318" and asked.where("M4-L1") == "2317" and asked.prompt == "act"
    assert asked.s.stack[-1].moved and asked.left == 12  # type: ignore[attr-defined]  # an Act: announced, not made


@pytest.mark.case(TITLE, "11.5", "11.13")
def test_in_his_own_turn_a_texan_bumps_nobody() -> None:
    moved = act(board({"T4-inf1": "2320", "M1-F1": "2317"}, side=TEXAN), "activate T4-inf1", "go 2319", "go 2318")
    assert moved.prompt == "act" and moved.seat == 1


@pytest.mark.case(TITLE, "9.6")
def test_a_door_that_holds_costs_no_action_factors() -> None:
    units = {"T4-inf1": "2519", "M1-F1": "2517", "M4-L1": "0505"}
    start = act(board(units, side=TEXAN, dead={"2520": 5}), "activate T4-inf1", "go 2520", "go 2521")
    assert start.left <= 6
    left = start.left
    failed = start.then("force 2621 in", dice=[(6,)])
    assert failed.where("T4-inf1") == "2521" and (failed.prompt != "act" or failed.left == left)
