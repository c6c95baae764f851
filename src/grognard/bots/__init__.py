"""Computer players. All see only their view; each says its level and, on request, its reasons."""

from collections.abc import Callable
from typing import Any

from grognard.bots.general import GeneralPlayer
from grognard.bots.greedy import GreedyPlayer
from grognard.bots.player import Player, needs_view
from grognard.bots.playing import Endless, Outcome, play_out
from grognard.bots.randomly import RandomPlayer
from grognard.bots.recruit import RecruitPlayer
from grognard.bots.veteran import VeteranPlayer
from grognard.core import Game, SetupError

Maker = Callable[[Game[Any], int | str], Player]

LEVELS: dict[str, Maker] = {
    "random": lambda game, seed: RandomPlayer(seed),
    "greedy": lambda game, seed: GreedyPlayer(game, seed),
    "recruit": lambda game, seed: RecruitPlayer(game, seed),
    "veteran": lambda game, seed: VeteranPlayer(game, seed),
    "general": lambda game, seed: GeneralPlayer(game, seed),
}


def make_player(level: str, game: Game[Any], seed: int | str = 0) -> Player:
    """A player of the named level for this game."""
    maker = LEVELS.get(level)
    if maker is None:
        raise SetupError(f"no player is called {level!r}; there are: {', '.join(LEVELS)}")
    return maker(game, seed)


__all__ = [
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
