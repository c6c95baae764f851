"""4.0 How to win: the German victory points, the two thresholds, and the two ends at once."""

from grognard.core import Note, Result, end, rule
from grognard.games.second_front_now.content import ALLIED, GERMAN, POINTS, TURNS
from grognard.games.second_front_now.rules.events import Scored
from grognard.games.second_front_now.rules.state import SecondFront

DAWN = 4
"""Command points with which the Allied side wins the short scenario, which is our own."""
PUSHED_BACK = 36
"""German victory points that are few enough for it, too: the middle of 60 games between generals."""
EVEN, EVEN_RIGA = 26, 36
"""What the German side must hold at the end of our even game, without and with Riga-Odessa."""


@rule("4.1", "4.8", "4.9")
def score(s: SecondFront, points: int, note: Note) -> None:
    """Change the German total; at 0 or less, and at 98 or more, the game is over at once (R49)."""
    s.vp += points
    note(Scored(points, s.vp))
    if s.result is not None:
        return
    if s.vp <= POINTS["allied_instant"]:
        end(s, Result((ALLIED,), "4.8", "zeroed_out", (s.vp,)))
    elif s.vp >= POINTS["german_instant"]:
        end(s, Result((GERMAN,), "4.9", "overwhelmed", (s.vp,)))


def in_first_days(s: SecondFront) -> bool:
    """Whether this is our short scenario."""
    return s.rules.last < TURNS


def needed(s: SecondFront) -> int:
    """What the German side must hold at the end."""
    return goal(s, bool(s.riga))


@rule("4.6", "4.7")
def goal(s: SecondFront, riga: bool) -> int:
    """What it must hold with Riga-Odessa or without; in games of ours it is not what is printed."""
    if in_first_days(s):
        return PUSHED_BACK + 1
    if s.rules.even_game:
        return EVEN_RIGA if riga else EVEN
    return POINTS["german_win_riga"] if riga else POINTS["german_win"]


@rule("4.6", "4.7", "4.1.concede")
def final(s: SecondFront) -> Result:
    """Who has won after the last turn; there are no draws. Giving up before that is an act of the table."""
    least = needed(s)
    if s.vp >= least:
        return Result((GERMAN,), "4.7" if s.riga else "4.6", "held_out", (s.vp, least))
    return Result((ALLIED,), "4.7" if s.riga else "4.6", "broke_through", (s.vp, least))


def first_days(s: SecondFront, points: int) -> Result:
    """The end of our short scenario: a beachhead worth its name, by command or by victory points, or not."""
    if (points >= DAWN or s.vp <= PUSHED_BACK) and not s.paid:
        return Result((ALLIED,), "6.1", "beachhead_stands", (points, s.vp))
    return Result((GERMAN,), "6.1", "beachhead_contained", (points, s.vp, DAWN, PUSHED_BACK))
