"""Intervals and ratings, against scipy and against known strengths."""

import math
import random

import pytest
from scipy.stats import binomtest

from grognard.lab.ratings import ELO, Encounter, bradley_terry
from grognard.lab.stats import chance_if_even, games_to_tell, mean, share, wilson


@pytest.mark.parametrize(("won", "games"), [(0, 7), (7, 7), (3, 11), (140, 200)])
def test_wilson_is_the_interval_scipy_gives(won: int, games: int) -> None:
    known = binomtest(won, games).proportion_ci(method="wilson")
    assert wilson(won, games) == pytest.approx((known.low, known.high), abs=1e-4)


def test_nothing_played_is_nothing_known() -> None:
    assert share(0, 0) == (0.5, 0.0, 1.0)
    assert chance_if_even(0, 0) == 1.0


def test_a_mean_has_the_interval_of_students_t() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.value == 3.0
    assert found.high - found.value == pytest.approx(2.7764 * math.sqrt(2.5 / 5), abs=1e-3)
    assert mean([4.0]) == (4.0, -math.inf, math.inf)


def test_the_games_needed_to_tell_shares_apart_show_them_four_times_in_five() -> None:
    games, rng = games_to_tell(0.1), random.Random(5)
    seen = 0
    for _ in range(400):
        low, _ = wilson(sum(rng.random() < 0.6 for _ in range(games)), games)
        seen += low > 0.5
    assert 0.74 < seen / 400 < 0.88


def meetings(strength: dict[int, float], games: int, seed: int) -> list[Encounter]:
    rng = random.Random(seed)
    found = []
    for one in strength:
        for other in strength:
            if one < other:
                likely = 1 / (1 + math.exp(strength[other] - strength[one]))
                found += [Encounter(one, other, len(found) + k, float(rng.random() < likely)) for k in range(games)]
    return found


def test_ratings_recover_the_strengths_that_made_the_results() -> None:
    strength = {0: 1.0, 1: 0.0, 2: -1.0}
    ratings = bradley_terry(meetings(strength, 2000, 1), 3)
    for k, value in strength.items():
        assert ratings[k].low < ELO * value < ratings[k].high
        assert ratings[k].high - ratings[k].low < 60
    assert sum(rating.value for rating in ratings) == pytest.approx(0.0, abs=1e-3)


def test_intervals_of_ratings_hold_about_as_often_as_they_say() -> None:
    strength = {0: 0.5, 1: 0.0, 2: -0.5}
    held = 0
    for seed in range(120):
        ratings = bradley_terry(meetings(strength, 40, seed), 3)
        held += sum(ratings[k].low < ELO * value < ratings[k].high for k, value in strength.items())
    assert 0.9 < held / 360 < 0.99


def test_games_on_the_same_dice_do_not_count_as_independent() -> None:
    apart = [Encounter(0, 1, k, float(k % 3 > 0)) for k in range(60)]
    twice = [Encounter(0, 1, e.pair, e.score) for e in apart for _ in range(2)]
    alone, paired = bradley_terry(apart, 2)[0], bradley_terry(twice, 2)[0]
    assert paired.high - paired.low == pytest.approx(alone.high - alone.low, rel=0.05)


def test_somebody_who_won_everything_has_a_finite_rating() -> None:
    found = bradley_terry([Encounter(0, 1, k, 1.0) for k in range(20)], 2)
    assert 200 < found[0].value < 1000
    assert found[0].low > 0
    assert found[0].high - found[0].low > 100
