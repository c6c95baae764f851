"""Operations as a title lists them (`Mind.operations`): the best one, or the best set that one purse can pay for."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.bots.lookahead import Plan, silent
from grognard.bots.valuation import Valuation
from grognard.core import Ask, Decision, Operation, Option, Seat, State, clone, outcomes, push, run

WORTH_WHILE = 0.01
"""What an operation must gain over doing nothing."""
FIRSTS = 12
"""Operations tried as the first of a set."""


class Valued(NamedTuple):
    """An operation and what it gains over doing nothing."""

    gain: float
    operation: Operation


def best_set(good: list[Valued], purse: int) -> list[Valued]:
    """Operations that do not claim the same and can all be paid for: one of the best, then by gain for price."""
    by_price = sorted(good, key=lambda each: -each.gain / max(each.operation.price, 1))
    best: list[Valued] = []
    most = 0.0
    for first in dict.fromkeys((*good[:FIRSTS], *by_price[:FIRSTS])):
        left, taken, claimed, total = purse - first.operation.price, [first], set(first.operation.claims), first.gain
        for each in by_price:
            if each.operation.price <= left and not claimed & each.operation.claims:
                left -= each.operation.price
                taken.append(each)
                claimed |= each.operation.claims
                total += each.gain
        if total > most:
            best, most = taken, total
    return best


def first_of(chosen: list[Valued]) -> Valued:
    """Which of a set is carried out first: the lowest in order, then the one that gains most."""
    return min(chosen, key=lambda each: (each.operation.order, -each.gain))


def _by_gain(each: Valued) -> float:
    return -each.gain


class ListedOperations:
    """Chooses among the operations a game lists; where it lists none there is no choice to make."""

    def __init__(self, valuation: Valuation) -> None:
        self._valuation = valuation
        mind = valuation.mind
        self._operations = valuation.operations
        self.lists = self._operations is not None
        """Whether the game lists operations: then only answers within one are left to be searched for."""
        self._ends, self._purse, self._replies = mind.ends, mind.purse, mind.replies
        self._phase: tuple[object, ...] = ()
        self._gains: dict[tuple[Option, ...], float] = {}
        """What operations gained at the last question of the present phase (`Thrift.again`)."""

    def plan(self, world: State, decision: Decision, seat: Seat, sets: bool) -> Plan | None:
        """What to carry out: the best by itself or, for `sets`, the best of the set that gains most together."""
        if self._operations is None or decision.default < 0:
            return None
        listed = self._operations(world, decision)
        if not listed:
            return None
        quiet = (decision.options[decision.default],)
        base = self._value(world, decision, quiet, seat)
        valued = self._weighed(world, decision, listed, seat, base)
        good = [each for each in valued if each.gain > WORTH_WHILE]
        if not good:
            return Plan(quiet, base)
        chosen = good[0]
        if sets and self._purse is not None and len(good) > 1:
            chosen = first_of(best_set(good, self._purse(world)))
        return Plan(chosen.operation.answers, base + chosen.gain, chosen.operation.kind)

    def _weighed(
        self, world: State, decision: Decision, listed: Sequence[Operation], seat: Seat, base: float
    ) -> list[Valued]:
        """The operations with what they gain, the best first. Those of the question before are remembered, and only
        the best are weighed afresh, until that many in a row have been."""
        again = self._valuation.thrift.again
        phase = (world.stack, world.clock(), seat)
        known = self._gains if again and phase == self._phase else {}
        valued = [
            Valued(known[each.answers], each)
            if each.answers in known
            else Valued(self._value(world, decision, each.answers, seat) - base, each)
            for each in listed
        ]
        valued.sort(key=_by_gain)
        fresh = {each.answers for each in listed if each.answers not in known}
        while (
            at := next((k for k, each in enumerate(valued[:again]) if each.operation.answers not in fresh), -1)
        ) >= 0:
            each = valued[at].operation
            fresh.add(each.answers)
            valued[at] = Valued(self._value(world, decision, each.answers, seat) - base, each)
            valued.sort(key=_by_gain)
        self._phase, self._gains = phase, {each.operation.answers: each.gain for each in valued}
        return valued

    def gain(self, world: State, decision: Decision, seat: Seat) -> float:
        """What the best listed operation gains over the quiet answer; nothing where none does."""
        quiet = (decision.options[decision.default],)
        listed = self._operations(world, decision) if self._operations is not None and decision.default >= 0 else ()
        base = self._value(world, decision, quiet, seat)
        return max([0.0, *(self._value(world, decision, each.answers, seat) - base for each in listed)])

    def _value(self, world: State, asked: Ask, answers: tuple[Option, ...], seat: Seat) -> float:
        """The value after these answers to what is asked and what follows, as far as dice let them be given."""
        self._valuation.weighed += 1
        s = clone(world)
        for k, answer in enumerate(answers):
            if k:
                asked = self._own(s, seat)
            if not isinstance(asked, Decision) or answer not in asked.options:
                break
            push(s, answer, silent)
        asked = run(s, silent, self._valuation.rests)
        if asked is None and s.stack and type(s.stack[-1]) in self._ends:
            asked = run(s, silent)
            if isinstance(asked, Decision) and type(s.stack[-1]) in self._ends:
                push(s, asked.options[asked.default], silent)
        return self._settled(s, seat)

    def _own(self, s: State, seat: Seat) -> Ask:
        """What is asked next; others who are asked before (fire on the march) answer as the title expects of them."""
        asked = run(s, silent)
        while self._replies is not None and isinstance(asked, Decision) and asked.seat != seat:
            reply = self._replies(s, asked)
            if reply is None:
                break
            push(s, reply, silent)
            asked = run(s, silent)
        return asked

    def _settled(self, s: State, seat: Seat) -> float:
        """The value at the next rest, over the dice before it."""
        asked = run(s, silent, self._valuation.rests)
        if asked is None or isinstance(asked, Decision):
            return self._valuation(s, seat)
        value = 0.0
        for answer, chance in outcomes(asked):
            branch = clone(s)
            push(branch, answer, silent)
            run(branch, silent, self._valuation.rests)
            value += float(chance) * self._valuation(branch, seat)
        return value
