"""Citations are read from the source; tests without an assertion prove nothing."""

from pathlib import Path

from grognard.core import rules
from grognard.core.rules import citations, word_keys

CODE = '''
class Fire(Step, frozen=True):
    """8.35"""
    rule = "8.35"

    def ask(self, s):
        if s.night:
            return Roll((6,), "night", "8.42")
        return Decision(0, "fire" if s.x else "hold", "8.3" if s.x else "8.31", ())

@rule("8.352", "8.353")
def points(): ...

def no(): return Refusal("8.1", "too_far", (3,))
'''

TESTS = """
import pytest
GAME = "thunder"

@pytest.mark.case(GAME, "8.35", "8.36")
def test_one():
    assert True

@pytest.mark.case("thunder", "8.99")
def test_empty():
    pass

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.case("thunder", "1.1"))])
def test_rows(x):
    assert x

@pytest.mark.case("other", "9.9")
def test_other():
    assert True
"""


def test_code_citations_cover_classes_calls_decorators_and_both_arms(tmp_path: Path) -> None:
    (tmp_path / "fire.py").write_text(CODE)
    assert {c.case for c in citations(tmp_path)} == {"8.35", "8.42", "8.3", "8.31", "8.352", "8.353", "8.1"}
    assert {(k.kind, k.key) for k in word_keys(tmp_path)} == {
        ("purpose", "night"),
        ("prompt", "fire"),
        ("prompt", "hold"),
        ("refusal", "too_far"),
    }


def test_test_citations_need_an_assertion_and_the_right_game(tmp_path: Path) -> None:
    (tmp_path / "test_fire.py").write_text(TESTS)
    assert sorted(c.case for c in rules.test_citations(tmp_path, "thunder")) == ["1.1", "8.35", "8.36"]


def test_a_test_may_take_the_name_of_the_game_from_a_kit(tmp_path: Path) -> None:
    room = tmp_path / "tests" / "thunder"
    room.mkdir(parents=True)
    (room / "kit.py").write_text('TITLE = "thunder"\nOTHER = "lightning"\n')
    told = "import pytest\nfrom tests.thunder.kit import OTHER, TITLE\n"
    for name, case in (("TITLE", "8.1"), ("OTHER", "8.2")):
        told += f'\n\n@pytest.mark.case({name}, "{case}")\ndef test_{name}() -> None:\n    assert 1\n'
    (room / "test_fire.py").write_text(told)
    assert [c.case for c in rules.test_citations(room, "thunder")] == ["8.1"]
