"""6.4 Retreat and 6.5 post-combat advance."""

import pytest
from msgspec.structs import replace

from grognard.core import SpaceId
from grognard.games.cassino_1944.content import ALLIED, GERMAN, UNIT
from grognard.games.cassino_1944.rules.combat import Close, Outcome, declared
from grognard.games.cassino_1944.rules.events import Advanced, Beaten, GermanLeftMap, LeftMap, Retreated, Stood
from grognard.games.cassino_1944.rules.movement import GO
from grognard.games.cassino_1944.rules.retreat import EXIT, RetreatOrStand, RetreatPath
from grognard.games.cassino_1944.rules.sequence import StartHalf
from grognard.games.cassino_1944.rules.state import hurt
from tests.games.cassino_1944.kit import BASE, SPACE, act, attack, board

C = "cassino_1944"


def losing(s, side, distance, *units):
    """The units of a side must retreat that far."""
    ids = tuple(sorted(UNIT[u] for u in units))
    s.stack = (*BASE, RetreatOrStand(side, distance, ids))
    return s


def result(s, side, target, attackers, attacker, defender):
    """A combat whose losses have just been taken."""
    c = declared(s, side, SPACE[target], tuple(sorted(UNIT[u] for u in attackers)))
    s.combat = replace(c, losses=(attacker, defender))
    s.stack = (*BASE, Close(), Outcome())
    return s


def fall(s, unit, hex, left=1, path=()):
    """Why a unit on its retreat may not go to this hex; None: it may."""
    way = tuple(SpaceId(SPACE[h]) for h in path) or (s.loc[UNIT[unit]],)
    told = RetreatPath(UNIT[unit], left, way).why_not(s, GO[SPACE[hex]])
    return None if told is None else (told.rule, told.key)


def back(played, unit):
    """The unit retreats by the first way offered."""
    played = played.then(f"retreat {unit}")
    while played.prompt == "retreat_path":
        played = played.then(played.offers[0])
    return played


@pytest.mark.case(C, "6.4", "6.4.loser")
def test_every_surviving_loser_settles_in_the_order_its_owner_likes_before_any_advance():
    """Attackers from two hexes lose by 2: each from its own hex; a bystander in one of them stays."""
    s = board({"34/133": "1704", "34/135": "1703", "636TD": "1704", "44/134": "1604", "44/131": "1603"})
    beaten = act(result(s, ALLIED, "1604", ["34/133"], 2, 0))
    assert beaten.heard(Beaten) == [Beaten(ALLIED, 2)] and beaten.offers == ["retreat 34/133", "stand 34/133"]
    assert beaten.why("stand 636TD") == ("6.4.loser", "not_losing")
    both = act(result(s, ALLIED, "1603", ["34/133", "34/135"], 2, 0))
    assert both.offers == ["retreat 34/133", "stand 34/133", "retreat 34/135", "stand 34/135"]
    second = both.then("retreat 34/135", "go 1803", "go 1903")
    assert second.prompt == "retreat" and second.offers == ["retreat 34/133", "stand 34/133"]
    last = second.then("stand 34/133")
    assert last.prompt == "advance" and last.seat == 1  # the German defenders may now advance, two hexes


@pytest.mark.case(C, "6.4.direction", "6.4.1.friend", "6.4.1.mountain")
def test_vector_12_where_a_german_may_leave_the_abbey():
    """1407 only with a friend once an Allied unit is in 1507; 1306 past 1307 behind its mountain; never 1506."""
    s = board({"1FSJ/MG": "1406", "34/135": "1507"})
    assert fall(s, "1FSJ/MG", "1407") == ("6.4.1.adjacent", "next_to_enemy")
    assert fall(s, "1FSJ/MG", "1506") == ("6.4.direction", "not_towards_supply")
    friend = board({"1FSJ/MG": "1406", "34/135": "1507", "71/211": "1407"})
    assert fall(friend, "1FSJ/MG", "1407") is None
    past = board({"1FSJ/MG": "1406", "34/135": "1307"})
    assert fall(past, "1FSJ/MG", "1306") is None


@pytest.mark.case(C, "6.4.direction")
def test_the_direction_binds_the_first_hex_only_and_a_source_hex_leads_to_another():
    s = board({"90/361": "1307"})
    assert fall(s, "90/361", "1306", path=("1407", "1307")) is None
    edge = board({"90/361": "1410"})
    for hex in ("1510", "1409"):
        assert fall(edge, "90/361", hex) == ("6.4.direction", "not_towards_supply")
    west = board({"90/361": "1005"})
    assert fall(west, "90/361", "1006") is None and fall(west, "90/361", "1106") is not None
    for far in ("1307", "1605", "1410"):  # its own hex, far ones
        assert fall(s if far == "1307" else edge, "90/361", far) == ("6.4.direction", "not_adjacent")


@pytest.mark.case(C, "6.4.direction")
def test_any_source_gives_the_direction_not_only_the_nearest():
    """The edges east, west and south of it: a first hex is refused only where it comes nearer to no hex of them."""
    allied = board({"34/133": "1704"})
    for hex in ("1703", "1803", "1804", "1705"):
        assert fall(allied, "34/133", hex) is None
    for hex in ("1603", "1604"):
        assert fall(allied, "34/133", hex) == ("6.4.direction", "not_towards_supply")
    german = board({"71/211": "1606"})
    for hex in ("1507", "1506", "1605", "1607", "1707"):  # 1711 lies south-east, 1001 north-west
        assert fall(german, "71/211", hex) is None
    assert fall(german, "71/211", "1706") == ("6.4.direction", "not_towards_supply")


@pytest.mark.case(C, "6.4.direction", "6.4.1.elim")
def test_a_beaten_regiment_leaves_the_town_by_route_6():
    """The south is nearer to 1606, but 1607 is watched: 1507 leads to the western edge, and nobody is lost."""
    s = board({"71/211": "1606", "34/133": "1605", "34/135": "1605", "36/141": "1708", "44/131": "1001"})
    beaten = attack(s, "1606", dice=[6]).then("hit 34/133")
    assert beaten.offers == ["retreat 71/211", "stand 71/211"]
    path = beaten.then("retreat 71/211")
    assert path.why("go 1607") == ("6.4.1.adjacent", "next_to_enemy")
    assert path.then("go 1507").where("71/211") == "1507"


@pytest.mark.case(C, "6.4.1.adjacent")
def test_no_retreat_next_to_the_enemy_nor_into_his_hex_at_any_step():
    s = board({"90/361": "1307", "34/133": "1408", "34/135": "1109"})
    first = board({"90/361": "1307", "34/133": "1206"})
    assert fall(board({"90/361": "1307"}), "90/361", "1207") is None
    assert fall(board({"90/361": "1307", "34/133": "1208"}), "90/361", "1207") == ("6.4.1.adjacent", "next_to_enemy")
    assert fall(first, "90/361", "1207") is None  # 1206 looks down from behind a mountain
    assert fall(s, "90/361", "1308", path=("1306", "1307")) == ("6.4.1.adjacent", "next_to_enemy")
    assert fall(s, "90/361", "1108", path=("1307", "1207")) == ("6.4.1.adjacent", "next_to_enemy")
    assert fall(s, "90/361", "1107", path=("1307", "1207")) is None
    assert fall(s, "90/361", "1408", path=("1407", "1308")) == ("5.3.enemy", "enemy_there")


WATCH = {"34/133": "1605", "36/141": "1505", "34/135": "1708", "34/168": "1407"}
"""Round 1606 every hex is watched, also 1607 and, behind it, 1508."""


@pytest.mark.case(C, "6.4.1.friend")
def test_a_friend_beaten_in_the_same_combat_shelters_as_long_as_he_is_there():
    """1607 is the only way for 71/211: open while 525TD is in it, beaten or not, and closed when it has left (R-23)."""
    assert fall(board({"71/211": "1606", **WATCH}), "71/211", "1607") == ("6.4.1.adjacent", "next_to_enemy")
    s = board({"71/211": "1606", "525TD": "1607", "90/361": "1508", **WATCH})
    assert fall(s, "71/211", "1607") is None
    both = act(losing(s, GERMAN, 1, "71/211", "525TD"))
    assert "retreat 71/211" in both.offers and both.then("retreat 71/211").where("71/211") == "1607"
    assert "retreat 71/211" in both.then("stand 525TD").offers
    left = both.then("retreat 525TD", "go 1508")
    assert left.where("525TD") == "1508" and left.heard(Stood) == [Stood(UNIT["71/211"], False)]


@pytest.mark.case(C, "6.4.1.adjacent", "6.4.1.elim")
def test_a_loser_without_a_way_can_only_stand_while_another_may_choose():
    both = act(losing(board({"71/211": "1606", "90/361": "1209", **WATCH}), GERMAN, 1, "71/211", "90/361"))
    assert both.offers == ["stand 71/211", "retreat 90/361", "stand 90/361"]
    assert both.why("retreat 71/211") == ("6.4.1.elim", "no_retreat")


@pytest.mark.case(C, "6.4.1.friend")
def test_who_has_come_to_a_hex_in_his_retreat_shelters_the_next():
    """44/131 finds 525TD in 1607; 525TD goes on, and 71/211 finds 44/131."""
    s = board({"71/211": "1606", "44/131": "1606", "525TD": "1607", "90/361": "1508", **WATCH})
    one = act(losing(s, GERMAN, 1, "71/211", "44/131", "525TD"), "retreat 44/131")
    assert one.where("44/131") == "1607"
    last = one.then("retreat 525TD", "go 1508")
    assert last.offers == ["retreat 71/211", "stand 71/211"]
    assert last.then("retreat 71/211").where("71/211") == "1607"


@pytest.mark.case(C, "6.4.1.mountain")
def test_each_adjacent_enemy_must_be_behind_a_mountain():
    """1306 with enemies in 1307 (mountain) is open; with one in 1305 (no mountain) as well it is not."""
    assert fall(board({"1FSJ/MG": "1406", "34/135": "1307"}), "1FSJ/MG", "1306") is None
    two = board({"1FSJ/MG": "1406", "34/135": "1307", "34/133": "1305"})
    assert fall(two, "1FSJ/MG", "1306") == ("6.4.1.adjacent", "next_to_enemy")


@pytest.mark.case(C, "6.4.1.stand")
def test_vector_11_standing_costs_a_point_and_may_be_the_last():
    """A regiment with two points from a 0/2 stands: the third eliminates it. No box helps, the difference stays."""
    s = board({"44/134": ("1604", 2), "34/133": "1704"}, boxes=["1604"])
    asked = act(result(s, ALLIED, "1604", ["34/133"], 0, 2))
    assert asked.offers == ["retreat 44/134", "stand 44/134"] and asked.asked.numbers == (2,)
    stood = asked.then("stand 44/134")
    assert stood.heard(Stood) == [Stood(UNIT["44/134"], True)] and stood.where("44/134") == "eliminated"
    assert stood.prompt == "advance" and stood.asked.numbers == (2,)
    fresh = board({"44/134": "1604", "34/133": "1704"}, boxes=["1604"])
    kept = act(result(fresh, ALLIED, "1604", ["34/133"], 0, 2), "stand 44/134")
    assert kept.damage("44/134") == 1 and kept.where("44/134") == "1604" and kept.prompt != "advance"


@pytest.mark.case(C, "6.4.1.elim")
def test_vector_13_no_full_retreat_means_the_extra_point():
    """A first hex but no second one: the unit cannot retreat, takes the point and stays, or is gone with its last."""
    ring = {"34/133": "1407", "34/135": "1607", "34/168": "1610", "36/141": "1309"}
    s = board({"71/211": "1508", **ring})
    assert fall(s, "71/211", "1509", left=1) is None
    assert fall(s, "71/211", "1509", left=2) == ("6.4.1.elim", "dead_end")
    stuck = act(losing(s, GERMAN, 2, "71/211"))
    assert stuck.heard(Stood) == [Stood(UNIT["71/211"], False)]
    assert stuck.where("71/211") == "1508" and stuck.damage("71/211") == 1
    last = board({"71/211": ("1508", 2), **ring})
    assert act(losing(last, GERMAN, 2, "71/211")).where("71/211") == "eliminated"


@pytest.mark.case(C, "6.4.2.german", "6.4.2.return")
def test_vector_14_a_german_leaves_by_the_southern_edge_and_returns_later_with_its_damage():
    s = board({"15/129": ("1610", 1), "34/133": "1710", "34/135": "2001"})
    s = losing(s, GERMAN, 1, "15/129")
    s.stack = (*BASE, StartHalf(GERMAN), *s.stack[2:])
    asked = act(s, "retreat 15/129")
    assert "exit" in asked.offers
    gone = asked.then("exit")
    assert [e.rule for e in gone.heard(GermanLeftMap)] == ["6.4.2.german"] and gone.where("15/129") == "off map"
    assert gone.prompt == "reserve"
    same = gone.then("no")  # German half of the same impulse: nothing to bring on, straight to impulse B
    assert same.s.impulse == 1 and same.prompt == "half" and same.seat == 0
    later = same.then("done", "no")
    assert later.prompt == "arrivals" and later.offers == ["arrive 15/129", "done"]
    entry = later.then("arrive 15/129")
    assert {"enter 1001", "enter 1010", "enter 1111", "enter 1711"} <= set(entry.offers)
    back = entry.then("enter 1410")
    assert back.where("15/129") == "1410" and back.damage("15/129") == 1 and "move 15/129" in back.offers


@pytest.mark.case(C, "6.4.2.allied")
def test_an_allied_unit_leaves_by_the_green_edge_only():
    east = board({"34/133": "2005", "90/361": "1906"})
    assert "exit" in act(losing(east, ALLIED, 3, "34/133"), "retreat 34/133").offers
    inland = board({"34/133": "1704", "90/361": "1604"})
    assert act(losing(inland, ALLIED, 1, "34/133"), "retreat 34/133").why("exit") == ("6.4.2.allied", "not_own_edge")
    grey = board({"34/133": "1007", "90/361": "1107"})
    step = RetreatPath(UNIT["34/133"], 1, (grey.loc[UNIT["34/133"]],))
    assert step.why_not(grey, EXIT).rule == "6.4.2.allied"
    reached = board({"34/133": "1905", "90/361": "1805"})
    gone = act(losing(reached, ALLIED, 3, "34/133"), "retreat 34/133", "go 2005", "exit")
    assert gone.where("34/133") == "off map"  # leaving completes the retreat
    assert [e.rule for e in gone.heard(LeftMap)] == ["6.4.2.allied"]


@pytest.mark.case(C, "6.4.direction", "6.4.2.german")
def test_vector_37_all_two_hex_retreats_from_1107():
    s = losing(board({"90/190": "1107"}), GERMAN, 2, "90/190")
    start = act(s, "retreat 90/190")
    ways = {
        f"{first.removeprefix('go ')} {second.removeprefix('go ')}"
        for first in start.offers
        for second in start.then(first).offers
    }
    assert ways == {
        "1006 1005", "1006 1007", "1006 1106", "1006 exit", "1007 1006", "1007 1008", "1007 1108", "1007 exit",
        "1106 1005", "1106 1006", "1108 1007", "1108 1008", "1108 1109", "1108 1207", "1108 1208", "1207 1108",
        "1207 1208", "1207 1307", "1207 1308",
    }  # fmt: skip


@pytest.mark.case(C, "6.4.loser")
def test_vector_34_whoever_faces_nobody_does_not_retreat():
    """2/1 with the last defender gone: no retreat, no advance. 1/2 with the last defender gone: advance one."""

    def wiped_out(attacker, defender):
        s = board({"34/133": "1704", "34/135": "1804", "1FSJ/MG": ("1604", 1), "44/131": "1001"})
        s = result(s, ALLIED, "1604", ["34/133"], attacker, defender)
        hurt(s, UNIT["1FSJ/MG"], 1, lambda event: None)
        return act(s)

    lost = wiped_out(2, 1)
    assert not lost.heard(Beaten) and lost.prompt not in ("retreat", "advance") and lost.where("34/133") == "1704"
    won = wiped_out(1, 2)
    assert won.prompt == "advance" and won.asked.numbers == (1,)


@pytest.mark.case(C, "5.2.1.armor", "5.2.2")
def test_armor_keeps_its_limits_in_retreat():
    """1 CCB in 1707 cannot go back over the river without a road: no retreat, it must stand (R-24)."""
    s = board({"1 CCB": "1707", "90/361": "1606"})
    assert act(losing(s, ALLIED, 1, "1 CCB")).heard(Stood)
    infantry = board({"34/133": "1707", "90/361": "1606"})
    assert "go 1807" in act(losing(infantry, ALLIED, 1, "34/133"), "retreat 34/133").offers


@pytest.mark.case(C, "6.3.remove")
def test_an_allied_retreat_through_a_box_removes_it_and_takes_control():
    s = board({"34/133": "1505", "90/361": "1405"}, boxes=["1604"])
    after = act(losing(s, ALLIED, 1, "34/133"), "retreat 34/133", "go 1604")
    assert after.heard(Retreated) and not any(after.s.box) and after.s.control[SPACE["1604"]] == ALLIED


@pytest.mark.case(C, "6.5.distance", "6.5.first")
def test_a_winning_defender_advances_into_hexes_the_attackers_held():
    s = board({"34/133": "1605", "34/135": "1706", "71/211": "1606", "90/361": "1606", "15/129": "1508"})
    won = back(back(act(result(s, ALLIED, "1606", ["34/133", "34/135"], 2, 1)), "34/133"), "34/135")
    assert won.prompt == "advance" and won.seat == 1 and won.asked.numbers == (1,)
    assert won.offers == ["advance 71/211", "advance 90/361", "done"]
    first = won.then("advance 71/211")
    assert set(first.offers) == {"go 1605", "go 1706"} and first.why("go 1607") == ("6.5.first", "not_vacated")
    after = first.then("go 1706")
    assert after.where("71/211") == "1706" and after.heard(Advanced) and after.prompt == "advance"


@pytest.mark.case(C, "6.5.first")
def test_a_hex_still_held_is_not_entered():
    """One defender stands, one retreats: nobody advances."""
    s = board({"34/133": "1605", "71/211": "1606", "90/361": "1606"})
    after = act(result(s, ALLIED, "1606", ["34/133"], 0, 1), "stand 71/211", "retreat 90/361")
    assert after.then(after.offers[0]).prompt != "advance"


@pytest.mark.case(C, "6.5.stop", "6.5.distance")
def test_an_advance_is_not_stopped_by_contact_but_by_water_and_mountains():
    """From 1605 into 1606 and on to 1607 next to the enemy; over the river from 1705 no further than 1604."""
    s = board({"34/133": "1605", "71/211": "1606", "15/129": "1608"})
    after = back(act(result(s, ALLIED, "1606", ["34/133"], 0, 2)), "71/211").then("advance 34/133")
    assert after.where("34/133") == "1606" and after.prompt == "advance_unit" and "go 1607" in after.offers
    assert after.then("go 1607").where("34/133") == "1607"
    river = board({"34/133": "1705", "44/134": "1604"})
    over = back(act(result(river, ALLIED, "1604", ["34/133"], 0, 2)), "44/134").then("advance 34/133")
    assert over.where("34/133") == "1604" and over.prompt != "advance_unit"
    cliff = board({"34/133": "1505", "44/134": "1404"}, options={"mountain_movement": False})
    up = back(act(result(cliff, ALLIED, "1404", ["34/133"], 0, 2)), "44/134").then("advance 34/133")
    assert up.where("34/133") == "1404" and up.prompt != "advance_unit"


@pytest.mark.case(C, "5.3.limit")
def test_an_advance_may_not_end_as_a_fourth_unit():
    s = board({"34/133": "1506", "34/135": "1405", "34/168": "1405", "36/141": "1306", "1FSJ/MG": "1406"})
    after = attack(s, "1406", dice=[6])
    for unit in ("34/135", "34/168", "36/141"):
        after = after.then(f"advance {unit}", "stop")
    assert len(after.s.here[SPACE["1406"]]) == 3
    assert "advance 34/133" not in after.offers and after.where("34/133") == "1506"


def test_a_retreat_never_visits_a_hex_twice():
    s = board({"90/361": "1205"})
    assert fall(s, "90/361", "1206", left=2, path=("1206", "1205")) == ("6.4.direction", "been_there")
