"""The command line: one module a command."""

from typing import Annotated

import typer

from grognard import __version__
from grognard.cli import cases, check, games, lab, new, patch, play, replay, serve, simulate, tidy
from grognard.cli.console import Commands

app = typer.Typer(
    cls=Commands,
    help="Printed board wargames with the rules enforced.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"grognard {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Printed board wargames with the rules enforced."""


app.command("games")(games.games)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("tidy")(tidy.tidy)
app.command("replay")(replay.replay)
app.command("simulate")(simulate.simulate)
app.add_typer(lab.app, name="lab")
app.command("cases")(cases.cases)
app.command("check")(check.check)
app.command("patch")(patch.patch)
app.command("new")(new.new)


def main() -> None:
    """The entry point `grognard`."""
    app(prog_name="grognard")
