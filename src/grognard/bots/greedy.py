"""The greedy player: the action with the best expected value, one action deep, over exact chances."""

import random
from typing import Any

from grognard.bots.worth import Worth
from grognard.core import Decision, Game, Option, Seat, State, clone, outcomes, push, run

NODES = 600
"""Positions looked at for one decision; beyond it a position is valued as it stands."""


class GreedyPlayer:
    """Looks through one action of its own to the end of its dice; others answer by their quiet default.

    An action ends where the game says it rests (`evaluate.RESTS`) or where the step that asked has left the stack.
    """

    level = "greedy"

    def __init__(self, game: Game[Any], seed: int | str = 0, nodes: int = NODES) -> None:
        self._game, self._worth, self._rng, self._nodes = game, Worth(game), random.Random(seed), nodes
        self._told: list[str] = []
        self._left = 0

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        options = decision.options[decision.extra :]
        if len(options) == 1:
            self._told = []
            return options[0]
        world = self._game.resample(view, seat, self._rng)
        floor = len(world.stack)
        best: list[Option] = []
        most = -float("inf")
        for option in options:
            self._left = max(self._nodes // len(options), 12)
            value = self._after(world, option, seat, floor)
            if value > most + 1e-9:
                best, most = [option], value
            elif value > most - 1e-9:
                best.append(option)
        chosen = self._rng.choice(best)
        self._explain(world, chosen, seat)
        return chosen

    def reasons(self) -> list[str]:
        return list(self._told)

    def _after(self, s: State, answer: Any, seat: Seat, floor: int) -> float:
        branch = clone(s)
        push(branch, answer, _silent)
        return self._value(branch, seat, floor)

    def _value(self, s: State, seat: Seat, floor: int) -> float:
        """Expected value once the action is through."""
        self._left -= 1
        while True:
            asked = run(s, _silent)
            if asked is None or self._left <= 0:
                return self._worth(s, seat)
            if not isinstance(asked, Decision):
                return sum(float(p) * self._after(s, answer, seat, floor) for answer, p in outcomes(asked))
            if asked.seat == seat:
                if len(s.stack) < floor or type(s.stack[-1]) in self._worth.rests:
                    return self._worth(s, seat)
                return max(self._after(s, option, seat, floor) for option in asked.options[asked.extra :])
            push(s, self._reply(s, asked, seat), _silent)

    def _reply(self, s: State, asked: Decision, seat: Seat) -> Option:
        """What another seat is expected to answer: its quiet default, else what looks worst for us at once."""
        if asked.default >= 0:
            return asked.options[asked.default]
        return min(asked.options[asked.extra :], key=lambda option: self._glance(s, option, seat))

    def _glance(self, s: State, option: Option, seat: Seat) -> float:
        branch = clone(s)
        push(branch, option, _silent)
        return self._worth(branch, seat)

    def _explain(self, world: State, chosen: Option, seat: Seat) -> None:
        """The terms that the chosen answer moves most, with dice and others at their quietest."""
        before = self._worth.terms(world, seat)
        after = clone(world)
        push(after, chosen, _silent)
        run(after, _silent)
        moved = {name: value - before.get(name, 0.0) for name, value in self._worth.terms(after, seat).items()}
        strongest = sorted(moved, key=lambda name: -abs(moved[name]))[:3]
        words = self._game.words
        self._told = [
            f"{words.get('term', name) if words.has('term', name) else name}: {moved[name]:+.1f}"
            for name in strongest
            if abs(moved[name]) >= 0.05
        ]


def _silent(event: object) -> None:
    """Nobody listens inside a head."""
