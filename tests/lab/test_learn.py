"""`grognard lab learn`: positions of a level's own games, weights fitted to results, and how fair the evaluation is."""

import random
import shutil
from math import exp
from pathlib import Path

import pytest
from typer.testing import CliRunner

from grognard.cli import app
from grognard.core import SetupError, load_game
from grognard.lab import make_setting, read_contestant
from grognard.lab.learn import Position, drift, fit_side, plan_learn

runner = CliRunner(env={"COLUMNS": "160"})


def _games(count: int) -> list[Position]:
    """Games of ten halves; the first term decides, the second is noise, and both weigh alike at first."""
    rng, noted = random.Random(5), list[Position]()
    for game in range(count):
        real = rng.gauss(0, 2)
        won = float(rng.random() < 1 / (1 + exp(-real)))
        for half in range(10):
            terms = (real + rng.gauss(0, 0.3), rng.gauss(0, 2))
            noted.append(Position(game, float(half), half % 2, terms, won))
    return noted


def test_the_term_that_decides_gains_weight_and_the_forecast_is_better() -> None:
    fit = fit_side(_games(120), ridge=1.0, decay=1.0, seed=1)
    assert fit.positions == 1200
    assert fit.factors[0] > 1.2 and fit.factors[1] < 0.7
    assert fit.after < fit.before - 0.05


def test_a_firm_ridge_keeps_the_weights() -> None:
    fit = fit_side(_games(60), ridge=1e6, decay=0.7, seed=1)
    assert list(fit.factors) == pytest.approx([1.0, 1.0], abs=0.01)
    assert fit.after == pytest.approx(fit.before, abs=0.001)


def test_drift_tells_the_change_by_who_moved_and_the_sum_of_both_sides() -> None:
    game = load_game("cassino_1944")
    mine = [Position(1, 1.0, half % 2, (float(half % 2),), 1.0) for half in range(6)]
    theirs = [position._replace(terms=(-position.terms[0] - 0.5,), won=0.0) for position in mine]
    told = drift(game, [mine, theirs])
    assert "The value for Allied changes by +1.00 ± 0.00 over a half of seat 0." in told
    assert "The value for German changes by +1.00 ± 0.00 over a half of seat 1." in told
    assert told[-1].startswith("Both sides together see -0.50")


def test_a_run_leaves_positions_and_weights_and_can_be_done_again(tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    words = ["lab", "learn", "cassino_1944", "--player", "greedy", "--games", "4", "--jobs", "1", "--seed", "2"]
    told = runner.invoke(app, [*words, "--output", str(first)])
    assert told.exit_code == 0, told.output
    assert "log loss" in told.stdout and "over a half of" in told.stdout
    assert "the chance of Allied changes by" in " ".join(told.stdout.split()) and "came true" in told.stdout
    weights = (first / "weights.toml").read_text()
    assert "[german]" in weights and weights.startswith("# Weights of the terms")
    again.mkdir()
    shutil.copy(first / "manifest.json", again)
    assert runner.invoke(app, ["lab", "run", str(again), "--jobs", "1"]).exit_code == 0
    assert (again / "weights.toml").read_text() == weights
    law = (first / "outlook.toml").read_text()
    assert (again / "outlook.toml").read_text() == law and 'by = "greedy"\ngames = 4\nseed = 2\nturns = 2' in law
    assert (again / "results.jsonl").read_bytes() == (first / "results.jsonl").read_bytes()


def test_games_that_ended_alike_are_told_and_leave_the_weights(tmp_path: Path) -> None:
    words = ["lab", "learn", "cassino_1944", "--player", "greedy", "--games", "4", "--jobs", "1", "--seed", "9"]
    told = runner.invoke(app, [*words, "--output", str(tmp_path / "run")])
    assert told.exit_code == 0, told.output
    assert told.stdout.count("every game ended alike") == 2 and "log loss" not in told.stdout
    assert "no law of the chance to win" in told.stdout and not (tmp_path / "run" / "outlook.toml").exists()
    assert "[german]" not in (tmp_path / "run" / "weights.toml").read_text()


def test_a_player_without_weights_cannot_learn() -> None:
    game = load_game("cassino_1944")
    with pytest.raises(SetupError, match="no use for weights"):
        plan_learn(game, make_setting(game), read_contestant("random"), 4, 0)
