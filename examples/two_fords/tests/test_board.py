"""What the table shows is what the rules say: odds before a commitment, overlays, the sheet."""

import pytest
from two_fords import GAME
from two_fords.board.display import DISPLAY, ORDER
from two_fords.board.ground import draw_board
from two_fords.content import BLUE, DATA, GRID, SPACE_NAMES, UNIT, ZONES

from grognard.core import SPECTATOR
from grognard.core.testing import Bench
from grognard.maps import mask

BENCH = Bench(GAME, rest="dead")
PLACES = {"1 Foot": "0603", "2 Foot": "0603", "Horse Battery": "0602", "3 Foot": "0703", "4 Foot": "0805"}
FIGHT = ({"step": "TurnEnd", "turn": 3}, {"step": "Fighting", "side": "Blue"})


def test_the_forecast_of_an_attack_is_the_sum_that_is_played() -> None:
    s = BENCH.play(BENCH.at(*FIGHT, units=PLACES, turn=3))
    view = GAME.view(s, BLUE)
    told = DISPLAY.forecast(view, BLUE, GAME.texts.parse("attack 0703"))
    assert told is not None and told.title == "Attack on 0703"
    assert [(term.rule, term.value) for term in told.terms][:2] == [("4.2", "9-3"), ("4.2", "3-1")]
    assert sum(chance for _, chance in told.results) == pytest.approx(1)
    listed = [name for name, _ in told.results]
    assert listed == [name for name in ORDER if name in listed]
    assert [words for _, words in told.figures] == ["the hex is held"]
    assert told.chart is not None and told.chart.head[told.chart.before] == "3-1"
    assert DISPLAY.forecast(view, BLUE, GAME.texts.parse("done")) is None


def test_the_table_marks_the_column_of_those_picked_so_far() -> None:
    s = BENCH.play(BENCH.at(*FIGHT, units=PLACES, turn=3), "attack 0703")
    (chart,) = DISPLAY.charts(GAME.view(s, BLUE), BLUE)
    assert chart.column == -1, "nobody is picked yet"
    (chart,) = DISPLAY.charts(GAME.view(BENCH.play(s, "add 1 Foot"), BLUE), BLUE)
    assert chart.head[chart.before] == "1-1"


def test_overlays_are_for_the_unit_else_for_the_seat_else_for_the_first_side() -> None:
    view = GAME.view(BENCH.at(*FIGHT, units=PLACES, turn=3), BLUE)
    watched = [tuple(view.held[side] for side in (1, 0)), (UNIT["1 Foot"], UNIT["3 Foot"])]
    for held, unit in zip(*watched, strict=True):
        shown = DISPLAY.overlay(view, BLUE, "zone", unit, -1)
        assert mask(space for space, _ in shown.spaces) == ZONES.of(held)
    zones = [DISPLAY.overlay(view, seat, "zone", -1, -1) for seat in (0, 1, SPECTATOR)]
    assert zones[0] == zones[2] != zones[1]
    reach = DISPLAY.overlay(view, BLUE, "reach", -1, GRID.id("0805"))
    assert reach.spaces and all(space != GRID.id("0805") for space, _ in reach.spaces)
    assert DISPLAY.overlay(view, BLUE, "reach", UNIT["Guns"], -1).spaces == (), "the dead go nowhere"


def test_every_space_has_its_place_and_the_villages_their_stars() -> None:
    sheet = draw_board({name: at for at, name in enumerate(SPACE_NAMES)}, DATA)
    assert [place.space for place in sheet.places] == list(range(len(SPACE_NAMES)))
    assert len([sign for sign in sheet.signs if sign.kind == "victory"]) == 2
    assert sheet.places[GRID.id("0602")].facts and sheet.places[-1].kind == "box"
