"""The general: searches over plans, playing each out against a replying enemy in worlds it cannot tell apart."""

import math
from typing import Any

from grognard.bots.look import Look, Plan, silent
from grognard.bots.planner import Planner
from grognard.core import Decision, Game, Seat, Seeded, State, clone, push, run

WIDTH = 8
"""Plans that enter the search; more come in as time allows (progressive widening)."""
NODES = 1200
ROLL_NODES = 40
PRIOR = 2.0
"""How many play-outs the plan's own expected value counts for."""
HORIZON = 120
"""Answers in one play-out at most."""


class _Arm:
    """A plan with what its play-outs were worth."""

    __slots__ = ("plan", "played", "total")

    def __init__(self, plan: Plan) -> None:
        self.plan, self.played, self.total = plan, PRIOR, plan.value * PRIOR

    @property
    def mean(self) -> float:
        return self.total / self.played


class GeneralPlayer(Planner):
    """Monte-Carlo search over whole actions with resampled worlds, bounded by time.

    Each play-out carries out a plan, lets both sides go on with quick judgement until the enemy has answered and it is
    our turn again, and values what is left. Time goes to the plans that still could be best (upper confidence bounds).
    """

    level = "general"

    def __init__(self, game: Game[Any], seed: int | str = 0, budget: float = 2.0) -> None:
        super().__init__(game, seed)
        self._budget = budget
        self._look = Look(self._worth, game.codec.encode, NODES)
        self._quick = Look(self._worth, game.codec.encode, ROLL_NODES)

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        until = self.clock() + self._budget
        plans = self._look.plans(world, decision, seat)
        arms = [_Arm(plan) for plan in plans[:WIDTH]]
        waiting = plans[WIDTH:]
        played = 0
        spread = max(plans[0].value - plans[min(len(plans), WIDTH) - 1].value, 1.0)
        while self.clock() < until:
            played += 1
            if waiting and len(arms) < WIDTH + math.isqrt(played):
                arms.append(_Arm(waiting.pop(0)))
            arm = max(arms, key=lambda a: a.mean + spread * math.sqrt(math.log(played + 1) / a.played))
            value = self._play_out(self._game.resample(view, seat, self._rng), arm.plan, seat)
            arm.total += value
            arm.played += 1
        return max(arms, key=lambda a: (a.played, a.mean)).plan

    def _play_out(self, s: State, plan: Plan, seat: Seat) -> float:
        """Carry out the plan, then quick judgement on all sides until the enemy has acted and we are asked again."""
        chance = Seeded(self._rng.getrandbits(64))
        script = list(plan.answers)
        enemy_acted = False
        for _ in range(HORIZON):
            asked = run(s, silent)
            if asked is None:
                break
            if not isinstance(asked, Decision):
                push(s, chance(asked), silent)
                continue
            if script and asked.seat == seat and script[0] in asked.options:
                push(s, script.pop(0), silent)
                continue
            script = []
            begins = type(s.stack[-1]) in self._worth.rests
            if begins and asked.seat == seat and enemy_acted:
                break
            enemy_acted = enemy_acted or (begins and asked.seat != seat)
            push(s, self._quick.plans(clone(s), asked, asked.seat)[0].answers[0], silent)
        return self._worth(s, seat)
