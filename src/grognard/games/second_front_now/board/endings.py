"""Every way in which the game can end from here (4.1, 4.6 to 4.9), and which of them is near."""

from collections.abc import Iterator

from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, COMMANDS, GERMAN, POINTS
from grognard.games.second_front_now.rules.points import allied_points
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.victory import DAWN, PUSHED_BACK, first_days, in_first_days, needed
from grognard.look.scene import Ending

say = GAME.words.say
SWING = 8
"""Victory points that a good turn brings."""


def endings(s: SecondFront) -> Iterator[Ending]:
    low, high = POINTS["allied_instant"], POINTS["german_instant"]
    now, last = say("end_vp_now", vp=s.vp), s.turn + 1 >= s.rules.last
    yield Ending(ALLIED, say("end_zero", low=low), "4.8", now, s.vp - SWING <= low)
    yield Ending(GERMAN, say("end_overwhelmed", high=high), "4.9", now, s.vp + SWING >= high)
    if in_first_days(s):
        yield from _first_days(s, last)
    else:
        goal, case = needed(s), "4.7" if s.riga else "4.6"
        yield Ending(GERMAN, say("end_held_out", goal=goal, last=s.rules.last), case, now, last and s.vp >= goal)
        yield Ending(ALLIED, say("end_broke", goal=goal - 1, last=s.rules.last), case, now, last and s.vp < goal)
    yield Ending(-1, say("end_concede"), "4.1.concede")


def _first_days(s: SecondFront, last: bool) -> Iterator[Ending]:
    points = allied_points(s) if s.area >= 0 else COMMANDS["allied", "base"]
    now = say("end_beachhead_now", n=points, vp=s.vp)
    stands = first_days(s, points).winners == (ALLIED,)
    asked = {"n": DAWN, "vp": PUSHED_BACK, "last": s.rules.last}
    yield Ending(ALLIED, say("end_beachhead", **asked), "6.1", now, last and stands)
    yield Ending(GERMAN, say("end_contained", **asked), "6.1", now, last and not stands)
