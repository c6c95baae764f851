"""The random player: any option with equal chance."""

import random

from grognard.bots.player import Blind
from grognard.core import Decision, Option, Seat, State


class RandomPlayer(Blind):
    """Measures the rules, not skill."""

    level = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._choice = random.Random(seed).choice

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        return self._choice(decision.options)

    def reasons(self) -> list[str]:
        return []
