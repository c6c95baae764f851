"""Owners' component files, in a process of their own: a title reads its data when it is first loaded."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard.core import Match, Seeded, load_game, save_record

DATA = Path(__file__).parents[2] / "src" / "grognard" / "games" / "cassino_1944" / "data"


def grognard(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grognard", *(str(argument) for argument in arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"}, check=False)


def mine(folder: Path, name: str, change: Callable[[list[str]], None]) -> Path:
    """A folder with one of our files, changed line by line."""
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    change(lines)
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _cell(row: int, column: str, value: str) -> Callable[[list[str]], None]:
    """Change a cell of an editor's line, in a row without quotes."""

    def change(lines: list[str]) -> None:
        cells = lines[row - 1].split(",")
        assert '"' not in ",".join(cells[: lines[0].split(",").index(column) + 1])
        cells[lines[0].split(",").index(column)] = value
        lines[row - 1] = ",".join(cells)

    return change


def _drop(row: int) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        del lines[row - 1]

    return change


BROKEN = [
    ("crt.csv", _cell(4, "die", "six"), ("crt.csv", "row 4", "column die", "'six' is not a whole number")),
    ("crt.csv", _drop(10), ("crt.csv", "missing")),
    ("hexes.csv", _drop(20), ("there is no hex",)),
    ("hexsides.csv", _drop(30), ("hexsides.csv", "missing")),
    ("units.csv", _cell(1, "endurance", "stamina"), ("units.csv", "row 1", "column endurance", "missing")),
    ("vp_hexes.csv", _cell(2, "hex", ""), ("vp_hexes.csv", "row 2", "column hex", "empty")),
    ("vp_hexes.csv", lambda lines: lines.append(lines[1]), ("vp_hexes.csv", "column hex", "already")),
]


@pytest.mark.parametrize("command", ["check", "play"])
@pytest.mark.parametrize(("name", "change", "words"), BROKEN)
def test_a_broken_file_is_named_with_row_column_and_reason(
    tmp_path: Path, command: str, name: str, change: Callable[[list[str]], None], words: tuple[str, ...]
) -> None:
    told = grognard(command, "cassino_1944", "--components", mine(tmp_path, name, change))
    assert told.returncode == 2
    assert len(told.stderr.splitlines()) == 1, told.stderr
    for word in words:
        assert word in told.stderr


def test_a_negative_number_where_none_makes_sense_is_refused(tmp_path: Path) -> None:
    told = grognard("check", "cassino_1944", "--components", mine(tmp_path, "turn_track.csv", _cell(3, "turn", "-2")))
    assert told.returncode != 0
    assert "turn_track.csv" in told.stderr


def test_a_file_of_another_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "unit.csv").write_text("unit,source\n")
    told = grognard("check", "cassino_1944", "--components", tmp_path)
    assert told.returncode == 2
    assert told.stderr == "grognard: unit.csv: cassino_1944 has no component file of this name\n"


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_bytes(b"unit,side\n\xff\xfe\n")
    told = grognard("check", "cassino_1944", "--components", tmp_path)
    assert (told.returncode, told.stderr) == (2, "grognard: units.csv, row 2: this is not UTF-8 text\n")


def test_our_own_components_satisfy_every_constraint() -> None:
    told = grognard("check", "cassino_1944")
    assert told.returncode == 0, told.stdout
    assert "✗" not in told.stdout


def test_a_good_file_of_the_owner_is_used_and_records_know_it(tmp_path: Path) -> None:
    record = Match.start(load_game("cassino_1944"), Seeded(1)).record
    save_record(record, tmp_path / "game.json")
    folder = tmp_path / "mine" / "cassino_1944"
    folder.mkdir(parents=True)
    mine(folder, "turn_track.csv", lambda lines: lines.append(""))  # a blank line: the same rows, another digest
    told = grognard("check", "cassino_1944", "--components", tmp_path / "mine")
    assert told.returncode == 0, told.stderr
    assert "yours: turn_track.csv" in told.stdout
    told = grognard("replay", tmp_path / "game.json", "--verify", "--components", tmp_path / "mine")
    assert told.returncode == 2
    assert "played with other components" in told.stderr
