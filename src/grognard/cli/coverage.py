"""The yardstick of completeness: every case of a rulebook with the code and the tests that cite it."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.core import Game
from grognard.core.cases import Case, read_cases
from grognard.core.rules import Citation, citations, test_citations

RULING = re.compile(r"\bR-?\d+\b")
"""The number of a ruling in a game's `rulings.md`, which code may cite like a case."""


@dataclass(frozen=True)
class Covered:
    """A case with what cites it."""

    case: Case
    code: tuple[Citation, ...]
    tests: tuple[Citation, ...]

    @property
    def open(self) -> bool:
        """Whether it must have code and a test but lacks one."""
        return self.case.wanted and not (self.code and self.tests)


@dataclass(frozen=True)
class Chapter:
    """The counts of one chapter, or of a whole rulebook."""

    chapter: str
    title: str
    cases: int
    wanted: int
    coded: int
    tested: int
    open: int


@dataclass(frozen=True)
class Coverage:
    """All cases of one game, and citations of cases that do not exist."""

    game: Game[Any]
    cases: tuple[Covered, ...]
    unknown: tuple[Citation, ...]

    @cached_property
    def open(self) -> tuple[Covered, ...]:
        return tuple(covered for covered in self.cases if covered.open)

    def chapters(self) -> list[Chapter]:
        """Chapters in the order of the rulebook."""
        titles = {covered.case.id.removesuffix(".0"): covered.case.title for covered in reversed(self.cases)}
        by_chapter: dict[str, list[Covered]] = {}
        for covered in self.cases:
            by_chapter.setdefault(covered.case.chapter, []).append(covered)
        return [_count(name, titles.get(name, ""), cases) for name, cases in by_chapter.items()]

    def total(self) -> Chapter:
        return _count("", "", list(self.cases))


def _count(chapter: str, title: str, cases: list[Covered]) -> Chapter:
    wanted = [covered for covered in cases if covered.case.wanted]
    coded = sum(bool(covered.code) for covered in wanted)
    tested = sum(bool(covered.tests) for covered in wanted)
    return Chapter(chapter, title, len(cases), len(wanted), coded, tested, sum(covered.open for covered in wanted))


def cover(game: Game[Any], tests: Path) -> Coverage:
    """Join the rulebook's cases with the citations in the game's package and in the tests."""
    code, proofs = _by_case(citations(game.folder)), _by_case(test_citations(tests, game.name))
    cases = read_cases(game.folder)
    known = {case.id for case in cases} | rulings(game)
    unknown = [c for cited in (code, proofs) for case, found in cited.items() if case not in known for c in found]
    return Coverage(game, tuple(Covered(case, code[case.id], proofs[case.id]) for case in cases), tuple(unknown))


def rulings(game: Game[Any]) -> set[str]:
    """The numbers of the rulings a game explains."""
    path = game.folder / "rulings.md"
    return set(RULING.findall(path.read_text(encoding="utf-8"))) if path.is_file() else set()


def _by_case(found: list[Citation]) -> defaultdict[str, tuple[Citation, ...]]:
    by_case: defaultdict[str, tuple[Citation, ...]] = defaultdict(tuple)
    for citation in found:
        by_case[citation.case] += (citation,)
    return by_case
