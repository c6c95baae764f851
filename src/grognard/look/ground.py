"""The ground of a board: drawn once per title and components, kept on disk; and the board that lies over it.

A game supplies a module `ground` with the functions of `Drawing`. The ground holds no text: browsers show it as
an image, where the fonts of the page do not reach; all words are signs of the board.
"""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Protocol, cast

from grognard.look.data import Data
from grognard.look.scene import Board


class Drawing(Protocol):
    """What a game's `ground` module offers."""

    def components(self) -> Data:
        """The component files in effect, an owner's files among them."""

    def draw_ground(self, data: Data) -> str:
        """The whole sheet as a stand-alone SVG document without text."""

    def keys(self, data: Data) -> list[str]:
        """Printed numbers or names of the spaces, in the order of the files."""

    def draw_board(self, ids: Mapping[str, int] | None, data: Data) -> Board:
        """Places and signs; `ids` gives the space id of each printed number or name (default: order of the files)."""


def drawing(game: str) -> Drawing:
    """The `ground` module of a game."""
    return cast(Drawing, import_module(f"grognard.games.{game}.board.ground"))


def board(game: str, ids: Mapping[str, int] | None = None, data: Data | None = None) -> Board:
    """The board of a game, drawn from the components in effect unless others are given."""
    pen = drawing(game)
    return pen.draw_board(ids, data or pen.components())


def ground_key(game: str, data: Data | None = None) -> str:
    """Names a ground by its data and by the code that draws it: equal keys are equal drawings, cacheable for ever."""
    total = hashlib.sha256((data or drawing(game).components()).digest.encode())
    package = files("grognard")
    code = [f for f in package.joinpath("look").iterdir() if f.name.endswith(".py")]
    for source in (*sorted(code, key=lambda f: f.name), package.joinpath("games", game, "board", "ground.py")):
        total.update(source.read_bytes())
    return f"{game}-{total.hexdigest()[:16]}"


def ground_svg(game: str, cache: Path | None = None, data: Data | None = None) -> str:
    """The ground of a game, drawn now or taken from the `cache` folder."""
    pen = drawing(game)
    shown = data or pen.components()
    if cache is None:
        return pen.draw_ground(shown)
    kept = cache / f"{ground_key(game, shown)}.svg"
    if not kept.exists():
        _write_whole(kept, pen.draw_ground(shown))
    return kept.read_text(encoding="utf-8")


def _write_whole(target: Path, content: str) -> None:
    """Write so that a reader finds the whole file or none, whoever else writes at the same time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            part.write(content)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
