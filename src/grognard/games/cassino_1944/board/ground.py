"""The map of Cassino (1944): one-mile hexes over the massif, the Rapido and the Liri valley.

`Layout` turns the data files into places on the sheet; `draw_ground` paints relief, water, roads and towns;
`draw_board` gives the places with their signs and the three holding boxes beside the map.
"""

import random
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from msgspec.structs import replace
from shapely.geometry import Polygon

from grognard.games.cassino_1944.content import GRID
from grognard.look import hexground, lines, relief, town
from grognard.look.boxes import HoldingBox
from grognard.look.data import Data, Row, rows, told
from grognard.look.hexboard import HexBoard, in_order, paper
from grognard.look.labels import HALO, STAR, name_sign, settled, sheet_sign, star_sign
from grognard.look.metrics import width, wrapped
from grognard.look.scene import Board, Place, Point, Sign
from grognard.look.shapes import star
from grognard.look.style import MAP_INK
from grognard.look.svg import document, figure, line, moved, num, path, polygon, rect, text

RADIUS = 100.0
MAP_W, MAP_H = 1760.0, 2010.0
LEFT, TOP = 90.0, 190.0
SHEET_W, SHEET_H = 2480.0, 2300.0
PAD = (30.0, 60.0, 30.0, 44.74)
"""Paper round the hexes: it makes the map 1760 by 2010."""
PIXEL = 2.0
SOUTH_EDGE = 1290.0
"""Length of the German part of the southern map edge."""
COUNTER = 80.0

CARD = (560.0, 880.0, 1120.0, 630.0)
"""Abbey, town and river: the picture of the lobby card."""

DEFENSIVE_BOXES = (
    HoldingBox("pool", "Not yet arrived", 1960, 190, 5, 4),
    HoldingBox("off map", "Left the map", 1960, 640, 5, 2),
    HoldingBox("eliminated", "Eliminated", 1960, 918, 5, 7),
)

RAMP: relief.Ramp = (
    (0.0, "#C6CE9C"),
    (0.06, "#CFCF9E"),
    (0.14, "#D3C692"),
    (0.28, "#CDB483"),
    (0.45, "#C3A377"),
    (0.62, "#B8976F"),
    (0.8, "#BBA389"),
    (1.0, "#E3DCD0"),
)

TOWNS: Mapping[str, tuple[float, float]] = {
    "1606": (80, 62), "1706": (46, 44), "1503": (36, 28), "1803": (44, 32), "1609": (40, 28), "2006": (40, 30),
    "1005": (38, 28), "1210": (42, 32), "1602": (26, 22), "1202": (30, 24), "1604": (40, 22), "1104": (26, 20),
    "1605": (38, 28), "1607": (30, 20),
}  # fmt: skip
"""Half width and half height of the built-up ground of places that were towns and villages."""

RAILWAY: tuple[Point, ...] = (
    (1760, 1240), (1540, 1225), (1330, 1235), (1180, 1250), (1030, 1270), (860, 1330), (640, 1440), (400, 1500),
    (180, 1520), (0, 1545),
)  # fmt: skip


class Layout:
    """The data files on the map."""

    def __init__(self, data: Data) -> None:
        self.rows = rows(data, "hexes")
        self.sides = [(GRID.side_of(row["hex_a"], row["hex_b"]), row) for row in rows(data, "hexsides")]
        self.board = HexBoard(GRID, RADIUS, (LEFT, TOP), PAD)
        self.height = [float(row["elevation_m"]) for row in self.rows]
        self._routes = rows(data, "roads")

    def hexes(self, flag: str) -> list[int]:
        return [space for space, row in enumerate(self.rows) if row[flag] == "1"]

    def marked(self, flag: str) -> list[int]:
        return [side for side, row in self.sides if row[flag] == "1"]

    @cached_property
    def roads(self) -> list[tuple[bool, list[Point]]]:
        """Each road as (main road, points)."""
        net = self.board.ways([GRID.ids(row["path"].split()) for row in self._routes])
        main = [row["name"].startswith("Route 6") for row in self._routes]
        return [(first, self._to_edges(points, first)) for first, points in zip(main, net, strict=True)]

    def _to_edges(self, points: list[Point], main: bool) -> list[Point]:
        """Roads that end in an edge hex go on to the edge of the map."""
        out = list(points)
        for end in (0, -1):
            x, y = out[end]
            beyond: Point | None = None
            if x > MAP_W - 1.4 * RADIUS:
                beyond = (MAP_W + 20, y + 20)
            elif x < 1.4 * RADIUS:
                beyond = (-20, y - 8 if main else y + 24)
            elif y > MAP_H - 1.5 * RADIUS:
                beyond = (x + 18, MAP_H + 20)
            if beyond:
                out.insert(0, beyond) if end == 0 else out.append(beyond)
        return out

    @cached_property
    def river(self) -> list[Point]:
        """The Rapido from the northern to the southern edge."""
        course = max(self.board.courses(self.marked("water")), key=len)
        if course[0][1] > course[-1][1]:
            course.reverse()
        first, last = course[0], course[-1]
        return [(first[0] + 14, -30), (first[0] - 12, first[1] * 0.45), *course, (last[0] - 14, MAP_H + 30)]


def draw_ground(data: Data) -> str:
    """The sheet without words: margins and boxes, then the map."""
    layout = Layout(data)
    items = [_margins(), layout.board.framed(_land(layout)), _legend_art()]
    return document(items, (0, 0, SHEET_W, SHEET_H))


def _picture(layout: Layout) -> tuple[relief.Field, relief.Field]:
    """Heights in metres and the shaded picture of the whole map."""
    canvas = hexground.Canvas(layout.board, PIXEL)
    shape = canvas.shape
    plain = canvas.heights(layout.height, least=25)
    wild = np.clip((plain - 90) / 260, 0, 1)
    ridges = relief.warped(relief.fractal(shape, 3, 8, 5, 0.46, ridged=True), 21, 26)
    ground = plain + wild * (260 * ridges + 18 * relief.fractal(shape, 4, 34, 2))
    picture = relief.tint((ground - 30) / 1500, RAMP)
    tones, hedges = relief.fields(shape, 6, 700, 0.5)
    flat = np.clip(1 - (plain - 40) / 130, 0, 1)
    picture = relief.blend(picture, tones, 0.5 * flat)
    picture *= 1 - 0.09 * (flat * hedges)[..., None]
    wood = np.clip(relief.fractal(shape, 9, 16, 4) * 1.7 - 0.1, 0, 1)
    wood *= np.clip((plain - 120) / 250, 0, 1) * np.clip((1150 - plain) / 300, 0, 1)
    picture = relief.blend(picture, "#707C4A", 0.42 * wood)
    return ground, canvas.shaded(picture, ground, 0.17)


def _land(layout: Layout) -> list[str]:
    ground, picture = _picture(layout)
    out = [relief.image(picture, 0, 0, MAP_W, MAP_H)]
    for level, d in relief.contours(relief.blur(ground, 2), range(100, 1700, 100), PIXEL).items():
        thick = 2 if level % 500 == 0 else 1
        out.append(path(d, fill="none", stroke=MAP_INK["contour"], stroke_width=thick, opacity=0.36))
    strokes = relief.hachures(relief.blur(ground, 2), PIXEL, 5, 7000, 7.0, 1.1)
    out.append(path(strokes, fill="none", stroke="#4A3524", stroke_width=1.3, opacity=0.26))
    out.append(_mountains(layout))
    out.extend(_villages(layout))
    flats = [
        space
        for space, row in enumerate(layout.rows)
        if layout.height[space] < 110 and row["terrain"] == "open" and not row["name"]
    ]
    out.append(town.grove([hexground.region(layout.board, flats, 0.86)], 420, 4, size=5))
    out.append(hexground.marsh(layout.board, layout.hexes("lower_rapido")))
    out.append(lines.river(layout.river, 19))
    net = [
        (points, 12.0 if main else 7.0, MAP_INK["main_road"] if main else MAP_INK["road"])
        for main, points in sorted(layout.roads, key=lambda r: r[0])
    ]
    out.append(lines.roads(net))
    out.append(lines.railway(RAILWAY, 13))
    crossings = [side for side, row in layout.sides if row["water"] == "1" and row["road"] == "1"]
    out.append(hexground.bridges(layout.board, crossings))
    out.append(_abbey(*layout.board.centre(GRID.id("1406"))))
    return out


def _mountains(layout: Layout) -> str:
    """A mountain hexside: a dark bar with hachures on the lower side, readable in black and white."""

    def lower(a: int, b: int) -> int:
        return b if layout.height[a] >= layout.height[b] else a

    return hexground.scarp(hexground.towards(layout.board, layout.marked("mountain"), lower), RADIUS)


def _villages(layout: Layout) -> list[str]:
    out = []
    for key, (w, h) in TOWNS.items():
        x, y = layout.board.centre(GRID.id(key))
        y += 12
        outline = [(-1, -0.7), (-0.3, -1), (0.7, -0.8), (1, 0.2), (0.4, 1), (-0.6, 0.8)]
        ground = Polygon([(x + dx * w, y + dy * h) for dx, dy in outline])
        bombed = layout.rows[GRID.id(key)]["rubble_hex"] == "1"
        ruined = 0.5 if bombed else 0.05
        out.append(town.houses([ground], seed=int(key), gap=1, least=170, grain=0.14, ruined=ruined))
    return out


def _abbey(x: float, y: float) -> str:
    """The monastery from above, with its courts."""
    walls = "M-36 -22H36V22H-36ZM-26 -12V-1H-6V-12ZM4 -12V-1H26V-12ZM-26 6V14H26V6Z"
    shadow = rect(-33, -18, 74, 44, fill=town.SHADOW, opacity=0.4)
    house = path(walls, fill="#E2D4B6", stroke="#3D2D1D", stroke_width=3, fill_rule="evenodd")
    return moved(x + 4, y - 2, shadow + house, -14)


def _margins() -> str:
    """Paper, the coloured map edges (dots Allied, dashes German), and the holding boxes."""
    out = [paper(SHEET_W, SHEET_H)]
    east, west, south = LEFT + MAP_W + 12, LEFT - 56, TOP + MAP_H + 12
    out.append(rect(east, TOP, 44, MAP_H, fill=MAP_INK["allied_edge"]))
    out.append(rect(west, TOP, 44, MAP_H, fill=MAP_INK["german_edge"]))
    out.append(rect(LEFT, south, SOUTH_EDGE, 44, fill=MAP_INK["german_edge"]))
    middle, end, gap = TOP + MAP_H / 2, TOP + MAP_H, 120.0
    for first, last in ((TOP + 14, middle - gap), (middle + gap, end - 14)):
        out.append(_dashes((east + 22, first), (east + 22, last), "2 26", "round"))
        out.append(_dashes((west + 22, first), (west + 22, last), "16 14"))
    middle = LEFT + SOUTH_EDGE / 2
    for first, last in ((LEFT + 14, middle - gap), (middle + gap, LEFT + SOUTH_EDGE - 14)):
        out.append(_dashes((first, south + 22), (last, south + 22), "16 14"))
    out.extend(card.art() for card in DEFENSIVE_BOXES)
    return "".join(out)


def _dashes(a: Point, b: Point, pattern: str, cap: str = "butt") -> str:
    return path(line((a, b)), stroke="#FFFFFF", stroke_width=4, stroke_dasharray=pattern, stroke_linecap=cap)


LEGEND_LEFT, LEGEND_TOP, LEGEND_STEP = 1984.0, 1700.0, 62.0
LEGEND = (
    "mountain hexside",
    "water hexside, bridge",
    "Route 6, road",
    "railway (scenery)",
    "Lower Rapido hex",
    "victory points",
    "defensive box",
)


def _legend_art() -> str:
    """One drawing for each line of `LEGEND`."""
    x = LEGEND_LEFT
    y = [LEGEND_TOP + i * LEGEND_STEP for i in range(len(LEGEND))]
    ink = MAP_INK["mountain"]
    a, b = (x, y[0] - 4), (x + 90.0, y[0] - 4)
    out = [path(line((a, b)), stroke=ink, stroke_width=6, stroke_linecap="round")]
    out.append(path(lines.teeth(a, b, (x, y[0] + 40), 11, (9, 14)), stroke=ink, stroke_width=3.6))
    out.append(lines.river([(x, y[1] + 4), (x + 45, y[1] - 6), (x + 90, y[1] + 2)], 17))
    out.append(lines.bridge((x + 45, y[1] - 30), (x + 45, y[1] + 30)))
    out.append(lines.road([(x, y[2] - 9), (x + 45, y[2] - 13), (x + 90, y[2] - 8)], 12, MAP_INK["main_road"]))
    out.append(lines.road([(x, y[2] + 12), (x + 45, y[2] + 8), (x + 90, y[2] + 14)], 7))
    out.append(lines.railway([(x, y[3]), (x + 45, y[3] - 3), (x + 90, y[3])], 13))
    out.append(rect(x, y[4] - 20, 90, 40, 6, fill="#B9CBBE"))
    out.append(
        path(town.reeds((x + 45, y[4] + 4), 26, 5, random.Random(1)), fill="none", stroke="#2F6076", stroke_width=1.8)
    )
    out.append(polygon(star((x + 24, y[5]), 19), **STAR))
    out.append(polygon(star((x + 68, y[5]), 27), **STAR))
    arch = f"M{num(x + 10)} {num(y[6] + 22)}q0 -44 35 -44t35 44"
    out.append(path(arch, fill="none", stroke="#2A2A28", stroke_width=4.6, stroke_dasharray="12 4"))
    return "".join(out)


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    """Hexes and holding boxes; `ids` by hex number and by the keys `pool`, `off map`, `eliminated`."""
    layout = Layout(data)
    places = [_hex_place(layout, space, ids[key]) for space, key in enumerate(GRID.names)]
    places += [card.place(ids[card.key]) for card in DEFENSIVE_BOXES]
    return Board(
        SHEET_W,
        SHEET_H,
        in_order(places),
        (*_sheet_signs(), *_map_signs(layout, ids)),
        grid=layout.board.lattice(),
        numbers=layout.board.numbers(),
        home=(0, 0, LEFT + MAP_W + 80, SHEET_H),
        card=CARD,
    )


TOLD = {"vp": "{} VP", "star": "star hex", "road": "road", "rubble_hex": "rubble hex", "edge": "map edge {}"}
"""What a hex says of itself, by column of its row."""


def _hex_place(layout: Layout, space: int, id: int) -> Place:
    row = layout.rows[space]
    facts = [f"{row['terrain'].replace('_', ' ')}, {row['elevation_m']} m"]
    facts += told(row, TOLD)
    return layout.board.place(space, id, f"{row['hex']} {row['name']}".strip(), facts)


def _sheet_signs() -> list[Sign]:
    """Title, map edges, box titles and legend."""
    ink = MAP_INK["frame"]
    out = [
        sheet_sign((LEFT, 108), "CASSINO", 92, weight=600, spacing=15),
        sheet_sign(
            (LEFT + 4, 160), "22 January – 20 February 1944  ·  one hex is one mile", 36, italic=True, fill="#4A3F2C"
        ),
    ]
    east, west, south = LEFT + MAP_W + 34, LEFT - 34, TOP + MAP_H + 34
    middle = TOP + MAP_H / 2
    for at, words, turn in (
        ((east - 11, middle), "E  ·  ALLIED", 90),
        ((west + 11, middle), "W  ·  GERMAN", -90),
        ((LEFT + SOUTH_EDGE / 2, south + 11), "S  ·  GERMAN", 0),
    ):
        out.append(sheet_sign(at, words, 30, "figures", "#FFFFFF", "middle", 700, spacing=4, turn=turn))
    out.extend(card.sign() for card in DEFENSIVE_BOXES)
    for i, words in enumerate(LEGEND):
        out.append(sheet_sign((LEGEND_LEFT + 116, LEGEND_TOP + i * LEGEND_STEP + 9), words, 27, "interface", ink))
    return out


def _map_signs(layout: Layout, ids: Mapping[str, int]) -> list[Sign]:
    """Stars, heights and names; names find a place where they cover nothing."""
    fixed: list[Sign] = []
    names: list[tuple[Sign, list[Point]]] = []
    for hex, row in enumerate(layout.rows):
        x, y = layout.board.on_sheet(layout.board.centre(hex))
        space = ids[row["hex"]]
        if row["vp"] != "0":
            big = row["star"] == "1"
            fixed.append(star_sign((x + 60, y - 34), row["vp"], 27 if big else 19, space))
        summit = layout.height[hex] > 240 and row["terrain"] in ("massif", "hill") and row["name"] != ""
        if summit:
            fixed.append(_height_sign((x, y - 10), row["elevation_m"], space))
        if row["name"]:
            names.append(_name(row, (x, y), summit, space))
    water = Sign(
        text(0, 0, "Rapido", 34, italic=True, fill=MAP_INK["water_name"], halo="#E7E6C8", turn=82, spacing=3),
        layout.board.on_sheet((1040, 74)),
        1,
        4,
        (46.0, 116.0),
        kind="water",
    )
    return [*fixed, water, *settled(names, [*fixed, water], layout.board.frame, layout.board.number_boxes())]


def _name(row: Row, centre: Point, summit: bool, space: int) -> tuple[Sign, list[Point]]:
    """The name of a hex and the points where it may stand; when pieces come it moves to the lower side."""
    x, y = centre
    victory = row["vp"] != "0"
    town_hex = row["hex"] in TOWNS
    minor = not (victory or summit or town_hex or row["terrain"] == "abbey")
    # A remark in brackets keeps a line of its own, so such names are set a little smaller.
    parts = row["name"].replace(" (", "\n(").splitlines()
    size = 21.0 if minor else 25.0 if len(parts) == 1 else 22.0
    words = [words for part in parts for words in wrapped(part, size, 205, italic=minor, bold=not minor)]
    rank = 0 if victory else 2 if town_hex else 3 if summit else 5
    sign = name_sign(words, centre, size, not minor, minor, near=1 if minor else 0, rank=rank, space=space)
    low = y + 40 + sign.box[1] / 2
    first = y + 6 + sign.box[1] / 2 if summit else low
    candidates = [(x, first), (x, low), (x, y - 30), (x, y + 12)]
    candidates += [(x + dx, yy) for yy in (first, low, y) for dx in (-15, 15, -30, 30, -60, 60)]
    frame_low = TOP + MAP_H - 8 - sign.box[1] / 2
    return replace(sign, aside=(x, round(min(low, frame_low), 1))), candidates


def _height_sign(at: Point, metres: str, space: int) -> Sign:
    """A spot height: triangle and figure."""
    ink = MAP_INK["summit"]
    wide = width(metres, 19, "figures") + 26
    left = -wide / 2
    drawn = polygon([(left, 7), (left + 18, 7), (left + 9, -8)], fill=ink)
    drawn += figure(left + 22, 7, metres, 19, ink, text_anchor="start", stroke=MAP_INK["paper"], stroke_width=4, **HALO)
    return Sign(drawn, at, 1, 4, (round(wide, 1), 20.0), space=space, kind="height")
