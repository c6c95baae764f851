"""What a position is worth to a seat, as the game's `evaluate.py` says."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from grognard.core import Decision, Game, Option, Seat, State, Step
from grognard.tables import Weights, weights_of_side

WON = 1000.0


class Worth:
    """Evaluation of one game, seen from a seat."""

    def __init__(self, game: Game[Any], level: str = "", ahead: bool = True, tuned: bool = False) -> None:
        """`level`: by the weights of this level, if it has its own (`evaluate.LEVELS`).

        `ahead`: count what may come of a position too; without, what stands (`evaluate.standing`, if there is).
        `tuned`: by the evaluation that is made for the weights of the general (`evaluate.tuned`, if there is), over
        the options that he looks at (`evaluate.bold_looks`, if there is).
        """
        part = game.part("mind.evaluate")
        self._evaluate: Callable[[Any, int, Weights], float] = part.evaluate
        if not ahead:
            self._evaluate = getattr(part, "standing", part.evaluate)
        elif tuned:
            self._evaluate = getattr(part, "tuned", part.evaluate)
        self._terms: Callable[[Any, int, Weights], dict[str, float]] = part.terms
        if tuned:
            self._terms = getattr(part, "tuned_terms", part.terms)
        self._names, self._sides = tuple(part.TERMS), game.sides
        self.weigh(getattr(part, "LEVELS", {}).get(level, part.TERMS))
        self.rests: tuple[type[Step], ...] = getattr(part, "RESTS", ())
        """Steps at which an action is complete: looking further would be the next action."""
        looks = getattr(part, "looks", _all_but_extra)
        self.looks: Callable[[Any, Decision], Sequence[Option]] = getattr(part, "bold_looks", looks) if tuned else looks
        """The options of a question to look at: those that differ in something a player minds."""
        self.near: Callable[[Any, Option], Hashable] | None = getattr(part, "near", None)
        """What the gain of an action that begins with an option depends on, nearly; None: it is not known."""
        self.most: int | None = getattr(part, "MOST", None)
        """Positions beyond which looking through one action of this game is not worth while; None: no limit."""
        self.effort: Callable[[Any, Option], int] | None = getattr(part, "effort", None)
        """Positions that an action which begins with an option deserves; None: the game does not say."""
        self.valued = 0
        """Positions valued so far: a measure of work that is the same on every machine."""

    def weigh(self, weights: Weights) -> None:
        """Value positions by these weights from now on."""
        self.weights = weights
        self._of = [weights_of_side(weights, self._names, side) for side in self._sides]
        """By side."""

    def __call__(self, s: State, seat: Seat) -> float:
        """The value for the side this seat plays; a decided game counts +-1000."""
        self.valued += 1
        mine = side_of(s, seat)
        if s.result is not None:
            winners = s.result.winners
            return 0.0 if not winners else WON if mine in winners else -WON
        return self._evaluate(s, mine, self._of[mine])

    def terms(self, s: State, seat: Seat) -> dict[str, float]:
        """The named parts of the value."""
        mine = side_of(s, seat)
        return self._terms(s, mine, self._of[mine]) if s.result is None else {}


def _all_but_extra(s: State, asked: Decision) -> Sequence[Option]:
    return asked.options[asked.extra :]


def side_of(s: State, seat: Seat) -> int:
    """The first side this seat plays."""
    return s.seats.index(seat)
