"""Figures of the drill that studies follow from turn to turn."""

from tests.drill.content import DEAD, SIDES
from tests.drill.state import Drill


def probe(s: Drill) -> dict[str, float]:
    """Units lost by each side."""
    return {f"{name.lower()}_lost": float(s.count[DEAD * len(SIDES) + k]) for k, name in enumerate(SIDES)}
