"""A hex map as lines of text for a terminal, with the place of every cell and hexside for colouring.

Flat-topped hexes are drawn as hexes in staggered columns; pointy-topped ones as bricks in staggered rows, which touch
the same six neighbours.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from grognard.maps.hexes import HexGrid

ROOM = 3
"""Lines of text in a cell."""
NARROWEST, WIDEST = 5, 12
_TALL = 4
"""Lines from one hex to the next below it."""


class Span(Struct, frozen=True):
    """Characters `start` to `end` (excluded) of a line."""

    line: int
    start: int
    end: int


class TextMap(Struct, frozen=True):
    """The drawing. `cells`: the text lines of each hex, top to bottom; `sides`: the strokes of each hexside."""

    lines: tuple[str, ...]
    cells: dict[int, tuple[Span, ...]]
    sides: dict[int, tuple[Span, ...]]


def draw(
    grid: HexGrid, content: Callable[[int], Sequence[str]], width: int = 120, only: Iterable[int] | None = None
) -> TextMap:
    """Draw a map, or `only` some hexes of it, with up to three lines of text in each hex, cut to fit.

    Cells take as much of `width` as they can use; a map with too many columns becomes wider than asked.
    """
    spaces = sorted(range(len(grid)) if only is None else set(only))
    flat = grid.numbering.flat
    spots = {space: grid.numbering.lattice(*grid.offsets[space]) for space in spaces}
    if not spots:
        return TextMap((), {}, {})
    left, top = min(x for x, _ in spots.values()), min(y for _, y in spots.values())
    columns = max(x for x, _ in spots.values()) - left + 1
    room = (width - 2) // columns - 2 if flat else 2 * ((width - 1) // (columns + 1)) - 1
    room = max(NARROWEST, min(WIDEST, room))
    if not flat:
        room -= 1 - room % 2  # bricks have an even pitch, so that half a brick is a whole number of characters
    shape = _hexagon if flat else _brick
    cells: dict[int, tuple[Span, ...]] = {}
    sides: dict[int, tuple[Span, ...]] = {}
    page: dict[tuple[int, int], str] = {}
    for space in spaces:
        x, y = spots[space]
        cells[space], strokes = shape(x - left, y - top, room)
        for side, (marks, spans) in zip(grid.side_towards[space], strokes, strict=True):
            sides[side] = spans
            for span in spans:
                for at in range(span.start, span.end):
                    page[span.line, at] = marks
        for span, text in zip(cells[space], content(space), strict=False):
            broad = span.end - span.start
            for at, letter in enumerate(text[:broad], span.start + max(0, broad - len(text)) // 2):
                page[span.line, at] = letter
    height, breadth = 1 + max(line for line, _ in page), 1 + max(at for _, at in page)
    rows = ["".join(page.get((line, at), " ") for at in range(breadth)).rstrip() for line in range(height)]
    return TextMap(tuple(rows), cells, sides)


_Drawn = tuple[tuple[Span, ...], tuple[tuple[str, tuple[Span, ...]], ...]]
"""Where the text goes, and the strokes of the six sides in order of directions with their character."""


def _hexagon(x: int, y: int, room: int) -> _Drawn:
    """Four lines and two slopes to each side; a column is `room` + 2 wide, half a hex is two lines."""
    at, line = x * (room + 2), 2 * y + 1
    far = at + room + 3
    cells = (
        Span(line, at + 2, at + 2 + room),
        Span(line + 1, at + 1, at + 3 + room),
        Span(line + 2, at + 1, at + 3 + room),
    )
    strokes = (
        ("_", (Span(line - 1, at + 2, at + 2 + room),)),
        ("\\", (Span(line, far - 1, far), Span(line + 1, far, far + 1))),
        ("/", (Span(line + 2, far, far + 1), Span(line + 3, far - 1, far))),
        ("_", (Span(line + 3, at + 2, at + 2 + room),)),
        ("\\", (Span(line + 2, at, at + 1), Span(line + 3, at + 1, at + 2))),
        ("/", (Span(line, at + 1, at + 2), Span(line + 1, at, at + 1))),
    )
    return cells, strokes


def _brick(x: int, y: int, room: int) -> _Drawn:
    """Three lines between a floor and a ceiling; half a brick to the side is half of `room` + 1."""
    half = (room + 1) // 2
    at, line = x * half, y * _TALL
    mid, far = at + half, at + 2 * half
    cells = tuple(Span(line + k, at + 1, far) for k in range(1, ROOM + 1))
    strokes = (
        ("-", (Span(line, mid, far + 1),)),
        ("|", tuple(Span(line + k, far, far + 1) for k in range(1, _TALL))),
        ("-", (Span(line + _TALL, mid, far + 1),)),
        ("-", (Span(line + _TALL, at, mid + 1),)),
        ("|", tuple(Span(line + k, at, at + 1) for k in range(1, _TALL))),
        ("-", (Span(line, at, mid + 1),)),
    )
    return cells, strokes
