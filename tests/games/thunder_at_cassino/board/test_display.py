"""The table, the text map, the evaluation and the lessons: they show and teach what the rules do."""

import random

import pytest

from grognard.core import Seeded, hush, push, settle
from grognard.core.lesson import lessons, teach
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.board import display
from grognard.games.thunder_at_cassino.board.textmap import text_map
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.mind.evaluate import TERMS, evaluate, terms
from grognard.games.thunder_at_cassino.rules.crossing import reach
from tests.games.thunder_at_cassino.kit import board, company, play, space, unit

GURKHAS = [*company("1/9 Gur A"), "1/9 Gur MG"]
POINT_236 = ["2/I/3-1", "2/Eng-1", "2/Eng-2", "2/I/3-2"]


def test_the_forecast_of_the_printed_attack_spells_out_both_sums() -> None:
    s = play(
        board({"44": GURKHAS, "54": POINT_236}, committed=["2/I/3-2"]), "fire 44", "target 54 > uncommitted", "all"
    )
    told = display.forecast(s, 0, GAME.texts.parse("done"))
    assert told is not None
    assert [(term.rule, term.value) for term in told.terms] == [
        ("8.351", "+4"),
        ("8.351.B", "+3"),
        ("8.351.C", "+1"),
        ("8.351", "8 + 2 dice"),
        ("8.352", "+4"),
        ("8.352.C", "+1"),
        ("8.352.B", "+1"),
        ("8.352.D", "+1"),
        ("8.352", "7 + 2 dice"),
    ]
    assert told.figures[0] == ("56%", "any loss") and abs(sum(p for _, p in told.results) - 1) < 1e-9
    threat = display.threat_forecast(s, 1, space("54"))
    assert threat is not None and threat.title == "Allied fire at 54 Point 236"


def test_the_scene_keeps_stacks_apart_and_shows_markers() -> None:
    s = board(
        {"13": ["25 NZ A-1", "25 NZ A-2", "6/II/3-1"]},
        committed=["25 NZ A-2"],
        rubble={"13": 2},
        night=True,
        night_turn=4,
    )
    shown = display.scene(s, 0)
    groups = {piece.name: piece.group for piece in shown.pieces if piece.space == space("13") and piece.unit >= 0}
    assert groups == {"25 NZ A-1": 0, "25 NZ A-2": 1, "6/II/3-1": 2}
    faces = {piece.name: piece.face for piece in shown.pieces}
    assert faces["25 NZ A-1"].bottom == "3-4-5" and faces["25 NZ A-2"].shield == "1"
    kinds = {piece.marker for piece in shown.pieces if piece.marker and piece.space == space("13")}
    assert kinds == {"rubble", "contested"} and shown.veil == "night"
    assert {track.id for track in shown.tracks} == {"turn", "points", "advantage"}


@pytest.mark.parametrize(
    ("name", "company", "formation"),
    [
        ("5/II/3-1", "5", "II/3"),
        ("14/3 A/T-1", "14", "3 A/T"),
        ("1 Para A/T", "A/T", "1 Para"),
        ("1/115 Pz Gr-1", "1", "115 Pz Gr"),
        ("1/9 Gur MG", "MG", "1/9 Gur"),
        ("25 NZ A-1", "A", "25 NZ"),
        ("6F", "6F", ""),
    ],
)
def test_a_counter_names_company_and_formation(name: str, company: str, formation: str) -> None:
    faces = {piece.name: piece.face for piece in display.scene(board({}), 0).pieces}
    assert (faces[name].top_left, faces[name].top_right) == (company, formation)


def test_reach_counts_the_cheapest_way() -> None:
    s = board({"4": ["25 NZ A-1"], "13": ["8/II/3-1"], "10": ["6/II/3-1"]})
    found = reach(s, unit("25 NZ A-1"))
    assert found[space("7")] == 2 and found[space("10")] == 4 and found[space("14")] == 5
    shown = display.overlay(s, 0, "reach", unit("25 NZ A-1"), -1)
    assert (space("7"), "2") in shown.spaces
    stopped = reach(board({"13": ["19 Armd B-1"], "12": ["6/II/3-1"]}), unit("19 Armd B-1"))
    assert space("12") in stopped and space("9") not in stopped, "contact ends the way; only 12 leads up to 9"


def test_the_forecast_of_smoke_counts_the_height() -> None:
    s = board({"B": ["NZ Div Obs"], "66": ["9/III/3-1"]})
    low = display.forecast(play(s, "smokescreen NZ Div"), 0, GAME.texts.parse("obscure B"))
    high = display.forecast(play(s, "smokescreen NZ Div"), 0, GAME.texts.parse("obscure 66"))
    assert low is not None and high is not None
    assert (low.terms[0].value, high.terms[0].value) == ("5", "7")


def test_every_position_of_a_random_game_can_be_drawn() -> None:
    s, rng, chance = GAME.new("intro_town"), random.Random(8), Seeded(8)
    asked = settle(s, chance)
    seen = set()
    while asked is not None:
        display.scene(s, asked.seat)
        assert len(text_map(s, asked.seat)) > 10
        for id, title in display.DISPLAY.overlays:
            assert display.overlay(s, asked.seat, id, -1, rng.randrange(79)).title == title
        for option in asked.options:
            if display.forecast(s, asked.seat, option) is not None:
                seen.add(asked.prompt)
        push(s, rng.choice(asked.options), hush)
        asked = settle(s, chance)
    assert {"fire.firers", "fire.target"} & seen
    assert all(len(chart.head) == len(row) for chart in display.charts(s, 0) for row in chart.rows)


def test_the_evaluation_is_zero_sum_and_knows_what_counts() -> None:
    even = board({"13": company("25 NZ A"), "14": company("6/II/3")})
    assert evaluate(even, ALLIED) == pytest.approx(-evaluate(even, GERMAN))
    assert set(terms(even, ALLIED)) == set(TERMS)
    held = board({"9": company("25 NZ A"), "14": company("6/II/3")})
    assert evaluate(held, ALLIED) > evaluate(even, ALLIED)
    bled = board({"13": company("25 NZ A"), "14": company("6/II/3", 2), "Eliminated": ["6/II/3-3"]})
    assert evaluate(bled, ALLIED) > evaluate(even, ALLIED)


def test_the_lessons_can_be_taught() -> None:
    taught = {lesson.id: [page.say for page, _, _ in teach(GAME, lesson)] for lesson in lessons(GAME)}
    assert list(taught) == ["1_move", "2_fire", "3_close_combat"] and all(taught.values())
    assert all(lesson.seat == 0 and lesson.summary for lesson in lessons(GAME))


@pytest.mark.parametrize(("scenario", "turn", "back"), [("main", 4, True), ("intro_town", 1, False)])
def test_only_observers_who_can_come_back_are_said_to_return(scenario: str, turn: int, back: bool) -> None:
    """Into the Rubble has no Zones of theirs: a lost observer is gone."""
    s = board(
        {"Lost observers": ["1 Para Div Obs"], "14": ["6/II/3-1"], "13": ["25 NZ A-1"]}, scenario=scenario, turn=turn
    )
    told = [name for panel in display._panels(s) for name, _ in panel.lines]
    assert ("1 Para Div Obs" in told) == back
    assert ("observers to return" in str(text_map(s, 0))) == back
