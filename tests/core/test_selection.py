"""The selection step: what it lists, takes and refuses."""

from types import SimpleNamespace
from typing import Any

from grognard.core import ALL, DONE, NO, Add, Decision, Note, Refusal, Selection, Steps, UnitId, hush


class Firers(Selection, frozen=True):
    rule = "8.32"
    picked: tuple[UnitId, ...] = ()

    def able(self, s: Any) -> list[UnitId]:
        return [u for u in s.units if self.refuse_unit(s, u) is None]

    def refuse_unit(self, s: Any, unit: UnitId) -> Refusal | None:
        if unit not in s.units:
            return Refusal("8.32", "not_yours", (unit,))
        return Refusal("8.33", "enough") if len(self.picked) >= s.limit else None

    def lacking(self, s: Any) -> Refusal | None:
        return None if len(self.picked) >= s.least else Refusal("8.34", "too_few")

    def question(self, s: Any) -> Decision:
        return Decision(1, "more" if self.picked else "first", "8.32", (), units=self.picked)

    def chosen(self, s: Any, note: Note) -> Steps:
        s.fired = self.picked
        return ()


def units(*ids: int) -> tuple[UnitId, ...]:
    return tuple(UnitId(u) for u in ids)


def world(limit: int = 9, least: int = 1) -> Any:
    return SimpleNamespace(units=units(2, 5, 7), limit=limit, least=least, fired=None)


def test_conveniences_stand_first_and_the_tail_names_every_set_once() -> None:
    s = world()
    empty = Firers().ask(s)
    assert empty == Decision(1, "first", "8.32", (ALL, Add(2), Add(5), Add(7)), extra=1)
    one = Firers(units(5)).ask(s)
    assert one == Decision(
        1, "more", "8.32", (ALL, Add(2), Add(7), DONE), default=3, extra=2, confirm=True, units=units(5)
    )
    assert Firers(units(2, 5)).ask(s).options == (Add(7), DONE)
    assert Firers(units(2, 5, 7)).ask(s).options == (DONE,)
    sets = set()
    waiting = [Firers()]
    while waiting:
        step = waiting.pop()
        asked = step.ask(s)
        for option in asked.options[asked.extra :]:
            if option == DONE:
                assert step.picked not in sets
                sets.add(step.picked)
            else:
                waiting += step.take(s, option, hush)
    assert len(sets) == 7


def test_where_only_lower_ids_can_complete_a_set_they_are_named() -> None:
    s = world(least=2)
    asked = Firers(units(7)).ask(s)
    assert asked == Decision(1, "more", "8.32", (ALL, Add(2), Add(5)), extra=1, units=units(7))
    s.units = units(2, 7)
    assert Firers(units(7)).ask(s) == Decision(1, "more", "8.32", (Add(2),), extra=0, units=units(7))
    assert Firers(units(2)).ask(s) == Decision(1, "more", "8.32", (Add(7),), extra=0, units=units(2))


def test_what_is_picked_is_kept_sorted_and_all_takes_what_is_legal() -> None:
    s = world()
    assert Firers(units(5)).take(s, Add(UnitId(2)), hush) == (Firers(units(2, 5)),)
    assert Firers(units(5)).take(s, ALL, hush) == (Firers(units(2, 5, 7)),)
    assert Firers().take(world(limit=2), ALL, hush) == (Firers(units(2, 5)),)
    assert Firers(units(2, 5)).take(s, DONE, hush) == () and s.fired == units(2, 5)


def test_the_list_is_what_is_not_refused() -> None:
    for limit in (1, 2, 3):
        for least in (0, 1, 2):
            s = world(limit, least)
            for picked in ((), units(5), units(2, 7), units(2, 5, 7)):
                step = Firers(picked)
                asked = step.ask(s)
                every = [ALL, *(Add(UnitId(u)) for u in range(9)), DONE, NO]
                assert {o for o in every if step.why_not(s, o) is None} == set(asked.options)
                assert asked.confirm == (DONE in asked.options) == (asked.default >= 0)


def test_refusals_name_their_reason() -> None:
    s = world(limit=1, least=2)
    assert Firers(units(5)).why_not(s, Add(UnitId(5))) == Refusal("8.32", "picked", (5,))
    assert Firers(units(5)).why_not(s, Add(UnitId(2))) == Refusal("8.33", "enough")
    assert Firers().why_not(s, Add(UnitId(3))) == Refusal("8.32", "not_yours", (3,))
    assert Firers(units(5)).why_not(s, DONE) == Refusal("8.34", "too_few")
    assert Firers(units(5)).why_not(s, ALL) == Refusal("8.32", "not_offered")
