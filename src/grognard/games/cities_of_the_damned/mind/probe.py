"""Figures of a position that studies follow from turn to turn."""

from grognard.games.cities_of_the_damned.content import AREAS, HELD_BY_ALLIES, RESERVE
from grognard.games.cities_of_the_damned.rules.state import CityState
from grognard.games.cities_of_the_damned.rules.victory import stars_held


def probe(s: CityState) -> dict[str, float]:
    """Victory points recorded, ground held, and the state of the Corps and of the German container."""
    return {
        "vp": float(s.vp),
        "vp_areas": float(sum(stars_held(s))),
        "areas": float(sum([control == HELD_BY_ALLIES for control in s.control[:AREAS]])),
        "units_reduced": float(sum(s.reduced)),
        "units_in_reserve": float(len(s.here[RESERVE])),
        "chits_removed": float(sum(s.removed)),
    }
