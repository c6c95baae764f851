"""What a title tells computer players: one typed value, so that a misspelt member fails when the title is loaded.

A title makes it in `mind/evaluate.py` and calls it `MIND`. Only two members are needed: `weights` and `terms`. Every
other member says what players do without it.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from msgspec import Struct

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


class Operation(Struct, frozen=True):
    """A whole action worth a thought: answers in a row, what they use up, and what they cost."""

    kind: str
    """Assault, march, landing ...: what it is, by its name in `[operation]` of the words."""
    answers: tuple[Option, ...]
    claims: frozenset[int] = frozenset()
    """Units, targets, hexes as numbers: of two operations that claim the same only one is carried out."""
    price: int = 0
    """Of the purse all operations of a phase share."""
    order: int = 0
    """Of operations that are carried out together the lowest comes first, then the one that gains most."""


Candidates = Callable[[S, Decision], Sequence[Option]]
Operations = Callable[[S, Decision], Sequence[Operation]]


def all_but_extra(s: Any, asked: Decision) -> Sequence[Option]:
    """Every option that does more than save clicks."""
    return asked.options[asked.extra :]


@dataclass(frozen=True, kw_only=True)
class Eyes(Generic[S]):
    """What one level sees otherwise than the rest; what is left out it sees like everybody."""

    weights: Weights | None = None
    """Found by self-play."""
    terms: Terms[S] | None = None
    evaluate: Value[S] | None = None
    """For greedy players: what stands, without what may come, since they look no further than the end of an action."""
    candidates: Candidates[S] | None = None
    operations: Operations[S] | None = None


@dataclass(frozen=True, kw_only=True)
class Thrift(Generic[S]):
    """How positions are best spent on a look through one action; without it all options share alike, and nothing is
    remembered beyond what was foreseen."""

    most: int | None = None
    """Positions beyond which a look is not worth while, because the value in the middle of an action can be trusted."""
    near: Callable[[S, Option], Hashable] | None = None
    """What the gain of an action that begins with an option depends on, nearly: as long as that is the same, so is the
    plan."""
    again: int = 0
    """Listed operations that are weighed afresh at every question of a phase, the best as they were; the rest are
    remembered from the question before. 0: all of them are weighed every time."""
    effort: Callable[[S, Option], int] | None = None
    """Positions that an action which begins with an option deserves, where actions are so rich that a general does
    better by thorough looks than by sequels."""
    settles: bool = True
    """Whether a veteran settles close calls of a look by the other side's best reply; not where operations are listed
    and what is left to looks (a bombardment) has a reply too far off to say anything, and dear."""
    brief: bool = False
    """Of plans worth the same the greedy player takes the shortest: where every step can be taken back, one chosen by
    chance walks in circles."""


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
    levels: Mapping[str, Eyes[S]] = field(default_factory=dict)
    """What single levels see otherwise."""

    rests: tuple[type[Step], ...] = ()
    """Steps at which an action is complete: looking further would be the next action."""
    candidates: Candidates[S] = all_but_extra
    """The options of a question to look at: those that differ in something a player minds."""
    operations: Operations[S] | None = None
    """Whole actions worth a thought, where single answers are too small to be judged; without it they are searched."""
    carried: bool = False
    """Whether listed operations go on through dice and the answers of others, and are valued by all they may lead to;
    then doing nothing is listed too. Otherwise they are valued as far as the first dice let them be given."""
    ends: tuple[type[Step], ...] = ()
    """Steps that ask whether an operation goes on: one that stops there is valued as ended, though its player may go
    on when he has seen the dice."""
    purse: Callable[[S], int] | None = None
    """What all operations of the phase have to pay from; without it one is chosen at a time."""
    replies: Callable[[S, Decision], Option | None] | None = None
    """What another seat is expected to answer in the middle of an action (fire on the march, a reserve); None, or no
    such member: its quiet answer, or else what looks worst for us at once."""
    thrift: Thrift[S] = field(default_factory=Thrift)

    budgets: Mapping[str, float] = field(default_factory=dict)
    """Seconds for one decision that a level was measured with: what it gets at the table unless told otherwise, so
    that people meet the opponent whose strength is published."""
    patience: float = 1.0
    """How many times its budget a general still makes use of: more time than that he does not take, since it has not
    been shown to win games."""
    lapses: Callable[[S, Event], Sequence[tuple[str, int]]] | None = None
    """What an event tells of play that makes little sense: a name of the lapse and the side at fault."""
    probe: Callable[[S], dict[str, float]] | None = None
    """Figures of a position that studies follow from turn to turn."""

    margin: Callable[[S], float] | None = None
    """How well a game that is over went for the first side: what duplicate pairs of the arena compare, where one side
    wins so often that winning says little."""

    def value(self) -> Value[S]:
        """What a position is worth to a side: the evaluation, or the sum of the terms."""
        return self.evaluate or (lambda s, side, weights: sum(self.terms(s, side, weights).values()))

    def weights_of(self, level: str) -> Weights:
        """What the terms weigh for players of a level."""
        return self.eyes_of(level).weights or self.weights

    def eyes_of(self, level: str) -> Eyes[S]:
        """What a level sees otherwise; nothing, if it has no eyes of its own."""
        return self.levels.get(level) or Eyes()


def by_weights(levels: Mapping[str, Weights]) -> dict[str, Eyes[Any]]:
    """Levels that see what everybody sees, by weights of their own."""
    return {level: Eyes(weights=weights) for level, weights in levels.items()}
