"""Exact chances: distributions with probabilities as fractions.

The same values serve the display before a roll, the computer players and the tests; nothing is rounded before it is
shown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
Number = int | Fraction


class Distribution(Generic[T]):
    """Outcomes with their probabilities, which sum to one. Frozen; equal if outcomes and probabilities are.

    >>> (die(6) + die(6)).probability(lambda total: total >= 10)
    Fraction(1, 6)
    """

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[T, Number]) -> None:
        """Outcomes of probability zero are left out; a negative one, or a sum other than one, is refused."""
        self._chances: dict[T, Fraction] = {x: Fraction(p) for x, p in chances.items() if p}
        if any(p < 0 for p in self._chances.values()):
            raise ValueError("a probability is negative")
        total = sum(self._chances.values())
        if total != 1:
            raise ValueError(f"the probabilities sum to {total}, not 1")

    @classmethod
    def certain(cls, outcome: T) -> "Distribution[T]":
        """One outcome and no other."""
        return cls({outcome: 1})

    @classmethod
    def uniform(cls, outcomes: Iterable[T]) -> "Distribution[T]":
        """Equally likely; an outcome listed twice is twice as likely."""
        return cls.weighted((outcome, 1) for outcome in outcomes)

    @classmethod
    def weighted(cls, weights: Iterable[tuple[T, Number]]) -> "Distribution[T]":
        """In proportion to weights, equal outcomes added up (chits in a cup, faces of a die)."""
        gathered: dict[T, Number] = {}
        for outcome, weight in weights:
            gathered[outcome] = gathered.get(outcome, 0) + weight
        total = sum(gathered.values())
        if total <= 0:
            raise ValueError("there is nothing to choose from")
        return cls({outcome: Fraction(weight) / total for outcome, weight in gathered.items()})

    @classmethod
    def mixture(cls, parts: Iterable[tuple["Distribution[T]", Number]]) -> "Distribution[T]":
        """One of several distributions, chosen with the given probabilities."""
        return cls(_sum((x, p * share) for part, share in parts for x, p in part.items()))

    def __getitem__(self, outcome: T) -> Fraction:
        """The probability of an outcome, zero if it cannot happen."""
        return self._chances.get(outcome, Fraction(0))

    def __iter__(self) -> Iterator[T]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self._chances

    def __eq__(self, other: object) -> bool:
        return self._chances == other._chances if isinstance(other, Distribution) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._chances.items()))

    def __repr__(self) -> str:
        return "Distribution({" + ", ".join(f"{x!r}: {p}" for x, p in self._chances.items()) + "})"

    def items(self) -> Iterable[tuple[T, Fraction]]:
        """Outcomes with their probabilities."""
        return self._chances.items()

    def map(self, change: Callable[[T], U]) -> "Distribution[U]":
        """The distribution of a function of the outcome."""
        return Distribution(_sum((change(x), p) for x, p in self.items()))

    def then(self, follow: Callable[[T], "Distribution[U]"]) -> "Distribution[U]":
        """What follows from each outcome by further chance."""
        return Distribution(_sum((y, p * r) for x, p in self.items() for y, r in follow(x).items()))

    def combine(self, other: "Distribution[U]", join: Callable[[T, U], V]) -> "Distribution[V]":
        """A function of two independent outcomes."""
        return Distribution(_sum((join(x, y), p * r) for x, p in self.items() for y, r in other.items()))

    def __add__(self: "Distribution[int]", other: "Distribution[int] | int") -> "Distribution[int]":
        """The sum of two independent numbers, or of a number and a constant."""
        if isinstance(other, int):
            return self.map(lambda x: x + other)
        return self.combine(other, lambda x, y: x + y)

    def __sub__(self: "Distribution[int]", other: "Distribution[int] | int") -> "Distribution[int]":
        """The difference of two independent numbers, or of a number and a constant."""
        if isinstance(other, int):
            return self.map(lambda x: x - other)
        return self.combine(other, lambda x, y: x - y)

    def probability(self, event: Callable[[T], object]) -> Fraction:
        """How likely it is that the outcome satisfies the predicate."""
        return sum((p for x, p in self.items() if event(x)), Fraction(0))

    def given(self, event: Callable[[T], object]) -> "Distribution[T]":
        """The distribution among the outcomes that satisfy the predicate."""
        return Distribution.weighted((x, p) for x, p in self.items() if event(x))

    def expectation(self, value: Callable[[T], Number] | None = None) -> Fraction:
        """The mean of the outcome, or of a function of it."""
        worth: Callable[[Any], Number] = value if value is not None else _itself
        return sum((p * worth(x) for x, p in self.items()), Fraction(0))


def _itself(x: Number) -> Number:
    return x


def _sum(pairs: Iterable[tuple[T, Fraction]]) -> dict[T, Fraction]:
    gathered: dict[T, Fraction] = {}
    for outcome, chance in pairs:
        before = gathered.get(outcome)
        gathered[outcome] = chance if before is None else before + chance
    return gathered


@cache
def die(sides: int = 6) -> Distribution[int]:
    """One fair die."""
    return Distribution.uniform(range(1, sides + 1))


@cache
def dice_sum(count: int, sides: int = 6) -> Distribution[int]:
    """The sum of several fair dice; of none, zero."""
    return dice_sum(count - 1, sides) + die(sides) if count else Distribution.certain(0)


def opposed(mine: int, theirs: int, sides: int = 6) -> Distribution[int]:
    """How much the sum of my dice exceeds the sum of theirs (negative if it falls short)."""
    return dice_sum(mine, sides) - dice_sum(theirs, sides)


def faces(*sides: int) -> Distribution[tuple[int, ...]]:
    """Every way these dice can fall, one by one."""
    return Distribution.uniform(product(*(range(1, n + 1) for n in sides)))
