"""The examples run as they are given."""

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *words: str, folder: Path) -> str:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GROGNARD_")}
    command = [sys.executable, str(EXAMPLES / name), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_example_is_run_here() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {"random_agent.py", "http_bot.py", "balance_study.py"}


def test_a_random_agent_plays_a_game_of_every_kind(tmp_path: Path) -> None:
    assert re.search(r"game 1: \d+ actions, \{'seat_0'", run("random_agent.py", folder=tmp_path))
    alone = run("random_agent.py", "cities_of_the_damned", folder=tmp_path)
    assert re.search(r"game 1: \d+ actions, \{'seat_0': -?1.0\}", alone)


def test_a_bot_plays_a_match_through_the_server(tmp_path: Path) -> None:
    told = run("http_bot.py", folder=tmp_path)
    assert re.search(r"\d+ answers: (Allied|German) (automatic |operational )?victory", told)


def test_the_balance_study_tells_and_draws(tmp_path: Path) -> None:
    told = run("balance_study.py", "--games", "4", folder=tmp_path)
    assert "side is favoured" in told or "No side is shown" in told
    assert told.count("support=on") >= 2
    assert (tmp_path / "runs" / "study" / "balance" / "report.html").is_file()
