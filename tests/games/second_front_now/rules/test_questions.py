"""Every question of a turn beside its refusals: joining a battle, shots, boxes, replacements, set-up, plans."""

import pytest

from grognard.core import HIDDEN
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    GERMAN,
    GERMANS,
    SPACE,
    STEPS,
    UNIT,
    UNIT_NAMES,
    US,
)
from grognard.games.second_front_now.rules.aftermath import BreakOff, CloseBattle, Redeploy, RetreatCall
from grognard.games.second_front_now.rules.battle import JoinBattle, fleet_bonus, strike_due
from grognard.games.second_front_now.rules.boxes import Declare, FromItaly, FromRussia, NameNext, NewUnits, italians
from grognard.games.second_front_now.rules.events import (
    Arrived,
    BeachLost,
    Captured,
    Eliminated,
    Fired,
    Moved,
    Rebuilt,
    Replaced,
)
from grognard.games.second_front_now.rules.odds import BARRAGE, DEFENSIVE, OFFENSIVE
from grognard.games.second_front_now.rules.plans import Planning, drop_days, open_plans, strike_days
from grognard.games.second_front_now.rules.replacements import Replacements, open_beaches, points_due
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan
from grognard.games.second_front_now.rules.volley import OpenFire, Volley, shooters
from tests.games.second_front_now.kit import act, agree, battle, board

C = "second_front_now"
OPEN = {"fog": "off"}
FORCE = {"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511"}
FOES = {
    "9 SS Panzer": "1512",
    "276 German Infantry": "1512",
    "326 German Infantry": "1512",
    "LXIV German Corps": "1512",
}


@pytest.mark.case(C, "6.3.hold")
@pytest.mark.case(C, "13.5.alone")
def test_who_is_held_back_and_who_is_needed():
    asked = act(board({**FORCE, **FOES}, ALLIED), "pick 1511", "attack 1512")
    pool = [f"withhold {u}" for u in (*FORCE, "9 US Infantry", "9 SS Panzer")]
    assert agree(asked, pool).offered("withhold") == set(FORCE) and asked.asked.units == tuple(UNIT[u] for u in FORCE)
    assert (
        asked.why("withhold 9 US Infantry") == ("6.3.hold", "not_attacking") and asked.why("done")[1] == "not_offered"
    )
    one = agree(asked.then("withhold 3 US Infantry"), pool)
    assert one.offered("withhold") == {"V US Corps"}, "somebody must lead"
    assert one.why("withhold 1 US Infantry") == ("13.5.alone", "needed")
    assert one.why("withhold 3 US Infantry") == ("6.3.hold", "not_attacking")
    assert one.asked.units == (UNIT["1 US Infantry"], UNIT["V US Corps"])
    guns = agree(asked.then("withhold V US Corps"), pool)
    assert guns.offered("withhold") == {"1 US Infantry", "3 US Infantry"} and guns.asked.extra == 2, (
        "earlier ones first"
    )
    lone = agree(guns.then("withhold 1 US Infantry"), pool)
    assert lone.offers == ["fight"] or lone.prompt != "join"
    b = lone.s.battle or lone.then("fight").s.battle
    assert b.attackers == (UNIT["3 US Infantry"],) and set(b.named) == {UNIT[u] for u in FORCE}
    join = JoinBattle(ALLIED, SPACE["1511"], SPACE["1512"], tuple(UNIT[u] for u in FORCE))
    s = board({**FORCE, **FOES}, ALLIED)
    assert join.seen_by(s, ALLIED) is join
    assert join.seen_by(s, GERMAN).named == (HIDDEN, HIDDEN, UNIT["V US Corps"])


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.2.eff")
def test_a_strike_flies_only_on_its_day_to_its_hex():
    def due(day=7, hex="1512", cancelled=False, kind=STRIKE_PLAN, **more):
        plan = Plan(kind, 5, day, SPACE[hex], UNIT["1 US Infantry"], cancelled)
        s = board({**FORCE, **FOES}, ALLIED, turn=7, plans=(plan,), **more)
        assert strike_due(s) is None, "no battle, no strike"
        battle(s, ALLIED, "1511", "1512", FORCE, FOES)
        return strike_due(s) is not None

    assert due() and not due(day=8) and not due(hex="1612") and not due(cancelled=True) and not due(kind=DROP_PLAN)
    assert not due(storm=1) and not due(options={"strikes": "off"})
    german = board(
        {**FORCE, **FOES}, GERMAN, turn=7, plans=(Plan(STRIKE_PLAN, 5, 7, SPACE["1511"], UNIT["V US Corps"]),)
    )
    fought = act(german, "pick 1512", "attack 1511", "fight")
    assert fought.prompt != "strike", "no strike in the enemy's attack"


@pytest.mark.case(C, "15.1.lim")
@pytest.mark.case(C, "15.1.def")
@pytest.mark.case(C, "15.1.att")
def test_when_the_fleet_can_fire():
    def bonus(side=ALLIED, target="1611", **more):
        s = board({"51 British Infantry": "1612", "9 SS Panzer": "1611"}, side, **more)
        return fleet_bonus(s, battle(s, side, "1612", target, ["51 British Infantry"], ["9 SS Panzer"]))

    assert bonus() == 1 and bonus(GERMAN) == 2 and bonus(target="1612") == 0, "coastal hexes alone"
    assert bonus(fleet_used=True) == 0 == bonus(storm=1) and bonus(options={"naval": "off"}) == 0
    assert bonus(scenario="beginners") == 0


@pytest.mark.case(C, "13.2")
@pytest.mark.case(C, "13.5")
@pytest.mark.case(C, "13.2.must")
def test_shots_beside_their_refusals():
    units = {**FORCE, **FOES}
    s = board(units, ALLIED)
    b = battle(s, ALLIED, "1511", "1512", FORCE, FOES)
    s.stack = (*s.stack, CloseBattle(), Volley(OFFENSIVE))
    pool = [
        f"shoot {u} > {t}" for u in (*FORCE, "9 SS Panzer") for t in (*FOES, "1 US Infantry", "711 German Infantry")
    ]
    asked = agree(act(s, loose=True), [*pool, "atwill", "done"])
    assert asked.why("shoot V US Corps > 9 SS Panzer") == ("13.2", "not_firing")
    assert asked.why("shoot 1 US Infantry > LXIV German Corps") == ("13.5", "artillery_covered")
    assert asked.why("shoot 1 US Infantry > 3 US Infantry") == ("13.2.target", "not_a_target")
    assert asked.why("done") == ("13.2.must", "must_fire") and asked.asked.numbers == (4,)
    begun = agree(asked.then("shoot 3 US Infantry > 276 German Infantry", dice=[1], loose=True), pool)
    assert begun.offered("shoot") == {
        f"3 US Infantry > {t}" for t in ("9 SS Panzer", "276 German Infantry", "326 German Infantry")
    }
    assert begun.why("shoot 1 US Infantry > 9 SS Panzer") == ("13.2", "not_firing") and begun.asked.numbers == (3,)
    dead = begun.then("shoot 3 US Infantry > 276 German Infantry", dice=[1], loose=True)
    assert agree(dead, pool).why("shoot 1 US Infantry > 276 German Infantry") == ("13.7", "dead_target")
    assert dead.asked.numbers == (2,)
    assert shooters(s, b, BARRAGE) == [UNIT["V US Corps"]] and shooters(s, b, DEFENSIVE) == [UNIT[u] for u in FOES]
    lone = board({"1 US Infantry": ("1511", 1), "9 SS Panzer": "1512"}, ALLIED)
    battle(lone, ALLIED, "1511", "1512", ["1 US Infantry"], ["9 SS Panzer"])
    lone.stack = (*lone.stack, CloseBattle(), Volley(OFFENSIVE))
    told = act(lone, dice=[10], loose=True)
    assert told.prompt == "commands", "one shot at one target asks nothing"
    report = board(units, ALLIED)
    battle(report, ALLIED, "1511", "1512", FORCE, FOES)
    report.stack = (*report.stack, CloseBattle(), OpenFire(BARRAGE))
    fired = act(report, "atwill", dice=[1], loose=True)
    assert [(e.side, e.shots, e.hits) for e in fired.heard(Fired)] == [(ALLIED, 1, 1)]


@pytest.mark.case(C, "13.1.step4")
@pytest.mark.case(C, "13.1.step6")
@pytest.mark.case(C, "13.6")
def test_only_a_step_lost_in_that_fire_comes_back():
    for step, side, seat, lost in (
        (BreakOff(), ALLIED, ALLIED, "1 US Infantry"),
        (RetreatCall(), ALLIED, GERMAN, "9 SS Panzer"),
        (RetreatCall(), GERMAN, ALLIED, "1 US Infantry"),
        (BreakOff(), GERMAN, GERMAN, "9 SS Panzer"),
    ):
        s = board({**FORCE, **FOES, lost: (FORCE.get(lost) or FOES[lost], 1)}, side)
        sides = (FORCE, FOES) if side == ALLIED else (FOES, FORCE)
        where = ("1511", "1512") if side == ALLIED else ("1512", "1511")
        battle(s, side, *where, *sides, losses=(UNIT[lost],))
        s.stack = (*s.stack, CloseBattle(), step)
        asked = act(s, loose=True)
        assert asked.seat == seat and asked.offers == ["no", f"restore {lost}"]
        assert asked.why("restore 3 US Infantry") == ("13.6", "nothing_lost") and asked.why("done")[1] == "not_offered"
        for more in ({"losses": ()}, {"losses": (UNIT[lost],), "extra": True}):
            quiet = board({**FORCE, **FOES}, side)
            battle(quiet, side, *where, *sides, **more)
            quiet.stack = (*quiet.stack, CloseBattle(), step)
            assert act(quiet, loose=True).prompt == "commands"


@pytest.mark.case(C, "13.1.step7")
@pytest.mark.case(C, "4.5")
@pytest.mark.case(C, "4.9")
def test_the_dead_leave_and_the_game_may_end_with_them():
    units = {"51 British Infantry": "1511", "3 British Infantry": "1511", "9 SS Panzer": "1512"}

    def removed(vp):
        s = board(units, GERMAN, vp=vp)
        for name in ("51 British Infantry", "3 British Infantry"):
            s.steps[UNIT[name]] = 0
        battle(s, GERMAN, "1512", "1511", ["9 SS Panzer"], ["51 British Infantry", "3 British Infantry"])
        s.stack = (*s.stack, CloseBattle(), Redeploy())
        return act(s, loose=True)

    both = removed(60)
    assert len(both.heard(Eliminated)) == 2 and both.s.vp == 62
    over = removed(97)
    assert over.s.vp == 98 and over.s.result is not None and len(over.heard(Eliminated)) == 1, "at once"


@pytest.mark.case(C, "4.8")
@pytest.mark.case(C, "4.9")
@pytest.mark.case(C, "11.6")
def test_a_march_that_ends_the_game_goes_no_further_and_takes_no_more():
    """Amiens falls to the zone of whoever comes to 2411, and the last two points with it; Compiègne stays German. The
    panzers pass between two beaches and beside a third: the first brings 98 points and more, and is the last paid."""
    march = board({"1 US Armored": "2410"}, vp=2, options={"fog": "off"})
    over = act(march, "pick 2410", "to 2415")
    assert over.s.vp == 0 and over.s.result.rule == "4.8" and over.where("1 US Armored") == "2411"
    assert [e.hex for e in over.heard(Captured)] == [SPACE["2412"]]
    step = act(march, "pick 2410", "go 2411")
    assert [[e.path for e in told.heard(Moved)] for told in (over, step)] == [[(SPACE["2410"], SPACE["2411"])]] * 2
    pair = act(board({"1 US Armored": "2410", "3 US Infantry": "2410"}, vp=2), "pick 2410", "to 2415")
    assert sorted(pair.where(name) for name in ("1 US Armored", "3 US Infantry")) == ["2410", "2411"]
    assert [pair.s.loc[u] for u in pair.heard(Moved)[0].units] == [SPACE["2411"]], "only the first has gone"
    raid = act(board({"9 SS Panzer": "1512"}, GERMAN, vp=97), "pick 1512", "to 1510")
    assert raid.s.vp == 100 and raid.s.result.numbers == (100,) and raid.where("9 SS Panzer") == "1511"
    assert len(raid.heard(Captured)) == len(raid.heard(BeachLost)) == 1
    town = act(board({"9 SS Panzer": "1511"}, GERMAN, vp=97, german=["1411", "1611"]), "pick 1511", "to 1510")
    assert town.s.vp == 98 and not town.heard(BeachLost), "the town by itself is enough"


@pytest.mark.case(C, "7.4")
@pytest.mark.case(C, "7.4.opt")
def test_italy_one_of_each_sort_and_only_on_its_turns():
    s = board(None, GERMAN, turn=5, stack=(FromItaly(),))
    asked = act(s, loose=True)
    there = [UNIT_NAMES[u] for u in italians(s)]
    assert asked.offers == [*[f"send {u}" for u in there], "done"] and "10th Army HQ" in there
    assert asked.why("send 9 SS Panzer") == ("7.4", "not_in_italy") == asked.why("pick 1511")
    sent = asked.then("send 10th Army HQ", loose=True)
    assert sent.where("10th Army HQ") == "South" and sent.s.newcomers == (UNIT["10th Army HQ"],)
    assert asked.then("done", loose=True).s.newcomers == ()
    assert act(board(None, GERMAN, turn=6, stack=(FromItaly(),)), loose=True).prompt == ""
    notice = {"italy_notice": "on"}
    for turn, put in ((1, True), (5, True), (6, False), (75, True), (80, False)):
        told = act(board(None, GERMAN, turn=turn, options=notice, stack=(NameNext(),)), loose=True)
        assert (told.prompt == "name_italian") == put, turn
    named = act(board(None, GERMAN, turn=1, options=notice, stack=(NameNext(),)), loose=True)
    assert named.why("name 9 SS Panzer") == ("7.4", "not_in_italy")
    chosen = named.then(f"name {there[1]}", loose=True)
    assert chosen.s.italian == UNIT[there[1]] and named.then("done", loose=True).s.italian == -1
    assert act(board(None, GERMAN, turn=1, stack=(NameNext(),)), loose=True).prompt == "", "only with the option"
    for turn, gone in ((5, True), (6, False)):
        due = board(None, GERMAN, turn=turn, options=notice, italian=UNIT[there[1]], stack=(FromItaly(),))
        came = act(due, loose=True)
        assert (came.where(there[1]) == "South") == gone and (came.s.italian == -1) == gone


@pytest.mark.case(C, "7.6")
@pytest.mark.case(C, "7.6.draw")
@pytest.mark.case(C, "7.1.new")
def test_russia_and_the_new_divisions_by_turn():
    for turn, riga, put in ((5, 0, True), (6, 0, False), (10, 5, False), (80, 0, True)):
        told = act(board(None, GERMAN, turn=turn, riga=riga, stack=(Declare(),)), loose=True)
        assert (told.prompt == "riga") == put, turn
    declared = act(board(None, GERMAN, turn=10, stack=(Declare(),)), "yes", loose=True)
    assert declared.s.riga == 10 and act(board(None, GERMAN, turn=10, stack=(Declare(),)), "no", loose=True).s.riga == 0
    for turn, riga, due in (
        (20, 5, True),
        (19, 5, False),
        (20, 10, False),
        (25, 10, True),
        (21, 5, False),
        (25, 0, False),
    ):
        assert FromRussia().due(board(None, GERMAN, turn=turn, riga=riga)) == due
    assert not FromRussia(0).due(board(None, GERMAN, turn=20, riga=5))
    for turn, name in ((60, "17 SS Panzer Grenadier"),):
        fresh = act(board(None, GERMAN, turn=turn, stack=(NewUnits(),)), loose=True)
        came = [UNIT_NAMES[e.unit] for e in fresh.heard(Arrived)]
        assert len(came) == 1 and "17 SS" in came[0] and name
        assert fresh.where(came[0]) == "North" and fresh.steps(came[0]) == STEPS[UNIT[came[0]]]
    assert not act(board(None, GERMAN, turn=61, stack=(NewUnits(),)), loose=True).heard(Arrived)


@pytest.mark.case(C, "8.1")
@pytest.mark.case(C, "8.1.cost")
@pytest.mark.case(C, "8.3")
@pytest.mark.case(C, "4.4")
def test_replacements_beside_their_refusals():
    units = {
        "1 US Infantry": ("1411", 1),
        "3 US Infantry": "1411",
        "V US Corps": "Allied destroyed",
        "9 US Infantry": "Allied destroyed",
        "51 British Infantry": ("1510", 1),
        "XXX British Corps": "Allied destroyed",
    }
    s = board(units, None, turn=10, stack=(Replacements(US),), options=OPEN)
    pool = [f"{verb} {u}" for verb in ("refit", "rebuild") for u in (*units, "9 SS Panzer", "1 US Armored")]
    asked = agree(act(s, loose=True), [*pool, "done"])
    assert set(asked.offers) == {"refit 1 US Infantry", "rebuild V US Corps", "rebuild 9 US Infantry", "done"}
    assert asked.asked.numbers == (2, US) and asked.why("pick 1411") == ("8.1", "not_offered")
    one = agree(asked.then("refit 1 US Infantry", loose=True), pool)
    assert one.asked.numbers == (1, US) and one.steps("1 US Infantry") == 2 and one.s.vp == 49
    assert [(e.unit, e.steps) for e in one.heard(Replaced)] == [(UNIT["1 US Infantry"], 2)]
    assert one.why("rebuild V US Corps") == ("8.1.cost", "too_few_replacements")
    guns = asked.then("rebuild V US Corps", loose=True)
    assert guns.offered("ashore") == {"1310", "1411", "1611", "1710"} and guns.why("ashore 1510") == (
        "8.2.A",
        "no_beach",
    )
    ashore = guns.then("ashore 1411", loose=True)
    assert ashore.where("V US Corps") == "1411" and ashore.prompt != "replacements", "both points are used"
    assert [e.unit for e in ashore.heard(Rebuilt)] == [UNIT["V US Corps"]] and ashore.s.refitted == (
        UNIT["V US Corps"],
    )
    cw = act(board(units, None, turn=10, stack=(Replacements(COMMONWEALTH),), options=OPEN), loose=True)
    assert cw.offers == ["refit 51 British Infantry", "done"], "one point builds no artillery"
    assert cw.then("refit 51 British Infantry", loose=True).s.vp == 50, "a Commonwealth point is a German one"
    for nation, turn, points in (
        (US, 5, 1),
        (US, 10, 2),
        (US, 11, 0),
        (COMMONWEALTH, 40, 2),
        (GERMANS, 5, 0),
        (GERMANS, 10, 1),
    ):
        assert points_due(board(None, GERMAN, turn=turn), nation) == points
    assert points_due(board(None, GERMAN, turn=10, storm=1), US) == 0
    assert points_due(board(None, GERMAN, turn=10, storm=1), GERMANS) == 1
    assert points_due(board(None, GERMAN, turn=10, scenario="beginners"), GERMANS) == 0
    lost = board({**units, "9 SS Panzer": "1310"}, None, turn=10, german=["1310", "1411"])
    assert SPACE["1310"] not in open_beaches(lost, UNIT["9 US Infantry"])
    assert SPACE["1411"] not in open_beaches(lost, UNIT["9 US Infantry"])


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.4.day")
@pytest.mark.case(C, "15.6.plot")
@pytest.mark.case(C, "15.5.rest")
def test_the_days_of_plans():
    s = board(None, None, turn=10, strike_right=10, stack=(Planning(),))
    assert strike_days(s) == [12, 13, 14, 15, 16, 17]
    s.plans = (Plan(STRIKE_PLAN, 5, 12, SPACE["1512"], UNIT["V US Corps"]),)
    assert strike_days(s) == [13, 14, 15, 16, 17] and len(open_plans(s, STRIKE_PLAN)) == 1
    assert strike_days(board(None, None, turn=77)) == [79, 80] and strike_days(board(None, None, turn=79)) == []
    six = UNIT["6 Airborne"]
    assert drop_days(board(None, None, turn=1), six) == list(range(3, 81))
    day = tuple(Plan(DROP_PLAN, 1, 5, SPACE["1614"], UNIT[u]) for u in ("101 Airborne", "82 Airborne", "1 Airborne"))
    assert 5 not in drop_days(board(None, None, turn=1, plans=day), six) and 6 in drop_days(
        board(None, None, turn=1, plans=day), six
    )
    assert 5 in drop_days(board(None, None, turn=1, plans=day[:2]), six)
    resting = board(None, None, turn=40, withdrawn=(0, 30, 0, 0))
    k = [UNIT[u] for u in ("82 Airborne", "101 Airborne", "1 Airborne", "6 Airborne")]
    tired = [u for u in k if drop_days(resting, u)[0] == 60]
    assert len(tired) == 1, "thirty days of rest, for the one that was withdrawn"
    told = agree(act(s, loose=True), [f"day {d}" for d in range(9, 20)])
    assert told.why("day 12") == ("15.4.day", "day_taken") and told.why("day 11") == ("15.4", "wrong_day")
    spent = act(board(None, None, turn=10, stack=(Planning(),)), loose=True)
    assert spent.why("day 12") == ("5.2.A.A1", "no_strike_now")
    assert spent.why("withdraw 6 Airborne")[0] in ("15.5", "15.5.elig") and spent.why("plot 1 US Infantry") == (
        "15.5.elig",
        "not_airborne",
    )
    plotting = act(board(None, None, turn=10, stack=(Planning(),)), "plot 6 Airborne", loose=True)
    assert plotting.offers[0] == "day 12" and plotting.why("day 11") == ("15.6.plot", "wrong_day")
    aimed = plotting.then("day 12", loose=True)
    assert "aim 1614" in aimed.offers and aimed.why("aim 2412") == ("15.6", "not_there"), "no drop on a city"
    written = aimed.then("aim 1614", loose=True)
    assert written.s.plans == (Plan(DROP_PLAN, 10, 12, SPACE["1614"], six),)
    assert written.why("plot 6 Airborne") == ("15.6.plot", "plotted")


@pytest.mark.case(C, "3.4.hex")
@pytest.mark.case(C, "3.4.beach")
def test_placing_the_german_units_beside_the_refusals():
    asked = act(GAME.new("campaign", {"area": "dieppe"}))
    assert asked.prompt == "placement" and asked.offers[0] == "printed"
    placed = asked.then(asked.offers[1])
    assert placed.prompt == "placement" and placed.asked.units != asked.asked.units
    agree(asked, ["place 1510", "place 1411", "place 2412", "place 1512", "done"])
    assert asked.why("place 1411") == ("3.4.beach", "beach") and asked.why("place 2823")[0] == "3.4.hex"
    assert asked.why("done") == ("3.4.hex", "not_offered")


@pytest.mark.case(C, "13.2")
def test_a_volley_counts_all_its_shots_to_come():
    """Two divisions of two steps have four shots: three after the first, whoever fires it, and two before the next."""
    units = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 SS Panzer": "1512", "326 German Infantry": "1512"}
    fight = act(board(units, GERMAN, options={"fog": "off"}), "pick 1512", "attack 1511", "fight")
    left = [fight.asked.numbers]
    for shooter in ("3 US Infantry", "3 US Infantry", "1 US Infantry"):
        fight = fight.then(f"shoot {shooter} > 9 SS Panzer", dice=[10])
        left.append(fight.asked.numbers)
    assert left == [(4,), (3,), (2,), (1,)]


@pytest.mark.case(C, "8.3.nat")
@pytest.mark.parametrize(
    ("nation", "turn", "words"),
    [
        (US, 10, "US: 2 replacement points to use."),
        (COMMONWEALTH, 10, "Commonwealth: 1 replacement point to use."),
        (GERMANS, 10, "German: 1 replacement point to use."),
    ],
)
def test_replacement_points_are_told_by_their_nation(nation, turn, words):
    reduced = {"1 US Infantry": ("1511", 1), "51 British Infantry": ("1611", 1), "9 SS Panzer": ("2210", 1)}
    asked = act(board(reduced, None, turn=turn, stack=(Replacements(nation),)), loose=True)
    assert GAME.words.prompt(asked.asked) == words


@pytest.mark.case(C, "15.4")
@pytest.mark.case(C, "15.6.plot")
def test_a_plan_is_asked_for_by_its_kind():
    s = board({"1 US Infantry": "1511"}, None, turn=5, strike_right=5, stack=(Planning(),))
    first = act(s, loose=True)
    says = {GAME.texts.show(o): GAME.words.choice(first.prompt, o) for o in first.asked.options}
    assert says["day 7"] == "Strike on turn 7" and says["day 12"] == "Strike on turn 12", "two to seven turns ahead"
    strike = first.then("day 7", loose=True)
    assert GAME.words.prompt(strike.asked) == "Which hex do the bombers strike on turn 7?"
    assert strike.asked.rule == "15.4"
    day = first.then("plot 6 Airborne", loose=True)
    assert GAME.words.choice(day.prompt, day.asked.options[0]) == "Turn 7"
    drop = day.then("day 9", loose=True)
    assert GAME.words.prompt(drop.asked) == "Where does 6 Airborne drop on turn 9?" and drop.asked.rule == "15.6.plot"
