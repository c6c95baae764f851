"""Lists made from whole sets, where a hex, a beach, a box or a slip lies just on the edge of them."""

import pytest

from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    ALLIED,
    COASTAL,
    ENGLAND,
    FORTRESS,
    GERMAN,
    HEXES,
    HQ,
    KIND,
    LAND,
    NONE,
    NORTH,
    PATHS,
    PRICED,
    ROSTER,
    RUSSIA,
    SOUTH,
    SPACE,
    SPACE_NAMES,
    UNIT,
    UNIT_NAMES,
)
from grognard.games.second_front_now.rules.commands import Commands
from grognard.games.second_front_now.rules.drops import NEVER, at, end_rest
from grognard.games.second_front_now.rules.events import CutOff, SuppliedAgain
from grognard.games.second_front_now.rules.movement import reachable
from grognard.games.second_front_now.rules.plans import Planning
from grognard.games.second_front_now.rules.reach import sources
from grognard.games.second_front_now.rules.sequence import EndTurn
from grognard.games.second_front_now.rules.state import DROP_PLAN, GUNS, Plan, seen_by_german
from grognard.games.second_front_now.rules.supply import Airlift, SupplyCheck, supply_line
from grognard.maps.sets import BIT, members
from tests.games.second_front_now.kit import act, agree, board

C = "second_front_now"
UTAH, OMAHA = "1310", "1411"
COMMONWEALTH_BEACHES = ("1510", "1611", "1710")
BRITISH = [n for n in UNIT_NAMES if n.endswith("British Infantry")]
BRITISH_CORPS = [n for n in UNIT_NAMES if n.endswith("British Corps")]
LANDED = "1 British Armoured"
CHECK = (EndTurn(2), Commands(ALLIED), SupplyCheck(ALLIED))


def each(names, hexes, n):
    """So many of these in every hex."""
    return {name: hexes[k // n] for k, name in enumerate(names[: n * len(hexes)])}


# Coming ashore -------------------------------------------------------------------------------------


@pytest.mark.case(C, "10.3.land")
@pytest.mark.case(C, "6.2.box")
@pytest.mark.parametrize(("there", "divisions", "guns"), [(2, True, True), (3, False, True)])
def test_beaches_with_so_many_divisions_take_one_more_and_guns(there, divisions, guns):
    offered = act(board(each(BRITISH, COMMONWEALTH_BEACHES, there))).offered("land")
    assert (LANDED in offered) is divisions
    assert bool(offered & set(BRITISH_CORPS)) is guns
    assert "1 US Armored" in offered, "Utah and Omaha are empty"


@pytest.mark.case(C, "10.3.land")
def test_beaches_with_guns_take_no_more_guns():
    offered = act(board(each(BRITISH_CORPS, COMMONWEALTH_BEACHES, 1))).offered("land")
    assert LANDED in offered and not offered & set(BRITISH_CORPS)
    assert offered & {"V US Corps", "II US Corps"}


@pytest.mark.case(C, "10.2")
@pytest.mark.case(C, "11.4")
def test_over_a_beach_of_the_other_nation_only_who_gets_on_from_there():
    """British units hold both American beaches: Americans pass them, but not with an enemy zone on either."""
    s = board({BRITISH[0]: UTAH, BRITISH[1]: OMAHA})
    assert "1 US Infantry" in act(s).offered("land")
    assert UTAH not in act(s, "land 1 US Infantry").offered("to")
    shut = board({BRITISH[0]: UTAH, BRITISH[1]: OMAHA, "9 SS Panzer": "1311", "10 SS Panzer": "1412"})
    agree(act(shut), ["land 1 US Infantry", "land 1 US Armored", f"land {LANDED}"])
    assert not act(shut).offered("land") & {"1 US Infantry", "1 US Armored"}
    assert LANDED in act(shut).offered("land")


@pytest.mark.case(C, "10.2")
def test_who_lands_does_not_end_among_strangers_farther_on():
    s = board({BRITISH[0]: "1412", "3 US Infantry": OMAHA})
    going = act(s, "land 1 US Infantry").offered("to")
    assert "1412" not in going and {OMAHA, "1311"} <= going


# Coming on from the boxes --------------------------------------------------------------------------


def boxes(*names, box=NORTH, **more):
    """A position with only these in the North and South boxes."""
    s = board({}, GERMAN, **more)
    for u in ROSTER[GERMAN]:
        if s.loc[u] in (NORTH, SOUTH):
            s.loc[u] = RUSSIA
    for name in names:
        s.loc[UNIT[name]] = box
    GAME.refresh(s)
    return s


@pytest.mark.case(C, "7.1.sameturn")
def test_two_who_have_just_arrived_both_wait():
    both = ("9 SS Panzer", "1 Parachute")
    s = boxes("245 German Infantry", *both, newcomers=tuple(UNIT[n] for n in both))
    assert act(s).offered("enter") == {"245 German Infantry"}
    assert act(boxes("245 German Infantry", *both)).offered("enter") == {"245 German Infantry", *both}


@pytest.mark.case(C, "12.5.box")
def test_an_arrival_alone_may_change_boxes():
    """Nobody can be brought on, but one unit has come this turn: it may be shifted (R53)."""
    s = boxes("9 SS Panzer", newcomers=(UNIT["9 SS Panzer"],))
    assert act(s).offered("enter") == set() and "transfer" in act(s).offers
    assert act(s, "transfer").s.loc[UNIT["9 SS Panzer"]] == SOUTH
    assert "transfer" not in act(boxes()).offers


# Drops ---------------------------------------------------------------------------------------------


def planning(turn, *days):
    """Three divisions are to drop on these days; the question is put to the Allied player."""
    names = ("82 Airborne", "101 Airborne", "1 Airborne")
    plans = tuple(Plan(DROP_PLAN, turn - 1, d, SPACE["1613"], UNIT[n]) for n, d in zip(names, days, strict=True))
    where = dict.fromkeys((*names, "6 Airborne"), "England")
    return board(where, None, turn=turn, plans=plans, stack=(EndTurn(turn), Planning()))


@pytest.mark.case(C, "15.6.max")
@pytest.mark.case(C, "15.6.plot")
def test_a_fourth_drop_is_written_for_another_day_if_there_is_one():
    asked = act(planning(70, 75, 75, 75))
    assert asked.offered("plot") == {"6 Airborne"}
    assert act(asked.s, "plot 6 Airborne").offered("day") == {"72", "73", "74", "76", "77", "78", "79", "80"}
    last = act(planning(78, 80, 80, 80))
    assert last.offered("plot") == set() and last.why("plot 6 Airborne") == ("15.6.plot", "plotted")


def test_a_rest_that_is_over_leaves_no_trace_in_the_writing():
    """Of positions alike there is one writing: records and digests depend on it."""
    s = board({"6 Airborne": "England"})
    before = GAME.codec.encode(s)
    s.withdrawn = at(NEVER, UNIT["6 Airborne"], 30)
    assert GAME.codec.encode(s) != before
    end_rest(s, UNIT["6 Airborne"])
    assert GAME.codec.encode(s) == before


# Marches -------------------------------------------------------------------------------------------


@pytest.mark.case(C, "12.3")
@pytest.mark.case(C, "12.4")
def test_nobody_goes_over_a_major_river_into_an_enemy():
    """Rouen looks over the Seine at 1415; another unit behind it lays a zone on it."""
    s = board({"1 US Infantry": "1414", "9 SS Panzer": "1415", "10 SS Panzer": "1416"}, allied=("1414",))
    order = act(s, "pick 1414")
    assert "1415" not in order.offered("to") | order.offered("go") and "1415" in order.offered("attack")
    two = {"1 US Infantry": "1414", "3 US Infantry": "1414", "9 SS Panzer": "1415", "10 SS Panzer": "1416"}
    stack = board(two, allied=("1414",))
    assert "1415" not in act(stack, "pick 1414").offered("to")


@pytest.mark.case(C, "11.4")
def test_a_zone_ends_a_walk_beside_strangers_too():
    """1614 lies next to 9 SS Panzer in 1615; British units in 1713 do not make the walk go on."""
    s = board({"1 US Infantry": "1613", BRITISH[0]: "1713", "9 SS Panzer": "1615"})
    walked = act(s, "pick 1613", "go 1614")
    assert walked.prompt == "commands" and walked.s.loc[UNIT["1 US Infantry"]] == SPACE["1614"]


@pytest.mark.case(C, "13.8")
@pytest.mark.parametrize("foe", [{}, {"1 US Infantry": "2104"}])
def test_a_garrison_reaches_nothing(foe):
    name = "Boulogne garrison"
    s = board({name: "2005", **foe}, GERMAN, fed={name: FORTRESS})
    assert reachable(s, (UNIT[name],)) == 0


@pytest.mark.case(C, "10.6.G")
def test_who_passes_through_a_stack_mixes_it():
    """What the German saw of a stack is void once others went through it, be it far from all that counts."""
    s = board({"1 US Infantry": "1714", "3 US Infantry": "1715", "9 US Infantry": "1715"})
    below = UNIT["3 US Infantry"]
    s.known = (below,)
    assert seen_by_german(s, below)
    passed = act(s, "pick 1714", "to 1716")
    assert passed.s.known == () and not seen_by_german(passed.s, below)
    beside = act(s, "pick 1714", "to 1614")
    assert beside.s.known == (below,)


@pytest.mark.case(C, "6.3")
@pytest.mark.parametrize(("points", "able"), [(2, True), (1, False)])
def test_a_unit_that_cannot_walk_may_be_named_alone_to_attack(points, able):
    """1012 touches 1111 and 1112: friends fill the one, an enemy stands in the other."""
    full = each([n for n in UNIT_NAMES if n.endswith("US Infantry") and n != "1 US Infantry"], ("1111",), 3)
    units = {"1 US Infantry": "1012", "V US Corps": "1012", **full, "9 SS Panzer": "1112"}
    order = act(board(units, allied=("1012", "1211"), cp=points), "pick 1012")
    assert ("single 1 US Infantry" in order.offers) is able
    agree(order, ["single 1 US Infantry", "single V US Corps", "attack 1112"])


# Stacks --------------------------------------------------------------------------------------------


@pytest.mark.case(C, "10.6.G")
def test_four_covered_counters_are_no_artillery_to_the_german():
    names = ("1 US Infantry", "3 US Infantry", "9 US Infantry", "V US Corps")
    s = board(dict.fromkeys(names, "1511"), options={"fog": "full"})
    assert s.crowds[GUNS] == BIT[SPACE["1511"]] and GAME.view(s, GERMAN).crowds[GUNS] == 0


@pytest.mark.case(C, "10.6.G")
@pytest.mark.parametrize(
    ("units", "covers"),
    [
        ({"V US Corps": "1511"}, False),
        ({"V US Corps": "1511", "1 US Infantry": "1511"}, True),
        ({"1 US Infantry": "1511", "3 US Infantry": "1411"}, False),
        ({"1 US Infantry": "1511", "9 SS Panzer": "1512", "10 SS Panzer": "1512"}, False),
        ({"1 US Infantry": "1511", "3 US Infantry": "1511"}, True),
    ],
)
def test_there_is_something_to_arrange_where_an_allied_unit_lies_beneath_another(units, covers):
    assert ("arrange" in act(board(units)).offers) is covers


# Supply --------------------------------------------------------------------------------------------


@pytest.mark.case(C, "9.3.path")
@pytest.mark.case(C, "11.3")
def test_a_supply_line_goes_over_friends_in_enemy_zones_to_a_working_source():
    """Vector 22 as a line; and none where the friend is gone, or the beach is the enemy's."""
    units = {"1 US Infantry": "1512", "3 US Infantry": "1511", "9 SS Panzer": "1513", "10 SS Panzer": "1412"}
    s = board(units)
    assert [SPACE_NAMES[h] for h in supply_line(s, ALLIED, SPACE["1512"])] in (
        ["1510", "1511", "1512"],
        ["1611", "1511", "1512"],
    )
    gone = board({n: h for n, h in units.items() if n != "3 US Infantry"} | {"12 SS Panzer": "1612"})
    assert supply_line(gone, ALLIED, SPACE["1512"]) == ()
    german = supply_line(s, GERMAN, SPACE["1513"])
    assert german and german[-1] == SPACE["1513"] and SPACE["1512"] not in german
    lone = board({"1 US Infantry": "1910"}, area="Calais")
    assert supply_line(lone, ALLIED, SPACE["1910"]) == (SPACE["1910"],)


def test_paths_lead_over_land():
    assert all(not PATHS.neighbours[h] & ~LAND for h in range(HEXES)) and not LAND & BIT[0]


@pytest.mark.case(C, "9.2.mark")
@pytest.mark.case(C, "9.3.coast")
def test_who_lives_from_the_sea_is_not_told_as_cut_off():
    """The first counter of the list among them: it is cut off, and later in supply again."""
    first = UNIT_NAMES[0]
    assert first in UNIT and KIND[0] != HQ
    ring = {"12 SS Panzer": "1614", "2 Panzer": "1715", "245 German Infantry": "1515"}
    far = {first: "1615", "1 US Infantry": "1211", "9 SS Panzer": "1212", "10 SS Panzer": "1311", **ring}
    s = board(far, None, stack=CHECK, options={"airlift": False}, allied=("1211",))
    checked = act(s)
    told = checked.heard(CutOff)
    assert [e.units for e in told if e.side == ALLIED] == [(UNIT[first],)]
    assert checked.s.fed[UNIT["1 US Infantry"]] == COASTAL and checked.s.fed[UNIT[first]] == NONE
    back = far | {first: UTAH}
    again = board(back, None, fed={first: NONE}, stack=CHECK, options={"airlift": False}, allied=("1211",))
    assert [e.units for e in act(again).heard(SuppliedAgain)] == [(UNIT[first],)]


@pytest.mark.case(C, "15.8")
def test_germans_are_not_supplied_by_allied_aircraft():
    names = {"9 SS Panzer": "1512", "1 US Infantry": "1615"}
    s = board(names, None, fed=dict.fromkeys(names, NONE), stack=(EndTurn(2), Commands(ALLIED), Airlift(3)))
    assert act(s).offered("lift") == {"1 US Infantry"}
    alone = board({"9 SS Panzer": "1512"}, None, fed={"9 SS Panzer": NONE}, stack=s.stack)
    assert act(alone).prompt == "commands"
    assert alone.loc[UNIT["6 Airborne"]] == ENGLAND


def test_a_hex_is_entered_from_where_steps_of_a_price_begin() -> None:
    told = {
        (a, b, price)
        for price, _, onward, _ in PRICED.prices
        for b, before in enumerate(sources(onward))
        for a in members(before)
    }
    assert told == {(a, b, price) for a, row in enumerate(PRICED.ways) for b, price, last in row if not last}
