"""5.1 to 5.3 and 6.4 at their edges: full hexes on the way, the road bonus, armor, and the last way out."""

import pytest

from grognard.core import DONE
from grognard.games.cassino_1944.content import ALLIED, GERMAN, HEXES, SPACE_NAMES, UNIT
from grognard.games.cassino_1944.rules.crossings import PASSAGES, PRICED, Ground, _passages, price
from grognard.games.cassino_1944.rules.movement import reach
from grognard.games.cassino_1944.rules.retreat import RetreatOrStand
from tests.games.cassino_1944.kit import BASE, SPACE, act, board

C = "cassino_1944"


def losing(units, side, distance, *losers):
    ids = tuple(sorted(UNIT[u] for u in losers))
    return act(board(units, stack=(*BASE, RetreatOrStand(side, distance, ids))))


def three(hex, *names):
    return dict.fromkeys(names, hex)


@pytest.mark.case(C, "5.1", "5.3.enemy")
def test_a_unit_shut_in_by_enemies_has_no_move():
    s = board({"34/133": "2001", "34/135": "1904", "44/131": "1901", "44/132": "1902", "44/134": "2002"})
    asked = act(s)
    assert "move 34/133" not in asked.offers and asked.why("move 34/133") == ("5.1", "no_way")


@pytest.mark.case(C, "5.1", "5.3.limit")
def test_a_unit_among_full_hexes_moves_only_if_one_can_be_passed():
    full = {**three("1901", "34/135", "34/168", "36/141"), **three("1902", "36/142", "36/143", "2 NZ/5"),
            **three("2002", "2 NZ/6", "4 IND/7", "4 IND/11")}  # fmt: skip
    passing = act(board({"34/133": "2001", **full}), "move 34/133")
    assert set(passing.offers) == {"go 1901", "go 1902", "go 2002"}
    through = passing.then("go 1901")
    assert "go 1801" in through.offers and "stop" not in through.offers
    held = act(board({"34/133": "2001", **full, "44/131": "1801", "44/132": "1903", "44/134": "2003"}))
    assert held.why("move 34/133") == ("5.1", "no_way")  # contact would hold it in each


@pytest.mark.case(C, "5.1", "5.3.enemy", "5.3.limit")
def test_a_lone_enemy_with_nobody_beside_him_closes_his_hex_all_the_same():
    full = {**three("1902", "34/135", "34/168", "36/141"), **three("2002", "36/142", "36/143", "2 NZ/5")}
    asked = act(board({"34/133": "2001", **full, "44/131": "1901", "44/132": "2003"}))
    assert asked.why("move 34/133") == ("5.1", "no_way")


@pytest.mark.case(C, "5.3.limit")
def test_a_full_hex_may_be_passed_on_the_way_back_to_the_own_place():
    """Its own counter takes no room in the hex it comes back to."""
    full = {**three("2001", "36/141", "36/142", "36/143"), **three("1902", "2 NZ/5", "2 NZ/6", "4 IND/7"),
            **three("2002", "4 IND/11", "4 IND/5", "34/168")}  # fmt: skip
    asked = act(board({"34/133": "1901", "34/135": "1901", "636TD": "1901", **full}), "move 34/133")
    assert "go 2001" in asked.offers
    inside = asked.then("go 2001")
    assert inside.where("34/133") == "1901"  # the only way on


@pytest.mark.case(C, "5.3.limit", "5.2.bonus")
def test_the_bonus_hex_must_have_room_and_may_be_what_lies_behind_a_full_hex():
    start = {"34/133": "1905", "36/143": "2001"}
    bonus_full = act(
        board({**start, **three("1703", "34/135", "34/168", "36/141")}), "move 34/133", "go 1804", "go 1803"
    )
    assert bonus_full.why("go 1703") == ("5.3.limit", "full") and "go 1903" in bonus_full.offers
    behind = act(board({**start, **three("1803", "34/135", "34/168", "36/141")}), "move 34/133", "go 1804")
    assert "go 1803" in behind.offers
    assert set(behind.then("go 1803").offers) == {"go 1703", "go 1804", "go 1903"}


@pytest.mark.case(C, "5.3.limit", "5.2.bonus")
def test_no_bonus_lies_behind_a_full_hex_for_who_left_the_road_or_never_was_on_it():
    full = three("1803", "34/135", "34/168", "36/141")
    beside = act(board({"34/133": "1904", "36/143": "2001", **full}), "move 34/133", "go 1804")
    assert beside.why("go 1803") == ("5.3.limit", "full")  # it began off the road
    off = three("1704", "34/135", "34/168", "36/141")
    leaving = act(board({"34/133": "1905", "36/143": "2001", **off}), "move 34/133", "go 1804")
    assert leaving.why("go 1704") == ("5.3.limit", "full")  # by road so far, but no road leads there


@pytest.mark.case(C, "5.3.limit", "5.1.stop")
def test_a_distant_enemy_does_not_close_a_full_hex():
    s = board({"36/141": "1904", **three("1804", "34/133", "34/135", "34/168"), "44/131": "1003"})
    assert "go 1804" in act(s, "move 36/141").offers


@pytest.mark.case(C, "2.2.1", "5.2.1.armor")
def test_armor_crosses_mountain_hexsides_by_road_only_unless_they_are_left_out():
    printed = act(board({"753": "1907", "34/133": "2001"}), "move 753")
    assert printed.why("go 1908") == ("2.2.1", "armor_mountain") and "go 2007" in printed.offers
    road = act(board({"753": "2006", "34/133": "2001"}), "move 753")
    assert "go 1906" in road.offers and road.why("go 1907") == ("2.2.1", "armor_mountain")
    without = act(board({"753": "1907", "34/133": "2001"}, options={"mountain_movement": False}), "move 753")
    assert "go 1908" in without.offers
    water = act(board({"753": "1805", "34/133": "2001"}, options={"mountain_movement": False}), "move 753")
    assert water.why("go 1706") == ("5.2.1.armor", "armor_water")
    flat = act(board({"753": "1904", "34/133": "2001"}), "move 753")
    assert {"go 1804", "go 1803", "go 1905"} <= set(flat.offers)


@pytest.mark.case(C, "5.1", "5.2.bonus")
def test_reach_counts_the_hexes_and_leaves_out_full_ones():
    s = board({"34/133": "1905", **three("1804", "34/135", "34/168", "36/141"), "44/131": "1003"})
    found = {SPACE_NAMES[h]: n for h, n in reach(s, UNIT["34/133"]).items()}
    assert found["1904"] == 1 and found["1803"] == 2 and found["1703"] == 3 and found["2006"] == 2
    assert "1804" not in found and "1905" not in found and "1702" not in found
    assert reach(s, UNIT["36/142"]) == {} == reach(board({"36/142": "off map"}), UNIT["36/142"])


@pytest.mark.case(C, "6.4.1.adjacent", "5.3.enemy")
def test_no_retreat_leads_into_an_enemy_hex():
    """1206 looks down on 1205 from behind its mountain: the way passes it, but does not go there."""
    first = losing({"90/361": "1306", "34/133": "1206", "34/135": "1904"}, GERMAN, 2, "90/361").then("retreat 90/361")
    assert "go 1206" not in first.offers and first.why("go 1206") == ("5.3.enemy", "enemy_there")
    asked = first.then("go 1205")
    assert asked.where("90/361") == "1205" and "go 1105" in asked.offers
    assert "go 1206" not in asked.offers and asked.why("go 1206") == ("5.3.enemy", "enemy_there")


@pytest.mark.case(C, "6.4.1.friend")
def test_losers_in_two_hexes_shelter_one_another_until_one_has_left():
    """All hexes round 1606 and 1607 are the enemy's or watched: each loser may go to the other, but not one after the
    other.
    """
    watch = {"34/133": "1605", "36/141": "1505", "34/135": "1708", "34/168": "1407"}
    both = losing({"44/131": "1606", "44/132": "1607", **watch}, GERMAN, 1, "44/131", "44/132")
    assert both.offers == ["retreat 44/131", "stand 44/131", "retreat 44/132", "stand 44/132"]
    after = both.then("retreat 44/131")
    assert after.where("44/131") == after.where("44/132") == "1607" and after.damage("44/132") == 1
    stood = both.then("stand 44/132")
    assert stood.damage("44/132") == 1 and stood.then("retreat 44/131").where("44/131") == "1607"
    dead = losing({"44/131": "1606", "44/132": ("1607", 2), **watch}, GERMAN, 1, "44/131", "44/132")
    assert dead.then("stand 44/132").where("44/131") == "1606"  # who has fallen shelters nobody


@pytest.mark.case(C, "6.4.2.german", "6.4.2.allied", "6.4.1.elim")
def test_from_the_own_edge_there_is_always_a_way_out():
    german = losing({"44/131": "1001", "34/133": "1101", "34/135": "1002"}, GERMAN, 2, "44/131")
    assert "retreat 44/131" in german.offers
    assert german.then("retreat 44/131").where("44/131") == "off map"
    wrong = losing({"44/131": "2001", "34/133": "1901", "34/135": "1902", "34/168": "2002"}, GERMAN, 1, "44/131")
    assert wrong.where("44/131") == "2001" and wrong.damage("44/131") == 1  # no way: it stands
    allied = losing({"34/133": "2001", "44/131": "1901", "44/132": "1902"}, ALLIED, 3, "34/133")
    assert allied.then("retreat 34/133").where("34/133") == "off map"


@pytest.mark.case(C, "6.4.direction", "6.4.1.elim")
def test_a_hex_from_which_the_rest_cannot_be_made_is_a_dead_end():
    """Only first hexes from which a second can be reached are offered to a unit that must go two."""
    units = {"90/361": "1307", "34/133": "1109", "34/135": "1006", "36/141": "1904"}
    one = losing(units, GERMAN, 1, "90/361").then("retreat 90/361")
    two = losing(units, GERMAN, 2, "90/361").then("retreat 90/361")
    assert "go 1207" in one.offers
    assert set(two.offers) <= set(one.offers)
    for text in two.offers:
        assert two.then(text).prompt == "retreat_path" or two.then(text).where("90/361") != "1307"
    assert DONE not in two.asked.options


@pytest.mark.case(C, "5.1", "5.2.1.stop", "2.2.1")
def test_every_hex_costs_one_and_water_and_mountains_end_the_move():
    foot = Ground(False, True)
    assert price(foot, SPACE["1904"], SPACE["1804"], 0) == 1
    for a, b, key in (("1704", "1604", "water"), ("1504", "1404", "mountain")):
        cost, stop = price(foot, SPACE[a], SPACE[b], 0)
        assert cost == 1 and (stop.rule, stop.key) == ("5.2.1.stop", key)


def test_the_steps_laid_out_for_listings_are_those_of_the_prices():
    for mountains in (0, 1):
        for armor in (0, 1):
            unit = UNIT["753" if armor else "34/133"]
            assert _passages(PRICED[mountains][armor][0]) == PASSAGES[mountains][unit]
    roads = {(SPACE_NAMES[a], SPACE_NAMES[p[0]]) for a in range(HEXES) for p in PASSAGES[1][UNIT["34/133"]][a] if p[4]}
    assert ("1905", "1804") in roads and ("1904", "1804") not in roads
    barriers = {
        (SPACE_NAMES[a], SPACE_NAMES[p[0]]) for a in range(HEXES) for p in PASSAGES[1][UNIT["34/133"]][a] if p[5]
    }
    assert {("1704", "1604"), ("1504", "1404")} <= barriers and ("1904", "1804") not in barriers
