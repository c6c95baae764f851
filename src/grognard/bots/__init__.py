"""Computer players. All see only their view; each says its level and, on request, its reasons."""

from collections.abc import Callable
from typing import Any

from grognard.bots.general import GeneralPlayer
from grognard.bots.greedy import GreedyPlayer
from grognard.bots.player import Player, needs_view
from grognard.bots.playout import Endless, Outcome, play_out
from grognard.bots.random_player import RandomPlayer
from grognard.bots.recruit import RecruitPlayer
from grognard.bots.turn import answers_in_a_row
from grognard.bots.veteran import VeteranPlayer
from grognard.core import Game, Mind, SetupError

Maker = Callable[[Game[Any], int | str, float], Player]
BUDGET = 2.0
"""Seconds for one decision of the levels that think by the clock, where a title has not measured them with another."""

LEVELS: dict[str, Maker] = {
    "random": lambda game, seed, budget: RandomPlayer(seed),
    "recruit": lambda game, seed, budget: RecruitPlayer(game, seed),
    "greedy": lambda game, seed, budget: GreedyPlayer(game, seed),
    "veteran": lambda game, seed, budget: VeteranPlayer(game, seed, budget),
    "general": lambda game, seed, budget: GeneralPlayer(game, seed, budget),
}


TIMED = frozenset({"veteran", "general"})
"""Levels that think by the clock."""


def make_player(name: str, game: Game[Any], seed: int | str = 0, budget: float | None = None) -> Player:
    """A player of the named level for this game; without a budget, with the one the level was measured with."""
    level, seconds = read_level(name)
    given = seconds if budget is None else budget
    return LEVELS[level](game, seed, budget_of(game, level) if given is None else given)


def read_level(name: str) -> tuple[str, float | None]:
    """`general`, or `general@0.5` for half a second a decision: the level, and its seconds if they are told."""
    level, at, seconds = name.partition("@")
    if level not in LEVELS:
        raise SetupError(f"no computer player is called {level!r}; there are: {', '.join(LEVELS)}")
    if not at:
        return level, None
    try:
        budget = float(seconds)
    except ValueError:
        raise SetupError(f"{name!r}: {seconds!r} is not a number of seconds") from None
    if not 0 < budget < float("inf"):
        raise SetupError(f"{name!r}: a player needs some time for a decision")
    return level, budget


def levels_of(game: Game[Any]) -> list[str]:
    """The computer players a title offers, weakest first: all levels, and the general with all the time he makes use
    of where that is more than his usual one."""
    mind = game.part("mind.evaluate", "MIND", Mind)
    if mind is None or mind.patience <= 1:
        return list(LEVELS)
    return [*LEVELS, f"general@{budget_of(game, 'general') * mind.patience:g}"]


def level_name(name: str) -> str:
    """A level as people read it."""
    return name.replace("@", ", ") + " s" if "@" in name else name


def budget_of(game: Game[Any], level: str) -> float:
    """Seconds for one decision at the table."""
    mind = game.part("mind.evaluate", "MIND", Mind)
    return BUDGET if mind is None else mind.budgets.get(level, BUDGET)


__all__ = [
    "BUDGET",
    "LEVELS",
    "TIMED",
    "Endless",
    "GeneralPlayer",
    "GreedyPlayer",
    "Outcome",
    "Player",
    "RandomPlayer",
    "RecruitPlayer",
    "VeteranPlayer",
    "answers_in_a_row",
    "budget_of",
    "level_name",
    "levels_of",
    "make_player",
    "needs_view",
    "play_out",
    "read_level",
]
