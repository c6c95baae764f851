"""Supply: lines with limits and closed borders, and whole-map floods on integers."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import HexGrid, Masks, mask, members, trace
from tests.maps.grids import GRIDS, blocks, table

GRID = GRIDS["cassino"]


def test_a_line_runs_from_the_unit_to_its_source() -> None:
    east, unit = GRID.edge("E"), GRID.id("1604")
    found = trace(GRID.neighbours, east, lambda a, b: True)
    line = found.line_from(unit)
    assert line[0] == unit and line[-1] in east and len(line) == found.costs[unit] + 1 == 5


def test_a_closed_river_cuts_the_west_off() -> None:
    river = {GRID.side_of(row["hex_a"], row["hex_b"]) for row in table("rivers.csv")}
    found = trace(GRID.neighbours, GRID.edge("E"), lambda a, b: GRID.side(a, b) not in river)
    assert GRID.id("1804") in found and GRID.id("1406") not in found
    assert found.line_from(GRID.id("1406")) == ()


def test_a_limit_ends_the_line() -> None:
    found = trace(GRID.neighbours, [GRID.id("1406")], lambda a, b: True, limit=2)
    assert set(found.costs) == set(GRID.within(GRID.id("1406"), 2))
    assert set(trace(GRID.neighbours, [3, 3], lambda a, b: True, limit=0).costs) == {3}


@given(st.sets(st.integers(0, 300)))
def test_masks_and_members_are_one(spaces: set[int]) -> None:
    assert members(mask(spaces)) == sorted(spaces)


@given(blocks(), st.data())
def test_a_flood_is_a_trace(grid: HexGrid, data: st.DataObject) -> None:
    spaces = st.sets(st.integers(0, len(grid) - 1))
    start, passable, limit = data.draw(spaces), data.draw(spaces), data.draw(st.integers(0, 5))
    masks = Masks(grid.neighbours)
    assert masks.neighbours == tuple(mask(row) for row in grid.neighbours)
    assert masks.around(mask(start)) == mask(b for a in start for b in grid.neighbours[a])
    walked = trace(grid.neighbours, sorted(start), lambda a, b: b in passable)
    assert masks.flood(mask(start), mask(passable)) == mask(walked.costs)
    walked = trace(grid.neighbours, sorted(start), lambda a, b: b in passable, limit)
    assert masks.within(mask(start), mask(passable), limit) == mask(walked.costs)


def test_a_flood_over_an_irregular_map() -> None:
    masks = Masks(((5,), (2, 4), (1,), (), (1,), (0,)))
    assert members(masks.flood(mask([4]), mask([1, 2, 3]))) == [1, 2, 4]
    assert members(masks.flood(mask([4, 0]), mask(range(6)))) == [0, 1, 2, 4, 5]
