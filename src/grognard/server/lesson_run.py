"""A lesson at the table: pages that wait for the right answer, with the dice the lesson needs."""

from typing import Any

from grognard.core import Draw, Option, Refusal, Roll, Source
from grognard.core.chance import ChanceError, Script
from grognard.core.lesson import Lesson, Page
from grognard.server.messages import LessonPage
from grognard.server.presenter import Presenter


class Scripted:
    """The dice of a page, and fair dice when it has no more."""

    def __init__(self, page: Page | None, after: Source) -> None:
        self._script = Script(*(page.dice if page is not None else ()))
        self._after = after

    def __call__(self, ask: Roll | Draw) -> Any:
        try:
            return self._script(ask)
        except ChanceError:
            return self._after(ask)


class LessonRun:
    """Where a player is in a lesson."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson

    def page(self, at: int) -> Page | None:
        """The page, or None after the last: from then on play is free."""
        return self.lesson.page[at] if at < len(self.lesson.page) else None

    def objection(self, game: Any, at: int, option: Option) -> Refusal | None:
        """Why the lesson does not take this answer now."""
        page = self.page(at)
        if page is None:
            return None
        if not page.do:
            return Refusal(page.rule, "lesson_read")
        if any(game.texts.parse(text) == option for text in page.do):
            return None
        return Refusal(page.rule, "lesson_other")

    def shown(self, turned: int, presenter: Presenter) -> LessonPage:
        """The page on which somebody is who has turned so many."""
        lesson, at = self.lesson, min(turned, len(self.lesson.page) - 1)
        page = lesson.page[at]
        return LessonPage(
            title=lesson.title,
            page=at + 1,
            pages=len(lesson.page),
            say=page.say,
            do=list(page.do),
            units=[presenter.unit_names.index(name) for name in page.show if name in presenter.unit_names],
            spaces=[presenter.space_names.index(name) for name in page.show if name in presenter.space_names],
            rule=page.rule,
            show=list(page.show),
            over=turned >= len(lesson.page),
        )
