"""`grognard simulate`: many games of computer players, and what came of them."""

import os
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from grognard.bots import LEVELS
from grognard.cli.choices import GameName, GivenOptions, Owned, ScenarioName, open_game, read_levels, read_options
from grognard.cli.console import Problem, out, plain, progress_bar
from grognard.cli.study import Jobs, Seed
from grognard.core import Game
from grognard.lab import Contestant, Trial, cut, make_setting, plain_jobs, run_tasks, wilson

CHUNKS = 16
"""Chunks of random games for each process: few enough to cost nothing, many enough to keep every process busy. A game
of players that think is a chunk by itself."""


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    seats: Annotated[str, typer.Option(help=f"A computer player for each seat, of {', '.join(LEVELS)}.")] = "random",
    jobs: Jobs = 0,
    seed: Seed = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
    save: Annotated[Path | None, typer.Option(help="Write the record of every game into this folder.")] = None,
    components: Owned = None,
) -> None:
    """Let computer players play many games and count the results."""
    title = open_game(game, components)
    setting = make_setting(title, scenario, read_options(option or []))
    players = tuple(read_levels(title, title.seats_with(setting.options), seats))
    if save is not None:
        save.mkdir(parents=True, exist_ok=True)
        if any(save.iterdir()):
            raise Problem(f"{save} is not empty; records are never overwritten")
    jobs = jobs or os.cpu_count() or 1
    contestants = [Contestant(level, level) for level in players]
    size = max(1, games // (jobs * CHUNKS)) if set(players) == {"random"} else 1
    tasks = cut(plain_jobs(range(len(players)), games, seed), [setting], contestants, size, str(save) if save else "")
    trials: list[Trial] = []
    began = perf_counter()
    with progress_bar() as progress:
        task = progress.add_task(title.title, total=games)
        for _, done in run_tasks(list(enumerate(tasks)), jobs):
            trials += done
            progress.advance(task, len(done))
    trials.sort(key=lambda trial: trial.number)
    report(title, players, trials, perf_counter() - began)


def report(game: Game[Any], players: tuple[str, ...], trials: list[Trial], seconds: float) -> None:
    """Wins by side with an interval, kinds of results, lengths, speed."""
    console, n = out(), len(trials)
    table = Table(
        "side", "player", "won", "share", "95 % interval", title=plain(f"{game.title}: {n} game{'' if n == 1 else 's'}")
    )
    moved = len({trial.sides for trial in trials}) > 1
    for side, (name, seat) in enumerate(zip(game.sides, trials[0].sides, strict=False)):  # some wait for an option
        _row(table, name, "either" if moved else players[seat], sum(side in trial.winners for trial in trials), n)
    _row(table, "nobody", "", sum(not trial.winners for trial in trials), n)
    if moved:
        for seat, player in enumerate(players):
            won = sum(any(trial.sides[side] == seat for side in trial.winners) for trial in trials)
            _row(table, f"seat {seat + 1}", player, won, n)
    console.print(table)
    kinds = Table("result", "games", "share")
    for key, count in Counter(trial.key for trial in trials).most_common():
        kinds.add_row(key, str(count), f"{count / n:.1%}")
    console.print(kinds)
    lengths = [trial.length for trial in trials]
    speed = f"{sum(lengths) / seconds:,.0f} decisions/s, {n / seconds:.1f} games/s"
    span = f" ({min(lengths)} to {max(lengths)})" if n > 1 else ""
    console.print(f"Mean length {sum(lengths) / n:.1f} decisions{span}. {speed}.")


def _row(table: Table, name: str, player: str, won: int, n: int) -> None:
    low, high = wilson(won, n)
    table.add_row(plain(name), player, str(won), f"{won / n:.1%}", f"{low:.1%} to {high:.1%}")
