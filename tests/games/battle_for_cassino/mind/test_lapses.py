"""What counts as a lapse."""

from grognard.core import SpaceId
from grognard.games.battle_for_cassino.content import ALLIED, GERMAN, SPACE_NAMES, UNIT
from grognard.games.battle_for_cassino.mind.lapses import lapses
from grognard.games.battle_for_cassino.rules.events import Fought, NoRetreat, PlayerTurnBegan
from tests.games.battle_for_cassino.kit import board


def test_an_objective_left_empty_counts_for_who_was_near() -> None:
    near = board({"11/III/3": "2020", "A/25 NZ": "3033"}, "combat")
    assert lapses(near, PlayerTurnBegan(ALLIED)) == [("objectives left empty", GERMAN)]
    assert lapses(near, PlayerTurnBegan(GERMAN)) == [], "the company is far away"
    assert lapses(board({"11/III/3": "2023"}, "combat"), PlayerTurnBegan(ALLIED)) == [], "one in it is enough"


def test_poor_columns_and_ways_back() -> None:
    s = board({"11/III/3": "2020"}, "combat")
    poor, fair = (
        Fought(ALLIED, SpaceId(SPACE_NAMES.index("2020")), 4, 4, column, column, 3, "-") for column in ("1-1", "3-2")
    )
    assert lapses(s, poor) == [("close assaults at 1-1 or worse", ALLIED)] and lapses(s, fair) == []
    assert lapses(s, NoRetreat(UNIT["11/III/3"])) == [("units lost for want of a way back", GERMAN)]
