"""Chance: sources answer what was asked, scripts check, fair dice can be proven, outcomes are exact."""

import hashlib
import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.core import Draw, Fair, Recorded, Roll, Script, Seeded, System, fits, outcomes
from grognard.core.chance import ChanceError

TWO = Roll((6, 6), "attack", "1")
CUP = Draw(((0, 3), (4, 0), (7, 1)), "chit", "2")


def test_outcomes_of_two_dice_as_a_sum_are_the_eleven_totals() -> None:
    found = outcomes(Roll((6, 6), "attack", "1", matters=((1, 1),)))
    assert {sum(faces): p for faces, p in found} == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


def test_opposed_dice_merge_from_1296_to_21_differences() -> None:
    dice = (6, 6, 6, 6)
    assert len(outcomes(Roll(dice, "x", "1"))) == 1296
    assert len(outcomes(Roll(dice, "x", "1", matters=((1, 1, 0, 0), (0, 0, 1, 1))))) == 121
    merged = outcomes(Roll(dice, "x", "1", matters=((1, 1, -1, -1),)))
    assert len(merged) == 21
    assert sum(p for _, p in merged) == 1


def test_draws_weigh_by_count_and_leave_out_what_is_gone() -> None:
    assert outcomes(CUP) == ((0, Fraction(3, 4)), (7, Fraction(1, 4)))


def test_an_empty_cup_is_an_error() -> None:
    with pytest.raises(ChanceError):
        outcomes(Draw(((1, 0),), "chit", "2"))


@given(st.lists(st.integers(2, 20), min_size=1, max_size=4), st.integers())
def test_every_source_gives_answers_that_fit(sides: list[int], seed: int) -> None:
    ask = Roll(tuple(sides), "x", "1")
    for source in (
        Seeded(seed),
        System(),
        Fair(seed.to_bytes(16, "big", signed=True) if abs(seed) < 1 << 60 else b"s"),
    ):
        assert fits(ask, source(ask))
        assert source(CUP) in (0, 7)


def test_scripts_answer_in_order_and_refuse_what_does_not_fit() -> None:
    script = Script((3, 4), 7, 5)
    assert script(TWO) == (3, 4)
    assert script(CUP) == 7
    with pytest.raises(ChanceError, match="does not fit 'attack'"):
        script(TWO)
    with pytest.raises(ChanceError, match="no answer left"):
        script(TWO)


def test_recorded_answers_must_fit() -> None:
    assert Recorded([(1, 6)])(TWO) == (1, 6)
    with pytest.raises(ChanceError):
        Recorded([(1, 7)])(TWO)


def test_fair_dice_follow_the_published_recipe() -> None:
    """The recipe of the docstring, written out again: a browser must be able to do the same."""
    secret, strings = b"0123456789abcdef", ("red", "blue")
    fair = Fair(secret, strings)
    assert fair.commitment == hashlib.sha256(secret).hexdigest()
    for k in range(50):
        block = hmac.new(secret, f"{k}:0:red\x1fblue".encode(), hashlib.sha256).digest()
        words = [int.from_bytes(block[i : i + 4], "big") for i in range(0, 32, 4)]
        usable = [w for w in words if w < (1 << 32) // 6 * 6]
        assert fair(TWO) == (usable[0] % 6 + 1, usable[1] % 6 + 1)
    assert Fair(secret, ("red", "green"))(Roll((1000,) * 4, "x", "1")) != Fair(secret, strings)(
        Roll((1000,) * 4, "x", "1")
    )


def test_fair_dice_are_even() -> None:
    fair = Fair(b"even")
    faces = Counter(fair(Roll((6,), "x", "1")) for _ in range(6000))
    assert all(850 < faces[(n,)] < 1150 for n in range(1, 7))
