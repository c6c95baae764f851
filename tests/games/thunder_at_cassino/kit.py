"""Positions for the tests of Thunder at Cassino, built in a line or two."""

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.core import (
    ALL,
    DONE,
    NO,
    YES,
    Add,
    Decision,
    Draw,
    Event,
    Option,
    Refusal,
    Roll,
    Script,
    UnitId,
    clone,
    push,
    settle,
)
from grognard.core.position import build_position
from grognard.games.thunder_at_cassino import GAME
from grognard.games.thunder_at_cassino.content import POOL, SPACE_NAMES, TROOPS, UNIT, UNIT_NAMES
from grognard.games.thunder_at_cassino.content import space as space_id
from grognard.games.thunder_at_cassino.rules.artillery import OBSCURE
from grognard.games.thunder_at_cassino.rules.bidding import BIDS
from grognard.games.thunder_at_cassino.rules.chits import PLAY
from grognard.games.thunder_at_cassino.rules.close_combat import HOLD, RESOLVE, STRIKE
from grognard.games.thunder_at_cassino.rules.fire import AIM, TARGET
from grognard.games.thunder_at_cassino.rules.impulses import CLEAR, FIRE, MOVE, NIGHT, PASS, SHELL, SMOKESCREEN
from grognard.games.thunder_at_cassino.rules.limits import GIVE_UP
from grognard.games.thunder_at_cassino.rules.losses import FALL, KILL
from grognard.games.thunder_at_cassino.rules.movement import ENTER, STAY
from grognard.games.thunder_at_cassino.rules.reinforcements import ARRIVE
from grognard.games.thunder_at_cassino.rules.retreat import ONWARD
from grognard.games.thunder_at_cassino.rules.screening import SCREEN, STAND
from grognard.games.thunder_at_cassino.rules.setup import SHAKE, STATION, SUGGESTED, TAKE
from grognard.games.thunder_at_cassino.rules.state import Thunder
from tests import kit

AFTER = ("Turn", "EndOfTurn", "VictoryPhase", "FlipUp")
PLAIN: tuple[Option, ...] = (ALL, DONE, NO, YES, NIGHT, PASS, STAY, HOLD, SUGGESTED, *BIDS, *PLAY)
"""Options that name nothing."""
PLACED: tuple[tuple[Option, ...], ...] = (MOVE, FIRE, ENTER, ONWARD, OBSCURE, RESOLVE)
NAMED: tuple[tuple[Option, ...], ...] = (AIM, CLEAR, GIVE_UP, KILL, SCREEN, SHAKE, STAND, STRIKE, TAKE)
GUNS: tuple[tuple[Option, ...], ...] = (SHELL, SMOKESCREEN)
ABSENT = (UNIT["24 NZ A-1"], UNIT["12/III/3-1"], UNIT["6F"])
"""Units tried even where they are off the map."""


def candidates(s: Thunder) -> Iterator[Option]:
    """Every option that names only units in play, those of `ABSENT`, and places of the board."""
    yield from PLAIN
    for table in PLACED:
        yield from table
    for pair in TARGET:
        yield from pair
    asked = s.stack[-1].ask(s)
    about = {getattr(o, "unit", -1) for o in asked.options} if isinstance(asked, Decision) else set()
    in_hand = asked.units if isinstance(asked, Decision) else ()
    for u in range(TROOPS):
        if s.loc[u] != POOL or u in ABSENT or u in about:
            yield Add(UnitId(u))
            for table in NAMED:
                yield table[u]
            if type(s.stack[-1]).__name__ in PAIRED:
                places = PAIRED[type(s.stack[-1]).__name__][u]
                yield from places if not in_hand or u in in_hand else places[:1]
    for gun in range(TROOPS, len(UNIT_NAMES)):
        for table in GUNS:
            yield table[gun]


PAIRED: dict[str, tuple[tuple[Option, ...], ...]] = {"Pay": FALL, "Arrivals": ARRIVE, "Deploy": STATION}
"""Options that name a unit and a place, by the step that asks for them; every place only for units it asks about."""


def sound(s: Thunder, asked: Decision | None) -> Decision | None:
    """The question itself: what is listed, once each, is exactly what is not refused."""
    if asked is not None:
        step, listed = s.stack[-1], set(asked.options)
        assert len(listed) == len(asked.options), asked.prompt
        allowed = {o for o in candidates(s) if step.why_not(s, o) is None}
        assert allowed == listed, (asked.prompt, [GAME.texts.show(o) for o in allowed ^ listed][:5])
        assert asked.options[asked.extra :], "only short cuts are offered"
        assert asked.default == -1 or asked.options[asked.default] in QUIET, asked.prompt
    return asked


QUIET = (NO, DONE, PASS, SUGGESTED, *BIDS)
"""Answers that nobody is hurt by: the only defaults."""


class Dice(Script):
    """Scripted answers to rolls of ordinary dice."""

    def __call__(self, ask: Roll | Draw) -> Any:
        assert isinstance(ask, Draw) or set(ask.dice) == {6}, ask
        return super().__call__(ask)


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
    """The position after these answers; chance answers from `dice`."""
    return hear(s, *texts, dice=dice)[0]


def hear(s: Thunder, *texts: str, dice: Iterable[Any] = ()) -> tuple[Thunder, list[Event]]:
    """Like `play`, with everything that was reported."""
    after, heard, chance = clone(s), list[Event](), Dice(*dice)
    asked = settle(after, chance, heard.append)
    for text in texts:
        option = GAME.texts.parse(text)
        assert asked is not None, f"{text}: the game is over"
        assert option in asked.options, (text, asked.prompt, [GAME.texts.show(o) for o in asked.options])
        push(after, option, heard.append)
        asked = settle(after, chance, heard.append)
    sound(after, asked)
    assert GAME.broken(after) == []
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
