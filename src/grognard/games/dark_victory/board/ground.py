"""The map of Dark Victory: the compound in 21-foot hexes, and beside it the rooms, as on the printed interior map.

The main map and the two floors of rooms are three hex boards on one sheet, so that every space has its own place: a
roof on the main map, the room beneath it on the floor card. `draw_ground` paints; `draw_board` gives places and signs.
"""

import math
import random
from collections.abc import Iterable, Mapping

from shapely.geometry import Polygon
from shapely.ops import unary_union

from grognard.games.dark_victory.board.sheet import GROUND_FLOOR, LEFT, SECOND_FLOOR, Layout
from grognard.look import hexground, lines, relief
from grognard.look.data import Data, Row, told
from grognard.look.hexboard import HexBoard, in_order, paper
from grognard.look.labels import name_sign, sheet_sign
from grognard.look.scene import Board, Floor, Place, Point, Sign
from grognard.look.style import MAP_INK
from grognard.look.svg import circle, document, group, line, moved, num, path, rect, text
from grognard.maps import HexGrid

RAMP: relief.Ramp = ((0.0, "#B9AE78"), (0.35, "#CDBB86"), (0.6, "#D8C795"), (1.0, "#E2D4A8"))
WALL_WIDTH = 12.0
PLANKS = {"2718", "3024", "2030"}
"""High hexes that are scaffold and no roof, besides those of the chapel."""
PLANK, ROOF, FLOOR = "#C9A46C", "#C4A98A", "#B9937A"
INK = "#2A1D12"

NAMES = (
    ("PLAZA", "2322", 44, 0), ("Long Barracks", "2622 2724", 20, 90), ("Chapel", "3028", 30, 0),
    ("Low Barracks", "2227", 28, 0), ("Main Gate", "2231", 24, 0), ("Palisade", "2729", 22, -22),
    ("West Houses", "1721", 28, -90), ("North Postern", "1717", 24, -90), ("North battery", "2213", 26, 0),
    ("Breach", "2513", 26, 0), ("Horse Corral", "2919", 26, 0), ("Cattle Pen", "2922", 26, 0),
    ("Bastion", "2332", 24, 0), ("18-pounder", "1731", 24, 0), ("Mud field", "3823", 46, 0),
)  # fmt: skip
COMMANDERS = {"1": "Cos", "2": "Duque", "3": "Romero", "4": "Morales"}


def draw_ground(data: Data) -> str:
    """The sheet without words."""
    layout = Layout(data)
    items = [
        paper(layout.width, layout.height),
        layout.board.framed(_land(layout)),
        _floor_card(layout, layout.floor, 1, "floor"),
        _floor_card(layout, layout.second, 2, "second"),
        *(card.art() for card in layout.boxes),
        _legend_art(layout),
    ]
    return document(items, (0, 0, layout.width, layout.height))


def _picture(layout: Layout) -> str:
    """Dry grass, the trodden ground inside, mud, and a little light from the north-west."""
    canvas = hexground.Canvas(layout.board, 3.0)
    picture = relief.tint(0.5 + 0.32 * canvas.noise(5, 7, 5), RAMP)
    picture = relief.blend(picture, "#96965C", 0.35 * (canvas.noise(8, 20, 3) - 0.15).clip(0, 1))
    inside = canvas.mask(layout.where("inside", "1"), 2)
    picture = relief.blend(picture, "#E2D0A8", 0.72 * inside)
    mud = canvas.mask(layout.where("terrain", "mud", "creek+mud"), 7)
    mud = (1.5 * mud + 0.5 * canvas.noise(12, 18, 3) * (mud > 0.04) - 0.25).clip(0, 1)
    picture = relief.blend(picture, "#70583E", 0.66 * mud)
    heights = 6 * canvas.noise(3, 9, 5) - 4 * relief.blur(mud, 4)
    return canvas.image(canvas.shaded(picture, heights, 1.6, 0.8))


def _land(layout: Layout) -> list[str]:
    board, rng = layout.board, random.Random(4)
    out = [_picture(layout), _grass(layout, rng)]
    out += _water(layout)
    out.append(_mud(layout, rng))
    out += _entries(layout)
    out.append(_works(layout))
    out.append(_trenches(layout))
    out.append(_ramps(layout))
    out += _roofs(layout)
    for kind in ("low", "intermediate", "high"):
        out.append(lines.wall(board.sides(layout.walls(kind)), kind, WALL_WIDTH))
    out.append(lines.wall(board.sides(layout.palisade()), "palisade", WALL_WIDTH))
    out.append(_doors(board, [row for row in layout.sides if row["door"] in ("exterior", "room")], layout.grid))
    out.append(_stairs(layout))
    return out


def _grass(layout: Layout, rng: random.Random) -> str:
    board = layout.board
    blades = []
    for space, row in enumerate(layout.rows):
        if row["inside"] == "1" or "mud" in row["terrain"] or rng.random() < 0.3:
            continue
        x, y = board.centre(space)
        x, y = x + rng.uniform(-38, 38), y + rng.uniform(-34, 34)
        blades.append(f"M{num(x)} {num(y)}l-3 -9m3 9l2 -12m-2 12l6 -8")
    shade = path("".join(blades), stroke="#7C7440", stroke_width=1.7, opacity=0.55, fill="none")
    open_ = [s for s, row in enumerate(layout.rows) if row["inside"] == "0" and row["terrain"] == "clear"]
    far = [s for s in open_ if rng.random() < 0.05]
    return shade + hexground.grove(board, far, 7, 31, 9)


def _water(layout: Layout) -> list[str]:
    """The two ditches, with trees along the banks outside."""
    board, out = layout.board, []
    for name in ("west creek outside north", "west creek inside", "west creek outside south", "east creek"):
        points = [board.centre(layout.id(hex)) for hex in layout.vectors[name]]
        inside = name.endswith("inside")
        if inside:
            points = [(x + 10 * math.sin(i * 1.3), y) for i, (x, y) in enumerate(points)]
        out.append(lines.river(points if inside else board.to_frame(points, 3.2), 15 if inside else 26))
    wet = [s for s, row in enumerate(layout.rows) if row["creek_present"] == "1" and row["inside"] == "0"]
    banks = sorted({b for s in wet for b in layout.grid.neighbours[s]} - set(wet))
    dry = [b for b in banks if layout.rows[b]["inside"] == "0" and b % 3 == 0]
    out.append(hexground.grove(board, dry, 2, 6, 15))
    return out


def _mud(layout: Layout, rng: random.Random) -> str:
    tufts = []
    for space in layout.where("terrain", "mud", "creek+mud"):
        x, y = layout.board.centre(space)
        for _ in range(3):
            px, py = x + rng.uniform(-32, 32), y + rng.uniform(-28, 28)
            tufts.append(f"M{num(px - 11)} {num(py)}q5.5 -6 11 0t11 0")
    return path("".join(tufts), fill="none", stroke="#5B4630", stroke_width=2.6, opacity=0.6)


def _entries(layout: Layout) -> list[str]:
    blue = layout.where("entry_area", "1", "2", "3", "4")
    red = layout.where("entry_area", "R")
    return [
        path(layout.board.hexes(blue, 0.97), fill="#2F4C7C", opacity=0.34),
        path(layout.board.hexes(red, 0.97), fill="#8B2F2F", opacity=0.3),
    ]


def _works(layout: Layout) -> str:
    d = []
    for space in layout.where("terrain", "outer_works"):
        x, y = layout.board.centre(space)
        d += [f"M{num(x - 33 + i * 16.5)} {num(y + 19)}l12 -38m-12 0l12 38" for i in range(5)]
    return path("".join(d), stroke="#4A331C", stroke_width=4.4, stroke_linecap="round")


def _trenches(layout: Layout) -> str:
    d = []
    for space in layout.where("terrain", "trench"):
        x, y = layout.board.centre(space)
        zigzag = ((-36, 10), (-14, -12), (9, 10), (36, -12))
        d.append(line([(x + dx, y + dy) for dx, dy in zigzag]))
    data = "".join(d)
    return path(data, fill="none", stroke="#E8D6AE", stroke_width=25) + path(
        data, fill="none", stroke="#5B4328", stroke_width=15
    )


def _ramps(layout: Layout) -> str:
    out = []
    for space, row in enumerate(layout.rows):
        if not row["ramp_to"]:
            continue
        (x, y), (u, v) = layout.board.centre(space), layout.board.centre(layout.id(row["ramp_to"]))
        treads = "".join(f"M{dx} -22V22" for dx in (-27, -12, 3, 18))
        drawn = path("M-38 -26H43V26H-38Z", fill="#C8AA78", stroke="#4A331C", stroke_width=3)
        drawn += path(treads, stroke="#4A331C", stroke_width=2.6)
        drawn += path("M-10 -10L14 0L-10 10", fill="none", stroke="#4A331C", stroke_width=5)
        out.append(moved(x, y, drawn, math.degrees(math.atan2(v - y, u - x))))
    return "".join(out)


def _roofs(layout: Layout) -> list[str]:
    """Scaffolds as planks, roofs as slabs with a shadow, the unroofed chapel as a floor."""
    board = layout.board
    middle = layout.where("level", "intermediate")
    high = layout.where("level", "high")
    planks = [s for s in high if layout.rows[s]["hex"] in PLANKS or "hapel" in (layout.rows[s]["name"] or "")]
    roofs = [s for s in high if s not in planks]
    shade = unary_union([Polygon(board.polygon(s)).buffer(0.6) for s in (*high, *middle)])
    shadow = "".join(
        line([(x + 14, y + 18) for x, y in part.exterior.coords[:-1]], closed=True)
        for part in getattr(shade, "geoms", [shade])
    )
    floor = [layout.id(hex) for hex in layout.unroofed]
    return [
        path(shadow, fill="#1C1208", opacity=0.42),
        path(board.hexes([*middle, *planks], 1.01), fill=PLANK),
        path(_boards(board, [*middle, *planks]), stroke="#7A5A31", stroke_width=1.6),
        path(board.hexes(roofs, 1.01), fill=ROOF),
        path(_tiles(board, roofs), stroke="#A68B6C", stroke_width=2, fill="none"),
        path(board.hexes(floor, 1.01), fill=FLOOR),
        path(_flags(board, floor), stroke="#8A6650", stroke_width=1.4),
    ]


def _boards(board: HexBoard, spaces: Iterable[int]) -> str:
    d = []
    for space in spaces:
        x, y = board.centre(space)
        d += [f"M{num(x - 44 + abs(k) * 8)} {num(y + k * 12)}H{num(x + 44 - abs(k) * 8)}" for k in range(-3, 4)]
    return "".join(d)


def _tiles(board: HexBoard, spaces: Iterable[int]) -> str:
    d = []
    for space in spaces:
        x, y = board.centre(space)
        d += [f"M{num(x - 30)} {num(y + k)}q15 -5 30 0t30 0" for k in (-22, 4, 28)]
    return "".join(d)


def _flags(board: HexBoard, spaces: Iterable[int]) -> str:
    d = []
    for space in spaces:
        x, y = board.centre(space)
        for k in range(-2, 3):
            d.append(f"M{num(x - 24 + k * 11)} {num(y - 24)}l48 48M{num(x + 24 - k * 11)} {num(y - 24)}l-48 48")
    return "".join(d)


def _door(p: Point, q: Point) -> str:
    """A closed door in a wall: a barred leaf across its hexside."""
    x, y = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
    leaf = rect(-13, -8.5, 26, 17, 2, fill="#F0C24B", stroke=INK, stroke_width=2.6)
    bars = path("M-6 -8.5V8.5M0 -8.5V8.5M6 -8.5V8.5", stroke=INK, stroke_width=1.5)
    return moved(x, y, leaf + bars, math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])))


def _doors(board: HexBoard, sides: Iterable[Row], grid: HexGrid) -> str:
    return "".join(_door(*board.side(grid.side_of(row["hex_a"], row["hex_b"]))) for row in sides)


def _stairs(layout: Layout) -> str:
    out = []
    for row in layout.sides:
        if row["door"] == "stairs":
            p, q = layout.board.side(layout.grid.side_of(row["hex_a"], row["hex_b"]))
            drawn = rect(-19, -15, 38, 30, fill="#E8D6AE", stroke=INK, stroke_width=3)
            drawn += path("M-19 -7H19M-19 0H19M-19 7H19", stroke=INK, stroke_width=2.4)
            turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
            out.append(moved((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, drawn, turn))
    return "".join(out)


def _floor_card(layout: Layout, board: HexBoard, floor: int, clip: str) -> str:
    """The rooms of a floor on their card; hexes outside doors are drawn pale."""
    inside = {*(layout.rooms if floor == 1 else layout.upper), *(layout.unroofed if floor == 1 else ())}
    yard = [s for s, name in enumerate(board.grid.names) if name not in inside]
    drawn = [
        rect(0, 0, board.width, board.height, fill="#EFE6CF"),
        path(board.hexes(yard, 0.97), fill="#DCCB9F"),
        *_rooms(layout, board, floor),
    ]
    return board.framed(drawn, clip)


def _rooms(layout: Layout, board: HexBoard, floor: int) -> list[str]:
    """Tiled floors, their walls and doors."""
    grid = board.grid
    names = layout.rooms if floor == 1 else layout.upper
    rooms = [grid.id(hex) for hex in names]
    open_ = [grid.id(hex) for hex in layout.unroofed] if floor == 1 else []
    inner = [row for row in layout.inner if row["floor"] == str(floor)]
    between = {frozenset((row["hex_a"], row["hex_b"])): row["kind"] for row in inner}
    closed = []
    for side, (a, b) in enumerate(grid.hexsides):
        inside = [x for x in (a, b) if x in rooms or x in open_]
        kind = between.get(frozenset(grid.names[x] for x in (a, b) if x >= 0), "wall")
        if inside and kind != "open" and not (len(inside) == 1 and a in open_ and b < 0):
            closed.append(side)
    doors = [board.side(grid.side_of(row["hex_a"], row["hex_b"])) for row in inner if row["kind"] == "door"]
    drawn = [
        path(board.hexes([*rooms, *open_], 1.0), fill=FLOOR),
        path(_flags(board, [*rooms, *open_]), stroke="#8A6650", stroke_width=1.4),
        lines.wall(board.sides(closed), "high", WALL_WIDTH),
        *(_door(p, q) for p, q in doors),
    ]
    if "2723" in names:
        x, y = board.centre(grid.id("2723"))
        steps = rect(-17, -14, 34, 28, fill="#E8D6AE", stroke=INK, stroke_width=2.4)
        drawn.append(moved(x + 24, y + 22, steps + path("M-17 -7H17M-17 0H17M-17 7H17", stroke=INK, stroke_width=2)))
    return drawn


def _storey(layout: Layout, board: HexBoard, floor: int, title: str, ids: Mapping[str, int]) -> Floor:
    """A storey as the table shows it when the roofs are lifted."""
    names, mark = (layout.rooms, GROUND_FLOOR) if floor == 1 else (layout.upper, SECOND_FLOOR)
    return Floor(
        f"floor{floor}",
        title,
        moved(*board.at, "".join(_rooms(layout, board, floor))),
        (*board.at, board.width, board.height),
        layout.shift(board),
        tuple((ids[hex + mark], ids[hex]) for hex in names),
    )


LEGEND = ("high wall", "intermediate wall", "low wall", "palisade", "door")
LEGEND_X, LEGEND_STEP = 1450.0, 420.0


def _legend_art(layout: Layout) -> str:
    out = []
    for k, kind in enumerate(("high", "intermediate", "low", "palisade")):
        x = LEGEND_X + k * LEGEND_STEP
        out.append(lines.wall(line([(x, 110), (x + 90, 110)]), kind, WALL_WIDTH))
    x = LEGEND_X + 4 * LEGEND_STEP
    out.append(_door((x, 110), (x + 60, 110)))
    return group(out)


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    """Hexes, rooms and holding boxes as places, with signs and numbers."""
    layout = Layout(data)
    places = [_hex_place(layout, space, ids[row["hex"]]) for space, row in enumerate(layout.rows)]
    for board, names, mark in (
        (layout.floor, layout.rooms, GROUND_FLOOR),
        (layout.second, layout.upper, SECOND_FLOOR),
    ):
        for hex in names:
            name = hex + mark
            facts = ("room, 4 points", "cost 1") if mark == GROUND_FLOOR else ("second floor, 4 points", "cost 1")
            places.append(board.place(board.grid.id(hex), ids[name], name, facts))
    places += [card.place(ids[card.key]) for card in layout.boxes]
    lattice = layout.board.lattice()
    compound = [layout.board.on_sheet(layout.board.centre(layout.id(hex))) for hex in ("1710", "3433")]
    (left, top), (right, bottom) = compound
    numbers = layout.board.numbers()
    return Board(
        round(layout.width, 1),
        round(layout.height, 1),
        in_order(places),
        (*_sheet_signs(layout), *_map_signs(layout)),
        grid=lattice,
        numbers=numbers,
        home=(left, top, right - left, bottom - top),
        card=(left, top + 200, 1280.0, 720.0),
        floors=(
            _storey(layout, layout.floor, 1, "Rooms", ids),
            _storey(layout, layout.second, 2, "Second floor", ids),
        ),
        abreast=True,
        figure="morale",
    )


TOLD = {
    "fire_defense": "cover {}",
    "room_below": "a room below",
    "flag": "flagpole",
    "entry_area": "entry area {}",
}
"""What a hex says of itself, by column of its row."""


def _hex_place(layout: Layout, space: int, id: int) -> Place:
    row = layout.rows[space]
    facts = [
        ", ".join(dict.fromkeys((row["terrain"].replace("_", " "), row["level"]))),
        f"cost {row['move_cost']}, {row['stack_limit']} points",
    ]
    facts += told(row, TOLD)
    return layout.board.place(space, id, f"{row['hex']} {row['name']}".strip(), facts)


def _sheet_signs(layout: Layout) -> list[Sign]:
    ink = MAP_INK["frame"]
    out = [
        sheet_sign((LEFT, 108), "DARK VICTORY", 92, weight=600, spacing=15),
        sheet_sign((LEFT + 4, 160), "The Alamo, 6 March 1836  ·  one hex is 21 feet", 36, italic=True, fill="#4A3F2C"),
        sheet_sign((layout.floor.at[0], layout.floor.at[1] - 20), "Rooms", 40, weight=600),
        sheet_sign((layout.second.at[0], layout.second.at[1] - 20), "Long Barracks, second floor", 34, weight=600),
    ]
    out.extend(card.sign() for card in layout.boxes)
    for k, words in enumerate(LEGEND):
        out.append(sheet_sign((LEGEND_X + k * LEGEND_STEP + 106, 120), words, 30, "interface", ink))
    return out


def _map_signs(layout: Layout) -> list[Sign]:
    """Names of places and commanders; numbers of the rooms."""
    out = []
    for words, hex, size, turn in NAMES:
        at = layout.board.on_sheet(layout.board.middle([layout.id(name) for name in hex.split()]))
        if turn:
            out.append(sheet_sign(at, words, size, fill=INK, anchor="middle", weight=600, turn=turn))
        else:
            out.append(name_sign([words], at, size, True, near=0, rank=2))
    for area, name in COMMANDERS.items():
        spaces = layout.where("entry_area", area)
        x, y = layout.board.on_sheet(layout.board.middle(spaces))
        y += 110 if y < 1000 and area in "12" else -150 if area == "4" else 0
        x -= 170 if area == "3" else 0
        disc = circle(0, 0, 34, fill="#2F4C7C", stroke="#FFFFFF", stroke_width=5)
        figure = text(0, 14, area, 42, "figures", "#FFFFFF", anchor="middle", weight=700)
        out.append(Sign(disc + figure, (round(x, 1), round(y, 1)), 0, 2, (70.0, 70.0)))
        out.append(name_sign([name], (x, y + 60), 34, italic=True, near=0, rank=3))
    reserve = layout.board.on_sheet(layout.board.middle(layout.where("entry_area", "R")))
    out.append(name_sign(["Reserve"], (reserve[0], reserve[1] + 90), 32, italic=True, near=0, rank=3))
    for board, names in ((layout.floor, layout.rooms), (layout.second, layout.upper)):
        for hex in names:
            x, y = board.on_sheet(board.centre(board.grid.id(hex)))
            out.append(name_sign([hex], (x, y - 33), 13, near=2, rank=6))
    return out
