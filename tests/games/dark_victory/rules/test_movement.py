"""6.2-6.6, 9.0 Movement: costs, walls, ladders, stairs, ramps, stop and pin, columns and formations."""

import pytest

from grognard.games.dark_victory.content import COST, GRID, MAP, MEXICAN, TEXAN
from grognard.games.dark_victory.rules.act import Act
from grognard.games.dark_victory.rules.events import Moved
from grognard.games.dark_victory.rules.state import STOPPED
from tests.games.dark_victory.kit import GAME, SPACE, UNIT, Played, act, board

TITLE = "dark_victory"


def first(units: dict[str, str], lead: str, **told: object) -> Played:
    """The first question of the stack of a unit, everybody coming along."""
    told.setdefault("side", MEXICAN if lead[0] == "M" or lead in ("Cos", "Duque", "Amador") else TEXAN)
    start = act(board(units, **told), f"activate {lead}")
    return start.then("done") if start.prompt == "muster" else start


def cost(units: dict[str, str], lead: str, to: str, **told: object) -> int:
    """What one step costs."""
    return int(first(units, lead, **told).then(f"go {to}").heard(Moved)[0].cost)


@pytest.mark.case(TITLE, "9.3.A", "9.20", "9.20.ex", "TEC.clear", "TEC.trench", "TEC.works")
def test_vector_5_trenches_cost_two_and_outer_works_six() -> None:
    assert cost({"T4-inf1": "2415"}, "T4-inf1", "2414") == 2
    assert cost({"T4-inf1": "2326"}, "T4-inf1", "2327") == 2
    assert cost({"T8-inf1": "2819"}, "T8-inf1", "2820") == 2
    assert cost({"M4-L1": "2511"}, "M4-L1", "2512") == 6
    assert cost({"M4-L1": "3028"}, "M4-L1", "3029") == 6
    assert cost({"M4-L1": "2509"}, "M4-L1", "2510") == 1


@pytest.mark.case(TITLE, "9.22", "9.23", "TEC.mud", "TEC.creek")
def test_vector_6_creek_and_mud_add_up() -> None:
    wet = next(n for n in GRID.names if MAP.rows[GRID.id(n)].terrain == "creek+mud")
    near = next(GRID.names[b] for b in GRID.neighbours[GRID.id(wet)])
    assert cost({"M4-L1": near}, "M4-L1", wet) == 8
    mud = next(n for n in GRID.names if MAP.rows[GRID.id(n)].terrain == "mud")
    assert COST[SPACE[mud]] == 6
    assert cost({"M4-L1": "2109"}, "M4-L1", "2110") == 2


@pytest.mark.case(TITLE, "9.24", "9.24.ex")
def test_vector_7_each_dead_counter_adds_one_and_nothing_else() -> None:
    assert cost({"M4-L1": "2509"}, "M4-L1", "2510", dead={"2510": 3}) == 4
    two = {"M4-L1": "2509", "M4-L2": "2509"}
    assert first(two, "M4-L1", dead={"2510": 9}).then("go 2510").where("M4-L2") == "2510"


@pytest.mark.case(TITLE, "9.11", "9.11.ex", "TEC.ramp")
def test_vector_4_a_ramp_takes_the_wall_away_both_ways() -> None:
    assert cost({"T10-inf1": "2029"}, "T10-inf1", "1929") == 1
    assert cost({"T10-inf1": "1929"}, "T10-inf1", "2029") == 1
    assert cost({"T7-inf1": "2015"}, "T7-inf1", "2014") == 1


@pytest.mark.case(TITLE, "9.14", "TEC.lowwall", "9.4")
def test_vector_28_a_low_wall_adds_six() -> None:
    moved = first({"M4-L1": "2513"}, "M4-L1").then("go 2514")
    assert moved.heard(Moved)[0].cost == 7 and moved.left == 5
    far = first({"M4-L1": "2511"}, "M4-L1").then("go 2512")
    assert far.left == 6 and "2513" in far.verbs("go")
    short = far.then("go 2513")
    assert short.left == 5 and short.why("go 2514") == ("9.4", "too_dear")


@pytest.mark.case(TITLE, "9.14.note")
def test_rooftop_steps_cost_like_low_walls() -> None:
    assert cost({"T4-inf1": "2619"}, "T4-inf1", "2718") == 7


@pytest.mark.case(TITLE, "9.15", "9.15.B", "TEC.intwall", "9.19.C", "2.17")
def test_vector_28_an_intermediate_wall_takes_a_ladder_or_the_whole_phase() -> None:
    ladder = [("2213", "2214")]
    moved = first({"M4-L1": "2213"}, "M4-L1", ladders=ladder).then("go 2214")
    assert moved.heard(Moved)[0].cost == 9
    whole = first({"M4-L1": "2213", "M4-L2": "0505"}, "M4-L1").then("go 2214")
    assert whole.heard(Moved)[0].cost == 12 and whole.where("M4-L1") == "2214" and whole.prompt == "mexican_actions"
    late = first({"M4-L1": "2211"}, "M4-L1").then("go 2212")
    assert late.left == 6
    late = first({"M4-L1": "2113"}, "M4-L1").then("go 2213")
    assert late.why("go 2214") == ("9.15", "whole_allowance")
    by = first({"M4-L1": "2113"}, "M4-L1", ladders=ladder).then("go 2213", "go 2214")
    assert by.where("M4-L1") == "2214" and by.left == 12 - 1 - 9
    down = first({"M1-F1": "2214", "Cos": "2214"}, "M1-F1", ladders=ladder).then("go 2213")
    assert down.heard(Moved)[0].cost == 9


@pytest.mark.case(TITLE, "9.16", "TEC.highwall", "9.9", "2.2.B")
def test_high_walls_are_crossed_by_doors_stairs_and_ramps_only() -> None:
    start = first({"M4-L1": "1815"}, "M4-L1")
    assert start.why("go 1915") == ("9.16", "high_wall")
    ladder = first({"M4-L1": "1815"}, "M4-L1", ladders=[("1815", "1915")])
    assert ladder.why("go 1915") == ("9.16", "high_wall")
    roof = first({"T4-inf1": "2621"}, "T4-inf1")
    assert roof.why("go 2521") == ("9.16", "high_wall")
    assert roof.why("go 2621 in") == ("9.4", "not_adjacent")
    room = first({"T4-inf1": "2621 in"}, "T4-inf1")
    assert room.why("go 2622 in") == ("9.4", "not_adjacent")  # a wall without a door


@pytest.mark.case(TITLE, "9.12", "9.12.B", "TEC.stair", "9.17", "9.9.C")
def test_vector_45_stairs_cost_six_more_and_carry_four_points_outside() -> None:
    up = first({"T1-inf1": "2723 in"}, "T1-inf1").then("go 2723 up")
    assert up.heard(Moved)[0].cost == 7
    assert first({"T1-inf1": "2723"}, "T1-inf1").why("go 2723 up") == ("9.4", "not_adjacent")
    crowd = {"M1-F1": "2824", "M1-F2": "2824", "Cos": "2824"}
    one = act(board(crowd), "activate M1-F1", "stay M1-F2", "done").then("go 2723")
    assert one.heard(Moved)[0].cost == 7
    two = one.then("done", "activate M1-F2")
    assert two.why("go 2723") == ("6.4", "full")
    onward = one.then("go 2722", "done", "activate M1-F2")
    assert onward.why("go 2723") == ("9.17", "stairs_full")
    small = act(board(crowd, reduced=["M1-F1", "M1-F2"]), "activate M1-F1", "done", "go 2723")
    assert small.where("M1-F2") == "2723"


@pytest.mark.case(TITLE, "9.10", "9.10.D")
def test_a_mexican_stops_next_to_a_texan_unless_a_wall_parts_them() -> None:
    open_ = first({"M4-L1": "2317", "T4-inf1": "2320"}, "M4-L1").then("go 2318")
    assert open_.left == 10
    stopped = open_.then("go 2319")
    assert stopped.verbs("go") == [] and stopped.why("go 2218") == ("9.10", "pinned")
    pair = first({"M4-L1": "2317", "M4-L2": "2317", "T4-inf1": "2320"}, "M4-L1").then("go 2318", "go 2319")
    assert [pair.s.pinned[UNIT[n]] for n in ("M4-L1", "M4-L2")] == [STOPPED, STOPPED]
    walled = first({"M4-L1": "2511", "T4-inf1": "2514"}, "M4-L1").then("go 2412")
    assert walled.left == 6
    past = first({"M4-L1": "2613", "T4-inf1": "2514"}, "M4-L1").then("go 2513")
    assert past.verbs("go")
    assert past.why("go 2514") == ("9.10.D", "enemy_there")
    women = first({"M4-L1": "2317", "T13-wom2": "2319"}, "M4-L1").then("go 2318")
    assert women.verbs("go")
    patient = first({"M4-L1": "2317", "T2-pat1": "2319"}, "M4-L1").then("go 2318")
    assert patient.verbs("go") == []


@pytest.mark.case(TITLE, "9.10.B")
def test_a_mexican_who_begins_next_to_a_texan_stays_even_if_the_texan_dies() -> None:
    near = {"M4-L1": "2317", "T4-inf1": "2318", "T4-inf2": "2319", "M4-L6": "0505"}
    start = first(near, "M4-L1", options={"shots": "as_af_allow"})
    assert start.verbs("go") == [] and start.why("go 2316") == ("9.10.B", "pinned")
    after = start.then("shoot 2318", dice=[(1, 1)])
    assert after.where("T4-inf1") == "dead" and after.s.pinned[UNIT["M4-L1"]]
    free = first({"M4-L1": "2317", "T4-inf2": "2319"}, "M4-L1")
    assert "2318" in free.verbs("go")


@pytest.mark.case(TITLE, "9.10.C")
def test_vector_12_a_texan_pays_two_more_to_leave_mexicans() -> None:
    assert cost({"T4-inf1": "2317", "M4-L1": "2316"}, "T4-inf1", "2318") == 2 + 2
    assert cost({"T4-inf1": "2320", "M4-L1": "2319"}, "T4-inf1", "2321") == 3
    assert cost({"T4-inf1": "2320", "M4-L1": "2318"}, "T4-inf1", "2319") == 1
    assert cost({"T4-inf1": "2514", "M4-L1": "2513"}, "T4-inf1", "2515") == 1


@pytest.mark.case(TITLE, "6.2", "6.2.C")
def test_vector_39_columns_stay_apart_and_asterisks_do_not_mind() -> None:
    near = {"M1-F1": "2308", "Cos": "2308", "M2-F1": "2309", "Amador": "2209"}
    mixed = first(near, "M1-F1")
    assert mixed.why("go 2309") == ("6.2", "other_column")
    duque = first({"Duque": "2208", "M1-F1": "2209"}, "Duque")
    assert duque.why("go 2209") == ("6.2", "other_column")
    amador = first({"Amador": "2208", "M1-F1": "2209"}, "Amador").then("go 2209")
    assert amador.where("Amador") == "2209"


@pytest.mark.case(TITLE, "6.2.B")
def test_joining_a_stack_stops_both() -> None:
    joined = first({"M4-L1": "2317", "M4-L2": "2318", "T4-inf1": "2321"}, "M4-L1").then("go 2318")
    assert joined.verbs("go") == [] and joined.left == 10 and "2321" in joined.verbs("shoot")
    assert joined.why("go 2319") == ("6.2.B", "pinned")
    assert joined.then("done").s.pinned[UNIT["M4-L2"]]
    leader = act(board({"Cos": "2317", "M1-F1": "2318", "T4-inf1": "2321"}), "activate Cos", "go 2318")
    assert leader.prompt == "mexican_actions"
    mate = leader.then("activate M1-F1")
    assert mate.why("go 2319") == ("6.2.B", "pinned") and mate.verbs("shoot") == ["2321"]


@pytest.mark.case(TITLE, "6.1", "6.4", "9.19.D", "9.19.E", "12.7")
def test_stacking_limits_hold_at_every_instant() -> None:
    full = {"M4-L1": "2309", "M4-L2": "2309", "M4-L3": "2308"}
    assert first(full, "M4-L3").why("go 2309") == ("6.4", "full")
    reduced = first(full, "M4-L3", reduced=["M4-L1", "M4-L2"]).then("go 2309")
    assert reduced.where("M4-L3") == "2309"
    roof = {"T4-inf1": "2620", "T4-inf2": "2620", "T4-inf3": "2621"}
    assert first(roof, "T4-inf3").why("go 2620") == ("6.4", "full")
    pair = {"M4-L1": "2523", "M4-L2": "2523"}
    assert first(pair, "M4-L1", doors=[("2523", "2623 in")]).why("go 2623 in") == ("6.4", "full")
    one = first(pair, "M4-L1", doors=[("2523", "2623 in")], reduced=["M4-L1", "M4-L2"]).then("go 2623 in")
    assert one.where("M4-L2") == "2623 in"
    squads = {"T4-inf1": "2315", "T4-inf2": "2315", "T4-inf3": "2315"}
    assert first(squads, "T4-inf1").why("go 2314") == ("6.4", "full")
    ladder = {"M4-L1": "2213", "M4-L2": "2213", "M4-L3": "2212"}
    assert first(ladder, "M4-L3").why("go 2213") == ("6.4", "full")
    more = first(ladder, "M4-L3", ladders=[("2213", "2214")]).then("go 2213")
    assert more.where("M4-L3") == "2213"


@pytest.mark.case(TITLE, "6.3", "6.3.B")
def test_vector_29_texan_formations_pay_for_each_other() -> None:
    assert cost({"T7-inf1": "2320", "T4-inf1": "2321"}, "T7-inf1", "2321") == 1 + 2
    assert cost({"T4-inf2": "2320", "T4-inf1": "2321"}, "T4-inf2", "2321") == 1
    assert cost({"Travis": "2320", "T4-inf1": "2321"}, "Travis", "2321") == 1
    assert cost({"Forsyth": "2320", "T4-inf1": "2321"}, "Forsyth", "2321") == 3
    leaving = act(board({"T7-inf1": "2320", "T4-inf1": "2320"}, side=TEXAN), "activate T7-inf1", "go 2321")
    assert leaving.heard(Moved)[0].cost == 3
    assert leaving.then("go 2322").heard(Moved)[0].cost == 1


@pytest.mark.case(TITLE, "6.6", "10.2.C")
def test_units_left_behind_act_later_and_none_is_dropped_on_the_way() -> None:
    pair = {"M4-L1": "2308", "M4-L2": "2308", "M4-L3": "0505"}
    start = act(board(pair), "activate M4-L1")
    assert set(start.verbs("stay")) == {"M4-L1", "M4-L2"}
    gone = start.then("stay M4-L2", "go 2309")
    assert gone.where("M4-L2") == "2308" and gone.verbs("stay") == []
    assert gone.why("activate M4-L2")[1] == "not_offered"
    later = gone.then("done", "activate M4-L2", "go 2307")
    assert later.where("M4-L2") == "2307"
    assert later.then("done").why("activate M4-L1") == ("10.2.C", "acted")


@pytest.mark.case(TITLE, "9.2", "9.3", "9.4")
def test_action_factors_are_one_account_and_never_exceed_twelve() -> None:
    start = first({"M4-L1": "2316", "M4-L2": "2316", "T4-inf1": "2320"}, "M4-L1")
    assert start.left == 12
    moved = start.then("go 2317")
    assert moved.left == 11 and "2320" in moved.verbs("shoot")
    shot = moved.then("shoot 2320", dice=[(6, 6)])
    assert shot.left == 3
    assert shot.why("cannon 2320")[0] == "10.19"


@pytest.mark.case(TITLE, "3.6", "3.6.ex")
def test_vector_2_texans_never_leave_the_perimeter() -> None:
    start = first({"T4-inf1": "2514"}, "T4-inf1")
    assert start.why("go 2513") == ("3.6", "outside")
    assert first({"T6-inf1": "2331"}, "T6-inf1").why("go 2332") == ("3.6", "outside")
    assert first({"T8-inf1": "3023"}, "T8-inf1").why("go 3123") == ("3.6", "outside")
    assert first({"T10-inf1": "1915"}, "T10-inf1").why("force 1816") == ("3.6", "outside")


@pytest.mark.case(TITLE, "8.2.B")
def test_a_leader_alone_does_not_step_next_to_enemies() -> None:
    alone = act(board({"Cos": "2317", "T4-inf1": "2320"}), "activate Cos", "go 2318")
    assert alone.why("go 2319") == ("8.2.B", "leader_alone")
    with_men = first({"Cos": "2317", "M1-F1": "2317", "T4-inf1": "2320"}, "M1-F1").then("go 2318", "go 2319")
    assert with_men.where("Cos") == "2319"
    texan = act(board({"Travis": "2320", "Cos": "2317"}, side=TEXAN), "activate Travis", "go 2319")
    assert texan.why("go 2318") == ("8.2.B", "leader_alone")
    walled = act(board({"Cos": "2512", "T4-inf1": "2514"}), "activate Cos", "go 2513")
    assert walled.where("Cos") == "2513"


@pytest.mark.case(TITLE, "13.1", "8.8", "2.14")
def test_who_never_moves() -> None:
    patient = act(board({"T2-pat1": "2723 up", "T4-inf1": "2320"}, side=TEXAN))
    assert "T2-pat1" in patient.verbs("activate") and "Bowie" not in patient.verbs("activate")
    bowie = act(board({"Bowie": "2528 in", "T4-inf1": "2320"}, side=TEXAN))
    assert bowie.why("activate Bowie") == ("13.1", "never_acts")
    assert bowie.why("activate T13-wom1") == ("13.1", "never_acts")
    told = Act((UNIT["T2-pat1"],)).why_not(patient.s, GAME.texts.parse("go 2723 in"))
    assert told is not None and (told.rule, told.key) == ("13.1", "never_moves")


@pytest.mark.case(TITLE, "7.4")
def test_nobody_leaves_the_map() -> None:
    edge = first({"M4-L1": "2538"}, "M4-L1")
    assert all(name in SPACE for name in edge.verbs("go"))
    assert "off the map" not in edge.verbs("go")
