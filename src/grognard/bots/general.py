"""The general: a search over whole actions, his own in a row and the enemy's, with exact chances, as time allows.

More time than usual makes him look at more, not further ahead (`Mind.patience`): sequels two actions deep mostly
compare orders of the same actions. Where the game says what every action deserves (`Thrift.effort`), all time goes into
thorough looks, and nothing has a sequel: all actions get what they deserve, the best few several times that.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from grognard.bots.lookahead import CLOSER, LookAhead, Plan, silent
from grognard.bots.planner import Planner
from grognard.core import Decision, Game, Option, Seat, State, clone, outcomes, push, run

NODES = 400
CLOSEST, DEEPER = 3, 4.0
"""Where the game says what every action deserves: options that get a closer look, and how much closer."""
SEQUEL_NODES, SEQUEL_CLOSER = 60, 2
"""Positions for an action of a sequel, and options of it that get a closer look."""
WIDTH = 4
"""Plans whose sequels are searched in the first round; each deeper one lets one more in."""
MORE_NODES, MORE_CLOSER, MORE_WIDTH = 300, 0.75, 1
MORE_SEQUEL_NODES, MORE_SEQUEL_CLOSER = 22.5, 0.5
"""What every usual time beyond the first adds to these: with five times as long, four times this."""
NARROW = 2
"""Actions considered at each later place of a sequel."""
ROUNDS = 3
"""Rounds after the first at most: one action deeper, or in another world that looks the same."""
RARE = 0.02
"""A future less likely than this is not split further: its later dice fall as they are likeliest to."""
GROWTH = 6.0
"""How much longer a round takes that goes one action deeper: it is not begun where that much time is not left."""


class _Late(Exception):
    """No time is left for this round."""


class GeneralPlayer(Planner):
    """Values the best plans by what can follow: the best next action of whoever is then to act, and so on.

    All arms of a round are searched to the same depth. Where all of them hand over to the enemy, his best action counts
    against them. Where one may go on acting, one's own next actions count, and passing ends the sequel. In games whose
    actions are so rich that a look misses most of what they offer, every action is looked through more thoroughly, and
    none has a sequel.
    """

    level = "general"
    whole = "set"

    def __init__(self, game: Game[Any], seed: int | str = 0, budget: float = 2.0) -> None:
        super().__init__(game, seed)
        mind = self._valuation.mind
        usual = mind.budgets.get(self.level, budget)
        self._budget = min(budget, usual * mind.patience)
        """Never more than makes him stronger."""
        self._until = 0.0
        self._thorough = self._valuation.thrift.effort is not None
        zeal = max(1.0, self._budget / usual)
        more = zeal - 1.0
        same = game.codec.encode
        if self._thorough:
            closer = CLOSEST + int(more / 2)
            self._look = LookAhead(self._valuation, same, NODES, closer, late=self._is_late, zeal=zeal, deeper=DEEPER)
        else:
            # within a listed action the game itself knows what open dice are worth, and they may be a great many
            finish = not self._listed.lists
            nodes, closer = NODES + int(MORE_NODES * more), CLOSER + int(MORE_CLOSER * more)
            self._look = LookAhead(self._valuation, same, nodes, closer, finish=finish)
        self._width = WIDTH + int(MORE_WIDTH * more)
        nodes, closer = SEQUEL_NODES + int(MORE_SEQUEL_NODES * more), SEQUEL_CLOSER + int(MORE_SEQUEL_CLOSER * more)
        self._sequel = LookAhead(self._valuation, same, nodes, closer, finish=True)

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        self._until = self.clock() + self._budget
        plans = self._look.plans(world, decision, seat, self._width)
        best = plans[0]
        if len(plans) > 1 and type(world.stack[-1]) in self._valuation.rests and self._searches:
            best = self._search(view, world, plans, seat)
        self._look.foresee(world, best)
        return best

    def _is_late(self) -> bool:
        return self.clock() >= self._until

    @property
    def _searches(self) -> bool:
        """Whether sequels are searched: not of the single answers of listed actions, nor where looks are thorough."""
        return not self._listed.lists and not self._thorough

    def _search(self, view: State, world: State, plans: list[Plan], seat: Seat) -> Plan:
        """The best plan by its sequels, in as many rounds as time allows; only the first may be cut short."""
        width, depth = self._width, 1
        began = self.clock()
        values = self._round(world, plans[:width], seat, depth)
        for _ in range(ROUNDS):
            began, took = self.clock(), self.clock() - began
            other = self._game.resample(view, seat, self._rng)
            known = other == world
            if began + took * (GROWTH if known else 1.0) > self._until:
                break
            if known:  # nothing is hidden: rather deeper, and with one plan more
                depth, width = depth + 1, width + 1
            found = self._round(other, plans[:width], seat, depth)
            if len(found) < min(width, len(plans)):
                break
            values = found if known else [a + b for a, b in zip(values, found, strict=True)]
        return plans[max(range(len(values)), key=values.__getitem__)] if values else plans[0]

    def _round(self, world: State, plans: list[Plan], seat: Seat, depth: int) -> list[float]:
        """The values of these plans with sequels of this depth, as far as time reaches."""
        across = not any(self._goes_on(world, plan, seat) for plan in plans)
        values: list[float] = []
        for plan in plans:
            try:
                values.append(plan.value + self._after(world, plan.answers, seat, depth, across))
            except _Late:
                break
        return values

    def _goes_on(self, world: State, plan: Plan, seat: Seat) -> bool:
        """Whether the same seat acts again after a plan."""
        _, s = next(self._futures(clone(world), plan.answers, seat))
        asked = run(s, silent)
        return isinstance(asked, Decision) and asked.seat == seat and s.stack[-1] == world.stack[-1]

    def _after(self, s: State, answers: tuple[Option, ...], seat: Seat, depth: int, across: bool) -> float:
        """What the sequel of a plan adds to it on average, for the seat that carries it out."""
        top = s.stack[-1]
        value = 0.0
        for chance, after in self._futures(clone(s), answers, seat):
            if self.clock() >= self._until:
                raise _Late
            asked = run(after, silent)
            if not isinstance(asked, Decision) or not (across or (asked.seat == seat and after.stack[-1] == top)):
                continue
            gain = self._best(after, asked, depth, across)
            value += chance * (gain if asked.seat == seat else -gain)
        return value

    def _best(self, s: State, asked: Decision, depth: int, across: bool) -> float:
        """What the best next action, with its own sequel, gains for the seat that is to act."""
        mover = asked.seat
        now = self._valuation(s, mover)
        plans = self._sequel.plans(s, asked, mover)
        if depth == 1:
            return max(0.0, plans[0].value - now)
        return max(plan.value - now + self._after(s, plan.answers, mover, depth - 1, across) for plan in plans[:NARROW])

    def _futures(
        self, s: State, answers: tuple[Option, ...], seat: Seat, share: float = 1.0
    ) -> Iterator[tuple[float, State]]:
        """The positions a plan may lead to once its action is complete, with their chances, together `share`."""
        while True:
            asked = run(s, silent, () if answers else self._valuation.rests)
            if asked is None:
                yield share, s
                return
            if not isinstance(asked, Decision):
                if share >= RARE:
                    break
                push(s, max(outcomes(asked), key=itemgetter(1))[0], silent)
                continue
            if answers and asked.seat == seat and answers[0] in asked.options:
                push(s, answers[0], silent)
                answers = answers[1:]
            elif type(s.stack[-1]) in self._valuation.rests:
                yield share, s
                return
            else:
                answers = ()
                push(s, self._meanwhile(s, asked, seat), silent)
        merged: dict[bytes, tuple[float, State]] = {}
        for answer, chance in outcomes(asked):
            branch = clone(s)
            push(branch, answer, silent)
            key = self._game.codec.encode(branch)
            merged[key] = share * float(chance) + (merged[key][0] if key in merged else 0.0), branch
        for part, branch in merged.values():
            yield from self._futures(branch, answers, seat, part)

    def _meanwhile(self, s: State, asked: Decision, seat: Seat) -> Option:
        """An answer in the middle of an action, after its dice."""
        if asked.seat == seat:
            return self._sequel.plans(s, asked, seat)[0].answers[0]
        return self._sequel.reply(s, asked, seat)
