"""6.0 Movement: costs, slopes, zones, rivers, carrying, the end of a move."""

import pytest
from msgspec.structs import replace

from grognard.games.battle_for_cassino.content import ELEVATION, FORBIDDEN, GRID, ROADS, UNIT
from grognard.games.battle_for_cassino.rules.events import Dropped, Marched
from grognard.games.battle_for_cassino.rules.movement import allowance, march
from grognard.games.battle_for_cassino.rules.terrain import COSTS, Ground, price
from grognard.maps import March
from tests.games.battle_for_cassino.kit import DAY, NIGHT_TURN, act, board, flagged

C = "battle_for_cassino"
H = GRID.id
FOOT, TANK = Ground(climber=True), Ground(armour=True, climber=True)


def cost(a: str, b: str, ground: Ground = FOOT) -> int | str:
    """Points for a step, or the key of the refusal."""
    told = price(ground, H(a), H(b), GRID.side_of(a, b))
    if isinstance(told, tuple):
        return told[0]
    return told if isinstance(told, int) else told.key


def both(a: str, b: str, ground: Ground = FOOT) -> tuple[int | str, int | str]:
    """By day and by night."""
    return cost(a, b, ground), cost(a, b, replace(ground, night=True))


@pytest.mark.case(C, "6.4", "6.4.road", "13.32", "6.0")
def test_m1_v6_a_road_hex_costs_one_by_day_and_by_night() -> None:
    assert both("0123", "0223") == (1, 1)


@pytest.mark.case(C, "6.4.building", "6.4.ruins", "13.32", "5.6", "6.4")
def test_m2_a_building_costs_three_and_twice_that_in_ruins() -> None:
    assert both("1025", "1026") == (3, 6)
    assert both("1025", "1026", replace(FOOT, spoilt=1 << H("1026"))) == (6, 12)


@pytest.mark.case(C, "6.4.trail", "6.4.contour", "6.4.cum", "6.26", "5.2.contour")
def test_m3_a_trail_over_a_contour() -> None:
    assert both("1524", "1523") == (4, 8)


@pytest.mark.case(C, "6.4.contour", "6.26", "6.4.cum", "6.4.crest")
def test_m4_m5_contours_count_both_ways() -> None:
    assert both("1124", "1123") == (7, 14)  # a building, 100 m up, through a crest hexside that costs nothing
    assert both("2208", "2209") == (7, 14)  # 450 m, 50 m down


@pytest.mark.case(C, "6.4.stream")
def test_m6_a_stream_costs_two_but_not_on_a_road() -> None:
    assert both("0930", "0931") == (4, 8)
    assert both("1030", "1029") == (1, 1)


@pytest.mark.case(C, "6.4.ravine")
def test_m7_a_ravine_costs_eight() -> None:
    assert both("0921", "0922") == (8, 16)


@pytest.mark.case(C, "6.4.river")
def test_m8_a_river_is_closed_but_for_the_bridge() -> None:
    assert cost("2427", "2527") == "river"
    assert both("3527", "3528") == (1, 1)
    s = board({"A/25 NZ": "2427", "HQ 25 NZ": "2427"})
    assert act(s, "move A/25 NZ").why("go 2527") == ("6.4.river", "river")


@pytest.mark.case(C, "6.4.ruins", "6.4.roadblock", "6.23", "15.0.effect", "5.6", "16.0")
def test_m9_ruins_and_roadblocks_double_the_road_for_infantry_and_stop_armour() -> None:
    spoilt = replace(FOOT, spoilt=1 << H("0223"))
    assert both("0123", "0223", spoilt) == (2, 2)
    assert cost("0123", "0223", replace(TANK, spoilt=1 << H("0223"))) == "spoilt"
    ruins, blocks = {"ruins": ["0223"]}, {"blocks": ["0223"]}
    for case, where in (("6.23", ruins), ("15.0.effect", blocks), ("6.23", {**ruins, **blocks})):
        s = board({"A/25 NZ": "0123", "B Sqn/19": "0123", "HQ 25 NZ": "0123"}, **where)
        assert march(s, UNIT["A/25 NZ"]).enter(H("0123"), H("0223"), 0)[0] == 2  # once, even with both
        told = march(s, UNIT["B Sqn/19"]).why_not(H("0123"), 0, H("0223"))
        assert (told.rule, told.key) == (case, "spoilt")


@pytest.mark.case(C, "6.4.c0", "6.4.c200", "6.4.c300", "6.4.c400", "6.4.c450", "6.4.cum")
def test_clear_ground_costs_more_the_higher_it_lies() -> None:
    wanted = {0: 2, 50: 2, 150: 2, 200: 3, 250: 3, 300: 4, 350: 4, 400: 5, 450: 5, 500: 5}
    for a in range(len(GRID)):
        for b in GRID.neighbours[a]:
            pair = GRID.names[a], GRID.names[b]
            side = GRID.side(a, b)
            from grognard.games.battle_for_cassino.content import BUILDING, RAVINE, RIVERS, STREAMS, TRAILS

            plain = not (BUILDING | RAVINE) >> b & 1 and side not in RIVERS | STREAMS | TRAILS | ROADS
            if plain and ELEVATION[a] == ELEVATION[b] and ELEVATION[b] in wanted:
                assert cost(*pair) == wanted[ELEVATION[b]]


@pytest.mark.case(C, "6.4.cum", "13.32", "6.0")
@pytest.mark.parametrize(
    ("start", "end", "day", "night"),
    [
        ("0123", "1123", 21, 32),
        ("1934", "2023", 14, 17),
        ("5912", "2023", 41, 44),
        ("5912", "2307", 81, 139),
        ("0123", "2307", 86, 146),
        ("0123", "3431", 34, 34),
    ],
)
def test_m10_the_cheapest_ways(start: str, end: str, day: int, night: int) -> None:
    for dark, wanted in ((False, day), (True, night)):
        far = March(COSTS.on(Ground(night=dark, climber=True)), 200)
        assert far.reach(H(start)).costs[H(end)] == wanted


@pytest.mark.case(C, "6.31", "6.33", "6.32")
def test_m11_the_first_slope_hex_ends_a_move_and_next_turn_one_goes_on() -> None:
    s = board({"A/25 NZ": "1125", "HQ 25 NZ": "1125", "B/25 NZ": "0130"})
    first = act(s, "move A/25 NZ", "go 1124")
    assert first.prompt == "movement" and first.where("A/25 NZ") == "1124"  # 50 m: it stops by itself
    later = board({"A/25 NZ": "1124", "HQ 25 NZ": "1125", "B/25 NZ": "0130"})
    up = act(later, "move A/25 NZ", "go 1123")
    assert up.prompt == "walk" and up.numbers == (60 - 7,)


@pytest.mark.case(C, "6.32", "6.33")
def test_who_begins_on_the_slopes_may_step_down_and_up_again_in_the_same_phase() -> None:
    s = board({"A/25 NZ": "1124", "HQ 25 NZ": "1125", "B/25 NZ": "0130"})
    again = act(s, "move A/25 NZ", "go 1125", "go 1124", "go 1123")
    assert again.prompt == "walk" and again.where("A/25 NZ") == "1123"
    flat = board({"A/25 NZ": "1125", "HQ 25 NZ": "1125", "B/25 NZ": "0130"})
    assert act(flat, "move A/25 NZ", "go 1124").prompt == "movement"


@pytest.mark.case(C, "10.46", "6.0", "11.33", "5.63")
def test_m12_half_the_points_without_supply_ten_after_clearing() -> None:
    s = board({"A/25 NZ": "0128", "4 MG/I/3": "3320"})
    assert allowance(s, UNIT["A/25 NZ"]) == 30  # no headquarters anywhere
    fed = board({"A/25 NZ": "0128", "HQ 25 NZ": "0133"})
    assert allowance(fed, UNIT["A/25 NZ"]) == 60  # five hexes away
    far = board({"A/25 NZ": "0127", "HQ 25 NZ": "0133"})
    assert allowance(far, UNIT["A/25 NZ"]) == 30  # six
    mg = board({"4 MG/I/3": "3320"}, side=1)
    assert allowance(mg, UNIT["4 MG/I/3"]) == 25
    cleared = board({"7 NZ Fd Coy": "0128", "HQ 25 NZ": "0128"}, cleared=flagged("7 NZ Fd Coy"))
    assert allowance(cleared, UNIT["7 NZ Fd Coy"]) == 10


@pytest.mark.case(C, "6.13", "6.12")
def test_a_hex_is_entered_only_for_its_full_price_and_points_are_not_lent() -> None:
    s = board(
        {"A/25 NZ": "1025", "HQ 25 NZ": "1025", "B/25 NZ": "1025"},
        spent=[58 if u == UNIT["A/25 NZ"] else 0 for u in range(105)],
    )
    walk = act(s, "move A/25 NZ")
    assert walk.numbers == (2,) and walk.why("go 1026") == ("6.13", "too_dear")
    assert "go 0925" in walk.offers
    other = walk.then("go 0925", "halt").then("move B/25 NZ")
    assert other.numbers == (60,)


@pytest.mark.case(C, "6.0.procedure", "6.11", "6.0")
def test_units_move_one_by_one_and_each_once() -> None:
    s = board({"A/25 NZ": "0123", "B/25 NZ": "0124", "HQ 25 NZ": "0123"})
    one = act(s, "move A/25 NZ", "go 0223", "halt")
    assert one.prompt == "movement" and one.why("move A/25 NZ") == ("6.0.procedure", "moved")
    assert "move B/25 NZ" in one.offers and "done" in one.offers  # nobody has to move
    assert one.heard(Marched)[0].path == (H("0223"),)


@pytest.mark.case(C, "6.0.procedure")
def test_a_move_is_reported_as_one_march() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "B/25 NZ": "0133"})
    gone = act(s, "move A/25 NZ", "go 0223", "go 0324", "go 0424", "halt")
    assert [e.path for e in gone.heard(Marched)] == [tuple(H(h) for h in ("0223", "0324", "0424"))]


@pytest.mark.case(C, "6.21")
def test_no_entry_into_a_hex_with_an_enemy_even_a_lone_headquarters() -> None:
    s = board({"A/25 NZ": "1625", "HQ 25 NZ": "1625", "HQ III/3": "1726"})
    assert act(s, "move A/25 NZ").why("go 1726") == ("6.21", "enemy_there")


@pytest.mark.case(C, "6.24", "7.0", "7.1", "7.21")
def test_an_enemy_zone_stops_a_move_without_extra_cost_but_a_headquarters_has_none() -> None:
    s = board({"A/25 NZ": "1425", "HQ 25 NZ": "1425", "9/III/3": "1726", "B/25 NZ": "0133"})
    assert march(s, UNIT["A/25 NZ"]).enter(H("1526"), H("1625"), 0)[0] == 1
    stopped = act(s, "move A/25 NZ", "go 1526", "go 1625")
    assert stopped.prompt == "movement" and stopped.where("A/25 NZ") == "1625"
    lone = board({"A/25 NZ": "1425", "HQ 25 NZ": "1425", "HQ III/3": "1726", "OP 1": "1726", "B/25 NZ": "0133"})
    assert act(lone, "move A/25 NZ", "go 1526", "go 1625").prompt == "walk"


@pytest.mark.case(C, "7.0", "7.22", "7.24")
def test_no_way_from_one_enemy_zone_into_the_next_but_own_zones_do_not_matter() -> None:
    """1625 and 1626 touch each other and both touch 1726."""
    s = board({"A/25 NZ": "1625", "HQ 25 NZ": "1425", "9/III/3": "1726", "10/III/3": "1727", "B/25 NZ": "1425"})
    walk = act(s, "move A/25 NZ")
    assert walk.why("go 1626") == ("7.0", "zone_to_zone")
    assert "go 1526" in walk.offers or "go 1525" in walk.offers
    friend = act(s, "move B/25 NZ", "go 1526")
    assert friend.prompt == "walk"  # next to its own A company


@pytest.mark.case(C, "7.0", "7.24", "6.4.river")
def test_zones_do_not_cross_a_river() -> None:
    s = board({"A/25 NZ": "2427", "HQ 25 NZ": "2326", "9/III/3": "2527", "B/25 NZ": "0133"})
    from grognard.games.battle_for_cassino.rules.state import zone

    assert not zone(s, 1) >> H("2427") & 1 and zone(s, 1)


@pytest.mark.case(C, "13.31", "6.24")
def test_gurkhas_pass_enemy_zones_at_night_for_three_points_each() -> None:
    units = {"A/1/9 GR": "1425", "A/25 NZ": "1425", "HQ 1/9 GR": "1425", "9/III/3": "1726", "10/III/3": "1727"}
    dark = board(units, turn=NIGHT_TURN)
    walk = act(dark, "move A/1/9 GR", "go 1526")
    assert walk.numbers == (59,)
    through = walk.then("go 1625")
    assert through.prompt == "walk" and through.numbers == (59 - 1 - 3,)
    on = through.then("go 1626")  # from zone to zone; a building by night 2 x 3, and three more
    assert on.prompt == "walk" and on.numbers == (55 - cost("1625", "1626", replace(FOOT, night=True)) - 3,)
    assert act(dark, "move A/25 NZ", "go 1526", "go 1625").prompt == "movement"  # others stop
    day = board(units, turn=DAY)
    assert act(day, "move A/1/9 GR", "go 1526", "go 1625").prompt == "movement"


@pytest.mark.case(C, "6.25")
def test_no_german_comes_within_two_hexes_of_an_allied_entry_zone() -> None:
    edge = next(
        (a, b)
        for a in range(len(GRID))
        for b in GRID.neighbours[a]
        if FORBIDDEN >> b & 1
        and not FORBIDDEN >> a & 1
        and ELEVATION[a] == 0 == ELEVATION[b]
        and march(board({"9/III/3": GRID.names[a]}, side=1), UNIT["9/III/3"]).why_not(a, 0, b).key == "entry_zone_near"
    )
    a, b = GRID.names[edge[0]], GRID.names[edge[1]]
    german = board({"9/III/3": a, "HQ III/3": a, "10/III/3": "3320"}, side=1)
    assert act(german, "move 9/III/3").why(f"go {b}") == ("6.25", "entry_zone_near")
    allied = board({"A/25 NZ": a, "HQ 25 NZ": a, "B/25 NZ": "0133"})
    assert f"go {b}" in act(allied, "move A/25 NZ").offers
    assert H("1934") in [h for h in range(len(GRID)) if FORBIDDEN >> h & 1] and FORBIDDEN.bit_count() == 110


@pytest.mark.case(C, "6.22", "10.13.carry", "5.42")
def test_headquarters_and_observers_are_carried_picked_up_and_put_down_on_the_way() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0223", "OP NZ": "0324", "B/25 NZ": "0123"})
    begin = act(s)
    assert begin.why("move HQ 25 NZ") == ("6.22", "carried_only") and begin.why("move OP NZ") == (
        "6.22",
        "carried_only",
    )
    walk = begin.then("move A/25 NZ", "go 0223", "carry HQ 25 NZ", "go 0324", "carry OP NZ", "go 0424")
    assert (walk.where("HQ 25 NZ"), walk.where("OP NZ")) == ("0424", "0424")
    dropped = walk.then("drop HQ 25 NZ", "go 0524", "halt")
    assert (dropped.where("HQ 25 NZ"), dropped.where("OP NZ"), dropped.where("A/25 NZ")) == ("0424", "0524", "0524")
    assert dropped.heard(Dropped)[0].load == UNIT["HQ 25 NZ"]
    follow = dropped.then("move B/25 NZ", "go 0223", "go 0324", "go 0424")
    assert "carry HQ 25 NZ" not in follow.offers
    assert follow.why("carry HQ 25 NZ") == ("6.22", "carried_before")  # one carrier a phase (ruling 27)


@pytest.mark.case(C, "6.22", "9.23")
def test_one_headquarters_at_a_time_and_one_in_a_hex() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "HQ 26 NZ": "0223", "B/25 NZ": "0133"})
    walk = act(s, "move A/25 NZ", "carry HQ 25 NZ", "go 0223")
    assert walk.why("carry HQ 26 NZ") == ("6.22", "one_hq")
    assert walk.why("halt") == ("9.23", "no_room") and walk.why("drop HQ 25 NZ") == ("9.23", "no_room")
    assert walk.then("go 0324", "halt").where("HQ 25 NZ") == "0324"


@pytest.mark.case(C, "9.23", "9.0", "9.1")
def test_a_move_may_pass_a_full_hex_but_not_end_there() -> None:
    s = board({"A/25 NZ": "0123", "B/25 NZ": "0223", "C/25 NZ": "0223", "HQ 25 NZ": "0123"})
    walk = act(s, "move A/25 NZ", "go 0223")
    assert "halt" not in walk.offers and walk.why("halt") == ("9.23", "no_room")
    assert walk.then("go 0324", "halt").where("A/25 NZ") == "0324"


@pytest.mark.case(C, "16.0", "16.11")
def test_armour_goes_by_road_hexsides_only() -> None:
    """1625 and 1626 are both road hexes, but no road joins them (ruling 46)."""
    s = board({"B Sqn/19": "1625", "HQ 25 NZ": "1625", "A/25 NZ": "0133"})
    walk = act(s, "move B Sqn/19")
    assert GRID.side_of("1625", "1626") not in ROADS
    assert walk.why("go 1626") == ("16.0", "roads_only")
    assert set(walk.offers) >= {"go 1526", "go 1726"}
    stuck = board({"B Sqn/19": "1625", "HQ 25 NZ": "1625", "A/25 NZ": "0133"}, immobile=flagged("B Sqn/19"))
    assert act(stuck).why("move B Sqn/19") == ("16.11", "immobile")


@pytest.mark.case(C, "6.13", "11.33")
def test_the_points_a_unit_has_used_are_those_of_its_march_or_of_its_reorganisation() -> None:
    s = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123"})
    unit = UNIT["A/25 NZ"]
    s.spent[unit] = 10
    assert s.points_used(unit) == 10
    assert act(s, "move A/25 NZ", "go 0223").s.points_used(unit) == 1
    s.stack = ()
    assert s.points_used(unit) == 10
