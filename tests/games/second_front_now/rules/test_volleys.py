"""13.2, 13.7, 15.4, 15.10 Volleys counted shot by shot, strikes among several slips, and dice that are rolled again."""

import pytest

from grognard.games.second_front_now.content import ALLIED, ENGINEERS, GERMAN, SPACE, UNIT
from grognard.games.second_front_now.rules.aftermath import BloodTest, CloseBattle
from grognard.games.second_front_now.rules.battle import LuftwaffeRoll, StrikeCall, StrikeRoll
from grognard.games.second_front_now.rules.blue_point import BluePointRoll
from grognard.games.second_front_now.rules.drops import DropIn
from grognard.games.second_front_now.rules.events import (
    DropRolled,
    Fired,
    GreenTested,
    LuftwaffeRolled,
    SlipShown,
    StrikeRolled,
)
from grognard.games.second_front_now.rules.fire import fire_terms, terrain_terms
from grognard.games.second_front_now.rules.odds import BARRAGE, DEFENSIVE, OFFENSIVE
from grognard.games.second_front_now.rules.setup import DieppeRoll
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan
from grognard.games.second_front_now.rules.volley import OpenFire, Volley
from grognard.games.second_front_now.rules.weather import StormCheck, StormDeparture
from tests.games.second_front_now.kit import act, agree, battle, board, value

C = "second_front_now"
FORCE = {"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511"}
FOES = {"9 SS Panzer": "1512", "276 German Infantry": ("1512", 1)}


def fire(stage, force=None, foes=None, **more):
    force, foes = force or FORCE, foes or FOES
    s = board({**force, **foes}, ALLIED)
    battle(s, ALLIED, "1511", "1512", force, foes, **more)
    s.stack = (*s.stack, CloseBattle(), OpenFire(stage))
    return s


def reports(played):
    return [(e.side, e.shots, e.hits) for e in played.heard(Fired)]


@pytest.mark.case(C, "13.2")
@pytest.mark.case(C, "13.1.step3")
def test_one_report_a_volley_with_every_shot_in_it():
    assert reports(act(fire(OFFENSIVE), "atwill", dice=[10, 1, 1, 10], loose=True)) == [(ALLIED, 4, 2)]
    assert reports(act(fire(DEFENSIVE), "atwill", dice=[1, 10, 10], loose=True)) == [(GERMAN, 3, 1)]
    assert reports(act(fire(DEFENSIVE), "atwill", dice=[1, 1, 1], loose=True)) == [(GERMAN, 3, 3)]
    no_guns = {"1 US Infantry": "1511"}
    assert reports(act(fire(BARRAGE, no_guns), loose=True)) == [], "nobody to fire a barrage"
    gone = fire(OFFENSIVE)
    for name in FOES:
        gone.steps[UNIT[name]] = 0
    assert reports(act(gone, loose=True)) == [], "and nobody left to be shot at"
    with pytest.raises(RuntimeError):
        act(board(FORCE, ALLIED, stack=(OpenFire(BARRAGE),)), loose=True)


@pytest.mark.case(C, "13.7")
@pytest.mark.case(C, "13.5.ext")
def test_shots_at_the_dead_are_free_and_counted():
    s = fire(OFFENSIVE, foes={"276 German Infantry": ("1512", 1)})
    asked = act(s, dice=[], loose=True)
    assert asked.prompt == "offensive" and asked.offers[0] == "atwill" and asked.asked.extra == 1
    dead = asked.then("shoot 1 US Infantry > 276 German Infantry", dice=[1], loose=True)
    assert dead.prompt == "extra_shot" and dead.s.battle.hits == 1
    agree(
        dead, ["atwill", "done", "shoot 3 US Infantry > 276 German Infantry", "shoot V US Corps > 276 German Infantry"]
    )
    assert dead.offers == ["atwill", "shoot 1 US Infantry > 276 German Infantry", "done"], "its second shot comes first"
    hit = dead.then("shoot 1 US Infantry > 276 German Infantry", dice=[1], loose=True)
    assert hit.prompt != "extra_shot" and reports(hit) == [(ALLIED, 2, 2)], "one extra hit is enough"
    missed = dead.then("shoot 1 US Infantry > 276 German Infantry", dice=[10], loose=True)
    assert missed.prompt == "extra_shot" and missed.s.battle.shots == 2 and missed.s.battle.hits == 1
    assert reports(missed.then("done", loose=True)) == [(ALLIED, 2, 1)]
    lone = fire(OFFENSIVE, {"1 US Infantry": "1511"}, {"276 German Infantry": ("1512", 1)})
    last = act(lone, dice=[1], loose=True)
    assert last.prompt == "extra_shot" and last.offers == [
        "atwill",
        "shoot 1 US Infantry > 276 German Infantry",
        "done",
    ]
    agree(last, ["atwill", "done"])


@pytest.mark.case(C, "13.2.must")
def test_who_has_fired_and_who_goes_on():
    s = fire(OFFENSIVE)
    first = act(s, "shoot 3 US Infantry > 9 SS Panzer", dice=[10], loose=True)
    top = first.s.stack[-1]
    assert (top.unit, top.left, top.done) == (UNIT["3 US Infantry"], 1, ()) and isinstance(top, Volley)
    second = first.then("shoot 3 US Infantry > 9 SS Panzer", dice=[10], loose=True)
    top = second.s.stack[-1]
    assert (top.unit, top.left, top.done) == (-1, 0, (UNIT["3 US Infantry"],))
    assert all(text.split(" ", 1)[1].startswith("1 US") for text in second.offers if text.startswith("shoot"))


def slips():
    return (
        Plan(STRIKE_PLAN, 3, 8, SPACE["1612"], UNIT["V US Corps"]),
        Plan(STRIKE_PLAN, 5, 8, SPACE["1512"], UNIT["V US Corps"]),
        Plan(DROP_PLAN, 5, 9, SPACE["1614"], UNIT["6 Airborne"]),
    )


@pytest.mark.case(C, "15.4.change")
@pytest.mark.case(C, "15.4.table")
@pytest.mark.case(C, "15.4.noshow")
def test_one_slip_among_several():
    plans = slips()
    s = board({**FORCE, **FOES}, ALLIED, turn=8, plans=plans)
    called = act(s, "pick 1511", "attack 1512", "fight")
    assert called.prompt == "strike" and called.asked.secret
    kept = called.then("no")
    assert [p.cancelled for p in kept.s.plans] == [False, True, False]
    for die, bonus in ((4, 1), (6, 1), (7, 2), (9, 2), (10, 3)):
        flown = called.then("yes", dice=[die])
        assert flown.s.plans == (plans[0], plans[2]) and flown.s.battle.bonus == bonus and flown.prompt == "barrage"
        assert [e.used for e in flown.heard(SlipShown)] == [True] and flown.s.battle.strike
    missed = called.then("yes", dice=[3])
    assert missed.prompt == "no_show" and missed.s.plans == (plans[0], plans[2])
    fiasco = called.then("yes", dice=[1])
    assert fiasco.s.vp == 50 and fiasco.s.battle is None and fiasco.prompt == "commands" and fiasco.s.cp == 4
    over = act(board({**FORCE, **FOES}, ALLIED, turn=8, plans=plans, vp=97), "pick 1511", "attack 1512", "fight")
    ended = over.then("yes", dice=[1], loose=True)
    assert ended.s.result is not None and ended.s.vp == 98
    step = StrikeCall()
    assert step.seen_by(s, ALLIED) is step and step.seen_by(s, GERMAN) == LuftwaffeRoll()


@pytest.mark.case(C, "14.2")
@pytest.mark.case(C, "15.9")
@pytest.mark.case(C, "15.1.def")
def test_modifiers_that_do_not_apply_are_not_told():
    units = {"79 British Armoured": "1511", "9 SS Panzer": "1512"}
    s = board(units, ALLIED)
    b = battle(s, ALLIED, "1511", "1512", ["79 British Armoured"], ["9 SS Panzer"])
    assert terrain_terms(s, b, ENGINEERS) == () and fire_terms(s, b, ENGINEERS, UNIT["9 SS Panzer"]) == ()
    naval = battle(s, ALLIED, "1511", "1512", ["79 British Armoured"], ["9 SS Panzer"], naval=True)
    assert fire_terms(s, naval, UNIT["9 SS Panzer"], ENGINEERS) == (), "the fleet is not German"
    assert fire_terms(s, naval, ENGINEERS, UNIT["9 SS Panzer"]) == (("15.1.att", 1),)
    city = {"79 British Armoured": "2109", "9 SS Panzer": "2210"}
    for scenario, options, worse in (
        ("campaign", {}, -1),
        ("campaign", {"engineers": "off"}, -2),
        ("beginners", {}, -2),
    ):
        t = board(city, ALLIED, scenario=scenario, options=options)
        laid = battle(t, ALLIED, "2109", "2210", ["79 British Armoured"], ["9 SS Panzer"])
        assert sum(n for _, n in terrain_terms(t, laid, ENGINEERS)) == worse, (scenario, options)
    sure = battle(s, ALLIED, "1511", "1512", ["79 British Armoured"], ["9 SS Panzer"], bonus=9)
    assert value(s, sure, "79 British Armoured", "9 SS Panzer") == 10


@pytest.mark.case(C, "15.10")
def test_a_pair_of_dice_without_a_number_is_rolled_again():
    """With two six-sided dice every roll of the game waits for a pair that has a number."""
    six = {"six_sided": "on"}
    nothing, ten = (6, 2), None
    from grognard.games.second_front_now.content import DECIMAL

    pairs = {n: pair for pair, n in DECIMAL.items()}
    ten, one = pairs[10], pairs[1]
    green = "2 US Infantry (untried)"
    plans = (slips()[1],)
    rows = (
        ((DieppeRoll(),), {}, one, None),
        ((BluePointRoll(),), {}, ten, None),
        ((StormCheck(),), {"turn": 10}, ten, None),
        ((StormCheck(),), {"turn": 11, "approach": 1}, one, None),
        ((StormDeparture(),), {"turn": 11, "storm": 1}, one, None),
        ((CloseBattle(), BloodTest(UNIT[green])), {}, ten, GreenTested),
        ((CloseBattle(), LuftwaffeRoll()), {"contested": 9, "turn": 8}, ten, LuftwaffeRolled),
        ((CloseBattle(), StrikeRoll()), {"turn": 8, "plans": plans}, ten, StrikeRolled),
        ((DropIn(UNIT["6 Airborne"], down=True),), {}, ten, DropRolled),
    )
    units = {green: "1511", "9 SS Panzer": "1512", "6 Airborne": "1612"}
    for steps, columns, pair, event in rows:
        s = board(units, None, options=six, stack=steps, **columns)
        battle(s, ALLIED, "1511", "1512", [green], ["9 SS Panzer"])
        again = act(s, dice=[nothing, nothing, pair], loose=True)
        once = act(s, dice=[pair], loose=True)
        assert again.s == once.s and again.events == once.events, steps
        if event is not None:
            assert len(again.heard(event)) == 1
