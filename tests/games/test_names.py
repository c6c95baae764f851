"""The same name means the same in the content of every title: ids, counts, printed names, and the way back."""

from importlib import import_module
from types import ModuleType

import pytest

from grognard.core import game_names, load_game

TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]
KNOWN = ("UNITS", "UNIT_COUNT", "UNIT_NAMES", "UNIT", "SPACES", "SPACE_NAMES", "SPACE", "PLACES", "PLACE_NAMES")


def content(name: str) -> ModuleType:
    return import_module(f"{load_game(name).package}.content")


@pytest.mark.parametrize("name", TITLES)
def test_units_spaces_and_their_names(name: str) -> None:
    told = {known: value for known, value in vars(content(name)).items() if known in KNOWN}
    units, spaces = told["UNIT_NAMES"], told["SPACE_NAMES"]
    assert all(isinstance(text, str) for text in (*units, *spaces))
    wanted = {
        "UNITS": tuple(range(len(units))),
        "UNIT_COUNT": len(units),
        "UNIT": {text: unit for unit, text in enumerate(units)},
        "SPACES": len(spaces),
        "SPACE": {text: space for space, text in enumerate(spaces)},
    }
    for known, value in wanted.items():
        assert told.get(known, value) == value, known
    assert len(told.get("PLACE_NAMES", spaces)) == len(spaces)
    assert isinstance(told.get("PLACES", 0), int) and told.get("PLACES", 0) <= len(spaces)
    assert not hasattr(content(name), "BOXES"), "boxes are spaces: their names are BOX_NAMES"


@pytest.mark.parametrize("name", TITLES)
def test_the_registry_knows_them_by_the_same_names(name: str) -> None:
    named = load_game(name).names
    assert tuple(named["UnitId"]) == tuple(content(name).UNIT_NAMES)
    assert tuple(named["SpaceId"]) == tuple(content(name).SPACE_NAMES)
