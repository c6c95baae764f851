"""3.1, 10.5, 7.0 and 8.0 at their edges: who holds what at the start, sources, closed edges, hidden bids."""

import random

import pytest

from grognard.core import HIDDEN, clone
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import (
    ALLIED,
    DEAD,
    EDGE,
    GERMAN,
    HEXES,
    NOBODY,
    SPACE_NAMES,
    SPACES,
    UNIT,
    WATER,
)
from grognard.games.cassino_1944.rules.bidding import Bids, resample
from grognard.games.cassino_1944.rules.events import Eliminated, SupplyLoss
from grognard.games.cassino_1944.rules.sequence import AttackPhaseEnd, StartHalf, Turn
from grognard.games.cassino_1944.rules.state import enter, place, refresh
from grognard.games.cassino_1944.rules.supply import Refitting, in_supply, supplied
from tests.games.cassino_1944.kit import BASE, SPACE, act, board

C = "cassino_1944"


@pytest.mark.case(C, "9.1.2.count", "3.1.units")
def test_each_side_holds_its_bank_of_the_river_at_the_start():
    """Whatever is east of the river is Allied, what is west of it German, and nobody holds a box beside the map."""
    s = GAME.new("campaign")
    held = {SPACE_NAMES[h]: s.control[h] for h in range(SPACES)}
    assert [held[h] for h in ("2001", "1904", "1704", "1801", "1908")] == [ALLIED] * 5
    assert [held[h] for h in ("1001", "1604", "1406", "1706", "1711", "1007")] == [GERMAN] * 6
    assert [s.control[h] for h in range(HEXES, SPACES)] == [NOBODY] * (SPACES - HEXES)
    across = [(a, b) for a in range(HEXES) for b in range(HEXES) if WATER[a] >> b & 1]
    parted = [s.control[a] != s.control[b] for a, b in across]
    assert across and any(parted)


@pytest.mark.case(C, "3.1.turn", "3.1.impulse", "10.5")
def test_the_tracks_at_the_start():
    campaign, avenger = GAME.new("campaign"), GAME.new("avenger")
    assert (campaign.turn, campaign.impulse, avenger.turn, avenger.impulse) == (1, 0, 6, 0)
    assert set(campaign.box) == {0, 1} and sum(campaign.box) == 12
    assert set(avenger.box) == {0, 1} and sum(avenger.box) == 6
    assert set(campaign.damage) == {0}
    assert all(isinstance(points, int) for points in avenger.damage)
    assert campaign.seats == avenger.seats == (ALLIED, GERMAN)
    assert campaign.rules.avenger_start == 0


@pytest.mark.case(C, "10.5.1.1304.4IND/5", "10.5.2.1406")
def test_avenger_gives_the_allied_side_only_the_hexes_listed():
    s = GAME.new("avenger")
    held = [SPACE_NAMES[h] for h in range(HEXES) if s.control[h] == ALLIED]
    german = [SPACE_NAMES[h] for h in range(HEXES) if s.held[GERMAN] >> h & 1]
    assert not set(held) & set(german) and "1406" not in held and "1304" in held


@pytest.mark.case(C, "7.1", "7.2", "7.3")
def test_a_source_the_enemy_occupies_feeds_nobody():
    """Every German source but 1001 is held by the enemy or cut off: 1001 falls, and its neighbour starves."""
    wall = {"34/133": "1002", "34/135": "1102", "34/168": "1201"}
    fed = board({"44/131": "1101", **wall})
    assert in_supply(fed, UNIT["44/131"])  # from 1001
    taken = board({"44/131": "1101", "36/141": "1001", **wall})
    assert not in_supply(taken, UNIT["44/131"])
    assert not supplied(taken, GERMAN) >> SPACE["1001"] & 1
    assert not supplied(taken, GERMAN) >> HEXES, "only hexes of the map are fed"


@pytest.mark.case(C, "7.5.def")
@pytest.mark.parametrize("place_of", ["pool", "off map", "eliminated"])
def test_units_beside_the_map_are_not_in_supply(place_of):
    assert not in_supply(board({"34/133": place_of, "34/135": "1904"}), UNIT["34/133"])


@pytest.mark.case(C, "4.0.oos", "6.2.elim")
def test_supply_losses_at_the_start_of_a_turn_fall_on_the_cut_off_alone():
    cut = {"36/141": ("1105", 2), "44/131": "1004", "90/361": "1005", "1FSJ/1/3": "1104", "44/132": "1106",
           "44/134": "1204", "1FSJ/1/1": "1205", "34/133": "1904", "34/135": ("off map", 1)}  # fmt: skip
    after = act(board(cut, stack=(Turn(),), turn=2))
    assert [e.unit for e in after.heard(SupplyLoss)] == [UNIT["36/141"]]
    assert [e.unit for e in after.heard(Eliminated)] == [UNIT["36/141"]]
    assert after.damage("34/135") == 1 and after.damage("34/133") == 0
    shut_in = {"44/134": "2001", "36/142": "1901", "36/143": "1902", "34/168": "2002", "4 IND/11": "1204"}
    both = act(board({**cut, "36/141": "1105", **shut_in}, stack=(Turn(),), turn=2))
    assert [e.unit for e in both.heard(SupplyLoss)] == [UNIT["44/134"]]  # 36/141 has its line by 1204


@pytest.mark.case(C, "7.4.limit", "7.4.order")
def test_no_question_of_refit_without_a_unit_that_could():
    for units in ({"34/133": "1904"}, {"34/133": ("off map", 1), "34/135": "1904"}, {"34/133": ("pool", 1)}):
        asked = act(board({**units, "44/131": ("1003", 1)}, stack=(*BASE, Refitting(ALLIED))))
        assert asked.prompt != "refit" or asked.seat == 1
    cut = board(
        {"34/133": ("1001", 1), "90/361": "1002", "90/200": "1101", "90/155": "1102"}, stack=(*BASE, Refitting(ALLIED))
    )
    assert act(cut).prompt != "refit"
    waiting = act(board({"34/133": ("pool", 1), "34/135": ("1904", 1), "44/131": "1003"}, stack=(AttackPhaseEnd(1),),
                        impulse=3))  # fmt: skip
    assert waiting.prompt == "refit" and waiting.why("refit 34/133") == ("7.4.limit", "not_on_map")


@pytest.mark.case(C, "8.1", "8.2")
def test_an_edge_without_a_free_hex_lets_nobody_in():
    germans = ["44/131", "44/132", "44/134", "525TD", "15/129", "71/211", "90/361", "1FSJ/1/3", "90/190", "90/200"]
    east = dict(zip(germans, (SPACE_NAMES[h] for h in EDGE["E"]), strict=True))
    start = (*BASE, StartHalf(GERMAN), StartHalf(ALLIED))
    closed = act(board({**east, "34/133": "off map", "34/135": "1904"}, stack=start))
    assert closed.prompt == "half" and closed.seat == 0
    ajar = {u: h for u, h in east.items() if h != "2004"}
    asked = act(board({**ajar, "34/133": "off map", "34/168": "off map", "34/135": "1904"}, stack=start))
    assert asked.prompt == "arrivals"
    assert asked.then("arrive 34/133").where("34/133") == "2004"


@pytest.mark.case(C, "8.1", "8.2", "5.3.limit", "5.3.enemy")
def test_the_hex_of_entry_is_asked_by_the_rule_of_its_side():
    full = {"34/135": "2005", "34/168": "2005", "36/141": "2005"}
    allied = act(board({"34/133": "off map", "36/142": "1904", **full, "44/131": "2006"},
                       stack=(*BASE, StartHalf(GERMAN), StartHalf(ALLIED))), "arrive 34/133")  # fmt: skip
    assert allied.asked.rule == "8.1" and allied.prompt == "entry"
    assert allied.why("enter 2005") == ("5.3.limit", "full")
    assert allied.why("enter 2006") == ("5.3.enemy", "enemy_there")
    assert allied.why("enter 1904") == ("8.1", "not_entry_edge")
    german = act(
        board({"44/131": "off map", "36/142": "1904"}, stack=(*BASE, StartHalf(GERMAN))), "no", "arrive 44/131"
    )
    assert german.asked.rule == "8.2" and "enter 1010" in german.offers and "enter 1711" in german.offers


@pytest.mark.case(C, "6.4.2.return")
def test_leaving_and_entering_keep_count_of_the_hexes_each_side_holds():
    """From the map to the boxes and back, alone and in company."""
    s = board({"34/133": "1904", "34/135": "1904", "44/131": "1003"})
    for unit, space in (("34/133", "off map"), ("34/135", "pool"), ("44/131", "eliminated"), ("34/133", "2001")):
        place(s, UNIT[unit], SPACE[space])
        fresh = clone(s)
        refresh(fresh)
        assert (fresh.held, fresh.here) == (s.held, s.here)
    assert s.held == [1 << SPACE["2001"], 0] and s.loc[UNIT["44/131"]] == DEAD


@pytest.mark.case(C, "6.3.remove")
def test_a_box_is_told_to_go_only_where_one_stands():
    heard = []
    s = board({"34/133": "1603"}, boxes=["1604"])
    enter(s, UNIT["34/133"], SPACE["1605"], heard.append)
    assert heard == [] and s.box[SPACE["1604"]] == 1
    enter(s, UNIT["34/133"], SPACE["1604"], heard.append)
    assert [type(e).__name__ for e in heard] == ["Taken", "BoxRemoved"] and s.box[SPACE["1604"]] == 0


@pytest.mark.case(C, "10.6.bid")
def test_a_bid_is_hidden_from_the_other_seat_until_both_are_written():
    s = GAME.new("campaign", {"bidding": True})
    assert Bids((9,)).seen_by(s, 0) == Bids((9,)) and Bids((9,)).seen_by(s, 1) == Bids((HIDDEN,))
    assert Bids((9, 7)).seen_by(s, 0) == Bids((9, 7)) == Bids((9, 7)).seen_by(s, 1)


@pytest.mark.case(C, "10.6.bid")
def test_imagined_worlds_differ_in_the_hidden_bid_alone():
    s = GAME.new("campaign", {"bidding": True})
    s.stack = (Turn(), Bids((HIDDEN,)))
    made = {resample(s, 1, random.Random(k)).stack[-1].bids for k in range(300)}
    assert made == {(points,) for points in range(1, 17)}
    open_game = board({"34/133": "1904"})
    assert resample(open_game, 1, random.Random(1)) == open_game
    over = board({"34/133": "1904"}, stack=())
    assert resample(over, 1, random.Random(1)) == over


@pytest.mark.case(C, "8.2", "8.2.1.place")
def test_a_closed_edge_is_the_reason_given_where_others_may_still_come():
    """The west is full of Allied units: the reserve cannot come, a unit that returns has the south."""
    allied = ["34/133", "34/135", "34/168", "36/141", "36/142", "36/143", "1 CCB", "753", "756", "636TD"]
    west = dict(zip(allied, (SPACE_NAMES[h] for h in EDGE["W"]), strict=True))
    s = board({**west, "44/131": "off map", "44/132": "1604"}, stack=(*BASE, StartHalf(GERMAN)), reserve=True)
    asked = act(s)
    assert asked.offers == ["arrive 44/131", "done"]
    assert asked.why("arrive 29/15") == ("8.2", "edge_closed")
