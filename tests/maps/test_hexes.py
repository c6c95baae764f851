"""Printed numbers, neighbours, hexsides, distances and edges."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import EVEN, FLAT, ODD, POINTY, HexGrid, MapError, Numbering, asymmetric, parts
from tests.maps.grids import BATTLE, CASSINO, FRONT, GRIDS, blocks, numberings, pairs, table


def near(grid: HexGrid, name: str) -> dict[str, str]:
    """Neighbours by direction name."""
    row = grid.towards[grid.id(name)]
    return {d: grid.names[b] for d, b in zip(grid.directions, row, strict=True) if b >= 0}


@given(numberings, st.integers(0, 99), st.integers(0, 99))
def test_number_offset_and_cube_are_one(numbering: Numbering, col: int, row: int) -> None:
    printed = numbering.number(col, row)
    assert numbering.parse(printed) == (col, row)
    assert numbering.offset(*numbering.cube(col, row)) == (col, row)


@given(numberings, st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_different_places_have_different_cubes(numbering: Numbering, a: int, b: int, c: int, d: int) -> None:
    assert (numbering.cube(a, b) == numbering.cube(c, d)) == ((a, b) == (c, d))


def test_column_first_and_row_first_read_the_number_differently() -> None:
    assert CASSINO.parse("1406") == (14, 6)
    assert BATTLE.parse("1934") == (34, 19)
    assert BATTLE.number(34, 19) == "1934"


@pytest.mark.parametrize("printed", ["", "140", "14060", "14A6", "-106", "١٤٠٦"])
def test_what_is_no_number_is_refused(printed: str) -> None:
    with pytest.raises(MapError, match="not a hex number"):
        CASSINO.parse(printed)


def test_a_place_without_a_number_is_refused() -> None:
    with pytest.raises(MapError, match="has no number"):
        CASSINO.number(100, 1)
    with pytest.raises(MapError, match="has no number"):
        CASSINO.number(1, -1)


def test_odd_columns_high() -> None:
    grid = GRIDS["cassino"]
    assert len(grid) == 115
    assert near(grid, "1305") == {"N": "1304", "NE": "1404", "SE": "1405", "S": "1306", "SW": "1205", "NW": "1204"}
    assert near(grid, "1406") == {"N": "1405", "NE": "1506", "SE": "1507", "S": "1407", "SW": "1307", "NW": "1306"}
    assert near(grid, "1001") == {"NE": "1101", "SE": "1102", "S": "1002"}


def test_even_columns_high() -> None:
    grid = GRIDS["front"]
    assert len(grid) == 725
    assert sorted(near(grid, "1414").values()) == ["1313", "1314", "1413", "1415", "1513", "1514"]
    assert near(grid, "2210")["NW"] == "2109"
    assert not {"2109", "2110", "2209"} & set(near(grid, "2310").values())
    assert near(grid, "1000") == {"SE": "1100", "S": "1001"}


@pytest.mark.parametrize(
    "touching",
    [
        "2029 1929", "2824 2723", "2014 2013", "2023 1922", "2023 1923", "2314 2313", "2313 2312", "2619 2718",
        "2030 2129", "3024 3025", "3025 3124", "3024 3124", "2623 2523", "2523 2424", "2629 2728", "2728 2828",
    ],
)  # fmt: skip
def test_odd_columns_low(touching: str) -> None:
    a, b = touching.split()
    assert b in near(GRIDS["alamo"], a).values()


def test_rows_with_even_rows_to_the_right() -> None:
    grid = GRIDS["battle"]
    assert len(grid) == 1977
    assert near(grid, "0108") == {"E": "0109", "W": "0107", "SE": "0208", "SW": "0207"}
    assert near(grid, "0208") == {"NE": "0109", "E": "0209", "SE": "0309", "SW": "0308", "W": "0207", "NW": "0108"}
    for a, b in (("1934", "1833"), ("1833", "1734"), ("1734", "1633"), ("1633", "1534")):
        assert b in near(grid, a).values()


def test_rows_that_grow_upwards() -> None:
    grid = HexGrid(Numbering(flat=True, shifted=ODD, upwards=True), ["0101", "0102", "0201", "0202"])
    assert near(grid, "0101") == {"N": "0102", "NE": "0201"}
    grid = HexGrid(Numbering(flat=False, shifted=ODD, upwards=True), ["0101", "0102", "0201", "0202"])
    assert near(grid, "0101") == {"E": "0201", "NE": "0202", "NW": "0102"}


def test_directions_are_clockwise_and_opposite_three_apart() -> None:
    for names, grid in ((FLAT, GRIDS["cassino"]), (POINTY, GRIDS["battle"])):
        assert grid.directions == names
        for a, row in enumerate(grid.towards):
            for d, b in enumerate(row):
                if b >= 0:
                    assert grid.towards[b][(d + 3) % 6] == a
                    assert grid.direction(a, b) == d
    assert GRIDS["cassino"].direction(0, 114) == -1


def test_the_hexsides_of_cassino_are_those_of_the_data() -> None:
    grid = GRIDS["cassino"]
    assert grid.names == tuple(row["hex"] for row in table("hexes.csv"))
    rows = table("hexsides.csv")
    listed = {grid.side_of(row["hex_a"], row["hex_b"]): row["direction_a_to_b"] for row in rows}
    assert sorted(listed) == list(range(grid.inner)) and len(rows) == grid.inner
    for side, direction in listed.items():
        a, b = grid.hexsides[side]
        assert grid.directions[grid.direction(a, b)] == direction


def test_the_edges_of_cassino_are_those_of_the_data() -> None:
    grid = GRIDS["cassino"]
    edges: dict[str, set[int]] = {}
    for row in table("edges.csv"):
        edges.setdefault(row["edge"], set()).add(grid.id(row["hex"]))
    assert edges["E"] == set(grid.edge("E"))
    assert edges["W"] == set(grid.edge("W"))
    assert edges["S"] < set(grid.edge("S"))


def test_the_river_is_one_line_that_cuts_the_map_in_two() -> None:
    grid = GRIDS["cassino"]
    river = [grid.side_of(row["hex_a"], row["hex_b"]) for row in table("rivers.csv")]
    assert all(grid.meet(a, b) for a, b in itertools.pairwise(river))
    assert not grid.meet(river[0], river[0]) and not grid.meet(river[0], river[-1])
    west, east = parts(grid.without(river))
    assert grid.id("1406") in west and grid.id("1907") in east


def test_edges_hold_one_hex_of_every_line_across_them() -> None:
    grid = GRIDS["battle"]
    assert [grid.names[space] for space in grid.edge("E")][:3] == ["0134", "0233", "0334"]
    assert [grid.names[space] for space in grid.edge("S")] == [f"59{at:02}" for at in range(1, 35)]
    assert set(grid.border) == {space for side in "NESW" for space in grid.edge(side)}
    with pytest.raises(MapError, match="not an edge"):
        grid.edge("NE")


def test_an_edge_that_grows_upwards_is_still_the_northern_one() -> None:
    grid = HexGrid(Numbering(flat=True, shifted=EVEN, upwards=True), ["0101", "0102", "0201", "0202"])
    assert [grid.names[space] for space in grid.edge("N")] == ["0102", "0202"]


@given(blocks())
def test_every_relation_of_a_block_is_sound(grid: HexGrid) -> None:
    assert asymmetric(grid.neighbours) == ()
    assert len(parts(grid.neighbours)) == 1
    for a, row in enumerate(grid.towards):
        assert tuple(b for b in row if b >= 0) == grid.neighbours[a]
        for d, side in enumerate(grid.side_towards[a]):
            first, second = grid.hexsides[side]
            assert {first, second} == {a, row[d]}
            assert (second < 0) == (row[d] < 0) == (side >= grid.inner)
            ends = {grid.corners[a][d], grid.corners[a][(d + 1) % 6]}
            assert set(grid.side_ends[side]) == ends
            if row[d] >= 0:
                assert grid.side(a, row[d]) == side and ends <= set(grid.corners[row[d]])


@given(blocks(), st.data())
def test_distance_is_the_number_of_steps(grid: HexGrid, data: st.DataObject) -> None:
    """A block with straight lines of hexes has no bay, so the shortest way never leaves it."""
    start = data.draw(st.integers(0, len(grid) - 1))
    steps, frontier = {start: 0}, [start]
    for a in frontier:
        for b in grid.neighbours[a]:
            if b not in steps:
                steps[b] = steps[a] + 1
                frontier.append(b)
    assert steps == {b: grid.distance(start, b) for b in range(len(grid))}


@given(pairs(), st.data())
def test_triangle_inequality_and_symmetry(pair: tuple[HexGrid, int, int], data: st.DataObject) -> None:
    grid, a, b = pair
    c = data.draw(st.integers(0, len(grid) - 1))
    assert grid.distance(a, b) == grid.distance(b, a) <= grid.distance(a, c) + grid.distance(c, b)
    assert (grid.distance(a, b) == 0) == (a == b)


def test_printed_distances() -> None:
    alamo, battle = GRIDS["alamo"], GRIDS["battle"]
    assert alamo.distance(alamo.id("2316"), alamo.id("2321")) == 5
    assert battle.distance(battle.id("2208"), battle.id("1827")) == 21


@given(pairs(), st.integers(0, 6))
def test_rings_are_the_hexes_at_that_distance(pair: tuple[HexGrid, int, int], radius: int) -> None:
    grid, centre, _ = pair
    ring = grid.ring(centre, radius)
    assert len(set(ring)) == len(ring)
    assert set(ring) == {b for b in range(len(grid)) if grid.distance(centre, b) == radius}
    assert set(grid.within(centre, radius)) == {b for b in range(len(grid)) if grid.distance(centre, b) <= radius}


def test_a_ring_runs_clockwise_from_the_first_direction() -> None:
    grid = GRIDS["cassino"]
    centre = grid.id("1406")
    assert grid.ring(centre, 1) == grid.towards[centre]
    assert [grid.names[b] for b in grid.ring(centre, 2)][:3] == ["1404", "1505", "1605"]


def test_unknown_and_repeated_hexes_are_refused() -> None:
    grid = GRIDS["cassino"]
    assert "1406" in grid and "1411" not in grid
    with pytest.raises(MapError, match="there is no hex 1411"):
        grid.id("1411")
    with pytest.raises(MapError, match="1001 and 1406 are not adjacent"):
        grid.side_of("1001", "1406")
    with pytest.raises(MapError, match="hex 1001 is listed twice"):
        HexGrid(CASSINO, ["1001", "1002", "1001"])


def test_spaces_are_numbered_as_listed() -> None:
    grid = HexGrid(CASSINO, ["1102", "1001"])
    assert grid.ids(["1001", "1102"]) == (1, 0)
    assert grid.neighbours == ((1,), (0,))
    assert grid.at(*grid.cubes[1]) == 1 and grid.at(99, 99) == -1


def test_parts_of_some_spaces() -> None:
    grid = HexGrid(FRONT, ["1001", "1002", "1003", "1004", "1005"])
    assert parts(grid.neighbours, [0, 1, 3, 4]) == ((0, 1), (3, 4))
    assert asymmetric(((1,), ())) == ((0, 1),)
