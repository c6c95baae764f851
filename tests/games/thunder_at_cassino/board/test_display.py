"""The table, the text map, the evaluation and the lessons: they show and teach what the rules do."""

import random
from typing import Any

import pytest

from grognard.core import Seeded, hush, push, settle
from grognard.core.lesson import lessons, teach
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.board import display
from grognard.games.thunder_at_cassino.board.display import DISPLAY
from grognard.games.thunder_at_cassino.board.textmap import text_map
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, SPACE_NAMES, UNCOMMITTED
from grognard.games.thunder_at_cassino.mind.evaluate import TERMS, evaluate, terms
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.crossing import reach
from grognard.games.thunder_at_cassino.rules.retreat import Retreat
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.look.scene import Forecast
from grognard.server.standing import Order, carried_out
from grognard.server.ways import goals_of, plan_to
from tests import kit
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


UNDER_FIRE = {"14": company("6/II/3", 2), "13": company("25 NZ A"), "66": ["9/III/3-1"]}
SHOT = ("fire 13", "target 14 > uncommitted", "all", "done")


@pytest.mark.case("thunder_at_cassino", "21.3", "21.1")
def test_the_forecast_of_fire_by_chits_counts_what_both_sides_have_left() -> None:
    s = board(UNDER_FIRE, options={"resolution": "chits"})
    whole = fire_odds(s)
    assert whole.figures == fire_odds(board(UNDER_FIRE)).figures, "full sets are as good as dice"
    assert whole.terms[3].value == "6 + a chit" and whole.about.startswith("exact for the chits left")
    s.decks = [0] * 10 + [1] + [1] + [0] * 10  # a twelve for the attack, a two for the defence
    told = fire_odds(s)
    assert (told.chance, told.results, told.figures[1][0]) == (1.0, (("8", 1.0),), "8.00")
    s.decks = [0] * 9 + [1, 1] + [1, 1] + [0] * 9
    assert fire_odds(s).results == (("6", 0.25), ("7", 0.5), ("8", 0.25))
    threat = display.threat_forecast(s, 1, space("14"))
    assert threat is not None and threat.results == (("6", 0.25), ("7", 0.5), ("8", 0.25))
    s.decks = [1, 1] + [0] * 9 + [0] * 9 + [1, 1]
    assert fire_odds(s).chance == 0.0
    back = display.threat_forecast(s, 0, space("13"))
    assert back is not None and back.chance == 1.0, "the other way round the Germans draw the high ones"
    smoky = board(
        UNDER_FIRE,
        options={"resolution": "chits"},
        smoke=[{"space": "22", "side": "German", "number": 7}],
    )
    smoky.decks = list(s.decks)
    assert fire_odds(smoky).figures == whole.figures, "while smoke is in play fire goes by dice"


@pytest.mark.case("thunder_at_cassino", "21.5")
def test_where_chits_are_chosen_no_odds_are_told_but_the_sums() -> None:
    s = board(UNDER_FIRE, options={"resolution": "feints"})
    for told in (fire_odds(s), display.threat_forecast(s, 1, space("14"))):
        assert told is not None
        assert (told.results, told.figures, told.chance, told.short) == ((), (), -1.0, "6:8")
        assert told.about == "no odds: both sides choose their chits" and told.gain == -2.0
    s = play(s, *SHOT)
    attack = display.forecast(s, 0, GAME.texts.parse("play 12"))
    assert attack is not None and (attack.short, attack.chance) == ("18:8", -1.0)
    assert [term.value for term in attack.terms if "chit" in term.value] == ["6 + chit 12 = 18", "8 + a chit"]
    s = play(s, "play 12")
    defence = display.forecast(GAME.view(s, 1), 1, GAME.texts.parse("play 5"))
    assert defence is not None and (defence.short, defence.chance) == ("6:13", -1.0), "the attacker's chit is sealed"
    assert display.threat_forecast(board({"13": ["25 NZ A-1"]}, options={"resolution": "feints"}), 0, 12) is None


def test_the_threat_told_is_the_strongest_also_where_chits_are_chosen() -> None:
    units = {**UNDER_FIRE, "15": ["25 NZ B-1"]}
    for resolution in ("dice", "chits", "feints"):
        told = display.threat_forecast(board(units, options={"resolution": resolution}), 1, space("14"))
        assert told is not None and told.short == "6:8", "three from 13, not one from 15"


def fire_odds(s: Thunder) -> Forecast:
    told = display.forecast(play(s, "fire 13"), 0, GAME.texts.parse("target 14 > uncommitted"))
    assert told is not None
    return told


@pytest.mark.case("thunder_at_cassino", "11.4.22", "11.4")
def test_a_continued_game_is_told_without_a_draw() -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    first, on = board(units, turn=9), board(units, turn=11, last=15)
    bid = board(units, turn=11, last=15, bid=-4)
    assert display.scene(first, 0).banner == "0 Victory Points. Allied victory from 22, draw from 16."
    assert display.scene(on, 0).banner == "0 Victory Points. Allied victory from 22; with fewer the German side wins."
    assert display.scene(bid, 0).banner.startswith(
        "-4 Victory Points, the bid of -4 counted in. Allied victory from 22;"
    )
    for s, notes in ((first, {15: "German", 16: "draw", 21: "draw", 22: "Allied"}), (on, {16: "German", 21: "German"})):
        cells = next(track.cells for track in display.scene(s, 0).tracks if track.id == "points")
        assert {n: cells[n].note for n in notes} == notes and cells[22].fill == "win" and not cells[21].fill
    final = board(units, scenario="final_days", turn=11)
    assert "draw from 20" in display.scene(final, 0).banner, "it was not played on to: its own terms count"
    assert "(draw 16, Allied 22)" in str(text_map(first, 0)) and "(no draw, Allied 22)" in str(text_map(on, 0))


@pytest.mark.case("thunder_at_cassino", "7.1")
def test_the_room_of_an_area_tells_the_observer_apart() -> None:
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    rooms = {
        (*ten, "NZ Div Obs", "19 Armd B-1"): "10 of 10 on foot and the observer besides, 1 of 3 Armor",
        (*ten,): "10 of 10 on foot, 0 of 3 Armor",
        ("25 NZ A-1", "NZ Div Obs", "NZ Corps Obs"): "2 of 10 on foot and the observer besides, 0 of 3 Armor",
    }
    for units, told in rooms.items():
        told_facts = {fact.name: fact.value for fact in display.facts(board({"13": list(units)}), 0, space("13"))}
        assert told_facts["Allied room"] == told and told_facts["German room"] == "0 of 10 on foot, 0 of 3 Armor"


@pytest.mark.case("thunder_at_cassino", "19.11")
def test_german_guns_are_silent_on_turn_one_and_have_not_fired() -> None:
    units = {"13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    for turn, word in ((1, "silent on turn 1"), (2, "fired")):
        s = board(units, turn=turn, guns=["1 Para Div", "NZ Div"])
        lines = {panel.id: dict(panel.lines) for panel in display.scene(s, 0).panels}
        assert lines["guns1"]["1 Para Div"] == word and lines["guns0"]["NZ Div"] == "fired"
        assert lines["guns1"]["3 Para Reg"] == "ready" and lines["guns0"]["NZ Corps"] == "ready"


@pytest.mark.case("thunder_at_cassino", "18.1.obs", "14.34.return")
@pytest.mark.parametrize(("turn", "back"), [(8, True), (9, False)])
def test_an_observer_that_leaves_before_it_returns_is_not_promised(turn: int, back: bool) -> None:
    lost = {"Lost observers": ["6 NZ Bde Obs", "NZ Div Obs"], "13": ["25 NZ A-1"], "14": ["6/II/3-1"]}
    s = board(lost, turn=turn)
    lines = [name for panel in display.scene(s, 0).panels if panel.id == "losses0" for name, _ in panel.lines]
    assert ("6 NZ Bde Obs" in lines) == back and "NZ Div Obs" in lines
    assert f"observers to return: {1 + back}" in str(text_map(s, 0))


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


def test_artillery_does_not_march_to_its_target() -> None:
    """A place alone says neither whether to shell it or to lay smoke on it, nor which of the two groups there."""
    s = board({"9": ["1/I/3-1", "1/I/3-2"], "4": ["NZ Corps Obs"]}, committed=["1/I/3-2"])
    assert goals_of(GAME, s, 0, [unit("NZ Corps")], aims=DISPLAY.aims) == []
    s = play(s, "shell NZ Corps")
    assert goals_of(GAME, s, 0, [unit("NZ Corps")], aims=DISPLAY.aims) == []
    assert plan_to(GAME, s, 0, [unit("NZ Corps")], [space("9")], aims=DISPLAY.aims) is None


def test_the_march_of_the_last_party_tells_what_it_costs_into_contact() -> None:
    """8.23 From Zone B by 1 and 4 to the enemy on 9: 1 + 1 + 3, also where the impulse ends with it."""
    men = company("25 NZ A")
    s = board({"B": men, "9": ["1/I/3-1"], "66": ["9/III/3-1"]})
    goals = {goal.space: goal for goal in goals_of(GAME, s, 0, [unit(name) for name in men], aims=DISPLAY.aims)}
    assert (goals[space("4")].cost, goals[space("9")].cost) == (2, 5)


def test_the_march_of_a_tank_into_rubble_tells_what_it_costs_if_it_gets_through() -> None:
    """8.23, 10.4, 13.11 From Zone C by Zone B to 1: 2 + 1; from 14 to the enemy in 16: 3."""
    s = board({"C": ["19 Armd B-1"], "14": ["19 Armd B-2"], "16": ["6/II/3-1"]}, rubble={"1": 1, "3": 1, "16": 1})
    goals = {goal.space: goal for goal in goals_of(GAME, s, 0, [unit("19 Armd B-1")], aims=DISPLAY.aims)}
    assert (goals[space("3")].cost, goals[space("1")].cost, goals[space("1")].halts) == (1, 3, True)
    goals = {goal.space: goal for goal in goals_of(GAME, s, 0, [unit("19 Armd B-2")], aims=DISPLAY.aims)}
    assert (goals[space("13")].cost, goals[space("16")].cost) == (1, 3)


@pytest.mark.case("thunder_at_cassino", "13.13")
@pytest.mark.parametrize(("level", "chance"), [(1, "58%"), (2, "28%")])
def test_a_retreat_into_rubble_tells_its_odds_for_vehicles_alone(level: int, chance: str) -> None:
    here = {"17": ["19 Armd B-1", "25 NZ A-1"], "18": ["14/3 A/T-1"], "66": ["9/III/3-1"]}
    shot = ("fire 18", "target 17 > uncommitted", "add 14/3 A/T-1", "done", "no", "no")
    s = play(board(here, side="German", rubble={"12": level}), *shot, dice=((5, 5, 2, 2),))
    told = display.forecast(s, 0, GAME.texts.parse("fall 19 Armd B-1 > 12"))
    assert told is not None and (told.short, told.terms[0].rule) == (chance, "13.13")
    assert [label for label, _ in told.results] == ["success", "eliminated"]
    assert display.forecast(s, 0, GAME.texts.parse("fall 19 Armd B-1 > 16")) is None, "the way is free"
    assert display.forecast(s, 0, GAME.texts.parse("fall 25 NZ A-1 > 12")) is None, "nobody on foot minds rubble"
    attack = Attack(GERMAN, space("18"), space("17"), UNCOMMITTED, (unit("14/3 A/T-1"),))
    for name, odds in (("19 Armd B-1", chance), ("25 NZ A-1", "")):
        s.stack = (*s.stack, Retreat(unit(name), attack, -1, (space("17"),)))
        told = display.forecast(s, 0, GAME.texts.parse("onward 12"))
        assert (told.short if told else "") == odds


@pytest.mark.case("thunder_at_cassino", "19.12.white", "1.intro")
def test_nobody_is_told_what_a_place_costs_that_he_may_not_enter() -> None:
    def entry(turn: int, place: str, scenario: str = "main") -> list[str]:
        s = board({"2": ["25 NZ MG"], "5": ["6/II/3-1"]}, turn=turn, scenario=scenario)
        return [f"{f.name} {f.value}" for f in display.facts(s, 0, space(place)) if "enter for" in f.name]

    assert entry(1, "1") == ["Allied units enter for 1 MF", "German units enter for not on turn 1"]
    assert entry(2, "1") == ["Allied units enter for 1 MF", "German units enter for 2 MF"]
    assert entry(2, "37", "intro_town") == [], "not on this map"


@pytest.mark.case("thunder_at_cassino", "8.23.B", "19.12.white")
def test_machine_gun_ground_is_where_the_other_side_may_go() -> None:
    def swept(turn: int, scenario: str = "main") -> set[str]:
        s = board({"4": ["25 NZ MG"], "10": ["6/II/3-1"]}, turn=turn, scenario=scenario, side="German")
        return {SPACE_NAMES[k] for k, _ in display.overlay(s, 1, "guns", -1, -1).spaces}

    assert swept(2) == {"1", "2", "4", "5", "7", "8", "9", "38"}
    assert swept(2, "intro_town") == swept(2) - {"38"}
    assert swept(1) == {"5", "7", "8", "9"}, "the others have white circles"


@pytest.mark.case("thunder_at_cassino", "14.4")
def test_the_guns_that_reach_an_area_count_aircraft() -> None:
    def guns(**columns: Any) -> list[str]:
        s = board({"14": ["6/II/3-1"], "13": ["NZ Div Obs"]}, **columns)
        return [f.value for f in display.facts(s, 0, space("14")) if f.name == "Allied guns that reach it"]

    assert guns() == ["NZ Div, MATAF"]
    assert guns(night=True, night_turn=4) == ["NZ Div"]


@pytest.mark.case("thunder_at_cassino", "17.3")
def test_who_did_not_come_by_the_die_of_turn_nine_is_expected_on_turn_ten() -> None:
    s = board({"13": ["6/II/3-1"]}, turn=9, stack=[{"step": "Reinforcement"}])
    assert ("23 NZ A (3)", "turn 9 by die, else turn 10, C/D") in display._coming(s)
    after = board({"13": ["6/II/3-1"]}, turn=9)
    assert ("23 NZ A (3)", "turn 10, C/D") in display._coming(after)


def test_a_counter_worth_one_point_is_worth_one_point() -> None:
    s = board({"4": ["NZ Corps Obs", "25 NZ MG"]}, rubble={"4": 2})
    told = [piece.text for piece in display.scene(s, 0).pieces if piece.space == space("4") and piece.unit >= 0]
    assert sorted(text.rsplit(", ", 1)[1] for text in told) == ["1 casualty point", "2 casualty points"]
    assert ("Rubble", "level 2: vehicles need 9") in [
        (fact.name, fact.value) for fact in display.facts(s, 0, space("4"))
    ]


def test_standing_orders_screen_everybody_or_nobody() -> None:
    here = {"13": [*company("6/II/3"), "8/II/3-1", "14/3 A/T-1", *company("25 NZ A")], "66": ["9/III/3-1"]}
    s = board(here, stack=[{"step": "FlipUp"}], advantage="Allied")
    s.stack = (*s.stack[:3], s.stack[-1])
    s = play(s)
    said = []
    while kit.asks(s).prompt == "close.screen":
        made = carried_out(GAME, DISPLAY, s, kit.asks(s), Order(prompt="close.screen", verb="screen"))
        assert made is not None
        said += [GAME.texts.show(option) for option in made]
        s = play(s, said[-1])
    assert said == ["screen 8/II/3-1", "screen 14/3 A/T-1"]
    assert {kind.prompt for kind in DISPLAY.orders()} >= {"close.screen", "withdraw", "reroll"}


@pytest.mark.parametrize(
    ("points", "told"), [(0, "0 Victory Points."), (1, "1 Victory Point."), (2, "2 Victory Points.")]
)
def test_the_banner_counts_victory_points_in_words_that_fit(points: int, told: str) -> None:
    assert display.scene(board({"66": ["9/III/3-1"]}, vp=points), 0).banner.startswith(told)
