"""The data files a drawing reads: a game's shipped CSV files, or an owner's files of the same name laid over them."""

import csv
import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

Row = dict[str, str]


class Components:
    """Rows of a game's data files and their digest."""

    def __init__(self, game: str, overlay: Path | None = None) -> None:
        self.game = game
        self._shipped = files("grognard.games").joinpath(game, "data")
        self._overlay = overlay

    def rows(self, name: str) -> list[Row]:
        """The rows of `<name>.csv` in file order."""
        return list(csv.DictReader(self._text(name).splitlines()))

    def digest(self) -> str:
        """Hash over all data files, by name and content."""
        total = hashlib.sha256()
        for name in sorted(f.name.removesuffix(".csv") for f in self._shipped.iterdir() if f.name.endswith(".csv")):
            total.update(f"{name}\n{self._text(name)}\n".encode())
        return total.hexdigest()

    def _text(self, name: str) -> str:
        own = self._overlay / f"{name}.csv" if self._overlay else None
        source: Path | Traversable = own if own and own.exists() else self._shipped / f"{name}.csv"
        return source.read_text(encoding="utf-8")
