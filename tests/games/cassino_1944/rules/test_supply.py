"""7.0 Supply."""

import pytest

from grognard.games.cassino_1944.content import ALLIED, EDGE, GERMAN, SOURCES, SPACE_NAMES, UNIT
from grognard.games.cassino_1944.rules.combat import declared, die_modifiers, resolution
from grognard.games.cassino_1944.rules.events import Fought, GermanRefitted, Refitted
from grognard.games.cassino_1944.rules.sequence import AttackPhaseEnd
from grognard.games.cassino_1944.rules.supply import Refitting, in_supply, supplied
from grognard.maps import members
from tests.games.cassino_1944.kit import SPACE, act, attack, board

C = "cassino_1944"


@pytest.mark.case(C, "7.1")
def test_allied_sources_are_the_green_edge():
    assert [SPACE_NAMES[h] for h in members(SOURCES[ALLIED])] == [f"20{row:02}" for row in range(1, 11)]


@pytest.mark.case(C, "7.2")
def test_german_sources_are_the_grey_edges():
    west = {f"10{row:02}" for row in range(1, 11)}
    south = {"1010", "1111", "1210", "1311", "1410", "1511", "1610", "1711"}
    assert {SPACE_NAMES[h] for h in members(SOURCES[GERMAN])} == west | south
    assert len(EDGE["W"]) == 10 and len(EDGE["S"]) == 8


@pytest.mark.case(C, "7.3", "7.5.def")
def test_vector_20_supply_of_a_unit_on_phantom_ridge():
    """In 1105 among Germans: through 1204 if an Allied unit holds it; cut when all six neighbours are German."""
    germans = {"1FSJ/1/3": "1104", "1FSJ/1/1": "1205", "1FSJ/1/2": "1305", "90/361": "1005"}
    linked = board({"36/141": "1105", "4 IND/11": "1204", **germans})
    assert in_supply(linked, UNIT["36/141"])
    closed = {
        "44/131": "1004",
        "90/361": "1005",
        "1FSJ/1/3": "1104",
        "44/132": "1106",
        "44/134": "1204",
        "1FSJ/1/1": "1205",
    }
    assert not in_supply(board({"36/141": "1105", **closed}), UNIT["36/141"])
    gap = {k: v for k, v in closed.items() if k != "44/132"}
    assert in_supply(board({"36/141": "1105", **gap}), UNIT["36/141"])


@pytest.mark.case(C, "7.3")
def test_the_length_of_a_line_does_not_matter_and_the_edge_of_the_enemy_feeds_nobody():
    far = board({"36/141": "1001", "90/361": "1801"})
    assert in_supply(far, UNIT["36/141"])
    corner = board({"15/129": "2010", "34/133": "2009", "34/135": "1910", "34/168": "1911"})
    assert not in_supply(corner, UNIT["15/129"])
    assert not supplied(corner, GERMAN) >> SPACE["2010"] & 1
    taken = board({"34/133": "1001", "90/361": "1002", "90/200": "1101", "90/155": "1102"})
    assert not in_supply(taken, UNIT["34/133"])


@pytest.mark.case(C, "7.0", "7.5.die")
def test_vector_21_an_unsupplied_attacker_subtracts_one_once():
    """Judged when the attack is declared: die 5 reads 4, die 1 stays 1. Supplied company does not lift it (R-56)."""
    cut = {"36/141": "1105", "44/131": "1004", "90/361": "1005", "1FSJ/1/3": "1104", "44/132": "1106", "44/134": "1204",
           "1FSJ/1/1": "1205"}  # fmt: skip
    five = attack(board(cut), "1205", dice=[5])
    assert [(e.die, e.face) for e in five.heard(Fought)] == [(5, 4)]
    one = attack(board(cut), "1205", dice=[1])
    assert [(e.die, e.face) for e in one.heard(Fought)] == [(1, 1)]
    mixed = board({**cut, "4 IND/11": "1305", "4 IND/5": "1305"})
    c = declared(mixed, ALLIED, SPACE["1205"], (UNIT["36/141"], UNIT["4 IND/11"]))
    assert die_modifiers(mixed, c) == (("7.5.die", -1),)
    home = declared(mixed, ALLIED, SPACE["1205"], (UNIT["4 IND/11"], UNIT["4 IND/5"]))
    assert die_modifiers(mixed, home) == () and resolution(mixed, home).face(5) == 5
    german = declared(board(cut), GERMAN, SPACE["1105"], (UNIT["1FSJ/1/1"],))
    assert die_modifiers(board(cut), german) == ()  # the defender's supply does not matter


def refits(units, **columns):
    """After impulse D, nobody has won: the German player is asked first."""
    return board(units, stack=(AttackPhaseEnd(1),), impulse=3, **columns)


@pytest.mark.case(C, "7.4.german", "7.4.allied", "7.4.order")
def test_each_side_takes_one_point_off_one_unit_german_first():
    s = refits({"34/133": ("1904", 2), "34/135": ("1804", 1), "90/361": ("1207", 1), "44/131": ("1003", 2)})
    german = act(s)
    assert german.prompt == "refit" and german.seat == 1 and german.offers == ["refit 44/131", "refit 90/361", "no"]
    allied = german.then("refit 44/131")
    assert allied.damage("44/131") == 1
    assert [(e.rule, e.damage) for e in allied.heard(GermanRefitted)] == [("7.4.german", 1)]
    assert allied.prompt == "refit" and allied.seat == 0 and allied.offers == ["refit 34/133", "refit 34/135", "no"]
    assert allied.then("no").damage("34/133") == 2
    ours = allied.then("refit 34/133")
    assert ours.damage("34/133") == 1 and [e.rule for e in ours.heard(Refitted)] == ["7.4.allied"]
    assert allied.why("refit 90/361") == ("7.4.order", "not_yours")


@pytest.mark.case(C, "7.4.order")
def test_no_refit_when_the_game_has_just_ended():
    """An automatic victory comes first; the damaged unit keeps its point."""
    s = refits({"34/133": "1406", "34/135": "1007", "36/141": ("1904", 1), "90/361": ("1207", 1)})
    over = act(s)
    assert over.asked is None and over.s.result.key == "both_stars" and over.damage("36/141") == 1


@pytest.mark.case(C, "7.4.limit")
def test_no_refit_out_of_supply_or_off_the_map():
    s = board(
        {"34/133": ("1001", 1), "90/361": "1002", "90/200": "1101", "90/155": "1102", "34/135": ("off map", 1),
         "34/168": ("1904", 1), "36/141": "1905"},
        stack=(Refitting(ALLIED),),
    )  # fmt: skip
    asked = act(s)
    assert asked.offers == ["refit 34/168", "no"]
    assert asked.why("refit 34/133") == ("7.4.limit", "unsupplied")
    assert asked.why("refit 34/135") == ("7.4.limit", "not_on_map")
    assert asked.why("refit 36/141") == ("7.4.order", "undamaged")
