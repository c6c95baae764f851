"""Every title with every scenario: the battery runs over all of them (GROGNARD_TITLES=a,b picks some)."""

import os
from typing import Any

import pytest

import tests.drill  # noqa: F401  # registers the drill
from grognard.core import Game, game_names, load_game

WANTED = os.environ.get("GROGNARD_TITLES", "").split(",")
TITLES = [load_game(name) for name in game_names() if WANTED == [""] or name in WANTED]
TABLES = [(game, scenario.name) for game in TITLES for scenario in game.scenarios]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=[f"{game.name}-{scenario}" for game, scenario in TABLES])
    elif "title" in metafunc.fixturenames:
        metafunc.parametrize("title", TITLES, ids=[game.name for game in TITLES])


Table = tuple[Game[Any], str]
