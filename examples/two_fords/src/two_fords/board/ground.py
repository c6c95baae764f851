"""The map: fields and woods on both banks of a river with two fords."""

from collections.abc import Mapping

import numpy as np

from grognard.look import hexground, lettering, lines, relief, town
from grognard.look.boxes import HoldingBox
from grognard.look.data import Data
from grognard.look.hexboard import HexBoard, card_window, in_order, paper
from grognard.look.labels import sheet_sign, star_sign
from grognard.look.scene import Board, Sign
from grognard.look.svg import document
from grognard.maps import members
from two_fords.content import FORDS, GRID, MAP, RIVER, TERRAIN, VILLAGES

RADIUS, LEFT, TOP = 90.0, 70.0, 170.0
HILL = MAP.hexes(lambda row: row.terrain == "hill")
WOOD = MAP.hexes(lambda row: row.terrain == "wood")
RAMP = ((0.0, "#C4CC9A"), (0.5, "#D6CB9A"), (1.0, "#C6A577"))
BOARD = HexBoard(GRID, RADIUS, (LEFT, TOP), pad=26)
DEAD = HoldingBox("dead", "Eliminated", LEFT + BOARD.width + 50, TOP, 3, 2)
WIDTH, HEIGHT = DEAD.x + DEAD.width + 40, TOP + BOARD.height + 60


def draw_ground(data: Data) -> str:
    canvas = hexground.Canvas(BOARD)
    heights = canvas.heights([40.0 * (HILL >> hex & 1) for hex in range(len(GRID))])
    heights = heights + 3 * canvas.noise(3, 9)
    picture = relief.tint(np.clip(heights / 45, 0, 1), RAMP)
    picture = canvas.fields(picture, np.clip(1 - heights / 18, 0, 1), 5, 160)
    picture = relief.blend(picture, "#8C9C62", 0.5 * canvas.mask(members(WOOD), 6))
    river = max(BOARD.courses(RIVER | FORDS), key=len)
    land = [
        canvas.image(canvas.shaded(picture, heights, 1.4)),
        hexground.hill(BOARD, members(HILL)),
        hexground.grove(BOARD, members(WOOD), 16, 3, 9),
        *(town.houses([hexground.region(BOARD, [hex], 0.6)], seed=hex, gap=1, least=420, ruined=0, grain=0.3)
          for hex in members(VILLAGES)),
        lines.rivers([BOARD.to_frame(river)], 20),
        hexground.bridges(BOARD, FORDS),
    ]  # fmt: skip
    return document([paper(WIDTH, HEIGHT), BOARD.framed(land), DEAD.art()], (0, 0, WIDTH, HEIGHT))


def draw_board(at: Mapping[str, int], data: Data) -> Board:
    places = [
        BOARD.place(hex, at[row.hex], f"{row.hex} {row.name or ''}".strip(), [TERRAIN[hex]])
        for hex, row in enumerate(MAP.rows)
    ]
    middle = BOARD.on_sheet(BOARD.centre(GRID.id("0502")))
    return Board(
        WIDTH,
        HEIGHT,
        in_order([*places, DEAD.place(at[DEAD.key])]),
        tuple(_signs(at)),
        grid=BOARD.lattice(),
        numbers=BOARD.numbers(),
        home=(0, 0, LEFT + BOARD.width + 40, HEIGHT),
        card=card_window(middle, 900, (WIDTH, HEIGHT)),
    )


def _signs(at: Mapping[str, int]) -> list[Sign]:
    """Title, box, stars and names of the villages, the fords and the river."""
    signs = [
        sheet_sign((LEFT, 92), "TWO FORDS", 78, weight=600, spacing=10),
        sheet_sign((LEFT + 3, 138), "an afternoon at a river", 32, italic=True, fill="#4A3F2C"),
        DEAD.sign(),
        lettering.letters("River", BOARD.on_sheet((BOARD.width / 2 - 40, 60)), 30, "water", 80),
    ]
    named = []
    for hex in members(VILLAGES):
        x, y = BOARD.on_sheet(BOARD.centre(hex))
        signs.append(star_sign((x + 0.6 * RADIUS, y - 0.34 * RADIUS), "1", 20, at[GRID.names[hex]]))
        named.append(lettering.Name(str(MAP.rows[hex].name), (hex,), at[GRID.names[hex]], lettering.VICTORY, 26))
    named += [lettering.Name(f"{'Upper' if n == 0 else 'Lower'} ford", GRID.hexsides[side], minor=True)
              for n, side in enumerate(sorted(FORDS))]  # fmt: skip
    return [*signs, *lettering.names(BOARD, named, [sign for sign in signs if sign.box[0]])]
