"""What the kits of the titles share: play by text from a position, and what came of it; a title with files changed."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Generic, TypeVar

from grognard.core import Decision, Event, Game, Script, State, clone, load_game, push, settle

S = TypeVar("S", bound=State)
Sound = Callable[[S, Decision | None], object]


def _trusting(s: State, asked: Decision | None) -> None:
    """Questions are not looked at."""


def answered(
    game: Game[S], s: S, texts: Iterable[str], chance: Script, sound: Sound[S] = _trusting, loose: bool = False
) -> tuple[S, Decision | None, list[Event]]:
    """The position after these answers, the question and the events; every answer of `chance` must be used.

    `sound` looks at each question on the way; `loose`: the position need not be one that play can reach."""
    after, events = clone(s), list[Event]()
    asked = settle(after, chance, events.append)
    sound(after, asked)
    for text in texts:
        option = game.texts.parse(text)
        assert asked is not None, f"{text}: the game is over"
        offered = [game.texts.show(o) for o in asked.options]
        assert option in asked.options, f"{text} is not offered at {asked.prompt}: {offered}"
        push(after, option, events.append)
        asked = settle(after, chance, events.append)
        sound(after, asked)
    assert chance.rest() == ()
    assert loose or game.broken(after) == []
    return after, asked, events


class Played(Generic[S]):
    """What came of a position: the state, the question, the events heard."""

    def __init__(self, game: Game[S], s: S, asked: Decision | None, events: list[Event]) -> None:
        self.game, self.s, self.asked, self.events = game, s, asked, events

    @property
    def offers(self) -> list[str]:
        return [] if self.asked is None else [self.game.texts.show(o) for o in self.asked.options]

    @property
    def prompt(self) -> str:
        return "" if self.asked is None else self.asked.prompt

    @property
    def seat(self) -> int:
        return -1 if self.asked is None else self.asked.seat

    @property
    def numbers(self) -> tuple[int, ...]:
        return () if self.asked is None else self.asked.numbers

    def heard(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if type(event) is kind]

    def where(self, unit: str) -> str:
        return self.game.names["SpaceId"][self.s.where(list(self.game.names["UnitId"]).index(unit))]

    def why(self, text: str) -> tuple[str, str]:
        """Case and key of the refusal of an option."""
        assert self.asked is not None
        option = self.game.texts.parse(text)
        assert option not in self.asked.options, f"{text} is offered"
        told = self.game.why_not(self.s, self.asked.seat, option)
        assert told is not None, f"{text} is allowed"
        self.game.words.refusal(told)  # every refusal has words
        return told.rule, told.key


def loaded_with(tmp_path: Path, title: str, file: str, old: str, new: str) -> subprocess.CompletedProcess[str]:
    """Load a title in another process with one of its files changed, and begin every scenario."""
    text = (load_game(title).folder / "data" / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    begin = f"from grognard.games.{title} import GAME; [GAME.new(x.name) for x in GAME.scenarios]; print('played')"
    return subprocess.run(
        [sys.executable, "-c", begin],
        env={**os.environ, "GROGNARD_COMPONENTS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
