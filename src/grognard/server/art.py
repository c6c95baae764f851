"""Drawings: the ground of each title, its board, the picture of its card, and the shapes counters are made of."""

import gzip
import re

from grognard.core import SPECTATOR, Match, Seeded
from grognard.core.lesson import opening
from grognard.look.card import View, front, window
from grognard.look.ground import board, ground_svg
from grognard.look.scene import Board, Scene
from grognard.server.hall import Hall
from grognard.server.present import encode
from grognard.server.shelf import Book

_ROOT = re.compile(r"<svg\b[^>]*>")
_BOX = re.compile(r'viewBox="[^"]+"')
DRAWINGS = ("ground.svg", "card.svg", "front.svg", "board.json")


class Art:
    """Made once, kept in the data folder (the ground) and in memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._kept: dict[tuple[str, str], tuple[bytes, bytes]] = {}

    async def get(self, book: Book, name: str) -> tuple[bytes, bytes] | None:
        """One of `DRAWINGS` of a title, plain and compressed; None: there is no such drawing."""
        if not book.drawn or name not in DRAWINGS:
            return None
        key = (book.game.name, name)
        if key not in self._kept:
            made = await self._hall.in_thread(lambda: self._make(book, name))
            self._kept[key] = made, await self._hall.in_thread(lambda: gzip.compress(made, mtime=0))
        return self._kept[key]

    def _make(self, book: Book, name: str) -> bytes:
        sheet = _board(book)
        if name == "board.json":
            return encode(sheet)
        if name == "front.svg":
            view, scene = window(sheet, _scenes(book))
            return front(sheet, scene, view).encode()
        ground = ground_svg(book.game, self._hall.settings.folder / "art")
        return (ground if name == "ground.svg" else card(ground, window(sheet, _scenes(book))[0])).encode()


def _board(book: Book) -> Board:
    display = book.presenter.display
    return board(book.game) if display is None else display.board()


def _scenes(book: Book) -> list[Scene]:
    """Positions a card may show: the start of the game, then those of its lessons."""
    game, presenter = book.game, book.presenter
    states = [Match.start(game, Seeded(0)).state, *(opening(game, lesson) for lesson in book.lessons.values())]
    return [presenter.scene(game.view(state, SPECTATOR), SPECTATOR) for state in states]


def card(ground: str, view: View) -> str:
    """A window of the map."""
    root = _ROOT.search(ground)
    if root is None:
        return ground
    x, y, width, height = view
    shown = f'viewBox="{x:g} {y:g} {width:g} {height:g}"'
    opening_tag = re.sub(r'\s(?:width|height)="[^"]*"', "", root.group())
    return ground.replace(root.group(), _BOX.sub(shown, opening_tag), 1)
