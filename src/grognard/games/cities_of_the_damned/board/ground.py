"""The maps of Cities of the Damned: the bombed town, the railway station, and the boxes beside them, on one sheet.

Each map keeps the coordinates of the data files; `Sheet.at` says where it lies.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from shapely.geometry import LineString

from grognard.look import lines, relief, town
from grognard.look.areas import Areas, around
from grognard.look.boxes import HoldingBox
from grognard.look.data import Data, Row, rows, told
from grognard.look.labels import HALO, STAR, Box, box_of, name_sign, settled, sheet_sign
from grognard.look.scene import Board, Place, Point, Sign
from grognard.look.shapes import chain, star
from grognard.look.slots import TRIOS, stand
from grognard.look.style import MAP_INK
from grognard.look.svg import (
    ROUND,
    Attribute,
    circle,
    document,
    figure,
    group,
    line,
    moved,
    num,
    path,
    polygon,
    rect,
    smooth,
    text,
)


class Sheet(Struct, frozen=True):
    """One of the two maps: its key in the data, its place on the sheet and its size."""

    key: str
    at: Point
    width: float
    height: float
    seed: int

    def place(self, p: Point) -> Point:
        """A point of this map on the sheet."""
        return round(p[0] + self.at[0], 1), round(p[1] + self.at[1], 1)

    @property
    def frame(self) -> Box:
        left, top = self.at
        return left + 6, top + 6, left + self.width - 6, top + self.height - 6


MAIN = Sheet("main", (60.0, 60.0), 1700.0, 2200.0, 51)
RAIL = Sheet("rail", (1870.0, 1410.0), 1100.0, 850.0, 71)
SHEETS = {"main": MAIN, "rail": RAIL}
SHEET_W, SHEET_H = 3030.0, 2320.0
PIXEL = 2.5
SIZES = (68.0, 64.0, 60.0, 56.0, 52.0)

CARD = (330.0, 760.0, 1200.0, 675.0)
"""Castle Hill above the ruined town: the picture of the lobby card."""

BOX_NAMES = (
    HoldingBox("Reserve box", "Reserve box", 1870, 821, 6, 3),
    HoldingBox("Off-map East", "Off-map East", 2422, 225, 6, 2),
    HoldingBox("Set-up", "Set-up", 1870, 225, 6, 2),
    HoldingBox("Reinforcements to come", "Reinforcements to come", 1870, 480, 6, 3),
    HoldingBox("Reinforcements", "Reinforcements ready", 2422, 480, 6, 3),
    HoldingBox("Exited Main", "Exited, town", 2422, 821, 3, 3, 82),
    HoldingBox("Exited Rail", "Exited, rail", 2692, 821, 3, 3, 82),
)

RAMP: relief.Ramp = ((0.0, "#CCC8B0"), (0.25, "#CFC7A2"), (0.5, "#C8B48C"), (0.75, "#B59A76"), (1.0, "#A78A69"))
OPEN_GROUND = frozenset({"1", "3", "4", "6", "9", "61"})
"""Low areas of the town map without blocks of houses."""
HOUSES_ON_THE_HILL = ("29",)
GROVES = ("3", "4", "6", "9", "54", "55", "58", "59", "61")
RAIL_HOUSES = ("R9", "R11", "R14", "R20")
RUINED = 0.72
"""Share of the town's houses that the bombing left as ruins."""


class Layout:
    """Areas, borders and scenery of both maps."""

    def __init__(self, data: Data) -> None:
        self.area = {row["id"]: row for row in rows(data, "areas")}
        self.links = rows(data, "adjacency")
        self.scenery = rows(data, "map_art")
        self.land = Areas(
            {key: _points(row["polygon"]) for key, row in self.area.items()},
            {key: (float(row["label_x"]), float(row["label_y"])) for key, row in self.area.items()},
        )

    def on(self, sheet: Sheet) -> list[str]:
        return [key for key, row in self.area.items() if row["map"] == sheet.key]

    def drawn(self, sheet: Sheet, kind: str) -> list[tuple[str, list[Point]]]:
        """Scenery lines of a kind: name and points."""
        return [(r["name"], _points(r["points"])) for r in self.scenery if r["kind"] == kind and r["map"] == sheet.key]

    def borders(self, sheet: Sheet, kind: str) -> list[tuple[Point, Point]]:
        return [
            ((float(r["x1"]), float(r["y1"])), (float(r["x2"]), float(r["y2"])))
            for r in self.links
            if r["map"] == sheet.key and r["kind"] == kind
        ]


def _points(text_form: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text_form.split())]


# --- the ground ------------------------------------------------------------------------------------------------------


def draw_ground(data: Data) -> str:
    """The sheet without words: paper and boxes, then both maps."""
    layout = Layout(data)
    out = [rect(0, 0, SHEET_W, SHEET_H, fill="#DDD4C1")]
    out.extend(card.art() for card in BOX_NAMES)
    clips = []
    for sheet in SHEETS.values():
        clips.append(
            f'<clipPath id="{sheet.key}"><rect width="{num(sheet.width)}" height="{num(sheet.height)}"/></clipPath>'
        )
        rim = rect(-10, -10, sheet.width + 20, sheet.height + 20, fill=MAP_INK["frame"])
        land = group([*_terrain(layout, sheet), *_borders(layout, sheet)], clip_path=f"url(#{sheet.key})")
        out.append(moved(*sheet.at, rim + land))
    out.append(_legend_art())
    return document(out, (0, 0, SHEET_W, SHEET_H), "".join(clips))


def _picture(layout: Layout, sheet: Sheet) -> tuple[relief.Field, relief.Field]:
    """Levels above the valley floor and the shaded picture."""
    shape = (round(sheet.height / PIXEL), round(sheet.width / PIXEL))
    keys = layout.on(sheet)
    outlines = [(layout.land.points[key], float(layout.area[key]["elevation"]) - 1) for key in keys]
    steps = relief.painted(outlines, shape, PIXEL)
    k = 3 / PIXEL
    plain = relief.blur(steps, 16 * k) * 0.75 + relief.blur(steps, 7 * k) * 0.25
    ridges = relief.warped(relief.fractal(shape, sheet.seed, 8, 5, 0.48, ridged=True), sheet.seed + 9, 18)
    levels = plain + np.clip(plain * 1.3, 0, 1) * 0.46 * ridges
    picture = relief.tint(levels / 2.5, RAMP)
    dust = relief.fractal(shape, sheet.seed + 3, 14, 4) * 9 * np.clip(1 - plain, 0, 1)
    picture = picture + dust[..., None]
    if sheet is RAIL:
        meadow = np.clip(relief.fractal(shape, 61, 6, 4) * 0.9 + 0.55, 0, 1)
        picture = relief.blend(picture, "#B0BA86", 0.55 * meadow)
    safe = [(layout.land.points[key], 1.0) for key in keys if layout.area[key]["white"] == "1"]
    picture = relief.blend(picture, "#BEC692", 0.5 * relief.blur(relief.painted(safe, shape, PIXEL), 5))
    return levels, relief.lit(picture, relief.hillshade(levels * 60 / PIXEL))


def _terrain(layout: Layout, sheet: Sheet) -> list[str]:
    """Relief, houses, trees, craters, railway and roads."""
    land = layout.land
    levels, picture = _picture(layout, sheet)
    out = [relief.image(picture, 0, 0, sheet.width, sheet.height)]
    heights = (0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2.1)
    for d in relief.contours(relief.blur(levels, 1.8), heights, PIXEL).values():
        out.append(path(d, fill="none", stroke="#5A4028", stroke_width=1.6, opacity=0.4))
    strokes = relief.hachures(relief.blur(levels, 1.4), PIXEL, 7, 6000, 0.035, 420)
    out.append(path(strokes, stroke="#4A3524", stroke_width=1.5, opacity=0.26, **ROUND))
    roads = layout.drawn(sheet, "road")
    streets = [LineString(points) for _, points in roads]
    keys = layout.on(sheet)
    if sheet is MAIN:
        low = [key for key in keys if layout.area[key]["elevation"] == "1" and layout.area[key]["white"] == "0"]
        built = [land.shape[key] for key in (*low, *HOUSES_ON_THE_HILL) if key not in OPEN_GROUND]
        out.append(town.houses(built, streets, seed=5, gap=16, least=1700, ruined=RUINED))
        out.append(town.grove([land.shape[key] for key in GROVES], 210, 3, size=10))
        out.append(town.craters(sheet.width, sheet.height, 130, 4))
    else:
        built = [land.shape[key].buffer(-22) for key in RAIL_HOUSES]
        out.append(town.houses(built, streets, seed=5, gap=12, least=1500, ruined=0.6))
        out.append(town.grove([land.shape[key] for key in keys], 150, 9, size=8))
        out.append(town.craters(sheet.width, sheet.height, 45, 8))
    for _, points in layout.drawn(sheet, "light_river"):
        out.append(path(smooth(points), stroke="#8FB9CB", stroke_width=8, **ROUND))
    out.extend(lines.railway(points, 17) for _, points in layout.drawn(sheet, "railway"))
    net = [(points, 17.0 if name == "Route 6" else 11.0, "#EADFC0") for name, points in roads]
    out.append(lines.roads(net, "#7A6747"))
    return out


def _borders(layout: Layout, sheet: Sheet) -> list[str]:
    """Normal borders white, rivers wide and winding, prohibited borders a red comb on yellow."""
    d = "".join(line(border) for border in layout.borders(sheet, "normal"))
    out = [
        path(d, stroke="#1F1A12", stroke_width=9, opacity=0.5, **ROUND),
        path(d, stroke="#FFFDF4", stroke_width=5, **ROUND),
    ]
    for course in chain(layout.borders(sheet, "river"), snap=5):
        out.append(lines.river(_winding(course), 26, tension=1.8))
    out.extend(_prohibited(p, q) for p, q in layout.borders(sheet, "prohibited"))
    return out


def _winding(course: Sequence[Point]) -> list[Point]:
    """A river along straight borders, with a bend in the middle of each."""
    out = []
    for a, b in pairwise(course):
        out += [a, ((a[0] + b[0]) / 2 + (b[1] - a[1]) * 0.05, (a[1] + b[1]) / 2 - (b[0] - a[0]) * 0.05)]
    return [*out, course[-1]]


def _prohibited(p: Point, q: Point) -> str:
    long = math.dist(p, q)
    aside = (p[0] - (q[1] - p[1]) / long * 50, p[1] + (q[0] - p[0]) / long * 50)
    comb = line((p, q)) + lines.teeth(p, q, aside, 20, (15,))
    yellow = path(line((p, q)), stroke="#F4D34A", stroke_width=13, **ROUND)
    return yellow + path(comb, stroke=MAP_INK["no_vehicle"], stroke_width=6, **ROUND)


LEGEND_AT, LEGEND_STEP = (1876.0, 1196.0), 56.0
LEGEND: tuple[tuple[float, int, str], ...] = (
    (0, 0, "area"),
    (0, 1, "resistance (white: Allied for ever)"),
    (0, 2, "elevation 2 or 3"),
    (610, 0, "river"),
    (610, 1, "prohibited"),
    (610, 2, "victory area"),
    (850, 0, "exit"),
    (850, 1, "German supply"),
    (850, 2, "entry"),
)
"""Offset to the right, line, words."""


def _legend_spot(index: int) -> Point:
    right, row, _ = LEGEND[index]
    return LEGEND_AT[0] + right, LEGEND_AT[1] + row * LEGEND_STEP


def _legend_art() -> str:
    spots = [_legend_spot(i) for i in range(len(LEGEND))]
    art = (
        _plate(0.8),
        _resistance_disc(False, 17) + moved(44, 0, _resistance_disc(True, 17)),
        _triangle(1.4),
        lines.river([(-36, 2), (0, -5), (36, 3)], 20),
        _prohibited((-36, -4), (36, -4)),
        polygon(star((0, 0), 23), **STAR),
        _exit_arrow(0.8),
        _supply_plate(),
        _entry_arrow(),
    )
    return "".join(moved(x + 30, y, drawn) for (x, y), drawn in zip(spots, art, strict=True))


# --- badges ----------------------------------------------------------------------------------------------------------


def _plate(scale: float = 1) -> str:
    art = rect(-31, -25, 62, 50, 10, fill="#FBF7EC", stroke=MAP_INK["edge"], stroke_width=3)
    return moved(0, 0, art, scale=scale)


def _resistance_disc(white: bool, radius: float = 20) -> str:
    return circle(0, 0, radius, fill="#FFFFFF" if white else "#3B4347", stroke=MAP_INK["edge"], stroke_width=3)


def _triangle(scale: float = 1) -> str:
    art = polygon(
        [(-13, 13), (13, 13), (0, -13)],
        fill="#7C5C38",
        stroke=MAP_INK["edge"],
        stroke_width=2.4,
        stroke_linejoin="round",
    )
    return moved(0, 0, art, scale=scale)


def _exit_arrow(scale: float = 1, turn: float = 180) -> str:
    art = path("M-26 -12H4V-24L30 0L4 24V12H-26Z", fill="#1F6B4A", stroke="#FFFFFF", stroke_width=4)
    return moved(0, 0, art, turn, scale)


def _entry_arrow() -> str:
    return moved(0, 0, path("M-26 -10H4V-20L26 0L4 20V10H-26Z", fill="#7E6634", stroke="#FFFFFF", stroke_width=4), 180)


def _supply_plate() -> str:
    return rect(-14, -17, 28, 34, 3, fill="#3B4347", stroke="#FFFFFF", stroke_width=3)


def _badge(layout: Layout, key: str, space: int) -> Sign:
    """Plate with the number, resistance disc at the right, level in a triangle at the left if 2 or 3."""
    row = layout.area[key]
    sheet, white = SHEETS[row["map"]], row["white"] == "1"
    out = _plate() + figure(0, 12, key, 33 if len(key) < 3 else 27)
    out += moved(47, 0, _resistance_disc(white))
    out += figure(47, 9.5, row["resistance"], 26, MAP_INK["figure"] if white else "#FFFFFF")
    if row["elevation"] != "1":
        out += moved(-44, 11, _triangle()) + figure(-44, 20, row["elevation"], 17, "#FFFFFF")
    return Sign(out, sheet.place(layout.land.middle[key]), 1, 1, (136.0, 54.0), space)


def _star_sign(layout: Layout, key: str, space: int) -> Sign:
    x, y = layout.land.middle[key]
    return Sign(
        polygon(star((0, 0), 25), **STAR),
        SHEETS[layout.area[key]["map"]].place((x, y - 53)),
        0,
        0,
        (50.0, 50.0),
        space,
        None,
        "victory",
    )


def _edge_signs(layout: Layout, key: str, space: int) -> list[Sign]:
    """Exit with its points, German supply, entry of the 26 NZ, link to the other map; all at the edge of the map."""
    row = layout.area[key]
    sheet = SHEETS[row["map"]]
    x, y = layout.land.middle[key]
    halo: dict[str, Attribute] = {"stroke": MAP_INK["paper"], "stroke_width": 6, **HALO}
    out: list[tuple[Point, str, tuple[float, float]]] = []
    if row["exit_vp"] != "0":
        value = f"+{row['exit_vp']}"
        south = row["map_edges"] == "S"
        arrow = moved(-22, 0, _exit_arrow(turn=90 if south else 180))
        drawn = arrow + figure(24, 9, value, 26, "#0F3D29", **halo)
        out.append(((x + 130, sheet.height - 38) if south else (56, y - 58), drawn, (100.0, 62.0 if south else 50.0)))
    if row["german_supply_edge"] == "1":
        out.append(((15, y), _supply_plate() + figure(0, 9, "S", 24, "#FFFFFF"), (31.0, 38.0)))
    if row["entry_26nz"] == "1":
        out.append(((sheet.width - 34, y - 56), _entry_arrow(), (56.0, 44.0)))
    if row["transit_to"]:
        edge = sheet.height - 26 if sheet is MAIN else 26
        words = ("↓ " if sheet is MAIN else "↑ ") + row["transit_to"].replace(" ", " · ")
        pill = rect(-46, -19, 92, 38, 19, fill="#1B4F80", stroke="#FFFFFF", stroke_width=3)
        out.append(((x, edge), pill + figure(0, 9, words, 24, "#FFFFFF"), (98.0, 44.0)))
    return [Sign(drawn, sheet.place(at), 1, 1, size, space) for at, drawn, size in out]


# --- the board -------------------------------------------------------------------------------------------------------


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    """Areas with three stand points each (Allied, German units drawn, German marker) and the boxes.

    `ids` by area number and box name; boxes without an id are left out.
    """
    layout = Layout(data)
    cards = [card for card in BOX_NAMES if card.key in ids]
    fixed = {key: _fixed_signs(layout, key, ids[key]) for key in layout.area}
    names = _names(layout, fixed, ids)
    places = [_area_place(layout, key, ids[key], fixed[key], names[key]) for key in layout.area]
    places += [card.place(ids[card.key]) for card in cards]
    signs = [
        *_sheet_signs(),
        *_waters(),
        *(card.sign() for card in cards),
        *(s for own in fixed.values() for s in own),
        *names.values(),
    ]
    ordered = tuple(sorted(places, key=lambda p: p.space))
    return Board(SHEET_W, SHEET_H, ordered, tuple(signs), card=CARD)


def _fixed_signs(layout: Layout, key: str, space: int) -> list[Sign]:
    out = [_badge(layout, key, space), *_edge_signs(layout, key, space)]
    if layout.area[key]["vp_star"] == "1":
        out.append(_star_sign(layout, key, space))
    return out


def _names(layout: Layout, fixed: Mapping[str, list[Sign]], ids: Mapping[str, int]) -> dict[str, Sign]:
    """A name for every area, within its own borders where possible."""
    out: dict[str, Sign] = {}
    for sheet in SHEETS.values():
        wanted = []
        for key in layout.on(sheet):
            row, middle = layout.area[key], layout.land.middle[key]
            victory = row["vp_star"] == "1"
            words = layout.land.name_lines(key, row["name"], middle[1] + 45, 24, not victory, victory)
            at = sheet.place(middle)
            sign = name_sign(words, at, 24, victory, not victory, near=1, rank=2 if victory else 5, space=ids[key])
            spots = around(at, 30, sign.box)
            left, top = sheet.at
            inside = [p for p in spots if layout.land.holds(key, _box_at((p[0] - left, p[1] - top), sign.box))]
            wanted.append((sign, inside + spots))
        others = [*_waters(), *(sign for key in layout.on(sheet) for sign in fixed[key])]
        out |= dict(zip(layout.on(sheet), settled(wanted, others, sheet.frame), strict=True))
    return out


def _box_at(p: Point, size: tuple[float, float]) -> Box:
    return p[0] - size[0] / 2, p[1] - size[1] / 2, p[0] + size[0] / 2, p[1] + size[1] / 2


def _area_place(layout: Layout, key: str, space: int, fixed: Sequence[Sign], name: Sign) -> Place:
    row = layout.area[key]
    sheet = SHEETS[row["map"]]
    outline = tuple(sheet.place(p) for p in layout.land.points[key])
    inner = [sheet.place(p) for p in town.corners(layout.land.shape[key].buffer(-6))]
    keep_free = [*((box_of(sign), 2.0) for sign in fixed), (box_of(name), 1.0)]
    where = stand(inner, keep_free, TRIOS, SIZES)
    return Place(
        space,
        f"{key} {row['name']}",
        outline,
        where.points[0],
        sheet.place(layout.land.middle[key]),
        kind="area",
        size=where.size,
        slots=where.points,
        facts=_facts(row),
    )


TOLD = {
    "white": "Allied for ever",
    "vp_star": "victory area",
    "exit_vp": "exit +{}",
    "german_supply_edge": "German supply edge",
    "entry_26nz": "entry of 26 NZ",
    "transit_to": "leads to {}",
}
"""What an area says of itself, by column of its row."""


def _facts(row: Row) -> tuple[str, ...]:
    return (f"elevation {row['elevation']}", f"resistance {row['resistance']}", *told(row, TOLD))


def _waters() -> list[Sign]:
    """Names along the rivers."""
    out = []
    for words, sheet, at in (("Rapido", MAIN, (856, 96)), ("Gari", MAIN, (776, 1968)), ("Gari", RAIL, (558, 652))):
        ink = MAP_INK["water_name"]
        drawn = text(0, 8, words, 31, italic=True, fill=ink, halo="#E7E6C8", turn=86, spacing=2)
        out.append(Sign(drawn, sheet.place(at), 1, 4, (36.0, 104.0 if words == "Rapido" else 66.0), kind="water"))
    return out


def _sheet_signs() -> list[Sign]:
    """Title, legend, name of the second map."""
    out = [
        sheet_sign((1868, 128), "CITIES OF THE DAMNED", 82, weight=600, spacing=5),
        sheet_sign((1872, 186), "Cassino, 15–23 March 1944  ·  solitaire", 42, italic=True, fill="#4A3F2C"),
        sheet_sign((1870, 1388), "Railway station map", 30, "interface", weight=600),
    ]
    numbers = (("38", 26.0, (30.0, 9.0)), ("2", 22.0, (30.0, 8.0)), ("3", 24.0, (30.0, 14.0)))
    for i, (words, size, (dx, dy)) in enumerate(numbers):
        x, y = _legend_spot(i)
        ink = MAP_INK["figure"] if i == 0 else "#FFFFFF"
        out.append(sheet_sign((x + dx, y + dy), words, size, "figures", ink, "middle", 700))
    x, y = _legend_spot(7)
    out.append(sheet_sign((x + 30, y + 9), "S", 24, "figures", "#FFFFFF", "middle", 700))
    for i, (_, _, words) in enumerate(LEGEND):
        x, y = _legend_spot(i)
        gap = 120 if i == 1 else 84
        out.append(sheet_sign((x + gap, y + 9), words, 25, "interface"))
    return out
