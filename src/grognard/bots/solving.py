"""What a player's answers to a puzzle are worth: the exact chance of its goal that they leave."""

import copy
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from grognard.bots.greedy import GreedyPlayer
from grognard.bots.player import Player
from grognard.core import Decision, Game, Option, Seat, State, clone, outcomes, push, run
from grognard.core.puzzle import PuzzleError, SetPuzzle

RARE = 0.02
"""A future less likely than this is not split further: its later dice fall as they are likeliest to."""
LONGEST = 4000
"""Answers until a puzzle must be over."""


class Line:
    """Follows a line of answers: the next one that is offered; what the line leaves open is answered quietly."""

    level = "line"

    def __init__(self, game: Game[Any], line: Sequence[Option]) -> None:
        self._left = tuple(line)
        self._else = GreedyPlayer(game)

    def choose(self, view: State, decision: Decision, seat: Seat) -> Option:
        for at, answer in enumerate(self._left):
            if answer in decision.options:
                self._left = self._left[at + 1 :]
                return answer
        if decision.default >= 0:
            return decision.options[decision.default]
        return self._else.choose(view, decision, seat)

    def reasons(self) -> list[str]:
        return []


def chance_of_goal(board: SetPuzzle, player: Player) -> float:
    """The chance that the goal is reached if this player has the puzzle's seat and the enemy makes the reply."""
    return _chance(board, clone(board.start), player, Line(board.game, board.reply), 1.0, 0)


def _silent(event: Any) -> None:
    """Nobody listens."""


def _chance(board: SetPuzzle, s: State, player: Player, enemy: Player, share: float, given: int) -> float:
    """The chance of the goal from here, as a part of `share`."""
    game, seat = board.game, board.puzzle.seat
    while True:
        asked = run(s, _silent, board.stops)
        if asked is None:
            return share * board.reached(s)
        if isinstance(asked, Decision):
            given += 1
            if given > LONGEST:
                raise PuzzleError(f"{board.puzzle.name}: it is not over after {LONGEST} answers")
            mover = player if asked.seat == seat else enemy
            push(s, mover.choose(game.view(s, asked.seat), asked, asked.seat), _silent)
        elif share < RARE:
            push(s, max(outcomes(asked), key=itemgetter(1))[0], _silent)
        else:
            break
    merged: dict[bytes, tuple[float, State]] = {}
    for answer, chance in outcomes(asked):
        branch = clone(s)
        push(branch, answer, _silent)
        key = game.codec.encode(branch)
        merged[key] = share * float(chance) + (merged[key][0] if key in merged else 0.0), branch
    return sum(
        _chance(board, branch, copy.copy(player), copy.copy(enemy), part, given) for part, branch in merged.values()
    )
