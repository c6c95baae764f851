"""11.0 Steps, platoons, reorganisation."""

from typing import Any

import pytest

from grognard.core import Refusal
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    GERMAN,
    MOST_STEPS,
    MOVES,
    PLATOON_LIST,
    STRENGTH,
    UNIT,
    Side,
)
from grognard.games.battle_for_cassino.rules import movement
from grognard.games.battle_for_cassino.rules.movement import allowance
from grognard.games.battle_for_cassino.rules.organisation import (
    platoons_of,
    refuse_absorb,
    refuse_change,
    refuse_detach,
    refuse_divide,
    refuse_rebuild,
    refuse_shift,
)
from grognard.games.battle_for_cassino.rules.state import Battle, eliminate, hurt
from tests.games.battle_for_cassino.kit import SPACE, act, board, flagged

C = "battle_for_cassino"
AWAY = {"A/25 NZ": "0133"}


@pytest.mark.case(C, "11.0", "11.11", "11.12", "11.13", "3.31", "3.3")
def test_strength_is_the_face_less_the_marker_and_the_third_loss_flips() -> None:
    assert STRENGTH[UNIT["A/25 NZ"]] == (0, 2, 3, 4, 5, 6, 7)  # 4 on the back
    assert STRENGTH[UNIT["9/III/3"]] == (0, 1, 2, 3, 4, 5, 6)
    assert MOST_STEPS[UNIT["A/25 NZ"]] == 6


@pytest.mark.case(C, "11.22", "11.41", "11.42", "11.43", "11.44")
def test_steps_of_platoons_engineers_tanks_and_headquarters() -> None:
    assert STRENGTH[UNIT["Plt 1"]] == (0, 1, 2)
    assert STRENGTH[UNIT["7 NZ Fd Coy"]] == (0, 1, 2, 3)
    assert STRENGTH[UNIT["B Sqn/19"]] == (0, 3, 4, 5, 6, 7, 8)
    assert STRENGTH[UNIT["StuG 1"]] == (0, 2, 3)
    assert MOST_STEPS[UNIT["HQ 25 NZ"]] == MOST_STEPS[UNIT["OP NZ"]] == 1


@pytest.mark.case(C, "11.0.procedure", "11.12", "11.22")
def test_losses_are_marked_and_the_last_removes_the_unit() -> None:
    s = board({"A/25 NZ": "0133", "Plt 1": "2026", "9/III/3": "divided"})
    hurt(s, UNIT["A/25 NZ"], 5, lambda e: None)
    assert s.steps[UNIT["A/25 NZ"]] == 1 and s.loc[UNIT["A/25 NZ"]] == SPACE["0133"]
    hurt(s, UNIT["A/25 NZ"], 1, lambda e: None)
    assert s.loc[UNIT["A/25 NZ"]] == SPACE["eliminated"]
    hurt(s, UNIT["Plt 1"], 2, lambda e: None)
    assert s.loc[UNIT["Plt 1"]] == SPACE["platoon counters"]  # the counter may be used again


@pytest.mark.case(C, "11.21", "11.25", "11.33", "11.32")
def test_a_rifle_company_breaks_down_into_platoons_for_ten_points() -> None:
    s = board({**AWAY, "9/III/3": ("2026", 5), "HQ III/3": "2026", "1/I/3": "2305"}, side=1)
    out = act(s, "divide 9/III/3")
    assert out.where("9/III/3") == "divided"
    made = [u for u in PLATOON_LIST if out.s.loc[u] == SPACE["2026"]]
    assert [out.s.steps[u] for u in made] == [2, 2, 1]  # dealt out in twos
    assert {allowance(out.s, u) for u in made} == {50}


@pytest.mark.case(C, "11.21", "11.24")
def test_machine_gun_companies_and_the_allies_do_not_break_down() -> None:
    s = board({**AWAY, "12 MG/III/3": "2026", "HQ III/3": "2026"}, side=1)
    assert act(s).why("divide 12 MG/III/3") == ("11.21", "rifles_only")
    allied = board({**AWAY, "HQ 25 NZ": "0133"})
    assert act(allied).why("detach A/25 NZ") == ("11.21", "rifles_only")


@pytest.mark.case(C, "11.24", "11.32", "9.23", "11.25")
def test_a_company_detaches_single_platoons_and_keeps_a_step() -> None:
    s = board({**AWAY, "9/III/3": "2026", "HQ III/3": "2026"}, side=1)
    one = act(s, "detach 9/III/3")
    assert one.steps("9/III/3") == 4 and one.steps("Plt 1") == 2 and one.where("Plt 1") == "2026"
    two = one.then("detach 9/III/3")
    assert two.steps("9/III/3") == 2 and allowance(two.s, UNIT["9/III/3"]) == 50  # one reorganisation (ruling 47)
    assert two.why("detach 9/III/3") == ("11.24", "too_weak")
    crowded = board({**AWAY, "9/III/3": "2026", "10/III/3": "2026", "Plt 1": "2026", "11/III/3": "divided"}, side=1)
    assert act(crowded).why("detach 9/III/3") == ("9.23", "no_room")


@pytest.mark.case(C, "11.24.pin", "11.31", "11.33", "11.35", "14.12")
def test_pinned_units_neither_break_down_nor_are_rebuilt_but_redistribute_losses() -> None:
    units = {**AWAY, "9/III/3": "2026", "10/III/3": ("2026", 3), "HQ III/3": "2026", "Plt 1": "2026"}
    start = act(board({**units, "11/III/3": "divided"}, side=1, pinned=["9/III/3"]))
    assert start.why("divide 9/III/3") == start.why("detach 9/III/3") == ("11.24.pin", "pinned")
    assert "absorb 10/III/3 > Plt 1" in start.offers
    given = start.then("shift 9/III/3 > 10/III/3")  # 11.24 names breakdown and rebuilding alone
    assert (given.steps("9/III/3"), given.steps("10/III/3")) == (5, 4)
    assert allowance(given.s, UNIT["9/III/3"]) == allowance(given.s, UNIT["10/III/3"]) == 50
    assert given.why("move 9/III/3") == ("14.11", "pinned")
    low = {**units, "9/III/3": ("2026", 3), "11/III/3": "divided"}
    back = act(board(low, side=1, pinned=["9/III/3"]))
    assert back.why("absorb 9/III/3 > Plt 1") == ("11.24.pin", "pinned")
    assert "absorb 10/III/3 > Plt 1" in back.offers
    other = act(board(low, side=1, pinned=["Plt 1"]))
    assert other.why("absorb 9/III/3 > Plt 1") == ("11.24.pin", "pinned")
    near = board({**units, "9/III/3": "2026", "A/25 NZ": "1926", "11/III/3": "divided"}, side=1, pinned=["9/III/3"])
    both = act(near, "shift 9/III/3 > 10/III/3")
    assert "move 9/III/3" in both.offers  # it withdraws with what is left


@pytest.mark.case(C, "11.23", "11.24", "11.25", "6.0.procedure", "10.46", "6.33")
def test_the_counter_of_a_lost_platoon_comes_back_as_a_new_unit() -> None:
    """Nothing of the platoon lost in this phase clings to the one that is detached after it."""
    fire = {"A/25 NZ": "1934", "B/25 NZ": "1934", "HQ 25 NZ": "1933", "C/25 NZ": "1933", "D/25 NZ": "1933"}
    units = {**fire, "Plt 1": ("1827", 1), "10/III/3": "divided", "9/III/3": "2026", "HQ III/3": "2026"}
    s = board({**units, "11/III/3": "1827"}, side=1, unsupplied=flagged("Plt 1"), climbers=flagged("Plt 1"))
    s.spent[UNIT["Plt 1"]] = 10
    lost = act(s, "move Plt 1", "go 1828", "halt", "fireat 1828", "all", "done", dice=[6])
    assert lost.where("Plt 1") == "platoon counters" and lost.s.moved == 0
    made = lost.then("detach 9/III/3")
    assert made.where("Plt 1") == "2026" and made.steps("Plt 1") == 2
    assert "move Plt 1" in made.offers and allowance(made.s, UNIT["Plt 1"]) == 50
    assert (made.s.unsupplied | made.s.climbers) & flagged("Plt 1") == 0


@pytest.mark.case(C, "11.23", "2.1.platoons")
def test_eighteen_platoon_counters_are_the_limit() -> None:
    used = {f"Plt {k}": "2026" if k < 4 else f"{20 + k}25" for k in range(1, 18)}
    s = board({**AWAY, "9/III/3": "1729", "HQ III/3": "1729", "10/III/3": "divided", **used}, side=1)
    assert len(PLATOON_LIST) == 18
    start = act(s)
    assert start.why("divide 9/III/3") == ("11.23", "no_counters") and "detach 9/III/3" in start.offers
    none = start.then("detach 9/III/3")
    assert none.why("detach 9/III/3") == ("11.23", "no_counters")


@pytest.mark.case(C, "11.35", "11.33")
def test_a_company_takes_platoons_back_up_to_six_steps() -> None:
    units = {
        **AWAY,
        "9/III/3": ("2026", 4),
        "Plt 1": "2026",
        "Plt 2": "2027",
        "HQ III/3": "2026",
        "10/III/3": "divided",
    }
    s = board(units, side=1)
    out = act(s, "absorb 9/III/3 > Plt 1")
    assert out.steps("9/III/3") == 6 and out.where("Plt 1") == "platoon counters"
    assert allowance(out.s, UNIT["9/III/3"]) == 50
    assert act(s).why("absorb 9/III/3 > Plt 2") == ("11.35", "not_stacked")
    fuller = board({**units, "9/III/3": ("2026", 5)}, side=1)
    assert act(fuller).why("absorb 9/III/3 > Plt 1") == ("11.35", "at_full")


@pytest.mark.case(C, "11.21", "11.33")
def test_three_platoons_become_a_company_again() -> None:
    three = {"Plt 1": "2026", "Plt 2": ("2026", 1), "Plt 3": "2026"}
    s = board({**AWAY, **three, "9/III/3": "divided", "HQ III/3": "2026"}, side=1)
    out = act(s, "rebuild Plt 1 > Plt 2 > Plt 3")
    assert out.where("9/III/3") == "2026" and out.steps("9/III/3") == 5 and allowance(out.s, UNIT["9/III/3"]) == 50
    none = board({**AWAY, **three, "HQ III/3": "2026"}, side=1)
    assert act(none).why("rebuild Plt 1 > Plt 2 > Plt 3") == ("11.21", "no_company_counter")
    apart = board({**AWAY, **three, "Plt 3": "2027", "9/III/3": "divided", "HQ III/3": "2026"}, side=1)
    assert act(apart).why("rebuild Plt 1 > Plt 2 > Plt 3") == ("11.21", "not_stacked")


@pytest.mark.case(C, "11.31", "11.33", "11.34", "9.0.procedure")
def test_companies_of_one_nation_in_one_hex_share_their_losses() -> None:
    units = {"A/25 NZ": ("0130", 6), "B/24 NZ": ("0130", 2), "HQ 25 NZ": "0130", "C/25 NZ": ("0131", 3)}
    s = board(units)
    out = act(s, "shift A/25 NZ > B/24 NZ", "shift A/25 NZ > B/24 NZ")
    assert (out.steps("A/25 NZ"), out.steps("B/24 NZ")) == (4, 4)
    assert allowance(out.s, UNIT["A/25 NZ"]) == allowance(out.s, UNIT["B/24 NZ"]) == 50
    assert act(s).why("shift A/25 NZ > C/25 NZ") == ("11.31", "not_stacked")
    last = board({**units, "A/25 NZ": ("0130", 1)})
    assert act(last).why("shift A/25 NZ > B/24 NZ") == ("11.31", "last_step")
    mixed = board({"A/1/9 GR": "0130", "A/1/6 Raj": ("0130", 2), "HQ 1/9 GR": "0130"})
    assert act(mixed).why("shift A/1/9 GR > A/1/6 Raj") == ("11.34", "other_nation")
    moved = act(s, "move A/25 NZ", "go 0129", "halt")
    assert moved.why("shift B/24 NZ > A/25 NZ")[1] == "moved"


def why(told: Refusal | None) -> tuple[str, str] | None:
    return None if told is None else (told.rule, told.key)


STACK = {**AWAY, "9/III/3": ("2026", 4), "10/III/3": ("2026", 4), "HQ III/3": "2026", "11/III/3": "divided"}


@pytest.mark.case(C, "15.12", "11.31", "11.35", "11.33", "11.24")
def test_who_builds_a_roadblock_redistributes_losses_and_takes_a_platoon_back_but_parts_with_nobody() -> None:
    """Four steps each: the builders give and are given a step, take a platoon back, and go on building."""
    s = board({**STACK, "Plt 1": "2026"}, side=GERMAN, builders=flagged("9/III/3"))
    start = act(s)
    for part in ("divide 9/III/3", "detach 9/III/3", "move 9/III/3"):
        assert start.why(part) == ("15.12", "building")
    assert "divide 10/III/3" in start.offers and start.then("shift 10/III/3 > 9/III/3").steps("9/III/3") == 5
    back = start.then("shift 9/III/3 > 10/III/3", "absorb 9/III/3 > Plt 1")
    assert (back.steps("9/III/3"), back.steps("10/III/3")) == (5, 5) and back.where("Plt 1") == "platoon counters"
    assert back.s.builders == flagged("9/III/3") and back.s.spent[UNIT["9/III/3"]] == 10
    pin = act(board({**STACK, "Plt 1": "2026"}, side=GERMAN, builders=flagged("9/III/3"), pinned=["9/III/3"]))
    assert pin.why("divide 9/III/3") == ("11.24.pin", "pinned")  # that comes first


@pytest.mark.case(C, "11.33", "11.24.pin", "11.31", "15.12")
def test_why_a_unit_does_not_reorganise_each_for_its_own_reason() -> None:
    def change(unit: str, **more: Any) -> tuple[str, str] | None:
        s = board({**STACK, "1 Pi Coy": "2027"}, side=GERMAN, **more)
        return why(refuse_change(s, GERMAN, UNIT[unit]))

    assert change("9/III/3") is None
    assert change("A/25 NZ") == ("11.33", "not_yours") and change("5/II/3") == ("11.33", "not_on_map")
    assert change("5/II/1", arrived=False) == ("11.33", "not_on_map")  # it waits to enter
    assert change("1 Pi Coy") == ("11.31", "infantry_only")
    busy = act(board(STACK, side=GERMAN, builders=flagged("9/III/3"))).offers
    assert "divide 10/III/3" in busy and "shift 9/III/3 > 10/III/3" in busy and "shift 10/III/3 > 9/III/3" in busy
    assert not {"divide 9/III/3", "detach 9/III/3", "move 9/III/3"} & {*busy}
    other = flagged("10/III/3")
    assert change("9/III/3", moved=other, crowded=0, builders=other) is None
    assert change("9/III/3", pinned=["10/III/3"]) is None and change("9/III/3", crowded=other) is None
    assert change("9/III/3", moved=flagged("9/III/3")) == ("11.33", "moved")
    assert change("9/III/3", pinned=["9/III/3"]) is None  # a step may be given; see `refuse_regrouping`
    assert change("9/III/3", crowded=flagged("9/III/3")) is None  # 9.24 does not forbid it
    assert change("9/III/3", builders=flagged("9/III/3")) is None  # 15.12 does not forbid it; see `refuse_parting`
    s = board(STACK, side=GERMAN)
    unit = UNIT["9/III/3"]
    s.spent[unit] = 10
    assert why(refuse_change(s, GERMAN, unit)) is None  # paid already: it may go on within the same ten points
    short = board(STACK, side=GERMAN, cleared=flagged("9/III/3"))
    assert allowance(short, unit) == 10 and why(refuse_change(short, GERMAN, unit)) is None
    poor = board({**STACK, "12 MG/III/3": "2027"}, side=GERMAN, unsupplied=flagged("12 MG/III/3"))
    poor.spent[UNIT["12 MG/III/3"]] = 9
    assert allowance(poor, UNIT["12 MG/III/3"]) == 16 and why(refuse_change(poor, GERMAN, UNIT["12 MG/III/3"])) is None


@pytest.mark.case(C, "11.31", "11.34")
def test_why_a_step_is_not_given() -> None:
    units = {
        "A/25 NZ": ("2026", 3), "B/25 NZ": "2026", "C/25 NZ": ("2131", 1), "D/25 NZ": ("2131", 5),
        "A/1/9 GR": ("2030", 3), "A/1/6 Raj": ("2030", 3), "A/1/4 Essex": ("2227", 3), "A/26 NZ": ("2227", 3),
        "9/III/3": "3030", "Plt 1": "3030", "10/III/3": "divided",
    }  # fmt: skip
    s = board(units)

    def shift(giver: str, taker: str, side: Side = ALLIED) -> tuple[str, str] | None:
        return why(refuse_shift(s, side, UNIT[giver], UNIT[taker]))

    assert shift("B/25 NZ", "A/25 NZ") is None and shift("A/25 NZ", "B/25 NZ") == ("11.31", "at_full")
    assert shift("A/25 NZ", "A/25 NZ") == ("11.31", "not_stacked") and shift("B/25 NZ", "D/25 NZ") == (
        "11.31",
        "not_stacked",
    )
    assert shift("C/25 NZ", "D/25 NZ") == ("11.31", "last_step") and shift("D/25 NZ", "C/25 NZ") is None
    assert shift("A/1/9 GR", "A/1/6 Raj") == ("11.34", "other_nation")
    assert shift("A/1/4 Essex", "A/26 NZ") == ("11.34", "other_nation")
    assert shift("9/III/3", "A/25 NZ") == ("11.33", "not_yours") == shift("A/25 NZ", "9/III/3")
    assert shift("9/III/3", "Plt 1", GERMAN) == ("11.31", "companies_only") == shift("Plt 1", "9/III/3", GERMAN)
    offers = set(act(s).offers)
    assert {o for o in offers if o.startswith("shift")} == {"shift B/25 NZ > A/25 NZ", "shift D/25 NZ > C/25 NZ"}
    out = act(s, "shift B/25 NZ > A/25 NZ")
    assert (out.steps("A/25 NZ"), out.steps("B/25 NZ")) == (4, 5)
    assert allowance(out.s, UNIT["A/25 NZ"]) == allowance(out.s, UNIT["B/25 NZ"]) == 20  # 30 out of supply, less ten


@pytest.mark.case(C, "11.35", "11.21", "11.24")
def test_why_platoons_are_not_taken_back_or_made_a_company() -> None:
    units = {
        **AWAY, "9/III/3": ("2026", 4), "12 MG/III/3": ("2026", 3), "Plt 1": "2027", "Plt 2": "2027", "Plt 3": "2027",
        "Plt 4": "2026", "10/III/3": "divided", "HQ III/3": "2026",
    }  # fmt: skip
    s = board(units, side=GERMAN)

    def absorb(unit: str, platoon: str) -> tuple[str, str] | None:
        return why(refuse_absorb(s, GERMAN, UNIT[unit], UNIT[platoon]))

    assert absorb("9/III/3", "Plt 4") is None
    assert absorb("12 MG/III/3", "Plt 4") == ("11.21", "rifles_only")
    assert absorb("9/III/3", "12 MG/III/3") == ("11.35", "platoons_only")
    assert absorb("9/III/3", "Plt 1") == ("11.35", "not_stacked")
    assert absorb("9/III/3", "Plt 9") == ("11.33", "not_on_map")

    def rebuild(*names: str, at: Battle = s) -> tuple[str, str] | None:
        return why(refuse_rebuild(at, GERMAN, tuple(UNIT[n] for n in names)))

    assert rebuild("Plt 1", "Plt 2", "Plt 3") is None
    assert rebuild("Plt 1", "Plt 2", "9/III/3") == ("11.21", "platoons_only")
    assert rebuild("Plt 1", "Plt 2", "Plt 2") == ("11.21", "three_platoons")
    assert rebuild("Plt 2", "Plt 1", "Plt 3") == ("11.21", "three_platoons")  # each set has one name
    assert rebuild("Plt 1", "Plt 2", "Plt 4") == ("11.21", "not_stacked")
    assert rebuild("Plt 1", "Plt 2", "Plt 9") == ("11.33", "not_on_map")
    none = board({k: v for k, v in units.items() if k != "10/III/3"}, side=GERMAN)
    assert rebuild("Plt 1", "Plt 2", "Plt 3", at=none) == ("11.21", "no_company_counter")
    offers = [o for o in act(s).offers if not o.startswith(("move", "shift"))]
    assert offers == ["absorb 9/III/3 > Plt 4", "divide 9/III/3", "rebuild Plt 1 > Plt 2 > Plt 3", "done"]
    moved = board(units, side=GERMAN, moved=flagged("Plt 2"))
    assert not [o for o in act(moved).offers if o.startswith("rebuild")]


@pytest.mark.case(C, "11.21", "11.25", "10.46", "6.33")
def test_what_a_company_passes_on_to_its_platoons_and_back() -> None:
    units = {**AWAY, "9/III/3": "2026", "HQ III/3": "2026"}
    marks = {"unsupplied": flagged("9/III/3"), "climbers": flagged("9/III/3")}
    s = board(units, side=GERMAN, **marks)
    out = act(s, "divide 9/III/3").s
    three = flagged("Plt 1", "Plt 2", "Plt 3")
    assert out.unsupplied == out.climbers == three and [out.spent[UNIT[f"Plt {k}"]] for k in (1, 2, 3)] == [10] * 3
    assert out.spent[UNIT["9/III/3"]] == 0 and out.steps[UNIT["9/III/3"]] == 0
    plain = act(board(units, side=GERMAN, unsupplied=0, climbers=0), "divide 9/III/3").s
    assert plain.unsupplied == plain.climbers == 0
    one = act(s, "detach 9/III/3").s
    assert one.unsupplied == flagged("9/III/3", "Plt 1") and one.spent[UNIT["Plt 1"]] == 10
    three_units = {
        **AWAY,
        "Plt 1": "2026",
        "Plt 2": "2026",
        "Plt 3": ("2026", 1),
        "9/III/3": "divided",
        "HQ III/3": "2026",
    }
    three_units["1 Pi Coy"] = "2027"
    some = {"unsupplied": flagged("Plt 2", "1 Pi Coy"), "climbers": flagged("Plt 1", "Plt 3")}
    back = act(board(three_units, side=GERMAN, **some), "rebuild Plt 1 > Plt 2 > Plt 3").s
    assert back.unsupplied == flagged("9/III/3", "1 Pi Coy") and back.climbers == 0  # the worst of the three
    assert back.steps[UNIT["9/III/3"]] == 5 and back.spent[UNIT["9/III/3"]] == 10
    fed = {"unsupplied": 0, "climbers": flagged("Plt 1", "Plt 2", "Plt 3")}
    high = act(board(three_units, side=GERMAN, **fed), "rebuild Plt 1 > Plt 2 > Plt 3").s
    assert high.unsupplied == 0 and high.climbers == flagged("9/III/3")
    gone = act(board({**units, "9/III/3": ("2026", 3), "Plt 1": "2026", "10/III/3": "divided"}, side=GERMAN,
                     unsupplied=flagged("Plt 1")), "absorb 9/III/3 > Plt 1").s  # fmt: skip
    assert gone.unsupplied == 0 and gone.spent[UNIT["Plt 1"]] == 0 and gone.spent[UNIT["9/III/3"]] == 10


@pytest.mark.case(C, "12.75", "11.22", "14.0.markers")
def test_whoever_leaves_the_map_leaves_no_marker_behind() -> None:
    marks = flagged("9/III/3", "StuG 1")
    s = board(
        {**AWAY, "9/III/3": "2026", "StuG 1": "2124", "HQ III/3": "2026"}, immobile=flagged("StuG 1"), builders=marks
    )
    s.pins = [marks, marks]
    s.fresh = marks
    lost = s.lost[GERMAN]
    eliminate(s, UNIT["StuG 1"], lambda e: None)
    assert s.lost[GERMAN] == lost + 2 and s.immobile == 0
    assert s.pins == [flagged("9/III/3")] * 2 and s.builders == s.fresh == flagged("9/III/3")
    hurt(s, UNIT["9/III/3"], 9, lambda e: None)
    assert s.lost[GERMAN] == lost + 8 and s.pins == [0, 0] and s.loc[UNIT["9/III/3"]] == SPACE["eliminated"]
    hurt(s, UNIT["9/III/3"], 1, lambda e: None)
    assert s.lost[GERMAN] == lost + 8  # nobody dies twice
    hurt(s, UNIT["HQ III/3"], 1, lambda e: None)
    assert s.increments[UNIT["HQ III/3"]] == 0


@pytest.mark.case(C, "11.21", "11.23", "11.24", "11.31", "9.23")
def test_the_edges_of_dividing_detaching_and_giving() -> None:
    assert [platoons_of(n) for n in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    used = {f"Plt {k}": f"{20 + k}25" for k in range(1, 16)}
    three_left = board({**AWAY, "9/III/3": "1729", "10/III/3": "divided", **used}, side=GERMAN)
    assert why(refuse_divide(three_left, GERMAN, UNIT["9/III/3"])) is None  # three counters for three platoons
    two = board({**AWAY, "9/III/3": "2026", "10/III/3": ("2026", 2), "HQ III/3": "2026"}, side=GERMAN)
    assert why(refuse_detach(two, GERMAN, UNIT["9/III/3"])) is None  # seven thirds
    assert why(refuse_shift(two, GERMAN, UNIT["10/III/3"], UNIT["9/III/3"])) == ("11.31", "at_full")
    pinned = board({**AWAY, "9/III/3": "2026"}, side=GERMAN, pinned=["9/III/3"])
    assert why(refuse_detach(pinned, GERMAN, UNIT["9/III/3"])) == ("11.24.pin", "pinned")
    assert why(refuse_detach(pinned, ALLIED, UNIT["9/III/3"])) == ("11.33", "not_yours")  # before all else
    weak = board({**AWAY, "9/III/3": ("2026", 2), "10/III/3": ("2026", 3)}, side=GERMAN)
    assert why(refuse_shift(weak, GERMAN, UNIT["9/III/3"], UNIT["10/III/3"])) is None


@pytest.mark.case(C, "11.21", "11.33")
def test_every_company_and_every_three_platoons_are_offered() -> None:
    mixed = board({**AWAY, "4 MG/I/3": "2026", "9/III/3": "2026", "10/III/3": "2027", "11/III/3": "2027"}, side=GERMAN)
    offers = act(mixed).offers
    assert {"divide 9/III/3", "divide 10/III/3", "divide 11/III/3"} <= set(offers)
    four = {f"Plt {k}": "2026" for k in range(1, 5)}
    made = act(board({**AWAY, **four, "9/III/3": "divided", "10/III/3": "divided"}, side=GERMAN)).offers
    assert len([o for o in made if o.startswith("rebuild")]) == 4


@pytest.mark.case(C, "11.33")
def test_ten_points_must_be_there_and_are_paid_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an owner's slower counters: half of nineteen is too little; who has paid takes part again for nothing."""
    slow = tuple(19 if u in (UNIT["A/25 NZ"], UNIT["9/III/3"]) else points for u, points in enumerate(MOVES))
    monkeypatch.setattr(movement, "MOVES", slow)
    units = {"A/25 NZ": ("0130", 4), "B/25 NZ": ("0130", 4), "9/III/3": "2026", "HQ 25 NZ": "0130"}
    hungry = board(units, unsupplied=flagged("A/25 NZ"))
    assert act(hungry).why("shift A/25 NZ > B/25 NZ") == ("11.33", "no_points_left")
    assert "shift B/25 NZ > A/25 NZ" not in act(hungry).offers
    fed = act(board(units))
    once = fed.then("shift A/25 NZ > B/25 NZ")
    assert once.s.spent[UNIT["A/25 NZ"]] == 10 and "shift A/25 NZ > B/25 NZ" in once.offers  # nine are left, and paid
    poor = board(units, side=1, unsupplied=flagged("9/III/3"))
    assert act(poor).why("divide 9/III/3") == ("11.33", "no_points_left")
    assert not {"divide 9/III/3", "detach 9/III/3"} & set(act(poor).offers)


@pytest.mark.case(C, "11.33")
def test_whoever_lacks_ten_points_is_offered_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    short = ("9/III/3", "10/III/3", "11/III/3")
    slow = tuple(19 if u in [UNIT[name] for name in short] else points for u, points in enumerate(MOVES))
    monkeypatch.setattr(movement, "MOVES", slow)
    places = {"9/III/3": "2026", "10/III/3": "2027", "11/III/3": "2128", "5/II/3": "2329"}
    poor = board(places, side=1, unsupplied=flagged(*short, "5/II/3"), moved=flagged("11/III/3"))
    divided = [offer for offer in act(poor).offers if offer.startswith(("divide", "detach"))]
    assert sorted(divided) == ["detach 5/II/3", "divide 5/II/3"]


@pytest.mark.case(C, "11.21", "11.35", "11.31")
def test_what_is_raised_in_a_phase_is_neither_taken_back_nor_rebuilt_nor_shares_steps_in_it() -> None:
    units = {**AWAY, "9/III/3": ("2026", 2), "10/III/3": ("2026", 4), "HQ III/3": "2026"}
    told = act(board(units, side=1), "divide 9/III/3")
    assert told.s.raised == flagged("Plt 1")
    assert told.why("absorb 10/III/3 > Plt 1") == ("11.35", "raised")
    assert not [o for o in told.offers if o.startswith(("absorb", "rebuild"))]
    two = {**AWAY, "9/III/3": "2026", "Plt 1": "2026", "Plt 2": "2026", "11/III/3": "divided", "HQ III/3": "2026"}
    out = act(board(two, side=1), "detach 9/III/3")
    assert out.why("rebuild Plt 1 > Plt 2 > Plt 3") == ("11.21", "raised")
    assert "absorb 9/III/3 > Plt 1" in out.offers and "absorb 9/III/3 > Plt 3" not in out.offers
    four = {"Plt 1": "2026", "Plt 2": "2026", "Plt 3": ("2026", 1), "Plt 4": ("2026", 1), "10/III/3": ("2026", 3)}
    built = act(board({**AWAY, **four, "9/III/3": "divided"}, side=1), "rebuild Plt 1 > Plt 2 > Plt 3")
    assert built.s.raised == flagged("9/III/3")
    assert built.why("shift 9/III/3 > 10/III/3") == ("11.31", "raised") == built.why("shift 10/III/3 > 9/III/3")
    assert "absorb 9/III/3 > Plt 4" in built.offers  # that one stood here as the phase began
    later = out.then("done")
    while later.seat == 1 or later.prompt not in ("movement", "missions"):
        later = later.then("done")
    assert later.s.raised == 0


@pytest.mark.case(C, "11.21", "11.23")
def test_a_platoon_that_is_lost_or_taken_back_leaves_no_mark_of_having_been_raised() -> None:
    s = board({**AWAY, "9/III/3": "2026", "Plt 1": "2027", "10/III/3": "divided"}, side=1)
    s.raised = flagged("Plt 1", "9/III/3")
    hurt(s, UNIT["Plt 1"], 2, lambda e: None)
    assert s.raised == flagged("9/III/3")
