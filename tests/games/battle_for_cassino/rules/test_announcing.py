"""12.0, 12.1 The Combat Phase: which assault comes next, who joins it, and why others do not."""

import pytest

from grognard.core import DONE, Add, Option, hush
from grognard.games.battle_for_cassino.content import ALLIED, GRID, UNIT
from grognard.games.battle_for_cassino.rules.combat import ALSO, ATTACK, Announce, Combat, EndCombat, Supplied
from grognard.games.battle_for_cassino.rules.duties import touches
from grognard.games.battle_for_cassino.rules.state import Assault, Battle
from tests.games.battle_for_cassino.kit import act, board, flagged

C = "battle_for_cassino"
H = GRID.id
FEW = {"A/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": "2130", "10/III/3": "2231"}
"""One company next to two German hexes."""
MANY = {**FEW, "B/25 NZ": "2131", "C/25 NZ": "2030", "D/25 NZ": "1829"}
"""A and B next to both, C next to 2130 alone, D next to nobody."""


def why(step: Announce | Combat, s: Battle, option: Option) -> tuple[str, str] | None:
    told = step.why_not(s, option)
    return None if told is None else (told.rule, told.key)


@pytest.mark.case(C, "12.11", "12.12", "12.0.procedure")
def test_why_a_hex_is_not_assaulted_next() -> None:
    s = board(MANY, "combat", assaulted=(H("2231"),))
    step = Combat(ALLIED)
    assert why(step, s, ATTACK[H("2130")]) is None
    assert why(step, s, ATTACK[H("2231")]) == ("12.12", "assaulted")
    assert why(step, s, ATTACK[H("2029")]) == ("12.11", "no_attacker")
    assert why(step, s, DONE) == ("12.0.procedure", "not_offered")
    assert touches(s, ALLIED) == {UNIT[u]: (H("2130"),) for u in ("A/25 NZ", "B/25 NZ", "C/25 NZ")}
    busy = board(MANY, "combat", fought=flagged("A/25 NZ"), crowded=flagged("B/25 NZ"))
    assert touches(busy, ALLIED) == {UNIT["C/25 NZ"]: (H("2130"),)}  # who has fought or is overstacked does not


@pytest.mark.case(C, "12.0", "12.11")
def test_why_a_unit_does_not_join() -> None:
    s = board(MANY, "combat")
    step = Announce(ALLIED, (H("2130"),), (UNIT["C/25 NZ"],))
    assert why(step, s, Add(UNIT["A/25 NZ"])) is None and why(step, s, Add(UNIT["B/25 NZ"])) is None
    assert why(step, s, Add(UNIT["C/25 NZ"])) == ("12.11", "picked")
    assert why(step, s, Add(UNIT["D/25 NZ"])) == ("12.11", "not_next_to")
    two = Announce(ALLIED, (H("2130"),), (UNIT["A/25 NZ"], UNIT["C/25 NZ"]))
    assert why(two, s, Add(UNIT["B/25 NZ"])) == ("12.0", "needed_elsewhere")  # somebody has to assault 2231
    assert why(two, s, DONE) is None
    joint = Announce(ALLIED, (H("2130"), H("2231")), (UNIT["A/25 NZ"],))
    assert why(joint, s, Add(UNIT["C/25 NZ"])) == ("12.11", "not_next_to")  # next to one of them only
    assert why(step, s, ATTACK[H("2130")]) == ("12.11", "not_offered")


@pytest.mark.case(C, "12.0", "12.11", "12.12")
def test_two_hexes_together_only_where_units_are_too_few() -> None:
    s = board(MANY, "combat")
    step = Announce(ALLIED, (H("2130"),), (UNIT["A/25 NZ"],))
    assert why(step, s, ALSO[H("2231")]) == ("12.0", "enough_attackers")
    assert why(step, s, ALSO[H("2130")]) == ("12.11", "not_next_to_all")
    assert why(Announce(ALLIED, (H("2130"),), (UNIT["A/25 NZ"], UNIT["C/25 NZ"])), s, ALSO[H("2231")]) == (
        "12.11",
        "not_next_to_all",
    )
    assert why(Announce(ALLIED, (H("2130"),)), s, ALSO[H("2231")]) == ("12.11", "not_next_to_all")  # nobody yet
    few = board(FEW, "combat")
    lone = Announce(ALLIED, (H("2130"),), (UNIT["A/25 NZ"],))
    assert why(lone, few, ALSO[H("2231")]) is None
    assert why(lone, few, DONE) == ("12.0", "duty_open")  # 2231 would be left over
    grown = lone.grown(few)
    assert grown.hexes == (H("2130"), H("2231")) and why(grown, few, DONE) is None
    three = {**FEW, "11/III/3": "2132", "B/25 NZ": "2131"}
    t = board(three, "combat")  # two companies, three hexes: two of them together
    first = act(t, "attack 2130", "add A/25 NZ")
    assert {"also 2132", "also 2231", "done"} <= set(first.offers)
    pair = first.then("also 2132")
    assert pair.asked is not None and set(pair.asked.spaces) == {H("2130"), H("2132")}
    assert pair.why("also 2231") == ("12.0", "has_its_own")
    assert pair.why("add B/25 NZ") == ("12.0", "needed_elsewhere")


@pytest.mark.case(C, "12.11", "15.13", "12.12", "10.43")
def test_what_an_announced_assault_writes_down() -> None:
    units = {**FEW, "11/III/3": "2130", "12 MG/III/3": "2231"}
    marks = flagged("9/III/3", "11/III/3", "12 MG/III/3")
    s = board({**units, "B/25 NZ": "2131"}, "combat", builders=marks, assaulted=(H("2029"),))
    step = Announce(ALLIED, (H("2130"), H("2231")), (UNIT["A/25 NZ"], UNIT["B/25 NZ"]))
    step.take(s, DONE, hush)
    assert s.fought == flagged("A/25 NZ", "B/25 NZ") and s.builders == 0
    assert s.assaulted == tuple(sorted((H("2029"), H("2130"), H("2231"))))
    assert s.assault == Assault(ALLIED, step.hexes, step.picked)
    s.sources = (UNIT["HQ 25 NZ"], -1)
    Supplied().auto(s, hush)
    assert s.assault is not None and s.assault.sources == (UNIT["HQ 25 NZ"], -1) and s.sources == ()
    s.fired = flagged("A/25 NZ")
    EndCombat(ALLIED).auto(s, hush)
    assert (s.fought, s.fired, s.assaulted, s.supplied) == (0, 0, (), ())


@pytest.mark.case(C, "12.0.procedure", "12.46")
def test_after_one_assault_the_next_is_asked_until_none_is_owed() -> None:
    units = {**FEW, "B/25 NZ": "2131", "HQ III/3": "3030"}
    one = act(board(units, "combat"), "attack 2130", "add A/25 NZ", "done", "without A/25 NZ", dice=[5])
    assert one.s.assaulted == (H("2130"),)
    assert touches(one.s, ALLIED) == {UNIT["B/25 NZ"]: (H("2231"),)}
    assert one.prompt == "announce" and one.asked is not None and one.asked.spaces == (H("2231"),)
