"""9.4 to 9.7 against a referee: every pairing that can be declared is lawful, and every lawful one can be declared."""

from itertools import product
from typing import Any

import pytest

from grognard.core import Decision, clone
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, UNIT, UNIT_NAMES, Side
from grognard.games.thunder_at_cassino.rules.close_combat import HOLD, STRIKE, Pairing, Pairs, Strike, modifier
from grognard.games.thunder_at_cassino.rules.state import Melee, Thunder
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.kit import board, space

THUNDER = "thunder_at_cassino"

LATE = {"last": 15}
INFANTRY = ["25 NZ A-1", "25 NZ A-2", "6/II/3-1", "6/II/3-2"]
MELEES: dict[str, tuple[list[str], list[str], list[str], dict[str, Any]]] = {
    "two and two": (INFANTRY, [], [], {}),
    "three and two": (["25 NZ A-1", "25 NZ A-2", "25 NZ A-3", "6/II/3-1", "6/II/3-2"], [], [], {}),
    "armor behind": (["25 NZ A-1", "25 NZ A-2", "19 Armd B-1", "6/II/3-1", "242 StuG-1"], [], [], {}),
    "armor in the line": (["25 NZ A-1", "25 NZ A-2", "6/II/3-1", "242 StuG-1"], [], ["242 StuG-1"], {}),
    "a gun and tanks": (["19 Armd B-1", "19 Armd B-2", "25 NZ A-1", "14/3 A/T-1", "6/II/3-1", "8/II/3-1"], [], [], {}),
    "a screened gun": (["25 NZ A-1", "25 NZ A-2", "25 NZ MG", "6/II/3-1", "6/II/3-2"], ["25 NZ MG"], [], {}),
    "screens of both": (
        ["25 NZ A-1", "25 NZ MG", "19 Armd B-1", "6/II/3-1", "14/3 A/T-1"],
        ["25 NZ MG", "14/3 A/T-1"],
        [],
        {},
    ),
    "two screened": (["25 NZ A-1", "6/II/3-1", "8/II/3-1", "8/II/3-2"], ["8/II/3-1", "8/II/3-2"], [], {}),
    "reserves": (["25 NZ A-1", "21 NZ A-1", "19 Armd B-1", "14/3 A/T-1", "6/II/3-1"], [], [], {"turn": 11, **LATE}),
    "reserves late": (
        ["25 NZ A-1", "25 NZ A-2", "19 Armd B-1", "14/3 A/T-1", "6/II/3-1"],
        [],
        [],
        {"turn": 10, "last": 15},
    ),
    "two reserves, three attackers": (
        ["25 NZ A-1", "25 NZ A-2", "19 Armd B-1", "14/3 A/T-1", "6/II/3-1", "6/II/3-2"],
        [],
        [],
        {"turn": 11, **LATE},
    ),
    "one reserve, three attackers": (
        ["25 NZ A-1", "19 Armd B-1", "14/3 A/T-1", "6/II/3-1", "6/II/3-2"],
        [],
        [],
        {"turn": 11, **LATE},
    ),
    "late without reserves": (["21 NZ A-1", "19 Armd B-1", "14/3 A/T-1", "6/II/3-1"], [], [], {"turn": 11, **LATE}),
    "a gun behind one": (["25 NZ A-1", "25 NZ MG", "6/II/3-1", "6/II/3-2"], ["25 NZ MG"], [], {}),
    "armor behind a screen": (
        ["6/II/3-1", "6/II/3-2", "8/II/3-1", "242 StuG-1", "25 NZ A-1", "25 NZ A-2"],
        ["8/II/3-1"],
        [],
        {},
    ),
    "armor in the screen": (
        ["6/II/3-1", "8/II/3-1", "242 StuG-1", "25 NZ A-1", "25 NZ A-2"],
        ["8/II/3-1"],
        ["242 StuG-1"],
        {},
    ),
    "a tank, a screened gun and armor": (
        ["6/II/3-1", "14/3 A/T-1", "242 StuG-1", "25 NZ A-1", "19 Armd B-1"],
        ["14/3 A/T-1"],
        [],
        {},
    ),
    "a reserve beside the screen": (
        ["25 NZ A-1", "21 NZ A-1", "25 NZ MG", "6/II/3-1"],
        ["25 NZ MG"],
        [],
        {"turn": 11, **LATE},
    ),
    "two screened and a reserve": (
        ["25 NZ A-1", "21 NZ A-1", "21 NZ A-2", "25 NZ MG", "24 NZ MG", "6/II/3-1", "6/II/3-2"],
        ["25 NZ MG", "24 NZ MG"],
        [],
        {"turn": 11, **LATE},
    ),
    "observers": (["25 NZ A-1", "NZ Div Obs", "6/II/3-1", "1 Para Div Obs"], [], [], {}),
}


def melee(name: str) -> tuple[Thunder, set[str], set[str]]:
    units, screened, stood, columns = MELEES[name]
    s = board({"13": units}, **columns)
    s.melee = Melee(space("13"), ALLIED, tuple(UNIT[u] for u in screened), tuple(UNIT[u] for u in stood))
    return s, set(screened), set(stood)


def declared(s: Thunder, step: Pairing) -> set[frozenset[tuple[str, str]]]:
    """Every pairing that answers to the questions of a side can end in."""
    asked = step.ask(s)
    if asked is None:
        return {frozenset((UNIT_NAMES[a], UNIT_NAMES[t]) for a, t in step.pairs)}
    assert isinstance(asked, Decision) and asked.units and asked.options, "a unit is asked whom it attacks"
    found: set[frozenset[tuple[str, str]]] = set()
    for option in asked.options:
        after = step.take(clone(s), option, lambda event: None)[0]
        assert isinstance(after, Pairing)
        if isinstance(option, Strike):
            assert after.pairs[-1] == (asked.units[0], option.unit)
        found |= declared(s, after)
    return found


@pytest.mark.case(THUNDER, "9.2.once", "9.5", "9.6", "9.6.one", "9.6.optional", "9.6.armor", "9.6.attack", "9.6.limit")
@pytest.mark.case(THUNDER, "12.4", "18.2.cc", "9.6.screen", "9.6.part")
@pytest.mark.parametrize("name", MELEES)
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_exactly_the_lawful_pairings_can_be_declared(name: str, side: Side) -> None:
    s, screened, stood = melee(name)
    p, told = referee.Position.of(s), ("Allied", "German")[side]
    mine, theirs = p.inside("13", told), p.inside("13", referee.foe(told))
    lawful = set()
    for choice in product((None, *theirs), repeat=len(mine)):
        pairs = [(u, t) for u, t in zip(mine, choice, strict=True) if t is not None]
        if not referee.lawful(p, "13", told, pairs, screened, stood):
            lawful.add(frozenset(pairs))
    assert declared(s, Pairing(side)) == lawful


@pytest.mark.case(THUNDER, "9.7.A", "9.7.B", "9.7.B.arm")
def test_every_modifier_of_one_or_two_attackers_is_the_referees() -> None:
    mine = ["25 NZ A-1", "1/9 Gur A-1", "19 Armd B-1", "7 NZ A/T-1", "25 NZ MG", "760 US-1", "48 Eng-1"]
    theirs = ["6/II/3-1", "8/II/3-1", "242 StuG-1", "14/3 A/T-1", "2/Eng-1", "1/115 Pz Gr-1"]
    for target in theirs:
        for first in mine:
            assert modifier((UNIT[first],), UNIT[target]) == referee.odds([first], target)
            assert modifier((UNIT[target],), UNIT[first]) == referee.odds([target], first)
            for second in mine:
                if second != first:
                    both = (UNIT[first], UNIT[second])
                    assert modifier(both, UNIT[target]) == referee.odds([first, second], target)


@pytest.mark.case(THUNDER, "9.4", "9.3")
def test_what_was_declared_becomes_one_attack_for_each_target() -> None:
    s, _, _ = melee("three and two")
    pairs: Pairs = tuple((UNIT[a], UNIT[t]) for a, t in (("25 NZ A-1", "6/II/3-2"), ("25 NZ A-2", "6/II/3-1")))
    told: list[Any] = []
    steps = Pairing(ALLIED, (*pairs, (UNIT["25 NZ A-3"], UNIT["6/II/3-2"]))).auto(s, told.append)
    assert [(a.attackers, a.target) for a in steps] == [
        ((UNIT["25 NZ A-2"],), UNIT["6/II/3-1"]),
        ((UNIT["25 NZ A-1"], UNIT["25 NZ A-3"]), UNIT["6/II/3-2"]),
    ]
    assert [(e.attackers, e.target) for e in told] == [(a.attackers, a.target) for a in steps]


@pytest.mark.case(THUNDER, "9.6", "9.4")
def test_what_is_refused_counts_those_who_held_back() -> None:
    """Four against two: one held, two fell on the same enemy, so the last must attack the other."""
    units = ["25 NZ A-1", "25 NZ A-2", "25 NZ A-3", "25 NZ B-1", "6/II/3-1", "6/II/3-2"]
    s = board({"13": units})
    s.melee = Melee(space("13"), ALLIED)
    pairs: Pairs = tuple((UNIT[a], UNIT["6/II/3-1"]) for a in ("25 NZ A-2", "25 NZ A-3"))
    step = Pairing(ALLIED, pairs, 1)
    asked = step.ask(s)
    assert isinstance(asked, Decision) and asked.options == (STRIKE[UNIT["6/II/3-2"]],)
    assert asked.units == (UNIT["25 NZ B-1"],)
    told = step.why_not(s, HOLD)
    assert told is not None and (told.rule, told.key) == ("9.6", "needed")
    assert step.why_not(s, STRIKE[UNIT["6/II/3-2"]]) is None and step.why_not(s, STRIKE[UNIT["6/II/3-1"]]) is not None
