"""9.0 to 12.0 Supply, stacking, zones, control and movement, and 8.0 replacements."""

import pytest

from grognard.games.second_front_now.content import (
    ALLIED,
    COASTAL,
    COMMONWEALTH,
    GERMAN,
    GERMANS,
    NONE,
    SPACE,
    STEPS,
    UNIT,
    US,
    ZONES,
)
from grognard.games.second_front_now.rules.control import settle_control, zone
from grognard.games.second_front_now.rules.events import RaisedAgain, Rebuilt
from grognard.games.second_front_now.rules.movement import allowance, march, may_hurry
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.stacking import full
from grognard.games.second_front_now.rules.supply import SupplyCheck, kind_of_supply, supplied
from tests.games.second_front_now.kit import act, board, hush

C = "second_front_now"
OPEN = {"fog": "off"}


def replacing(nation, turn=10, units=None, **more):
    return board(units, None, turn=turn, stack=(Replacements(nation),), options=OPEN, **more)


@pytest.mark.case(C, "8.1.cost")
@pytest.mark.case(C, "8.1.idle")
@pytest.mark.case(C, "8.2.G")
def test_german_replacements():
    dead = {"9 SS Panzer": "German destroyed", "LXIV German Corps": "German destroyed"}
    asked = act(replacing(GERMANS, units=dead), loose=True)
    assert asked.offers == ["rebuild 9 SS Panzer", "done"]
    assert asked.why("rebuild LXIV German Corps") == ("8.1.cost", "too_few_replacements"), "artillery takes two"
    built = asked.then("rebuild 9 SS Panzer", loose=True)
    assert built.where("9 SS Panzer") == "North" and built.steps("9 SS Panzer") == 1 and built.prompt == ""
    assert built.s.refitted == (UNIT["9 SS Panzer"],) and built.heard(RaisedAgain) and not built.heard(Rebuilt)
    assert act(replacing(GERMANS, turn=5, units=dead), loose=True).prompt == "", "none on turn 5"
    assert act(replacing(GERMANS, turn=11, units=dead), loose=True).prompt == ""


@pytest.mark.case(C, "8.2.A")
@pytest.mark.case(C, "8.1.cost")
def test_rebuilt_allied_units_come_ashore_on_any_beach():
    s = replacing(
        US,
        units={"1 US Infantry": "Allied destroyed", "9 SS Panzer": "1411", "51 British Infantry": "1611"},
        german=["1411", "1310"],
    )
    asked = act(s, "rebuild 1 US Infantry", loose=True)
    assert asked.offered("ashore") == {"1510", "1710"}, "not where the German rules, nor with Commonwealth units"
    built = asked.then("ashore 1710", loose=True)
    assert built.steps("1 US Infantry") == 1 and built.prompt == "replacements"
    whole = built.then("refit 1 US Infantry", loose=True)
    assert whole.steps("1 US Infantry") == 2 and whole.prompt == "", "two points rebuild it in full"


@pytest.mark.case(C, "8.3")
@pytest.mark.case(C, "8.3.who")
def test_replacements_need_a_path():
    ring = {"711 German Infantry": "1311", "712 German Infantry": "1112", "709 German Infantry": "1212"}
    cut = act(replacing(US, units={**ring, "1 US Infantry": ("1211", 1), "3 US Infantry": ("1611", 1)}), loose=True)
    assert cut.why("refit 1 US Infantry") == ("8.3", "no_path"), "coastal supply will not do"
    assert "refit 3 US Infantry" in cut.offers
    boxes = {"10 SS Panzer": ("South", 1), "14 Panzer": ("North", 1), "16 Panzer": ("Italy", 1)}
    german = act(replacing(GERMANS, units=boxes), loose=True)
    assert {"refit 10 SS Panzer", "refit 14 Panzer"} <= set(german.offers)
    assert german.why("refit 16 Panzer") == ("8.3.who", "out_of_reach")
    england = act(replacing(US, units={"82 Airborne": ("England", 1)}), loose=True)
    assert "refit 82 Airborne" in england.offers
    lost = act(replacing(US, units={"1 US Infantry": "Allied out of supply", "3 US Infantry": ("1411", 1)}), loose=True)
    assert lost.why("rebuild 1 US Infantry") == ("8.4", "not_destroyed")
    assert lost.why("refit 9 US Infantry") == ("8.1.cost", "full_strength")


@pytest.mark.case(C, "8.3.nat")
@pytest.mark.case(C, "8.3.ex")
@pytest.mark.case(C, "8.6")
def test_nations_keep_their_points_apart():
    units = {"2 French Armored": ("1411", 1), "1 Free French Division": ("1310", 1), "51 British Infantry": ("1611", 1)}
    us = act(replacing(US, units=units), loose=True)
    assert "refit 2 French Armored" in us.offers and us.why("refit 51 British Infantry") == ("8.3.nat", "other_nation")
    assert us.why("refit 1 Free French Division") == ("8.6", "french")
    cw = act(replacing(COMMONWEALTH, units=units), loose=True)
    assert cw.offers == ["refit 51 British Infantry", "done"]
    storm = replacing(US, units=units, storm=1)
    assert act(storm, loose=True).prompt == ""
    assert act(replacing(GERMANS, units={"10 SS Panzer": ("South", 1)}, storm=1), loose=True).prompt == "replacements"


@pytest.mark.case(C, "8.5.dead")
def test_an_untried_division_comes_back_untried():
    green = "2 US Infantry (untried)"
    built = act(replacing(US, units={green: "Allied destroyed"}), f"rebuild {green}", "ashore 1411", loose=True)
    assert built.where(green) == "1411" and built.steps(green) == 1 == STEPS[UNIT[green]]
    assert built.where("2 US Infantry") == "Blooded"


@pytest.mark.case(C, "9.3.G")
@pytest.mark.case(C, "9.3.Gcap")
@pytest.mark.case(C, "9.3.Gbox")
def test_german_supply():
    s = board({"9 SS Panzer": "2015"}, GERMAN)
    assert supplied(s, GERMAN) >> SPACE["2015"] & 1
    ring = {"1 US Infantry": "1914", "3 US Infantry": "2016", "9 US Infantry": "2114", "34 US Infantry": "1916"}
    cut = board({**ring, "9 SS Panzer": "2015"}, GERMAN, stack=(SupplyCheck(GERMAN),))
    assert act(cut, loose=True).s.fed[UNIT["9 SS Panzer"]] == NONE
    blocked = board({"1 US Infantry": "1828"})
    assert not supplied(blocked, GERMAN) >> SPACE["1828"] & 1 and supplied(blocked, GERMAN) >> SPACE["1526"] & 1
    opened = board({"1 US Infantry": "1827", "9 SS Panzer": "1828"})
    assert supplied(opened, GERMAN) >> SPACE["1828"] & 1, "a friend in the zone keeps the source open"
    assert (
        act(board({"9 SS Panzer": "North"}, None, stack=(SupplyCheck(GERMAN),)), loose=True).s.fed[UNIT["9 SS Panzer"]]
        == 1
    )


@pytest.mark.case(C, "9.3.Acap")
@pytest.mark.case(C, "9.3.coast")
def test_beaches_that_do_not_work():
    beaches = ("1310", "1411", "1510", "1611", "1710")
    zones = board(
        {
            "711 German Infantry": "1412",
            "712 German Infantry": "1511",
            "709 German Infantry": "1711",
            "1 US Infantry": "1513",
        }
    )
    fed = supplied(zones, ALLIED)
    assert [h for h in beaches if fed >> SPACE[h] & 1] == ["1310"], "the others lie in German zones"
    held = board(
        {
            "711 German Infantry": "1412",
            "712 German Infantry": "1511",
            "709 German Infantry": "1711",
            "1 US Infantry": "1411",
        }
    )
    assert supplied(held, ALLIED) >> SPACE["1411"] & 1
    inland, coast = board({"1 US Infantry": "1212"}), board({"1 US Infantry": "1211"})
    assert kind_of_supply(inland, UNIT["1 US Infantry"], 0) == NONE, "the coast beside it is no source for others"
    assert kind_of_supply(coast, UNIT["1 US Infantry"], 0) == COASTAL


@pytest.mark.case(C, "9.1.mv")
@pytest.mark.case(C, "9.1")
def test_movement_out_of_supply():
    s = board(
        {"1 US Armored": "1513", "Boulogne garrison": "2005"}, fed={"1 US Armored": NONE, "Boulogne garrison": NONE}
    )
    assert allowance(s, UNIT["1 US Armored"]) == 1 and allowance(s, UNIT["Boulogne garrison"]) == 0
    assert not may_hurry(s, UNIT["1 US Armored"])
    assert act(s, "pick 1513").offered("to") == {"1413", "1414", "1512", "1514", "1613", "1614"}


@pytest.mark.case(C, "10.4")
@pytest.mark.case(C, "10.5")
def test_nothing_can_overfill_a_hex():
    three = {"1 US Infantry": "1411", "3 US Infantry": "1411", "9 US Infantry": "1411", "V US Corps": "1411"}
    s = board({**three, "34 US Infantry": "1412", "VI US Corps": "1412"}, airlifted=True, fleet_used=True)
    assert full(s, UNIT["34 US Infantry"], SPACE["1411"]) and full(s, UNIT["VI US Corps"], SPACE["1411"])
    offers = act(s, "pick 1412")
    assert "1411" not in offers.offered("to") and offers.why("to 1411") == ("10.3", "full")


@pytest.mark.case(C, "11.1")
@pytest.mark.case(C, "11.2.same")
def test_zones_reach_six_hexes():
    for name in ("Boulogne garrison", "LXIV German Corps", "276 German Infantry"):
        s = board({name: ("2015", 1)})
        assert zone(s, GERMAN) == ZONES.of(1 << SPACE["2015"]) and zone(s, GERMAN).bit_count() == 6
    many = board({"9 SS Panzer": "2015", "276 German Infantry": "2015"})
    assert zone(many, GERMAN) == ZONES.of(1 << SPACE["2015"])
    both = board({"9 SS Panzer": "2015", "1 US Infantry": "2013"})
    assert zone(both, GERMAN) & zone(both, ALLIED) & (1 << SPACE["2014"])


@pytest.mark.case(C, "11.4.strat")
@pytest.mark.case(C, "12.5")
def test_strategic_movement_keeps_out_of_zones():
    s = board({"60 Panzer Grenadier": "1820", "1 US Infantry": "1815"}, GERMAN)
    offers = act(s, "pick 1820")
    assert "1814" not in offers.offered("to") and "1826" in offers.offered("to")
    assert "1817" in offers.offered("to")
    inside = board({"60 Panzer Grenadier": "1820", "1 US Infantry": "1819"}, GERMAN)
    assert "1824" not in act(inside, "pick 1820").offered("to") and "1823" in act(inside, "pick 1820").offered("to")
    assert march(s, (UNIT["60 Panzer Grenadier"],), strategic=True).budget == 6


@pytest.mark.case(C, "12.1")
@pytest.mark.case(C, "12.3")
def test_what_a_move_costs_and_where_it_ends():
    s = board({"1 US Infantry": "1012", "9 SS Panzer": "1212"}, fed={"1 US Infantry": 2}, allied=["1012"])
    offers = act(s, "pick 1012")
    assert offers.why("go 1013") == ("12.3", "all_sea") and offers.why("to 1212") == ("12.3", "enemy_there")
    assert offers.why("go 1011") == ("12.3", "sea")
    inland = board({"1 US Infantry": "1518"}, fed={"1 US Infantry": 2})
    reach = march(inland, (UNIT["1 US Infantry"],)).reach(SPACE["1518"])
    assert max(reach.costs.values()) == 3 and reach.costs[SPACE["1521"]] == 3
    edge = board({"9 SS Panzer": "1828"}, GERMAN)
    assert act(edge, "pick 1828").why("to South") == ("12.3", "off_map")


@pytest.mark.case(C, "11.6")
@pytest.mark.case(C, "4.2.loss")
def test_control_passes_in_passing():
    """An armored division on the road sweeps the empty towns beside it, hex by hex (R5)."""
    s = board({"1 US Armored": "1513"})
    swept = act(s, "pick 1513", "go 1514", "go 1515", "go 1516", "go 1517", "go 1518", "go 1519")
    assert swept.s.taken >> SPACE["1417"] & 1 and swept.s.taken >> SPACE["1414"] & 1
    assert swept.s.vp == 49 - 2 - 1
    back = board({"9 SS Panzer": "1418"}, GERMAN, allied=["1417"], vp=48)
    settle_control(back, hush)
    assert back.vp == 49 and not back.taken >> SPACE["1417"] & 1
