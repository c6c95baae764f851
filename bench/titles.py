"""What a title costs: random play as in search and as at the table, clones, legal lists, size of a state."""

import gc
import random
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter_ns
from typing import Any

from grognard.core import SPECTATOR, Game, Match, Seeded, State, clone, hush, push, settle

SAMPLE_GAMES = 5
"""Random games whose positions are used to time clones and legal lists."""

CLONES = 50
"""Clones in a row for one sample: a single one is too short for the clock."""


@dataclass(frozen=True)
class Costs:
    """Times in microseconds, sizes in bytes of JSON."""

    clone: float
    legal_median: float
    legal_p99: float
    options: float
    """Mean length of a legal list."""
    state_median: int
    state_largest: int


def measure_costs(game: Game[Any]) -> Costs:
    """The costs over every position of some random games."""
    clones, lists, options, sizes = [], [], [], []
    for seed in range(SAMPLE_GAMES):
        for s in positions(game, seed):
            clones.append(time_clone(s))
            nanoseconds, count = time_list(s)
            lists.append(nanoseconds / 1000)
            options.append(count)
            sizes.append(len(game.codec.encode(s)))
    return Costs(
        clone=median(clones),
        legal_median=median(lists),
        legal_p99=quantiles(lists, n=100)[-1],
        options=sum(options) / len(options),
        state_median=int(median(sizes)),
        state_largest=max(sizes),
    )


def play_search(game: Game[Any], seed: int) -> int:
    """A random game as search plays it, without events, views and record; the number of its decisions."""
    chance, rng = Seeded(seed), random.Random(seed).random
    s = game.new()
    decisions = 0
    while (asked := settle(s, chance)) is not None:
        options = asked.options
        push(s, options[int(rng() * len(options))], hush)
        decisions += 1
    return decisions


def play_table(game: Game[Any], seed: int) -> int:
    """A random game as the table runs it: record with digests, events and a view for every seat after every answer."""
    rng = random.Random(seed).random
    match = Match.start(game, Seeded(seed))
    decisions = 0
    while (asked := match.decision) is not None:
        options = asked.options
        match.answer(asked.seat, options[int(rng() * len(options))])
        for seat in (*range(game.seat_count), SPECTATOR):
            match.view(seat)
        decisions += 1
    return decisions


def positions(game: Game[Any], seed: int) -> Iterator[State]:
    """Every position of a random game in which a seat must decide."""
    chance, rng = Seeded(seed), random.Random(seed)
    s = game.new()
    while (asked := settle(s, chance)) is not None:
        yield s
        push(s, rng.choice(asked.options), hush)


def time_clone(s: State) -> float:
    """Microseconds for one clone."""
    began = perf_counter_ns()
    for _ in range(CLONES):
        clone(s)
    return (perf_counter_ns() - began) / CLONES / 1000


def time_list(s: State) -> tuple[int, int]:
    """Nanoseconds to build the list of legal options, and its length. A collection of garbage must not fall into it."""
    ask = s.stack[-1].ask
    gc.disable()
    began = perf_counter_ns()
    asked = ask(s)
    passed = perf_counter_ns() - began
    gc.enable()
    return passed, len(getattr(asked, "options", ()))
