"""Drawings: the ground of each title, its board, the picture of its card, and the shapes counters are made of."""

import asyncio
import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grognard.core import SPECTATOR, Match, Seeded
from grognard.core.lesson import opening
from grognard.look.card import View, front, window
from grognard.look.ground import board, ground_svg
from grognard.look.scene import Board, Scene
from grognard.server.messages import encode
from grognard.server.shelf import Book

_ROOT = re.compile(r"<svg\b[^>]*>")
_BOX = re.compile(r'viewBox="[^"]+"')
DRAWINGS = ("ground.svg", "card.svg", "front.svg", "board.json")


class Art:
    """Made once, kept in the data folder (the ground) and in memory. Drawing takes seconds: it has a thread of its own,
    so that nothing else waits for it, and whoever asks for a picture that is being drawn waits for that one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[tuple[str, str], asyncio.Future[tuple[bytes, bytes]]] = {}
        self._pen = ThreadPoolExecutor(max_workers=1, thread_name_prefix="grognard-drawing")

    def close(self) -> None:
        self._pen.shutdown(wait=False, cancel_futures=True)

    async def get(self, book: Book, name: str) -> tuple[bytes, bytes] | None:
        """One of `DRAWINGS` of a title, plain and compressed; None: there is no such drawing."""
        if not book.drawn or name not in DRAWINGS:
            return None
        key = (book.game.name, name)
        drawing = self._kept.get(key)
        if drawing is None:
            loop = asyncio.get_running_loop()
            drawing = self._kept[key] = loop.run_in_executor(self._pen, self._both, book, name)
        try:
            return await asyncio.shield(drawing)
        except Exception:
            if self._kept.get(key) is drawing:
                del self._kept[key]
            raise

    def _both(self, book: Book, name: str) -> tuple[bytes, bytes]:
        made = self._make(book, name)
        return made, gzip.compress(made, mtime=0)

    def _make(self, book: Book, name: str) -> bytes:
        sheet = _board(book)
        if name == "board.json":
            return encode(sheet)
        if name == "front.svg":
            view, scene = window(sheet, _scenes(book))
            return front(sheet, scene, view).encode()
        ground = ground_svg(book.game, self._folder)
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
