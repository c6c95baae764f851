"""Lists that are made from whole sets at once hold exactly what the rules, asked hex by hex and unit by unit, allow."""

import random
from collections.abc import Iterator

import pytest

from grognard.core import DONE, Option, Seeded, hush, push, settle
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import HEXES, OPPORTUNITY, ROSTER, Side
from grognard.games.battle_for_cassino.rules.fire import firers, under_fire
from grognard.games.battle_for_cassino.rules.organisation import DETACH, DIVIDE, Absorb, Rebuild, Shift
from grognard.games.battle_for_cassino.rules.preparation import BOMBARD, MORTAR, Missions
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.turns import ENTER, MOVE, Movement
from grognard.maps import mask

C = "battle_for_cassino"


def positions(seed: int, answers: int) -> Iterator[tuple[Battle, tuple[Option, ...]]]:
    """Positions of a random game in which missions or moves are chosen, with what is offered."""
    chance, rng = Seeded(seed), random.Random(seed)
    s = GAME.new()
    for _ in range(answers):
        asked = settle(s, chance)
        assert asked is not None and isinstance(s, Battle)
        if isinstance(s.stack[-1], Missions | Movement) and rng.random() < 0.1:
            yield s, asked.options
        push(s, rng.choice(asked.options), hush)


@pytest.mark.case(C, "5.0.once", "5.34", "5.72", "6.11", "11.21", "11.24", "11.31", "11.35", "17.0")
def test_what_is_offered_is_what_the_rules_allow_one_by_one() -> None:
    seen = {Missions: 0, Movement: 0}
    for s, offered in positions(3, 2500):
        step = s.stack[-1]
        every: list[Option] = [DONE, *BOMBARD, *MORTAR]
        if isinstance(step, Movement):
            own = [u for u in ROSTER[step.side] if s.loc[u] < HEXES]
            pairs = [(a, b) for a in own for b in own if s.loc[a] == s.loc[b]]
            every = [DONE, *MOVE, *ENTER, *DIVIDE, *DETACH]
            every += [kind(a, b) for a, b in pairs for kind in (Shift, Absorb)]
        allowed = {option for option in every if step.why_not(s, option) is None}
        assert {option for option in offered if type(option) is not Rebuild} == allowed
        seen[type(step)] += 1
    assert seen[Missions] > 3 and seen[Movement] > 15


@pytest.mark.case(C, "8.13", "8.21", "13.11")
def test_a_path_is_under_fire_where_some_company_could_fire() -> None:
    rng = random.Random(1)
    exposed = 0
    for s, _ in positions(4, 1500):
        for side in Side(0), Side(1):
            path = rng.sample(range(HEXES), 12)
            found = under_fire(s, side, OPPORTUNITY, mask(path))
            assert found == mask(hex for hex in path if firers(s, side, OPPORTUNITY, hex))
            exposed += found.bit_count()
    assert exposed > 20
