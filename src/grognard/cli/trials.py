"""Many games on many processes, with results that depend on the seed alone."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter
from typing import Any

from grognard.bots import Player, make_player, play_out
from grognard.core import Game, Match, Seeded, load_game, save_record

CHUNK = 0.25
"""Seconds of play for a chunk: long enough that handing it over costs nothing, short enough to keep all busy."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    game: str
    scenario: str
    options: dict[str, bool | int | str]
    players: tuple[str, ...]
    seed: int
    folder: str = ""
    """Where records go; empty: none are kept, and no events are made."""


@dataclass(frozen=True)
class Trial:
    """What came of one game."""

    winners: tuple[int, ...]
    """Sides."""
    seats: tuple[int, ...]
    """The seat that played each side in the end."""
    key: str
    decisions: int


def run_all(plan: Plan, games: int, jobs: int, advance: Callable[[int], None]) -> list[Trial]:
    """All games in order; `advance` hears how many more are done. The first tells how many make a chunk."""
    began = perf_counter()
    found = run_chunk(plan, range(1))
    advance(1)
    size = max(1, min(games // (4 * jobs), int(CHUNK / (perf_counter() - began))))
    chunks = [range(at, min(at + size, games)) for at in range(1, games, size)]
    if jobs == 1:
        for chunk in chunks:
            found += run_chunk(plan, chunk)
            advance(len(chunk))
    elif chunks:
        _share(plan, chunks, jobs, found, advance)
    return found


def _share(plan: Plan, chunks: list[range], jobs: int, found: list[Trial], advance: Callable[[int], None]) -> None:
    """Chunks on several processes, added in order. An interrupt waits for the chunks that are running only."""
    with ProcessPoolExecutor(min(jobs, len(chunks)), initializer=signal, initargs=(SIGINT, SIG_IGN)) as pool:
        try:
            for chunk, trials in zip(chunks, pool.map(run_chunk, [plan] * len(chunks), chunks), strict=True):
                found += trials
                advance(len(chunk))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def run_chunk(plan: Plan, numbers: range) -> list[Trial]:
    """Some of the games, by number."""
    game = load_game(plan.game)
    one = _recorded if plan.folder else _bare
    return [one(game, plan, number) for number in numbers]


def _bare(game: Game[Any], plan: Plan, number: int) -> Trial:
    """One game as search plays it: no events, no record."""
    seed = f"{plan.seed}:{number}"
    outcome, _ = play_out(game, _players(game, plan, number), seed, plan.scenario, plan.options)
    return Trial(outcome.result.winners, outcome.seats, outcome.result.key, outcome.decisions)


def _recorded(game: Game[Any], plan: Plan, number: int) -> Trial:
    """The same game with a record."""
    chance = Seeded(f"dice {plan.seed}:{number}")  # as `play_out` makes it, so that both ways give the same game
    match = Match.start(game, chance, plan.scenario, plan.options, plan.players)
    players = _players(game, plan, number)
    decisions = 0
    while (asked := match.decision) is not None:
        match.answer(asked.seat, players[asked.seat].choose(match.view(asked.seat), asked, asked.seat))
        decisions += 1
    save_record(match.record, Path(plan.folder) / f"{plan.game}-{plan.seed}-{number:05}.json")
    assert match.result is not None
    return Trial(match.result.winners, match.state.seats, match.result.key, decisions)


def _players(game: Game[Any], plan: Plan, number: int) -> list[Player]:
    return [make_player(level, game, f"{plan.seed}:{number}:{seat}") for seat, level in enumerate(plan.players)]


def wilson(won: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson interval for a share of wins (z = 1.96: 95 %).

    >>> [round(edge, 3) for edge in wilson(50, 100)]
    [0.404, 0.596]
    """
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
