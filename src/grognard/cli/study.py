"""What every study of the laboratory is asked alike, and how its run is carried out and told."""

import functools
import importlib
import inspect
import tomllib
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, fields
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer
from rich.table import Table
from typer.core import TyperCommand

from grognard.bots import budget_of
from grognard.cli.choices import GivenOptions, Owned, ScenarioName, read_options
from grognard.cli.console import FAILED, Problem, out, plain, progress_bar
from grognard.core import Game
from grognard.lab import Contestant, Setting, make_setting, read_contestant
from grognard.lab.runner import LOCAL
from grognard.tables import flat_weights

if TYPE_CHECKING:
    from grognard.lab.findings import Findings
    from grognard.lab.store import Manifest, Run

INTERRUPTED = 130
"""Exit status after an interrupt at the keyboard."""

Seed = Annotated[int, typer.Option(help="The same seed gives the same games, whatever runs them.")]
Jobs = Annotated[int, typer.Option(help="Processes; 0: one for each core.", min=0)]
Ray = Annotated[
    str, typer.Option(help="Run on Ray: on this machine, or on a cluster by its address.", metavar="[ADDRESS]")
]
Budget = Annotated[
    float | None,
    typer.Option(
        help="Seconds for a decision of veteran and general, measured by work; those of the table if not given."
    ),
]
Position = Annotated[Path | None, typer.Option(help="A position file to begin from, in place of the set-up.")]
Out = Annotated[Path | None, typer.Option(help="The folder of the run; the same command there goes on with it.")]


class StudyCommand(TyperCommand):
    """`--ray` without an address means Ray on this machine; Typer knows no option whose value may be left out."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = []
        for word, following in zip_longest(args, args[1:], fillvalue="--"):
            given.append(word)
            if word == "--ray" and following.startswith("-"):
                given.append(LOCAL)
        return super().parse_args(ctx, given)


@dataclass(frozen=True)
class Study:
    """The answers to the options that all studies have; each field is one of them."""

    seed: Seed = 0
    jobs: Jobs = 0
    scenario: ScenarioName = ""
    option: GivenOptions = None
    budget: Budget = None
    position: Position = None
    components: Owned = None
    output: Out = None
    ray: Ray = ""

    def setting(self, game: Game[Any]) -> Setting:
        """What is played."""
        text = self.position.read_text(encoding="utf-8") if self.position is not None else ""
        setting = make_setting(game, self.scenario, read_options(self.option or []), position=text)
        if self.components is None:
            return setting
        from grognard.lab.sweep import lay_tables, with_digest

        return with_digest(lay_tables(game, setting, self.components))

    def player(self, game: Game[Any], text: str) -> Contestant:
        """`general`, `general@0.5`, `greedy=weights.toml`."""
        level, equals, file = text.partition("=")
        if not equals:
            return player_at_table(game, text, self.budget)
        try:
            weights = flat_weights(tomllib.loads(Path(file).read_text(encoding="utf-8")))
            of = {name: float(value) for name, value in weights.items()}
            found = player_at_table(game, level, self.budget, of)
        except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
            raise Problem(f"{file}: {error}") from None
        return Contestant(text, found.level, found.budget, found.weights)

    def begin(self, game: Game[Any], manifest: "Manifest") -> None:
        """Begin the run in its folder, or go on with it."""
        from grognard.lab.store import Run

        folder = self.output or Path("runs") / f"{manifest.kind}-{game.name}-{manifest.seed}"
        go(game, Run.begin(folder, manifest), self.jobs, self.ray)


def player_at_table(
    game: Game[Any], text: str, budget: float | None = None, weights: Mapping[str, float] | None = None
) -> Contestant:
    """`general`, with the time it gets at the table if none is given, or `general@0.5`."""
    level = text.partition("@")[0]
    return read_contestant(text, budget_of(game, level) if budget is None else budget, weights)


def study(command: Callable[..., None]) -> Callable[..., None]:
    """A command as Typer wants it: its last parameter, a `Study`, spread out into one option for each field."""
    signature = inspect.signature(command)
    *own, last = signature.parameters.values()
    hints = get_type_hints(Study, include_extras=True)
    shared = [
        inspect.Parameter(field.name, last.kind, default=field.default, annotation=hints[field.name])
        for field in fields(Study)
    ]

    @functools.wraps(command)
    def spread(**given: Any) -> None:
        need_extra()
        answers = Study(**{option.name: given.pop(option.name) for option in shared})
        command(**given, **{last.name: answers})

    spread.__signature__ = signature.replace(parameters=[*own, *shared])  # type: ignore[attr-defined]  # read by inspect
    return spread


def need_extra() -> None:
    """The laboratory does without its extra until it is used."""
    for name in ("scipy", "matplotlib"):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            raise Problem(f"the laboratory needs {name}: pip install 'grognard[lab]'") from None


def go(game: Game[Any], going: "Run", jobs: int, ray: str) -> None:
    """Play with a bar that shows how far it is, then tell."""
    from grognard.lab.study import carry_out, total_games

    with progress_bar() as progress:
        task = progress.add_task(game.title, total=total_games(game, going.manifest))
        try:
            found = carry_out(going, game, jobs, ray, lambda n: progress.advance(task, n))
        except KeyboardInterrupt:
            raise Problem(f"interrupted; `grognard lab run {going.folder}` goes on", INTERRUPTED) from None
        except BrokenProcessPool:  # the system takes processes away when memory runs out
            raise Problem(f"a process was killed; `grognard lab run {going.folder}` goes on", FAILED) from None
    tell(found)
    out().print(plain(f"{going.folder / 'report.html'}"), soft_wrap=True)


def tell(found: "Findings") -> None:
    """Show findings on the console."""
    console = out()
    console.print(plain(found.title), style="bold")
    for sentence in found.verdict:
        console.print(plain(sentence))
    for grid in found.grids:
        table = Table(title=plain(grid.title), title_justify="left")
        for cell in grid.heading:
            table.add_column(plain(cell), overflow="fold")
        for row in grid.rows:
            table.add_row(*[plain(cell) for cell in row])
        console.print(table)
