"""10.6 Fog of war and 15.4 slips: what the German sees, hears and can guess."""

import random

import pytest

from grognard.core import HIDDEN, Match, Seeded
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, ENGLAND, GERMAN, ROSTER, SPACE, UNIT, UNIT_NAMES
from grognard.games.second_front_now.rules.events import Moved, Revealed, SlipRemoved
from grognard.games.second_front_now.rules.secrecy import secret
from grognard.games.second_front_now.rules.state import STRIKE_PLAN, Plan, seen_by_german
from tests.games.second_front_now.kit import act, board

C = "second_front_now"
STACK = {
    "1 US Infantry": "1511",
    "3 US Infantry": "1511",
    "V US Corps": "1511",
    "9 US Infantry": "1411",
    "9 SS Panzer": "1512",
}


def visible(s):
    view = GAME.view(s, GERMAN)
    return {UNIT_NAMES[u] for u in ROSTER[ALLIED] if view.loc[u] not in (HIDDEN, SPACE["Blooded"])}


@pytest.mark.case(C, "10.6")
@pytest.mark.case(C, "10.6.A")
@pytest.mark.case(C, "10.6.G")
def test_what_lies_open_to_the_german():
    assert visible(board(STACK)) == {"V US Corps", "9 US Infantry"}, "the top of the stack and the lone unit"
    assert visible(board(STACK, options={"fog": "full"})) == set()
    off = board(STACK, options={"fog": "off"})
    assert GAME.view(off, GERMAN) == off
    view = GAME.view(board(STACK), GERMAN)
    assert len(view.here[SPACE["1511"]]) == 3 and view.held == board(STACK).held, "counts and zones are public"
    assert all(u == HIDDEN for u in view.here[ENGLAND])
    assert GAME.view(board(STACK), ALLIED) == board(STACK), "the Allied player sees everything"
    assert view.loc[UNIT["9 SS Panzer"]] == SPACE["1512"]


@pytest.mark.case(C, "10.6.decl")
def test_a_declared_attack_shows_the_stack_and_cannot_be_called_off():
    s = board(STACK, GERMAN, options={"naval": "off"})
    declared = act(s, "pick 1512", "attack 1511", "fight")
    assert declared.heard(Revealed)[0].reveals
    assert {"1 US Infantry", "3 US Infantry"} <= visible(declared.s)
    assert not any(o in declared.offers for o in ("done", "no", "calloff"))
    over = declared.then("atwill", dice=[10] * 5)
    after = over if over.prompt == "commands" else over.then("atwill", dice=[10] * 2)
    assert {"1 US Infantry", "3 US Infantry"} <= visible(after.s), "he remembers, until the stack changes"
    moved = after.s
    from grognard.games.second_front_now.rules.state import place

    place(moved, UNIT["9 US Infantry"], SPACE["1511"])
    assert visible(moved) == {"9 US Infantry"}


@pytest.mark.case(C, "10.6.G")
def test_the_owner_chooses_his_top():
    s = board(STACK)
    shown = act(s, "arrange", "show 1 US Infantry")
    assert visible(shown.s) == {"1 US Infantry", "9 US Infantry"} and shown.s.cp == 6
    assert shown.why("arrange") == ("10.6.G", "not_arrangeable")


def test_moves_are_told_without_covered_names():
    moved = act(board(STACK), "pick 1511", "single 1 US Infantry", "to 1411")
    event = moved.heard(Moved)[0]
    assert event.seen_by(moved.s, GERMAN).units == (UNIT["1 US Infantry"],), "it arrives on top"
    full = act(board(STACK, options={"fog": "full"}), "pick 1511", "to 1510")
    heard = full.heard(Moved)[0].seen_by(full.s, GERMAN)
    assert heard.units == (HIDDEN,) * 3 and heard.path == full.heard(Moved)[0].path
    option = GAME.texts.parse("single 3 US Infantry")
    assert option.seen_by(board(STACK), GERMAN).unit == HIDDEN and option.seen_by(board(STACK), ALLIED) == option


@pytest.mark.case(C, "15.4")
def test_slips_show_their_kind_and_turn_alone():
    plan = Plan(STRIKE_PLAN, 5, 9, SPACE["1512"], UNIT["1 US Infantry"])
    s = board(STACK, options={"fog": "off"}, plans=(plan,))
    seen = GAME.view(s, GERMAN).plans
    assert seen == (Plan(STRIKE_PLAN, 5, HIDDEN, HIDDEN, HIDDEN),)
    assert GAME.view(s, ALLIED).plans == (plan,) and secret(s)
    assert not secret(board(STACK, options={"fog": "off"})) and secret(board(STACK))
    gone = SlipRemoved("strike", SPACE["1512"], False)
    assert gone.seen_by(s, GERMAN).hex == HIDDEN and gone.seen_by(s, ALLIED) == gone
    raw = GAME.codec.encode(GAME.view(board(STACK, plans=(plan,)), GERMAN)).decode()
    assert f'"hex":{SPACE["1512"]}' not in raw


def test_a_cancelled_slip_looks_like_any_other():
    plan = Plan(STRIKE_PLAN, 5, 9, SPACE["1512"], UNIT["1 US Infantry"])
    kept, scrapped = (board(STACK, plans=(Plan(*_fields(plan), cancelled),)) for cancelled in (False, True))
    assert GAME.view(kept, GERMAN) == GAME.view(scrapped, GERMAN)


def _fields(plan):
    return plan.kind, plan.written, plan.day, plan.hex, plan.unit


def test_worlds_that_look_alike_are_lawful():
    rng = random.Random(4)
    match = Match.start(GAME, Seeded(4), "campaign", {"area": "dieppe"})
    for k in range(600):
        decision = match.decision
        if decision is None:
            break
        match.answer(decision.seat, rng.choice(decision.options))
        if k % 60 == 0 and match.decision is not None:
            view = match.view(GERMAN)
            world = GAME.resample(view, GERMAN, rng)
            assert GAME.view(world, GERMAN) == view
            hidden = [u for u in ROSTER[ALLIED] if not seen_by_german(match.state, u)]
            assert {world.loc[u] for u in hidden} == {match.state.loc[u] for u in hidden}


def test_what_reaches_the_german_in_a_game_names_nobody_covered():
    """Every line he is sent, in a game with all of it covered: only units that lie open at that moment are named."""
    rng = random.Random(9)
    match = Match.start(GAME, Seeded(9), "ten_days", {"fog": "full", "area": "calais"})
    heard = 0
    while match.decision is not None:
        decision = match.decision
        match.answer(decision.seat, rng.choice(decision.options))
        view = match.view(GERMAN)
        for step in view.stack:
            for field in step.__struct_fields__:
                value = getattr(step, field)
                units = value if isinstance(value, tuple) and field in ("named", "left", "out") else ()
                assert all(u == HIDDEN or view.loc[u] != HIDDEN for u in units), step
        heard += 1
    assert heard > 50


def test_secrecy_is_a_fact_of_the_position():
    """With the fog off and no slip on the table nobody hides anything: views are the position itself."""
    assert not GAME.hides(board(STACK, options={"fog": "off"})) and GAME.hides(board(STACK))
    plan = Plan(STRIKE_PLAN, 5, 9, SPACE["1512"], UNIT["1 US Infantry"])
    assert GAME.hides(board(STACK, options={"fog": "off"}, plans=(plan,)))
    match = Match.start(GAME, Seeded(1), "beginners", {"area": "calais"})
    assert match.view(GERMAN) is match.state
