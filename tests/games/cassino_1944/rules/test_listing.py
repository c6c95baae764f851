"""The lists of options against the reasons for refusal, and random games to their end."""

import random

import pytest

from grognard.core import Seeded, clone, hush, push, settle
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, UNIT
from grognard.games.cassino_1944.rules.combat import FIGHT, Attack, Damage, declared
from tests.games.cassino_1944.kit import CANDIDATES, SPACE, board


def options_of(rng, scenario):
    chosen = {name: rng.random() < 0.5 for name in ("support", "abbey", "coordination", "weather", "mountain_movement")}
    if scenario == "avenger":
        chosen["avenger_start"] = rng.choice(("german_then_allied", "allied_then_german", "skip_allied_A"))
    else:
        chosen["bidding"] = rng.random() < 0.5
    return chosen


@pytest.mark.parametrize("seed", range(12))
def test_what_is_listed_is_exactly_what_is_not_refused(seed):
    """At decisions along random games every option there is was either offered or refused with words."""
    rng, chance = random.Random(seed), Seeded(seed)
    scenario = "avenger" if seed % 3 == 2 else "campaign"
    s = GAME.new(scenario, options_of(rng, scenario))
    asked = settle(s, chance)
    prompts = set()
    while asked is not None:
        if asked.prompt not in prompts or rng.random() < 0.03:
            prompts.add(asked.prompt)
            top = s.stack[-1]
            allowed = {o for o in CANDIDATES if top.why_not(s, o) is None}
            assert allowed == set(asked.options), asked.prompt
            for option in CANDIDATES:
                refusal = top.why_not(s, option)
                assert refusal is None or GAME.words.refusal(refusal)
            assert GAME.words.prompt(asked)
            assert len(set(asked.options)) == len(asked.options)
            assert asked.options[asked.extra :]
        push(s, rng.choice(asked.options), hush)
        asked = settle(s, chance)
        assert GAME.broken(s) == []
    assert s.result is not None and GAME.words.result(s.result)


def test_equal_divisions_of_damage_are_listed_once():
    """`options[extra:]` reach every division of damage exactly once."""
    s = board({"34/133": "1405", "1FSJ/MG": "1406", "71/211": "1406", "90/361": ("1406", 2)})
    s.combat = declared(s, ALLIED, SPACE["1406"], (UNIT["34/133"],))

    def divisions(s, tail):
        asked = s.stack[-1].ask(s) if s.stack else None
        if asked is None:
            end = clone(s)
            if end.stack:
                top, end.stack = end.stack[-1], ()
                top.auto(end, hush)
            return [tuple(end.damage)]
        found = []
        for option in asked.options[asked.extra if tail else 0 :]:
            after = clone(s)
            push(after, option, hush)
            found += divisions(after, tail)
        return found

    s.stack = (Damage(GERMAN, 3),)
    short, long = divisions(s, True), divisions(s, False)
    assert len(short) == len(set(short)) and set(short) == set(long) and len(long) > len(short)


def test_every_selection_of_attackers_is_reached_once():
    """Four able units give fifteen attacks by `options[extra:]`."""
    s = board({"34/133": "1405", "34/135": "1405", "34/168": "1506", "36/141": "1306", "1FSJ/MG": "1406"})
    push(s, Attack(SPACE["1406"]), hush)

    def selections(s):
        top = s.stack[-1]
        asked = top.ask(s)
        found = []
        for option in asked.options[asked.extra :]:
            if option == FIGHT:
                found.append(top.picked)
                continue
            after = clone(s)
            push(after, option, hush)
            found += selections(after)
        return found

    found = selections(s)
    assert len(found) == len(set(found)) == 15
