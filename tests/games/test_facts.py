"""Live facts of a place in the inspector: true by the same predicates as the rules, each with a case that exists."""

import csv
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import grognard.games
from grognard.core import game_names, load_game
from grognard.games.battle_for_cassino.content import THIRDS
from grognard.games.cassino_1944.content import HEXES
from grognard.games.cassino_1944.rules.supply import supplied
from grognard.look.display import display_of
from tests.kit import random_match

TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]
ANSWERS = 160
STEP = 23
"""Not every space of a large map."""


def _facts(name: str, view: Any, space: int) -> dict[str, str]:
    shown = display_of(load_game(name))
    assert shown is not None
    return {fact.name: fact.value for fact in shown.facts(view, 0, space)}


def _later(name: str) -> Any:
    """A position with units on the map."""
    *_, match = islice(random_match(load_game(name), 5), ANSWERS)
    return match.state


@pytest.mark.parametrize("name", TITLES)
def test_every_place_has_facts_with_cases_of_the_rulebook(name: str) -> None:
    game = load_game(name)
    shown = display_of(game)
    assert shown is not None
    data = Path(next(iter(grognard.games.__path__))) / name / "data" / "cases.csv"
    with data.open(encoding="utf-8") as file:
        cases = {row["id"] for row in csv.DictReader(file)}
    view = game.view(_later(name), 0)
    told = [fact for space in range(0, len(game.names["SpaceId"]), STEP) for fact in shown.facts(view, 0, space)]
    assert len({fact.name for fact in told}) >= 3
    assert {fact.rule for fact in told} <= cases, {fact.rule for fact in told} - cases
    assert all(fact.value and "{" not in fact.name + fact.value for fact in told)


def test_cassino_tells_stacking_and_supply_as_the_rules_do() -> None:
    s = load_game("cassino_1944").new("campaign")
    for space, here in enumerate(s.here[:HEXES]):
        told = _facts("cassino_1944", s, space)
        assert told["Stacking"] == f"{len(here)} of 3 units"
        for side, called in enumerate(("Allied", "German")):
            assert (told[f"{called} supply"] != "none") == bool(supplied(s, side) >> space & 1)


def test_battle_for_cassino_tells_ruins_sight_and_room() -> None:
    s = _later("battle_for_cassino")
    hex = next(hex for hex, here in s.here.items() if here and hex < 1200)
    assert "Ruins" not in _facts("battle_for_cassino", s, hex)
    s.ruins = (*s.ruins, hex)
    assert _facts("battle_for_cassino", s, hex)["Ruins"].startswith("movement doubled, defence doubled")
    room = next(value for key, value in _facts("battle_for_cassino", s, hex).items() if key.endswith("stacking"))
    whole = sum(THIRDS[u] for u in s.here[hex])
    assert room.startswith(f"{whole // 3}" if whole >= 3 else f"{whole}/3")


def test_second_front_now_tells_the_crowd_of_a_hex_as_its_view_knows_it() -> None:
    game = load_game("second_front_now")
    s = _later("second_front_now")
    hex = next(h for h, here in sorted(s.here.items()) if len(here) == 1 and h < 700)
    told = _facts("second_front_now", game.view(s, 1), hex)["Stacking"]
    assert told in ("1 of 3 units, 0 of 1 artillery", "0 of 3 units, 1 of 1 artillery")
