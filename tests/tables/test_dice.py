"""Exact chances."""

import doctest
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.tables import Distribution, dice, dice_sum, die, faces, opposed

HALF = Fraction(1, 2)
weights = st.dictionaries(st.integers(-20, 20), st.integers(0, 9), min_size=1).filter(lambda w: any(w.values()))
distributions = weights.map(lambda w: Distribution.weighted(w.items()))


def test_the_examples_of_the_docstrings() -> None:
    assert doctest.testmod(dice) == (0, 1)


@given(st.integers(0, 4), st.integers(2, 8))
def test_sums_of_dice_by_counting(count: int, sides: int) -> None:
    counted = Counter(map(sum, product(range(1, sides + 1), repeat=count)))
    assert dice_sum(count, sides) == Distribution({k: Fraction(n, sides**count) for k, n in counted.items()})


def test_two_dice_against_two() -> None:
    chances = opposed(2, 2)
    assert chances[0] == Fraction(146, 1296)
    assert chances.probability(lambda x: x > 0) == (1 - chances[0]) / 2
    assert chances.expectation() == 0
    assert opposed(1, 0, 10).expectation() == Fraction(11, 2)


def test_every_fall_of_the_dice() -> None:
    assert len(faces(6, 6)) == 36 and faces(6, 4)[3, 4] == Fraction(1, 24)
    assert faces(6, 6).map(sum) == dice_sum(2)


@given(distributions, distributions)
def test_sum_and_difference(a: Distribution[int], b: Distribution[int]) -> None:
    assert (a + b).expectation() == a.expectation() + b.expectation()
    assert (a - b).expectation() == a.expectation() - b.expectation()
    assert a + b == b + a
    assert a + 3 == a.map(lambda x: x + 3) and (a - 3) + 3 == a
    assert sum(p for _, p in (a + b).items()) == 1


@given(distributions)
def test_conditions_mixtures_and_consequences(a: Distribution[int]) -> None:
    chance = a.probability(lambda x: x > 0)
    assert chance + a.probability(lambda x: x <= 0) == 1
    if 0 < chance < 1:
        parts = [(a.given(lambda x: x > 0), chance), (a.given(lambda x: x <= 0), 1 - chance)]
        assert Distribution.mixture(parts) == a
    assert a.then(lambda x: die() + x) == a + die()
    assert a.then(Distribution.certain) == a
    assert a.expectation(lambda x: x * x) >= a.expectation() ** 2


def test_a_reroll_of_ones() -> None:
    rerolled = die().then(lambda x: die() if x == 1 else Distribution.certain(x))
    assert rerolled[1] == Fraction(1, 36) and rerolled[6] == Fraction(7, 36)


def test_chits_in_a_cup() -> None:
    cup = Distribution.weighted([("sniper", 2), ("mg", 5), ("armour", 1), ("mg", 1)])
    assert cup["mg"] == Fraction(2, 3) and cup["nothing"] == 0
    assert Distribution.uniform(["a", "a", "b"])["a"] == Fraction(2, 3)


def test_it_behaves_as_a_value() -> None:
    coin = Distribution({"heads": HALF, "tails": HALF, "edge": 0})
    assert len(coin) == 2 and "edge" not in coin and set(coin) == {"heads", "tails"}
    other = Distribution.uniform(["tails", "heads"])
    assert coin == other and hash(coin) == hash(other)
    assert coin != 1
    assert repr(Distribution.certain(4)) == "Distribution({4: 1})"


@pytest.mark.parametrize(
    ("chances", "message"), [({1: HALF}, "sum to 1/2"), ({}, "sum to 0"), ({1: 2, 2: -1}, "negative")]
)
def test_what_is_no_distribution(chances: dict[int, Fraction], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Distribution(chances)


def test_nothing_to_choose_from() -> None:
    with pytest.raises(ValueError, match="nothing to choose from"):
        Distribution.uniform([])
