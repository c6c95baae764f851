"""Steps lost by a stack: who bears them, in which order, and who may choose (ruling 7)."""

from typing import Any

import pytest

from grognard.games.battle_for_cassino.content import ALLIED, GERMAN, GRID, UNIT
from grognard.games.battle_for_cassino.rules.losses import LOSE, Losses, bearers
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, full
from tests.games.battle_for_cassino.kit import act, below, board, flagged

C = "battle_for_cassino"


def owing(steps: int, units: dict[str, Any], concerned: str = "", **more: Any) -> Battle:
    """The Allied units named (all, if none is) owe so many steps together."""
    names = concerned.split(", ") if concerned else list(units)
    step = Losses(ALLIED, steps, tuple(UNIT[u] for u in names))
    return board(units, "combat", stack=(*below(ALLIED, 5), step), **more)


@pytest.mark.case(C, "5.8.steps", "9.24", "5.43.loss")
def test_overstacked_units_bear_losses_after_the_others_and_observers_last() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2131", "HQ 25 NZ": "2131", "OP NZ": "2131"}
    every = tuple(UNIT[u] for u in (*units, "D/25 NZ"))
    fight = Assault(GERMAN, (GRID.id("2131"),), ())
    s = board(units, "combat", crowded=flagged("C/25 NZ"), assault=fight)
    assert bearers(s, every) == [UNIT["A/25 NZ"], UNIT["B/25 NZ"], UNIT["HQ 25 NZ"]]  # D is not on the map
    assert bearers(s, (UNIT["C/25 NZ"], UNIT["OP NZ"])) == [UNIT["C/25 NZ"]]
    assert bearers(s, (UNIT["OP NZ"],)) == [UNIT["OP NZ"]]
    two = board(units, "combat", crowded=flagged("B/25 NZ", "C/25 NZ"), assault=fight)
    assert bearers(two, (UNIT["B/25 NZ"], UNIT["C/25 NZ"], UNIT["OP NZ"])) == [UNIT["B/25 NZ"], UNIT["C/25 NZ"]]


@pytest.mark.case(C, "9.24", "5.8.steps", "5.43.loss")
def test_a_bombardment_hits_overstacked_units_like_the_rest_of_their_stack() -> None:
    """9.24 spares them in a close assault alone; an observer comes last in either."""
    units = {"9/III/3": "1929", "10/III/3": "1929", "5/II/3": "1929", "OP 1": "1929", "A/25 NZ": "0133"}
    s = board(units, "preparation", turn=1, crowded=flagged("5/II/3"))
    ask = act(s, "bombard 1929", "shell 10 > 0", dice=[1])  # unobserved: a 3, so two steps
    assert ask.prompt == "losses" and ask.seat == 1 and ask.numbers == (2,)
    assert sorted(ask.offers) == ["lose 10/III/3", "lose 5/II/3", "lose 9/III/3"]
    assert ask.why("lose OP 1") == ("5.43.loss", "others_first")
    out = ask.then("lose 5/II/3")
    assert [out.steps(u) for u in ("5/II/3", "9/III/3", "10/III/3")] == [5, 6, 6]


@pytest.mark.case(C, "5.8.steps", "9.24", "5.43.loss")
def test_the_refusals_name_who_comes_first() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2131", "OP NZ": "2131", "D/25 NZ": "2030"}
    fight = Assault(GERMAN, (GRID.id("2131"),), ())
    s = owing(1, units, "A/25 NZ, B/25 NZ, C/25 NZ, OP NZ", crowded=flagged("C/25 NZ"), assault=fight)
    ask = act(s)
    assert ask.prompt == "losses" and ask.seat == 0 and ask.offers == ["lose A/25 NZ", "lose B/25 NZ"]
    assert ask.numbers == (1,) and ask.asked is not None and ask.asked.extra == 0
    assert ask.why("lose C/25 NZ") == ("9.24", "others_first")
    assert ask.why("lose OP NZ") == ("5.43.loss", "others_first")
    assert ask.why("lose D/25 NZ") == ("5.8.steps", "not_concerned")
    gone = act(owing(1, units, "A/25 NZ, B/25 NZ, A/26 NZ", crowded=flagged("C/25 NZ")))
    assert gone.why("lose A/26 NZ") == ("5.8.steps", "not_concerned")  # it is dead already
    assert ask.why("go 2030") == ("5.8.steps", "not_offered")
    step = s.stack[-1]
    assert step.why_not(s, LOSE[UNIT["A/25 NZ"]]) is None
    far = owing(1, {**units, "OP Ind": "2030"}, "A/25 NZ, B/25 NZ", crowded=flagged("C/25 NZ"))
    assert act(far).why("lose OP Ind") == act(far).why("lose C/25 NZ") == ("5.8.steps", "not_concerned")


@pytest.mark.case(C, "5.8.steps")
def test_every_division_is_open_and_named_in_ascending_order_once() -> None:
    s = owing(3, {"A/25 NZ": ("2131", 2), "B/25 NZ": ("2131", 2), "C/25 NZ": ("2030", 2)})
    ask = act(s)
    assert ask.offers == ["lose C/25 NZ", "lose A/25 NZ", "lose B/25 NZ"]  # C alone could not bear all three
    assert ask.asked is not None and ask.asked.extra == 1
    one = ask.then("lose A/25 NZ")
    assert [one.steps(u) for u in ("A/25 NZ", "B/25 NZ", "C/25 NZ")] == [1, 2, 2] and one.numbers == (2,)
    assert one.offers == ["lose A/25 NZ", "lose B/25 NZ", "lose C/25 NZ"] and one.asked is not None
    assert one.asked.extra == 0  # from A on, and C can still bear two
    two = one.then("lose B/25 NZ")
    assert two.asked is not None and two.asked.extra == 1 and two.offers[0] == "lose A/25 NZ"
    assert two.offers[1:] == ["lose B/25 NZ", "lose C/25 NZ"] and two.numbers == (1,)
    back = two.then("lose A/25 NZ")
    assert [back.steps(u) for u in ("A/25 NZ", "B/25 NZ", "C/25 NZ")] == [0, 1, 2] and back.prompt != "losses"
    assert back.where("A/25 NZ") == "eliminated" and back.s.lost[ALLIED] == s.lost[ALLIED] + 3


@pytest.mark.case(C, "5.8.steps")
def test_whoever_named_the_last_unit_may_still_name_an_earlier_one_when_that_alone_is_left() -> None:
    s = owing(2, {"A/25 NZ": ("2131", 6), "B/25 NZ": ("2131", 1), "C/25 NZ": ("2030", 6)})
    gone = act(s).then("lose C/25 NZ")
    assert gone.asked is not None and gone.offers[gone.asked.extra :] == ["lose C/25 NZ"]
    back = act(owing(2, {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": ("2030", 1)})).then("lose C/25 NZ")
    assert back.offers == ["lose A/25 NZ", "lose B/25 NZ"] and back.asked is not None and back.asked.extra == 0
    lone = owing(3, {"A/25 NZ": "2131", "B/25 NZ": ("2131", 2)})
    first = act(lone).then("lose B/25 NZ", "lose B/25 NZ")
    assert first.where("B/25 NZ") == "eliminated" and first.steps("A/25 NZ") == 5  # nobody is left to be asked about


@pytest.mark.case(C, "5.8.steps", "5.43.loss")
def test_without_a_choice_nobody_is_asked() -> None:
    one = act(owing(2, {"A/25 NZ": "2131"}))
    assert one.steps("A/25 NZ") == 4 and one.prompt != "losses"
    exact = act(owing(4, {"A/25 NZ": ("2131", 2), "B/25 NZ": ("2131", 2)}))
    assert exact.where("A/25 NZ") == exact.where("B/25 NZ") == "eliminated" and exact.prompt != "losses"
    short = act(owing(4, {"A/25 NZ": ("2131", 3), "B/25 NZ": ("2131", 2)}))
    assert short.prompt == "losses"
    on = act(owing(4, {"A/25 NZ": ("2131", 1), "B/25 NZ": ("2131", 2), "OP NZ": "2131"}))
    assert [on.where(u) for u in ("A/25 NZ", "B/25 NZ", "OP NZ")] == ["eliminated"] * 3
    fight = Assault(GERMAN, (GRID.id("2131"),), ())
    two = {"A/25 NZ": ("2131", 1), "C/25 NZ": ("2131", 6)}
    rest = act(owing(4, two, crowded=flagged("C/25 NZ"), assault=fight))
    assert (
        rest.where("A/25 NZ") == "eliminated" and rest.steps("C/25 NZ") == 3
    )  # first the others, then the overstacked
    none = act(owing(0, {"A/25 NZ": "2131", "B/25 NZ": "2131"}))
    assert none.steps("A/25 NZ") == none.steps("B/25 NZ") == 6 and none.prompt != "losses"


@pytest.mark.case(C, "9.0", "9.1")
def test_an_observer_finds_room_even_where_others_are_overstacked() -> None:
    units = {"A/25 NZ": "1926", "B/25 NZ": "1926", "C/25 NZ": "1926", "OP NZ": "1927", "9/III/3": "0933"}
    s = board(units, "combat", crowded=flagged("C/25 NZ"))
    assert not full(s, UNIT["OP NZ"], GRID.id("1926")) and full(s, UNIT["D/25 NZ"], GRID.id("1926"))
    assert not full(s, UNIT["HQ 25 NZ"], GRID.id("1926"))
