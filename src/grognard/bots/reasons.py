"""Why an answer was given: the terms of the evaluation it moves most, in the game's words."""

from typing import Any

from grognard.bots.look import silent
from grognard.bots.worth import Worth
from grognard.core import Game, Option, Seat, State, clone, push, run


def explain(game: Game[Any], worth: Worth, world: State, answers: tuple[Option, ...], seat: Seat) -> list[str]:
    """Up to three terms with their change from before to after the answers (as far as dice and others allow)."""
    before = worth.terms(world, seat)
    after = clone(world)
    for answer in answers:
        push(after, answer, silent)
        run(after, silent)
    moved = {name: value - before.get(name, 0.0) for name, value in worth.terms(after, seat).items()}
    strongest = sorted(moved, key=lambda name: -abs(moved[name]))[:3]
    words = game.words
    return [
        f"{words.get('term', name) if words.has('term', name) else name}: {moved[name]:+.1f}"
        for name in strongest
        if abs(moved[name]) >= 0.05
    ]
