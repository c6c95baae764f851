"""Answers to "show me" that hex and area titles share: reach, threat, zone, supply, sight, control.

A title finds the sets by the functions its rules use, and says only which; `title` is the overlay's name in its words.
Sets are integers (`grognard.maps.sets`), paths are rows of spaces.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from grognard.look.scene import Overlay
from grognard.maps import Reach, Set, members

K = TypeVar("K", bound=int)
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


def _plain(spaces: Set) -> tuple[tuple[int, str], ...]:
    return tuple((space, "") for space in members(spaces))


def _lines(lines: Iterable[Way]) -> tuple[Way, ...]:
    return tuple(line for line in lines if line)
