"""Positions for tests: a bare map with the units named, in a phase of a side; and play by text."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core import Decision, Option, Script, SpaceId, Step
from grognard.games.dark_victory import GAME
from grognard.games.dark_victory.content import (
    DOOR,
    DOORS,
    ENTRY_HEXES,
    GUN_NAMES,
    LINKS,
    MEXICAN,
    NUMBER,
    NUMBERED,
    OFF,
    RESERVE,
    SIDE_BETWEEN,
    SPACE,
    TEXAN,
    UNIT,
    UNITS,
    Side,
)
from grognard.games.dark_victory.rules.actions import Actions, Activate, Arrange, EndActions, Stay
from grognard.games.dark_victory.rules.command import Command
from grognard.games.dark_victory.rules.doors import Break
from grognard.games.dark_victory.rules.entry import At, Enter, Join
from grognard.games.dark_victory.rules.ladders import Ladder
from grognard.games.dark_victory.rules.melee import Assault, BeginMelee, From, Melees
from grognard.games.dark_victory.rules.sequence import EndTurn, MexicanPlayerTurn, TexanPlayerTurn
from grognard.games.dark_victory.rules.state import Alamo, place
from grognard.games.dark_victory.rules.verbs import (
    LOAD,
    Answer,
    Blast,
    Cannon,
    Force,
    Go,
    Grape,
    Haul,
    React,
    Shoot,
    Torch,
    Volley,
)
from grognard.games.dark_victory.rules.victory import Final
from grognard.maps import members
from tests.games import kit

TITLE = "dark_victory"
SPARE = "T13-wom1"
"""Somebody far away, so that the game is not over for want of Texans."""


def acting(side: Side, turn: int) -> tuple[Step, ...]:
    """In the Action Phase of a side."""
    later: tuple[Step, ...] = (TexanPlayerTurn(turn),) if side == MEXICAN else ()
    return (
        Final(),
        EndTurn(turn),
        *later,
        Melees(side, side),
        BeginMelee(side),
        EndActions(side),
        Actions(side, side),
        Command(side),
    )


def fighting(side: Side, turn: int) -> tuple[Step, ...]:
    """In the Melee Phase of a side."""
    return (Final(), EndTurn(turn), Melees(side, side), BeginMelee(side))


def beginning(turn: int) -> tuple[Step, ...]:
    """At the start of the Mexican player turn."""
    return (Final(), EndTurn(turn), TexanPlayerTurn(turn), MexicanPlayerTurn(turn))


def texan_turn(turn: int) -> tuple[Step, ...]:
    """At the start of the Texan player turn."""
    return (Final(), EndTurn(turn), TexanPlayerTurn(turn))


def board(
    units: Mapping[str, str],
    stack: tuple[Step, ...] | None = None,
    *,
    side: Side = MEXICAN,
    turn: int = 10,
    reduced: Iterable[str] = (),
    guns: Mapping[str, str] | None = None,
    unloaded: Iterable[str] = (),
    doors: Iterable[tuple[str, str]] = (),
    ladders: Iterable[tuple[str, str]] = (),
    dead: Mapping[str, int] | None = None,
    fires: Iterable[str] = (),
    extra: Iterable[str] = (),
    spare: bool = True,
    options: Mapping[str, Any] | None = None,
    **columns: Any,
) -> Alamo:
    """A position with only these units on the maps, the first of a hex at its bottom; doors shut but `doors`."""
    s = GAME.new("historical", dict(options or {}))
    s.loc = [OFF for _ in UNITS]
    s.rank = bytearray(len(UNITS))
    s.gun_at = [OFF for _ in GUN_NAMES]
    GAME.refresh(s)
    s.turn = turn
    s.due = [0, 99, 99, 99, 99, 0]
    for name, where in units.items():
        place(s, UNIT[name], SPACE[where])
    if spare and SPARE not in units:
        place(s, UNIT[SPARE], SPACE["2925 in"])
    for name in reduced:
        s.reduced[UNIT[name]] = 1
        s.column_losses[0] += 1
    for name, where in (guns or {}).items():
        s.gun_at[GUN_NAMES.index(name)] = SPACE[where]
    for name in unloaded:
        s.loaded[GUN_NAMES.index(name)] = 0
    for a, b in doors:
        s.opened[DOOR[SIDE_BETWEEN[SPACE[a]][SPACE[b]]]] = 1
    s.ladders = tuple(sorted((SPACE[a], SPACE[b]) for a, b in ladders))
    s.dead = tuple(sorted((SPACE[h], n) for h, n in (dead or {}).items()))
    s.fires = tuple(sorted(SPACE[h] for h in fires))
    s.extra = tuple(sorted(SPACE[h] for h in extra))
    for name, value in columns.items():
        assert hasattr(s, name), name
        setattr(s, name, value)
    s.stack = acting(side, turn) if stack is None else stack
    return s


class Played(kit.Played[Alamo]):
    def verbs(self, verb: str) -> list[str]:
        """What is offered with a verb."""
        return [text.partition(" ")[2] for text in self.offers if text.partition(" ")[0] == verb]

    @property
    def left(self) -> int:
        """Action factors left, as the question says."""
        assert self.asked is not None
        return self.asked.numbers[0]

    def then(self, *texts: str, dice: Iterable[Any] = ()) -> "Played":
        return act(self.s, *texts, dice=dice)


def agrees(s: Alamo, asked: Decision) -> None:
    """What is offered is allowed, and whatever else could be said to the question is refused."""
    told = [o for o in asked.options if GAME.why_not(s, asked.seat, o) is not None]
    assert told == [], f"offered and refused: {[GAME.texts.show(o) for o in told]}"
    free = [o for o in conceivable(s, asked) if o not in asked.options and GAME.why_not(s, asked.seat, o) is None]
    assert free == [], f"allowed and not offered: {[GAME.texts.show(o) for o in free]}"


def conceivable(s: Alamo, asked: Decision) -> list[Option]:
    """Everything a player might think of at a question, offered or not."""
    prompt = asked.prompt
    held = [SpaceId(h) for h in members(s.held[0] | s.held[1])]
    if prompt in ("act", "react", "flee"):
        near = [SpaceId(b) for b, _ in LINKS[asked.spaces[0]]]
        steps: list[Option] = [verb(b) for b in near for verb in (Go, Force, Haul, Blast)]
        fires: list[Option] = [verb(b) for b in held for verb in (Shoot, Volley, Cannon)]
        return [*steps, *fires, *[Torch(NUMBER[b]) for b in (*near, *held)], LOAD]
    if prompt in ("mexican_actions", "texan_actions"):
        return [*[Activate(u) for u in UNITS], *[Enter(c) for c in (*NUMBERED, RESERVE)]]
    if prompt in ("melees", "sequence"):
        return [verb(h) for h in held for verb in (Assault, From)]
    if prompt == "break_doors":
        return [Break(*ends) for a, b in DOORS for ends in ((a, b), (b, a))]
    if prompt == "triggered":
        return [React(h) for h in held]
    if prompt == "bump":
        return [verb(h) for h in held for verb in (Answer, Grape)]
    if prompt == "reorder":
        return [Arrange(h) for h in held]
    if prompt == "muster":
        return [Stay(u) for h in asked.spaces for u in s.here[h]]
    if prompt in ("bringing", "gate"):
        return [*[Join(u) for u in UNITS], *[At(h) for row in ENTRY_HEXES for h in row]]
    if prompt == "place_ladder":
        return [Ladder(h, SpaceId(b)) for h in held for b, _ in LINKS[h]]
    return []


def act(s: Alamo, *texts: str, dice: Iterable[Any] = ()) -> Played:
    """The position after these answers; chance answers from `dice`, all of which must be used."""
    after, asked, events = kit.answered(GAME, s, texts, Script(*dice))
    if asked is not None:
        agrees(after, asked)
    for event in events:
        GAME.words.event(event)
    return Played(GAME, after, asked, events)


def dead(played: Played, hex: str) -> int:
    """Dead counters in a space."""
    return dict(played.s.dead).get(SPACE[hex], 0)


__all__ = ["GAME", "MEXICAN", "SPACE", "TEXAN", "TITLE", "UNIT", "act", "acting", "beginning", "board", "fighting"]
