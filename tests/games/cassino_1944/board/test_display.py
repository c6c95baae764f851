"""What the table shows: pieces, tracks, charts, overlays and forecasts."""

import random
from fractions import Fraction

import pytest

from grognard.core import Seeded, hush, odds, push, settle
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.board import display
from grognard.games.cassino_1944.board.textmap import text_map
from grognard.games.cassino_1944.check import CONSTRAINTS
from grognard.games.cassino_1944.content import ALLIED, GERMAN, SPACE_NAMES, UNIT, UNITS
from grognard.games.cassino_1944.mind.evaluate import TERMS, evaluate, standing, terms
from grognard.games.cassino_1944.rules.events import Fought
from tests.games.cassino_1944.kit import SPACE, act, board


def positions(seed, options=None, every=15):
    """Views along a random game."""
    s = GAME.new("campaign", options)
    rng, chance = random.Random(seed), Seeded(seed)
    asked, k = settle(s, chance), 0
    while asked is not None:
        if k % every == 0:
            yield GAME.view(s, asked.seat), asked
        k += 1
        push(s, rng.choice(asked.options), hush)
        asked = settle(s, chance)


def test_every_unit_in_play_is_a_piece_and_every_box_a_marker():
    scene = display.scene(GAME.new("avenger"), 0)
    assert {p.unit for p in scene.pieces if p.unit >= 0} == set(UNITS) - {UNIT["34/168"]}
    assert sum(p.marker == "box" for p in scene.pieces) == 6
    assert len({p.id for p in scene.pieces}) == len(scene.pieces)
    (mg,) = [p for p in scene.pieces if p.name == "1FSJ/MG"]
    assert (mg.face.ground, mg.face.symbol, mg.face.size, mg.face.bottom, mg.face.right) == (
        "Para", "parachute machine gun", "II", "2-2", "boxes:0/2",
    )  # fmt: skip


def test_tracks_follow_turn_impulse_and_points():
    s = board({"34/133": "1904"}, turn=3, impulse=2, allied=["1503", "1406"])
    tracks = {track.id: track for track in display.scene(s, 0).tracks}
    assert (tracks["turn"].now, tracks["impulse"].now, tracks["points"].now) == (2, 2, 3)
    assert [cell.label for cell in tracks["points"].cells if cell.fill == "win"] == [str(n) for n in range(10, 17)]


def test_scenes_charts_and_text_maps_can_be_drawn_all_along_a_game():
    options = {"support": True, "abbey": True, "weather": True, "coordination": True}
    for view, asked in positions(7, options):
        scene = display.scene(view, asked.seat)
        assert all(0 <= piece.space < len(SPACE_NAMES) for piece in scene.pieces)
        assert display.charts(view, asked.seat)[0].rows[3][4] == "1/1"
        assert len(text_map(view, asked.seat)) > 40
        for id, _ in display.DISPLAY.overlays:
            display.overlay(view, asked.seat, id, 3, -1)


def result_heard(box):
    """Listens for the result of a combat, less the point a box takes."""

    def watch(event):
        if type(event) is not Fought:
            return None
        return f"{event.attacker}/{event.defender - (1 if box[event.hex] and event.defender else 0)}"

    return watch


@pytest.mark.parametrize("seed", range(3))
def test_forecasts_are_what_the_rules_give(seed):
    """The distribution shown for a formed attack is the one the engine produces over all dice."""
    seen = 0
    for view, asked in positions(seed, {"weather": True, "abbey": True}, every=1):
        if asked.prompt != "join_more" or seen >= 6:
            continue
        seen += 1
        done = asked.options[-1]
        shown = display.forecast(view, asked.seat, done)
        exact = odds(view, (done,), result_heard(view.box), same=GAME.codec.encode)
        assert {label: Fraction(p).limit_denominator(6) for label, p in shown.results} == exact
    assert seen


def test_a_forecast_spells_out_the_sum():
    s = board({"34/133": "1704", "34/135": "1704", "756": "1704", "44/134": "1604"}, boxes=["1604"])
    joined = act(s, "attack 1604", "all")
    told = display.forecast(joined.s, 0, joined.asked.options[-1])
    assert [(term.rule, term.value) for term in told.terms] == [
        ("6.1.sum", "10"), ("6.0.group", "3"), ("6.1.ratio", "3-1"), ("6.1.1.water", "-1 column"),
        ("6.1.2", "+1 column"), ("6.1.order", "3-1"), ("6.3.absorb", "-1 point"),
    ]  # fmt: skip
    assert dict(told.results) == pytest.approx({"0/1": 1 / 6, "1/1": 1 / 6, "1/0": 4 / 6})
    assert told.chart.column == told.chart.before == 5
    proposed = display.forecast(act(s).s, 0, GAME.texts.parse("attack 1604"))
    assert proposed.results == told.results
    threat = display.threat_forecast(s, 1, SPACE["1604"])
    assert threat.results == told.results
    assert display.threat_forecast(s, 0, SPACE["1904"]) is None


def test_reach_overlay_of_a_unit():
    shown = display.overlay(board({"1 CCB": "1907"}), 0, "reach", UNIT["1 CCB"], -1)
    costs = {SPACE_NAMES[h]: n for h, n in shown.spaces}
    assert costs["1706"] == "2" and costs["1803"] == "4" and "1708" not in costs


def test_supply_overlay_draws_the_line():
    shown = display.overlay(board({"36/141": "1105", "90/361": "1005"}), 0, "supply", UNIT["36/141"], -1)
    assert SPACE_NAMES[shown.paths[0][0]] == "1105" and SPACE_NAMES[shown.paths[0][-1]].startswith("20")


def test_components_satisfy_every_constraint():
    findings = CONSTRAINTS.prove()
    assert len(findings) > 45 and [f for f in findings if not f.passed] == []


def test_what_stands_is_zero_sum_and_values_follow_the_terms():
    for view, _ in positions(3):
        assert standing(view, ALLIED) == pytest.approx(-standing(view, GERMAN))
        for side in (ALLIED, GERMAN):
            assert evaluate(view, side) == pytest.approx(sum(terms(view, side).values()))
        assert set(terms(view, ALLIED)) == set(TERMS)
    won = board({"34/133": "1904"}, allied=["1406", "1604"])
    none = board({"34/133": "1904"})
    assert evaluate(won, ALLIED) > evaluate(none, ALLIED)


def test_agreed_terms_of_avenger_stand_beside_the_points():
    """Printed: no points shown. With an option of ours: the track and the banner, with goal and draw."""
    printed, handicap, graded = (
        display.scene(GAME.new("avenger", told), 0) for told in ({}, {"avenger_handicap": 4}, {"avenger_graded": True})
    )
    shown = [any(track.id == "points" for track in scene.tracks) for scene in (printed, handicap, graded)]
    assert shown == [False, True, True]
    assert "points" not in printed.banner
    assert "6 victory points win too; it has 3" in handicap.banner and "draw" not in handicap.banner
    assert "10 victory points win too" in graded.banner and "draw" in graded.banner
