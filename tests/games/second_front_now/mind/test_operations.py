"""Operations of the computer players: strikes, jumps, withdrawals, guns brought up, and fights to the better end."""

from grognard.core import DONE, Seeded, push, settle
from grognard.core.flow import hush
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, GERMAN, SPACE, UNIT
from grognard.games.second_front_now.mind.battle_value import coming
from grognard.games.second_front_now.mind.candidates import candidates
from grognard.games.second_front_now.mind.front import open_points, powers, promise
from grognard.games.second_front_now.mind.operations import operations
from grognard.games.second_front_now.mind.planning import jump_hex, strike_target
from grognard.games.second_front_now.rules.aftermath import CloseBattle
from grognard.games.second_front_now.rules.odds import BARRAGE, battle_odds, lines_of
from grognard.games.second_front_now.rules.plans import Planning
from grognard.games.second_front_now.rules.state import DROP_PLAN, STRIKE_PLAN, Plan
from grognard.games.second_front_now.rules.volley import OpenFire
from tests.games.second_front_now.kit import act, battle, board

STACK = dict.fromkeys(("1 US Armored", "1 US Infantry", "3 US Infantry", "V US Corps"), "1511")


def listed(s):
    return {
        " | ".join(GAME.texts.show(o) for o in whole.answers) for whole in operations(s, settle(s, Seeded(1), hush))
    }


def planned(s):
    asked = settle(s, Seeded(1), hush)
    return [GAME.texts.show(o) for o in candidates(s, asked)]


def test_bombers_are_sent_where_a_strong_stack_waits():
    s = board({**STACK, "9 SS Panzer": "1512", "711 German Infantry": "1612"}, None, turn=5, stack=(Planning(),))
    s.strike_right = 5
    assert strike_target(s) == SPACE["1512"], "the panzers, not the garrison troops"
    assert planned(s) == ["day 7"]
    written = board(
        {**STACK, "9 SS Panzer": "1512"}, turn=7, plans=(Plan(STRIKE_PLAN, 5, 7, SPACE["1512"], UNIT["1 US Infantry"]),)
    )
    assert "pick 1511 | attack 1512 | fight | yes" in listed(written)
    assert strike_target(written) is None, "one strike a hex"
    far = board({**STACK, "9 SS Panzer": "1815"}, None, turn=5, stack=(Planning(),), strike_right=5)
    assert strike_target(far) is None and planned(far) != ["day 7"]


def test_divisions_jump_where_they_take_points_and_can_be_reached_or_the_end_is_near():
    s = board(STACK, None, turn=40, stack=(Planning(),))
    found = jump_hex(s)
    assert found is None or found[1] >= 2
    near_the_end = board(STACK, None, turn=78, stack=(Planning(),))
    last = jump_hex(near_the_end)
    assert last is not None and last[1] >= 2, "an open city far behind the line is worth the last jump"
    assert jump_hex(board(STACK, None, turn=40, plans=(Plan(DROP_PLAN, 38, 42, last[0], UNIT["6 Airborne"]),))) != last
    due = board(STACK, turn=30, plans=(Plan(DROP_PLAN, 20, 30, SPACE["1614"], UNIT["6 Airborne"]),))
    assert "drop 6 Airborne" in listed(due) and not any(text.startswith("land 6 Airborne") for text in listed(due))


def test_a_division_out_of_contact_goes_home_in_time_and_no_later():
    def told(turn, hex="1511", **units):
        s = board({"82 Airborne": hex, **units}, None, turn=turn, stack=(Planning(2 - 1),), options={"drops": "off"})
        return planned(s)

    assert told(25) == ["withdraw 82 Airborne"] and told(48) == ["withdraw 82 Airborne"]
    assert told(49) == [GAME.texts.show(DONE)], "it could not jump again"
    assert told(30, **{"9 SS Panzer": "1512"}) == [GAME.texts.show(DONE)], "it holds the line"


def test_stacks_in_contact_may_step_back_and_guns_come_up():
    s = board({"711 German Infantry": "1512", **STACK}, GERMAN)
    back = [text for text in listed(s) if text.startswith("pick 1512 | to")]
    zone = {"1512", "1412", "1413", "1611", "1612", "1411", "1510"}
    assert any(text.split()[-1] not in zone for text in back)
    front = {"9 US Infantry": "1511", "34 US Infantry": "1511", "9 SS Panzer": "1512"}
    guns = board({**front, "36 US Infantry": "1411", "II US Corps": "1411"}, ALLIED)
    assert "pick 1411 | single II US Corps | to 1511" in listed(guns)
    served = board({**front, "36 US Infantry": "1411", "II US Corps": "1411", "V US Corps": "1511"}, ALLIED)
    assert not any("single II US Corps" in text for text in listed(served)), "one artillery unit a hex"


def test_what_the_line_promises():
    s = board({**STACK, "711 German Infantry": ("1512", 1)})
    ours, theirs = powers(s, ALLIED), powers(s, GERMAN)
    assert promise(s, ALLIED, ours, theirs)[SPACE["1512"]] > 0 and not promise(s, GERMAN, theirs, ours)
    even = board({"51 British Infantry": "1511", "9 SS Panzer": "1512"})
    assert not promise(even, ALLIED, powers(even, ALLIED), powers(even, GERMAN))
    empty = board({"1 US Infantry": "1412"})
    assert open_points(empty, GERMAN) > 0
    near = {"1 US Infantry": "1412", "9 SS Panzer": "1414"}
    assert abs(open_points(board(near), ALLIED) - 0.35) < 1e-9, "Dieppe's one point, four hexes from the panzers"
    assert open_points(board({**near, "3 US Infantry": "1510"}), ALLIED) == 0


def test_a_battle_is_worth_at_least_what_fixed_policies_bring():
    units = dict.fromkeys(("1 US Armored", "2 US Armored", "1 US Infantry", "V US Corps"), "2109")
    foes = {"9 SS Panzer": ("2210", 1), "711 German Infantry": "2210"}
    s = board({**units, **foes})
    b = battle(s, ALLIED, "2109", "2210", units, foes)
    s.stack = (*s.stack, CloseBattle(), OpenFire(BARRAGE))
    free = coming(s)
    ends = battle_odds(lines_of(s, b), break_off_at=1)
    assert abs(sum(chance for _, chance in ends) - 1) < 1e-9
    weaker = board({**units, **foes, "10 SS Panzer": "2210"})
    battle(weaker, ALLIED, "2109", "2210", units, [*foes, "10 SS Panzer"])
    weaker.stack = (*weaker.stack, CloseBattle(), OpenFire(BARRAGE))
    assert free > coming(weaker)
    assert coming(weaker) > -1.0, "who loses too much breaks off"


def test_a_player_of_single_answers_looks_at_what_matters():
    s = board({**STACK, "2 US Armored": "1411", "9 SS Panzer": "1512", "711 German Infantry": "1414"})
    asked = settle(s, Seeded(1), hush)
    looked = candidates(s, asked)
    assert GAME.texts.parse("pick 1511") in looked and looked[-1] == DONE and len(looked) <= 15
    push(s, GAME.texts.parse("pick 1511"), hush)
    order = settle(s, Seeded(1), hush)
    told = [GAME.texts.show(o) for o in candidates(s, order)]
    assert "attack 1512" in told and 1 < len(told) <= 7 and all(o in order.options for o in candidates(s, order))


def test_nobody_calls_a_retreat_that_leaves_no_way_back():
    """The fight of 13.6.7: an American division hit in 1511 with German zones all round it."""
    around = {"711 German Infantry": "1411", "712 German Infantry": "1611", "709 German Infantry": "1412"}
    units = {"1 US Infantry": "1511", "9 SS Panzer": "1512", "10 SS Panzer": "1512", "716 German Infantry": "1612"}

    def weighed(**others):
        s = board({**units, **others}, GERMAN, german=["1411", "1611"], options={"naval": "off"})
        hit = act(s, "pick 1512", "attack 1511", "fight").then("atwill", "atwill", dice=[10, 10, 1, 10, 10, 10])
        assert hit.prompt == "retreat_call" and hit.offers == ["no", "restore 1 US Infantry"]
        return [GAME.texts.show(o) for o in candidates(hit.s, hit.asked)]

    assert weighed(**around) == ["no"]
    assert weighed() == ["no", "restore 1 US Infantry"]
