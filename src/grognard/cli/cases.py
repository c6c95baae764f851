"""`grognard cases`: which cases of a rulebook have code and a test."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import grognard
from grognard.cli.choices import complete_game
from grognard.cli.console import FAILED, Problem, out, plain
from grognard.cli.coverage import Coverage, cover
from grognard.core import game_names, load_game


def cases(
    game: Annotated[list[str] | None, typer.Argument(help="Titles; all if none.", autocompletion=complete_game)] = None,
    missing: Annotated[bool, typer.Option("--missing", help="List the cases that lack code or a test.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Fail if anything is missing or unknown.")] = False,
    tests: Annotated[Path | None, typer.Option(help="Folder of the tests; ./tests or the checkout's.")] = None,
) -> None:
    """Join what the code enacts, what the tests prove and what the rulebook says, chapter by chapter."""
    folder = tests or _tests()
    if not folder.is_dir():
        raise Problem(f"{folder}: no such folder of tests")
    console = out()
    covered = [cover(load_game(name), folder) for name in (game or game_names())]
    for coverage in covered:
        _print(console, coverage, missing)
    bad = {c.game.name: len(c.open) + len(c.unknown) for c in covered if c.open or c.unknown}
    if strict and bad:
        told = ", ".join(f"{name} {count}" for name, count in bad.items())
        raise Problem(f"cases without code or test, or citations of no case: {told}", FAILED)


def _tests() -> Path:
    here = Path("tests")
    return here if here.is_dir() else Path(grognard.__file__).parents[2] / "tests"


def _print(console: Console, coverage: Coverage, missing: bool) -> None:
    table = Table("chapter", "", "cases", "to implement", "in code", "tested", "open", title=plain(coverage.game.title))
    for column in table.columns[2:]:
        column.justify = "right"
    for row in coverage.chapters():
        counts = (row.cases, row.wanted, row.coded, row.tested, row.open)
        table.add_row(row.chapter, plain(row.title), *(str(count) for count in counts), style="" if row.open else "dim")
    total = coverage.total()
    table.add_section()
    counts = (total.cases, total.wanted, total.coded, total.tested, total.open)
    table.add_row("", "all", *(str(count) for count in counts))
    console.print(table)
    if missing:
        for covered in coverage.open:
            lacks = [word for word, has in (("code", covered.code), ("test", covered.tests)) if not has]
            named = plain(f"{covered.case.id} {covered.case.title}")
            console.print(f"{named}: no {' and no '.join(lacks)}", soft_wrap=True)
    for citation in coverage.unknown:
        at = f"{citation.file.name}:{citation.line}"
        console.print(f"[red]{at} cites {plain(citation.case)}, which is no case of the rulebook[/]", soft_wrap=True)
