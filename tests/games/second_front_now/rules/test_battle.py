"""13.0 and 14.0 Battles: shots, targets, breaking off, retreat, advance, garrisons, modifiers."""

import pytest

from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, GERMAN, SPACE, UNIT
from grognard.games.second_front_now.rules.events import Fired, GarrisonLost, NoWayBack, StepLost
from grognard.games.second_front_now.rules.fire import at_will, fire_terms, legal_targets, printed_value
from tests.games.second_front_now.kit import act, battle, board, value

C = "second_front_now"
DRY = {"naval": "off"}
FIGHT = ("pick 1511", "attack 1512", "fight")


def attacked(defenders, attackers=("1 US Infantry", "3 US Infantry"), **more):
    """US units in 1511 attack these Germans in 1512."""
    units = dict.fromkeys(attackers, "1511") | dict(defenders) | more.pop("units", {})
    return act(board(units, **more), *FIGHT)


@pytest.mark.case(C, "13.2")
@pytest.mark.case(C, "13.2.target")
@pytest.mark.case(C, "13.2.must")
@pytest.mark.case(C, "13.1.step3")
def test_one_shot_for_each_step_and_all_of_them():
    fight = attacked({"9 SS Panzer": "1512", "276 German Infantry": ("1512", 1)}.items())
    assert fight.prompt == "defensive" and fight.seat == GERMAN and fight.asked.numbers == (3,)
    assert fight.why("done") == ("13.2.must", "must_fire")
    once = fight.then("shoot 9 SS Panzer > 1 US Infantry", dice=[7])
    assert once.why("shoot 276 German Infantry > 1 US Infantry") == ("13.2", "not_firing"), (
        "it fires its other shot first"
    )
    twice = once.then("shoot 9 SS Panzer > 3 US Infantry", dice=[7])
    assert twice.why("shoot 9 SS Panzer > 1 US Infantry") == ("13.2", "not_firing")
    done = twice.then("shoot 276 German Infantry > 3 US Infantry", dice=[7])
    assert done.prompt == "offensive" and [(e.shots, e.hits) for e in done.heard(Fired)] == [(3, 0)]


@pytest.mark.case(C, "13.2.hit")
@pytest.mark.case(C, "13.3")
@pytest.mark.case(C, "2.12.hit")
def test_a_hit_counts_at_once():
    fight = attacked({"9 SS Panzer": "1512"}.items())
    assert fight.then("shoot 9 SS Panzer > 1 US Infantry", dice=[6]).steps("1 US Infantry") == 1, "six hits with six"
    assert fight.then("shoot 9 SS Panzer > 1 US Infantry", dice=[7]).steps("1 US Infantry") == 2, "seven does not"
    both = fight.then("shoot 9 SS Panzer > 1 US Infantry", "shoot 9 SS Panzer > 1 US Infantry", dice=[1, 1])
    assert both.steps("1 US Infantry") == 0 and [e.left for e in both.heard(StepLost)] == [1, 0]
    assert both.prompt == "break_off"
    pressed = both.then("no", dice=[10, 10])
    assert pressed.where("1 US Infantry") == "Allied destroyed" and len(pressed.heard(Fired)) == 1


@pytest.mark.case(C, "13.2", "2.12.hit", "13.1.step4")
def test_the_log_tells_a_unit_hit_twice_once_and_buries_nobody_who_may_come_back():
    fight = attacked({"9 SS Panzer": "1512"}.items())
    hit = fight.then(*["shoot 9 SS Panzer > 1 US Infantry"] * 2, dice=[1, 1])
    assert [GAME.words.event(e) for e in hit.heard(StepLost)] == [
        "1 US Infantry is hit, one step left.",
        "1 US Infantry is hit, its last step gone.",
    ]
    told = "German defensive fire: 2 shots, 2 hits: 1 US Infantry ×2."
    assert [GAME.words.event(e) for e in hit.heard(Fired)] == [told]
    assert hit.then("restore 1 US Infantry").steps("1 US Infantry") == 1


@pytest.mark.case(C, "13.4")
def test_which_value_is_used():
    infantry, panzer, guns = UNIT["51 British Infantry"], UNIT["9 SS Panzer"], UNIT["LXIV German Corps"]
    assert printed_value(infantry, panzer) == 3 and printed_value(infantry, UNIT["276 German Infantry"]) == 4
    assert printed_value(infantry, guns) == 4, "artillery counts with the infantry"
    assert printed_value(UNIT["I British Corps"], panzer) == 5 and printed_value(UNIT["I British Corps"], guns) == 6


@pytest.mark.case(C, "13.1.step2")
@pytest.mark.case(C, "13.1.step5")
@pytest.mark.case(C, "13.1.arty")
@pytest.mark.case(C, "13.1.def")
def test_who_fires_when():
    defenders = {"9 SS Panzer": "1512", "276 German Infantry": "1512", "LXIV German Corps": "1512"}
    fight = attacked(defenders.items(), ("1 US Infantry", "3 US Infantry", "V US Corps"))
    assert fight.prompt == "barrage" and {o.split(" > ")[0] for o in fight.offered("shoot")} == {"V US Corps"}
    assert set(fight.s.battle.defenders) == {UNIT[u] for u in defenders}, "nobody is held back"
    defence = fight.then("shoot V US Corps > 9 SS Panzer", dice=[10])
    assert {o.split(" > ")[0] for o in defence.offered("shoot")} == set(defenders)
    assert "V US Corps" not in {o.split(" > ")[1] for o in defence.offered("shoot")}
    offence = defence.then("atwill", dice=[10] * 5)
    assert {o.split(" > ")[0] for o in offence.offered("shoot")} == {"1 US Infantry", "3 US Infantry"}


@pytest.mark.case(C, "13.5")
def test_targets_and_the_policy_of_fire_at_will():
    assert legal_targets((2, 0, 1), (False, False, True)) == [0]
    assert legal_targets((0, 0, 1), (False, False, True)) == [2]
    assert legal_targets((0, 0, 0), (False, False, True)) == []
    assert at_will((4, 5, 9), (2, 2, 1), (False, False, True)) == 1, "the surest hit in front"
    assert at_will((5, 5, 9), (2, 1, 1), (False, False, True)) == 1, "of equals the weaker unit"
    assert at_will((5, 3, 9), (0, 0, 0), (False, False, True)) == 2, "the dead, surest first"


@pytest.mark.case(C, "13.7")
def test_an_extra_hit_bars_breaking_off():
    lone = attacked({"9 SS Panzer": "1512", "276 German Infantry": "1512"}.items(), ("2 US Infantry (untried)",))
    shot = lone.then("shoot 9 SS Panzer > 2 US Infantry (untried)", dice=[1])
    assert shot.prompt == "extra_shot" and "done" in shot.offers
    barred = shot.then("shoot 9 SS Panzer > 2 US Infantry (untried)", dice=[4])
    assert barred.prompt == "commands" and barred.where("2 US Infantry (untried)") == "Allied destroyed"
    spared = shot.then("done")
    assert spared.prompt == "break_off"
    saved = spared.then("restore 2 US Infantry (untried)", dice=[8])
    assert saved.where("2 US Infantry") == "1511", "broken off, restored, and blooded with 8 - 2"


@pytest.mark.case(C, "13.1.step9")
@pytest.mark.case(C, "13.1.step6")
def test_advance_after_all_are_dead():
    fight = attacked({"276 German Infantry": ("1512", 1)}.items())
    won = fight.then("atwill", "atwill", dice=[10, 1, 1])
    assert won.prompt == "advance", "the extra hit left the German no choice"
    assert won.then("all").where("1 US Infantry") == "1512"
    assert won.then("done").where("1 US Infantry") == "1511"
    one = won.then("advance 3 US Infantry")
    assert one.offered("advance") == {"1 US Infantry"} and one.where("3 US Infantry") == "1512"


@pytest.mark.case(C, "13.6.1")
@pytest.mark.case(C, "13.6.2")
@pytest.mark.case(C, "13.6.3")
@pytest.mark.case(C, "13.6.6")
@pytest.mark.case(C, "11.5")
def test_where_a_retreat_may_go():
    full = {"711 German Infantry": "1513", "712 German Infantry": "1513", "709 German Infantry": "1513"}
    s = board(
        {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 SS Panzer": "1512", **full, "9 US Infantry": "1611"}
    )
    back = act(s, *FIGHT).then("atwill", "atwill", dice=[10, 10, 1, 10, 10, 10]).then("restore 9 SS Panzer")
    assert back.why("retreat 1511") == ("13.6.1", "enemy_there") and back.why("retreat 1514") == (
        "13.6.1",
        "not_adjacent",
    )
    assert back.why("retreat 1412") == ("13.6.2", "zone") and back.why("retreat 1513") == ("13.6.3", "full")
    assert back.offered("retreat") == {"1413", "1613"}
    gone = back.then("retreat 1613", "done")
    assert gone.where("9 SS Panzer") == "1613" and gone.steps("9 SS Panzer") == 2


@pytest.mark.case(C, "13.6.2")
@pytest.mark.case(C, "13.6.4")
def test_a_friend_opens_an_enemy_zone_only_if_nothing_else_is_free():
    near = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 US Infantry": "1414", "34 US Infantry": "1614"}
    s = board({**near, "9 SS Panzer": "1512", "711 German Infantry": "1513"})
    back = act(s, *FIGHT).then("atwill", "atwill", "restore 9 SS Panzer", dice=[10, 10, 1, 10, 10, 10])
    assert back.where("9 SS Panzer") == "1513", "the friend's hex lies in a zone, and was the only way"


@pytest.mark.case(C, "13.6.7")
@pytest.mark.case(C, "4.5")
def test_no_way_back():
    around = {"711 German Infantry": "1411", "712 German Infantry": "1611", "709 German Infantry": "1412"}
    units = {"1 US Infantry": "1511", "9 SS Panzer": "1512", "10 SS Panzer": "1512", "716 German Infantry": "1612"}
    s = board({**units, **around}, GERMAN, german=["1411", "1611"], options=DRY)
    fight = act(s, "pick 1512", "attack 1511", "fight")
    shot = fight.then("atwill", "atwill", dice=[10, 10, 1, 10, 10, 10])
    lost = shot.then("restore 1 US Infantry")
    assert lost.heard(NoWayBack)[0].unit == UNIT["1 US Infantry"] and not lost.heard(GarrisonLost)
    assert lost.where("1 US Infantry") == "Allied destroyed" and lost.s.vp == 49, "only Commonwealth units cost a point"


@pytest.mark.case(C, "13.6.5")
@pytest.mark.case(C, "13.6.8")
@pytest.mark.case(C, "13.6.9")
@pytest.mark.case(C, "13.1.step8")
def test_a_stack_may_part_and_fights_on():
    units = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 SS Panzer": "1512", "276 German Infantry": "1512"}
    s = board({**units, "9 US Infantry": "1614"})
    back = (
        act(s, *FIGHT)
        .then("atwill", "atwill", dice=[10, 10, 10, 10, 1, 10, 10, 10])
        .then("restore 276 German Infantry")
    )
    assert back.offered("together") == back.offered("retreat") == {"1413"} | back.offered("retreat")
    parted = back.then("retreat 1413")
    assert {parted.where("9 SS Panzer"), parted.where("276 German Infantry")} >= {"1413"}
    both = back.then("together 1413", "done")
    assert both.where("9 SS Panzer") == both.where("276 German Infantry") == "1413"
    assert UNIT["9 SS Panzer"] not in both.s.spent, "a retreat costs nothing"


@pytest.mark.case(C, "13.8")
def test_garrisons_die_in_a_retreat():
    units = {"1 US Infantry": "2006", "3 US Infantry": "2006", "Boulogne garrison": "2005", "9 SS Panzer": "2005"}
    s = board(units, area="Calais", options=DRY)
    fight = act(s, "pick 2006", "attack 2005", "fight").then("atwill", dice=[10] * 4)
    hit = fight.then("shoot 1 US Infantry > Boulogne garrison", "atwill", dice=[1, 10, 10, 10])
    fled = hit.then("restore Boulogne garrison")
    assert [e.unit for e in fled.heard(GarrisonLost)] == [UNIT["Boulogne garrison"]] and not fled.heard(NoWayBack)
    gone = fled.then(fled.offers[0])
    assert gone.where("Boulogne garrison").startswith("German") and gone.where("9 SS Panzer") != "2005"
    stood = hit.then("no")
    assert stood.where("Boulogne garrison") == "2005" and stood.steps("Boulogne garrison") == 1


@pytest.mark.case(C, "14.2.minor")
@pytest.mark.case(C, "14.2")
def test_terrain_of_the_defender():
    units = {"1 US Infantry": "2109", "1 US Armored": "2109", "V US Corps": "2109", "276 German Infantry": "2210"}
    s = board(units)
    b = battle(s, ALLIED, "2109", "2210", ["1 US Infantry", "1 US Armored", "V US Corps"], ["276 German Infantry"])
    assert value(s, b, "1 US Infantry", "276 German Infantry") == 3
    assert value(s, b, "1 US Armored", "276 German Infantry") == 3
    assert value(s, b, "V US Corps", "276 German Infantry") == 5
    assert value(s, b, "276 German Infantry", "1 US Infantry") == 3, "the defender fires as printed"
    river = battle(s, ALLIED, "2110", "2210", ["1 US Infantry", "V US Corps"], ["276 German Infantry"])
    assert value(s, river, "1 US Infantry", "276 German Infantry") == 2
    assert value(s, river, "V US Corps", "276 German Infantry") == 5, "guns do not mind the river"
    assert fire_terms(s, river, UNIT["1 US Infantry"], UNIT["276 German Infantry"]) == (
        ("14.2.minor", -1),
        ("14.2.minor", -1),
    )


@pytest.mark.case(C, "14.1")
def test_values_beyond_the_die():
    s = board({"V US Corps": "1511", "1 US Infantry": "1511", "276 German Infantry": "1512"})
    b = battle(s, ALLIED, "1511", "1512", ["V US Corps"], ["276 German Infantry"], bonus=3, naval=True)
    assert value(s, b, "V US Corps", "276 German Infantry") == 10
    assert sum(n for _, n in fire_terms(s, b, UNIT["V US Corps"], UNIT["276 German Infantry"])) == 4
    low = battle(s, ALLIED, "1511", "1512", ["1 US Infantry"], ["276 German Infantry"], luftwaffe=True)
    assert value(s, low, "1 US Infantry", "276 German Infantry") == 3
    assert value(s, low, "276 German Infantry", "1 US Infantry") == 4
    assert SPACE["1512"] not in s.attacked
