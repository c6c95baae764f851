"""The yardstick: random playouts of OpenSpiel's chess and backgammon, driven from Python like our own."""

import random
from functools import partial
from typing import Any

import pyspiel

from bench.pace import Way

PEERS = ("chess", "backgammon")


def peer(name: str) -> Way:
    """Random games of a peer; decisions of chance are not counted."""
    return partial(_play, pyspiel.load_game(name))


def _play(game: Any, seed: int) -> int:
    rng = random.Random(seed).random
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_sample(state.chance_outcomes(), rng()))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng() * len(actions))])
            decisions += 1
    return decisions


def _sample(outcomes: list[tuple[int, float]], at: float) -> int:
    for action, probability in outcomes:
        at -= probability
        if at < 0:
            return action
    return outcomes[-1][0]
