"""Listed operations that go on through dice and through what others answer, valued by all they may lead to."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from grognard.bots.listed_operations import ListedOperations
from grognard.bots.lookahead import Plan, silent
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Game, Option, Seat, State, clone, outcomes, push, run

RARE = 0.03
"""A future less likely than this is not split further: its later dice fall as they are likeliest to."""


class CarriedOperations(ListedOperations):
    """The best of what the title lists, each carried out to its end: others answer as the title expects of them, dice
    fall in every way, and the rest of the answers is given as long as it is open.

    Doing nothing is an operation like the others. The player keeps the answers that are left over interrupts.
    """

    def __init__(self, valuation: Valuation, same: Callable[[Any], bytes]) -> None:
        super().__init__(valuation)
        self._same = same

    def plan(self, world: State, decision: Decision, seat: Seat, sets: bool) -> Plan | None:
        listed = self._operations(world, decision) if self._operations is not None else ()
        if not listed:
            return None
        best: Plan | None = None
        for each in listed:
            self._valuation.weighed += 1
            value = self._carried(clone(world), each.answers, seat, 1.0)
            if best is None or value > best.value:
                best = Plan(each.answers, value, each.kind)
        return best

    def _carried(self, s: State, answers: tuple[Option, ...], seat: Seat, share: float) -> float:
        """The value once these answers have been given, as far as they still can be, and the action is complete."""
        begun = False
        while True:
            asked = run(s, silent, self._valuation.rests if begun else ())
            begun = True
            if asked is None:
                return self._valuation(s, seat)
            if not isinstance(asked, Decision):
                if share >= RARE:
                    break
                push(s, max(outcomes(asked), key=itemgetter(1))[0], silent)
            elif asked.seat != seat:
                push(s, self._answer(s, asked), silent)
            elif answers and answers[0] in asked.options:
                push(s, answers[0], silent)
                answers = answers[1:]
            elif asked.default >= 0:
                answers = ()
                push(s, asked.options[asked.default], silent)
            else:
                return self._valuation(s, seat)
        merged: dict[bytes, tuple[float, State]] = {}
        for answer, chance in outcomes(asked):
            branch = clone(s)
            push(branch, answer, silent)
            key = self._same(branch)
            merged[key] = float(chance) + (merged[key][0] if key in merged else 0.0), branch
        return sum([p * self._carried(branch, answers, seat, share * p) for p, branch in merged.values()])

    def _answer(self, s: State, asked: Decision) -> Option:
        """What another seat answers meanwhile."""
        reply = self._replies(s, asked) if self._replies is not None else None
        return reply if reply is not None else asked.options[max(asked.default, 0)]


def listed_operations(game: Game[Any], valuation: Valuation) -> ListedOperations:
    """How a player chooses among what a title lists."""
    if valuation.mind.carried:
        return CarriedOperations(valuation, game.codec.encode)
    return ListedOperations(valuation)
