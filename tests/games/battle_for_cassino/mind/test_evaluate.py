"""The evaluation: zero-sum, and it knows a good assault from a bad one."""

import random

from grognard.core import Decision, Operation, clone, hush, outcomes, push, run
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import GERMAN, GRID, UNIT
from grognard.games.battle_for_cassino.mind.candidates import candidates
from grognard.games.battle_for_cassino.mind.evaluate import MIND, evaluate, probe, terms
from grognard.games.battle_for_cassino.mind.goals import TO_ABBEY, points_to
from grognard.games.battle_for_cassino.mind.operations import operations
from grognard.games.battle_for_cassino.mind.prospects import contact, ways_back, worth
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.tables import Weights, weights_of_side
from tests.games.battle_for_cassino.kit import board


def test_what_one_side_gains_the_other_loses_and_candidates_are_options() -> None:
    rng = random.Random(5)
    s = GAME.new()
    for _ in range(400):
        asked = run(s)
        if asked is None:
            break
        if not isinstance(asked, Decision):
            push(s, rng.choice(outcomes(asked))[0], hush)
            continue
        found = candidates(s, asked)
        assert found and set(found) <= set(asked.options)
        push(s, rng.choice(found), hush)
        assert abs(evaluate(s, 0) + evaluate(s, 1)) < 1e-6
        assert abs(sum(terms(s, 0).values()) - evaluate(s, 0)) < 1e-6 or s.result is not None
    assert MIND.weights and probe(s)["allied_steps_lost"] >= 0


def test_a_strong_assault_is_welcome_and_a_weak_one_is_not() -> None:
    strong = {f"{c}/25 NZ": h for c, h in zip("ABCD", ("2131", "2131", "2030", "2030"), strict=True)}
    good = board({**strong, "HQ 25 NZ": "1931", "9/III/3": ("2130", 2)}, "combat")
    bad = board({"A/25 NZ": ("2131", 1), "HQ 25 NZ": "1931", "9/III/3": "2130", "10/III/3": "2130"}, "combat")
    assert contact(good, 0, False) > 0 > contact(bad, 0, False)


def test_whoever_cannot_retreat_is_worth_more_and_a_quarter_less() -> None:
    ring = {"A/25 NZ": "2131", "B/25 NZ": "2131", "C/25 NZ": "2129", "D/25 NZ": "2129", "A/26 NZ": "2030"}
    shut = board({**ring, "B/26 NZ": "2230", "HQ 25 NZ": "1931", "9/III/3": ("2130", 4)}, "combat")
    hex = shut.loc[UNIT["9/III/3"]]
    assert ways_back(shut, 1, hex, 0) == 0
    wide = board({"A/25 NZ": "2131", "B/25 NZ": "2131", "HQ 25 NZ": "1931", "9/III/3": ("2130", 4)}, "combat")
    assert ways_back(wide, 1, hex, 0) > 0
    assert worth(shut, hex, 28, 0) > worth(wide, hex, 28, 0) + 1
    starved = board({**ring, "B/26 NZ": "2230", "9/III/3": ("2130", 4)}, "combat")
    assert contact(starved, 0, False) < contact(shut, 0, False) - 1


def test_the_price_of_allied_steps_and_the_grip_on_an_objective() -> None:
    few = board({"1/I/3": "2206", "A/25 NZ": "2131"})
    many = board({"1/I/3": "2206", "2/I/3": "2106", "A/25 NZ": "2131"})
    assert terms(few, 1)["abbey"] > 0 and terms(many, 1)["abbey"] > terms(few, 1)["abbey"]
    assert terms(board({"A/25 NZ": "2131"}), 1)["abbey"] == 0


def test_to_end_ones_fire_costs_a_general_none_of_the_assaults_he_may_choose() -> None:
    units: dict[str, str | tuple[str, int]]
    units = {"A/25 NZ": "1833", "B/25 NZ": "1833", "C/25 NZ": "1932", "HQ 25 NZ": "1931", "9/III/3": ("2130", 3)}
    firing, moving = board(units, "preparation"), board(units)
    assert isinstance(run(firing), Decision) and isinstance(run(moving), Decision)
    weights = MIND.weights_of("general")
    before, after = terms(firing, 0, weights), terms(moving, 0, weights)
    assert before["hope"] > 0 and before["hope"] == after["hope"] and before["contact"] == 0
    plain = terms(firing, 0)
    assert plain["contact"] > 0 == plain["hope"] and terms(moving, 0)["contact"] == 0
    moving.moved = 1 << UNIT["A/25 NZ"]
    assert terms(moving, 0, weights)["hope"] == 0


def test_what_is_held_counts_more_towards_the_end() -> None:
    early, late = (board({"9/III/3": "1924", "A/25 NZ": "2131"}, turn=turn) for turn in (5, 16))
    weights = weights_of_side(MIND.weights_of("general"), MIND.weights, "German")
    assert 0 < terms(early, 1, weights)["ending"] < terms(late, 1, weights)["ending"] / 5
    assert terms(early, 1)["ending"] == 0


def test_when_the_enemy_has_bled_enough_the_germans_go_to_the_abbey() -> None:
    held = {"10/III/3": "2123", "11/III/3": "2123", "1/I/3": "2206"}
    units = {**held, "9/III/3": "2420", "HQ III/3": "2420", "A/25 NZ": "1831"}
    weights = weights_of_side(MIND.weights_of("veteran"), MIND.weights, "German")
    found = []
    for lost in (20, 90):
        s = board(units, side=GERMAN, turn=12)
        s.lost[0] = lost
        asked = run(s)
        assert isinstance(asked, Decision)
        best = max((o for o in operations(s, asked) if UNIT["9/III/3"] in o.claims), key=lambda o: _gain(s, o, weights))
        found.append(points_to(TO_ABBEY, False)[_after(s, best).loc[UNIT["9/III/3"]]])
        assert (terms(s, 1, weights)["keep"] < 0) == (lost == 90)
    assert found[1] < min(found[0], points_to(TO_ABBEY, False)[GRID.id("2420")])


def _after(s: Battle, operation: Operation) -> Battle:
    after = clone(s)
    for answer in operation.answers:
        asked = run(after)
        while isinstance(asked, Decision) and asked.seat != 1:
            push(after, asked.options[asked.default], hush)
            asked = run(after)
        push(after, answer, hush)
    run(after, hush, MIND.rests)
    return after


def _gain(s: Battle, operation: Operation, weights: Weights) -> float:
    return evaluate(_after(s, operation), 1, weights)
