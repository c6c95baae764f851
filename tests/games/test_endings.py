"""The goal card: every way in which a game can end from here, and the warning when one is near."""

from typing import Any

import pytest

from grognard.core import game_names, load_game
from grognard.games.cassino_1944.content import DEAD, ROSTER
from grognard.look.display import display_of

TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]
RULES = {
    ("cassino_1944", "campaign"): ["9.1.1.allied", "9.1.1.german", "9.1.2.win", "4.0"],
    ("cassino_1944", "avenger"): ["9.1.1.allied", "9.1.1.german", "10.5.4.german"],
    ("thunder_at_cassino", "main"): ["11.4", "11.4", "11.4", "11.4.option"],
    ("thunder_at_cassino", "intro_town"): ["1.intro"] * 3,
    ("thunder_at_cassino", "intro_hill"): ["1.intro"] * 3,
    ("thunder_at_cassino", "final_days"): ["11.4"] * 3,
    ("cities_of_the_damned", "campaign"): ["10.decisive", "10.minor", "10.defeat"],
    ("battle_for_cassino", "battle"): [
        "18.0.allieddecisive",
        "18.0.germandecisive",
        "18.0.alliedtactical",
        "18.0.germantactical",
    ],
    ("battle_for_cassino", "town"): ["18.0", "18.0"],
    ("dark_victory", "historical"): ["5.4", "5.7.A", "5.7.B", "5.7.C", "5.7.D", "5.6"],
    ("dark_victory", "long_barracks"): ["5.4", "5.7.A", "5.7.B", "5.7.C", "5.7.D", "5.6"],
    ("second_front_now", "campaign"): ["4.8", "4.9", "4.6", "4.6", "4.1.concede"],
    ("second_front_now", "ten_days"): ["4.8", "4.9", "6.1", "6.1", "4.1.concede"],
    ("second_front_now", "beginners"): ["4.8", "4.9", "4.6", "4.6", "4.1.concede"],
}
SCENARIOS = [(name, scenario.name) for name in TITLES for scenario in load_game(name).scenarios]


def _told(name: str, s: Any) -> list[Any]:
    shown = display_of(load_game(name))
    assert shown is not None
    return list(shown.scene(s, 0).endings)


def _near(name: str, s: Any) -> set[str]:
    return {ending.rule for ending in _told(name, s) if ending.near}


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_every_ending_of_the_rulebook_is_named(name: str, scenario: str) -> None:
    game = load_game(name)
    told = _told(name, game.new(scenario))
    assert [ending.rule for ending in told] == RULES[name, scenario]
    assert len({ending.text for ending in told}) == len(told)
    assert all("{" not in ending.text + ending.now for ending in told)


def test_cassino_warns_of_stars_losses_points_and_the_last_turn() -> None:
    s = load_game("cassino_1944").new("campaign")
    assert "9.1.1.german" in _near("cassino_1944", s), "the first Allied loss would do"
    for unit in ROSTER[1][:2]:
        s.loc[unit] = DEAD
    assert "9.1.1.german" not in _near("cassino_1944", s)
    s.loc[ROSTER[0][0]] = DEAD
    assert "9.1.1.german" in _near("cassino_1944", s), "one more is as many"
    assert "4.0" not in _near("cassino_1944", s)
    s.turn = 6
    assert "4.0" in _near("cassino_1944", s)


def test_thunder_warns_in_the_last_turn_of_what_would_come_about() -> None:
    s = load_game("thunder_at_cassino").new("main")
    sides = lambda: [ending.side for ending in _told("thunder_at_cassino", s) if ending.near]  # noqa: E731
    s.vp, s.turn = 16, 8
    assert sides() == []
    s.turn = 9
    assert sides() == [-1, -1], "a draw, and the choice to play on"
    s.vp = 15
    assert sides() == [1]
    s.vp = 22
    assert sides() == [0]
    s.turn = s.last = 15
    assert [ending.rule for ending in _told("thunder_at_cassino", s)] == ["11.4.22", "11.4.22"]


def test_battle_for_cassino_warns_of_losses_before_the_last_turn() -> None:
    s = load_game("battle_for_cassino").new("battle")
    s.turn, s.lost = 10, [65, 0]
    assert _near("battle_for_cassino", s) == set()
    s.lost = [66, 0]
    assert _near("battle_for_cassino", s) == {"18.0.germantactical"}


def test_dark_victory_warns_of_the_collapse_and_of_the_last_turn() -> None:
    s = load_game("dark_victory").new("historical")
    s.column_losses = type(s.column_losses)([52, *[0] * (len(s.column_losses) - 1)])
    assert "5.4" not in _near("dark_victory", s)
    s.column_losses = type(s.column_losses)([53, *[0] * (len(s.column_losses) - 1)])
    assert "5.4" in _near("dark_victory", s)
    s.turn = 16
    assert "5.6" not in _near("dark_victory", s)
    s.turn = 17
    assert "5.6" in _near("dark_victory", s)


def test_second_front_now_warns_of_both_ends_at_once_and_of_the_last_turn() -> None:
    s = load_game("second_front_now").new("campaign")
    s.turn = 20
    for vp, near in ((8, {"4.8"}), (9, set()), (89, set()), (90, {"4.9"})):
        s.vp = vp
        assert _near("second_front_now", s) == near, vp
    s.turn, s.vp = 79, 11
    assert [ending.side for ending in _told("second_front_now", s) if ending.near] == [1]
    s.vp = 10
    assert [ending.side for ending in _told("second_front_now", s) if ending.near] == [0]


def test_cities_warns_in_the_last_turn_of_the_level_reached() -> None:
    s = load_game("cities_of_the_damned").new("campaign")
    assert _near("cities_of_the_damned", s) == set()
    s.turn = 9
    assert _near("cities_of_the_damned", s) == {"10.defeat"}
