"""The shelf: every title with what the lobby says of it."""

import logging
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from grognard.bots import levels_of
from grognard.core import SPECTATOR, Game, Seeded, game_names, hush, load_game, push, settle
from grognard.core.cases import Case, CasesError, read_cases
from grognard.core.game import Value
from grognard.core.lesson import lessons
from grognard.core.puzzle import Puzzle, puzzles
from grognard.core.rules import citations
from grognard.look.ground import INSTALL, board, can_draw, ground_key, has_drawing
from grognard.look.scene import Board
from grognard.server import http_types as h
from grognard.server.balance import Measured, measured
from grognard.server.presenter import Presenter
from grognard.tables import ComponentError, Components

log = logging.getLogger("grognard.server")
DRAWINGS = ("ground.svg", "card.svg", "front.svg", "board.json")
REHEARSED = 300
"""Answers of a game that are played before anybody comes."""
SHIPPED = Path(__file__).parent / "drawn"
"""The drawings a wheel brings along; a checkout has no such folder."""


class Book:
    """One title and what is derived from it once."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @cached_property
    def presenter(self) -> Presenter:
        return Presenter(self.game)

    def rehearse(self) -> None:
        """Play the beginning of a random game, so that tables the rules make when they first need them are there."""
        rng, chance = Random(1), Seeded(1)
        try:
            s = self.game.new(self.game.scenarios[0].name)
            for _ in range(REHEARSED):
                decision = settle(s, chance)
                if decision is None:
                    break
                push(s, rng.choice(decision.options), hush)
            self.presenter.scene(self.game.view(s, SPECTATOR), SPECTATOR)
        except Exception:  # an owner's files: whoever plays with them is told then
            log.exception("the beginning of %s cannot be played", self.game.name)

    @cached_property
    def cases(self) -> dict[str, h.CaseShown]:
        """The cases of the rulebook with our summaries of them."""
        return {case.id: h.CaseShown(case.id, case.title, case.kind, case.summary) for case in self._cases}

    @cached_property
    def _cases(self) -> tuple[Case, ...]:
        try:
            return read_cases(self.game.folder)
        except CasesError as error:
            log.warning("%s", error)
            return ()

    @cached_property
    def coverage(self) -> h.CasesShown:
        cited = {found.case for found in citations(self.game.folder)}
        wanted = [case for case in self._cases if case.wanted]
        return h.CasesShown(len(wanted), sum(1 for case in wanted if case.id in cited))

    @cached_property
    def provenance(self) -> h.Provenance:
        """How many rows of the component files are printed, found or reconstructed."""
        try:
            rows = Components(self.game.name, self.game.folder / "data").provenance()
        except ComponentError:
            return h.Provenance(0, 0, 0)
        return h.Provenance(rows.printed, rows.found, rows.reconstructed)

    @cached_property
    def digest(self) -> str:
        """Names the drawings: they change with the components and with the program that draws."""
        if not has_drawing(self.game):
            return self.game.components()
        return ground_key(self.game).removeprefix(f"{self.game.name}-")

    def shipped(self, name: str) -> Path:
        """Where the wheel brings one of `DRAWINGS`, compressed, if what is in effect here is what it was made from."""
        return SHIPPED / f"{self.game.name}-{self.digest}" / f"{name}.gz"

    @cached_property
    def measured(self) -> list[Measured]:
        return measured(self.game)

    @cached_property
    def drawn(self) -> bool:
        """Whether there is a board to show: shipped, or drawn here."""
        if not has_drawing(self.game):
            return False
        if can_draw() or all(self.shipped(name).exists() for name in DRAWINGS):
            return True
        log.warning("the board of %s did not come with the program and cannot be drawn: %s", self.game.name, INSTALL)
        return False

    @cached_property
    def board(self) -> Board:
        """Its places and signs, drawn now."""
        return board(self.game)

    def title(self) -> h.Title:
        game, facts, words = self.game, self.game.facts, self.game.words
        return h.Title(
            name=game.name,
            title=game.title,
            publisher=facts.publisher,
            year=facts.year,
            players=facts.players,
            kind=facts.kind,
            minutes=facts.minutes,
            weight=facts.weight,
            sides=list(game.sides),
            seats=game.seat_count,
            digest=self.digest,
            cases=self.coverage,
            provenance=self.provenance,
            scenarios=[
                h.ScenarioShown(
                    s.name,
                    s.rule,
                    words.get("scenario", s.name),
                    _help(words, "scenario", s.name),
                    list(s.barred),
                    [
                        h.Balance(b.side, b.by, b.budget, b.games, b.share, *b.interval, b.options)
                        for b in self.measured
                        if b.scenario == s.name
                    ],
                )
                for s in game.scenarios
            ],
            switches=[
                h.SwitchShown(
                    s.name,
                    s.rule,
                    words.get("switch", s.name),
                    _help(words, "switch", s.name),
                    s.default,
                    list(s.choices),
                    [_label(words, s.name, choice) for choice in s.choices],
                    s.low,
                    s.high,
                    {_json(value): count for value, count in game.seats_by(s).items()},
                )
                for s in game.switches
            ],
            levels=levels_of(game),
            art=self.drawn,
        )

    def guide(self) -> str:
        file = self.game.folder / "guide.md"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    @cached_property
    def puzzles(self) -> dict[str, Puzzle]:
        return {puzzle.name: puzzle for puzzle in puzzles(self.game)}

    @cached_property
    def lessons(self) -> dict[str, Any]:
        return {lesson.id: lesson for lesson in lessons(self.game)}


class Shelf:
    """All titles, each loaded when first asked for."""

    def __init__(self) -> None:
        self._books: dict[str, Book] = {}

    def names(self) -> list[str]:
        return game_names()

    def titles(self) -> list[h.Title]:
        """Every title that loads; one that does not (an owner's component file, say) does not empty the shelf."""
        shown = []
        for name in self.names():
            try:
                shown.append(self.book(name).title())
            except Exception:
                log.exception("the title %s cannot be offered", name)
        return shown

    def book(self, name: str) -> Book:
        """Raises UnknownGame."""
        book = self._books.get(name)
        if book is None:
            book = self._books[name] = Book(load_game(name))
        return book

    def digest(self, name: str) -> str:
        return self.book(name).digest


def _json(value: Value) -> str:
    """A value of a switch as the client spells it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _label(words: Any, switch: str, choice: str) -> str:
    """A choice in words; as the title calls it where it has none."""
    key = f"{switch}_{choice}"
    return words.get("choice", key) if words.has("choice", key) else choice


def _help(words: Any, kind: str, name: str) -> str:
    key = f"{name}_help"
    return words.get(kind, key) if words.has(kind, key) else ""
