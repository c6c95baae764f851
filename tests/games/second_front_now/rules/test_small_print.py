"""Small print of 4 to 15 at its edges: what happens without a question, who comes first, and what changes nothing."""

from random import Random

import pytest

from grognard.core import Only, Result, end
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    ARMOR,
    ARMY_HQ,
    ARTILLERY,
    COASTAL,
    COMMONWEALTH,
    ENGLAND,
    GERMAN,
    GERMANS,
    KIND,
    NATION,
    NORTH,
    NORTH_ENTRY,
    PARATROOPS,
    REGULAR,
    ROSTER,
    SETUP,
    SORT,
    SOUTH_ENTRY,
    SPACE,
    UNIT,
    UNIT_NAMES,
    US,
)
from grognard.games.second_front_now.rules.aftermath import AdvanceIn, BreakOff, CloseBattle, Fallback, RetreatCall
from grognard.games.second_front_now.rules.blue_point import BluePointRoll
from grognard.games.second_front_now.rules.boxes import Declare, FromItaly, FromRussia, NameNext, NewUnits
from grognard.games.second_front_now.rules.commands import Commands, ShiftUnit, Single, can_come
from grognard.games.second_front_now.rules.dice import ten_sided
from grognard.games.second_front_now.rules.drops import DropIn
from grognard.games.second_front_now.rules.events import (
    Fired,
    Hampered,
    Moved,
    Scored,
    StormLeft,
    StormSpent,
    SuppliedAgain,
)
from grognard.games.second_front_now.rules.odds import Lines, battle_odds
from grognard.games.second_front_now.rules.plans import DROPS, Planning, drop_days
from grognard.games.second_front_now.rules.points import allied_points, broken_out
from grognard.games.second_front_now.rules.replacements import Rebuild, RebuildAt, Replacements
from grognard.games.second_front_now.rules.secrecy import _dealt
from grognard.games.second_front_now.rules.sequence import StartAllied, StartGerman
from grognard.games.second_front_now.rules.setup import may_start
from grognard.games.second_front_now.rules.stacking import full
from grognard.games.second_front_now.rules.state import (
    DROP_PLAN,
    HIDDEN_UNIT,
    STRIKE_PLAN,
    Plan,
    after,
    seen_by_german,
    veiled_option,
)
from grognard.games.second_front_now.rules.supply import Airlift, SupplyCheck
from grognard.games.second_front_now.rules.weather import ContestAir, StormCheck, StormDeparture
from grognard.maps.sets import BIT
from tests.games.second_front_now.kit import act, agree, battle, board, hush

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
    three = act(board({A: "1511", B: "1511", D: "1511", SS: "1512"}), "pick 1511", "attack 1512", f"withhold {B}")
    assert options(three) == ([f"withhold {A}"], ["fight", f"withhold {D}"])


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
@pytest.mark.parametrize(("die", "last"), list(enumerate((0, 0, 0, 2, 2, 3, 3, 4, 4, 5), 1)))
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
@pytest.mark.case(C, "12.5.box")
def test_a_garrison_rebuilt_in_the_north_stays_there():
    """It has no movement: neither onto the map nor into the other box, which is strategic movement."""
    told = act(board({"Le Havre garrison": "North", SS: "North"}, GERMAN))
    assert SS in told.offered("enter") and "Le Havre garrison" not in told.offered("enter")
    assert told.why("enter Le Havre garrison") == ("13.8", "rooted")
    shift = agree(told.then("transfer"), ["shift Le Havre garrison", f"shift {SS}"])
    assert f"shift {SS}" in shift.offers and "shift Le Havre garrison" not in shift.offers
    assert told.why(f"enter {UNIT_NAMES[ARMY_HQ[0]]}")[0] in ("6.2.box", "7.3")


@pytest.mark.case(C, "6.1.A5")
def test_nobody_has_broken_out_who_stands_nowhere():
    s = board({A: "1511"}, scenario="beginners")
    assert not broken_out(s) and allied_points(s) == 2
    names = [UNIT_NAMES[u] for u in ROSTER[GERMAN] if KIND[u] == ARMOR]
    beaches = dict(zip(names, ("1310", "1411", "1510", "1611", "1710"), strict=False))
    cut = {A: "2520", B: "2525", **beaches}
    assert broken_out(board(cut, fed={A: 0, B: AERIAL})), "supply from the air will do, whoever has it"
    assert not broken_out(board(cut, fed={A: 0, B: 0}))


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


# The sequence, the weather, supply and what lies hidden


@pytest.mark.case(C, "5.2")
@pytest.mark.case(C, "5.2.G.A3")
def test_the_steps_of_a_turn_in_the_order_printed():
    german = (StormCheck, ContestAir, NewUnits, Declare, FromItaly, NameNext, FromRussia, Replacements, SupplyCheck)
    told = StartGerman().auto(board(), hush)
    assert [type(step) for step in told] == [*german, Commands]
    allied = StartAllied().auto(board(), hush)
    assert [type(step) for step in allied] == [Planning, Replacements, Replacements, SupplyCheck, Commands]
    assert GAME.new().turn == 1


@pytest.mark.case(C, "15.2")
@pytest.mark.case(C, "15.3")
@pytest.mark.case(C, "0.basic")
@pytest.mark.parametrize(("scenario", "options"), [("campaign", {"storms": "off", "air": "off"}), ("beginners", {})])
def test_no_storm_and_no_contest_where_they_are_not_played(scenario, options):
    s = board(scenario=scenario, options=options, turn=10)
    assert StormCheck().ask(s) is None and ContestAir().ask(s) is None
    quiet = act(board(None, None, stack=(StormDeparture(),), turn=10), loose=True)
    assert not quiet.events, "no storm, none that leaves"


@pytest.mark.case(C, "15.2.arr")
@pytest.mark.case(C, "15.2.dep")
@pytest.mark.parametrize("day", [1, 2, 3, 4])
def test_the_faces_on_which_a_storm_comes_and_goes(day):
    assert StormCheck().ask(board(turn=11, approach=day)).breaks == ((2 * day,),)
    assert StormDeparture().ask(board(turn=11, storm=day)).breaks == ((2 * day,),)
    assert StormCheck().ask(board(turn=10)).breaks == ((9,),), "only a ten calls one"


@pytest.mark.case(C, "15.2.dep")
def test_the_fifth_day_of_a_storm_is_its_last_without_a_die():
    over = act(board(None, None, stack=(StormDeparture(),), turn=20, storm=5), loose=True)
    assert not over.s.storm and over.heard(StormSpent) and not over.heard(StormLeft)


@pytest.mark.case(C, "9.2.mark")
@pytest.mark.case(C, "15.8")
def test_all_who_are_supplied_again_are_told():
    s = board({A: "1511", B: "1412", D: "1411"}, None, fed={A: 0, B: 0}, stack=(SupplyCheck(ALLIED),))
    told = act(s, loose=True)
    assert [e.units for e in told.heard(SuppliedAgain)] == [tuple(sorted((UNIT[A], UNIT[B])))]
    assert not told.heard(Only) and told.prompt == "", "nobody to be supplied from the air"


@pytest.mark.case(C, "10.1")
def test_two_divisions_and_guns_leave_room_for_a_third():
    s = board({A: "1511", B: "1511", "V US Corps": "1511"})
    assert not full(s, UNIT[D], SPACE["1511"]) and full(s, UNIT["VII US Corps"], SPACE["1511"])
    assert full(board({A: "1511", B: "1511", D: "1511"}), UNIT["4 US Infantry"], SPACE["1511"])


@pytest.mark.case(C, "10.6")
@pytest.mark.case(C, "10.6.G")
def test_what_the_german_sees():
    stack = {A: "1511", B: "1511", SS: "1512"}
    beneath, off = board(stack), board(stack, options={"fog": "off"})
    top = beneath.here[SPACE["1511"]][-1]
    covered = next(UNIT[name] for name in (A, B) if UNIT[name] != top)
    assert seen_by_german(off, covered) and not seen_by_german(beneath, covered)
    assert not seen_by_german(beneath, HIDDEN_UNIT) and seen_by_german(beneath, UNIT[SS])
    named = Single(top)
    assert veiled_option(named, beneath, GERMAN) is named, "the counter on top is no secret"
    assert veiled_option(Single(covered), beneath, GERMAN).unit == HIDDEN_UNIT
    assert veiled_option(Single(covered), beneath, ALLIED).unit == covered
    view = GAME.view(board(stack, options={"fog": "full"}), GERMAN)
    assert view.held[ALLIED] & BIT[SPACE["1511"]], "that somebody stands there he sees"
    assert Airlift(3).able(view) == []


@pytest.mark.case(C, "10.6.G")
def test_guessed_stacks_keep_the_places_of_those_seen():
    """The German has seen the lowest and the highest of four; who waits in England lies in no stack."""
    s = board({"V US Corps": "1511", A: "1511", B: "1511", D: "1511"})
    bottom, *middle, top = s.here[SPACE["1511"]]
    s.known = (bottom, top)
    view = GAME.view(s, GERMAN)
    reduced = set()
    for k in range(20):
        w = GAME.resample(view, GERMAN, Random(k))
        stack = w.here[SPACE["1511"]]
        assert (stack[0], stack[-1]) == (bottom, top) and len(set(stack)) == 4
        assert not any(w.rank[u] for u in w.here[ENGLAND]) and all(w.fed[u] for u in stack)
        reduced |= {w.steps[u] for u in stack[1:3]}
    assert reduced == {1, 2} and middle


@pytest.mark.case(C, "13.1")
def test_nobody_fires_at_a_hex_the_barrage_has_emptied():
    s = board({A: "1511", "V US Corps": "1511", FOE: ("1512", 1)})
    fight = act(s, "pick 1511", "attack 1512", "fight", dice=[1])
    assert fight.prompt == "advance" and [e.stage for e in fight.heard(Fired)] == ["barrage"]


@pytest.mark.case(C, "4.1")
def test_nothing_follows_the_end():
    s = board()
    assert after(s, CloseBattle()) == (CloseBattle(),)
    end(s, Result((ALLIED,), "4.8", "zeroed_out", (0,)))
    assert after(s, CloseBattle()) == ()


@pytest.mark.case(C, "3.2")
@pytest.mark.case(C, "3.4.dieppe")
def test_the_area_announced_is_the_area_landed_in():
    calais = act(GAME.new(), "choose Calais", "printed", "no", loose=True)
    assert calais.s.area == 0 and calais.s.vp == 50
    dieppe = act(GAME.new(), "choose Dieppe", loose=True)
    holder = next(u for u in ROSTER[GERMAN] if SETUP[u] == "1510")
    assert may_start(dieppe.s, holder) == [SPACE["1511"]]


@pytest.mark.case(C, "3.4.hex")
def test_the_last_german_unit_placed_by_hand_ends_the_placement():
    told = act(GAME.new(), "choose Calais", loose=True)
    placed = 0
    while told.prompt == "placement":
        told = told.then(told.offers[-1], loose=True)
        placed += 1
    assert placed == 21 and told.prompt == "blue_point"


@pytest.mark.case(C, "15.5.rest")
@pytest.mark.case(C, "15.6.plot")
@pytest.mark.parametrize(("turn", "first"), [(30, 55), (52, 55), (53, 55), (54, 56), (60, 62)])
def test_the_first_day_a_rested_division_may_drop(turn, first):
    """Withdrawn on turn 25 it rests for thirty days; two are needed for the plan."""
    s = board(turn=turn, withdrawn=tuple(25 if u == UNIT["6 Airborne"] else 0 for u in PARATROOPS))
    assert drop_days(s, UNIT["6 Airborne"])[0] == first


@pytest.mark.case(C, "10.6.G")
def test_a_stack_that_nobody_left_could_fill_is_no_world():
    view = GAME.view(board({A: "1511", B: "1511"}), GERMAN)
    assert _dealt(view, [UNIT["50 British Infantry"]], Random(1)) is None, "not under an American"
    assert _dealt(view, [UNIT[D]], Random(1)) == {UNIT[D]: SPACE["1511"]}


# Control


@pytest.mark.case(C, "11.6")
@pytest.mark.case(C, "11.6.ex")
@pytest.mark.parametrize("way", [("to 2116",), ("go 2116", "stop")])
def test_a_town_falls_when_the_last_enemy_beside_it_walks_away(way):
    """Beauvais (2015) between an American in 2014 and a German in 2016."""
    s = board({A: "2014", SS: "2016"}, GERMAN)
    left = act(s, "pick 2016", *way)
    assert left.where(SS) == "2116" and left.s.taken & BIT[SPACE["2015"]] and left.s.vp == s.vp - 1


@pytest.mark.case(C, "4.3")
@pytest.mark.case(C, "7.3")
def test_a_beach_regained_by_landing_on_it():
    s = board({A: "England", SS: "1817"}, german=("1310",))
    ashore = act(s, f"land {A}", "go 1310")
    assert ashore.s.taken & BIT[SPACE["1310"]]


@pytest.mark.case(C, "11.6")
@pytest.mark.case(C, "7.3")
def test_a_city_at_the_edge_regained_by_coming_on_there():
    """Brussels (3407), four points, taken and left empty."""
    s = board({SS: "North"}, GERMAN, allied=("3407",))
    back = act(s, f"enter {SS}", "go 3407", "stop")
    assert not back.s.taken & BIT[SPACE["3407"]] and back.s.vp == s.vp + 4


# Coming on


@pytest.mark.case(C, "10.2")
@pytest.mark.case(C, "7.3.US")
def test_over_a_beach_where_the_other_nation_stands():
    """Utah and Omaha hold a Commonwealth division each: who has points left goes on, guns as well."""
    guests = {"50 British Infantry": "1310", "51 British Infantry": "1411"}
    s = board(guests)
    green = "2 US Infantry (untried)"
    assert {SORT[UNIT[green]], SORT[UNIT["V US Corps"]]} <= {SORT[u] for u in can_come(s, ENGLAND)}
    ashore = act(s, f"land {green}", "go 1310")
    assert "stop" not in ashore.offers and ashore.offered("go")
    crowd = dict.fromkeys(("50 British Infantry", "51 British Infantry", "3 British Infantry"), "1310")
    more = dict.fromkeys(("1 Canadian Infantry", "2 Canadian Infantry", "3 Canadian Infantry"), "1411")
    assert not [u for u in can_come(board(crowd | more), ENGLAND) if NATION[u] == US and KIND[u] != ARTILLERY]


@pytest.mark.case(C, "7.3.N")
@pytest.mark.case(C, "7.3.S")
@pytest.mark.case(C, "7.3.enemy")
@pytest.mark.parametrize(("box", "edge"), [("North", NORTH_ENTRY), ("South", SOUTH_ENTRY)])
def test_an_edge_that_is_held(box, edge):
    """Every edge hex of a box under the enemy: nobody comes on. Under friends with room: all do."""
    s = board({SS: box, FOE: box}, GERMAN)
    able = can_come(s, SPACE[box])
    assert {SORT[UNIT[SS]], SORT[UNIT[FOE]]} <= {SORT[u] for u in able}
    s.held[ALLIED] = edge
    assert can_come(s, SPACE[box]) == ()
    s.held[ALLIED], s.held[GERMAN] = 0, edge
    assert can_come(s, SPACE[box]) == able
    s.held[ALLIED], s.held[GERMAN] = edge & ~(edge & -edge), edge & -edge
    assert can_come(s, SPACE[box]) == able, "one hex with friends in it"


@pytest.mark.case(C, "12.5.sup")
def test_who_leaves_a_stack_hurries_only_in_regular_supply():
    pair = {A: "1511", B: "1511"}
    far = [act(board(pair, fed={A: fed}), "pick 1511", "each", f"move {A}").offered("to") for fed in (REGULAR, COASTAL)]
    assert "1516" in far[0] - far[1] and "1514" in far[1]


@pytest.mark.case(C, "4.1")
@pytest.mark.case(C, "10.6.G")
def test_the_log_shows_the_sign_of_points_and_counts_who_is_covered():
    assert GAME.words.event(Scored(1, 54)) == "Victory points +1, total 54."
    assert GAME.words.event(Scored(-2, 46)) == "Victory points -2, total 46."
    s = board({A: "1511", B: "1511", "V US Corps": "1511"})
    march = Moved((UNIT[A], UNIT[B], UNIT["V US Corps"]), (SPACE["1510"], SPACE["1511"]))
    heard = GAME.words.event(march.seen_by(s, GERMAN))
    assert heard == "March of unknown ×2, V US Corps: 1510, 1511."
