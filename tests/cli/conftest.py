"""The command line as a user meets it: what it prints on each stream and how it exits."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tests.drill  # noqa: F401  # registers the drill
from grognard.cli import app
from grognard.core import load_game, save_record
from tests.kit import random_match

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder; `typed` is what stands on its standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")

    def command(*arguments: object, typed: str = "") -> Result:
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=typed)

    return command


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A drill played to its end at random."""
    *_, last = random_match(load_game("drill"), 5)
    path = tmp_path / "whole.json"
    save_record(last.record, path)
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """A drill left after thirty decisions, in the middle of a turn."""
    for number, match in enumerate(random_match(load_game("drill"), 5)):
        if number == 30:
            save_record(match.record, tmp_path / "half.json")
            break
    return tmp_path / "half.json"


def one_line(result: Result, *words: str) -> None:
    """The command failed with a single line on the error stream that holds these words, and no traceback."""
    assert result.exit_code != 0, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("grognard: ")
    for word in words:
        assert word in lines[0]
