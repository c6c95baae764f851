"""Puzzles at the table: "find the move", judged by the exact chance of the goal that a player's answers leave."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from grognard.bots.solving import Line, chance_of_goal
from grognard.core import Game, Option
from grognard.core.puzzle import Puzzle, SetPuzzle
from grognard.server.advice import Say


class AskVerdict(Say, tag="verdict"):
    """Ask what the answers given so far to a puzzle are worth."""

    id: int | str


class PuzzleShown(Struct):
    """The task of a puzzle, without its answer."""

    id: str
    title: str
    ask: str
    seat: int


class VerdictTold(Struct):
    """The chance of the goal that the answers leave, the chance that counts as solved, and the answer explained."""

    solved: bool
    chance: float
    least: float
    reason: str
    rule: str
    right: list[list[str]]
    """Lines that solve it, in words."""


def shown(puzzle: Puzzle) -> PuzzleShown:
    return PuzzleShown(puzzle.name, puzzle.title, puzzle.ask, puzzle.seat)


def verdict(game: Game[Any], puzzle: Puzzle, answers: Sequence[Option]) -> VerdictTold:
    """Follow the answers as far as they are offered; what they leave open is answered quietly, the enemy replies as the
    puzzle says."""
    board = SetPuzzle(game, puzzle)
    chance = chance_of_goal(board, Line(game, answers))
    right = [[game.words.option(answer) for answer in line] for line in board.right]
    return VerdictTold(chance >= puzzle.least, chance, puzzle.least, puzzle.reason, puzzle.rule, right)
