"""`grognard lab`: who plays better, which side is favoured, what changes if, and better weights."""

import importlib
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from grognard.bots import BUDGET, LEVELS
from grognard.cli.choices import complete_game, open_game, read_options
from grognard.cli.console import Problem, err, out, plain
from grognard.core import Game
from grognard.lab import Contestant, Setting, make_setting, read_contestant

if TYPE_CHECKING:
    from grognard.lab.findings import Findings
    from grognard.lab.store import Manifest, Run

INTERRUPTED = 130
"""Exit status after an interrupt at the keyboard."""

app = typer.Typer(help="Many games of computer players: arena, balance, sweep, tune.", no_args_is_help=True)

GameName = Annotated[str, typer.Argument(help="The title.", autocompletion=complete_game)]
Games = Annotated[int, typer.Option(help="How many games.", min=1)]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games, whatever runs them.")]
Jobs = Annotated[int, typer.Option(help="Processes; 0: one for each core.", min=0)]
Ray = Annotated[str, typer.Option(help="Run on Ray: the address of a cluster, or `local`.", metavar="ADDRESS")]
ScenarioName = Annotated[str, typer.Option(help="A starting position.")]
GivenOptions = Annotated[list[str] | None, typer.Option("--option", help="A rule, as name=value. Repeatable.")]
Budget = Annotated[float, typer.Option(help="Seconds for a decision of veteran and general, measured by work.")]
Position = Annotated[Path | None, typer.Option(help="A position file to begin from, in place of the set-up.")]
Owned = Annotated[Path | None, typer.Option(help="A folder with your own component files.")]
Out = Annotated[Path | None, typer.Option(help="The folder of the run; the same command there goes on with it.")]
PlayerName = Annotated[str, typer.Option(help=f"The player in all seats, of {', '.join(LEVELS)}.")]


@app.command()
def arena(
    game: GameName,
    players: Annotated[str, typer.Option(help="Players as a,b,...: LEVEL, LEVEL@SECONDS, LEVEL=WEIGHTS.toml.")],
    games: Annotated[int, typer.Option(help="Games for each two players, at least.", min=1)] = 200,
    seed: Seed = 0,
    jobs: Jobs = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
    budget: Budget = BUDGET,
    position: Position = None,
    components: Owned = None,
    output: Out = None,
    ray: Ray = "",
) -> None:
    """Let players meet in pairs of games on the same dice, sides swapped; scores and ratings with intervals."""
    _need_extra()
    from grognard.lab.arena import plan_arena

    title = open_game(game)
    contestants = [_player(text.strip(), budget) for text in players.split(",")]
    manifest = plan_arena(title, _setting(title, scenario, option, position, components), contestants, games, seed)
    _begin(title, manifest, output, jobs, ray)


@app.command()
def balance(
    game: GameName,
    player: PlayerName = "greedy",
    games: Games = 200,
    seed: Seed = 0,
    jobs: Jobs = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
    budget: Budget = BUDGET,
    position: Position = None,
    components: Owned = None,
    output: Out = None,
    ray: Ray = "",
) -> None:
    """Which side is favoured, and how sure are we? Also lengths, curves by turn, losses."""
    _need_extra()
    from grognard.lab.balance import plan_balance

    title = open_game(game)
    setting = _setting(title, scenario, option, position, components)
    _begin(title, plan_balance(title, setting, _player(player, budget), games, seed), output, jobs, ray)


@app.command()
def sweep(
    game: GameName,
    over: Annotated[
        list[str],
        typer.Option(
            help="What varies, as name=v1,v2,...: an option, `scenario`, `position` (files), `components` (folders), "
            "or a cell as FILE.csv:ROW:COLUMN. Several make a grid."
        ),
    ],
    player: PlayerName = "greedy",
    games: Annotated[int, typer.Option(help="Games for each setting.", min=1)] = 200,
    seed: Seed = 0,
    jobs: Jobs = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
    budget: Budget = BUDGET,
    position: Position = None,
    components: Owned = None,
    output: Out = None,
    ray: Ray = "",
) -> None:
    """What changes with options, table values or set-up? Every setting on the same dice."""
    _need_extra()
    from grognard.lab.sweep import plan_sweep, read_axis

    title = open_game(game)
    setting = _setting(title, scenario, option, position, components)
    axes = [read_axis(text) for text in over]
    _begin(title, plan_sweep(title, setting, axes, _player(player, budget), games, seed), output, jobs, ray)


@app.command()
def tune(
    game: GameName,
    player: PlayerName = "greedy",
    iterations: Annotated[int, typer.Option(help="Steps of the search.", min=1)] = 100,
    games: Annotated[int, typer.Option(help="Games in each step.", min=1)] = 40,
    check: Annotated[int, typer.Option(help="Games of the result against the weights it began with.", min=2)] = 200,
    seed: Seed = 0,
    jobs: Jobs = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
    budget: Budget = BUDGET,
    position: Position = None,
    components: Owned = None,
    output: Out = None,
    ray: Ray = "",
) -> None:
    """Look for better weights of the game's evaluation; they go into the run's folder."""
    _need_extra()
    from grognard.lab.tune import plan_tune

    title = open_game(game)
    setting = _setting(title, scenario, option, position, components)
    manifest = plan_tune(title, setting, _player(player, budget), iterations, games, check, seed)
    _begin(title, manifest, output, jobs, ray)


@app.command()
def run(
    folder: Annotated[Path, typer.Argument(help="A folder with a manifest.json.")], jobs: Jobs = 0, ray: Ray = ""
) -> None:
    """Go on with a run, or do it again where only its manifest is left."""
    _need_extra()
    from grognard.lab.store import Run

    going = Run.again(folder, open_game)
    _go(open_game(going.manifest.game), going, jobs, ray)


def _need_extra() -> None:
    for name in ("scipy", "matplotlib"):
        try:
            importlib.import_module(name)
        except ModuleNotFoundError:
            raise Problem(f"the laboratory needs {name}: pip install 'grognard[lab]'") from None


def _player(text: str, budget: float) -> Contestant:
    """`general`, `general@0.5`, `greedy=weights.toml`."""
    level, equals, file = text.partition("=")
    if not equals:
        return read_contestant(text, budget)
    try:
        weights = tomllib.loads(Path(file).read_text(encoding="utf-8"))
        found = read_contestant(level, budget, {name: float(value) for name, value in weights.items()})
    except (tomllib.TOMLDecodeError, TypeError, ValueError) as error:
        raise Problem(f"{file}: {error}") from None
    return Contestant(text, found.level, found.budget, found.weights)


def _setting(
    game: Game[Any], scenario: str, option: list[str] | None, position: Path | None, components: Path | None
) -> Setting:
    text = position.read_text(encoding="utf-8") if position is not None else ""
    setting = make_setting(game, scenario, read_options(option or []), position=text)
    if components is None:
        return setting
    from grognard.lab.sweep import lay_tables, with_digest

    return with_digest(lay_tables(game, setting, components))


def _begin(game: Game[Any], manifest: "Manifest", folder: Path | None, jobs: int, ray: str) -> None:
    from grognard.lab.store import Run

    folder = folder or Path("runs") / f"{manifest.kind}-{game.name}-{manifest.seed}"
    _go(game, Run.begin(folder, manifest), jobs, ray)


def _go(game: Game[Any], going: "Run", jobs: int, ray: str) -> None:
    """Play with a bar that shows how far it is, then tell."""
    from grognard.lab.study import carry_out, total_games

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err(), transient=True) as progress:
        task = progress.add_task(game.title, total=total_games(game, going.manifest))
        try:
            found = carry_out(going, game, jobs, ray, lambda n: progress.advance(task, n))
        except KeyboardInterrupt:
            raise Problem(f"interrupted; `grognard lab run {going.folder}` goes on", INTERRUPTED) from None
    _tell(found)
    out().print(plain(f"{going.folder / 'report.html'}"), soft_wrap=True)


def _tell(found: "Findings") -> None:
    console = out()
    console.print(plain(found.title), style="bold")
    for sentence in found.verdict:
        console.print(plain(sentence))
    for grid in found.grids:
        table = Table(*[plain(cell) for cell in grid.heading], title=plain(grid.title), title_justify="left")
        for row in grid.rows:
            table.add_row(*[plain(cell) for cell in row])
        console.print(table)
