"""Why an answer was given: the terms of the evaluation it moves most, in the game's words."""

from typing import Any

from grognard.bots.lookahead import offered, silent
from grognard.bots.valuation import Valuation
from grognard.core import Ask, Decision, Game, Option, Seat, State, clone, outcomes, push, run

SHOWN = 3
LEAST = 0.05
"""Changes below this are not worth a word."""
PATIENCE = 60
"""Answers until an action is taken to be over."""


def explain(game: Game[Any], valuation: Valuation, world: State, answers: tuple[Option, ...], seat: Seat) -> list[str]:
    """Up to three terms with their change from before to after the action, averaged over its first dice."""
    before = valuation.terms(world, seat)
    s = clone(world)
    asked: Ask = None
    for answer in answers:
        asked = _others_quiet(s, asked, seat, valuation)
        if not offered(s, answer):
            break
        push(s, answer, silent)
        asked = run(s, silent, valuation.rests)
    after: dict[str, float] = {}
    if asked is None or isinstance(asked, Decision):
        after = valuation.terms(s, seat)
    else:
        for answer_, chance in outcomes(asked):
            branch = clone(s)
            push(branch, answer_, silent)
            for name, value in valuation.terms(_finished(branch, valuation), seat).items():
                after[name] = after.get(name, 0.0) + float(chance) * value
    moved = {name: value - before.get(name, 0.0) for name, value in after.items()}
    strongest = sorted(moved, key=lambda name: -abs(moved[name]))[:SHOWN]
    words = game.words
    return [
        f"{words.term(name) if words.has('term', name) else name}: {moved[name]:+.1f}"
        for name in strongest
        if abs(moved[name]) >= LEAST
    ]


def _others_quiet(s: State, asked: Ask, seat: Seat, valuation: Valuation) -> Ask:
    """What is asked once others who could interrupt an action have let it go on."""
    while isinstance(asked, Decision) and asked.seat != seat and asked.default >= 0:
        push(s, asked.options[asked.default], silent)
        asked = run(s, silent, valuation.rests)
    return asked


def _finished(s: State, valuation: Valuation) -> State:
    """The action brought to its end: quiet answers where there are any, the first worth looking at elsewhere."""
    for _ in range(PATIENCE):
        asked = run(s, silent, valuation.rests)
        if asked is None:
            break
        if not isinstance(asked, Decision):
            push(s, max(outcomes(asked), key=lambda pair: pair[1])[0], silent)
        elif asked.default >= 0:
            push(s, asked.options[asked.default], silent)
        else:
            push(s, valuation.candidates(s, asked)[0], silent)
    return s
