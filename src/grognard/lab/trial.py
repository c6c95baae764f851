"""One game of the laboratory: the players, the play, the figures at the end of each turn."""

import importlib
import os
import random
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grognard.bots import Player, make_player, play_out
from grognard.bots.outlook import Halves, stage_of
from grognard.bots.planner import Planner
from grognard.bots.valuation import Valuation
from grognard.core import Decision, Game, Match, Mind, Option, Seat, Seeded, SetupError, State, load_game, save_record
from grognard.core.position import load_position
from grognard.lab.jobs import Contestant, Job, Setting, Task, Trial
from grognard.tables.components import OVERLAY

Probe = Callable[[Any], dict[str, float]]
_LAID: list[tempfile.TemporaryDirectory[str]] = []


def play_task(task: Task) -> list[Trial]:
    """All games of a task, in this process."""
    game = open_setting(task.setting)
    start = load_position(game, task.setting.position) if task.setting.position else None
    one = _recorded if task.folder else _bare if task.opening < 0 else _sampled
    return [one(game, start, task, job) for job in task.jobs]


def open_setting(setting: Setting) -> Game[Any]:
    """The title with exactly the components the setting names."""
    game = load_setting(setting)
    if game.components() != setting.components:
        raise SetupError(f"the components of {game.name} here are not those of this run")
    return game


def load_setting(setting: Setting) -> Game[Any]:
    """The title, with the setting's tables laid over if this process has not loaded it yet."""
    if setting.tables and not _LAID:
        _lay_over(setting)
    importlib.import_module(setting.package)
    return load_game(setting.game)


def _lay_over(setting: Setting) -> None:
    """Put the setting's tables where the components are looked for, for as long as this process lives."""
    folder = tempfile.TemporaryDirectory(prefix="grognard-")
    _LAID.append(folder)
    home = Path(folder.name) / setting.game
    home.mkdir()
    for name, text in setting.tables.items():
        if Path(name).name != name:
            raise SetupError(f"{name!r} is no name of a component file")
        (home / name).write_text(text, encoding="utf-8")
    os.environ[OVERLAY] = folder.name


class Curve:
    """Counts decisions and keeps the game's figures whenever a turn has ended."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.decisions = [0] * seats
        self.points: list[dict[str, float]] = []
        self._probe = probe_of(game)
        self._turn: int | None = None

    def __call__(self, s: State, asked: Decision) -> None:
        self.decisions[asked.seat] += 1
        turn = turn_of(s)
        if turn != self._turn:
            if self._turn is not None:
                self.close(s)
            self._turn = turn

    def close(self, s: State) -> None:
        """Keep the figures of the turn that is over."""
        figures = self._probe(s) if self._probe is not None else {}
        self.points.append({**figures, "turn": float(self._turn or 0)})


def turn_of(s: State) -> int:
    """The turn a position is in; 0: its title counts none."""
    return next(iter(s.clock()), 0)


def probe_of(game: Game[Any]) -> Probe | None:
    """The game's own figures (`Mind.probe`), if it has any."""
    mind = game.part("mind.evaluate", "MIND", Mind)
    return None if mind is None else mind.probe


def margin_of(game: Game[Any], end: State) -> float:
    """How well a game that is over went for the first side; 0.0 where its title does not say."""
    mind = game.part("mind.evaluate", "MIND", Mind)
    return 0.0 if mind is None or mind.margin is None else mind.margin(end)


def _bare(game: Game[Any], start: State | None, task: Task, job: Job) -> Trial:
    """A game as search plays it: no events, no record."""
    curve = Curve(game, len(job.seats))
    options = task.setting.options
    players = seat_players(game, task.contestants, job)
    _, end = play_out(game, players, job.seed, task.setting.scenario, options, start=start, watch=curve)
    return _trial(game, job, end, curve)


def _recorded(game: Game[Any], start: State | None, task: Task, job: Job) -> Trial:
    """The same game with a record."""
    chance = Seeded(f"dice {job.seed}")  # as `play_out` makes it, so that both ways give the same game
    names = [task.contestants[k].name for k in job.seats]
    match = Match.start(game, chance, task.setting.scenario, task.setting.options, names, start)
    players = seat_players(game, task.contestants, job)
    curve = Curve(game, len(job.seats))
    while (asked := match.decision) is not None:
        curve(match.state, asked)
        match.answer(asked.seat, players[asked.seat].choose(match.view(asked.seat), asked, asked.seat))
    seed = job.seed.rpartition(":")[0]
    save_record(match.record, Path(task.folder) / f"{game.name}-{seed}-{job.number:05}.json")
    return _trial(game, job, match.state, curve)


class Samples(Curve):
    """Keeps the terms of the evaluation, for every side, at the first question of every half."""

    def __init__(self, game: Game[Any], seats: int, level: str) -> None:
        super().__init__(game, seats)
        self._valuation = Valuation(game, level)
        self._halves = Halves(self._valuation.rests)

    def __call__(self, s: State, asked: Decision) -> None:
        self.decisions[asked.seat] += 1
        if not self._halves.begins(s, asked):
            return
        stage = stage_of(s, asked.seat)
        point = {
            "turn": float(turn_of(s)),
            "part": float(stage.clock[1] if len(stage.clock) > 1 else 0),
            "mover": float(asked.seat),
            "first": float(stage.mover),
        }
        for side, seat in enumerate(s.seats):
            if seat >= 0:
                of = self._valuation.terms_of(s, side)
                point.update({f"{side}.{name}": value for name, value in of.items()})
        self.points.append(point)

    def close(self, s: State) -> None:
        """Nothing is noted at the end: the result says it."""


class Opening:
    """Any option with equal chance for so many answers, then the player itself."""

    def __init__(self, player: Player, answers: int, seed: str) -> None:
        self._player, self._left, self._choice = player, answers, random.Random(f"{seed} opening").choice
        self.level = player.level

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        if self._left > 0:
            self._left -= 1
            return self._choice(decision.options)
        return self._player.choose(view, decision, seat)

    def reasons(self) -> list[str]:
        return self._player.reasons()


def _sampled(game: Game[Any], start: State | None, task: Task, job: Job) -> Trial:
    """A game after a random opening, with the terms at every half."""
    samples = Samples(game, len(job.seats), task.contestants[job.seats[0]].level)
    players = [
        Opening(player, task.opening, f"{job.seed}:{seat}")
        for seat, player in enumerate(seat_players(game, task.contestants, job))
    ]
    options = task.setting.options
    _, end = play_out(game, players, job.seed, task.setting.scenario, options, start=start, watch=samples)
    return _trial(game, job, end, samples)


def _trial(game: Game[Any], job: Job, end: State, curve: Curve) -> Trial:
    curve.close(end)
    result = end.result
    assert result is not None
    return Trial(
        number=job.number,
        pair=job.pair,
        seats=job.seats,
        setting=job.setting,
        sides=tuple(end.seats),
        winners=tuple(result.winners),
        key=result.key,
        numbers=tuple(result.numbers),
        decisions=tuple(curve.decisions),
        curve=tuple(curve.points),
        margin=margin_of(game, end),
    )


def seat_players(game: Game[Any], contestants: Sequence[Contestant], job: Job) -> list[Player]:
    """A fresh player for every seat."""
    return [seat_player(game, contestants[k], f"{job.seed}:{seat}") for seat, k in enumerate(job.seats)]


def seat_player(game: Game[Any], contestant: Contestant, seed: str) -> Player:
    """A player whose time is measured by work, so that the same job gives the same game on every machine."""
    player = make_player(contestant.level, game, seed, contestant.budget)
    if isinstance(player, Planner):
        player.steady()
        player.weigh(contestant.weights)
    elif contestant.weights:
        raise SetupError(f"the {contestant.level} player has no use for weights")
    return player
