"""`grognard patch`: fit a saved game to the rules and components that are here."""

from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.choices import Owned, open_record
from grognard.cli.console import FAILED, Problem, out, plain
from grognard.core import foreign, save_record
from grognard.core import patch as fit


def patch(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    output: Annotated[Path | None, typer.Option(help="Where to write it; FILE.patched if not given.")] = None,
    components: Owned = None,
) -> None:
    """Play a saved game again under the present rules and write it as far as it fits.

    The file itself is never changed. The exit status is 1 if an entry no longer fits.
    """
    record = open_record(file, components)
    target = output or file.with_name(f"{file.name}.patched")
    if target.exists():
        raise Problem(f"{target} exists already; name another file with --output")
    console = out()
    for difference in foreign(record):
        console.print(f"{plain(file.name)}: {plain(difference)}", soft_wrap=True)
    match, misfit = fit(record)
    save_record(match.record, target)
    console.print(
        plain(f"{len(match.record.entries)} of {len(record.entries)} entries written to {target}"), soft_wrap=True
    )
    if misfit is not None:
        raise Problem(f"{file.name}: the first entry that no longer fits is {misfit}", FAILED)
