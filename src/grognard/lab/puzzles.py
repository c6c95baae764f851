"""How many puzzles does a level solve? Every answer is judged by the exact chance of the goal that it leaves."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.bots.solving import chance_of_goal
from grognard.core import Game
from grognard.core.puzzle import Puzzle, PuzzleError, SetPuzzle, puzzles
from grognard.lab.findings import Findings, Grid, percent
from grognard.lab.jobs import Contestant
from grognard.lab.trial import seat_player


class Solved(NamedTuple):
    """What a player made of a puzzle."""

    puzzle: Puzzle
    chance: float

    @property
    def right(self) -> bool:
        return self.chance >= self.puzzle.least


def solve(game: Game[Any], puzzle: Puzzle, contestant: Contestant, seed: str = "puzzle") -> Solved:
    """Let a player loose on a puzzle; its time is measured by work."""
    return Solved(puzzle, chance_of_goal(SetPuzzle(game, puzzle), seat_player(game, contestant, seed)))


def examine(game: Game[Any], contestants: Sequence[Contestant], theme: str = "") -> Findings:
    """Every puzzle of a title put to every contestant."""
    every = [puzzle for puzzle in puzzles(game) if not theme or puzzle.theme == theme]
    if not every:
        raise PuzzleError(f"{game.name} has no puzzles" + (f" called {theme!r}" if theme else ""))
    asked = [puzzle for puzzle in every if not puzzle.errand]
    found = [[solve(game, puzzle, contestant) for contestant in contestants] for puzzle in asked]
    rows = [
        (of[0].puzzle.name, f"{of[0].puzzle.least:.2f}", *(f"{'+' if x.right else '-'} {x.chance:.2f}" for x in of))
        for of in found
    ]
    verdict = []
    for k, contestant in enumerate(contestants):
        right = sum(of[k].right for of in found)
        verdict.append(f"{contestant.name} solves {right} of {len(found)}: {percent(right / max(len(found), 1))}.")
    if len(asked) < len(every):
        verdict.append(f"Not asked of them: {len(every) - len(asked)} errands, whose goal only the text names.")
    heading = ("puzzle", "needed", *(contestant.name for contestant in contestants))
    return Findings(f"{game.title}: puzzles", verdict, [Grid("Chance of the goal", heading, rows)])
