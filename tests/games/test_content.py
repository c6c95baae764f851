"""The same names mean the same in the content of every title."""

import importlib
from types import ModuleType

import pytest

from grognard.core import load_game
from grognard.core.game import game_names

OURS = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]


@pytest.fixture(params=OURS)
def content(request: pytest.FixtureRequest) -> ModuleType:
    return importlib.import_module(f"{load_game(request.param).package}.content")


def test_names_are_names_and_ids_follow_them(content: ModuleType) -> None:
    assert all(isinstance(name, str) for name in (*content.SIDES, *content.SPACE_NAMES, *content.UNIT_NAMES))
    for ids, names in (("UNIT", content.UNIT_NAMES), ("SPACE", content.SPACE_NAMES)):
        known = getattr(content, ids, None)
        assert known is None or known == {name: k for k, name in enumerate(names)}


def test_plurals_are_ids_or_counts(content: ModuleType) -> None:
    """`UNITS` are the ids of the units, `SPACES`, `HEXES` and `AREAS` numbers; rows end in `_ROWS`."""
    units = getattr(content, "UNITS", None)
    assert units is None or units == tuple(range(len(content.UNIT_NAMES)))
    for name in ("SPACES", "HEXES", "AREAS"):
        assert isinstance(getattr(content, name, 0), int)
    assert getattr(content, "SPACES", len(content.SPACE_NAMES)) == len(content.SPACE_NAMES)


def test_side_is_the_side_of_a_unit(content: ModuleType) -> None:
    side = getattr(content, "SIDE", None)
    assert side is None or (len(side) == len(content.UNIT_NAMES) and set(side) <= set(range(len(content.SIDES))))
