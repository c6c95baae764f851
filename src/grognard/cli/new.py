"""`grognard new`: the skeleton of a title, which passes the battery as it stands."""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from grognard.cli.console import Problem, out, plain
from grognard.core import game_names

PACKAGE = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""Names that are good for a package and, behind `grognard-`, for a distribution."""
NAME, TITLE, ENDING = "new_title", "New Title", ".txt"


def new(
    name: Annotated[
        str, typer.Argument(help="The name of the package: small letters, digits and underscores, as in hill_fight.")
    ],
    into: Annotated[Path, typer.Option(help="The folder in which the project's own folder is made.")] = Path(),
) -> None:
    """Write the skeleton of a new title: a project of its own with rules, a mind, a board, words and a test."""
    if not PACKAGE.fullmatch(name):
        raise Problem(f"{name!r} cannot name a package: small letters and digits in words joined by _, a letter first")
    if iskeyword(name):
        raise Problem(f"{name!r} cannot name a package: it is a word of Python itself")
    if name in game_names():
        raise Problem(f"there is a title {name!r} already")
    found = find_spec(name)
    if found is not None and found.origin is not None:  # a mere folder of that name is no package
        raise Problem(f"there is a package {name!r} already, and Python would find only one of the two")
    project = into / name
    if project.exists():
        raise Problem(f"{project}: there is something here already")
    if not into.is_dir():
        raise Problem(f"{into}: no such folder")
    _write(files("grognard.cli").joinpath("skeleton"), project, name)
    console = out()
    console.print(f"{plain(str(project))} is written. Install it, look at it, play it:", soft_wrap=True)
    for line in (f"pip install -e {project}", f"grognard check {name}", f"grognard play {name}"):
        console.print(f"  {plain(line)}", soft_wrap=True)


def _write(source: Traversable, target: Path, name: str) -> None:
    """Copy a folder of templates with the names filled in."""
    target.mkdir(parents=True)
    for item in source.iterdir():
        if item.is_dir():
            _write(item, target / item.name.replace(NAME, name), name)
        elif item.name.endswith(ENDING):
            text = item.read_text(encoding="utf-8").replace(NAME, name).replace(TITLE, name.replace("_", " ").title())
            (target / item.name.removesuffix(ENDING)).write_text(text, encoding="utf-8")
