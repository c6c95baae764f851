"""15.4 to 15.6 Slips of paper: when the question is put, what may be cancelled, and what becomes of the others."""

import pytest

from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    COMMONWEALTH,
    GERMAN,
    PARATROOPS,
    REGULAR,
    SPACE,
    UNIT,
)
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.drops import DropIn, drop_plan, end_rest, refuse_drop, refuse_withdrawal
from grognard.games.second_front_now.rules.events import (
    Captured,
    DropCancelled,
    DropRemoved,
    DropWritten,
    Eliminated,
    SlipCancelled,
    SlipRemoved,
    SlipWritten,
)
from grognard.games.second_front_now.rules.plans import (
    DROPS,
    STRIKES,
    WITHDRAWALS,
    Planning,
    air_turn,
    clear_slips,
    open_plans,
    refuse_plot,
    strike_days,
)
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.sequence import EndTurn
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan
from tests.games.second_front_now.kit import act, agree, board

C = "second_front_now"
OPEN = {"fog": "off"}
SIX, HUNDRED = UNIT["6 Airborne"], UNIT["101 Airborne"]


def strike(day, hex="1512", cancelled=False):
    return Plan(STRIKE_PLAN, 5, day, SPACE[hex], UNIT["V US Corps"], cancelled)


def drop(unit, day, hex="1614", cancelled=False):
    return Plan(DROP_PLAN, 5, day, SPACE[hex], unit, cancelled)


def asked(options=None, **columns):
    return act(board(columns.pop("units", None), None, stack=(Planning(),), options=options, **columns), loose=True)


@pytest.mark.case(C, "15.4.change")
def test_a_plan_may_be_cancelled_in_any_planning_phase():
    plans = (strike(12), strike(13, "1612"), drop(SIX, 14), drop(HUNDRED, 15, "1615"))
    nothing = {**OPEN, "withdrawal": "off"}
    ashore = {"82 Airborne": "1511", "1 Airborne": "1510"}
    told = asked(nothing, turn=11, plans=plans, units=ashore)
    assert set(told.offers) == {
        "scrap 12 > 1512",
        "scrap 13 > 1612",
        "recall 6 Airborne",
        "recall 101 Airborne",
        "done",
    }
    agree(told, ["scrap 12 > 1512", "scrap 12 > 1612", "scrap 11 > 1512", "recall 1 Airborne", "plot 6 Airborne"])
    gone = told.then("scrap 13 > 1612", loose=True)
    assert [p.cancelled for p in gone.s.plans] == [False, True, False, False], "that one, and its slip stays"
    assert [(e.day, e.hex) for e in gone.heard(SlipCancelled)] == [(13, SPACE["1612"])]
    assert "scrap 13 > 1612" not in gone.offers and len(open_plans(gone.s, STRIKE_PLAN)) == 1
    free = told.then("recall 6 Airborne", loose=True)
    assert "plot 6 Airborne" in free.offers and free.why("plot 101 Airborne") == ("15.6.plot", "plotted")
    same = asked(nothing, turn=11, units=ashore, plans=(drop(SIX, 14), drop(HUNDRED, 14)))
    one = same.then("recall 101 Airborne", loose=True)
    assert [p.cancelled for p in one.s.plans] == [p.unit == HUNDRED for p in one.s.plans], "the division named"


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.6")
def test_while_a_slip_lies_there_the_question_is_put_cancelled_or_not():
    quiet = {**OPEN, "withdrawal": "off", "drops": "off"}
    assert asked(quiet, turn=11).prompt == "", "nothing to plan and nothing hidden"
    for plan in (strike(12), strike(12, cancelled=True)):
        assert asked(quiet, turn=11, plans=(plan,)).prompt == "planning"
    assert asked(quiet, turn=10, strike_right=10).prompt == "planning"


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.5")
def test_in_the_fog_the_question_depends_on_what_everybody_knows():
    step = Planning()
    all_off = {"drops": "off", "withdrawal": "off"}
    rows = (
        ({}, {"turn": 10}, True),
        ({}, {"turn": 78}, True),
        (all_off, {"turn": 10}, False),
        (all_off, {"turn": 10, "strike_right": 10}, True),
        (all_off, {"turn": 79, "strike_right": 75}, False),
        ({"drops": "off"}, {"turn": 24}, False),
        ({"drops": "off"}, {"turn": 25}, True),
        ({"withdrawal": "off"}, {"turn": 79}, False),
        ({"withdrawal": "off"}, {"turn": 78}, True),
        ({"withdrawal": "off"}, {"turn": 30}, True),
    )
    for options, columns, put in rows:
        s = board(None, None, options=options, stack=(step,), **columns)
        assert step.open(s) == put, (options, columns)
        assert (act(s, loose=True).prompt == "planning") == put
    assert act(board(None, None, turn=10, scenario="beginners", stack=(step,)), loose=True).prompt == ""
    writing = Planning(DROPS, DROP_PLAN, SIX, 12)
    s = board(None, None, turn=10)
    assert writing.seen_by(s, ALLIED) is writing and writing.seen_by(s, GERMAN) == Planning()


@pytest.mark.case(C, "5.2.A.A1")
@pytest.mark.case(C, "5.2.A.A2")
@pytest.mark.case(C, "5.2.A.A3")
def test_strikes_withdrawals_drops_in_this_order():
    units = {"82 Airborne": "1511", "1 Airborne": "1510"}
    s = board(units, None, turn=30, strike_right=30, stack=(Planning(),), options=OPEN)
    first = act(s, loose=True)
    assert {"day 32", "withdraw 82 Airborne", "withdraw 1 Airborne", "plot 6 Airborne"} <= set(first.offers)
    home = first.then("withdraw 82 Airborne", loose=True)
    assert not home.offered("day") and "withdraw 1 Airborne" in home.offers
    assert (
        home.why("day 32") == ("5.2.A.A1", "no_strike_now")
        and home.s.withdrawn[PARATROOPS.index(UNIT["82 Airborne"])] == 30
    )
    plotted = home.then("plot 6 Airborne", "day 32", "aim 1614", loose=True)
    assert not plotted.offered("withdraw") and plotted.why("withdraw 1 Airborne") == ("5.2.A.A2", "too_late")
    assert [Planning(stage).choices(s) != [] for stage in (STRIKES, WITHDRAWALS, DROPS)] == [True, True, True]
    struck = first.then("day 32", "aim 2412", loose=True)
    assert (
        struck.s.plans[0].hex == SPACE["2412"] and struck.s.strike_right == 0 and "withdraw 1 Airborne" in struck.offers
    )
    off = board(
        units,
        None,
        turn=30,
        strike_right=30,
        stack=(Planning(),),
        options={**OPEN, "withdrawal": "off", "drops": "off"},
    )
    assert set(act(off, loose=True).offers) == {*[f"day {d}" for d in range(32, 38)], "done"}
    assert act(off, loose=True).why("withdraw 82 Airborne") == ("15.5", "not_offered"), "that is not played"
    sea = first.then("day 33", loose=True)
    assert (
        sea.why("aim England") == ("15.4", "not_there") and sea.s.stack[-1].why_not(sea.s, sea.asked.options[0]) is None
    )


@pytest.mark.case(C, "15.6.plot")
@pytest.mark.case(C, "15.4.day")
def test_what_is_taken_and_what_is_free():
    s = board(None, None, turn=10, strike_right=10, plans=(strike(12), strike(14), drop(SIX, 13)))
    assert strike_days(s) == [13, 15, 16, 17], "a drop takes no strike's day"
    told = refuse_plot(board({"6 Airborne": "1511"}, None, turn=10), SIX)
    assert told is not None and told.key == "not_in_england"
    late = refuse_plot(board(None, None, turn=79), SIX)
    assert late is not None and late.key == "plotted" and refuse_plot(board(None, None, turn=78), SIX) is None
    assert drop_plan(board(None, plans=(drop(SIX, 13, cancelled=True),)), SIX) is None
    for turn, options, scenario, right in (
        (5, {}, "campaign", 5),
        (6, {}, "campaign", 0),
        (5, {"strikes": "off"}, "campaign", 0),
        (5, {}, "beginners", 0),
    ):
        t = board(None, None, turn=turn, options=options, scenario=scenario)
        air_turn(t)
        assert t.strike_right == right


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.6.plot")
@pytest.mark.case(C, "15.6.cp")
@pytest.mark.case(C, "15.6.loss")
def test_the_log_tells_of_drops_by_the_cases_of_drops():
    s = board({"6 Airborne": ("England", 1)}, None, turn=5, strike_right=5, stack=(Planning(),), options=OPEN)
    written = act(s, "day 8", "aim 1512", "plot 6 Airborne", "day 7", "aim 1614", "scrap 8 > 1512", loose=True)
    told = [(type(e), e.rule) for e in written.events if isinstance(e, (SlipWritten, SlipCancelled))]
    assert told == [(SlipWritten, "15.4"), (DropWritten, "15.6.plot"), (SlipCancelled, "15.4.change")]
    off = written.then("recall 6 Airborne", loose=True)
    assert [e.rule for e in off.heard(DropCancelled)] == ["15.6.plot"] and off.heard(DropCancelled)[0].day == 7
    shot = board({"6 Airborne": ("England", 1), "9 SS Panzer": "1615"}, turn=7, plans=written.s.plans)
    lost = act(shot, "drop 6 Airborne", dice=[5])
    assert [(e.used, e.rule) for e in lost.heard(DropRemoved)] == [(True, "15.6.cp")]
    assert [e.rule for e in lost.heard(Eliminated)] == ["2.12.hit"], "no battle board is cleared"


@pytest.mark.case(C, "15.6.cp")
@pytest.mark.case(C, "15.6.plot")
def test_a_drop_that_is_cancelled_is_not_written_anew_for_its_day():
    """A plan is never changed: the 6th, recalled from turn 14, may drop on 13 or 15, and the 101st on 14."""
    s = board(None, None, turn=11, plans=(drop(SIX, 14), strike(15)), stack=(Planning(),))
    told = act(s, "recall 6 Airborne", loose=True)
    again = agree(told.then("plot 6 Airborne", loose=True), [f"day {d}" for d in range(11, 17)])
    assert again.offers[:3] == ["day 13", "day 15", "day 16"] and again.why("day 14") == ("15.6.cp", "day_given_up")
    assert told.then("plot 101 Airborne", loose=True).offers[:2] == ["day 13", "day 14"]
    last = board(None, None, turn=78, plans=(drop(SIX, 80, cancelled=True),), stack=(Planning(DROPS),))
    assert act(last, loose=True).why("plot 6 Airborne") == ("15.6.plot", "plotted"), "no day is left for it"
    assert "plot 101 Airborne" in act(last, loose=True).offers


@pytest.mark.case(C, "15.6.max")
@pytest.mark.case(C, "15.6.plot")
@pytest.mark.case(C, "15.5.rest")
def test_why_a_drop_is_not_for_that_day():
    k = PARATROOPS.index(SIX)
    plans = tuple(drop(u, 62) for u in PARATROOPS if u != SIX)
    resting = (*[0] * k, 30, *[0] * (3 - k))
    s = board(None, None, turn=40, plans=plans, withdrawn=resting, stack=(Planning(DROPS, DROP_PLAN, SIX),))
    told = agree(act(s, loose=True), ["done", *[f"day {d}" for d in range(40, 81)]])
    reasons = {
        41: ("15.6.plot", "wrong_day"),
        42: ("15.5.rest", "resting"),
        59: ("15.5.rest", "resting"),
        62: ("15.6.max", "three_that_day"),
    }
    assert {d: told.why(f"day {d}") for d in reasons} == reasons
    assert told.offers[:3] == ["day 60", "day 61", "day 63"] and told.why("done") == ("15.6.plot", "not_offered")


@pytest.mark.case(C, "15.4.forfeit")
@pytest.mark.case(C, "15.6.cp")
def test_slips_go_when_their_day_is_over():
    s = board(None, None, turn=12, plans=(strike(12), strike(13), drop(SIX, 12), drop(HUNDRED, 14)))
    heard = []
    clear_slips(s, heard.append)
    assert [(p.kind, p.day) for p in s.plans] == [(STRIKE_PLAN, 13), (DROP_PLAN, 14)]
    assert [type(e) for e in heard] == [SlipRemoved, DropRemoved] and not any(e.used for e in heard)
    assert [e.rule for e in heard] == ["15.4.forfeit", "15.6.cp"], "each by its own case"
    before = s.plans
    s.turn = 11
    clear_slips(s, heard.append)
    assert s.plans is before and len(heard) == 2


@pytest.mark.case(C, "15.6.occ")
@pytest.mark.case(C, "15.6.cp")
@pytest.mark.case(C, "15.7.1")
@pytest.mark.case(C, "10.2")
def test_why_a_division_cannot_drop():
    def why(units=None, plan=None, **columns):
        s = board(units, ALLIED, **{"turn": 12, "plans": (plan or drop(SIX, 12),), **columns})
        told = refuse_drop(s, SIX)
        return None if told is None else (told.rule, told.key)

    assert why() is None and why(cp=1) is None and why(cp=0) == ("15.6.cp", "too_few_points")
    assert (
        why(turn=11)
        == ("15.6.plot", "no_plan")
        == why(plan=drop(HUNDRED, 12))
        == why(plan=drop(SIX, 12, cancelled=True))
    )
    assert why({"6 Airborne": "1511"}) == ("15.6", "not_in_england") and why(chaos=True) == ("15.7.1", "chaos")
    assert why({"9 SS Panzer": "1614"}) == ("15.6.occ", "enemy_there")
    assert why({"1 US Infantry": "1614"}) == ("10.2", "nations_apart") == why({"1 US Infantry": "1614"}, cp=0)
    brits = dict.fromkeys(("51 British Infantry", "3 British Infantry", "5 British Infantry"), "1614")
    assert why(brits) == ("10.1", "full") and why(dict(list(brits.items())[:2])) is None


@pytest.mark.case(C, "15.6")
@pytest.mark.case(C, "15.6.status")
@pytest.mark.case(C, "15.6.loss")
@pytest.mark.case(C, "11.6")
def test_a_division_comes_down():
    plans = (strike(12), drop(SIX, 12, "1413"), drop(HUNDRED, 12, "1614"))
    s = board(None, None, turn=12, plans=plans, withdrawn=(3, 3, 3, 3), stack=(DropIn(SIX),))
    down = act(s, loose=True)
    k = PARATROOPS.index(SIX)
    assert down.where("6 Airborne") == "1413" and down.s.fed[SIX] == AERIAL and down.s.dropped
    assert down.s.plans == (plans[0], plans[2]) and down.s.jumped[k] == 12 and down.s.withdrawn[k] == 0
    assert sum(down.s.withdrawn) == 9 and any(e.hex == SPACE["1414"] for e in down.heard(Captured)), (
        "Rouen, by its zone"
    )
    near = board({"9 SS Panzer": "1313"}, None, turn=12, plans=plans, stack=(DropIn(SIX),))
    for die, steps in ((5, 1), (6, 2)):
        assert act(near, dice=[die], loose=True).steps("6 Airborne") == steps, "a die up to five costs a step"
    kept = board({"6 Airborne": "1511"}, None, turn=30, jumped=(0, 0, 0, 0))
    assert refuse_withdrawal(kept, SIX) is None
    plans = (drop(HUNDRED, 40), drop(SIX, 41), strike(41))
    t = board(None, None, turn=38, plans=plans, withdrawn=(1, 1, 1, 1))
    end_rest(t, SIX)
    assert [p.cancelled for p in t.plans] == [False, True, False] and t.withdrawn[k] == 0 and sum(t.withdrawn) == 3
    end_rest(t, UNIT["1 US Infantry"])
    assert sum(t.withdrawn) == 3
    home = act(
        board({"6 Airborne": "1413"}, None, turn=30, allied=["1414"], stack=(Planning(1),)),
        "withdraw 6 Airborne",
        loose=True,
    )
    assert home.s.fed[SIX] == REGULAR and home.where("6 Airborne") == "England"


@pytest.mark.case(C, "6.4.rep")
@pytest.mark.case(C, "8.3.act")
@pytest.mark.case(C, "15.6.cp")
def test_a_division_that_took_replacements_does_not_drop_in_that_player_turn():
    """Reduced in England with a drop written for turn 15: a point makes it whole, and it stays there."""
    plans = (drop(SIX, 15), drop(HUNDRED, 15))
    stack = (EndTurn(15), Commands(ALLIED), Replacements(COMMONWEALTH))
    s = board({"6 Airborne": ("England", 1)}, None, turn=15, cp=2, plans=plans, stack=stack)
    full = act(s, "refit 6 Airborne")
    assert full.prompt == "commands" and full.steps("6 Airborne") == 2 and full.offered("drop") == {"101 Airborne"}
    assert full.why("drop 6 Airborne") == ("8.3.act", "refitted")
    assert act(s, "done").offered("drop") == {"6 Airborne", "101 Airborne"}, "as it is, it may"
