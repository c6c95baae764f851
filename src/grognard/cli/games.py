"""`grognard games`: what is on the shelf."""

from typing import Annotated, Any

import typer
from rich.table import Table

from grognard.cli.choices import complete_game, seat_names
from grognard.cli.console import FAILED, out, plain, tell
from grognard.core import Game, cover_of, game_names, load_game


def games(
    game: Annotated[
        str, typer.Argument(help="One title, with its scenarios and options.", autocompletion=complete_game)
    ] = "",
) -> None:
    """List the titles; with a GAME its scenarios, options and seats."""
    if game:
        _one(load_game(game))
    else:
        _shelf()


def _shelf() -> None:
    """Every title that loads; one that does not is named, with the reason, and the exit status says so."""
    table = Table("game", "title", "published", "players", "kind", "minutes")
    table.columns[0].no_wrap = True
    broken = []
    for name in game_names():
        try:
            cover = cover_of(name)
        except Exception as error:
            broken.append(f"{name}: {str(error) or type(error).__name__}")
            continue
        facts = cover.facts
        published = f"{facts.publisher} {facts.year}"
        table.add_row(name, plain(cover.title), plain(published), facts.players, facts.kind, str(facts.minutes))
    out().print(table)
    for told in broken:
        tell(told)
    if broken:
        raise typer.Exit(FAILED)


def _one(game: Game[Any]) -> None:
    console = out()
    words = game.words
    console.print(f"[bold]{plain(game.title)}[/]  {plain(game.facts.publisher)} {game.facts.year}")
    console.print(f"Seats: {', '.join(seat_names(game, game.seat_count))}")
    for switch in game.switches:
        for value, seats in game.seats_by(switch).items():
            if seats != game.seat_count:
                shown = "on" if value is True else "off" if value is False else value
                console.print(f"With {switch.name}={shown}: {', '.join(seat_names(game, seats))}")
    table = Table("scenario", "what it is", "case", title="Scenarios", title_justify="left")
    for scenario in game.scenarios:
        told = f"{words.get('scenario', scenario.name)}. {words.get('scenario', f'{scenario.name}_help')}"
        table.add_row(scenario.name, plain(told), scenario.rule)
    console.print(table)
    table = Table("option", "what it does", "values", "default", "case", title="Options", title_justify="left")
    for switch in game.switches:
        told = f"{words.get('switch', switch.name)}. {words.get('switch', f'{switch.name}_help')}"
        if isinstance(switch.default, bool):
            values, default = "on off", "on" if switch.default else "off"
        else:
            values, default = " ".join(switch.choices) or f"{switch.low}-{switch.high}", str(switch.default)
        table.add_row(switch.name, plain(told), values, default, switch.rule)
    if game.switches:
        console.print(table)
