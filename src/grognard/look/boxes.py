"""Holding boxes beside a map: a titled card with a table of places for counters."""

from msgspec import Struct

from grognard.look.labels import sheet_sign
from grognard.look.metrics import width
from grognard.look.scene import Place, Sign
from grognard.look.shapes import box, grid, rounded
from grognard.look.style import MAP_INK
from grognard.look.svg import num, path, rect

HEAD = 58.0
PAD = 8.0


class HoldingBox(Struct, frozen=True):
    """A card at (x, y) with `columns` x `lines` cells below its title; `key` is the name the rules know it by."""

    key: str
    title: str
    x: float
    y: float
    columns: int
    lines: int
    cell: float = 86.0
    fill: str = "#F1E9D7"

    @property
    def width(self) -> float:
        return self.columns * self.cell + 2 * PAD

    @property
    def height(self) -> float:
        return HEAD + self.lines * self.cell + PAD

    def art(self) -> str:
        """The card without its title."""
        card = rect(
            self.x, self.y, self.width, self.height, 16, fill=self.fill, stroke=MAP_INK["frame"], stroke_width=3
        )
        rule = f"M{num(self.x + 18)} {num(self.y + HEAD - 4)}h{num(self.width - 36)}"
        return card + path(rule, stroke=MAP_INK["frame"], stroke_width=1.5, opacity=0.6)

    def sign(self) -> Sign:
        """The title, smaller where the card is narrow."""
        size = min(30.0, 30 * (self.width - 40) / width(self.title, 30, "interface"))
        return sheet_sign((self.x + 22, self.y + 39), self.title, round(size, 1), "interface", weight=600)

    def place(self, space: int) -> Place:
        """The box as a place whose slots are its cells."""
        body = self.lines * self.cell
        slots = grid(self.x + PAD, self.y + HEAD, self.width - 2 * PAD, body, self.columns, self.lines)
        middle = self.x + self.width / 2
        return Place(
            space,
            self.title,
            box(self.x, self.y, self.width, self.height),
            (middle, self.y + HEAD + body / 2),
            (middle, self.y + HEAD / 2),
            kind="box",
            size=round(self.cell * 0.86, 1),
            slots=rounded(slots),
        )
