"""The results table, and the odds of the attack in question, from the record that the step rolls on."""

from functools import partial

from grognard.core import Option
from grognard.look import charts
from grognard.look.scene import Chart, Forecast, Term
from grognard.tables import Resolution
from two_fords import GAME
from two_fords.content import RESULTS, SPACE_NAMES, UNIT_NAMES
from two_fords.rules.combat import Attack, Fighting, Muster, attackers_of, resolution
from two_fords.rules.state import Fords

say = GAME.words.say
ORDER = ("AE", "AR", "NE", "DR", "DE")


def _attack(view: Fords, option: Option | None) -> tuple[int, Resolution[str]] | None:
    """The attack an option begins or forms, or the one that is being formed."""
    top = view.stack[-1] if view.stack else None
    if isinstance(option, Attack) and isinstance(top, Fighting):
        target, units = option.space, tuple(attackers_of(view, top.side, option.space))
    elif isinstance(top, Muster):
        target, units = top.target, top.formed(view, option)
    else:
        return None
    return (target, resolution(view, target, units)) if units else None


def _chart(attack: Resolution[str] | None = None) -> Chart:
    before, column = (attack.base, attack.column) if attack else (-1, -1)
    return charts.results_chart("results", say("results"), "4.4", say("die"), RESULTS, str, before, column)


def chart_list(view: Fords, seat: int) -> tuple[Chart, ...]:
    found = _attack(view, None)
    return (_chart(found[1] if found else None),)


def forecast(view: Fords, seat: int, option: Option) -> Forecast | None:
    found = _attack(view, option)
    if found is None:
        return None
    target, attack = found
    named = ", ".join(UNIT_NAMES[u] for u in view.here[target])
    sums = [Term(say("defence", units=named), "4.2", "-".join(map(str, attack.values)))]
    sums += charts.sum_of(attack, say, partial(GAME.words.get, "term"), "4.2", "4.3")
    figures = [(charts.percent(attack.chances().probability(lambda result: result[0] != "D")), say("held"))]
    title = say("forecast", hex=SPACE_NAMES[target])
    return charts.forecast(title, sums, attack.chances(), str, ORDER.index, figures, _chart(attack), say("exact"))
