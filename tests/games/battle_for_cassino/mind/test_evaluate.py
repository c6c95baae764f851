"""The evaluation: zero-sum, and it knows a good assault from a bad one."""

import random

from grognard.core import Decision, hush, outcomes, push, run
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.mind.candidates import candidates
from grognard.games.battle_for_cassino.mind.evaluate import MIND, contact, evaluate, probe, terms
from tests.games.battle_for_cassino.kit import board


def test_what_one_side_gains_the_other_loses_and_candidates_are_options() -> None:
    rng = random.Random(5)
    s = GAME.new()
    for _ in range(900):
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
    assert contact(good, 0) > 0 > contact(bad, 0)
