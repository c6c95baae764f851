"""Puzzles: a position, what is to be reached, and answers that a player who knows the rules would agree on.

A file `puzzles/<theme>.toml` of a title holds any number of them:

[[puzzle]]
title = "The last point"
ask = "The last half of the last turn: nine points are yours."
reason = "An empty hex belongs to whoever enters it, and ten points win."
rule = "9.1.2.win"
seat = 0
right = [["move 34/133", "go 1604"]]      # lines of answers; what they leave open is answered quietly
wrong = [["done"]]
reply = ["move 15/129", "go 1604"]        # what the enemy does as far as he may
until = "Counting"                        # the step at which it is over; without it, the end of the game
least = 0.9                               # the chance of the goal that counts as solved
errand = true                             # the goal is worth only what the text makes of it: levels are not asked
others = "pool"                           # where units are that the position does not name
goal = { winner = "Allied" }
[puzzle.position]                         # as `core.position` reads it
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.core.ask import Option
from grognard.core.flow import State, Step
from grognard.core.game import Game
from grognard.core.position import PositionError, build_position
from grognard.core.text import TextError


class PuzzleError(ValueError):
    """A puzzle that cannot be set; the text says which one and why."""


class Goal(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold when a puzzle is over: every member that is given."""

    winner: str = ""
    """This side has won."""
    denied: str = ""
    """This side has not won."""
    at: dict[str, tuple[str, ...]] = {}
    """By unit: it stands in one of these spaces."""
    off: dict[str, tuple[str, ...]] = {}
    """By unit: it stands in none of these spaces."""
    spaces: dict[str, dict[str, int | str]] = {}
    """By space: columns with the value they must have."""
    least: dict[str, int] = {}
    """By name of a whole number of the position: it is so much or more."""
    most: dict[str, int] = {}


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """One position with its answers, as its file describes it."""

    title: str
    ask: str
    reason: str
    rule: str
    position: dict[str, Any]
    goal: Goal
    right: tuple[tuple[str, ...], ...]
    wrong: tuple[tuple[str, ...], ...]
    seat: int = 0
    reply: tuple[str, ...] = ()
    until: str = ""
    least: float = 0.9
    others: str = ""
    errand: bool = False
    """The goal is worth nothing but what the text makes of it (bring this company to that hex): a riddle for people. A
    level cannot read and is not asked."""
    theme: str = ""
    """The name of its file."""

    @property
    def name(self) -> str:
        return f"{self.theme}: {self.title}"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    puzzle: tuple[Puzzle, ...]


def puzzles(game: Game[Any]) -> list[Puzzle]:
    """All puzzles of a game in the order of their files."""
    return [puzzle for path in sorted((game.folder / "puzzles").glob("*.toml")) for puzzle in load_puzzles(path)]


def load_puzzles(path: Path) -> list[Puzzle]:
    """The puzzles of one file."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File).puzzle
    except (tomllib.TOMLDecodeError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise PuzzleError(f"{path.name}: {error}") from None
    return [msgspec.structs.replace(puzzle, theme=path.stem) for puzzle in found]


class SetPuzzle:
    """A puzzle set up on a board: names are found, lines can be read, the goal can be tested."""

    def __init__(self, game: Game[Any], puzzle: Puzzle) -> None:
        self.game, self.puzzle = game, puzzle
        self.start: State = self._start()
        self.stops = self._stops()
        self.right = [self._line(line, "right") for line in puzzle.right]
        self.wrong = [self._line(line, "wrong") for line in puzzle.wrong]
        self.reply = self._line(puzzle.reply, "reply")
        if not self.right or not self.wrong:
            raise self._error("it needs a right line and a wrong one")
        if puzzle.seat not in self.start.seats:
            raise self._error(f"nobody sits at seat {puzzle.seat}")
        goal = puzzle.goal
        if goal == Goal():
            raise self._error("its goal asks for nothing")
        self._winner, self._denied = self._side(goal.winner), self._side(goal.denied)
        self._at = [(self._id("UnitId", u), {self._id("SpaceId", x) for x in of}) for u, of in goal.at.items()]
        self._off = [(self._id("UnitId", u), {self._id("SpaceId", x) for x in of}) for u, of in goal.off.items()]
        self._spaces = [
            (column, self._id("SpaceId", space), self._value(column, value))
            for space, columns in goal.spaces.items()
            for column, value in columns.items()
        ]
        for name in (*goal.least, *goal.most):
            if not isinstance(getattr(self.start, name, None), int):
                raise self._error(f"there is no number {name!r}")

    def reached(self, s: State) -> bool:
        """Whether a position fulfils the goal."""
        winners = s.result.winners if s.result is not None else ()
        if self._winner is not None and self._winner not in winners:
            return False
        if self._denied is not None and self._denied in winners:
            return False
        if any(s.where(unit) not in places for unit, places in self._at):
            return False
        if any(s.where(unit) in places for unit, places in self._off):
            return False
        if any(getattr(s, column)[space] != value for column, space, value in self._spaces):
            return False
        goal = self.puzzle.goal
        return all(getattr(s, name) >= n for name, n in goal.least.items()) and all(
            getattr(s, name) <= n for name, n in goal.most.items()
        )

    def _start(self) -> State:
        described = dict(self.puzzle.position)
        if self.puzzle.others:
            named = described.get("units", {})
            away = {
                name: {"loc": self.puzzle.others} for name in self.game.names.get("UnitId", ()) if name not in named
            }
            described["units"] = {**away, **named}
        try:
            s: State = build_position(self.game, described)
        except (PositionError, ValueError) as error:
            raise self._error(str(error)) from None
        broken = self.game.broken(s)
        if broken:
            raise self._error(broken[0])
        return s

    def _stops(self) -> tuple[type[Step], ...]:
        if not self.puzzle.until:
            return ()
        found = tuple(step for step in self.game.steps if step.__name__ == self.puzzle.until)
        if not found:
            raise self._error(f"there is no step {self.puzzle.until!r}")
        return found

    def _line(self, texts: tuple[str, ...], which: str) -> tuple[Option, ...]:
        try:
            return tuple(self.game.texts.parse(text) for text in texts)
        except TextError as error:
            raise self._error(f"{which}: {error}") from None

    def _side(self, name: str) -> int | None:
        if not name:
            return None
        if name not in self.game.sides:
            raise self._error(f"no side is called {name!r}; there are: {', '.join(self.game.sides)}")
        return self.game.sides.index(name)

    def _id(self, table: str, name: str) -> int:
        names = list(self.game.names.get(table, ()))
        if name not in names:
            raise self._error(f"no {table.removesuffix('Id').lower()} is called {name!r}")
        return names.index(name)

    def _value(self, column: str, value: int | str) -> int:
        if not isinstance(getattr(self.start, column, None), list | bytearray):
            raise self._error(f"there is no column {column!r}")
        if isinstance(value, int):
            return value
        return next((list(of).index(value) for of in self.game.names.values() if value in of), self._side(value) or 0)

    def _error(self, told: str) -> PuzzleError:
        return PuzzleError(f"{self.puzzle.name}: {told}")
