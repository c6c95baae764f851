"""The map: fields and woods on both banks of a river with two fords."""

from collections.abc import Mapping

from grognard.look.countryside import Countryside
from grognard.look.data import Data
from grognard.look.hexsheet import HexSheet
from grognard.look.lettering import Name, letters
from grognard.look.scene import Board
from two_fords.content import FORDS, GRID, MAP, RIVER, VILLAGES

HILLS = MAP.hexes(lambda row: row.terrain == "hill")
WOODS = MAP.hexes(lambda row: row.terrain == "wood")
SHEET = HexSheet(MAP, "TWO FORDS", "an afternoon at a river", ("dead", "Eliminated"))
BOARD = SHEET.board


def draw_ground(data: Data) -> str:
    return SHEET.ground(Countryside(BOARD, HILLS, WOODS, VILLAGES, RIVER, FORDS).land())


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    fords = zip(("Upper ford", "Lower ford"), sorted(FORDS), strict=True)
    names = [Name(words, GRID.hexsides[side], minor=True) for words, side in fords]
    river = letters("River", BOARD.on_sheet((BOARD.width / 2 - 40, 60)), 30, "water", 80)
    return SHEET.sheet(ids, "0502", VILLAGES, names, [river])
