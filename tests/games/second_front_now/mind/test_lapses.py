"""What counts as a lapse."""

from grognard.games.second_front_now.content import ALLIED, GERMAN, SPACE, UNIT
from grognard.games.second_front_now.mind.lapses import lapses
from grognard.games.second_front_now.rules.events import BeachLost, CutOff, NoWayBack, PlayerTurn
from tests.games.second_front_now.kit import board

OPEN = "places left open beside the enemy"


def test_a_place_left_open_beside_the_enemy_counts_for_its_holder():
    """An Allied division two hexes from Abbeville: one German in the town, or next to it, is enough."""
    near = {"1 US Infantry": "2208"}
    assert lapses(board(near), PlayerTurn(ALLIED, 3)) == [(OPEN, GERMAN)]
    assert lapses(board({**near, "711 German Infantry": "2210"}), PlayerTurn(ALLIED, 3)) == []
    assert lapses(board({"1 US Infantry": "2207"}), PlayerTurn(ALLIED, 3)) == []
    assert lapses(board(near), PlayerTurn(GERMAN, 3)) == []


def test_beaches_supply_and_ways_back():
    s, unit = board({"1 US Infantry": "1411"}), UNIT["711 German Infantry"]
    assert lapses(s, BeachLost(SPACE["1310"], 3)) == [("beaches lost", ALLIED)]
    assert lapses(s, CutOff(GERMAN, (unit, unit))) == [("units cut off", GERMAN)] * 2
    assert lapses(s, NoWayBack(unit)) == [("units lost for want of a way back", GERMAN)]
