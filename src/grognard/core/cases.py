"""The cases of a rulebook, in our own words: the yardstick of completeness, and what a player may look up."""

import csv
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ["id", "title", "kind", "summary"]
IMPLEMENTABLE = frozenset({"rule", "setup", "table", "optional", "example", "definition"})
KINDS = IMPLEMENTABLE | {"note"}
NO_EFFECT = "no effect in play"
"""A definition whose summary says so need not be implemented."""


class CasesError(ValueError):
    """A list of cases that cannot be used; the text says where and why."""


@dataclass(frozen=True)
class Case:
    """One case of a rulebook."""

    id: str
    title: str
    kind: str
    summary: str

    @property
    def wanted(self) -> bool:
        """Whether the case must have code and a test."""
        return self.kind in IMPLEMENTABLE and not (self.kind == "definition" and NO_EFFECT in self.summary.lower())

    @property
    def chapter(self) -> str:
        return self.id.partition(".")[0]


def read_cases(folder: Path) -> tuple[Case, ...]:
    """The cases of a game's package, from `data/cases.csv`, in the order of the rulebook."""
    path = folder / "data" / "cases.csv"
    if not path.is_file():
        raise CasesError(f"{folder.name} has no data/cases.csv")
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != COLUMNS:
            raise CasesError(f"{folder.name}: cases.csv must have the columns {', '.join(COLUMNS)}")
        cases = [Case(*(row[column] or "" for column in COLUMNS)) for row in reader]
    seen: set[str] = set()
    for number, case in enumerate(cases, 2):
        if case.kind not in KINDS:
            raise CasesError(f"{folder.name}: cases.csv, record {number} ({case.id}): kind {case.kind!r} is unknown")
        if case.id in seen:
            raise CasesError(f"{folder.name}: cases.csv, record {number}: {case.id} stands twice")
        seen.add(case.id)
    return tuple(cases)
