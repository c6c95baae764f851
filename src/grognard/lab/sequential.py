"""When is enough known? A sequential test of two contestants, as chess engines are tested.

Wald's sequential probability ratio test between two scores, on pairs of games: games of one pair share their dice, so
the pair is what is independent. The likelihood ratio is that of a normal law with the spread that the pairs show.
"""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np

from grognard.core import SetupError

ERROR = 0.05
"""How often either answer may be wrong."""
LEAST = 16
"""Pairs before anything is said."""
CALM = 0.1
"""The least spread that is believed: a row of like pairs is not certainty."""


class Sequential(NamedTuple):
    """How far a sequential test has come."""

    ratio: float
    """Logarithm of how much better the higher score explains the pairs than the lower one."""
    bound: float
    """It is decided when the ratio leaves the range from minus this to this."""
    decided: int
    """1: the higher score, -1: the lower one, 0: not yet."""


def read_bounds(text: str) -> tuple[float, float]:
    """`0.5:0.55` as two scores of the first contestant."""
    low, colon, high = text.partition(":")
    try:
        bounds = float(low), float(high)
    except ValueError:
        raise SetupError(f"{text!r} is not LOW:HIGH, two scores such as 0.5:0.55") from None
    if not (colon and 0 <= bounds[0] < bounds[1] <= 1):
        raise SetupError(f"{text!r}: the lower score comes first, and both are shares")
    return bounds


def judge(pairs: Sequence[float], low: float, high: float, error: float = ERROR) -> Sequential:
    """What the mean scores of pairs say about two scores of the first contestant.

    >>> judge([1.0, 0.5] * 20, 0.5, 0.6).decided, judge([0.5, 0.0] * 20, 0.5, 0.6).decided
    (1, -1)
    """
    bound = log((1 - error) / error)
    n = len(pairs)
    if n < LEAST:
        return Sequential(0.0, bound, 0)
    spread = max(float(np.var(pairs, ddof=1)), CALM)
    ratio = (high - low) * (sum(pairs) - n * (low + high) / 2) / spread
    return Sequential(ratio, bound, 1 if ratio >= bound else -1 if ratio <= -bound else 0)
