"""`grognard play`: a game in the terminal."""

import secrets
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.bots import Player, make_player
from grognard.cli.choices import (
    HUMAN,
    PLAYERS,
    GameName,
    GivenOptions,
    Owned,
    ScenarioName,
    is_player,
    open_game,
    open_record,
    read_options,
    read_seats,
)
from grognard.cli.console import Problem, at_home, out
from grognard.cli.session import Session
from grognard.core import Match, Record, Seeded, Source, System, replay


def play(
    game: GameName = "",
    scenario: ScenarioName = "",
    option: GivenOptions = None,
    seat: Annotated[
        list[str] | None, typer.Option(help=f"Who plays a side, as SIDE={'|'.join(PLAYERS)}. Repeatable.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Make dice and computer players repeatable.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    components: Owned = None,
) -> None:
    """Play in the terminal, against the computer or with several people at one keyboard."""
    chance: Source = System() if seed is None else Seeded(f"dice {seed}")
    if load is not None:
        record = open_record(load, components)
        if scenario or option:
            raise Problem("--load brings its own scenario and options")
        if game and game != record.game:
            raise Problem(f"{load.name} is a game of {record.game}, not of {game}")
        match = _resume(record, chance, seat or [])
    elif game:
        title = open_game(game, components)
        options = read_options(option or [])
        players = read_seats(title, title.seats_for(scenario, options), seat or [])
        match = Match.start(title, chance, scenario, options, players)
    else:
        raise Problem("which game? `grognard games` lists them")
    computers = _players(match, secrets.randbits(32) if seed is None else seed)
    Session(match, computers, out(), input, interactive=sys.stdin.isatty(), file=load).run()


def _resume(record: Record, chance: Source, seats: list[str]) -> Match[Any]:
    """The match a record leads to; its seats stay as they were unless given anew."""
    at_home(record)
    match = replay(record)
    if match.decision is None and match.result is not None:
        raise Problem("this game is over; `grognard replay` shows it")
    if match.asked is not match.decision:
        raise Problem("this record ends before a roll was made, so it cannot be continued")
    match.chance = chance
    if seats or not all(map(is_player, match.record.seats)):
        match.record.seats = read_seats(match.game, match.seat_count, seats)
    return match


def _players(match: Match[Any], seed: int) -> list[Player | None]:
    return [
        None if level == HUMAN else make_player(level, match.game, f"{seed}:{at}")
        for at, level in enumerate(match.record.seats)
    ]
