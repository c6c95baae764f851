"""The whole sheet of a small hex title: its map, its name above, and the box of the dead beside it."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.look import lettering
from grognard.look.boxes import HoldingBox
from grognard.look.hexboard import HexBoard, paper
from grognard.look.labels import sheet_sign, star_sign
from grognard.look.metrics import width
from grognard.look.scene import Board, Sign
from grognard.look.svg import document
from grognard.maps import HexMap, PlainHex, Set, members

LEFT, TOP, GAP = 70.0, 170.0, 50.0
TITLE, SPACING = 78.0, 10.0
"""Size of the title, and what is left between its letters."""
WINDOW = 900.0
"""How wide a part of the sheet stands for the title in a list."""


class HexSheet:
    """A map of plain rows, drawn; titles whose sheet holds more build it on `HexBoard` themselves."""

    def __init__(
        self,
        map: HexMap[PlainHex, Any],
        title: str,
        below: str = "",
        box: tuple[str, str] = ("", ""),
        radius: float = 90.0,
    ) -> None:
        """`below`: a line below the title; `box`: name of the space of the dead and the title of its box (empty: the
        title has none)."""
        self.map, self.board = map, HexBoard(map.grid, radius, (LEFT, TOP), pad=26)
        edge = LEFT + self.board.width
        self.boxes = (HoldingBox(*box, edge + GAP, TOP, 3, 2),) if box[0] else ()
        printed = LEFT + width(title, TITLE, bold=True, spacing=SPACING)
        right = max([edge, printed, *(one.x + one.width for one in self.boxes)])
        self.size = (right + 40, TOP + self.board.height + 60)
        self._home = (0.0, 0.0, edge + 40, self.size[1])
        self._words = [sheet_sign((LEFT, 92), title, TITLE, weight=600, spacing=SPACING)]
        if below:
            self._words.append(sheet_sign((LEFT + 3, 138), below, 32, italic=True, fill="#4A3F2C"))

    def ground(self, land: Iterable[str]) -> str:
        """For `draw_ground`: the land in map units, such as a `Countryside`'s, framed on its paper."""
        art = [box.art() for box in self.boxes]
        return document([paper(*self.size), self.board.framed(land), *art], (0, 0, *self.size))

    def sheet(
        self,
        ids: Mapping[str, int],
        middle: str,
        stars: Set = 0,
        names: Iterable[lettering.Name] = (),
        signs: Iterable[Sign] = (),
    ) -> Board:
        """For `draw_board`: every hex a place, with its name and terrain. The list of titles shows the hexes round
        `middle`. `stars`: the hexes one wins by, each with its star and its name; `names` and `signs`: others."""
        board, grid = self.board, self.map.grid
        places = [box.place(ids[box.key]) for box in self.boxes]
        for hex, row in enumerate(self.map.rows):
            places.append(board.place(hex, ids[row.hex], f"{row.hex} {row.name or ''}".strip(), [row.terrain]))
        fixed, named = [*self._words, *(box.sign() for box in self.boxes), *signs], list(names)
        for hex in members(stars):
            (x, y), id = board.on_sheet(board.centre(hex)), ids[grid.names[hex]]
            fixed.append(star_sign((x + 0.6 * board.radius, y - 0.34 * board.radius), "1", 20, id))
            named.append(lettering.Name(self.map.rows[hex].name or "", (hex,), id, lettering.VICTORY, 26))
        settled = lettering.names(board, named, [sign for sign in fixed if sign.box[0]])
        return board.sheet(self.size, places, [*fixed, *settled], grid.id(middle), WINDOW, self._home)
