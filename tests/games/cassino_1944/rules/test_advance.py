"""6.5 Post-combat advance: first hex, distance, stacking at every hex, and what ends it."""

import pytest

from grognard.games.cassino_1944.content import ALLIED, GERMAN, UNIT
from grognard.games.cassino_1944.rules.advance import PostCombatAdvance
from grognard.games.cassino_1944.rules.movement import STOP, Overstacking
from tests.games.cassino_1944.kit import BASE, SPACE, act, board

C = "cassino_1944"


def advancing(units, side, distance, winners, *front, **columns):
    """These units of a side have won by so much; the losers held the hexes of the front."""
    ids = tuple(sorted(UNIT[u] for u in winners))
    step = PostCombatAdvance(side, distance, ids, tuple(SPACE[h] for h in front))
    return act(board(units, stack=(*BASE, Overstacking(), step), **columns))


FOUR = {"34/133": "1405", "34/135": "1405", "34/168": "1405", "36/141": "1306"}


@pytest.mark.case(C, "6.5.distance", "5.3.limit")
def test_three_fill_the_vacated_hex_and_the_fourth_stays_behind():
    asked = advancing(FOUR, ALLIED, 1, FOUR, "1406")
    three = asked.then("advance 34/133", "advance 34/135", "advance 34/168")
    assert [three.where(u) for u in FOUR] == ["1406", "1406", "1406", "1306"]
    assert three.prompt != "advance"
    two = asked.then("advance 34/133", "advance 34/135")
    assert two.offers == ["advance 34/168", "advance 36/141", "done"]


@pytest.mark.case(C, "6.5.distance", "5.3.limit")
def test_a_fourth_may_pass_through_a_full_hex_but_not_stop_in_it():
    asked = advancing(FOUR, ALLIED, 2, FOUR, "1406")
    three = asked.then("advance 34/133", "stop", "advance 34/135", "stop", "advance 34/168", "stop")
    through = three.then("advance 36/141")
    assert through.prompt == "advance_unit" and through.where("36/141") == "1406"
    assert through.why("stop") == ("5.3.limit", "full") and "go 1405" in through.offers
    assert through.then("go 1405").where("36/141") == "1405"


@pytest.mark.case(C, "6.5.stop", "5.3.limit")
def test_a_full_hex_behind_a_mountain_hexside_cannot_be_entered():
    """34/133 in 1506 would have to stop in 1406, where three stand."""
    full = {"36/141": "1406", "36/142": "1406", "36/143": "1406"}
    asked = advancing({"34/133": "1506", "34/135": "1405", **full}, ALLIED, 2, ("34/133", "34/135"), "1406")
    assert asked.offers == ["advance 34/135", "done"]
    assert asked.why("advance 34/133") == ("6.5.first", "no_advance")


@pytest.mark.case(C, "6.5.distance", "5.3.limit", "5.3.enemy")
def test_stacking_and_enemies_bind_the_second_hex_too():
    full = {"36/141": "1306", "36/142": "1306", "36/143": "1306"}
    s = {"34/133": "1405", "34/135": "1904", **full, "44/131": "1507"}
    second = advancing(s, ALLIED, 2, ("34/133",), "1406").then("advance 34/133")
    assert set(second.offers) == {"go 1307", "go 1405", "go 1407", "go 1506", "stop"}
    assert second.why("go 1306") == ("5.3.limit", "full")
    assert second.why("go 1507") == ("5.3.enemy", "enemy_there")
    assert second.asked.options[second.asked.default] == STOP


@pytest.mark.case(C, "6.5.distance")
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_an_advance_goes_as_far_as_the_difference_and_no_further(distance):
    played = advancing({"34/133": "1804", "34/135": "2001"}, ALLIED, distance, ("34/133",), "1904")
    played = played.then("advance 34/133")
    for hex in ("1905", "1906")[: distance - 1]:
        assert played.prompt == "advance_unit" and "stop" in played.offers
        played = played.then(f"go {hex}")
    assert played.where("34/133") == ("1904", "1905", "1906")[distance - 1]
    assert played.prompt not in ("advance", "advance_unit")


@pytest.mark.case(C, "6.5.distance")
def test_a_unit_advances_once_even_where_two_hexes_were_vacated():
    """The defender has beaten attackers from 1703 and 1704: into one of them, not into both one after the other."""
    units = {"44/131": "1604", "44/132": "1604", "44/134": "1603", "34/133": "2001"}
    asked = advancing(units, GERMAN, 1, ("44/131", "44/132"), "1703", "1704")
    once = asked.then("advance 44/131")
    assert once.where("44/131") == "1704" and once.offers == ["advance 44/132", "done"]
    assert once.why("advance 44/131") == ("6.5.distance", "not_winning")
    both = advancing(units, GERMAN, 1, ("44/134",), "1703", "1704").then("advance 44/134")
    assert both.offers == ["go 1703", "go 1704"]
    assert both.why("stop") == ("6.5.first", "not_begun")
    assert both.why("go 1602") == ("6.5.first", "not_vacated")


@pytest.mark.case(C, "6.5.first")
def test_the_first_hex_is_one_the_losers_held_also_in_the_corner_of_the_map():
    asked = advancing({"44/131": "1101", "34/133": "2001"}, GERMAN, 1, ("44/131",), "1201")
    assert asked.then("advance 44/131").where("44/131") == "1201"  # 1001 is next to it and was nobody's
    into = advancing({"44/131": "1101", "34/133": "2001"}, GERMAN, 1, ("44/131",), "1001")
    assert into.then("advance 44/131").where("44/131") == "1001"


@pytest.mark.case(C, "6.5.first")
def test_nobody_advances_into_a_hex_whose_defenders_stood():
    units = {"34/133": "1405", "1FSJ/MG": "1406", "34/135": "1904"}
    assert advancing(units, ALLIED, 2, ("34/133",), "1406").prompt not in ("advance", "advance_unit")


@pytest.mark.case(C, "6.5.distance", "5.3.limit")
def test_an_advance_ends_where_no_hex_is_left():
    """In 2001 between two enemies, the hex it came from full again: no question, the advance is over."""
    crowd = {"34/133": "1902", "34/135": "1902", "34/168": "1902", "36/141": "1902"}
    asked = advancing({**crowd, "44/131": "1901", "44/132": "2002"}, ALLIED, 2, ("36/141",), "2001")
    after = asked.then("advance 36/141")
    assert after.where("36/141") == "2001" and after.prompt not in ("advance", "advance_unit")


@pytest.mark.case(C, "6.5.distance", "5.3.limit")
def test_a_unit_may_pass_a_full_hex_to_come_back_to_its_own_place():
    """Its own counter takes no room in the hex it returns to."""
    full = {"36/141": "1406", "36/142": "1406", "36/143": "1406"}
    ring = {"44/131": "1306", "44/132": "1307", "44/134": "1407", "71/211": "1506", "90/361": "1507"}
    units = {"34/133": "1405", "34/135": "1405", "34/168": "1405", **full, **ring}
    asked = advancing(units, ALLIED, 2, ("34/133",), "1406")
    assert asked.offers == ["advance 34/133", "done"]
    back = asked.then("advance 34/133")
    assert back.where("34/133") == "1405"  # the only way on from 1406
    assert advancing(units, ALLIED, 1, ("34/133",), "1406").prompt not in ("advance", "advance_unit")


@pytest.mark.case(C, "5.3.limit")
@pytest.mark.parametrize("full", ["1306", "1307", "1405", "1407", "1506", "1507"])
def test_a_full_hex_closes_only_itself(full):
    around = {"1306", "1307", "1405", "1407", "1506", "1507"}
    start = "1405" if full != "1405" else "1306"
    units = {"34/133": start, "36/141": full, "36/142": full, "36/143": full}
    second = advancing(units, ALLIED, 2, ("34/133",), "1406").then("advance 34/133")
    assert set(second.offers) == {f"go {hex}" for hex in around - {full}} | {"stop"}
