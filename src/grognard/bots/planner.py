"""What all thinking players share: they choose a plan, carry it out answer by answer, and can say why."""

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, Literal

from grognard.bots.carried import listed_operations
from grognard.bots.lookahead import Plan
from grognard.bots.reasons import explain
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Game, Option, Seat, SetupError, State, Step
from grognard.tables import Weights

PACE = 8000.0
"""Positions that a steady player values in what counts as a second."""


class Planner:
    """Base of players that think in plans. Subclasses say how a plan is chosen."""

    level = ""
    whole: Literal["", "one", "set"] = ""
    """Where the game lists operations: chosen one by one, or as the set that gains most together; empty: neither."""

    def __init__(self, game: Game[Any], seed: int | str = 0) -> None:
        self._game, self._rng = game, random.Random(seed)
        self._valuation = Valuation(game, self.level)
        self.clock: Callable[[], float] = time.monotonic
        """What a level that has a time for each decision measures it by."""
        self._listed = listed_operations(game, self._valuation)
        self._rest: tuple[Option, ...] = ()
        self._bound = False
        """What is left of the plan is carried out even where it rests."""
        self._why: tuple[State, tuple[Option, ...], Seat] | None = None
        self._kind = ""
        self.begun = 0
        """Plans chosen so far."""

    def steady(self) -> None:
        """Measure time by work from now on: the same seed then gives the same answers on every machine."""
        self.clock = lambda: self._valuation.valued / PACE

    @property
    def valued(self) -> int:
        """Positions valued so far."""
        return self._valuation.valued

    @property
    def weighed(self) -> int:
        """Operations weighed so far."""
        return self._valuation.weighed

    @property
    def rests(self) -> tuple[type[Step], ...]:
        """Steps at which an operation is complete."""
        return self._valuation.rests

    @property
    def weights(self) -> Weights:
        """What the terms of the evaluation weigh for this player."""
        return self._valuation.weights

    def weigh(self, weights: Mapping[str, float]) -> None:
        """Value positions by other weights from now on; terms that are not named keep theirs."""
        own, sides = self._valuation.weights, [side.lower() for side in self._game.sides]
        for name in weights:
            side, _, term = name.rpartition(".")
            if term not in own or (side and side not in sides):
                raise SetupError(f"{self._game.name} has no weight {name!r}; it has: {', '.join(own)}")
        self._valuation.weigh({**own, **{name: float(weight) for name, weight in weights.items()}})

    def plan(self, view: State, world: State, decision: Decision, seat: Seat) -> Plan:
        """The plan to carry out; `world` is one world the view allows."""
        raise TypeError(f"{type(self).__name__} does not say how it chooses a plan")

    def whole_plan(self, world: State, decision: Decision, seat: Seat) -> Plan | None:
        """The action to carry out where the game lists whole ones; None where it lists none."""
        return self._listed.plan(world, decision, seat, self.whole == "set")

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        options = decision.options[decision.extra :]
        if len(options) == 1 and not (self._rest and self._rest[0] in decision.options[: decision.extra]):
            return options[0]
        begins = type(view.stack[-1]) in self._valuation.rests
        if self._rest and self._rest[0] in decision.options and (self._bound or not begins):
            answer, self._rest = self._rest[0], self._rest[1:]
            return answer
        world = self._game.resample(view, seat, self._rng)
        listed = self.whole_plan(world, decision, seat) if self.whole else None
        chosen = listed if listed is not None else self.plan(view, world, decision, seat)
        self._bound = listed is not None
        self._why, self._rest = (world, chosen.answers, seat), chosen.answers[1:]
        self._kind = chosen.kind
        self.begun += 1
        return chosen.answers[0]

    def reasons(self) -> list[str]:
        """What operation the present plan is, and the terms of the evaluation that it moves most."""
        if self._why is None:
            return []
        words, kind = self._game.words, self._kind
        what = [words.get("operation", kind)] if words.has("operation", kind) else []
        return [*what, *explain(self._game, self._valuation, *self._why)]
