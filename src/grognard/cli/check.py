"""`grognard check`: prove that the data files of a game, or an owner's own, satisfy what the rulebook says of them."""

import csv
import re
from io import StringIO
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from grognard.cli.choices import Owned, complete_game, fitting, lay_over
from grognard.cli.console import FAILED, Problem, out, plain
from grognard.core import Game, game_names, load_game
from grognard.tables import ComponentError, Components, Constraints, Finding
from grognard.tables.components import NOT_COMPONENTS

WHOLE = re.compile(r"[+-]?[0-9]+")


def check(
    game: Annotated[str, typer.Argument(help="One title; all if not given.", autocompletion=complete_game)] = "",
    components: Owned = None,
) -> None:
    """Check the component files: every number readable, every map and counter constraint true."""
    lay_over(components)
    console = out()
    broken = 0
    for name in [game] if game else game_names():
        with fitting():
            broken += _one(console, load_game(name))
    if broken:
        raise Problem(f"{broken} constraint{'s' if broken > 1 else ''} broken", FAILED)


def _one(console: Console, game: Game[Any]) -> int:
    """Print the findings of a title; how many are broken."""
    part = game.part("check", "CONSTRAINTS", Constraints)
    found = part.prove() if part else []
    for scenario in game.scenarios:
        wrong = game.check(game.new(scenario.name))
        found.append(Finding(f"the set-up of {scenario.name} breaks no invariant", not wrong, "; ".join(wrong)))
    console.print(f"[bold]{plain(game.title)}[/]")
    for finding in found:
        mark = "[green]✓[/]" if finding.passed else "[red]✗[/]"
        detail = f" [dim]{plain(finding.detail)}[/]" if finding.detail else ""
        console.print(f"  {mark} {plain(finding.name)}{detail}", soft_wrap=True)
    console.print(f"  {_sources(game)}")
    return sum(not finding.passed for finding in found)


def _sources(game: Game[Any]) -> str:
    """Where the rows come from. Every file is read for it, also those that only the drawing uses."""
    data = game.folder / "data"
    if not any(path.name not in NOT_COMPONENTS for path in data.glob("*.csv")):
        return "[dim]no component files[/]"
    files = Components(game.name, data)
    for name in files.replaced:
        _alike(files, data, name)
    counts = files.provenance()
    mine = f"; yours: {', '.join(files.replaced)}" if files.replaced else ""
    return (
        f"{counts.total} rows: {counts.printed} printed, {counts.found} found, "
        f"{counts.reconstructed} reconstructed{plain(mine)}; digest {game.components()}"
    )


def _alike(files: Components, data: Path, name: str) -> None:
    """An owner's file must have our columns, and numbers where all our rows have them, negative only if some are."""
    ours = list(csv.DictReader(StringIO((data / name).read_text(encoding="utf-8"))))
    theirs = csv.DictReader(StringIO(files.read(name)))
    columns = [column.strip() for column in theirs.fieldnames or ()]
    for column in ours[0]:
        if column not in columns:
            raise ComponentError(name, 1, column, "this column is missing")
    numbers = {
        column: min(int(row[column]) for row in ours)
        for column in ours[0]
        if all(WHOLE.fullmatch(row[column]) for row in ours)
    }
    for row in theirs:
        for column, least in numbers.items():
            cell = (row[column] or "").strip()
            if not WHOLE.fullmatch(cell):
                raise ComponentError(name, theirs.line_num, column, f"{cell!r} is not a whole number")
            if int(cell) < 0 <= least:
                raise ComponentError(name, theirs.line_num, column, f"{cell} is negative")
