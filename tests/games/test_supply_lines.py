"""The line that an overlay draws is the line that feeds: there is one exactly where there is supply, free all along."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

from grognard.core import load_game
from grognard.games.battle_for_cassino.content import HQ_LIST
from grognard.games.battle_for_cassino.rules import supply as battle
from grognard.games.cassino_1944.rules import supply as cassino
from grognard.games.second_front_now.rules import supply as front
from tests.kit import random_match

SIZE = {"battle_for_cassino": battle.HEXES, "cassino_1944": cassino.HEXES, "second_front_now": front.HEXES}
Lines = Callable[[Any, int, int], list[tuple[int, ...]]]


def _battle(s: Any, side: int, hex: int) -> list[tuple[int, ...]]:
    return [line for hq in HQ_LIST[side] if s.loc[hq] < battle.HEXES and (line := battle.supply_line(s, hq, hex))]


TITLES: dict[str, tuple[Callable[[Any, Any], int], Lines]] = {
    "battle_for_cassino": (battle.fed, _battle),
    "cassino_1944": (cassino.supplied, lambda s, side, hex: [cassino.supply_line(s, side, hex)]),
    "second_front_now": (front.supplied, lambda s, side, hex: [front.supply_line(s, side, hex)]),
}


@pytest.mark.parametrize("title", TITLES)
def test_there_is_a_line_exactly_where_there_is_supply(title: str) -> None:
    fed, lines = TITLES[title]
    rng = random.Random(12)
    for match in islice(random_match(load_game(title), 3), 40, 240, 40):
        s = match.state
        for side in (0, 1):
            supplied = fed(s, side)
            hexes = SIZE[title]
            places = [rng.randrange(hexes) for _ in range(40)] + [at for at in s.loc[:40] if 0 <= at < hexes]
            for hex in places:
                found = [line for line in lines(s, side, hex) if line]
                assert bool(found) == bool(supplied >> hex & 1), (side, hex)
                for line in found:
                    assert hex in (line[0], line[-1])
                    assert not any(s.held[1 - side] >> h & 1 for h in line if h != hex)
