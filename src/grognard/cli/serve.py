"""`grognard serve`: the browser table."""

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.choices import lay_over
from grognard.cli.console import Problem


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=0, max=65535)] = 8000,
    database: Annotated[str, typer.Option(help="Where games are kept; a SQLite file of yours if not given.")] = "",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    components: Annotated[Path | None, typer.Option(help="A folder with your own component files.")] = None,
) -> None:
    """Open the table in a browser: hot seat, against the computer, or with friends on the network."""
    lay_over(components)
    try:
        from grognard.server.run import serve as run  # the `table` extra; other commands do without it
    except ModuleNotFoundError as missing:
        raise Problem(f"the browser table needs {missing.name}: pip install 'grognard[table]'") from None
    run(host=host, port=port, database=database, no_browser=no_browser)
