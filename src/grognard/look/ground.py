"""The ground of a board: drawn once per title and components, kept on disk; and the board that lies over it.

A title supplies a module `board.ground` in its own package, wherever that is installed, with the functions of
`Drawing`. The ground holds no text: browsers show it as an image, where the fonts of the page do not reach; all words
are signs of the board.
"""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol, cast

from grognard.core import Game, TitleError
from grognard.look.data import Data
from grognard.look.scene import Board
from grognard.tables import Components

MODULE = "board.ground"
"""Where a title's drawing is, in its package."""
LIBRARIES = ("contourpy", "PIL", "scipy", "shapely")
"""What drawing needs and nothing else does."""
INSTALL = "install grognard[draw]"


class Drawing(Protocol):
    """What a title's `board.ground` offers."""

    def draw_ground(self, data: Data) -> str:
        """The whole sheet as a stand-alone SVG document without text."""

    def draw_board(self, ids: Mapping[str, int], data: Data) -> Board:
        """Places and signs; `ids` gives the space id of each printed number or name, as the rules name their spaces."""


def drawing(game: Game[Any]) -> Drawing:
    """The drawing of a title."""
    if not can_draw():
        raise TitleError(f"the board of {game.name} cannot be drawn here: {INSTALL}")
    found = import_module(f"{game.package}.{MODULE}")
    missing = [name for name in ("draw_ground", "draw_board") if not callable(vars(found).get(name))]
    if missing:
        raise TitleError(f"{game.package}.{MODULE} has no function {missing[0]}")
    return cast(Drawing, found)


def has_drawing(game: Game[Any]) -> bool:
    """Whether a title has a board to show; nothing is imported to find out."""
    return _source(game).is_file()


def can_draw() -> bool:
    """Whether the libraries are installed; none of them is loaded to find out."""
    return all(find_spec(library) for library in LIBRARIES)


def components(game: Game[Any]) -> Components:
    """The component files of a title in effect, an owner's files among them."""
    return Components(game.name, game.folder / "data")


def board(game: Game[Any], data: Data | None = None) -> Board:
    """The board of a title, drawn from the components in effect unless others are given."""
    ids = {name: space for space, name in enumerate(game.names["SpaceId"])}
    return drawing(game).draw_board(ids, data or components(game))


def ground_key(game: Game[Any], data: Data | None = None) -> str:
    """Names a ground by its data and by the code that draws it: equal keys are equal drawings, cacheable for ever."""
    total = hashlib.sha256((data or components(game)).digest.encode())
    code = [f for f in files("grognard").joinpath("look").iterdir() if f.name.endswith(".py")]
    for source in (*sorted(code, key=lambda f: f.name), _source(game)):
        total.update(source.read_bytes())
    return f"{game.name}-{total.hexdigest()[:16]}"


def ground_svg(game: Game[Any], cache: Path | None = None, data: Data | None = None) -> str:
    """The ground of a title, drawn now or taken from the `cache` folder."""
    pen = drawing(game)
    shown = data or components(game)
    if cache is None:
        return pen.draw_ground(shown)
    kept = cache / f"{ground_key(game, shown)}.svg"
    if not kept.exists():
        _write_whole(kept, pen.draw_ground(shown))
    return kept.read_text(encoding="utf-8")


def _source(game: Game[Any]) -> Path:
    return game.folder.joinpath(*MODULE.split(".")).with_suffix(".py")


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
