"""Figures that studies follow from turn to turn."""

from grognard.games.dark_victory.content import FIGHTER, HEXES, MEXICAN, PLACES, ROSTER, TEXAN
from grognard.games.dark_victory.rules.state import Alamo, losses


def probe(s: Alamo) -> dict[str, float]:
    """Steps lost, Texans left, how many of them in rooms, Mexicans on the map, doors open, fires, ladders."""
    texans = [u for u in ROSTER[TEXAN] if s.loc[u] < PLACES]
    return {
        "losses": float(losses(s)),
        "texans": float(len(texans)),
        "in_rooms": float(sum(s.loc[u] >= HEXES for u in texans)),
        "mexicans": float(sum(FIGHTER[u] and s.loc[u] < PLACES for u in ROSTER[MEXICAN])),
        "doors": float(sum(s.opened)),
        "fires": float(len(s.fires)),
        "ladders": float(len(s.ladders)),
    }
