"""Where hexes and areas are drawn."""

from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import HexGrid, HexLayout, MapError
from grognard.maps.layout import (
    bounds,
    centroid,
    clearance,
    contains,
    inside_point,
    read_polygon,
    shared_sides,
    surface,
)
from tests.maps.grids import GRIDS, blocks, table

CASTLE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
HOLLOW = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (8.0, 10.0), (8.0, 2.0), (2.0, 2.0), (2.0, 10.0), (0.0, 10.0))


@given(blocks(), st.floats(5, 200), st.floats(0, 50))
def test_hexes_are_regular_and_touch_exactly(grid: HexGrid, radius: float, margin: float) -> None:
    layout = HexLayout(grid, radius, margin)
    for space in range(len(grid)):
        centre, polygon = layout.centre(space), layout.polygon(space)
        assert len(polygon) == 6 and surface(polygon) > 0
        assert all(dist(centre, corner) == pytest.approx(radius, abs=0.02) for corner in polygon)
        assert contains(polygon, centre) and contains(polygon, layout.label(space))
        assert layout.label(space)[1] < centre[1] - radius / 2
        for d, side in enumerate(grid.side_towards[space]):
            assert set(layout.side(side)) == {polygon[d], polygon[(d + 1) % 6]}
            other = grid.towards[space][d]
            if other >= 0:
                assert dist(centre, layout.centre(other)) == pytest.approx(radius * sqrt(3), abs=0.05)
                assert dist(layout.middle(side), centre) == pytest.approx(radius * sqrt(3) / 2, abs=0.05)


@given(blocks(), st.floats(0, 50))
def test_the_sheet_holds_the_map_and_its_margin(grid: HexGrid, margin: float) -> None:
    layout = HexLayout(grid, 40, margin)
    left, top, right, bottom = bounds(layout.corners)
    assert (left, top) == pytest.approx((margin, margin), abs=0.01)
    assert (right + margin, bottom + margin) == pytest.approx((layout.width, layout.height), abs=0.03)


@given(blocks())
def test_the_outline_is_one_closed_line_round_every_hex(grid: HexGrid) -> None:
    layout = HexLayout(grid, 40)
    (outline,) = layout.outline()
    assert outline[0] == outline[-1]
    assert len(outline) - 1 == len(grid.hexsides) - grid.inner
    hexes = sum(surface(layout.polygon(space)) for space in range(len(grid)))
    assert abs(surface(outline[:-1])) == pytest.approx(hexes, rel=1e-3)


@given(blocks(), st.data())
def test_the_hex_under_a_point(grid: HexGrid, data: st.DataObject) -> None:
    layout = HexLayout(grid, 40, 10)
    point = data.draw(st.floats(0, layout.width)), data.draw(st.floats(0, layout.height))
    space = layout.space_at(point)
    if space >= 0:
        assert contains(layout.polygon(space), point) or clearance(layout.polygon(space), point) < 0.05
    else:
        inside = [k for k in range(len(grid)) if contains(layout.polygon(k), point)]
        assert all(clearance(layout.polygon(k), point) < 0.05 for k in inside)
    assert all(layout.space_at(layout.centre(k)) == k for k in range(len(grid)))


def test_odd_columns_stand_higher_in_cassino() -> None:
    grid = GRIDS["cassino"]
    layout = HexLayout(grid, 100)
    assert layout.centre(grid.id("1101"))[1] < layout.centre(grid.id("1001"))[1] < layout.centre(grid.id("1102"))[1]
    assert layout.width == 1700.0


def test_a_river_is_drawn_as_one_line() -> None:
    grid = GRIDS["cassino"]
    layout = HexLayout(grid, 100)
    river = [grid.side_of(row["hex_a"], row["hex_b"]) for row in table("rivers.csv")]
    (line,) = layout.chains(river)
    assert len(line) == len(river) + 1
    (again,) = layout.chains(river[9:] + river[:9])
    assert again in (line, line[::-1])
    assert len(layout.chains([*river[:3], *river[6:9]])) == 2
    assert layout.chains([]) == ()


def test_a_hole_has_an_outline_of_its_own() -> None:
    grid = GRIDS["cassino"]
    holed = HexGrid(grid.numbering, [name for name in grid.names if name != "1405"])
    assert sorted(len(line) for line in HexLayout(holed, 50).outline())[0] == 7


def test_data_in_other_units_are_fitted_by_two_hexes() -> None:
    grid = GRIDS["battle"]
    layout = HexLayout(grid, 30, 15)
    place = layout.fitted((grid.id("0101"), (0.0, 0.0)), (grid.id("5934"), (1650.0, 43.30127 * 58)))
    for name, metres in (("0208", (375.0, 43.30127)), ("2310", (450.0, 43.30127 * 22))):
        assert place(metres) == pytest.approx(layout.centre(grid.id(name)), abs=0.05)
    with pytest.raises(MapError, match="differ in both axes"):
        layout.fitted((0, (0.0, 0.0)), (1, (50.0, 0.0)))


def test_both_ways_of_writing_points() -> None:
    assert read_polygon("1610 0;1620 115.5") == ((1610.0, 0.0), (1620.0, 115.5))
    assert read_polygon("281,1964 267,2200 0,-5") == ((281.0, 1964.0), (267.0, 2200.0), (0.0, -5.0))
    with pytest.raises(MapError, match="not a list of points"):
        read_polygon("281,1964,3 267,2200")


def test_polygon_measures() -> None:
    assert surface(CASTLE) == 16 and surface(CASTLE[::-1]) == -16
    assert centroid(CASTLE) == (2.0, 2.0) == centroid(CASTLE[::-1])
    assert contains(CASTLE, (1, 1)) and not contains(CASTLE, (5, 1))
    assert clearance(CASTLE, (1.0, 2.0)) == 1.0
    assert clearance(CASTLE, (7.0, 8.0)) == 5.0
    with pytest.raises(MapError, match="without surface"):
        centroid(((0, 0), (1, 1), (2, 2)))


def test_a_point_inside_a_hollow_area_is_inside() -> None:
    assert not contains(HOLLOW, centroid(HOLLOW))
    point = inside_point(HOLLOW)
    assert contains(HOLLOW, point) and clearance(HOLLOW, point) > 0.8


def test_areas_that_touch_share_sides() -> None:
    east = ((4.0, 0.0), (8.0, 0.0), (8.0, 4.0), (4.0, 4.0))
    assert shared_sides(CASTLE, east) == (((4.0, 0.0), (4.0, 4.0)),)
    assert shared_sides(CASTLE, ((4.0, 4.0), (8.0, 4.0), (8.0, 8.0))) == ()
