"""The goal card: every way in which a game can end from here, and the warning when one is near."""

from typing import Any

import pytest

from grognard.core import game_names, load_game
from grognard.games.cassino_1944.content import DEAD, ENDURANCE, ROSTER, SPACE_NAMES
from grognard.games.cassino_1944.rules.state import place
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


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_no_opening_warns_of_an_end(name: str, scenario: str) -> None:
    assert _near(name, load_game(name).new(scenario)) == set()


def test_cassino_warns_of_losses_that_the_next_points_of_damage_would_bring() -> None:
    s = load_game("cassino_1944").new("campaign")
    first, second = ROSTER[0][:2]
    s.damage[first] = ENDURANCE[first] - 2
    assert _near("cassino_1944", s) == set(), "nobody falls by one point yet"
    s.damage[first] += 1
    assert _near("cassino_1944", s) == {"9.1.1.german"}, "the first Allied loss would do"
    for unit in ROSTER[1][:2]:
        place(s, unit, DEAD)
    assert _near("cassino_1944", s) == set(), "two are needed now, and one is at the end of its strength"
    s.damage[second] = ENDURANCE[second] - 1
    assert _near("cassino_1944", s) == {"9.1.1.german"}
    place(s, first, DEAD)
    assert _near("cassino_1944", s) == {"9.1.1.german"}, "one more is as many"
    place(s, second, DEAD)
    assert _near("cassino_1944", s) == {"9.1.1.german"}, "as many already"


def test_cassino_without_any_loss_ends_soon_only_by_the_strict_reading() -> None:
    game = load_game("cassino_1944")
    assert _near("cassino_1944", game.new("campaign", {"strict_zero": True})) == {"9.1.1.german"}
    assert _near("cassino_1944", game.new("campaign", {"strict_zero": False})) == set()


def test_cassino_warns_of_the_stars_the_points_and_the_last_turn() -> None:
    s = load_game("cassino_1944").new("campaign")
    s.goal = 3
    assert _near("cassino_1944", s) == set()
    s.goal = 2
    assert _near("cassino_1944", s) == {"9.1.2.win"}
    s.goal, s.turn = 10, 6
    assert _near("cassino_1944", s) == {"4.0"}
    s.turn, (first, second) = 2, ROSTER[0][:2]
    for hex, near in (("1107", set()), ("1407", {"9.1.1.allied"}), ("1409", set()), ("1406", {"9.1.1.allied"})):
        place(s, first, SPACE_NAMES.index("1107"))
        place(s, second, SPACE_NAMES.index(hex))
        assert _near("cassino_1944", s) == near, f"beside Route 6 and in {hex}"


def test_thunder_warns_in_the_last_turn_of_what_would_come_about() -> None:
    s = load_game("thunder_at_cassino").new("main")

    def sides() -> list[int]:
        return [ending.side for ending in _told("thunder_at_cassino", s) if ending.near]

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


def test_battle_for_cassino_warns_of_losses_in_the_last_two_turns() -> None:
    s = load_game("battle_for_cassino").new("battle")
    s.turn, s.lost = 15, [66, 0]
    assert _near("battle_for_cassino", s) == set(), "nothing ends before turn 17"
    s.turn, s.lost = 16, [65, 0]
    assert "18.0.germantactical" not in _near("battle_for_cassino", s)
    s.lost = [66, 0]
    assert "18.0.germantactical" in _near("battle_for_cassino", s)


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


def test_dark_victory_tells_the_terms_of_the_even_game() -> None:
    s = load_game("dark_victory").new("historical", {"even_game": True})
    s.turn = 16
    told = [ending for ending in _told("dark_victory", s) if ending.rule == "5.6"]
    assert [(ending.side, ending.near) for ending in told] == [(0, False), (1, False)]
    assert ["At most 20 " in told[0].text, "At least 21 " in told[1].text] == [True, True]
    s.turn = 17
    near = [ending.near for ending in _told("dark_victory", s) if ending.rule == "5.6"]
    assert near == [True, False]  # 18 are placed
    shown = display_of(load_game("dark_victory"))
    assert shown is not None and shown.scene(s, 0).banner_rule == "5.6"
    assert "53 Texans left; at most 20 " in shown.scene(s, 0).banner, "35 are still to be set up"


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
