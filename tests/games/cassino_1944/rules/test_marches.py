"""The fast lists against the declarations: moving, stopping, retreating and reaching say what the marches say."""

import itertools
import random

import pytest

from grognard.core import Seeded, hush, push, settle
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import HEXES, ON_ROAD, ROAD, UNIT, UNITS
from grognard.games.cassino_1944.rules.movement import march, must_stop, next_hexes, reach
from grognard.games.cassino_1944.rules.retreat import retreat_hexes, ways_back
from grognard.maps import Masks
from tests.games.cassino_1944.kit import SPACE, board
from tests.games.cassino_1944.rules.test_listing import options_of

C = "cassino_1944"


def by_march(s, unit, at, gone, road):
    """The next hexes of both marches: on foot, or all the way by road."""
    found = [b for b, _, _ in march(s, unit, False).next(at, gone)]
    if road:
        found += [b for b, _, _ in march(s, unit, True).next(at, gone) if b not in found]
    return found


def walked(s, unit):
    """Where a unit can end its move, by walking its lists."""
    start = s.loc[unit]
    ends = {}
    waiting = [(start, 0, ON_ROAD[start])]
    while waiting:
        at, gone, road = waiting.pop()
        for b in next_hexes(s, unit, at, gone, road):
            if len(s.here[b]) - (unit in s.here[b]) < 3 and b != start:
                ends[b] = min(gone + 1, ends.get(b, gone + 1))
            if not must_stop(s, unit, at, b):
                waiting.append((b, gone + 1, road and bool(ROAD[at] >> b & 1)))
    return ends


@pytest.mark.parametrize("seed", range(8))
def test_lists_reach_and_retreats_agree_with_the_declarations(seed):
    rng, chance = random.Random(seed), Seeded(seed)
    scenario = "avenger" if seed % 4 == 3 else "campaign"
    s = GAME.new(scenario, options_of(rng, scenario))
    asked = settle(s, chance)
    compared = 0
    while asked is not None:
        if rng.random() < 0.25:
            for unit in rng.sample(UNITS, 6):
                start = s.loc[unit]
                if start >= HEXES:
                    continue
                anywhere = (rng.randrange(HEXES), rng.randrange(4), rng.random() < 0.5)
                for at, gone, road in ((start, 0, ON_ROAD[start]), anywhere):
                    listed = next_hexes(s, unit, at, gone, road)
                    assert sorted(listed) == sorted(by_march(s, unit, at, gone, road))
                    for b in listed:
                        assert must_stop(s, unit, at, b) == (march(s, unit, False).enter(at, b, 0)[1] is not None)
                assert reach(s, unit) == walked(s, unit)
                length = rng.randint(1, 3)
                ways = ways_back(s, unit, length)
                path = (start,)
                while len(path) <= length:
                    onward = retreat_hexes(s, unit, path, length + 1 - len(path))
                    assert onward == ways.next(path)
                    if not onward:
                        break
                    path = (*path, rng.choice(onward))
                compared += 1
        push(s, rng.choice(asked.options), hush)
        asked = settle(s, chance)
    assert compared > 20


@pytest.mark.case(C, "5.2.bonus")
def test_the_road_is_a_second_march_one_hex_longer():
    s = board({"1 CCB": "1907", "34/133": "2001"})
    unit = UNIT["1 CCB"]
    foot, road = march(s, unit, False), march(s, unit, True)
    assert (foot.budget, road.budget) == (3, 4)
    assert road.reach(SPACE["1907"]).costs[SPACE["1803"]] == 4 and SPACE["1803"] not in foot.reach(SPACE["1907"])
    off = march(s, UNIT["34/133"], True).why_not(SPACE["1907"], 0, SPACE["1908"])
    assert (off.rule, off.key) == ("5.2.bonus", "off_the_road")


@pytest.mark.case(C, "7.0")
def test_the_supply_line_drawn_is_a_shortest_free_way_to_a_source():
    from grognard.games.cassino_1944.board.overlays import overlay_of
    from grognard.games.cassino_1944.content import GRID, SOURCES

    s = board({"34/133": "1704", "71/211": "1804", "44/131": "1805"})
    shown = overlay_of(s, 0, "supply", UNIT["34/133"], -1, lambda key, **facts: key)
    (line,) = shown.paths
    free = ~s.held[1]
    assert line[0] == SPACE["1704"] and SOURCES[0] >> line[-1] & 1
    assert all(b in GRID.neighbours[a] for a, b in itertools.pairwise(line))
    assert all(free >> b & 1 for b in line)
    assert Masks(GRID.neighbours).within(SOURCES[0] & free, free, len(line) - 2) >> line[0] & 1 == 0
