"""The map of The Battle for Cassino: fifty-metre hexes from the plain of the Rapido to the Abbey.

`Layout` turns the data files into places on the sheet; `draw_ground` paints relief, water, ways and houses;
`draw_board` gives the places with their signs and the holding boxes beside the map.
"""

import random
from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby, pairwise

import numpy as np
from shapely.geometry import Polygon

from grognard.games.battle_for_cassino.content import GRID
from grognard.look import hexground, lines, relief, town
from grognard.look.boxes import HoldingBox
from grognard.look.data import Data, rows
from grognard.look.hexboard import HexBoard, paper
from grognard.look.labels import name_sign, settled, sheet_sign
from grognard.look.scene import Board, Place, Point, Sign
from grognard.look.style import MAP_INK
from grognard.look.svg import circle, document, moved, num, path, rect, smooth, text

RADIUS = 50.0
HEX_WIDTH = 86.6
COUNTER = round(0.77 * HEX_WIDTH, 1)
LEFT, TOP = 120.0, 210.0
PAD = 24.0
PIXEL = 3.0
METRE = HEX_WIDTH / 50
"""Map units in a metre."""
STEEP = 0.5
BAND = 50

TO_COME = HoldingBox("to come", "To come", 3280, 210, 6, 10)
RETURNING = HoldingBox("returning", "Headquarters without supply", 3280, 1180, 6, 2)
DIVIDED = HoldingBox("divided", "Divided into platoons", 3280, 1460, 6, 1)
COUNTERS = HoldingBox("platoon counters", "Platoon counters", 3280, 1660, 6, 3)
DEAD = HoldingBox("eliminated", "Eliminated", 3280, 2030, 6, 13)
CARDS = (TO_COME, RETURNING, DIVIDED, COUNTERS, DEAD)
SHEET_W, SHEET_H = 3900.0, 4760.0

RAMP: relief.Ramp = (
    (0.0, "#C4CC9A"), (0.1, "#D6D29A"), (0.2, "#DEC88C"), (0.3, "#DBB97C"), (0.4, "#D2A66C"), (0.5, "#C79662"),
    (0.6, "#BC8A5E"), (0.7, "#B58663"), (0.8, "#BC9677"), (0.9, "#CDB399"), (1.0, "#EAE2D6"),
)  # fmt: skip
NAMED: Mapping[str, tuple[float, int]] = {
    "Cassino Abbey": (40, 0), "Continental Hotel": (30, 0), "Castle Hill": (30, 3), "Railway Station": (30, 2),
    "Hangman's Hill": (30, 3), "Hotel des Roses": (24, 5), "Amphitheatre": (24, 5), "Baron's Palace": (24, 5),
    "Convent": (24, 5), "Jail": (24, 5), "Cathedral": (24, 5), "Roundhouse": (24, 5), "Municipio": (24, 5),
    "School": (24, 5), "Point 175": (24, 3), "Point 165": (24, 3), "Point 202": (24, 3), "Point 236": (24, 3),
    "Point 374": (24, 3), "Point 444": (24, 3), "Point 445": (24, 3), "The Hummock": (24, 3),
    "Botanical Gardens": (22, 6), "Market square": (22, 6),
}  # fmt: skip
"""Size and right of way of the names on the map."""
ZONE_INK = {"Allied": "#7E6634", "German": "#3C474B"}


class Layout:
    """The data files on the map."""

    def __init__(self, data: Data) -> None:
        self.rows = rows(data, "map_hexes")
        self.sides = [(GRID.side_of(row["hex_a"], row["hex_b"]), row) for row in rows(data, "map_hexsides")]
        self.board = HexBoard(GRID, RADIUS, (LEFT, TOP), PAD)
        self.height = [float(row["z_m"]) for row in rows(data, "map_heights")]
        self.places = rows(data, "map_places")
        self.zones = rows(data, "entry_zones")
        self._routes = rows(data, "map_routes")
        self._vectors = rows(data, "map_vector")

    def hexes(self, **wanted: str) -> list[int]:
        return [h for h, row in enumerate(self.rows) if all(row[k] == v for k, v in wanted.items())]

    def marked(self, flag: str) -> list[int]:
        return [side for side, row in self.sides if row[flag] == "1"]

    def routes(self, layer: str) -> list[tuple[str, list[int]]]:
        return [
            (row["name"], list(GRID.ids(row["hexes_or_hexsides"].split())))
            for row in self._routes
            if row["layer"] == layer
        ]

    def drawn(self, layer: str) -> list[list[Point]]:
        """Lines of the drawing, in map units."""
        first = self.board.centre(GRID.id("0101"))
        points = [row for row in self._vectors if row["layer"] == layer]
        return [
            [(first[0] + METRE * float(r["x_m"]), first[1] + METRE * float(r["y_m"])) for r in line]
            for _, line in groupby(points, key=lambda r: r["name"])
        ]

    def spots(self, place: str) -> list[int]:
        row = next(row for row in self.places if row["place"] == place)
        return list(GRID.ids(row["hexes"].split()))

    @cached_property
    def road_hexes(self) -> set[int]:
        return {h for side in self.marked("road") for h in GRID.hexsides[side]}


# The ground


def draw_ground(data: Data) -> str:
    """The sheet without words: margins and boxes, then the map."""
    layout = Layout(data)
    items = [paper(SHEET_W, SHEET_H), layout.board.framed(_land(layout)), *_zones(layout), *(c.art() for c in CARDS)]
    return document([*items, _legend_art()], (0, 0, SHEET_W, SHEET_H))


def _picture(layout: Layout, canvas: hexground.Canvas) -> tuple[relief.Field, relief.Field]:
    """Heights in metres and the shaded picture: bands of fifty metres that can be counted, fields on the plain."""
    plain = canvas.heights(layout.height, smooth=3.0, least=38)
    wild = np.clip((plain - 60) / 110, 0, 1)
    ground = plain + wild * (26 * canvas.noise(21, 9, 5, 0.48, ridged=True) + 2 * canvas.noise(22, 40, 2))
    gullies = canvas.mask(layout.hexes(terrain="ravine"), soft=4, share=0.55)
    ground = ground - 26 * gullies
    picture = relief.tint(hexground.stepped(plain, BAND) / 500, RAMP)
    flat = np.clip(1 - (plain - 42) / 14, 0, 1)
    picture = canvas.fields(picture, flat, 3, 620, 0.55)
    scrub = np.clip(canvas.noise(31, 24, 3) * 1.7, 0, 1) * np.clip((plain - 60) / 60, 0, 1)
    scrub *= np.clip((480 - plain) / 120, 0, 1)
    picture = relief.blend(picture, "#7A8250", 0.32 * scrub)
    picture = relief.blend(picture, "#D6C8AA", 0.75 * canvas.mask(layout.hexes(town="1"), soft=4))
    return plain, canvas.shaded(picture, ground, STEEP)


def _land(layout: Layout) -> list[str]:
    b = layout.board
    canvas = hexground.Canvas(b, PIXEL)
    plain, picture = _picture(layout, canvas)
    out = [canvas.image(picture)]
    for level, d in relief.contours(relief.blur(plain, 1), range(50, 520, 25), PIXEL).items():
        main = level % 50 == 0
        thick = 3.4 if level % 100 == 0 else 2.6 if main else 1.0
        out.append(path(d, fill="none", stroke="#6B4526", stroke_width=thick, opacity=0.8 if main else 0.35))
    bare = [h for h in layout.hexes(elevation="0", terrain="clear", town="0") if h not in layout.road_hexes]
    out.append(hexground.grove(b, bare[::3], 1, 12, 8.5))
    out.append(hexground.grove(b, [*layout.spots("Botanical Gardens"), *layout.spots("Town gardens")], 6, 2, 10))
    out.append(_ravines(layout))
    out.append(lines.streams(b.courses(layout.marked("stream")), 6))
    out.append(lines.rivers(b.courses(layout.marked("river")), 18))
    out.append(lines.railway(b.way(layout.routes("railway")[0][1], 0.5, 0.05), 13))
    out.append(lines.trails([b.to_frame(w) for w in b.ways([hs for _, hs in layout.routes("trail")])], 5))
    routes = layout.routes("road")
    net = [b.to_frame(way) for way in b.ways([spaces for _, spaces in routes], jitter=0.06)]
    first_class = [name == "Route 6" for name, _ in routes]
    out.append(
        lines.roads(
            [
                (way, 15.0 if first else 11.0, MAP_INK["main_road"] if first else MAP_INK["road"])
                for first, way in sorted(zip(first_class, net, strict=True), key=lambda pair: pair[0])
            ]
        )
    )
    out.append(hexground.bridges(b, layout.marked("bridge")))
    out.extend(_houses(layout))
    out.append(_abbey(layout))
    out.append(_crests(layout))
    return out


def _ravines(layout: Layout) -> str:
    """A dark bed with teeth on both sides."""
    out = []
    for points in layout.drawn("ravine"):
        d = smooth(points)
        out.append(path(d, fill="none", stroke="#3A2614", stroke_width=22, opacity=0.3, stroke_linecap="round"))
        out.append(path(d, fill="none", stroke="#3A2614", stroke_width=3, opacity=0.75))
        teeth = []
        for p, q in pairwise(points):
            x, y = q[1] - p[1], p[0] - q[0]
            for toward in ((p[0] + x, p[1] + y), (p[0] - x, p[1] - y)):
                teeth.append(lines.teeth(p, q, toward, 15, (17,)))
        out.append(path("".join(teeth), stroke="#3A2614", stroke_width=2.6, opacity=0.7))
    return "".join(out)


def _houses(layout: Layout) -> list[str]:
    """Town houses by the block, farms and the larger buildings one by one."""
    b = layout.board
    rng = random.Random(7)
    blocks = [h for h in layout.hexes(terrain="building") if layout.rows[h]["feature"] == "Town house"]
    out = [town.houses([Polygon(b.polygon(h, 0.86)) for h in blocks], seed=7, gap=2, least=260, grain=0.2, ruined=0.2)]
    for hex in layout.hexes(terrain="building"):
        feature = layout.rows[hex]["feature"]
        x, y = b.centre(hex)
        turn = -18 + rng.uniform(-7, 7)
        if feature in ("Town house", "Cassino Abbey"):
            continue
        if feature == "Farm":
            out.append(town.building(x - 8, y - 5, 27, 18, turn, "#B5795A"))
            out.append(town.building(x + 16, y + 12, 16, 14, turn, "#A96B4E"))
        elif feature.startswith("Castle"):
            keep = "M-33 26V-26h14v9h12v-9h14v9h12v-9h14V26z"
            out.append(moved(x, y, path(keep, fill="#D6CAB0", stroke="#33261A", stroke_width=3.4), -12))
        else:
            solid = layout.rows[hex]["solid_symbol"] == "1"
            w, h = (74.0, 60.0) if solid else (60.0, 46.0)
            out.append(town.building(x, y, w, h, -18 if solid else turn, "#9A5B43", ((-16.0, -10.0, 32.0, 20.0),)))
    return out


def _abbey(layout: Layout) -> str:
    """The monastery over its fifteen hexes, with its courts."""
    b = layout.board
    spaces = layout.spots("Cassino Abbey")
    xs, ys = zip(*(b.centre(h) for h in spaces), strict=True)
    w, h = max(xs) - min(xs) + 26, max(ys) - min(ys) + 44
    courts = tuple(
        (-w / 2 + 22 + k * (w - 30) / 4, dy, (w - 30) / 4 - 18, h * 0.28)
        for k in range(4)
        for dy in (-h * 0.38, h * 0.1)
    )
    floor = path(b.hexes(spaces, 0.97), fill="#E7DCC3", opacity=0.75)
    return floor + town.building((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, w, h, 0, "#B59A78", courts)


def _crests(layout: Layout) -> str:
    """A comb on the outer edge of every crest, its teeth downhill."""
    group = [row["crest_group"] for row in layout.rows]

    def rim(a: int, b: int) -> bool:
        return (bool(group[a]) or (b >= 0 and bool(group[b]))) and (b < 0 or group[a] != group[b])

    sides = [k for k, (a, b) in enumerate(GRID.hexsides) if rim(a, b)]
    marks = hexground.towards(layout.board, sides, lambda a, b: b if group[a] else a, 0.07)
    return hexground.crest(marks, RADIUS, "#4A2410")


def _zones(layout: Layout) -> list[str]:
    """Brackets along the edge hexes of every entry zone."""
    return [
        path(f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}", stroke=ink, stroke_width=20)
        + circle(mid[0], mid[1], 34, fill=ink, stroke="#FFFFFF", stroke_width=5)
        for _, ink, a, b, mid in _brackets(layout)
    ]


def _brackets(layout: Layout) -> Iterable[tuple[str, str, Point, Point, Point]]:
    """Letter, ink, both ends and the middle of every bracket, in sheet units."""
    board = layout.board
    right, bottom = LEFT + board.width, TOP + board.height
    for letter in "ABCDEF":
        here = [row for row in layout.zones if row["zone"] == letter]
        spots = [board.on_sheet(board.centre(GRID.id(row["hex"]))) for row in here]
        xs, ys = sorted(x for x, _ in spots), sorted(y for _, y in spots)
        ink = ZONE_INK[here[0]["side"]]
        if letter in "ABCD":
            x = right + (62 if letter == "D" else 22)
            lift = 100 if letter == "D" else 0
            yield letter, ink, (x, ys[0] - 30), (x, ys[-1] + 30), (x, (ys[0] + ys[-1]) / 2 + lift)
        else:
            y = TOP - 24 if letter == "E" else bottom + 24
            yield letter, ink, (xs[0] - 34, y), (xs[-1] + 34, y), ((xs[0] + xs[-1]) / 2, y)


LEGEND_LEFT, LEGEND_TOP, LEGEND_STEP = 3300.0, 3480.0, 84.0
LEGEND = (
    "crest: 10 metres more",
    "ravine: eight points, tripled",
    "river and its one bridge",
    "stream: two points",
    "road, Route 6",
    "trail",
    "railway (scenery)",
    "elevation: a band is 50 metres",
)


def _legend_art() -> str:
    """One drawing for each line of `LEGEND`."""
    x = LEGEND_LEFT
    y = [LEGEND_TOP + k * LEGEND_STEP for k in range(len(LEGEND))]
    out = [hexground.crest([((x, y[0]), (x + 90, y[0]), (x + 45, y[0] + 40))], RADIUS, "#4A2410")]
    out.append(path(f"M{num(x)} {num(y[1])}h90", stroke="#3A2614", stroke_width=22, opacity=0.3))
    out.append(
        path(lines.teeth((x, y[1]), (x + 90, y[1]), (x, y[1] + 9), 15, (17,)), stroke="#3A2614", stroke_width=2.6)
    )
    out.append(lines.rivers([[(x, y[2]), (x + 45, y[2] - 8), (x + 90, y[2])]], 18))
    out.append(lines.streams([[(x, y[3]), (x + 45, y[3] - 8), (x + 90, y[3])]], 6))
    out.append(lines.road([(x, y[4] - 14), (x + 90, y[4] - 14)], 11))
    out.append(lines.road([(x, y[4] + 14), (x + 90, y[4] + 14)], 15, MAP_INK["main_road"]))
    out.append(lines.trails([[(x, y[5]), (x + 45, y[5] - 5), (x + 90, y[5])]], 5))
    out.append(lines.railway([(x, y[6]), (x + 90, y[6])], 13))
    for k, (_, ink) in enumerate(RAMP):
        out.append(rect(x + k * 46, y[7] - 20, 46, 40, fill=ink, stroke=MAP_INK["frame"], stroke_width=1.5))
    return "".join(out)


# The board


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    """Places, names, brackets' letters, boxes."""
    layout = Layout(data)
    b = layout.board
    places = [_place(layout, hex, ids[name]) for hex, name in enumerate(GRID.names)]
    places += [card.place(ids[card.key]) for card in CARDS]
    signs = (*_sheet_signs(layout), *_map_signs(layout, ids))
    return b.sheet((SHEET_W, SHEET_H), places, signs, GRID.id("1922"), 1900, (LEFT + 700, TOP, b.width - 700, 3000))


def _place(layout: Layout, hex: int, id: int) -> Place:
    row = layout.rows[hex]
    facts = [f"{row['elevation']} m" + (" (crest, 10 m more)" if row["crest_group"] else "")]
    facts.append(row["terrain"] + (", road" if hex in layout.road_hexes else ""))
    zones = sorted({z["zone"] for z in layout.zones if z["hex"] == row["hex"]})
    facts += [f"entry zone{'s' if len(zones) > 1 else ''} {', '.join(zones)}"] if zones else []
    name = f"{row['hex']} {row['feature'] or row['crest_group']}".strip()
    return layout.board.place(hex, id, name, facts, COUNTER)


def _sheet_signs(layout: Layout) -> list[Sign]:
    """Title, letters of the zones, titles of the boxes, legend."""
    out = [
        sheet_sign((LEFT, 110), "THE BATTLE FOR CASSINO", 96, weight=600, spacing=9),
        sheet_sign((LEFT + 4, 164), "15 – 19 March 1944  ·  one hex is 50 metres", 42, italic=True, fill="#4A3F2C"),
    ]
    for letter, _, _, _, (x, y) in _brackets(layout):
        out.append(sheet_sign((x, y + 14), letter, 42, "figures", "#FFFFFF", "middle", 700))
    out.extend(card.sign() for card in CARDS)
    for k, words in enumerate(LEGEND):
        wide = 520 if k == len(LEGEND) - 1 else 0
        at = (LEGEND_LEFT + (0 if wide else 116), LEGEND_TOP + k * LEGEND_STEP + (62 if wide else 10))
        out.append(sheet_sign(at, words, 30, "interface", MAP_INK["frame"]))
    return out


def _map_signs(layout: Layout, ids: Mapping[str, int]) -> list[Sign]:
    """Names of places and waters; they find a spot where they cover nothing."""
    b = layout.board
    names: list[tuple[Sign, list[Point]]] = []
    for place, (size, rank) in NAMED.items():
        names.append(_name(layout, place, size, rank, ids))
    fixed = [
        Sign(
            text(0, 0, words, size, italic=True, fill=MAP_INK["water_name"], halo="#E7E6C8", turn=turn, spacing=3),
            b.on_sheet(b.centre(GRID.id(hex))), 1, 4, (46.0, 116.0), kind="water",
        )
        for words, hex, turn, size in (("Rapido", "2433", 80, 40), ("Gari", "3027", 72, 40))
    ]  # fmt: skip
    at = b.on_sheet(b.centre(GRID.id("2226")))
    fixed.append(name_sign(["CASSINO"], (at[0], at[1] + 40), 58, bold=True, near=0, rank=2))
    return [*fixed, *settled(names, fixed, b.frame, b.number_boxes())]


def _name(layout: Layout, place: str, size: float, rank: int, ids: Mapping[str, int]) -> tuple[Sign, list[Point]]:
    spaces = layout.spots(place)
    x, y = layout.board.on_sheet(layout.board.middle(spaces))
    low = y + (max(layout.board.centre(h)[1] for h in spaces) - min(layout.board.centre(h)[1] for h in spaces)) / 2
    point = place.startswith("Point")
    words = ["Abbey of", "Monte Cassino"] if place == "Cassino Abbey" else [place]
    near = 0 if rank == 0 else 1 if rank < 5 else 2
    sign = name_sign(words, (x, y), size, not point, point, near=near, rank=rank, space=ids[GRID.names[spaces[0]]])
    gap = 34 + sign.box[1] / 2
    top = 2 * y - low - gap
    spots = [(x, low + gap), (x, top), (x + 90, low + gap), (x - 90, low + gap), (x + 130, y), (x - 130, y)]
    return sign, spots
