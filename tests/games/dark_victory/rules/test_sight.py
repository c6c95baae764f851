"""10.8-10.13 Sight: hand-checked pairs, walls, levels, blocking units, rooms by rows, special cannon, symmetry."""

import random

import pytest

from grognard.games.dark_victory.content import (
    GRID,
    GROUND,
    HEXES,
    INSIDE,
    LEVEL,
    MEXICAN,
    NUMBER,
    SPACE_NAMES,
    TEXAN,
    WALL,
)
from grognard.games.dark_victory.rules.fire import refuse_shot, shot, targets
from grognard.games.dark_victory.rules.sight import distance, lines, reach, sees, zone
from grognard.maps import mask
from tests.games.dark_victory.kit import SPACE, UNIT, act, board

TITLE = "dark_victory"

OPEN = (
    "2317 2321",  # down the plaza
    "2317 2517",  # across it
    "2316 2321",  # the printed range of five
    "2314 2312",  # from the north battery over the ditch
    "2314 2310",
    "2314 2313",  # straight down
    "2014 2012",
    "2014 2013",
    "2014 2015",
    "2214 2210",
    "2114 2111",
    "2313 2314",  # up at an intermediate wall
    "2311 2314",
    "1825 1924",  # up at a roof
    "1822 2022",  # over the wall of one's own hex
    "2821 2819",  # through a door
    "1924 1825",
    "1930 2130",  # around the corner
    "2414 2413",  # over the breach
    "2413 2414",
    "2629 2630",
    "2630 2629",
    "2728 2731",
    "3019 3119",
    "3119 3019",
    "2623 2523",  # from a roof into the plaza
    "2623 2423",
    "2523 2623",
    "2023 1922",  # inside the compound
    "2023 1923",
    "3125 3126",  # in the chapel
    "3126 3125",
    "2925 3026",
    "3026 2925",
    "3026 3227",
    "3027 3126",
    "3226 3227",
    "3326 3227",
    "1816 1915",  # by an exterior door
    "1915 1816",
    "2717 2618",
    "2618 2717",
)
HIDDEN = (
    "2311 2316",  # over the north wall from the ground
    "2412 2416",  # the breach belongs to neither
    "1815 1915",  # a high wall without a door
    "1915 1815",
    "1818 1917",
    "1916 1914",  # a high wall of the firer's hex, the target is not high
    "1915 1917",
    "2312 2318",
    "1722 2022",  # over the west wall into the plaza
    "2022 1722",
    "1822 1924",  # the wall before 1923 belongs to neither
    "2718 2521",  # over the barracks roofs' own walls
    "2728 2426",
    "3026 3028",  # the chapel's unroofed part and the outside
    "3028 3026",
    "3126 3127",
    "3126 2825",
    "2824 3126",
    "2921 2919",  # across the corrals
    "2919 2921",
    "2521 2721",  # through the Long Barracks
    "2013 2017",
    "2529 2527",
    "2232 2328",
)


def pair(text: str) -> tuple[int, int]:
    a, b = text.split()
    return SPACE[a], SPACE[b]


@pytest.mark.case(TITLE, "10.8", "10.8.D", "10.8.F", "10.25", "9.13", "10.22")
@pytest.mark.parametrize("text", OPEN)
def test_clear_lines(text: str) -> None:
    a, b = pair(text)
    assert lines(a, b)


@pytest.mark.case(TITLE, "10.8.D", "10.25", "9.13", "9.13.note")
@pytest.mark.parametrize("text", HIDDEN)
def test_walled_lines(text: str) -> None:
    a, b = pair(text)
    assert lines(a, b) == ()


@pytest.mark.case(TITLE, "10.8.E")
def test_a_line_along_a_wall_is_not_blocked() -> None:
    a, b = pair("2628 2526")  # its middle is the side between 2527 and 2627, a low wall
    assert WALL[GRID.side_of("2527", "2627")]
    assert len(lines(a, b)) == 2
    both = board({"M1-F1": "2628", "T4-inf1": "2526"})
    assert len(sees(both, a, b)) == 2
    assert shot(both, UNIT["M1-F1"], a, b).terms[2] == ("10.7", 0)
    one = board({"M1-F1": "2628", "T4-inf1": "2526", "T4-inf2": "2527"})
    assert len(sees(one, a, b)) == 1
    assert shot(one, UNIT["M1-F1"], a, b).terms[2] == ("10.7", -2)
    none = board({"M1-F1": "2628", "T4-inf1": "2526", "T4-inf2": "2527", "T4-inf3": "2627"})
    assert sees(none, a, b) == []


@pytest.mark.case(TITLE, "10.13", "10.13.ex")
def test_vector_10_range_counts_the_target_and_not_the_firer() -> None:
    assert distance(SPACE["2316"], SPACE["2321"]) == 5
    assert distance(SPACE["2623 in"], SPACE["2523"]) == 1


@pytest.mark.case(TITLE, "10.8.B", "10.8.C", "10.8.ex")
def test_vector_8_men_below_the_wall_are_fired_over_others_are_not() -> None:
    over = board({"T7-inf1": "2314", "M1-F1": "2313", "M1-F2": "2312", "M1-F3": "2311"})
    assert sees(over, SPACE["2314"], SPACE["2312"])
    assert not sees(over, SPACE["2314"], SPACE["2311"])
    free = board({"T7-inf1": "2314", "M1-F3": "2311"})
    assert sees(free, SPACE["2314"], SPACE["2311"])
    level = board({"T7-inf1": "2317", "T7-inf2": "2318", "M1-F1": "2320"})
    assert not sees(level, SPACE["2317"], SPACE["2320"])
    leader = board({"T7-inf1": "2317", "Travis": "2318", "M1-F1": "2320"})
    assert not sees(leader, SPACE["2317"], SPACE["2320"])
    roofs = board({"T7-inf1": "2619", "M1-F1": "2519", "M1-F2": "2421", "T7-inf2": "2624"})
    assert sees(roofs, SPACE["2619"], SPACE["2519"])
    higher = board({"M1-F1": "2517", "T7-inf1": "2615", "T7-inf2": "2616"})
    assert refuse_shot(higher, MEXICAN, SPACE["2517"], SPACE["2616"]) is None


@pytest.mark.case(TITLE, "10.8.B")
def test_guns_and_markers_block_nothing_and_rooms_below_block_nobody_above() -> None:
    s = board({"T7-inf1": "2317", "M1-F1": "2320"}, guns={"6pdr-2326": "2318"}, extra=["2319"])
    assert sees(s, SPACE["2317"], SPACE["2320"])
    roof = board({"T4-inf1": "2620", "T4-inf2": "2621 in", "M1-F1": "2622"})
    assert sees(roof, SPACE["2620"], SPACE["2622"])


@pytest.mark.case(TITLE, "10.10", "10.10.ex", "9.9.B")
def test_vector_9_a_room_sees_the_straight_row_before_its_door() -> None:
    room = SPACE["2623 in"]
    for hex in ("2523", "2424", "2324", "2225"):
        assert lines(room, SPACE[hex]) and lines(SPACE[hex], room)
    for hex in ("2323", "2522", "2524", "2423"):
        assert lines(room, SPACE[hex]) == ()
    assert lines(SPACE["2623"], SPACE["2623 in"]) == ()
    assert lines(SPACE["2622"], room) == ()  # never roof against room


@pytest.mark.case(TITLE, "10.10.B")
def test_between_rooms_fire_passes_doors_in_a_row_and_at_most_one_room() -> None:
    one = SPACE["2619 in"]
    assert lines(one, SPACE["2620 in"]) and lines(one, SPACE["2621 in"])
    assert lines(SPACE["2620 in"], SPACE["2622 in"]) == ()  # a wall without a door
    assert lines(SPACE["1919 in"], SPACE["1921 in"])
    assert lines(SPACE["2623 up"], SPACE["2723 up"])
    assert lines(SPACE["2723 in"], SPACE["2723 up"]) == () == lines(SPACE["2623 up"], SPACE["2523"])
    blocked = board({"T1-inf1": "1919 in", "T4-inf1": "1920 in", "M1-F1": "1921 in"})
    assert not sees(blocked, SPACE["1919 in"], SPACE["1921 in"])


@pytest.mark.case(TITLE, "9.13")
def test_the_unroofed_chapel_exchanges_fire_with_its_scaffold_only() -> None:
    scaffold = ("2925", "2926", "2927", "3025", "3125", "3226", "3326")
    for unroofed in ("3026", "3027", "3126", "3227"):
        seen = {name for name in GRID.names if lines(SPACE[unroofed], SPACE[name])}
        assert seen <= {*scaffold, "3026", "3027", "3126", "3227"}
        assert seen & set(scaffold)


@pytest.mark.case(TITLE, "10.9")
def test_the_west_gun_fires_over_the_wall_of_its_neighbours() -> None:
    gun, far = SPACE["2023"], [SPACE[h] for h in ("1722", "1723", "1622", "1623")]
    assert any(lines(gun, b, True) for b in far)
    assert all(lines(gun, b) == () for b in far)
    over = [b for b in far if lines(gun, b, True)]
    blocked = board({"T3-gun1": "2023", "T4-inf1": "1922", "T4-inf2": "1923", "M1-F1": "1722"})
    assert not any(sees(blocked, gun, b, True) for b in over)


@pytest.mark.case(TITLE, "10.9.B")
def test_the_east_gun_fires_over_its_own_outer_walls_only() -> None:
    gun = SPACE["3326"]
    assert lines(gun, SPACE["3527"], True) and lines(gun, SPACE["3526"], True)
    assert lines(gun, SPACE["3227"]) and lines(gun, SPACE["3227"], True) == ()
    assert lines(gun, SPACE["3125"], True) == ()


@pytest.mark.case(TITLE, "10.25")
def test_up_at_roofs_by_choice_and_not_at_all_if_read_strictly() -> None:
    a, b = SPACE["1825"], SPACE["1924"]
    assert lines(a, b) and lines(a, b, False, True) == ()
    assert lines(SPACE["3126"], SPACE["3125"], False, True)  # 9.13 stays
    assert lines(SPACE["1816"], SPACE["1915"], False, True)  # a door stays


@pytest.mark.case(TITLE, "10.11", "10.12", "10.12.B")
def test_vector_40_range_and_visibility_together() -> None:
    assert [reach(t, TEXAN, False) for t in (1, 4, 5, 6, 8, 9, 10, 18)] == [5, 5, 6, 7, 9, 10, 10, 10]
    assert [reach(t, MEXICAN, False) for t in (1, 9, 18)] == [4, 4, 4]
    assert [reach(t, MEXICAN, True) for t in (1, 5, 9)] == [5, 6, 10] and reach(10, TEXAN, True) > 40
    dark = board({"T7-inf1": "2314", "M1-F1": "2308"}, turn=4)
    assert refuse_shot(dark, TEXAN, SPACE["2314"], SPACE["2308"]).key == "too_dark"
    light = board({"T7-inf1": "2314", "M1-F1": "2308"}, turn=5)
    assert refuse_shot(light, TEXAN, SPACE["2314"], SPACE["2308"]) is None
    far = board({"M1-F1": "2317", "T7-inf1": "2322"}, turn=12)
    assert refuse_shot(far, MEXICAN, SPACE["2317"], SPACE["2322"]).key == "out_of_range"
    assert refuse_shot(far, TEXAN, SPACE["2322"], SPACE["2317"]) is None


def test_walls_are_symmetric_but_for_fire_from_the_ground() -> None:
    rng = random.Random(4)
    tried = 0
    for _ in range(4000):
        a = rng.randrange(HEXES)
        b = rng.choice(GRID.within(a, 10))
        if a == b or LEVEL[a] == GROUND != LEVEL[b] or LEVEL[b] == GROUND != LEVEL[a]:
            continue
        tried += 1
        assert bool(lines(a, b)) == bool(lines(b, a))
    assert tried > 2000


def test_zones_hold_exactly_what_lines_reach() -> None:
    rng = random.Random(1836)
    inside = [h for h in range(HEXES) if INSIDE >> h & 1]
    names = ["2314", "2023", "3326", "3026", "1929", "2925", "0101", "2513", "3124", "3024"]
    named = [SPACE[name] for name in (*names, "2623 in", "1919 in")]
    for a in (*named, *rng.sample(inside, 12), *rng.sample(range(HEXES), 6)):
        near = {*GRID.within(NUMBER[a], 6), *range(HEXES, len(LEVEL))}
        for gun, strict in ((False, False), (True, False), (False, True)):
            seen = {b for b in near if b != a and lines(a, b, gun, strict)}
            for far in (1, 6):
                assert zone(a, far, gun, strict) == mask(b for b in seen if distance(a, b) <= far), SPACE_NAMES[a]


def test_by_day_the_zone_of_a_cannon_reaches_the_edge_of_the_map() -> None:
    gun = SPACE["2214"]
    far = zone(gun, reach(10, TEXAN, True), True)
    tried = random.Random(6).sample(range(HEXES), 150)
    assert [b for b in tried if far >> b & 1] == [b for b in tried if lines(gun, b, True)]
    assert any(distance(gun, b) > 10 and far >> b & 1 for b in tried)


def test_refusals_name_what_is_in_the_way() -> None:
    start = act(board({"M4-L1": "2317", "M4-L2": "2318", "T4-inf1": "2320"}), "activate M4-L1")
    assert start.why("shoot 2320") == ("10.8.B", "line_blocked")
    assert start.why("shoot 2322") == ("10.2", "nobody_there")


@pytest.mark.case(TITLE, "10.8.B", "10.8.C", "9.12.B")
def test_from_roof_to_roof_nobody_on_the_ground_is_in_the_way() -> None:
    a, b = SPACE["1926"], SPACE["2624"]
    assert sees(board({"M1-F1": "2325", "T4-inf1": "1926"}), a, b)
    assert sees(board({"M1-F1": "1927", "T4-inf1": "1926"}), a, b)
    below = SPACE["2425"]  # beyond a man in the plaza
    assert sees(board({"T4-inf1": "1926"}), a, below) and sees(board({"M1-F1": "2325"}), a, below) == []


@pytest.mark.case(TITLE, "9.13", "10.8.B")
def test_men_in_the_chapel_are_in_the_way_of_those_in_it_and_not_of_fire_over_it() -> None:
    def clear(a: str, b: str, unit: str) -> bool:
        return bool(sees(board({"M1-F1": unit}), SPACE[a], SPACE[b]))

    assert clear("2925", "3127", "3026") and clear("2925", "3127", "3027")  # from the roof out over the chapel
    assert not clear("3026", "3227", "3126") and not clear("3227", "3026", "3126")  # through it
    assert not clear("2925", "3227", "3126") and clear("2925", "3227", "3026")  # down into it; right beneath he is not
    assert not clear("3227", "2925", "3126") and not clear("3227", "2925", "3026")  # and up from it


@pytest.mark.case(TITLE, "10.10", "10.10.B", "9.13", "10.9")
def test_what_ends_a_row_and_what_a_gun_fires_over() -> None:
    """One room between at most, no high wall without a door, inside the chapel only over its floor."""
    for a, b in (("2723 in", "2425"), ("2615 in", "2618"), ("2620 in", "2821")):
        assert lines(SPACE[a], SPACE[b]) == () == lines(SPACE[b], SPACE[a])
    assert len(lines(SPACE["3027"], SPACE["3227"])) == 1  # past the corner of the roof there is no second line
    west = SPACE["2023"]
    over = [line for b in range(HEXES) if not lines(west, b) for line in lines(west, b, True)]
    assert over and all(between & mask((SPACE["1922"], SPACE["1923"])) for between, _ in over)


@pytest.mark.case(TITLE, "10.8.B", "13.1")
def test_women_and_children_are_units_in_the_way() -> None:
    """In the free set-up they may stand anywhere inside; they hide who is behind them, and are no target themselves."""
    units = {"T4-inf1": "2320", "M1-F1": "2317"}
    assert sees(board(units), SPACE["2320"], SPACE["2317"])
    s = board({**units, "T13-wom1": "2318"})
    assert not sees(s, SPACE["2320"], SPACE["2317"]) and not sees(s, SPACE["2317"], SPACE["2320"])
    assert targets(s, MEXICAN, SPACE["2317"]) == []
