"""One record of an attack: columns, faces, results and chances; numbers to roll, and rolls that break at them."""

from fractions import Fraction
from itertools import product

import pytest

from grognard.core import Roll, outcome_of, outcomes
from grognard.tables import ColumnResults, Resolution, Shot, odds_columns

COLUMNS = odds_columns("1-2", "1-1", "2-1", "3-1")
ROWS = [(label, die, 10 * k + die) for k, label in enumerate(COLUMNS.labels) for die in range(1, 7)]
TABLE = ColumnResults(COLUMNS, ROWS)


def test_shifts_and_modifiers_are_summed_applied_once_and_held() -> None:
    r = Resolution(TABLE, (7, 3), COLUMNS.ratio(7, 3), (("6.1", -2), ("6.2", 1)), (("7.5", -1), ("7.6", 3)))
    assert (r.base, r.odds, r.column, r.label) == (2, "2-1", 1, "1-1")
    assert [r.face(die) for die in range(1, 7)] == [3, 4, 5, 6, 6, 6]
    assert r.result(1) == 13 and r.results() == (13, 14, 15, 16, 16, 16)
    assert r.chances()[16] == Fraction(1, 2) and sum(p for _, p in r.chances().items()) == 1
    far = Resolution(TABLE, (), 3, (("6.1", 5), ("6.2", -3)))
    assert far.column == 3, "five to the right and three to the left are two, not zero after an edge"
    assert Resolution(TABLE, (), 0, (("6.1", -9),)).label == "1-2"


@pytest.mark.parametrize("low", [True, False])
@pytest.mark.parametrize("base", [-3, 0, 1, 4, 7, 10, 12, 15])
def test_a_shot_breaks_where_hit_and_miss_change_places(low: bool, base: int) -> None:
    shot = Shot((6, 6), base, (("10.1", 2), ("10.2", -1)), low, always=(2,), never=(12,))
    assert shot.needs == base + 1
    assert shot.hits(2) and not shot.hits(12)
    faces = list(product(range(1, 7), repeat=2))
    assert shot.chance() == Fraction(sum(shot.hit(rolled) for rolled in faces), 36)
    assert all(shot.hit(r) == (sum(r) <= base + 1 if low else sum(r) >= base + 1) for r in faces if 2 < sum(r) < 12)
    roll = Roll(shot.dice, "fire", "10.8", shot.matters, shot.breaks())
    found = outcomes(roll)
    assert sum(p for _, p in found) == 1
    assert sum(p for answer, p in found if shot.hit(answer)) == shot.chance()
    for first, second in product(faces, repeat=2):
        if outcome_of(roll, first) == outcome_of(roll, second):
            assert shot.hit(first) == shot.hit(second)


def test_ten_outcomes_become_two_or_one() -> None:
    shot = Shot((10,), 4)
    roll = Roll(shot.dice, "fire", "13.2", shot.matters, shot.breaks())
    assert [p for _, p in outcomes(roll)] == [Fraction(4, 10), Fraction(6, 10)]
    sure = Shot((10,), 12)
    assert len(outcomes(Roll((10,), "fire", "13.2", sure.matters, sure.breaks()))) == 1
    assert len(outcomes(Roll((10,), "fire", "13.2"))) == 10
    assert len(outcomes(Roll((10,), "fire", "13.2", breaks=((3, 8),)))) == 3


def test_forms_without_breaks_count_value_by_value() -> None:
    two = Roll((6, 6), "fire", "8", ((1, 0), (0, 1)), ((3,),))
    assert len(outcomes(two)) == 12 and outcome_of(two, (3, 5)) == (0, 5) and outcome_of(two, (4, 5)) == (1, 5)
    first = Roll((6, 6), "fire", "8", ((1, 0), (0, 1)), ((), (3,)))
    assert len(outcomes(first)) == 12 and outcome_of(first, (3, 5)) == (3, 1)
