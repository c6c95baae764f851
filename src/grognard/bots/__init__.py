"""Computer players. All see only their view; each says its level and, on request, its reasons."""

from collections.abc import Callable
from typing import Any

from grognard.bots.general import GeneralPlayer
from grognard.bots.greedy import GreedyPlayer
from grognard.bots.player import Player, needs_view
from grognard.bots.playout import Endless, Outcome, play_out
from grognard.bots.random_player import RandomPlayer
from grognard.bots.recruit import RecruitPlayer
from grognard.bots.veteran import VeteranPlayer
from grognard.core import Game, SetupError

Maker = Callable[[Game[Any], int | str, float], Player]
BUDGET = 2.0
"""Seconds for one decision of the levels that think by the clock."""

LEVELS: dict[str, Maker] = {
    "random": lambda game, seed, budget: RandomPlayer(seed),
    "recruit": lambda game, seed, budget: RecruitPlayer(game, seed),
    "greedy": lambda game, seed, budget: GreedyPlayer(game, seed),
    "veteran": lambda game, seed, budget: VeteranPlayer(game, seed, budget),
    "general": lambda game, seed, budget: GeneralPlayer(game, seed, budget),
}


def make_player(level: str, game: Game[Any], seed: int | str = 0, budget: float = BUDGET) -> Player:
    """A player of the named level for this game."""
    maker = LEVELS.get(level)
    if maker is None:
        raise SetupError(f"no player is called {level!r}; there are: {', '.join(LEVELS)}")
    return maker(game, seed, budget)


__all__ = [
    "BUDGET",
    "LEVELS",
    "Endless",
    "GeneralPlayer",
    "GreedyPlayer",
    "Outcome",
    "Player",
    "RandomPlayer",
    "RecruitPlayer",
    "VeteranPlayer",
    "make_player",
    "needs_view",
    "play_out",
]
