"""How long the computer players of each level think about a decision, and how many positions they value meanwhile."""

import random
from dataclasses import dataclass
from statistics import mean
from time import process_time
from typing import Any

from bench.titles import positions
from grognard.bots import LEVELS, make_player
from grognard.bots.planner import PACE, Planner
from grognard.core import Decision, Game, State, clone

GAMES = 4
"""Random games the questions are taken from."""
QUESTIONS = 4
"""Taken from each, of those with more than one answer."""
TIME = 0.5
"""Seconds for a decision of the levels that have one, measured by work as in the laboratory: the same positions are
valued on every machine, and only the seconds they take differ."""

THINKING = tuple(level for level in LEVELS if level != "random")


@dataclass(frozen=True)
class Thought:
    """Milliseconds of processor time, and positions valued."""

    mean: float
    longest: float
    valued: float
    """In a decision, on average."""
    pace: float
    """In a second."""
    operations: float
    """Whole actions weighed in a second."""


def measure_levels(game: Game[Any]) -> dict[str, Thought]:
    """Every thinking level on the same questions; the levels take turns, so that a busy machine hurts all alike."""
    took: dict[str, list[float]] = {level: [] for level in THINKING}
    valued: dict[str, list[float]] = {level: [] for level in THINKING}
    weighed: dict[str, int] = dict.fromkeys(THINKING, 0)
    for number, (s, asked) in enumerate(questions(game)):
        for level in THINKING:
            player = make_player(level, game, number, TIME)
            assert isinstance(player, Planner)
            player.steady()
            view = game.view(s, asked.seat)
            began = process_time()
            player.choose(view, asked, asked.seat)
            took[level].append(process_time() - began)
            valued[level].append(player.clock() * PACE)
            weighed[level] += player.weighed
    return {
        level: Thought(
            mean=1000 * mean(took[level]),
            longest=1000 * max(took[level]),
            valued=mean(valued[level]),
            pace=sum(valued[level]) / sum(took[level]),
            operations=weighed[level] / sum(took[level]),
        )
        for level in THINKING
    }


def questions(game: Game[Any]) -> list[tuple[State, Decision]]:
    """Questions from all parts of some random games."""
    found: list[tuple[State, Decision]] = []
    for seed in range(GAMES):
        here = []
        for s in positions(game, seed):
            asked = s.stack[-1].ask(s)
            if isinstance(asked, Decision) and len(asked.options) - asked.extra > 1:
                here.append((clone(s), asked))
        found += random.Random(seed).sample(here, min(QUESTIONS, len(here)))
    return found
