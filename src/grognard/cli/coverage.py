"""The yardstick of completeness: every case of a rulebook with the code and the tests that cite it."""

import csv
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.cli.console import Problem
from grognard.core import Game
from grognard.core.rules import Citation, citations, test_citations

IMPLEMENTABLE = frozenset({"rule", "setup", "table", "optional", "example", "definition"})
KINDS = IMPLEMENTABLE | {"note"}
NO_EFFECT = "no effect in play"
"""A definition whose summary says so need not be implemented."""

RULING = re.compile(r"\bR-?\d+\b")
"""The number of a ruling in a game's `rulings.md`, which code may cite like a case."""


@dataclass(frozen=True)
class Case:
    """One case of a rulebook."""

    id: str
    title: str
    kind: str
    summary: str
    code: tuple[Citation, ...] = ()
    tests: tuple[Citation, ...] = ()

    @property
    def wanted(self) -> bool:
        """Whether the case must have code and a test."""
        return self.kind in IMPLEMENTABLE and not (self.kind == "definition" and NO_EFFECT in self.summary.lower())

    @property
    def chapter(self) -> str:
        return self.id.partition(".")[0]


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
    cases: tuple[Case, ...]
    unknown: tuple[Citation, ...]

    @cached_property
    def open(self) -> tuple[Case, ...]:
        """Cases that must have code and a test but lack one."""
        return tuple(case for case in self.cases if case.wanted and not (case.code and case.tests))

    def chapters(self) -> list[Chapter]:
        """Chapters in the order of the rulebook."""
        titles = {case.id.removesuffix(".0"): case.title for case in reversed(self.cases)}
        names = dict.fromkeys(case.chapter for case in self.cases)
        return [
            _count(name, titles.get(name, ""), [case for case in self.cases if case.chapter == name]) for name in names
        ]

    def total(self) -> Chapter:
        return _count("", "", list(self.cases))


def _count(chapter: str, title: str, cases: list[Case]) -> Chapter:
    wanted = [case for case in cases if case.wanted]
    coded = sum(bool(case.code) for case in wanted)
    tested = sum(bool(case.tests) for case in wanted)
    still = sum(not (case.code and case.tests) for case in wanted)
    return Chapter(chapter, title, len(cases), len(wanted), coded, tested, still)


def cover(game: Game[Any], tests: Path) -> Coverage:
    """Join the rulebook's cases with the citations in the game's package and in the tests."""
    code, proofs = _by_case(citations(game.folder)), _by_case(test_citations(tests, game.name))
    rows = read_cases(game)
    known = {row["id"] for row in rows} | rulings(game)
    unknown = [c for cited in (code, proofs) for case, found in cited.items() if case not in known for c in found]
    cases = tuple(
        Case(row["id"], row["title"], row["kind"], row["summary"], code[row["id"]], proofs[row["id"]]) for row in rows
    )
    return Coverage(game, cases, tuple(unknown))


def read_cases(game: Game[Any]) -> list[dict[str, str]]:
    """The rows of `data/cases.csv`."""
    path = game.folder / "data" / "cases.csv"
    if not path.is_file():
        raise Problem(f"{game.name} has no data/cases.csv")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != ["id", "title", "kind", "summary"]:
            raise Problem(f"{game.name}: cases.csv must have the columns id, title, kind, summary")
        rows = list(reader)
    seen: set[str] = set()
    for number, row in enumerate(rows, 2):
        if row["id"] in seen or row["kind"] not in KINDS:
            what = f"kind {row['kind']!r} is unknown" if row["kind"] not in KINDS else "this id stands twice"
            raise Problem(f"{game.name}: cases.csv, record {number} ({row['id']}): {what}")
        seen.add(row["id"])
    return rows


def rulings(game: Game[Any]) -> set[str]:
    """The numbers of the rulings a game explains."""
    path = game.folder / "rulings.md"
    return set(RULING.findall(path.read_text(encoding="utf-8"))) if path.is_file() else set()


def _by_case(found: list[Citation]) -> defaultdict[str, tuple[Citation, ...]]:
    by_case: defaultdict[str, tuple[Citation, ...]] = defaultdict(tuple)
    for citation in found:
        by_case[citation.case] += (citation,)
    return by_case
