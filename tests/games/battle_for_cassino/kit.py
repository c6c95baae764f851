"""Positions for tests: a bare map with the units named, in a phase of a side; and play by text."""

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core import Decision, Event, Script, Step, clone, push, settle
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
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.games.battle_for_cassino.rules.turns import EndMovement, EndTurn, Movement, PlayerTurn, StartMovement
from grognard.maps import mask

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
        s.stack = (*base, EndCombat(side), Combat(side), EndMovement(side), Movement(side))
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


class Played:
    """What came of a position: the state, the question, the events heard."""

    def __init__(self, s: Battle, asked: Decision | None, events: list[Event]) -> None:
        self.s, self.asked, self.events = s, asked, events

    @property
    def offers(self) -> list[str]:
        return [] if self.asked is None else [GAME.texts.show(o) for o in self.asked.options]

    @property
    def prompt(self) -> str:
        return "" if self.asked is None else self.asked.prompt

    @property
    def seat(self) -> int:
        return -1 if self.asked is None else self.asked.seat

    @property
    def numbers(self) -> tuple[int, ...]:
        return () if self.asked is None else self.asked.numbers

    def heard(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if type(event) is kind]

    def where(self, unit: str) -> str:
        return SPACE_NAMES[self.s.loc[UNIT[unit]]]

    def steps(self, unit: str) -> int:
        return self.s.steps[UNIT[unit]]

    def is_pinned(self, unit: str) -> bool:
        return bool((self.s.pins[0] | self.s.pins[1]) >> UNIT[unit] & 1)

    def increments(self, hq: str) -> int:
        return self.s.increments[UNIT[hq]]

    def why(self, text: str) -> tuple[str, str]:
        """Case and key of the refusal of an option."""
        assert self.asked is not None
        option = GAME.texts.parse(text)
        assert option not in self.asked.options, f"{text} is offered"
        told = GAME.why_not(self.s, self.asked.seat, option)
        assert told is not None, f"{text} is allowed"
        GAME.words.refusal(told)  # every refusal has words
        return told.rule, told.key

    def then(self, *texts: str, dice: Iterable[Any] = ()) -> "Played":
        return act(self.s, *texts, dice=dice)


def act(s: Battle, *texts: str, dice: Iterable[Any] = ()) -> Played:
    """The position after these answers; chance answers from `dice` (a number is one die), all of which must be used."""
    after = clone(s)
    events: list[Event] = []
    chance = Script(*[(d,) if isinstance(d, int) else d for d in dice])
    asked = settle(after, chance, events.append)
    for text in texts:
        option = GAME.texts.parse(text)
        assert asked is not None, f"{text}: the game is over"
        assert option in asked.options, (
            f"{text} is not offered at {asked.prompt}: {[GAME.texts.show(o) for o in asked.options]}"
        )
        push(after, option, events.append)
        asked = settle(after, chance, events.append)
    assert chance.rest() == ()
    assert GAME.broken(after) == []
    if asked is not None:  # whatever is offered is allowed
        assert [o for o in asked.options if GAME.why_not(after, asked.seat, o) is not None] == []
    return Played(after, asked, events)


__all__ = ["DAY", "NIGHT_TURN", "SPACE", "TO_COME", "UNIT", "Played", "act", "board", "flagged"]
