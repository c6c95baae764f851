"""What titles show by shared means: overlays, tracks, charts, forecasts, and the map of a terminal."""

from fractions import Fraction

import pytest
from rich.text import Text

from grognard.look import charts, hextext, overlays
from grognard.look.hextext import Cell, focus, hex_text, window
from grognard.look.tracks import point_track, turn_track
from grognard.maps import EVEN, ODD, HexGrid, Numbering, mask
from grognard.tables import ColumnResults, Resolution, odds_columns

TABLE = ColumnResults(
    odds_columns("1-2", "1-1", "2-1"), [(c, d, (d, c)) for c in ("1-2", "1-1", "2-1") for d in range(1, 7)]
)


def test_reach_shows_the_least_cost_of_several_movers() -> None:
    shown = overlays.reach("Reach", [{3: 2, 1: 4}, {1: 1, 9: 5}])
    assert shown.spaces == ((1, "1"), (3, "2"), (9, "5"))
    assert shown.tone == "reach"


def test_threat_counts_movers() -> None:
    assert overlays.threat("Threat", [[1, 2], [2], [2, 7]]).spaces == ((1, "1"), (2, "3"), (7, "1"))


def test_supply_names_those_cut_off_and_drops_lines_that_do_not_exist() -> None:
    shown = overlays.supply("Supply", mask([1, 2]), mask([5]), "cut off", [(1, 2), ()])
    assert shown.spaces == ((1, ""), (2, ""), (5, "cut off"))
    assert shown.paths == ((1, 2),)


def test_zone_sight_and_control() -> None:
    assert overlays.zone("Zones", mask([4, 2])).spaces == ((2, ""), (4, ""))
    assert overlays.sight("Sight", mask([2, 3]), [(0, 3)], {3: "-2"}).spaces == ((2, ""), (3, "-2"))
    assert overlays.control("Control", [0, -1, 1], ("Allied", "German")).spaces == ((0, "Allied"), (2, "German"))


def test_a_turn_track_marks_what_is_over_and_keeps_patterns() -> None:
    track = turn_track("turn", "Turn", [(str(n), "") for n in range(1, 6)], 2, {1: "night", 4: "rain"})
    assert [cell.fill for cell in track.cells] == ["past", "night", "", "", "rain"]
    assert track.now == 2


def test_a_point_track_holds_its_marker_at_the_ends() -> None:
    track = point_track("vp", "Points", 40, 10, first=-2, wins=range(8, 11), notes={0: "start"})
    assert [cell.label for cell in track.cells][:3] == ["-2", "-1", "0"]
    assert track.now == 12 and track.cells[2].note == "start"
    assert [cell.label for cell in track.cells if cell.fill == "win"] == ["8", "9", "10"]
    assert point_track("vp", "Points", -9, 10, first=-2).now == 0


def test_a_results_chart_shows_the_column_before_and_after_shifts() -> None:
    chart = charts.results_chart("crt", "Results", "7.1", "die", TABLE, lambda r: f"{r[0]}@{r[1]}", 0, 2)
    assert chart.head == ("die", "1-2", "1-1", "2-1")
    assert chart.rows[5] == ("6", "6@1-2", "6@1-1", "6@2-1")
    assert (chart.before, chart.column) == (1, 3)
    assert charts.results_chart("crt", "", "", "", TABLE, str).column == -1


def say(key: str, **facts: object) -> str:
    return f"{key} {facts['n']:+d}" if "n" in facts else key


def test_the_sum_of_a_forecast_is_the_one_that_is_rolled_on() -> None:
    attack = Resolution(TABLE, (7, 5), 1, (("7.2", -1),), (("7.3", 1),))
    terms = charts.sum_of(attack, say, lambda case: f"term {case}", "7.1")
    assert [(t.text, t.rule, t.value) for t in terms] == [
        ("odds", "7.1", "1-1"),
        ("term 7.2", "7.2", "shift -1"),
        ("column", "7.1", "1-2"),
        ("term 7.3", "7.3", "on_die +1"),
    ]
    told = charts.forecast(
        "Attack", terms, attack.chances(), lambda r: "high" if r[0] > 4 else "low", lambda r: -r[0], about="exact"
    )
    assert told.results == (("high", pytest.approx(3 / 6)), ("low", pytest.approx(3 / 6)))
    assert charts.percent(Fraction(1, 3)) == "33%" and charts.mean(Fraction(7, 2)) == "3.50"


def test_a_column_without_odds_says_so_once() -> None:
    terms = charts.sum_of(Resolution(TABLE, (), 2), say, str, "7.1", "7.5", given=True)
    assert [(t.text, t.rule, t.value) for t in terms] == [("column", "7.5", "2-1")]


@pytest.fixture(params=[Numbering(True, EVEN), Numbering(False, ODD)], ids=["flat", "pointy"])
def big(request: pytest.FixtureRequest) -> HexGrid:
    numbering: Numbering = request.param
    return HexGrid(numbering, [numbering.number(c, r) for c in range(1, 60) for r in range(1, 35)])


def test_a_window_of_a_large_map_fits_a_terminal_and_holds_its_focus(big: HexGrid) -> None:
    for name in ("0101", "3017", "5934"):
        at = big.id(name)
        lines = hex_text(big, lambda hex: Cell(((big.names[hex], "bold"), ("[x]\\", "red"))), around=at)
        plain = [Text.from_markup(line).plain for line in lines]
        assert len(plain) <= 4 * hextext.ROWS + 3
        assert max(len(line) for line in plain) <= hextext.WIDTH + 6
        assert any(name in line for line in plain)
        assert any("[x]\\" in line for line in plain), "brackets and backslashes of the map are no markup"


def test_a_window_at_an_edge_is_as_large_as_one_in_the_middle(big: HexGrid) -> None:
    sizes = [len(window(big, big.id(name))) for name in ("0101", "3017", "5934")]
    assert max(sizes) - min(sizes) <= hextext.COLUMNS + hextext.ROWS
    assert min(sizes) >= 0.8 * hextext.COLUMNS * hextext.ROWS


def test_a_small_map_is_drawn_whole() -> None:
    numbering = Numbering(True, EVEN)
    grid = HexGrid(numbering, [numbering.number(c, r) for c in range(1, 8) for r in range(1, 8)])
    text = "\n".join(hex_text(grid, lambda hex: Cell(((grid.names[hex], ""),)), around=0))
    assert all(name in text for name in grid.names)


def test_the_focus_is_the_hex_nearest_to_all_and_boxes_do_not_count(big: HexGrid) -> None:
    assert focus(big, big.ids(["1010", "1012", "1014"])) == big.id("1012")
    assert focus(big, [len(big) + 3]) == -1


def test_hexsides_are_told_without_colours_too() -> None:
    numbering = Numbering(True, EVEN)
    grid = HexGrid(numbering, [numbering.number(c, r) for c in range(1, 4) for r in range(1, 4)])
    river = {grid.side_of("0202", "0203"), grid.side_of("0101", "0201")}
    lines = hex_text(
        grid, lambda hex: Cell(((grid.names[hex], ""),)), mark=lambda hexside: "~" if hexside in river else ""
    )
    plain = [Text.from_markup(line).plain for line in lines]
    assert sum(line.count("~") for line in plain) > 5
    assert all(name in "\n".join(plain) for name in grid.names)
