"""The greedy player: the action with the best expected value, one action deep, over exact chances."""

from typing import Any

from grognard.bots.lookahead import LookAhead, Plan
from grognard.bots.planner import Planner
from grognard.core import Decision, Game, Seat, State

NODES = 150
"""Positions looked at for one action."""
ALIKE = 1e-9


class GreedyPlayer(Planner):
    """Looks through one action of its own to the end of its dice; others answer by their quiet default."""

    level = "greedy"

    def __init__(self, game: Game[Any], seed: int | str = 0, nodes: int = NODES) -> None:
        super().__init__(game, seed)
        self._look = LookAhead(self._valuation, game.codec.encode, nodes)

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        plans = self._look.plans(world, decision, seat)
        alike = [plan for plan in plans if plan.value > plans[0].value - ALIKE]
        if self._valuation.thrift.brief:
            alike = [min(alike, key=lambda plan: len(plan.answers))]
        chosen = self._rng.choice(alike)
        self._look.foresee(world, chosen)
        return chosen
