"""Figures of a position that studies follow from turn to turn."""

from grognard.games.thunder_at_cassino.content import ALLIED, BOARD, DEAD, GERMAN, LOST, SIDE
from grognard.games.thunder_at_cassino.rules.state import FIGHTERS, Thunder


def probe(s: Thunder) -> dict[str, float]:
    """The Victory Point track with the bid, Areas under Allied control, losses, and Combat units on the map."""
    lost = [0, 0]
    for unit, at in enumerate(s.loc):
        if DEAD <= at <= LOST:
            lost[SIDE[unit]] += 1
    return {
        "vp": float(s.vp + s.bid),
        "areas": float(sum(s.control)),
        "allied_lost": float(lost[ALLIED]),
        "german_lost": float(lost[GERMAN]),
        "allied_combat_units": float(sum([row & FIGHTERS for row in s.tally[:BOARD]])),
        "german_combat_units": float(sum([row & FIGHTERS for row in s.tally[BOARD:]])),
    }
