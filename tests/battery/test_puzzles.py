"""Battery: every puzzle is sound. Its right lines reach the goal, its wrong ones do not, and its case exists."""

from typing import Any

from grognard.bots.solving import Line, chance_of_goal
from grognard.core import Decision, Game, clone, run
from grognard.core.cases import read_cases
from grognard.core.puzzle import SetPuzzle, puzzles


def test_every_puzzle_is_proven(title: Game[Any]) -> None:
    wrong = []
    for puzzle in puzzles(title):
        board = SetPuzzle(title, puzzle)
        asked = run(clone(board.start))
        assert isinstance(asked, Decision) and asked.seat == puzzle.seat, puzzle.name
        for line in (*board.right, *board.wrong):
            assert line[0] in asked.options, (puzzle.name, title.texts.show(line[0]))
        right = min(chance_of_goal(board, Line(title, line)) for line in board.right)
        best_wrong = max(chance_of_goal(board, Line(title, line)) for line in board.wrong)
        if not best_wrong < puzzle.least <= right:
            wrong.append((puzzle.name, right, puzzle.least, best_wrong))
    assert wrong == []


def test_every_puzzle_says_why(title: Game[Any]) -> None:
    found = puzzles(title)
    assert len({puzzle.name for puzzle in found}) == len(found)
    assert [puzzle.name for puzzle in found if len(puzzle.reason.split()) < 4 or not puzzle.ask] == []
    if found:
        known = {case.id for case in read_cases(title.folder)}
        assert [f"{puzzle.name}: {puzzle.rule}" for puzzle in found if puzzle.rule not in known] == []


def test_titles_have_as_many_puzzles_as_they_should(title: Game[Any]) -> None:
    """Our own; a title from elsewhere, or one just begun, may have none."""
    least = {"battle_for_cassino": 24, "cassino_1944": 24, "cities_of_the_damned": 24, "thunder_at_cassino": 24}
    assert len(puzzles(title)) >= least.get(title.name, 8 if title.package.startswith("grognard.games.") else 0)
