"""Every way in which the game can end from here (11.4, and the terms of the scenarios), and which of them is near.

All are judged when the last turn ends: the one that would come about is near in that turn.
"""

from collections.abc import Iterator

from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, CASTLE, GERMAN
from grognard.games.thunder_at_cassino.rules.state import Thunder, field_of
from grognard.games.thunder_at_cassino.rules.victory import (
    CONTINUED_WIN,
    FOOTHOLD,
    HANGMAN,
    IN_FORCE,
    IN_TOWN,
    ON_THE_HILL,
    continued,
    on_the_slope,
    verdict,
)
from grognard.look.scene import Ending

say = GAME.words.say
MAIN = "main"


def endings(s: Thunder) -> Iterator[Ending]:
    field, last = field_of(s), s.turn == s.last
    won = verdict(s).winners
    allied, german, drawn = last and won == (ALLIED,), last and won == (GERMAN,), last and not won
    if field.name == ON_THE_HILL:
        facts = {"castle": _yes(s.control[CASTLE]), "hangman": _yes(s.control[HANGMAN]), "slope": on_the_slope(s)}
        now = say("end_hill_now", **facts)
        yield Ending(ALLIED, say("end_hill", force=IN_FORCE, last=s.last), "1.intro", now, allied)
        yield Ending(-1, say("end_hill_draw", foothold=FOOTHOLD), "1.intro", now, drawn)
        yield Ending(GERMAN, say("end_hill_german"), "1.intro", now, german)
        return
    case = "1.intro" if field.name == IN_TOWN else "11.4"
    now = say("end_points_now", points=s.vp + s.bid)
    if continued(s):
        yield Ending(ALLIED, say("end_continued", win=CONTINUED_WIN, last=s.last), "11.4.22", now, allied)
        yield Ending(GERMAN, say("end_continued_german", win=CONTINUED_WIN), "11.4.22", now, german)
        return
    yield Ending(ALLIED, say("end_allied", win=field.win_at, last=s.last), case, now, allied)
    yield Ending(-1, say("end_draw", draw=field.draw_at, most=field.win_at - 1), case, now, drawn)
    yield Ending(GERMAN, say("end_german", draw=field.draw_at), case, now, german)
    if field.name == MAIN:
        yield Ending(-1, say("end_option", win=CONTINUED_WIN), "11.4.option", "", drawn)


def _yes(held: int) -> str:
    return say("end_held" if held else "end_not_held")
