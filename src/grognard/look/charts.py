"""Results tables as charts, and forecasts from the one resolution that the step rolls on.

`say(key, **facts)` are the title's own words for its display. A forecast uses the keys `odds`, `column`, `shift` and
`on_die` (the last two with the fact `n`); the words for each shift and modifier are found by its case.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from grognard.look.scene import Chart, Forecast, Term
from grognard.tables import ColumnResults, Distribution, Resolution

T = TypeVar("T")
Say = Callable[..., str]


def results_chart(
    id: str,
    title: str,
    rule: str,
    die: str,
    table: ColumnResults[T],
    show: Callable[[T], str],
    before: int = -1,
    column: int = -1,
) -> Chart:
    """A table of columns and dice; `before` and `column` are those of the present attack (-1: none)."""
    columns = range(len(table.columns))
    rows = tuple((str(face), *(show(table.result(at, face)) for at in columns)) for face in range(1, table.sides + 1))
    shift = 1  # the first column of the chart is the die
    return Chart(
        id,
        title,
        rule,
        (die, *table.columns.labels),
        rows,
        column=column + shift if column >= 0 else -1,
        before=before + shift if before >= 0 else -1,
    )


def sum_of(
    attack: Resolution[Any], say: Say, term: Callable[[str], str], odds: str, column: str = "", given: bool = False
) -> list[Term]:
    """The lines from the odds to the die: odds, every shift, the column they give, every modifier of the die.

    `odds` and `column` are the cases of those two lines; `given`: the column is printed, there are no odds.
    """
    found = [] if given else [Term(say("odds"), odds, attack.odds)]
    found += [Term(term(case), case, say("shift", n=n)) for case, n in attack.shifts]
    if given or attack.shifts:
        found.append(Term(say("column"), column or odds, attack.label))
    return found + [Term(term(case), case, say("on_die", n=n)) for case, n in attack.modifiers]


def forecast(
    title: str,
    terms: Iterable[Term],
    results: Distribution[T],
    show: Callable[[T], str],
    order: Callable[[T], Any],
    figures: Sequence[tuple[str, str]] = (),
    chart: Chart | None = None,
    about: str = "",
) -> Forecast:
    """Odds before a commitment: results in the order of `order`, those that read alike as one."""
    together: dict[str, float] = {}
    for result in sorted((result for result, _ in results.items()), key=order):
        together[show(result)] = together.get(show(result), 0.0) + float(results[result])
    return Forecast(title, tuple(terms), tuple(together.items()), tuple(figures), chart, about)


def percent(chance: Fraction) -> str:
    """A chance as it is shown."""
    return f"{float(chance):.0%}"


def mean(value: Fraction) -> str:
    """An expectation as it is shown."""
    return f"{float(value):.2f}"
