"""12.0, 12.1, 12.4-12.6 Close assault: duties, strengths, shifts, the table, losses, advance."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from grognard.core import Roll, UnitId, hush
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    BUILDING,
    CREST,
    CRT,
    ELEVATION,
    GERMAN,
    GRID,
    RATIO_COLUMNS,
    RAVINE,
    UNIT,
    Outcome,
)
from grognard.games.battle_for_cassino.rules.assault import (
    AssaultRoll,
    Close,
    Driven,
    Repulsed,
    assault_shifts,
    attack_strength,
    defence_strength,
    defenders,
    hex_defence,
    resolution,
)
from grognard.games.battle_for_cassino.rules.events import Fought, NobodyLeft
from grognard.games.battle_for_cassino.rules.losses import Losses
from grognard.games.battle_for_cassino.rules.retreat import Retreats
from grognard.games.battle_for_cassino.rules.state import Assault, Battle
from tests.games.battle_for_cassino.kit import NIGHT_TURN, SPACE, act, below, board, flagged

C = "battle_for_cassino"
H = GRID.id
PRINTED = """
1 2r1/- 1/- 1/- 1/- 1/- 1/- 1/- 1/r1
2 2/- 1r2/- 1r1/- 1/- -/1 1/1r1 -/1r1 -/1r1
3 1r2/- 1r1/- 1/- 1/1 1/1r1 -/1r1 -/1r1 2/2r1
4 1r1/- 1/- 1/1 -/1 -/1r1 -/1r1 2/2r1 -/2r1
5 1/- 1/1 -/1 1/1r1 -/1r1 2/2r1 -/2r1 -/2r2
6 1/1 -/1 1/1r1 -/1r1 2/2r1 -/2r1 -/2r2 -/2r3
"""


def half(cell: str) -> tuple[int, int]:
    steps, _, retreat = cell.strip("-").partition("r")
    return int(steps or 0), int(retreat or 0)


def assault(s: Battle, hexes: str, attackers: dict[str, str]) -> Assault:
    """An assault whose attackers are supplied by the headquarters named ("": none)."""
    units = tuple(sorted(UNIT[name] for name in attackers))
    by = {UNIT[name]: UNIT[hq] if hq else -1 for name, hq in attackers.items()}
    return Assault(s.side, tuple(SPACE[h] for h in hexes.split()), units, tuple(by[u] for u in units))


@pytest.mark.case(C, "12.8", "12.8.sides", "12.42", "3.2")
def test_the_assault_table_cell_by_cell() -> None:
    for line in PRINTED.split("\n"):
        if line:
            die, *cells = line.split()
            for column, cell in enumerate(cells):
                attacker, defender = cell.split("/")
                assert CRT.result(column, int(die)) == Outcome(*half(attacker), *half(defender)), (die, column)


@pytest.mark.case(C, "12.41", "12.8.cap")
def test_ratios_are_rounded_for_the_defender_and_held_within_the_table() -> None:
    wanted = {
        (1, 9): "1-3", (9, 19): "1-3", (1, 2): "1-2", (11, 12): "1-2", (12, 12): "1-1", (17, 12): "1-1",
        (18, 12): "3-2", (23, 12): "3-2", (24, 12): "2-1", (35, 12): "2-1", (36, 12): "3-1", (48, 12): "4-1",
        (60, 12): "5-1", (99, 1): "5-1", (0, 5): "1-3",
    }  # fmt: skip
    for (attack, defence), label in wanted.items():
        assert RATIO_COLUMNS.labels[RATIO_COLUMNS.ratio(attack, defence)] == label


@pytest.mark.case(C, "12.13", "6.4.building", "6.4.ruins", "6.4.cap", "14.23", "6.4.order", "5.6")
def test_f8_a_company_in_a_building_in_ruins_and_pinned() -> None:
    """2026 is the cathedral: doubled; in ruins tripled; pinned in ruins half of that."""
    intact = board({"9/III/3": "2026"})
    assert hex_defence(intact, H("2026"), (), ()) == 12
    ruined = board({"9/III/3": "2026"}, ruins=["2026"])
    assert hex_defence(ruined, H("2026"), (), ()) == 18
    stunned = board({"9/III/3": "2026"}, ruins=["2026"], pinned=["9/III/3"])
    assert hex_defence(stunned, H("2026"), (), ()) == 9


SIX = {
    "A/25 NZ": "1926", "B/25 NZ": "1926", "C/25 NZ": "1927", "D/25 NZ": "1927", "A/26 NZ": "2025", "B/26 NZ": "2025",
    "HQ 25 NZ": "1827", "9/III/3": "2026",
}  # fmt: skip
"""Three stacks of two companies, 42 in all, around the company in the cathedral."""


@pytest.mark.case(C, "12.13", "12.41", "6.4.building", "6.4.ruins", "14.23", "14.0.markers")
def test_f8_forty_two_against_the_cathedral_is_three_two_and_four_to_one() -> None:
    ruined = {"ruins": ["2026"]}
    grey, yellow = [0, flagged("9/III/3")], [flagged("9/III/3"), 0]
    for more, defence, odds in (
        ({}, 12, "3-1"), (ruined, 18, "2-1"), ({**ruined, "pins": grey}, 9, "4-1"),
        ({**ruined, "pins": yellow}, 9, "4-1"), ({"pins": yellow}, 6, "5-1"),
    ):  # fmt: skip
        out = act(board(SIX, "combat", **more), "done", "draw A/25 NZ > HQ 25 NZ", dice=[1])
        told = out.heard(Fought)[0]
        assert (told.attack, told.defence, told.odds, told.column) == (42, defence, odds, odds)
        assert out.increments("HQ 25 NZ") == 2  # one increment for all six


@pytest.mark.case(C, "12.13", "12.27", "14.23", "6.4.order")
def test_f9_pinned_part_halved_then_the_rest_and_reserves_without_terrain() -> None:
    s = board({"9/III/3": "2026", "Plt 1": "2026", "10/III/3": "2026", "11/III/3": "divided"}, pinned=["9/III/3"])
    assert hex_defence(s, H("2026"), (UNIT["10/III/3"],), ()) == 12 // 2 + 4 + 6


@pytest.mark.case(C, "5.43.defend", "9.24", "12.12")
def test_headquarters_and_observers_defend_with_one_overstacked_units_add_nothing() -> None:
    s = board({"9/III/3": "2130", "HQ III/3": "2130", "OP 1": "2130"})
    assert hex_defence(s, H("2130"), (), ()) == 6 + 1 + 1
    crowd = board({"9/III/3": "2130", "10/III/3": "2130", "11/III/3": "2130"}, crowded=flagged("11/III/3"))
    assert hex_defence(crowd, H("2130"), (), ()) == 12


@pytest.mark.case(
    C, "6.4.c300", "6.4.c400", "6.4.c450", "6.4.c0", "6.4.c200", "6.4.ravine", "6.4.road", "6.4.trail", "6.4.cap"
)
def test_f15_height_and_ravines_in_defence() -> None:
    def worth(test: Callable[[int], object]) -> set[int]:
        found = [h for h in range(len(GRID)) if test(h)]
        assert found
        return {hex_defence(board({"9/III/3": GRID.names[h]}), h, (), ()) for h in found[:4]}

    clear = ~(BUILDING | RAVINE)
    assert worth(lambda h: clear >> h & 1 and ELEVATION[h] < 200 and not CREST[h]) == {6}
    assert worth(lambda h: clear >> h & 1 and 200 <= ELEVATION[h] < 300) == {6}
    assert worth(lambda h: clear >> h & 1 and 300 <= ELEVATION[h] < 400) == {12}
    assert worth(lambda h: clear >> h & 1 and ELEVATION[h] == 400) == {12}
    assert worth(lambda h: clear >> h & 1 and ELEVATION[h] == 450) == {18}
    assert worth(lambda h: RAVINE >> h & 1) == {18}
    assert RATIO_COLUMNS.labels[RATIO_COLUMNS.ratio(40, 18)] == "2-1"


@pytest.mark.case(C, "6.4.crest", "5.23")
def test_f14_a_crest_triples_only_if_every_attacker_comes_up_from_outside() -> None:
    up = board({"1/I/3": "1819", "A/25 NZ": "1820", "B/25 NZ": "1818"})
    below, beside = UNIT["A/25 NZ"], UNIT["B/25 NZ"]
    assert hex_defence(up, H("1819"), (), (below,)) == 18
    assert hex_defence(up, H("1819"), (), (below, beside)) == 6
    assert hex_defence(up, H("1819"), (), (beside,)) == 6


@pytest.mark.case(C, "10.43", "14.22", "12.11", "11.13")
def test_f10_a_quarter_for_the_pinned_and_the_unsupplied() -> None:
    s = board({"A/25 NZ": "2131", "B/25 NZ": "2131", "9/III/3": "2130"}, "combat", pinned=["A/25 NZ", "B/25 NZ"])
    assert attack_strength(s, assault(s, "2130", {"A/25 NZ": "HQ 25 NZ", "B/25 NZ": "HQ 25 NZ"})) == 3
    half_fed = board({"A/25 NZ": "2131", "B/25 NZ": "2131", "9/III/3": "2130"}, "combat")
    assert attack_strength(half_fed, assault(half_fed, "2130", {"A/25 NZ": "", "B/25 NZ": "HQ 25 NZ"})) == 8
    hurt = board({"A/25 NZ": ("2131", 3), "9/III/3": "2130"}, "combat")
    assert attack_strength(hurt, assault(hurt, "2130", {"A/25 NZ": "HQ 25 NZ"})) == 4


STORM = {
    "A/25 NZ": "1926", "B/25 NZ": "1926", "C/25 NZ": "1927", "HQ 25 NZ": "1827", "9/III/3": "2026", "HQ III/3": "2426",
}  # fmt: skip
"""Three companies, 21 in all, next to the cathedral; its headquarters is four hexes behind."""


@pytest.mark.case(C, "12.0", "12.0.procedure", "12.41", "12.43", "12.44", "12.45", "12.46", "4.1.C")
def test_f11_losses_retreat_by_the_attacker_and_advance() -> None:
    """A fourth company with its last step adds two: 23 to 12 is 3-2; a five: 1/1r1."""
    ready = act(board({**STORM, "D/25 NZ": ("1927", 1)}, "combat"))
    assert ready.prompt == "announce" and ready.offers == ["done"]  # everybody has to attack that one hex
    out = ready.then("done", "draw A/25 NZ > HQ 25 NZ", dice=[5])
    told = out.heard(Fought)[0]
    assert (told.attack, told.defence, told.odds, told.column) == (23, 12, "3-2", "3-2")
    assert told.result == "1/1r1" and told.times == (2,) and told.weak == () and told.shifts == ()
    assert out.prompt == "losses" and out.seat == 0 and out.numbers == (1,)
    assert out.offers == ["lose A/25 NZ", "lose B/25 NZ", "lose C/25 NZ", "lose D/25 NZ"]
    lost = out.then("lose A/25 NZ")
    assert [lost.steps(f"{c}/25 NZ") for c in "ABCD"] == [5, 6, 6, 1] and lost.steps("9/III/3") == 5
    assert lost.prompt == "retreat" and lost.seat == 0 and lost.offers == ["go 2127", "go 2126"]
    back = lost.then("go 2126")
    assert back.where("9/III/3") == "2126" and back.prompt == "advance" and back.seat == 0
    assert back.offers == [f"advance {c}/25 NZ > 2026" for c in "ABCD"] + ["done"]
    in_ = back.then("advance A/25 NZ > 2026", "advance B/25 NZ > 2026")
    assert (in_.where("A/25 NZ"), in_.where("B/25 NZ"), in_.where("C/25 NZ")) == ("2026", "2026", "1927")
    assert in_.increments("HQ 25 NZ") == 2 and in_.s.assault is None


@pytest.mark.case(C, "12.41", "12.42", "12.8.sides")
def test_f11_one_point_more_is_two_to_one_and_costs_the_attacker_nothing() -> None:
    s = board({**STORM, "D/25 NZ": ("1927", 2)}, "combat")
    out = act(s, "done", "draw A/25 NZ > HQ 25 NZ", dice=[5])
    told = out.heard(Fought)[0]
    assert (told.attack, told.defence, told.odds) == (24, 12, "2-1")
    assert told.result == "-/1r1"
    assert out.prompt == "retreat" and [out.steps(f"{c}/25 NZ") for c in "ABCD"] == [6, 6, 6, 2]


@pytest.mark.case(C, "4.1.C", "12.12", "12.33", "10.45")
def test_what_a_combat_phase_has_seen_is_forgotten_at_its_end() -> None:
    """The assault of the Allies is over: the same hex is assaulted again, by the other side and for a new increment."""
    units = {"A/25 NZ": "2131", "HQ 25 NZ": "2131", "9/III/3": "2130", "HQ III/3": "2129"}
    one = act(board(units, "combat"), "done", "draw A/25 NZ > HQ 25 NZ", dice=[4])  # 7 to 6, 1-1: 1/1
    assert one.steps("A/25 NZ") == one.steps("9/III/3") == 5 and one.seat == 1
    assert (one.s.fought, one.s.fired, one.s.assaulted, one.s.supplied) == (0, 0, (), ())
    back = one
    while back.prompt != "announce":
        back = back.then("done")
    again = back.then("done")
    assert back.seat == 1 and again.offers == ["draw 9/III/3 > HQ III/3", "without 9/III/3"]


@pytest.mark.case(C, "12.44", "9.23")
def test_advance_only_into_an_emptied_hex_and_within_the_limit() -> None:
    units = {
        "A/25 NZ": "1926",
        "B/25 NZ": "1926",
        "C/25 NZ": "2027",
        "HQ 25 NZ": "1827",
        "9/III/3": ("2026", 1),
        "OP NZ": "1926",
    }
    s = board(units, "combat")
    out = act(s, "done", "draw A/25 NZ > HQ 25 NZ", dice=[5])
    assert out.where("9/III/3") == "eliminated" and out.prompt == "advance"
    assert out.why("advance OP NZ > 2026") == ("5.43.advance", "with_its_stack")
    assert out.why("advance HQ 25 NZ > 2026") == ("12.44", "no_attacker_unit")
    two = out.then("advance A/25 NZ > 2026")
    assert "advance OP NZ > 2026" in two.offers
    full = two.then("advance B/25 NZ > 2026")
    assert full.why("advance C/25 NZ > 2026") == ("9.23", "no_room")


@pytest.mark.case(C, "12.45", "12.46", "9.24")
def test_repulsed_attackers_are_moved_by_the_defender_with_what_is_left_of_their_hex() -> None:
    units = {
        "A/25 NZ": "2131",
        "HQ 25 NZ": "2131",
        "OP NZ": "2131",
        "B/25 NZ": "0133",
        "9/III/3": "2130",
        "10/III/3": "2130",
    }
    s = board(units, "combat")
    out = act(s, "done", "draw A/25 NZ > HQ 25 NZ", dice=[3])  # 7 to 12, 1-2: 1r1/-
    assert out.prompt == "retreat" and out.seat == 1 and out.steps("A/25 NZ") == 5
    assert out.offers == ["go 2031", "go 2132", "go 2231"]
    one = out.then("go 2031", "go 2031", "go 2132")
    assert [one.where(u) for u in ("A/25 NZ", "HQ 25 NZ", "OP NZ", "B/25 NZ")] == ["2031", "2031", "2132", "0133"]


@pytest.mark.case(C, "12.0", "12.0.engaged", "4.1.C", "12.0.procedure")
def test_everybody_in_contact_fights_and_nobody_is_left_out() -> None:
    """B touches 2130 and 2132, A only 2132: B is needed against 2130."""
    units = {"A/25 NZ": "2031", "B/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": "2130", "10/III/3": "2132"}
    s = board(units, "combat")
    pick = act(s)
    assert pick.prompt == "combat" and set(pick.offers) == {"attack 2130", "attack 2132"}
    east = pick.then("attack 2132")
    assert east.asked.units == (UNIT["A/25 NZ"],) and east.offers == ["done"]
    assert east.why("add B/25 NZ") == ("12.0", "needed_elsewhere")
    west = pick.then("attack 2130")
    assert west.asked.units == (UNIT["B/25 NZ"],) and west.why("add A/25 NZ") == ("12.11", "not_next_to")
    assert pick.why("attack 2530") == ("12.11", "no_attacker")


@pytest.mark.case(C, "12.12", "12.11")
def test_a_hex_is_assaulted_once_and_as_a_whole() -> None:
    units = {
        "A/25 NZ": "2131",
        "B/25 NZ": "2030",
        "C/25 NZ": "0133",
        "HQ 25 NZ": "1931",
        "9/III/3": "2130",
        "HQ III/3": "2130",
    }
    s = board(units, "combat", assaulted=(SPACE["2130"],))
    assert act(s).prompt != "announce"  # it has been assaulted: no duty is left
    fresh = act(board(units, "combat"))
    assert fresh.prompt == "announce" and set(fresh.asked.units) == {UNIT["A/25 NZ"], UNIT["B/25 NZ"]}


@pytest.mark.case(C, "12.0", "12.11")
def test_one_unit_against_two_hexes_assaults_both_together() -> None:
    units = {"A/25 NZ": "2131", "HQ 25 NZ": "2131", "9/III/3": "2130", "10/III/3": "2132"}
    s = board(units, "combat")
    joint = act(s, "attack 2130")
    assert set(joint.asked.spaces) == {SPACE["2130"], SPACE["2132"]}
    fed = joint.then("done")
    out = fed.then("draw A/25 NZ > HQ 25 NZ", dice=[6])
    assert out.heard(Fought)[0].defence == 12  # the summed defence (ruling 19)


@pytest.mark.case(C, "12.0", "12.11")
def test_enough_attackers_assault_each_hex_by_itself() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": "2130", "10/III/3": "2132"}
    s = board(units, "combat")
    first = act(s, "attack 2130")
    assert first.offers == ["add A/25 NZ", "add B/25 NZ"]  # either of them, and the other is left for 2132
    added = first.then("add A/25 NZ")
    assert added.why("also 2132") == ("12.0", "enough_attackers")
    assert added.why("add B/25 NZ") == ("12.0", "needed_elsewhere")


@pytest.mark.case(C, "6.4.river", "12.0.engaged", "4.1.C")
def test_no_combat_over_a_river_not_even_at_the_bridge() -> None:
    s = board({"A/25 NZ": "3527", "HQ 25 NZ": "3526", "9/III/3": "3528", "B/25 NZ": "0133"}, "combat")
    assert act(s).prompt != "announce" and act(s).seat == 1  # the German Player-Turn follows at once


@pytest.mark.case(C, "14.22", "14.21", "14.0")
def test_a_pinned_unit_next_to_the_enemy_must_assault_without_spending_supply() -> None:
    s = board({"A/25 NZ": "2131", "HQ 25 NZ": "2131", "9/III/3": "2130"}, "combat", pinned=["A/25 NZ"])
    out = act(s, "done", dice=[5])
    told = out.heard(Fought)[0]
    assert (told.attack, told.defence) == (1, 6) and out.increments("HQ 25 NZ") == 3


@pytest.mark.case(C, "10.43", "12.0")
def test_one_increment_for_all_that_draw_on_it_or_none_at_a_quarter() -> None:
    s = board({"A/25 NZ": "2131", "B/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": "2130"}, "combat")
    ask = act(s, "done")
    assert set(ask.offers) == {"draw A/25 NZ > HQ 25 NZ", "without A/25 NZ"}
    paid = ask.then("draw A/25 NZ > HQ 25 NZ", dice=[1])
    assert paid.heard(Fought)[0].attack == 14 and paid.increments("HQ 25 NZ") == 2
    free = ask.then("without A/25 NZ", "without B/25 NZ", dice=[1])
    assert free.heard(Fought)[0].attack == 3 and free.increments("HQ 25 NZ") == 3


@pytest.mark.case(C, "12.5", "12.52", "12.52.ex", "12.55")
def test_v3_new_zealanders_supplied_by_gurkhas_fight_one_column_to_the_left() -> None:
    s = board({"A/25 NZ": "2131", "B Sqn/19": "2030", "9/III/3": "2130"}, "combat")
    a = assault(s, "2130", {"A/25 NZ": "HQ 1/9 GR"})
    assert assault_shifts(s, a) == (("12.52", -1),)
    assert RATIO_COLUMNS.labels[RATIO_COLUMNS.shifted(RATIO_COLUMNS.index("3-1"), -1)] == "2-1"
    assert assault_shifts(s, assault(s, "2130", {"B Sqn/19": "HQ 1/9 GR"})) == ()
    assert assault_shifts(s, assault(s, "2130", {"A/25 NZ": "HQ 26 NZ"})) == ()


@pytest.mark.case(C, "12.53", "12.54")
def test_gurkhas_and_rajputana_with_other_headquarters() -> None:
    s = board({"A/1/9 GR": "2131", "A/1/6 Raj": "2030", "9/III/3": "2130"}, "combat")
    assert assault_shifts(s, assault(s, "2130", {"A/1/9 GR": "HQ 1/4 Essex"})) == (("12.53", -1),)
    assert assault_shifts(s, assault(s, "2130", {"A/1/9 GR": "HQ 1/9 GR"})) == ()
    assert assault_shifts(s, assault(s, "2130", {"A/1/6 Raj": "HQ 25 NZ"})) == (("12.54", -1),)
    assert assault_shifts(s, assault(s, "2130", {"A/1/6 Raj": "HQ 1/4 Essex"})) == ()


@pytest.mark.case(C, "12.56", "12.55", "12.57")
def test_mixed_nations_cost_a_column_british_infantry_does_not_and_two_is_the_most() -> None:
    s = board(
        {"A/25 NZ": "2131", "A/1/6 Raj": "2030", "A/1/4 Essex": "2131", "12 Ind Fd Coy": "2030", "9/III/3": "2130"},
        "combat",
    )
    assert assault_shifts(s, assault(s, "2130", {"A/25 NZ": "HQ 25 NZ", "A/1/6 Raj": "HQ 1/6 Raj"})) == (("12.56", -1),)
    assert assault_shifts(s, assault(s, "2130", {"A/25 NZ": "HQ 25 NZ", "A/1/4 Essex": "HQ 25 NZ"})) == ()
    assert assault_shifts(s, assault(s, "2130", {"A/25 NZ": "HQ 25 NZ", "12 Ind Fd Coy": "HQ 25 NZ"})) == (
        ("12.56", -1),
    )
    three = assault(s, "2130", {"A/25 NZ": "HQ 1/6 Raj", "A/1/6 Raj": "HQ 25 NZ"})
    assert sum(n for _, n in assault_shifts(s, three)) == -2


@pytest.mark.case(C, "12.6", "13.2", "12.57", "13.0")
def test_f12_gurkhas_and_new_zealanders_by_night() -> None:
    units = {"A/1/9 GR": "2131", "A/25 NZ": "2131", "9/III/3": "2130"}
    night, day = board(units, "combat", turn=NIGHT_TURN), board(units, "combat")
    made = {"A/1/9 GR": "HQ 25 NZ", "A/25 NZ": "HQ 25 NZ"}
    terms = assault_shifts(night, assault(night, "2130", made))
    assert terms == (("12.53", -1), ("12.56", -1), ("12.6", 1))
    assert RATIO_COLUMNS.labels[RATIO_COLUMNS.shifted(RATIO_COLUMNS.index("3-1"), *[n for _, n in terms])] == "2-1"
    assert ("12.6", 1) not in assault_shifts(day, assault(day, "2130", made))


@pytest.mark.case(C, "12.6", "13.2")
def test_f13_paratroops_attack_better_by_night_pioneers_do_not_and_nobody_defends_better() -> None:
    units = {"9/III/3": "2131", "1 Pi Coy": "2131", "Plt 1": "2030", "A/1/9 GR": "2130", "10/III/3": "divided"}
    s = board(units, "combat", 1, turn=NIGHT_TURN)
    assert assault_shifts(s, assault(s, "2130", {"9/III/3": "HQ III/3"})) == (("12.6", 1),)
    assert assault_shifts(s, assault(s, "2130", {"Plt 1": "HQ III/3"})) == (("12.6", 1),)
    assert assault_shifts(s, assault(s, "2130", {"1 Pi Coy": "HQ III/3"})) == ()
    made = resolution(s, assault(s, "2130", {"9/III/3": "HQ III/3", "1 Pi Coy": ""}))
    assert made.values == (6, 7) and (made.odds, made.label) == ("1-2", "1-1")
    assert defence_strength(s, assault(s, "2130", {"9/III/3": "HQ III/3"})) == 7


@pytest.mark.case(C, "12.11", "10.43", "12.46")
def test_the_fallen_bring_nothing_and_shift_nothing() -> None:
    """An attacker lost on the way counts neither for strength nor for nations, nor for the crest."""
    units = {"B/25 NZ": "2131", "9/III/3": "2130"}
    s = board({**units, "A/25 NZ": "to come", "A/1/6 Raj": "to come"}, "combat")
    made = assault(s, "2130", {"A/25 NZ": "HQ 1/9 GR", "B/25 NZ": "HQ 25 NZ", "A/1/6 Raj": "HQ 1/6 Raj"})
    assert attack_strength(s, made) == 7 and assault_shifts(s, made) == ()
    both = board({**units, "A/25 NZ": "2131"}, "combat")
    assert attack_strength(both, made) == 14 and assault_shifts(both, made) == (("12.52", -1),)
    bare = Assault(s.side, made.hexes, made.attackers)
    assert attack_strength(both, bare) == 14 and assault_shifts(both, bare) == ()
    fed = assault(both, "2130", {"A/25 NZ": "", "B/25 NZ": ""})
    assert attack_strength(both, fed) == 3
    first = Assault(s.side, made.hexes, (UNIT["A/25 NZ"],), (UnitId(0),))
    assert attack_strength(both, first) == 7  # unit 0 may be named as a source; only -1 is none


@pytest.mark.case(C, "12.53", "12.56")
def test_an_unsupplied_gurkha_shifts_nothing_and_germans_have_one_nation() -> None:
    s = board({"A/1/9 GR": "2131", "9/III/3": "2130"}, "combat")
    assert assault_shifts(s, assault(s, "2130", {"A/1/9 GR": ""})) == ()
    g = board({"9/III/3": "2131", "10/III/3": "2131", "A/25 NZ": "2130"}, "combat", GERMAN)
    assert assault_shifts(g, assault(g, "2130", {"9/III/3": "HQ II/3", "10/III/3": "HQ III/3"})) == ()


@pytest.mark.case(C, "12.12", "9.24")
def test_every_unit_of_every_hex_defends_but_the_overstacked_wherever_they_lie() -> None:
    crowd = board({"9/III/3": "2130", "10/III/3": "2130", "11/III/3": "2130"}, crowded=flagged("9/III/3"))
    assert hex_defence(crowd, H("2130"), (), ()) == 12
    two = board({"9/III/3": "2130", "OP 1": "2130", "10/III/3": "2132", "A/25 NZ": "2131"}, "combat")
    made = assault(two, "2130 2132", {"A/25 NZ": "HQ 25 NZ"})
    assert defenders(two, made) == (UNIT["9/III/3"], UNIT["OP 1"], UNIT["10/III/3"])
    assert defence_strength(two, made) == 13


@pytest.mark.case(C, "12.42", "12.46")
def test_no_die_is_rolled_where_nobody_is_left_to_defend() -> None:
    a = Assault(ALLIED, (H("2130"),), (UNIT["A/25 NZ"],), (UNIT["HQ 25 NZ"],))
    stack = (*below(ALLIED, 5), Close(), AssaultRoll(ALLIED))
    gone = act(board({"A/25 NZ": "2131", "HQ 25 NZ": "1931"}, "combat", stack=stack, assault=a))
    assert [e.hexes for e in gone.heard(NobodyLeft)] == [a.hexes] and not gone.heard(Fought) and gone.s.assault is None
    there = board({"A/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": "2130"}, "combat", stack=stack, assault=a)
    asked = AssaultRoll(ALLIED).ask(there)
    assert isinstance(asked, Roll) and asked.dice == (6,)


@pytest.mark.case(C, "12.45", "9.24", "5.43.advance")
def test_who_goes_back_with_the_repulsed() -> None:
    """HQ and observer of a hex that has nobody else left go too; of a hex with a company that did not attack they stay;
    overstacked units go."""
    units = {
        "A/25 NZ": "2131", "HQ 25 NZ": "2131", "B/25 NZ": "2030", "C/25 NZ": "2030", "OP NZ": "2030", "9/III/3": "2130",
        "D/25 NZ": "to come",
    }  # fmt: skip
    a = Assault(ALLIED, (H("2130"),), (UNIT["A/25 NZ"], UNIT["B/25 NZ"], UNIT["D/25 NZ"]))
    s = board(units, "combat", assault=a)
    (told,) = Repulsed(GERMAN, 1).auto(s, hush)
    assert isinstance(told, Retreats) and told.by == GERMAN and told.distance == 1
    assert told.units == (UNIT["A/25 NZ"], UNIT["B/25 NZ"], UNIT["HQ 25 NZ"])  # C has not attacked: its observer stays
    crowded = board(units, "combat", assault=a, crowded=flagged("C/25 NZ"))
    (all_,) = Repulsed(GERMAN, 2).auto(crowded, hush)
    assert isinstance(all_, Retreats)
    assert all_.units == (UNIT["A/25 NZ"], UNIT["B/25 NZ"], UNIT["C/25 NZ"], UNIT["HQ 25 NZ"], UNIT["OP NZ"])
    two = board(
        {**units, "D/25 NZ": "2030"},
        "combat",
        assault=replace(a, attackers=a.attackers[:2]),
        crowded=flagged("C/25 NZ"),
    )
    (some,) = Repulsed(GERMAN, 1).auto(two, hush)
    assert isinstance(some, Retreats)
    assert some.units == (
        UNIT["A/25 NZ"],
        UNIT["B/25 NZ"],
        UNIT["HQ 25 NZ"],
    )  # D stays, and with it the rest of the hex
    assert Driven(ALLIED, 1).auto(board({"A/25 NZ": "2131"}, "combat", assault=a), hush) == ()


@pytest.mark.case(C, "12.46", "12.8.sides")
def test_only_what_the_table_says_follows() -> None:
    a = Assault(ALLIED, (H("2130"),), (UNIT["A/25 NZ"],))
    s = board({"A/25 NZ": "2131", "9/III/3": "2130"}, "combat", assault=a)
    roll = AssaultRoll(ALLIED)
    assert roll._results(s, a, Outcome(0, 0, 0, 0)) == ()
    assert [type(x).__name__ for x in roll._results(s, a, Outcome(1, 0, 0, 0))] == ["Losses"]
    assert [type(x).__name__ for x in roll._results(s, a, Outcome(0, 0, 1, 0))] == ["Losses"]
    every = roll._results(s, a, Outcome(2, 1, 1, 3))
    assert every == (
        Losses(ALLIED, 2, a.attackers), Losses(GERMAN, 1, (UNIT["9/III/3"],)), Repulsed(GERMAN, 1), Driven(ALLIED, 3),
    )  # fmt: skip


def fought(units: dict[str, str | tuple[str, int]], die: int, *drawn: str, **more: int) -> Fought:
    """An assault of everybody in contact: who draws on the headquarters of 25 NZ when asked, and one die."""
    answers = [f"draw {unit} > HQ 25 NZ" for unit in drawn]
    (event,) = act(board(units, "combat", **more), "done", *answers, dice=[die]).heard(Fought)
    assert isinstance(event, Fought)
    return event


@pytest.mark.case(C, "12.53", "12.56", "12.57", "12.6", "12.43")
def test_f12_in_play_three_to_one_by_night_is_read_on_two_to_one() -> None:
    """Gurkhas and New Zealanders, both on the New Zealand headquarters: two to the left, one to the right."""
    units: dict[str, str | tuple[str, int]] = {
        "A/1/9 GR": "2131", "B/1/9 GR": "2131", "A/25 NZ": "2030", "HQ 25 NZ": "1931", "9/III/3": "2130",
    }  # fmt: skip
    who = ("A/25 NZ", "A/1/9 GR", "B/1/9 GR")  # each Gurkha is asked: a column depends on it
    night = fought(units, 3, *who, turn=NIGHT_TURN)
    assert (night.attack, night.defence, night.odds, night.column) == (21, 6, "3-1", "2-1")
    assert night.result == "1/1r1"
    day = fought(units, 3, *who)
    assert (day.odds, day.column) == ("3-1", "3-2")  # without the bonus of the night


@pytest.mark.case(C, "6.4.crest", "5.23", "12.41")
def test_f14_in_play_point_202_from_below_and_from_its_own_crest() -> None:
    below_: dict[str, str | tuple[str, int]] = {
        "A/25 NZ": "1820",
        "B/25 NZ": "1820",
        "HQ 25 NZ": "1820",
        "1/I/3": "1819",
    }
    up = fought(below_, 4, "A/25 NZ")
    assert (up.attack, up.defence, up.odds) == (14, 18, "1-2")
    both = fought({**below_, "C/25 NZ": "1818"}, 4, "A/25 NZ")
    assert (both.attack, both.defence, both.odds) == (21, 6, "3-1")  # one attacker stands on the same crest


@pytest.mark.case(C, "6.4.c450", "12.41", "6.4.cap")
def test_f15_in_play_forty_against_a_company_on_450_metres() -> None:
    high = next(
        h
        for h in range(len(GRID))
        if ELEVATION[h] == 450 and not CREST[h] and not (BUILDING | RAVINE) >> h & 1
        and sum(ELEVATION[b] >= 400 for b in GRID.neighbours[h]) >= 3
    )  # fmt: skip
    a, b, c = [GRID.names[x] for x in GRID.neighbours[high] if ELEVATION[x] >= 400][:3]
    units: dict[str, str | tuple[str, int]] = {
        "A/25 NZ": a, "B/25 NZ": a, "C/25 NZ": b, "D/25 NZ": b, "A/26 NZ": c, "B/26 NZ": (c, 4), "HQ 25 NZ": a,
        "1/I/3": GRID.names[high],
    }  # fmt: skip
    told = fought(units, 4, "A/25 NZ")
    assert (told.attack, told.defence, told.odds, told.column) == (40, 18, "2-1", "2-1")
    assert told.result == "-/1r1"


@pytest.mark.case(C, "12.42", "12.13", "12.27", "10.43", "14.22", "14.23", "9.24")
def test_an_assault_is_told_with_all_that_changed_a_strength() -> None:
    """Two hexes under one assault: who counts a quarter, what the ground multiplies in each, who is halved, who came as
    a reserve, and who adds nothing."""
    units = {
        "A/25 NZ": "1820", "B/25 NZ": "1820", "C/25 NZ": "1818", "D/25 NZ": "1818",
        "1/I/3": "1819", "2/I/3": "1819", "3/I/3": "1720", "OP 1": "1720", "Plt 1": "1720", "Plt 2": "1819",
        "9/III/3": "2426",
    }  # fmt: skip
    pinned = ["A/25 NZ", "2/I/3", "3/I/3", "Plt 2"]
    s = board(units, "combat", pinned=pinned, crowded=flagged("Plt 2", "OP 1"), ruins=["1720"])
    sources = {"A/25 NZ": "HQ 25 NZ", "B/25 NZ": "", "C/25 NZ": "HQ 25 NZ", "D/25 NZ": ""}
    a = assault(s, "1819 1720", sources)
    a = replace(a, reserves=tuple(sorted(UNIT[u] for u in ("Plt 1", "1/I/3", "9/III/3", "OP 1"))))
    s.assault = a
    s.stack = (*s.stack, AssaultRoll(ALLIED))
    told = act(s, dice=[1]).heard(Fought)[0]

    def names(units: tuple[UnitId, ...]) -> set[str]:
        return {name for name, unit in UNIT.items() if unit in units}

    assert names(told.weak) == {"A/25 NZ", "B/25 NZ", "D/25 NZ"}
    assert told.times == (1, 2)  # Point 202 is attacked from its own crest too; ruins
    assert names(told.halved) == {"2/I/3", "3/I/3"} and names(told.idle) == {"Plt 2", "OP 1"}
    assert names(told.reserves) == {"Plt 1", "1/I/3"}  # one is not there, the other adds nothing
    assert (told.attack, told.die, told.hex) == (attack_strength(s, a), 1, H("1819"))
