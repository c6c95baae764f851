"""Edges of many rules, each by the smallest position that tells right from nearly right."""

import pytest

from grognard.core import clone
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    ARMY_HQ,
    BEACH_SET,
    COASTAL,
    DUE,
    ENGLAND,
    GERMAN,
    HEXES,
    ITALY,
    NONE,
    NORTH,
    PARATROOPS,
    REGULAR,
    SOUTH,
    SPACE,
    UNIT,
    US,
)
from grognard.games.second_front_now.rules.aftermath import CloseBattle, refuse_retreat
from grognard.games.second_front_now.rules.boxes import FromItaly, NameNext
from grognard.games.second_front_now.rules.commands import can_come, can_install, picks
from grognard.games.second_front_now.rules.drops import refuse_withdrawal
from grognard.games.second_front_now.rules.losses import eliminate
from grognard.games.second_front_now.rules.movement import Walk, can_move
from grognard.games.second_front_now.rules.replacements import Replacements
from grognard.games.second_front_now.rules.setup import Landing, Placement, may_start
from grognard.games.second_front_now.rules.supply import supplied
from grognard.maps.sets import BIT
from tests.games.second_front_now.kit import act, agree, battle, board, hush

C = "second_front_now"
A, B, SS = "1 US Infantry", "3 US Infantry", "9 SS Panzer"


# Commands ------------------------------------------------------------------------------------------


@pytest.mark.case(C, "6.1")
def test_without_points_nobody_is_asked():
    assert act(board({A: "1511"}, cp=0, turn=79)).prompt != "commands"
    assert act(board({A: "1511"}, cp=1)).prompt == "commands"


@pytest.mark.case(C, "15.7.1")
def test_chaos_stops_the_allies_alone():
    assert act(board({SS: "1513"}, GERMAN, chaos=True)).prompt == "commands"
    chaos = board({A: "1511"}, chaos=True)
    assert can_come(chaos, ENGLAND) == () and can_come(board({A: "1511"}), ENGLAND)
    assert can_come(board({A: "1511"}, storm=1), ENGLAND) == ()
    assert can_come(board({SS: "1513"}, GERMAN, chaos=True, storm=1), NORTH), "storms do not close the edge of the map"


@pytest.mark.case(C, "6.6.place")
def test_every_headquarters_that_waits_may_be_installed():
    s = board({SS: "1513"}, GERMAN)
    for u, box in zip(ARMY_HQ, (NORTH, SOUTH, ITALY), strict=False):
        s.loc[u] = box
    GAME.refresh(s)
    assert can_install(s) == tuple(ARMY_HQ[:2]), "in North or South, not in Italy"
    assert len(act(s, loose=True).offered("install")) == 2
    s.newcomers = (ARMY_HQ[0],)
    assert can_install(s) == (ARMY_HQ[1],)


@pytest.mark.case(C, "6.2.box")
@pytest.mark.case(C, "6.4.one")
def test_who_has_acted_does_not_come_on():
    s = board({A: "1511"})
    one = UNIT["79 British Armoured"]
    assert one in can_come(s, ENGLAND)
    for column in ("spent", "refitted"):
        busy = clone(s)
        setattr(busy, column, (one,))
        assert one not in can_come(busy, ENGLAND), column


@pytest.mark.case(C, "6.2")
def test_a_stack_between_the_sea_and_others_obeys_only_if_somebody_can():
    near = {"1310": A, "1311": B, "1212": "9 US Infantry", "1411": "36 US Infantry"}
    s = board({name: hex for hex, name in near.items()})
    assert {GAME.texts.show(o) for o in picks(s, ALLIED)} == {f"pick {hex}" for hex in near}
    spent = clone(s)
    spent.spent = (UNIT[A],)
    assert "pick 1310" not in {GAME.texts.show(o) for o in picks(spent, ALLIED)}


@pytest.mark.case(C, "6.3")
def test_artillery_alone_has_no_target_and_one_point_buys_no_attack():
    s = board({"V US Corps": "1511", A: "1511", SS: "1512"}, cp=1)
    order = act(s, "pick 1511")
    assert not order.offered("attack") and order.why("attack 1512") == ("6.3", "too_few_points")
    rich = act(board({"V US Corps": "1511", SS: "1512"}), "pick 1511")
    assert not rich.offered("attack") and rich.why("attack 1512") == ("13.5.alone", "artillery_alone")


# Movement ------------------------------------------------------------------------------------------


@pytest.mark.case(C, "12.5")
def test_a_lone_unit_sees_its_first_hexes_by_either_movement():
    s = board({A: "1511"})
    order = agree(act(s, "pick 1511"), [f"go {h}" for h in ("1410", "1510", "1511", "1512", "1513", "1614")])
    assert order.offered("go") == {"1411", "1412", "1510", "1512", "1611", "1612"}
    assert order.why("go 1614")[0] == "12.1"


@pytest.mark.case(C, "12.1")
def test_nobody_stops_before_he_has_moved():
    walk = act(board({A: "1511"}), "land 1 US Armored")
    assert "stop" not in walk.offers and walk.why("stop") == ("12.1", "not_begun")
    ashore = walk.then("go 1310")
    assert "stop" in ashore.offers


@pytest.mark.case(C, "12.5.beach")
def test_who_lands_does_not_hurry_on():
    ashore = act(board({A: "1511"}), "land 1 US Armored", "go 1411")
    far = ashore.offered("to") | ashore.offered("go")
    assert "1413" in far and "1417" not in far, "three points beyond the beach, not seven"


@pytest.mark.case(C, "12.4.min")
def test_what_is_left_of_a_march_is_no_standing_start():
    s = board({A: "1414"})
    way = (SPACE["1412"], SPACE["1413"], SPACE["1414"])
    last = Walk(UNIT[A], way, 2, fast=False)
    assert last.reach(s) & BIT[SPACE["1514"]] and not last.reach(s) & BIT[SPACE["1415"]], "the Seine costs two"
    assert not last.ways(s)[0] & BIT[SPACE["1415"]] and last.ways(s)[0] & BIT[SPACE["1514"]]
    assert Walk(UNIT[A], way, 1, fast=False).reach(s) & BIT[SPACE["1415"]]
    for spent in (3, 5):
        assert not Walk(UNIT[A], way, spent, fast=False).reach(s)


@pytest.mark.case(C, "12.3")
def test_whoever_has_an_empty_hex_beside_him_can_move():
    assert can_move(board({A: "1511"}), UNIT[A])
    assert not can_move(board({"Le Havre garrison": "1012"}, GERMAN), UNIT["Le Havre garrison"])
    hexes = ("1411", "1412", "1512", "1612", "1611", "1510")
    foes = (SS, "10 SS Panzer", "245 German Infantry", "711 German Infantry", "348 German Infantry", "14 Panzer")
    ring = dict(zip(foes, hexes, strict=True))
    assert not can_move(board({A: "1511", **ring}), UNIT[A])
    assert can_move(board({A: "1511", **{n: h for n, h in ring.items() if h != "1510"}, B: "1510"}), UNIT[A]), "friends"


# Battle --------------------------------------------------------------------------------------------


@pytest.mark.case(C, "13.6.3")
@pytest.mark.case(C, "10.2")
def test_us_units_do_not_retreat_onto_the_commonwealth():
    s = board({A: "1511", "50 British Infantry": "1611", B: "1411", SS: "1512"})
    b = battle(s, GERMAN, "1512", "1511", [SS], [A])
    assert refuse_retreat(s, b, UNIT[A], SPACE["1611"]).key == "nations_apart"
    assert refuse_retreat(s, b, UNIT[A], SPACE["1411"]) is None


@pytest.mark.case(C, "13.1.step9")
def test_units_advance_in_any_order_each_once():
    s = board(
        {A: "1511", B: "1511", "9 US Infantry": "1511", "711 German Infantry": ("1512", 1)}, options={"naval": "off"}
    )
    fight = act(s, "pick 1511", "attack 1512", "fight").then("atwill", dice=[10])
    won = fight.then("atwill", dice=[1, 1])
    assert won.prompt == "advance"
    one = won.then("advance 3 US Infantry")
    assert one.where(B) == "1512" and "advance 3 US Infantry" not in one.offers
    both = one.then("advance 1 US Infantry")
    assert both.where(A) == "1512" and set(both.offers) == {"advance 9 US Infantry", "done"}


@pytest.mark.case(C, "8.4")
def test_the_dead_have_no_steps_and_rest_in_supply():
    s = board({A: "1511"}, fed={A: REGULAR})
    eliminate(s, UNIT[A], hush)
    assert s.steps[UNIT[A]] == 0 and s.fed[UNIT[A]] == REGULAR and s.loc[UNIT[A]] >= HEXES
    for kind in (NONE, COASTAL):
        lost = board({A: "1511"}, fed={A: kind})
        eliminate(lost, UNIT[A], hush)
        assert lost.fed[UNIT[A]] == REGULAR and act(lost, loose=True).where(A) == "Allied out of supply"


def test_control_is_settled_when_a_battle_closes():
    s = board({A: "1311", SS: "2210"}, german=("1310",), stack=())
    battle(s, ALLIED, "1311", "1312", [A], [SS])
    CloseBattle().auto(s, hush)
    assert s.battle is None and s.taken >> SPACE["1310"] & 1 and s.taken >> SPACE["1211"] & 1


# Boxes, replacements, withdrawal -------------------------------------------------------------------


@pytest.mark.case(C, "7.4.opt")
def test_notice_for_italy_is_asked_while_it_can_still_be_kept():
    for turn, asked in ((5, True), (70, True), (75, True), (80, False)):
        s = board({SS: "1513"}, None, options={"italy_notice": True}, turn=turn, stack=())
        assert (NameNext().ask(s) is not None) is asked, turn
    s = board({SS: "1513"}, None, options={"italy_notice": True}, turn=6, stack=())
    assert NameNext().ask(s) is None, "only on turns marked It"


@pytest.mark.case(C, "7.4")
def test_an_empty_box_is_not_asked_for():
    s = board({SS: "1513"}, None, turn=5, stack=())
    assert FromItaly().ask(s) is not None
    for u in [u for u in range(len(s.loc)) if s.loc[u] == ITALY]:
        s.loc[u] = DUE
    GAME.refresh(s)
    assert FromItaly().ask(s) is None


@pytest.mark.case(C, "8.1")
def test_only_the_own_nation_and_the_worn_are_offered_replacements():
    units = {A: ("1511", 1), B: "1411", "50 British Infantry": ("1611", 1), SS: ("1513", 1)}
    s = board(units, None, turn=10, options={"fog": "off"}, stack=(Replacements(US),))
    asked = act(s, loose=True)
    assert asked.offered("refit") == {A}


@pytest.mark.case(C, "15.6.again")
def test_a_first_stay_has_no_least_length():
    para = UNIT["82 Airborne"]
    assert para in PARATROOPS
    s = board({"82 Airborne": "1511"}, turn=25)
    assert refuse_withdrawal(s, para) is None
    at = list(s.jumped)
    at[PARATROOPS.index(para)] = 10
    s.jumped = tuple(at)
    assert refuse_withdrawal(s, para) is not None
    s.turn = 35
    assert refuse_withdrawal(s, para) is None


# Set-up and supply ---------------------------------------------------------------------------------


@pytest.mark.case(C, "3.4.hex")
@pytest.mark.case(C, "3.4.beach")
def test_where_german_units_may_begin():
    s = GAME.new("campaign", {"area": "dieppe"})
    s.area = 1
    unit = UNIT["348 German Infantry"]
    found = may_start(s, unit)
    assert found[0] == SPACE["1811"] and SPACE["1710"] not in found, "no beach"
    assert not BEACH_SET[1] >> SPACE["1811"] & 1 and all(h < HEXES for h in found)
    assert may_start(s, UNIT["245 German Infantry"]) == [SPACE["1511"]], "who held Dieppe stands inland"
    for name in ("711 German Infantry", "17 Luftwaffe Field", "191 German Infantry"):
        s.loc[UNIT[name]] = SPACE["1811"]
    GAME.refresh(s)
    assert SPACE["1811"] not in may_start(s, unit), "full"


@pytest.mark.case(C, "3.2.start")
def test_beaches_are_allied_from_the_start():
    s = GAME.new("campaign", {"area": "calais"})
    s.area = 0
    Landing().auto(s, hush)
    assert s.taken == BEACH_SET[0] and s.vp == 50
    assert Placement().waiting(s)


@pytest.mark.case(C, "9.3.G")
def test_each_side_has_sources_of_its_own():
    landed = (A, B, "9 US Infantry", "50 British Infantry", "51 British Infantry")
    s = board({**dict(zip(landed, ("1310", "1411", "1510", "1611", "1710"), strict=True)), SS: "1513"})
    assert supplied(s, GERMAN) >> SPACE["1513"] & 1, "from the edge of the map, not from the beaches"
    assert supplied(s, ALLIED) >> SPACE["1411"] & 1 and not supplied(s, ALLIED) >> SPACE["1513"] & 1
