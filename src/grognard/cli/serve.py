"""`grognard serve`: the browser table."""

from typing import Annotated

import typer

from grognard.cli.choices import Owned, lay_over
from grognard.cli.console import Problem


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 if not given.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0: any free one.", min=0, max=65535)] = None,
    database: Annotated[
        str | None, typer.Option(help="Where games are kept; a SQLite file in your data folder if not given.")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Processes; more than one needs PostgreSQL.", min=1)] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    components: Owned = None,
) -> None:
    """Open the table in a browser: hot seat, against the computer, or with friends on the network.

    What is not given comes from environment variables, GROGNARD_HOST, GROGNARD_PORT and so on.
    """
    lay_over(components)
    from sqlalchemy.exc import SQLAlchemyError  # here, so that no other command waits until all this is loaded

    from grognard.server.run import serve as run
    from grognard.server.settings import SettingsError

    try:
        run(host=host, port=port, database=database, workers=workers, no_browser=no_browser)
    except SettingsError as error:
        raise Problem(str(error)) from None
    except SQLAlchemyError as error:
        raise Problem(f"the database cannot be used: {str(error).splitlines()[0]}") from None
