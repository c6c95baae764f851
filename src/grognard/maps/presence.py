"""Who is where: the one writer of the columns that say so.

A state has `loc` (space by unit), `here` (units by occupied space), `held` (one set of hexes a group) and, where the
order of a stack counts, `rank` (place in the stack by unit). `loc` and `rank` are the truth; `here` and `held` are
derived from them and belong marked `DERIVED` in the state. Ask `here.get(space, ())`; do not run through `here`, whose
order tells the way by which a position came about.
"""

from collections.abc import Sequence
from typing import Any

from grognard.maps.sets import BIT


class Presence:
    """Places counters of one title.

    `groups[unit]`: the sets of `s.held` the unit counts for, such as its side and those who exert a zone.
    `hexes`: spaces below this number are on the map; boxes above it hold units, but no group holds them.
    `ordered`: stacks keep their order, bottom first, a newcomer on top; boxes stay in order of ids.
    """

    __slots__ = ("_bits", "_sets", "groups", "hexes", "ordered")

    def __init__(self, groups: Sequence[tuple[int, ...]], hexes: int, ordered: bool = False) -> None:
        self.groups, self.hexes, self.ordered = tuple(tuple(dict.fromkeys(row)) for row in groups), hexes, ordered
        self._bits = tuple(sum(1 << group for group in row) for row in self.groups)
        self._sets = 1 + max((group for row in self.groups for group in row), default=-1)

    def place(self, s: Any, unit: int, space: int) -> None:
        """Put a unit somewhere: the only writer of `loc`, `here`, `held` and `rank`."""
        loc, here = s.loc, s.here
        old = loc[unit]
        if old == space:
            return
        if old >= 0:
            stack = here[old]
            if len(stack) == 1:
                del here[old]
                if old < self.hexes:
                    bit, held = BIT[old], s.held
                    for group in self.groups[unit]:
                        held[group] ^= bit
            else:
                left = here[old] = tuple([u for u in stack if u != unit])
                if old < self.hexes:
                    self._vacate(s, unit, old, left)
                    if self.ordered:
                        self._number(s, left)
        loc[unit] = space
        stack = here.get(space, ())
        if space >= self.hexes:
            here[space] = tuple(sorted((*stack, unit))) if stack else (unit,)
            if self.ordered:
                s.rank[unit] = 0
            return
        bit, held = BIT[space], s.held
        for group in self.groups[unit]:
            held[group] |= bit
        if not stack:
            here[space] = (unit,)
        elif self.ordered:
            here[space] = (*stack, unit)
        else:
            here[space] = tuple(sorted((*stack, unit)))
        if self.ordered:
            s.rank[unit] = len(stack)

    def arrange(self, s: Any, space: int, units: Sequence[int]) -> None:
        """Lay a stack in this order, bottom first. Only where the order counts, and only the units that are there."""
        if not self.ordered or space >= self.hexes:
            raise ValueError(f"space {space} has no order of its stack")
        if sorted(units) != sorted(s.here.get(space, ())):
            raise ValueError(f"{tuple(units)} are not the units of space {space}")
        if units:
            s.here[space] = tuple(units)
            self._number(s, units)

    def refresh(self, s: Any) -> None:
        """Recompute `here` and `held`. Units whose place is hidden from a view are nowhere."""
        here: dict[int, list[int]] = {}
        held = [0] * self._sets
        hexes, groups = self.hexes, self.groups
        for unit, space in enumerate(s.loc):
            if space < 0:
                continue
            if space in here:
                here[space].append(unit)
            else:
                here[space] = [unit]
            if space < hexes:
                bit = BIT[space]
                for group in groups[unit]:
                    held[group] |= bit
        if self.ordered:
            for space, units in here.items():
                if space < hexes:
                    units.sort(key=s.rank.__getitem__)
        s.here = {space: tuple(units) for space, units in here.items()}
        s.held = held

    def broken(self, s: Any, most: int) -> list[str]:
        """For `Game.check`: hexes with more units than may stand there, or with units of several (first) groups."""
        told = []
        for space, units in sorted(s.here.items()):
            if space < self.hexes:
                if len(units) > most:
                    told.append(f"{len(units)} units stand in space {space}, where {most} may")
                if len({self.groups[unit][0] for unit in units}) > 1:
                    told.append(f"units of several sides stand in space {space}")
        return told

    def _vacate(self, s: Any, unit: int, space: int, left: Sequence[int]) -> None:
        """Take the hex from the groups of a unit that nobody left behind belongs to."""
        rest = 0
        for other in left:
            rest |= self._bits[other]
        if self._bits[unit] & ~rest:
            bit, held = BIT[space], s.held
            for group in self.groups[unit]:
                if not rest >> group & 1:
                    held[group] ^= bit

    def _number(self, s: Any, stack: Sequence[int]) -> None:
        """Ranks are places in the stack: equal stacks are equal states, by whatever way they came about."""
        rank = s.rank
        for at, unit in enumerate(stack):
            rank[unit] = at


def misplaced(s: Any, names: Sequence[str], spaces: int, sides: tuple[int, int] = (0, 1)) -> list[str]:
    """For `Game.check`: units that are in no space, and whether two groups of `held` share a hex."""
    told = ["both sides are in one hex"] if s.held[sides[0]] & s.held[sides[1]] else []
    return told + [f"{name} is nowhere" for unit, name in enumerate(names) if not 0 <= s.loc[unit] < spaces]
