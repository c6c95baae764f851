"""kill -9 at any moment loses no acknowledged answer, and every match goes on. `make attack` kills fifty times each,
all titles mixed."""

from pathlib import Path

from tests.attack.kills import soak


def test_no_acknowledged_answer_is_lost(tmp_path: Path) -> None:
    soak(tmp_path, kills=5, seed=1)


def test_nor_with_postgresql_and_two_workers(tmp_path: Path, postgres: str) -> None:
    soak(tmp_path, kills=2, seed=3, database=postgres, workers=2)
