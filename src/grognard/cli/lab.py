"""`grognard lab`: who plays better, which side is favoured, what changes if, better weights, and puzzles."""

from pathlib import Path
from typing import Annotated

import typer

from grognard.bots import LEVELS
from grognard.cli.choices import GameName, GivenOptions, ScenarioName, open_game, read_options
from grognard.cli.console import Problem
from grognard.cli.study import Jobs, Ray, Seed, Study, StudyCommand, go, need_extra, player_at_table, study, tell
from grognard.lab import make_setting

app = typer.Typer(
    help="What computer players do: arena, balance, sweep, tune; puzzles.",
    no_args_is_help=True,
)

PlayerName = Annotated[str, typer.Option(help=f"The player in all seats, of {', '.join(LEVELS)}.")]


@app.command(cls=StudyCommand)
@study
def arena(
    game: GameName,
    players: Annotated[str, typer.Option(help="Players as a,b,...: LEVEL, LEVEL@SECONDS, LEVEL=WEIGHTS.toml.")],
    games: Annotated[int, typer.Option(help="Games for each two players, at least.", min=1)] = 200,
    until: Annotated[
        str, typer.Option(help="LOW:HIGH, as 0.5:0.55: stop when it is decided which score the first player has.")
    ] = "",
    duplicate: Annotated[
        bool, typer.Option("--duplicate", help="Of a pair the better result with the same side counts, not who won.")
    ] = False,
    *,
    asked: Study,
) -> None:
    """Let players meet in pairs of games on the same dice, sides swapped; scores and ratings with intervals."""
    from grognard.lab.arena import plan_arena
    from grognard.lab.sequential import read_bounds

    title = open_game(game)
    contestants = [asked.player(title, text.strip()) for text in players.split(",")]
    bounds = read_bounds(until) if until else None
    asked.begin(title, plan_arena(title, asked.setting(title), contestants, games, asked.seed, bounds, duplicate))


@app.command(cls=StudyCommand)
@study
def balance(
    game: GameName,
    player: PlayerName = "greedy",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 200,
    *,
    asked: Study,
) -> None:
    """Which side is favoured, and how sure are we? Also lengths, curves by turn, losses."""
    from grognard.lab.balance import plan_balance

    title = open_game(game)
    asked.begin(title, plan_balance(title, asked.setting(title), asked.player(title, player), games, asked.seed))


@app.command(cls=StudyCommand)
@study
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
    *,
    asked: Study,
) -> None:
    """What changes with options, table values or set-up? Every setting on the same dice."""
    from grognard.lab.sweep import plan_sweep, read_axis

    title = open_game(game)
    axes = [read_axis(text) for text in over]
    asked.begin(title, plan_sweep(title, asked.setting(title), axes, asked.player(title, player), games, asked.seed))


@app.command(cls=StudyCommand)
@study
def tune(
    game: GameName,
    player: PlayerName = "greedy",
    iterations: Annotated[int, typer.Option(help="Steps of the search.", min=1)] = 100,
    games: Annotated[int, typer.Option(help="Games in each step.", min=1)] = 40,
    check: Annotated[int, typer.Option(help="Games of the result against the weights it began with.", min=2)] = 200,
    reach: Annotated[float, typer.Option(help="How far a pattern goes at first, as a logarithm.", min=0.01)] = 0.25,
    gain: Annotated[float, typer.Option(help="How far a step goes at first: more is faster and rougher.")] = 0.12,
    *,
    asked: Study,
) -> None:
    """Look for better weights of the game's evaluation; they go into the run's folder."""
    from grognard.lab.tune import plan_tune

    title = open_game(game)
    setting, thinker = asked.setting(title), asked.player(title, player)
    asked.begin(title, plan_tune(title, setting, thinker, iterations, games, check, asked.seed, reach, gain))


@app.command(cls=StudyCommand)
@study
def learn(
    game: GameName,
    player: PlayerName = "greedy",
    games: Annotated[int, typer.Option(help="Games the positions are taken from.", min=2)] = 200,
    opening: Annotated[int, typer.Option(help="Random answers of each seat at first.", min=0)] = 6,
    ridge: Annotated[float, typer.Option(help="How firmly weights are held where they are.", min=0.0)] = 20.0,
    decay: Annotated[float, typer.Option(help="How much of a result reaches the half before.", min=0.0, max=1.0)] = 0.7,
    *,
    asked: Study,
) -> None:
    """Fit weights by side to how games of a level ended, and tell how fair its evaluation is from half to half."""
    from grognard.lab.learn import plan_learn

    title = open_game(game)
    setting, thinker = asked.setting(title), asked.player(title, player)
    asked.begin(title, plan_learn(title, setting, thinker, games, asked.seed, opening, ridge, decay))


@app.command()
def puzzles(
    game: GameName,
    player: Annotated[str, typer.Option(help="Players as a,b,...: LEVEL or LEVEL@SECONDS.")] = "greedy,veteran,general",
    theme: Annotated[str, typer.Option(help="Only the puzzles of this file.")] = "",
) -> None:
    """How many puzzles does a level solve? Without seconds a level has the time it gets at the table."""
    from grognard.lab.puzzles import examine

    title = open_game(game)
    tell(examine(title, [player_at_table(title, text.strip()) for text in player.split(",")], theme))


@app.command()
def referee(
    game: GameName,
    players: Annotated[str, typer.Option(help="Two players as a,b: LEVEL or LEVEL@SECONDS.")],
    positions: Annotated[int, typer.Option(help="Positions of self-play that both look at.", min=1)] = 50,
    dice: Annotated[int, typer.Option(help="How often a choice is played on.", min=1)] = 8,
    exchanges: Annotated[int, typer.Option(help="How many times both sides play on before it is over.", min=1)] = 1,
    seed: Seed = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
) -> None:
    """What is the second player's choice worth where it differs? Played on by a referee on common dice."""
    need_extra()
    from grognard.lab.referee import referee as experiment

    title = open_game(game)
    given = [player_at_table(title, text.strip()) for text in players.split(",")]
    if len(given) != 2:
        raise Problem("the referee compares two players")
    setting = make_setting(title, scenario, read_options(option or []))
    tell(experiment(title, setting, given[0], given[1], positions, dice, seed, exchanges))


@app.command()
def sanity(
    game: GameName,
    player: Annotated[str, typer.Option(help="The player in all seats: LEVEL or LEVEL@SECONDS.")] = "general",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 50,
    seed: Seed = 0,
    scenario: ScenarioName = "",
    option: GivenOptions = None,
) -> None:
    """What a level does that makes little sense: passes that give something away, idle rounds, lapses of the title."""
    from grognard.lab.sanity import examine

    title = open_game(game)
    setting = make_setting(title, scenario, read_options(option or []))
    tell(examine(title, setting, player_at_table(title, player), games, seed))


@app.command(cls=StudyCommand)
def run(
    folder: Annotated[Path, typer.Argument(help="A folder with a manifest.json.")], jobs: Jobs = 0, ray: Ray = ""
) -> None:
    """Go on with a run, or do it again where only its manifest is left."""
    need_extra()
    from grognard.lab.store import Run

    going = Run.again(folder, open_game)
    go(open_game(going.manifest.game), going, jobs, ray)
