"""How sure are we? Intervals for shares and means."""

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z = 1.96
"""Normal quantile of 95 % intervals."""
POWER = 0.8416
"""Normal quantile of four in five."""


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(won: float, games: int, z: float = Z) -> tuple[float, float]:
    """The Wilson interval for a share of wins (z = 1.96: 95 %).

    >>> [round(edge, 3) for edge in wilson(50, 100)]
    [0.404, 0.596]
    """
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(max(share * (1 - share), 0.0) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def share(won: float, games: int) -> Interval:
    """A share with its Wilson interval; without games nothing is known."""
    return Interval(won / games, *wilson(won, games)) if games else Interval(0.5, 0.0, 1.0)


def mean(values: Sequence[float]) -> Interval:
    """A mean with its interval by Student's t; a single value says nothing of its spread."""
    from scipy.stats import t

    n = len(values)
    middle = fmean(values)
    if n < 2:
        return Interval(middle, float("-inf"), float("inf"))
    half = float(t.ppf(0.975, n - 1)) * stdev(values) / sqrt(n)
    return Interval(middle, middle - half, middle + half)


def paired_change(more: int, less: int, games: int) -> Interval:
    """How much a share rose between two settings on the same dice: `more` games were won only under the second, `less`
    only under the first.

    The interval of Bonett and Price, which adds a game of each kind: games that all came out alike do not prove that
    nothing changed.

    >>> [round(edge, 3) for edge in paired_change(0, 0, 20)]
    [0.0, -0.126, 0.126]
    """
    up, down = (more + 1) / (games + 2), (less + 1) / (games + 2)
    middle = up - down
    half = Z * sqrt((up + down - middle * middle) / (games + 2))
    return Interval((more - less) / games, max(middle - half, -1.0), min(middle + half, 1.0))


def chance_if_even(won: int, decided: int) -> float:
    """How often an even game would give a result at least as lopsided (two-sided exact binomial test)."""
    from scipy.stats import binomtest

    return float(binomtest(won, decided).pvalue) if decided else 1.0


def games_to_tell(apart: float) -> int:
    """Games needed to see, four times in five, that a share this far from one half is not one half."""
    return ceil(((Z * 0.5 + POWER * sqrt(max(0.25 - apart * apart, 0.0))) / apart) ** 2)
