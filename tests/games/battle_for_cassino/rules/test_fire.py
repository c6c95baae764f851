"""8.0 Opportunity fire: who fires at whom, where, how often, and what it does."""

import pytest

from grognard.games.battle_for_cassino.content import FIRE, GRID, UNIT
from grognard.games.battle_for_cassino.rules.events import FiredUpon, SupplySpent
from grognard.games.battle_for_cassino.rules.fire import fire_column, fire_shifts
from tests.games.battle_for_cassino.kit import NIGHT_TURN, act, board, flagged

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
    later = asked.then("fireat 1931", "done", dice=[6])
    assert later.where("OP NZ") == "1931" and later.is_pinned("OP NZ")


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
