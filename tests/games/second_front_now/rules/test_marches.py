"""12.0 Marches step by step: what each step costs, where a unit may stop, and when the way is lawful as which."""

import pytest

from grognard.core import HIDDEN, Roll, run
from grognard.core.flow import hush
from grognard.games.second_front_now.content import (
    ALLIED,
    COASTAL,
    FORTRESS,
    GERMAN,
    NONE,
    NORTH_ENTRY,
    SOUTH_ENTRY,
    SPACE,
    SPACE_NAMES,
    UNIT,
    UNIT_NAMES,
)
from grognard.games.second_front_now.rules.aftermath import BloodTest, CloseBattle
from grognard.games.second_front_now.rules.commands import Arrange, EachMoves, can_come, coverable
from grognard.games.second_front_now.rules.movement import Walk, can_move, may_hurry
from grognard.maps.sets import members
from tests.games.second_front_now.kit import act, agree, battle, board

C = "second_front_now"
FIELD = [
    SPACE_NAMES[SPACE[h]] for h in ("1310", "1311", "1312", "1411", "1412", "1413", "1414", "1415", "1416", "1511")
]
POOL = [f"{verb} {hex}" for verb in ("go", "to") for hex in FIELD] + ["stop", "done"]


@pytest.mark.case(C, "12.4")
@pytest.mark.case(C, "12.1")
def test_every_step_is_paid_for():
    s = board({"1 US Infantry": "1414"}, ALLIED, fed={"1 US Infantry": COASTAL})
    over = agree(act(s, "pick 1414", "go 1415"), POOL)
    assert over.s.stack[-1] == Walk(UNIT["1 US Infantry"], (SPACE["1414"], SPACE["1415"]), 2, True, False)
    assert over.offered("go") and over.then("go 1416").prompt == "commands", "two across the Seine, one, no more"
    dry = agree(act(s, "pick 1414", "go 1413"), POOL)
    assert dry.then("go 1412").prompt == "walk" and dry.then("go 1412", "go 1411").prompt == "commands"
    assert not dry.offered("to"), "far places are offered at the start of a march"
    assert dry.why("to 1411")[1] in ("not_offered", "too_far") and dry.then("stop").where("1 US Infantry") == "1413"


@pytest.mark.case(C, "12.5")
@pytest.mark.case(C, "11.4.strat")
@pytest.mark.case(C, "12.5.sup")
def test_a_way_is_lawful_as_ordinary_or_as_strategic_movement():
    s = board({"1 US Infantry": "1411", "9 SS Panzer": "1415"}, ALLIED)
    near = agree(act(s, "pick 1411", "go 1412", "go 1413"), POOL)
    into = near.then("go 1414")
    assert into.prompt == "commands" and into.where("1 US Infantry") == "1414", "three points, and it stops in the zone"
    wide = act(s, "pick 1411", "go 1311", "go 1211", "go 1111")
    assert wide.prompt == "walk", "beyond three hexes it hurries"
    agree(wide, POOL)
    on = wide.then("go 1112")
    assert on.where("1 US Infantry") == "1112"
    cut = act(board({"1 US Infantry": "1411"}, ALLIED, fed={"1 US Infantry": COASTAL}), "pick 1411", "go 1412")
    assert cut.s.stack[-1].why_not(cut.s, cut.asked.options[0]) is None
    starts = board({"1 US Infantry": "1414", "9 SS Panzer": "1415"}, ALLIED)
    out = act(starts, "pick 1414", "go 1413")
    assert out.s.stack[-1].plain and not out.s.stack[-1].fast, "nobody hurries out of a zone"
    agree(out, POOL)
    assert may_hurry(s, UNIT["1 US Infantry"]) and not may_hurry(s, UNIT["9 US Infantry"]), "nor over a beach"
    for kind in (COASTAL, NONE, FORTRESS):
        assert not may_hurry(
            board({"1 US Infantry": "1411"}, ALLIED, fed={"1 US Infantry": kind}), UNIT["1 US Infantry"]
        )


@pytest.mark.case(C, "12.5.beach")
@pytest.mark.case(C, "7.3.US")
def test_nobody_hurries_over_a_beach():
    landed = act(board({"1 US Infantry": "England"}), "land 1 US Infantry", "go 1411")
    assert landed.s.stack[-1].path == (SPACE["England"], SPACE["1411"]) and landed.s.stack[-1].spent == 1
    agree(landed, POOL)
    assert landed.then("go 1412", "go 1413").prompt == "commands", "the beach is the first of three hexes"
    agree(act(board({"1 US Infantry": "England"}), "land 1 US Infantry"), [*POOL, "go 1510", "to 1510"])
    entered = act(board({"10 SS Panzer": ("South", 1)}, GERMAN), "enter 10 SS Panzer", "go 1828")
    agree(entered, [*POOL, "go 1827", "to 1825", "to 1822"])
    assert entered.then("to 1825").where("10 SS Panzer") == "1825", "two points doubled, the edge hex included"
    assert entered.why("to 1824") == ("12.5", "too_far")


@pytest.mark.case(C, "10.2")
@pytest.mark.case(C, "10.3")
def test_passing_through_the_other_group():
    units = {"1 US Infantry": "1411", "51 British Infantry": "1412", "9 SS Panzer": "1713"}
    s = board(units, ALLIED, fed={"1 US Infantry": COASTAL})
    through = agree(act(s, "pick 1411", "go 1412"), POOL)
    assert "stop" not in through.offers and through.why("stop") == ("10.2", "nations_apart")
    assert through.then("go 1413", "stop").where("1 US Infantry") == "1413"
    assert "1412" not in act(s, "pick 1411").offered("to")


@pytest.mark.case(C, "12.4.min")
@pytest.mark.case(C, "12.2.split")
def test_a_unit_out_of_supply_crosses_the_seine_by_itself_or_out_of_its_stack():
    """From Rouen to 1415 costs two points, and it has one: all the same its first hex is open, and no second."""
    foe = "711 German Infantry"
    units = {foe: "1414", "712 German Infantry": "1414", "1 US Infantry": "3020"}
    picked = act(board(units, GERMAN, fed={foe: NONE}), "pick 1414")
    for walk in (picked.then(f"single {foe}"), picked.then("each", f"move {foe}")):
        agree(walk, ["to 1415", "go 1415", "to 1516", "to 1313"])
        assert "go 1415" in walk.offers and "to 1415" in walk.offers
        assert walk.why("to 1516") == ("12.1", "too_far")
        assert walk.then("to 1415").where(foe) == "1415"


@pytest.mark.case(C, "12.4.min")
@pytest.mark.case(C, "13.8")
def test_who_has_anywhere_to_go():
    alone = board({"9 SS Panzer": "1512", "Le Havre garrison": "1012"}, GERMAN)
    assert can_move(alone, UNIT["9 SS Panzer"]) and not can_move(alone, UNIT["Le Havre garrison"])
    around = ("1511", "1613", "1612", "1513", "1413", "1412")
    names = iter(n for n in UNIT_NAMES if n.endswith("German Infantry"))
    friends = {next(names): hex for hex in around}
    packed = board({**friends, "9 SS Panzer": "1512"}, GERMAN)
    assert can_move(packed, UNIT["9 SS Panzer"]), "friends leave room"
    assert "pick 1512" in act(packed).offers
    third = {next(names): hex for hex in around} | {next(names): hex for hex in around}
    full = board({**friends, **third, "9 SS Panzer": "1512"}, GERMAN)
    assert not can_move(full, UNIT["9 SS Panzer"]) and act(full).why("pick 1512") == ("12.3", "nowhere_to_go")
    guns = board({**friends, **third, "9 SS Panzer": "1512", "LXIV German Corps": "1512"}, GERMAN)
    order = act(guns, "pick 1512")
    assert "single LXIV German Corps" in order.offers and "single 9 SS Panzer" not in order.offers
    assert "each" in order.offers and order.why("single 9 SS Panzer") == ("12.3", "nowhere_to_go")
    each = agree(order.then("each"), ["move 9 SS Panzer", "move LXIV German Corps", "done"])
    assert each.offers == ["move LXIV German Corps", "done"] and each.why("move 9 SS Panzer") == (
        "12.3",
        "nowhere_to_go",
    )


@pytest.mark.case(C, "6.2")
@pytest.mark.case(C, "12.1")
def test_orders_beside_their_refusals():
    line = {"1 US Infantry": "1411", "V US Corps": "1411", "9 SS Panzer": "1413", "3 US Infantry": "1412"}
    pool = [
        *POOL,
        "each",
        "single 1 US Infantry",
        "single V US Corps",
        "single 3 US Infantry",
        "attack 1413",
        "attack 1412",
    ]
    for cp in (1, 2, 6):
        for hex in ("1411", "1412"):
            agree(act(board(line, ALLIED, cp=cp), f"pick {hex}"), pool)
    two = act(board(line, ALLIED, cp=2), "pick 1412")
    assert "attack 1413" in two.offers
    one = act(board(line, ALLIED, cp=1), "pick 1412")
    assert one.why("attack 1413") == ("6.3", "too_few_points") and one.why("each") == ("6.2", "not_offered")
    assert one.why("attack 1412") == ("6.3", "no_enemy") and one.why("single 3 US Infantry") == ("6.2", "not_offered")
    stack = act(board(line, ALLIED), "pick 1411")
    assert stack.why("attack 1413") == ("13.1", "not_adjacent") and stack.why("go 1412")[1] == "not_offered"
    assert stack.why("single 3 US Infantry") == ("6.2", "not_offered")
    assert stack.why("to 1416")[1] in ("too_far", "zone") and stack.why("to 1413") == ("12.3", "enemy_there")
    guns = act(board({"V US Corps": "1412", "9 SS Panzer": "1413"}, ALLIED), "pick 1412")
    assert guns.why("attack 1413") == ("13.5.alone", "artillery_alone")
    lone = act(board({"1 US Infantry": "1411"}, ALLIED), "pick 1411")
    assert lone.why("to 1418") == ("12.1", "too_far") or lone.why("to 1418") == ("12.5", "too_far")
    slow = act(board({"1 US Infantry": "1411"}, ALLIED, fed={"1 US Infantry": COASTAL}), "pick 1411")
    assert slow.why("to 1415") == ("12.1", "too_far"), "the reason is that of the march it may make"
    fast = act(board({"1 US Infantry": "1411", "9 SS Panzer": "1416"}, ALLIED), "pick 1411")
    assert fast.why("to 1415") == ("11.4.strat", "zone")


@pytest.mark.case(C, "10.6.G")
def test_arranging_stacks_beside_the_refusals():
    stacks = {"1 US Infantry": "1511", "3 US Infantry": "1511", "V US Corps": "1511", "9 US Infantry": "1411"} | {
        "34 US Infantry": "1411"
    }
    s = board(stacks, ALLIED, stack=(Arrange(),), known=(UNIT["1 US Infantry"],))
    assert {UNIT_NAMES[u] for u in coverable(s)} == {"1 US Infantry", "3 US Infantry", "9 US Infantry"}
    pool = [f"show {u}" for u in stacks] + ["done", "pick 1511"]
    asked = agree(act(s, loose=True), pool)
    assert asked.why("show V US Corps") == ("10.6.G", "not_covered")
    shown = agree(asked.then("show 1 US Infantry", loose=True), pool)
    assert shown.s.here[SPACE["1511"]][-1] == UNIT["1 US Infantry"] and shown.s.known == ()
    assert shown.offers == ["show 9 US Infantry", "done"], "each stack once"
    assert shown.s.arranged and shown.then("done", loose=True).prompt == ""


@pytest.mark.case(C, "7.3.N")
@pytest.mark.case(C, "7.3.S")
def test_the_box_is_shut_when_no_edge_hex_takes_its_unit():
    own = iter(n for n in UNIT_NAMES if n.endswith("German Infantry"))
    filled = {}
    for h in members(SOUTH_ENTRY):
        for _ in range(3):
            name = next(own, None)
            if name is not None:
                filled[name] = SPACE_NAMES[h]
    s = board({**filled, "10 SS Panzer": "South", "LXIV German Corps": "South"}, GERMAN)
    shut = all(len(s.here.get(h, ())) >= 3 for h in members(SOUTH_ENTRY))
    assert shut == (UNIT["10 SS Panzer"] not in can_come(s, SPACE["South"]))
    assert UNIT["LXIV German Corps"] in can_come(s, SPACE["South"]), "artillery still finds room"
    assert NORTH_ENTRY & SOUTH_ENTRY


@pytest.mark.case(C, "10.6.G")
@pytest.mark.case(C, "8.5")
def test_steps_seen_by_the_german_and_dice_by_their_meaning():
    s = board({"1 US Infantry": "1411", "V US Corps": "1411"}, ALLIED)
    walk = Walk(UNIT["1 US Infantry"], (SPACE["1411"],))
    assert walk.seen_by(s, ALLIED) is walk and walk.seen_by(s, GERMAN).unit == HIDDEN
    top = Walk(UNIT["V US Corps"], (SPACE["1411"],))
    assert top.seen_by(s, GERMAN) is top
    assert EachMoves((UNIT["V US Corps"],)).seen_by(s, GERMAN).left == (UNIT["V US Corps"],)
    green = "2 US Infantry (untried)"
    for more, need in (({}, 5), ({"advanced": (UNIT[green],)}, 4), ({"broke_off": True}, 7)):
        b = board({green: "1511", "9 SS Panzer": "1512"}, ALLIED)
        battle(b, ALLIED, "1511", "1512", [green], ["9 SS Panzer"], **more)
        b.stack = (*b.stack, CloseBattle(), BloodTest(UNIT[green]))
        roll = run(b, hush)
        assert isinstance(roll, Roll) and roll.breaks == ((need,),)
