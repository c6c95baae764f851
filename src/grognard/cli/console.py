"""What every command shares: the two streams, and errors as one line with a non-zero exit."""

from typing import Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from typer.core import TyperGroup

from grognard.core import Mismatch, Record, RecordError, SetupError, foreign, load_game
from grognard.core.cases import CasesError
from grognard.core.codec import CodecError
from grognard.core.lesson import LessonError
from grognard.core.position import PositionError
from grognard.core.puzzle import PuzzleError
from grognard.core.text import TextError
from grognard.core.words import MissingWord, UnfitWord
from grognard.maps import MapError
from grognard.tables import ComponentError

BAD = 2
"""Exit status for input that cannot be used."""

FAILED = 1
"""Exit status when the command ran and its verdict is no."""


class Problem(Exception):
    """Something the user must hear in one line; `status` is the exit status."""

    def __init__(self, message: str, status: int = BAD) -> None:
        super().__init__(message)
        self.status = status


TOLD = (
    Problem,
    SetupError,
    RecordError,
    Mismatch,
    ComponentError,
    CasesError,
    CodecError,
    TextError,
    PositionError,
    LessonError,
    PuzzleError,
    MissingWord,
    UnfitWord,
    MapError,
)
"""Errors whose text is written for the user."""


def out() -> Console:
    """The console of results. Made anew, so that a redirected stream is respected."""
    return Console(highlight=False)


def err() -> Console:
    """The console of messages and progress."""
    return Console(stderr=True, highlight=False)


def progress_bar() -> Progress:
    """How many of many games are played; gone when they are."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err(), transient=True)


def tell(message: str) -> None:
    """One line on the error stream."""
    typer.echo(f"grognard: {' '.join(message.split())}", err=True)


class Commands(TyperGroup):
    """The group of all commands; turns the errors we know into one line."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except TOLD as error:
            tell(str(error))
            raise typer.Exit(error.status if isinstance(error, Problem) else BAD) from None
        except BrokenPipeError:
            raise typer.Exit(FAILED) from None
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            tell(f"{name}{error.strerror or error}")
            raise typer.Exit(BAD) from None


def at_home(record: Record) -> None:
    """Refuse a record that was played under other rules or with other components."""
    told = foreign(record)
    if told:
        raise Problem(f"this record was {' and '.join(told)}; `grognard patch` fits it to what is here")


def seat_label(record: Record, sides: tuple[int, ...], seat: int) -> str:
    """A seat by the sides it plays in a position, as in `Allied (human)`; `sides` is `State.seats`."""
    game = load_game(record.game)
    named = [game.sides[side] for side, at in enumerate(sides) if at == seat]
    player = record.seats[seat] if seat < len(record.seats) else ""
    name = " and ".join(named) or f"seat {seat + 1}"
    return name if not player or player == name else f"{name} ({player})"


def plain(text: str) -> str:
    """Text that must not be read as markup."""
    return escape(text)
