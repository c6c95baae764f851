"""Area maps: named areas, borders with any number of attributes, named groups of areas (zones, inserts, map sheets)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from grognard.maps.hexes import MapError


class Border(Struct, frozen=True):
    """Two areas that touch, smaller id first, and what is printed there ("arrow", "red", "river", ...)."""

    a: int
    b: int
    marks: frozenset[str] = frozenset()

    def other(self, area: int) -> int:
        """The area on the far side."""
        return self.b if area == self.a else self.a


class AreaMap:
    """Areas with ids in listing order, their borders with ids in listing order, and groups of areas.

    A pair may be listed in both directions, as printed tables often do, but then with the same marks; a border is one
    thing seen from two sides, so adjacency is symmetric by construction.
    """

    __slots__ = ("_ids", "borders", "groups", "names", "neighbours", "side")

    def __init__(
        self,
        names: Iterable[str],
        borders: Iterable[tuple[str, str, Iterable[str]]],
        groups: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self.names: tuple[str, ...] = tuple(names)
        self._ids = {name: area for area, name in enumerate(self.names)}
        if len(self._ids) != len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise MapError(f"area {twice} is listed twice")
        found: dict[tuple[int, int], Border] = {}
        for first, second, marks in borders:
            a, b = sorted((self.id(first), self.id(second)))
            if a == b:
                raise MapError(f"area {first} cannot border itself")
            border = Border(a, b, frozenset(marks))
            if found.setdefault((a, b), border) != border:
                raise MapError(f"the border between {first} and {second} is listed twice with different marks")
        self.borders: tuple[Border, ...] = tuple(found.values())
        side: list[dict[int, int]] = [{} for _ in self.names]
        for number, border in enumerate(self.borders):
            side[border.a][border.b] = side[border.b][border.a] = number
        self.side: tuple[dict[int, int], ...] = tuple(side)
        """By area: neighbour -> border id."""
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(row)) for row in side)
        self.groups: dict[str, tuple[int, ...]] = {
            group: self.ids(members) for group, members in (groups or {}).items()
        }

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"AreaMap({len(self)} areas, {len(self.borders)} borders)"

    def __contains__(self, name: str) -> bool:
        return name in self._ids

    def id(self, name: str) -> int:
        """The area of this name."""
        area = self._ids.get(name)
        if area is None:
            raise MapError(f"there is no area {name}")
        return area

    def ids(self, names: Iterable[str]) -> tuple[int, ...]:
        """The areas of these names, in the same order."""
        return tuple(self.id(name) for name in names)

    def between(self, a: int, b: int) -> Border | None:
        """The border of two areas, None if they do not touch."""
        number = self.side[a].get(b)
        return None if number is None else self.borders[number]

    def marked(self, mark: str) -> tuple[int, ...]:
        """Ids of the borders that carry this mark."""
        return tuple(number for number, border in enumerate(self.borders) if mark in border.marks)

    def along(self, allow: Callable[[Border], bool]) -> tuple[tuple[int, ...], ...]:
        """Neighbours over those borders only that `allow` lets pass."""
        return tuple(
            tuple(b for b in row if allow(self.borders[self.side[a][b]])) for a, row in enumerate(self.neighbours)
        )
