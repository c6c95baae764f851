"""Advice at the table: the operation the general would choose in a player's place, with its odds and its reasons.

It is thought out from the asker's own view, in a process of the computer players. Players who sit against other people
get none.
"""

import random
from typing import Any

from msgspec import Struct

from grognard.bots import make_player
from grognard.bots.planner import Planner
from grognard.core import Decision, Event, Game, Option, State, push, run
from grognard.core.text import noun_fields
from grognard.look.display import Display
from grognard.look.scene import Forecast

ADVISER = "general"
LONGEST = 60
"""Answers of one operation at most."""


class Say(Struct, tag_field="type", tag=str.lower):
    """Every message has an id chosen by the client; replies repeat it."""


class AskHint(Say, tag="hint"):
    """Ask what the general would do in this seat's place."""

    id: int | str
    seat: int


class SetPace(Say, tag="pace"):
    """From now on an operation of the computer stands so many seconds before the next."""

    id: int | str
    seconds: float


class HintTold(Struct):
    """An operation: its answers as texts and in words, whom and what it names, its odds, and what speaks for it."""

    options: list[str]
    steps: list[str]
    units: list[int]
    spaces: list[int]
    reasons: list[str]
    forecast: Forecast | None


def advise(game: Game[Any], display: Display[Any] | None, view: State, seat: int, seed: int) -> HintTold | None:
    """What the general would do now, up to the dice, a reveal, another seat or his next operation: what a match takes
    as one plan. None where nothing is asked of this seat."""
    world = game.resample(view, seat, random.Random(seed))
    asked = run(world)
    if not isinstance(asked, Decision) or asked.seat != seat:
        return None
    player = make_player(ADVISER, game, seed)
    rests = player.rests if isinstance(player, Planner) else ()
    given: list[Option] = []
    steps: list[str] = []
    reasons: list[str] = []
    odds: Forecast | None = None
    while len(given) < LONGEST:
        seen = game.view(world, seat)
        answer = player.choose(seen, asked, seat)
        reasons = reasons or player.reasons()
        told = None if display is None else display.forecast(seen, seat, answer)
        odds = odds if told is None else told
        given.append(answer)
        steps.append(game.words.choice(asked.prompt, answer))
        events: list[Event] = []
        push(world, answer, events.append)
        following = run(world, events.append)
        if not isinstance(following, Decision) or following.seat != seat or type(world.stack[-1]) in rests:
            break
        if any(event.reveals for event in events):
            break
        asked = following
    units, spaces = (
        list(dict.fromkeys(int(noun) for answer in given for noun in noun_fields(answer).get(kind, ())))
        for kind in ("UnitId", "SpaceId")
    )
    return HintTold([game.texts.show(answer) for answer in given], steps, units, spaces, reasons, odds)
