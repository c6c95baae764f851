"""Odds columns, shifts and result tables."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.tables import ColumnResults, Columns, odds_columns, step_columns

CASSINO = odds_columns("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
ASSAULT = odds_columns("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")


@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [
        (7, 3, "2-1"), (9, 3, "3-1"), (8, 3, "2-1"), (3, 3, "1-1"), (4, 3, "1-1"), (2, 3, "1-2"), (3, 6, "1-2"),
        (3, 7, "1-3"), (1, 9, "1-3"), (16, 2, "6-1"), (5, 0, "6-1"), (0, 4, "1-3"), (0, 0, "1-3"),
    ],
)  # fmt: skip
def test_a_ratio_is_rounded_for_the_defender(attack: int, defence: int, label: str) -> None:
    assert CASSINO.labels[CASSINO.ratio(attack, defence)] == label


@pytest.mark.parametrize(
    ("ratio", "label"),
    [("1/4", "1-3"), ("49/100", "1-3"), ("1/2", "1-2"), ("99/100", "1-2"), ("1", "1-1"), ("149/100", "1-1"),
     ("3/2", "3-2"), ("199/100", "3-2"), ("2", "2-1"), ("299/100", "2-1"), ("3", "3-1"), ("5", "5-1"), ("50", "5-1")],
)  # fmt: skip
def test_a_table_with_three_to_two(ratio: str, label: str) -> None:
    share = Fraction(ratio)
    assert ASSAULT.labels[ASSAULT.ratio(share.numerator, share.denominator)] == label


def test_a_quarter_of_a_strength_is_exact() -> None:
    assert ASSAULT.labels[ASSAULT.ratio(Fraction(7, 4) + Fraction(5, 4), 3)] == "1-1"


def test_shifts_are_summed_then_held_at_the_ends() -> None:
    last = len(CASSINO) - 1
    assert CASSINO.shifted(CASSINO.index("1-2"), -2) == CASSINO.index("1-3")
    assert CASSINO.shifted(last, 1) == last
    assert CASSINO.shifted(last, -2, 1) == CASSINO.index("5-1") == CASSINO.shifted(last, 1, -2)
    assert CASSINO.shifted(CASSINO.ratio(16, 2), -1) == CASSINO.index("5-1")
    assert CASSINO.shifted(3) == 3


@given(st.integers(0, 200), st.integers(1, 60))
def test_a_column_never_promises_more_than_the_ratio(attack: int, defence: int) -> None:
    column = CASSINO.ratio(attack, defence)
    ratio = Fraction(attack, defence)
    assert column == 0 or CASSINO.floors[column] <= ratio
    assert column == len(CASSINO) - 1 or ratio < CASSINO.floors[column + 1]


def test_columns_of_points() -> None:
    fire = step_columns(1, 2, 3, 4, 5)
    assert fire.labels == ("1", "2", "3", "4", "5+")
    assert [fire.of(points) for points in (0, 1, 2, 4, 5, 12)] == [0, 0, 1, 3, 4, 4]


@pytest.mark.parametrize("labels", [("1-1", "1-2"), ("2-1", "2-1"), ("two-1",), ("1-0",), ("3",), ()])
def test_columns_that_cannot_be(labels: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"ascending|ratio|needs columns"):
        odds_columns(*labels)


def test_every_column_needs_a_floor() -> None:
    with pytest.raises(ValueError, match="one floor for each"):
        Columns(("a", "b"), (Fraction(1),))


def test_negative_strength_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        CASSINO.ratio(-1, 2)


SMALL = odds_columns("1-1", "2-1")
ROWS = [(label, face, (face < 4, face > 2 + (label == "1-1"))) for label in SMALL.labels for face in range(1, 7)]


def test_results_and_their_chances() -> None:
    table = ColumnResults(SMALL, reversed(ROWS))
    assert table.result(0, 1) == (True, False) and table.result(1, 3) == (True, True)
    chances = table.chances(1)
    assert chances[True, True] == Fraction(1, 6) and chances[True, False] == Fraction(1, 3)
    assert table.chances(1, -1)[False, True] == Fraction(1, 3)
    assert table.chances(0, 3, 4)[False, True] == 1


def test_the_die_is_held_on_the_table() -> None:
    table = ColumnResults(SMALL, ROWS)
    assert [table.face(die, -1) for die in (1, 2, 6)] == [1, 1, 5]
    assert table.face(6, 2, -1) == 6 and table.face(4, -2, 1) == 3


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (ROWS[1:], "column 1-1, die 1 is missing"),
        ([*ROWS, ROWS[3]], "column 1-1, die 4 is listed twice"),
        ([*ROWS, ("3-1", 1, (True, True))], "no column 3-1"),
        ([*ROWS, ("1-1", 7, (True, True))], "die of 6 sides cannot show 7"),
    ],
)
def test_a_table_must_be_whole(rows: list[tuple[str, int, tuple[bool, bool]]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ColumnResults(SMALL, rows)


@pytest.mark.parametrize("place", [(-1, 1), (0, 0), (0, 7), (2, 1)])
def test_a_place_outside_the_table_is_an_error(place: tuple[int, int]) -> None:
    with pytest.raises(IndexError):
        ColumnResults(SMALL, ROWS).result(*place)
