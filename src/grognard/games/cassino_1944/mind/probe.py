"""Figures of a position that studies follow from turn to turn."""

from grognard.games.cassino_1944.content import ALLIED, GERMAN, ROSTER, Side
from grognard.games.cassino_1944.rules.state import Cassino, eliminated
from grognard.games.cassino_1944.rules.victory import stars_held, victory_points


def probe(s: Cassino) -> dict[str, float]:
    """Victory points as they would be counted now, star hexes, and the losses of both sides."""
    return {
        "vp": float(victory_points(s)),
        "stars": float(stars_held(s)),
        "allied_lost": float(eliminated(s, ALLIED)),
        "german_lost": float(eliminated(s, GERMAN)),
        "allied_damage": float(_damage(s, ALLIED)),
        "german_damage": float(_damage(s, GERMAN)),
    }


def _damage(s: Cassino, side: Side) -> int:
    """Damage points on all units of a side, those of the eliminated included."""
    damage = s.damage
    return sum([damage[u] for u in ROSTER[side]])
