"""A position, a question and its options as arrays of fixed size, the same way for every title.

`Numbers(game)` learns the sizes from the title itself; `layout` tells which part of the vector is which column. Only a
seat's view is ever written down.
"""

import typing
import zlib
from collections.abc import Iterator
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from grognard.core import HIDDEN, Decision, Game, Option, Options, State, clone
from grognard.core.ask import CORE_OPTIONS

BITS = 24
"""Of one number: what a 32-bit float still holds exactly, since OpenSpiel and most learners want floats."""
LEAST, MOST = -(2**BITS), 2**BITS - 1
UNKNOWN, EMPTY, NOTHING = LEAST, LEAST + 1, LEAST + 2
"""A number the seat may not know; a place of the vector that is not used; None."""

WORDS = 6
"""Places for a whole number that stands alone, `BITS` bits each: some columns are sets of units or spaces as bits."""
LOOSE = 24
"""Places for a value of no fixed size (a tuple, a battle in progress)."""
DEPTH, FRAME = 6, 16
"""Steps of the stack that are written down, innermost first, and places for each."""
NOUNS = 8
"""Places for each kind of thing a question speaks of."""
OPTION = 8
"""Places for an option: its verb, then its nouns."""

Vector = NDArray[np.int32]


class Numbers:
    """Writes views and questions of one title as numbers."""

    def __init__(self, game: Game[Any], scenario: str = "", options: Options | None = None) -> None:
        self._game = game
        fresh = game.new(scenario, options)
        hints = get_type_hints(type(fresh))
        made = derived(game, fresh)
        self._columns: list[tuple[str, int]] = []
        self._steps = {cls: k for k, cls in enumerate(game.steps)}
        verbs = {*game.option_types, *CORE_OPTIONS}
        self._verbs = {cls: k for k, cls in enumerate(sorted(verbs, key=lambda cls: cls.__name__))}
        self.layout: dict[str, slice] = {}
        """The part of the vector that holds each column, the stack and the question."""
        at = 0
        for name in type(fresh).__struct_fields__:
            if name not in made and name not in ("stack", "result"):
                size = _size(getattr(fresh, name), hints[name])
                self._columns.append((name, size))
                self.layout[name] = slice(at, at + size)
                at += size
        for name, size in (("stack", DEPTH * FRAME), ("question", 7), ("nouns", 3 * NOUNS)):
            self.layout[name] = slice(at, at + size)
            at += size
        self.size = at

    def vector(self, view: State, asked: Decision | None, page: int = 0) -> Vector:
        """What a seat may know, and the question if it is the one asked."""
        out = np.full(self.size, EMPTY, np.int32)
        for name, size in self._columns:
            at = self.layout[name].start
            _fill(out, at, size, _column(getattr(view, name), size))
        at = self.layout["stack"].start
        for k, step in enumerate(view.stack[: -DEPTH - 1 : -1]):
            _fill(out, at + k * FRAME, FRAME, (self._steps[type(step)], *flat(step)))
        if asked is not None:
            about = (
                asked.seat,
                zlib.crc32(asked.prompt.encode()) & MOST,
                len(asked.options),
                asked.default,
                asked.extra,
                asked.confirm + 2 * asked.secret,
                page,
            )
            _fill(out, self.layout["question"].start, 7, about)
            at = self.layout["nouns"].start
            for k, nouns in enumerate((asked.units, asked.spaces, asked.numbers)):
                _fill(out, at + k * NOUNS, NOUNS, nouns)
        return out

    def options(self, options: tuple[Option, ...], rows: int) -> Vector:
        """One row an option: its verb, then its nouns."""
        out = np.full((rows, OPTION), EMPTY, np.int32)
        for row, option in zip(out, options, strict=False):
            _fill(row, 0, OPTION, (self._verbs[type(option)], *flat(option)))
        return out


def derived(game: Game[Any], fresh: State) -> set[str]:
    """Columns that follow from others: those that the title restores when they are taken away."""
    found = set()
    for name in type(fresh).__struct_fields__:
        robbed: Any = clone(fresh)
        setattr(robbed, name, None)
        try:
            game.refresh(robbed)
        except (TypeError, AttributeError):  # the title needs this column to compute others
            continue
        if getattr(robbed, name) is not None and robbed == fresh:
            found.add(name)
    return found


def flat(value: Any) -> Iterator[int]:
    """Every number of a value, depth first; tuples tell their length, words are hashed."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, str):
        yield zlib.crc32(value.encode()) & MOST
    elif value is None:
        yield NOTHING
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from flat(getattr(value, name))
    else:
        yield len(value)
        for part in value:
            yield from flat(part)


def _size(value: Any, hint: Any) -> int:
    """Places for a column, from its first value and its annotation."""
    while isinstance(hint, typing.NewType):
        hint = hint.__supertype__
    if isinstance(value, list | bytearray):
        kind = get_args(hint)[0] if get_origin(hint) is list else int
        return len(value) * (LOOSE if get_origin(kind) is tuple else 1)
    if hint is bool:
        return 1
    return WORDS if hint is int else LOOSE


def _column(value: Any, size: int) -> Iterator[int]:
    if isinstance(value, list | bytearray):
        for part in value:
            yield from (part,) if isinstance(part, int) else flat(part)
    elif isinstance(value, int) and size == WORDS and value != HIDDEN:
        sign, rest = (-1 if value < 0 else 1), abs(value)
        for _ in range(WORDS):
            yield sign * (rest & MOST)
            rest >>= BITS
    else:
        yield from flat(value)


def _fill(out: Vector, at: int, size: int, numbers: Any) -> None:
    """Write numbers from a place on; what does not fit is left out."""
    for k, number in zip(range(at, at + size), numbers, strict=False):
        out[k] = UNKNOWN if number == HIDDEN else NOTHING if number == NOTHING else max(-MOST + 2, min(MOST, number))
