"""The hex grids of our games, and the strategies that pick hexes on them."""

import csv
from pathlib import Path

from hypothesis import strategies as st

import grognard
from grognard.maps import EVEN, ODD, HexGrid, Numbering

CASSINO_DATA = Path(grognard.__file__).parent / "games" / "cassino_1944" / "data"

CASSINO = Numbering(flat=True, shifted=EVEN)
BATTLE = Numbering(flat=False, shifted=EVEN, row_first=True)
ALAMO = Numbering(flat=True, shifted=ODD)
FRONT = Numbering(flat=True, shifted=ODD)


def lanes(numbering: Numbering, cols: range, rows: range) -> list[str]:
    return [numbering.number(col, row) for col in cols for row in rows]


def cassino() -> HexGrid:
    return HexGrid(CASSINO, [f"{col}{row:02}" for col in range(10, 21) for row in range(1, 11 + col % 2)])


def battle() -> HexGrid:
    return HexGrid(BATTLE, [f"{row:02}{at:02}" for row in range(1, 60) for at in range(1, 34 + row % 2)])


def alamo() -> HexGrid:
    return HexGrid(ALAMO, lanes(ALAMO, range(1, 47), range(1, 39)))


def front() -> HexGrid:
    return HexGrid(FRONT, lanes(FRONT, range(10, 35), range(29)))


def table(name: str) -> list[dict[str, str]]:
    with (CASSINO_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


GRIDS = {"cassino": cassino(), "battle": battle(), "alamo": alamo(), "front": front()}

numberings = st.builds(
    Numbering,
    flat=st.booleans(),
    shifted=st.sampled_from((EVEN, ODD)),
    row_first=st.booleans(),
    upwards=st.booleans(),
    digits=st.integers(2, 3),
)
"""Every scheme, also those none of our games prints."""


@st.composite
def blocks(draw: st.DrawFn) -> HexGrid:
    """A rectangle of hexes in any scheme, starting anywhere."""
    numbering = draw(numberings)
    col, row = draw(st.integers(0, 30)), draw(st.integers(0, 30))
    cols, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    return HexGrid(numbering, lanes(numbering, range(col, col + cols), range(row, row + rows)))


@st.composite
def pairs(draw: st.DrawFn) -> tuple[HexGrid, int, int]:
    """Two hexes of one of our maps."""
    grid = GRIDS[draw(st.sampled_from(sorted(GRIDS)))]
    spaces = st.integers(0, len(grid) - 1)
    return grid, draw(spaces), draw(spaces)
