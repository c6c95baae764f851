"""Lettering of a hex map: names that belong to hexes and find their own place, and words set along water and land."""

import math
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from grognard.look.hexboard import HexBoard
from grognard.look.labels import name_sign, settled
from grognard.look.metrics import width, wrapped
from grognard.look.scene import Point, Sign
from grognard.look.style import MAP_INK
from grognard.look.svg import Attribute, group, text

VICTORY, TOWN, SUMMIT, REST = 0, 2, 3, 5
"""Right of way of names where they meet."""
WIDEST = 9.0
"""A name is broken into lines of at most so many times its size."""
BELOW = 0.4
"""The lower edge of a counter lies so many radii under the centre of its hex."""


class Name(Struct, frozen=True):
    """The name of one or more hexes of the grid; `space` is the id of the place it makes room in (-1: none)."""

    words: str
    hexes: tuple[int, ...]
    space: int = -1
    rank: int = REST
    size: float = 22.0
    minor: bool = False
    """Nature and minor places are set in italics and appear from the middle zoom on."""


def names(board: HexBoard, given: Iterable[Name], fixed: Iterable[Sign] = ()) -> list[Sign]:
    """Names where they cover neither each other nor numbers nor what is `fixed`, as near to their hexes as can be."""
    return settled([_tried(board, name) for name in given], fixed, board.frame, board.number_boxes())


def _tried(board: HexBoard, name: Name) -> tuple[Sign, list[Point]]:
    x, y = board.on_sheet(board.middle(name.hexes))
    lines = wrapped(name.words, name.size, WIDEST * name.size, italic=name.minor, bold=not name.minor)
    near = 1 if name.minor else 0
    sign = name_sign(lines, (x, y), name.size, not name.minor, name.minor, near=near, rank=name.rank, space=name.space)
    wide, half = sign.box[0], sign.box[1] / 2
    r = board.radius
    down = y + BELOW * r + half
    spots = [(x, down), (x, y - BELOW * r - half), (x, y)]
    spots += [(x + dx * r, down) for dx in (-0.3, 0.3, -0.7, 0.7)]
    spots += [(x + side * (wide / 2 + 0.45 * r), y + dy * r) for side in (1, -1) for dy in (0.0, 0.3, -0.3)]
    spots += [(x + dx * r, y - BELOW * r - half) for dx in (-0.5, 0.5)]
    spots += [(x + dx * r, y + dy * r) for dy in (1.2, -1.2, 1.7, -1.7) for dx in (0.0, -0.8, 0.8)]
    low = board.frame[3] - half
    aside = (x, round(min(down, low), 1)) if len(name.hexes) == 1 and name.space >= 0 else None
    return replace(sign, aside=aside), spots


STYLES: dict[str, dict[str, Attribute]] = {
    "water": {"fill": MAP_INK["water_name"], "halo": "#E7E6C8", "italic": 1},
    "road": {"fill": "#4A3418", "halo": "#EDEACB", "spacing": 0.1},
    "nature": {"fill": "#3A2614", "halo": MAP_INK["paper"], "italic": 1},
    "country": {"fill": "#5A4A2C", "spacing": 0.36, "weight": 600, "opacity": 0.32},
    "town": {"fill": MAP_INK["name"], "halo": MAP_INK["paper"], "spacing": 0.28, "weight": 600},
    "sea": {"fill": MAP_INK["water_name"], "italic": 1, "spacing": 0.14, "opacity": 0.85},
}
"""How words of a kind are set; `spacing` in ems."""


def letters(words: str, at: Point, size: float, kind: str, turn: float = 0.0, near: int = 1, rank: int = 4) -> Sign:
    """Words on the land or along the water, turned as it runs (within a quarter either way), at a point of the sheet.

    Kinds: `water`, `road`, `nature`, and in spaced letters `town`, `country`, `sea`. A country or sea keeps the scale
    of the map, as what it names does.
    """
    style = STYLES[kind]
    spacing = float(style.get("spacing") or 0) * size
    drawn = text(
        0,
        size * 0.32,
        words,
        size,
        fill=str(style["fill"]),
        halo=str(style["halo"]) if "halo" in style else None,
        italic=bool(style.get("italic")),
        weight=600 if style.get("weight") else None,
        spacing=round(spacing, 1) or None,
    )
    turn = (turn + 90) % 180 - 90
    long, high = width(words, size) + spacing * len(words), size * 1.05
    c, s = abs(math.cos(math.radians(turn))), abs(math.sin(math.radians(turn)))
    box = (round(long * c + high * s, 1), round(long * s + high * c, 1))
    turned = group([drawn], transform=f"rotate({turn:.1f})" if turn else None, opacity=style.get("opacity"))
    if kind in ("country", "sea"):
        return Sign(turned, at, 0, 9, (0.0, 0.0), kind="sheet")
    return Sign(turned, at, near, rank, box, kind="water" if kind == "water" else "name")
