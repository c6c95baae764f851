"""The layer on the maps and charts of the titles: list = reach = refusal, and altered ground as if from scratch."""

import random

import pytest

from grognard.games.battle_for_cassino import content as bc
from grognard.games.battle_for_cassino.rules import terrain
from grognard.games.dark_victory import content as dv
from grognard.games.dark_victory.rules import crossing
from grognard.games.second_front_now import content as sf
from grognard.maps import Costs, Links, PricedSteps, Zones, mask
from tests.maps.marches import prove, random_march


def battle(rng: random.Random) -> tuple[Links, PricedSteps, int]:
    spoilt = mask(rng.sample(range(bc.HEXES), 40)) if rng.random() < 0.5 else 0
    ground = terrain.Ground(rng.random() < 0.2, rng.random() < 0.3, rng.random() < 0.5, spoilt)
    return bc.LINKS, terrain.COSTS.on(ground), rng.choice((4, 12, 24))


def alamo(rng: random.Random) -> tuple[Links, PricedSteps, int]:
    return dv.LINKS, crossing.COSTS.on(crossing.Ground()), 12


def front(rng: random.Random) -> tuple[Links, PricedSteps, int]:
    return sf.LINKS, sf.PRICED, rng.choice((3, 6, 10))


@pytest.mark.parametrize("made", [battle, alamo, front], ids=lambda made: made.__name__)
def test_list_reach_and_refusal_are_one_on_a_real_map(made: object) -> None:
    rng, compared = random.Random(1977), 0
    assert callable(made)
    for _ in range(40):
        links, priced, budget = made(rng)
        zones = Zones(links)
        march, start = random_march(rng, zones, priced, budget)
        compared += prove(rng, march, start, [[b for b, _ in row] for row in links])
    assert compared > 400


def test_ruins_are_priced_as_if_from_scratch() -> None:
    rng = random.Random(6)
    scratch = Costs(bc.LINKS, terrain.price)
    for _ in range(4):
        ground = terrain.Ground(night=rng.random() < 0.5, spoilt=mask(rng.sample(range(bc.HEXES), 39)))
        assert terrain.COSTS.on(ground).ways == scratch.on(ground).ways
