"""`grognard lab puzzles`: levels are judged by the chance of the goal that their answers leave."""

import pytest
from typer.testing import CliRunner

from grognard.bots.solving import Line, chance_of_goal
from grognard.cli import app
from grognard.core import load_game
from grognard.core.puzzle import SetPuzzle, puzzles


def lab(*words: str):
    return CliRunner(env={"COLUMNS": "160"}).invoke(app, ["lab", "puzzles", *words])


def test_a_level_is_scored_puzzle_by_puzzle():
    told = lab("cassino_1944", "--player", "greedy,general@0.05", "--theme", "hold")
    assert told.exit_code == 0, told.output
    assert "greedy solves" in told.stdout and "general@0.05 solves" in told.stdout
    assert "hold: Stay in the Abbey" in told.stdout


def test_errands_are_for_people():
    """The Battle for Cassino: which way to a hex is a riddle, but no level has a reason to go there."""
    told = lab("battle_for_cassino", "--player", "greedy", "--theme", "ways")
    assert told.exit_code == 0 and "Not asked of them: 8 errands" in told.stdout and "solves 0 of 0" in told.stdout
    assert not any(p.errand for p in puzzles(load_game("cassino_1944")))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cassino_1944", "--theme", "cooking"), "no puzzles called 'cooking'"),
        (("cassino_1944", "--player", "marshal"), "no computer player is called 'marshal'"),
    ],
)
def test_what_there_is_not_is_said_in_a_line(words: tuple[str, ...], said: str):
    told = lab(*words)
    assert told.exit_code != 0 and said in told.stderr and len(told.stderr.splitlines()) == 1


def test_dice_are_weighed_exactly():
    """Three regiments on 756 (4-1): only a one leaves it alive."""
    game = load_game("cassino_1944")
    board = SetPuzzle(game, next(p for p in puzzles(game) if p.title == "All three"))
    assert chance_of_goal(board, Line(game, board.right[0])) == pytest.approx(5 / 6)
    assert chance_of_goal(board, Line(game, board.wrong[0])) == pytest.approx(4 / 6)
