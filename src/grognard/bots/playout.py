"""Games between computer players, without record or feeds: what simulation and the laboratory run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.bots.player import Player, needs_view
from grognard.core import Decision, Game, Options, Result, Seeded, State, clone, push, settle
from grognard.core.flow import hush


@dataclass(frozen=True)
class Outcome:
    """How a simulated game ended."""

    result: Result
    seats: tuple[int, ...]
    decisions: int


class Endless(RuntimeError):
    """A game that did not end within the bound."""


def play_out(
    game: Game[Any],
    players: Sequence[Player],
    seed: int | str,
    scenario: str = "",
    options: Options | None = None,
    bound: int = 100_000,
    start: State | None = None,
    watch: Callable[[State, Decision], None] | None = None,
) -> tuple[Outcome, State]:
    """One game from set-up, or from `start`, to result; the same seed and players give the same game.

    `watch` sees the position before every answer, and must leave it as it is.
    """
    chance = Seeded(f"dice {seed}")
    state: State = game.new(scenario, options) if start is None else clone(start)
    looks = [needs_view(player) for player in players]
    decisions = 0
    while (asked := settle(state, chance)) is not None:
        seat = asked.seat
        if watch is not None:
            watch(state, asked)
        view = game.view(state, seat) if looks[seat] else state
        answer = players[seat].choose(view, asked, seat)
        if answer not in asked.options:
            raise ValueError(f"{players[seat].level} answered {answer!r}, which was not offered at {asked.prompt!r}")
        push(state, answer, hush)
        decisions += 1
        if decisions > bound:
            raise Endless(f"{game.name}, seed {seed}: no result after {bound} decisions")
    assert state.result is not None
    return Outcome(state.result, state.seats, decisions), state
