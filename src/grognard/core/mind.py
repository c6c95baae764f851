"""What a title tells computer players: one typed value, so that a misspelt member fails when the title is loaded.

A title makes it in `mind/evaluate.py` and calls it `MIND`. Only two members are needed: `weights` and `terms`. Every
other member says what players do without it.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from grognard.core.ask import Decision, Event, Option
from grognard.core.flow import Result, State, Step

S = TypeVar("S", bound=State)
Weights = dict[str, float]
"""By name of the term, in the order the evaluation counts them. `german.threat` is the weight of `threat` for whoever
plays the German side, where it differs; such names follow the others."""
Value = Callable[[S, int, Weights], float]
"""A position, a side and its weights to what the position is worth to that side."""
Terms = Callable[[S, int, Weights], dict[str, float]]
"""The same as its named parts, whose sum it is."""


WON = 1000.0
"""What a game won is worth, more than any position."""


def decided(result: Result, side: int) -> float:
    """What a game that is over is worth to a side; a draw is worth nothing to anybody."""
    return 0.0 if not result.winners else WON if side in result.winners else -WON


class Action(Protocol):
    """Answers in a row, what they use up, and what they cost of the purse all actions of a phase share."""

    @property
    def answers(self) -> tuple[Option, ...]: ...

    @property
    def claims(self) -> frozenset[int]: ...

    @property
    def price(self) -> int: ...


def all_but_extra(s: Any, asked: Decision) -> Sequence[Option]:
    """Every option that does more than save clicks."""
    return asked.options[asked.extra :]


@dataclass(frozen=True, kw_only=True)
class Mind(Generic[S]):
    """How players think about one title."""

    weights: Weights
    """The terms of the evaluation in their order, with what they weigh."""
    terms: Terms[S]
    """The named parts of what a position is worth to a side, with what may come of it. Never asked of a game that is
    over: what that is worth, `decided` says."""
    evaluate: Value[S] | None = None
    """Their sum, where it can be had for less than the parts."""

    levels: Mapping[str, Weights] = field(default_factory=dict)
    """Weights of single levels, found by self-play; a level that is not named goes by `weights`."""
    standing: Value[S] | None = None
    """What stands, without what may come: for players that look through an action to its end and no further."""
    tuned: Value[S] | None = None
    """The evaluation the general's own weights were made for."""
    tuned_terms: Terms[S] | None = None

    rests: tuple[type[Step], ...] = ()
    """Steps at which an action is complete: looking further would be the next action."""
    candidates: Callable[[S, Decision], Sequence[Option]] = all_but_extra
    """The options of a question to look at: those that differ in something a player minds."""
    bold_candidates: Callable[[S, Decision], Sequence[Option]] | None = None
    """The same for the general, who also looks at what only pays later."""
    near: Callable[[S, Option], Hashable] | None = None
    """What the gain of an action that begins with an option depends on, nearly: as long as that is the same, so is the
    plan. Without it plans are looked for anew at every question."""
    most: int | None = None
    """Positions beyond which looking through one action is not worth while, because the value in the middle of an
    action can be trusted; None: no limit."""
    effort: Callable[[S, Option], int] | None = None
    """Positions that an action which begins with an option deserves; without it all share alike."""

    actions: Callable[[S, Decision], Sequence[Action]] | None = None
    """Whole actions worth a thought, where single answers are too small to be judged; without it they are searched."""
    bold_actions: Callable[[S, Decision], Sequence[Action]] | None = None
    """The same for the general."""
    ends: tuple[type[Step], ...] = ()
    """Steps that ask whether an action goes on: a listed one that stops there is valued as ended."""
    purse: Callable[[S], int] | None = None
    """What all actions of the phase have to pay from; without it one action is chosen at a time."""

    replies: Callable[[S, Decision], Option | None] | None = None
    """What another seat is expected to answer in the middle of an action (fire on the march, a reserve); None, or no
    such member: its quiet answer, or else what looks worst for us at once."""
    budgets: Mapping[str, float] = field(default_factory=dict)
    """Seconds for one decision that a level was measured with: what it gets at the table unless told otherwise, so
    that people meet the opponent whose strength is published."""
    lapses: Callable[[S, Event], Sequence[tuple[str, int]]] | None = None
    """What an event tells of play that makes little sense: a name of the lapse and the side at fault."""
    probe: Callable[[S], dict[str, float]] | None = None
    """Figures of a position that studies follow from turn to turn."""

    def value(self) -> Value[S]:
        """What a position is worth to a side: the evaluation, or the sum of the terms."""
        return self.evaluate or (lambda s, side, weights: sum(self.terms(s, side, weights).values()))

    def weights_of(self, level: str) -> Weights:
        """What the terms weigh for players of a level."""
        return self.levels.get(level, self.weights)
