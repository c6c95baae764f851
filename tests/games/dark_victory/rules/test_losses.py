"""2.13, 5.3, 6.5, 8.7, 13.x Losses: what dies with what, and that play stops in the middle when it must."""

import pytest

from grognard.core import Event, Roll
from grognard.games.dark_victory.content import MEXICAN, TEXAN, UNITS
from grognard.games.dark_victory.rules.arson import Checks, FireCheck, nerve
from grognard.games.dark_victory.rules.blaze import burn_to_death, lose_special, refuse_arson
from grognard.games.dark_victory.rules.entering import arrive
from grognard.games.dark_victory.rules.events import (
    BowieKilled,
    BurntOut,
    FireChecked,
    LeaderCutOff,
    LeaderKilled,
    LeaderLeft,
    LeaderOverrun,
    LeaderShot,
    LeaderStruck,
    NeverStays,
    Overrun,
    PrisonersTaken,
    StepLost,
    Taken,
    UnitKilled,
    Unopposed,
)
from grognard.games.dark_victory.rules.losses import capture, kill_leader, lose_step, orphaned, perish, strike, surplus
from grognard.games.dark_victory.rules.state import Alamo, losses, place
from grognard.games.dark_victory.rules.victory import Final
from tests.games.dark_victory.kit import GAME, SPACE, TITLE, UNIT, Played, act, beginning, board, dead, fighting

TORCH = {"MR-S1": "2521", "Vega": "2521"}


def quiet(event: object) -> None:
    """Nobody listens."""


def near_collapse(units: dict[str, str], left: int, **told: object) -> Alamo:
    """A position in which so many more steps may be lost before the army collapses."""
    s = board(units, **told)
    raw = 60 - left
    free = [u for u in UNITS if GAME.names["UnitId"][u].startswith("M") and s.loc[u] == SPACE["off the map"]]
    troops = [u for u in free if "-" in GAME.names["UnitId"][u]]
    for u in troops[: raw // 2]:
        place(s, u, SPACE["dead"])
        s.reduced[u] = 1
    if raw % 2:
        s.reduced[troops[raw // 2]] = 1
    s.column_losses[0] += raw
    return s


@pytest.mark.case(TITLE, "6.5.B", "2.13.B")
def test_surplus_units_die_whole_however_many_steps_they_have_left() -> None:
    units = {"M4-L1": "2621 in", "M4-L2": "2621 in", "M4-L3": "2621 in", "T4-inf1": "2015"}
    s = board(units, reduced=["M4-L1"])
    assert surplus(s, SPACE["2621 in"]) == (UNIT["M4-L2"], UNIT["M4-L1"])  # counted from the top
    heard: list[object] = []
    assert not strike(s, SPACE["2621 in"], heard.append)
    assert [s.loc[UNIT[n]] == SPACE["dead"] for n in units if n[0] == "M"] == [True, True, False]
    assert losses(s) == 1 + 1 + 2 + 1 and s.reduced[UNIT["M4-L3"]]  # one before, the top step, both steps, the last one
    assert len([e for e in heard if type(e) is UnitKilled]) == 2
    room = board({"M4-L1": "2621 in", "M4-L2": "2621 in"}, reduced=["M4-L1", "M4-L2"])
    assert surplus(room, SPACE["2621 in"]) == ()  # two and two fill it
    skip = board({"M4-L1": "2621 in", "M4-L2": "2621 in", "M4-L3": "2621 in"}, reduced=["M4-L1", "M4-L3"])
    assert surplus(skip, SPACE["2621 in"]) == (UNIT["M4-L2"],)  # what does not fit is passed over


@pytest.mark.case(TITLE, "5.4", "6.5.B")
def test_play_stops_at_the_sixty_first_step_even_among_those_who_perish() -> None:
    units = {"M4-L1": "2621 in", "M4-L2": "2621 in", "T4-inf1": "2015"}
    s = near_collapse(units, 2)
    assert perish(s, (UNIT["M4-L1"], UNIT["M4-L2"]), quiet)
    assert losses(s) == 61 and s.loc[UNIT["M4-L2"]] != SPACE["dead"] and s.result is not None
    hit = near_collapse(units, 1)
    assert strike(hit, SPACE["2621 in"], quiet) and losses(hit) == 61
    first = near_collapse(units, 0)
    assert strike(first, SPACE["2621 in"], quiet) and losses(first) == 61
    fine = near_collapse(units, 9)
    assert not perish(fine, (UNIT["M4-L1"],), quiet) and losses(fine) == 53


@pytest.mark.case(TITLE, "8.7", "10.4", "4.4")
def test_all_leaders_of_a_hex_die_with_its_last_unit() -> None:
    s = board({"T4-inf1": "2320", "Jones": "2320", "Travis": "2320", "M4-L1": "2310"})
    heard: list[object] = []
    assert not strike(s, SPACE["2320"], heard.append)
    assert [s.loc[UNIT[n]] for n in ("T4-inf1", "Jones", "Travis")] == [SPACE["dead"]] * 3
    assert len([e for e in heard if type(e) is LeaderKilled]) == 2
    last = board({"Jones": "2320", "Travis": "2321", "M4-L1": "2310"}, spare=False)
    assert not orphaned(last, SPACE["2320"], quiet) and last.loc[UNIT["Jones"]] == SPACE["dead"]
    assert orphaned(last, SPACE["2321"], quiet)  # the last Texan of all
    mexican = board({"Cos": "2310", "T4-inf1": "2320"})
    assert not kill_leader(mexican, UNIT["Cos"], quiet) and losses(mexican) == 0
    nobody = board({"Cos": "2310", "T4-inf1": "2320"})
    assert not strike(nobody, SPACE["2310"], quiet) and nobody.loc[UNIT["Cos"]] == SPACE["2310"]


@pytest.mark.case(TITLE, "2.13", "5.3")
def test_a_step_is_marked_where_it_falls() -> None:
    s = board({"M4-L1": "2310", "T4-inf1": "2320"})
    heard: list[object] = []
    for _ in range(2):
        assert not lose_step(s, UNIT["M4-L1"], heard.append)
    assert dict(s.dead) == {SPACE["2310"]: 2} and s.loc[UNIT["M4-L1"]] == SPACE["dead"]
    assert [e.total for e in heard if type(e) is StepLost] == [1, 2] and s.column_losses == [0, 0, 0, 0, 2, 0]
    assert not lose_step(s, UNIT["T4-inf1"], heard.append)
    assert dict(s.dead)[SPACE["2320"]] == 1 and losses(s) == 2


@pytest.mark.case(TITLE, "3.5.C", "13.1", "13.2", "13.3.G")
def test_who_is_scored_for_whom() -> None:
    units = {"M4-L1": "2310", "T12-sla1": "2320", "T13-wom2": "2321", "T13-wom1": "2925 in"}
    s = board(units)
    heard: list[Event] = []
    assert not capture(s, UNIT["T12-sla1"], UNIT["M4-L1"], heard.append) and s.points == (1, 0)
    assert not capture(s, UNIT["T13-wom2"], UNIT["M4-L1"], heard.append) and s.points == (2, 0)
    assert [(type(e), e.rule) for e in heard] == [(PrisonersTaken, "13.2"), (Taken, "13.1")]
    assert lose_special(s, UNIT["T13-wom1"], heard.append) and s.points == (2, 0)  # the last of all
    assert [e.rule for e in heard[2:]] == ["13.3.G"]  # lost, not taken
    assert {s.loc[UNIT[n]] for n in units if n[0] == "T"} == {SPACE["captured"]}
    last = board({"M4-L1": "2310", "T12-sla1": "2320"}, spare=False)
    assert capture(last, UNIT["T12-sla1"], UNIT["M4-L1"], quiet)


@pytest.mark.case(TITLE, "13.3.E", "8.6")
def test_a_leader_with_a_bonus_of_one_steadies_everybody_alike() -> None:
    asked = act(
        board({**TORCH, "T4-inf1": "2621 in", "T4-inf2": "2621 in", "Jones": "2621 in"}), "activate MR-S1", "done"
    )
    done = asked.then("torch 2621", dice=[(4,), (4,)])
    assert [(e.morale, e.stays) for e in done.heard(FireChecked)] == [(4, True), (4, True)]
    s = board(
        {"T5-inf1": "2621 in", "Patton": "2621 in", "T4-inf1": "2620 in", "T4-inf2": "2624 in", "Baugh": "2624 in"}
    )
    assert [nerve(s, UNIT["T5-inf1"], told) for told in (True, False)] == [
        4,
        4,
    ]  # his bonus is nothing, his presence one
    assert [nerve(s, UNIT["T4-inf1"], told) for told in (True, False)] == [3, 3]
    assert [nerve(s, UNIT["T4-inf2"], told) for told in (True, False)] == [5, 4]
    roll = FireCheck((UNIT["T4-inf1"],), UNIT["T4-inf2"]).ask(s)
    assert type(roll) is Roll and roll.dice == (6,)
    assert Checks(SPACE["2624 in"]).ask(s) is None  # one unit: the leader's choice is made


@pytest.mark.case(TITLE, "13.3.B", "13.3.C", "13.3.D")
def test_a_fire_is_checked_once_and_then_forgotten_until_the_next_phase() -> None:
    start = act(board({**TORCH, "T4-inf1": "2621 in", "M4-L6": "0505"}), "activate MR-S1", "done")
    done = start.then("torch 2621", dice=[(3,)])
    assert done.s.kindled == -1 and len(done.heard(FireChecked)) == 1 and done.prompt == "mexican_actions"
    other = done.then("activate M4-L6", "done")
    assert other.heard(FireChecked) == []


@pytest.mark.case(TITLE, "13.3.C", "8.6", "9.6")
def test_who_cannot_pay_for_the_door_burns_and_not_the_leader_he_took_along() -> None:
    """Only who was forced to flee is lost where there is no way out; a leader need not leave."""
    units = {**TORCH, "T4-inf1": "2621 in", "Baugh": "2621 in", "Jones": "2621 in", "M1-F1": "2520", "T7-inf1": "2015"}
    start = act(board({**units, "M1-F2": "2522"}, dead={"2620 in": 6}), "activate MR-S1", "done")
    fled = start.then("torch 2621", dice=[(6,)])
    assert fled.prompt == "flee"
    lost = fled.then("bring Baugh", "force 2620 in", dice=[(6,)])
    assert lost.where("T4-inf1") == "dead" and lost.where("Baugh") == lost.where("Jones") == "2621 in"
    assert len(lost.heard(BurntOut)) == 1 and lost.heard(LeaderKilled) == [] and dead(lost, "2621 in") == 1
    assert [e.unit for e in lost.heard(UnitKilled)] == [UNIT["T4-inf1"]]
    last = board({"T4-inf1": "2621 in", "T4-inf2": "2621 in", "M4-L1": "2310"}, spare=False)
    burn_to_death(last, (UNIT["T4-inf1"], UNIT["T4-inf2"]), quiet)
    assert last.stack == (Final(),)


@pytest.mark.case(TITLE, "13.3", "13.3.H", "9.13")
def test_the_unroofed_chapel_burns_like_a_room() -> None:
    s = act(board({"MR-S1": "3126", "Vega": "3126", "T4-inf1": "3027", "T4-inf2": "2320"})).s
    assert refuse_arson(s, (UNIT["MR-S1"], UNIT["Vega"]), SPACE["3027"]) is None
    assert refuse_arson(s, (UNIT["Vega"], UNIT["MR-S1"]), SPACE["3027"]) is None
    told = refuse_arson(s, (UNIT["Vega"],), SPACE["3027"])
    assert told is not None and told.key == "no_sapper"
    plaza = act(board({"MR-S1": "2319", "Vega": "2319", "T4-inf1": "2320"})).s
    told = refuse_arson(plaza, (UNIT["MR-S1"],), SPACE["2320"])
    assert told is not None and told.key == "no_texans_inside"  # no room there
    sappers = {"MR-S1": "2521", "Vega": "2521", "T4-inf1": "2621 in"}
    three = act(board(sappers, fires=["2528", "2616", "1919"])).s
    assert refuse_arson(three, (UNIT["MR-S1"],), SPACE["2621"]) is None  # the fourth is allowed
    room = act(board(sappers)).s
    told = refuse_arson(room, (UNIT["MR-S1"],), SPACE["2621 in"])
    assert told is not None and told.key == "not_adjacent"  # the number is what burns


@pytest.mark.case(TITLE, "13.3.G", "4.4")
def test_the_last_texans_burn_and_the_game_is_counted() -> None:
    s = board({**TORCH, "T13-wom1": "2621 in", "T13-wom2": "2621 in"}, spare=False)
    over = act(s, "activate MR-S1", "done", "torch 2621", dice=[(1,)])
    assert over.s.result is not None and over.where("T13-wom2") == "captured" and over.s.points == (0, 0)
    assert [e.rule for e in over.heard(NeverStays)] == ["13.3.G"] * 2 and over.heard(BurntOut) == []
    assert over.heard(Taken) == [] and over.s.turn == 10  # both at once


@pytest.mark.case(TITLE, "10.24", "8.7", "12.13", "12.13.B", "8.2.D", "13.1.B", "13.3.G", "8.2.C")
def test_the_log_says_by_which_case_a_leader_dies() -> None:
    def told(played: Played) -> list[tuple[type, str]]:
        kinds = (
            LeaderShot, LeaderKilled, LeaderLeft, LeaderStruck, BowieKilled, LeaderOverrun, LeaderCutOff, NeverStays,
        )  # fmt: skip
        return [(type(e), e.rule) for e in played.events if isinstance(e, kinds)]

    stack = {"T7-inf1": "2320", "M1-F1": "2317", "Cos": "2317", "Mora": "2317"}
    shot = act(board(stack, side=TEXAN), "activate T7-inf1", "shoot 2317", dice=[(1, 1)])
    assert told(shot) == [(LeaderShot, "10.24")] and shot.where("Mora") == "dead"
    last = act(board(stack, side=TEXAN, reduced=["M1-F1"]), "activate T7-inf1", "shoot 2317", dice=[(1, 1)])
    assert told(last) == [(LeaderKilled, "8.7")] * 2  # with the last step; the two has nobody left to kill
    melee = {"M1-F1": "2320", "Cos": "2320", "T4-inf1": "2321"}
    struck = act(board(melee, stack=fighting(MEXICAN, 10)), "assault 2321", dice=[(1, 1), (1, 1)])
    assert told(struck) == [(LeaderStruck, "12.13.B")]
    left = act(board(melee, stack=fighting(MEXICAN, 10), reduced=["M1-F1"]), "assault 2321", dice=[(1, 6)])
    assert told(left) == [(LeaderLeft, "12.13")] and left.where("Cos") == "dead"
    bowie = board({"M4-L1": "2527", "Bowie": "2528 in"}, stack=fighting(MEXICAN, 10), doors=[("2527", "2528 in")])
    taken = act(bowie, "assault 2528 in")
    assert told(taken) == [(BowieKilled, "13.1.B")] and taken.where("Bowie") == "dead"
    assert len(taken.heard(Overrun)) == 1 and taken.heard(Unopposed) == []
    alone = act(board({"M4-L1": "2320", "Jones": "2321"}, stack=fighting(MEXICAN, 10)), "assault 2321")
    assert told(alone) == [(LeaderOverrun, "8.2.D")] and alone.where("Jones") == "dead"
    assert [e.rule for e in alone.heard(Unopposed)] == ["8.2.D"] and alone.heard(Overrun) == []
    both = {"M4-L1": "2826", "Jones": "2925 in", "T13-wom1": "2925 in", "T4-inf1": "2015"}
    mixed = act(board(both, stack=fighting(MEXICAN, 10), doors=[("2826", "2925 in")], spare=False), "assault 2925 in")
    assert [e.rule for e in mixed.heard(Overrun)] == ["13.1.B"] and mixed.heard(Unopposed) == []
    cut = act(board({"M1-F1": "2320", "Jones": "2321", "T4-inf1": "2015"}, stack=beginning(10)))
    assert told(cut) == [(LeaderCutOff, "8.2.C")] and cut.where("Jones") == "dead"
    fire = act(board({**TORCH, "Bowie": "2621 in"}), "activate MR-S1", "done", "torch 2621")
    assert told(fire) == [(NeverStays, "13.3.G")] and fire.where("Bowie") == "dead"
    assert fire.heard(UnitKilled) == []  # he is no step


@pytest.mark.case(TITLE, "5.4", "12.12")
def test_a_melee_that_brings_the_collapse_advances_nobody() -> None:
    s = near_collapse({"M4-L1": "2320", "T4-inf1": "2321"}, 0, stack=fighting(MEXICAN, 10))
    over = act(s, "assault 2321", dice=[(1, 6)])
    assert over.s.result is not None and over.s.result.winners == (TEXAN,)
    assert over.where("T4-inf1") == "2321" and over.where("M4-L1") == "2320"


@pytest.mark.case(TITLE, "10.16", "11.8.B", "13.3")
def test_a_leader_below_hinders_no_capture_and_everybody_in_a_hex_is_denied() -> None:
    s = board({"Cos": "2326", "M1-F1": "2326", "T4-inf1": "2325", "T7-inf1": "2325"}, guns={"6pdr-2326": "2326"})
    assert not arrive(s, (UNIT["Cos"], UNIT["M1-F1"]), SPACE["2326"], quiet)
    assert s.gun_side[6] == MEXICAN
    assert [s.deniers[UNIT[n]] for n in ("T4-inf1", "T7-inf1")] == [(UNIT["Cos"], UNIT["M1-F1"])] * 2
    lit = act(board({"Vega": "2521", "MR-S1": "2521", "T4-inf1": "2621 in"}), "activate MR-S1", "done")
    assert "2621" in lit.verbs("torch")


@pytest.mark.case(TITLE, "2.7.B", "8.2.C", "9.24", "5.3.note")
def test_a_dead_leader_lies_where_he_fell() -> None:
    """His counter shows its dead side there: one more to enter, and no step of the army."""
    cut = act(board({"M1-F1": "2320", "Jones": "2321", "T4-inf1": "2015"}, stack=beginning(10)))
    assert cut.where("Jones") == "dead" and dead(cut, "2321") == 1
    stack = {"T7-inf1": "2320", "M1-F1": "2317", "Cos": "2317", "Mora": "2317"}
    shot = act(board(stack, side=TEXAN), "activate T7-inf1", "shoot 2317", dice=[(1, 1)])
    assert shot.where("Mora") == "dead" and dead(shot, "2317") == 2 and losses(shot.s) == 1
    last = act(board(stack, side=TEXAN, reduced=["M1-F1"]), "activate T7-inf1", "shoot 2317", dice=[(1, 1)])
    assert dead(last, "2317") == 3 and losses(last.s) == 2  # the platoon, Cos and Mora
    taken = act(board({"M4-L1": "2320", "Jones": "2321"}, stack=fighting(MEXICAN, 10)), "assault 2321")
    assert dead(taken, "2321") == 1
    women = act(board({"M4-L1": "2826", "T13-wom1": "2925 in", "T4-inf1": "2015"}, stack=fighting(MEXICAN, 10),
                      doors=[("2826", "2925 in")], spare=False), "assault 2925 in")  # fmt: skip
    assert women.where("T13-wom1") == "captured" and dead(women, "2925 in") == 0
