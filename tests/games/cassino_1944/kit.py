"""Positions for tests: a bare map with the units named, in the half of a side; and play by text."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core import (
    ALL,
    DONE,
    NO,
    YES,
    Add,
    Decision,
    Draw,
    Only,
    Option,
    Roll,
    Script,
    Step,
)
from grognard.games.cassino_1944 import GAME
from grognard.games.cassino_1944.content import ALLIED, GERMAN, HEXES, POOL, SPACE_NAMES, UNIT, UNITS, Letter, Side
from grognard.games.cassino_1944.rules.abbey import Strike
from grognard.games.cassino_1944.rules.actions import Half, Move
from grognard.games.cassino_1944.rules.advance import Advance
from grognard.games.cassino_1944.rules.bidding import BIDS
from grognard.games.cassino_1944.rules.combat import FIGHT, Attack, Hit
from grognard.games.cassino_1944.rules.conditions import Activate
from grognard.games.cassino_1944.rules.movement import STOP, Go, Overstacking, Remove
from grognard.games.cassino_1944.rules.reinforcements import Arrive, Enter
from grognard.games.cassino_1944.rules.retreat import EXIT, Retreat, Stand
from grognard.games.cassino_1944.rules.sequence import AttackPhaseEnd, EndImpulse, StartHalf
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import Refit
from grognard.games.cassino_1944.rules.support import USE
from tests.games import kit

BASE: tuple[Step, ...] = (AttackPhaseEnd(1), EndImpulse(Letter(0)))
"""What waits below a half."""
SPACE = {name: space for space, name in enumerate(SPACE_NAMES)}
CANDIDATES: tuple[Option, ...] = (
    ALL, DONE, FIGHT, NO, YES, EXIT, STOP, *BIDS, *USE, Activate(0), Activate(1),
    *(verb(u) for verb in (Add, Move, Hit, Stand, Retreat, Advance, Arrive, Remove, Refit) for u in UNITS),
    *(verb(h) for verb in (Attack, Go, Enter, Strike) for h in range(HEXES)),
)  # fmt: skip
"""Every option there is."""
QUIET = (DONE, NO, STOP, FIGHT)
"""Answers that do nothing more: the only defaults, and never the only answer."""


def board(
    units: Mapping[str, str | tuple[str, int]] | None = None,
    side: Side | None = ALLIED,
    *,
    boxes: Iterable[str] = (),
    allied: Iterable[str] = (),
    scenario: str = "campaign",
    options: Mapping[str, Any] | None = None,
    stack: tuple[Step, ...] | None = None,
    **columns: Any,
) -> Cassino:
    """A position with only these units on the map ("1604", or ("1604", damage)), all VP hexes German but `allied`."""
    s = GAME.new(scenario, options)
    s.loc = [POOL for _ in UNITS]
    s.damage = [0 for _ in UNITS]
    s.box = bytearray(len(s.box))
    for name, told in (units or {}).items():
        hex, damage = (told, 0) if isinstance(told, str) else told
        s.loc[UNIT[name]] = SPACE[hex]
        s.damage[UNIT[name]] = damage
        if hex.isdigit():
            s.control[SPACE[hex]] = 0 if UNIT[name] < 16 else 1
    for hex in boxes:
        s.box[SPACE[hex]] = 1
    for hex in allied:
        s.control[SPACE[hex]] = ALLIED
    for name, value in columns.items():
        setattr(s, name, value)
    if stack is not None:
        s.stack = stack
    elif side == ALLIED:
        s.stack = (*BASE, StartHalf(GERMAN), Overstacking(), Half(ALLIED))
    elif side == GERMAN:
        s.stack = (*BASE, Overstacking(), Half(GERMAN))
    GAME.refresh(s)
    return s


class Played(kit.Played[Cassino]):
    def damage(self, unit: str) -> int:
        return self.s.damage[UNIT[unit]]

    def then(self, *texts: str, dice: Iterable[Any] = ()) -> "Played":
        return act(self.s, *texts, dice=dice)


def sound(s: Cassino, asked: Decision | None) -> Decision | None:
    """The question itself: what is listed, once each, is exactly what is not refused; a default does nothing."""
    if asked is not None:
        allowed = {o for o in CANDIDATES if s.stack[-1].why_not(s, o) is None}
        assert allowed == set(asked.options), (asked.prompt, [GAME.texts.show(o) for o in allowed ^ set(asked.options)])
        assert len(asked.options) == len(allowed)
        assert asked.options[asked.extra :], "only short cuts are offered"
        assert asked.default == -1 or asked.options[asked.default] in QUIET, asked.prompt
    return asked


class Dice(Script):
    """Scripted answers to rolls of a single die of six, the only one there is."""

    def __call__(self, ask: Roll | Draw) -> Any:
        assert isinstance(ask, Roll) and ask.dice == (6,), ask
        return super().__call__(ask)


def act(s: Cassino, *texts: str, dice: Iterable[Any] = ()) -> Played:
    """The position after these answers; chance answers from `dice`, all of which must be used."""
    after, asked, events = kit.answered(GAME, s, texts, Dice(*dice), sound)
    assert not [e for e in events if isinstance(e, Only) and (e.option in QUIET or isinstance(e.option, Hit))]
    return Played(GAME, after, asked, events)


def attack(s: Cassino, hex: str, *units: str, dice: Iterable[Any] = ()) -> Played:
    """Attack a hex with these units, or with all that can."""
    picked = [f"add {u}" for u in units] if units else ["all"]
    first = act(s, f"attack {hex}")
    if first.prompt == "join_more":  # a lone attacker joined by itself
        return first.then("fight", dice=dice)
    return first.then(*picked, "fight", dice=dice)
