"""The mind: zero-sum, blind to what is covered, and able to see a good attack and a plain mistake."""

import random

from grognard.bots.listed_operations import ListedOperations
from grognard.bots.valuation import Valuation
from grognard.core import Match, Seeded, clone, push, settle
from grognard.core.flow import hush
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, COMMONWEALTH, GERMAN, NATION, SPACE, UNIT, US
from grognard.games.second_front_now.mind.battle_value import coming
from grognard.games.second_front_now.mind.evaluate import MIND
from grognard.games.second_front_now.mind.front import points_taken
from grognard.games.second_front_now.mind.operations import operations
from grognard.games.second_front_now.mind.prospects import doomed
from grognard.games.second_front_now.rules.aftermath import CloseBattle
from grognard.games.second_front_now.rules.odds import BARRAGE, lines_of
from grognard.games.second_front_now.rules.volley import OpenFire
from tests.games.second_front_now.kit import battle, board


def value(s, side=ALLIED):
    return MIND.evaluate(s, side, MIND.weights)


def test_what_one_side_gains_the_other_loses():
    rng = random.Random(3)
    match = Match.start(GAME, Seeded(3))
    for _ in range(300):
        decision = match.decision
        assert decision is not None
        assert abs(value(match.state) + value(match.state, GERMAN)) < 1e-9
        told = MIND.terms(match.state, GERMAN, MIND.weights)
        assert abs(sum(told.values()) - value(match.state, GERMAN)) < 1e-9
        match.answer(decision.seat, rng.choice(decision.options))


def test_points_steps_and_landings_count():
    base = board({"1 US Infantry": "1411"})
    assert value(board({"1 US Infantry": "1411"}, vp=48)) > value(base)
    assert value(board({"1 US Infantry": ("1411", 1)})) < value(base)
    assert value(board({"1 US Infantry": "1411", "3 US Infantry": "1411"})) > value(base)
    assert value(board({"1 US Infantry": "1411", "10th Army HQ": "Command"})) < value(base)


def test_in_the_last_player_turn_points_alone_count():
    """A division landed then never fights, and nobody comes back for an open beach; a turn before both still do."""
    last = board({"1 US Infantry": "1411", "9 SS Panzer": "1612"}).rules.last
    for turn, counts in ((last, False), (last - 3, True)):
        one = board({"1 US Infantry": "1411", "9 SS Panzer": "1612"}, turn=turn)
        two = board({"1 US Infantry": "1411", "3 US Infantry": "1411", "9 SS Panzer": "1612"}, turn=turn)
        assert (value(two) > value(one)) is counts
        assert value(board({"1 US Infantry": "1411", "9 SS Panzer": "1612"}, turn=turn, vp=48)) > value(one)


def test_a_stack_parts_for_a_place_and_somebody_stays():
    s = board({"1 US Armored": "2108", "1 US Infantry": "2108"})
    parted = [whole for whole in operations(s, settle(s, Seeded(1), hush)) if whole.kind == "detachment"]
    assert parted and all(len(whole.claims & {UNIT["1 US Armored"], UNIT["1 US Infantry"]}) == 1 for whole in parted)
    after = clone(s)
    for answer in parted[0].answers:
        push(after, answer, hush)
        settle(after, Seeded(1), hush)
    assert after.vp < s.vp and any(after.loc[UNIT[name]] == SPACE["2108"] for name in ("1 US Armored", "1 US Infantry"))


def test_both_nations_are_brought_ashore():
    s = board({"1 US Infantry": "1411", "51 British Infantry": "1611"})
    landed = [whole for whole in operations(s, settle(s, Seeded(1), hush)) if whole.kind == "landing"]
    assert {NATION[whole.answers[0].unit] for whole in landed} == {US, COMMONWEALTH}


def test_commonwealth_units_beside_panzers_are_in_danger():
    lone = {"51 British Infantry": ("1516", 1), "9 SS Panzer": "1517", "10 SS Panzer": "1517"}
    weak = doomed(board(lone))
    assert weak > 0.3
    assert doomed(board({**lone, "9 SS Panzer": "1520", "10 SS Panzer": "1520"})) == 0.0, "out of reach"
    assert doomed(board({"1 US Infantry": ("1516", 1), "9 SS Panzer": "1517"})) == 0.0, "only the Commonwealth's count"
    full = {"51 British Infantry": "1516", "50 British Infantry": "1516"}
    assert doomed(board({**lone, **full})) < weak, "in company, and fresh, it lasts"
    wary = {**MIND.weights, "danger": 1.0}
    s = board(lone)
    assert MIND.terms(s, ALLIED, wary)["danger"] == -MIND.terms(s, GERMAN, wary)["danger"] < 0


def test_a_dash_for_what_a_hex_lays_open_is_listed():
    """2104 lies beside Calais and Boulogne: two points each, and nobody there."""
    s = board({"1 US Armored": "2108"})
    takes = {name: points_taken(s, ALLIED, SPACE[name]) for name in ("2104", "2005", "2108")}
    assert takes == {"2104": 4.0, "2005": 2.0, "2108": 0.0}
    assert points_taken(board({"711 German Infantry": "2103"}), ALLIED, SPACE["2104"]) == 2.0, "Calais is held"
    listed = [GAME.texts.show(o.answers[-1]) for o in operations(s, settle(s, Seeded(1), hush)) if o.kind == "march"]
    assert "to 2104" in listed


def laid(attackers, defenders):
    """A battle at Abbeville before its first shot."""
    s = board({**attackers, **defenders})
    battle(s, ALLIED, "2109", "2210", attackers, defenders)
    s.stack = (*s.stack, CloseBattle(), OpenFire(BARRAGE))
    return s


def test_a_sure_attack_is_worth_making_and_a_hopeless_one_is_not():
    strong = dict.fromkeys(("1 US Armored", "2 US Armored", "1 US Infantry", "V US Corps"), "2109")
    assert coming(laid(strong, {"711 German Infantry": ("2210", 1)})) > 0.5
    assert coming(laid({"51 British Infantry": ("2109", 1)}, {"9 SS Panzer": "2210", "10 SS Panzer": "2210"})) < 0


def test_listed_commands_can_be_carried_out():
    s = board({"1 US Infantry": "1411", "3 US Infantry": "1511", "9 SS Panzer": "1512", "711 German Infantry": "1311"})
    for side in (ALLIED, GERMAN):
        here = board({"1 US Infantry": "1411", "3 US Infantry": "1511", "9 SS Panzer": "1512"}, side)
        asked = settle(here, Seeded(1), hush)
        listed = operations(here, asked)
        assert listed and len(listed) <= 150
        for whole in listed:
            world, dice = clone(here), Seeded(2)
            question = settle(world, dice, hush)
            for answer in whole.answers:
                if question is None or answer not in question.options:
                    assert answer == whole.answers[-1], (side, whole.answers)
                    break
                push(world, answer, hush)
                question = settle(world, dice, hush)
            assert world.cp <= here.cp - whole.price or world.phasing != here.phasing
    assert s.held[ALLIED]


def test_the_german_judges_alike_what_looks_alike():
    s = board({"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511", "9 SS Panzer": "1512"})
    other = board({"9 US Infantry": "1511", "34 US Infantry": "1511", "V US Corps": "1511", "9 SS Panzer": "1512"})
    assert value(GAME.view(s, GERMAN), GERMAN) == value(GAME.view(other, GERMAN), GERMAN)
    assert UNIT["1 US Infantry"] not in GAME.view(s, GERMAN).here[SPACE["1511"]]


def test_doing_nothing_gains_nothing_by_the_new_day():
    """The day after Blue Point brings a command point by itself: whoever gives up his points is judged before it."""
    for side in (ALLIED, GERMAN):
        s = board({"36 US Infantry": "1310", "45 US Infantry": "1411", "9 SS Panzer": "2210"}, side, turn=4, slow=4)
        asked = settle(s, lambda roll: None)
        listed = ListedOperations(Valuation(GAME, "greedy"))
        assert abs(listed._value(s, asked, (asked.options[asked.default],), side) - value(s, side)) < 1e-9
        assert listed.gain(s, asked, side) > 0, "with six points there is something to do"


def test_a_battle_is_worth_more_against_who_has_no_way_back():
    units = dict.fromkeys(("1 US Infantry", "3 US Infantry", "V US Corps"), "1511")
    ring = {"9 US Infantry": "1414", "34 US Infantry": "1614", "36 US Infantry": "1411", "45 US Infantry": "1514"}
    found = []
    for more in ({}, ring):
        s = board({**units, "9 SS Panzer": "1512", **more})
        battle(s, ALLIED, "1511", "1512", units, ["9 SS Panzer"])
        s.stack = (*s.stack, CloseBattle(), OpenFire(BARRAGE))
        found.append((coming(s), lines_of(s, s.battle).room))
    (free, some), (hemmed, none) = found
    assert some == (3, 1) and none == (0, 1) and hemmed != free
