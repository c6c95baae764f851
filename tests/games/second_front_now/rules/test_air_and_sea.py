"""15.0 The options: fleet, storms, Luftwaffe, strikes, airborne divisions, aerial supply."""

import pytest

from grognard.games.second_front_now.content import AERIAL, ALLIED, COASTAL, GERMAN, NONE, REGULAR, SPACE, UNIT
from grognard.games.second_front_now.rules.events import LuftwaffeRolled, SlipRemoved, StormTurned
from grognard.games.second_front_now.rules.plans import Planning, drop_days
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan
from grognard.games.second_front_now.rules.supply import SupplyCheck, supplied
from grognard.games.second_front_now.rules.weather import ContestAir, StormCheck, StormDeparture
from tests.games.second_front_now.kit import act, board, value

C = "second_front_now"
OPEN = {"fog": "off"}
UNITS = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 SS Panzer": "1512"}
FIGHT = ("pick 1511", "attack 1512", "fight")


def strike(day=8, hex="1512", written=5):
    return Plan(STRIKE_PLAN, written, day, SPACE[hex], UNIT["1 US Infantry"])


def drop(unit, day=8, hex="1614"):
    return Plan(DROP_PLAN, 2, day, SPACE[hex], UNIT[unit])


@pytest.mark.case(C, "15.1.att")
@pytest.mark.case(C, "15.1.occ")
@pytest.mark.case(C, "15.1.lim")
def test_the_fleet_in_attack():
    units = {"51 British Infantry": "1612", "3 British Infantry": "1612", "9 SS Panzer": "1611"}
    s = board(units, german=["1611"])
    called = act(s, "pick 1612", "attack 1611", "fight")
    assert called.prompt == "naval" and called.asked.numbers == (1,), "the attackers stand inland"
    fired = called.then("yes")
    assert value(fired.s, fired.s.battle, "51 British Infantry", "9 SS Panzer") == 4 and fired.s.cp == 4
    assert act(board(UNITS), *FIGHT).prompt == "defensive", "not for an inland hex"
    assert act(board(units, german=["1611"], storm=1), "pick 1612", "attack 1611", "fight").prompt == "defensive"
    off = board(units, german=["1611"], options={"naval": "off"})
    assert act(off, "pick 1612", "attack 1611", "fight").prompt == "defensive"


@pytest.mark.case(C, "15.2.skip")
@pytest.mark.case(C, "15.2.multi")
@pytest.mark.case(C, "15.2.arr")
def test_storms_come_and_turn_away():
    raging = board(None, None, turn=15, storm=2, stack=(StormCheck(),))
    assert act(raging, loose=True).s.storm == 2, "no check while one rages"
    s = board(None, None, turn=11, approach=1, stack=(StormCheck(),))
    for day, die in enumerate((3, 5, 7, 9)):
        s.turn, s.stack = 11 + day, (StormCheck(),)
        played = act(s, dice=[die], loose=True)
        s = played.s
    assert played.heard(StormTurned) and not s.approach and not s.storm
    fifth = board(None, None, turn=20, storm=5, stack=(StormDeparture(),))
    assert act(fifth, loose=True).s.storm == 0, "gone by itself after its fifth day"
    again = board(None, None, turn=20, stack=(StormCheck(),))
    assert act(again, dice=[10], loose=True).s.approach == 1, "any number of them"
    quiet = board(None, None, turn=12, stack=(StormCheck(),))
    assert act(quiet, loose=True).s.approach == 0


@pytest.mark.case(C, "15.3")
@pytest.mark.case(C, "15.3.none")
def test_contesting_the_air_costs_a_point():
    s = board(None, None, turn=5, stack=(ContestAir(),))
    yes, no = act(s, "yes", loose=True), act(s, "no", loose=True)
    assert yes.s.vp == 48 and yes.s.contested == 9 and no.s.vp == 49 and no.s.contested == 0
    assert act(board(None, None, turn=6, stack=(ContestAir(),)), loose=True).prompt == ""
    assert act(board(UNITS, turn=6), *FIGHT).heard(LuftwaffeRolled) == []


@pytest.mark.case(C, "15.3.roll")
@pytest.mark.case(C, "15.3.both")
@pytest.mark.case(C, "15.3.lim")
def test_the_luftwaffe_over_a_battle():
    s = board(UNITS, turn=9, contested=9)
    there = act(s, *FIGHT, dice=[3])
    assert there.s.battle.luftwaffe
    assert value(there.s, there.s.battle, "9 SS Panzer", "1 US Infantry") == 7
    assert value(there.s, there.s.battle, "1 US Infantry", "9 SS Panzer") == 2
    assert not act(s, *FIGHT, dice=[4]).s.battle.luftwaffe
    assert act(board(UNITS, turn=10, contested=9), *FIGHT).prompt == "defensive", "the period is over"
    assert act(board(UNITS, turn=9, contested=9, storm=1), *FIGHT).prompt == "defensive"
    german = board({**UNITS, "276 German Infantry": "1512"}, GERMAN, turn=9, contested=9, options={"naval": "off"})
    assert act(german, "pick 1512", "attack 1511", "fight", dice=[1]).s.battle.luftwaffe, "in either player turn"


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.4.day")
@pytest.mark.case(C, "15.4.change")
@pytest.mark.case(C, "15.2.plan")
def test_writing_a_strike():
    s = board(None, None, turn=5, strike_right=5, stack=(Planning(),), storm=1, options={"drops": "off", **OPEN})
    asked = act(s)
    assert asked.offered("day") == {"7", "8", "9", "10", "11", "12"} and asked.asked.secret
    assert asked.why("day 6") == ("15.4", "wrong_day") and asked.why("day 13") == ("15.4", "wrong_day")
    written = asked.then("day 9", "aim 1512", loose=True)
    assert written.s.plans[0].day == 9 and written.s.plans[0].hex == SPACE["1512"] and written.s.strike_right == 0
    second = board(
        None, None, turn=5, strike_right=5, plans=(strike(9),), stack=(Planning(),), options={"drops": "off", **OPEN}
    )
    assert act(second).why("day 9") == ("15.4.day", "day_taken")
    scrapped = act(second, "scrap 9 > 1512", loose=True)
    assert scrapped.s.plans[0].cancelled and scrapped.offered("day") == {"7", "8", "10", "11", "12"}
    assert scrapped.why("day 9") == ("15.4.day", "day_taken"), "another for that day would change the plan"
    delayed = board(None, None, turn=8, strike_right=5, stack=(Planning(),), options={"drops": "off", **OPEN})
    assert act(delayed).offered("day") == {"10", "11", "12", "13", "14", "15"}


@pytest.mark.case(C, "15.4.noshow")
@pytest.mark.case(C, "15.4.spent")
def test_the_bombers_do_not_come():
    s = board(UNITS, turn=8, plans=(strike(),), contested=9)
    for die in (2, 3):
        missed = act(s, *FIGHT, "yes", dice=[die])
        assert missed.prompt == "no_show" and missed.s.cp == 4
    off = missed.then("calloff")
    assert off.s.battle is None and off.why("pick 1511") == ("6.4.one", "nobody_ready") and off.s.vp == 49
    on = missed.then("press")
    assert on.prompt == "defensive" and on.s.battle.bonus == 0 and not on.s.battle.luftwaffe


@pytest.mark.case(C, "15.4.change")
@pytest.mark.case(C, "15.4.forfeit")
def test_a_strike_cancelled_or_lost():
    s = board(UNITS, turn=8, plans=(strike(),))
    cancelled = act(s, *FIGHT, "no")
    assert cancelled.prompt == "defensive" and not cancelled.s.battle.strike and cancelled.s.plans[0].cancelled
    other = board(UNITS, turn=8, plans=(strike(hex="1513"),))
    assert act(other, *FIGHT).prompt == "defensive", "it is not moved to another hex"
    tomorrow = board(UNITS, turn=7, plans=(strike(),))
    assert act(tomorrow, *FIGHT).prompt == "defensive"
    stormy = board(UNITS, turn=8, plans=(strike(),), storm=1)
    assert act(stormy, *FIGHT).prompt == "defensive"
    idle = act(board(UNITS, turn=8, plans=(strike(),), options={"drops": "off"}), "done")
    assert (
        idle.s.plans == () and not idle.heard(SlipRemoved)[0].used and idle.heard(SlipRemoved)[0].rule == "15.4.forfeit"
    )


@pytest.mark.case(C, "15.5")
@pytest.mark.case(C, "15.5.elig")
@pytest.mark.case(C, "15.2.eff")
def test_withdrawing_airborne_divisions():
    ring = {"711 German Infantry": "1311", "712 German Infantry": "1112", "709 German Infantry": "1212"}
    units = {**ring, "82 Airborne": "1211", "101 Airborne": "1510", "1 US Infantry": "1411"}
    found = {"82 Airborne": COASTAL}
    s = board(units, None, turn=25, stack=(Planning(),), allied=["1211"], options=OPEN, fed=found)
    asked = act(s, loose=True)
    assert asked.offered("withdraw") == {"101 Airborne"}
    assert asked.why("withdraw 82 Airborne") == ("15.5", "not_regular"), "coastal supply is not enough"
    assert asked.why("withdraw 1 US Infantry") == ("15.5.elig", "not_airborne")
    gone = asked.then("withdraw 101 Airborne", loose=True)
    assert gone.where("101 Airborne") == "England" and gone.s.cp == s.cp and 25 in gone.s.withdrawn
    stormy = board(units, None, turn=25, storm=1, stack=(Planning(),), allied=["1211"], options=OPEN)
    assert act(stormy, loose=True).why("withdraw 101 Airborne") == ("15.2.eff", "storm")


@pytest.mark.case(C, "15.5")
@pytest.mark.case(C, "9.2")
def test_who_goes_home_is_supplied_by_the_last_check():
    """What the check of the German player turn found holds, whatever paths have been cut or opened since."""
    ring = {"9 SS Panzer": "1613", "10 SS Panzer": "1815", "12 SS Panzer": "1715"}
    for kind in (NONE, REGULAR, COASTAL, AERIAL):
        for more in (ring, {}):
            units = {**more, "82 Airborne": "1714"}
            s = board(units, None, turn=30, stack=(Planning(),), options=OPEN, fed={"82 Airborne": kind})
            assert bool(supplied(s, ALLIED) >> SPACE["1714"] & 1) == (not more)
            asked = act(s, loose=True)
            assert ("withdraw 82 Airborne" in asked.offers) == (kind == REGULAR), (kind, more)


@pytest.mark.case(C, "15.6.plot")
@pytest.mark.case(C, "15.6.max")
@pytest.mark.case(C, "15.6.6th")
@pytest.mark.case(C, "15.6")
def test_writing_a_drop():
    s = board(None, None, turn=1, stack=(Planning(),), options=OPEN)
    asked = act(s)
    assert {"6 Airborne", "101 Airborne"} <= asked.offered("plot")
    assert asked.why("plot 51 British Infantry") == ("15.5.elig", "not_airborne")
    days = asked.then("plot 6 Airborne")
    assert "3" in days.offered("day") and days.why("day 2") == ("15.6.plot", "wrong_day")
    hexes = days.then("day 3")
    for hex in ("1909", "1414", "2005"):  # marsh, city, fortress
        assert hexes.why(f"aim {hex}") == ("15.6", "not_there")
    assert "aim 1510" in hexes.offers, "a town is open"
    written = hexes.then("aim 1614", loose=True)
    assert "6 Airborne" not in written.offered("plot") and written.s.plans[0].day == 3
    full = board(plans=tuple(drop(u, 20) for u in ("1 Airborne", "6 Airborne", "82 Airborne")), turn=5)
    assert 20 not in drop_days(full, UNIT["101 Airborne"]) and 21 in drop_days(full, UNIT["101 Airborne"])


@pytest.mark.case(C, "15.6.occ")
@pytest.mark.case(C, "15.6.storm")
@pytest.mark.case(C, "15.6.cp")
@pytest.mark.case(C, "15.6.status")
def test_dropping():
    held = board({"9 SS Panzer": "1614", "1 US Infantry": "1411"}, turn=8, plans=(drop("6 Airborne"),))
    assert act(held).why("drop 6 Airborne") == ("15.6.occ", "enemy_there")
    stormy = board({"1 US Infantry": "1411"}, turn=8, storm=1, plans=(drop("6 Airborne"),))
    assert act(stormy).why("drop 6 Airborne") == ("15.6.storm", "storm")
    early = board({"1 US Infantry": "1411"}, turn=7, plans=(drop("6 Airborne"),))
    assert act(early).why("drop 6 Airborne") == ("15.6.plot", "no_plan")
    down = act(board({"1 US Infantry": "1411"}, turn=8, plans=(drop("6 Airborne"),)), "drop 6 Airborne")
    assert down.where("6 Airborne") == "1614" and down.s.fed[UNIT["6 Airborne"]] != NONE and down.s.dropped
    assert down.why("pick 1614") == ("6.4.one", "nobody_ready") and down.s.cp == 5
    weak = board({"6 Airborne": ("England", 1), "9 SS Panzer": "1615"}, turn=8, plans=(drop("6 Airborne"),))
    lost = act(weak, "drop 6 Airborne", dice=[1])
    assert lost.where("6 Airborne") == "Allied destroyed" and lost.s.vp == 49, "supplied, and no battle (R17, R18)"
    missed = act(board({"1 US Infantry": "1411"}, turn=8, plans=(drop("6 Airborne"),)), "done")
    assert missed.where("6 Airborne") == "England" and missed.s.plans == ()


@pytest.mark.case(C, "15.6.again")
@pytest.mark.case(C, "15.6.abort")
def test_after_the_drop_and_instead_of_it():
    dropped = board({"6 Airborne": "1510"}, None, turn=49, jumped=(0, 25, 0, 0), stack=(Planning(),), options=OPEN)
    assert act(dropped, loose=True).why("withdraw 6 Airborne") == ("15.6.again", "must_stay")
    dropped.turn = 50
    assert "withdraw 6 Airborne" in act(dropped, loose=True).offers
    resting = board(None, turn=40, withdrawn=(0, 30, 0, 0), plans=(drop("6 Airborne", 62),), options=OPEN)
    for u in ("1 Airborne",):
        resting.loc[UNIT[u]] = SPACE["Allied destroyed"]
        resting.steps[UNIT[u]] = 0
    from grognard.games.second_front_now import GAME

    GAME.refresh(resting)
    landed = act(resting, "land 6 Airborne", "go 1710", "stop")
    assert landed.where("6 Airborne") == "1710" and landed.s.withdrawn == (0, 0, 0, 0) and landed.s.plans[0].cancelled


@pytest.mark.case(C, "15.8")
@pytest.mark.case(C, "15.8.lim")
def test_three_flights_at_most_and_none_in_a_storm():
    ring = {
        "711 German Infantry": "2217",
        "712 German Infantry": "2218",
        "709 German Infantry": "2117",
        "716 German Infantry": "2020",
    }
    stack = {"1 US Infantry": "2118", "3 US Infantry": "2118", "9 US Infantry": "2118", "V US Corps": "2118"}
    s = board({**ring, **stack}, None, turn=30, stack=(SupplyCheck(ALLIED),))
    flown = act(s, "lift 1 US Infantry", "lift 3 US Infantry", "lift 9 US Infantry", loose=True)
    assert flown.prompt == "" and flown.s.fed[UNIT["V US Corps"]] == NONE and flown.s.fed[UNIT["1 US Infantry"]] == 4
    stormy = board({**ring, **stack}, None, turn=30, storm=1, stack=(SupplyCheck(ALLIED),))
    assert act(stormy, loose=True).prompt == ""
    off = board({**ring, **stack}, None, turn=30, stack=(SupplyCheck(ALLIED),), options={"airlift": "off"})
    assert act(off, loose=True).prompt == ""


@pytest.mark.case(C, "15.7.1")
def test_the_day_of_chaos():
    s = board({**UNITS}, turn=1, chaos=True)
    quiet = act(s)
    assert quiet.s.turn == 2 and quiet.s.phasing == GERMAN, "no Allied command at all"
    assert not quiet.s.chaos
