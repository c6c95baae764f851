"""10.6 Bidding."""

import random

import pytest

from grognard.core import HIDDEN, Match, Seeded
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED
from grognard.games.cassino_1944.rules.bidding import Bids
from grognard.games.cassino_1944.rules.events import BidsOpened
from grognard.games.cassino_1944.rules.sequence import Counting
from tests.games.cassino_1944.kit import act, board

C = "cassino_1944"
BIDDING = {"bidding": True}


@pytest.mark.case(C, "10.6.bid")
def test_bids_are_sealed_whole_numbers_from_1_to_16():
    match = Match.start(GAME, Seeded(1), "campaign", BIDDING)
    first = match.decision
    assert first.seat == 0 and first.secret and [o.points for o in first.options] == list(range(1, 17))
    match.answer(0, first.options[10])
    assert match.decision.seat == 1 and match.decision.secret
    assert match.view(0).stack[-1] == Bids((11,)) and match.view(1).stack[-1] == Bids((HIDDEN,))
    assert "11" not in repr(match.feed(1))
    world = GAME.resample(match.view(1), 1, random.Random(5))
    assert 1 <= world.stack[-1].bids[0] <= 16 and GAME.view(world, 1) == match.view(1)


@pytest.mark.case(C, "10.6.high", "10.6.points")
def test_vector_32_the_high_bid_plays_the_allied_side_and_needs_its_points():
    s = GAME.new("campaign", BIDDING)
    played = act(s, "bid 11", "bid 9")
    assert played.s.seats == (0, 1) and played.s.goal == 11
    assert played.heard(BidsOpened) == [BidsOpened(11, 9, 0, 11)] and BidsOpened.reveals
    told = [GAME.words.event(BidsOpened(11, 9, seat, 11)) for seat in (0, 1)]
    assert "the first seat plays the Allied side" in told[0] and "the second seat plays the Allied side" in told[1]
    assert played.prompt == "half" and played.seat == 0
    turned = act(s, "bid 9", "bid 12")
    assert turned.s.seats == (1, 0) and turned.s.goal == 12 and turned.seat == 1


@pytest.mark.case(C, "10.6.high")
@pytest.mark.parametrize(("die", "allied"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_a_tie_is_settled_by_a_die(die, allied):
    played = act(GAME.new("campaign", BIDDING), "bid 10", "bid 10", dice=[die])
    assert played.s.seats[ALLIED] == allied and played.s.goal == 10


@pytest.mark.case(C, "10.6.points")
def test_the_bid_replaces_ten_points():
    eleven = ("1204", "1205", "1305", "1503", "1604", "1606", "1607", "1609", "1406", "1005")
    short = board({"34/133": "1904"}, stack=(Counting(1),), turn=2, goal=12, allied=eleven)
    assert act(short).s.result is None
    enough = board({"34/133": "1904"}, stack=(Counting(1),), turn=2, goal=11, allied=eleven)
    assert act(enough).s.result.winners == (ALLIED,)
