"""`grognard lab` as a user meets it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import tests.drill  # noqa: F401  # registers the drill
from grognard.bots import budget_of
from grognard.cli import app
from grognard.cli.study import Study
from grognard.core import load_game
from grognard.lab import make_setting, read_contestant
from grognard.lab.balance import plan_balance
from grognard.lab.store import Run as Begun
from grognard.lab.store import load_manifest
from grognard.lab.study import carry_out

Run = Callable[..., Result]


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    return lambda *words: CliRunner().invoke(app, ["lab", *(str(word) for word in words)])


def test_balance_tells_writes_and_continues(lab: Run) -> None:
    words = ("balance", "drill", "--player", "random", "--games", 9, "--jobs", 1)
    first = lab(*words)
    assert first.exit_code == 0, first.output
    assert "The drill, whole: the balance between random players" in first.stdout
    assert "Red" in first.stdout and "95 % interval" in first.stdout
    folder = Path("runs") / "balance-drill-0"
    assert {path.name for path in folder.iterdir()} >= {"manifest.json", "results.jsonl", "report.html", "games.csv"}
    assert lab(*words).stdout == first.stdout
    assert lab("run", folder).stdout == first.stdout


def test_arena_reads_times_and_weights(lab: Run) -> None:
    Path("bold.toml").write_text("losses = 1.0\n")
    players = "random@0.25,greedy=bold.toml"
    result = lab("arena", "drill", "--players", players, "--games", 6, "--jobs", 1, "--output", "a")
    assert result.exit_code == 0, result.output
    assert "The drill, whole: random@0.25, greedy=bold.toml" in result.stdout
    timed, weighted = load_manifest(Path("a")).contestants
    assert (timed.level, timed.budget) == ("random", 0.25)
    assert (weighted.level, weighted.weights) == ("greedy", {"losses": 1.0})


def test_without_seconds_players_have_those_of_the_table() -> None:
    game = load_game("cassino_1944")
    assert Study().player(game, "general").budget == budget_of(game, "general") == 0.15
    assert Study(budget=0.5).player(game, "general").budget == 0.5
    assert Study(budget=0.5).player(game, "general@1").budget == 1.0


def test_sweep_and_tune_run_whole(lab: Run) -> None:
    result = lab("sweep", "drill", "--over", "no_storm=on,off", "--player", "random", "--games", 3, "--jobs", 1)
    assert result.exit_code == 0, result.output
    assert "no_storm=on" in result.stdout
    result = lab("tune", "drill", "--iterations", 1, "--games", 6, "--check", 6, "--jobs", 1, "--output", "t")
    assert result.exit_code == 0, result.output
    assert Path("t/weights.toml").is_file()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("arena", "drill", "--players", "random,wizard"), "no computer player is called 'wizard'"),
        (("arena", "drill", "--players", "random"), "at least two players"),
        (("arena", "drill", "--players", "random,greedy=none.toml"), "none.toml"),
        (("balance", "nowhere"), "no game is called 'nowhere'"),
        (("balance", "drill", "--option", "rain=on"), "no option 'rain'"),
        (("sweep", "drill", "--over", "storm"), "not written as"),
        (("run", "nowhere"), "holds no run"),
        (("run", "nowhere", "--ray"), "holds no run"),
        (("run", "nowhere", "--ray", "--jobs", "2"), "holds no run"),
        (("run", "--ray", "127.0.0.1:6379", "nowhere"), "holds no run"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(lab: Run, words: tuple[str, ...], told: str) -> None:
    result = lab(*words)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert told in result.stderr


HEARS = """
import signal
from grognard.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
"""The program, interruptible even where the tests themselves run in the background."""


def test_a_run_killed_and_then_interrupted_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    results = tmp_path / "cut" / "results.jsonl"

    def strike(blow: int, games: int) -> tuple[int, str]:
        """Start or continue the run, and end it and all its workers once there are so many games."""
        words = ["lab", "balance", "cassino_1944", "--player", "random", "--games", "80", "--jobs", "2"]
        command = [sys.executable, "-c", HEARS, *words, "--output", str(tmp_path / "cut")]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as going:
            while not results.exists() or results.read_bytes().count(b"\n") < games:
                time.sleep(0.002)
            os.killpg(going.pid, blow)
            told = going.communicate()[1]
        return going.returncode, told

    assert strike(signal.SIGKILL, 5)[0] == -signal.SIGKILL
    status, told = strike(signal.SIGINT, 20)
    assert status == 130
    assert told.strip().splitlines()[-1].startswith("grognard: interrupted; `grognard lab run ")
    assert "Traceback" not in told
    kept = results.read_bytes()
    assert kept.count(b"\n") < 80
    game = load_game("cassino_1944")
    plan = plan_balance(game, make_setting(game), read_contestant("random"), 80, 0)
    for folder in ("cut", "whole"):
        carry_out(Begun.begin(tmp_path / folder, plan), game, jobs=1)
    assert results.read_bytes().startswith(kept)
    for name in ("games.csv", "turns.csv", "report.html"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "drill", "--players", "random,recruit", "--games", "24"),
        ("sweep", "drill", "--over", "scenario=whole,short", "--player", "recruit", "--games", "12"),
        ("tune", "drill", "--scenario", "short", "--iterations", "3", "--games", "6", "--check", "6"),
    ],
)
def test_a_study_of_any_kind_goes_on_after_it_was_killed(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Killed without warning in the middle, continued by the same command: as if nothing had happened."""
    code = "import tests.drill; from grognard.cli import main; main()"

    def start(folder: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", code, "lab", *words, "--jobs", "1", "--output", str(tmp_path / folder)]
        root = Path(__file__).parents[2]
        return subprocess.Popen(command, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    results = tmp_path / "cut" / "results.jsonl"
    with start("cut") as going:
        while not results.exists() or results.read_bytes().count(b"\n") < 5:
            time.sleep(0.001)
        going.kill()
    kept = results.read_bytes()
    for folder in ("cut", "whole"):
        with start(folder) as going:
            assert going.wait() == 0
    assert results.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    assert not (tmp_path / "cut" / "report.html.part").exists()
    whole = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    assert len(kept) < len(whole["results.jsonl"])
    assert {path.name: path.read_bytes() for path in (tmp_path / "cut").iterdir()} == whole


def test_a_worker_that_was_killed_is_told_in_one_line(tmp_path: Path) -> None:
    """As when memory runs out: the system takes a process, and what was played is kept."""
    words = ["lab", "balance", "cassino_1944", "--player", "random", "--games", "4000", "--jobs", "2"]
    command = [sys.executable, "-m", "grognard", *words, "--output", str(tmp_path / "run")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as going:
        while not (tmp_path / "run" / "results.jsonl").exists():
            time.sleep(0.002)
        workers = Path(f"/proc/{going.pid}/task/{going.pid}/children").read_text().split()
        os.kill(int(workers[-1]), signal.SIGKILL)
        told = going.communicate()[1]
    assert going.returncode == 1
    assert told.strip().splitlines()[-1].startswith("grognard: a process was killed; `grognard lab run ")
    assert "Traceback" not in told


def test_the_command_line_does_without_the_extras_until_they_are_needed() -> None:
    """`grognard simulate` and the rest must work where the laboratory's extra is not installed."""
    extras = "scipy matplotlib pyarrow ray pettingzoo pyspiel"
    code = f"import sys, grognard.cli; sys.exit(bool(set('{extras}'.split()) & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


FORGED = {
    "a path": lambda s: s.update(tables={"../../escaped.csv": "x"}),
    "an absolute path": lambda s: s.update(tables={"/tmp/escaped.csv": "x"}),
    "a hidden file": lambda s: s.update(tables={".profile": "x"}),
    "a foreign package": lambda s: s.update(package="antigravity_of_a_stranger"),
    "another title": lambda s: s.update(game="cassino_1944"),
    "no such scenario": lambda s: s.update(scenario="moon"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_manifest_of_a_stranger_writes_nowhere_and_imports_nothing(
    lab: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forged: str
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    stranger = tmp_path / "antigravity_of_a_stranger.py"
    stranger.write_text("from pathlib import Path\nPath('imported').write_text('x')\n")
    assert (
        lab("balance", "drill", "--games", "2", "--jobs", "1", "--player", "random", "--output", "run").exit_code == 0
    )
    manifest = tmp_path / "run" / "manifest.json"
    (tmp_path / "run" / "results.jsonl").unlink()
    told = json.loads(manifest.read_text())
    FORGED[forged](told["settings"][0])
    manifest.write_text(json.dumps(told))
    before = sorted(tmp_path.rglob("*"))
    result = lab("run", "run", "--jobs", "1")
    assert isinstance(result.exception, SystemExit) and result.exit_code != 0, result.output
    assert len(result.stderr.strip().splitlines()) == 1
    assert sorted(tmp_path.rglob("*")) == before and not Path("/tmp/escaped.csv").exists()
