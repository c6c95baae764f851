"""The results table and the odds of an attack at the table, for titles that fight on one table of odds.

The attack in question is the one that the option of an `Attacking` phase begins, or that is being formed by a
`Mustering`.

The words of `[table]`: `results` and `die` head the chart; `forecast` (with the name `hex`) the odds; `strengths`,
`odds`, `column`, `shift` and `on_die` (the last two with `n`) are the lines of the sum; `exact` says how sure it is.
The words of each shift and modifier stand in `[term]`, by case.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from grognard.core import Game, Option, SpaceId, State, UnitId
from grognard.look import charts
from grognard.look.scene import Chart, Forecast, Term
from grognard.maps import Attacking, Mustering
from grognard.tables import ColumnResults, Resolution

S = TypeVar("S", bound=State)
Attack = tuple[int, Resolution[str]]
"""The hex attacked, and how the attack is resolved."""


class Battles(Generic[S]):
    """Charts and forecasts of one title, for its `Display`."""

    def __init__(
        self,
        game: Game[S],
        table: ColumnResults[str],
        resolve: Callable[[S, int, tuple[UnitId, ...]], Resolution[str]],
        order: Sequence[str],
        cases: tuple[str, str, str],
        figures: Mapping[str, Callable[[str], bool]] | None = None,
    ) -> None:
        """`resolve(view, target, attackers)`: how an attack is resolved, by the rules; `order`: the results as they are
        listed; `cases`: of the odds, of the shifts and of the table; `figures`: by the key of its words, of which
        results the chance is shown besides."""
        self._game, self._table, self._resolve = game, table, resolve
        self._order, self._cases, self._figures = tuple(order), cases, figures or {}

    def attack(self, view: S, option: Option | None) -> Attack | None:
        """The attack that an option begins or forms; without one, the attack that is being formed."""
        top: Any = view.stack[-1] if view.stack else None
        if isinstance(top, Attacking) and type(option) in top.kinds:
            target: int = option.space  # type: ignore[union-attr]  # the field of every option of an attack
            units = tuple(top.attackers(view, SpaceId(target)))
        elif isinstance(top, Mustering):
            target, units = top.target, top.formed(view, option)
        else:
            return None
        return (target, self._resolve(view, target, units)) if units else None

    def charts(self, view: S, seat: int) -> tuple[Chart, ...]:
        """The table, with the column of the attack that is being formed."""
        found = self.attack(view, None)
        return (self._chart(found[1] if found else None),)

    def forecast(self, view: S, seat: int, option: Option) -> Forecast | None:
        """The odds of the attack that an option begins or forms."""
        found = self.attack(view, option)
        if found is None:
            return None
        (target, attack), words = found, self._game.words
        odds, column, _ = self._cases
        chances = attack.chances()
        return charts.forecast(
            words.say("forecast", hex=self._game.names["SpaceId"][target]),
            [
                Term(words.say("strengths"), odds, "-".join(map(str, attack.values))),
                *charts.sum_of(attack, words.say, words.term, odds, column),
            ],
            chances,
            str,
            self._order.index,
            [(charts.percent(chances.probability(so)), words.say(key)) for key, so in self._figures.items()],
            self._chart(attack),
            words.say("exact"),
        )

    def _chart(self, attack: Resolution[Any] | None) -> Chart:
        say = self._game.words.say
        before, column = (attack.base, attack.column) if attack else (-1, -1)
        rule = self._cases[2]
        return charts.results_chart("results", say("results"), rule, say("die"), self._table, str, before, column)
