"""Planes and rows: offsets as numbers, sight kept row by row."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import HexGrid, Plane, Rows, mask
from grognard.maps.lines import length
from tests.maps.grids import GRIDS, blocks


@given(blocks(), st.integers(0, 6))
def test_an_offset_is_one_number_to_add(grid: HexGrid, margin: int) -> None:
    plane = Plane(grid, margin)
    spaces = plane.spread(range(len(grid)), -1)
    assert len(set(plane.at)) == len(grid)
    for a in range(len(grid)):
        q, r = grid.cubes[a]
        for x in range(-margin, margin + 1):
            for y in range(-margin, margin + 1):
                if length(x, y) <= margin:
                    assert spaces[plane.at[a] + plane.shift(x, y)] == grid.at(q + x, r + y)


def test_rows_are_made_once_and_mutual_pairs_tested_once() -> None:
    grid = GRIDS["cassino"]
    asked: list[tuple[int, int]] = []

    def sees(a: int, b: int) -> bool:
        asked.append((a, b))
        return (a + b) % 3 > 0

    rows = Rows(grid, sees, 4)
    here = grid.id("1406")
    wanted = mask(b for b in grid.within(here, 4) if b != here and (here + b) % 3 > 0)
    assert rows.row(here) == wanted and len(asked) == len(grid.within(here, 4)) - 1
    assert rows.row(here) == wanted and len(asked) == len(grid.within(here, 4)) - 1
    asked.clear()
    mutual = Rows(grid, sees, 4, mutual=True)
    assert [mutual.row(a) for a in range(len(grid))] == [rows.row(a) for a in range(len(grid))]
    pairs = [tuple(sorted(pair)) for pair in asked[: len(asked)]]
    assert here >= 0 and len(pairs) > 0
    assert all(bool(mutual.row(a) >> b & 1) == bool(mutual.row(b) >> a & 1) for a, b in asked)
