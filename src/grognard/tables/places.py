"""Places that data files name: the space of each, or a fault that tells the file and the column."""

from collections.abc import Iterable
from typing import Protocol

from grognard.core import SpaceId
from grognard.tables.components import ComponentError


class Named(Protocol):
    """A map that knows its spaces by printed number."""

    def __contains__(self, name: str, /) -> bool: ...

    def id(self, name: str) -> int: ...


class Places:
    """The hexes of a map, as data files name them."""

    def __init__(self, grid: Named) -> None:
        self._grid = grid

    def id(self, name: str, file: str, column: str = "hex") -> SpaceId:
        """The hex with this number; a file that names another is refused."""
        if name not in self._grid:
            raise ComponentError(file, 0, column, f"there is no hex {name}")
        return SpaceId(self._grid.id(name))

    def ids(self, names: Iterable[str], file: str) -> tuple[SpaceId, ...]:
        """The hexes with these numbers, in the same order."""
        return tuple(self.id(name, file) for name in names)
