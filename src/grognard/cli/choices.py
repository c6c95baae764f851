"""Reading what the user said about a game: its name, scenario, options, seats, components."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.bots import LEVELS, read_level
from grognard.cli.console import TOLD, Problem
from grognard.core import Game, Record, SetupError, game_names, load_game, load_record
from grognard.tables import ComponentError
from grognard.tables.components import OVERLAY

HUMAN = "human"
PLAYERS = (HUMAN, *LEVELS)


def complete_game(incomplete: str) -> list[str]:
    """Shell completion for a title."""
    return [name for name in game_names() if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(help="The title; see `grognard games`.", autocompletion=complete_game)]
ScenarioName = Annotated[str, typer.Option(help="A starting position; the first of the game if not given.")]
GivenOptions = Annotated[list[str] | None, typer.Option(help="An optional rule, as name=value. Repeatable.")]
Owned = Annotated[Path | None, typer.Option(help="A folder with your own component files.")]


def open_game(name: str, components: Path | None = None) -> Game[Any]:
    """The title called `name`, with the owner's components laid over ours before it is loaded."""
    lay_over(components)
    with fitting():
        return load_game(name)


def open_record(path: Path, components: Path | None = None) -> Record:
    """A saved game, with the owner's components laid over ours before its title is loaded."""
    lay_over(components)
    with fitting():
        return load_record(path)


@contextmanager
def fitting() -> Iterator[None]:
    """While a title is loaded: an owner's files, each readable by itself, may still contradict one another or ours."""
    try:
        yield
    except TOLD:
        raise
    except (ArithmeticError, AssertionError, LookupError, StopIteration, ValueError) as error:
        folder = os.environ.get(OVERLAY)
        if not folder:
            raise
        what = f"{type(error).__name__} {error}".strip()
        raise ComponentError(folder, 0, "", f"these files do not fit together with the rest ({what})") from error


def lay_over(components: Path | None) -> None:
    """Use the owner's folder for every title loaded from now on, here and in worker processes."""
    if components is not None:
        if not components.is_dir():
            raise ComponentError(str(components), 0, "", "there is no such components folder")
        os.environ[OVERLAY] = str(components.resolve())


def read_options(given: Sequence[str]) -> dict[str, str]:
    """`["weather=on", "level=3"]` as a table."""
    values: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise Problem(f"option {word!r} is not written as name=value")
        if name in values:
            raise Problem(f"option {name} is given twice")
        values[name] = value
    return values


def read_seats(game: Game[Any], seats: int, given: Sequence[str]) -> list[str]:
    """Who plays each of the seats.

    A seat is named by its side, an unambiguous beginning of it, or its number. Of the seats not named the first is
    human if no other is, and the rest are played by the computer.
    """
    players = ["" for _ in range(seats)]
    for word in given:
        name, equals, player = word.partition("=")
        if not equals:
            raise Problem(f"seat {word!r} is not written as side=player")
        seat = find_seat(game, seats, name)
        if players[seat]:
            raise Problem(f"seat {seat_names(game, seats)[seat]} is given twice")
        if not is_player(player):
            raise Problem(f"no player is called {player!r}; there are: {', '.join(PLAYERS)}")
        players[seat] = player
    for seat, player in enumerate(players):
        if not player:
            players[seat] = "greedy" if HUMAN in players else HUMAN
    return players


def is_player(name: str) -> bool:
    """Whether somebody is called so: a person, a level, a level with its seconds."""
    try:
        return name == HUMAN or bool(read_level(name))
    except SetupError:
        return False


def read_levels(game: Game[Any], seats: int, given: str) -> list[str]:
    """`greedy,random` as one computer player a seat; a single name serves all seats."""
    named = [word.strip() for word in given.split(",")]
    for name in named:
        try:
            read_level(name)
        except SetupError as error:
            raise Problem(str(error)) from None
    if len(named) == 1:
        named *= seats
    if len(named) != seats:
        raise Problem(f"{game.name} has {seats} seats ({', '.join(seat_names(game, seats))}), not {len(named)}")
    return named


def find_seat(game: Game[Any], seats: int, name: str) -> int:
    """The seat meant by a word."""
    names = seat_names(game, seats)
    if name.isdecimal() and 1 <= int(name) <= len(names):
        return int(name) - 1
    found = [k for k, known in enumerate(names) if known.lower() == name.lower()] or [
        k for k, known in enumerate(names) if name and known.lower().startswith(name.lower())
    ]
    if len(found) != 1:
        raise Problem(f"{game.name} has no seat {name!r}; it has: {', '.join(names)}")
    return found[0]


def seat_names(game: Game[Any], seats: int) -> list[str]:
    """Seats are named by the sides they start with."""
    return list(game.sides[:seats])
