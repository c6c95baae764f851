"""Sets of spaces: lists, columns, neighbourhoods, floods and lines."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import BIT, EVERY, HexGrid, Masks, column, mask, members, of_column
from tests.maps.grids import GRIDS, blocks, table

GRID = GRIDS["cassino"]


@given(st.sets(st.integers(0, 1976)))
def test_sets_lists_and_columns_are_one(spaces: set[int]) -> None:
    bits = mask(spaces)
    assert bits == sum(BIT[space] for space in spaces)
    assert members(bits) == sorted(spaces)
    flags = column(bits, 1977)
    assert len(flags) == 1977 and [k for k, flag in enumerate(flags) if flag] == sorted(spaces) and max(flags) <= 1
    assert of_column(flags) == of_column(bytearray(flags)) == bits


def test_a_column_holds_what_fits_and_any_value_counts() -> None:
    assert column(EVERY, 3) == b"\1\1\1" and column(0b1010, 3) == b"\0\1\0"
    assert of_column(bytes((0, 7, 255))) == 0b110 and of_column(b"") == 0


def test_a_set_without_end_is_not_listed() -> None:
    with pytest.raises(ValueError, match="intersect"):
        members(EVERY)


@given(blocks(), st.data())
def test_floods_walk_step_by_step(grid: HexGrid, data: st.DataObject) -> None:
    spaces = st.sets(st.integers(0, len(grid) - 1))
    start, free, limit = data.draw(spaces), data.draw(spaces), data.draw(st.integers(0, 5))
    masks = Masks(grid.neighbours)
    assert masks.neighbours == tuple(mask(row) for row in grid.neighbours)
    assert masks.around(mask(start)) == mask(b for a in start for b in grid.neighbours[a])
    far = dict.fromkeys(start, 0)
    frontier = sorted(start)
    for step in range(1, len(grid) + 1):
        frontier = sorted({b for a in frontier for b in grid.neighbours[a] if b in free and b not in far})
        far.update(dict.fromkeys(frontier, step))
    assert masks.flood(mask(start), mask(free)) == mask(far)
    for goal in (0, mask(data.draw(spaces)), 1 << data.draw(st.integers(0, len(grid) - 1))):
        assert masks.touches(mask(start), mask(free), goal) == bool(mask(far) & goal)
    assert masks.within(mask(start), mask(free), limit) == mask(b for b, step in far.items() if step <= limit)
    for to in range(len(grid)):
        line = masks.line(mask(start), mask(free), limit, to)
        assert bool(line) == (far.get(to, limit + 1) <= limit)
        if line:
            assert line[0] in start and line[-1] == to and len(line) == far[to] + 1
            assert all(b in grid.neighbours[a] for a, b in itertools.pairwise(line))
            assert all(b in free for b in line[1:])
        assert bool(masks.line(mask(start), mask(free), None, to)) == (to in far)


def test_a_closed_river_cuts_the_west_off() -> None:
    river = {GRID.side_of(row["hex_a"], row["hex_b"]) for row in table("rivers.csv")}
    masks = Masks(GRID.without(river))
    east = mask(GRID.edge("E"))
    fed = masks.flood(east, EVERY)
    assert fed >> GRID.id("1804") & 1 and not fed >> GRID.id("1406") & 1
    assert masks.line(east, EVERY, None, GRID.id("1406")) == ()
    line = Masks(GRID.neighbours).line(east, EVERY, None, GRID.id("1604"))
    assert line[0] in GRID.edge("E") and line[-1] == GRID.id("1604") and len(line) == 5


def test_a_flood_over_an_irregular_map() -> None:
    masks = Masks(((5,), (2, 4), (1,), (), (1,), (0,)))
    assert members(masks.flood(mask([4]), mask([1, 2, 3]))) == [1, 2, 4]
    assert members(masks.flood(mask([4, 0]), mask(range(6)))) == [0, 1, 2, 4, 5]
