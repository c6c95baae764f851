"""8.0 Opportunity fire: who fires at whom, where, how often, and what it does."""

from typing import Any

import pytest

from grognard.core import DONE, NO, Decision, Refusal, Roll, clone, hush
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import ALLIED, FIRE, GERMAN, GRID, OPPORTUNITY, SUPPORT, UNIT
from grognard.games.battle_for_cassino.rules.events import Dropped, FiredUpon, SupplySpent
from grognard.games.battle_for_cassino.rules.fire import (
    CeaseFire,
    FireAt,
    FireRoll,
    Fires,
    Leg,
    PickFirers,
    fire_column,
    fire_shifts,
    firers,
    ready,
    refuse_firer,
    stand,
    under_fire,
    unseen,
)
from grognard.games.battle_for_cassino.rules.sight import view
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, pinned
from grognard.games.battle_for_cassino.rules.supply import can_be_supplied
from grognard.maps import mask
from tests.games.battle_for_cassino.kit import NIGHT_TURN, Played, act, board, flagged

C = "battle_for_cassino"
H = GRID.id
STREET = {"A/25 NZ": "1934", "HQ 25 NZ": "1934", "B/25 NZ": "0133", "9/III/3": "1827", "HQ III/3": "1827"}
"""A company comes up Route 6 towards one that looks down the street from 1827."""
PRINTED = ("- - - - P", "- - - P P", "- - P P P", "- P P P P", "P P P P 1", "P P P 1 1")


@pytest.mark.case(C, "8.3", "8.3.cap", "3.2")
def test_the_fire_table_cell_by_cell() -> None:
    for die, line in enumerate(PRINTED, 1):
        for companies, cell in enumerate(line.split(), 1):
            got = FIRE.result(fire_column(companies, ()), die)
            assert (got.pin, got.steps) == (cell == "P", int(cell == "1")), (die, companies)
    assert fire_column(9, ()) == fire_column(5, ())


@pytest.mark.case(C, "8.0", "8.0.procedure", "6.0.interrupt", "6.11", "8.24", "4.0.phasing")
def test_the_other_side_is_asked_once_after_a_move_about_its_whole_path() -> None:
    s = board(STREET)
    asked = act(s, "move A/25 NZ", "go 1933", "go 1932", "go 1931", "halt")
    assert asked.prompt == "opportunity" and asked.seat == 1
    assert GAME.words.prompt(asked.asked) == "A/25 NZ has moved from 1934 to 1931: fire at it on its way?"
    assert asked.offers[0] == "no" and "fireat 1934" not in asked.offers  # the start hex is not on the path
    seen = [o for o in asked.offers if o != "no"]
    assert seen
    fired = asked.then(seen[0], "done", dice=[5])
    assert fired.is_pinned("A/25 NZ") and fired.where("A/25 NZ") == seen[0].split()[1]
    assert fired.increments("HQ III/3") == 2 and fired.heard(SupplySpent)[0].function == 1
    assert asked.then("no").increments("HQ III/3") == 3


@pytest.mark.case(C, "8.25", "6.24", "14.0")
def test_f6_a_pin_puts_the_mover_back_and_ends_its_move() -> None:
    four = {**STREET, "10/III/3": "1827", "11/III/3": "1828", "12 MG/III/3": "1828"}
    s = board(four)
    asked = act(
        s,
        "move A/25 NZ",
        "go 1933",
        "go 1932",
        "halt",
    )
    hit = asked.then("fireat 1933", "all", "done", dice=[3])
    assert hit.where("A/25 NZ") == "1933" and hit.is_pinned("A/25 NZ") and hit.prompt == "movement"
    assert hit.why("move A/25 NZ")[1] in ("moved", "pinned")
    lost = asked.then("fireat 1933", "all", "done", dice=[6])  # four companies, a six: one step, and it goes on
    assert lost.steps("A/25 NZ") == 5 and lost.where("A/25 NZ") == "1932" and not lost.is_pinned("A/25 NZ")


@pytest.mark.case(C, "8.23", "8.12")
def test_fire_goes_forward_only_each_hex_once_each_company_once() -> None:
    two = {**STREET, "10/III/3": "1827"}
    s = board(two)
    asked = act(s, "move A/25 NZ", "go 1933", "go 1932", "go 1931", "halt")
    first = asked.then("fireat 1932", "add 9/III/3", "done", dice=[1])
    assert first.prompt == "opportunity" and "fireat 1933" not in first.offers
    assert first.why("fireat 1932") == ("8.23", "once_a_hex") and first.why("fireat 1933")[1] == "not_on_path"
    second = first.then("fireat 1931", dice=[])
    assert second.why("add 9/III/3") == ("8.12", "fired")
    over = second.then("done", dice=[1])
    assert over.prompt == "movement"  # nobody is left to fire
    assert len(over.heard(FiredUpon)) == 1
    assert over.increments("HQ III/3") == 2  # one increment for the whole phase (10.42)


@pytest.mark.case(C, "8.21", "13.11", "5.24")
def test_by_which_case_a_company_does_not_see_the_mover() -> None:
    """Three hexes by night, twenty by day; nearer than that something is in the way."""
    s = board({"A/25 NZ": "1934", "9/III/3": "1930", "10/III/3": "5912", "11/III/3": "1931", "HQ III/3": "1929"})
    dark = board({"A/25 NZ": "1934", "9/III/3": "1930", "11/III/3": "1931", "HQ III/3": "1929"}, turn=NIGHT_TURN)
    assert GRID.distance(H("1930"), H("1934")) == 4 and GRID.distance(H("1931"), H("1934")) == 3
    for there, unit, case in (
        (s, "9/III/3", "8.21"), (dark, "9/III/3", "13.11"), (dark, "11/III/3", "8.21"), (s, "10/III/3", "5.24"),
    ):  # fmt: skip
        told = unseen(there, UNIT[unit], H("1934"))
        assert (told.rule, told.key, told.facts) == (case, "no_sight", (UNIT[unit], H("1934")))
    edge = GRID.names[next(h for h in range(len(GRID)) if GRID.distance(h, H("1934")) == 20)]
    at = board({"A/25 NZ": "1934", "9/III/3": edge})
    assert unseen(at, UNIT["9/III/3"], H("1934")).rule == "8.21"
    near = {**STREET, "9/III/3": "1930", "HQ III/3": "1930", "10/III/3": "1827"}
    pick = act(board(near, turn=NIGHT_TURN), "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932")
    assert pick.why("add 10/III/3") == ("13.11", "no_sight")
    pick = act(board(near), "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932")
    assert "add 10/III/3" in pick.offers


@pytest.mark.case(C, "8.11", "14.21", "9.24", "15.12")
def test_no_platoons_headquarters_pinned_overstacked_or_building_companies_fire() -> None:
    units = {**STREET, "Plt 1": "1827", "StuG 1": "1828", "10/III/3": "1727", "11/III/3": "1728", "12 MG/III/3": "1729"}
    s = board(units, crowded=0, builders=flagged("11/III/3"), pinned=["10/III/3"])
    ask = act(s, "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932")
    assert ask.why("add Plt 1") == ("8.11", "companies_only") and ask.why("add StuG 1") == ("8.11", "companies_only")
    assert ask.why("add HQ III/3") == ("8.11", "companies_only")
    assert ask.why("add 10/III/3") == ("14.21", "pinned") and ask.why("add 11/III/3") == ("15.12", "building")
    crowd = board({**STREET, "10/III/3": "1827", "11/III/3": "1827"}, crowded=flagged("11/III/3"))
    told = act(crowd, "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932")
    assert told.why("add 11/III/3") == ("9.24", "overstacked")


@pytest.mark.case(C, "8.13", "10.42", "10.0", "10.22")
def test_no_fire_without_supply() -> None:
    alone = board({k: v for k, v in STREET.items() if k != "HQ III/3"})
    assert act(alone, "move A/25 NZ", "go 1933", "go 1932", "halt").prompt == "movement"
    far = board({**STREET, "HQ III/3": "2422"})
    assert GRID.distance(H("2422"), H("1827")) > 5
    assert act(far, "move A/25 NZ", "go 1933", "go 1932", "halt").prompt == "movement"


@pytest.mark.case(C, "8.21")
def test_the_firer_itself_must_see_the_hex() -> None:
    s = board({**STREET, "10/III/3": "2026"})
    ask = act(s, "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932")
    assert ask.why("add 10/III/3") == ("8.21", "no_sight")


@pytest.mark.case(C, "8.22", "6.22.pin")
def test_only_the_mover_is_hit_and_a_pin_also_what_it_carries() -> None:
    s = board({**STREET, "C/25 NZ": "1932"})
    asked = act(s, "move A/25 NZ", "carry HQ 25 NZ", "go 1933", "go 1932", "go 1931", "halt")
    hit = asked.then("fireat 1932", "done", dice=[6])
    assert hit.is_pinned("A/25 NZ") and hit.is_pinned("HQ 25 NZ") and not hit.is_pinned("C/25 NZ")
    assert hit.where("HQ 25 NZ") == "1932"


@pytest.mark.case(C, "6.22.pin", "8.25")
def test_what_was_picked_up_after_the_hit_stays_where_it_was() -> None:
    s = board({**STREET, "OP NZ": "1932"})
    asked = act(s, "move A/25 NZ", "go 1933", "go 1932", "carry OP NZ", "go 1931", "halt")
    hit = asked.then("fireat 1933", "done", dice=[6])
    assert (hit.where("A/25 NZ"), hit.where("OP NZ")) == ("1933", "1932") and not hit.is_pinned("OP NZ")
    assert hit.heard(Dropped) == [Dropped(UNIT["A/25 NZ"], UNIT["OP NZ"], H("1932"))], "and the log says so"
    later = asked.then("fireat 1931", "done", dice=[6])
    assert later.where("OP NZ") == "1931" and later.is_pinned("OP NZ") and not later.heard(Dropped)


@pytest.mark.case(C, "13.11")
def test_f7_by_night_fire_reaches_three_hexes() -> None:
    s = board(STREET, turn=NIGHT_TURN)
    far = act(s, "move A/25 NZ", "go 1933", "go 1932", "halt")
    assert far.prompt == "movement"
    near = act(s, "move A/25 NZ", "go 1933", "go 1932", "go 1931", "go 1930", "halt")
    assert GRID.distance(H("1827"), H("1930")) == 3
    assert near.prompt == "opportunity" and near.offers == ["no", "fireat 1930"]


@pytest.mark.case(C, "12.52", "12.53", "12.54", "12.57", "12.55")
def test_supply_of_strangers_shifts_a_fire_and_never_off_the_table() -> None:
    nz, gr, raj, tank = (UNIT[n] for n in ("A/25 NZ", "A/1/9 GR", "A/1/6 Raj", "B Sqn/19"))
    at = {n: UNIT[f"HQ {n}"] for n in ("25 NZ", "1/9 GR", "1/6 Raj", "1/4 Essex")}
    assert fire_shifts((nz,), (at["1/9 GR"],)) == (("12.52", -1),)
    assert fire_shifts((nz,), (at["1/4 Essex"],)) == ()
    assert fire_shifts((gr,), (at["1/4 Essex"],)) == (("12.53", -1),)
    assert fire_shifts((raj,), (at["25 NZ"],)) == (("12.54", -1),) and fire_shifts((raj,), (at["1/9 GR"],)) == ()
    assert fire_shifts((tank,), (at["1/9 GR"],)) == ()
    both = fire_shifts((nz, gr, raj), (at["1/6 Raj"], at["25 NZ"], at["25 NZ"]))
    assert len(both) == 2 and fire_column(3, both) == 0
    assert fire_column(1, both) == 0


@pytest.mark.case(C, "9.21", "8.25", "9.22")
def test_a_mover_pinned_in_a_full_hex_is_overstacked_and_loses_a_step() -> None:
    s = board({**STREET, "C/25 NZ": "1933", "D/25 NZ": "1933"})
    asked = act(s, "move A/25 NZ", "go 1933", "go 1932", "halt")
    hit = asked.then("fireat 1933", "done", dice=[6])
    assert hit.where("A/25 NZ") == "1933" and hit.s.crowded == flagged("A/25 NZ") and hit.steps("A/25 NZ") == 5
    over = hit.then("done")
    assert over.steps("A/25 NZ") == 5  # not again in the phase in which it happened (ruling 44)


def told(refusal: Refusal | None) -> tuple[str, str] | None:
    return None if refusal is None else (refusal.rule, refusal.key)


@pytest.mark.case(C, "8.11", "8.12", "12.33", "12.0.engaged")
def test_why_a_company_cannot_fire_each_for_its_own_reason() -> None:
    units = {**STREET, "10/III/3": "1827", "11/III/3": "1828", "12 MG/III/3": "1828", "5/II/3": "1829"}
    marked = {"fired": flagged("10/III/3"), "crowded": flagged("12 MG/III/3"), "builders": flagged("11/III/3")}
    s = board(units, **marked)
    why = {n: told(refuse_firer(s, GERMAN, UNIT[n], OPPORTUNITY)) for n in (*units, "6/II/3")}
    assert why["9/III/3"] is None and why["5/II/3"] is None  # what hinders the others does not hinder them
    assert why["A/25 NZ"] == ("8.11", "not_yours") and why["6/II/3"] == ("8.11", "not_on_map")
    assert why["10/III/3"] == ("8.12", "fired")
    assert why["12 MG/III/3"] == ("9.24", "overstacked") and why["11/III/3"] == ("15.12", "building")
    assert ready(s, GERMAN, OPPORTUNITY) == (UNIT["5/II/3"], UNIT["9/III/3"])
    later = board({**units, "5/II/1": "to come"}, **marked)
    assert told(refuse_firer(later, GERMAN, UNIT["5/II/1"], OPPORTUNITY)) == ("8.11", "not_on_map")
    assert ready(later, GERMAN, OPPORTUNITY) == ready(s, GERMAN, OPPORTUNITY)


@pytest.mark.case(C, "12.33", "12.0.engaged", "12.31")
def test_who_supports_has_not_fought_does_not_attack_now_and_is_not_engaged() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "1931", "C/25 NZ": "1930", "D/25 NZ": "1829", "9/III/3": "2130"}
    a = Assault(ALLIED, (H("2130"),), (UNIT["A/25 NZ"], UNIT["C/25 NZ"]))
    s = board({**units, "HQ 25 NZ": "1931"}, "combat", fought=flagged("B/25 NZ"), assault=a)
    why = {c: told(refuse_firer(s, ALLIED, UNIT[f"{c}/25 NZ"], SUPPORT)) for c in "ABCD"}
    assert why == {
        "A": ("12.0.engaged", "engaged"), "B": ("12.33", "fought"), "C": ("12.33", "fought"), "D": None,
    }  # fmt: skip
    assert ready(s, ALLIED, SUPPORT) == (UNIT["D/25 NZ"],)
    assert set(ready(s, ALLIED, OPPORTUNITY)) == {UNIT[f"{c}/25 NZ"] for c in "ABCD"}
    s.fired = flagged("D/25 NZ")
    assert told(refuse_firer(s, ALLIED, UNIT["D/25 NZ"], SUPPORT)) == ("12.33", "fired")
    free = board({**units, "HQ 25 NZ": "1931"}, "combat")
    assert ready(free, ALLIED, SUPPORT) == (UNIT["B/25 NZ"], UNIT["C/25 NZ"], UNIT["D/25 NZ"])
    assert told(refuse_firer(free, ALLIED, UNIT["B/25 NZ"], SUPPORT)) is None


@pytest.mark.case(C, "8.0", "8.13", "8.21")
def test_only_hexes_that_a_supplied_company_sees_are_under_fire() -> None:
    """10/III/3 sees the street too, but nobody supplies it; behind the house 2026 nobody sees anything of it."""
    s = board({**STREET, "10/III/3": "2429", "11/III/3": "2026"})
    street = mask(H(h) for h in ("1932", "1931", "1930", "2429"))
    assert under_fire(s, GERMAN, OPPORTUNITY, street) == street & view(s, H("1827"))
    assert under_fire(s, GERMAN, OPPORTUNITY, 0) == 0
    assert firers(s, GERMAN, OPPORTUNITY, H("1932")) == (UNIT["9/III/3"],)
    assert view(s, H("2429")) >> H("1932") & 1 and not can_be_supplied(s, UNIT["10/III/3"], OPPORTUNITY)
    ask = act(s, "move A/25 NZ", "go 1933", "go 1932", "halt", "fireat 1932")
    assert ask.why("add 10/III/3") == ("8.13", "no_supply")
    two = board({**STREET, "10/III/3": "1828", "12 MG/III/3": "1829"})
    assert under_fire(two, GERMAN, OPPORTUNITY, street) == street & (
        view(two, H("1827")) | view(two, H("1828")) | view(two, H("1829"))
    )


@pytest.mark.case(C, "12.57", "12.53")
def test_an_unsupplied_or_unknown_source_shifts_no_fire() -> None:
    gurkha = UNIT["A/1/9 GR"]
    assert fire_shifts((gurkha,), (-1,)) == () and fire_shifts((gurkha,), (0,)) == (("12.53", -1),)


PATH = ("1933", "1932", "1931", "1932", "1933")


def passing(**more: Any) -> Fires:
    legs = tuple(Leg(H(h)) for h in PATH)
    return Fires(GERMAN, OPPORTUNITY, UNIT["A/25 NZ"], H("1934"), legs, **more)


@pytest.mark.case(C, "8.23", "8.0.procedure")
def test_a_path_that_turns_back_offers_each_hex_once_and_none_that_is_past() -> None:
    s = board({**STREET, "A/25 NZ": "1933"})
    ask = passing().ask(s)
    assert isinstance(ask, Decision)
    assert [o.hex for o in ask.options if isinstance(o, FireAt)] == [H("1933"), H("1932"), H("1931")]
    later = passing(at=2).ask(s)
    assert isinstance(later, Decision)
    assert [o.hex for o in later.options if isinstance(o, FireAt)] == [H("1931"), H("1932"), H("1933")]
    assert later.spaces == tuple(H(h) for h in PATH[2:])
    hit = passing(at=2, hit=(H("1932"), H("1931"))).ask(s)
    assert isinstance(hit, Decision) and [o.hex for o in hit.options if isinstance(o, FireAt)] == [H("1933")]
    assert passing(at=3, hit=(H("1932"), H("1933"))).ask(s) is None
    assert passing(at=5).ask(s) is None
    assert passing().ask(board({k: v for k, v in STREET.items() if k != "A/25 NZ"})) is None  # it is gone
    firing, again = passing(at=1).take(s, FireAt(H("1932")), hush)
    assert isinstance(firing, PickFirers) and firing.leg == 1
    assert isinstance(again, Fires) and (again.at, again.hit) == (2, (H("1932"),))
    firing, again = passing(at=2, hit=(H("1931"),)).take(s, FireAt(H("1932")), hush)
    assert isinstance(firing, PickFirers) and firing.leg == 3
    assert isinstance(again, Fires) and (again.at, again.hit) == (4, (H("1931"), H("1932")))


@pytest.mark.case(C, "8.21", "8.23", "8.0.procedure")
def test_why_fire_at_a_hex_is_refused() -> None:
    s = board({**STREET, "A/25 NZ": "1933", "11/III/3": "2026"})
    fires = passing(at=2, hit=(H("1931"),))
    assert told(fires.why_not(s, FireAt(H("1931")))) == ("8.23", "once_a_hex")
    for aside in ("2131", "0101"):
        assert told(fires.why_not(s, FireAt(H(aside)))) == ("8.0.procedure", "not_on_path")
    assert fires.why_not(s, FireAt(H("1932"))) is None and fires.why_not(s, NO) is None
    assert told(fires.why_not(s, DONE)) == ("8.0.procedure", "not_offered")
    none = board({k: v for k, v in STREET.items() if k != "HQ III/3"})
    assert told(fires.why_not(none, FireAt(H("1932")))) == ("8.21", "nobody_can_fire")


def rolled(s: Battle, column: int, die: int, leg: int, legs: tuple[Leg, ...], unit: str = "A/25 NZ") -> Battle:
    """A fire of so many companies at a unit on its path (leg -1: in a hex under assault)."""
    names = ("9/III/3", "10/III/3", "11/III/3", "5/II/3", "6/II/3")[:column]
    shots = tuple(UNIT[n] for n in names)
    hex = legs[leg].hex if leg >= 0 else s.loc[UNIT[unit]]
    roll = FireRoll(GERMAN, OPPORTUNITY, UNIT[unit], hex, H("1934"), legs, leg, shots)
    s = clone(s)
    s.stack = (*s.stack, CeaseFire(), passing())
    s.sources = tuple(UNIT["HQ III/3"] for _ in names)
    asked = roll.ask(s)
    assert isinstance(asked, Roll) and asked.dice == (6,)
    roll.take(s, (die,), hush)
    assert s.sources == () and s.fired == flagged(*names)
    return s


LOADED = {"A/25 NZ": "1930", "HQ 25 NZ": "1930", "OP NZ": "1930", "OP Ind": "1930", "HQ III/3": "1827"}
WAY = (
    Leg(H("1933"), (UNIT["HQ 25 NZ"], UNIT["OP NZ"])),
    Leg(H("1932"), (UNIT["HQ 25 NZ"], UNIT["OP NZ"])),
    Leg(H("1931"), (UNIT["HQ 25 NZ"], UNIT["OP NZ"], UNIT["OP Ind"])),
    Leg(H("1930"), (UNIT["HQ 25 NZ"], UNIT["OP NZ"], UNIT["OP Ind"])),
)


@pytest.mark.case(C, "8.25", "6.22.pin", "8.24")
def test_a_pin_on_any_leg_brings_back_the_mover_and_all_its_load_of_that_hex() -> None:
    s = board(LOADED, carried=flagged("HQ 25 NZ", "OP NZ", "OP Ind"))
    first = rolled(s, 3, 3, 0, WAY)
    at = {n: GRID.names[first.loc[UNIT[n]]] for n in LOADED}
    assert (at["A/25 NZ"], at["HQ 25 NZ"], at["OP NZ"], at["OP Ind"]) == ("1933", "1933", "1933", "1932")
    assert pinned(first) == flagged("A/25 NZ", "HQ 25 NZ", "OP NZ")
    assert first.carried == flagged("HQ 25 NZ", "OP NZ")  # the one left behind may still be taken by another
    assert not any(type(step) is Fires for step in first.stack)
    last = rolled(s, 3, 3, 3, WAY)
    assert GRID.names[last.loc[UNIT["OP Ind"]]] == "1930"
    assert pinned(last) == flagged("A/25 NZ", "HQ 25 NZ", "OP NZ", "OP Ind")
    nothing = rolled(s, 1, 1, 0, WAY)
    assert nothing.loc == s.loc and not pinned(nothing) and type(nothing.stack[-1]) is Fires


@pytest.mark.case(C, "8.25", "8.22", "11.0.procedure")
def test_a_step_does_not_stop_a_mover_and_its_last_step_is_lost_where_it_was_hit() -> None:
    s = board(LOADED)
    hurt = rolled(s, 5, 5, 0, WAY)
    assert hurt.steps[UNIT["A/25 NZ"]] == 5 and hurt.loc == s.loc and type(hurt.stack[-1]) is Fires
    weak = board({**LOADED, "A/25 NZ": ("1930", 1)})
    gone = rolled(weak, 5, 6, 0, WAY)
    at = {n: GRID.names[gone.loc[UNIT[n]]] for n in ("HQ 25 NZ", "OP NZ", "OP Ind")}
    assert gone.steps[UNIT["A/25 NZ"]] == 0 and at == {"HQ 25 NZ": "1933", "OP NZ": "1933", "OP Ind": "1932"}
    assert not any(type(step) is Fires for step in gone.stack)
    two = board({**LOADED, "A/25 NZ": ("1930", 2)})
    left = rolled(two, 5, 6, 0, WAY)
    assert left.steps[UNIT["A/25 NZ"]] == 1 and left.loc == two.loc


@pytest.mark.case(C, "8.22", "12.31")
def test_fire_at_a_unit_under_assault_moves_nobody() -> None:
    s = board({**LOADED, "A/25 NZ": ("1930", 1)})
    pin = rolled(s, 1, 6, -1, ())
    assert pinned(pin) == flagged("A/25 NZ") and pin.loc == s.loc and type(pin.stack[-1]) is Fires
    dead = rolled(s, 5, 6, -1, ())
    assert dead.steps[UNIT["A/25 NZ"]] == 0 and GRID.names[dead.loc[UNIT["HQ 25 NZ"]]] == "1930"
    assert type(dead.stack[-1]) is Fires


@pytest.mark.case(C, "8.13", "10.45")
def test_a_company_whose_supply_went_with_another_headquarters_does_not_fire() -> None:
    s = board({**LOADED, "9/III/3": "1827", "10/III/3": "1827"})
    pair = (UNIT["9/III/3"], UNIT["10/III/3"])
    roll = FireRoll(GERMAN, OPPORTUNITY, UNIT["A/25 NZ"], H("1930"), H("1934"), WAY, 3, pair)
    for sources, fired, stopped in (((int(UNIT["HQ III/3"]), -1), pair[:1], False), ((0, 1), pair, True)):
        one = clone(s)
        one.stack, one.sources = (*one.stack, CeaseFire(), passing()), sources
        roll.take(one, (4,), hush)  # a four pins on the column of two companies, not on that of one
        assert one.fired == mask(fired) and bool(pinned(one)) == stopped


@pytest.mark.case(C, "8.13", "10.22", "7.23")
def test_a_company_near_its_headquarters_but_cut_off_from_it_does_not_fire() -> None:
    """Three hexes from the headquarters with a wall of zones between; without the wall the hex beside it is exposed."""
    units = {"HQ 25 NZ": "0430", "A/25 NZ": "0433"}
    wall = {"9/III/3": "0332", "10/III/3": "0532", "11/III/3": "0432"}
    beside = GRID.id("0533")
    cut, free = board({**units, **wall}, side=GERMAN), board({**units, "9/III/3": "2026"}, side=GERMAN)
    assert under_fire(cut, ALLIED, OPPORTUNITY, mask([beside])) == 0 and firers(cut, ALLIED, OPPORTUNITY, beside) == ()
    assert under_fire(free, ALLIED, OPPORTUNITY, mask([beside])) == mask([beside])
    assert firers(free, ALLIED, OPPORTUNITY, beside) == (UNIT["A/25 NZ"],)


CUT = {"A/25 NZ": "2326", "HQ 25 NZ": "0133", "B/25 NZ": "0133", "9/III/3": "2529", "HQ III/3": "2225"}
"""An enemy in 2328, and only there, cuts the line by which 9/III/3 in 2529 draws on its headquarters in 2225."""


@pytest.mark.case(C, "8.0.procedure", "10.45", "8.13", "8.24")
def test_supply_of_a_fire_is_judged_with_the_mover_where_it_is_fired_at() -> None:
    """A mover that ends where it cuts the line is open to fire before; one that passes there is not in that hex."""
    ends = act(board(CUT), "move A/25 NZ", "go 2327", "go 2328", "halt")
    assert not can_be_supplied(ends.s, UNIT["9/III/3"], OPPORTUNITY)
    assert ends.prompt == "opportunity" and ends.offers == ["no", "fireat 2327"]
    assert ends.why("fireat 2328") == ("8.21", "nobody_can_fire")
    aimed = ends.then("fireat 2327")
    assert aimed.prompt == "firers" and aimed.where("A/25 NZ") == "2327"
    missed = aimed.then("done", dice=[1])
    assert missed.where("A/25 NZ") == "2328" and missed.increments("HQ III/3") == 2 and missed.prompt == "movement"
    hit = aimed.then("done", dice=[6])
    assert hit.where("A/25 NZ") == "2327" and hit.is_pinned("A/25 NZ")
    passes = act(board(CUT), "move A/25 NZ", "go 2327", "go 2328", "go 2329", "halt")
    assert passes.offers == ["no", "fireat 2327", "fireat 2329"]
    assert passes.why("fireat 2328") == ("8.21", "nobody_can_fire")
    both = passes.then("fireat 2327", "done", dice=[1])
    assert both.where("A/25 NZ") == "2329" and both.prompt == "movement"  # each company fires once


@pytest.mark.case(C, "8.0.procedure", "6.22.pin", "8.25")
def test_the_load_of_a_mover_stands_where_it_was_while_it_is_fired_at() -> None:
    """OP Ind goes along to 2327 and stays there; OP NZ is taken from 2327 to 2329."""
    way = ("move A/25 NZ", "carry OP Ind", "go 2327", "drop OP Ind", "carry OP NZ", "go 2328", "go 2329", "halt")
    asked = act(board({**CUT, "HQ III/3": "2529", "OP NZ": "2327", "OP Ind": "2326"}), *way)
    assert asked.offers == ["no", "fireat 2327", "fireat 2328", "fireat 2329"]

    def at(told: Played) -> tuple[str, ...]:
        return told.where("A/25 NZ"), told.where("OP Ind"), told.where("OP NZ")

    assert at(asked) == ("2329", "2327", "2329")
    for hex, nz in (("2327", "2327"), ("2328", "2328"), ("2329", "2329")):
        aimed = asked.then(f"fireat {hex}")
        assert at(aimed) == (hex, "2327", nz)
        assert at(aimed.then("done", dice=[1])) == ("2329", "2327", "2329")
        assert at(aimed.then("done", dice=[6])) == (hex, "2327", nz)
    late = asked.then("fireat 2328", "done", dice=[6])
    assert not late.heard(Dropped) and late.s.carried == flagged("OP Ind", "OP NZ")
    legs = tuple(Leg(H(h), tuple(UNIT[n] for n in names)) for h, names in zip(
        ("2327", "2328", "2329", "2330", "2331"), ((), (), ("OP NZ",), ("OP NZ",), ()), strict=True))  # fmt: skip
    s = board({**CUT, "OP NZ": "2330"})
    for k, nz in enumerate(("2328", "2328", "2329", "2330", "2330")):
        stand(s, UNIT["A/25 NZ"], legs, k)
        assert (s.loc[UNIT["A/25 NZ"]], s.loc[UNIT["OP NZ"]]) == (legs[k].hex, H(nz))
