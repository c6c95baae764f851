"""6.0, 12.0 Which commands are open and why others are not: the list and the refusals, position by position."""

import pytest
from msgspec.structs import replace

from grognard.core import HIDDEN
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    COASTAL,
    GERMAN,
    HEXES,
    NONE,
    NORTH_ENTRY,
    SOUTH_ENTRY,
    SPACE,
    SPACE_NAMES,
    UNIT,
    UNIT_NAMES,
)
from grognard.games.second_front_now.rules.commands import EachMoves, Order, can_come, can_shift, picks, ready
from grognard.games.second_front_now.rules.events import Moved
from grognard.games.second_front_now.rules.movement import can_move, mobile, reachable, way_to
from grognard.games.second_front_now.rules.state import DROP_PLAN, Plan
from grognard.maps.sets import members
from tests.games.second_front_now.kit import act, agree, board

C = "second_front_now"
LINE = {"1 US Infantry": "1511", "V US Corps": "1511", "3 US Infantry": "1411", "9 SS Panzer": "1512"}
BOXED = ("land", "enter", "install", "drop")
HERE = [f"pick {name}" for name in ("1511", "1411", "1512", "1611", "1310", "England", "0101")]
KNOWN = [name for name in HERE if name.split()[1] in SPACE]
PEOPLE = [
    f"{verb} {unit}"
    for verb in BOXED
    for unit in (
        "1 US Infantry",
        "9 US Infantry",
        "34 US Infantry",
        "51 British Infantry",
        "6 Airborne",
        "101 Airborne",
        "9 SS Panzer",
        "10 SS Panzer",
        "14 Panzer",
        "10th Army HQ",
        "Le Havre garrison",
    )
]
POOL = [*KNOWN, *PEOPLE, "transfer", "arrange", "done"]


def names(options):
    return sorted(SPACE_NAMES[o.hex] for o in options)


@pytest.mark.case(C, "6.1")
@pytest.mark.case(C, "6.2")
@pytest.mark.case(C, "6.4.one")
def test_the_commands_of_either_side_and_their_refusals():
    for side in (ALLIED, GERMAN):
        for columns in (
            {},
            {"cp": 1},
            {"spent": (UNIT["1 US Infantry"], UNIT["9 SS Panzer"])},
            {"refitted": (UNIT["3 US Infantry"],), "spent": (UNIT["V US Corps"],)},
            {"storm": 1},
            {"arranged": True, "shifted": True},
            {"newcomers": (UNIT["10 SS Panzer"], UNIT["10th Army HQ"])},
        ):
            units = {**LINE, "10 SS Panzer": "South", "10th Army HQ": "South", "14 Panzer": "North"}
            agree(act(board(units, side, **columns), loose=True), POOL)
    easy = board(LINE, ALLIED, scenario="beginners")
    assert "arrange" not in agree(act(easy, loose=True), POOL).offers
    for fog in ("off", "full"):
        assert "arrange" not in agree(act(board(LINE, ALLIED, options={"fog": fog})), POOL).offers
    assert "arrange" in act(board(LINE, ALLIED)).offers
    lone = board({"1 US Infantry": "1511", "9 SS Panzer": "1512"}, ALLIED)
    assert "arrange" not in agree(act(lone), POOL).offers, "nobody lies beneath another"


@pytest.mark.case(C, "6.2")
@pytest.mark.case(C, "12.3")
def test_a_command_names_a_hex_with_somebody_ready():
    told = act(board(LINE, ALLIED))
    assert told.why("pick 1512") == ("6.2", "no_unit") and told.why("pick 1611") == ("6.2", "no_unit")
    assert told.why("pick England") == ("6.2", "no_unit")
    spent = act(board(LINE, ALLIED, spent=(UNIT["3 US Infantry"],)))
    assert spent.why("pick 1411") == ("6.4.one", "nobody_ready") and "pick 1511" in spent.offers
    half = board(LINE, ALLIED, refitted=(UNIT["1 US Infantry"],), cp=2)
    assert ready(half, SPACE["1511"]) == (UNIT["V US Corps"],)
    assert not mobile(half, UNIT["1 US Infantry"]) and mobile(half, UNIT["V US Corps"])


@pytest.mark.case(C, "12.3")
@pytest.mark.case(C, "13.5.alone")
def test_a_stack_shut_in_on_all_sides():
    around = ("1511", "1613", "1612", "1513", "1413", "1412")
    full = {}
    germans = iter(n for n in UNIT_NAMES if n.endswith("German Infantry"))
    for hex in around:
        for _ in range(3):
            full[next(germans)] = hex
    infantry = act(board({**full, "1 US Infantry": "1512"}, ALLIED, fed={"1 US Infantry": NONE}, cp=2), loose=True)
    assert "pick 1512" in infantry.offers, "it can attack"
    one = act(board({**full, "1 US Infantry": "1512", "3 US Infantry": "1310"}, ALLIED, cp=1), loose=True)
    assert one.why("pick 1512") == ("12.3", "nowhere_to_go"), "an attack takes two points"
    guns = act(board({**full, "V US Corps": "1512", "3 US Infantry": "1310"}, ALLIED, cp=3), loose=True)
    assert guns.why("pick 1512") == ("12.3", "nowhere_to_go"), "and artillery company"
    both = board({**full, "V US Corps": "1512", "1 US Infantry": "1512"}, ALLIED, cp=2)
    order = act(both, "pick 1512", loose=True)
    assert set(order.offers) == {*[f"attack {hex}" for hex in around], "single 1 US Infantry"}
    assert order.why("single V US Corps") == ("12.3", "nowhere_to_go")
    assert order.why("each") == ("12.3", "nowhere_to_go") and not can_move(both, UNIT["V US Corps"])
    beaten = board({**full, "V US Corps": "1512", "1 US Infantry": "1512"}, ALLIED, cp=2)
    beaten.attacked = tuple(SPACE[hex] for hex in around)
    assert SPACE["1512"] not in [o.hex for o in picks(beaten, ALLIED)], "every hex was attacked before"


@pytest.mark.case(C, "6.4.hex")
def test_no_hex_is_attacked_twice_however_many_were():
    units = {**LINE, "711 German Infantry": "1611", "712 German Infantry": "1412"}
    s = board(units, ALLIED, attacked=(SPACE["1512"], SPACE["1611"]))
    order = act(s, "pick 1511", loose=True)
    assert order.offered("attack") == {"1412"}
    assert order.why("attack 1512") == ("6.4.hex", "attacked_before") == order.why("attack 1611")
    assert order.why("attack 1711") == ("6.3", "no_enemy") and order.why("attack England") == ("6.3", "no_enemy")
    assert act(board(units, ALLIED), "pick 1511", loose=True).offered("attack") == {"1412", "1512", "1611"}


@pytest.mark.case(C, "6.2.box")
@pytest.mark.case(C, "7.3")
@pytest.mark.case(C, "7.1.sameturn")
def test_who_comes_on_from_a_box_and_why_not():
    s = board({"10 SS Panzer": "South", "14 Panzer": "North", "10th Army HQ": "South", "9 SS Panzer": "1512"}, GERMAN)
    told = act(s)
    assert {"enter 10 SS Panzer", "enter 14 Panzer", "install 10th Army HQ", "transfer"} <= set(told.offers)
    assert told.why("enter 9 SS Panzer") == ("6.2.box", "not_in_box")
    assert told.why("enter 10th Army HQ") == ("6.6.place", "in_command")
    assert told.why("install 9 SS Panzer") == ("6.6.place", "no_headquarters")
    assert told.why("land 1 US Infantry") == ("6.2", "not_yours")
    assert told.why("drop 6 Airborne") == ("6.1", "not_offered")
    assert told.why("arrange") == ("6.1", "not_offered")
    fresh = act(board({"10 SS Panzer": "South", "10th Army HQ": "South"}, GERMAN, newcomers=(UNIT["10 SS Panzer"],)))
    assert fresh.why("enter 10 SS Panzer") == ("7.1.sameturn", "just_arrived")
    new = act(board({"10th Army HQ": "South"}, GERMAN, newcomers=(UNIT["10th Army HQ"],)))
    assert new.why("install 10th Army HQ") == ("7.1.sameturn", "just_arrived")
    worn = act(board({"10 SS Panzer": "South"}, GERMAN, refitted=(UNIT["10 SS Panzer"],)))
    assert worn.why("enter 10 SS Panzer") == ("8.3.act", "refitted")
    done = act(board({"10 SS Panzer": "South"}, GERMAN, spent=(UNIT["10 SS Panzer"],)))
    assert done.why("enter 10 SS Panzer") == ("6.4.one", "acted")
    allied = act(board(LINE, ALLIED))
    assert allied.why("enter 14 Panzer") == ("6.2", "not_yours")
    assert allied.why("install 10th Army HQ") == ("6.1", "not_offered")
    assert allied.why("transfer") == ("6.1", "not_offered") and allied.why("land 1 US Infantry") == (
        "6.2.box",
        "not_in_box",
    )
    alike = [u for u in ("9 US Infantry", "34 US Infantry", "36 US Infantry") if f"land {u}" not in allied.offers]
    assert alike and allied.why(f"land {alike[0]}") == ("6.2.box", "another_alike"), "one of each sort is enough"


@pytest.mark.case(C, "7.3.N")
@pytest.mark.case(C, "7.3.S")
@pytest.mark.case(C, "7.3.enemy")
def test_an_edge_held_by_the_enemy_keeps_everybody_in_the_box():
    names_ = iter(n for n in UNIT_NAMES if n.endswith(("US Infantry", "British Infantry", "Canadian Infantry")))
    north = [SPACE_NAMES[h] for h in members(NORTH_ENTRY & ~SOUTH_ENTRY)]
    south = [SPACE_NAMES[h] for h in members(SOUTH_ENTRY)]
    units = {"10 SS Panzer": "South", "14 Panzer": "North"}
    shut = board({**units, **dict(zip(names_, south, strict=False))}, GERMAN)
    if all(shut.held[ALLIED] >> SPACE[h] & 1 for h in south):
        assert can_come(shut, SPACE["South"]) == ()
        assert act(shut, loose=True).why("enter 10 SS Panzer") == ("7.3", "no_way_on")
    assert UNIT["14 Panzer"] in can_come(shut, SPACE["North"]) and north
    entered = act(board(units, GERMAN), "enter 14 Panzer")
    assert entered.offered("go") == {SPACE_NAMES[h] for h in members(NORTH_ENTRY)}
    other = act(board(units, GERMAN), "enter 10 SS Panzer")
    assert other.offered("go") == {SPACE_NAMES[h] for h in members(SOUTH_ENTRY)}


@pytest.mark.case(C, "12.5.box")
def test_who_changes_boxes():
    units = {"10 SS Panzer": "South", "14 Panzer": "North", "10th Army HQ": "South"}
    s = board(units, GERMAN)
    both = {UNIT["10 SS Panzer"], UNIT["14 Panzer"]}
    assert both <= set(can_shift(s)) and UNIT["10th Army HQ"] not in can_shift(s)
    assert can_shift(board(units, GERMAN, shifted=True)) == ()
    assert UNIT["10 SS Panzer"] not in can_shift(board(units, GERMAN, spent=(UNIT["10 SS Panzer"],)))
    assert UNIT["14 Panzer"] not in can_shift(board(units, GERMAN, refitted=(UNIT["14 Panzer"],)))
    used = act(board({**units, "9 SS Panzer": "1512"}, GERMAN, shifted=True))
    assert used.why("transfer") == ("12.5.box", "shift_used") and "transfer" not in used.offers
    asked = act(s, "transfer")
    assert asked.why("shift 9 SS Panzer") == ("12.5.box", "not_shiftable")
    moved = asked.then("shift 14 Panzer")
    assert moved.where("14 Panzer") == "South" and moved.s.cp == 5 and UNIT["14 Panzer"] in moved.s.spent
    assert asked.then("shift 10 SS Panzer").where("10 SS Panzer") == "North"


@pytest.mark.case(C, "12.5.ex")
@pytest.mark.case(C, "12.5.beach")
def test_coming_on_and_marching_far_in_one_answer():
    s = board({"10 SS Panzer": "South", "9 SS Panzer": "1512"}, GERMAN)
    asked = act(s, "enter 10 SS Panzer", "go 1828")
    assert "1823" in asked.offered("to") and asked.why("to 1822") == ("12.5", "too_far")
    entered = asked.then("to 1823")
    assert entered.where("10 SS Panzer") == "1823" and entered.s.cp == 5
    assert len(entered.heard(Moved)[0].path) == 7, "the box, the edge hex and five more"
    landed = act(board({"1 US Infantry": "England"}), "land 1 US Infantry")
    reach = landed.offered("to")
    assert "1411" in reach and "1412" in reach and landed.why("to 1415") == ("12.1", "too_far")
    inland = landed.then("to 1412")
    assert inland.where("1 US Infantry") == "1412" and inland.s.spent == (UNIT["1 US Infantry"],)
    assert landed.why("stop") == ("12.1", "not_begun") and landed.why("done")[1] == "not_offered"
    step = landed.then("go 1411")
    assert (
        "stop" in step.offers and step.why("go 1411") != ("", "") and step.then("stop").where("1 US Infantry") == "1411"
    )


@pytest.mark.case(C, "12.5")
@pytest.mark.case(C, "12.5.sup")
@pytest.mark.case(C, "9.1.mv")
def test_who_may_hurry():
    far = {"1 US Infantry": "1411"}
    usual, hurried = set(), set()
    for kind in (1, COASTAL, AERIAL):
        s = board(far, ALLIED, fed={"1 US Infantry": kind})
        found = act(s, "pick 1411").offered("to")
        (hurried if kind == 1 else usual).update(found)
    assert usual < hurried and "1414" in usual and "1416" in hurried and "1417" not in hurried and "1415" not in usual
    slow = act(board(far, ALLIED, fed={"1 US Infantry": NONE}), "pick 1411").offered("to")
    assert slow == {name for name in slow if name in ("1310", "1311", "1312", "1412", "1510", "1511", "1410", "1511")}
    walked = act(board(far, ALLIED, fed={"1 US Infantry": COASTAL}), "pick 1411", "go 1412", "go 1413", "go 1414")
    assert walked.prompt == "commands" and walked.where("1 US Infantry") == "1414"


@pytest.mark.case(C, "12.2.split")
@pytest.mark.case(C, "12.2.drop")
def test_units_of_a_stack_go_one_by_one():
    asked = act(board(LINE, ALLIED), "pick 1511", "each")
    assert asked.offers == ["move 1 US Infantry", "move V US Corps", "done"]
    assert asked.why("move 3 US Infantry") == ("6.2", "not_named") == asked.why("pick 1411")
    first = asked.then("move V US Corps")
    assert "1411" in first.offered("to"), "far places at once"
    moved = first.then("to 1411")
    assert moved.offers == ["move 1 US Infantry", "done"] and moved.where("V US Corps") == "1411"
    stayed = moved.then("done")
    assert stayed.prompt == "commands" and stayed.where("1 US Infantry") == "1511"
    assert stayed.s.spent == (UNIT["1 US Infantry"], UNIT["V US Corps"]) and stayed.s.cp == 5, "one point for all"


@pytest.mark.case(C, "15.6.max")
def test_three_divisions_may_drop_in_a_turn():
    plans = tuple(
        Plan(DROP_PLAN, 20, 30, SPACE[hex], UNIT[unit])
        for unit, hex in (("6 Airborne", "1614"), ("101 Airborne", "1615"), ("82 Airborne", "1616"))
    )
    told = act(board({**LINE, "82 Airborne": "England"}, ALLIED, turn=30, plans=plans))
    assert told.offered("drop") == {"6 Airborne", "101 Airborne", "82 Airborne"}


@pytest.mark.case(C, "12.1")
@pytest.mark.case(C, "12.3")
def test_the_ways_told_are_those_that_are_walked():
    s = board({"1 US Infantry": "1411", "9 SS Panzer": "1514"}, ALLIED)
    unit = UNIT["1 US Infantry"]
    ways = {h: way_to(s, (unit,), h) for h in members(reachable(s, (unit,)))}
    assert set(names(GAME.texts.parse(f"to {SPACE_NAMES[h]}") for h in ways)) == act(s, "pick 1411").offered("to")
    for hex, way in ways.items():
        assert way[0] == SPACE["1411"] and way[-1] == hex and hex < HEXES and hex != SPACE["1411"]
        went = act(s, "pick 1411", f"to {SPACE_NAMES[hex]}")
        assert went.heard(Moved)[0].path == way
    agree(act(s, "pick 1411"), [f"{verb} {SPACE_NAMES[h]}" for verb in ("to", "go") for h in range(0, HEXES, 7)])


@pytest.mark.case(C, "10.6.G")
def test_the_german_hears_of_covered_units_without_their_names():
    s = board(LINE, ALLIED)
    order = Order(SPACE["1511"], (UNIT["1 US Infantry"], UNIT["V US Corps"]))
    assert order.seen_by(s, ALLIED) is order and order.seen_by(s, GERMAN).named == (HIDDEN, UNIT["V US Corps"])
    each = EachMoves((UNIT["1 US Infantry"], UNIT["V US Corps"]))
    assert each.seen_by(s, ALLIED) is each and each.seen_by(s, GERMAN).left == (HIDDEN, UNIT["V US Corps"])


def brought(played, verb):
    """Airborne divisions and panzers among those offered."""
    return {name for name in played.offered(verb) if "Airborne" in name or name in ("1 Panzer", "2 Panzer")}


@pytest.mark.case(C, "15.6.abort")
@pytest.mark.case(C, "15.5.rest")
@pytest.mark.case(C, "6.2.box")
def test_a_division_that_rests_is_not_like_one_that_does_not():
    """Landing ends the rest, so it must be the owner's choice whose."""
    alike = {"82 Airborne": "England", "101 Airborne": "England"}

    def offered(turn=30, left=0, right=0, **columns):
        return brought(act(board(alike, turn=turn, withdrawn=(0, 0, left, right), **columns)), "land")

    assert offered() == {"1 Airborne", "82 Airborne"}, "1 and 6, 82 and 101 are alike"
    assert offered(left=26) == {"1 Airborne", "82 Airborne", "101 Airborne"} == offered(right=26)
    assert offered(left=26, right=26) == {"1 Airborne", "82 Airborne"}, "both have as long to rest"
    assert offered(left=26, right=27) == {"1 Airborne", "82 Airborne", "101 Airborne"}
    assert offered(turn=54, left=26) == {"1 Airborne", "82 Airborne"}, "rested by the first day it could drop on"
    assert offered(turn=53, left=26) == {"1 Airborne", "82 Airborne", "101 Airborne"}
    lone = act(board(alike, turn=30, withdrawn=(0, 0, 26, 0)), "land 101 Airborne")
    assert lone.s.withdrawn == (0, 0, 26, 0), "the 82nd rests on"


@pytest.mark.case(C, "15.6.plot")
@pytest.mark.case(C, "15.6.abort")
@pytest.mark.case(C, "6.2.box")
def test_a_division_with_a_drop_written_is_not_like_one_without():
    one, six = (Plan(DROP_PLAN, 29, 32, SPACE["1614"], UNIT[name]) for name in ("1 Airborne", "6 Airborne"))

    def played(*plans):
        return act(board({"1 Airborne": "England", "6 Airborne": "England"}, turn=30, plans=plans))

    assert brought(played(), "land") == {"1 Airborne", "82 Airborne"}
    assert brought(played(one), "land") == {"1 Airborne", "6 Airborne", "82 Airborne"}
    assert brought(played(one, six), "land") == {"1 Airborne", "82 Airborne"}, "the same day and hex"
    for other in (replace(six, day=33), replace(six, hex=SPACE["1613"])):
        assert brought(played(one, other), "land") == {"1 Airborne", "6 Airborne", "82 Airborne"}
    off = [replace(plan, cancelled=1) for plan in (one, six)]
    assert brought(played(off[0]), "land") == {"1 Airborne", "6 Airborne", "82 Airborne"}, "that day is gone for one"
    assert brought(played(*off), "land") == {"1 Airborne", "82 Airborne"}, "for both of them"
    kept = played(one).then("land 6 Airborne")
    assert kept.s.plans == (one,), "its drop stands"


@pytest.mark.case(C, "12.5.box")
@pytest.mark.case(C, "7.1.sameturn")
def test_an_arrival_of_this_turn_is_not_like_an_older_unit():
    """Shift the newcomer, and the older one can still go on."""
    both = {"1 Panzer": "North", "2 Panzer": "North"}
    asked = act(board(both, GERMAN, turn=25, newcomers=(UNIT["2 Panzer"],)), "transfer")
    assert brought(asked, "shift") == {"1 Panzer", "2 Panzer"}
    assert "1 Panzer" in asked.then("shift 2 Panzer").offered("enter")
    assert brought(act(board(both, GERMAN, turn=25), "transfer"), "shift") == {"1 Panzer"}
    new = (UNIT["1 Panzer"], UNIT["2 Panzer"])
    assert brought(act(board(both, GERMAN, turn=25, newcomers=new), "transfer"), "shift") == {"1 Panzer"}


@pytest.mark.case(C, "13.8")
@pytest.mark.case(C, "6.4.one")
def test_why_nobody_obeys_in_a_fortress():
    units = {"Boulogne garrison": "2005", "711 German Infantry": "2005"}
    s = board(units, GERMAN, area="Calais", spent=(UNIT["711 German Infantry"],))
    assert act(s, loose=True).why("pick 2005") == ("6.4.one", "nobody_ready"), "who could have acted"
    alone = act(board({"Boulogne garrison": "2005"}, GERMAN, area="Calais"))
    assert alone.why("pick 2005") == ("13.8", "garrison")


@pytest.mark.case(C, "12.3")
@pytest.mark.case(C, "10.2")
@pytest.mark.case(C, "10.3")
@pytest.mark.case(C, "12.5")
def test_why_a_far_hex_is_no_end_of_a_walk():
    three = dict.fromkeys(("36 US Infantry", "45 US Infantry", "3 US Infantry"), "1411")
    s = board({"1 US Infantry": "England", "9 SS Panzer": "1412", "1 Canadian Infantry": "1311", **three})
    landing = act(s, "land 1 US Infantry")
    assert landing.why("to 1411") == ("10.3", "full") and landing.why("to 1412") == ("12.3", "enemy_there")
    assert landing.why("to 1311") == ("10.2", "nations_apart") and landing.why("to 1510") == (
        "7.3.US",
        "not_your_beach",
    )
    assert landing.why("to 2412") == ("12.1", "too_far")
    ashore = landing.then("go 1310")
    assert ashore.why("to 1412") == ("12.3", "enemy_there") and ashore.why("to 1310")[1] == "already_there"
    crowd = dict.fromkeys(("711 German Infantry", "712 German Infantry", "716 German Infantry"), "1726")
    inland = act(
        board({"9 SS Panzer": "South", "1 US Infantry": "1825", **crowd}, GERMAN), "enter 9 SS Panzer", "go 1728"
    )
    assert inland.why("to 1726") == ("10.3", "full") and inland.why("to 1510") == ("12.5", "too_far")
    agree(inland, [f"to {name}" for name in ("1827", "1727", "1826", "1825", "1725", "1726", "1624", "2412")])
    zone = act(board({"9 SS Panzer": "South", "1 US Infantry": "1726"}, GERMAN), "enter 9 SS Panzer", "go 1728")
    assert "to 1727" in agree(zone, ["to 1726", "to 1827"]).offers, "as ordinary movement, whatever bars the other"
    cut = act(board({"9 SS Panzer": "South", "1 US Infantry": "1727"}, GERMAN), "enter 9 SS Panzer")
    assert cut.then("go 1728").prompt == "commands", "in the enemy's zone the move is over"
