"""OpenSpiel's own simulation test for every title, and exact chances."""

import random

import pyspiel
import pytest

from grognard.adapters.numbers import EMPTY
from grognard.adapters.spiel import register
from tests.kit import REAL

register(("drill", *REAL))


@pytest.mark.parametrize(
    ("title", "scenario"),
    [
        ("drill", "whole"),
        ("cassino_1944", "campaign"),
        ("thunder_at_cassino", "intro_town"),
        ("cities_of_the_damned", "campaign"),
    ],
)
def test_the_title_passes_the_simulation_test_of_openspiel(title: str, scenario: str) -> None:
    game = pyspiel.load_game(f"python_grognard_{title}", {"scenario": scenario})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_chance_nodes_are_explicit_and_exact() -> None:
    state = pyspiel.load_game("python_grognard_drill").new_initial_state()
    rng, seen = random.Random(1), 0
    while not state.is_terminal():
        if state.is_chance_node():
            chances = state.chance_outcomes()
            assert sum(chance for _, chance in chances) == pytest.approx(1.0)
            seen += 1
            state.apply_action(rng.choices(*zip(*chances, strict=True))[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert seen
    assert set(state.returns()) <= {-1.0, 0.0, 1.0}


def test_a_copy_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_grognard_drill").new_initial_state()
    before = str(state)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(state) == before != str(copy)


def test_parameters_choose_scenario_and_options() -> None:
    game = pyspiel.load_game("python_grognard_cassino_1944(scenario=avenger,options=weather:on)")
    assert '"avenger":true' in str(game.new_initial_state())
    assert '"weather":true' in str(game.new_initial_state())


@pytest.mark.parametrize("title", ["drill", *REAL])
def test_floats_hold_every_number_of_an_observation(title: str) -> None:
    """Sets of units as bits, and the marks for what is hidden, unused or none, survive as 32-bit floats."""
    game = pyspiel.load_game(f"python_grognard_{title}")
    state, observer, rng = game.new_initial_state(), game.make_py_observer(), random.Random(4)
    for _ in range(150):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
            continue
        for seat in range(game.num_players()):
            observer.set_from(state, seat)
            numbers = game.numbers.vector(*state.view(seat))
            assert (observer.tensor.astype(int) == numbers).all()
            assert EMPTY in numbers
        state.apply_action(rng.choice(state.legal_actions()))


def test_an_observation_is_the_view_of_the_seat() -> None:
    game = pyspiel.load_game("python_grognard_drill")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[3])  # a secret plot of the first seat
    observer = game.make_py_observer()
    texts = [observer.string_from(state, seat) for seat in range(3)]
    assert texts[0] != texts[1]
    assert '"plans":[3,-1,-1]' in texts[0]
    assert '"plans":[3' not in texts[1]


def test_an_option_adds_a_player() -> None:
    register(["dark_victory"])
    assert pyspiel.load_game("python_grognard_dark_victory").num_players() == 2
    game = pyspiel.load_game("python_grognard_dark_victory", {"options": "dual:on"})
    assert game.num_players() == 3 and len(game.new_initial_state().returns()) == 3
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
