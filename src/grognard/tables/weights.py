"""Weights of an evaluation's terms: one file for a title, with the weights all players use and those of the general."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from grognard.tables.components import ComponentError

Weights = dict[str, float]
"""By name of the term, in the order the evaluation counts them."""
TUNED = "general"
"""The table with the weights found by self-play; a term it leaves out weighs as for everybody."""


def read_weights(path: Path, names: Sequence[str]) -> tuple[Weights, Weights]:
    """The weights of these terms for everybody, and for the general."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ComponentError(path.name, 0, "", str(error)) from error
    tuned = told.pop(TUNED, {})
    for name, weight in (*told.items(), *tuned.items()):
        if name not in names:
            raise ComponentError(path.name, 0, "", f"no term of the evaluation is called {name!r}")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise ComponentError(path.name, 0, "", f"the weight of {name!r} is not a number")
    missing = [name for name in names if name not in told]
    if missing:
        raise ComponentError(path.name, 0, "", f"the term {missing[0]!r} has no weight")
    return {name: float(told[name]) for name in names}, {name: float(tuned.get(name, told[name])) for name in names}
