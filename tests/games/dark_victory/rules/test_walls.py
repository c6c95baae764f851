"""6.2-6.4, 8.2, 9.10, 9.17 Where a group may step: leaders alone, walls, altered ground, room and stairs."""

import pytest

from grognard.games.dark_victory.board.overlays import overlay_of
from grognard.games.dark_victory.content import MEXICAN, TEXAN
from grognard.games.dark_victory.rules.act import Act
from grognard.games.dark_victory.rules.crossing import by_ladder, is_open, linked, refuse_edge, side_between
from grognard.games.dark_victory.rules.events import Moved
from grognard.games.dark_victory.rules.marching import can_walk, company, haul_cost, mixed, refuse_haul, strangers
from grognard.games.dark_victory.rules.strength import attackers
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, Played, act, board


def first(units: dict[str, str], lead: str, **told: object) -> Played:
    start = act(board(units, **told), f"activate {lead}")
    return start.then("done") if start.prompt == "muster" else start


def cost(units: dict[str, str], lead: str, to: str, **told: object) -> int:
    return int(first(units, lead, **told).then(f"go {to}").heard(Moved)[0].cost)


@pytest.mark.case(TITLE, "8.2.B")
def test_a_leader_alone_keeps_away_by_ladder_door_stairs_and_ramp_too() -> None:
    def lone(at: str, to: str, foe: str, **told: object) -> str:
        start = act(board({"Cos": at, "T4-inf1": foe, "M4-L6": "0505"}, **told), "activate Cos")
        return "" if to in start.verbs("go") else start.why(f"go {to}")[1]

    assert lone("2113", "2213", "2214", ladders=[("2313", "2314"), ("2213", "2214")]) == "leader_alone"
    assert lone("2113", "2213", "2214", ladders=[("2313", "2314")]) == ""
    assert lone("2115", "2114", "2214", ladders=[]) == "leader_alone"  # no wall between neighbours on the scaffold
    assert lone("2523", "2522", "2621 in") == ""
    assert lone("2522", "2523", "2623 in", doors=[("2521", "2621 in"), ("2523", "2623 in")]) == "leader_alone"
    assert lone("2522", "2523", "2623 in", doors=[("2521", "2621 in")]) == ""
    assert lone("2823", "2824", "2723") == "leader_alone"  # the outer stairs
    assert lone("2722", "2723", "2824") == "leader_alone"
    assert lone("2316", "2315", "2314") == "leader_alone"  # a ramp
    assert lone("2512", "2513", "2514") == ""  # a low wall without anything
    women = act(board({"Cos": "2317", "T13-wom2": "2319"}), "activate Cos", "go 2318")
    assert women.where("Cos") == "2318"
    down = act(board({"Travis": "2215", "M4-L1": "2213", "T4-inf1": "2320"}, side=TEXAN, ladders=[("2213", "2214")]),
               "activate Travis")  # fmt: skip
    assert down.why("go 2214") == ("8.2.B", "leader_alone")


@pytest.mark.case(TITLE, "9.24", "9.15.B", "9.7.E")
def test_every_change_of_the_ground_is_priced_beside_the_others() -> None:
    told = {
        "dead": {"0505": 1, "2214": 2},
        "ladders": [("2213", "2214"), ("2013", "2014")],
        "doors": [("2523", "2623 in")],
    }
    assert cost({"M4-L1": "2213"}, "M4-L1", "2214", **told) == 1 + 8 + 2
    assert cost({"M4-L1": "2013"}, "M4-L1", "2014", **told) == 9
    assert cost({"M4-L1": "2523"}, "M4-L1", "2623 in", **told) == 2
    shut = first({"M4-L1": "2521"}, "M4-L1", **told)
    assert shut.why("go 2621 in") == ("9.7", "door_shut")  # another door is open, this one is not
    assert cost({"M4-L1": "2113"}, "M4-L1", "2114", **told) == 12  # no ladder here


@pytest.mark.case(TITLE, "6.4", "9.19.D")
def test_room_for_the_whole_group_on_narrow_ground_and_on_ladders() -> None:
    pair = {"M4-L1": "2315", "M4-L2": "2315"}
    assert first(pair, "M4-L1").why("go 2314") == ("6.4", "full")
    assert first(pair, "M4-L1", reduced=["M4-L1", "M4-L2"]).then("go 2314").where("M4-L1") == "2314"
    crowd = {"M4-L1": "2213", "M4-L2": "2213", "M4-L3": "2213"}
    ladder = {"ladders": [("2213", "2214")]}
    whole = Act(tuple(UNIT[n] for n in crowd)).why_not(board(crowd, **ladder), GAME.texts.parse("go 2113"))
    assert whole is not None and whole.key == "full"  # twelve points do not leave a ladder together
    assert first(crowd, "M4-L1", reduced=["M4-L1", "M4-L2"], **ladder).then("go 2113").where("M4-L3") == "2113"
    big = first({"T4-inf1": "2316", "T4-inf2": "2316", "T4-inf3": "2316", "M4-L1": "0505"}, "T4-inf1", side=TEXAN)
    assert big.then("go 2315").why("go 2314") == ("6.4", "full")


@pytest.mark.case(TITLE, "9.17")
def test_four_points_a_phase_take_the_outer_stairs_up_or_down() -> None:
    s = board({"M4-L1": "2824", "T4-inf1": "2015"}, reduced=["M4-L1"])
    s.climbed = 2
    up = act(s, "activate M4-L1", "go 2723")
    assert up.s.climbed == 4
    s.climbed = 3
    assert act(s, "activate M4-L1").why("go 2723") == ("9.17", "stairs_full")
    assert act(s, "activate M4-L1", "go 2823").s.climbed == 3  # other ways do not count
    down = board({"M4-L1": "2723", "T4-inf1": "2015"}, reduced=["M4-L1"])
    down.climbed = 4
    assert act(down, "activate M4-L1").why("go 2824") == ("9.17", "stairs_full")
    inner = act(board({"M4-L1": "2723 in", "T4-inf1": "2015"}), "activate M4-L1", "go 2723 up")
    assert inner.s.climbed == 0


@pytest.mark.case(TITLE, "13.3.F")
def test_every_fire_bars_every_layer_of_its_number() -> None:
    told = {"fires": ["2621", "2616"], "doors": [("2516", "2616 in"), ("2521", "2621 in")]}
    assert first({"M4-L1": "2516"}, "M4-L1", **told).why("go 2616 in") == ("13.3.F", "ablaze")
    assert first({"M4-L1": "2521"}, "M4-L1", **told).why("go 2621 in") == ("13.3.F", "ablaze")
    assert first({"M4-L1": "2615"}, "M4-L1", **told).why("go 2616") == ("13.3.F", "ablaze")


@pytest.mark.case(TITLE, "6.2", "8.4.C")
def test_who_belongs_to_a_column() -> None:
    assert company((UNIT["Amador"],)) is None and company((UNIT["Amador"], UNIT["M1-F1"])) == 1
    assert company((UNIT["Duque"],)) == 2
    assert mixed((UNIT["T4-inf1"], UNIT["T7-inf1"])) and not mixed((UNIT["T4-inf1"], UNIT["Travis"], UNIT["Jones"]))
    lone = first({"Amador": "2208", "M1-F1": "2209", "M2-F1": "2108", "T4-inf1": "2320"}, "Amador")
    assert {"2209", "2108"} <= set(lone.verbs("go"))
    reserve = first({"M1-L1": "2208", "Vega": "2209", "MR-S1": "2209"}, "M1-L1")
    assert reserve.why("go 2209") == ("6.2", "other_column")  # the Reserve is a column as well
    own = first({"MR-S1": "2208", "Vega": "2209", "Almonte": "2208"}, "MR-S1").then("go 2209")
    assert own.where("MR-S1") == "2209"


@pytest.mark.case(TITLE, "9.10.C", "9.10")
def test_leaders_alone_neither_stop_nor_cost_anything() -> None:
    assert cost({"T4-inf1": "2320", "Cos": "2319", "M4-L1": "0505"}, "T4-inf1", "2321", side=TEXAN) == 1
    haul = first({"T4-inf1": "2326", "Cos": "2327", "M4-L1": "0505"}, "T4-inf1", side=TEXAN, guns={"6pdr-2326": "2326"})
    assert haul.then("haul 2325").left == 10
    past = first({"M4-L1": "2317", "Travis": "2320", "T4-inf1": "2015"}, "M4-L1").then("go 2318", "go 2319")
    assert past.left == 9 and past.verbs("go") != []


@pytest.mark.case(TITLE, "6.3", "6.3.B")
def test_only_other_formations_are_paid_for() -> None:
    s = board({"T4-inf1": "2320", "T7-inf1": "2320", "T3-gun1": "2320", "T9-inf1": "2320", "Jones": "2320"})
    assert strangers(s, SPACE["2320"], 14) == 2 + 1 + 1 and strangers(s, SPACE["2320"], 17) == 2 + 1 + 1
    assert strangers(s, SPACE["2321"], 14) == 0
    two = {"T4-inf1": "2320", "T7-inf1": "2321", "T7-inf2": "2321"}
    assert cost(two, "T4-inf1", "2321", side=TEXAN) == 1 + 4
    door = act(board({"T4-inf1": "2523", "T7-inf1": "2623 in", "M4-L1": "0505"}, side=TEXAN), "activate T4-inf1")
    assert door.then("force 2623 in", dice=[(3,)]).heard(Moved)[-1].cost == 3 + 1 + 2


@pytest.mark.case(TITLE, "10.20")
def test_why_a_gun_is_not_hauled() -> None:
    def told(at: str, to: str, left: int = 12, **more: object) -> str:
        s = board({"T4-inf1": at, "M4-L1": "0505"}, side=TEXAN, guns={"6pdr-2326": at, **more.pop("guns", {})}, **more)
        found = refuse_haul(s, (UNIT["T4-inf1"],), SPACE[at], SPACE[to], left, False)
        return "" if found is None else found.key

    assert told("2326", "2325") == "" and told("2326", "2325", 2) == "" and told("2326", "2325", 1) == "too_dear"
    assert told("2326", "2320") == "not_adjacent"
    assert told("2824", "2723") == "no_way_for_guns"  # stairs
    assert told("2415", "2514") == "" and told("2515", "2615") == ""  # by a ramp on to the roof
    assert told("2215", "2314") == "no_way_for_guns"  # a wall beside the ramp
    s = board({"T4-inf1": "2326", "M4-L1": "0505"}, side=TEXAN)
    bare = refuse_haul(s, (UNIT["T4-inf1"],), SPACE["2326"], SPACE["2325"], 12, False)
    assert bare is not None and bare.key == "no_gun"
    spent = board({"T4-inf1": "2326", "M4-L1": "0505"}, side=TEXAN, guns={"6pdr-2326": "2326"})
    spent.gun_spent[6] = 10
    assert refuse_haul(spent, (UNIT["T4-inf1"],), SPACE["2326"], SPACE["2325"], 12, False) is None
    spent.gun_spent[6] = 11
    worn = refuse_haul(spent, (UNIT["T4-inf1"],), SPACE["2326"], SPACE["2325"], 12, False)
    assert worn is not None and worn.key == "gun_moved_enough"
    lead = board({"Travis": "2326", "T7-inf1": "2325", "T4-inf1": "2326"}, side=TEXAN, guns={"6pdr-2326": "2326"})
    assert haul_cost(lead, (UNIT["Travis"],), SPACE["2326"], SPACE["2325"], False) == 2
    assert haul_cost(lead, (UNIT["T4-inf1"],), SPACE["2326"], SPACE["2325"], True) == 4
    mexican = board({"M4-L1": "2326", "T7-inf1": "2327"}, guns={"6pdr-2326": "2326"}, dead={"2325": 2})
    assert haul_cost(mexican, (UNIT["M4-L1"],), SPACE["2326"], SPACE["2325"], False) == 4


@pytest.mark.case(TITLE, "13.1", "2.14")
def test_one_who_never_moves_holds_a_group() -> None:
    assert not can_walk((UNIT["T4-inf1"], UNIT["T2-pat1"])) and can_walk((UNIT["T4-inf1"], UNIT["Jones"]))
    assert not can_walk((UNIT["Bowie"],))


@pytest.mark.case(TITLE, "12.9.C", "9.19.C")
def test_a_ladder_limits_a_melee_only_where_nothing_better_leads_up() -> None:
    units = {"M2-F1": "2213", "M2-F2": "2213", "T7-inf1": "2214"}
    told = {"reduced": ["M2-F1", "M2-F2"]}
    s = board(units, ladders=[("2213", "2214")], **told)
    assert attackers(s, SPACE["2213"], SPACE["2214"]) == (UNIT["M2-F2"],)
    assert by_ladder(s, SPACE["2213"], SPACE["2214"]) and by_ladder(s, SPACE["2214"], SPACE["2213"])
    ramp = board({"M2-F1": "2315", "M2-F2": "2315", "T7-inf1": "2314"}, ladders=[("2315", "2314")], **told)
    assert len(attackers(ramp, SPACE["2315"], SPACE["2314"])) == 2
    low = board({"M2-F1": "2413", "M2-F2": "2413", "T7-inf1": "2414"}, ladders=[("2413", "2414")], **told)
    assert len(attackers(low, SPACE["2413"], SPACE["2414"])) == 2
    down = board({"M2-F1": "2213", "T7-inf1": "2214", "T7-inf2": "2214"}, ladders=[("2213", "2214")])
    assert len(attackers(down, SPACE["2214"], SPACE["2213"])) == 2  # Texans come down as they are


@pytest.mark.case(TITLE, "12.1.B", "9.7.F", "8.2.C")
def test_sides_that_join_and_sides_that_part() -> None:
    s = board({"M4-L1": "0505"}, doors=[("2523", "2623 in")], ladders=[("2213", "2214")])

    def told(a: str, b: str) -> str:
        found = refuse_edge(s, SPACE[a], SPACE[b])
        return "" if found is None else found.key

    for a, b in (("2523", "2623 in"), ("2213", "2214"), ("2214", "2213"), ("2824", "2723"), ("2723 in", "2723 up"),
                 ("2315", "2314"), ("2413", "2414"), ("2317", "2318"), ("2515", "2615")):  # fmt: skip
        assert told(a, b) == "", (a, b)
    assert told("2521", "2621 in") == "melee_door" and told("1816", "1915") == "melee_door"
    assert told("2113", "2114") == "melee_wall" and told("1825", "1924") == "melee_wall"
    assert told("2317", "2321") == "not_next" and side_between(SPACE["2317"], SPACE["2321"]) is None
    near = linked(s, SPACE["2523"])
    assert near >> SPACE["2623 in"] & 1 and near >> SPACE["2522"] & 1 and not near >> SPACE["2623"] & 1
    assert not linked(s, SPACE["2521"]) >> SPACE["2621 in"] & 1 and linked(s, SPACE["2723"]) >> SPACE["2824"] & 1
    side = side_between(SPACE["2523"], SPACE["2623 in"])
    assert side is not None and is_open(s, side)
    plain = side_between(SPACE["2317"], SPACE["2318"])
    assert plain is not None and not is_open(s, plain) and MEXICAN == 0


@pytest.mark.case(TITLE, "9.15", "9.15.B", "TEC.intwall", "9.24")
def test_a_ladder_takes_away_nothing_from_those_who_cross_without_it() -> None:
    """Four Dead make the ladder cost thirteen: from a standing start the wall still takes all of the phase."""
    ladder = {"ladders": [("2013", "2014"), ("2213", "2214")]}
    for fallen, price in ((3, 12), (4, 12), (9, 12)):
        start = first({"M4-L1": "2213", "T4-inf1": "2320"}, "M4-L1", dead={"2214": fallen}, **ladder)
        assert "2214" in start.verbs("go") and overlay_cost(start, "M4-L1", "2214") == price
        assert start.then("go 2214").heard(Moved)[0].cost == price
    late = first({"M4-L1": "2212", "T4-inf1": "2320"}, "M4-L1", dead={"2214": 4}, **ladder).then("go 2213")
    assert late.why("go 2214") == ("9.15", "whole_allowance")
    near = first({"M4-L1": "2212", "T4-inf1": "2320"}, "M4-L1", dead={"2214": 3}, **ladder).then("go 2213")
    assert near.why("go 2214") == ("9.4", "too_dear")
    down = first({"M4-L1": "2214", "T4-inf1": "2320"}, "M4-L1", dead={"2213": 4}, **ladder)
    assert down.then("go 2213").heard(Moved)[0].cost == 12
    low = first({"M4-L1": "2413", "T4-inf1": "2320"}, "M4-L1", dead={"2414": 6}, ladders=[("2413", "2414")])
    assert low.why("go 2414") == ("9.4", "too_dear")  # no ladder is used there, nor the whole phase


@pytest.mark.case(TITLE, "9.15", "9.10.C", "6.3")
def test_texans_pay_no_more_than_their_phase_for_a_wall_with_a_ladder() -> None:
    units = {"T4-inf1": "2215", "T7-inf1": "2114", "M4-L1": "2216"}
    for ladders in ([], [("2215", "2114")]):
        start = first(units, "T4-inf1", side=TEXAN, ladders=ladders)
        assert start.then("go 2114").heard(Moved)[0].cost == 12
    cheap = first({**units, "T7-inf1": "2015"}, "T4-inf1", side=TEXAN, ladders=[("2215", "2114")])
    assert cheap.then("go 2114").heard(Moved)[0].cost == 1 + 8 + 2


def overlay_cost(asked: Played, unit: str, to: str) -> int:
    """What the table shows a unit's step to cost."""
    shown = dict(overlay_of(asked.s, "reach", UNIT[unit], -1, GAME.words.say).spaces)
    return int(shown[SPACE[to]])


@pytest.mark.case(TITLE, "8.2.B", "8.2.C")
def test_a_leader_may_join_men_who_stand_next_to_the_enemy() -> None:
    """He is stacked with them at the time; leaders, women and children there are nobody to be stacked with."""
    units = {"Cos": "2318", "M1-F1": "2319", "T4-inf1": "2320", "M4-L6": "0505"}
    joined = act(board(units), "activate Cos", "go 2319")
    assert joined.where("Cos") == "2319"
    officer = act(board({**units, "M1-F1": "2010", "Mora": "2319"}), "activate Cos")
    assert officer.why("go 2319") == ("8.2.B", "leader_alone")
    texan = {"Travis": "2317", "T7-inf1": "2318", "M4-L1": "2319"}
    beside = act(board(texan, side=TEXAN), "activate Travis")
    among = beside.then("go 2318")
    assert among.where("Travis") == "2318" and among.why("go 2419") == ("8.2.B", "leader_alone")
    women = act(board({"Travis": "2317", "T13-wom2": "2318", "M4-L1": "2319"}, side=TEXAN), "activate Travis")
    assert women.why("go 2318") == ("8.2.B", "leader_alone")
