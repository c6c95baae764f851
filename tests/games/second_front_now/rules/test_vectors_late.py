"""The worked examples of the rulebook and of the study of it, V21 to V40; the others stand in `test_vectors`."""

import pytest

from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    COASTAL,
    FORTRESS,
    GERMAN,
    NONE,
    REGULAR,
    SPACE,
    UNIT,
)
from grognard.games.second_front_now.rules.control import settle_control
from grognard.games.second_front_now.rules.events import GreenTested, Scored, StormLeft
from grognard.games.second_front_now.rules.movement import may_hurry
from grognard.games.second_front_now.rules.points import allied_points
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.sequence import StartGerman
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan, place
from grognard.games.second_front_now.rules.supply import SupplyCheck, kind_of_supply, supplied
from grognard.games.second_front_now.rules.victory import final
from tests.games.second_front_now.kit import act, board, hush, value

C = "second_front_now"
PLAIN = {"fog": "off"}


@pytest.mark.case(C, "10.1")
@pytest.mark.case(C, "10.2")
def test_v21_stacks():
    three = {"1 US Infantry": "1411", "3 US Infantry": "1411", "9 US Infantry": "1411"}
    s = board({**three, "34 US Infantry": "1412", "V US Corps": "1412", "VI US Corps": "1413"})
    assert act(s, "pick 1412", "single 34 US Infantry").why("go 1411") == ("10.3", "full")
    assert "go 1411" in act(s, "pick 1412", "single V US Corps").offers
    assert act(s, "pick 1412", "single V US Corps", "to 1411").where("V US Corps") == "1411"
    two = board({"1 US Infantry": "1411", "V US Corps": "1411", "VI US Corps": "1412"})
    assert act(two, "pick 1412").why("go 1411") == ("10.3", "full")
    mixed = board({"1 US Infantry": "1411", "51 British Infantry": "1412"})
    assert act(mixed, "pick 1412").why("to 1411") == ("10.2", "nations_apart")
    passing = act(mixed, "pick 1412", "go 1411")
    assert passing.why("stop") == ("10.2", "nations_apart")


@pytest.mark.case(C, "11.3")
@pytest.mark.case(C, "9.3.A")
def test_v22_a_path_through_a_friend_in_an_enemy_zone():
    units = {"1 US Infantry": "1512", "3 US Infantry": "1511", "9 SS Panzer": "1513", "711 German Infantry": "1412"}
    s = board({**units, "712 German Infantry": "1612"})
    assert supplied(s, ALLIED) >> SPACE["1512"] & 1
    gone = board({**units, "712 German Infantry": "1612", "3 US Infantry": "England"})
    assert not supplied(gone, ALLIED) >> SPACE["1512"] & 1


@pytest.mark.case(C, "9.3.fort")
@pytest.mark.case(C, "8.4")
@pytest.mark.case(C, "12.5.sup")
def test_v23_a_fortress_cut_off():
    ring = {"1 US Infantry": "2004", "3 US Infantry": "2006", "9 US Infantry": "2105", "34 US Infantry": "2104"}
    s = board({**ring, "9 SS Panzer": "2005"}, GERMAN, area="Calais", stack=(SupplyCheck(GERMAN),))
    checked = act(s, loose=True).s
    unit = UNIT["9 SS Panzer"]
    assert checked.fed[unit] == FORTRESS and not may_hurry(checked, unit)
    refit = board({**ring, "9 SS Panzer": ("2005", 1)}, None, area="Calais", turn=10, stack=(Replacements(2),))
    assert "refit 9 SS Panzer" not in act(refit, loose=True).offers
    stormed = board({**ring, "9 SS Panzer": "2005"}, GERMAN, area="Calais", stormed=1 << SPACE["2005"])
    assert kind_of_supply(stormed, unit, supplied(stormed, GERMAN)) == NONE, "never again once it was captured"
    outside = {"1 US Infantry": "2006", "3 US Infantry": "2106", "9 US Infantry": "2204", "34 US Infantry": "2104"}
    beside = board({**outside, "9 SS Panzer": "2105", "Boulogne garrison": "2005"}, GERMAN, area="Calais")
    beside.stack = (SupplyCheck(GERMAN),)
    assert act(beside, loose=True).s.fed[unit] == NONE
    from grognard.games.second_front_now.rules.losses import eliminate

    eliminate(checked, unit, hush)
    assert checked.loc[unit] == SPACE["German out of supply"]


@pytest.mark.case(C, "9.3.coast")
@pytest.mark.case(C, "4.5")
def test_v24_supply_from_the_sea():
    ring = {"711 German Infantry": "1311", "712 German Infantry": "1112", "709 German Infantry": "1212"}
    s = board({**ring, "51 British Infantry": "1211"}, None, stack=(SupplyCheck(ALLIED),))
    s = act(s, loose=True).s
    unit = UNIT["51 British Infantry"]
    assert s.fed[unit] == COASTAL
    from grognard.games.second_front_now.rules.losses import eliminate

    eliminate(s, unit, hush)
    assert s.loc[unit] == SPACE["Allied out of supply"] and s.vp == 50


@pytest.mark.case(C, "11.4")
@pytest.mark.case(C, "11.4.stay")
def test_v25_from_zone_to_zone():
    s = board({"9 SS Panzer": "2310", "1 US Infantry": "2410", "3 US Infantry": "2411"}, GERMAN)
    moved = act(s, "pick 2310", "go 2311")
    assert moved.where("9 SS Panzer") == "2311" and moved.prompt == "commands"
    fresh = board({"9 SS Panzer": "2208", "1 US Infantry": "2410"}, GERMAN)
    stopped = act(fresh, "pick 2208", "go 2308", "go 2309")
    assert stopped.where("9 SS Panzer") == "2309" and stopped.prompt == "commands", "it stops with a point left"


@pytest.mark.case(C, "8.5")
@pytest.mark.case(C, "8.5.mod")
@pytest.mark.case(C, "8.5.conv")
@pytest.mark.case(C, "2.13")
def test_v26_blooding():
    green = "2 US Infantry (untried)"
    s = board({green: "1511", "1 US Infantry": "1511", "711 German Infantry": ("1512", 1)})
    won = act(s, "pick 1511", "attack 1512", "fight", "atwill", "atwill", dice=[10, 1, 10, 10])
    assert won.prompt == "retreat_call"
    blooded = won.then("no", f"advance {green}", "done", dice=[4])
    assert blooded.heard(GreenTested)[0].total == 6
    assert blooded.where("2 US Infantry") == "1512" and blooded.steps("2 US Infantry") == 2
    assert blooded.where(green) == "Converted"
    held = board({green: "1511", "9 SS Panzer": "1512"}, GERMAN, options={"naval": "off", **PLAIN})
    fled = act(held, "pick 1512", "attack 1511", "fight", "done", dice=[10, 1]).then(f"restore {green}")
    tested = fled.then("retreat 1510", "done", dice=[7]).heard(GreenTested)
    assert tested and tested[0].total == 5 and not tested[0].blooded


@pytest.mark.case(C, "8.1")
@pytest.mark.case(C, "8.1.cost")
@pytest.mark.case(C, "4.4")
@pytest.mark.case(C, "8.3.act")
@pytest.mark.case(C, "6.4.rep")
def test_v27_replacements_of_turn_ten():
    s = board({"10 SS Panzer": ("South", 1)}, None, turn=10, stack=(Replacements(2),))
    refit = act(s, "refit 10 SS Panzer", loose=True)
    assert refit.steps("10 SS Panzer") == 2 and refit.s.refitted == (UNIT["10 SS Panzer"],)
    from grognard.games.second_front_now.rules.commands import refuse_coming

    told = refuse_coming(refit.s, UNIT["10 SS Panzer"], SPACE["South"])
    assert told is not None and (told.rule, told.key) == ("8.3.act", "refitted")
    dead = board({"V US Corps": "Allied destroyed"}, None, turn=10, stack=(Replacements(0),), options=PLAIN)
    guns = act(dead, "rebuild V US Corps", "ashore 1611", loose=True)
    assert guns.where("V US Corps") == "1611" and guns.s.vp == 49 and guns.prompt == ""
    canadian = board({"1 Canadian Infantry": ("1510", 1)}, None, turn=10, stack=(Replacements(1),), options=PLAIN)
    full = act(canadian, "refit 1 Canadian Infantry", loose=True)
    assert full.steps("1 Canadian Infantry") == 2 and full.s.vp == 50


def striking(die, **more):
    units = {"1 US Infantry": "1511", "3 US Infantry": "1511", "711 German Infantry": "1512"}
    plan = Plan(STRIKE_PLAN, 5, 8, SPACE["1512"], UNIT["1 US Infantry"])
    s = board(units, turn=8, plans=(plan,), contested=9, **more)
    return act(s, "pick 1511", "attack 1512", "fight", "yes", dice=[die], loose=True)


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.4.table")
@pytest.mark.case(C, "15.4.spent")
@pytest.mark.case(C, "15.3.lim")
def test_v28_the_strike():
    fiasco = striking(1)
    assert fiasco.s.vp == 50 and fiasco.s.cp == 4 and fiasco.s.battle is None
    assert fiasco.why("pick 1511") == ("6.4.one", "nobody_ready") and fiasco.s.attacked == (SPACE["1512"],)
    assert fiasco.steps("711 German Infantry") == 2, "no battle, and no roll for the Luftwaffe"
    eight = striking(8)
    assert eight.s.battle.bonus == 2
    assert value(eight.s, eight.s.battle, "1 US Infantry", "711 German Infantry") == 6
    assert [striking(d).s.battle.bonus for d in (4, 6, 7, 9, 10)] == [1, 1, 2, 2, 3]


@pytest.mark.case(C, "15.6")
@pytest.mark.case(C, "15.6.loss")
@pytest.mark.case(C, "15.6.cp")
def test_v29_a_drop_of_two_divisions():
    plans = tuple(Plan(DROP_PLAN, 5, 8, SPACE["1614"], UNIT[u]) for u in ("1 Airborne", "6 Airborne"))
    s = board({"711 German Infantry": "1615"}, turn=8, plans=plans)
    first = act(s, "drop 1 Airborne", dice=[5])
    both = first.then("drop 6 Airborne", dice=[6])
    assert both.steps("1 Airborne") == 1 and both.steps("6 Airborne") == 2 and both.s.cp == 4
    assert both.where("1 Airborne") == both.where("6 Airborne") == "1614"
    assert both.why("pick 1614") == ("6.4.one", "nobody_ready") and both.s.plans == ()
    quiet = act(board(None, turn=8, plans=plans), "drop 1 Airborne")
    assert quiet.steps("1 Airborne") == 2, "no zone, no roll"


@pytest.mark.case(C, "15.2")
@pytest.mark.case(C, "15.2.arr")
@pytest.mark.case(C, "15.2.dep")
@pytest.mark.case(C, "15.2.eff")
def test_v30_a_storm():
    from grognard.games.second_front_now.rules.weather import StormCheck, StormDeparture

    s = board(None, None, turn=10, stack=(StormCheck(),))
    s = act(s, dice=[10], loose=True).s
    assert s.approach == 1
    s.turn, s.stack = 11, (StormCheck(),)
    s = act(s, dice=[3], loose=True).s
    assert s.approach == 2 and not s.storm
    s.turn, s.stack = 12, (StormCheck(),)
    s = act(s, dice=[4], loose=True).s
    assert s.storm == 1 and not s.approach
    landing = board({"1 US Infantry": "1411"}, ALLIED, turn=12, storm=1)
    assert not act(landing).offered("land") and act(landing).why("land 3 US Infantry") == ("15.2.eff", "storm")
    s.stack = (StormDeparture(),)
    s = act(s, dice=[5], loose=True).s
    assert s.storm == 2
    s.turn, s.stack = 13, (StormDeparture(),)
    played = act(s, dice=[4], loose=True)
    assert not played.s.storm and played.heard(StormLeft)[0].gone
    s.turn, s.stack, s.storm = 15, (StormCheck(),), 0
    assert act(s, dice=[9], loose=True).s.approach == 0, "the check of turn 15 is made"


@pytest.mark.case(C, "15.1")
@pytest.mark.case(C, "15.1.def")
@pytest.mark.case(C, "15.1.lim")
def test_v31_the_fleet():
    s = board(
        {"9 SS Panzer": "2107", "51 British Infantry": "2007", "276 German Infantry": "2107"}, GERMAN, area="Calais"
    )
    called = act(s, "pick 2107", "attack 2007", "fight")
    assert called.prompt == "naval" and called.seat == 0
    fired = called.then("yes")
    assert value(fired.s, fired.s.battle, "51 British Infantry", "276 German Infantry") == 6 and fired.s.fleet_used
    units = {"9 SS Panzer": "2005", "51 British Infantry": "2006", "3 British Infantry": "2006"}
    again = board(units, area="Calais", fleet_used=True)
    assert act(again, "pick 2006", "attack 2005", "fight").prompt == "defensive"


@pytest.mark.case(C, "4.6")
@pytest.mark.case(C, "4.7")
@pytest.mark.case(C, "4.8")
def test_v32_how_it_ends():
    def winner(vp, riga=0):
        return final(board(vp=vp, riga=riga)).winners

    assert winner(11) == (GERMAN,) and winner(10) == (ALLIED,)
    assert winner(31, 5) == (GERMAN,) and winner(30, 5) == (ALLIED,)
    s = board(None, None, turn=5, vp=1, stack=(StartGerman(),))
    over = act(s, "yes")
    assert over.s.result is not None and over.s.result.winners == (ALLIED,) and over.s.result.rule == "4.8"
    assert over.heard(Scored)[0].total == 0


@pytest.mark.case(C, "6.4.hex")
def test_v33_a_hex_is_attacked_once_a_turn():
    s = board({"1 US Infantry": "1511", "3 US Infantry": "1612", "9 SS Panzer": "1512"})
    first = act(s, "pick 1511", "attack 1512", "fight", dice=[10, 10, 10, 10])
    assert first.prompt == "commands" and first.s.cp == 4
    assert first.then("pick 1612").why("attack 1512") == ("6.4.hex", "attacked_before")


@pytest.mark.case(C, "7.3.N")
@pytest.mark.case(C, "7.3.S")
@pytest.mark.case(C, "7.3.overlap")
def test_v34_edges_of_entry():
    s = board({"9 SS Panzer": "North", "10 SS Panzer": "South", "9 US Infantry": "3300"}, GERMAN)
    north = act(s, "enter 9 SS Panzer").offered("go") if "enter 9 SS Panzer" in act(s).offers else set()
    south = act(s, "enter 10 SS Panzer").offered("go")
    assert {"2828", "3421", "3100"} <= north and not {"2728", "1012", "1828"} & north
    assert {"2828", "3421", "1013", "1828"} <= south and not {"3420", "1012", "3100"} & south
    assert act(s, "enter 9 SS Panzer").why("go 2728") == ("7.3.N", "no_entry")
    assert act(s, "enter 10 SS Panzer").why("go 3100") == ("7.3.S", "no_entry")


@pytest.mark.case(C, "13.6.4")
def test_v35_the_empty_hex_first():
    units = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 SS Panzer": "1512", "711 German Infantry": "1513"}
    s = board(units)
    played = act(s, "pick 1511", "attack 1512", "fight").then("atwill", "atwill", dice=[10, 10, 1, 10, 10, 10])
    retreat = played.then("restore 9 SS Panzer")
    assert retreat.prompt == "fall_back"
    assert retreat.why("retreat 1513") == ("13.6.4", "empty_first") and "1513" not in retreat.offered("retreat")


@pytest.mark.case(C, "10.3")
def test_v36_filing_through():
    three = {"1 US Infantry": "1411", "3 US Infantry": "1411", "9 US Infantry": "1411"}
    s = board({**three, "34 US Infantry": "1310", "V US Corps": "1310"})
    assert act(s, "pick 1310", "single 34 US Infantry").why("go 1411") == ("10.3", "full")
    guns = act(s, "pick 1310", "single V US Corps", "go 1411", "go 1412")
    assert guns.where("V US Corps") == "1412"
    two = board({"1 US Infantry": "1411", "3 US Infantry": "1411", "51 British Infantry": "1310"})
    through = act(two, "pick 1310", "go 1411")
    assert through.why("stop") == ("10.2", "nations_apart") and "go 1412" in through.offers


@pytest.mark.case(C, "15.8")
@pytest.mark.case(C, "15.8.lim")
@pytest.mark.case(C, "15.8.dur")
def test_v37_flights_and_drops_exclude_each_other():
    plan = (Plan(DROP_PLAN, 20, 30, SPACE["1614"], UNIT["6 Airborne"]),)
    ring = {
        "711 German Infantry": "2217",
        "712 German Infantry": "2218",
        "709 German Infantry": "2117",
        "716 German Infantry": "2020",
    }
    s = board({**ring, "1 US Infantry": "2118"}, None, turn=30, plans=plan, stack=(SupplyCheck(ALLIED),))
    lifted = act(s, "lift 1 US Infantry", loose=True)
    assert lifted.s.airlifted and lifted.s.fed[UNIT["1 US Infantry"]] == AERIAL
    barred = board(None, turn=30, plans=plan, airlifted=True)
    assert act(barred).why("drop 6 Airborne") == ("15.8.lim", "airlifted")
    made = board({**ring, "1 US Infantry": "2118"}, None, turn=31, dropped=True, stack=(SupplyCheck(ALLIED),))
    assert act(made, loose=True).prompt == ""
    next_day = board({**ring, "6 Airborne": "2118"}, None, turn=32, stack=(SupplyCheck(GERMAN),))
    assert "lift 6 Airborne" in act(next_day, loose=True).offers


@pytest.mark.case(C, "8.5.mod")
def test_v38_breaking_off_counts_as_a_retreat():
    green = "29 US Infantry (untried)"
    units = {green: "1511", "1 US Infantry": "1511", "9 SS Panzer": "1512"}

    def tested(die, **options):
        s = board(units, options=options)
        fired = act(s, "pick 1511", "attack 1512", "fight", "shoot 9 SS Panzer > 1 US Infantry", dice=[1])
        rest = fired.then("shoot 9 SS Panzer > 1 US Infantry", dice=[10])
        return rest.then("restore 1 US Infantry", dice=[die]).heard(GreenTested)[0]

    assert tested(8).blooded and tested(8).total == 6
    assert not tested(7).blooded
    assert tested(6, break_off_stands="on").blooded, "the other reading of R19"


@pytest.mark.case(C, "4.3.juno")
@pytest.mark.case(C, "4.2")
def test_v39_dieppe_pays_twice():
    s = board({"9 SS Panzer": "1612", "1 US Infantry": "1411", "3 British Infantry": "1611"})
    totals = []
    for german, allied in (("1510", "England"), ("1612", "1510"), ("1510", "England")):
        place(s, UNIT["51 British Infantry"], SPACE["England"])
        place(s, UNIT["9 SS Panzer"], SPACE[german])
        place(s, UNIT["51 British Infantry"], SPACE[allied])
        settle_control(s, hush)
        totals.append(s.vp)
    assert totals == [53, 52, 53]


@pytest.mark.case(C, "6.1.A.loc")
@pytest.mark.case(C, "6.1.A5")
def test_v40_supplied_from_the_sea_across_the_line():
    ring = {"711 German Infantry": "2603", "712 German Infantry": "2703", "709 German Infantry": "2802"}
    s = board({**ring, "1 US Infantry": "2702"}, fed={"1 US Infantry": COASTAL})
    assert not supplied(s, ALLIED) >> SPACE["2702"] & 1
    assert kind_of_supply(s, UNIT["1 US Infantry"], supplied(s, ALLIED)) == COASTAL
    assert allied_points(s) == 3
    inland = board({**ring, "1 US Infantry": "2704"})
    inland.loc[UNIT["709 German Infantry"]] = SPACE["2705"]
    from grognard.games.second_front_now import GAME

    GAME.refresh(inland)
    inland.fed[UNIT["1 US Infantry"]] = NONE
    assert not supplied(inland, ALLIED) >> SPACE["2704"] & 1 and allied_points(inland) == 2
    inland.fed[UNIT["1 US Infantry"]] = AERIAL
    assert allied_points(inland) == 3 and REGULAR == 1
