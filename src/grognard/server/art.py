"""Drawings: the ground of each title, its board, the picture of its card, and the shapes counters are made of."""

import gzip
import re

from grognard.look.ground import board, ground_svg
from grognard.look.scene import Board
from grognard.server.hall import Hall
from grognard.server.present import encode
from grognard.server.shelf import Book

_ROOT = re.compile(r"<svg\b[^>]*>")
_BOX = re.compile(r'viewBox="([^"]+)"')
CARD = (16, 9)


class Art:
    """Made once, kept in the data folder (the ground) and in memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._kept: dict[tuple[str, str], tuple[bytes, bytes]] = {}

    async def get(self, book: Book, name: str) -> tuple[bytes, bytes] | None:
        """`ground.svg`, `card.svg` or `board.json` of a title, plain and compressed; None: there is no such drawing."""
        if not book.drawn or name not in ("ground.svg", "card.svg", "board.json"):
            return None
        key = (book.game.name, name)
        if key not in self._kept:
            made = await self._hall.in_thread(lambda: self._make(book, name))
            self._kept[key] = made, await self._hall.in_thread(lambda: gzip.compress(made, mtime=0))
        return self._kept[key]

    def _make(self, book: Book, name: str) -> bytes:
        if name == "board.json":
            return encode(_board(book))
        ground = ground_svg(book.game.name, self._hall.settings.folder / "art")
        return ground.encode() if name == "ground.svg" else card(ground, _home(book)).encode()


def _board(book: Book) -> Board:
    made: Board = book.presenter.table.board() if book.presenter.table is not None else board(book.game.name)
    return made


def _home(book: Book) -> tuple[float, float, float, float] | None:
    home = _board(book).home
    return home if any(home) else None


def card(ground: str, home: tuple[float, float, float, float] | None) -> str:
    """A window of the map in the proportions of a shelf card, around the middle of the part shown first."""
    root = _ROOT.search(ground)
    box = _BOX.search(root.group()) if root is not None else None
    if root is None or box is None:
        return ground
    x, y, width, height = home or tuple(float(v) for v in re.split(r"[\s,]+", box.group(1).strip()))
    across, down = CARD
    shown_width = min(width, height * across / down)
    shown_height = shown_width * down / across
    left, top = x + (width - shown_width) / 2, y + (height - shown_height) / 2
    window = f'viewBox="{left:g} {top:g} {shown_width:g} {shown_height:g}"'
    opening = re.sub(r'\s(?:width|height)="[^"]*"', "", root.group())
    return ground.replace(root.group(), _BOX.sub(window, opening), 1)
