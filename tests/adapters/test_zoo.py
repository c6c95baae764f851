"""PettingZoo's own tests for every title, and what they do not look at: secrecy, pages, rewards."""

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from grognard.adapters.numbers import EMPTY, UNKNOWN, Numbers, derived
from grognard.adapters.zoo import TitleEnv, env
from grognard.core import Match, Seeded, load_game
from tests.drill import GAME
from tests.kit import REAL

TITLES = ("drill", *REAL)


@pytest.mark.parametrize("title", TITLES)
def test_the_environment_passes_the_tests_of_pettingzoo(title: str) -> None:
    with warnings.catch_warnings():  # an observation is a dictionary, as action masks need it
        warnings.filterwarnings("ignore", "Observation ")
        api_test(env(title), num_cycles=300)
    seed_test(lambda: env(title), num_cycles=50)


@pytest.mark.parametrize("title", TITLES)
def test_masked_random_play_ends_with_rewards(title: str) -> None:
    scenario = "intro_town" if title == "thunder_at_cassino" else ""
    table = TitleEnv(title, scenario)
    table.reset(seed=1)
    rng = np.random.default_rng(1)
    got: dict[str, float] = {}
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        if over:
            got[agent] = reward
            assert info["result"]
        table.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert set(got) == set(table.possible_agents)
    assert all(reward in (-1.0, 0.0, 1.0) for reward in got.values())


def test_an_observation_tells_nothing_hidden() -> None:
    """Worlds that look the same to a seat give it the same numbers; what it may not know is marked."""
    numbers, rng, marked = Numbers(GAME), random.Random(2), 0
    match = Match.start(GAME, Seeded(2))
    while match.decision is not None:
        for seat in range(3):
            view = match.view(seat)
            other = GAME.view(GAME.resample(view, seat, rng), seat)
            mine = numbers.vector(view, None)
            assert (mine == numbers.vector(other, None)).all()
            marked += int((mine[numbers.layout["loc"]] == UNKNOWN).sum())
        match.answer(match.decision.seat, rng.choice(match.decision.options))
    assert marked


def test_only_the_seat_asked_sees_the_question() -> None:
    table = TitleEnv("drill")
    table.reset(seed=3)
    for agent in table.possible_agents:
        seen = table.observe(agent)
        asked = agent == table.agent_selection
        assert bool(seen["action_mask"].any()) == asked
        assert bool((seen["options"] != EMPTY).any()) == asked


@pytest.mark.parametrize(
    ("title", "columns"),
    [
        ("cassino_1944", {"here", "held"}),
        ("cities_of_the_damned", {"here"}),
        ("thunder_at_cassino", {"here", "haze", "mask", "open", "tally"}),
        ("drill", {"count"}),
    ],
)
def test_columns_that_follow_from_others_are_left_out(title: str, columns: set[str]) -> None:
    game = load_game(title)
    assert derived(game, game.new()) == columns
    assert not columns & set(Numbers(game).layout)


def test_a_set_of_units_is_written_whole() -> None:
    game = load_game("cassino_1944")
    numbers, s = Numbers(game), game.new()
    s.acted = (1 << 31) | (1 << 24) | 5
    words = numbers.vector(s, None)[numbers.layout["acted"]]
    assert sum(int(word) << 24 * k for k, word in enumerate(words)) == s.acted


def test_long_lists_are_turned_over_page_by_page() -> None:
    """With room for five actions every option is still reached, on one page and one only."""
    table = TitleEnv("drill", width=5)
    table.reset(seed=0)
    assert table.decision is not None
    options = table.decision.options
    assert len(options) > 5
    seen = []
    for _ in range(-(-len(options) // 4)):
        shown = table.observe(table.agent_selection)
        seen += [tuple(row) for row, may in zip(shown["options"][:4], shown["action_mask"][:4], strict=True) if may]
        assert shown["action_mask"][4]
        table.step(4)
    assert len(seen) == len(set(seen)) == len(options)
    assert (table.observe(table.agent_selection)["options"][0] == seen[0]).all()


def test_a_masked_action_is_an_error_that_changes_nothing() -> None:
    table = TitleEnv("cassino_1944")
    table.reset(seed=0)
    before = table.observe(table.agent_selection)["observation"]
    with pytest.raises(ValueError, match="is masked"):
        table.step(127)
    assert (table.observe(table.agent_selection)["observation"] == before).all()


def test_the_question_is_rendered_in_words() -> None:
    table = TitleEnv("cassino_1944")
    table.reset(seed=0)
    assert "\n0: " in table.render()


def test_an_option_adds_an_agent() -> None:
    assert TitleEnv("dark_victory").possible_agents == ["seat_0", "seat_1"]
    table = TitleEnv("dark_victory", "long_barracks", {"dual": "on"})
    table.reset(seed=1)
    rng, acted, got = np.random.default_rng(1), set(), {}
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if over:
            got[agent] = reward
        else:
            acted.add(agent)
        table.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert acted == set(got) == {"seat_0", "seat_1", "seat_2"}
