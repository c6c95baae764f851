"""What a position is worth to a side: strength left, villages, the way to them, supply."""

from grognard.core import Mind, Weights
from grognard.maps import members
from two_fords.content import BLUE, GREY, GRID, STRENGTH, VILLAGES, Side
from two_fords.rules.combat import Fighting
from two_fords.rules.movement import Movement
from two_fords.rules.sequence import villages_held
from two_fords.rules.state import Fords, alive
from two_fords.rules.supply import supplied

WEIGHTS: Weights = {"strength": 1.0, "villages": 4.0, "approach": 0.25, "supply": 0.5}
WAY = [min(GRID.distance(hex, village) for village in members(VILLAGES)) for hex in range(len(GRID))]
"""Hexes to the nearest village."""


def terms(s: Fords, side: int, weights: Weights) -> dict[str, float]:
    sign = 1 if side == BLUE else -1
    found = {
        "strength": sum(STRENGTH[u] for u in alive(s, BLUE)) - sum(STRENGTH[u] for u in alive(s, GREY)),
        "villages": villages_held(s),
        "approach": -sum(WAY[s.loc[u]] for u in alive(s, BLUE)) + sum(WAY[s.loc[u]] for u in alive(s, GREY)),
        "supply": _cut(s, GREY) - _cut(s, BLUE),
    }
    return {name: sign * weights[name] * value for name, value in found.items()}


def _cut(s: Fords, side: Side) -> int:
    return (s.held[side] & ~supplied(s, side)).bit_count()


MIND: Mind[Fords] = Mind(weights=WEIGHTS, terms=terms, rests=(Movement, Fighting))
