"""13.1 steps 7 to 9, 13.6, 8.5 After the fire: who falls back where, who advances, and which divisions are blooded."""

import pytest

from grognard.games.second_front_now.content import ALLIED, GERMAN, NONE, SPACE, UNIT
from grognard.games.second_front_now.rules.aftermath import (
    AdvanceIn,
    Blooding,
    BloodTest,
    CloseBattle,
    Fallback,
    blooding_modifier,
)
from grognard.games.second_front_now.rules.events import Advanced, Captured, GreenTested, Retreated
from grognard.games.second_front_now.rules.retreat import room_back, ways_back
from tests.games.second_front_now.kit import act, agree, battle, board

C = "second_front_now"
GREEN, OTHER = "2 US Infantry (untried)", "4 US Infantry (untried)"
HEXES = ("1411", "1412", "1413", "1414", "1511", "1512", "1513", "1514", "1612", "1613", "1310")
BACK = [f"{verb} {hex}" for verb in ("retreat", "together") for hex in HEXES]


def after_fire(units, attackers, defenders, step, side=ALLIED, source="1511", target="1512", more=None, **columns):
    """A battle whose fire is over."""
    s = board(units, side, **columns)
    battle(s, side, source, target, attackers, defenders, **(more or {}))
    s.stack = (*s.stack, CloseBattle(), step)
    return s


STACK = {"9 SS Panzer": "1512", "276 German Infantry": "1512", "326 German Infantry": "1512"}


RING = {"9 US Infantry": "1414", "34 US Infantry": "1614", "36 US Infantry": "1411"}
"""With the attackers in 1511 they leave no hex about 1512 free of their zones."""
TWO = {"711 German Infantry": "1513", "712 German Infantry": "1513"}
"""A friend's hex with room for one more, and for artillery."""


def falling(extra=None, stack=None):
    stack = stack or STACK
    units = {"1 US Infantry": "1511", **stack, **(extra or {})}
    s = after_fire(units, ["1 US Infantry"], stack, Fallback(), more={"retreated": True})
    return act(s, loose=True)


@pytest.mark.case(C, "13.6.5")
@pytest.mark.case(C, "13.6.4")
def test_together_only_where_all_find_room_in_an_empty_hex():
    free = agree(falling(), BACK)
    assert free.offered("together") == free.offered("retreat") == {"1413", "1513", "1613"}
    assert free.why("together 1412") == ("13.6.5", "not_together") and free.why("done")[1] == "not_offered"
    gone = free.then("together 1513", loose=True)
    assert {gone.where(u) for u in STACK} == {"1513"} and len(gone.heard(Retreated)) == 3
    friend = agree(falling({"711 German Infantry": "1513"}), BACK)
    assert friend.offered("retreat") == {"1413", "1613"}
    assert friend.why("retreat 1513") == ("13.6.4", "empty_first")
    first = free.then("retreat 1413", loose=True)
    assert len(first.heard(Retreated)) == 1 and first.offered("retreat") == {"1413", "1513", "1613"}
    second = first.then("retreat 1513", loose=True)
    last = agree(second, BACK)
    assert not last.offered("together") and last.why("together 1613") == ("13.6.5", "not_together"), "one is left"
    assert last.then("retreat 1613", loose=True).prompt != "fall_back"
    only = {
        "9 US Infantry": "1414",
        "34 US Infantry": "1614",
        "711 German Infantry": "1513",
        "712 German Infantry": "1513",
    }
    tight = falling(only)
    assert tight.asked is None or tight.prompt != "fall_back" or not tight.offered("together")


@pytest.mark.case(C, "13.6.7")
@pytest.mark.case(C, "13.6.3")
def test_a_friends_hex_takes_as_many_as_there_is_room_for():
    tight = falling({**RING, **TWO})
    b = tight.s.battle
    assert b is not None and ways_back(tight.s, b, UNIT["9 SS Panzer"]) == [SPACE["1513"]]
    assert room_back(tight.s, b, UNIT["9 SS Panzer"]) == 1 and room_back(tight.s, b, UNIT["LXIV German Corps"]) == 1
    done = tight.then("escape 276 German Infantry > 1513", loose=True)
    assert [done.where(u) for u in STACK] == ["German destroyed", "1513", "German destroyed"], "one finds room"
    assert [(e.unit, e.hex) for e in done.heard(Retreated)] == [(UNIT["276 German Infantry"], SPACE["1513"])]
    stays = after_fire({"1 US Infantry": "1511", **STACK}, ["1 US Infantry"], STACK, Fallback())
    assert act(stays, loose=True).where("9 SS Panzer") == "1512", "nobody called a retreat"


ESCAPES = [f"escape {u} > {hex}" for u in (*STACK, "LXIV German Corps", "711 German Infantry") for hex in HEXES]


@pytest.mark.case(C, "13.6")
@pytest.mark.case(C, "13.6.5")
@pytest.mark.case(C, "13.6.7")
def test_where_there_is_not_room_for_all_the_owner_says_who_goes():
    """The panzers lie on top of two others, and a friend's hex takes one: they are not the ones who must die."""
    stack = dict(reversed(STACK.items()))
    tight = agree(falling({**RING, **TWO}, stack), [*BACK, *ESCAPES])
    assert tight.prompt == "escape" and tight.seat == GERMAN
    assert tight.offers == [f"escape {u} > 1513" for u in stack]
    assert tight.why("retreat 1513") == ("13.6.7", "who_first")
    assert tight.why("escape 9 SS Panzer > 1413") == ("13.6.2", "zone")
    assert tight.why("escape 711 German Infantry > 1513") == ("13.6.7", "no_rival")
    saved = tight.then("escape 9 SS Panzer > 1513", loose=True)
    assert saved.where("9 SS Panzer") == "1513" and saved.prompt != "escape"
    assert {saved.where(u) for u in stack if u != "9 SS Panzer"} == {"German destroyed"}


@pytest.mark.case(C, "13.6.5")
@pytest.mark.case(C, "13.6.7")
def test_room_is_counted_over_all_the_hexes_of_friends():
    other = {"716 German Infantry": "1413", "346 German Infantry": "1413"}
    split = falling({**RING, **TWO, **other})
    assert room_back(split.s, split.s.battle, UNIT["9 SS Panzer"]) == 2
    assert set(split.offers) == {f"escape {u} > {hex}" for u in STACK for hex in ("1413", "1513")}
    first = split.then("escape 326 German Infantry > 1413", loose=True)
    assert first.offers == ["escape 9 SS Panzer > 1513", "escape 276 German Infantry > 1513"]
    pair = dict(list(STACK.items())[:2])
    assert falling({**RING, **TWO, **other}, pair).prompt == "fall_back", "each finds a place"


@pytest.mark.case(C, "13.6.7")
def test_the_owner_is_asked_again_while_the_rest_have_not_room_enough():
    tight = falling({**RING, "711 German Infantry": "1513"})
    first = agree(tight.then("escape 326 German Infantry > 1513", loose=True), [*BACK, *ESCAPES])
    assert first.offers == ["escape 9 SS Panzer > 1513", "escape 276 German Infantry > 1513"], "room for one of two"
    last = first.then("escape 276 German Infantry > 1513", loose=True)
    assert [last.where(u) for u in STACK] == ["German destroyed", "1513", "1513"]


@pytest.mark.case(C, "13.6.5")
@pytest.mark.case(C, "13.6.3")
def test_nobody_is_asked_for_an_order_that_does_not_matter():
    room = {"711 German Infantry": "1513"}
    pair = dict(list(STACK.items())[:2])
    assert not falling({**RING, **room}, pair).offered("escape"), "two places for two"
    fell = falling({**RING, **room}, pair)
    assert {fell.where(u) for u in pair} == {"1513"}
    guns = {"LXIV German Corps": "1512", **pair}
    kinds = falling({**RING, **TWO}, guns)
    assert kinds.where("LXIV German Corps") == "1513", "artillery has its own room"
    assert kinds.offers == [f"escape {u} > 1513" for u in pair]
    assert not falling(None).offered("escape"), "empty hexes take them all"
    gone = falling({**RING, **TWO, "716 German Infantry": "1513"})
    assert gone.prompt != "escape" and {gone.where(u) for u in STACK} == {"German destroyed"}, "no room at all"
    garrison = falling({**RING, **TWO}, {"9 SS Panzer": "1512", "Le Havre garrison": "1512"})
    assert garrison.where("9 SS Panzer") == "1513", "a garrison claims no room"


@pytest.mark.case(C, "13.1.step9")
@pytest.mark.case(C, "6.3.hold")
def test_who_may_advance():
    units = {"1 US Infantry": "1511", "3 US Infantry": "1511", "9 US Infantry": "1511", "34 US Infantry": "1411"}
    people = ["1 US Infantry", "3 US Infantry", "9 US Infantry"]
    pool = [f"advance {u}" for u in (*units, "9 SS Panzer")]
    dead = {"9 SS Panzer": "German destroyed"}
    s = after_fire({**units, **dead}, people, ["9 SS Panzer"], AdvanceIn())
    asked = agree(act(s, loose=True), [*pool, "all", "done"])
    assert asked.offers == ["all", *[f"advance {u}" for u in people], "done"]
    assert asked.why("advance 34 US Infantry") == ("13.1.step9", "not_advancing") == asked.why("pick 1511")
    every = asked.then("all", loose=True)
    assert {every.where(u) for u in people} == {"1512"} and [e.unit for e in every.heard(Advanced)] == [
        UNIT[u] for u in people
    ]
    third = asked.then("advance 9 US Infantry", loose=True)
    assert set(third.offers) == {"all", "advance 1 US Infantry", "advance 3 US Infantry", "done"}
    agree(third, [*pool, "all", "done"])
    pair = third.then("advance 1 US Infantry", loose=True)
    assert pair.offers == ["advance 3 US Infantry", "done"] and pair.why("all") == ("13.1.step9", "not_advancing")
    agree(pair, pool)
    assert pair.then("advance 3 US Infantry", loose=True).prompt != "advance"
    reduced = board({**units, **dead, "3 US Infantry": "Allied destroyed"}, ALLIED)
    battle(reduced, ALLIED, "1511", "1512", people, ["9 SS Panzer"])
    reduced.stack = (*reduced.stack, CloseBattle(), AdvanceIn())
    assert act(reduced, loose=True).offered("advance") == {"1 US Infantry", "9 US Infantry"}, "not the dead"
    held = after_fire({**units, "9 SS Panzer": "1512"}, people, ["9 SS Panzer"], AdvanceIn())
    assert act(held, loose=True).prompt != "advance", "the hex is not lost"
    for flag in ("broke_off", "cancelled"):
        off = after_fire({**units, **dead}, people, ["9 SS Panzer"], AdvanceIn(), more={flag: True})
        assert act(off, loose=True).prompt != "advance"


@pytest.mark.case(C, "13.1.step9")
@pytest.mark.case(C, "4.2.loss")
def test_an_advance_takes_the_place_at_once():
    units = {"1 US Infantry": "2109", "3 US Infantry": "2109", "9 SS Panzer": "German destroyed"}
    s = after_fire(
        units, ["1 US Infantry", "3 US Infantry"], ["9 SS Panzer"], AdvanceIn(), source="2109", target="2210"
    )
    s.taken &= ~(1 << SPACE["2210"])
    asked = act(s, loose=True)
    entered = asked.then("advance 1 US Infantry", loose=True)
    assert any(e.hex == SPACE["2210"] for e in entered.heard(Captured)) and entered.prompt == "advance"
    assert entered.s.battle.advanced == (UNIT["1 US Infantry"],)


@pytest.mark.case(C, "8.5")
@pytest.mark.case(C, "8.5.mod")
@pytest.mark.case(C, "8.5.conv")
def test_which_divisions_are_tested_and_with_what():
    units = {GREEN: "1511", OTHER: "1511", "1 US Infantry": "1511", "9 SS Panzer": "1512", "10 SS Panzer": "1512"}
    people = [GREEN, OTHER, "1 US Infantry"]
    s = after_fire(units, people, ["9 SS Panzer", "10 SS Panzer"], Blooding())
    both = act(s, dice=[6, 5], loose=True)
    assert [(e.unit, e.die, e.total, e.blooded) for e in both.heard(GreenTested)] == [
        (UNIT[GREEN], 6, 6, True),
        (UNIT[OTHER], 5, 5, False),
    ]
    assert (
        both.where("2 US Infantry") == "1511" and both.steps("2 US Infantry") == 2 and both.where(GREEN) == "Converted"
    )
    assert both.where(OTHER) == "1511" and both.where("4 US Infantry") == "Blooded"
    cut = after_fire(units, people, ["9 SS Panzer", "10 SS Panzer"], Blooding(), fed={GREEN: NONE})
    assert [e.unit for e in act(cut, dice=[1], loose=True).heard(GreenTested)] == [UNIT[OTHER]], "out of supply"
    dead = after_fire({**units, GREEN: "Allied destroyed"}, people, ["9 SS Panzer"], Blooding())
    assert [e.unit for e in act(dead, dice=[1], loose=True).heard(GreenTested)] == [UNIT[OTHER]]
    easy = after_fire(units, people, ["9 SS Panzer"], Blooding(), scenario="beginners")
    assert not act(easy, loose=True).heard(GreenTested), "the beginners' game leaves them untried"
    defended = after_fire(units, ["9 SS Panzer"], people, Blooding(), side=GERMAN, source="1512", target="1511")
    assert len(act(defended, dice=[1, 1], loose=True).heard(GreenTested)) == 2


@pytest.mark.case(C, "8.5.mod")
def test_what_the_battle_adds_to_the_test():
    units = {GREEN: "1511", "9 SS Panzer": ("1512", 1), "10 SS Panzer": "1512"}
    foes = ["9 SS Panzer", "10 SS Panzer"]

    def modifier(side=ALLIED, options=None, dead=(), **more):
        s = board({**units, **dict.fromkeys(dead, "German destroyed")}, side, options=options)
        sides = ([GREEN], foes) if side == ALLIED else (foes, [GREEN])
        b = battle(s, side, "1511", "1512", *sides, **more)
        return blooding_modifier(s, b, UNIT[GREEN])

    assert modifier() == 0 and modifier(advanced=(UNIT[GREEN],)) == 1
    assert modifier(dead=foes) == 1 and modifier(dead=foes[:1]) == 0, "all of them, not some"
    assert modifier(dead=foes, advanced=(UNIT[GREEN],)) == 2
    assert modifier(broke_off=True) == -2 and modifier(options={"break_off_stands": "on"}, broke_off=True) == 0
    assert modifier(GERMAN, retreated=True) == -2 and modifier(GERMAN) == 0 and modifier(GERMAN, broke_off=True) == 0
    assert modifier(retreated=True) == 0, "the German's retreat"


@pytest.mark.case(C, "8.5.conv")
def test_the_blooded_division_carries_on_what_the_green_one_was():
    units = {GREEN: "1511", "9 SS Panzer": "1512"}
    s = after_fire(units, [GREEN], ["9 SS Panzer"], BloodTest(UNIT[GREEN]), spent=(UNIT[GREEN],), fed={GREEN: 2})
    done = act(s, dice=[10], loose=True)
    assert UNIT["2 US Infantry"] in done.s.spent and done.s.fed[UNIT["2 US Infantry"]] == 2
    assert UNIT["2 US Infantry"] in done.s.known and done.s.battle is None
    fresh = after_fire(units, [GREEN], ["9 SS Panzer"], BloodTest(UNIT[GREEN]))
    assert UNIT["2 US Infantry"] not in act(fresh, dice=[10], loose=True).s.spent
