"""Weights of an evaluation's terms: one file for a title, with those of everybody and what a level weighs otherwise."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.core import Weights
from grognard.tables.components import ComponentError

LEVELS = ("veteran", "general")
"""Levels that may have a table of their own, with weights found by self-play; what it leaves out weighs as usual."""


def read_weights(path: Path, names: Sequence[str]) -> tuple[Weights, dict[str, Weights]]:
    """The weights of these terms for everybody, and for each of the levels."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ComponentError(path.name, 0, "", str(error)) from error
    own = {level: flat_weights(told.pop(level, {})) for level in LEVELS}
    for name, weight in (pair for table in (told, *own.values()) for pair in table.items()):
        if name.rpartition(".")[2] not in names:
            raise ComponentError(path.name, 0, "", f"no term of the evaluation is called {name!r}")
        if isinstance(weight, bool) or not isinstance(weight, int | float):
            raise ComponentError(path.name, 0, "", f"the weight of {name!r} is not a number")
    missing = [name for name in names if name not in told]
    if missing:
        raise ComponentError(path.name, 0, "", f"the term {missing[0]!r} has no weight")
    everybody = {name: float(told[name]) for name in names}
    return everybody, {
        level: {**everybody, **{name: float(weight) for name, weight in table.items()}} for level, table in own.items()
    }


def flat_weights(table: Mapping[str, Any]) -> dict[str, Any]:
    """A table in which the weights of one side may stand in a table of that side's name."""
    flat: dict[str, Any] = {}
    for name, weight in table.items():
        if isinstance(weight, Mapping):
            flat.update({f"{name}.{term}": value for term, value in weight.items()})
        else:
            flat[name] = weight
    return flat


def weights_of_side(weights: Weights, names: Iterable[str], side: str) -> Weights:
    """The weights of these terms for whoever plays a side."""
    return {name: weights.get(f"{side.lower()}.{name}", weights[name]) for name in names}
