"""Tables: data files with provenance, odds columns and shifts, exact chances."""

from grognard.core import Weights
from grognard.tables.components import Check, ComponentError, Components, Constraints, Finding, Provenance
from grognard.tables.dice import Distribution, dice_sum, die, faces, opposed
from grognard.tables.odds import ColumnResults, Columns, odds_columns, step_columns
from grognard.tables.places import Places
from grognard.tables.resolution import Resolution, Shot, Terms, total
from grognard.tables.weights import flat_weights, read_weights, weights_of_side

__all__ = [
    "Check",
    "ColumnResults",
    "Columns",
    "ComponentError",
    "Components",
    "Constraints",
    "Distribution",
    "Finding",
    "Places",
    "Provenance",
    "Resolution",
    "Shot",
    "Terms",
    "Weights",
    "dice_sum",
    "die",
    "faces",
    "flat_weights",
    "odds_columns",
    "opposed",
    "read_weights",
    "step_columns",
    "total",
    "weights_of_side",
]
