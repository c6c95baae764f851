"""8.0 Reinforcements and the German reserve."""

import pytest

from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, UNIT
from grognard.games.cassino_1944.rules.events import Arrived, ReserveCommitted
from grognard.games.cassino_1944.rules.sequence import StartHalf
from grognard.games.cassino_1944.rules.victory import victory_points
from tests.games.cassino_1944.kit import BASE, act, board

C = "cassino_1944"


def starting(side, units=None, **columns):
    """The start of a half."""
    return board(units or {"34/133": "1904", "44/131": "1304"}, stack=(*BASE, StartHalf(side)), **columns)


@pytest.mark.case(C, "8.0")
def test_a_unit_comes_in_its_impulse_or_later_and_may_act_at_once():
    early = act(starting(ALLIED, turn=3, impulse=3))
    assert early.prompt == "half"
    due = act(starting(ALLIED, turn=4, impulse=0))
    assert due.prompt == "arrivals" and due.offers == ["arrive 2 NZ/5", "done"]
    assert due.why("arrive 2 NZ/6") == ("8.0", "not_due")
    assert due.why("arrive 34/133") == ("8.0", "not_waiting")
    here = due.then("arrive 2 NZ/5", "enter 2007")
    assert here.heard(Arrived) and here.prompt == "half" and "move 2 NZ/5" in here.offers
    held = act(starting(ALLIED, turn=5, impulse=1), "done")
    assert held.prompt == "half"
    later = act(starting(ALLIED, turn=5, impulse=1))
    assert later.offers == [
        "arrive 2 NZ/5",
        "arrive 2 NZ/6",
        "arrive 2 NZ/4",
        "arrive 4 IND/7",
        "arrive 4 IND/11",
        "done",
    ]


@pytest.mark.case(C, "8.0", "5.2")
def test_a_placed_unit_begins_its_move_in_the_entry_hex():
    """2 NZ/5 enters at 2007 on Route 6 and goes three road hexes with factor 2."""
    s = starting(ALLIED, {"34/133": "1904"}, turn=4, impulse=0)
    there = act(s, "arrive 2 NZ/5", "enter 2007", "move 2 NZ/5", "go 1907", "go 1806", "go 1807")
    assert there.where("2 NZ/5") == "1807" and there.prompt == "half"


@pytest.mark.case(C, "8.1")
def test_allied_units_enter_on_the_east_edge_where_there_is_room():
    crowd = {"34/133": "2003", "34/135": "2003", "34/168": "2003", "90/361": "2005"}
    asked = act(starting(ALLIED, crowd, turn=4, impulse=0), "arrive 2 NZ/5")
    assert asked.offers == [f"enter 20{row:02}" for row in range(1, 11) if row not in (3, 5)]
    assert asked.why("enter 2003") == ("5.3.limit", "full")
    assert asked.why("enter 2005") == ("5.3.enemy", "enemy_there")
    assert asked.why("enter 1904") == ("8.1", "not_entry_edge")


@pytest.mark.case(C, "8.2")
def test_german_units_enter_on_the_edge_of_their_code():
    south = act(starting(GERMAN, turn=2, impulse=2), "no", "arrive 90/361")
    assert south.offers == [f"enter {h}" for h in (1010, 1111, 1210, 1311, 1410, 1511, 1610, 1711)]
    assert south.why("enter 1005") == ("8.2", "not_entry_edge")
    west = act(starting(GERMAN, turn=2, impulse=3), "no", "arrive 1FSJ/1/3")
    assert west.offers == [f"enter 10{row:02}" for row in range(1, 11)]


@pytest.mark.case(C, "8.2.1.place")
def test_the_reserve_comes_as_one_once_on_the_west_edge():
    asked = act(starting(GERMAN, turn=1, impulse=0))
    assert asked.prompt == "reserve" and asked.offers == ["yes", "no"]
    assert asked.then("no").prompt == "half"
    called = asked.then("yes")
    assert called.heard(ReserveCommitted) and called.offers == ["arrive 29/15", "arrive 29/71", "done"]
    placed = called.then("arrive 29/15", "enter 1007", "arrive 29/71")
    assert placed.offers == [f"enter 10{row:02}" for row in range(1, 11)]
    both = placed.then("enter 1007")
    assert both.where("29/15") == both.where("29/71") == "1007" and both.prompt == "half"
    again = act(starting(GERMAN, {"44/131": "1304", "29/15": "1007", "29/71": "1006"}, reserve=True))
    assert again.prompt == "half"
    later = act(starting(GERMAN, {"44/131": "1304"}, reserve=True))
    assert later.prompt == "arrivals"  # committed but held back: they come as any reinforcement


@pytest.mark.case(C, "8.2.1.place")
def test_the_reserve_is_not_available_before_it_is_committed():
    asked = act(starting(GERMAN, turn=2, impulse=2), "no")
    assert asked.why("arrive 29/15") == ("8.2.1.place", "reserve_held")


@pytest.mark.case(C, "8.2.1.flip")
def test_the_reserve_costs_a_victory_point_at_every_count():
    asked = act(starting(GERMAN, allied=["1503", "1604"]))
    assert victory_points(asked.s) == 2
    called = asked.then("yes")
    assert called.s.reserve and victory_points(called.s) == 3
    assert victory_points(called.then("done").s) == 3


@pytest.mark.case(C, "6.4.2.return")
def test_a_unit_that_left_in_this_impulse_stays_away():
    s = starting(GERMAN, {"44/131": "1304", "90/361": ("off map", 2)}, turn=1, impulse=2)
    s.gone = 1 << UNIT["90/361"]
    asked = act(s, "no")
    assert asked.prompt == "half"
    s.gone = 0
    back = act(s, "no", "arrive 90/361", "enter 1410")
    assert back.where("90/361") == "1410" and back.damage("90/361") == 2


WEST = [f"enter 10{row:02}" for row in range(1, 11)]
SOUTH = [f"enter {hex}" for hex in (1010, 1111, 1210, 1311, 1410, 1511, 1610, 1711)]


@pytest.mark.case(C, "6.4.2.return", "8.2")
@pytest.mark.parametrize(
    ("unit", "edge"), [("1FSJ/1/2", WEST), ("29/15", WEST), ("90/361", SOUTH), ("71/211", [*WEST, *SOUTH[1:]])]
)
def test_a_unit_returns_at_the_edge_its_counter_names_or_at_both_if_it_names_none(unit, edge):
    """71/211 has a set-up hex, and so no edge: 1010, the corner, belongs to both (R-32)."""
    s = starting(GERMAN, {"44/131": "1304", unit: ("off map", 1)}, turn=6, impulse=0, reserve=True)
    asked = act(s, f"arrive {unit}")
    assert asked.offers == edge
    for text in {*WEST, *SOUTH} - set(edge):
        assert asked.why(text) == ("8.2", "not_entry_edge")


@pytest.mark.case(C, "6.4.2.return", "8.2")
def test_who_left_by_another_edge_waits_while_his_own_is_closed():
    """Allied units hold the whole south: 90/361 cannot return, whatever is free in the west; 1FSJ/MG can."""
    allied = ["34/133", "34/135", "34/168", "36/141", "36/142", "36/143", "1 CCB", "753"]
    held = dict(zip(allied, (hex.removeprefix("enter ") for hex in SOUTH), strict=True))
    away = {"90/361": "off map", "1FSJ/MG": "off map", "44/131": "1304"}
    asked = act(starting(GERMAN, {**held, **away}, turn=1, impulse=1, reserve=True))
    assert "arrive 1FSJ/MG" in asked.offers and "arrive 90/361" not in asked.offers
    assert asked.why("arrive 90/361") == ("8.2", "edge_closed")
    assert asked.why("arrive 90/190") == ("8.0", "not_due")  # the edge is not what keeps him


@pytest.mark.case(C, "8.2.1.flip", "10.5.4.german")
@pytest.mark.parametrize(
    ("scenario", "options", "counts"),
    [("campaign", {}, True), ("avenger", {}, False), ("avenger", {"avenger_handicap": 1}, True),
     ("avenger", {"avenger_graded": True}, True)],
)  # fmt: skip
def test_the_price_of_the_reserve_is_told_where_points_decide_something(scenario, options, counts):
    s = board({"44/131": "1304", "34/133": "1904"}, scenario=scenario, options=options,
              stack=(*BASE, StartHalf(GERMAN)))  # fmt: skip
    asked = act(s)
    assert asked.prompt == "reserve"
    assert ("victory point" in GAME.words.prompt(asked.asked)) == counts
    (event,) = asked.then("yes").heard(ReserveCommitted)
    assert ("One point" in GAME.words.event(event)) == counts
