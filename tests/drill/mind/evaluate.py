"""What a position of the drill is worth: units left, and units near the enemy."""

from grognard.core import Mind
from grognard.tables import Weights
from tests.drill.content import DEAD, SIDES, units_of
from tests.drill.flow import Acts
from tests.drill.mind.probe import probe
from tests.drill.state import Drill

TERMS = {"losses": 10.0, "spread": 0.1}


def evaluate(s: Drill, side: int, weights: Weights = TERMS) -> float:
    return sum(terms(s, side, weights).values())


def terms(s: Drill, side: int, weights: Weights = TERMS) -> dict[str, float]:
    dead = s.count[DEAD * len(SIDES) : DEAD * len(SIDES) + len(SIDES)]
    lost = dead[side]
    theirs = sum(dead) - lost
    spread = len({s.loc[u] for u in units_of(side) if s.loc[u] != DEAD})
    return {"losses": weights["losses"] * (theirs / 2 - lost), "spread": weights["spread"] * spread}


MIND: Mind[Drill] = Mind(weights=TERMS, evaluate=evaluate, terms=terms, rests=(Acts,), probe=probe)
