"""The recruit: weighs like the greedy player, but overlooks things and wavers, as people do."""

import math
from typing import Any

from grognard.bots.lookahead import LookAhead, Plan
from grognard.bots.planner import Planner
from grognard.core import Decision, Game, Option, Seat, State, Steps

NODES = 100
OVERLOOKED = 0.4
"""Share of the options that never come to mind in one phase; the quiet one always does."""
LAPSE = 0.4
"""How often judgement wavers."""
SPREAD = 0.6
"""How far it wavers then, as a share of the gap between the best and the typical plan."""


class RecruitPlayer(Planner):
    """Greedy with exact odds and human lapses.

    What is overlooked stays so until the phase is over. Where judgement wavers, the nearer a plan is to the best, the
    likelier it is taken.
    """

    level = "recruit"

    def __init__(self, game: Game[Any], seed: int | str = 0) -> None:
        super().__init__(game, seed)
        self._look = LookAhead(self._valuation, game.codec.encode, NODES)
        self._phase: Steps = ()
        self._noticed: dict[Option, bool] = {}

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        plans = self._look.plans(world, decision, seat)
        seen = [plan for plan in plans if self._notices(world, decision, plan.answers[0])] or plans[:1]
        chosen = self._waver(seen) if self._rng.random() < LAPSE else seen[0]
        self._look.foresee(world, chosen)
        return chosen

    def _notices(self, world: State, decision: Decision, option: Option) -> bool:
        if world.stack != self._phase:
            self._phase = world.stack
            self._noticed.clear()
        if decision.default >= 0 and option == decision.options[decision.default]:
            return True
        return self._noticed.setdefault(option, self._rng.random() >= OVERLOOKED)

    def _waver(self, plans: list[Plan]) -> Plan:
        best, typical = plans[0].value, plans[len(plans) // 2].value
        scale = max((best - typical) * SPREAD, 1e-6)
        weights = [math.exp(max((plan.value - best) / scale, -50.0)) for plan in plans]
        return self._rng.choices(plans, weights)[0]
