"""Maps drawn as text."""

from hypothesis import given
from hypothesis import strategies as st

from grognard.maps import EVEN, HexGrid, Numbering
from grognard.maps.text import Span, draw
from tests.maps.grids import GRIDS, blocks


def test_a_few_hexes() -> None:
    grid = HexGrid(Numbering(flat=True, shifted=EVEN), ["1001", "1101", "1201"])
    drawn = draw(grid, lambda space: (grid.names[space], "12345678", "x"), width=29)
    assert drawn.lines == (
        "           _______",
        "          / 1101  \\",
        "  _______/12345678 \\_______",
        " / 1001  \\    x    / 1201  \\",
        "/12345678 \\_______/12345678 \\",
        "\\    x    /       \\    x    /",
        " \\_______/         \\_______/",
    )


def test_bricks() -> None:
    grid = HexGrid(Numbering(flat=False, shifted=EVEN, row_first=True), ["0101", "0102", "0201"])
    drawn = draw(grid, lambda space: (grid.names[space], "A/25"), width=13)
    assert drawn.lines == (
        "-------------",
        "|0101 |0102 |",
        "|A/25 |A/25 |",
        "|     |     |",
        "-------------",
        "   |0201 |",
        "   |A/25 |",
        "   |     |",
        "   -------",
    )


def test_cassino_fits_terminals() -> None:
    grid = GRIDS["cassino"]
    for width in (100, 120, 140):
        drawn = draw(grid, lambda space: (grid.names[space], "34/133", "4-2 ***"), width)
        assert 0.8 * width < max(len(line) for line in drawn.lines) <= width
        assert len(drawn.lines) < 50
        assert all("34/133" in text for text in (_read(drawn.lines, s[1]) for s in drawn.cells.values()))


@given(blocks(), st.integers(20, 160), st.data())
def test_every_cell_and_side_is_where_it_says(grid: HexGrid, width: int, data: st.DataObject) -> None:
    only = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    drawn = draw(grid, lambda space: (f"#{space}", "", f"{space}."), width, only)
    assert set(drawn.cells) == only
    assert set(drawn.sides) == {side for space in only for side in grid.side_towards[space]}
    for space, spans in drawn.cells.items():
        top, middle, bottom = (_read(drawn.lines, span) for span in spans)
        assert top.strip() == f"#{space}" and middle.strip() == "" and bottom.strip() == f"{space}."
    for spans in drawn.sides.values():
        assert all(set(_read(drawn.lines, span)) <= set("/\\_|-") for span in spans)
    assert all(line == line.rstrip() for line in drawn.lines)


def test_text_is_cut_to_its_cell() -> None:
    grid = GRIDS["cassino"]
    drawn = draw(grid, lambda space: ("x" * 40, "y" * 40, "z" * 40, "never"), 120)
    assert not any("never" in line for line in drawn.lines)
    assert drawn.lines == draw(grid, lambda space: ("x" * 10, "y" * 12, "z" * 12), 120).lines


def _read(lines: tuple[str, ...], span: Span) -> str:
    return lines[span.line].ljust(span.end)[span.start : span.end]
