"""9.0 Winning the game: automatic victories at the end of an attack phase, operational victory at the end of a turn."""

from grognard.core import Note, Result, Step, Steps, end, rule
from grognard.games.cassino_1944.content import (
    ALLIED,
    GERMAN,
    STARS,
    TURNS,
    VALUE,
    VICTORY_HEXES,
)
from grognard.games.cassino_1944.events import Counted
from grognard.games.cassino_1944.state import Cassino, eliminated
from grognard.games.cassino_1944.supply import Refitting, supplied


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


@rule("9.1", "9.1.1.end", "10.5.4.allied", "10.5.4.german", "7.4.order")
class AttackPhaseEnd(Step, frozen=True):
    """9.1.1 After impulse D: the Allied automatic victory first, then the German (R-36); then refit and the count."""

    rule = "9.1.1.end"

    def auto(self, s: Cassino, note: Note) -> Steps:
        if stars_held(s) == len(STARS):
            end(s, Result((ALLIED,), "9.1.1.allied", "both_stars"))
        elif bled_white(s):
            end(s, Result((GERMAN,), "9.1.1.german", "bled_white", (eliminated(s, ALLIED), eliminated(s, GERMAN))))
        elif s.rules.avenger:
            end(s, Result((GERMAN,), "10.5.4.german", "avenger_failed", (stars_held(s),)))
        else:
            return (Refitting(GERMAN), Refitting(ALLIED), Counting())
        return ()


@rule("9.1.2.track", "10.6.points", "4.0")
class Counting(Step, frozen=True):
    """9.1.2 At the end of a turn: count, and win with enough; after turn 6 the German side has won (R-37)."""

    rule = "9.1.2.win"

    def auto(self, s: Cassino, note: Note) -> Steps:
        s.vp = victory_points(s, final=s.turn == TURNS)
        note(Counted(s.vp, s.goal))
        if s.vp >= s.goal:
            end(s, Result((ALLIED,), "9.1.2.win", "operational", (s.vp, s.goal)))
        elif s.turn == TURNS:
            end(s, Result((GERMAN,), "4.0", "time_out", (s.vp, s.goal)))
        else:
            s.turn += 1
            s.impulse = 0
        return ()
