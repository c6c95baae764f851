"""What a position is worth to a seat, as the title's mind says."""

from typing import Any

from grognard.core import Game, Mind, Seat, State, decided, mind_of
from grognard.tables import Weights, weights_of_side


class Valuation:
    """Evaluation of one game, seen from a seat."""

    def __init__(self, game: Game[Any], level: str = "") -> None:
        """`level`: as this level sees it, if it has eyes of its own (`Mind.levels`)."""
        self.mind: Mind[Any] = mind_of(game)
        mind, eyes = self.mind, self.mind.eyes_of(level)
        self._evaluate = eyes.evaluate or mind.value()
        self._terms = eyes.terms or mind.terms
        self._names, self._sides = tuple(mind.weights), game.sides
        self.weigh(mind.weights_of(level))
        self.rests = mind.rests
        self.candidates = eyes.candidates or mind.candidates
        self.operations = eyes.operations or mind.operations
        self.thrift, self.replies = mind.thrift, mind.replies
        self.valued = 0
        """Positions valued so far: a measure of work that is the same on every machine."""
        self.weighed = 0
        """Whole actions weighed so far."""

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
            return decided(s.result, mine)
        return self._evaluate(s, mine, self._of[mine])

    def terms(self, s: State, seat: Seat) -> dict[str, float]:
        """The named parts of the value."""
        return self.terms_of(s, side_of(s, seat)) if s.result is None else {}

    def terms_of(self, s: State, side: int) -> dict[str, float]:
        """The same for a side, in a game that is not decided."""
        return self._terms(s, side, self._of[side])


def side_of(s: State, seat: Seat) -> int:
    """The first side this seat plays."""
    return s.seats.index(seat)
