"""13: rubble, and those who clear it."""

import pytest

from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    is_committed,
    offered,
    play,
    refusal,
    space,
    where,
)

THUNDER = "thunder_at_cassino"

GUARD = {"66": ["9/III/3-1"]}


@pytest.mark.case(THUNDER, "13.1", "13.11", "2.2.DR", "2.2.symbols")
@pytest.mark.parametrize(
    ("level", "dice", "passes"), [(1, (3, 3), False), (1, (3, 4), True), (2, (4, 4), False), (2, (4, 5), True)]
)
def test_vehicles_need_seven_or_nine_to_enter_rubble(level: int, dice: tuple[int, int], passes: bool) -> None:
    s = play(board({"13": ["19 Armd B-1"], **GUARD}, rubble={"12": level}), "move 13", "enter 12", dice=[dice])
    assert where(s, "19 Armd B-1") == ("12" if passes else "13")


@pytest.mark.case(THUNDER, "13.1")
def test_infantry_walks_through_rubble_without_a_roll() -> None:
    s = play(board({"13": ["25 NZ A-1"], **GUARD}, rubble={"12": 2}), "move 13", "enter 12")
    assert where(s, "25 NZ A-1") == "12"


@pytest.mark.case(THUNDER, "13.12")
def test_failure_leaves_the_vehicle_committed_where_it_is() -> None:
    s = play(
        board({"13": ["19 Armd B-1"], "14": ["25 NZ A-1"], **GUARD}, rubble={"12": 1}),
        "move 13",
        "enter 12",
        dice=[(3, 3)],
    )
    assert where(s, "19 Armd B-1") == "13" and is_committed(s, "19 Armd B-1")


@pytest.mark.case(THUNDER, "13.12.back", "7.1.transit")
def test_a_fourth_tank_that_fails_while_passing_a_full_area_goes_back() -> None:
    units = {"13": company("19 Armd B"), "7": ["19 Armd B-4"], **GUARD}
    s = play(board(units, rubble={"12": 1, "14": 1, "16": 1, "10": 1}), "move 7", "enter 13")
    assert "done" not in offered(s)
    s = play(s, "enter 12", dice=[(2, 2)])
    assert where(s, "19 Armd B-4") == "7" and is_committed(s, "19 Armd B-4")


@pytest.mark.case(THUNDER, "13.2", "13.3")
def test_a_construction_unit_takes_away_one_level_an_impulse() -> None:
    s = board({"13": ["6F", "48 Eng-1"], "14": ["6/II/3-1"]}, rubble={"13": 2})
    assert refusal(s, "fire 13").key == "nobody_armed"
    once = play(s, "clear 6F")
    assert once.rubble[space("13")] == 1 and is_committed(once, "6F")
    assert not is_committed(once, "48 Eng-1")
    twice = play(once, "pass", "clear 48 Eng-1")
    assert twice.rubble[space("13")] == 0
    assert refusal(board({"13": ["6F"], **GUARD}), "clear 6F").key == "nothing_to_clear"


@pytest.mark.case(THUNDER, "13.2.german")
def test_germans_never_clear_rubble() -> None:
    s = board({"13": ["6F"], "14": ["6/II/3-1"]}, rubble={"14": 1, "13": 1}, side="German")
    assert not any(text.startswith("clear") for text in offered(s))
    assert refusal(s, "clear 6F").rule == "13.2.german"


@pytest.mark.case(THUNDER, "7.1.transit", "13.12")
def test_a_tank_that_fails_leaves_room_for_the_one_that_got_through() -> None:
    units = {"15": ["19 Armd B-1", "19 Armd B-2"], "11": ["19 Armd B-3", "19 Armd B-4"], **GUARD}
    begun = play(board(units, rubble={"15": 1}), "move 11", "add 19 Armd B-3", "add 19 Armd B-4")
    s = play(begun, "enter 15", dice=[(5, 6), (2, 3)])
    assert where(s, "19 Armd B-3") == "15" and where(s, "19 Armd B-4") == "11"
    assert "done" in offered(s), "three tanks are within the limit"
    assert refusal(s, "enter 66").key == "not_adjacent" and where(play(s, "done"), "19 Armd B-3") == "15"
    both = play(begun, "enter 15", dice=[(5, 6), (4, 3)])
    assert "done" not in offered(both) and refusal(both, "done").rule == "7.1", "four are not"


@pytest.mark.case(THUNDER, "13.2")
def test_a_committed_construction_unit_clears_nothing() -> None:
    s = board({"13": ["6F"], "14": ["6/II/3-1"]}, rubble={"13": 1}, committed=["6F"])
    assert "clear 6F" not in offered(s) and refusal(s, "clear 6F").key == "nothing_to_clear"
    fresh = board({"13": ["6F"], "14": ["6/II/3-1"]}, rubble={"13": 1})
    assert "clear 6F" in offered(fresh)
