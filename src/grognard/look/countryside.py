"""Open country, painted from the sets of a hex map: hills, woods, villages, rivers and their fords or bridges.

Small titles need no more; those with a map of their own character paint with `hexground`, `lines` and `town` directly.
"""

import numpy as np
from msgspec import Struct

from grognard.look import hexground, lines, relief, town
from grognard.look.hexboard import HexBoard
from grognard.maps import Set, members

RAMP = ((0.0, "#C4CC9A"), (0.5, "#D6CB9A"), (1.0, "#C6A577"))
"""Low meadows to bare heights."""
RISE = 40.0
"""Metres of a hill."""


class Countryside(Struct, frozen=True):
    """What lies where; hexes as sets of the rules, rivers and crossings as hexsides."""

    board: HexBoard
    hills: Set = 0
    woods: Set = 0
    villages: Set = 0
    rivers: frozenset[int] = frozenset()
    crossings: frozenset[int] = frozenset()
    """Fords and bridges, which the river runs through."""

    def land(self) -> list[str]:
        """Everything from the ground up, in map units, for `HexBoard.framed`."""
        board, hills, woods = self.board, members(self.hills), members(self.woods)
        canvas = hexground.Canvas(board)
        heights = canvas.heights([RISE * (self.hills >> hex & 1) for hex in range(len(board.grid))])
        heights = heights + 3 * canvas.noise(3, 9)
        picture = relief.tint(np.clip(heights / (RISE + 5), 0, 1), RAMP)
        picture = canvas.fields(picture, np.clip(1 - heights / 18, 0, 1), 5, 160)
        picture = relief.blend(picture, "#8C9C62", 0.5 * canvas.mask(woods, 6))
        courses = [board.to_frame(course) for course in board.courses(self.rivers | self.crossings)]
        return [
            canvas.image(canvas.shaded(picture, heights, 1.4)),
            hexground.hill(board, hills),
            hexground.grove(board, woods, 16, 3, 9),
            *(self._village(hex) for hex in members(self.villages)),
            lines.rivers(courses, 20) if courses else "",
            hexground.bridges(board, self.crossings),
        ]

    def _village(self, hex: int) -> str:
        plot = hexground.region(self.board, [hex], 0.6)
        return town.houses([plot], seed=hex, gap=1, least=420, ruined=0, grain=0.3)
