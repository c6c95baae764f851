"""The guided lessons of every title can be taught to their end by their model answers."""

import pytest

from grognard.core import game_names, load_game
from grognard.core.lesson import Lesson, lessons, teach

TITLES = [name for name in game_names() if load_game(name).package.startswith("grognard.games.")]
BOTH_SEATS = {("second_front_now", "2_battle")}
"""Lessons in which the learner answers for the enemy too."""
LESSONS = [(name, lesson) for name in TITLES for lesson in lessons(load_game(name))]


def test_every_title_has_lessons_one_to_three() -> None:
    for name in TITLES:
        assert [lesson.id[:2] for lesson in lessons(load_game(name))][:3] == ["1_", "2_", "3_"], name


@pytest.mark.parametrize(("title", "lesson"), LESSONS, ids=lambda x: x.id if isinstance(x, Lesson) else x)
def test_a_lesson_runs_and_asks_only_its_seat(title: str, lesson: Lesson) -> None:
    game = load_game(title)
    names = {*game.names["UnitId"], *game.names["SpaceId"]}
    for page, s, asked in teach(game, lesson):
        assert game.broken(s) == [] and set(page.show) <= names
        if page.do:
            assert asked is not None
            assert asked.seat == lesson.seat or (title, lesson.id) in BOTH_SEATS
            assert all(game.texts.parse(text) in asked.options for text in page.do)
