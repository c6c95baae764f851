"""12.44 Advance after combat: who may enter the hex that was left, and who may not."""

from typing import Any

import pytest

from grognard.games.battle_for_cassino.content import ALLIED, GERMAN, GRID, UNIT, Side
from grognard.games.battle_for_cassino.rules.advance import AdvanceAfterCombat, refuse_advance
from grognard.games.battle_for_cassino.rules.assault import Close
from grognard.games.battle_for_cassino.rules.state import Assault, Battle
from tests.games.battle_for_cassino.kit import act, below, board

C = "battle_for_cassino"
H = GRID.id


def after(
    units: dict[str, Any], hexes: str, attackers: str, side: Side = ALLIED, left: str = "", **more: Any
) -> tuple[Battle, Assault]:
    """The attackers (names with commas) have assaulted these hexes and may advance."""
    a = Assault(side, tuple(H(h) for h in hexes.split()), tuple(UNIT[u] for u in attackers.split(", ")))
    pairs = tuple((H(x.split(">")[0]), H(x.split(">")[1])) for x in left.split())
    stack = (*below(side, 5), Close(), AdvanceAfterCombat(side, pairs))
    return board(units, "combat", side, stack=stack, assault=a, **more), a


def why(s: Battle, a: Assault, unit: str, hex: str, left: str = "") -> tuple[str, str] | None:
    pairs = tuple((H(x.split(">")[0]), H(x.split(">")[1])) for x in left.split())
    told = refuse_advance(s, a, UNIT[unit], H(hex), pairs)
    return None if told is None else (told.rule, told.key)


@pytest.mark.case(C, "12.44")
def test_only_surviving_attackers_next_to_it_enter_the_hex_that_was_left() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2031", "D/25 NZ": "2130", "9/III/3": "2230"}
    units["B/26 NZ"] = "to come"
    s, a = after({**units, "10/III/3": "2132"}, "2130 2230 2231", "A/25 NZ, C/25 NZ, D/25 NZ, B/26 NZ")
    assert why(s, a, "A/25 NZ", "2130") is None
    assert why(s, a, "A/25 NZ", "2231") is None
    assert why(s, a, "A/25 NZ", "2030") == ("12.44", "not_vacated")  # empty, but nobody was driven out of it
    assert why(s, a, "A/25 NZ", "2230") == ("12.44", "not_vacated")  # he is still there
    assert why(s, a, "B/25 NZ", "2130") == ("12.44", "no_attacker_unit")
    assert why(s, a, "C/25 NZ", "2130") == ("12.44", "not_next_to")
    assert why(s, a, "D/25 NZ", "2130") == ("12.44", "there_already")
    assert why(s, a, "B/26 NZ", "2130") == ("12.44", "not_yours")  # it did not survive
    assert why(s, a, "10/III/3", "2231") == ("12.44", "not_yours")


@pytest.mark.case(C, "12.44", "14.11", "9.23")
def test_the_pinned_stay_and_a_full_hex_takes_nobody() -> None:
    units = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2130", "D/25 NZ": "2130"}
    s, a = after(units, "2130 2231", "A/25 NZ, B/25 NZ", pinned=["B/25 NZ"])
    assert why(s, a, "A/25 NZ", "2130") == ("9.23", "no_room")
    assert why(s, a, "A/25 NZ", "2231") is None
    assert why(s, a, "B/25 NZ", "2231") == ("14.11", "pinned")


@pytest.mark.case(C, "6.25", "12.44")
def test_no_german_advances_towards_an_allied_entry_zone_and_an_ally_may() -> None:
    s, a = after({"9/III/3": "2131"}, "2132 2231 2130", "9/III/3", GERMAN)
    assert [why(s, a, "9/III/3", h) for h in ("2130", "2231", "2132")] == [None, None, None]
    near, b = after({"9/III/3": "2132"}, "2133 2131", "9/III/3", GERMAN)
    assert why(near, b, "9/III/3", "2133") == ("6.25", "entry_zone_near")
    assert why(near, b, "9/III/3", "2131") is None
    ally, c = after({"A/25 NZ": "2132"}, "2133", "A/25 NZ")
    assert why(ally, c, "A/25 NZ", "2133") is None


@pytest.mark.case(C, "16.0", "6.23", "12.44", "15.0.effect")
def test_armour_advances_by_road_into_usable_hexes_only() -> None:
    units = {"B Sqn/19": "1926", "A/25 NZ": "1926"}
    s, a = after(units, "1925 2026 1826", "B Sqn/19, A/25 NZ", ruins=["1826"])
    assert why(s, a, "B Sqn/19", "1925") is None
    assert why(s, a, "B Sqn/19", "2026") == ("16.0", "roads_only") and why(s, a, "A/25 NZ", "2026") is None
    assert why(s, a, "B Sqn/19", "1826") == ("6.23", "spoilt") and why(s, a, "A/25 NZ", "1826") is None
    blocked, b = after(units, "1925", "B Sqn/19, A/25 NZ", blocks=["1925"])
    assert why(blocked, b, "B Sqn/19", "1925") == ("15.0.effect", "spoilt")
    assert why(blocked, b, "A/25 NZ", "1925") is None
    stuck, c = after(units, "1925", "B Sqn/19, A/25 NZ", immobile=1 << UNIT["B Sqn/19"])
    assert why(stuck, c, "B Sqn/19", "1925") == ("16.11", "immobile") and why(stuck, c, "A/25 NZ", "1925") is None


@pytest.mark.case(C, "5.43.advance", "12.44")
def test_an_observer_follows_its_own_stack_into_the_same_hex() -> None:
    units = {"A/25 NZ": "2130", "B/25 NZ": "2131", "OP NZ": "2131", "OP Ind": "2131", "HQ 25 NZ": "2131"}
    s, _ = after(units, "2130 2231", "A/25 NZ, B/25 NZ", left="2131>2130")
    ask = act(s)
    assert ask.prompt == "advance" and ask.seat == 0
    assert set(ask.offers) == {
        "advance B/25 NZ > 2130", "advance B/25 NZ > 2231", "advance OP NZ > 2130", "advance OP Ind > 2130", "done",
    }  # fmt: skip
    assert ask.offers.count("advance B/25 NZ > 2130") == 1
    assert ask.why("advance OP NZ > 2231") == ("5.43.advance", "with_its_stack")
    assert ask.why("advance HQ 25 NZ > 2130") == ("12.44", "no_attacker_unit")
    gone = ask.then("advance B/25 NZ > 2231")
    assert gone.s.stack[-1] == AdvanceAfterCombat(
        ALLIED, tuple(sorted([(H("2131"), H("2130")), (H("2131"), H("2231"))]))
    )
    assert "advance OP NZ > 2231" in gone.offers and "advance OP NZ > 2130" in gone.offers
    two = gone.then("advance OP NZ > 2231")
    assert two.where("OP NZ") == "2231" and two.where("OP Ind") == "2131"


@pytest.mark.case(C, "12.44")
def test_nobody_is_asked_where_nobody_can_advance_and_the_attacker_may_decline() -> None:
    s, _ = after({"A/25 NZ": "2131", "9/III/3": "2130"}, "2130", "A/25 NZ")
    assert act(s).prompt != "advance"
    two, _ = after({"A/25 NZ": "2131", "9/III/3": "2130", "10/III/3": "2029"}, "2130 2231", "A/25 NZ")
    ask = act(two)
    assert ask.offers == ["advance A/25 NZ > 2231", "done"]  # the first hex is still held, the second is not
    assert ask.then("done").where("A/25 NZ") == "2131"
    assert ask.why("go 2231") == ("12.44", "not_offered")


@pytest.mark.case(C, "12.44", "5.43.advance")
def test_a_unit_advances_once() -> None:
    units = {"A/25 NZ": "1926", "B/25 NZ": "1926", "OP NZ": "1926"}
    s, _ = after(units, "2025 2026", "A/25 NZ, B/25 NZ")
    one = act(s, "advance A/25 NZ > 2025")
    assert one.s.assault is not None and one.s.assault.advanced == (UNIT["A/25 NZ"],)
    assert one.why("advance A/25 NZ > 2026") == ("12.44", "advanced_before")
    assert set(one.offers) == {"advance B/25 NZ > 2025", "advance B/25 NZ > 2026", "advance OP NZ > 2025", "done"}
    two = one.then("advance OP NZ > 2025", "advance B/25 NZ > 2026")
    assert two.prompt != "advance"  # everybody has: nobody is asked again
    assert [two.where(u) for u in units] == ["2025", "2026", "2025"]


@pytest.mark.case(C, "15.12", "12.44")
def test_who_builds_a_roadblock_does_not_advance_and_goes_on_building() -> None:
    units = {"A/25 NZ": "1926", "B/25 NZ": "1926", "HQ 25 NZ": "1826"}
    s, a = after(units, "2026", "A/25 NZ, B/25 NZ", builders=1 << UNIT["A/25 NZ"])
    assert why(s, a, "A/25 NZ", "2026") == ("15.12", "building") and why(s, a, "B/25 NZ", "2026") is None
