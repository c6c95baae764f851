"""Phases that small hex titles share: a side marches with its units one by one, and attacks hexes one by one.

The state has `done`, the units that have had their turn in the phase, and for attacks `attacked`, the hexes that have
been attacked in it: both are sets, and both are empty when the phase is over. A title says who may, and what follows.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.core import Choice, Note, Option, Refusal, Selection, SpaceId, Step, Steps, UnitId
from grognard.core.flow import unsaid
from grognard.maps.march import March
from grognard.maps.sets import BIT, Set, members


class Moving(Choice, frozen=True):
    """Each unit of a side marches once, in any order. A subclass has the field `side`, `prompt`, `kinds`, of one option
    with the field `unit`, and the three methods below."""

    def movers(self, s: Any) -> Sequence[UnitId]:
        """The side's units on the map."""
        raise unsaid(self, "movers")

    def march(self, s: Any, unit: UnitId) -> March:
        """The rules a unit moves by."""
        raise unsaid(self, "march")

    def walk(self, unit: UnitId) -> Step:
        """The step that moves it, such as a `Marching`."""
        raise unsaid(self, "walk")

    def offers(self, s: Any) -> Iterable[Option]:
        move = self.kind
        return [move(unit) for unit in self.movers(s)]

    def refuse(self, s: Any, option: Any) -> Refusal | None:
        unit = option.unit
        if unit not in self.movers(s):
            return Refusal(self.rule, "not_yours", (unit,))
        if s.done & BIT[unit]:
            return Refusal(self.rule, "moved", (unit,))
        return None if self.march(s, unit).next(s.loc[unit], 0) else Refusal(self.rule, "nowhere", (unit,))

    def take(self, s: Any, answer: Any, note: Note) -> Steps:
        if type(answer) in self.kinds:
            s.done |= BIT[answer.unit]
            return self.walk(answer.unit), self
        s.done = 0
        return ()


class Attacking(Choice, frozen=True):
    """A side attacks hexes one after the other, each once. A subclass has the field `side`, `prompt`, `kinds`, of one
    option with the field `space`, and the three methods below; the step that forms the attack marks who attacks in
    `done`, and the hex in `attacked`."""

    def targets(self, s: Any) -> Set:
        """The hexes where enemies stand."""
        raise unsaid(self, "targets")

    def attackers(self, s: Any, target: SpaceId) -> Sequence[UnitId]:
        """The side's units that may still attack a hex."""
        raise unsaid(self, "attackers")

    def assault(self, target: SpaceId) -> Step:
        """The step that forms the attack, such as a `Mustering`."""
        raise unsaid(self, "assault")

    def offers(self, s: Any) -> Iterable[Option]:
        attack = self.kind
        return [attack(SpaceId(space)) for space in members(self.targets(s) & ~s.attacked)]

    def refuse(self, s: Any, option: Any) -> Refusal | None:
        target = option.space
        if not self.targets(s) & BIT[target]:
            return Refusal(self.rule, "nobody_there", (target,))
        if s.attacked & BIT[target]:
            return Refusal(self.rule, "attacked", (target,))
        return None if self.attackers(s, target) else Refusal(self.rule, "no_attackers", (target,))

    def take(self, s: Any, answer: Any, note: Note) -> Steps:
        if type(answer) in self.kinds:
            return self.assault(answer.space), self
        s.done = s.attacked = 0
        return ()


class Mustering(Selection, frozen=True):
    """The units that attack a hex are chosen. A subclass has `picked` and the methods of every `Selection`."""

    target: SpaceId
