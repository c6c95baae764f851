"""Operations: each can be carried out as listed; assaults go up together, headquarters are fetched, contact is left."""

import random

from grognard.bots import make_player
from grognard.core import Decision, Option, State, clone, hush, outcomes, push, run
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import GERMAN, GRID, TOUCH, UNIT
from grognard.games.battle_for_cassino.mind.candidates import candidates, replies
from grognard.games.battle_for_cassino.mind.closing import closing_operations
from grognard.games.battle_for_cassino.mind.evaluate import evaluate
from grognard.games.battle_for_cassino.mind.fetching import errands, fetch
from grognard.games.battle_for_cassino.mind.operations import HEX, operations, rescues
from grognard.games.battle_for_cassino.rules.movement import Carry
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.turns import Move, Movement
from tests.games.battle_for_cassino.kit import board

H = GRID.id


def carried_out(s: Battle, answers: tuple[Option, ...]) -> Battle:
    """The position after these answers of the moving side; everybody else answers quietly."""
    s = clone(s)
    seat = s.seats[s.side]
    for answer in answers:
        asked = run(s)
        while isinstance(asked, Decision) and asked.seat != seat:
            told = replies(s, asked)
            assert told is not None
            push(s, told, hush)
            asked = run(s)
        assert isinstance(asked, Decision) and answer in asked.options, (asked, answer)
        push(s, answer, hush)
    return s


def asked_of(s: State) -> Decision:
    asked = run(s)
    assert isinstance(asked, Decision)
    return asked


def test_every_listed_operation_can_be_carried_out() -> None:
    rng = random.Random(11)
    s = GAME.new()
    seen = 0
    while s.turn < 4:
        asked = run(s)
        if not isinstance(asked, Decision):
            assert asked is not None
            push(s, rng.choice(outcomes(asked))[0], hush)
            continue
        listed = operations(s, asked)
        for operation in listed[:3] if type(s.stack[-1]) is Movement and not seen % 7 else ():
            after = carried_out(s, operation.answers)
            assert {u for u in operation.claims if u < HEX and s.loc[u] != after.loc[u]}
        seen += bool(listed)
        push(s, rng.choice(candidates(s, asked)), hush)
    assert seen > 20


FOUR = {"A/25 NZ": "1833", "B/25 NZ": "1833", "C/25 NZ": "1932", "D/25 NZ": "1932", "HQ 25 NZ": "1931"}


def test_an_assault_goes_up_together_and_the_veteran_makes_it() -> None:
    s = board({**FOUR, "9/III/3": ("2130", 3)})
    listed = operations(s, asked_of(s))
    assaults = [op for op in listed if HEX + H("2130") in op.claims]
    assert assaults and sum(type(a) is Move for a in assaults[0].answers) >= 2
    after = carried_out(s, assaults[0].answers)
    beside = [u for u in assaults[0].claims if u < HEX and TOUCH[after.loc[u]] >> H("2130") & 1]
    assert len(beside) >= 2 and evaluate(after, 0) > evaluate(s, 0)
    player = make_player("veteran", GAME, 1, 0.1)
    world = clone(s)
    said = set()
    while any(type(step) is Movement for step in world.stack):
        push(world, player.choose(world, asked_of(world), 0), hush)
        said |= set(player.reasons()[:1])
    assert "an assault with all who join it" in said
    assert sum(bool(TOUCH[world.loc[UNIT[u]]] >> H("2130") & 1) for u in FOUR if "HQ" not in u) >= 2


def test_nobody_goes_up_alone_to_a_strong_post() -> None:
    s = board({"A/25 NZ": "1833", "HQ 25 NZ": "1931", "9/III/3": "1929", "10/III/3": "1929"}, ruins=("1929",))
    listed = operations(s, asked_of(s))
    assert not [op for op in listed if HEX + H("1929") in op.claims]
    for operation in listed:
        after = carried_out(s, operation.answers)
        assert not TOUCH[after.loc[UNIT["A/25 NZ"]]] >> H("1929") & 1


def test_a_weak_company_steps_out_of_contact() -> None:
    s = board({"9/III/3": ("2030", 1), "HQ III/3": "1924", "A/25 NZ": "2131", "B/25 NZ": "2131"}, side=GERMAN)
    listed = operations(s, asked_of(s))
    best = max((carried_out(s, op.answers) for op in listed), key=lambda after: evaluate(after, 1))
    assert evaluate(best, 1) > evaluate(s, 1)
    assert not TOUCH[best.loc[UNIT["9/III/3"]]] & best.held[0]


def test_a_headquarters_left_behind_is_fetched() -> None:
    s = board({"A/25 NZ": "0923", "HQ 25 NZ": "0123", "9/III/3": "1929"})
    assert errands(s, 0) == {UNIT["A/25 NZ"]: UNIT["HQ 25 NZ"]}
    answers = fetch(s, UNIT["A/25 NZ"], UNIT["HQ 25 NZ"])
    assert any(type(a) is Carry for a in answers)
    after = carried_out(s, answers)
    assert after.loc[UNIT["HQ 25 NZ"]] == after.loc[UNIT["A/25 NZ"]] != H("0123")
    beside = board({"A/25 NZ": "0123", "HQ 25 NZ": "0123", "9/III/3": "1929"})
    assert errands(beside, 0) == {}


def test_a_pinned_company_goes_one_hex_out_of_contact() -> None:
    units = {"9/III/3": "2030", "HQ III/3": "1924", "A/25 NZ": "2131"}
    s = board(units, side=GERMAN, pinned=["9/III/3"])
    listed = rescues(s, asked_of(s))
    assert listed and {(op.kind, op.claims) for op in listed} == {("withdrawal", frozenset({UNIT["9/III/3"]}))}
    for operation in listed:
        after = carried_out(s, operation.answers)
        at = after.loc[UNIT["9/III/3"]]
        assert at != H("2030") and not TOUCH[at] & after.held[0]
    assert max(evaluate(carried_out(s, op.answers), 1) for op in listed) > evaluate(s, 1)
    shut = board({**units, "B/25 NZ": "2029", "C/25 NZ": "1930"}, side=GERMAN, pinned=["9/III/3"])
    assert not rescues(shut, asked_of(shut))


def test_only_the_general_thinks_of_who_has_to_be_helped() -> None:
    pinned = board({"9/III/3": "2030", "HQ III/3": "1924", "A/25 NZ": "2131"}, side=GERMAN, pinned=["9/III/3"])
    behind = board({"A/25 NZ": "0923", "HQ 25 NZ": "0123", "9/III/3": "1929"})
    for s, kind in ((pinned, "withdrawal"), (behind, "fetch")):
        asked = asked_of(s)
        helped = [op for op in rescues(s, asked) if op.kind == kind]
        assert (
            helped and not set(helped) & set(operations(s, asked)) and set(helped) <= set(closing_operations(s, asked))
        )


def test_who_leaves_contact_may_take_the_headquarters_along() -> None:
    s = board({"9/III/3": "2030", "HQ III/3": "2030", "A/25 NZ": "2131", "B/25 NZ": "2131"}, side=GERMAN)
    out = [op for op in operations(s, asked_of(s)) if op.kind == "withdrawal"]
    taken = [op for op in out if any(type(a) is Carry for a in op.answers)]
    assert taken and len(taken) < len(out)
    for operation in taken:
        after = carried_out(s, operation.answers)
        assert after.loc[UNIT["HQ III/3"]] == after.loc[UNIT["9/III/3"]] != H("2030")
