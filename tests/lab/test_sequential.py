"""A run that stops when it is decided."""

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

import tests.drill  # noqa: F401  # registers the drill
from grognard.cli import app
from grognard.core import SetupError
from grognard.lab.sequential import LEAST, judge, read_bounds


@pytest.mark.parametrize("text", ["0.5", "0.6:0.5", "a:b", "0.5:1.5", ":"])
def test_bounds_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(SetupError):
        read_bounds(text)
    assert read_bounds("0.5:0.55") == (0.5, 0.55)


def test_nothing_is_said_of_a_few_pairs() -> None:
    assert judge([1.0] * (LEAST - 1), 0.5, 0.55).decided == 0
    assert judge([1.0] * 40, 0.5, 0.55).decided == 1
    assert judge([0.0] * 40, 0.5, 0.55).decided == -1


@pytest.mark.parametrize(("true", "answer"), [(0.5, -1), (0.6, 1)])
def test_it_seldom_errs(true: float, answer: int) -> None:
    """Of a hundred tests between 50 and 60 %, about five may say the wrong thing."""
    rng = random.Random(8)
    said = []
    for _ in range(100):
        pairs: list[float] = []
        decided = 0
        while not decided:
            pairs.append(((rng.random() < true) + (rng.random() < true)) / 2)
            decided = judge(pairs, 0.5, 0.6).decided
        said.append(decided)
    assert said.count(answer) >= 88


def test_an_arena_stops_early_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["lab", "arena", "drill", "--players", "greedy,random", "--games", "200", "--jobs", "1"]
    told = CliRunner(env={"COLUMNS": "200"}).invoke(app, [*words, "--until", "0.5:0.9"])
    assert told.exit_code == 0, told.output
    assert "Sequential test of greedy: 50 % rather than 90 %" in told.stdout
    games = (tmp_path / "runs" / "arena-drill-0" / "results.jsonl").read_text().count('"number"')
    assert 2 * LEAST <= games < 200
    three = CliRunner().invoke(app, [*words[:4], "greedy,random,recruit", "--until", "0.5:0.9"])
    assert three.exit_code != 0 and "between two players" in three.stderr
