"""6.0 Commands, 7.0 boxes and entry, 12.5 the shift between boxes."""

import pytest

from grognard.games.second_front_now.content import (
    GERMAN,
    MOVES,
    NORTH,
    SORT,
    SOUTH,
    SPACE,
    UNIT,
)
from grognard.games.second_front_now.rules.boxes import Declare, FromItaly, FromRussia, NameNext, NewUnits
from grognard.games.second_front_now.rules.sequence import StartGerman
from tests.games.second_front_now.kit import act, board

C = "second_front_now"
LONE = {"9 SS Panzer": "1512", "276 German Infantry": "1512", "LXIV German Corps": "1512", "1 US Infantry": "1511"}
STACK = {**LONE, "3 US Infantry": "1511"}


@pytest.mark.case(C, "6.1")
@pytest.mark.case(C, "6.2")
@pytest.mark.case(C, "6.4.one")
@pytest.mark.case(C, "6.2.noattack")
def test_one_point_moves_a_stack_and_it_has_acted():
    s = board({"1 US Infantry": "1411", "3 US Infantry": "1411", "9 SS Panzer": "1415"}, cp=3)
    moved = act(s, "pick 1411", "to 1412")
    assert moved.s.cp == 2 and moved.where("1 US Infantry") == moved.where("3 US Infantry") == "1412"
    assert moved.why("pick 1412") == ("6.4.one", "nobody_ready")
    near = board({"1 US Infantry": "1411", "9 SS Panzer": "1413"}, cp=3)
    arrived = act(near, "pick 1411", "to 1412")
    assert arrived.why("pick 1412") == ("6.4.one", "nobody_ready"), "who has moved does not attack"
    alone = act(s, "pick 1411", "single 1 US Infantry", "to 1412")
    assert alone.where("3 US Infantry") == "1411" and "pick 1411" in alone.offers, "the rest may have its own command"


@pytest.mark.case(C, "6.3")
@pytest.mark.case(C, "6.1")
def test_an_attack_costs_two():
    s = board(STACK, GERMAN, cp=1)
    assert act(s, "pick 1512").why("attack 1511") == ("6.3", "too_few_points")
    paid = act(board(STACK, GERMAN, cp=2, options={"naval": "off"}), "pick 1512", "attack 1511", "fight")
    assert paid.s.cp == 0
    nobody = board(STACK, GERMAN)
    assert act(nobody, "pick 1512").why("attack 1513") == ("6.3", "no_enemy")
    assert act(board({**STACK, "9 US Infantry": "1515"}, GERMAN), "pick 1512").why("attack 1515") == (
        "13.1",
        "not_adjacent",
    )


@pytest.mark.case(C, "6.3.hold")
@pytest.mark.case(C, "6.3.ex")
@pytest.mark.case(C, "13.5.alone")
@pytest.mark.case(C, "13.1.step1")
def test_units_held_back():
    s = board(STACK, GERMAN, options={"naval": "off"})
    joined = act(s, "pick 1512", "attack 1511", "withhold 276 German Infantry")
    assert joined.why("withhold 9 SS Panzer") == ("13.5.alone", "needed")
    fought = joined.then("fight")
    assert set(fought.s.battle.attackers) == {UNIT["9 SS Panzer"], UNIT["LXIV German Corps"]}
    fired = fought.then("atwill", dice=[10])
    assert fired.prompt == "defensive" and {o.split(" > ")[1] for o in fired.offered("shoot")} == {"9 SS Panzer"}
    assert UNIT["276 German Infantry"] in fought.s.spent, "held back, but it has acted"
    guns = board({"LXIV German Corps": "1512", "1 US Infantry": "1511"}, GERMAN)
    assert act(guns, "pick 1512").why("attack 1511") == ("13.5.alone", "artillery_alone")


@pytest.mark.case(C, "6.3.hold")
@pytest.mark.case(C, "13.1.step9")
def test_who_was_held_back_may_advance():
    units = {
        "9 SS Panzer": "1512",
        "276 German Infantry": "1512",
        "2 US Infantry (untried)": "1511",
        "1 US Infantry": "1411",
    }
    s = board(units, GERMAN, options={"naval": "off"})
    won = act(s, "pick 1512", "attack 1511", "withhold 276 German Infantry", "fight", dice=[10, 1]).then(
        "shoot 9 SS Panzer > 2 US Infantry (untried)", dice=[1]
    )
    assert won.prompt == "advance" and won.offered("advance") == {"9 SS Panzer", "276 German Infantry"}
    entered = won.then("advance 276 German Infantry", "done")
    assert entered.where("276 German Infantry") == "1511" and entered.where("9 SS Panzer") == "1512"
    assert entered.s.cp == 4 and won.then("done").where("9 SS Panzer") == "1512", "free, and nobody must"


@pytest.mark.case(C, "6.5")
@pytest.mark.case(C, "6.5.ex")
def test_commands_in_any_order():
    s = board({**LONE, "711 German Infantry": "2015"}, GERMAN, options={"naval": "off"})
    fought = act(
        s,
        "pick 1512",
        "attack 1511",
        "withhold LXIV German Corps",
        "withhold 276 German Infantry",
        "fight",
        dice=[10, 10, 10, 10],
    )
    assert fought.prompt == "commands"
    assert fought.then("pick 2015", "to 2016").where("711 German Infantry") == "2016"


@pytest.mark.case(C, "6.2.box")
@pytest.mark.case(C, "7.3")
@pytest.mark.case(C, "7.3.US")
@pytest.mark.case(C, "7.3.CW")
@pytest.mark.case(C, "10.1.box")
def test_landing_one_unit_a_point():
    s = board(cp=2)
    us = act(s, "land 1 US Infantry")
    assert us.offered("go") == {"1310", "1411"} and us.why("go 1510") == ("7.3.US", "not_your_beach")
    british = act(s, "land 1 British Armoured")
    assert british.offered("go") == {"1510", "1611", "1710"} and british.why("go 1411") == ("7.3.CW", "not_your_beach")
    assert us.why("go 2412") == ("7.3.US", "no_entry") and british.why("go 1512") == ("7.3.CW", "no_entry")
    ashore = us.then("go 1411")
    assert ashore.s.cp == 1 and "1414" not in ashore.offered("to") and "1413" in ashore.offered("to")
    french = act(s, "land 1 Free French Division")
    assert french.offered("go") == {"1310", "1411"}
    gone = us.then("go 1411", "stop")
    assert len(gone.s.here[SPACE["England"]]) == len(s.here[SPACE["England"]]) - 1


@pytest.mark.case(C, "10.3.land")
@pytest.mark.case(C, "7.3.enemy")
@pytest.mark.case(C, "12.5.beach")
def test_full_and_enemy_beaches():
    full = {"1 US Infantry": "1411", "3 US Infantry": "1411", "9 US Infantry": "1411", "9 SS Panzer": "1310"}
    s = board(full)
    assert act(s).why("land 34 US Infantry") == ("7.3", "no_way_on")
    assert "land II US Corps" in act(s).offers, "the guns still fit"
    empty = board({"9 SS Panzer": "1412"}, german=["1411", "1310"])
    landed = act(empty, "land 1 US Infantry", "go 1411")
    assert landed.where("1 US Infantry") == "1411" and landed.prompt == "commands", "into a zone, where it stops"
    strategic = act(board(), "land 1 US Armored", "go 1411")
    assert "1415" not in strategic.offered("to"), "four points and not eight"
    held = board({"1 US Infantry": "1510", "51 British Infantry": "1611", "3 British Infantry": "1710"})
    passing = act(held, "land 1 British Infantry", "go 1510")
    assert passing.why("stop") == ("10.2", "nations_apart")


@pytest.mark.case(C, "7.1")
@pytest.mark.case(C, "7.1.new")
def test_three_new_units_come_to_the_north():
    for turn, name in ((15, "349 German Infantry"), (30, "179 Reserve Panzer"), (60, "17 SS Panzer Grenadier")):
        for day in range(1, 81):
            s = board(None, None, turn=day, stack=(NewUnits(),))
            came = act(s, loose=True)
            assert (came.where(name) == "North") == (day == turn)
    fresh = board({"349 German Infantry": "North", "16 Luftwaffe Field": "Due"}, GERMAN, turn=15)
    assert any(
        SORT[UNIT[o.removeprefix("enter ")]] == SORT[UNIT["349 German Infantry"]]
        for o in act(fresh).offers
        if o.startswith("enter ")
    ), "at once (R53)"


@pytest.mark.case(C, "7.4")
@pytest.mark.case(C, "7.4.full")
@pytest.mark.case(C, "7.1.path")
@pytest.mark.case(C, "7.1.sameturn")
@pytest.mark.case(C, "7.1.cost")
@pytest.mark.case(C, "7.3.free")
def test_one_unit_a_time_from_italy():
    s = board(None, None, turn=5, stack=(FromItaly(),))
    asked = act(s, loose=True)
    assert "send 10th Army HQ" in asked.offers and "done" in asked.offers
    sent = asked.then("send 1 SS Leibstandarte", loose=True)
    assert sent.where("1 SS Leibstandarte") == "South" and sent.steps("1 SS Leibstandarte") == 2 and sent.prompt == ""
    assert sent.s.cp == s.cp and sent.s.newcomers == (UNIT["1 SS Leibstandarte"],)
    for turn in (4, 6, 9):
        assert act(board(None, None, turn=turn, stack=(FromItaly(),)), loose=True).prompt == ""
    now = board({"1 SS Leibstandarte": "South"}, GERMAN, newcomers=(UNIT["1 SS Leibstandarte"],))
    assert act(now).why("enter 1 SS Leibstandarte") == ("7.1.sameturn", "just_arrived")
    later = board({"1 SS Leibstandarte": "South"}, GERMAN)
    assert act(later, "enter 1 SS Leibstandarte", "go 1828").s.cp == 5


@pytest.mark.case(C, "7.4.opt")
def test_five_days_notice():
    s = board(None, None, turn=1, stack=(FromItaly(), NameNext())[::-1], options={"italy_notice": "on"})
    named = act(s, "name 16 Panzer", loose=True)
    assert named.s.italian == UNIT["16 Panzer"]
    named.s.turn, named.s.stack = 5, (NameNext(), FromItaly())
    came = act(named.s, loose=True)
    assert came.where("16 Panzer") == "South" and came.prompt == "name_italian" and came.s.italian == -1
    none = board(None, None, turn=5, stack=(FromItaly(),), options={"italy_notice": "on"})
    assert act(none, loose=True).s.newcomers == ()


@pytest.mark.case(C, "7.6")
def test_riga_is_declared_once_and_for_good():
    for turn, asked in ((4, ""), (5, "riga"), (6, ""), (10, "riga"), (80, "riga")):
        assert act(board(None, None, turn=turn, stack=(Declare(),)), loose=True).prompt == asked
    declared = act(board(None, None, turn=5, stack=(Declare(),)), "yes", loose=True)
    assert declared.s.riga == 5
    declared.s.turn, declared.s.stack = 10, (Declare(),)
    assert act(declared.s, loose=True).prompt == ""
    assert act(board(None, None, turn=20, stack=(FromRussia(),)), loose=True).s.newcomers == (), "nobody without it"
    late = board(None, None, turn=20, riga=10, stack=(FromRussia(),))
    assert act(late, loose=True).s.newcomers == (), "fifteen turns later, not before"


@pytest.mark.case(C, "12.5.box")
def test_one_unit_a_turn_changes_boxes():
    s = board({"9 SS Panzer": "North"}, GERMAN)
    shifted = act(s, "transfer", "shift 9 SS Panzer")
    unit = UNIT["9 SS Panzer"]
    assert shifted.s.loc[unit] == SOUTH and shifted.s.cp == 5 and shifted.s.shifted
    assert shifted.why("transfer") == ("12.5.box", "shift_used")
    assert shifted.why("enter 9 SS Panzer") == ("6.4.one", "acted")
    back = act(board({"10 SS Panzer": "South"}, GERMAN), "transfer", "shift 10 SS Panzer")
    assert back.s.loc[UNIT["10 SS Panzer"]] == NORTH
    arrival = board({"1 SS Leibstandarte": "South"}, GERMAN, newcomers=(UNIT["1 SS Leibstandarte"],))
    assert "shift 1 SS Leibstandarte" in act(arrival, "transfer").offers, "an arrival of this turn may (R53)"


@pytest.mark.case(C, "12.5.cp")
@pytest.mark.case(C, "12.2")
@pytest.mark.case(C, "12.2.drop")
@pytest.mark.case(C, "12.2.split")
def test_stacks_go_at_the_pace_of_the_slowest_or_part():
    s = board({"1 US Armored": "1513", "2 US Infantry (untried)": "1513"}, fed={"2 US Infantry (untried)": 2})
    together = act(s, "pick 1513")
    assert "1515" in together.offered("to") and "1516" not in together.offered("to"), (
        "two points, no strategic movement"
    )
    apart = together.then("each", "move 1 US Armored", "go 1514", "go 1515", "go 1516", "go 1517", "stop")
    assert apart.where("1 US Armored") == "1517" and apart.s.cp == 5
    on = apart.then("move 2 US Infantry (untried)", "go 1512", "stop")
    assert on.where("2 US Infantry (untried)") == "1512" and on.s.cp == 5
    left = board({"1 US Armored": "1513", "3 US Infantry": "1513"})
    fast = act(left, "pick 1513")
    assert "1518" in fast.offered("to"), "one point moves a stack strategically: five hexes and the Seine"
    assert fast.then("to 1518").s.cp == 5


@pytest.mark.case(C, "13.8")
def test_a_garrison_stays_out_of_commands():
    s = board({"Boulogne garrison": "2005", "9 SS Panzer": "2005", "1 US Infantry": "2006"}, GERMAN, area="Calais")
    named = act(s, "pick 2005")
    assert named.asked.units == (UNIT["9 SS Panzer"],)
    alone = board({"Boulogne garrison": "2005", "1 US Infantry": "2006"}, GERMAN, area="Calais")
    assert act(alone).why("pick 2005") == ("13.8", "garrison")
    assert MOVES[UNIT["Boulogne garrison"]] == (0, 0, 0)
    pair = board(
        {"Boulogne garrison": "2005", "LXIV German Corps": "2005", "1 US Infantry": "2006"}, GERMAN, area="Calais"
    )
    assert act(pair, "pick 2005").why("attack 2006") == ("13.5.alone", "artillery_alone")


def test_the_german_turn_begins_with_three_points():
    s = board(None, None, turn=2, stack=(StartGerman(),))
    assert act(s, loose=True).s.cp == 3


@pytest.mark.case(C, "6.2")
def test_nobody_commands_the_enemy():
    s = {"1 US Infantry": "1511", "9 SS Panzer": "1513"}
    assert act(board(s)).why("land 9 SS Panzer") == ("6.2", "not_yours")
    assert act(board(s, GERMAN)).why("enter 1 US Infantry") == ("6.2", "not_yours")
