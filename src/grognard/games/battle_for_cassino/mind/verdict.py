"""How the battle will be judged (18.0), as far as it can be told now: what the general weighs besides what stands.

Three things decide: Germans in the Abbey, Germans in the hotel, Allied steps lost. Each has a chance, guessed from what
stands and from the time that is left; the last move is German.
"""

from functools import cache
from math import exp
from typing import NamedTuple

from grognard.games.battle_for_cassino.content import ABBEY, ALLIED, FIGHTERS, GERMAN, HOTEL, TOWN, disc
from grognard.games.battle_for_cassino.rules.state import Battle, last_turn
from grognard.games.battle_for_cassino.rules.victory import FOOTHOLD, butchery
from grognard.maps import Set, members

PACE = 3.0
"""Allied steps that a turn costs on average."""
SPREAD, DRIFT = 2.5, 1.2
"""How far the losses of the end may be from the guess: at once, and more for every turn that is left."""
SHORT_PACE, SHORT_FALL = 4.0, 1.2
"""In the short game: Allied steps that a turn costs, and town hexes that the Germans lose in it."""
HOLD = 6.0
"""Turns after which Germans in the hotel have mostly been driven out."""
NEAR = 14
"""Hexes from which a German unit may come back to what has been lost."""
STAKE = 40.0
"""What the whole battle is worth beside single steps."""


class Prices(NamedTuple):
    """What a step of either side is worth."""

    allied: float = 1.0
    german: float = 1.0


PLAIN = Prices()


def left(s: Battle) -> float:
    """Turns to come, the present one included: half a turn if only the Germans are still to move."""
    return last_turn(s) - s.turn + (1.0 if s.side == ALLIED else 0.5)


def _sigmoid(x: float) -> float:
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


@cache
def bled(lost: int, limit: int, time: float) -> float:
    """The chance that the Allied losses reach the limit that makes a German victory."""
    ahead = max(0.0, time - 0.5)
    return _sigmoid(1.7 * (lost + PACE * ahead - limit + 0.5) / (SPREAD + DRIFT * ahead))


@cache
def _around(goal: Set) -> Set:
    found = 0
    for hex in members(goal):
        found |= disc(hex, NEAR)
    return found


def _returns(s: Battle, goal: Set) -> float:
    """The chance that Germans come back to an objective they have lost: more hexes left open, more of them near."""
    ajar = (goal & ~s.held[ALLIED]).bit_count() / goal.bit_count()
    near = sum(
        [s.steps[u] for hex in members(_around(goal) & s.held[GERMAN]) for u in s.here[hex] if FIGHTERS >> u & 1]
    )
    return (0.15 + 0.6 * ajar) * min(1.0, near / 18)


def _abbey(s: Battle, time: float) -> float:
    held = s.held[GERMAN] & ABBEY
    if not held:
        return max(_returns(s, ABBEY), 0.6 * (1 - exp(-time / 8)))
    steps = sum([s.steps[u] for hex in members(held) for u in s.here[hex]])
    return 1.0 - min(0.5, time / 20) * exp(-steps / 12)


def _hotel(s: Battle, time: float) -> float:
    held = s.held[GERMAN] & HOTEL
    if held:
        return exp(-max(0.0, time - 0.5) / HOLD) * (0.85 + 0.05 * min(3, held.bit_count()))
    return _returns(s, HOTEL) * exp(-max(0.0, time - 1.0) / 3)


def allied_chance(s: Battle) -> float:
    """The chance of an Allied victory; not for the short game, which is judged otherwise."""
    time = left(s)
    abbey = _abbey(s, time)
    return 1 - abbey + abbey * (1 - _hotel(s, time)) * (1 - bled(s.lost[ALLIED], butchery(s), time))


def short_chance(s: Battle) -> float:
    """The chance of an Allied victory in the short game (ruling 48): few steps lost, and no foothold left."""
    ahead = max(0.0, left(s) - 0.5)
    lost = s.lost[ALLIED] + SHORT_PACE * ahead - butchery(s) + 0.5
    held = (s.held[GERMAN] & TOWN).bit_count() - SHORT_FALL * ahead - FOOTHOLD + 0.5
    return (1 - _sigmoid(1.7 * lost / (SPREAD + DRIFT * ahead))) * (1 - _sigmoid(1.2 * held))


def prices(s: Battle) -> Prices:
    """What steps are worth to whoever minds the verdict: an Allied one as much as it moves the chances, a German one
    the less the fewer turns are left to use it in."""
    time = left(s)
    lost, limit = s.lost[ALLIED], butchery(s)
    matters = _abbey(s, time) * (1 - _hotel(s, time))
    slope = (bled(lost + 2, limit, time) - bled(lost, limit, time)) / 2
    german = 0.4 + 0.6 * min(1.0, time / 12)
    return Prices(german + STAKE * matters * slope, german)
