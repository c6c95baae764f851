"""Looking ahead through one action: every way to carry it out, chance weighed exactly, others answering quietly."""

from collections.abc import Callable
from typing import Any, NamedTuple

from grognard.bots.worth import Worth
from grognard.core import Decision, Event, Option, Seat, State, clone, outcomes, push, run

CLOSER = 5
"""Options that get a closer look."""
LEAST = 12
"""Positions for an option at the least."""


class Plan(NamedTuple):
    """Answers of one seat in a row, up to the first dice or other seat, and the value expected of them."""

    answers: tuple[Option, ...]
    value: float


def silent(event: Event) -> None:
    """Nobody listens inside a head."""


class Look:
    """A look through one action, bounded by a number of positions.

    An action ends where the game says it rests (`evaluate.RESTS`) or where the step that asked has left the stack.
    Beyond the bound a position is valued as it stands. Where the game says how much is worth looking at
    (`evaluate.MOST`), its value in the middle of an action is trusted: the look goes on with the best first.
    """

    def __init__(self, worth: Worth, same: Callable[[Any], bytes], nodes: int) -> None:
        """`same` gives equal bytes for equal positions: many ways lead to one place, which is valued once."""
        self._worth, self._same = worth, same
        self._nodes = nodes if worth.most is None else min(nodes, worth.most)
        self._left = 0
        self._known: dict[bytes, float] = {}
        self._seen: dict[bytes, tuple[float, tuple[Option, ...]]] = {}

    def plans(self, world: State, decision: Decision, seat: Seat) -> list[Plan]:
        """One plan for each option, each with its best continuation; the best first.

        A third of the positions goes to a first look at all options, the rest to a closer look at the best few.
        """
        options = self._worth.looks(world, decision)
        self._known.clear()
        floor = len(world.stack)
        first = self._nodes // 3 if len(options) > CLOSER else self._nodes
        found = [self._plan(world, option, seat, floor, first // len(options)) for option in options]
        found.sort(key=lambda plan: -plan.value)
        if len(options) > CLOSER:
            share = (self._nodes - first) // CLOSER
            found[:CLOSER] = [self._plan(world, plan.answers[0], seat, floor, share) for plan in found[:CLOSER]]
            found.sort(key=lambda plan: -plan.value)
        return found

    def _plan(self, world: State, option: Option, seat: Seat, floor: int, share: int) -> Plan:
        self._left = max(share, LEAST)
        self._seen.clear()
        value, rest = self._after(world, option, seat, floor)
        return Plan((option, *rest), value)

    def _after(self, s: State, answer: Any, seat: Seat, floor: int) -> tuple[float, tuple[Option, ...]]:
        branch = clone(s)
        push(branch, answer, silent)
        return self._through(branch, seat, floor)

    def _through(self, s: State, seat: Seat, floor: int) -> tuple[float, tuple[Option, ...]]:
        """The expected value once the action is through, and the seat's own answers until then."""
        self._left -= 1
        own = True
        while True:
            asked = run(s, silent, self._worth.rests)
            if asked is None or self._left <= 0:
                return self._value(s, seat), ()
            if not isinstance(asked, Decision):
                return sum(float(p) * self._after(s, x, seat, floor)[0] for x, p in outcomes(asked)), ()
            if asked.seat == seat:
                if len(s.stack) < floor:
                    return self._value(s, seat), ()
                value, path = self._best(s, asked, seat, floor)
                return value, path if own else ()
            own = False
            push(s, self.reply(s, asked, seat), silent)

    def _value(self, s: State, seat: Seat) -> float:
        key = self._same(s)
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._worth(s, seat)
        return value

    def _best(self, s: State, asked: Decision, seat: Seat, floor: int) -> tuple[float, tuple[Option, ...]]:
        """The best of the seat's answers and what follows."""
        if self._worth.most is None:
            return self._every(s, asked, seat, floor)
        key = self._same(s)
        best = self._seen.get(key)
        if best is None:
            best = self._seen[key] = self._best_first(s, asked, seat, floor)
        return best

    def _every(self, s: State, asked: Decision, seat: Seat, floor: int) -> tuple[float, tuple[Option, ...]]:
        """All answers in their order, each as deep as the bound allows."""
        best: tuple[float, tuple[Option, ...]] = -float("inf"), ()
        for option in self._worth.looks(s, asked):
            value, rest = self._after(s, option, seat, floor)
            if value > best[0]:
                best = value, (option, *rest)
        return best

    def _best_first(self, s: State, asked: Decision, seat: Seat, floor: int) -> tuple[float, tuple[Option, ...]]:
        """All answers as they stand, then the best of them deeper, each with half of what is left."""
        found = []
        for option in self._worth.looks(s, asked):
            branch = clone(s)
            push(branch, option, silent)
            run(branch, silent, self._worth.rests)
            self._left -= 1
            found.append((self._value(branch, seat), option, branch))
        found.sort(key=lambda each: -each[0])
        best: tuple[float, tuple[Option, ...]] = found[0][0], (found[0][1],)
        for _, option, branch in found:
            if self._left <= 0:
                break
            kept = self._left // 2
            self._left -= kept
            value, rest = self._through(branch, seat, floor)
            self._left += kept
            if value > best[0] or (rest and value == best[0] and option is best[1][0]):
                best = value, (option, *rest)
        return best

    def reply(self, s: State, asked: Decision, seat: Seat) -> Option:
        """What another seat is expected to answer: its quiet default, else what looks worst for us at once."""
        if asked.default >= 0:
            return asked.options[asked.default]
        return min(asked.options[asked.extra :], key=lambda option: self._glance(s, option, seat))

    def _glance(self, s: State, option: Option, seat: Seat) -> float:
        branch = clone(s)
        push(branch, option, silent)
        return self._worth(branch, seat)
