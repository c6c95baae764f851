"""6.5 Overstacking: the enemy moves what is too much, one unit after another, as long as there is a way."""

import pytest

from grognard.core import Step
from grognard.games.dark_victory.rules.events import Displaced
from grognard.games.dark_victory.rules.overstacking import Overstacked, overstacked, ways_out
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, act, board

CROWDED: tuple[Step, ...] = (Final(), Overstacked())


@pytest.mark.case(TITLE, "6.5", "6.4")
def test_eight_points_fit_on_open_ground_and_twelve_do_not() -> None:
    two = {"M4-L1": "2310", "M4-L2": "2310", "T4-inf1": "2015"}
    assert overstacked(board(two, CROWDED)) == []
    three = board({**two, "M4-L3": "2310"}, CROWDED)
    assert overstacked(three) == [SPACE["2310"]]
    texans = {"T4-inf1": "1919", "T4-inf2": "1919", "T4-inf3": "1919", "M4-L1": "0505"}
    assert overstacked(board(texans, CROWDED)) == [SPACE["1919"]]


@pytest.mark.case(TITLE, "6.5")
def test_the_enemy_moves_every_surplus_unit_one_hex() -> None:
    crowd = {f"M4-L{k}": "2310" for k in range(1, 5)}
    asked = act(board({**crowd, "T4-inf1": "2015"}, CROWDED))
    assert asked.seat == 1 and {text.split()[0] for text in asked.verbs("shift")} == {"M4-L1", "M4-L2"}
    once = asked.then("shift M4-L1 > 2309")
    assert once.where("M4-L1") == "2309" and once.seat == 1
    assert once.heard(Displaced) == [Displaced(UNIT["M4-L1"], SPACE["2310"], SPACE["2309"])]
    assert {text.split()[0] for text in once.verbs("shift")} == {"M4-L2"}
    twice = once.then("shift M4-L2 > 2309")
    assert twice.where("M4-L2") == "2309" and overstacked(twice.s) == []


@pytest.mark.case(TITLE, "6.5", "6.4")
def test_the_cost_of_the_step_does_not_matter_but_room_and_walls_do() -> None:
    crowd = {"M4-L1": "2513", "M4-L2": "2513", "M4-L3": "2513", "M4-L4": "2613", "M4-L5": "2613"}
    s = board({**crowd, "T4-inf1": "2414"}, CROWDED, dead={"2512": 20})
    out = {GAME.names["SpaceId"][b] for b in ways_out(s, UNIT["M4-L1"])}
    assert "2512" in out  # works, and twenty Dead counters: dearer than a whole allowance
    assert "2613" not in out  # full
    assert "2414" not in out  # Texans
    assert "2514" in out  # over the low wall


@pytest.mark.case(TITLE, "6.5", "6.5.B")
def test_a_second_crowd_comes_after_the_first_that_has_no_way_out() -> None:
    """Shut up in a room they stay; the next overstacked hex is asked about all the same."""
    units = {
        "M4-L1": "1919 in",
        "M4-L2": "1919 in",
        "M3-F1": "2620 in",
        "M3-F2": "2620 in",
        "T4-inf1": "2015",
    }
    asked = act(board(units, CROWDED, doors=[("2620 in", "2720"), ("2620 in", "2619 in")]))
    assert overstacked(asked.s) == [SPACE["1919 in"], SPACE["2620 in"]]
    assert set(asked.verbs("shift")) == {"M3-F1 > 2720", "M3-F1 > 2619 in"}
    assert asked.asked is not None and asked.asked.spaces == (SPACE["2620 in"],)
    assert ways_out(asked.s, UNIT["M4-L1"]) == []


@pytest.mark.case(TITLE, "6.5", "9.14")
def test_a_surplus_unit_can_be_moved_over_a_wall_that_takes_a_whole_allowance() -> None:
    s = board({"M4-L1": "2213", "M4-L2": "2213", "M4-L3": "2213", "T4-inf1": "2015"}, CROWDED)
    assert SPACE["2214"] in ways_out(s, UNIT["M4-L1"])


@pytest.mark.case(TITLE, "6.5", "13.2", "4.4")
def test_the_game_can_end_by_a_displacement() -> None:
    """The Texan has to move a Mexican, and every way leads next to the prisoners, who are the last of the garrison."""
    crowd = {"M4-L1": "2621 in", "M4-L2": "2621 in", "T12-sla1": "2421"}
    over = act(board(crowd, CROWDED, doors=[("2521", "2621 in")], spare=False), dice=[(1,)])  # the only way
    assert over.where("T12-sla1") == "captured" and over.s.result is not None
