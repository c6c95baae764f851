"""The veteran: plans whole actions and weighs each by what the other side can do about it."""

from typing import Any

from grognard.bots.listed_operations import ListedOperations
from grognard.bots.lookahead import LookAhead, Plan, silent
from grognard.bots.planner import Planner
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Game, Option, Seat, State, clone, outcomes, push, run

NODES = 400
WIDTH = 3
"""Plans that are weighed against the reply, at most."""
SLACK = 0.25
"""How far behind the best such a plan may be, as a share of the gap between the best and the typical plan."""
REPLY_NODES = 80
OUTCOMES = 8
"""Outcomes of the plan's own dice for which a reply is considered; more are represented by the likeliest."""
HORIZON = 60
"""Quiet answers of our own until the other side is asked."""


class VeteranPlayer(Planner):
    """Ranks plans by expected value, then the best few by the value left after the other side's best reply."""

    level = "veteran"
    whole = "one"

    def __init__(self, game: Game[Any], seed: int | str = 0, budget: float = 2.0) -> None:
        super().__init__(game, seed)
        self._budget = budget
        self._look = LookAhead(self._valuation, game.codec.encode, NODES)
        self._reply = LookAhead(self._valuation, game.codec.encode, REPLY_NODES)
        self._second = self._with_boldness(game)

    def _with_boldness(self, game: Game[Any]) -> ListedOperations | None:
        """The eyes of the general for operations, where the title has a list of its own for him and points to spend."""
        mind = self._valuation.mind
        if mind.purse is None or mind.eyes_of("general").operations is None:
            return None
        return ListedOperations(Valuation(game, "general"))

    def whole_plan(self, world: State, decision: Decision, seat: Seat) -> Plan | None:
        """The best operation; where none gains anything by his own weights, what the general would do: whoever has
        points to spend and finds nothing to do for rounds on end has overlooked something."""
        found = super().whole_plan(world, decision, seat)
        if found is None or self._second is None or found.answers != (decision.options[decision.default],):
            return found
        return self._second.plan(world, decision, seat, sets=False)

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        until = self.clock() + self._budget
        plans = self._look.plans(world, decision, seat, WIDTH)
        best, most = plans[0], -float("inf")
        rivals = self._rivals(plans) if self._answered(world) else []
        for plan in rivals:
            if self.clock() >= until:
                break
            value = self._after_reply(world, plan, seat)
            if value > most:
                best, most = plan, value
        self._look.foresee(world, best)
        return best

    def _answered(self, world: State) -> bool:
        """Whether somebody will reply to a whole action that begins here, and the title wants that weighed."""
        if not self._valuation.thrift.settles:
            return False
        return type(world.stack[-1]) in self._valuation.rests and len(set(world.seats) - {-1}) > 1

    def _rivals(self, plans: list[Plan]) -> list[Plan]:
        """Plans so near to the best that the reply may decide between them; none if there is only one."""
        best, typical = plans[0].value, plans[len(plans) // 2].value
        near = [plan for plan in plans[:WIDTH] if plan.value >= best - SLACK * (best - typical)]
        return near if len(near) > 1 else []

    def _after_reply(self, world: State, plan: Plan, seat: Seat) -> float:
        """The plan's value once its own dice have fallen and the other side has made its best action."""
        s = clone(world)
        asked = run(s, silent)
        for answer in plan.answers:
            if not isinstance(asked, Decision) or answer not in asked.options:
                break
            push(s, answer, silent)
            asked = run(s, silent)
        if asked is None or isinstance(asked, Decision):
            return self._reply_to(s, seat)
        likely = sorted(outcomes(asked), key=lambda pair: -pair[1])[:OUTCOMES]
        total = sum(p for _, p in likely)
        value = 0.0
        for answer, p in likely:
            branch = clone(s)
            push(branch, answer, silent)
            value += float(p / total) * self._reply_to(branch, seat)
        return value

    def _reply_to(self, s: State, seat: Seat) -> float:
        """Let our side finish quietly, then value the position by the other side's best action."""
        for _ in range(HORIZON):
            asked = run(s, silent)
            if asked is None:
                return self._valuation(s, seat)
            if not isinstance(asked, Decision):
                push(s, max(outcomes(asked), key=lambda pair: pair[1])[0], silent)
            elif asked.seat == seat:
                push(s, _quiet(asked), silent)
            elif type(s.stack[-1]) in self._valuation.rests:
                return self._mine_after(s, asked, seat)
            else:
                push(s, self._reply.reply(s, asked, seat), silent)
        return self._valuation(s, seat)

    def _mine_after(self, s: State, asked: Decision, seat: Seat) -> float:
        """Our value after the other side's best plan, as that side values it."""
        before = self._valuation(s, asked.seat)
        gain = self._reply.plans(s, asked, asked.seat)[0].value - before
        return self._valuation(s, seat) - gain


def _quiet(asked: Decision) -> Option:
    return asked.options[asked.default]
