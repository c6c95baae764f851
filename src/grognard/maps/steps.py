"""Steps of movement that small hex titles share: a unit on the march, and a unit that falls back, hex by hex.

A title says by which rules it goes, and what arriving means; listing, refusing and going on stand here. Titles whose
units do more on the way (loads, fire on the march, a choice of roads) write their own steps on `March` and `Retreat`.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from grognard.core import Choice, Decision, Note, Option, Refusal, SpaceId, Steps, UnitId
from grognard.core.flow import unsaid
from grognard.maps.march import March
from grognard.maps.retreat import Retreat


class Marching(Choice, frozen=True):
    """One unit goes hex by hex until it must stop or says so. A subclass has `kinds`, of one option with the field
    `space`, `prompt`, which speaks of the unit, and the two methods below."""

    side: int
    unit: UnitId
    spent: int = 0

    def points_used(self) -> int | None:
        return self.spent

    def march(self, s: Any) -> March:
        """The rules the unit moves by."""
        raise unsaid(self, "march")

    def arrive(self, s: Any, space: SpaceId, note: Note) -> None:
        """Put the unit there and tell it."""
        raise unsaid(self, "arrive")

    def offers(self, s: Any) -> Iterable[Option]:
        go = self.kind
        return [go(SpaceId(space)) for space, _, _ in self.march(s).next(s.loc[self.unit], self.spent)]

    def refuse(self, s: Any, option: Any) -> Refusal | None:
        return self.march(s).why_not(s.loc[self.unit], self.spent, option.space)

    def question(self, s: Any) -> Decision:
        return replace(super().question(s), units=(self.unit,))

    def unfinished(self, s: Any) -> Refusal | None:
        return self.march(s).why_no_end(s.loc[self.unit])

    def take(self, s: Any, answer: Any, note: Note) -> Steps:
        if type(answer) not in self.kinds:
            return ()
        march = self.march(s)
        cost, halt = march.enter(s.loc[self.unit], answer.space, self.spent)
        self.arrive(s, answer.space, note)
        spent = self.spent + cost
        return () if halt is not None or spent >= march.budget else (replace(self, spent=spent),)


class FallingBack(Choice, frozen=True):
    """One unit retreats hex by hex; whoever is asked chooses among the ways that can be made in full. A subclass has
    `kinds`, of one option with the field `space`, `prompt`, which speaks of the unit, and the three methods below."""

    finish = None
    side: int
    """Whoever chooses the way."""
    unit: UnitId
    path: tuple[SpaceId, ...]
    """The hexes behind it and the one it is in."""
    length: int

    def ways(self, s: Any) -> Retreat:
        """The ways it may take."""
        raise unsaid(self, "ways")

    def arrive(self, s: Any, space: SpaceId, note: Note) -> None:
        """Put the unit there and tell it."""
        raise unsaid(self, "arrive")

    def stuck(self, s: Any, note: Note) -> None:
        """What becomes of a unit that has no way."""
        raise unsaid(self, "stuck")

    def offers(self, s: Any) -> Iterable[Option]:
        go = self.kind
        return [go(SpaceId(space)) for space in self.ways(s).next(self.path)]

    def refuse(self, s: Any, option: Any) -> Refusal | None:
        closed = Refusal(self.rule, "dead_end", (option.space,))
        return self.ways(s).why_not(self.path, option.space, closed, closed)

    def question(self, s: Any) -> Decision:
        return replace(super().question(s), units=(self.unit,))

    def auto(self, s: Any, note: Note) -> Steps:
        if len(self.path) <= self.length:
            self.stuck(s, note)
        return ()

    def take(self, s: Any, answer: Any, note: Note) -> Steps:
        self.arrive(s, answer.space, note)
        return (replace(self, path=(*self.path, answer.space)),)
