"""The guided lessons can be taught to their end by their model answers."""

import pytest

from grognard.core.lesson import Lesson, lessons, teach
from grognard.games.battle_for_cassino import GAME

LESSONS = lessons(GAME)


def test_there_are_three_lessons() -> None:
    assert [lesson.id for lesson in LESSONS] == ["1_bombing", "2_assault", "3_night"]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_runs_and_asks_only_its_seat(lesson: Lesson) -> None:
    names = {*GAME.names["UnitId"], *GAME.names["SpaceId"]}
    for page, s, asked in teach(GAME, lesson):
        assert GAME.broken(s) == [] and set(page.show) <= names
        if page.do:
            assert asked is not None and asked.seat == lesson.seat
            assert all(GAME.texts.parse(text) in asked.options for text in page.do)
