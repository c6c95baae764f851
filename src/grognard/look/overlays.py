"""Answers to "show me" that hex and area titles share: reach, threat, zone, supply, sight, control.

A title finds the sets by the functions its rules use, and says only which; `title` is the overlay's name in its words.
Sets are integers (`grognard.maps.sets`), paths are rows of spaces.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from grognard.core import State
from grognard.look.scene import Overlay
from grognard.maps import Reach, Set, members

K = TypeVar("K", bound=int)
S = TypeVar("S", bound=State)
Found = Callable[[S, int], Set]
"""A view and a side to a set of hexes."""
Way = tuple[int, ...]


def reach(title: str, found: Iterable[Mapping[K, int]], id: str = "reach") -> Overlay:
    """Where movers can end, each space with its least cost; one mapping of costs for every mover."""
    least: dict[K, int] = {}
    for costs in found:
        for space, cost in costs.items():
            least[space] = min(cost, least.get(space, cost))
    return Overlay(id, title, tuple((space, str(least[space])) for space in sorted(least)), tone="reach")


def marches(title: str, found: Iterable[Reach[Any] | None], id: str = "reach") -> Overlay:
    """The same from the reach of every mover's march; None: it cannot go anywhere."""
    return reach(title, [{end: one.costs[end] for end in one.ends()} for one in found if one is not None], id)


def threat(title: str, found: Iterable[Iterable[int]], id: str = "threat") -> Overlay:
    """How many of the enemy could come to each space, or act there; one group of spaces for each of them."""
    counts: dict[int, int] = {}
    for spaces in found:
        for space in spaces:
            counts[space] = counts.get(space, 0) + 1
    return Overlay(id, title, tuple((space, str(counts[space])) for space in sorted(counts)), tone="threat")


def zone(title: str, spaces: Set, id: str = "zone") -> Overlay:
    """Zones of control, contact, ground that is watched: a hatch without figures."""
    return Overlay(id, title, _plain(spaces), tone="zone")


def supply(title: str, fed: Set, cut: Set = 0, word: str = "", lines: Iterable[Way] = ()) -> Overlay:
    """Spaces in supply, those of units that are not (with a word), and lines to the sources."""
    return Overlay("supply", title, (*_plain(fed), *((space, word) for space in members(cut))), _lines(lines), "supply")


def sight(title: str, seen: Set, lines: Iterable[Way] = (), labels: Mapping[int, str] | None = None) -> Overlay:
    """What is seen from somewhere; `labels` by space, such as a range or a modifier."""
    told = labels or {}
    return Overlay("sight", title, tuple((s, told.get(s, "")) for s in members(seen)), _lines(lines), "sight")


def control(title: str, owners: Sequence[int], sides: Sequence[str]) -> Overlay:
    """Who holds what: side by space, negative for nobody."""
    held = tuple((space, sides[side]) for space, side in enumerate(owners) if side >= 0)
    return Overlay("control", title, held, tone="control")


class HexOverlays(Generic[S]):
    """Reach, enemy zones, supply and sight by their names, for the `Display` of a title that has these four.

    The words of `[table]` are `reach`, `zone`, `supply`, `cut` and `sight`.
    """

    def __init__(
        self,
        say: Callable[..., str],
        sides: Sequence[int],
        reach: Callable[[S, int], Reach[Any] | None],
        zone: Found[S],
        supply: Found[S],
        sight: Found[S],
    ) -> None:
        """`sides`: the side of every unit; `reach` as in `Display`; the others are what a side must mind: the zones of
        its enemy, the hexes where it is in supply, those it sees."""
        self._say, self._sides, self._reach = say, sides, reach
        self._zone, self._supply, self._sight = zone, supply, sight
        self.names = tuple((name, say(name)) for name in ("reach", "zone", "supply", "sight"))
        """For `Display.overlays`."""

    def overlay(self, view: S, seat: int, name: str, unit: int, space: int) -> Overlay:
        """For `Display.overlay`: for the side of a unit, else for that of the seat, else for the first."""
        side = self._sides[unit] if unit >= 0 else view.seats.index(seat) if seat in view.seats else 0
        if name == "reach":
            movers = [unit] if unit >= 0 else view.here.get(space, ())  # type: ignore[attr-defined]  # of hex titles
            return marches(self._say(name), [self._reach(view, mover) for mover in movers])
        if name == "zone":
            return zone(self._say(name), self._zone(view, side))
        if name == "supply":
            fed = self._supply(view, side)
            cut = view.held[side] & ~fed  # type: ignore[attr-defined]  # of hex titles
            return supply(self._say(name), fed, cut, self._say("cut"))
        return sight(self._say(name), self._sight(view, side))


def _plain(spaces: Set) -> tuple[tuple[int, str], ...]:
    return tuple((space, "") for space in members(spaces))


def _lines(lines: Iterable[Way]) -> tuple[Way, ...]:
    return tuple(line for line in lines if line)
