"""8.354 and 8.355: casualty points and retreats."""

import pytest

from grognard.games.thunder_at_cassino.content import POINTS, SPACE_NAMES, UNIT
from grognard.games.thunder_at_cassino.rules.attack import NOBODY
from grognard.games.thunder_at_cassino.rules.events import Wrecked
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    hear,
    is_committed,
    of,
    offered,
    play,
    prompt,
    refusal,
    unit,
    where,
)

THUNDER = "thunder_at_cassino"

FAR = {"1": ["25 NZ D-1"], "66": ["9/III/3-1"]}


def owing(
    units: dict[str, list[str]],
    points: int,
    source: str,
    target: str,
    *,
    by: str = "Allied",
    group: str = "uncommitted",
    firers: tuple[str, ...] = ("25 NZ A-1",),
    main: str = "",
    **columns: object,
) -> Thunder:
    """A position in which a group owes points for fire from `source`; then the other side has an impulse."""
    attack = {
        "side": by,
        "origin": source,
        "target": target,
        "group": group,
        "firers": list(firers),
        "main": main or int(NOBODY),
    }
    after = {"step": "Impulse", "side": "German" if by == "Allied" else "Allied"}
    return board(units, stack=[after, {"step": "Pay", "attack": attack, "owed": points}], **columns)


def owed(s: Thunder) -> int:
    step = s.stack[-1]
    assert isinstance(step, Pay)
    return step.owed


def falls(s: Thunder, name: str) -> set[str]:
    """Where a unit may fall back to."""
    start = f"fall {name} > "
    return {text.removeprefix(start) for text in offered(s) if text.startswith(start)}


def retreat_from(units: dict[str, list[str]], source: str, target: str, name: str, **columns: object) -> set[str]:
    return falls(owing(units, 0, source, target, **columns), name)


@pytest.mark.case(THUNDER, "8.354.A", "8.354.B")
def test_points_by_kind() -> None:
    worth = {
        name: POINTS[UNIT[name]]
        for name in ("242 StuG-1", "5/II/3-1", "14/3 A/T-1", "8/II/3-1", "1 Para Div Obs", "6F")
    }
    assert list(worth.values()) == [4, 3, 3, 2, 1, 1]
    s = owing({"14": ["8/II/3-1", "6/II/3-1", "6/II/3-2"], "13": ["25 NZ A-1"], **FAR}, 4, "13", "14")
    assert owed(play(s, "fall 6/II/3-1 > 11")) == 3
    assert owed(play(s, "kill 8/II/3-1")) == 2
    assert owed(play(s, "kill 6/II/3-1")) == 1


@pytest.mark.case(THUNDER, "8.3541", "8.3541.short")
def test_what_cannot_be_paid_kills_everybody() -> None:
    lone = owing({"14": ["6/II/3-1"], "13": ["25 NZ A-1"], **FAR}, 5, "13", "14")
    assert where(play(lone), "6/II/3-1") == "Eliminated", "five points, worth three: no retreat"
    pair = owing({"14": ["6/II/3-1", "6/II/3-2"], "13": ["25 NZ A-1"], **FAR}, 5, "13", "14")
    assert refusal(pair, "fall 6/II/3-1 > 11").key == "must_pay_more", "3 + 1 would be four"
    both = play(pair, "kill 6/II/3-1")
    assert where(both, "6/II/3-2") == "Eliminated"


@pytest.mark.case(THUNDER, "8.3541", "8.331")
def test_the_other_group_neither_pays_nor_goes() -> None:
    units = {"14": company("6/II/3"), "13": ["25 NZ A-1"], **FAR}
    s = owing(units, 1, "13", "14", committed=["6/II/3-3"])
    assert refusal(s, "fall 6/II/3-3 > 11").key == "not_in_group"
    assert refusal(s, "kill 6/II/3-3").rule == "8.3541"


@pytest.mark.case(THUNDER, "8.3541.more", "8.3553", "8.3541.commit")
def test_more_may_retreat_than_must_and_all_are_committed() -> None:
    units = {"14": company("6/II/3"), "13": ["25 NZ A-1"], **FAR}
    s = play(owing(units, 1, "13", "14"), "fall 6/II/3-1 > 11")
    assert prompt(s) == "withdraw"
    s = play(s, "fall 6/II/3-2 > 11", "done")
    assert [is_committed(s, name) for name in company("6/II/3")] == [True, True, False]
    none = owing(units, 0, "13", "14")
    assert prompt(none) == "withdraw" and "fall 6/II/3-1 > 11" in offered(none)


@pytest.mark.case(THUNDER, "8.3541.commit", "8.3554")
def test_committed_units_that_retreat_stay_committed() -> None:
    units = {"14": company("6/II/3"), "13": ["25 NZ A-1"], **FAR}
    s = owing(units, 1, "13", "14", group="committed", committed=company("6/II/3"))
    after = play(s, "fall 6/II/3-1 > 11")
    assert where(after, "6/II/3-1") == "11" and is_committed(after, "6/II/3-1")


@pytest.mark.case(THUNDER, "8.353", "8.3541", "8.3553")
def test_the_points_are_a_minimum_and_more_may_be_eliminated() -> None:
    units = {"14": company("6/II/3"), "13": ["25 NZ A-1"], **FAR}
    paid = play(owing(units, 1, "13", "14"), "fall 6/II/3-1 > 11")
    assert prompt(paid) == "withdraw" and {"kill 6/II/3-2", "kill 6/II/3-3", "done"} <= set(offered(paid))
    more = play(paid, "kill 6/II/3-2")
    assert where(more, "6/II/3-2") == "Eliminated" and where(more, "6/II/3-3") == "14" and owed(more) == 0
    unhurt = owing(units, 0, "13", "14")
    assert refusal(unhurt, "kill 6/II/3-1").key == "nothing_owed", "without a point there is only the option to retreat"
    left = play(unhurt, "fall 6/II/3-1 > 11")
    assert refusal(left, "kill 6/II/3-2").rule == "8.3553"


ARMOR = {"17": ["242 StuG-1", "242 StuG-2", "242 StuG-8", "5/II/3-1"], "16": company("19 Armd B"), "66": ["9/III/3-1"]}


def aimed(points: int, main: str = "242 StuG-2") -> Thunder:
    return owing(ARMOR, points, "16", "17", firers=tuple(company("19 Armd B")), main=main)


@pytest.mark.case(THUNDER, "12.3.base", "12.3.pure")
@pytest.mark.parametrize(("points", "may"), [(1, True), (2, True), (3, True), (4, False), (5, False)])
def test_the_named_armor_retreats_only_if_nobody_must_die_for_the_rest(points: int, may: bool) -> None:
    """Two other tanks can pay a point each by retreating: up to three points the named one may go."""
    s = aimed(points)
    if may:
        assert {"kill 242 StuG-2", "fall 242 StuG-2 > 18"} <= set(offered(s))
    else:
        assert where(play(s), "242 StuG-2") == "Eliminated", "its elimination is all that is left"


@pytest.mark.case(THUNDER, "12.3.base")
def test_once_the_named_armor_has_retreated_nobody_is_eliminated() -> None:
    s = play(aimed(3), "fall 242 StuG-2 > 18")
    assert owed(s) == 2 and set(offered(s)) == {"fall 242 StuG-1 > 18", "fall 242 StuG-8 > 18"}
    assert refusal(s, "kill 242 StuG-1").key == "main_not_first"
    assert refusal(s, "fall 5/II/3-1 > 18").key == "armor_first"
    done = play(s, "fall 242 StuG-1 > 18")
    assert owed(done) == 0, "the last one follows: nothing else would pay"
    assert [where(done, name) for name in ("242 StuG-1", "242 StuG-2", "242 StuG-8")] == ["18"] * 3
    assert where(done, "5/II/3-1") == "17" and prompt(done) == "withdraw"
    assert offered(done) == ["fall 5/II/3-1 > 18", "done"], "and nobody is given up for nothing either"
    assert refusal(done, "kill 5/II/3-1").key == "main_not_first"
    killed = play(aimed(3), "kill 242 StuG-2")
    assert owed(killed) == 0 and "kill 242 StuG-1" in offered(killed), "it was the first, so others may follow"
    assert refusal(killed, "kill 5/II/3-1").key == "armor_first"


@pytest.mark.case(THUNDER, "8.3555", "8.3553")
def test_observers_pay_by_elimination_only_but_may_go_along() -> None:
    units = {"14": ["6/II/3-1", "1 Para Div Obs"], "13": ["25 NZ A-1"], **FAR}
    s = owing(units, 1, "13", "14")
    assert owed(play(s, "fall 1 Para Div Obs > 11")) == 1
    dead = play(s, "kill 1 Para Div Obs")
    assert where(dead, "1 Para Div Obs") == "Lost observers" and prompt(dead) == "withdraw"
    alone = owing(
        {"8": ["1 Para Div Obs"], "4": ["25 NZ A-1"], **FAR},
        1,
        "4",
        "8",
        group="committed",
        committed=["1 Para Div Obs"],
    )
    assert where(play(alone), "1 Para Div Obs") == "Lost observers"


@pytest.mark.case(THUNDER, "8.3551.A", "8.3551.order", "8.355")
def test_priority_a_an_area_with_no_enemy_around() -> None:
    units = {"14": ["6/II/3-1"], "13": ["25 NZ A-1"], **FAR}
    assert retreat_from(units, "13", "14", "6/II/3-1") == {"11", "15"}, "10 and 16 border 13"


@pytest.mark.case(THUNDER, "8.3551.B", "10.2")
def test_priority_b_an_empty_zone() -> None:
    units = {"49": ["10/III/3-1"], "29": ["25 NZ A-1"], "50": ["25 NZ A-2"], "24": ["25 NZ A-3"]}
    assert retreat_from(units, "29", "49", "10/III/3-1") == {"G"}, "48 and 27 border Allied Areas"


@pytest.mark.case(THUNDER, "8.3551.C")
def test_priority_c_an_area_away_from_the_cause() -> None:
    units = {"14": ["6/II/3-1"], "13": ["25 NZ A-1"], "6": ["25 NZ A-2"], "21": ["25 NZ A-3"], "33": ["25 NZ B-1"]}
    assert retreat_from(units, "13", "14", "6/II/3-1") == {"11", "15"}, "near other enemies, but not near 13"
    shelled = {"14": ["6/II/3-1"], "13": ["25 NZ A-1"], "6": ["25 NZ A-2"], "21": ["25 NZ A-3"]}
    places = retreat_from(shelled, "Allied artillery", "14", "6/II/3-1", firers=("NZ Div",))
    assert places == {"10", "11", "15", "16"}, "Artillery causes nothing: every Area not in A is C"


@pytest.mark.case(THUNDER, "8.3551.D", "10.2")
def test_priority_d_a_zone_with_the_enemy() -> None:
    units = {"49": ["10/III/3-1"], "29": ["25 NZ A-1"], "G": ["25 NZ B-1"], "48": ["25 NZ C-1"]}
    assert retreat_from(units, "29", "49", "10/III/3-1") == {"G"}, "27 and 47 border the cause, 48 is closed"


@pytest.mark.case(THUNDER, "8.3551.E", "8.3551.src", "8.355.friend")
def test_priority_e_next_to_the_cause_with_the_fewest_enemies_around() -> None:
    units = {
        "14": ["6/II/3-1"],
        "13": ["25 NZ A-1"],
        "11": ["25 NZ A-2", "6/II/3-2"],
        "15": ["25 NZ A-3"],
        "7": ["25 NZ B-1"],
    }
    assert retreat_from(units, "13", "14", "6/II/3-1") == {"16"}, "10 borders 7, 11 and 13; 16 borders 13 and 15"
    s = owing(units, 0, "13", "14")
    assert refusal(s, "fall 6/II/3-1 > 11").key == "closed", "friends in 11 do not open it"
    assert refusal(s, "fall 6/II/3-1 > 13").rule == "8.3551.src"


@pytest.mark.case(THUNDER, "8.3551.E")
def test_fire_from_within_the_area_leaves_zones_and_class_e() -> None:
    units = {"14": ["6/II/3-1", "25 NZ A-1"], **FAR}
    assert retreat_from(units, "14", "14", "6/II/3-1") == {"10", "11", "13", "15", "16"}
    station = {"25": ["10/III/3-1", "25 NZ A-1"], **FAR}
    assert "E" not in retreat_from(station, "25", "25", "10/III/3-1"), "an Allied Zone"


@pytest.mark.case(THUNDER, "8.3551.F", "8.3551.G", "12.5")
def test_priorities_f_and_g_onto_enemy_armor_and_for_armor_onto_infantry() -> None:
    around = {
        "8": ["25 NZ B-1"],
        "9": ["19 Armd B-1"],
        "13": ["25 NZ B-2"],
        "16": ["25 NZ A-1"],
        "17": ["25 NZ B-3"],
        "42": ["25 NZ C-1"],
    }
    assert retreat_from({"12": ["6/II/3-1"], **around}, "16", "12", "6/II/3-1") == {"9"}
    tank = retreat_from({"12": ["242 StuG-1"], **around}, "16", "12", "242 StuG-1", firers=("19 Armd A-1",))
    assert tank == {"13", "17"}, "onto infantry over white borders, not onto armor"
    guarded = {**around, "13": ["25 NZ B-2", "7 NZ A/T-1"], "17": ["25 NZ B-3", "19 Armd B-2"]}
    assert retreat_from({"12": ["242 StuG-1"], **guarded}, "16", "12", "242 StuG-1", firers=("19 Armd A-1",)) == set()


@pytest.mark.case(THUNDER, "12.5", "8.355.full")
@pytest.mark.parametrize(
    ("around", "places", "ends"),
    [
        ({}, {"18"}, {"22"}),
        ({"22": ["25 NZ B-1"]}, {"12"}, set()),
        ({"22": ["19 Armd A-1"]}, {"12"}, set()),
        ({"22": ["25 NZ B-1"], "12": ["19 Armd C-1"]}, {"18"}, {"22"}),
        ({"12": []}, {"12"}, set()),
    ],
    ids=["through", "onto infantry either way", "no way through", "through onto infantry", "room elsewhere"],
)
def test_a_full_area_that_leads_on_is_another_choice_than_enemy_infantry(
    around: dict[str, list[str]], places: set[str], ends: set[str]
) -> None:
    """A StuG in 17: infantry holds 12, armor 19 and 43, and three of its like fill 18, from which 22 is near."""
    tanks = {"17": ["242 StuG-1"], "18": ["242 StuG-2", "242 StuG-8", "242 StuG-14"], "66": ["9/III/3-1"]}
    foes = {"16": ["19 Armd B-1"], "12": ["25 NZ A-1"], "19": ["19 Armd B-2"], "43": ["19 Armd B-3"]}
    s = owing({**tanks, **foes, **around}, 0, "16", "17", firers=("19 Armd B-1",))
    assert falls(s, "242 StuG-1") == places
    (to,) = places
    after = play(s, f"fall 242 StuG-1 > {to}")
    assert {where(after, "242 StuG-1")} == (ends or places), "the only way on is taken at once"


@pytest.mark.case(THUNDER, "12.5", "8.3552")
def test_armor_does_not_follow_infantry_through_a_full_area_onto_the_enemy() -> None:
    """From 17: beyond 18, which is full of tanks, enemy infantry is everywhere, and 12 is open."""
    tanks = {"17": ["242 StuG-1", "6/II/3-1"], "18": ["242 StuG-2", "242 StuG-8", "242 StuG-14"], "66": ["9/III/3-1"]}
    foes = {"16": ["19 Armd B-1"], "19": ["25 NZ A-2"], "22": ["25 NZ A-3"], "43": ["19 Armd B-3"]}
    s = owing({**tanks, **foes}, 0, "16", "17", firers=("19 Armd B-1",))
    s = play(s, "fall 6/II/3-1 > 18")
    assert falls(s, "242 StuG-1") == {"12"}
    free = owing({**tanks, **foes, "22": []}, 0, "16", "17", firers=("19 Armd B-1",))
    assert falls(play(free, "fall 6/II/3-1 > 18"), "242 StuG-1") == {"18"}, "22 lies beyond"


@pytest.mark.case(THUNDER, "12.5", "8.355.full")
def test_armor_that_goes_on_shuns_enemy_infantry_as_well() -> None:
    """A Sherman in 13: 7 is full; from there infantry is in 4, and 5 is full but leads on."""
    units = {
        "13": ["19 Armd B-1"],
        "7": company("19 Armd A"),
        "5": company("19 Armd C"),
        "14": ["14/3 A/T-1"],
        "10": ["242 StuG-1"],
        "16": ["6/II/3-1"],
        "12": ["14/3 A/T-2"],
        "4": ["6/II/3-2"],
        "66": ["9/III/3-1"],
    }
    s = owing(units, 0, "14", "13", by="German", firers=("14/3 A/T-1",))
    assert falls(s, "19 Armd B-1") == {"7"}, "not onto the infantry in 16"
    s = play(s, "fall 19 Armd B-1 > 7")
    assert where(s, "19 Armd B-1") == "5" and prompt(s) == "onward", "through 7 to 5, and from there it goes on"
    assert "onward 4" not in offered(s) and refusal(s, "onward 4").rule == "8.355.full"


@pytest.mark.case(THUNDER, "8.3551.src")
def test_nobody_retreats_onto_the_tanks_that_fired() -> None:
    around = {"8": ["25 NZ B-1"], "13": ["25 NZ B-2"], "16": ["25 NZ A-1"], "17": ["25 NZ B-3"], "42": ["25 NZ C-1"]}
    units = {"12": ["6/II/3-1"], "9": ["19 Armd B-1"], **around}
    assert retreat_from(units, "9", "12", "6/II/3-1", firers=("19 Armd B-1",)) == set()
    assert retreat_from(units, "16", "12", "6/II/3-1") == {"9"}, "fired on from elsewhere it is priority F"


@pytest.mark.case(THUNDER, "8.355.blocked", "8.3551.F")
def test_blocked_units_pay_by_elimination() -> None:
    units = {
        "12": ["6/II/3-1", "6/II/3-2"],
        "8": ["25 NZ B-1"],
        "9": ["25 NZ C-2"],
        "13": ["25 NZ B-2"],
        "16": ["25 NZ A-1"],
        "17": ["25 NZ B-3"],
        "42": ["25 NZ C-1"],
    }
    s = owing(units, 1, "16", "12")
    assert offered(s) == ["kill 6/II/3-1", "kill 6/II/3-2"]
    assert where(play(s, "kill 6/II/3-1"), "6/II/3-2") == "12"


@pytest.mark.case(THUNDER, "8.3551.veh", "12.5.rubble", "13.13")
def test_vehicles_retreat_over_white_borders_and_die_in_rubble() -> None:
    units = {"12": ["14/3 A/T-1", "6/II/3-1"], "16": ["25 NZ A-1"], **FAR}
    s = owing(units, 3, "16", "12", firers=("19 Armd A-1",), rubble={"9": 2, "13": 2, "17": 2, "42": 2})
    assert falls(s, "14/3 A/T-1") == {"9"}, "42 and 8 are closed to it; rubble does not change the priority"
    assert {"8", "9", "42"} == falls(s, "6/II/3-1")
    after, heard = hear(s, "fall 14/3 A/T-1 > 9", "done", dice=[(4, 4)])
    assert where(after, "14/3 A/T-1") == "Eliminated", "eight is not nine: three points paid"
    assert where(after, "6/II/3-1") == "12" and [e.unit for e in of(heard, Wrecked)] == [unit("14/3 A/T-1")]


@pytest.mark.case(THUNDER, "13.13", "13.13.ex", "13.13.choice")
def test_the_printed_retreat_of_three_shermans() -> None:
    tanks = company("19 Armd B")
    units = {"17": tanks, "18": ["14/3 A/T-1"]}
    s = owing(units, 3, "18", "17", by="German", firers=("14/3 A/T-1",), rubble={"16": 1})
    assert falls(s, tanks[0]) == {"12", "16", "43"} - {"43"}
    s = play(s, f"fall {tanks[0]} > 16", dice=[(3, 4)])
    assert where(s, tanks[0]) == "16" and is_committed(s, tanks[0]) and owed(s) == 2
    assert falls(s, tanks[1]) == {"16"}, "all go to the same place"
    s = play(s, f"fall {tanks[1]} > 16", dice=[(3, 3)])
    assert where(s, tanks[1]) == "Eliminated" and prompt(s) == "withdraw"
    s = play(s, "done")
    assert where(s, tanks[0]) == "16" and where(s, tanks[2]) == "17" and not is_committed(s, tanks[2])


@pytest.mark.case(THUNDER, "8.3552")
def test_all_units_of_a_party_go_to_the_same_place() -> None:
    units = {"14": company("6/II/3"), "13": ["25 NZ A-1"], **FAR}
    s = play(owing(units, 2, "13", "14"), "fall 6/II/3-1 > 15")
    assert falls(s, "6/II/3-2") == {"15"}
    assert refusal(s, "fall 6/II/3-2 > 11").key == "unison"


@pytest.mark.case(THUNDER, "8.3552")
def test_vehicles_that_cannot_follow_go_together_to_their_own_best_place() -> None:
    units = {"12": ["242 StuG-1", "242 StuG-2", "6/II/3-1"], "16": ["25 NZ A-1"], "17": ["25 NZ A-2"], **FAR}
    s = play(owing(units, 0, "16", "12", firers=("19 Armd A-1",)), "fall 6/II/3-1 > 8")
    assert falls(s, "242 StuG-1") == {"9"}, "the border of 8 is red"
    told = refusal(s, "fall 242 StuG-1 > 13")
    assert (told.rule, told.key) == ("8.3551.order", "lower_priority"), "not that all go to 8, where it cannot go"
    same = play(owing(units, 0, "16", "12", firers=("19 Armd A-1",)), "fall 242 StuG-1 > 9")
    assert falls(same, "6/II/3-1") == {"9"}, "9 is as good for infantry, so they stay together"
    watched = owing({**units, "7": ["25 NZ B-1"]}, 0, "16", "12", firers=("19 Armd A-1",))
    apart = play(watched, "fall 242 StuG-1 > 9")
    assert falls(apart, "6/II/3-1") == {"8", "42"}, "9 borders an enemy now: infantry has better places"


@pytest.mark.case(THUNDER, "8.3552", "8.3552.full")
def test_a_tank_follows_the_infantry_through_an_area_full_of_tanks_if_it_can_go_on() -> None:
    tanks = ["242 StuG-1", "242 StuG-2", "242 StuG-8"]
    s = owing(
        {"14": ["242 StuG-14", "6/II/3-1"], "11": tanks, "13": ["25 NZ A-1"], **FAR},
        0,
        "13",
        "14",
        firers=("19 Armd A-1",),
    )
    assert falls(play(s, "fall 6/II/3-1 > 11"), "242 StuG-14") == {"11"}, "not apart to 15"
    shut = owing(
        {"12": ["242 StuG-14", "6/II/3-1"], "9": tanks, "16": ["25 NZ A-1"], **FAR},
        0,
        "16",
        "12",
        firers=("19 Armd A-1",),
    )
    assert falls(play(shut, "fall 6/II/3-1 > 9"), "242 StuG-14") == {"13", "17"}, "beyond 9 there is no white border"


@pytest.mark.case(THUNDER, "8.3552", "8.3552.full", "8.355.full")
def test_what_does_not_fit_goes_on() -> None:
    seven = [*company("7/II/3"), *company("5/II/3"), "8/II/3-1"]
    six = [*company("6/II/3"), *company("1/I/3")]
    units = {"14": six, "11": seven, "13": ["25 NZ A-1"], "21": ["25 NZ A-2"], **FAR}
    s = owing(units, 6, "13", "14")
    assert falls(s, "6/II/3-1") == {"11"}
    for name in company("6/II/3"):
        s = play(s, f"fall {name} > 11")
    for name in company("1/I/3"):
        s = play(s, f"fall {name} > 11")
        if prompt(s) == "onward":
            assert "onward 6" in offered(s) and "onward 10" not in offered(s), "10 borders 13"
            s = play(s, "onward 6")
    assert [where(s, name) for name in six] == ["11"] * 3 + ["6"] * 3


FULL = {
    "14": [*company("6/II/3"), *company("1/I/3")],
    "11": [*company("7/II/3"), *company("5/II/3"), "8/II/3-1"],
    "13": ["25 NZ A-1"],
    "15": ["25 NZ C-1"],
    "66": ["9/III/3-1"],
}
"""Six fall back from 14 to 11, where there is room for three."""


def crowded(**enemies: list[str]) -> Thunder:
    """Three have fallen back to 11 and filled it; a fourth comes. Enemies are named by `a3` for Area 3."""
    s = owing({**FULL, **{area[1:]: names for area, names in enemies.items()}}, 6, "13", "14")
    for name in company("6/II/3"):
        s = play(s, f"fall {name} > 11")
    return play(s, "fall 1/I/3-1 > 11")


@pytest.mark.case(THUNDER, "8.355.full", "8.355")
def test_who_goes_on_ends_next_to_the_fewest_enemy_occupied_areas() -> None:
    even = crowded(a3=["25 NZ B-2"])
    assert set(offered(even)) == {"onward 6", "onward 33"}, "6 borders 3, and 33 borders 15: one each"
    quiet = crowded()
    assert where(quiet, "1/I/3-1") == "6", "nobody is near 6"
    watched = crowded(a3=["25 NZ B-2"], a5=["25 NZ B-3"])
    assert where(watched, "1/I/3-1") == "33", "two around 6 now; neither borders 13, so the priorities would allow both"


@pytest.mark.case(THUNDER, "8.3552")
@pytest.mark.parametrize("end", ["6", "33"])
def test_those_who_go_on_from_a_full_area_go_together(end: str) -> None:
    s = play(crowded(a3=["25 NZ B-2"]), f"onward {end}")
    assert owed(s) == 2
    for name in ("1/I/3-2", "1/I/3-3"):
        s = play(s, f"fall {name} > 11")
    assert [where(s, name) for name in company("1/I/3")] == [end] * 3
    assert [where(s, name) for name in company("6/II/3")] == ["11"] * 3


@pytest.mark.case(THUNDER, "8.3552.full")
def test_a_full_area_is_skipped_while_another_is_open() -> None:
    ten = [*company("7/II/3"), *company("5/II/3"), *company("1/I/3"), "8/II/3-1"]
    units = {"14": ["6/II/3-1"], "11": ten, "13": ["25 NZ A-1"], **FAR}
    assert retreat_from(units, "13", "14", "6/II/3-1") == {"15"}


@pytest.mark.case(THUNDER, "8.355.full", "7.1.transit")
def test_a_full_area_that_is_the_only_one_is_passed_through() -> None:
    ten = [*company("7/II/3"), *company("5/II/3"), *company("1/I/3"), "8/II/3-1"]
    units = {
        "21": ["6/II/3-1"],
        "15": ["25 NZ A-1"],
        "33": ["25 NZ A-2"],
        "20": ten,
        "35": ["25 NZ A-3"],
        "16": ["25 NZ B-1"],
    }
    s = play(owing(units, 0, "15", "21"), "fall 6/II/3-1 > 20")
    assert where(s, "6/II/3-1") == "19", "15, 16, 35 are held; from 20 only 19 is left"
    shut = {**units, "19": ["25 NZ B-2"]}
    assert retreat_from(shut, "15", "21", "6/II/3-1") == set(), "from 20 it could only go back to where it came from"


@pytest.mark.case(THUNDER, "19.12.white", "8.355.blocked")
def test_no_retreat_into_white_circles_on_turn_one() -> None:
    units = {"5": ["6/II/3-1"], "4": ["25 NZ A-1"]}
    assert retreat_from(units, "4", "5", "6/II/3-1", turn=1) == {"6", "10"}, "7 borders 4; 2 is white"
    assert "2" not in retreat_from(units, "4", "5", "6/II/3-1", turn=1)


@pytest.mark.case(THUNDER, "10.7", "8.355.blocked")
def test_a_german_in_the_last_zone_does_not_retreat_into_allied_zones() -> None:
    units = {"K": ["9/III/3-1", "25 NZ A-1"], "68": ["25 NZ A-2"], "63": ["25 NZ A-3"], "J": ["25 NZ B-1"]}
    assert retreat_from(units, "K", "K", "9/III/3-1") == {"J"}, "A is barred, J costs nothing to retreat into"


@pytest.mark.case(THUNDER, "18.2.loss")
def test_reserves_are_spared_while_others_can_be_lost() -> None:
    units = {"13": [*company("25 NZ A"), "21 NZ A-1"], "14": ["6/II/3-1"], "66": ["9/III/3-1"]}
    s = owing(units, 3, "14", "13", by="German", firers=("6/II/3-1",), turn=11, last=15)
    assert refusal(s, "kill 25 NZ A-1").rule == "18.2.loss" and "kill 21 NZ A-1" in offered(s)
    assert any(text.startswith("fall 25 NZ A-1") for text in offered(s)), "but they may retreat for a point"
    gone = play(s, "fall 21 NZ A-1 > 7")
    assert where(gone, "21 NZ A-1") == "7" and "kill 25 NZ A-1" in offered(gone), "nobody else is left to be lost"
    rest = owing(
        {"13": company("25 NZ A"), "14": ["6/II/3-1"]},
        3,
        "14",
        "13",
        by="German",
        firers=("6/II/3-1",),
        turn=11,
        last=15,
    )
    assert "kill 25 NZ A-1" in offered(rest)


@pytest.mark.case(THUNDER, "18.2.enter", "8.3551.D", "8.3551.F")
def test_reserves_do_not_retreat_onto_the_enemy() -> None:
    units = {
        "49": ["25 NZ A-1", "21 NZ A-1"],
        "29": ["10/III/3-1"],
        "G": ["9/III/3-1"],
        "48": ["9/III/3-2"],
        "27": ["9/III/3-3"],
    }
    s = owing(units, 0, "29", "49", by="German", firers=("10/III/3-1",), turn=11, last=15)
    assert falls(s, "21 NZ A-1") == {"G"} and falls(s, "25 NZ A-1") == {"47"}
    ring = {"8": ["6/II/3-1"], "13": ["6/II/3-2"], "16": ["6/II/3-3"], "17": ["5/II/3-1"], "42": ["5/II/3-2"]}
    units = {"12": ["25 NZ A-1", "21 NZ A-1"], "9": ["242 StuG-1"], **ring}
    f = owing(units, 0, "16", "12", by="German", firers=("6/II/3-3",), turn=10, last=15)
    assert falls(f, "21 NZ A-1") == {"9"} and falls(f, "25 NZ A-1") == set(), "priority F is closed to reserves"


def test_every_space_has_a_name() -> None:
    assert len(set(SPACE_NAMES)) == len(SPACE_NAMES)
