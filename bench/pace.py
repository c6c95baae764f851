"""How fast random games run: several ways of playing, measured in turns so that a busy machine hurts all alike.

All run in one thread, so the time taken is that of the processor.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import process_time

ROUNDS = 3
"""Every way is measured so many times; its best round counts, which other programs disturbed least."""

Way = Callable[[int], int]
"""Plays one random game with a seed and tells the number of its decisions."""


@dataclass(frozen=True)
class Pace:
    """Per second, in the best round; and decisions in a game."""

    decisions: float
    games: float
    length: float


def paces(ways: Mapping[str, Way], seconds: float) -> dict[str, Pace]:
    """The pace of each way after about `seconds` of play."""
    for play in ways.values():
        play(-1)  # caches fill outside the measurement
    best: dict[str, Pace] = {}
    for number in range(ROUNDS):
        for name, play in ways.items():
            pace = _round(play, seconds / ROUNDS, number * 1_000_000)
            if name not in best or pace.decisions > best[name].decisions:
                best[name] = pace
    return best


def _round(play: Way, seconds: float, seed: int) -> Pace:
    decisions = games = 0
    began = process_time()
    while (passed := process_time() - began) < seconds or not games:
        decisions += play(seed + games)
        games += 1
    return Pace(decisions / passed, games / passed, decisions / games)
