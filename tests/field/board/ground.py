"""Plain paper and a lattice."""

from collections.abc import Mapping

from grognard.look.data import Data
from grognard.look.hexboard import HexBoard
from grognard.look.scene import Board
from grognard.look.svg import document, rect
from tests.field.content import GRID

SHEET = HexBoard(GRID, 50.0, at=(40.0, 40.0), pad=20.0)
WIDE, HIGH = SHEET.width + 80, SHEET.height + 80


def draw_ground(data: Data) -> str:
    return document([rect(0, 0, WIDE, HIGH, fill="#D2C694")], (0, 0, WIDE, HIGH))


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    places = tuple(SHEET.place(hex, hex, name, ("plain",)) for hex, name in enumerate(GRID.names))
    return Board(WIDE, HIGH, places, grid=SHEET.lattice(), numbers=SHEET.numbers())
