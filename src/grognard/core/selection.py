"""Choosing several units: one step that adds them one by one and is finished by a word of its own.

A title says who may be chosen, what the choice still lacks and what follows; listing, taking and refusing stand here.
Equal sets are equal states: what has been picked is kept sorted. Where all go and some may stay behind, the selection
is of those who stay. Ordered choices and duties are not selections: there the order, or what has joined, decides.
"""

from typing import Any, ClassVar

from msgspec.structs import replace

from grognard.core.ask import ALL, DONE, Add, All, Ask, Decision, Option, Refusal
from grognard.core.flow import Note, Step, Steps, unsaid
from grognard.core.types import UnitId

_ADD = tuple(Add(UnitId(unit)) for unit in range(512))


def add(unit: UnitId) -> Add:
    """The option that adds a unit, kept."""
    return _ADD[unit] if 0 <= unit < len(_ADD) else Add(unit)


class Selection(Step, frozen=True):
    """A choice of units in any number. A subclass has the field `picked: tuple[UnitId, ...] = ()` and the five methods.

    `options[extra:]` name every set once, in ascending order, as far as every part of a legal set is legal. What only a
    whole set must satisfy is `lacking`: where that asks for a unit of a lower id, all who may join are named.
    """

    finish: ClassVar[Option] = DONE
    """The word that ends the choice."""

    def able(self, s: Any) -> list[UnitId]:
        """In order of ids, exactly the units that `refuse_unit` lets pass now; those picked may be among them."""
        raise unsaid(self, "able")

    def refuse_unit(self, s: Any, unit: UnitId) -> Refusal | None:
        """Why a unit that is not picked may not join those that are."""
        raise unsaid(self, "refuse_unit")

    def lacking(self, s: Any) -> Refusal | None:
        """Why the choice cannot be finished as it stands; by itself it only wants somebody."""
        return None if self._so_far() else Refusal(self.rule, "nobody_chosen")

    def question(self, s: Any) -> Decision:
        """Seat, prompt, rule and what the prompt speaks of; options are filled in here."""
        raise unsaid(self, "question")

    def chosen(self, s: Any, note: Note) -> Steps:
        """What follows when the choice is finished."""
        raise unsaid(self, "chosen")

    def _so_far(self) -> tuple[UnitId, ...]:
        try:
            picked: tuple[UnitId, ...] = self.picked  # type: ignore[attr-defined]  # a field of the subclass
        except AttributeError:
            raise unsaid(self, "picked") from None
        return picked

    def ask(self, s: Any) -> Ask:
        picked = self._so_far()
        can = [unit for unit in self.able(s) if unit not in picked]
        last = picked[-1] if picked else -1
        head: list[Option] = [ALL] if len(can) > 1 else []
        tail: list[Option] = []
        for unit in can:
            (tail if unit > last else head).append(add(unit))
        short = self.lacking(s) is not None
        extra = int(len(can) > 1) if short and not tail else len(head)
        head += tail
        plain = self.question(s)
        if short:
            return replace(plain, options=tuple(head), extra=extra)
        return replace(plain, options=(*head, self.finish), extra=extra, default=len(head), confirm=True)

    def take(self, s: Any, answer: Option, note: Note) -> Steps:
        if type(answer) is Add:
            return (self._with(answer.unit),)
        if type(answer) is All:
            return (replace(self, picked=self.everybody(s)),)
        return self.chosen(s, note)

    def everybody(self, s: Any) -> tuple[UnitId, ...]:
        """What `All` takes: those picked and everybody who may still join, one after the other in order of ids."""
        grown = self
        for unit in self.able(s):
            if unit not in grown._so_far() and grown.refuse_unit(s, unit) is None:
                grown = grown._with(unit)
        return grown._so_far()

    def formed(self, s: Any, option: Option | None = None) -> tuple[UnitId, ...]:
        """Who would be picked after an option, for forecasts; without one, who is. Nobody: it forms nothing."""
        if type(option) is Add:
            return tuple(sorted({*self._so_far(), option.unit}))
        if type(option) is All:
            return self.everybody(s)
        return self._so_far() if option is None or option == self.finish else ()

    def _with(self, unit: UnitId) -> "Selection":
        return replace(self, picked=tuple(sorted((*self._so_far(), unit))))

    def why_not(self, s: Any, option: Option) -> Refusal | None:
        if type(option) is Add:
            if option.unit in self._so_far():
                return Refusal(self.rule, "picked", (option.unit,))
            return self.refuse_unit(s, option.unit)
        if type(option) is All:
            rest = [unit for unit in self.able(s) if unit not in self._so_far()]
            return None if len(rest) > 1 else Refusal(self.rule, "not_offered")
        if option == self.finish:
            return self.lacking(s)
        return Refusal(self.rule, "not_offered")
