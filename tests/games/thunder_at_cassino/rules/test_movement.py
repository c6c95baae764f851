"""7, 8.2 and 10: moving units in Areas and Zones."""

import pytest

from grognard.games.thunder_at_cassino.content import ALLIED, BOARD, GERMAN
from grognard.games.thunder_at_cassino.rules.crossing import cost, objection, swept, traits
from grognard.games.thunder_at_cassino.rules.limits import GIVE_UP, Limits
from grognard.games.thunder_at_cassino.rules.state import excess
from tests import kit
from tests.games.thunder_at_cassino.kit import (
    board,
    company,
    is_committed,
    offered,
    play,
    prompt,
    refusal,
    space,
    unit,
    where,
)

THUNDER = "thunder_at_cassino"

GUARD = {"66": ["9/III/3-1"]}
"""A German somewhere far away, so that the other side has something to do."""


@pytest.mark.case(THUNDER, "8.2", "8.2.split", "8.13")
def test_units_of_one_area_move_to_different_places_and_are_committed() -> None:
    s = board({"13": company("25 NZ A"), **GUARD})
    s = play(s, "move 13", "add 25 NZ A-1", "enter 10", "add 25 NZ A-2", "enter 14", "enter 15", "done")
    assert [where(s, name) for name in company("25 NZ A")] == ["10", "15", "13"]
    assert [is_committed(s, name) for name in company("25 NZ A")] == [True, True, False]
    assert refusal(play(board({"13": ["25 NZ A-1"], **GUARD}), "move 13"), "enter 3").key == "not_adjacent"


@pytest.mark.case(THUNDER, "8.11", "8.11.later")
def test_an_impulse_uses_one_area_and_the_rest_may_go_later() -> None:
    s = board({"13": company("25 NZ A"), "1": ["25 NZ B-1"], **GUARD})
    moving = play(s, "move 13", "add 25 NZ A-1")
    assert refusal(moving, "add 25 NZ B-1").key == "other_place"
    assert refusal(moving, "target 66 > uncommitted").key == "one_kind"
    later = play(moving, "enter 10", "done", "pass")
    assert "move 13" in offered(later) and "move 10" not in offered(later)


@pytest.mark.case(THUNDER, "8.11.inplace")
def test_moving_in_place_commits_costs_nothing_and_is_no_pass() -> None:
    s = board({"13": company("25 NZ A"), "B": ["25 NZ B-1"], **GUARD}, passes=1)
    s = play(s, "move 13", "add 25 NZ A-2", "stay", "done")
    assert where(s, "25 NZ A-2") == "13" and is_committed(s, "25 NZ A-2") and not is_committed(s, "25 NZ A-1")
    assert prompt(s) == "impulse" and s.stack[-1].passes == 0
    zone = play(board({"B": ["25 NZ B-1"], **GUARD}), "move B")
    assert refusal(zone, "stay").rule == "8.11.inplace"
    back = play(board({"13": company("25 NZ A"), **GUARD}), "move 13", "add 25 NZ A-1", "enter 14", "enter 13")
    assert "stay" not in offered(back) and refusal(back, "stay").key == "has_moved"


@pytest.mark.case(THUNDER, "8.2.interleave", "13.11.many")
def test_a_tank_waits_in_the_open_and_goes_on_when_the_others_have_been_seen() -> None:
    s = board({"1": ["19 Armd B-1", "19 Armd B-2"], **GUARD}, rubble={"4": 1, "7": 1})
    s = play(s, "move 1", "add 19 Armd B-1", "enter 2", "add 19 Armd B-2", "enter 4", dice=[(3, 3)])
    assert is_committed(s, "19 Armd B-2") and where(s, "19 Armd B-2") == "1"
    s = play(s, "add 19 Armd B-1", "enter 4", dice=[(4, 3)])
    s = play(s, "enter 7", dice=[(6, 2)])
    assert where(s, "19 Armd B-1") == "7" and not is_committed(s, "19 Armd B-1")
    assert is_committed(play(s, "done"), "19 Armd B-1")


@pytest.mark.case(THUNDER, "8.2.stop")
def test_any_enemy_unit_in_an_area_stops_a_mover_zones_do_not() -> None:
    s = board({"13": ["25 NZ A-1"], "14": ["1 Para Div Obs"], **GUARD})
    s = play(s, "move 13", "enter 14")
    assert is_committed(s, "25 NZ A-1") and where(s, "25 NZ A-1") == "14", "even an observer, for one MF"
    zones = board({"49": ["25 NZ A-1"], "G": ["9/III/3-1"]})
    assert "enter H" in offered(play(zones, "move 49", "enter G"))


@pytest.mark.case(THUNDER, "8.21.inf")
def test_infantry_leaves_contact_by_one_step_and_not_into_contact() -> None:
    s = board({"13": ["25 NZ A-1", "6/II/3-1"], "14": ["6/II/3-2"], "66": ["9/III/3-1"]})
    s = play(s, "move 13")
    assert refusal(s, "enter 14").key == "contact_to_contact"
    after = play(s, "enter 10")
    assert is_committed(after, "25 NZ A-1"), "one step only"
    tired = play(board({"B": company("25 NZ A", 2), **GUARD}), "move B", "add 25 NZ A-1", "enter 1", "enter 4")
    tired = play(tired, "enter 7", "enter 10", "enter 14")
    assert is_committed(tired, "25 NZ A-1") and not is_committed(tired, "25 NZ A-2"), "five of five MF"
    gun = play(board({"25": ["7 NZ A/T-1", "10/III/3-1"], **GUARD}), "move 25", "enter 26")
    assert is_committed(gun, "7 NZ A/T-1")


@pytest.mark.case(THUNDER, "8.21.inf", "10.4")
def test_leaving_contact_into_an_enemy_occupied_zone_is_allowed() -> None:
    s = play(board({"49": ["25 NZ A-1", "10/III/3-1"], "G": ["9/III/3-1"]}), "move 49")
    assert "enter G" in offered(s)


@pytest.mark.case(THUNDER, "8.21.arm", "8.21.armat")
def test_armor_leaves_contact_and_goes_on_but_not_from_armor_to_armor() -> None:
    s = board({"13": ["19 Armd B-1", "6/II/3-1"], "14": ["6/II/3-2"], **GUARD})
    assert "enter 14" in offered(play(s, "move 13")), "infantry to infantry"
    after = play(s, "move 13", "enter 10", "enter 11")
    assert where(after, "19 Armd B-1") == "11" and not is_committed(after, "19 Armd B-1")
    duel = {"13": ["19 Armd B-1", "14/3 A/T-1"], "14": ["242 StuG-1"], "16": ["6/II/3-1"], **GUARD}
    told = refusal(play(board(duel), "move 13"), "enter 14")
    assert (told.rule, told.key) == ("8.21.armat", "armor_to_armor")
    assert "enter 16" in offered(play(board(duel), "move 13"))
    half = {"13": ["19 Armd B-1", "6/II/3-2"], "14": ["242 StuG-1"], **GUARD}
    assert "enter 14" in offered(play(board(half), "move 13")), "from infantry to armor is allowed"


@pytest.mark.case(THUNDER, "8.22")
def test_vehicles_cross_white_borders_only() -> None:
    s = play(board({"13": ["19 Armd B-1"], **GUARD}), "move 13")
    assert refusal(s, "enter 9").rule == "8.22"
    s = play(s, "enter 12")
    assert "enter 9" in offered(s), "from 12 the way is white"
    foot = play(board({"13": ["25 NZ A-1"], **GUARD}), "move 13")
    assert "enter 9" in offered(foot)
    gun = play(board({"25": ["7 NZ A/T-1"], **GUARD}), "move 25", "enter 28")
    assert refusal(gun, "enter 31").rule == "8.22"


@pytest.mark.case(THUNDER, "8.23.A", "8.23.B", "8.23.C", "8.23.D", "8.23.max", "8.23.mgstate", "8.24")
def test_movement_costs() -> None:
    s = board({"13": ["6/II/3-1"], "15": ["8/II/3-1"], "18": ["1 Para Div Obs"]})
    assert cost(s, ALLIED, space("7")) == 1
    assert cost(s, ALLIED, space("14")) == 2, "next to the machine gun in 15"
    assert cost(s, ALLIED, space("13")) == 3
    assert cost(s, ALLIED, space("15")) == 4
    assert cost(s, ALLIED, space("18")) == 1, "an observer costs nothing"
    swept_ones = [k for k in ("7", "13", "14", "15", "18") if swept(s, ALLIED, space(k))]
    assert swept_ones == ["14", "15"], "beside and among machine guns; riflemen sweep nothing"
    zones = board({"G": ["6/II/3-1", "8/II/3-1", "2/I/3-1"]})
    assert [cost(zones, ALLIED, space(k)) for k in "AG"] == [2, 4], "as much as beside and among machine guns"
    assert not swept(zones, ALLIED, space("A")) and not swept(zones, ALLIED, space("G")), "and yet no Zone is swept"
    both = board({"14": ["6/II/3-1"], "15": ["8/II/3-1"]}, committed=["8/II/3-1"])
    assert cost(both, ALLIED, space("14")) == 3, "not five"
    assert cost(both, ALLIED, space("11")) == 2, "a Committed machine gun counts"
    assert cost(both, GERMAN, space("11")) == 1


@pytest.mark.case(THUNDER, "8.23.night", "15.3", "10.4.night")
def test_at_night_machine_guns_do_not_matter_and_zones_cost_one_less() -> None:
    units = {"14": ["6/II/3-1"], "15": ["8/II/3-1"], "G": ["9/III/3-1"]}
    day, night = board(units), board(units, night=True)
    assert [cost(day, ALLIED, space(k)) for k in ("11", "14", "15", "B", "G")] == [2, 3, 4, 2, 3]
    assert [cost(night, ALLIED, space(k)) for k in ("11", "14", "15", "B", "G")] == [1, 3, 3, 1, 2]


@pytest.mark.case(THUNDER, "8.2", "10.4")
def test_a_gurkha_climbs_the_wadi_by_day_and_by_night() -> None:
    units = {"B": ["1/9 Gur A-1"], "64": ["8/II/3-1"], "60": ["8/II/3-2"]}
    day = play(board(units), "move B", "enter 39", "enter 62", "enter 61")
    assert is_committed(day, "1/9 Gur A-1") and where(day, "1/9 Gur A-1") == "61", "1 + 2 + 2 of 6 MF"
    assert cost(day, ALLIED, space("53")) == 2
    night = play(board(units, night=True), "move B", "enter 39", "enter 62", "enter 61")
    assert "enter 53" in offered(night)
    assert cost(board(units), ALLIED, space("A")) == 2 and cost(board(units, night=True), ALLIED, space("A")) == 1


@pytest.mark.case(THUNDER, "10.1", "10.4", "10.41", "10.42", "10.4.through", "10.4.exit", "10.3", "7.2")
def test_zones() -> None:
    germans = ["9/III/3-1", "9/III/3-2", *company("2/I/3"), "3/I/3-1"]
    for count, price in ((0, 2), (1, 3), (2, 3), (3, 4), (5, 4), (6, 5)):
        s = board({"J": germans[:count], "I": ["3/I/3-2"]})
        assert cost(s, ALLIED, space("J")) == price
    s = board({"K": ["1/9 Gur A-1", "9/III/3-1"], "J": ["9/III/3-2"], "68": ["9/III/3-3"]})
    s = play(s, "move K")
    assert {"enter J", "enter A", "enter 68", "enter 63"} <= set(offered(s)), "out of contact into contact"
    assert refusal(s, "enter 66").key == "not_adjacent"
    after = play(s, "enter A")
    assert "enter 39" in offered(after), "through Zones, with the Area's own cost"
    crowd = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), *company("25 NZ D")]
    assert "enter B" in offered(play(board({"B": crowd, "C": ["24 NZ B-1"], **GUARD}), "move C"))


@pytest.mark.case(THUNDER, "7.2.ban", "10.7")
def test_germans_never_enter_zones_a_to_f() -> None:
    s = play(board({"63": ["9/III/3-1"], "1": ["25 NZ A-1"]}, side="German"), "move 63")
    told = refusal(s, "enter A")
    assert (told.rule, told.key) == ("10.7", "allied_zone")
    assert "enter K" in offered(s)


@pytest.mark.case(THUNDER, "19.1", "19.12.white", "19.12.mg")
def test_first_turn_movement() -> None:
    units = {"5": ["6/II/3-1"], "13": ["8/II/3-1"], "1": ["25 NZ A-1"]}
    first = play(board(units, turn=1, side="German"), "move 5")
    assert refusal(first, "enter 4").rule == "19.12.white" and "enter 7" in offered(first)
    assert "enter 4" in offered(play(board(units, turn=2, side="German"), "move 5"))
    assert cost(board(units, turn=1), ALLIED, space("7")) == 1 and cost(board(units, turn=2), ALLIED, space("7")) == 2
    assert cost(board(units, turn=1), ALLIED, space("13")) == 3
    guns = board({"13": ["25 NZ MG"], "5": ["6/II/3-1"]}, turn=1)
    assert [cost(guns, GERMAN, space(k)) for k in ("7", "13")] == [2, 4], "Allied machine guns work on turn 1"


@pytest.mark.case(THUNDER, "7.1", "7.1.transit", "7.1.refuse")
def test_an_over_full_area_may_be_crossed_but_not_stayed_in() -> None:
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    s = play(board({"7": ten, "4": ["25 NZ D-2"], **GUARD}), "move 4", "enter 7")
    assert refusal(s, "done").rule == "7.1"
    assert set(offered(s)) == {"enter 4", "enter 5", "enter 9", "enter 10", "enter 13"}
    assert where(play(s, "enter 10", "done"), "25 NZ D-2") == "10"
    weary = play(board({"7": ten, "B": ["25 NZ D-2"], "13": ["8/II/3-1"], "8": ["8/II/3-2"]}), "move B", "enter 1")
    weary = play(weary, "enter 4")
    told = refusal(weary, "enter 7")
    assert (told.rule, told.key) == ("7.1.refuse", "no_room"), "two MF to get in, one left, two to get out"
    held = play(board({"7": [*ten, "6/II/3-1"], "4": ["25 NZ D-2"], **GUARD}), "move 4")
    assert refusal(held, "enter 7").key == "no_room", "contact would stop it there"


@pytest.mark.case(THUNDER, "7.1")
def test_an_eleventh_infantry_unit_must_be_an_observer() -> None:
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    s = play(board({"7": ten, "4": ["NZ Div Obs"], **GUARD}), "move 4", "enter 7")
    assert "done" in offered(s)
    second = play(board({"7": [*ten, "NZ Corps Obs"], "4": ["NZ Div Obs"], **GUARD}), "move 4", "enter 7")
    assert "done" not in offered(second), "one observer more, not two"
    tanks = play(board({"7": company("19 Armd B"), "4": ["19 Armd B-4"], **GUARD}), "move 4", "enter 7")
    assert "done" not in offered(tanks), "three Armor are the limit"


@pytest.mark.case(THUNDER, "7.3")
def test_an_over_full_area_loses_units_of_its_owners_choice() -> None:
    crowd = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), *company("25 NZ D", 2)]
    s = board({"7": crowd, **GUARD}, stack=[{"step": "Impulse", "side": "German"}, {"step": "Limits"}])
    assert prompt(s) == "surplus" and "giveup 25 NZ B-2" in offered(s)
    assert refusal(s, "giveup 9/III/3-1").rule == "7.3"
    after = play(s, "giveup 25 NZ B-2")
    assert where(after, "25 NZ B-2") == "Eliminated" and prompt(after) == "impulse"
    full = [*company("26 NZ A"), *company("26 NZ B"), *company("26 NZ C"), "26 NZ MG"]
    s = board({"4": full, "7": crowd, **GUARD}, stack=[{"step": "Impulse", "side": "German"}, {"step": "Limits"}])
    assert set(offered(s)) == {f"giveup {name}" for name in crowd}, "ten in an Area before it are not too many"


@pytest.mark.case(THUNDER, "18.2.enter")
def test_reserves_do_not_enter_enemy_occupied_places() -> None:
    units = {"13": ["25 NZ A-1", "25 NZ MG"], "14": ["6/II/3-1"]}
    s = play(board(units, turn=11, last=15), "move 13", "add 25 NZ A-1")
    assert refusal(s, "enter 14").rule == "18.2.enter"
    assert "enter 14" in offered(play(board(units, turn=11, last=15), "move 13", "add 25 NZ MG"))
    assert "enter 14" in offered(play(board(units, turn=9), "move 13", "add 25 NZ A-1"))
    assert refusal(play(board(units, turn=10, last=15), "move 13", "add 25 NZ A-1"), "enter 14").rule == "18.2.enter"
    zone = {"49": ["25 NZ A-1", "25 NZ MG"], "G": ["9/III/3-1"]}
    assert refusal(play(board(zone, turn=11, last=15), "move 49", "add 25 NZ A-1"), "enter G").rule == "18.2.enter"
    assert "enter G" in offered(play(board(zone, turn=11, last=15), "move 49", "add 25 NZ MG"))


@pytest.mark.case(THUNDER, "8.17", "8.17.illegal")
def test_illegal_moves_are_refused_with_their_case_and_change_nothing() -> None:
    s = play(board({"13": ["19 Armd B-1"], **GUARD}), "move 13")
    told = refusal(s, "enter 9")
    assert told.rule == "8.22" and where(s, "19 Armd B-1") == "13"
    assert refusal(board({"13": ["25 NZ A-1"], **GUARD}), "move 66").key == "nobody_there"


@pytest.mark.case(THUNDER, "7.3", "7.1")
def test_the_surplus_of_the_germans_and_of_the_other_groups_is_their_own() -> None:
    crowd = [*company("5/II/3"), *company("6/II/3"), *company("7/II/3"), "8/II/3-1", "8/II/3-2"]
    units = {"7": [*crowd, "25 NZ A-1"], "8": company("25 NZ B"), "K": [*company("1/I/3"), *company("3/I/3")]}
    s = board(units, stack=[{"step": "Impulse", "side": "Allied"}, {"step": "Limits"}])
    assert set(offered(s)) == {f"giveup {name}" for name in crowd} and kit.asks(s).seat == 1
    assert (refusal(s, "giveup 25 NZ A-1").rule, refusal(s, "giveup 25 NZ A-1").key) == ("7.3", "not_surplus")
    assert refusal(s, "pass").key == "not_offered"
    done = play(s, "giveup 8/II/3-2")
    assert where(done, "8/II/3-2") == "Eliminated" and prompt(done) == "impulse"
    watched = board({"7": [*crowd[:10], "1 Para Div Obs"], "8": ["25 NZ B-1"]}, stack=[{"step": "Limits"}])
    assert not excess(watched.tally[BOARD + space("7")], space("7")), "an observer is one more"


@pytest.mark.case(THUNDER, "8.2", "8.11", "8.11.later", "8.13")
def test_every_refusal_of_a_mover() -> None:
    units = {"13": ["25 NZ A-1", "25 NZ A-2", "19 Armd B-1"], "1": ["25 NZ B-1"], "14": ["6/II/3-1"], **GUARD}
    s = play(board(units, committed=["25 NZ A-2"]), "move 13")
    reasons = {
        "add 25 NZ A-2": ("8.13", "committed"),
        "add 25 NZ B-1": ("8.11", "other_place"),
        "add 6/II/3-1": ("8.11", "not_yours"),
        "enter 10": ("8.2", "choose_units_first"),
        "stay": ("8.2", "choose_units_first"),
        "done": ("8.11", "nothing_done"),
        "target 14 > uncommitted": ("8.11", "one_kind"),
    }
    assert {text: (refusal(s, text).rule, refusal(s, text).key) for text in reasons} == reasons
    assert offered(s) == ["all", "add 25 NZ A-1", "add 19 Armd B-1"]
    one = play(s, "add 25 NZ A-1")
    assert refusal(one, "add 25 NZ A-1").key == "already_chosen" and refusal(one, "enter 1").key == "not_adjacent"
    far = play(one, "enter 10", "enter 6")
    assert refusal(far, "enter 14").key == "not_adjacent"
    assert "add 19 Armd B-1" in offered(far) and "stay" not in offered(far)
    back = play(far, "add 19 Armd B-1")
    assert refusal(back, "add 25 NZ A-1").key == "act_first", "the new party has not moved yet"


@pytest.mark.case(THUNDER, "8.2.split", "8.2.interleave", "8.22")
def test_all_takes_along_whoever_has_a_step_in_common() -> None:
    """In an Area everybody may at least stay; on the way only those who can go on together."""
    units = {"13": ["25 NZ A-1", "25 NZ A-2", "19 Armd B-1"], **GUARD}
    s = play(board(units), "move 13", "all")
    assert kit.asks(s).units == (unit("25 NZ A-1"), unit("25 NZ A-2"), unit("19 Armd B-1"))
    assert "enter 9" not in offered(s) and {"enter 12", "stay"} <= set(offered(s))
    zone = play(board({"B": ["25 NZ A-1", "19 Armd B-1"], **GUARD}), "move B", "add 25 NZ A-1")
    assert set(offered(zone)) == {"add 19 Armd B-1", "enter 1", "enter 2", "enter 37", "enter 39", "enter A", "enter C"}
    both = play(zone, "add 19 Armd B-1")
    assert set(offered(both)) == {"enter 1", "enter 2", "enter A", "enter C"}
    split = play(board({"13": ["25 NZ A-1", "25 NZ A-2"], **GUARD}), "move 13", "add 25 NZ A-1", "enter 10")
    split = play(split, "add 25 NZ A-2", "enter 10")
    joined = play(split, "add 25 NZ A-1")
    assert kit.asks(joined).units == (unit("25 NZ A-1"), unit("25 NZ A-2")), "both stand in 10 and go on together"
    ended = play(joined, "enter 6", "done")
    assert [where(ended, name) for name in ("25 NZ A-1", "25 NZ A-2")] == ["6", "6"]
    assert list(ended.spent) == [0] * len(ended.spent), "what was spent is forgotten with the impulse"


@pytest.mark.case(THUNDER, "8.2.split", "8.2.interleave")
def test_of_those_who_came_together_one_or_more_go_on() -> None:
    s = play(board({"13": company("25 NZ A"), **GUARD}), "move 13", "all", "enter 10")
    assert [text for text in offered(s) if text.startswith("add")] == [f"add {name}" for name in company("25 NZ A")]
    one = play(s, "add 25 NZ A-2")
    assert kit.asks(one).units == (unit("25 NZ A-2"),) and refusal(one, "add 25 NZ A-2").key == "already_chosen"
    both = play(one, "add 25 NZ A-3")
    assert refusal(both, "add 25 NZ A-2").key == refusal(both, "add 25 NZ A-3").key == "already_chosen"
    two = play(both, "enter 6")
    assert [where(two, name) for name in company("25 NZ A")] == ["10", "6", "6"]
    other = play(two, "add 25 NZ A-1", "enter 11", "add 25 NZ A-3", "enter 10", "done")
    assert [where(other, name) for name in company("25 NZ A")] == ["11", "6", "10"]
    assert all(is_committed(other, name) for name in company("25 NZ A"))
    alone = play(board({"13": ["25 NZ A-1"], **GUARD}), "move 13", "enter 10")
    assert refusal(alone, "add 25 NZ A-1").key == "already_chosen" and "add 25 NZ A-1" not in offered(alone)


@pytest.mark.case(THUNDER, "8.2.split", "8.22")
def test_a_party_without_a_step_in_common_does_not_end_the_impulse() -> None:
    """Foot and tank in Zone A have no step in common any more, but each has some."""
    s = play(board({"1": ["25 NZ A-1", "19 Armd B-1"], **GUARD}), "move 1", "all", "enter B", "enter A")
    assert offered(s) == ["add 25 NZ A-1", "add 19 Armd B-1", "done"]
    tank = play(s, "add 19 Armd B-1")
    assert "add 25 NZ A-1" not in offered(tank) and refusal(tank, "add 25 NZ A-1").key == "no_common_way"
    ahead = play(tank, next(text for text in offered(tank) if text.startswith("enter")))
    assert where(ahead, "19 Armd B-1") != "A" and "add 25 NZ A-1" in offered(ahead)
    foot = play(s, "add 25 NZ A-1")
    assert {text for text in offered(foot) if text.startswith("enter")}.isdisjoint(offered(tank))


@pytest.mark.case(THUNDER, "8.2", "8.21.arm")
def test_movement_factors_are_counted_over_the_whole_move() -> None:
    """A Sherman has seven: four for the machine gun's Area would be one too many after four of them."""
    units = {"1": ["19 Armd B-1"], "13": ["8/II/3-1"], **GUARD}
    s = play(board(units), "move 1", "enter 2", "enter 4", "enter 5")
    assert s.spent[unit("19 Armd B-1")] == 3 and "enter 7" in offered(s), "1 + 1 + 1, and 2 next to the gun"
    near = play(s, "enter 7")
    assert near.spent[unit("19 Armd B-1")] == 5
    told = refusal(near, "enter 13")
    assert (told.key, told.facts) == ("too_few_mf", (space("13"), 4, 2))
    on = play(near, "enter 10")
    assert is_committed(on, "19 Armd B-1"), "seven of seven"


@pytest.mark.case(THUNDER, "13.11", "13.12", "8.2.stop")
def test_a_vehicle_that_gets_through_the_rubble_pays_and_stops_like_others() -> None:
    units = {"13": ["19 Armd B-1", "25 NZ A-1"], "12": ["6/II/3-1"], **GUARD}
    s = play(board(units, rubble={"12": 1, "14": 2}), "move 13", "add 19 Armd B-1", "enter 12", dice=[(3, 4)])
    assert where(s, "19 Armd B-1") == "12" and is_committed(s, "19 Armd B-1"), "contact ends its move"
    walk = play(board(units, rubble={"14": 2}), "move 13", "all", "enter 14", dice=[(4, 5)])
    assert {where(walk, "19 Armd B-1"), where(walk, "25 NZ A-1")} == {"14"}
    assert walk.spent[unit("19 Armd B-1")] == 1 == walk.spent[unit("25 NZ A-1")]
    stuck = play(board(units, rubble={"14": 2}), "move 13", "all", "enter 14", dice=[(4, 4)])
    assert where(stuck, "19 Armd B-1") == "13" and where(stuck, "25 NZ A-1") == "14"


@pytest.mark.case(THUNDER, "7.3")
def test_nothing_is_given_up_where_there_is_room() -> None:
    s = board({"13": company("25 NZ A"), **GUARD})
    told = Limits().why_not(s, GIVE_UP[unit("25 NZ A-1")])
    assert Limits().ask(s) is None and told is not None and told.key == "not_offered"


@pytest.mark.case(THUNDER, "8.21.inf", "7.1.transit", "7.1.refuse")
def test_infantry_that_leaves_contact_cannot_pass_through_a_full_area() -> None:
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    s = play(board({"13": ["25 NZ D-2", "19 Armd B-1", "6/II/3-1"], "7": ten, **GUARD}), "move 13", "add 25 NZ D-2")
    assert refusal(s, "enter 7").key == "no_room", "one step is all it has"


@pytest.mark.case(THUNDER, "8.21.armat", "10.42")
def test_armor_may_leave_armor_for_a_zone_that_has_some() -> None:
    s = play(board({"49": ["19 Armd B-1", "242 StuG-1"], "G": ["242 StuG-2"], **GUARD}), "move 49")
    assert "enter G" in offered(s)


@pytest.mark.case(THUNDER, "8.21.armat", "10.42")
@pytest.mark.parametrize("there", ["9/III/3-1", "242 StuG-8"])
def test_from_a_zone_with_enemy_armor_armor_goes_on_to_enemy_armor(there: str) -> None:
    """Wherever it began; only from Area to Area enemy armor bars the way."""
    s = play(board({"27": ["19 Armd B-1", there], "G": ["242 StuG-1"], "49": ["242 StuG-2"], **GUARD}), "move 27")
    s = play(s, "enter G")
    assert "enter 49" in offered(s)
    after = play(s, "enter 49")
    assert where(after, "19 Armd B-1") == "49" and is_committed(after, "19 Armd B-1"), "contact ends its move"


@pytest.mark.case(THUNDER, "7.1.transit", "7.1.refuse")
def test_a_party_too_large_for_an_area_does_not_pass_through_one() -> None:
    """Eleven in Zone C: through 34 they could reach Zone D, but not as one party."""
    eleven = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1", "25 NZ D-2"]
    s = play(board({"C": eleven, **GUARD}), "move C", "all")
    assert {"enter B", "enter D"} <= set(offered(s)) and refusal(s, "enter 34").key == "no_room"


@pytest.mark.case(THUNDER, "7.1.transit", "18.2.enter")
def test_the_way_back_is_no_way_on() -> None:
    """Reserves of turn 11: 37 is full, and 1, 38 and 39 are held by the enemy."""
    ten = [*company("25 NZ A"), *company("25 NZ B"), *company("25 NZ C"), "25 NZ D-1"]
    units = {"37": ten, "B": ["25 NZ D-2"], "1": ["9/III/3-1"], "38": ["9/III/3-2"], "39": ["9/III/3-3"]}
    s = play(board(units, turn=11, last=15), "move B")
    assert refusal(s, "enter 37").key == "no_room"


@pytest.mark.case(THUNDER, "19.12.white", "1.intro")
def test_white_circles_off_the_map_are_off_the_map() -> None:
    """Into the Rubble has only the town: 38 has a white circle and lies outside."""
    for turn, side, name in ((1, ALLIED, "25 NZ A-1"), (2, GERMAN, "6/II/3-1")):
        s = board({"4": ["25 NZ A-1"], "8": ["6/II/3-1"]}, scenario="intro_town", turn=turn)
        at = s.loc[unit(name)]
        told = objection(s, side, at, traits(s, (unit(name),)), at, space("38"), False)
        assert told is not None and (told.rule, told.key) == ("1.intro", "off_the_map")


@pytest.mark.case(THUNDER, "8.2", "8.23.B")
def test_the_last_factor_is_not_enough_for_area_one_under_a_machine_gun() -> None:
    s = board({"15": ["25 NZ A-1"], "37": ["8/II/3-1"], **GUARD})
    s = play(s, "move 15", "enter 11", "enter 10", "enter 7", "enter 4")
    assert s.spent[unit("25 NZ A-1")] == 4 and "enter 2" in offered(s) and "enter 1" not in offered(s)
