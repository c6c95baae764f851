"""A computer player's answers in a row: everything it would say until dice fall or somebody else is asked."""

import random
from collections.abc import Callable
from typing import Any

from grognard.bots.player import Player
from grognard.core import Decision, Game, Option, Seat, State, Step, hush, push, run

LONGEST = 200
"""Answers in one row at most: a player that never comes to an end is asked again after so many."""


def answers_in_a_row(
    game: Game[Any],
    player: Player,
    view: State,
    decision: Decision,
    seat: Seat,
    rng: random.Random,
    enough: Callable[[], bool] = lambda: False,
    rests: tuple[type[Step], ...] = (),
    noted: Callable[[int], None] = lambda number: None,
) -> list[Option]:
    """The player's answers to this question and to those that follow from them alone, at least one.

    They are tried in one world that the view allows. Where something is hidden the true position may ask otherwise
    after a while: whoever gives the answers checks each, and asks again from the first that does not fit.
    `enough`: asked after every answer, ends the row. `rests`: steps at which the row ends too, after its first answer.
    `noted`: called with the number of every answer, when the player can still say why it was chosen.
    """
    world = game.resample(view, seat, rng)
    asked, seen = decision, view
    given: list[Option] = []
    while len(given) < LONGEST:
        answer = player.choose(seen, asked, seat)
        if answer not in asked.options:
            raise ValueError(f"{player.level} answered with something that was not offered")
        given.append(answer)
        noted(len(given) - 1)
        push(world, answer, hush)
        following = run(world)
        if not isinstance(following, Decision) or following.seat != seat or asked.secret or enough():
            break
        if type(world.stack[-1]) in rests:
            break
        asked, seen = following, game.view(world, seat)
    return given
