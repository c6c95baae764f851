"""10.3, 11.4, 12.3 to 12.5 Stacks with friends, strangers and enemies all round: who can still obey, and why not."""

from itertools import pairwise

import pytest

from grognard.core import Only
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    COASTAL,
    COMMONWEALTH,
    GERMAN,
    INFANTRY,
    KIND,
    NATION,
    NONE,
    PATHS,
    PRICED,
    REGULAR,
    ROSTER,
    SPACE,
    SPACE_NAMES,
    UNIT,
    UNIT_NAMES,
)
from grognard.games.second_front_now.rules.movement import can_move, reach_of, reachable, steps, way_to
from grognard.maps.sets import mask, members
from tests.games.second_front_now.kit import act, agree, board

C = "second_front_now"
US, CW = (
    [UNIT_NAMES[u] for u in ROSTER[ALLIED] if NATION[u] == nation and KIND[u] == INFANTRY and "(" not in UNIT_NAMES[u]]
    for nation in (0, COMMONWEALTH)
)
MOVER, GUN, SS = "1 US Infantry", "V US Corps", "9 SS Panzer"
US = [name for name in US if name != MOVER]
GERMANS = [UNIT_NAMES[u] for u in ROSTER[GERMAN] if KIND[u] == INFANTRY and "garrison" not in UNIT_NAMES[u]]


def stood(units, side=ALLIED, **more):
    """A position in which the Allies hold Le Havre (1012) and Fécamp (1211), should they stand there."""
    return board(units, side, allied=("1012", "1211") if side == ALLIED else (), **more)


def near(*hexes):
    """The land hexes next to these, and not among them."""
    start = mask(SPACE[h] for h in hexes)
    return [SPACE_NAMES[h] for h in members(PATHS.around(start) & ~start)]


def filled(names, hexes, each=3):
    return {name: hexes[k // each] for k, name in enumerate(names[: each * len(hexes)])}


@pytest.mark.case(C, "10.3")
@pytest.mark.case(C, "6.4.one")
@pytest.mark.parametrize(("side", "unit", "crowd"), [(ALLIED, MOVER, US), (GERMAN, "9 SS Panzer", GERMANS)])
def test_full_hexes_of_friends_hem_a_unit_in(side, unit, crowd):
    """1012 touches 1111 and 1112 alone: with three units in each nobody gets out, with two in one of them he does."""
    hexes = near("1012")
    assert hexes == ["1111", "1112"]
    shut = stood({unit: "1012", **filled(crowd, hexes)}, side, cp=1)
    assert not can_move(shut, UNIT[unit]) and "1012" not in act(shut).offered("pick")
    assert act(shut).why("pick 1012") == ("12.3", "nowhere_to_go")
    ajar = stood({unit: "1012", **filled(crowd, hexes[:1]), **filled(crowd[3:], hexes[1:], 2)}, side, cp=1)
    assert can_move(ajar, UNIT[unit]) and steps(ajar, UNIT[unit]) == [SPACE["1112"]]
    assert "1012" in act(ajar).offered("pick")


@pytest.mark.case(C, "9.1.mv")
@pytest.mark.case(C, "12.1")
def test_one_point_is_enough_to_join_a_friend():
    s = stood({MOVER: "1012", "3 US Infantry": "1111", "9 US Infantry": "1112"}, fed={MOVER: NONE}, cp=1)
    assert can_move(s, UNIT[MOVER])
    assert set(act(s, "pick 1012").offers) == {"to 1111", "to 1112", "go 1111", "go 1112"}


@pytest.mark.case(C, "6.2")
def test_every_stack_that_is_hemmed_in_and_can_join_another_is_offered():
    """1012 and 1909 touch two hexes each, all of them taken."""
    crowd = filled(US, [*near("1012"), *near("1909")], 1)
    s = stood(
        {MOVER: "1012", "9 US Infantry": "1909", **{n: h for n, h in crowd.items() if n != "9 US Infantry"}}, cp=1
    )
    assert {"1012", "1909"} <= act(s).offered("pick")


@pytest.mark.case(C, "10.2")
@pytest.mark.case(C, "12.5")
def test_over_the_seine_and_through_the_other_nation_by_strategic_movement_alone():
    """Out of Rouen with two points: friends on this bank leave no room, strangers on the other are passed with four."""
    unit = "2 US Infantry (untried)"
    bank = {SPACE_NAMES[b]: cost for b, cost, _ in PRICED.ways[SPACE["1414"]]}
    here, there = [h for h in bank if bank[h] == 1], [h for h in bank if bank[h] == 2]
    assert sorted(there) == ["1313", "1314", "1415"]
    units = {unit: "1414", **filled(US, here), **filled(CW, there, 1)}
    s = stood(units, cp=1)
    order = agree(act(s, "pick 1414", loose=True), [f"go {h}" for h in bank])
    assert order.offered("go") == set(there) and order.offered("to") and not order.offered("to") & set(there)
    assert can_move(s, UNIT[unit]) and not can_move(stood(units, fed={unit: AERIAL}), UNIT[unit])


@pytest.mark.case(C, "10.3")
@pytest.mark.case(C, "6.3")
def test_guns_find_room_where_infantry_does_not():
    """Three divisions in each hex around leave room for artillery; the division itself could only attack."""
    hexes = near("1012")
    s = stood({GUN: "1012", MOVER: "1012", **filled(US, hexes)}, cp=1)
    order = agree(
        act(s, "pick 1012"), ["each", f"single {GUN}", f"single {MOVER}", "to 1111", "to 1112", "attack 1111"]
    )
    assert order.offered("single") == {GUN} and "each" in order.offers
    for stack in ({MOVER: "1012", GUN: "1012"}, {GUN: "1012", MOVER: "1012"}):
        foe = {**stack, **filled(US, hexes[:1]), "9 SS Panzer": hexes[1]}
        assert act(stood(foe, cp=1), "pick 1012").offered("single") == {GUN}, "an attack costs two points"
        assert act(stood(foe, cp=2), "pick 1012").offered("single") == {GUN, MOVER}
        agree(act(stood(foe, cp=1), "pick 1012"), ["each"])


@pytest.mark.case(C, "12.5.sup")
@pytest.mark.case(C, "12.1")
def test_why_a_far_hex_is_too_far_names_the_movement_that_was_open():
    both = {MOVER: "1511", "3 US Infantry": "1511"}
    assert act(stood(both), "pick 1511").why("to 2525") == ("12.5", "too_far")
    for unit in both:
        one = act(stood(both, fed={unit: COASTAL}), "pick 1511")
        assert one.why("to 2525") == ("12.1", "too_far"), "all of them must be in regular supply"
    assert act(stood({**both, "9 SS Panzer": "1613"}), "pick 1511").why("to 1613") == ("12.3", "enemy_there")


@pytest.mark.case(C, "11.4.strat")
@pytest.mark.case(C, "12.1")
def test_out_of_a_zone_hex_by_hex_without_hurry():
    """Begun in an enemy zone the march has three points, though it goes on in the open."""
    s = stood({MOVER: "1511", "9 SS Panzer": "1512"})
    walk = act(s, "pick 1511", "go 1411")
    assert walk.offered("go") and "stop" in walk.offers
    on = walk.then("go 1311")
    last = on.then("go 1211")
    assert last.prompt == "commands" and last.where(MOVER) == "1211", "three hexes, and no farther"
    assert not [e for e in last.events if type(e) is Only]


@pytest.mark.case(C, "12.5.sup")
@pytest.mark.case(C, "11.4.strat")
def test_why_the_next_hex_is_closed():
    """With points left the ordinary reason; beyond them the strategic one."""
    s = stood({MOVER: "1511", "9 SS Panzer": "1516"}, fed={MOVER: COASTAL})
    worn = act(s, "pick 1511", "go 1512", "go 1413")
    assert worn.why("go 1415") == ("12.1", "not_adjacent")
    quick = act(stood({MOVER: "1511", "9 SS Panzer": "1517"}), "pick 1511", "go 1512", "go 1513", "go 1514", "go 1515")
    assert quick.offered("go") and quick.why("go 1516") == ("11.4.strat", "zone")


@pytest.mark.case(C, "12.2.split")
def test_who_leaves_a_stack_does_not_stop_before_he_has_moved():
    s = stood({MOVER: "1511", "3 US Infantry": "1511"})
    walk = act(s, "pick 1511", "each", f"move {MOVER}")
    assert "stop" not in walk.offers and walk.why("stop") == ("12.1", "not_begun")
    halted = act(stood({MOVER: "1511", "9 SS Panzer": "1613"}), "pick 1511", "go 1612")
    assert halted.prompt == "commands" and not halted.heard(Only), "a zone ends the move without a question"


@pytest.mark.case(C, "7.3")
@pytest.mark.case(C, "12.5.ex")
@pytest.mark.parametrize(
    ("side", "unit", "box", "fed"),
    [(GERMAN, SS, "North", REGULAR), (GERMAN, SS, "South", COASTAL), (ALLIED, MOVER, "England", REGULAR)],
)
def test_the_reach_of_who_comes_on_is_where_he_may_come_to(side, unit, box, fed):
    s = board({unit: box, "276 German Infantry": "2620", "3 US Infantry": "1614"}, side, fed={unit: fed})
    u = UNIT[unit]
    assert reach_of(act(s).s, u) is None, "nobody has been told to come on"
    coming = act(s, f"{'land' if side == ALLIED else 'enter'} {unit}")
    reach = reach_of(coming.s, u)
    assert reach.start == SPACE[box] and set(reach.ends()) == set(members(reachable(s, (u,))))
    for h in list(reach.ends())[::5]:
        way = way_to(s, (u,), h)
        assert reach.costs[h] == sum(cost for a, b in pairwise(way) for to, cost, _ in PRICED.ways[a] if to == b)
    assert reach_of(coming.s, UNIT["3 US Infantry"]) is None
    ashore = coming.then(next(o for o in coming.offers if o.startswith("go ")))
    assert ashore.prompt == "walk" and reach_of(ashore.s, u) is None, "he is on the map"
