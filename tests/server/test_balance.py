"""What the lobby says of the balance of a scenario is what was measured."""

import pytest

from grognard.core import game_names, load_game
from grognard.lab.stats import wilson
from grognard.server.balance import Measured, measured

MEASURED = [(name, found) for name in game_names() for found in measured(load_game(name))]


@pytest.mark.parametrize(("title", "found"), MEASURED)
def test_intervals_follow_from_the_games(title: str, found: Measured) -> None:
    game = load_game(title)
    assert found.side in game.sides and found.scenario in {s.name for s in game.scenarios}
    usual = {s.name: s.default for s in game.switches}
    for name, value in found.options.items():
        assert type(value) is type(usual[name]) and value != usual[name], name
    low, high = wilson(found.won + found.drawn / 2, found.games)
    assert found.interval == pytest.approx((low, high), abs=0.0006)


def test_three_titles_are_measured() -> None:
    assert {name for name, _ in MEASURED} >= {"cassino_1944", "thunder_at_cassino", "cities_of_the_damned"}
