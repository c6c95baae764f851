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
    Beyond the bound a position is valued as it stands.
    """

    def __init__(self, worth: Worth, same: Callable[[Any], bytes], nodes: int) -> None:
        """`same` gives equal bytes for equal positions: many ways lead to one place, which is valued once."""
        self._worth, self._same, self._nodes = worth, same, nodes
        self._left = 0
        self._known: dict[bytes, float] = {}

    def plans(self, world: State, decision: Decision, seat: Seat) -> list[Plan]:
        """One plan for each option, each with its best continuation; the best first.

        A third of the positions goes to a first look at all options, the rest to a closer look at the best few.
        """
        options = decision.options[decision.extra :]
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
                return self._best(s, asked, seat, floor, own)
            own = False
            push(s, self.reply(s, asked, seat), silent)

    def _value(self, s: State, seat: Seat) -> float:
        key = self._same(s)
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._worth(s, seat)
        return value

    def _best(self, s: State, asked: Decision, seat: Seat, floor: int, own: bool) -> tuple[float, tuple[Option, ...]]:
        most, path = -float("inf"), ()
        for option in asked.options[asked.extra :]:
            value, rest = self._after(s, option, seat, floor)
            if value > most:
                most, path = value, (option, *rest)  # type: ignore[assignment]  # the empty tuple was the start
        return most, path if own else ()

    def reply(self, s: State, asked: Decision, seat: Seat) -> Option:
        """What another seat is expected to answer: its quiet default, else what looks worst for us at once."""
        if asked.default >= 0:
            return asked.options[asked.default]
        return min(asked.options[asked.extra :], key=lambda option: self._glance(s, option, seat))

    def _glance(self, s: State, option: Option, seat: Seat) -> float:
        branch = clone(s)
        push(branch, option, silent)
        return self._worth(branch, seat)
