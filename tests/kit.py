"""What tests share: play by text with scripted dice, random matches, random options."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import tests.drill  # noqa: F401  # registers the drill
from grognard.core import (
    Decision,
    Game,
    Match,
    Refusal,
    Refused,
    Seeded,
    State,
    load_game,
)
from grognard.core.testing import Bench, asks, silent

REAL = ("cassino_1944", "cities_of_the_damned", "thunder_at_cassino")


def sound(s: State, asked: Decision | None) -> Decision | None:
    """The question itself: what it offers, once each, it does not refuse."""
    if asked is not None:
        assert len(set(asked.options)) == len(asked.options), asked.prompt
        refused = [(o, told) for o in asked.options if (told := s.stack[-1].why_not(s, o)) is not None]
        assert not refused, (asked.prompt, refused[:3])
    return asked


def play(game: Game[Any], s: State, *texts: str, dice: Iterable[Any] = ()) -> Any:
    """See `Bench.play`."""
    return Bench(game).play(s, *texts, dice=dice)


def offered(game: Game[Any], s: State) -> list[str]:
    """See `Bench.offered`."""
    return Bench(game).offered(s)


def refusal(game: Game[Any], s: State, text: str) -> Refusal:
    """See `Bench.refusal`."""
    return Bench(game).refusal(s, text)


def random_options(game: Game[Any], scenario: str, rng: random.Random) -> dict[str, Any]:
    """Any legal choice of the switches."""
    barred = game.scenario(scenario).barred
    chosen: dict[str, Any] = {}
    for switch in game.switches:
        if switch.name in barred:
            continue
        if switch.choices:
            chosen[switch.name] = rng.choice(switch.choices)
        elif isinstance(switch.default, bool):
            chosen[switch.name] = rng.random() < 0.5
        else:
            chosen[switch.name] = rng.randint(switch.low, switch.high)
    return chosen


def random_match(
    game: Game[Any], seed: int, scenario: str = "", options: dict[str, Any] | None = None
) -> Iterator[Match[Any]]:
    """A match played by random answers, yielded at every decision and once when it is over."""
    rng = random.Random(seed)
    match = Match.start(game, Seeded(seed), scenario, options)
    while match.decision is not None:
        yield match
        decision = match.decision
        match.answer(decision.seat, rng.choice(decision.options))
    yield match


def finished(game: Game[Any], seed: int, scenario: str = "", options: dict[str, Any] | None = None) -> Match[Any]:
    """A random match played to its end."""
    *_, last = random_match(game, seed, scenario, options)
    return last


__all__ = [
    "REAL",
    "Refused",
    "asks",
    "finished",
    "load_game",
    "offered",
    "play",
    "random_match",
    "random_options",
    "refusal",
    "silent",
    "sound",
]
