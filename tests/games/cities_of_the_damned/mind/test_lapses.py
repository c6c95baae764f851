"""What counts as a lapse."""

from grognard.games.cities_of_the_damned.content import ALLIED
from grognard.games.cities_of_the_damned.mind.lapses import lapses
from grognard.games.cities_of_the_damned.rules.events import Clashed, Fell, Finished, Withdrawn
from grognard.games.cities_of_the_damned.rules.state import Fight
from tests.games.cities_of_the_damned.kit import A, U, table


def test_attacks_from_behind_count_and_defence_does_not() -> None:
    s = table({"53": ["A/24NZ"]}, {"Allied": ["53"]})
    clash = Clashed(A["46"], 4, 6, 3, 3, -2)
    s.fight = Fight(A["46"])
    assert lapses(s, clash) == [("attacks from behind", ALLIED)]
    assert lapses(s, Clashed(A["46"], 6, 6, 3, 3, 0)) == []
    s.fight = Fight(A["46"], counter=True)
    assert lapses(s, clash) == []


def test_four_action_points_left_are_wasted() -> None:
    s = table()
    assert lapses(s, Finished(3)) == [] and lapses(s, Finished(4)) == [("rounds with four AP and more left", ALLIED)]


def test_units_sent_back_and_stars_lost() -> None:
    s = table()
    assert lapses(s, Withdrawn(U["A/24NZ"], A["46"])) == [("units back to the reserve", ALLIED)]
    assert lapses(s, Fell(A["46"])) == [("stars lost", ALLIED)] and lapses(s, Fell(A["47"])) == []
