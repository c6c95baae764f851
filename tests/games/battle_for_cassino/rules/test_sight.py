"""5.2, 5.9 Line of sight: the worked vectors, the abstract ones, symmetry, ranges, and the reason of a block."""

import random

import pytest

from grognard.games.battle_for_cassino.content import BUILDING, CREST, DATA, ELEVATION, GRID, HEXES, SOLID, UNIT
from grognard.games.battle_for_cassino.rows import SightRow
from grognard.games.battle_for_cassino.rules.sight import (
    clear,
    in_view,
    observed_by,
    obstacle,
    profile,
    row,
    sees,
    stretches,
    view,
)
from grognard.games.battle_for_cassino.rules.terrain import height
from grognard.maps import BIT
from tests.games.battle_for_cassino.kit import board

C = "battle_for_cassino"

VECTORS = DATA.rows("los_vectors.csv", SightRow)
H = GRID.id


@pytest.mark.case(C, "5.21", "5.9", "5.9.algorithm", "5.2")
@pytest.mark.parametrize("vector", VECTORS, ids=[f"{v.from_}-{v.to}" for v in VECTORS])
def test_the_worked_lines(vector: SightRow) -> None:
    """All 48 worked pairs, both ways, with their heights, their distance and the obstacle that decides."""
    a, b = H(vector.from_), H(vector.to)
    assert (height(a), height(b)) == (vector.from_height, vector.to_height)
    assert GRID.distance(a, b) == vector.range_hexes
    assert sees(a, b) == sees(b, a) == (vector.result == "clear")
    blocked = [point for point in profile(a, b) if point.blocks]
    assert bool(blocked) == (vector.result == "blocked")
    assert profile(a, b) == profile(b, a), "counted from the lower end, whoever looks"


@pytest.mark.case(C, "5.22", "5.22.ex")
def test_v1_a_building_on_100_metres_is_an_obstacle_of_110() -> None:
    there = [h for h in range(HEXES) if BUILDING >> h & 1 and not CREST[h]]
    assert there and all(obstacle(h, True) == ELEVATION[h] + 10 for h in there)
    assert all(obstacle(h, False) == ELEVATION[h] for h in there)


@pytest.mark.case(C, "5.22.in")
def test_who_is_in_a_building_stands_on_the_ground() -> None:
    assert height(H("2026")) == 0 and BUILDING >> H("2026") & 1
    assert height(H("2106")) == 510  # the crest of the Abbey, not its roof


@pytest.mark.case(C, "5.23", "5.23.ex")
def test_v2_a_crest_on_150_metres_is_at_160() -> None:
    assert ELEVATION[H("0720")] == 150
    assert height(H("0720")) == 160 and obstacle(H("0720"), False) == 160


@pytest.mark.case(C, "5.9.algorithm", "5.9.gauge", "5.9.tolerance")
def test_l1_exactly_on_the_line_and_a_metre_and_a_half_are_clear() -> None:
    """H = 50, D = 500, d = 250: h = 26.5 touches and is clear, 27 is not. In halves of a metre, scaled by two."""
    assert clear(100, 53, 1, 2) is (2 * 100 * 1 >= (2 * 53 - 3) * 2)
    assert 50 / 500 == (26.5 - 1.5) / 250
    assert clear(50, 26, 1, 2) and not clear(50, 27, 1, 2)


@pytest.mark.case(C, "5.9.algorithm", "5.9.tolerance")
def test_l2_between_equal_heights() -> None:
    assert clear(0, 1, 1, 2)  # up to 1.5 m passes
    assert not clear(0, 2, 1, 2)
    assert not clear(0, 10, 1, 2)  # a building
    assert clear(0, -50, 1, 2)


@pytest.mark.case(C, "5.9.algorithm")
def test_l3_an_obstacle_near_the_lower_end_and_farther_up() -> None:
    assert not clear(510, 410, 560, 800)
    assert clear(510, 410, 700, 800)


@pytest.mark.case(C, "5.9.algorithm", "5.9.gauge")
def test_l4_an_even_slope_is_seen() -> None:
    assert clear(150, 50, 50, 150) and clear(150, 100, 100, 150)


@pytest.mark.case(C, "5.9.algorithm")
def test_l5_a_building_close_to_the_lower_end_blocks() -> None:
    assert clear(50, 10, 50, 200)
    assert not clear(50, 10, 25, 200)


def test_sight_is_the_same_both_ways() -> None:
    rng = random.Random(3)
    for _ in range(2000):
        a, b = rng.randrange(HEXES), rng.randrange(HEXES)
        assert sees(a, b) == sees(b, a)
        assert sees(a, b) == (not any(point.blocks for point in profile(a, b)))


@pytest.mark.case(C, "5.2.contour", "5.2")
def test_neighbours_always_see_each_other_and_bands_are_fifty_metres() -> None:
    assert all(sees(a, b) for a in range(0, HEXES, 7) for b in GRID.neighbours[a])
    assert {e % 50 for e in ELEVATION} == {0} and (min(ELEVATION), max(ELEVATION)) == (0, 500)


@pytest.mark.case(C, "5.24", "8.21")
def test_a_company_sees_twenty_hexes_by_day_and_three_by_night() -> None:
    here = H("1826")
    day, night = board({"A/25 NZ": "1826"}), board({"A/25 NZ": "1826"}, turn=6)
    far = {GRID.distance(here, b) for b in range(HEXES) if view(day, here) >> b & 1}
    assert max(far) <= 20
    assert view(night, here) == row(here, 3)
    assert max(GRID.distance(here, b) for b in range(HEXES) if view(night, here) >> b & 1) == 3
    seen = [b for b in range(HEXES) if GRID.distance(H("2413"), b) == 21 and sees(H("2413"), b)]
    assert seen and not view(day, H("2413")) >> seen[0] & 1


@pytest.mark.case(C, "5.24", "5.41", "5.31", "13.12")
def test_f7_an_observer_sees_any_distance_by_day_and_three_hexes_by_night() -> None:
    """2208 looks down on 1827, 21 hexes away: the observer sees it, the headquarters beside him does not."""
    day = board({"OP 1": "2208", "HQ I/3": "2208"}, side=1)
    op, hq = UNIT["OP 1"], UNIT["HQ I/3"]
    assert observed_by(day, op, BIT[H("1827")]) and not observed_by(day, hq, BIT[H("1827")])
    near = next(b for b in range(HEXES) if GRID.distance(H("2208"), b) == 4 and sees(H("2208"), b))
    close = next(b for b in range(HEXES) if GRID.distance(H("2208"), b) == 3 and sees(H("2208"), b))
    assert observed_by(day, op, BIT[near]) and observed_by(day, hq, BIT[near])
    far = next(h for h in range(HEXES) if GRID.distance(h, H("2208")) > 20 and not sees(H("2208"), h))
    assert observed_by(day, op, BIT[H("1827")] | BIT[far]) == BIT[H("1827")] and observed_by(day, op, BIT[far]) == 0
    dark = board({"OP 1": "2208", "HQ I/3": "2208"}, side=1, turn=6)
    assert not observed_by(dark, op, BIT[near]) and observed_by(dark, op, BIT[close])
    assert not observed_by(dark, op, BIT[H("1827")])  # and what lies beyond twenty hexes least of all


@pytest.mark.case(C, "5.22")
def test_a_symbol_blocks_only_where_the_line_touches_it() -> None:
    """1926 to 1930 runs through the house in 1927; the street from 1826 to 1829 is clear."""
    point = next(p for p in profile(H("1926"), H("1930")) if p.blocks)
    assert GRID.names[point.hex] == "1927" and point.height == 10
    assert not any(p.blocks for p in profile(H("1826"), H("1829")))
    grazed = [
        (a, p)
        for a in range(0, HEXES, 3)
        for b in GRID.ring(a, 3)
        for p in profile(a, b)
        if BUILDING >> p.hex & 1 and not SOLID >> p.hex & 1 and p.height == height(p.hex)
    ]
    assert grazed  # houses that a line passes without touching add nothing


@pytest.mark.case(C, "5.21", "5.9.algorithm")
@pytest.mark.parametrize(("a", "b"), [("0522", "0620"), ("0903", "1001"), ("0109", "0207"), ("0314", "0412")])
def test_along_a_hexside_the_lower_of_the_two_hexes_counts(a: str, b: str) -> None:
    """The higher one beside the line, which comes first or second along the way, would block it."""
    (pair,) = [part for part in stretches(*_offset(a, b)) if len(part.hexes) == 2]
    q, r = GRID.cubes[min(H(a), H(b), key=height)]
    heights = sorted(height(GRID.at(q + x, r + y)) for x, y in pair.hexes)
    low, high = sorted((height(H(a)), height(H(b))))
    assert clear(high - low, heights[0] - low, pair.num, pair.den)
    assert not clear(high - low, heights[1] - low, pair.num, pair.den)
    assert sees(H(a), H(b)) and sees(H(b), H(a))


def _offset(a: str, b: str) -> tuple[int, int]:
    low, high = sorted((H(a), H(b)), key=height)
    (q, r), (u, v) = GRID.cubes[low], GRID.cubes[high]
    return u - q, v - r


@pytest.mark.case(C, "5.22")
@pytest.mark.parametrize(("offset", "hex", "touched"), [((-24, 1), (-8, 0), True), ((-24, 2), (-4, 0), False)])
def test_the_symbol_of_a_house_has_a_radius_of_fifteen_metres(
    offset: tuple[int, int], hex: tuple[int, int], touched: bool
) -> None:
    """Lines that pass its centre at 14.7 and at 15.1 metres."""
    (q, r), (a, b) = offset, hex
    away = 50 * 3**0.5 / 2 * abs(q * b - r * a) / (q * q + q * r + r * r) ** 0.5
    assert (away <= 15) is touched and abs(away - 15) < 0.4
    assert next(part.symbol for part in stretches(q, r) if part.hexes == (hex,)) is touched


@pytest.mark.case(C, "5.21")
@pytest.mark.parametrize(("offset", "hex", "counts"), [((5, 49), (1, 3), False), ((8, 49), (3, 14), True)])
def test_a_line_that_grazes_a_hex_for_less_than_a_metre_does_not_cross_it(
    offset: tuple[int, int], hex: tuple[int, int], counts: bool
) -> None:
    """Lines of an observer: 99.5 centimetres through the corner of a hex, and 100.3."""
    found = [part.hexes for part in stretches(*offset)]
    assert ((hex,) in found) is counts
    assert found[-1] != (hex,) and len(found) > 40, "and it goes on behind it"


@pytest.mark.case(C, "5.22")
def test_past_a_house_one_sees_and_through_it_not() -> None:
    """All on the level, with nothing else about: whether the line touches the symbol decides."""
    level = [h for h in range(HEXES) if height(h) == 0]
    found = {True: 0, False: 0}
    for a in level[::5]:
        for b in GRID.ring(a, 4):
            points = profile(a, b)
            houses = [p for p in points if BUILDING >> p.hex & 1 and not SOLID >> p.hex & 1]
            if height(b) == 0 and len(houses) == 1 and all(height(p.hex) == 0 and p.height in (0, 10) for p in points):
                touched = houses[0].height == 10
                if all(p is houses[0] or p.height == 0 for p in points):
                    assert sees(a, b) is not touched, (GRID.names[a], GRID.names[b])
                    found[touched] += 1
    assert min(found.values()) >= 20


@pytest.mark.case(C, "5.21", "5.9.algorithm")
def test_two_hexes_apart_along_a_side_the_middle_of_the_line_decides() -> None:
    """Half way the line runs at the mean of both heights: the lower hex beside it may rise a metre and a half above."""
    seen = set()
    for a in range(HEXES):
        q, r = GRID.cubes[a]
        for x, y, *beside in ((1, 1, (1, 0), (0, 1)), (2, -1, (1, 0), (1, -1)), (-1, 2, (0, 1), (-1, 1))):
            b = GRID.at(q + x, r + y)
            between = [h for u, v in beside if (h := GRID.at(q + u, r + v)) >= 0]
            if b >= 0:
                top = min(height(h) + (10 if SOLID >> h & 1 else 0) for h in between)
                open_ = height(a) + height(b) >= 2 * top - 3
                assert sees(a, b) is open_ and sees(b, a) is open_, (GRID.names[a], GRID.names[b])
                seen.add((open_, len(between)))
    assert seen >= {(True, 2), (False, 2), (True, 1)}


@pytest.mark.case(C, "5.21")
def test_what_is_seen_among_some_hexes_is_what_is_seen_of_all() -> None:
    s, dark = board({"A/25 NZ": "1826"}), board({"A/25 NZ": "1826"}, turn=6)
    some = sum(BIT[h] for h in range(0, HEXES, 5))
    for here in (H("1826"), H("2208"), H("0721")):
        assert in_view(s, here, some) == view(s, here) & some and in_view(dark, here, some) == row(here, 3) & some
