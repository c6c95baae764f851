"""A choice lists what it does not refuse, refuses what it does not list, and runs by itself where nothing is left."""

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from grognard.core import DONE, Add, Choice, Decision, Option, Refusal, Selection, Step, UnitId, Yes


class Pick(Choice, frozen=True, tag="pick_of_a_test"):
    rule: ClassVar[str] = "1"
    kinds: ClassVar[tuple[type[Option], ...]] = (Add,)
    closed: bool = False

    def offers(self, s: Any) -> Iterable[Option]:
        return [Add(UnitId(unit)) for unit in range(4)]

    def refuse(self, s: Any, option: Add) -> Refusal | None:
        return None if option.unit in s else Refusal("1", "not_in", (option.unit,))

    def question(self, s: Any) -> Decision:
        return Decision(0, "pick", "1", (), units=(7,))

    def unfinished(self, s: Any) -> Refusal | None:
        return Refusal("1", "go_on") if self.closed else None


class Must(Pick, frozen=True, tag="must_of_a_test"):
    finish: ClassVar[Option | None] = None


def options(step: Step, s: Any) -> tuple[Option, ...]:
    asked = step.ask(s)
    assert isinstance(asked, Decision)
    return asked.options


def test_the_list_is_what_is_not_refused_and_the_quiet_answer_comes_last() -> None:
    asked = Pick().ask({1, 3, 9})
    assert isinstance(asked, Decision)
    assert asked.options == (Add(UnitId(1)), Add(UnitId(3)), DONE)
    assert asked.default == 2 and asked.units == (7,)


def test_every_listed_option_is_allowed_and_every_other_refused_with_its_reason() -> None:
    step, s = Pick(), {1, 3}
    assert [step.why_not(s, option) for option in options(step, s)] == [None, None, None]
    assert step.why_not(s, Add(UnitId(2))) == Refusal("1", "not_in", (2,))
    assert step.why_not(s, Yes()) == Refusal("1", "not_offered")


def test_the_quiet_answer_may_be_refused() -> None:
    step = Pick(closed=True)
    assert DONE not in options(step, {1})
    assert step.why_not({1}, DONE) == Refusal("1", "go_on")
    assert step.ask(set()) is None, "nothing to choose and nothing to say"


def test_where_something_must_be_chosen_there_is_no_quiet_answer() -> None:
    assert options(Must(), {2}) == (Add(UnitId(2)),)
    assert Must().why_not({2}, DONE) == Refusal("1", "not_offered")
    assert Must().ask(set()) is None


def test_a_step_that_leaves_out_what_only_it_can_say_is_named() -> None:
    class Vague(Choice, frozen=True, tag="vague_of_a_test"):
        rule = "1"

    class Empty(Selection, frozen=True, tag="empty_of_a_test"):
        rule = "1"

    with pytest.raises(TypeError, match="Vague does not say kinds"):
        _ = Vague().kind
    with pytest.raises(TypeError, match="Empty does not say picked"):
        Empty().lacking(None)
