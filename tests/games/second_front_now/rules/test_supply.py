"""9.2, 15.8 Supply as it is marked from check to check, and who may be supplied from the air."""

import pytest

from grognard.games.second_front_now.content import AERIAL, ALLIED, COASTAL, GERMAN, NONE, REGULAR, SPACE, UNIT
from grognard.games.second_front_now.rules.events import Airlifted, CutOff, SuppliedAgain
from grognard.games.second_front_now.rules.state import DROP_PLAN, Plan
from grognard.games.second_front_now.rules.supply import LIFTS, Airlift, SupplyCheck, has_path, supplied
from tests.games.second_front_now.kit import act, board

C = "second_front_now"
RING = {
    "711 German Infantry": "2217",
    "712 German Infantry": "2218",
    "709 German Infantry": "2117",
    "716 German Infantry": "2020",
}
GROUND = {"airlift": "off"}


def checked(units, fed=None, options=None, **more):
    return act(board(units, None, turn=30, fed=fed, options=options, stack=(SupplyCheck(ALLIED),), **more), loose=True)


@pytest.mark.case(C, "9.2.mark")
@pytest.mark.case(C, "9.2")
def test_markers_tell_what_has_changed_and_nothing_else():
    cut = checked({**RING, "1 US Infantry": "2118", "3 US Infantry": "2118"}, options=GROUND)
    assert [(e.side, e.units) for e in cut.heard(CutOff)] == [(ALLIED, (UNIT["1 US Infantry"], UNIT["3 US Infantry"]))]
    assert not cut.heard(SuppliedAgain)
    still = checked({**RING, "1 US Infantry": "2118"}, {"1 US Infantry": NONE}, GROUND)
    assert not still.heard(CutOff) and not still.heard(SuppliedAgain), "the marker lies there already"
    freed = checked({"1 US Infantry": "1511", "9 SS Panzer": "2015"}, {"1 US Infantry": NONE, "9 SS Panzer": NONE})
    assert [(e.side, e.units) for e in freed.heard(SuppliedAgain)] == [
        (GERMAN, (UNIT["9 SS Panzer"],)),
        (ALLIED, (UNIT["1 US Infantry"],)),
    ]
    assert not freed.heard(CutOff) and freed.s.fed[UNIT["1 US Infantry"]] == REGULAR
    same = checked({"1 US Infantry": "1511"})
    assert not same.heard(CutOff) and not same.heard(SuppliedAgain)
    coast = checked({"1 US Infantry": "1211", "9 SS Panzer": "1311"}, {"1 US Infantry": REGULAR}, german=["1310"])
    assert coast.s.fed[UNIT["1 US Infantry"]] in (REGULAR, COASTAL) and not coast.heard(CutOff)


@pytest.mark.case(C, "9.2")
def test_both_sides_are_checked_in_either_turn():
    ring = {"1 US Infantry": "1914", "3 US Infantry": "2016", "9 US Infantry": "2114", "34 US Infantry": "1916"}
    for side in (ALLIED, GERMAN):
        s = board({**ring, "9 SS Panzer": "2015"}, None, turn=30, stack=(SupplyCheck(side),), options=GROUND)
        played = act(s, loose=True)
        assert [e.side for e in played.heard(CutOff)][:1] == [GERMAN]
        assert played.s.fed[UNIT["9 SS Panzer"]] == NONE
    easy = board({**ring, "9 SS Panzer": "2015"}, None, scenario="beginners", stack=(SupplyCheck(GERMAN),))
    assert act(easy, loose=True).s.fed[UNIT["9 SS Panzer"]] == REGULAR, "the beginners' game knows no supply"


@pytest.mark.case(C, "15.8")
@pytest.mark.case(C, "15.8.dur")
@pytest.mark.case(C, "15.8.lim")
def test_who_may_be_supplied_from_the_air():
    units = {**RING, "1 US Infantry": "2118", "3 US Infantry": "2118", "51 British Infantry": "1511"}
    asked = checked(units)
    assert asked.offers == ["lift 1 US Infantry", "lift 3 US Infantry", "done"] and asked.asked.numbers == (LIFTS,)
    assert asked.seat == ALLIED and asked.asked.default == 2
    assert asked.why("lift 51 British Infantry") == ("15.8", "supplied")
    assert asked.why("lift 9 US Infantry") == ("15.8", "supplied"), "in England"
    assert asked.why("lift 711 German Infantry") == ("15.8", "not_offered")
    assert asked.why("pick 1511") == ("15.8", "not_offered")
    flown = asked.then("lift 3 US Infantry", loose=True)
    assert [(e.unit, e.space) for e in flown.heard(Airlifted)] == [(UNIT["3 US Infantry"], SPACE["2118"])]
    assert flown.s.fed[UNIT["3 US Infantry"]] == AERIAL and flown.s.airlifted and flown.asked.numbers == (LIFTS - 1,)
    assert flown.offers == ["lift 1 US Infantry", "done"]
    assert flown.why("lift 3 US Infantry") == ("15.8", "supplied")
    assert flown.then("done", loose=True).s.fed[UNIT["1 US Infantry"]] == NONE
    again = flown.then("done", loose=True).s
    again.stack = (SupplyCheck(GERMAN),)
    assert "lift 3 US Infantry" in act(again, loose=True).offers, "until the next check and no longer"
    lost = checked({**RING, "1 US Infantry": "Allied out of supply"}, {"1 US Infantry": NONE})
    assert lost.prompt == "", "the dead need nothing"
    inland = checked({"1 US Infantry": "England", "3 US Infantry": "1511"}, {"1 US Infantry": NONE})
    assert inland.prompt == "" and inland.s.fed[UNIT["1 US Infantry"]] == REGULAR


@pytest.mark.case(C, "15.8.lim")
def test_no_flights_after_a_drop_or_once_all_are_flown():
    units = {**RING, "1 US Infantry": "2118", "3 US Infantry": "2118"}
    s = board(units, None, turn=30, fed={"1 US Infantry": NONE, "3 US Infantry": NONE}, stack=(Airlift(1),))
    last = act(s, loose=True)
    assert last.then("lift 1 US Infantry", loose=True).prompt == ""
    for columns in ({"dropped": True}, {"storm": 1}):
        assert checked(units, **columns).prompt == ""


@pytest.mark.case(C, "15.8.lim")
@pytest.mark.case(C, "15.6.storm")
def test_flights_of_a_game_turn_bar_its_drops():
    plan = (Plan(DROP_PLAN, 20, 30, SPACE["1614"], UNIT["6 Airborne"]),)
    assert "drop 6 Airborne" in act(board(None, turn=30, plans=plan)).offers
    assert act(board(None, turn=30, plans=plan, airlifted=True)).why("drop 6 Airborne") == ("15.8.lim", "airlifted")
    ashore = {"1 US Infantry": "1511"}
    assert act(board(ashore, turn=30, plans=plan, storm=1)).why("drop 6 Airborne") == ("15.6.storm", "storm")


@pytest.mark.case(C, "9.3.path")
@pytest.mark.case(C, "8.3")
def test_a_path_at_this_moment():
    s = board({**RING, "1 US Infantry": "2118", "3 US Infantry": "1511", "9 SS Panzer": "North"})
    assert not has_path(s, UNIT["1 US Infantry"]) and has_path(s, UNIT["3 US Infantry"])
    assert has_path(s, UNIT["9 SS Panzer"]) and has_path(s, UNIT["9 US Infantry"]), "in boxes always"
    assert not supplied(s, ALLIED) >> SPACE["2118"] & 1 and supplied(s, ALLIED) >> SPACE["1511"] & 1
