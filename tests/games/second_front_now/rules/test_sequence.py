"""5.0 The sequence of play and 4.0 the ends."""

import pytest

from grognard.games.second_front_now.content import ALLIED, COASTAL, GERMAN, NONE, SPACE, UNIT
from grognard.games.second_front_now.rules.events import (
    Contested,
    PlayerTurn,
    StormChecked,
    TurnBegan,
)
from grognard.games.second_front_now.rules.points import allied_points
from grognard.games.second_front_now.rules.sequence import EndTurn, StartAllied, StartGerman, Turn
from grognard.games.second_front_now.rules.state import place
from grognard.games.second_front_now.rules.victory import score
from tests.games.second_front_now.kit import act, board, hush

C = "second_front_now"
OPEN = {"fog": "off"}


@pytest.mark.case(C, "5.1")
@pytest.mark.case(C, "5.2")
@pytest.mark.case(C, "5.2.G.A1")
@pytest.mark.case(C, "5.2.G.A2")
@pytest.mark.case(C, "5.2.G.A3")
@pytest.mark.case(C, "5.2.G.A4")
@pytest.mark.case(C, "5.2.G.B")
@pytest.mark.case(C, "15.3.order")
def test_the_german_player_turn_in_order():
    units = {"1 US Infantry": "1411", "10 SS Panzer": ("South", 1)}
    s = board(units, None, turn=10, stack=(Turn(),), options=OPEN)
    asked = act(s, dice=[4])
    prompts = [asked.prompt]
    assert [type(e) for e in asked.events[:3]] == [TurnBegan, PlayerTurn, StormChecked]
    for answer in ("yes", "no", "done", "done"):
        asked = asked.then(answer)
        prompts.append(asked.prompt)
    assert prompts == ["contest", "riga", "italy", "replacements", "commands"]
    assert asked.seat == GERMAN and asked.s.contested == 14
    assert act(s, "yes", dice=[4]).heard(Contested)[0].last == 14


@pytest.mark.case(C, "5.2.A.A1")
@pytest.mark.case(C, "5.2.A.A2")
@pytest.mark.case(C, "5.2.A.A3")
@pytest.mark.case(C, "5.2.A.A4")
@pytest.mark.case(C, "5.2.A.A5")
@pytest.mark.case(C, "5.2.A.A6")
@pytest.mark.case(C, "5.2.A.B")
@pytest.mark.case(C, "5.2.G.A5")
def test_the_allied_player_turn_in_order():
    ring = {"711 German Infantry": "2217", "712 German Infantry": "2218", "709 German Infantry": "2117"}
    units = {**ring, "716 German Infantry": "2020", "9 US Infantry": "2118", "1 US Infantry": ("1411", 1)}
    units |= {"51 British Infantry": ("1611", 1), "82 Airborne": "1310", "101 Airborne": "England"}
    s = board(units, None, turn=30, stack=(EndTurn(30), StartAllied()), options=OPEN)
    planning = act(s, loose=True)
    assert planning.prompt == "planning"
    assert {"day 32", "withdraw 82 Airborne", "plot 101 Airborne"} <= set(planning.offers)
    later = planning.then("withdraw 82 Airborne", loose=True)
    assert later.why("day 32") == ("5.2.A.A1", "no_strike_now"), "strikes come before withdrawals"
    plotted = later.then("plot 101 Airborne", "day 40", "aim 1614", loose=True)
    assert not plotted.offered("withdraw")
    prompts = []
    asked = plotted
    for _ in range(4):
        asked = asked.then("done", loose=True)
        prompts.append(asked.prompt)
    assert prompts == ["replacements", "replacements", "airlift", "commands"]
    german = board({**units, "9 US Infantry": "2118"}, None, turn=30, stack=(EndTurn(30), StartGerman()), options=OPEN)
    asked = act(german, loose=True, dice=[1])
    while asked.prompt != "airlift":
        asked = asked.then(
            asked.offers[0] if asked.prompt == "contest" else asked.offers[-1] if "done" in asked.offers else "no",
            loose=True,
        )
    assert asked.seat == ALLIED, "both sides are checked in both player turns"


@pytest.mark.case(C, "5.2.A.cp")
def test_allied_points_are_counted_as_the_turn_begins():
    s = board(
        {"1 US Infantry": "1310"}, None, turn=3, stack=(EndTurn(3), StartAllied()), options={**OPEN, "drops": "off"}
    )
    began = act(s)
    assert began.s.cp == 2 == allied_points(s)
    took = began.then("pick 1310", "to 1211")
    assert took.s.taken >> SPACE["1211"] & 1 and allied_points(took.s) == 3 and took.s.cp == 1


@pytest.mark.case(C, "5.3")
@pytest.mark.case(C, "6.4.save")
def test_the_day_ends_and_points_are_not_kept():
    s = board({"1 US Infantry": "1411", "9 SS Panzer": "2015"}, ALLIED, turn=3, options={**OPEN, "drops": "off"})
    nextday = act(s, "done")
    assert nextday.s.turn == 4 and nextday.s.cp == 3 and nextday.seat == GERMAN
    moved = nextday.then("pick 2015", nextday.then("pick 2015").offers[0], "done")
    assert moved.seat == ALLIED and moved.s.cp == 2 and moved.s.spent == ()
    last = board({"1 US Infantry": "1411"}, ALLIED, turn=80, vp=30)
    over = act(last, "done")
    assert over.s.result is not None and over.s.result.winners == (GERMAN,) and over.prompt == ""


@pytest.mark.case(C, "4.1")
@pytest.mark.case(C, "4.9")
def test_98_points_win_at_once():
    s = board(vp=97)
    score(s, 1, hush)
    assert s.result is not None and s.result.winners == (GERMAN,) and s.result.rule == "4.9" and s.stack == ()
    under = board(vp=96)
    score(under, 1, hush)
    assert under.result is None
    zero = board(vp=2)
    score(zero, -2, hush)
    assert zero.result is not None and zero.result.winners == (ALLIED,)


@pytest.mark.case(C, "4.8")
def test_a_march_that_takes_the_last_points_ends_the_game():
    s = board({"1 US Infantry": "1528"}, vp=2)
    over = act(s, "pick 1528", "to 1526")
    assert over.s.result is not None and over.s.result.rule == "4.8" and over.asked is None


@pytest.mark.case(C, "9.2")
@pytest.mark.case(C, "9.2.mark")
@pytest.mark.case(C, "9.1.live")
@pytest.mark.case(C, "9.1.enter")
def test_supply_holds_from_check_to_check():
    ring = {"711 German Infantry": "2217", "712 German Infantry": "2218", "709 German Infantry": "2117"}
    s = board(
        {**ring, "716 German Infantry": "2020", "9 US Infantry": "2119"},
        ALLIED,
        options={**OPEN, "drops": "off", "airlift": "off"},
    )
    walked = act(s, "pick 2119", "to 2118", loose=True)
    assert walked.s.fed[UNIT["9 US Infantry"]] == 1, "nothing changes before the next check"
    checked = walked.then("done", loose=True)
    assert checked.s.fed[UNIT["9 US Infantry"]] == NONE and checked.where("9 US Infantry") == "2118"
    freed = checked.s
    for name in (*ring, "716 German Infantry"):
        place(freed, UNIT[name], SPACE["Due"])
    again = act(freed, "done", loose=True)
    assert again.s.fed[UNIT["9 US Infantry"]] == 1


@pytest.mark.case(C, "9.2.new")
def test_units_that_come_on_are_supplied_until_the_next_check():
    s = board({"1 US Infantry": "England"})
    landed = act(s, "land 1 US Infantry", "go 1310", "stop")
    assert landed.s.fed[UNIT["1 US Infantry"]] == 1 and COASTAL == 2
