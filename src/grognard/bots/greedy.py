"""The greedy player: the action with the best expected value, one action deep, over exact chances."""

import random
from typing import Any

from grognard.bots.look import Look
from grognard.bots.reasons import explain
from grognard.bots.worth import Worth
from grognard.core import Decision, Game, Option, Seat, State

NODES = 600
"""Positions looked at for one decision."""
ALIKE = 1e-9


class GreedyPlayer:
    """Looks through one action of its own to the end of its dice; others answer by their quiet default."""

    level = "greedy"

    def __init__(self, game: Game[Any], seed: int | str = 0, nodes: int = NODES) -> None:
        self._game, self._worth, self._rng = game, Worth(game), random.Random(seed)
        self._look = Look(self._worth, nodes)
        self._why: tuple[State, tuple[Option, ...], Seat] | None = None

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        self._why = None
        options = decision.options[decision.extra :]
        if len(options) == 1:
            return options[0]
        world = self._game.resample(view, seat, self._rng)
        plans = self._look.plans(world, decision, seat)
        best = self._rng.choice([plan for plan in plans if plan.value > plans[0].value - ALIKE])
        self._why = (world, best.answers, seat)
        return best.answers[0]

    def reasons(self) -> list[str]:
        return explain(self._game, self._worth, *self._why) if self._why is not None else []
