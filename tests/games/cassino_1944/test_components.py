"""Owners' own data: what does not fit is refused with file, column and reason."""

import subprocess
import sys

import pytest

from grognard.games.cassino_1944.content import FOLDER
from tests.games.kit import loaded_with

DATA = FOLDER / "data"


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("units.csv", "infantry,0,4,2,3,1704", "infantry,0,0,2,3,1704", "units.csv, row 2, column combat_strength"),
        ("units.csv", "3,1704,,1605", "3,9999,,1605", "there is no hex 9999"),
        ("units.csv", ",,S2C,", ",,S2X,", "is not edge, turn and impulse"),
        ("crt.csv", "1-3,1,1,3,0", "1-3,1,2,3,0", "crt.csv, row 3"),
        ("scenario_avenger.csv", "German,525TD,", "German,526TD,", "there is no unit 526TD"),
        ("hexsides.csv", "1001,1002,S,0,1,0,", "1001,1101,S,0,1,0,", "hexsides.csv"),
    ],
)
def test_wrong_data_are_refused(tmp_path, file, old, new, told):
    ran = loaded_with(tmp_path, "cassino_1944", file, old, new)
    assert ran.returncode != 0 and told in ran.stderr.strip().splitlines()[-1]


def test_an_owner_may_change_a_factor(tmp_path):
    ran = loaded_with(tmp_path, "cassino_1944", "units.csv", "infantry,0,4,2,3,1704", "infantry,0,5,2,3,1704")
    assert (ran.returncode, ran.stdout.strip()) == (0, "played")


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.glob("*.csv") if path.name != "cases.csv"))
def test_a_missing_row_is_noticed(tmp_path, file):
    lines = (DATA / file).read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / file).write_text("".join([lines[0], *lines[2:]]), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "grognard", "check", "cassino_1944", "--components", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode in (1, 2)
    assert "Traceback" not in ran.stderr
