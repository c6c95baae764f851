"""11: control of the Victory Point Areas, the Quisling Line, and who has won."""

from grognard.core import Note, Result, SpaceId, rule
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    CASTLE,
    GERMAN,
    QUISLING,
    VP,
    VP_AREAS,
    Side,
    space,
)
from grognard.games.thunder_at_cassino.rules.events import Controlled, QuislingTaken, Scored
from grognard.games.thunder_at_cassino.rules.state import Thunder, field_of, fighters

HANGMAN = space("57")
IN_TOWN, ON_THE_HILL = "intro_town", "intro_hill"
"""The introductory scenarios; the second goes by places held, not by points."""
ON_THE_SLOPE = tuple(space(name) for name in ("54", "55", "56", "60"))
FOOTHOLD = 10
"""Hangman's Hill: this many Combat units on the slope save a draw."""
IN_FORCE = 15
"""Hangman's Hill: this many on the slope win."""
CONTINUED_WIN = 22
QUISLING_TURNS = 3
"""Turns in which the Quisling Line may earn a point."""


@rule("11.2", "11.2.contest", "11.2.noncombat", "4.23.noncombat")
def sole_occupant(s: Thunder, area: SpaceId) -> Side | None:
    """The side that alone has Combat units in an Area."""
    allied, german = fighters(s, area, ALLIED), fighters(s, area, GERMAN)
    if allied and not german:
        return ALLIED
    return GERMAN if german and not allied else None


@rule("6.4", "11.1", "11.2", "11.2.one", "11.3", "3.25", "3.5")
def determine(s: Thunder, note: Note) -> None:
    """The Victory Point Determination Phase: markers change hands, the track follows."""
    for area in VP_AREAS:
        side = sole_occupant(s, area)
        if side == ALLIED and not s.control[area]:
            s.control[area] = 1
            s.vp += VP[area]
            note(Controlled(ALLIED, area, VP[area]))
        elif side == GERMAN and s.control[area]:
            s.control[area] = 0
            s.vp -= VP[area]
            note(Controlled(GERMAN, area, VP[area]))
    if s.turn <= QUISLING_TURNS:
        quisling_line(s, note)
    note(Scored(s.turn, s.vp, s.bid, s.vp + s.bid))


@rule("11.5", "11.5.once", "2.2.symbols")
def quisling_line(s: Thunder, note: Note) -> None:
    """On turns 1 to 3 more Allied than German Combat units earn a point, once an Area, for good."""
    for area in QUISLING:
        if not s.quisling[area] and fighters(s, area, ALLIED) > fighters(s, area, GERMAN):
            s.quisling[area] = 1
            s.vp += 1
            note(QuislingTaken(area))


@rule("2.1", "11.4", "20.2", "20.2.ex")
def standing(s: Thunder) -> int:
    """What the victory track says at the end of a scenario: 1 Allied, 0 draw, -1 German."""
    field = field_of(s)
    if field.name == ON_THE_HILL:
        return _hill(s)
    points = s.vp + s.bid
    if points >= field.win_at:
        return 1
    return 0 if points >= field.draw_at else -1


def _hill(s: Thunder) -> int:
    """Hangman's Hill: Castle Hill with Point 435 or troops in force on the slope wins, with a foothold it draws."""
    if not s.control[CASTLE]:
        return -1
    slope = on_the_slope(s)
    if s.control[HANGMAN] or slope >= IN_FORCE:
        return 1
    return 0 if slope >= FOOTHOLD else -1


def on_the_slope(s: Thunder) -> int:
    """Hangman's Hill: how many Allied Combat units stand on the slope."""
    return sum([fighters(s, area, ALLIED) for area in ON_THE_SLOPE])


@rule("11.4.22")
def continued(s: Thunder) -> bool:
    """Whether the Allied side has played on after a draw: there is no other draw to come."""
    return s.last > field_of(s).last


@rule("11.4", "11.4.22", "6.5", "1.intro")
def verdict(s: Thunder) -> Result:
    """The result at the end of the last turn. The introductory scenarios have terms of their own (1.intro)."""
    field = field_of(s)
    if field.name == ON_THE_HILL:
        return _hill_verdict(s)
    points = s.vp + s.bid
    value, case = standing(s), "1.intro" if field.name == IN_TOWN else "11.4"
    if continued(s):
        value, case = 1 if points >= CONTINUED_WIN else -1, "11.4.22"
    if value > 0:
        return Result((ALLIED,), case, "allied", (points,))
    if value < 0:
        return Result((GERMAN,), case, "german", (points,))
    return Result((), case, "draw", (points,))


def _hill_verdict(s: Thunder) -> Result:
    value, told = _hill(s), (s.control[CASTLE], s.control[HANGMAN], on_the_slope(s))
    if value > 0:
        return Result((ALLIED,), "1.intro", "hill_allied", told)
    if value < 0:
        return Result((GERMAN,), "1.intro", "hill_german", told)
    return Result((), "1.intro", "hill_draw", told)
