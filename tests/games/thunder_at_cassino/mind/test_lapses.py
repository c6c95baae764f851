"""What counts as a lapse."""

import pytest

from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN
from grognard.games.thunder_at_cassino.mind.lapses import lapses
from grognard.games.thunder_at_cassino.rules.events import Cornered, Fired, Scored
from tests.games.thunder_at_cassino.kit import board, space, unit


@pytest.mark.parametrize(("base", "counts"), [(4, True), (5, True), (6, False), (9, False)])
def test_fire_two_below_the_defence_counts_for_who_fires(base: int, counts: bool) -> None:
    s = board({"30": ["25 NZ A-1"], "26": ["5/II/3-1"]})
    event = Fired((unit("25 NZ A-1"),), space("30"), space("26"), 0, base, 7, base + 7, 7, 7, 14, 0)
    assert lapses(s, event) == ([("fire from far behind", ALLIED)] if counts else [])


def test_whoever_has_no_way_back_counts_for_his_side() -> None:
    s = board({"26": ["5/II/3-1"]})
    assert lapses(s, Cornered(unit("5/II/3-1"), space("26"))) == [("units without a way back", GERMAN)]


def test_empty_objectives_beside_the_enemy_count_for_their_owner() -> None:
    """A platoon in 30 stands beside 26, 29 and 31; 26 is its own."""
    s = board({"30": ["25 NZ A-1"]}, control=["26"])
    assert lapses(s, Scored(4, 1, 0, 1)) == [("objectives left open beside the enemy", GERMAN)] * 2
