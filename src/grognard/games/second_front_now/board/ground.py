"""The map of Second Front Now!: hexes of fifteen kilometres from the Channel to Orléans.

`draw_ground` paints sea, surf, relief, woods, waters, towns and the breakout line; `draw_board` gives the hexes and
the holding boxes with their signs. Beaches are no part of the ground: only those in use are shown, as pieces.
"""

import math
import random
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from shapely.geometry import Polygon
from shapely.geometry import box as rectangle
from shapely.ops import unary_union

from grognard.games.second_front_now.content import ALLIED_LOST, GERMAN_LOST, GRID, LONG_NAMES
from grognard.look import hexground, lines, relief
from grognard.look.boxes import HoldingBox
from grognard.look.data import Data, Row, rows
from grognard.look.hexboard import HexBoard, card_window, in_order, paper
from grognard.look.labels import name_sign, settled, sheet_sign, star_sign
from grognard.look.scene import Board, Place, Point, Sign
from grognard.look.style import MAP_INK
from grognard.look.svg import ROUND, document, group, line, num, path, polygon, rect, smooth

RADIUS = 50.0
LEFT, TOP = 60.0, 170.0
PAD = 26.0
PIXEL = 2.6
BOX_LEFT = 2064.0
SHEET_W, SHEET_H = 2560.0, 2790.0

BOXES = (
    HoldingBox("England", "England", BOX_LEFT, 170, 10, 3, 46, "#EFE3CF"),
    HoldingBox("Blooded", "US blooded divisions", BOX_LEFT, 390, 10, 2, 46, "#E9EBD8"),
    HoldingBox("Command", "German command", BOX_LEFT, 564, 10, 1, 46, "#E4E7E8"),
    HoldingBox("North", "North", BOX_LEFT, 692, 10, 3, 46, "#E4E7E8"),
    HoldingBox("South", "South", BOX_LEFT, 912, 10, 3, 46, "#E4E7E8"),
    HoldingBox("Italy", "Italy", BOX_LEFT, 1132, 10, 2, 46, "#E4E7E8"),
    HoldingBox("Russia", "Russia", BOX_LEFT, 1306, 10, 3, 46, "#E4E7E8"),
    HoldingBox("Due", "Still to be raised", BOX_LEFT, 1526, 10, 1, 46, "#E4E7E8"),
    HoldingBox("Allied destroyed", "Allied destroyed", BOX_LEFT, 1654, 10, 2, 46, "#E8E2D4"),
    HoldingBox("German destroyed", "German destroyed", BOX_LEFT, 1828, 10, 2, 46, "#E8E2D4"),
    HoldingBox("Allied out of supply", LONG_NAMES[ALLIED_LOST], BOX_LEFT, 2002, 10, 1, 46, "#E8E2D4"),
    HoldingBox("German out of supply", LONG_NAMES[GERMAN_LOST], BOX_LEFT, 2130, 10, 2, 46, "#E8E2D4"),
    HoldingBox("Converted", "Green no longer", BOX_LEFT, 2304, 10, 1, 46, "#E9EBD8"),
)

LAND_RAMP: relief.Ramp = (
    (0.0, "#BFCB93"),
    (0.16, "#CFD39C"),
    (0.32, "#DFD39A"),
    (0.55, "#D2B57E"),
    (1.0, "#B89263"),
)
SEA_RAMP: relief.Ramp = ((0.0, "#C4DEE3"), (0.35, "#A5CBD8"), (0.75, "#84B2C8"), (1.0, "#6F9FBA"))
ROOFS = ("#8F6E5C", "#A07C66", "#7E6253", "#B08B70")
WIDE_NAMES = (("THE CHANNEL", 14.6, 7.2, 62, -38), ("North Sea", 31.0, -0.1, 36, 0), ("ENGLAND", 14.0, 1.6, 48, 0))
LANDS = (("FRANCE", 17.2, 22.6, 96), ("BELGIUM", 28.2, 8.0, 58))
WATERS = (
    ("Seine", 16.6, 16.6, 40), ("Loire", 17.4, 26.2, 18), ("Somme", 26.4, 12.5, 8), ("Oise", 23.2, 17.2, -50),
    ("Marne", 27.5, 19.7, 8), ("Aisne", 29.2, 16.5, 0),
)  # fmt: skip
LEGEND = ("major river", "river", "all-sea hexside", "breakout line", "fortress", "forest", "hills", "marsh")
LEGEND_TOP, LEGEND_STEP = 2462.0, 38.0


class Layout:
    """The data files on the map."""

    def __init__(self, data: Data) -> None:
        self.rows = rows(data, "map_hexes")
        self.places = rows(data, "places")
        self.sides = [(GRID.side_of(row["hex_a"], row["hex_b"]), row) for row in rows(data, "map_hexsides")]
        self.vectors = rows(data, "map_vectors")
        self.board = HexBoard(GRID, RADIUS, (LEFT, TOP), PAD)

    def at(self, x: float, y: float) -> Point:
        """A point in columns and rows, as the data files have it, in map units."""
        first = self.board.centre(0)
        return first[0] + (x - 10) * 1.5 * RADIUS, first[1] + (y + 0.5) * math.sqrt(3) * RADIUS

    def hexes(self, column: str, *values: str) -> list[int]:
        return [space for space, row in enumerate(self.rows) if row[column] in values]

    def marked(self, kind: str) -> list[int]:
        return [side for side, row in self.sides if row["type"] == kind]

    def waters(self, kind: str) -> list[list[Point]]:
        """The courses of rivers of a kind, each river by itself."""
        by_name: dict[str, list[int]] = {}
        for side, row in self.sides:
            if row["type"] == kind:
                by_name.setdefault(row["name"], []).append(side)
        return [course for sides in by_name.values() for course in self.board.courses(sides)]

    @cached_property
    def land(self) -> list[Any]:
        """The land as shapes: the outline of the data, held to the hexes that are land and those that are not."""
        by_name: dict[str, list[Point]] = {}
        for row in self.vectors:
            if row["feature"] == "land_polygon":
                by_name.setdefault(row["name"], []).append(self.at(float(row["x"]), float(row["y"])))
        outline = unary_union([Polygon(points).buffer(0) for points in by_name.values()])
        dry = unary_union([Polygon(self.board.polygon(s, 0.62)) for s in self.hexes("surface", "land", "england")])
        wet = unary_union([Polygon(self.board.polygon(s, 0.55)) for s in self.hexes("surface", "sea")])
        shape = outline.buffer(2).union(dry).buffer(20).buffer(-20).difference(wet).buffer(-9).buffer(18).buffer(-9)
        shape = shape.intersection(rectangle(-20, -20, self.board.width + 20, self.board.height + 20))
        return [part for part in getattr(shape, "geoms", [shape]) if part.area > 900]


def draw_ground(data: Data) -> str:
    """The sheet without words: boxes beside the map, then the map."""
    layout = Layout(data)
    cards = group([card.art() for card in BOXES])
    items = [paper(SHEET_W, SHEET_H), layout.board.framed(_land(layout)), cards, _legend_art()]
    return document(items, (0, 0, SHEET_W, SHEET_H))


def _picture(layout: Layout) -> relief.Field:
    """Sea by its depth, land by relief, with woods, wet ground and England paler."""
    canvas = hexground.Canvas(layout.board, PIXEL)
    shape = canvas.shape
    coast = canvas.painted([list(part.exterior.coords) for part in layout.land])
    for part in layout.land:
        for hole in part.interiors:
            coast *= 1 - canvas.painted([list(hole.coords)])
    bumps = canvas.mask(layout.hexes("terrain", "hill"), 9)
    woods = canvas.mask(layout.hexes("terrain", "forest"), 5)
    wet = canvas.mask(layout.hexes("terrain", "marsh"), 5)
    england = canvas.mask(layout.hexes("surface", "england"), 6, 1.1)
    heights = relief.fractal(shape, 15, 9, 6, 0.55) * 0.8 + 0.55
    heights = heights + bumps * (1.5 + relief.fractal(shape, 18, 22, 4, 0.55, ridged=True))
    picture = relief.tint(np.clip(heights / 3.2, 0, 1), LAND_RAMP)
    picture = canvas.fields(picture, 0.4 * (1 - woods), 5, 900)
    picture = relief.blend(picture, "#809458", 0.55 * np.clip(woods * 1.2, 0, 1))
    picture = relief.blend(picture, "#96BAB4", 0.5 * wet)
    picture = relief.blend(picture, "#D6D1BE", 0.6 * england)
    picture = canvas.shaded(picture, heights, 12)
    depth = 1 - relief.blur(coast, 16) * 1.5 + relief.fractal(shape, 33, 5, 3) * 0.05
    sea = relief.tint(np.clip(depth, 0, 1), SEA_RAMP)
    edge = relief.blur(coast, 0.7)[..., None]
    shown: relief.Field = 0.98 * (sea * (1 - edge) + picture * edge)
    return shown


def _land(layout: Layout) -> list[str]:
    board = layout.board
    out = [relief.image(_picture(layout), 0, 0, board.width, board.height)]
    shore = "".join(
        line(list(ring.coords), closed=True) for part in layout.land for ring in (part.exterior, *part.interiors)
    )
    for broad, faint in ((26, 0.10), (16, 0.14), (8, 0.2)):
        out.append(path(shore, stroke="#FFFFFF", stroke_width=broad, opacity=faint, **ROUND))
    out.append(path(shore, stroke="#3F5E6B", stroke_width=3, **ROUND))
    out.append(hexground.grove(board, layout.hexes("terrain", "forest"), 15, 4, size=6.6))
    out.append(hexground.marsh(board, layout.hexes("terrain", "marsh"), each=14))
    out.append(hexground.hill(board, layout.hexes("terrain", "hill")))
    out.append(lines.streams(layout.waters("river"), 5.5))
    out.append(lines.rivers(layout.waters("major_river"), 13))
    out.append(_towns(layout))
    out.append(_all_sea(board.sides(layout.marked("all_sea"))))
    out.append(_breakout(board.sides(layout.marked("breakout"))))
    return out


def _all_sea(d: str) -> str:
    return path(d, fill="none", stroke="#123E57", stroke_width=6, stroke_linecap="round", stroke_dasharray="2 9")


def _breakout(d: str) -> str:
    """The line of 6.1: a red chain on paper."""
    return path(d, stroke="#FFF6E2", stroke_width=9, opacity=0.7, **ROUND) + path(
        d, fill="none", stroke="#8E2A1B", stroke_width=4.6, stroke_dasharray="16 7 3 7", stroke_linejoin="round"
    )


def _towns(layout: Layout) -> str:
    """Roofs by the size of a place, works for a fortress."""
    rng = random.Random(3)
    roofs: dict[str, list[str]] = {colour: [] for colour in ROOFS}
    works: list[str] = []
    for row in layout.places:
        x, y = layout.board.centre(GRID.id(row["hex"]))
        if row["kind"] == "fortress":
            works.append(_fort((x, y), 25))
            continue
        value = int(row["vp"])
        count, spread = (30, 31) if value > 2 else (17, 23) if row["kind"] == "city" else (6, 15)
        for _ in range(count):
            angle, far = rng.uniform(0, math.tau), spread * math.sqrt(rng.random())
            wide, high = rng.uniform(6, 12), rng.uniform(6, 10)
            left, top = x + far * math.cos(angle) - wide / 2, y + far * math.sin(angle) * 0.8 - high / 2
            roofs[rng.choice(ROOFS)].append(f"M{num(left)} {num(top)}h{num(wide)}v{num(high)}h{num(-wide)}z")
    drawn = [path("".join(d), fill=colour, stroke="#3D2A20", stroke_width=1) for colour, d in roofs.items() if d]
    return group([*drawn, *works])


def _fort(at: Point, radius: float) -> str:
    outer = polygon(_six(at, radius), fill="#8C8577", stroke="#1E1B14", stroke_width=2.6)
    return outer + polygon(_six(at, radius * 0.56), fill="#D9D0BC", stroke="#1E1B14", stroke_width=1.6)


def _six(at: Point, radius: float) -> list[Point]:
    """A star of six points."""
    return [
        (at[0] + r * math.sin(k * math.pi / 6), at[1] - r * math.cos(k * math.pi / 6))
        for k in range(12)
        for r in [radius if k % 2 == 0 else radius * 0.62]
    ]


def _legend_art() -> str:
    """One drawing for each line of `LEGEND`."""
    x = BOX_LEFT + 16
    y = [LEGEND_TOP + k * LEGEND_STEP for k in range(len(LEGEND))]
    flat = [f"M{num(x)} {num(row)}h70" for row in y]
    wave = [smooth([(x, row + 3), (x + 35, row - 5), (x + 70, row + 3)]) for row in y]
    out = [
        path(wave[0], stroke=MAP_INK["water_casing"], stroke_width=17, opacity=0.7, **ROUND),
        path(wave[0], stroke=MAP_INK["water"], stroke_width=12, **ROUND),
        path(wave[1], stroke=MAP_INK["water_casing"], stroke_width=8, opacity=0.6, **ROUND),
        path(wave[1], stroke=MAP_INK["water"], stroke_width=5, **ROUND),
        _all_sea(flat[2]),
        _breakout(flat[3]),
        _fort((x + 35, y[4]), 16),
        rect(x, y[5] - 12, 70, 24, 5, fill="#8FA066"),
        rect(x, y[6] - 12, 70, 24, 5, fill="#C6A676"),
        rect(x, y[7] - 12, 70, 24, 5, fill="#A9C6C4"),
    ]
    return "".join(out)


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    """Hexes and holding boxes with their signs."""
    layout = Layout(data)
    named = {row["hex"]: row for row in layout.places}
    places = [_hex_place(layout, space, ids[name], named.get(name)) for space, name in enumerate(GRID.names)]
    places += [card.place(ids[card.key]) for card in BOXES]
    shown = layout.hexes("surface", "land", "sea")
    front = layout.board.on_sheet(layout.board.centre(GRID.id("1912")))
    return Board(
        SHEET_W,
        SHEET_H,
        in_order(places),
        (*_sheet_signs(layout), *_map_signs(layout, ids)),
        grid=layout.board.lattice(_land_sides(layout)),
        numbers=layout.board.numbers(spaces=layout.hexes("surface", "land")),
        home=(front[0] - 700, front[1] - 450, 1400, 900),
        card=card_window(layout.board.on_sheet(layout.board.centre(shown[len(shown) // 3])), 900, (SHEET_W, SHEET_H)),
    )


def _land_sides(layout: Layout) -> Iterable[int]:
    """Hexsides of the hexes that can be entered."""
    land = set(layout.hexes("surface", "land"))
    return [side for side, pair in enumerate(GRID.hexsides) if land.intersection(pair)]


def _hex_place(layout: Layout, space: int, id: int, place: Row | None) -> Place:
    row = layout.rows[space]
    facts = [row["terrain"] + (f", {row['terrain_name']}" if row["terrain_name"] else "")]
    if place is not None:
        if facts[0] == place["kind"]:
            facts.clear()
        facts.append(f"{place['kind']}, {place['vp']} VP")
    for flag, words in (("coastal", "coastal"), ("german_supply", "German supply source")):
        if row[flag] == "1":
            facts.append(words)
    for area in ("calais", "dieppe"):
        if row[f"beach_{area}"]:
            facts.append(f"{row[f'beach_{area}']} beach of the {area.capitalize()} area")
    name = f"{row['hex']} {place['name']}" if place is not None else row["hex"]
    return layout.board.place(space, id, name, facts, size=0.86 * RADIUS)


def _sheet_signs(layout: Layout) -> list[Sign]:
    """Title, titles of boxes, legend, and the wide names of lands and seas."""
    out = [
        sheet_sign((LEFT, 96), "SECOND FRONT NOW!", 84, weight=600, spacing=10),
        sheet_sign(
            (LEFT + 3, 144), "2 September – 20 November 1943  ·  one hex is fifteen kilometres", 34, italic=True,
            fill="#4A3F2C",
        ),
    ]  # fmt: skip
    out.extend(card.sign() for card in BOXES)
    for k, words in enumerate(LEGEND):
        out.append(
            sheet_sign((BOX_LEFT + 106, LEGEND_TOP + k * LEGEND_STEP + 8), words, 24, "interface", MAP_INK["frame"])
        )
    for words, x, y, size, turn in WIDE_NAMES:
        ink = "#5A5140" if words == "ENGLAND" else "#2C5A77"
        at = layout.board.on_sheet(layout.at(x, y))
        out.append(sheet_sign(at, words, size, fill=ink, anchor="middle", italic=True, spacing=8, turn=turn))
    for words, x, y, size in LANDS:
        at = layout.board.on_sheet(layout.at(x, y))
        out.append(sheet_sign(at, words, size, fill="#A89A72", weight=600, spacing=34))
    return out


def _map_signs(layout: Layout, ids: Mapping[str, int]) -> list[Sign]:
    """Values and names of places, and names of waters."""
    fixed: list[Sign] = []
    names: list[tuple[Sign, list[Point]]] = []
    for row in layout.places:
        space, value = ids[row["hex"]], int(row["vp"])
        x, y = layout.board.on_sheet(layout.board.centre(GRID.id(row["hex"])))
        fixed.append(star_sign((x + 30, y - 20), row["vp"], 15, space))
        size = 25.0 if value >= 4 else 20.0 if row["kind"] != "town" else 17.0
        words = row["name"].split(" (")[0]
        bold = row["kind"] != "town"
        sign = name_sign(
            [words], (x, y + 36), size, bold=bold, rank=1 if bold else 2, space=space, near=0 if bold else 1
        )
        names.append((sign, [(x, y + 36), (x, y - 40), (x, y + 46)]))
    for words, wx, wy, _ in WATERS:
        at = layout.board.on_sheet(layout.at(wx, wy))
        sign = name_sign([words], at, 20, italic=True, fill=MAP_INK["water_name"], rank=4)
        names.append((sign, [at, (at[0] + 24, at[1] + 18), (at[0] - 24, at[1] - 18)]))
    return [*fixed, *settled(names, fixed, layout.board.frame)]
