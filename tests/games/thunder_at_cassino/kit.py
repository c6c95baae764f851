"""Positions for the tests of Thunder at Cassino, built in a line or two."""

from collections.abc import Iterable
from typing import Any

from grognard.core import Decision, Event, Refusal, Script, clone, push, settle
from grognard.core.position import build_position
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import SPACE_NAMES, UNIT
from grognard.games.thunder_at_cassino.content import space as space_id
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit

AFTER = ("Turn", "EndOfTurn", "VictoryPhase", "FlipUp")


def company(name: str, count: int = 3) -> list[str]:
    """The platoons of a company: `25 NZ A-1`, `25 NZ A-2`, ..."""
    return [f"{name}-{k}" for k in range(1, count + 1)]


def board(
    units: dict[str, list[str]],
    *,
    side: str = "Allied",
    committed: Iterable[str] = (),
    rubble: dict[str, int] | None = None,
    control: Iterable[str] = (),
    quisling: Iterable[str] = (),
    smoke: list[dict[str, Any]] | None = None,
    stack: list[dict[str, Any]] | None = None,
    passes: int = 0,
    guns: Iterable[str] = (),
    **columns: Any,
) -> Thunder:
    """Units by place, everybody else still in the pool; an impulse of `side` on turn 4, without a bid, unless told."""
    told: dict[str, dict[str, Any]] = {}
    for place, names in units.items():
        for name in names:
            told[name] = {"loc": place}
    for name in committed:
        told[name]["committed"] = 1
    for name in guns:
        told.setdefault(name, {})["committed"] = 1
    spaces: dict[str, dict[str, Any]] = {}
    for place, level in (rubble or {}).items():
        spaces.setdefault(place, {})["rubble"] = level
    for place in control:
        spaces.setdefault(place, {})["control"] = 1
    for place in quisling:
        spaces.setdefault(place, {})["quisling"] = 1
    turn = columns.get("turn", 4)
    frames = [{"step": step, "turn": turn} if step == "EndOfTurn" else {"step": step} for step in AFTER]
    frames += [{"step": "Impulse", "side": side, "passes": passes}] if stack is None else stack
    described = {"turn": 4, "bid": 0, **columns, "units": told, "spaces": spaces, "stack": frames}
    if smoke:
        described["smoke"] = smoke
    s = build_position(GAME, described)
    for marker in s.smoke:
        s.supply[marker.side] = max(0, s.supply[marker.side] - 1)
    return s


def play(s: Thunder, *texts: str, dice: Iterable[Any] = ()) -> Thunder:
    after = kit.play(GAME, s, *texts, dice=dice)
    assert isinstance(after, Thunder)
    assert GAME.check(after) == []
    if after.stack:
        asked = after.stack[-1].ask(after)
        assert isinstance(asked, Decision)
        kit.sound(after, asked)
    return after


def hear(s: Thunder, *texts: str, dice: Iterable[Any] = ()) -> tuple[Thunder, list[Event]]:
    """Like `play`, with everything that was reported."""
    after, heard, chance = clone(s), [], Script(*dice)
    asked = kit.sound(after, settle(after, chance, heard.append))
    for text in texts:
        option = GAME.texts.parse(text)
        assert asked is not None and option in asked.options, (text, offered(after))
        push(after, option, heard.append)
        asked = kit.sound(after, settle(after, chance, heard.append))
    return after, heard


def offered(s: Thunder) -> list[str]:
    return kit.offered(GAME, s)


def prompt(s: Thunder) -> str:
    return kit.asks(s).prompt


def refusal(s: Thunder, text: str) -> Refusal:
    return kit.refusal(GAME, s, text)


def where(s: Thunder, unit: str) -> str:
    return SPACE_NAMES[s.loc[UNIT[unit]]]


def is_committed(s: Thunder, unit: str) -> bool:
    return bool(s.committed[UNIT[unit]])


def unit(name: str) -> int:
    return UNIT[name]


def space(name: str) -> int:
    return space_id(name)


def of(heard: list[Event], kind: type[Event]) -> list[Any]:
    """The events of one kind."""
    return [event for event in heard if isinstance(event, kind)]
