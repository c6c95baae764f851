"""The recruit: weighs like the greedy player, but sometimes takes the second best for the best, as people do."""

import math
import random
from typing import Any

from grognard.bots.look import Look, Plan
from grognard.bots.reasons import explain
from grognard.bots.worth import Worth
from grognard.core import Decision, Game, Option, Seat, State

NODES = 200
LAPSE = 0.3
"""How often judgement wavers."""
SPREAD = 0.35
"""How far it wavers then, as a share of the gap between the best and the typical plan."""


class RecruitPlayer:
    """Greedy with exact odds and human lapses: then the nearer a plan is to the best, the likelier it is taken."""

    level = "recruit"

    def __init__(self, game: Game[Any], seed: int | str = 0) -> None:
        self._game, self._worth, self._rng = game, Worth(game), random.Random(seed)
        self._look = Look(self._worth, NODES)
        self._why: tuple[State, tuple[Option, ...], Seat] | None = None

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        self._why = None
        options = decision.options[decision.extra :]
        if len(options) == 1:
            return options[0]
        world = self._game.resample(view, seat, self._rng)
        plans = self._look.plans(world, decision, seat)
        chosen = self._waver(plans) if self._rng.random() < LAPSE else plans[0]
        self._why = (world, chosen.answers, seat)
        return chosen.answers[0]

    def reasons(self) -> list[str]:
        return explain(self._game, self._worth, *self._why) if self._why is not None else []

    def _waver(self, plans: list[Plan]) -> Plan:
        best, typical = plans[0].value, plans[len(plans) // 2].value
        scale = max((best - typical) * SPREAD, 1e-6)
        weights = [math.exp(max((plan.value - best) / scale, -50.0)) for plan in plans]
        return self._rng.choices(plans, weights)[0]
