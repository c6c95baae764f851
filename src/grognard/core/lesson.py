"""Guided lessons: a position, then pages that explain and wait for the right answer."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from grognard.core.ask import Decision, Option
from grognard.core.chance import Script
from grognard.core.flow import State, push, settle
from grognard.core.game import Game
from grognard.core.position import PositionError, build_position
from grognard.core.text import TextError


class LessonError(ValueError):
    """A lesson that cannot be taught; the text says which page and why."""


class Page(Struct, frozen=True):
    """One step of a lesson."""

    say: str
    do: tuple[str, ...] = ()
    """Acceptable answers as text, the first is the model; empty: only to read."""
    dice: tuple[tuple[int, ...] | int, ...] = ()
    """What chance answers until the next page."""
    show: tuple[str, ...] = ()
    """Names of units and spaces to light up."""
    rule: str = ""


class Lesson(Struct, frozen=True):
    """A whole lesson as its file describes it."""

    title: str
    summary: str
    position: dict[str, Any]
    page: tuple[Page, ...]
    seat: int = 0
    id: str = ""


def lessons(game: Game[Any]) -> list[Lesson]:
    """All lessons of a game in the order of their file names."""
    return [load_lesson(path) for path in sorted((game.folder / "lessons").glob("*.toml"))]


def load_lesson(path: Path) -> Lesson:
    try:
        lesson = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.MsgspecError) as error:
        raise LessonError(f"{path.name}: {error}") from None
    return msgspec.structs.replace(lesson, id=path.stem)


def opening(game: Game[Any], lesson: Lesson) -> State:
    """The position in which a lesson starts, not yet settled."""
    try:
        s: State = build_position(game, lesson.position)
    except PositionError as error:
        raise LessonError(f"{lesson.id}: {error}") from None
    return s


def teach(game: Game[Any], lesson: Lesson) -> Iterator[tuple[Page, State, Decision | None]]:
    """Walk through a lesson by its model answers, yielding each page with the position it is read in."""
    s = opening(game, lesson)
    asked = settle(s, Script(*(lesson.page[0].dice if lesson.page and not lesson.page[0].do else ())))
    for k, page in enumerate(lesson.page, 1):
        yield page, s, asked
        if not page.do:
            continue
        where = f"{lesson.id}, page {k}"
        for text in page.do:
            option = _option(game, text, where)
            if asked is None or option not in asked.options:
                raise LessonError(f"{where}: {text!r} is not among the options of {asked and asked.prompt!r}")
        push(s, _option(game, page.do[0], where), _silent)
        asked = settle(s, Script(*page.dice), _silent)


def _option(game: Game[Any], text: str, where: str) -> Option:
    try:
        return game.texts.parse(text)
    except TextError as error:
        raise LessonError(f"{where}: {error}") from None


def _silent(event: Any) -> None:
    """Nobody listens, but lone options run as at the table."""
