"""The yardstick: random playouts of OpenSpiel's chess and backgammon, driven from Python like our own."""

import random
from typing import Any

import pyspiel
from measure import Pace, pace

PEERS = ("chess", "backgammon")


def measure_peer(name: str, seconds: float) -> Pace:
    """Decisions and games a second of a peer."""
    game = pyspiel.load_game(name)
    return pace(lambda seed: _play(game, seed), seconds)[0]


def _play(game: Any, seed: int) -> int:
    """A random game; the number of its decisions, chance not counted."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(_sample(outcomes, rng.random()))
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            decisions += 1
    return decisions


def _sample(outcomes: list[tuple[int, float]], at: float) -> int:
    for action, probability in outcomes:
        at -= probability
        if at < 0:
            return action
    return outcomes[-1][0]
