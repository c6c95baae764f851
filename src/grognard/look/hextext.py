"""Hex maps for a terminal: cells in Rich markup, and for large maps a window round what matters.

A title's `text_map(view, seat)` says what stands in a hex; the rest is here::

    def text_map(view: State, seat: int) -> list[str]:
        return hex_text(GRID, lambda hex: _cell(view, hex), side=_mark, around=focus(GRID, spaces_in_question))
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from grognard.maps import HexGrid, Span, draw

WIDTH = 120
COLUMNS, ROWS = 9, 7
"""Hexes of a window: as many as a usual terminal shows with a line of twelve characters in each."""


class Cell(Struct, frozen=True):
    """What a hex shows: up to three lines, each with its style (`bold red`; empty: plain)."""

    lines: tuple[tuple[str, str], ...]


def stack_cell(head: str, names: Sequence[str], style: str) -> Cell:
    """A heading and the units of a stack; of more than two only the first is named, the others are counted."""
    shown = names if len(names) < 3 else (names[0], f"+{len(names) - 1}")
    return Cell(((head, "dim"), *((name, style) for name in shown)))


def window(grid: HexGrid, focus: int, columns: int = COLUMNS, rows: int = ROWS) -> list[int]:
    """The hexes of a rectangle round one of them; near an edge the rectangle is moved, not cut."""
    flat = grid.numbering.flat
    spots = [grid.numbering.lattice(*offset) for offset in grid.offsets]
    wide, high = (columns, 2 * rows) if flat else (2 * columns, rows)
    left = _start([x for x, _ in spots], spots[focus][0], wide)
    top = _start([y for _, y in spots], spots[focus][1], high)
    return [hex for hex, (x, y) in enumerate(spots) if left <= x < left + wide and top <= y < top + high]


def _start(along: Sequence[int], middle: int, length: int) -> int:
    low, high = min(along), max(along) + 1
    return max(low, min(middle - length // 2, high - length))


def focus(grid: HexGrid, spaces: Iterable[int]) -> int:
    """The hex nearest to all of these; -1 if none of them is on the map."""
    asked = [space for space in spaces if 0 <= space < len(grid)]
    return min(asked, key=lambda a: sum(grid.distance(a, b) for b in asked), default=-1)


def box_text(title: str, names: Iterable[str]) -> list[str]:
    """What stands in a place that is not on the map."""
    return [f"[bold]{title}[/]: {', '.join(names) or 'nobody'}"]


def hex_text(
    grid: HexGrid,
    cell: Callable[[int], Cell],
    side: Callable[[int], str] = lambda hexside: "",
    around: int = -1,
    width: int = WIDTH,
    mark: Callable[[int], str] = lambda hexside: "",
) -> list[str]:
    """The map, or a window of it `around` a hex, as lines of markup. `side` gives the style of a hexside (empty: dim),
    `mark` the character it is drawn with, for whoever sees no colours (empty: a plain stroke).

    A map no larger than a window is always drawn whole.
    """
    only = window(grid, around) if around >= 0 and len(grid) > COLUMNS * ROWS else range(len(grid))
    shown = {hex: cell(hex) for hex in only}
    plan = draw(grid, lambda hex: [words for words, _ in shown[hex].lines], width, only)
    styles: dict[int, list[tuple[Span, str]]] = {}
    for hex, spans in plan.cells.items():
        for span, (_, style) in zip(spans, shown[hex].lines, strict=False):
            styles.setdefault(span.line, []).append((span, style))
    lines = [list(words) for words in plan.lines]
    for hexside, spans in plan.sides.items():
        drawn = mark(hexside)
        for span in spans:
            styles.setdefault(span.line, []).append((span, side(hexside) or "dim"))
            if drawn:
                lines[span.line][span.start : span.end] = drawn * (span.end - span.start)
    return [_marked("".join(words), styles.get(number, ())) for number, words in enumerate(lines)]


def _marked(words: str, spans: Sequence[tuple[Span, str]]) -> str:
    """A line with its styles as markup; what is not marked stays as it is."""
    style = [""] * len(words)
    for span, name in spans:
        for at in range(span.start, min(span.end, len(words))):
            style[at] = name
    out, at = [], 0
    while at < len(words):
        end = at
        while end < len(words) and style[end] == style[at]:
            end += 1
        piece = words[at:end].replace("[", "\\[")
        if style[at] or end < len(words):  # a tag follows, which a single backslash would take for a bracket
            piece += "\\" * (len(piece) - len(piece.rstrip("\\")))
        out.append(f"[{style[at]}]{piece}[/]" if style[at] else piece)
        at = end
    return "".join(out).rstrip()
