"""What results say about the weights: positions of a level's own games, and weights fitted to how those games ended.

Games begin with some random answers, so that they differ. At the first question of every half the terms of the
evaluation are noted for every side. A logistic law of the result in the weighted terms is fitted for each side, with
temporal differences: a position's target is part result, part what the law says of the positions that follow. Weights
move by factors from the shipped ones, held back by a ridge. A better forecast is no better player: only an arena
accepts what comes out.

The same positions tell whether the evaluation is fair: the values of both sides should add up to nought, and so should
the mean change of the chance to win from half to half (`lab.outlook`).
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grognard.bots.outlook import FILE
from grognard.bots.planner import Planner
from grognard.bots.valuation import Valuation
from grognard.core import Game, SetupError, mind_of
from grognard.lab.findings import Findings, Grid, number
from grognard.lab.jobs import Contestant, Setting, Task, Trial, cut, plain_jobs
from grognard.lab.logistic import Array, log_loss, newton, sigmoid
from grognard.lab.outlook import foretell, law_text
from grognard.lab.store import Advance, Manifest, Run, make_manifest, task_size
from grognard.lab.trial import seat_player
from grognard.lab.tune import weights_text

OPENING, RIDGE, DECAY = 6, 20.0, 0.7
"""Random answers of each seat at first; what a factor of e costs, in positions; how much of a result reaches the half
before."""
ROUNDS = 4
"""Fits, each with the forecasts of the one before as targets."""
FOLDS = 5
LEAST, MOST = 0.33, 3.0
"""Factors are kept within these."""


class Position(NamedTuple):
    """The start of a half as one side sees it."""

    game: int
    turn: float
    mover: int
    terms: tuple[float, ...]
    """Weighted."""
    won: float
    """1, one half, or 0."""


class Fit(NamedTuple):
    """A law of the result for one side."""

    factors: Array
    before: float
    """Mean log loss of the shipped weights, on games the fit has not seen."""
    after: float
    positions: int


def plan_learn(
    game: Game[Any],
    setting: Setting,
    player: Contestant,
    games: int,
    seed: int,
    opening: int = OPENING,
    ridge: float = RIDGE,
    decay: float = DECAY,
) -> Manifest:
    """`games` of the player against itself, each begun with `opening` random answers of every seat."""
    if not isinstance(seat_player(game, player, ""), Planner):
        raise SetupError(f"the {player.level} player has no use for weights")
    plan = {"opening": float(opening), "ridge": ridge, "decay": decay}
    return make_manifest("learn", game, [setting], [player], games, seed, plan)


def learn_tasks(game: Game[Any], manifest: Manifest) -> list[tuple[int, Task]]:
    """The games of a run, cut into tasks."""
    seats = [0] * game.seats_with(manifest.settings[0].options)
    jobs = plain_jobs(seats, manifest.games, manifest.seed)
    cuts = cut(jobs, manifest.settings, manifest.contestants, task_size(manifest.games))
    opening = int(manifest.plan["opening"])
    return [(n, Task(t.setting, t.contestants, t.jobs, t.folder, opening)) for n, t in enumerate(cuts)]


def learn(run: Run, game: Game[Any], jobs: int, ray: str, advance: Advance) -> Findings:
    """Play, fit, write the weights into the run's folder, and tell what was found."""
    manifest = run.manifest
    trials = run.carry_out(learn_tasks(game, manifest), jobs, ray, advance)
    valuation = Valuation(game, manifest.contestants[0].level)
    names = tuple(mind_of(game).weights)
    found = Findings(f"{game.title}: what {len(trials)} games of {manifest.contestants[0].name} say about the weights")
    weights = {name: valuation.weights[name] for name in names}
    rows: list[tuple[str, ...]] = []
    by_side = [list(positions(trials, side)) for side in range(len(game.sides))]
    for side, noted in enumerate(by_side):
        label = game.sides[side]
        if len({position.won for position in noted}) < 2:
            if noted:
                found.verdict.append(f"{label}: every game ended alike, so nothing is fitted; play more of them.")
            continue
        fit = fit_side(noted, manifest.plan["ridge"], manifest.plan["decay"], manifest.seed)
        found.verdict.append(
            f"{label}: {fit.positions} positions; log loss {fit.before:.3f} by the shipped weights, {fit.after:.3f} by "
            "the fitted ones, on games they were not fitted to."
        )
        for name, factor in zip(names, fit.factors, strict=True):
            own = valuation.weights.get(f"{label.lower()}.{name}", valuation.weights[name])
            if own:
                weights[f"{label.lower()}.{name}"] = own * float(factor)
                rows.append((label, name, number(own), number(own * float(factor)), f"{factor:.2f}"))
    found.verdict += drift(game, by_side)
    foretold = foretell(game, manifest, trials)
    found.verdict += foretold.told
    if foretold.law is not None:
        run.write(FILE, law_text(foretold.law))
    found.verdict.append("The new weights are in weights.toml of the run's folder; only an arena accepts them.")
    found.grids = [Grid("Weights", ("side", "term", "shipped", "fitted", "factor"), rows), *foretold.grids]
    run.write("weights.toml", weights_text(game, weights))
    return found


def positions(trials: Sequence[Trial], side: int) -> Iterator[Position]:
    """What a side saw at the start of every half, in order."""
    prefix = f"{side}."
    for trial in trials:
        won = 0.5 if not trial.winners else float(side in trial.winners)
        for point in trial.curve:
            terms = tuple(value for name, value in point.items() if name.startswith(prefix))
            if terms:
                yield Position(trial.number, point["turn"], int(point["mover"]), terms, won)


def fit_side(noted: Sequence[Position], ridge: float, decay: float, seed: int) -> Fit:
    """Factors for the terms of one side, and how well they foretell games they were not fitted to."""
    data = _Data.of(noted)
    games = np.array([position.game for position in noted])
    numbers = np.random.default_rng(seed).permutation(np.unique(games))
    before = after = 0.0
    folds = min(FOLDS, len(numbers))
    for k in range(folds):
        out = np.isin(games, numbers[k::folds])
        law = _fit(data.only(~out), ridge, decay)
        before += float(_loss(data.only(out), law[1]).sum())
        after += float(_loss(data.only(out), law[0]).sum())
    law = _fit(data, ridge, decay)
    factors = np.clip(law[0][: data.terms] / law[1][0], LEAST, MOST)
    return Fit(factors, before / len(noted), after / len(noted), len(noted))


class _Data(NamedTuple):
    """Terms with a constant and the turn beside them, results, and where games begin."""

    x: Array
    y: Array
    first: npt.NDArray[np.bool_]
    terms: int

    @classmethod
    def of(cls, noted: Sequence[Position]) -> "_Data":
        terms = np.array([position.terms for position in noted])
        turns = np.array([position.turn for position in noted])
        x = np.column_stack([terms, np.ones(len(noted)), turns / max(1.0, float(turns.max()))])
        games = np.array([position.game for position in noted])
        first = np.append(True, games[1:] != games[:-1])
        return cls(x, np.array([position.won for position in noted]), first, terms.shape[1])

    def only(self, rows: npt.NDArray[np.bool_]) -> "_Data":
        return _Data(self.x[rows], self.y[rows], self.first[rows], self.terms)


def _fit(data: _Data, ridge: float, decay: float) -> tuple[Array, Array]:
    """The law with free factors, and the one with a common scale; both as coefficients of the columns."""
    k = data.terms
    summed = np.column_stack([data.x[:, :k].sum(axis=1), data.x[:, k:]])
    scale = newton(summed, data.y, np.zeros(3), np.array([1e-6, 1e-6, 1e-6]))
    common = np.concatenate([np.full(k, scale[0]), scale[1:]])
    hold = np.concatenate([np.full(k, ridge / max(scale[0] ** 2, 1e-9)), np.full(2, 1e-6)])
    law, targets = common, data.y
    for _ in range(ROUNDS):
        law = newton(data.x, targets, common, hold)
        targets = _targets(data, law, decay)
    return law, common


def _targets(data: _Data, law: Array, decay: float) -> Array:
    """Part result, part what the law says of the half that follows."""
    says = sigmoid(data.x @ law)
    targets = data.y.copy()
    for at in range(len(targets) - 2, -1, -1):
        if not data.first[at + 1]:
            targets[at] = (1 - decay) * says[at + 1] + decay * targets[at + 1]
    return targets


def _loss(data: _Data, law: Array) -> Array:
    """Log loss position by position."""
    return log_loss(sigmoid(data.x @ law), data.y)


def drift(game: Game[Any], by_side: Sequence[Sequence[Position]]) -> list[str]:
    """How far the evaluation is from fair: the mean change over a half by who moved, and the sum of both sides."""
    told = []
    for side, noted in enumerate(by_side):
        values = [sum(position.terms) for position in noted]
        for mover in sorted({position.mover for position in noted}):
            changes = [
                values[at + 1] - values[at]
                for at in range(len(noted) - 1)
                if noted[at].game == noted[at + 1].game and noted[at].mover == mover
            ]
            if len(changes) > 1:
                error = float(np.std(changes, ddof=1)) / len(changes) ** 0.5
                told.append(
                    f"The value for {game.sides[side]} changes by {np.mean(changes):+.2f} ± {error:.2f} over a half of "
                    f"seat {mover}."
                )
    if len(by_side) == 2 and len(by_side[0]) == len(by_side[1]) > 0:
        sums = [sum(a.terms) + sum(b.terms) for a, b in zip(*by_side, strict=True)]
        told.append(f"Both sides together see {np.mean(sums):+.2f} on average; a zero-sum evaluation would see 0.")
    return told
