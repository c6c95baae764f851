"""SVG text: escaping, numbers, curves."""

from xml.etree import ElementTree

import pytest

from grognard.look import svg
from grognard.look.metrics import width, wrapped
from grognard.look.shapes import chain, hexagon, hexside


@pytest.mark.parametrize(("value", "shown"), [(1, "1"), (1.04, "1"), (1.06, "1.1"), (-0.04, "0"), (-12.5, "-12.5")])
def test_coordinates_have_one_decimal_at_most(value: float, shown: str) -> None:
    assert svg.num(value) == shown


def test_names_from_data_cannot_break_the_drawing() -> None:
    nasty = '<script>alert("x")</script> & Co'
    drawn = svg.text(0, 0, nasty, 12) + svg.figure(0, 0, nasty, 12) + svg.element("g", title=nasty)
    root = ElementTree.fromstring(f"<svg>{drawn}</svg>")
    assert [child.tag for child in root] == ["text", "text", "g"]
    assert root[0].text == root[1].text == root[2].get("title") == nasty


def test_attributes_without_value_are_left_out() -> None:
    assert svg.element("g", stroke_width=2.5, opacity=None, class_="x") == '<g stroke-width="2.5" class="x"/>'


def test_a_smooth_line_passes_through_its_points() -> None:
    d = svg.smooth([(0, 0), (10, 5), (20, 0)])
    assert d.startswith("M0 0C")
    assert "10 5C" in d
    assert d.endswith("20 0")


def test_a_smooth_line_of_two_points_is_straight() -> None:
    assert svg.smooth([(0, 0), (10, 5)]) == "M0 0L10 5"


def test_chain_joins_segments_in_any_order_and_direction() -> None:
    pieces = [((2.0, 0.0), (3.0, 0.0)), ((1.0, 0.0), (0.0, 0.0)), ((2.0, 0.0), (1.0, 0.0)), ((9.0, 9.0), (8.0, 9.0))]
    joined = sorted(chain(pieces, snap=0.1), key=len)
    assert len(joined) == 2
    assert sorted(x for x, _ in joined[1]) == [0, 1, 2, 3]


def test_the_side_between_two_hexes_is_a_side_of_both() -> None:
    a, b = (0.0, 0.0), (150.0, 86.60254)
    corners = {(round(x), round(y)) for x, y in hexagon(a, 100)} & {(round(x), round(y)) for x, y in hexagon(b, 100)}
    assert {(round(x), round(y)) for x, y in hexside(a, b, 100)} == corners


def test_wrapped_names_fit_and_keep_their_words() -> None:
    lines = wrapped("Lower Rapido flats, Sant'Angelo ford", 21, 190, italic=True)
    assert len(lines) == 2
    assert " ".join(lines) == "Lower Rapido flats, Sant'Angelo ford"
    assert all(width(line, 21, italic=True) <= 190 for line in lines)


def test_a_single_long_word_is_not_cut() -> None:
    assert wrapped("Amphitheatrestrasse", 30, 10) == ["Amphitheatrestrasse"]
