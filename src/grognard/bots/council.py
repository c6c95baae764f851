"""A council before a turn: the whole of it, played through in one stance and in another, judged after the enemy's
answer.

A stance is what the terms of the evaluation weigh otherwise for one turn (`Mind.stances`). Each is rehearsed on the
same dice as the usual one. One that is not ahead on average is dropped; one that stays ahead by more than chance, on as
many dice as time allows, is taken.
"""

from collections.abc import Callable, Sequence
from statistics import fmean, stdev

USUAL = ""
"""The stance that changes nothing."""
LEAST, MOST = 3, 5
"""Dice on which a stance must have been better, and beyond which it is not doubted any more."""
SURE = 1.0
"""Standard errors that the mean gain must exceed."""


def best_stance(stances: Sequence[str], gained: Callable[[str, int], float], late: Callable[[], bool]) -> str:
    """The usual stance, unless another proves better before it is late.

    `gained`: what a turn by a stance comes to, on dice of this number.
    """
    ahead: dict[str, list[float]] = {stance: [] for stance in stances}
    for dice in range(MOST):
        usual: float | None = None
        for stance, gains in list(ahead.items()):
            if late():
                return _proven(ahead)
            usual = gained(USUAL, dice) if usual is None else usual
            gains.append(gained(stance, dice) - usual)
            if fmean(gains) <= 0:
                del ahead[stance]
        if not ahead:
            return USUAL
    return _proven(ahead)


def _proven(ahead: dict[str, list[float]]) -> str:
    """Of the stances still ahead the one that gains most, if it is ahead by more than chance."""
    sure = {
        stance: fmean(gains)
        for stance, gains in ahead.items()
        if len(gains) >= LEAST and fmean(gains) > SURE * stdev(gains) / len(gains) ** 0.5
    }
    return max(sure, key=sure.__getitem__, default=USUAL)
