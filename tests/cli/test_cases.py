"""The join of rulebook, code and tests, on a small rulebook made for the purpose."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.cli.coverage import cover
from grognard.core import Game, load_game, register
from tests.cli.conftest import Run, one_line

CASES = """id,title,kind,summary
0.note,Preface,note,Nothing to do.
1.0,Movement,rule,Units move.
1.1,Mud,rule,Mud stops.
1.2,Words,definition,A hex is a hex; no effect in play.
1.3,Moving,definition,To move is to change place.
2.1,Fire,example,A fires at B.
"""
CODE = """
class Movement:
    rule = "1.0"

@rule("1.1", "1.3", "R-2")
def mud(): ...

def fire():
    return Roll((6,), "fire", "2.1")
"""
TESTS = """
import pytest

@pytest.mark.case("small", "1.0", "1.3")
def test_movement():
    assert True

@pytest.mark.case("small", "2.1")
def test_fire():
    assert 1

@pytest.mark.case("another", "1.1")
def test_mud():
    assert 1
"""


@pytest.fixture
def small(tmp_path: Path) -> Game[Any]:
    package = tmp_path / "small"
    (package / "data").mkdir(parents=True)
    (package / "data" / "cases.csv").write_text(CASES)
    (package / "movement.py").write_text(CODE)
    (package / "rulings.md").write_text("## R-2 Mud counts twice\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_small.py").write_text(TESTS)
    return register(replace(load_game("drill"), name="small", title="Small", folder=package))


@pytest.fixture(autouse=True)
def _unregister(small: Game[Any]) -> Any:
    yield
    from grognard.core import game

    del game._LOADED["small"]


def test_chapters_count_what_is_wanted_coded_and_tested(small: Game[Any], tmp_path: Path) -> None:
    covered = cover(small, tmp_path / "tests")
    rows = {row.chapter: (row.cases, row.wanted, row.coded, row.tested, row.open) for row in covered.chapters()}
    assert rows == {"0": (1, 0, 0, 0, 0), "1": (4, 3, 3, 2, 1), "2": (1, 1, 1, 1, 0)}
    assert [found.case.id for found in covered.open] == ["1.1"]
    assert covered.unknown == ()


def test_strict_fails_on_a_case_without_test(run: Run, tmp_path: Path) -> None:
    one_line(run("cases", "small", "--strict"), "small 1")
    assert run("cases", "small").exit_code == 0


def test_missing_lists_what_lacks(run: Run) -> None:
    assert "1.1 Mud: no test\n" in run("cases", "small", "--missing").stdout


def test_strict_passes_when_everything_is_proven(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "tests" / "test_small.py").open("a") as file:
        file.write('\n@pytest.mark.case("small", "1.1")\ndef test_mud_stops():\n    assert 2 > 1\n')
    result = run("cases", "small", "--strict")
    assert result.exit_code == 0
    assert "Movement" in result.stdout


def test_a_test_that_asserts_nothing_proves_nothing(run: Run, tmp_path: Path) -> None:
    with (tmp_path / "tests" / "test_small.py").open("a") as file:
        file.write('\n@pytest.mark.case("small", "1.1")\ndef test_mud_stops():\n    pass\n')
    assert run("cases", "small", "--strict").exit_code == 1


def test_a_citation_of_no_case_is_flagged(run: Run, small: Game[Any]) -> None:
    (small.folder / "fire.py").write_text('def f():\n    return Refusal("7.7", "key")\n')
    result = run("cases", "small", "--strict")
    assert "fire.py:2 cites 7.7, which is no case of the rulebook" in result.stdout
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1.1,Mud,rule", "1.0,Mud,rule", "twice"),
        ("1.1,Mud,rule", "1.1,Mud,law", "'law' is unknown"),
        ("id,title", "id,heading", "columns"),
    ],
)
def test_a_list_of_cases_that_cannot_be_used(run: Run, small: Game[Any], old: str, new: str, told: str) -> None:
    path = small.folder / "data" / "cases.csv"
    path.write_text(path.read_text().replace(old, new))
    one_line(run("cases", "small"), "cases.csv", told)
