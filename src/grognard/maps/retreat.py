"""Retreats: hex by hex, with the rest in sight. A hex is offered only if the full way can be made from it."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from grognard.core import Refusal
from grognard.maps.sets import BIT, Masks, Set

Path = tuple[int, ...]
"""The spaces of a way in order, the start included."""

_NONE = object()


class Retreat(Struct, frozen=True):
    """The ways a unit may retreat.

    `refuse(path, b)` judges the step from the end of a path to a neighbour `b`. `rank` judges whole ways: those of the
    lowest rank are compulsory, so that last resorts rank high; without it all are equal. `home`: spaces where a way may
    end early, because it leads off the map from there.
    """

    near: Sequence[Sequence[int]] | Masks
    length: int
    refuse: Callable[[Path, int], Refusal | None]
    rank: Callable[[Path], Any] | None = None
    home: Set = 0

    def next(self, path: Path) -> list[int]:
        """The spaces one may enter next; none where the way is full, or had best end in `home`."""
        ahead = [(*path, b) for b in self._steps(path)]
        if self.rank is None:
            return [way[-1] for way in ahead if self.open(way)]
        best = [(self._best(way), way[-1]) for way in ahead]
        found = [(rank, b) for rank, b in best if rank is not _NONE]
        ranks = [rank for rank, _ in found]
        if self.home & BIT[path[-1]]:
            ranks.append(self.rank(path))
        return [b for rank, b in found if rank == min(ranks)]

    def open(self, path: Path) -> bool:
        """Whether the way can be made in full."""
        if len(path) > self.length or (self.home and self.home & BIT[path[-1]]):
            return True
        return any(self.open((*path, b)) for b in self._steps(path))

    def why_not(self, path: Path, b: int, dead_end: Refusal, worse: Refusal) -> Refusal | None:
        """Why one may not step there. `dead_end`: there is no way on; `worse`: another way is compulsory."""
        if len(path) > self.length or b not in self._near(path[-1]):
            return Refusal(dead_end.rule, "not_adjacent", (b, path[-1]))
        refusal = self.refuse(path, b)
        if refusal is not None:
            return refusal
        if not self.open((*path, b)):
            return dead_end
        return None if self.rank is None or b in self.next(path) else worse

    def _near(self, space: int) -> Sequence[int]:
        return self.near.rows[space] if isinstance(self.near, Masks) else self.near[space]

    def _steps(self, path: Path) -> list[int]:
        """Where the rules let one step from here, whatever follows."""
        if len(path) > self.length:
            return []
        return [b for b in self._near(path[-1]) if self.refuse(path, b) is None]

    def _best(self, path: Path) -> Any:
        """The lowest rank of a full way that begins so; `_NONE` if there is no full way."""
        assert self.rank is not None
        if len(path) > self.length:
            return self.rank(path)
        best = self.rank(path) if self.home and self.home & BIT[path[-1]] else _NONE
        for b in self._steps(path):
            rank = self._best((*path, b))
            if rank is not _NONE and (best is _NONE or rank < best):
                best = rank
        return best
