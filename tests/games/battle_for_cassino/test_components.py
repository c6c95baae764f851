"""The data in effect: the constraints hold, owners' files are taken or refused with file, column and reason."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.check import CONSTRAINTS
from grognard.games.battle_for_cassino.content import DATA as COMPONENTS
from grognard.games.battle_for_cassino.content import FOLDER, GRID, UNIT_NAMES, UNIT_ROWS
from tests.games.kit import loaded_with

C = "battle_for_cassino"
DATA = FOLDER / "data"


@pytest.mark.case(C, "1.0", "3.1", "3.2", "3.3", "3.4")
def test_every_constraint_holds() -> None:
    findings = CONSTRAINTS.prove()
    assert len(findings) > 55 and [f for f in findings if not f.passed] == []
    assert len(GRID) == 1977 and len(UNIT_ROWS) == 105


@pytest.mark.case(C, "3.32", "3.3", "3.31")
def test_the_kinds_of_units() -> None:
    kinds = {(row.type, row.size) for row in UNIT_ROWS}
    assert kinds == {
        ("infantry", "company"), ("airborne", "company"), ("airborne", "platoon"), ("airborne_mg", "company"),
        ("engineer", "company"), ("armor", "company"), ("armor", "platoon"), ("hq", "battalion_hq"), ("op", "op"),
    }  # fmt: skip
    assert all((row.back_strength is None) == (row.type in ("engineer", "hq", "op")) for row in UNIT_ROWS)


def test_names_can_be_read_in_a_log() -> None:
    assert {"A/25 NZ", "HQ 1/4 Essex", "6/II/3", "8 MG/II/3", "Plt 7", "B Sqn/19", "7 NZ Fd Coy"} <= set(UNIT_NAMES)
    assert GAME.texts.show(GAME.texts.parse("move A/25 NZ")) == "move A/25 NZ"


def test_reconstructed_rows_say_so() -> None:
    told = COMPONENTS.provenance()
    assert told.reconstructed > told.printed > 100


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("units.csv", "infantry,company,7,4", "infantry,company,0,4", "units.csv, row 2, column front_strength"),
        ("units.csv", "TOWN,1126", "TOWN,9926", "there is no hex 9926"),
        ("map_hexes.csv", "0101,400", "0101,410", "map_hexes.csv, row 2, column elevation"),
        ("map_hexsides.csv", "hex_a,hex_b", "hex_a,hexb", "map_hexsides.csv"),
        ("table_close_assault.csv", "1,1-3,2r1/-", "1,1-4,2r1/-", "the table has no column 1-4"),
        ("turn_track.csv", "17,19 Mar", "18,19 Mar", "the turns must be 1 to 17"),
    ],
)
def test_wrong_data_are_refused(tmp_path: Path, file: str, old: str, new: str, told: str) -> None:
    ran = loaded_with(tmp_path, "battle_for_cassino", file, old, new)
    assert ran.returncode != 0 and told in ran.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("units.csv", "infantry,company,7,4", "infantry,company,6,3"),
        ("turn_track.csv", "1,15 Mar,1200,20,80", "1,15 Mar,1200,20,40"),
        ("map_hexes.csv", "0101,400", "0101,450"),
    ],
)
def test_an_owner_may_change_hexes_units_and_track(tmp_path: Path, file: str, old: str, new: str) -> None:
    ran = loaded_with(tmp_path, "battle_for_cassino", file, old, new)
    assert (ran.returncode, ran.stdout.strip()) == (0, "played")


@pytest.mark.parametrize("file", sorted(path.name for path in DATA.glob("*.csv") if path.name != "cases.csv"))
def test_a_missing_row_is_noticed(tmp_path: Path, file: str) -> None:
    lines = (DATA / file).read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / file).write_text("".join([lines[0], *lines[2:]]), encoding="utf-8")
    code = (
        "from grognard.games.battle_for_cassino.check import CONSTRAINTS;"
        "print([f.name for f in CONSTRAINTS.prove() if not f.passed])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "GROGNARD_COMPONENTS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode != 0 or ran.stdout.strip() != "[]"
