"""9.0 Winning the game."""

import pytest

from grognard.games.cassino_1944.content import ALLIED, GERMAN, SPACE_NAMES, STARS, VALUE, VICTORY_HEXES
from grognard.games.cassino_1944.rules.events import Counted, Judged, TurnBegan
from grognard.games.cassino_1944.rules.sequence import AttackPhaseEnd, Counting
from grognard.games.cassino_1944.rules.victory import victory_points
from tests.games.cassino_1944.kit import act, board

C = "cassino_1944"
EIGHT = ("1204", "1205", "1305", "1503", "1604", "1606", "1607", "1609")


def phase_end(units, **columns):
    """The German half of impulse D has just ended."""
    return act(board(units, stack=(AttackPhaseEnd(1),), impulse=3, **columns))


def lost(allied, german):
    """So many units of each side eliminated."""
    dead = ["34/133", "34/135", "34/168", "36/141"][:allied] + ["44/131", "44/132", "44/134", "525TD"][:german]
    return {"2 NZ/5": "1904", "71/211": "1304", **dict.fromkeys(dead, "eliminated")}


@pytest.mark.case(C, "9.1.1.german", "9.1.1.end")
@pytest.mark.parametrize(
    ("allied", "german", "won"), [(0, 0, False), (1, 1, True), (1, 2, False), (2, 1, True), (0, 1, False), (3, 2, True)]
)
def test_vector_23_eliminations_at_the_end_of_an_attack_phase(allied, german, won):
    after = phase_end(lost(allied, german), turn=2)
    assert after.heard(Judged) == [Judged(2, 0, allied, german)], "told whoever has won"
    if won:
        assert after.s.result.winners == (GERMAN,) and after.s.result.key == "bled_white"
        assert after.s.result.numbers == (allied, german) and after.heard(Counted) == []
    else:
        assert after.s.result is None and after.heard(TurnBegan) == [TurnBegan(3)]


@pytest.mark.case(C, "9.1.1.german")
def test_nothing_eliminated_is_a_german_win_only_under_the_strict_switch():
    strict = phase_end(lost(0, 0), options={"strict_zero": True})
    assert strict.s.result.winners == (GERMAN,)


@pytest.mark.case(C, "9.1.1.allied", "9.1")
def test_vector_23_both_stars_win_even_when_eliminations_are_level():
    stars = {**lost(3, 3), "4 IND/5": "1406", "4 IND/7": "1007"}
    after = phase_end(stars)
    assert after.s.result.winners == (ALLIED,) and after.s.result.rule == "9.1.1.allied"
    assert after.heard(Judged) == [Judged(1, 2, 3, 3)]


@pytest.mark.case(C, "9.1.1.allied")
def test_stars_need_units_in_supply_and_both_of_them():
    assert phase_end({"4 IND/5": "1406", "2 NZ/5": "1904"}).s.result is None
    cut = {"4 IND/5": "1406", "4 IND/7": "1007", "90/361": "1006", "90/200": "1107", "90/155": "1008", "15/129": "1108"}
    assert phase_end(cut).s.result is None
    freed = {**cut, "15/129": "1210"}
    assert phase_end(freed).s.result.key == "both_stars"
    # control without a unit is not enough
    assert phase_end({"4 IND/5": "1406"}, allied=["1007"]).s.result is None


@pytest.mark.case(C, "9.1.1.end")
def test_vector_38_elimination_comes_before_the_count():
    held = (*EIGHT, "1406", "1005")
    after = phase_end(lost(2, 2), turn=6, allied=held)
    assert victory_points(after.s) == 11
    assert after.s.result.winners == (GERMAN,) and after.s.result.key == "bled_white" and after.heard(Counted) == []


@pytest.mark.case(C, "9.1.2.star")
def test_stars_are_worth_two_and_everything_adds_up_to_fourteen():
    assert {SPACE_NAMES[h]: VALUE[h] for h in STARS} == {"1007": 2, "1406": 2}
    assert sum(VALUE) == 14 and {VALUE[h] for h in VICTORY_HEXES if h not in STARS} == {1}


@pytest.mark.case(C, "9.1.2.count", "9.1.2.win", "9.1.2.track")
def test_vector_24_counting():
    """Eight hexes are not enough; with the Abbey ten points win; nine and the committed reserve win as well."""
    eight = phase_end(lost(0, 0), allied=EIGHT)
    assert eight.s.result is None and eight.s.vp == 8 and eight.heard(Counted) == [Counted(8, 10)]
    ten = phase_end(lost(0, 0), allied=(*EIGHT, "1406"))
    assert ten.s.result.winners == (ALLIED,) and ten.s.result.rule == "9.1.2.win" and ten.s.vp == 10
    nine = phase_end(lost(0, 0), allied=(*EIGHT, "1005"))
    assert nine.s.result is None and nine.s.vp == 9
    reserve = phase_end(lost(0, 0), allied=(*EIGHT, "1005"), reserve=True)
    assert reserve.s.result.winners == (ALLIED,) and reserve.s.vp == 10


@pytest.mark.case(C, "9.1.2.count")
def test_control_stays_with_the_last_to_pass_through():
    """A battalion drives through 1604 and on: the hex stays Allied; a German who passes takes it back (R-34)."""
    s = board({"756": "1603", "34/133": "1904", "44/131": "1304"})
    through = act(s, "move 756", "go 1604", "go 1605", "stop")
    assert victory_points(through.s) == 1
    german = board({"90/361": "1605", "44/131": "1304"}, GERMAN, allied=["1604"])
    taken = act(german, "move 90/361", "go 1604", "go 1603", "stop")
    assert victory_points(taken.s) == 0


@pytest.mark.case(C, "4.0", "9.1")
def test_after_turn_6_without_an_allied_win_the_german_has_won():
    after = act(board(lost(0, 1), stack=(Counting(1),), turn=6, allied=EIGHT))
    assert (
        after.s.result.winners == (GERMAN,) and after.s.result.key == "time_out" and after.s.result.numbers == (8, 10)
    )
