"""9.0 Winning the game: automatic victories at the end of an attack phase, operational victory at the end of a turn."""

from grognard.core import Result, rule
from grognard.games.cassino_1944.content import (
    ALLIED,
    GERMAN,
    STARS,
    TURNS,
    VALUE,
    VICTORY_HEXES,
)
from grognard.games.cassino_1944.rules.state import Cassino, eliminated
from grognard.games.cassino_1944.rules.supply import supplied


@rule("9.1.2.count", "9.1.2.star", "8.2.1.flip", "10.2.1.vp")
def victory_points(s: Cassino, final: bool = False) -> int:
    """What the Allied player would count now; the neutral Abbey adds a point at the count of the last turn (R-45)."""
    control = s.control
    points = sum([VALUE[hex] for hex in VICTORY_HEXES if control[hex] == ALLIED])
    return points + s.reserve + (final and s.rules.abbey and not s.destroyed)


@rule("9.1.1.allied")
def stars_held(s: Cassino) -> int:
    """Star hexes with an Allied unit in supply."""
    fed = supplied(s, ALLIED) & s.held[ALLIED]
    return sum([fed >> hex & 1 for hex in STARS])


@rule("9.1.1.german")
def bled_white(s: Cassino) -> bool:
    """Allied eliminations have reached the German ones; at 0-0 only with the switch `strict_zero` (R-35)."""
    lost = eliminated(s, ALLIED)
    return lost >= eliminated(s, GERMAN) and (lost > 0 or s.rules.strict_zero)


@rule("9.1", "9.1.1.end", "10.5.4.allied", "10.5.4.german")
def automatic_victory(s: Cassino) -> Result | None:
    """Who has won at the end of an attack phase: the Allied condition first, then the German (R-36).

    Avenger knows no other victory: what is not won by the stars is lost, unless an option of ours says more.
    """
    if stars_held(s) == len(STARS):
        return Result((ALLIED,), "9.1.1.allied", "both_stars")
    if bled_white(s):
        return Result((GERMAN,), "9.1.1.german", "bled_white", (eliminated(s, ALLIED), eliminated(s, GERMAN)))
    if s.rules.avenger:
        return _by_points(s) or Result((GERMAN,), "10.5.4.german", "avenger_failed", (stars_held(s),))
    return None


DRAWN = 2
"""With the graded result, so many points short of the goal are still a draw."""


def _by_points(s: Cassino) -> Result | None:
    """What the options of ours add to Avenger (R-68): a goal in points, and with the graded result a draw below it."""
    if not s.rules.points_count:
        return None
    points = victory_points(s, final=True)
    if points >= s.goal:
        return Result((ALLIED,), "9.1.2.win", "avenger_points", (points, s.goal))
    if not s.rules.avenger_graded:
        return None
    if points >= s.goal - DRAWN:
        return Result((), "10.5.4.german", "avenger_drawn", (points, s.goal))
    return Result((GERMAN,), "10.5.4.german", "avenger_short", (points, s.goal))


@rule("10.6.points")
def operational_victory(s: Cassino) -> Result | None:
    """Who has won once the points are counted; after the last turn the German side, if nobody else (R-37)."""
    if s.vp >= s.goal:
        return Result((ALLIED,), "9.1.2.win", "operational", (s.vp, s.goal))
    if s.turn == TURNS:
        return Result((GERMAN,), "4.0", "time_out", (s.vp, s.goal))
    return None
