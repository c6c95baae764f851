"""How strong is who? Ratings from paired comparisons."""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.lab.stats import Interval, Z

ELO = 400 / log(10)
"""Points of the usual rating scale for one unit of log-strength: 400 points are odds of ten to one."""


class Encounter(NamedTuple):
    """One comparison of two contestants."""

    one: int
    other: int
    pair: int
    """Comparisons of one pair share their dice, so that they are not independent."""
    score: float
    """Of the first: 1 won, 0 lost, one half drawn."""


def bradley_terry(encounters: Sequence[Encounter], contestants: int, prior: float = 0.5) -> list[Interval]:
    """Ratings on the scale of 400 points for odds of ten to one, their mean zero.

    The maximum of the likelihood of Bradley and Terry, draws counting as half a win and half a loss. `prior` drawn
    games between every two that met keep the rating of somebody who won everything finite. Intervals come from the
    sandwich estimator with pairs as clusters: games on the same dice are not counted as if they were independent.
    """
    from scipy.optimize import minimize

    one = np.array([e.one for e in encounters])
    other = np.array([e.other for e in encounters])
    score = np.array([e.score for e in encounters])
    met = sorted({(min(e.one, e.other), max(e.one, e.other)) for e in encounters})
    a = np.concatenate([one, [m[0] for m in met]]).astype(int)
    b = np.concatenate([other, [m[1] for m in met]]).astype(int)
    s = np.concatenate([score, [0.5] * len(met)])
    weight = np.concatenate([np.ones(len(score)), [prior] * len(met)])

    def loss(x: NDArray[np.float64]) -> float:
        d = x[a] - x[b]
        likely = s * np.logaddexp(0, -d) + (1 - s) * np.logaddexp(0, d)
        return float((weight * likely).sum() + 0.5 * x.sum() ** 2)

    def slope(x: NDArray[np.float64]) -> NDArray[np.float64]:
        off = weight * (1 / (1 + np.exp(x[b] - x[a])) - s)
        g = np.full(contestants, x.sum())
        np.add.at(g, a, off)
        np.add.at(g, b, -off)
        return g

    x = np.asarray(minimize(loss, np.zeros(contestants), jac=slope, method="BFGS", options={"gtol": 1e-8}).x)
    return _sandwich(x, a, b, s, weight, [e.pair for e in encounters])


def _sandwich(
    x: NDArray[np.float64],
    a: NDArray[np.int_],
    b: NDArray[np.int_],
    s: NDArray[np.float64],
    weight: NDArray[np.float64],
    pairs: Sequence[int],
) -> list[Interval]:
    n = len(x)
    p = 1 / (1 + np.exp(x[b] - x[a]))
    curvature = np.ones((n, n))  # of the condition that ratings sum to zero
    v = weight * p * (1 - p)
    np.add.at(curvature, (a, a), v)
    np.add.at(curvature, (b, b), v)
    np.add.at(curvature, (a, b), -v)
    np.add.at(curvature, (b, a), -v)
    _, cluster = np.unique(np.asarray(pairs), return_inverse=True)
    clusters = int(cluster.max()) + 1 if len(pairs) else 0
    pull = np.zeros((clusters, n))
    off = (p - s)[: len(pairs)]
    np.add.at(pull, (cluster, a[: len(pairs)]), off)
    np.add.at(pull, (cluster, b[: len(pairs)]), -off)
    inverse = np.linalg.inv(curvature)
    centred = inverse - inverse.mean(axis=0)
    meat = pull.T @ pull * (clusters / max(clusters - 1, 1))
    # where somebody won everything the clusters show no spread; the curvature of likelihood and prior still does
    spread = np.maximum(np.diag(centred @ meat @ centred.T), 0.0)
    model = np.diag(centred @ (curvature - 1) @ centred.T)
    half = Z * np.sqrt(np.maximum(spread, model))
    return [Interval(ELO * float(m), ELO * float(m - h), ELO * float(m + h)) for m, h in zip(x, half, strict=True)]
