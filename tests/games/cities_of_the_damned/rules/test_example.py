"""11.0 The long example of play, replayed answer by answer with the corrections of the rulings."""

import pytest

from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import NO_KIND
from grognard.games.cities_of_the_damned.rules.events import (
    AirCame,
    ArtilleryCame,
    Clashed,
    CounterRolled,
    DuelShot,
    Finished,
    MgFired,
    Mustered,
    Resisted,
    RoundBegan,
)
from grognard.games.cities_of_the_damned.rules.options import Face
from grognard.games.cities_of_the_damned.rules.state import CityState
from tests.games.cities_of_the_damned.kit import A, K, cup, do, every, heard, held, inside, last, mark, reduced
from tests.kit import asks, offered

CITY = "cities_of_the_damned"

OPTIONS: dict[str, bool | str] = {"tank_duel": True, "counter_attack_sites": "example"}
START = ("usual",)
AIR, ARTILLERY, AP = 1, 2, 2
INTO_10 = ("activate A/26NZ", "add B/26NZ", "add C/19NZ", "enter 10", "support 0 > 1", "lower 0 > 0 > yes")
FIGHT_10 = (4, K["FJ MG 1"], 4, (3, 2))
INTO_17 = ("enter 17", "support 0 > 0", "lower 0 > 0 > no", "lead A/26NZ")
FIGHT_17 = (4, K["FJ MG 1"], K["FJ infantry 1"], 3, (1, 6))
BACK_TO_10 = ("fall A/26NZ > 10", "fall B/26NZ > 10", "fall C/19NZ > 10")
AGAIN_17 = ("enter 17", "support 1 > 0", "lower 0 > 0 > yes", "duel FJ StuG III 1")
DUEL_17 = (2, K["FJ StuG III 1"], 1, 1, (2, 6), K["FJ infantry 2"])
INTO_61 = ("activate C/26NZ", "enter 61", "support 0 > 1", "lower 0 > 0 > no")
FIGHT_61 = (5, K["FJ infantry 2"], (5, 5))
ON_TO_10 = ("enter 10", "done")
INTO_6 = ("activate D/26NZ", "enter 61", "enter 6", "support 1 > 0", "lower 0 > 1 > no")
FIGHT_6 = (4, K["FJ MG 2"], 1)
OUT_OF_6 = ("fall D/26NZ > 61", "done", "done")


def opening() -> CityState:
    return do(GAME.new("", OPTIONS), *START, dice=(AIR, ARTILLERY, AP))


def story(*parts: tuple[str, ...], dice: tuple[object, ...]) -> CityState:
    return do(opening(), *(text for part in parts for text in part), dice=dice)


@pytest.mark.case(CITY, "11.0", "11.1", "11.2.ap", "2.0.g", "2.0.e", "5.0.air_table", "5.0.arty_table", "6.0.ap_table")
def test_set_up_support_and_action_points() -> None:
    s, events = heard(GAME.new("", OPTIONS), *START, dice=(AIR, ARTILLERY, AP))
    assert inside(s, "54") == {"A/24NZ", "B/24NZ", "B/19NZ"}
    assert inside(s, "58") == {"C/24NZ", "D/24NZ"}
    assert inside(s, "55") == {"A/25NZ", "B/25NZ", "A/19NZ"}
    assert inside(s, "59") == {"C/25NZ", "D/25NZ"}
    assert inside(s, "Off-map East") == {"A/26NZ", "B/26NZ", "C/26NZ", "D/26NZ", "C/19NZ"}
    assert not s.rain
    assert (last(events, AirCame).points, last(events, ArtilleryCame).points) == (3, 4)
    assert last(events, RoundBegan).points == 6 == s.ap


@pytest.mark.case(CITY, "11.2.A", "6.2.step2.table", "9.1.1.a", "9.3.mod.armor", "9.3.mod.rl")
def test_the_convent_falls() -> None:
    s, events = heard(opening(), *INTO_10, dice=FIGHT_10)
    resisted = last(events, Resisted)
    assert (resisted.table, resisted.level, resisted.first) == (2, 1, -1)
    mg = last(events, MgFired)
    assert (mg.die, mg.level, mg.armor, mg.total, mg.hit) == (4, -1, 2, 5, False)
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (8, 4, 4)
    assert held(s, "10") == "Allied"
    assert (s.artillery, s.ap) == (3, 3)
    assert mark(s, "A/26NZ") == 0
    assert cup(s) == 18


@pytest.mark.case(CITY, "11.2.B", "6.2.step4.german")
def test_the_first_attack_on_17_is_thrown_back() -> None:
    s, events = heard(story(INTO_10, dice=FIGHT_10), *INTO_17, dice=FIGHT_17)
    assert last(events, Resisted).number == 2
    mg = last(events, MgFired)
    assert (mg.total, mg.hit) == (4, False)
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (6, 9, -3)
    assert asks(s).numbers == (3,)
    s = do(s, *BACK_TO_10)
    assert inside(s, "10") == {"A/26NZ", "B/26NZ", "C/19NZ"}
    assert held(s, "17") == "German"
    assert cup(s) == 18, "ruling 18: both chits return, against the printed slip S1"


@pytest.mark.case(CITY, "11.2.C", "12.1", "6.2.ccr.tie")
def test_the_second_attack_on_17_ends_in_a_tie() -> None:
    before = story(INTO_10, INTO_17, BACK_TO_10, dice=FIGHT_10 + FIGHT_17)
    s, events = heard(before, *AGAIN_17, dice=DUEL_17)
    assert last(events, Resisted).number == 2
    shots = every(events, DuelShot)
    assert [(shot.german, shot.die, shot.hit) for shot in shots] == [(False, 1, True)]
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (7, 7, 0)
    assert held(s, "17") == "Contested"
    assert s.marker[A["17"]] == K["FJ infantry 2"]
    assert s.air == 2
    assert asks(s).prompt == "activate", "three areas are used up: the activation is over"


ATTACKS = (INTO_10, INTO_17, BACK_TO_10, AGAIN_17)
DICE = FIGHT_10 + FIGHT_17 + DUEL_17


@pytest.mark.case(CITY, "11.2.D", "6.2.ccr")
def test_the_approach_61_falls_with_the_sum_corrected() -> None:
    s, events = heard(story(*ATTACKS, dice=DICE), *INTO_61, dice=FIGHT_61)
    assert last(events, Resisted).number == 1
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (9, 8, 1), "slip S2: the book adds 3 and 5 to 7"
    assert (held(s, "61"), s.artillery) == ("Allied", 2)
    s = do(s, *ON_TO_10)
    assert inside(s, "10") == {"C/26NZ"}


@pytest.mark.case(CITY, "11.2.E", "9.3.hit", "9.3")
def test_the_gardens_hold() -> None:
    before = story(*ATTACKS, INTO_61, ON_TO_10, dice=DICE + FIGHT_61)
    s, events = heard(before, *INTO_6, dice=FIGHT_6)
    assert last(events, Resisted).number == 2
    mg = last(events, MgFired)
    assert (mg.die, mg.level, mg.total, mg.hit) == (1, -1, 0, True), "slips S3, S4"
    assert asks(s).prompt == "mg_hit"
    s = do(s, "fall D/26NZ > 61")
    assert inside(s, "61") == {"D/26NZ"}
    assert (held(s, "6"), s.artillery, s.air) == ("German", 1, 1)


def afternoon() -> CityState:
    """After the activations of the first round."""
    return story(*ATTACKS, INTO_61, ON_TO_10, INTO_6, OUT_OF_6, dice=DICE + FIGHT_61 + FIGHT_6)


@pytest.mark.case(CITY, "11.2.I", "6.0.no_save", "3.2.counter", "7.0.order")
def test_one_action_point_is_lost_and_three_areas_are_rolled_for() -> None:
    before = story(*ATTACKS, INTO_61, ON_TO_10, INTO_6, OUT_OF_6[:2], dice=DICE + FIGHT_61 + FIGHT_6)
    s, events = heard(before, "done")
    assert last(events, Finished).lost == 1
    assert s.ap == 0
    assert asks(s).options == (Face(A["10"]), Face(A["17"]), Face(A["61"]))


COUNTER_17 = ("face 17", "lower 0 > 0 > yes", "support 0 > 0")
ROLL_17 = (3, K["FJ infantry 2"], (1, 4))
FALL_BACK = ("fall C/19NZ > 10", "fall A/26NZ > 10")


@pytest.mark.case(CITY, "11.2.F", "7.0.draw", "7.0.mod", "7.0.marker")
def test_the_counter_attack_on_17() -> None:
    s, events = heard(afternoon(), *COUNTER_17, dice=ROLL_17)
    roll = last(events, CounterRolled)
    assert (roll.die, roll.first, roll.total, roll.number) == (3, -1, 2, 2)
    assert last(events, Mustered).left == 1
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (5, 7, -2)
    s = do(s, *FALL_BACK)
    assert inside(s, "17") == {"B/26NZ"}
    assert held(s, "17") == "Contested"
    assert s.marker[A["17"]] == K["FJ infantry 2"], "the only survivor stays as the marker"


@pytest.mark.case(CITY, "11.2.G", "7.0.table")
def test_no_counter_attack_on_10() -> None:
    before = do(afternoon(), *COUNTER_17, *FALL_BACK, dice=ROLL_17)
    s, events = heard(before, "face 10", dice=(2, 4))
    roll = every(events, CounterRolled)[0]
    assert (roll.total, roll.row, roll.number) == (1, 1, 0)
    assert held(s, "10") == "Allied"


@pytest.mark.case(CITY, "11.2.H", "11.2.J", "9.1.2.b", "6.2.step2.table")
def test_the_counter_attack_on_61_and_the_end_of_the_round() -> None:
    before = do(afternoon(), *COUNTER_17, *FALL_BACK, dice=ROLL_17)
    s, events = heard(
        before,
        "face 10",
        "lower 1 > 0 > no",
        "support 0 > 0",
        "lose D/26NZ",
        dice=(2, 4, K["FJ StuG III 2"], 3, (3, 4), 6),
    )
    roll = every(events, CounterRolled)[-1]
    assert (roll.area, roll.total, roll.number) == (A["61"], 3, 2)
    clash = last(events, Clashed)
    assert (clash.allied, clash.german, clash.margin) == (6, 7, -1)
    assert reduced(s, "D/26NZ")
    assert held(s, "61") == "Contested"
    assert s.marker[A["61"]] != NO_KIND
    assert (s.round, s.artillery, s.air) == (2, 1, 0)
    # E12: in round 2 the resistance table has lost its first-round reduction
    s, events = heard(s, "activate A/26NZ", "enter 16", "support 0 > 0", dice=(5,))
    assert (last(events, Resisted).first, last(events, Resisted).number) == (0, 1)
    assert "lower 0 > 1 > no" in offered(GAME, s)
