"""Every way in which the game can end from here (9.0, 10.5.4), and which of them is near."""

from collections.abc import Iterator

from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, ENDURANCE, GERMAN, HEXES, NEAR, ROSTER, STARS, TURNS
from grognard.games.cassino_1944.rules.state import Cassino, eliminated
from grognard.games.cassino_1944.rules.victory import DRAWN, bled_white, stars_held, victory_points
from grognard.look.scene import Ending

say = GAME.words.say
CLOSE = 2
"""Points short of the goal that a single turn can bring."""


def endings(s: Cassino) -> Iterator[Ending]:
    stars, lost, killed = stars_held(s), eliminated(s, ALLIED), eliminated(s, GERMAN)
    held = say("end_stars_now", held=stars)
    yield Ending(ALLIED, say("end_stars"), "9.1.1.allied", held, near=_at_hand(s))
    near = bled_white(s) or _spent(s) >= max(killed - lost, 1)
    bled = say("end_bled_strict" if s.rules.strict_zero else "end_bled")
    yield Ending(GERMAN, bled, "9.1.1.german", say("end_bled_now", lost=lost, killed=killed), near=near)
    yield from _avenger(s) if s.rules.avenger else _campaign(s)


def _at_hand(s: Cassino) -> bool:
    """Whether Allied units stand on or beside every star."""
    return all(s.held[ALLIED] & (NEAR[star] | 1 << star) for star in STARS)


def _spent(s: Cassino) -> int:
    """Allied units on the map that one more point of damage eliminates."""
    return sum(s.loc[u] < HEXES and s.damage[u] + 1 >= ENDURANCE[u] for u in ROSTER[ALLIED])


def _campaign(s: Cassino) -> Iterator[Ending]:
    points, last = victory_points(s, final=s.turn == TURNS), s.turn == TURNS
    now = say("end_points_now", points=points)
    yield Ending(ALLIED, say("end_points", goal=s.goal), "9.1.2.win", now, near=points + CLOSE >= s.goal)
    yield Ending(GERMAN, say("end_time", last=TURNS), "4.0", say("end_turn_now", turn=s.turn), near=last)


def _avenger(s: Cassino) -> Iterator[Ending]:
    points = victory_points(s, final=True)
    now = say("end_points_now", points=points)
    if s.rules.points_count:
        yield Ending(ALLIED, say("end_agreed", goal=s.goal), "9.1.2.win", now, near=points + CLOSE >= s.goal)
        if s.rules.avenger_graded:
            low = s.goal - DRAWN
            text = say("end_agreed_draw", low=low, high=s.goal - 1)
            yield Ending(-1, text, "10.5.4.german", now, near=low - CLOSE <= points < s.goal)
    yield Ending(GERMAN, say("end_avenger"), "10.5.4.german", say("end_stars_now", held=stars_held(s)))
