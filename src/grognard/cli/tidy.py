"""`grognard tidy`: throw away what nobody comes back to."""

from typing import Annotated

import typer

from grognard.cli.console import Problem, out, plain


def tidy(
    database: Annotated[
        str | None, typer.Option(help="Where games are kept; a SQLite file in your data folder if not given.")
    ] = None,
    lessons: Annotated[float, typer.Option(help="Days after which lessons and planning boards go.", min=1)] = 30,
    abandoned: Annotated[float, typer.Option(help="Days after which unfinished matches go.", min=1)] = 365,
    guests: Annotated[float, typer.Option(help="Days after which finished matches of guests go.", min=1)] = 180,
    really: Annotated[bool, typer.Option("--really", help="Do it; otherwise only say what would go.")] = False,
) -> None:
    """Say what could be thrown away of the table's database; with --really throw it away.

    Finished matches in which an account holds a seat stay. Make a copy of the database first.
    """
    from sqlalchemy.exc import SQLAlchemyError  # here, so that no other command waits until all this is loaded

    from grognard.server.settings import SettingsError, load_settings
    from grognard.server.tidying import Ages
    from grognard.server.tidying import tidy as throw_away

    try:
        found = throw_away(load_settings(database=database or None).url, Ages(lessons, abandoned, guests), really)
    except SettingsError as error:
        raise Problem(str(error)) from None
    except SQLAlchemyError as error:
        raise Problem(f"the database cannot be used: {str(error).splitlines()[0]}") from None
    verb = "thrown away" if really else "would go"
    for one in found:
        told = f"{one.number} {one.what} {verb}" + (f" ({one.entries} entries)" if one.entries else "")
        out().print(plain(told), soft_wrap=True)
    if not really:
        out().print("Nothing was changed; --really does it.")
