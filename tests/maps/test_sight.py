"""Planes and rows: offsets as numbers, sight kept row by row."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import EVEN, HexGrid, Numbering, Plane, Rows, clear_line, mask
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


def test_only_the_pairs_asked_about_are_tested() -> None:
    grid = GRIDS["cassino"]
    asked: list[tuple[int, int]] = []

    def sees(a: int, b: int) -> bool:
        asked.append((a, b))
        return (a + b) % 3 > 0

    rows = Rows(grid, sees, 4, mutual=True)
    here, there = grid.id("1406"), grid.id("1407")
    far = max(range(len(grid)), key=lambda b: grid.distance(here, b))
    some = mask((here, there, far))
    assert rows.among(here, some) == (mask([there]) if (here + there) % 3 else 0) and asked == [(here, there)]
    assert bool(rows.among(there, mask([here]))) == bool((here + there) % 3) and len(asked) == 1
    assert rows.among(here, some) == rows.row(here) & some and rows.among(there, some) == rows.row(there) & some
    assert len(asked) == len({frozenset(pair) for pair in asked})


def test_rows_without_a_reach_know_the_whole_map() -> None:
    grid = GRIDS["cassino"]
    rows, near = (Rows(grid, lambda a, b: (a + b) % 3 > 0, reach, mutual=True) for reach in (None, 4))
    here = grid.id("1406")
    assert rows.row(here) == mask(b for b in range(len(grid)) if b != here and (here + b) % 3 > 0)
    assert rows.row(here) & grid.disc(here, 4) == near.row(here)


@given(blocks(), st.data(), st.integers(0, 5))
def test_a_disc_is_everything_within_its_radius(grid: HexGrid, data: st.DataObject, radius: int) -> None:
    centre = data.draw(st.integers(0, len(grid) - 1))
    assert grid.disc(centre, radius) == mask(grid.within(centre, radius))


def test_the_plainest_line_is_open_if_every_hex_between_is_and_along_a_side_one_of_two() -> None:
    grid = HexGrid(Numbering(flat=True, shifted=EVEN), [f"{c:02}{r:02}" for c in range(1, 4) for r in range(1, 4)])

    def seen(a: str, b: str, *closed: str) -> bool:
        clear = mask(range(len(grid))) & ~mask(grid.ids(closed))
        return clear_line(grid, clear)(grid.id(a), grid.id(b))

    assert seen("0101", "0103") and not seen("0101", "0103", "0102")
    assert seen("0101", "0103", "0101", "0103"), "the ends do not count"
    assert grid.line(grid.id("0102"), grid.id("0302"))[1] == grid.ids(["0201", "0202"])
    assert seen("0102", "0302", "0201") and seen("0102", "0302", "0202")
    assert not seen("0102", "0302", "0201", "0202")
    assert not seen("0101", "0301", "0201"), "the other hex is off the map"
