"""Where things lie on the sheet: the main map, the card of the rooms, that of the second floor, and the boxes.

Only geometry, so that pieces on hexsides can be placed without the libraries that paint the ground.
"""

import math
from functools import cached_property, lru_cache

from grognard.look.boxes import HoldingBox
from grognard.look.data import Data, rows
from grognard.look.hexboard import HexBoard
from grognard.look.scene import Point
from grognard.maps import ODD, HexGrid, Numbering

RADIUS = 50.0
LEFT, TOP = 90.0, 190.0
PAD = 30.0
GAP = 90.0
NUMBERING = Numbering(flat=True, shifted=ODD)
GROUND_FLOOR, SECOND_FLOOR = " in", " up"
"""How the names of rooms end."""


class Layout:
    """The data files on the sheet."""

    def __init__(self, data: Data) -> None:
        self.rows = rows(data, "main_hexes")
        self.sides = rows(data, "main_hexsides")
        rooms = rows(data, "interior_hexes")
        self.inner = rows(data, "interior_hexsides")
        self.vectors = {row["feature"]: row["points"].split() for row in rows(data, "map_vector")}
        self.grid = HexGrid(NUMBERING, [row["hex"] for row in self.rows])
        self.board = HexBoard(self.grid, RADIUS, (LEFT, TOP), PAD)
        self.rooms = [row["hex"] for row in rooms if row["floor"] == "1" and row["kind"] == "room"]
        self.upper = [row["hex"] for row in rooms if row["floor"] == "2"]
        self.unroofed = [row["hex"] for row in rooms if row["kind"] == "unroofed"]
        outside = [row["hex"] for row in rooms if row["kind"] == "outside"]
        right = LEFT + self.board.width + GAP
        below = HexGrid(NUMBERING, [*self.rooms, *outside, *self.unroofed])
        self.floor = HexBoard(below, RADIUS, (right, TOP + 60), 60)
        above = HexGrid(NUMBERING, [*self.upper])
        self.second = HexBoard(above, RADIUS, (right, TOP + 60 + self.floor.height + 130), 60)

    @cached_property
    def boxes(self) -> tuple[HoldingBox, ...]:
        x = LEFT + self.board.width + GAP
        y = self.second.at[1] + self.second.height + 60
        return (
            HoldingBox("off the map", "Still to come", x, y, 12, 7, 62),
            HoldingBox("dead", "Dead", x, y + 540, 12, 9, 62),
            HoldingBox("captured", "Captured", x + self.second.width + 60, self.second.at[1], 5, 2, 62),
        )

    @property
    def width(self) -> float:
        return max(self.floor.at[0] + self.floor.width, *(box.x + box.width for box in self.boxes)) + LEFT

    @property
    def height(self) -> float:
        return max(TOP + self.board.height, *(box.y + box.height for box in self.boxes)) + 90

    def id(self, hex: str) -> int:
        return self.grid.id(hex)

    def where(self, column: str, *values: str) -> list[int]:
        return [space for space, row in enumerate(self.rows) if row[column] in values]

    def walls(self, kind: str) -> list[int]:
        return [
            self.grid.side_of(row["hex_a"], row["hex_b"])
            for row in self.sides
            if row["wall"] == kind and row["note"] != "palisade"
        ]

    def palisade(self) -> list[int]:
        return [self.grid.side_of(row["hex_a"], row["hex_b"]) for row in self.sides if row["note"] == "palisade"]

    def board_of(self, name: str) -> HexBoard:
        """The board on which a space of this name lies."""
        return {GROUND_FLOOR: self.floor, SECOND_FLOOR: self.second}.get(name[4:], self.board)

    def shift(self, board: HexBoard) -> Point:
        """From a card of rooms to the same hexes of the main map, on the sheet."""
        hex = board.grid.names[0]
        (x, y), (u, v) = (b.on_sheet(b.centre(b.grid.id(hex))) for b in (board, self.board))
        return round(u - x, 1), round(v - y, 1)

    def hexside(self, board: HexBoard, a: str, b: str) -> tuple[float, float, float]:
        """The middle of the hexside between two hexes of a board, and its turn in degrees, on the sheet."""
        p, q = (board.on_sheet(end) for end in board.side(board.grid.side_of(a[:4], b[:4])))
        turn = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0]))
        return round((p[0] + q[0]) / 2, 1), round((p[1] + q[1]) / 2, 1), round(turn, 1)

    def towards(self, a: str, b: str) -> tuple[float, float, float]:
        """A point of the hex `a` of the main map by its side to `b`, and the turn of something upright that leans
        towards `b`, on the sheet."""
        (x, y), (u, v) = (self.board.on_sheet(self.board.centre(self.id(hex))) for hex in (a, b))
        turn = math.degrees(math.atan2(v - y, u - x)) + 90
        return round(x + LEAN * (u - x), 1), round(y + LEAN * (v - y), 1), round(turn, 1)


LEAN = 0.42
"""How far towards the next hex a ladder stands: its head lies over the wall."""


@lru_cache(maxsize=4)
def layout_of(data: Data) -> Layout:
    """The layout of these files, made once."""
    return Layout(data)
