"""Lessons and puzzles begin in positions that the rules of control lead to."""

import pytest

from grognard.core.lesson import lessons, opening
from grognard.core.position import build_position
from grognard.core.puzzle import puzzles
from grognard.games.second_front_now import GAME
from grognard.games.second_front_now.content import ALLIED, GERMAN, KEYS, SPACE_NAMES
from grognard.games.second_front_now.rules.control import would_hold
from grognard.maps.sets import members

OPENINGS = {lesson.id: opening(GAME, lesson) for lesson in lessons(GAME)}
OPENINGS |= {puzzle.title: build_position(GAME, puzzle.position) for puzzle in puzzles(GAME)}


@pytest.mark.case("11.6", "4.2.loss")
@pytest.mark.parametrize("name", OPENINGS)
def test_nobody_stands_alone_beside_an_empty_place_that_is_not_his(name):
    s = OPENINGS[name]
    late = (would_hold(s, ALLIED) & KEYS[s.area] & ~s.taken) | (would_hold(s, GERMAN) & s.taken)
    assert [SPACE_NAMES[hex] for hex in members(late)] == []
