"""A real title at the terminal: the map is drawn, odds are told, bids stay secret, a game ends."""

import re
from pathlib import Path

import pytest

from grognard.cli.show import log_lines, map_lines, outcome, tells
from grognard.core import Match, Seeded, SpaceId, UnitId, load_game
from grognard.games.thunder_at_cassino.rules.events import Rubbled, RubbleTried
from tests.cli.conftest import Run, one_line
from tests.cli.test_session import sit

TITLES = ("cassino_1944", "cities_of_the_damned", "thunder_at_cassino")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_map_the_bread_crumb_and_the_case_are_shown(run: Run) -> None:
    told = run("play", "cassino_1944", "--seed", 3, typed="case 6.4\nquit\n").stdout
    assert "1406A" in told
    assert "› Allied half" in told
    assert "Allied (human): Move a unit, attack a hex, or finish. (4.1.1)" in told
    assert "6.4 Retreat" in told and "6.4.equal" in told


def test_odds_of_an_attack_spell_out_the_sum() -> None:
    match = Match.start(load_game("cassino_1944"), Seeded(3), seats=("human", "random"))
    _, page = sit(["attack 1609", "odds 1"], ("human", "random"), match)
    assert re.search(r"36/141: strength of the attack +6\.1\.sum +4", page)
    assert sum(float(share) for share in re.findall(r"(\d+\.\d)%", page)) == pytest.approx(100, abs=0.5)


def test_odds_of_several_options_stand_side_by_side() -> None:
    match = Match.start(load_game("cities_of_the_damned"), Seeded(3), seats=("human",))
    while match.decision is not None and match.decision.prompt != "direct":
        match.answer(0, match.decision.options[0])
    count = len(match.decision.options) if match.decision else 0
    _, page = sit(["odds"], ("human",), match)
    assert len(re.findall(r": cleared \d", page)) == count > 2


def test_bids_at_one_keyboard_are_not_seen_by_the_other_player() -> None:
    game = load_game("cassino_1944")
    match = Match.start(game, Seeded(3), "campaign", {"bidding": True}, ("human", "human"))
    _, page = sit(["", "bid 13", "", "bid 7", "quit"], ("human", "human"), match)
    before, first, second = page.split("Pass the keyboard to ")
    assert "Write down" not in before
    assert first.startswith("Allied") and "Write down how many victory points" in first
    assert second.startswith("German")
    asked, _, opened = second.partition("> ")
    assert not re.search(r"\b13\b", asked.partition("Write down")[0])
    assert re.search(r"\b13\b", opened), "both bids are read out"


def test_a_roll_that_an_event_tells_has_no_line_of_its_own() -> None:
    game = load_game("thunder_at_cassino")
    match = Match.start(game, Seeded(3), "main")
    match.answer(1, game.texts.parse("suggested"))
    lines = log_lines(match, 0)
    assert len([line for line in lines if "and terrain" in line]) == 20
    assert not [line for line in lines if "rubble at set-up" in line or "bombardment: " in line]
    assert tells(Rubbled(SpaceId(0), 4, 2, 1), (4,)) and not tells(Rubbled(SpaceId(0), 4, 2, 1), (5,))
    assert tells(RubbleTried(UnitId(0), SpaceId(1), 9, 7, True), (4, 5)), "the sum of two dice"
    assert not tells(Rubbled(SpaceId(5), 4, 2, 1), (5,)), "a place is no number"


def test_a_roll_told_after_the_question_about_it_has_no_line_of_its_own_even_if_it_is_void() -> None:
    game = load_game("thunder_at_cassino")
    match = Match.start(game, Seeded(3), "main")
    number = 0
    while (decision := match.decision) is not None and number < 1500:
        match.answer(decision.seat, decision.options[number * 7919 % len(decision.options)])
        number += 1
    lines = log_lines(match, 0)
    fought = [k for k, line in enumerate(lines) if "Fire from" in line or " shells " in line]
    void = [line for line in lines if re.search(r"\d+ against \d+ on the dice is void", line)]
    assert len(fought) > 20 and void and not [line for line in lines if "fire attack: " in line]


@pytest.mark.parametrize("name", TITLES)
def test_a_whole_game_of_random_players_prints(name: str) -> None:
    """Every event, roll, map and result of a game has words and can be printed."""
    match = Match.start(load_game(name), Seeded(8))
    number = 0
    while (decision := match.decision) is not None:
        match.answer(decision.seat, decision.options[number * 7919 % len(decision.options)])
        number += 1
    for seat in (*range(match.game.seat_count), -1):
        lines = log_lines(match, seat)
        assert len(lines) > 50
        assert not [line for line in lines if "(the only choice)" in line], "what came of it is told"
        assert map_lines(match, seat)
    assert match.result is not None
    assert outcome(match.game, match.result)


def test_the_map_round_a_place_is_drawn_and_a_place_that_is_not_there_is_named(run: Run) -> None:
    whole = run("play", "cassino_1944", "--seed", 1, typed="map\nquit\n").stdout
    part = run("play", "cassino_1944", "--seed", 1, typed="map 1006\nquit\n").stdout
    assert whole.count("1006") > 1 and "2010" in whole.split("> ")[-2]
    near = part.split("> ")[-2]
    assert "1006" in near and "1007" in near and "2010" not in near
    assert "eliminated: nobody" in run("play", "cassino_1944", "--seed", 1, typed="map eliminated\nquit\n").stdout
    one_line(run("play", "cassino_1944", "--seed", 1, typed="map nowhere\nquit\n"), "no space is called 'nowhere'")
    one_line(run("play", "cities_of_the_damned", "--seed", 1, typed="map 1\nquit\n"), "only drawn whole")
