"""The picture that stands for a title in the lobby: a window of its map with names, victory places and counters.

The ground comes as an image of its own; what is drawn here lies over it, in a document the page takes into itself, so
that the fonts of the page reach its words.
"""

from collections.abc import Iterable, Sequence
from math import hypot, sqrt
from statistics import mean, median

from grognard.look.counters import face_defs, face_svg
from grognard.look.labels import Box, overlap
from grognard.look.scene import Board, Piece, Place, Point, Scene, Sign
from grognard.look.svg import element, group, moved, num, path, rect

View = tuple[float, float, float, float]
"""x, y, width, height."""

COUNTERS = 10.5
"""Counters side by side in the window."""
RATIO = 1.0
"""Height of the window to its width."""
CAPTION = 0.05
"""Share of the height the publisher's name takes at the top: what matters stands a little lower."""
ENOUGH = 4
"""Occupied places that make a picture of play."""
PIXELS = 290.0
"""Width of a card on the screen, for the size of words."""
EDGE = 0.1
"""Shift of a counter under another, in counters."""
BESIDE = ("box", "zone")
"""Kinds of places that lie beside the map."""
LEAST_SIGN, MOST_SIGN = 0.46, 0.84

Stacks = dict[tuple[int, int, int], list[Piece]]
"""Pieces by place, group and side; the last lies on top."""


def window(sheet: Board, scenes: Sequence[Scene]) -> tuple[View, Scene]:
    """The part of the map to show and the position to show there: the first of `scenes` with enough going on near
    the spot the board names for its card, else the one with most, wherever that is."""
    wide = COUNTERS * median(place.size for place in sheet.places)
    middle = _middle(sheet)
    best: tuple[int, float, View, Scene] | None = None
    for scene in scenes:
        spots = _spots(sheet, scene)
        for centre in (middle, *spots):
            view = _view(sheet, centre, wide)
            count = sum(_inside(spot, view) for spot in spots)
            if centre is middle and count >= ENOUGH:
                return view, scene
            away = hypot(centre[0] - middle[0], centre[1] - middle[1])
            if best is None or (count, -away) > (best[0], -best[1]):
                best = count, away, view, scene
    if best is None:
        return _view(sheet, middle, wide), Scene(())
    near = [spot for spot in _spots(sheet, best[3]) if _inside(spot, best[2])] or [middle]
    centre = mean(x for x, _ in near), mean(y for _, y in near) - CAPTION * wide
    return _view(sheet, centre, wide), best[3]


def front(sheet: Board, scene: Scene, view: View) -> str:
    """Grid, names, badges and counters of the window as one SVG document."""
    places = {place.space: place for place in sheet.places}
    found = _stacks(scene, places)
    stacks = [
        (_stand(places[space], slot, side, found), pieces, places[space].size)
        for (space, slot, side), pieces in found.items()
    ]
    seen = [(at, pieces, size) for at, pieces, size in stacks if _inside(at, view)]
    taken = [_box(at, (size, size)) for at, _, size in seen]
    occupied = {pieces[0].space for _, pieces, _ in seen}
    items = [
        path(sheet.grid, fill="none", stroke="#2B2417", stroke_width=1.6, opacity=0.4),
        *_signs(sheet.signs, view, occupied, taken),
        *(_stack(at, pieces, size) for at, pieces, size in seen),
    ]
    x, y, w, h = view
    shown = f"{num(x)} {num(y)} {num(w)} {num(h)}"
    return element(
        "svg",
        element("defs", face_defs() + sheet.defs) + "".join(items),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=shown,
        preserveAspectRatio="xMidYMid slice",
    )


def _middle(sheet: Board) -> Point:
    x, y, w, h = sheet.card if any(sheet.card) else sheet.home if any(sheet.home) else (0, 0, sheet.width, sheet.height)
    return x + w / 2, y + h / 2


def _view(sheet: Board, centre: Point, wide: float) -> View:
    """A window round a point, kept on the sheet."""
    high = wide * RATIO
    x = min(max(centre[0] - wide / 2, 0.0), max(sheet.width - wide, 0.0))
    y = min(max(centre[1] - high / 2, 0.0), max(sheet.height - high, 0.0))
    return round(x, 1), round(y, 1), round(wide, 1), round(high, 1)


def _spots(sheet: Board, scene: Scene) -> list[Point]:
    """Where counters stand on the map, one point a place."""
    held = {piece.space for piece in scene.pieces if piece.unit >= 0}
    return [place.anchor for place in sheet.places if place.space in held and place.kind not in BESIDE]


def _inside(p: Point, view: View) -> bool:
    x, y, w, h = view
    return x < p[0] < x + w and y < p[1] < y + h


def _stacks(scene: Scene, places: dict[int, Place]) -> Stacks:
    found: Stacks = {}
    for piece in scene.pieces:
        place = places.get(piece.space)
        if place is not None and not piece.marker and place.kind not in BESIDE:
            slot = min(piece.group, len(place.slots) - 1) if place.slots else 0
            found.setdefault((piece.space, slot, piece.side), []).append(piece)
    return found


def _stand(place: Place, slot: int, side: int, found: Iterable[tuple[int, int, int]]) -> Point:
    """Where a stack stands; sides that share a stand point stand beside one another."""
    x, y = place.slots[slot] if place.slots else place.anchor
    here = sorted(other for space, at, other in found if (space, at) == (place.space, slot))
    return x + (here.index(side) - (len(here) - 1) / 2) * place.size * 1.12, y


def _signs(signs: Sequence[Sign], view: View, occupied: set[int], taken: list[Box]) -> list[str]:
    """Signs of the middle zoom in order of right of way; the loser of a collision is left out. The signs of one
    place were made to stand together."""
    scale = PIXELS / view[2]
    factor = min(max(0.52 * sqrt(scale / 0.45), LEAST_SIGN), MOST_SIGN) / scale
    drawn = []
    mine: dict[int, list[Box]] = {}
    for sign in sorted(signs, key=lambda s: s.rank):
        at = sign.aside if sign.aside is not None and sign.space in occupied else sign.at
        if sign.near > 1 or sign.kind in ("sheet", "number", "height", "water") or not _inside(at, view):
            continue
        box = _box(at, (sign.box[0] * factor, sign.box[1] * factor))
        cut = box[0] < view[0] or box[2] > view[0] + view[2]
        own = mine.setdefault(sign.space, []) if sign.space >= 0 else []
        if cut or (sign.rank > 0 and any(overlap(box, other) for other in taken if other not in own)):
            continue
        taken.append(box)
        own.append(box)
        drawn.append(moved(*at, sign.svg, scale=factor))
    return drawn


def _stack(at: Point, pieces: Sequence[Piece], size: float) -> str:
    """The top counter over the edges of those below it, and a shadow."""
    out = []
    shown = pieces[-4:]
    for i, piece in enumerate(shown):
        shift = (len(shown) - 1 - i) * EDGE * size
        left, top = at[0] - shift - size / 2, at[1] + shift - size / 2
        shade = rect(left + size * 0.03, top + size * 0.044, size, size, size * 0.09, fill="#000", opacity=0.3)
        out += [shade, moved(left, top, face_svg(piece.face), scale=size / 100)]
    return group(out)


def _box(at: Point, size: tuple[float, float]) -> Box:
    return at[0] - size[0] / 2, at[1] - size[1] / 2, at[0] + size[0] / 2, at[1] + size[1] / 2
