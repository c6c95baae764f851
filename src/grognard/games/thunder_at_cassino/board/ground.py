"""The map of Thunder at Cassino: the massif, the town insert, and the perimeter zones as cards round the board.

Board coordinates are those of the data files (100 units an inch); the sheet puts the board at `BOARD_AT`.
"""

from collections.abc import Iterable, Mapping

import numpy as np
from msgspec import Struct
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as Spot
from shapely.ops import linemerge, nearest_points

from grognard.look import lines, relief, town
from grognard.look.areas import Areas, Shape, around
from grognard.look.boxes import HoldingBox
from grognard.look.data import Data, Row, rows
from grognard.look.labels import HALO, STAR, Box, box_of, name_sign, settled, sheet_sign
from grognard.look.metrics import wrapped
from grognard.look.scene import Board, Place, Point, Sign
from grognard.look.shapes import box, grid, rounded, star
from grognard.look.slots import FOURS, stand
from grognard.look.style import MAP_INK
from grognard.look.svg import (
    ROUND,
    Attribute,
    circle,
    document,
    element,
    figure,
    group,
    moved,
    num,
    path,
    polygon,
    rect,
    text,
)

BOARD_W, BOARD_H = 2400.0, 2200.0
BOARD_AT = (330.0, 390.0)
SHEET_W, SHEET_H = 3660.0, 2890.0
INSERT = (1320.0, 0.0, 2160.0, 1130.0)
"""Left, top, right, bottom of the town insert."""
FRAME = 20.0
PIXEL = 2.5
SIZES = (64.0, 60.0, 56.0, 52.0, 48.0, 44.0)
"""Edges a counter may have, largest first: small areas of the town take smaller ones."""

SETUP: Mapping[str, str] = {"white": "#FFFFFF", "yellow": "#F3C93B", "blue": "#7FB2E0", "red": "#E2725B"}

ZONE_CARDS: Mapping[str, tuple[float, float, float, float]] = {
    "A": (0, -260, 980, 230),
    "B": (1000, -260, 700, 230),
    "C": (1720, -260, 680, 230),
    "D": (2430, -20, 250, 930),
    "E": (2430, 930, 250, 850),
    "F": (1640, 2230, 760, 230),
    "G": (920, 2230, 700, 230),
    "H": (160, 2230, 740, 230),
    "I": (-280, 1500, 250, 720),
    "J": (-280, 860, 250, 620),
    "K": (-280, -20, 250, 860),
}
"""Left, top, width, height of the card of each zone."""

CARD = (560.0, 930.0, 1400.0, 787.5)
"""Monastery Hill, the zigzags and the western town: the picture of the lobby card."""

BOX_NAMES = (
    HoldingBox("Pool", "Not yet arrived", 3070, 370, 6, 7),
    HoldingBox("Eliminated", "Eliminated", 3070, 1054, 6, 7),
    HoldingBox("Lost observers", "Lost observers", 3070, 1738, 3, 2, 82),
    HoldingBox("Withdrawn", "Withdrawn", 3340, 1738, 3, 2, 82),
    HoldingBox("Allied artillery", "Allied artillery", 3070, 1984, 3, 2, 82),
    HoldingBox("German artillery", "German artillery", 3340, 1984, 3, 2, 82),
)

RAPIDO: tuple[Point, ...] = (
    (2430, 60), (2400, 150), (2345, 330), (2300, 560), (2335, 800), (2275, 1080), (2330, 1350), (2270, 1600),
    (2330, 1800), (2230, 1930), (2130, 2010), (1990, 2040), (1900, 2110), (1880, 2220),
)  # fmt: skip
GARI = (("35", "36"), ("28", "36"), ("28", "31"), ("28", "30"), ("26", "30"), ("26", "27"), ("24", "27"))
"""Borders the Gari runs along, from north to south."""
RAILWAY: tuple[Point, ...] = (
    (2420, 1692), (2290, 1665), (2170, 1640), (2020, 1690), (1880, 1790), (1720, 1900), (1560, 2010), (1430, 2110),
    (1360, 2220),
)  # fmt: skip
GREEN = ("8", "9", "12", "20")
"""Areas of the insert without houses."""


class Gate(Struct, frozen=True):
    """An arrow over the frame of the insert between two areas."""

    a: str
    b: str
    colour: str
    start: Point
    end: Point


class Layout:
    """Areas, links and zones on the board."""

    def __init__(self, data: Data) -> None:
        self.area = {row["area"]: row for row in rows(data, "areas")}
        self.links = rows(data, "adjacency")
        self.zone = {row["zone"]: row for row in rows(data, "zones")}
        self.land = Areas(
            {key: _points(row["polygon"]) for key, row in self.area.items()},
            {key: (float(row["x"]), float(row["y"])) for key, row in self.area.items()},
        )

    def on(self, part: str) -> list[str]:
        """Areas of the `insert` or of the `overall` map."""
        return [key for key, row in self.area.items() if row["map"] == part]

    def gates(self) -> list[Gate]:
        """Arrows over the frame, at right angles to it, in the middle of the common stretch, none upon another."""
        sides: dict[str, list[tuple[float, float, float, Row]]] = {}
        for row in self.links:
            if row["kind"] != "arrow":
                continue
            inner, outer = (row["a"], row["b"]) if self.area[row["a"]]["map"] == "insert" else (row["b"], row["a"])
            side, low, high = self._facing(inner, outer)
            sides.setdefault(side, []).append(((low + high) / 2, low, high, row | {"a": inner, "b": outer}))
        out = []
        for side, stretch in sides.items():
            for at, row in _spread(stretch, 52):
                start, end = _over_frame(side, at)
                out.append(Gate(row["a"], row["b"], row["colour"], start, end))
        return out

    def _facing(self, inner: str, outer: str) -> tuple[str, float, float]:
        """Side of the insert two areas face each other over, and the common stretch along it."""
        left, _, right, bottom = INSERT
        _, q = nearest_points(self.land.shape[inner], self.land.shape[outer])
        side, axis = ("south", 0) if q.y > bottom else ("west", 1) if q.x < left else ("east", 1)
        edge = {"south": LineString([(left, bottom), (right, bottom)]), "west": LineString([(left, 0), (left, bottom)])}
        rim = edge.get(side, LineString([(right, 0), (right, bottom)])).buffer(FRAME + 2)
        a, b = (_span(self.land.shape[key].boundary.intersection(rim), axis) for key in (inner, outer))
        low, high = max(a[0], b[0]), min(a[1], b[1])
        return (side, low, high) if low < high else (side, (low + high) / 2, (low + high) / 2)


def _points(text_form: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in (pair.split() for pair in text_form.split(";"))]


def _span(shape: Shape, axis: int) -> tuple[float, float]:
    return shape.bounds[axis], shape.bounds[axis + 2]


def _spread(stretch: list[tuple[float, float, float, Row]], gap: float) -> Iterable[tuple[float, Row]]:
    """Positions along one side moved apart to at least `gap`, each kept within its own stretch."""
    stretch.sort(key=lambda item: item[0])
    at = [item[0] for item in stretch]
    for _ in range(60):
        for i in range(len(at) - 1):
            short = gap - (at[i + 1] - at[i])
            if short > 0:
                at[i] = max(stretch[i][1] + 20, at[i] - short / 2) if stretch[i][2] > stretch[i][1] else at[i]
                limit = stretch[i + 1][2] - 20 if stretch[i + 1][2] > stretch[i + 1][1] else at[i + 1]
                at[i + 1] = min(max(limit, at[i + 1]), at[i + 1] + short / 2)
    return [(round(x, 1), item[3]) for x, item in zip(at, stretch, strict=True)]


def _over_frame(side: str, at: float) -> tuple[Point, Point]:
    left, _, right, bottom = INSERT
    reach = 16
    if side == "south":
        return (at, bottom - reach), (at, bottom + FRAME + reach)
    if side == "west":
        return (left - FRAME - reach, at), (left + reach, at)
    return (right - reach, at), (right + FRAME + reach, at)


# --- the ground ------------------------------------------------------------------------------------------------------


def draw_ground(data: Data) -> str:
    """The sheet without words: paper, cards of zones and boxes, then the board."""
    layout = Layout(data)
    clip = f'<clipPath id="map"><rect width="{num(BOARD_W)}" height="{num(BOARD_H)}"/></clipPath>'
    board_art = group(
        [*_massif(layout), *_town(layout), *_borders(layout), *_insert_frame(layout)], clip_path="url(#map)"
    )
    items = [_paper(layout), moved(*BOARD_AT, board_art), _legend_art(), lines.compass(2880, 2740)]
    return document(items, (0, 0, SHEET_W, SHEET_H), clip)


def _relief(
    layout: Layout, keys: list[str], area: Box, seed: int, top: float, rough: float
) -> tuple[relief.Field, relief.Field]:
    """Levels and the shaded picture of a rectangle of the board; `top` is the level of the palest tint."""
    left, upper, right, lower = area
    shape = (round((lower - upper) / PIXEL), round((right - left) / PIXEL))
    outlines = [
        ([(x - left, y - upper) for x, y in layout.land.points[key]], float(layout.area[key]["elevation"]))
        for key in keys
    ]
    steps = relief.painted(outlines, shape, PIXEL)
    k = 3 / PIXEL
    plain = 0.5 * relief.blur(steps, 30 * k) + 0.35 * relief.blur(steps, 14 * k) + 0.15 * relief.blur(steps, 7 * k)
    wild = np.clip(plain / 1.6, 0, 1) * rough
    ridges = relief.warped(relief.fractal(shape, seed, 8, 5, 0.48, ridged=True), seed + 9, 22)
    levels = plain + wild * (0.85 * ridges + 0.16 * relief.fractal(shape, seed + 1, 26, 3))
    picture = relief.tint(levels / top * 0.96 + 0.02, relief.MASSIF)
    tones, hedges = relief.fields(shape, seed + 2, 420, 0.35)
    flat = np.clip(1 - levels / 0.7, 0, 1)
    picture = relief.blend(picture, tones, 0.55 * flat)
    picture *= 1 - 0.1 * (flat * hedges)[..., None]
    scrub = np.clip(relief.fractal(shape, seed + 5, 22, 3) * 1.6, 0, 1)
    scrub *= np.clip(levels / 2, 0, 1) * np.clip((7 - levels) / 3, 0, 1)
    picture = relief.blend(picture, relief.SCRUB, 0.34 * scrub)
    return levels, relief.lit(picture, relief.hillshade(levels * 36 / PIXEL))


def _massif(layout: Layout) -> list[str]:
    """The overall map: relief, water, roads, the great buildings, trees."""
    land = layout.land
    levels, picture = _relief(layout, layout.on("overall"), (0, 0, BOARD_W, BOARD_H), 11, 9, 1)
    out = [relief.image(picture, 0, 0, BOARD_W, BOARD_H)]
    for level, d in relief.contours(relief.blur(levels, 1.8), [x / 2 for x in range(1, 19)], PIXEL).items():
        thick = 2.4 if level == int(level) else 1.1
        out.append(path(d, fill="none", stroke=MAP_INK["contour"], stroke_width=thick, opacity=0.42))
    strokes = relief.hachures(relief.blur(levels, 1.4), PIXEL, 5, 9000, 0.05, 320)
    out.append(path(strokes, stroke="#4A3524", stroke_width=1.7, opacity=0.3, **ROUND))
    out.append(lines.river(RAPIDO, 13, pale=True))
    course = linemerge([land.border(a, b) for a, b in GARI])
    out.append(lines.river(list(course.coords), 24, tension=1.6))
    out.append(lines.railway(RAILWAY, 20))
    out.append(lines.roads(_country_roads(land)))
    courts = [(x, y, 32.0, 26.0) for y in (-33.0, 6.0) for x in (-62.0, -16.0, 30.0) if (x, y) != (-16.0, 6.0)]
    out.append(town.building(345, 985, 150, 86, -12, "#CBB79A", courts))
    out.append(town.building(2205, 1590, 92, 30, -8) + town.building(2110, 1625, 60, 20, -10, "#A97C5E"))
    out.append(_amphitheatre(1250, 1880))
    out.append(town.building(1340, 1345, 66, 42, 20, courts=[(-14, -8, 28, 18)]))
    orchards = ("26", "27", "28", "30", "31", "35", "36", "48", "49", "23", "24", "32", "33", "34")
    out.append(town.grove([land.shape[key] for key in orchards], 330, 3, size=9))
    return out


def _country_roads(land: Areas) -> list[tuple[list[Point], float, str]]:
    """Route 6, the Abbey road with its hairpins, tracks."""
    route, track = MAP_INK["road"], "#EADBB8"
    zigzag = [
        (1310, 950), *land.through("43", "42"), (1090, 760), (1010, 760), (960, 900), land.crossing("44", "56"),
        land.middle["56"], land.crossing("56", "55"), (800, 1090), (830, 1000), land.crossing("55", "54"), (790, 860),
        land.crossing("54", "60"), (600, 900), (520, 960), (440, 1000), (400, 1010),
    ]  # fmt: skip
    foot = [(1310, 1110), (1230, 1090), (1180, 1030), *land.through("45", "43")[1:]]
    return [
        ([*land.through("31", "29", "49"), (1150, 2220)], 17, route),
        ([(1400, 1150), land.middle["31"]], 17, route),
        (zigzag, 10, "#F3E7C9"),
        (foot, 10, "#F3E7C9"),
        ([(-20, 700), *land.through("68", "65", "66")], 8, track),
        ([(1700, 1150), (1760, 1300), *land.through("28", "25"), (2420, 1560)], 11, route),
        ([(2180, 700), (2290, 720), (2420, 655)], 17, route),
        ([(2180, 120), (2290, 90), (2420, 25)], 12, route),
    ]


def _amphitheatre(x: float, y: float) -> str:
    wall: dict[str, Attribute] = {"stroke": "#4A3423", "stroke_width": 3}
    shade = element("ellipse", cx=5, cy=7, rx=62, ry=44, fill=town.SHADOW, opacity=0.3)
    ring = element("ellipse", rx=62, ry=44, fill="#C8B48E", **wall)
    return moved(x, y, shade + ring + element("ellipse", rx=34, ry=22, fill="#B7BB86", **wall), -15)


def _town(layout: Layout) -> list[str]:
    """The insert: blocks of houses between the streets, the castle on its hill."""
    land, (left, upper, right, lower) = layout.land, INSERT
    levels, picture = _relief(layout, layout.on("insert"), INSERT, 40, 6, 0.5)
    out = [rect(left - FRAME, upper - 6, right - left + 2 * FRAME, lower + FRAME + 6, fill="#EFE7D3")]
    out.append(relief.image(picture, left, upper, right - left, lower - upper))
    for d in relief.contours(relief.blur(levels, 1.8), [0.5, 1, 1.5, 2, 2.5], PIXEL, (left, upper)).values():
        out.append(path(d, fill="none", stroke=MAP_INK["contour"], stroke_width=1.8, opacity=0.5))
    streets: list[tuple[list[Point], float]] = [
        ([(1450, -10), *land.through("1", "4", "7", "13", "16")], 15),
        ([(2050, -10), *land.through("3", "6", "11", "15", "16", "17", "18", "22")], 19),
        (land.through("2", "5", "10", "14", "15"), 11),
        (land.through("13", "14"), 11),
        (land.through("19", "16"), 11),
        (land.through("15", "21"), 11),
        (land.through("12", "17"), 9),
        (land.through("9", "12"), 8),
        (land.through("19", "22"), 9),
        ([(2170, 530), land.middle["11"]], 19),
    ]
    built = [land.shape[key] for key in layout.on("insert") if key not in GREEN]
    out.append(town.houses(built, [LineString(points) for points, _ in streets], seed=8))
    out.append(lines.roads([(points, wide, "#E4D8B8") for points, wide in streets], "#8A7450", 1.6))
    gardens = [land.shape["20"], land.shape["8"].buffer(-10), land.shape["12"].buffer(-10)]
    out.append(town.grove(gardens, 90, 9, size=10))
    castle = path("M-34 20V-22h14v8h10v-8h20v8h10v-8h14V20z", fill="#CDBFA6", stroke="#3D2D1D", stroke_width=3)
    out.append(moved(1572, 440, castle + path("M-6 20v-16h12v16z", fill="#3D2D1D"), 12))
    return out


def _borders(layout: Layout) -> list[str]:
    """White where vehicles may cross, red with ticks where they may not; red lies on top."""
    drawn = []
    for row in layout.links:
        border = layout.land.border(row["a"], row["b"]) if row["kind"] == "border" else None
        if border is not None:
            drawn.append((row["colour"] != "white", lines.border(list(border.coords), row["colour"] == "white")))
    return [art for _, art in sorted(drawn, key=lambda item: item[0])]


def _insert_frame(layout: Layout) -> list[str]:
    """Paper frame with hairlines, and the arrows over it."""
    left, _, right, lower = INSERT
    paper, ink = "#EFE7D3", MAP_INK["frame"]
    half, wide = FRAME / 2, right - left
    out = [
        rect(left - half, -half - 8, wide + FRAME, lower + FRAME + 8, fill="none", stroke=paper, stroke_width=FRAME),
        rect(left - FRAME, -10, wide + 2 * FRAME, lower + FRAME + 10, fill="none", stroke=ink, stroke_width=3),
        rect(left, -10, wide, lower + 10, fill="none", stroke=ink, stroke_width=3),
    ]
    return out + [lines.arrow(gate.start, gate.end, gate.colour == "white") for gate in layout.gates()]


def _paper(layout: Layout) -> str:
    """The sheet, the dark rim of the board, zone cards (double line Allied only, dashed both sides), boxes."""
    ink = MAP_INK["frame"]
    out = [rect(0, 0, SHEET_W, SHEET_H, fill=MAP_INK["sheet"])]
    out.append(rect(BOARD_AT[0] - 12, BOARD_AT[1] - 12, BOARD_W + 24, BOARD_H + 24, fill=ink))
    for key, (left, top, wide, high) in ZONE_CARDS.items():
        x, y = left + BOARD_AT[0], top + BOARD_AT[1]
        both = layout.zone[key]["german_entry"] == "1"
        out.append(rect(x, y, wide, high, 16, fill="#CBD1CF" if both else "#E9D7AE", stroke=ink, stroke_width=4))
        dash = "14 7" if both else None
        inner: dict[str, Attribute] = {"fill": "none", "stroke": ink, "stroke_width": 1.5, "stroke_dasharray": dash}
        out.append(rect(x + 9, y + 9, wide - 18, high - 18, 10, **inner))
    out.extend(card.art() for card in BOX_NAMES)
    return "".join(out)


LEGEND_AT = (3090.0, 2290.0)
LEGEND_STEP = 64.0
LEGEND = (
    "vehicles may cross", "closed to vehicles", "joined by an arrow", "arrow closed to vehicles", "victory points",
    "Quisling area", "set-up: white, yellow, blue, red",
)  # fmt: skip


def _legend_art() -> str:
    x, top = LEGEND_AT
    y = [top + i * LEGEND_STEP for i in range(len(LEGEND))]
    out = [lines.border([(x, y[0]), (x + 110, y[0])], True), lines.border([(x, y[1]), (x + 110, y[1])], False)]
    out += [lines.arrow((x + 26, y[2]), (x + 84, y[2]), True), lines.arrow((x + 26, y[3]), (x + 84, y[3]), False)]
    out.append(polygon(star((x + 55, y[4]), 26), **STAR))
    out.append(rect(x + 42, y[5] - 13, 26, 24, 4, fill=MAP_INK["edge"]))
    out += [_disc(colour, x + 4 + 34 * i, y[6], 15) for i, colour in enumerate(SETUP)]
    return "".join(out)


def _disc(colour: str, x: float, y: float, r: float) -> str:
    """The set-up disc: plain white, plain yellow, blue with a double ring, red with four notches."""
    ink, k = MAP_INK["edge"], r / 25
    out = circle(x, y, r, fill=SETUP[colour], stroke=ink, stroke_width=3 * k)
    if colour == "blue":
        out += circle(x, y, r - 5 * k, fill="none", stroke=ink, stroke_width=1.6 * k)
    if colour == "red":
        notch = num(6 * k)
        d = f"M{num(x)} {num(y - r)}v{notch}M{num(x)} {num(y + r)}v-{notch}M{num(x - r)} {num(y)}h{notch}"
        out += path(f"{d}M{num(x + r)} {num(y)}h-{notch}", stroke=ink, stroke_width=3 * k)
    return out


# --- the board -------------------------------------------------------------------------------------------------------


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    """Areas with four stand points each (Allied fresh and Committed, German fresh and Committed), zones, boxes.

    `ids` by area number, zone letter and box name; boxes without an id are left out.
    """
    layout = Layout(data)
    cards = [card for card in BOX_NAMES if card.key in ids]
    badges = {key: _badge(layout, key, ids[key]) for key in layout.area}
    names = _names(layout, list(badges.values()), ids)
    arrows = [_gate_box(gate) for gate in layout.gates()]
    places = [_area_place(layout, key, ids[key], badges[key], names[key], arrows) for key in layout.area]
    places += [_zone_place(layout, key, ids[key]) for key in ZONE_CARDS]
    places += [card.place(ids[card.key]) for card in cards]
    signs = [*_sheet_signs(layout), *(card.sign() for card in cards), *_waters(), *badges.values(), *names.values()]
    home = (0.0, 0.0, BOARD_AT[0] + BOARD_W + 310, SHEET_H)
    return Board(SHEET_W, SHEET_H, tuple(sorted(places, key=lambda p: p.space)), tuple(signs), home=home, card=CARD)


def _on_sheet(p: Point) -> Point:
    return round(p[0] + BOARD_AT[0], 1), round(p[1] + BOARD_AT[1], 1)


def _on_sheet_all(points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(_on_sheet(p) for p in points)


def _badge(layout: Layout, key: str, space: int) -> Sign:
    """Disc with number, elevation as exponent, TEM shield at the right, star with points and Q plate at the left."""
    row, ink = layout.area[key], MAP_INK["edge"]
    out = [_disc(row["setup_colour"], 0, 0, 25), figure(0, 10.5, key, 29)]
    shield = "M28 -8h32v14q0 12 -16 17q-16 -5 -16 -17z"
    out.append(path(shield, fill="#EDE6D3", stroke=ink, stroke_width=2.4) + figure(44, 13, f"+{row['tem']}", 20))
    if row["elevation"] != "0":
        halo: dict[str, Attribute] = {"stroke": MAP_INK["paper"], "stroke_width": 5, **HALO}
        out.append(figure(24, -13, row["elevation"], 23, MAP_INK["figure"], text_anchor="start", **halo))
    left = -28.0
    if row["vp"] != "0":
        left = -78.0
        out.append(polygon(star((-51, 0), 27), **STAR) + figure(-51, 8, row["vp"], 22))
        if row["quisling"] == "1":
            out.append(rect(-62, 20, 22, 20, 4, fill=ink) + figure(-51, 36, "Q", 17, "#F3C93B"))
    # The box reaches as far left as right, so that it stands centred on the disc.
    half = max(62.0, -left)
    victory = row["vp"] != "0"
    high = 66.0 if row["quisling"] == "1" or row["elevation"] != "0" else 54.0
    return Sign(
        "".join(out),
        _on_sheet(layout.land.middle[key]),
        0 if victory else 1,
        0 if victory else 1,
        (2 * half, high),
        space,
    )


def _names(layout: Layout, badges: list[Sign], ids: Mapping[str, int]) -> dict[str, Sign]:
    """A name for every area, where possible within its own borders and clear of badges and arrows."""
    wanted = []
    for key, row in layout.area.items():
        x, y = _on_sheet(layout.land.middle[key])
        victory = row["vp"] != "0"
        size = 27.0 if victory else 24.0
        words = layout.land.name_lines(key, row["name"], layout.land.middle[key][1] + 45, size, not victory, victory)
        rank = 2 if victory else 5
        sign = name_sign(words, (x, y), size, victory, not victory, near=1, rank=rank, space=ids[key])
        spots = around((x, y), 33, sign.box)
        inside = [p for p in spots if layout.land.holds(key, _box_on_board(p, sign.box))]
        wanted.append((sign, inside + spots))
    frame = (BOARD_AT[0] + 6, BOARD_AT[1] + 6, BOARD_AT[0] + BOARD_W - 6, BOARD_AT[1] + BOARD_H - 6)
    arrows = [_gate_box(gate) for gate in layout.gates()]
    return dict(zip(layout.area, settled(wanted, [*badges, *_waters()], frame, arrows), strict=True))


def _box_on_board(p: Point, size: tuple[float, float]) -> Box:
    x, y = p[0] - BOARD_AT[0], p[1] - BOARD_AT[1]
    return x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2


def _gate_box(gate: Gate) -> Box:
    (x0, y0), (x1, y1) = _on_sheet(gate.start), _on_sheet(gate.end)
    along, across = 26, 20
    if x0 == x1:
        return x0 - across, y0 - along, x1 + across, y1 + along
    return x0 - along, y0 - across, x1 + along, y1 + across


def _area_place(layout: Layout, key: str, space: int, badge: Sign, name: Sign, arrows: list[Box]) -> Place:
    row = layout.area[key]
    outline = _on_sheet_all(layout.land.points[key])
    keep_free = [(box_of(badge), 2.0), (box_of(name), 1.0), *((arrow, 1.0) for arrow in arrows)]
    where = stand(_on_sheet_all(town.corners(layout.land.shape[key].buffer(-5))), keep_free, FOURS, SIZES, apart=True)
    facts = [f"elevation {row['elevation']}", f"TEM +{row['tem']}", f"{row['setup_colour']} set-up"]
    if row["vp"] != "0":
        facts.append(f"{row['vp']} VP")
    if row["quisling"] == "1":
        facts.append("Quisling area")
    return Place(
        space,
        f"{key} {row['name']}",
        outline,
        _within(outline, where.points),
        badge.at,
        kind="area",
        size=where.size,
        slots=where.points,
        facts=tuple(facts),
    )


def _within(outline: tuple[Point, ...], points: tuple[Point, ...]) -> Point:
    """Where a single stack stands: the middle of the pattern if that is in the area, else its first point."""
    middle = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
    return rounded([middle])[0] if Polygon(outline).contains(Spot(middle)) else points[0]


def _zone_place(layout: Layout, key: str, space: int) -> Place:
    row = layout.zone[key]
    left, top, wide, high = ZONE_CARDS[key]
    x, y = _on_sheet((left, top))
    tall = high > wide
    slots = (
        grid(x + 66, y + 150, wide - 74, high - 170, 2, 4)
        if tall
        else grid(x + 330, y + 16, wide - 346, high - 32, 4, 2)
    )
    who = "Allied and German" if row["german_entry"] == "1" else "Allied only"
    return Place(
        space,
        f"Zone {key} ({row['name']})",
        box(x, y, wide, high),
        (round(x + wide / 2, 1), round(y + high / 2, 1)),
        (round(x + (wide / 2 if tall else 74), 1), round(y + (60 if tall else high / 2), 1)),
        kind="zone",
        size=64,
        slots=rounded(slots),
        facts=(who, f"TEM +{row['tem']}"),
    )


def _waters() -> list[Sign]:
    """Names along the rivers."""
    out = []
    for words, at, turn, size in (("Rapido", (2316, 1232), 82, 34.0), ("Gari", (1652, 1762), -62, 36.0)):
        ink = MAP_INK["water_name"]
        drawn = text(0, 0, words, size, italic=True, fill=ink, halo="#E7E6C8", turn=turn, spacing=2)
        out.append(Sign(drawn, _on_sheet(at), 1, 4, (60.0, 96.0), kind="water"))
    return out


def _sheet_signs(layout: Layout) -> list[Sign]:
    """Title, letters and names of the zones, legend."""
    dark = "#3A3122"
    out = [
        sheet_sign((50, 82), "THUNDER AT CASSINO", 92, weight=600, spacing=9),
        sheet_sign((1390, 80), "Third battle, 15–22 March 1944", 46, italic=True, fill="#4A3F2C"),
        sheet_sign((2880, 2640), "N", 44, weight=700, anchor="middle"),
        sheet_sign(
            (LEGEND_AT[0] + 55, LEGEND_AT[1] + 5 * LEGEND_STEP + 6), "Q", 19, "figures", "#F3C93B", "middle", 700
        ),
    ]
    for key, (left, top, wide, high) in ZONE_CARDS.items():
        row = layout.zone[key]
        x, y = _on_sheet((left, top))
        who = "Allied and German" if row["german_entry"] == "1" else "Allied only"
        if high > wide:
            out.append(sheet_sign((x + wide / 2, y + 88), key, 84, weight=700, anchor="middle"))
            out.append(sheet_sign((x + wide / 2, y + 136), who, 24, "figures", dark, "middle"))
            out.append(sheet_sign((x + 46, y + high - 30), row["name"], 33, italic=True, fill=dark, turn=-90))
        else:
            out.append(sheet_sign((x + 60, y + high / 2 + 8), key, 92, weight=700, anchor="middle"))
            for i, words in enumerate(wrapped(row["name"], 31, 210, italic=True)):
                out.append(sheet_sign((x + 110, y + high / 2 - 46 + i * 33), words, 31, italic=True, fill=dark))
            out.append(sheet_sign((x + 110, y + high - 36), who, 24, "figures", dark))
    for i, words in enumerate(LEGEND):
        at = (LEGEND_AT[0] + 140, LEGEND_AT[1] + i * LEGEND_STEP + 9)
        out.append(sheet_sign(at, words, 27, "interface"))
    return out
