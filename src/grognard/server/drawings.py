"""What is drawn of a title: its ground, its board, the picture of its card and the counters that lie on that.

Drawing takes seconds and libraries a table needs for nothing else. So a wheel brings the drawings of its own titles
along (`python -m grognard.server.drawings FOLDER` makes them when it is built); only a title from elsewhere, or one
whose components an owner has changed, is drawn where it is played.
"""

import gzip
import re
import sys
import tempfile
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from grognard.core import SPECTATOR, Match, Seeded, register
from grognard.core.lesson import opening
from grognard.look.card import View, front, window
from grognard.look.ground import ground_svg
from grognard.look.scene import Scene
from grognard.server.messages import encode
from grognard.server.shelf import DRAWINGS, SHIPPED, Book

_ROOT = re.compile(r"<svg\b[^>]*>")
_BOX = re.compile(r'viewBox="[^"]+"')


def packed(book: Book, name: str, folder: Path) -> bytes:
    """One of `DRAWINGS`, compressed: as shipped, else drawn now, the ground from what is kept in `folder`."""
    shipped = book.shipped(name)
    return shipped.read_bytes() if shipped.exists() else gzip.compress(_drawn(book, name, folder), mtime=0)


def ours() -> list[str]:
    """The titles of this package, known from its folders: while a wheel is built nothing is installed."""
    return sorted(file.parent.name for file in (Path(__file__).parents[1] / "games").glob("*/__init__.py"))


def ship(titles: Iterable[str], folder: Path) -> None:
    """Draw titles of this package into a folder that will stand in the place of `SHIPPED`."""
    for name in titles:
        book = Book(register(import_module(f"grognard.games.{name}").GAME))
        with tempfile.TemporaryDirectory() as kept:
            for drawing in DRAWINGS:
                target = folder / book.shipped(drawing).relative_to(SHIPPED)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(packed(book, drawing, Path(kept)))


def _drawn(book: Book, name: str, folder: Path) -> bytes:
    sheet = book.board
    if name == "board.json":
        return encode(sheet)
    if name == "front.svg":
        view, scene = window(sheet, _scenes(book))
        return front(sheet, scene, view).encode()
    ground = ground_svg(book.game, folder)
    return (ground if name == "ground.svg" else card(ground, window(sheet, _scenes(book))[0])).encode()


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
    shown_box = f'viewBox="{x:g} {y:g} {width:g} {height:g}"'
    opening_tag = re.sub(r'\s(?:width|height)="[^"]*"', "", root.group())
    return ground.replace(root.group(), _BOX.sub(shown_box, opening_tag), 1)


if __name__ == "__main__":
    ship(ours(), Path(sys.argv[1]))
