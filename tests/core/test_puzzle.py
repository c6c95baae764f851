"""Puzzles as files: what is wrong with one is said, with its name."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.core import load_game
from grognard.core.puzzle import Goal, PuzzleError, SetPuzzle, load_puzzles, puzzles

GAME = load_game("cassino_1944")
GOOD = puzzles(GAME)[0]


def test_a_puzzle_knows_its_file_and_names_itself():
    assert GOOD.name == f"{GOOD.theme}: {GOOD.title}" and GOOD.theme == "deny"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("puzzle = 3", "bad.toml: .*array"),
        ("[[puzzle]]\ntitle = 'x'", "bad.toml: .*missing required field"),
        ("[[puzle]]", "bad.toml: .*puz"),
        ("[[puzzle]", "bad.toml: "),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, text: str, told: str):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(PuzzleError, match=told):
        load_puzzles(path)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"right": (("fly 34/133",),)}, "right: unknown verb 'fly'"),
        ({"wrong": ()}, "a right line and a wrong one"),
        ({"reply": ("go 9999",)}, "reply: "),
        ({"until": "Christmas"}, "no step 'Christmas'"),
        ({"others": "nowhere"}, "nowhere"),
        ({"seat": 7}, "nobody sits at seat 7"),
        ({"goal": Goal()}, "asks for nothing"),
        ({"goal": Goal(winner="Italian")}, "no side is called 'Italian'"),
        ({"goal": Goal(at={"99/9": ("1604",)})}, "no unit is called '99/9'"),
        ({"goal": Goal(spaces={"1604": {"colour": 1}})}, "no column 'colour'"),
        ({"goal": Goal(least={"glory": 1})}, "no number 'glory'"),
        ({"position": {**GOOD.position, "scenario": "moon"}}, "moon"),
    ],
)
def test_a_puzzle_that_cannot_be_set_says_why(changed: dict[str, Any], told: str):
    with pytest.raises(PuzzleError, match=told) as caught:
        SetPuzzle(GAME, replace(GOOD, **changed))
    assert str(caught.value).startswith(GOOD.name)


def test_a_position_that_breaks_an_invariant_is_refused():
    units = {**GOOD.position["units"], "34/133": {"loc": "1604"}, "34/135": {"loc": "1003"}}
    with pytest.raises(PuzzleError, match="34/135"):
        SetPuzzle(GAME, replace(GOOD, position={**GOOD.position, "units": units}))


def test_goals_look_at_units_spaces_and_numbers():
    board = SetPuzzle(GAME, GOOD)
    here = {name: told["loc"] for name, told in GOOD.position["units"].items()}
    name, place = next(iter(here.items()))

    def reached(**goal: Any) -> bool:
        return SetPuzzle(GAME, replace(GOOD, goal=Goal(**goal))).reached(board.start)

    assert reached(at={name: (place, "1001")}) and not reached(at={name: ("1001",)})
    assert reached(off={name: ("1001",)}) and not reached(off={name: ("1001", place)})
    assert reached(least={"turn": 6}) and not reached(least={"turn": 7})
    assert reached(most={"turn": 6}) and not reached(most={"turn": 5})
    assert reached(denied="Allied") and not reached(winner="German")
    held = board.start.control.index(0)  # type: ignore[attr-defined]  # a column of this title's state
    space = GAME.names["SpaceId"][held]
    assert reached(spaces={space: {"control": 0}}) and not reached(spaces={space: {"control": 1}})
