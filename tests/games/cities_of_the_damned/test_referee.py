"""The rules against a referee who read the rulebook and the component files for himself, over semi-random games."""

import random
from collections import Counter

import pytest

from grognard.core import Decision, Event, Seeded, push, run
from grognard.games.cities_of_the_damned import GAME
from grognard.games.cities_of_the_damned.content import SPACE_NAMES, UNIT_NAMES
from grognard.games.cities_of_the_damned.rules.events import Clashed
from grognard.games.cities_of_the_damned.rules.movement import March
from tests.games.cities_of_the_damned import referee
from tests.kit import random_options


def judged(seed: int) -> Counter[str]:
    """A game by random answers that prefers to go on; every list and sum the referee knows is compared."""
    rng, chance, asked_of = random.Random(seed), Seeded(seed), Counter[str]()
    s = GAME.new("", random_options(GAME, "campaign", rng))
    while (asked := run(s)) is not None:
        p = referee.Position.of(s)
        if not isinstance(asked, Decision):
            answer = chance(asked)
            heard: list[Event] = []
            fight = s.fight
            push(s, answer, heard.append)
            for event in heard:
                if isinstance(event, Clashed):
                    allied, german = referee.clash(p, fight, (event.first, event.second))
                    assert event.allied in allied and event.german == german, (seed, event, allied, german)
                    assert event.margin == event.allied - event.german
                    asked_of["combat"] += 1
            continue
        listed = {GAME.texts.show(o) for o in asked.options}
        top = s.stack[-1]
        if asked.prompt == "march" and isinstance(top, March):
            units = [UNIT_NAMES[u] for u in top.marching(s)]
            assert listed - {"all"} == referee.march(p, units, top.moved, top.crossed), (seed, units)
            asked_of["march"] += 1
        elif asked.prompt == "group" and isinstance(top, March):
            units = [UNIT_NAMES[u] for u in top.marching(s)]
            assert listed == referee.groups(p, units, top.moved), (seed, units)
            asked_of["group"] += 1
        elif asked.prompt == "casualties" and s.fight is not None:
            area = SPACE_NAMES[s.fight.area]
            settled = {SPACE_NAMES[a] for a, done in enumerate(s.settled) if done}
            falls = {f"fall {u} > {to}" for u in p.inside(area) for to in referee.refuges(p, u, area, settled)}
            assert listed == falls | {f"lose {u}" for u in p.inside(area)}, (seed, area)
            asked_of["retreat"] += 1
        elif asked.prompt == "activate":
            assert {o for o in listed if o.startswith("activate")} == referee.activations(p), seed
            asked_of["activation"] += 1
        going = [o for o in asked.options if GAME.texts.show(o).split()[0] in ("enter", "activate", "add")]
        push(s, rng.choice(going if going and rng.random() < 0.7 else asked.options), lambda event: None)
    return asked_of


@pytest.mark.parametrize("seed", range(6))
def test_lists_and_sums_agree_with_the_referee(seed: int) -> None:
    asked = judged(seed)
    assert asked["march"] > 20 and asked["activation"] > 20 and asked["combat"] > 10


@pytest.mark.slow
def test_three_hundred_games_agree_with_the_referee() -> None:
    total = Counter[str]()
    for seed in range(1000, 1300):
        total += judged(seed)
    assert total["march"] > 20_000 and total["combat"] > 5_000
