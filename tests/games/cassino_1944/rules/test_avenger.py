"""10.5 Operation Avenger."""

import pytest

from grognard.core import SetupError
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import (
    ALLIED,
    GERMAN,
    HEXES,
    ROSTER,
    SPACE_NAMES,
    UNIT,
    UNITS,
)
from grognard.games.cassino_1944.rules.combat import column_shifts, declared, resolution
from grognard.games.cassino_1944.rules.events import Counted, HalfBegan, SupplyLoss, WeatherRolled
from grognard.games.cassino_1944.rules.sequence import AttackPhaseEnd, Turn
from grognard.games.cassino_1944.rules.state import eliminated
from grognard.games.cassino_1944.rules.supply import in_supply
from grognard.games.cassino_1944.rules.victory import victory_points
from tests.games.cassino_1944.kit import SPACE, act, board
from tests.games.cassino_1944.rules.test_sequence import finish_quietly

C = "cassino_1944"


def avenger(**options):
    return GAME.new("avenger", options)


@pytest.mark.parametrize(
    ("unit", "hex", "damage"),
    [
        pytest.param("36/143", "1001", 1, marks=pytest.mark.case(C, "10.5.1.1001.36/143")),
        pytest.param("36/142", "1102", 1, marks=pytest.mark.case(C, "10.5.1.1102.36/142")),
        pytest.param("36/141", "1105", 1, marks=pytest.mark.case(C, "10.5.1.1105.36/141")),
        pytest.param("4 IND/11", "1204", 0, marks=pytest.mark.case(C, "10.5.1.1204.4IND/11")),
        pytest.param("4 IND/5", "1304", 0, marks=pytest.mark.case(C, "10.5.1.1304.4IND/5")),
        pytest.param("4 IND/7", "1304", 0, marks=pytest.mark.case(C, "10.5.1.1304.4IND/7")),
        pytest.param("753", "1602", 1, marks=pytest.mark.case(C, "10.5.1.1602.753")),
        pytest.param("756", "1602", 1, marks=pytest.mark.case(C, "10.5.1.1602.756")),
        pytest.param("34/133", "1605", 1, marks=pytest.mark.case(C, "10.5.1.1605.34/133")),
        pytest.param("34/135", "1704", 1, marks=pytest.mark.case(C, "10.5.1.1704.34/135")),
        pytest.param("1 CCB", "1804", 0, marks=pytest.mark.case(C, "10.5.1.1804.1CCB")),
        pytest.param("636TD", "1804", 1, marks=pytest.mark.case(C, "10.5.1.1804.636TD")),
        pytest.param("2 NZ/6", "1806", 0, marks=pytest.mark.case(C, "10.5.1.1806.2NZ/6")),
        pytest.param("2 NZ/4", "1807", 0, marks=pytest.mark.case(C, "10.5.1.1807.2NZ/4+2NZ/5")),
        pytest.param("2 NZ/5", "1807", 0, marks=pytest.mark.case(C, "10.5.1.1807.2NZ/4+2NZ/5")),
        pytest.param("90/200", "1003", 0, marks=pytest.mark.case(C, "10.5.2.1003")),
        pytest.param("90/361", "1005", 0, marks=pytest.mark.case(C, "10.5.2.1005")),
        pytest.param("1FSJ/1/3", "1104", 0, marks=pytest.mark.case(C, "10.5.2.1104")),
        pytest.param("90/190", "1107", 0, marks=pytest.mark.case(C, "10.5.2.1107")),
        pytest.param("1FSJ/1/1", "1205", 0, marks=pytest.mark.case(C, "10.5.2.1205")),
        pytest.param("1FSJ/1/2", "1305", 0, marks=pytest.mark.case(C, "10.5.2.1305")),
        pytest.param("1FSJ/MG", "1406", 0, marks=pytest.mark.case(C, "10.5.2.1406")),
        pytest.param("71/211", "1606", 0, marks=pytest.mark.case(C, "10.5.2.1606")),
        pytest.param("90/155", "1607", 0, marks=pytest.mark.case(C, "10.5.2.1607")),
        pytest.param("15/129", "1609", 1, marks=pytest.mark.case(C, "10.5.2.1609")),
    ],
)
def test_set_up_of_a_unit(unit, hex, damage):
    s = avenger()
    assert (SPACE_NAMES[s.loc[UNIT[unit]]], s.damage[UNIT[unit]]) == (hex, damage)


@pytest.mark.case(C, "10.5.2.boxes")
def test_six_boxes_stand():
    s = avenger()
    assert [SPACE_NAMES[h] for h in range(HEXES) if s.box[h]] == ["1003", "1005", "1205", "1606", "1607", "1609"]


@pytest.mark.case(C, "10.5.2.elim")
def test_four_german_units_are_out():
    s = avenger()
    assert {UNIT[n] for n in ("44/131", "44/132", "44/134", "525TD")} == set(s.here[SPACE["eliminated"]])
    assert (eliminated(s, ALLIED), eliminated(s, GERMAN)) == (0, 4)


@pytest.mark.case(C, "10.5")
def test_vector_1_the_position_of_16_february():
    """15 Allied and 10 German units, nobody out of supply, turn 6 impulse A, no supply loss; 34/168 is not in play."""
    s = avenger()
    on_map = [sum(s.loc[u] < HEXES for u in ROSTER[side]) for side in (ALLIED, GERMAN)]
    assert on_map == [15, 10] and all(in_supply(s, u) for u in UNITS if s.loc[u] < HEXES)
    begun = act(s)
    assert (begun.s.turn, begun.s.impulse) == (6, 0) and begun.heard(SupplyLoss) == []
    assert begun.where("34/168") == "pool" and victory_points(s) == 3


@pytest.mark.case(C, "10.5")
def test_no_supply_loss_in_the_scenario():
    cut = board(
        {"34/133": "1007", "90/361": "1006", "90/200": "1107", "90/155": "1008", "15/129": "1108"},
        scenario="avenger", stack=(Turn(),), turn=6,
    )  # fmt: skip
    assert act(cut).damage("34/133") == 0


@pytest.mark.case(C, "10.5.3.start")
@pytest.mark.parametrize(
    ("start", "halves"),
    [
        ("german_then_allied", [1, 0, 0, 1, 0, 1, 0, 1]),
        ("allied_then_german", [0, 1, 0, 1, 0, 1, 0, 1]),
        ("skip_allied_A", [1, 0, 1, 0, 1, 0, 1]),
    ],
)
def test_the_opening_half_is_german(start, halves):
    s = avenger(avenger_start=start)
    assert [e.side for e in finish_quietly(s) if type(e) is HalfBegan] == halves
    assert s.result.key == "avenger_failed"


def combat(s, *units, target="1205"):
    return declared(s, ALLIED, SPACE[target], tuple(sorted(UNIT[u] for u in units)))


@pytest.mark.case(C, "10.5.3.shift")
def test_vector_39_british_attacks_gain_a_column_in_the_opening_impulse():
    """8 to 3 is 2-1, with 4 IND/11 in it 3-1; 36/141 alone 1-1 (R-61). In impulse B it is over."""
    s = avenger()
    both, alone = combat(s, "36/141", "4 IND/11"), combat(s, "36/141")
    assert column_shifts(s, both) == (("10.5.3.shift", 1),)
    assert resolution(s, both).label == "3-1" and resolution(s, alone).label == "1-1"
    s.impulse = 1
    assert column_shifts(s, both) == ()
    skipped = avenger(avenger_start="skip_allied_A")
    assert column_shifts(skipped, combat(skipped, "4 IND/11")) == ()
    skipped.impulse = 1
    assert column_shifts(skipped, combat(skipped, "4 IND/11")) == (("10.5.3.shift", 1),)
    campaign = board({"4 IND/11": "1204", "1FSJ/1/1": "1205"})
    assert column_shifts(campaign, combat(campaign, "4 IND/11")) == ()


@pytest.mark.case(C, "10.5.3.abbey")
def test_with_the_option_the_abbey_is_neutral_at_the_start():
    s = act(avenger(abbey=True), "no", "done")
    assert s.prompt == "abbey" and not s.s.destroyed


@pytest.mark.case(C, "10.5.3.reserve")
def test_the_reserve_is_there_from_the_opening_half_unless_switched_off():
    first = act(avenger())
    assert first.prompt == "reserve" and first.seat == 1
    assert first.then("yes").offers == ["arrive 29/15", "arrive 29/71", "done"]
    assert act(avenger(avenger_no_reserve=True)).prompt == "half"


@pytest.mark.case(C, "10.5.4.allied")
def test_only_both_stars_win_for_the_allied_side():
    s = board(
        {"4 IND/5": "1406", "36/141": "1007", "44/131": "eliminated", "71/211": "1304"},
        scenario="avenger", stack=(AttackPhaseEnd(1),), turn=6, impulse=3,
    )  # fmt: skip
    assert act(s).s.result.winners == (ALLIED,)


@pytest.mark.case(C, "10.5.4.german")
def test_every_other_outcome_is_a_german_win():
    every = ("1005", "1007", "1204", "1205", "1210", "1305", "1503", "1604", "1606", "1607", "1609")
    s = board(
        {"4 IND/5": "1406", "44/131": "eliminated", "71/211": "1304"},
        scenario="avenger", stack=(AttackPhaseEnd(1),), turn=6, impulse=3, allied=every,
    )  # fmt: skip
    over = act(s)
    assert victory_points(over.s) == 14 and over.s.result.winners == (GERMAN,) and over.s.result.key == "avenger_failed"


def test_weather_is_rolled_once_before_the_first_half():
    begun = act(avenger(weather=True), dice=[2])
    assert begun.heard(WeatherRolled) and begun.s.rain and begun.prompt == "reserve"


@pytest.mark.case(C, "10.6.bid")
def test_bidding_is_not_used_here():
    with pytest.raises(SetupError, match="bidding"):
        avenger(bidding=True)


# Options of ours (R-68) ---------------------------------------------------------------------------

TEN_STARLESS = ("1204", "1503", "1604", "1205", "1305", "1005", "1606", "1210", "1607", "1609")
"""Every hex worth one point; the first three are Allied from the start."""


def ended(allied, units=None, **options):
    """The result of an attack phase that leaves these hexes Allied, one German unit lost and no star garrisoned."""
    s = board(
        {"44/131": "eliminated", "71/211": "1108", "34/133": "1904", **(units or {})},
        scenario="avenger", options=options, stack=(AttackPhaseEnd(6),), turn=6, impulse=3, allied=allied,
    )  # fmt: skip
    over = act(s).s
    return over.result.winners, over.result.key, over.result.numbers


@pytest.mark.case(C, "10.5.4.german")
def test_printed_terms_know_no_points():
    assert ended(TEN_STARLESS) == ((GERMAN,), "avenger_failed", (0,))
    assert not avenger().rules.points_count and avenger().goal == 10
    assert GAME.new("campaign").rules.points_count, "there ten victory points win"


@pytest.mark.parametrize(
    ("held", "winners", "key"),
    [
        (10, (ALLIED,), "avenger_points"),
        (9, (), "avenger_drawn"),
        (8, (), "avenger_drawn"),
        (7, (GERMAN,), "avenger_short"),
    ],
)
def test_graded_ten_points_win_and_two_fewer_are_drawn(held, winners, key):
    assert ended(TEN_STARLESS[:held], avenger_graded=True) == (winners, key, (held, 10))


def test_points_that_decide_are_told_and_others_are_not():
    s = board(
        {"44/131": "eliminated", "71/211": "1108", "34/133": "1904"}, scenario="avenger",
        options={"avenger_graded": True}, stack=(AttackPhaseEnd(6),), turn=6, impulse=3, allied=TEN_STARLESS[:9],
    )  # fmt: skip
    assert act(s).heard(Counted) == [Counted(9, 10)]
    printed = board(
        {"44/131": "eliminated", "71/211": "1108", "34/133": "1904"}, scenario="avenger",
        stack=(AttackPhaseEnd(6),), turn=6, impulse=3, allied=TEN_STARLESS[:9],
    )  # fmt: skip
    assert act(printed).heard(Counted) == []


@pytest.mark.parametrize(("handicap", "needed"), [(1, 9), (4, 6), (6, 4)])
def test_the_handicap_lowers_the_points_that_win(handicap, needed):
    won = ended(TEN_STARLESS[:needed], avenger_handicap=handicap)
    assert won == ((ALLIED,), "avenger_points", (needed, needed))
    lost = ended(TEN_STARLESS[: needed - 1], avenger_handicap=handicap)
    assert lost == ((GERMAN,), "avenger_failed", (0,))


@pytest.mark.parametrize(("held", "winners"), [(6, (ALLIED,)), (5, ()), (4, ()), (3, (GERMAN,))])
def test_both_options_together_shift_the_band_of_the_draw(held, winners):
    assert ended(TEN_STARLESS[:held], avenger_graded=True, avenger_handicap=4)[0] == winners


def test_printed_victories_come_before_the_points():
    """Both stars win with four points; as many Allied units lost as German ones lose with ten."""
    both = {"4 IND/5": "1406", "36/141": "1007", "71/211": "1304"}
    assert ended((), both, avenger_graded=True)[:2] == ((ALLIED,), "both_stars")
    bled = {"36/143": "eliminated"}
    assert ended(TEN_STARLESS, bled, avenger_graded=True, avenger_handicap=6)[:2] == ((GERMAN,), "bled_white")


def test_a_committed_reserve_and_the_neutral_abbey_give_their_point_here_too():
    s = board(
        {"44/131": "eliminated", "71/211": "1108", "34/133": "1904"}, scenario="avenger",
        options={"avenger_graded": True, "abbey": True}, stack=(AttackPhaseEnd(6),), turn=6, impulse=3,
        allied=TEN_STARLESS[:8], reserve=True,
    )  # fmt: skip
    assert act(s).s.result.numbers == (10, 10)


@pytest.mark.parametrize("given", [-1, 7])
def test_the_handicap_has_bounds(given):
    with pytest.raises(SetupError, match="avenger_handicap"):
        avenger(avenger_handicap=given)


@pytest.mark.parametrize("option", [{"avenger_graded": True}, {"avenger_handicap": 1}])
def test_options_of_the_scenario_are_barred_in_the_campaign(option):
    with pytest.raises(SetupError, match=next(iter(option))):
        GAME.new("campaign", option)


def test_the_set_up_is_the_printed_one_whatever_is_agreed():
    agreed, printed = avenger(avenger_graded=True, avenger_handicap=6), avenger()
    assert (agreed.loc, agreed.damage, agreed.box) == (printed.loc, printed.damage, printed.box)
    assert agreed.goal == 4
