"""4, 7, 19: what a position remembers of its units, against a plain count from the component files."""

import pytest

from grognard.core import clone
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BOARD,
    GERMAN,
    SPACE_NAMES,
    TROOPS,
    UNIT,
    UNIT_NAMES,
    Side,
)
from grognard.games.thunder_at_cassino.rules.state import (
    ANTI_TANK,
    ANYONE_AT,
    ARMED,
    ARMED_AT,
    ARMORED,
    EAGER,
    FIGHTERS,
    FIGHTERS_AT,
    FOOT,
    FOOT_AT,
    FULL_DECK,
    GUNNERS_AT,
    MACHINE_GUNS,
    OBSERVERS,
    READY,
    READY_AT,
    TANKS,
    WEIGHT,
    Rules,
    Thunder,
    _open,
    _weight,
    excess,
    field_of,
    fighters,
    flip,
    fresh,
    in_reserve,
    other,
    pass_advantage,
    place,
    refresh,
    room_for,
    seat,
    set_open,
    set_smoke,
)
from tests.games.thunder_at_cassino import referee
from tests.games.thunder_at_cassino.battlefield import POSITIONS, SMOKE, position
from tests.games.thunder_at_cassino.kit import board, company, space

THUNDER = "thunder_at_cassino"
COUNTED = {
    "Combat units": (FIGHTERS, FIGHTERS_AT, lambda u, face: referee.TROOPS[u]["combat"] == "1"),
    "machine guns": (MACHINE_GUNS, GUNNERS_AT, lambda u, face: referee.kind(u) == "mg"),
    "Armor": (ARMORED, None, lambda u, face: referee.kind(u) == "armor"),
    "Anti-Tank": (ANTI_TANK, None, lambda u, face: referee.kind(u) == "at"),
    "Infantry": (FOOT, FOOT_AT, lambda u, face: referee.kind(u) != "armor"),
    "observers": (OBSERVERS, None, lambda u, face: referee.kind(u) == "obs"),
    "Uncommitted": (READY, READY_AT, lambda u, face: not face),
    "Uncommitted Combat units": (ARMED, ARMED_AT, lambda u, face: not face and referee.TROOPS[u]["combat"] == "1"),
    "anybody": (None, ANYONE_AT, lambda u, face: True),
}
"""What is counted: its field of a tally, its set of spaces, and whom it counts."""


def count(tally: int, field: int) -> int:
    return (tally & field) // (field & -field)


def judge(s: Thunder) -> None:
    """Units by place, counts and sets, for both sides and every place of the board."""
    p = referee.Position.of(s)
    for side, told in ((ALLIED, "Allied"), (GERMAN, "German")):
        for k in range(BOARD):
            inside = p.inside(SPACE_NAMES[k], told)
            assert [UNIT_NAMES[u] for u in s.here[side * BOARD + k]] == inside, SPACE_NAMES[k]
            for name, (field, at, counts) in COUNTED.items():
                number = sum(bool(counts(u, p.committed[u])) for u in inside)
                if field is not None:
                    assert count(s.tally[side * BOARD + k], field) == number, (name, SPACE_NAMES[k])
                if at is not None:
                    assert (s.mask[at + side] >> k & 1) == bool(number), (name, SPACE_NAMES[k])
            assert fighters(s, k, side) == len(p.fighters(SPACE_NAMES[k], told))


@pytest.mark.case(THUNDER, "4.21", "4.22", "4.23", "4.23.noncombat", "4.241")
def test_every_unit_counts_for_what_it_is() -> None:
    for u in range(TROOPS):
        name = UNIT_NAMES[u]
        assert WEIGHT[u] == _weight(u), "the table is made when the program starts"
        for face in (0, 1):
            tally = WEIGHT[u] + (0 if face else EAGER[u])
            for told, (field, _, counts) in COUNTED.items():
                if field is not None:
                    assert count(tally, field) == bool(counts(name, face)), (name, told)
    assert TANKS == ARMORED | ANTI_TANK
    fields = (FIGHTERS, MACHINE_GUNS, ARMORED, ANTI_TANK, FOOT, OBSERVERS, READY, ARMED)
    assert [field >> 8 * k for k, field in enumerate(fields)] == [0xFF] * 8, "side by side, none over another"


@pytest.mark.case(THUNDER, "4.2", "8.13", "4.23")
def test_moving_and_turning_units_keeps_every_count_true() -> None:
    """Two of a kind in a place, one leaves, both turn, the last one dies; guns stand in no place of the board."""
    s = position(committed=["25 NZ MG", "242 StuG-2", "1 Para Div Obs"])
    judge(s)
    for name, to in (
        ("25 NZ MG", "14"), ("24 NZ MG", "14"), ("24 NZ MG", "A"), ("242 StuG-2", "H"), ("1 Para Div Obs", "K"),
        ("7 NZ A/T-1", "13"), ("6F", "1"), ("25 NZ MG", "Eliminated"), ("3 Para Reg Obs", "Lost observers"),
        ("21 NZ A-1", "1"), ("6F", "Pool"), ("5/II/3-1", "Pool"), ("6F", "2"), ("5/II/3-1", "13"),
        ("21 NZ A-1", "Eliminated"), ("8/II/3-1", "68"), ("NZ Div", "Withdrawn"),
    ):  # fmt: skip
        place(s, UNIT[name], space(to))
        assert s.loc[UNIT[name]] == space(to)
        judge(s)
    for name in ("6F", "242 StuG-2", "5/II/3-1", "8/II/3-1", "NZ Corps", "25 NZ MG", "21 NZ A-2", "3 Para Reg Obs"):
        for face in (1, 1, 0, 0, 1):
            flip(s, UNIT[name], face)
            assert s.committed[UNIT[name]] == face
            judge(s)
    assert (len(s.here), len(s.tally), len(s.mask)) == (2 * BOARD, 2 * BOARD, 12)
    before = clone(s)
    refresh(s)
    assert (s.here, s.tally, s.mask, s.haze, s.open) == (
        before.here,
        before.tally,
        before.mask,
        before.haze,
        before.open,
    )


@pytest.mark.case(THUNDER, "16.2", "16.3")
def test_smoke_hangs_where_its_markers_lie() -> None:
    s = position(smoke=SMOKE)
    assert s.haze == 1 << space("16") | 1 << space("J")
    markers = s.smoke
    set_smoke(s, markers[1:])
    assert s.haze == 1 << space("J") and s.smoke == markers[1:]
    set_smoke(s, ())
    assert s.haze == 0


def crowd(infantry: int, tanks: int, observers: int) -> int:
    """The tally of so many units in one Area."""
    return sum(
        n * WEIGHT[UNIT[name]]
        for n, name in ((infantry, "25 NZ A-1"), (tanks, "19 Armd B-1"), (observers, "NZ Div Obs"))
    )


@pytest.mark.case(THUNDER, "7.1", "7.2", "10.3", "4.23.noncombat")
@pytest.mark.parametrize(
    ("infantry", "tanks", "observers", "over"),
    [
        (10, 3, 1, False), (10, 3, 0, False), (11, 0, 0, True), (0, 4, 0, True), (10, 0, 2, True), (9, 0, 2, False),
        (11, 0, 1, True), (8, 3, 3, False), (8, 0, 4, True), (0, 0, 11, False), (0, 0, 12, True), (10, 4, 1, True),
    ],
)  # fmt: skip
def test_an_area_holds_ten_infantry_three_armor_and_an_observer_more(
    infantry: int, tanks: int, observers: int, over: bool
) -> None:
    tally = crowd(infantry, tanks, observers)
    assert excess(tally, space("7")) == over and excess(tally, AREAS - 1) == over
    assert not excess(tally, AREAS) and not excess(tally, space("B")), "Zones hold any number"


@pytest.mark.case(THUNDER, "7.1", "7.2")
def test_room_is_what_the_limit_leaves_beside_those_who_are_there() -> None:
    s = board({"7": [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C")], "8": company("7/II/3")})
    one = WEIGHT[UNIT["25 NZ D-1"]]
    assert room_for(s, ALLIED, space("7"), one) and not room_for(s, ALLIED, space("7"), 2 * one)
    assert room_for(s, GERMAN, space("7"), 10 * one) and not room_for(s, GERMAN, space("8"), 8 * one)
    assert room_for(s, ALLIED, AREAS, 20 * one) and room_for(s, ALLIED, space("K"), 20 * one)
    assert not room_for(s, ALLIED, AREAS - 1, 11 * one)


@pytest.mark.case(THUNDER, "5.1", "8.4", "19.13", "21.2")
@pytest.mark.parametrize("scenario", ["main", "intro_town", "intro_hill", "final_days"])
def test_a_fresh_position_has_nothing_on_the_map(scenario: str) -> None:
    s = fresh(Rules(scenario))
    row = next(r for r in referee.rows("scenarios.csv") if r["scenario"] == scenario)
    assert (s.turn, s.last) == (int(row["first_turn"]), int(row["last_turn"]))
    assert ("Allied", "German")[s.advantage] == row["tactical_advantage"] and s.seats == (0, 1)
    assert (s.night, s.night_turn, s.vp, s.bid, s.smoke, s.melee, s.stack) == (False, 0, 0, 0, (), None, ())
    assert {SPACE_NAMES[k] for k in s.loc} == {"Pool"} and not any(s.committed) and not any(s.spent)
    assert not any(s.control) and not any(s.quisling) and not any(s.rubble)
    assert len(s.loc) == len(s.committed) == len(s.spent) == len(UNIT_NAMES)
    assert len(s.control) == len(s.quisling) == len(s.rubble) == len(SPACE_NAMES)
    assert s.decks == FULL_DECK * 2 == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] * 2
    assert s.supply == [int(row["allied_smoke"]), int(row["german_smoke"])]
    assert s.here == [()] * 2 * BOARD and s.tally == [0] * 2 * BOARD and s.mask == [0] * 12 and s.haze == 0
    assert field_of(s).name == scenario and s.open != (0, 0)


@pytest.mark.case(THUNDER, "19.1", "19.12.white", "7.2.ban", "10.7")
@pytest.mark.parametrize("scenario", ["main", "intro_town", "intro_hill", "final_days"])
def test_the_places_open_to_each_side(scenario: str) -> None:
    s = GAME.new(scenario)
    for turn in (1, 2, 10):
        s.turn = turn
        set_open(s)
        for k in range(BOARD):
            name = SPACE_NAMES[k]
            here = bool(field_of(s).spaces >> k & 1)
            barred = name in referee.ZONES and referee.ZONES[name]["german_entry"] == "0"
            white = turn == 1 and name in referee.AREAS and referee.AREAS[name]["setup_colour"] == "white"
            assert bool(s.open[ALLIED] >> k & 1) == here, name
            assert bool(s.open[GERMAN] >> k & 1) == (here and not barred and not white), (turn, name)
    allied, german, first = _open(field_of(s))
    assert s.open == (allied, german)
    white = {k for k in range(AREAS) if referee.AREAS[SPACE_NAMES[k]]["setup_colour"] == "white"}
    assert {k for k in range(BOARD) if german >> k & 1 and not first >> k & 1} == {k for k in white if german >> k & 1}
    s.turn = 1
    refresh(s)
    assert s.open == (allied, first), "on turn 1 the white circles are closed to the Germans"


@pytest.mark.case(THUNDER, "18.1", "18.1.mg")
@pytest.mark.parametrize(("turn", "reserve"), [(1, False), (9, False), (10, True), (15, True)])
def test_reserves_are_in_force_from_turn_ten(turn: int, reserve: bool) -> None:
    assert in_reserve(board({}, turn=turn, last=15)) == reserve


@pytest.mark.case(THUNDER, "8.4", "20.1")
def test_the_advantage_passes_to_the_other_side_and_sides_sit_where_the_bid_put_them() -> None:
    s = board({})
    for side in (ALLIED, GERMAN):
        s.advantage = side
        pass_advantage(s)
        assert s.advantage == other(side) == Side(1 - side)
    s.seats = (1, 0)
    assert (seat(s, ALLIED), seat(s, GERMAN)) == (1, 0)


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_built_from_its_columns_counts_the_same(name: str) -> None:
    judge(position(**POSITIONS[name]))
