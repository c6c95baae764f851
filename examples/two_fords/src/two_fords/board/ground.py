"""The map: fields and woods on both banks of a river with two fords."""

from collections.abc import Mapping

from grognard.look import lettering
from grognard.look.boxes import HoldingBox
from grognard.look.countryside import Countryside
from grognard.look.data import Data
from grognard.look.hexboard import HexBoard, paper
from grognard.look.labels import sheet_sign, star_sign
from grognard.look.scene import Board, Sign
from grognard.look.svg import document
from grognard.maps import members
from two_fords.content import FORDS, GRID, MAP, RIVER, VILLAGES

RADIUS, LEFT, TOP = 90.0, 70.0, 170.0
HILLS, WOODS = (MAP.hexes(lambda row, kind=kind: row.terrain == kind) for kind in ("hill", "wood"))
BOARD = HexBoard(GRID, RADIUS, (LEFT, TOP), pad=26)
DEAD = HoldingBox("dead", "Eliminated", LEFT + BOARD.width + 50, TOP, 3, 2)
SIZE = WIDTH, HEIGHT = DEAD.x + DEAD.width + 40, TOP + BOARD.height + 60


def draw_ground(data: Data) -> str:
    land = Countryside(BOARD, HILLS, WOODS, VILLAGES, RIVER, FORDS).land()
    return document([paper(WIDTH, HEIGHT), BOARD.framed(land), DEAD.art()], (0, 0, WIDTH, HEIGHT))


def draw_board(ids: Mapping[str, int], data: Data) -> Board:
    places = [DEAD.place(ids["dead"])]
    for hex, row in enumerate(MAP.rows):
        places.append(BOARD.place(hex, ids[row.hex], f"{row.hex} {row.name or ''}".strip(), [row.terrain]))
    home = (0, 0, LEFT + BOARD.width + 40, HEIGHT)
    return BOARD.sheet(SIZE, places, _signs(ids), GRID.id("0502"), card=900, home=home)


def _signs(ids: Mapping[str, int]) -> list[Sign]:
    """Title, box, stars and names of the villages, the fords and the river."""
    signs = [
        sheet_sign((LEFT, 92), "TWO FORDS", 78, weight=600, spacing=10),
        sheet_sign((LEFT + 3, 138), "an afternoon at a river", 32, italic=True, fill="#4A3F2C"),
        DEAD.sign(),
        lettering.letters("River", BOARD.on_sheet((BOARD.width / 2 - 40, 60)), 30, "water", 80),
    ]
    fords = zip(("Upper ford", "Lower ford"), sorted(FORDS), strict=True)
    named = [lettering.Name(words, GRID.hexsides[side], minor=True) for words, side in fords]
    for hex in members(VILLAGES):
        (x, y), id = BOARD.on_sheet(BOARD.centre(hex)), ids[GRID.names[hex]]
        signs.append(star_sign((x + 0.6 * RADIUS, y - 0.34 * RADIUS), "1", 20, id))
        named.append(lettering.Name(str(MAP.rows[hex].name), (hex,), id, lettering.VICTORY, 26))
    return [*signs, *lettering.names(BOARD, named, [sign for sign in signs if sign.box[0]])]
