"""Chance as answers: sources that give them, and the exact list of what they may be."""

import hashlib
import hmac
import random
import secrets
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Protocol

from grognard.core.ask import Draw, Roll
from grognard.core.types import Dice


class Source(Protocol):
    """Anything that answers a roll or a draw."""

    def __call__(self, ask: Roll | Draw) -> Dice | int: ...


class ChanceError(ValueError):
    """A scripted or recorded answer does not fit the question."""


def fits(ask: Roll | Draw, answer: Any) -> bool:
    """Whether `answer` is a possible answer to `ask`."""
    if isinstance(ask, Roll):
        return (
            isinstance(answer, tuple)
            and len(answer) == len(ask.dice)
            and all(type(face) is int and 1 <= face <= sides for face, sides in zip(answer, ask.dice, strict=True))
        )
    return type(answer) is int and any(kind == answer and count > 0 for kind, count in ask.pool)


def outcomes(ask: Roll | Draw) -> tuple[tuple[Any, Fraction], ...]:
    """Every answer that makes a difference, with its exact probability; they sum to one."""
    return _rolls(ask.dice, ask.matters, ask.breaks) if isinstance(ask, Roll) else _draws(ask.pool)


def outcome_of(ask: Roll, faces: Dice) -> tuple[int, ...]:
    """What tells the outcome of these faces from others: faces with equal values here do the same."""
    return _outcome(ask.matters, ask.breaks, faces)


def _outcome(matters: tuple[tuple[int, ...], ...], breaks: tuple[tuple[int, ...], ...], faces: Dice) -> tuple[int, ...]:
    values = tuple(sum(c * f for c, f in zip(form, faces, strict=True)) for form in matters) if matters else faces
    if not breaks:
        return values
    ranked = [bisect_left(at, value) if at else value for at, value in zip(breaks, values, strict=False)]
    return (*ranked, *values[len(ranked) :])


@lru_cache(maxsize=512)
def _rolls(
    dice: Dice, matters: tuple[tuple[int, ...], ...], breaks: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Dice, Fraction], ...]:
    """One representative for each outcome of the forms that matter."""
    ways: dict[tuple[int, ...], int] = {}
    sample: dict[tuple[int, ...], Dice] = {}
    for faces in product(*(range(1, sides + 1) for sides in dice)):
        key = _outcome(matters, breaks, faces)
        ways[key] = ways.get(key, 0) + 1
        sample.setdefault(key, faces)
    total = prod(dice)
    return tuple((sample[key], Fraction(n, total)) for key, n in ways.items())


@lru_cache(maxsize=4096)
def _draws(pool: tuple[tuple[int, int], ...]) -> tuple[tuple[int, Fraction], ...]:
    total = sum(count for _, count in pool)
    if total <= 0:
        raise ChanceError("a draw from an empty pool")
    return tuple((kind, Fraction(count, total)) for kind, count in pool if count)


def pick(ask: Roll | Draw, below: Any) -> Dice | int:
    """Answer with `below(n)`, a uniform integer in [0, n)."""
    if type(ask) is Roll:
        dice = ask.dice
        return (1 + below(dice[0]),) if len(dice) == 1 else tuple([1 + below(sides) for sides in dice])
    assert isinstance(ask, Draw)
    at = below(sum([count for _, count in ask.pool]))
    for kind, count in ask.pool:
        if at < count:
            return kind
        at -= count
    raise ChanceError("a draw from an empty pool")


class Seeded:
    """Reproducible chance for simulation and tests."""

    def __init__(self, seed: int | str) -> None:
        self._bits = random.Random(seed).getrandbits

    def _below(self, n: int) -> int:
        """What `randrange(n)` gives, without the way there."""
        bits = n.bit_length()
        while (number := self._bits(bits)) >= n:
            pass
        return number

    def __call__(self, ask: Roll | Draw) -> Dice | int:
        return pick(ask, self._below)


class System:
    """The operating system's chance."""

    def __call__(self, ask: Roll | Draw) -> Dice | int:
        return pick(ask, secrets.randbelow)


class Script:
    """Answers in the order given, one tuple a roll (or one number for one die), one kind a draw; each must fit."""

    def __init__(self, *answers: Dice | int) -> None:
        self._answers: Iterator[Dice | int] = iter(answers)

    def __call__(self, ask: Roll | Draw) -> Dice | int:
        try:
            answer = next(self._answers)
        except StopIteration:
            raise ChanceError(f"the script has no answer left for {ask.purpose!r}") from None
        if isinstance(ask, Roll) and isinstance(answer, int):
            answer = (answer,)
        if not fits(ask, answer):
            raise ChanceError(f"the scripted answer {answer!r} does not fit {ask.purpose!r} {ask!r}")
        return answer

    def rest(self) -> tuple[Dice | int, ...]:
        """What was not used."""
        return tuple(self._answers)


class Recorded:
    """Answers read back from a record; each must fit."""

    def __init__(self, answers: Iterable[Dice | int]) -> None:
        self._answers = iter(answers)

    def __call__(self, ask: Roll | Draw) -> Dice | int:
        answer = next(self._answers, None)
        if answer is None or not fits(ask, answer):
            raise ChanceError(f"the recorded answer {answer!r} does not fit {ask.purpose!r}")
        return answer


class Fair:
    """Chance that can be proven afterwards.

    Answer number k is made from HMAC-SHA256(secret, "k:j:" + strings) for j = 0, 1, ..., read as 32-bit big-endian
    words; the strings are joined by the unit separator (U+001F). A uniform integer below n takes the next word that
    is less than the greatest multiple of n that fits, modulo n.
    `commitment` (SHA-256 of the secret) is published before the first roll, the secret after the last.
    """

    def __init__(self, secret: bytes, strings: tuple[str, ...] = (), k: int = 0) -> None:
        self.secret, self.strings, self.k = secret, strings, k

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def __call__(self, ask: Roll | Draw) -> Dice | int:
        words = self._words(self.k)
        self.k += 1

        def below(n: int) -> int:
            limit = (1 << 32) // n * n
            while (word := next(words)) >= limit:
                pass
            return word % n

        return pick(ask, below)

    def _words(self, k: int) -> Iterator[int]:
        j = 0
        while True:
            message = f"{k}:{j}:" + "\x1f".join(self.strings)
            block = hmac.new(self.secret, message.encode(), hashlib.sha256).digest()
            for at in range(0, len(block), 4):
                yield int.from_bytes(block[at : at + 4], "big")
            j += 1
