"""What a study found, as data: sentences, grids and charts. The console and the report show the same."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.lab.stats import Interval


class Grid(NamedTuple):
    """A table of texts."""

    title: str
    heading: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Bars(NamedTuple):
    """Estimates with their intervals, one below the other."""

    title: str
    axis: str
    labels: list[str]
    values: list[Interval]
    mark: float | None = None
    """Where a line helps the eye: one half, say."""


class Series(NamedTuple):
    """One line of a chart, with a band about it."""

    name: str
    x: list[float]
    middle: list[float]
    low: list[float]
    high: list[float]


class Lines(NamedTuple):
    """Lines over a common axis."""

    title: str
    across: str
    up: str
    series: list[Series]


class Bins(NamedTuple):
    """How values are spread."""

    title: str
    axis: str
    values: list[float]


Chart = Bars | Lines | Bins


@dataclass
class Findings:
    """All that is told of a run."""

    title: str
    verdict: list[str] = field(default_factory=list)
    """The answer in words."""
    grids: list[Grid] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)


def percent(value: float) -> str:
    """
    >>> percent(0.712)
    '71 %'
    """
    return f"{100 * value:.0f} %"


def spelled(found: Interval) -> str:
    """A share in words: `71 % (61 to 79 %)`."""
    return f"{100 * found.value:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f} %)"


def number(value: float) -> str:
    """Two decimals of small numbers, one from ten on, none from a hundred on; and none that say nothing.

    >>> number(2.5), number(12.345), number(1234.5), number(0.0)
    ('2.5', '12.3', '1,234', '0')
    """
    decimals = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if decimals else text
