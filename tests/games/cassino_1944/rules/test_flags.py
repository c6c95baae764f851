"""4.1: what a half and an impulse reset, and the stacks counted at the end of a half."""

import pytest

from grognard.games.cassino_1944.content import ALLIED
from grognard.games.cassino_1944.rules.events import Overstacked
from grognard.games.cassino_1944.rules.sequence import StartHalf
from tests.games.cassino_1944.kit import BASE, act, attack, board

C = "cassino_1944"


def quiet(played, until):
    """Answer everything with nothing until a question of this kind to this seat."""
    for _ in range(20):
        if (played.prompt, played.seat) == until:
            return played
        played = played.then("no" if "no" in played.offers else "done")
    raise AssertionError(played.prompt)


@pytest.mark.case(C, "4.1.1", "6.0.once")
def test_a_new_half_gives_units_their_action_and_hexes_their_attack_back():
    s = board({"34/133": "1704", "34/135": "1904", "44/134": "1604", "44/131": "1003"})
    fought = attack(s, "1604", "34/133", dice=[6])  # 1/1: nobody retreats
    moved = fought.then("move 34/135", "go 1903", "stop")
    german = quiet(moved, ("half", 1))
    again = quiet(german.then("done"), ("half", 0))
    assert again.s.impulse == 1
    assert {"move 34/135", "move 34/133", "attack 1604"} <= set(again.offers)


@pytest.mark.case(C, "4.1.1", "6.0.once")
def test_the_german_half_begins_with_no_unit_attacked_or_used():
    s = board({"34/133": "1704", "44/134": "1604", "44/131": "1603", "34/135": "1904"})
    german = quiet(attack(s, "1604", "34/133", dice=[6]), ("half", 1))
    assert german.s.acted == german.s.attacked == 0
    assert "attack 1704" in german.offers


@pytest.mark.case(C, "10.3.choice")
def test_a_nationality_is_activated_for_one_half_only():
    s = board({"34/133": "1904", "2 NZ/5": "1905", "44/131": "1003"}, stack=(*BASE, StartHalf(1), StartHalf(ALLIED)),
              options={"coordination": True})  # fmt: skip
    us = act(s, "activate US")
    assert us.s.nation == 0 and us.why("move 2 NZ/5") == ("10.3.choice", "not_activated")
    german = quiet(us, ("half", 1))
    assert german.s.nation == -1
    british = quiet(german.then("done"), ("coordination", 0)).then("activate British")
    assert british.offers == ["move 2 NZ/5", "done"] or "move 34/133" not in british.offers
    assert british.why("move 34/133") == ("10.3.choice", "not_activated")


@pytest.mark.case(C, "10.3.mixed", "4.1.1")
def test_a_unit_of_the_active_nation_that_has_acted_is_refused_for_that_reason():
    s = board({"34/133": "1704", "34/135": "1704", "2 NZ/5": "1704", "44/134": "1604", "44/131": "1603"},
              stack=(*BASE, StartHalf(1), StartHalf(ALLIED)), options={"coordination": True})  # fmt: skip
    fought = attack(act(s, "activate US").s, "1604", "34/133", dice=[6])
    assert fought.why("move 34/133") == ("4.1.1", "acted")
    joining = fought.then("attack 1603")
    assert joining.why("add 34/133") == ("4.1.1", "acted")
    assert joining.why("add 2 NZ/5") == ("10.3.mixed", "not_activated")


@pytest.mark.case(C, "10.2.3.impulse", "10.3.choice")
def test_a_strike_takes_the_half_and_no_nationality_is_asked_for():
    start, both = (*BASE, StartHalf(1), StartHalf(ALLIED)), {"coordination": True, "abbey": True}
    s = board({"34/133": "1904", "2 NZ/5": "1905", "44/131": "1003"}, destroyed=True, stack=start, options=both)
    struck = act(s, "strike 1003", dice=[1])
    assert struck.prompt == "reserve" and struck.seat == 1
    assert struck.s.combat is None
    assert act(s, "no").prompt == "coordination"


@pytest.mark.case(C, "5.3.overstack")
def test_stacks_are_counted_at_the_end_of_every_half_of_the_sequence():
    crowd = {"34/133": "1904", "34/135": "1904", "34/168": "1904", "36/141": "1904", "44/131": "1003"}
    s = board(crowd, stack=(*BASE, StartHalf(1), StartHalf(ALLIED)))
    ended = act(s, "done")
    assert ended.prompt == "overstack" and ended.seat == 0 and len(ended.offers) == 4
    paid = ended.then("remove 36/141")
    assert len(paid.heard(Overstacked)) == 1 and paid.prompt == "reserve"


@pytest.mark.case(C, "6.4.2.return")
def test_every_unit_that_left_the_map_may_return_in_the_next_impulse():
    """34/133 as well, the first of the roster."""
    s = board({"34/133": "off map", "34/135": "off map", "36/141": "1904", "44/131": "1003"},
              stack=(*BASE, StartHalf(1), StartHalf(ALLIED)), gone=0b11)  # fmt: skip
    first = act(s)
    assert first.prompt == "half"
    later = quiet(first, ("arrivals", 0))
    assert later.s.impulse == 1 and later.offers == ["arrive 34/133", "arrive 34/135", "done"]
