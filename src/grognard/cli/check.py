"""`grognard check`: prove that the data files of a game, or an owner's own, satisfy what the rulebook says of them."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from grognard.cli.choices import complete_game, lay_over
from grognard.cli.console import FAILED, Problem, out, plain
from grognard.cli.show import optional_part
from grognard.core import Game, game_names, load_game
from grognard.tables import Components, Finding


def check(
    game: Annotated[str, typer.Argument(help="One title; all if not given.", autocompletion=complete_game)] = "",
    components: Annotated[Path | None, typer.Option(help="A folder with your own component files.")] = None,
) -> None:
    """Check the component files: every number readable, every map and counter constraint true."""
    lay_over(components)
    console = out()
    broken = sum(_one(console, load_game(name)) for name in ([game] if game else game_names()))
    if broken:
        raise Problem(f"{broken} constraint{'s' if broken > 1 else ''} broken", FAILED)


def _one(console: Console, game: Game[Any]) -> int:
    """Print the findings of a title; how many are broken."""
    part = optional_part(game, "check")
    found: list[Finding] = list(part.constraints()) if part else []
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
    data = game.folder / "data"
    if not any(path.name != "cases.csv" for path in data.glob("*.csv")):
        return "[dim]no component files[/]"
    files = Components(game.name, data)
    counts = files.provenance()
    mine = f"; yours: {', '.join(files.replaced)}" if files.replaced else ""
    return (
        f"{counts.total} rows: {counts.printed} printed, {counts.found} found, "
        f"{counts.reconstructed} reconstructed{plain(mine)}; digest {game.components()}"
    )
