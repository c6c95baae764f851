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
    Script,
    Seeded,
    State,
    clone,
    load_game,
    push,
    run,
    settle,
)

REAL = ("cassino_1944", "cities_of_the_damned", "thunder_at_cassino")


def silent(event: object) -> None:
    """A listener that forgets; unlike `hush` it lets lone options report."""


def sound(s: State, asked: Decision | None) -> Decision | None:
    """The question itself: what it offers, once each, it does not refuse."""
    if asked is not None:
        assert len(set(asked.options)) == len(asked.options), asked.prompt
        refused = [(o, told) for o in asked.options if (told := s.stack[-1].why_not(s, o)) is not None]
        assert not refused, (asked.prompt, refused[:3])
    return asked


def play(game: Game[Any], s: State, *texts: str, dice: Iterable[Any] = ()) -> State:
    """The position after the answers given as text; chance answers from `dice`. The given state stays untouched."""
    after = clone(s)
    chance = Script(*dice)
    asked = settle(after, chance, silent)
    for text in texts:
        option = game.texts.parse(text)
        assert asked is not None, f"{text}: the game is over"
        if option not in asked.options:
            raise AssertionError(
                f"{text}: not offered at {asked.prompt} ({after.stack[-1].why_not(after, option)}); "
                f"offered: {[game.texts.show(o) for o in asked.options]}"
            )
        push(after, option, silent)
        asked = settle(after, chance, silent)
    return after


def asks(s: State) -> Decision:
    """The decision a settled state waits for."""
    asked = run(clone(s), silent)
    assert isinstance(asked, Decision), asked
    return asked


def offered(game: Game[Any], s: State) -> list[str]:
    """The options of the present decision as text."""
    return [game.texts.show(o) for o in asks(s).options]


def refusal(game: Game[Any], s: State, text: str) -> Refusal:
    """Why the seat asked may not answer so."""
    settled = clone(s)
    asked = run(settled, silent)
    assert isinstance(asked, Decision)
    told = game.why_not(settled, asked.seat, game.texts.parse(text))
    assert told is not None, f"{text} is allowed"
    return told


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
