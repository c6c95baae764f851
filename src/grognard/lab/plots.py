"""Charts as SVG text, by matplotlib. The same findings give the same text."""

from io import StringIO
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from grognard.lab.findings import Bars, Bins, Chart, Lines

INK, BLUE, LINE = "#22303c", "#2f6690", "#9aa5ad"
COLOURS = ("#2f6690", "#b5532a", "#4c7a3f", "#7a4f8a", "#b08a1e", "#3f8a8a", "#8a3f56", "#5c5c5c", "#1f3f5f")
STYLE: Any = {
    "svg.hashsalt": "grognard",
    "svg.fonttype": "none",
    "savefig.facecolor": "none",
    "axes.facecolor": "none",
    "font.size": 9,
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
}


def draw(chart: Chart) -> str:
    """One chart as an `<svg>` element."""
    with matplotlib.rc_context(STYLE):
        height = 1.1 + 0.32 * len(chart.labels) if isinstance(chart, Bars) else 2.8
        figure = Figure(figsize=(6.4, height), layout="constrained")
        axes = figure.subplots()
        if isinstance(chart, Bars):
            _bars(axes, chart)
        elif isinstance(chart, Lines):
            _lines(axes, chart)
        else:
            _bins(axes, chart)
        axes.set_title(chart.title, loc="left", fontsize=10, fontweight="bold")
        out = StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def _bars(axes: Axes, chart: Bars) -> None:
    rows = np.arange(len(chart.labels))
    middle = np.array([value.value for value in chart.values])
    left = middle - np.array([value.low for value in chart.values])
    right = np.array([value.high for value in chart.values]) - middle
    if chart.mark is not None:
        axes.axvline(chart.mark, color=LINE, linewidth=1, linestyle="--")
        axes.set_xlim(0, 1)
    axes.errorbar(middle, rows, xerr=np.maximum([left, right], 0), fmt="o", color=BLUE, capsize=3)
    axes.set_yticks(rows, chart.labels)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(f"{chart.axis} (with 95 % interval)")


def _lines(axes: Axes, chart: Lines) -> None:
    for k, series in enumerate(chart.series):
        colour = COLOURS[k % len(COLOURS)]
        if series.low:
            axes.fill_between(series.x, series.low, series.high, color=colour, alpha=0.18, linewidth=0)
        style = "-" if k < len(COLOURS) else "--"
        dots = "o" if len(series.x) < 30 else ""
        axes.plot(series.x, series.middle, style, color=colour, marker=dots, markersize=3)
        axes.plot([], [], style, color=colour, label=series.name)
    axes.set_xlabel(chart.across)
    axes.set_ylabel(chart.up)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if len(chart.series) > 1:
        axes.legend(fontsize=8, ncols=2 if len(chart.series) > 4 else 1)


def _bins(axes: Axes, chart: Bins) -> None:
    axes.hist(chart.values, bins=min(30, max(5, len(set(chart.values)))), color=BLUE, alpha=0.8)
    axes.set_xlabel(chart.axis)
    axes.set_ylabel("games")
