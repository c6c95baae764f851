"""The recruit: weighs like the greedy player, but sometimes takes the second best for the best, as people do."""

import math
from typing import Any

from grognard.bots.look import Look, Plan
from grognard.bots.planner import Planner
from grognard.core import Decision, Game, Seat, State

NODES = 100
LAPSE = 0.5
"""How often judgement wavers."""
SPREAD = 0.6
"""How far it wavers then, as a share of the gap between the best and the typical plan."""


class RecruitPlayer(Planner):
    """Greedy with exact odds and human lapses: then the nearer a plan is to the best, the likelier it is taken."""

    level = "recruit"
    ahead = False

    def __init__(self, game: Game[Any], seed: int | str = 0) -> None:
        super().__init__(game, seed)
        self._look = Look(self._worth, game.codec.encode, NODES)

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        plans = self._look.plans(world, decision, seat)
        chosen = self._waver(plans) if self._rng.random() < LAPSE else plans[0]
        self._look.foresee(world, chosen)
        return chosen

    def _waver(self, plans: list[Plan]) -> Plan:
        best, typical = plans[0].value, plans[len(plans) // 2].value
        scale = max((best - typical) * SPREAD, 1e-6)
        weights = [math.exp(max((plan.value - best) / scale, -50.0)) for plan in plans]
        return self._rng.choices(plans, weights)[0]
