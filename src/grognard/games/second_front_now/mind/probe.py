"""Figures of a position that studies follow from turn to turn."""

from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    GERMAN,
    HEXES,
    NATION,
    ROSTER,
)
from grognard.games.second_front_now.rules.losses import fallen
from grognard.games.second_front_now.rules.points import allied_points, german_points
from grognard.games.second_front_now.rules.state import SecondFront


def probe(s: SecondFront) -> dict[str, float]:
    """Victory and command points, units ashore, and the losses of both sides."""
    dead, german = fallen(s, ALLIED), fallen(s, GERMAN)
    return {
        "vp": float(s.vp),
        "allied_cp": float(allied_points(s)) if s.area >= 0 else 0.0,
        "german_cp": float(german_points(s)),
        "allied_on_map": float(sum(0 <= s.loc[u] < HEXES for u in ROSTER[ALLIED])),
        "german_on_map": float(sum(0 <= s.loc[u] < HEXES for u in ROSTER[GERMAN])),
        "commonwealth_dead": float(sum(NATION[u] == COMMONWEALTH for u in dead)),
        "allied_dead": float(len(dead)),
        "german_dead": float(len(german)),
    }
