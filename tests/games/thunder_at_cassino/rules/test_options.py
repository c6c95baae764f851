"""20 and 21: bids, chits and feints."""

import random
from fractions import Fraction

import pytest

from grognard.core import HIDDEN, Draw, Roll, clone, push, run
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import ALLIED, GERMAN, UNCOMMITTED
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.bidding import Bid, Bidding
from grognard.games.thunder_at_cassino.rules.chits import Play, in_use, margin, use
from grognard.games.thunder_at_cassino.rules.events import ChitsOpened, Fired
from grognard.games.thunder_at_cassino.rules.fire import FireAttack
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit
from tests.games.thunder_at_cassino.kit import board, company, hear, of, offered, play, prompt, refusal, space, unit

THUNDER = "thunder_at_cassino"

UNIT_NAMES = {"13": company("25 NZ A"), "14": company("6/II/3")}


def bidding() -> Thunder:
    return GAME.new("main", {"bidding": True})


@pytest.mark.case(THUNDER, "20", "20.1")
def test_the_higher_bid_commands_the_germans() -> None:
    s = play(bidding(), "bid 3", "bid 5")
    assert s.seats == (0, 1) and s.bid == 5
    swapped = play(bidding(), "bid 2", "bid -1")
    assert swapped.seats == (1, 0) and swapped.bid == 2
    assert kit.asks(swapped).seat == 0, "seat 0 sets the Germans up"
    assert refusal(bidding(), "bid 99").key == "bid_range"


@pytest.mark.case(THUNDER, "20.1")
def test_a_bid_is_secret_until_both_are_in() -> None:
    s = clone(bidding())
    asked = run(s)
    assert asked is not None and asked.secret
    push(s, Bid(7), kit.silent)
    assert GAME.view(s, 1).stack[-1].bids == (HIDDEN,) and GAME.view(s, 0).stack[-1].bids == (7,)
    world = GAME.resample(GAME.view(s, 1), 1, random.Random(1))
    assert GAME.view(world, 1) == GAME.view(s, 1)


@pytest.mark.case(THUNDER, "20.3")
@pytest.mark.parametrize(("die", "seats"), [(3, (1, 0)), (4, (0, 1))])
def test_a_tie_is_rolled_for_and_the_loser_gets_the_bid(die: int, seats: tuple[int, int]) -> None:
    s = play(bidding(), "bid 4", "bid 4", dice=[die])
    assert s.seats == seats and s.bid == 4


def attacking(resolution: str, **columns: object) -> Thunder:
    return board(UNIT_NAMES, options={"resolution": resolution}, **columns)


SHOT = ("fire 13", "target 14 > uncommitted", "all", "done")


@pytest.mark.case(THUNDER, "21.1", "21.2", "21.3")
def test_chits_replace_the_dice_of_fire() -> None:
    s, heard = hear(attacking("chits"), *SHOT, "no", dice=[12, 2])
    fired = of(heard, Fired)[0]
    assert (fired.attack_dice, fired.defence_dice) == (12, 2)
    assert sum(s.decks[:11]) == sum(s.decks[11:]) == 35 and s.decks[10] == 0 and s.decks[11] == 0
    ready = clone(attacking("chits"))
    for text in SHOT:
        run(ready, kit.silent)
        push(ready, GAME.texts.parse(text), kit.silent)
    asked = run(ready, kit.silent)
    assert isinstance(asked, Draw) and sum(count for _, count in asked.pool) == 36
    assert asked.pool[0] == (2, 1) and asked.pool[5] == (7, 6)


@pytest.mark.case(THUNDER, "21.1")
def test_chits_rest_while_smoke_is_in_play() -> None:
    s = attacking("chits", smoke=[{"space": "22", "side": "German", "number": 7}])
    assert not in_use(s)
    after, _ = hear(s, *SHOT, "no", dice=[(1, 1, 6, 6)])
    assert sum(after.decks) == 72
    ready = clone(s)
    for text in SHOT:
        run(ready, kit.silent)
        push(ready, GAME.texts.parse(text), kit.silent)
    assert isinstance(run(ready, kit.silent), Roll)


@pytest.mark.case(THUNDER, "21.2", "21.4", "21.4.equal")
def test_a_used_up_or_unequal_set_is_replaced_by_36_new_chits() -> None:
    s = attacking("chits")
    s.decks = [0] * 10 + [1] + [0] * 10 + [1]
    assert use(s, (ALLIED, 12), (GERMAN, 12)) and sum(s.decks) == 72
    s.decks = [0] * 9 + [2, 1] + [0] * 9 + [1, 3]
    assert use(s, (ALLIED, 12), (GERMAN, 12)) and sum(s.decks) == 72, "unequal leftovers are void"
    s.decks = [0] * 9 + [2, 1] + [0] * 9 + [2, 1]
    assert not use(s, (ALLIED, 12), (GERMAN, 12)) and sum(s.decks) == 4


@pytest.mark.case(THUNDER, "21.5", "8.41.both")
def test_feints_are_chosen_in_secret_and_opened_together() -> None:
    s = play(attacking("feints", advantage="German"), *SHOT)
    assert prompt(s) == "chit" and kit.asks(s).secret and kit.asks(s).seat == 0
    s = play(s, "play 9")
    assert kit.asks(s).seat == 1 and GAME.view(s, 1).stack[-1].dice == (HIDDEN,)
    world = GAME.resample(GAME.view(s, 1), 1, random.Random(3))
    assert GAME.view(world, 1) == GAME.view(s, 1)
    view = GAME.view(s, 1)
    view.decks[:11] = [0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    imagined = {GAME.resample(view, 1, random.Random(k)).stack[-1].dice for k in range(40)}
    assert imagined == {(3,), (8,)}, "every chit the Allied side may still have, and no other"
    after, heard = hear(s, "play 2")
    assert of(heard, ChitsOpened)[0] == ChitsOpened(9, 2) and after.decks[7] == 3
    again = play(after, "yes")
    assert prompt(again) == "chit"
    again = play(again, "play 9", "play 3")
    assert again.decks[7] == 2, "the first pair counts as used"
    assert Play(2) not in kit.asks(play(after, "yes", "play 9")).options, "the German two is gone"
    assert "play 12" in offered(play(after, "yes"))


@pytest.mark.case(THUNDER, "20.1", "20.3")
def test_a_bid_lies_between_minus_fifteen_and_fifteen_and_two_are_open() -> None:
    s = play(bidding())
    assert offered(s) == [f"bid {points}" for points in range(-15, 16)]
    assert kit.asks(s).options[kit.asks(s).default] == Bid(0)
    for points in (-16, 16):
        told = s.stack[-1].why_not(s, Bid(points))
        assert told is not None and (told.rule, told.facts) == ("20.1", (-15, 15))
    tied = clone(bidding())
    for points in (4, 4):
        run(tied)
        push(tied, Bid(points), kit.silent)
    assert [GAME.view(tied, seat).stack[-1].bids for seat in (0, 1)] == [(4, 4), (4, 4)]
    assert isinstance(run(tied), Roll)


@pytest.mark.case(THUNDER, "21.3", "21.5")
def test_a_chit_that_is_used_up_is_neither_drawn_nor_played() -> None:
    s = attacking("feints", advantage="German")
    s.decks[:2] = [0, 0]
    s.decks[11:13] = [0, 0]
    s = play(s, *SHOT)
    assert offered(s) == [f"play {chit}" for chit in range(4, 13)]
    assert (refusal(s, "play 3").rule, refusal(s, "play 3").key) == ("21.3", "chit_used")
    assert s.stack[-1].why_not(s, Play(1)) == s.stack[-1].why_not(s, Play(13)) == s.stack[-1].why_not(s, Play(0))
    assert refusal(s, "no").rule == "21.5"
    drawn = attacking("chits")
    drawn.decks[0] = drawn.decks[11] = 0
    for text in SHOT:
        run(drawn, kit.silent)
        push(drawn, GAME.texts.parse(text), kit.silent)
    asked = run(drawn, kit.silent)
    assert isinstance(asked, Draw) and asked.pool[0] == (3, 2), "no two is left"


@pytest.mark.case(THUNDER, "20.1", "21.5")
def test_an_imagined_world_fills_in_what_is_sealed_and_nothing_else() -> None:
    s = play(bidding(), "bid 3")
    view = GAME.view(s, 1)
    assert view.stack[-1].bids == (HIDDEN,)
    imagined = [GAME.resample(view, 1, random.Random(k)).stack[-1].bids for k in range(200)]
    assert {len(bids) for bids in imagined} == {1} and {bid for (bid,) in imagined} == set(range(-15, 16))
    own = GAME.resample(GAME.view(s, 0), 0, random.Random(1))
    assert own.stack[-1].bids == (3,), "the own bid is known"
    mixed = clone(s)
    mixed.stack = (*mixed.stack[:-1], Bidding((7, HIDDEN)))
    first, second = GAME.resample(mixed, 0, random.Random(2)).stack[-1].bids
    assert first == 7 and -15 <= second <= 15
    for dice in ((), (9, 4)):
        fire = clone(attacking("feints"))
        attack = Attack(ALLIED, space("13"), space("14"), UNCOMMITTED, (unit("25 NZ A-1"),))
        fire.stack = (*fire.stack, FireAttack(attack, dice))
        assert GAME.resample(fire, 1, random.Random(3)).stack[-1].dice == dice
    over = clone(s)
    over.stack = ()
    assert GAME.resample(over, 1, random.Random(4)).stack == ()


@pytest.mark.case(THUNDER, "21.3")
def test_what_a_draw_may_bring_is_told_by_the_chits_both_sides_have_left() -> None:
    s = attacking("chits")
    assert margin(s, ALLIED)[0] == margin(s, GERMAN)[0] and margin(s, ALLIED).expectation() == 0
    s.decks = [0] * 9 + [2, 1] + [1, 2] + [0] * 9
    ours, theirs = margin(s, ALLIED), margin(s, GERMAN)
    assert dict(ours.items()) == {8: Fraction(4, 9), 9: Fraction(4, 9), 10: Fraction(1, 9)}
    assert dict(theirs.items()) == {-8: Fraction(4, 9), -9: Fraction(4, 9), -10: Fraction(1, 9)}
