"""Small print of 4 to 15 at its edges: what happens without a question, who comes first, and what changes nothing."""

import pytest

from grognard.core import Only
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    ARMY_HQ,
    COMMONWEALTH,
    GERMAN,
    GERMANS,
    NORTH,
    ROSTER,
    SETUP,
    SPACE,
    UNIT,
    UNIT_NAMES,
    US,
)
from grognard.games.second_front_now.rules.aftermath import AdvanceIn, BreakOff, CloseBattle, Fallback, RetreatCall
from grognard.games.second_front_now.rules.blue_point import BluePointRoll
from grognard.games.second_front_now.rules.boxes import FromItaly, NameNext
from grognard.games.second_front_now.rules.commands import ShiftUnit
from grognard.games.second_front_now.rules.dice import ten_sided
from grognard.games.second_front_now.rules.drops import DropIn
from grognard.games.second_front_now.rules.events import Hampered
from grognard.games.second_front_now.rules.odds import Lines, battle_odds
from grognard.games.second_front_now.rules.plans import DROPS, Planning
from grognard.games.second_front_now.rules.points import allied_points, broken_out
from grognard.games.second_front_now.rules.replacements import Rebuild, RebuildAt, Replacements
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan
from tests.games.second_front_now.kit import act, agree, battle, board

C = "second_front_now"
A, B, D = sorted(("1 US Infantry", "3 US Infantry", "9 US Infantry"), key=lambda name: UNIT[name])
SS, FOE = "9 SS Panzer", "276 German Infantry"
ITALIANS = tuple(UNIT_NAMES[u] for u in ROSTER[GERMAN] if SETUP[u] == "Italy")


def fought(step, side=ALLIED, units=None, attackers=(A, B, D), defenders=(SS,), **more):
    """The attackers in 1511, the defenders in 1512, their fire over."""
    columns = more.pop("columns", {})
    s = board(units or {**dict.fromkeys(attackers, "1511"), **dict.fromkeys(defenders, "1512")}, side, **columns)
    battle(s, side, "1511", "1512", attackers, defenders, **more)
    s.stack = (*s.stack, CloseBattle(), step)
    return s


def options(played):
    """The question's list: what saves answers, and the rest."""
    return played.offers[: played.asked.extra], played.offers[played.asked.extra :]


# Battle


@pytest.mark.case(C, "13.1.step4")
@pytest.mark.case(C, "13.1.step6")
@pytest.mark.parametrize("step", [BreakOff(), RetreatCall(), AdvanceIn()])
def test_nobody_is_asked_where_there_is_nothing_to_choose(step):
    told = act(fought(step), loose=True)
    assert told.prompt == "commands" and not told.heard(Only)


@pytest.mark.case(C, "13.6")
@pytest.mark.parametrize(("step", "lost"), [(BreakOff(), A), (RetreatCall(), SS)])
def test_a_step_comes_back_to_who_lost_it(step, lost):
    told = act(fought(step, losses=(UNIT[lost],), columns={"turn": 3}), loose=True)
    agree(told, [f"restore {name}" for name in (A, B, SS, FOE)])
    assert told.why(f"restore {FOE}") == ("13.6", "nothing_lost")


@pytest.mark.case(C, "13.6.5")
def test_two_fall_back_together_or_apart():
    told = act(fought(Fallback(), attackers=(A,), defenders=(SS, FOE), retreated=True), loose=True)
    agree(
        told, [f"{verb} {hex}" for verb in ("together", "retreat") for hex in ("1413", "1513", "1613", "1412", "1612")]
    )


@pytest.mark.case(C, "13.1.step9")
def test_who_advances_after_whom():
    """An advance out of the order of the list is offered to save answers, never twice."""
    won = fought(AdvanceIn(), units=dict.fromkeys((A, B, D), "1511"))
    first = act(won, loose=True)
    assert options(first) == (["all"], [f"advance {A}", f"advance {B}", f"advance {D}", "done"])
    second = first.then(f"advance {B}", loose=True)
    assert options(second) == (["all", f"advance {A}"], [f"advance {D}", "done"])
    last = first.then(f"advance {D}", f"advance {A}", loose=True)
    assert options(last) == ([f"advance {B}"], ["done"])


@pytest.mark.case(C, "6.3.hold")
@pytest.mark.case(C, "13.5.alone")
def test_who_is_held_back_after_whom():
    gun = "V US Corps"
    s = board({gun: "1511", A: "1511", B: "1511", SS: "1512"})
    join = act(s, "pick 1511", "attack 1512")
    assert {f"withhold {gun}", f"withhold {A}", f"withhold {B}"} <= set(join.offers), "the guns come first in the stack"
    names = sorted((gun, A, B), key=lambda name: UNIT[name])
    middle = join.then(f"withhold {names[1]}")
    rest = [f"withhold {n}" for n in (names[0], names[2]) if n == gun or names[1] == gun]
    head, tail = options(middle)
    assert sorted((*head, *tail)) == sorted(("fight", *rest))
    assert all(UNIT[o.removeprefix("withhold ")] < UNIT[names[1]] for o in head)
    assert all(UNIT[o.removeprefix("withhold ")] > UNIT[names[1]] for o in tail if o != "fight")


@pytest.mark.case(C, "8.5.conv")
@pytest.mark.case(C, "10.6.decl")
def test_a_blooded_division_is_seen_like_those_beside_it():
    green = "2 US Infantry (untried)"
    s = board({green: "1511", A: "1511", SS: "1512"})
    over = act(s, "pick 1511", "attack 1512", "fight", "atwill", "atwill", dice=[10, 10, 10, 10, 10, 9])
    assert over.where("2 US Infantry") == "1511"
    assert set(over.s.known) == {UNIT["2 US Infantry"], UNIT[A]}


@pytest.mark.case(C, "13.7")
def test_odds_no_breaking_off_after_an_extra_hit():
    """One attacker with a step, two shots that never miss: dead, and overwhelmed."""
    lines = Lines((1,), (2,), (False,), (False,), ((5,),), ((10,),))
    ends = battle_odds(lines, break_off_at=1)
    assert [(end.attackers, end.broke_off, chance) for end, chance in ends] == [((0,), False, 1.0)]


# Boxes, points and replacements


@pytest.mark.case(C, "15.7.2")
@pytest.mark.case(C, "15.7.1")
@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize(("die", "last"), enumerate((0, 0, 0, 2, 2, 3, 3, 4, 4, 5), 1))
def test_the_last_slow_day(die, last, text):
    told = act(board(None, None, stack=(BluePointRoll(),), options={"blue_point_text": text}), dice=[die], loose=True)
    slow = last + 1 if text and last else last
    assert told.s.slow == slow and told.s.chaos == (die > 1)
    assert [e.last for e in told.heard(Hampered)] == ([slow] if slow else [])


@pytest.mark.case(C, "7.4.opt")
@pytest.mark.parametrize(("turn", "asked"), [(1, True), (2, False), (5, True), (74, False), (75, True), (80, False)])
def test_when_the_next_italian_is_named(turn, asked):
    s = board(None, None, stack=(NameNext(),), options={"italy_notice": True}, turn=turn)
    assert (act(s, loose=True).prompt == "name_italian") == asked


@pytest.mark.case(C, "7.4.opt")
def test_an_empty_italy_is_not_asked_about():
    gone = dict.fromkeys(ITALIANS, "German out of supply")
    for notice, step in ((True, NameNext()), (False, FromItaly())):
        told = act(board(gone, None, stack=(step,), options={"italy_notice": notice}, turn=5), loose=True)
        assert told.prompt == "" and not told.heard(Only)


@pytest.mark.case(C, "12.5.box")
def test_nobody_to_shift():
    boxed = [UNIT_NAMES[u] for u in ROSTER[GERMAN] if SETUP[u] in ("North", "South")]
    told = act(board({**dict.fromkeys(boxed, "Russia"), FOE: "1813"}, GERMAN))
    assert "transfer" not in told.offers and told.why("transfer") == ("12.5.box", "nobody_to_shift")
    full = act(board({SS: "South"}, None, stack=(ShiftUnit(),)), loose=True)
    agree(full, [f"shift {SS}", f"shift {A}"])


@pytest.mark.case(C, "13.8")
@pytest.mark.case(C, "6.2.box")
def test_a_garrison_rebuilt_in_the_north_stays_there():
    told = act(board({"Le Havre garrison": "North", SS: "North"}, GERMAN))
    assert SS in told.offered("enter") and "Le Havre garrison" not in told.offered("enter")
    assert told.why("enter Le Havre garrison") == ("7.3", "no_way_on")
    assert told.why(f"enter {UNIT_NAMES[ARMY_HQ[0]]}")[0] in ("6.2.box", "7.3")


@pytest.mark.case(C, "6.1.A5")
def test_nobody_has_broken_out_who_stands_nowhere():
    s = board({A: "1511"}, scenario="beginners")
    assert not broken_out(s) and allied_points(s) == 2
    lifted = board({A: "2013", B: "2525", SS: "2112"}, fed={A: 0, B: AERIAL})
    assert broken_out(lifted), "supply from the air will do, wherever it is"


@pytest.mark.case(C, "8.2.G")
@pytest.mark.case(C, "8.2.A")
def test_a_german_unit_is_rebuilt_whoever_holds_the_beaches():
    s = board(
        {FOE: "German destroyed"},
        None,
        stack=(Replacements(GERMANS, 1),),
        german=("1310", "1411", "1510", "1611", "1710"),
    )
    assert Rebuild(UNIT[FOE]) in act(s, loose=True).asked.options


@pytest.mark.case(C, "8.1")
@pytest.mark.parametrize("nation", [US, COMMONWEALTH])
def test_points_nobody_can_use_are_not_asked_about(nation):
    told = act(board(None, None, stack=(Replacements(nation, 1),), options={"fog": "off"}), loose=True)
    assert told.prompt == "" and not told.heard(Only)


# Plans, drops and dice


@pytest.mark.case(C, "15.4.change")
def test_a_strike_written_again_for_the_same_day_and_hex_is_cancelled_again():
    plans = tuple(Plan(STRIKE_PLAN, 5, 9, SPACE["1512"], -1, off) for off in (True, False))
    told = act(board(None, None, stack=(Planning(),), turn=7, plans=plans, options={"fog": "off"}), loose=True)
    assert all(p.cancelled for p in told.then("scrap 9 > 1512", loose=True).s.plans)


@pytest.mark.case(C, "15.4")
def test_without_fog_and_slips_an_empty_plan_is_not_asked_for():
    away = dict.fromkeys(("6 Airborne", "1 Airborne", "82 Airborne", "101 Airborne"), "Allied destroyed")
    told = act(board(away, None, stack=(Planning(),), turn=7, options={"fog": "off"}), loose=True)
    assert told.prompt == ""


@pytest.mark.case(C, "15.6")
@pytest.mark.case(C, "15.4")
def test_a_drop_leaves_the_right_to_strike():
    s = board(None, None, stack=(Planning(),), turn=5, strike_right=5)
    day = act(s, "plot 6 Airborne", loose=True)
    agree(day, [f"day {n}" for n in (5, 6, 7, 8, 80)])
    written = day.then("day 7", "aim 1614", loose=True)
    assert written.s.strike_right == 5 and written.s.plans[0].kind == DROP_PLAN
    assert act(s, "day 8", "aim 1512", loose=True).s.strike_right == 0


@pytest.mark.case(C, "15.4.day")
@pytest.mark.case(C, "15.6.plot")
def test_which_day_is_taken():
    plans = tuple(Plan(STRIKE_PLAN, 5, day, SPACE["1512"], -1) for day in (12, 14))
    told = act(board(None, None, stack=(Planning(),), turn=10, strike_right=10, plans=plans), loose=True)
    assert [told.why(f"day {n}") for n in (12, 14)] == [("15.4.day", "day_taken")] * 2
    assert told.why("day 11") == ("15.4", "wrong_day")
    barred = act(board(None, None, stack=(Planning(DROPS),), turn=30, options={"drops": "off"}), loose=True)
    assert barred.why("plot 6 Airborne") == ("15.6", "not_offered")


@pytest.mark.case(C, "15.6.loss")
@pytest.mark.case(C, "11.6")
def test_a_division_that_jumps_into_a_town_takes_it_and_draws_fire_only_near_the_enemy():
    """Fécamp is worth a point; the enemy two hexes away does not shoot."""
    plan = (Plan(DROP_PLAN, 2, 4, SPACE["1211"], UNIT["6 Airborne"]),)
    for near, dice in (("1213", ()), ("1212", (6,))):
        s = board({"6 Airborne": "England", SS: near}, turn=4, plans=plan)
        down = act(s, "drop 6 Airborne", dice=dice)
        assert down.where("6 Airborne") == "1211" and down.s.vp == s.vp - 1, near
    assert type(DropIn(UNIT["6 Airborne"]).ask(board({SS: "1212"}, turn=4, plans=plan))) is type(None)


@pytest.mark.case(C, "15.5")
@pytest.mark.case(C, "11.6")
def test_a_town_left_by_air_falls_to_who_stands_beside_it():
    s = board({"82 Airborne": "1211", SS: "1212"}, None, stack=(Planning(),), turn=30, allied=("1211",))
    gone = act(s, "withdraw 82 Airborne", loose=True)
    assert gone.where("82 Airborne") == "England" and gone.s.vp == s.vp + 1


@pytest.mark.case(C, "2.2")
def test_the_die_has_ten_faces():
    s = board()
    assert ten_sided(s, "shot", "13.2.hit").dice == ten_sided(s, "shot", "13.2.hit", (4,)).dice == (10,)


@pytest.mark.case(C, "8.2.A")
def test_who_is_rebuilt_ashore_takes_what_lies_beside_the_beach():
    """Fécamp lies next to Utah, and nobody contests it."""
    s = board({A: "Allied destroyed"}, None, stack=(RebuildAt(UNIT[A]),))
    assert act(s, "ashore 1310", loose=True).s.vp == s.vp - 1 and s.loc[UNIT[A]] != NORTH
