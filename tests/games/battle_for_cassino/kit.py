"""Positions for tests: a bare map with the units named, in a phase of a side; and play by text."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core import Script, Step
from grognard.games.battle_for_cassino import GAME
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    COUNTERS,
    DEAD,
    DIVIDED,
    DUE,
    GERMAN,
    HEXES,
    HQS,
    LOADS,
    MOST_STEPS,
    PLATOONS,
    ROSTER,
    SLOPE,
    SPACE_NAMES,
    TO_COME,
    UNIT,
    UNITS,
    Side,
)
from grognard.games.battle_for_cassino.rules.combat import Combat, EndCombat
from grognard.games.battle_for_cassino.rules.preparation import StartPreparation
from grognard.games.battle_for_cassino.rules.reinforcements import HqReturns
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.games.battle_for_cassino.rules.turns import EndMovement, EndTurn, Movement, PlayerTurn, StartMovement
from grognard.maps import mask
from tests.games import kit

SPACE = {name: space for space, name in enumerate(SPACE_NAMES)}
DAY, NIGHT_TURN = 5, 6


def flagged(*units: str) -> int:
    """A set of units."""
    return mask(UNIT[name] for name in units)


def below(side: Side, turn: int) -> tuple[Step, ...]:
    """What waits under the Player-Turn of a side."""
    return (EndTurn(turn), PlayerTurn(GERMAN)) if side == ALLIED else (EndTurn(turn),)


def board(
    units: Mapping[str, str | tuple[str, int]],
    phase: str = "movement",
    side: Side = ALLIED,
    *,
    turn: int = DAY,
    ruins: Iterable[str] = (),
    blocks: Iterable[str] = (),
    pinned: Iterable[str] = (),
    stack: tuple[Step, ...] | None = None,
    arrived: bool = True,
    **columns: Any,
) -> Battle:
    """A position with only these units on the map ("1326", or ("1326", steps)); other units that are due are gone."""
    s = GAME.new()
    s.turn, s.side = turn, side
    for unit in UNITS:
        if PLATOONS >> unit & 1:
            s.loc[unit], s.steps[unit] = COUNTERS, 0
        elif arrived or DUE[unit] == 0:
            s.loc[unit], s.steps[unit] = DEAD, 0
            s.lost[0 if unit in ROSTER[ALLIED] else 1] += MOST_STEPS[unit]
    for name, told in units.items():
        unit = UNIT[name]
        hex, steps = (told, MOST_STEPS[unit]) if isinstance(told, str) else told
        own = 0 if unit in ROSTER[ALLIED] else 1
        if s.loc[unit] == DEAD:
            s.lost[own] -= MOST_STEPS[unit]
        s.loc[unit] = SPACE[hex]
        s.steps[unit] = 0 if SPACE[hex] == DIVIDED else steps
        s.lost[own] += (0 if PLATOONS >> unit & 1 else MOST_STEPS[unit]) - s.steps[unit]
        if HQS >> unit & 1:
            s.increments[unit] = 3
    for unit in UNITS:
        if s.loc[unit] >= HEXES:
            s.increments[unit] = 0
    s.ruins = tuple(sorted(SPACE[h] for h in ruins))
    s.blocks = tuple(sorted(SPACE[h] for h in blocks))
    s.pins[1 - side] = flagged(*pinned)
    for name, value in columns.items():
        setattr(s, name, value)
    GAME.refresh(s)
    base = below(side, turn)
    if stack is not None:
        s.stack = stack
    elif phase == "preparation":
        s.stack = (*base, EndCombat(side), Combat(side), StartMovement(side), StartPreparation(side))
    elif phase == "start":
        s.stack = (*base, EndCombat(side), Combat(side), StartMovement(side))
    elif phase == "movement":
        s.stack = (*base, EndCombat(side), Combat(side), EndMovement(side), HqReturns(side, last=True), Movement(side))
        supplied = fed(s, side)
        for unit in ROSTER[side]:
            at = s.loc[unit]
            if at < HEXES and not LOADS >> unit & 1:
                if not supplied >> at & 1 and "unsupplied" not in columns:
                    s.unsupplied |= 1 << unit
                if SLOPE >> at & 1 and "climbers" not in columns:
                    s.climbers |= 1 << unit
    else:
        s.stack = (*base, EndCombat(side), Combat(side))
    return s


class Played(kit.Played[Battle]):
    def steps(self, unit: str) -> int:
        return self.s.steps[UNIT[unit]]

    def is_pinned(self, unit: str) -> bool:
        return bool((self.s.pins[0] | self.s.pins[1]) >> UNIT[unit] & 1)

    def increments(self, hq: str) -> int:
        return self.s.increments[UNIT[hq]]

    def then(self, *texts: str, dice: Iterable[Any] = ()) -> "Played":
        return act(self.s, *texts, dice=dice)


def act(s: Battle, *texts: str, dice: Iterable[Any] = ()) -> Played:
    """The position after these answers; chance answers from `dice` (a number is one die), all of which must be used."""
    after, asked, events = kit.answered(GAME, s, texts, Script(*[(d,) if isinstance(d, int) else d for d in dice]))
    if asked is not None:  # whatever is offered is allowed
        assert [o for o in asked.options if GAME.why_not(after, asked.seat, o) is not None] == []
    return Played(GAME, after, asked, events)


__all__ = ["DAY", "NIGHT_TURN", "SPACE", "TO_COME", "UNIT", "Played", "act", "board", "flagged"]
