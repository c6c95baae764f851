"""`grognard new`: a skeleton that installs, keeps the battery and plays; and titles that do not load are named."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run, one_line, run  # noqa: F401  # `run` is a fixture
from tests.installing import environment, printed, told


def test_a_new_title_keeps_the_battery(tmp_path: Path, run: Run) -> None:  # noqa: F811
    assert run("new", "hill_fight", "--into", tmp_path).exit_code == 0
    project = tmp_path / "hill_fight"
    ruff = subprocess.run([sys.executable, "-m", "ruff", "format", "--check", project], capture_output=True, text=True)
    assert ruff.returncode == 0, ruff.stdout
    python = environment(tmp_path / "env", project)
    battery = ("pytest", "-q", "-p", "no:cacheprovider", "tests/battery")
    told(python, *battery, GROGNARD_TITLES="hill_fight", GROGNARD_REWRITE="1")
    assert "100%" in told(python, *battery, GROGNARD_TITLES="hill_fight")
    tests = project / "tests"
    assert "100%" in told(python, "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={tests}", tests, cwd=project)
    told(python, "grognard", "cases", "hill_fight", "--strict", "--tests", tests)
    assert "First" in told(python, "grognard", "simulate", "hill_fight", "--games", 3, "--seats", "greedy", "--jobs", 1)
    check = "from grognard.core import load_game\nfrom grognard.look.ground import board, ground_svg\n"
    check += "game = load_game('hill_fight')\nprint(len(board(game).places), len(ground_svg(game)))\n"
    assert printed(python, check).split()[0] == "7"


@pytest.mark.parametrize(
    "name",
    ["7up", "1944", "Hill", "hill-fight", "hill fight", "hügel", "hill_", "_hill", "", ".", "..", "../hill", "a/b"],
)
def test_a_name_that_is_no_package_is_refused(tmp_path: Path, run: Run, name: str) -> None:  # noqa: F811
    one_line(run("new", name, "--into", tmp_path), f"{name!r} cannot name a package: small letters")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("class", "a word of Python"),
        ("cassino_1944", "there is a title"),
        ("json", "there is a package"),
        ("grognard", "there is a package"),
    ],
)
def test_a_name_that_is_taken_is_refused(tmp_path: Path, run: Run, name: str, told: str) -> None:  # noqa: F811
    one_line(run("new", name, "--into", tmp_path), told)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, run: Run) -> None:  # noqa: F811
    (tmp_path / "hill").mkdir()
    one_line(run("new", "hill", "--into", tmp_path), "already")
    one_line(run("new", "dale", "--into", tmp_path / "nowhere"), "no such folder")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nothing_of_that_name", "nothing_of_that_name"),
        ("GAME = 7", "a int, not a Game"),
        ("from grognard.tables import ComponentError\nraise ComponentError('a.csv', 3, 'x', 'empty')", "a.csv, row 3"),
        ("def (", "SyntaxError"),
        ("UNITS = 'one two'\nUNITS()", "'str' object is not callable (sad_title.py, line 2)"),
        ("WORDS = {}\nWORDS['goal']", "KeyError: 'goal' (sad_title.py, line 2)"),
    ],
)
def test_a_title_that_does_not_load_is_named_and_the_others_are_listed(
    tmp_path: Path,
    run: Run,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    reason: str,
) -> None:
    (tmp_path / "sad_title.py").write_text(text, encoding="utf-8")
    record = tmp_path / "sad-1.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: sad\nVersion: 1\n", encoding="utf-8")
    (record / "entry_points.txt").write_text("[grognard.games]\nsad_title = sad_title:GAME\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "sad_title", raising=False)
    said = run("games")
    assert (said.exit_code == 1 and said.exception is None) or isinstance(said.exception, SystemExit)
    assert "cassino_1944" in said.stdout
    assert said.stderr.startswith("grognard: sad_title: ") and reason in said.stderr
    assert len(said.stderr.splitlines()) == 1
    one_line(run("play", "sad_title"), reason)
