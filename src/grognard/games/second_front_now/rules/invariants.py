"""What holds in every position that play can reach."""

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    ALLIED_DEAD,
    ALLIED_LOST,
    BEACH_SET,
    BLOODED,
    CONVERTED,
    ENGLAND,
    GARRISON,
    GERMAN,
    GERMAN_DEAD,
    GERMAN_LOST,
    HELD_CW,
    HELD_US,
    HEXES,
    HQ,
    KEYS,
    KIND,
    LAND,
    SIDE,
    SPACES,
    STEPS,
    SUPPLIES,
    UNIT_NAMES,
    UNITS,
    UNTRIED,
)
from grognard.games.second_front_now.rules.stacking import MOST, MOST_ARTILLERY, crowd
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps import misplaced
from grognard.maps.sets import BIT, members

GONE = frozenset((ALLIED_DEAD, ALLIED_LOST, GERMAN_DEAD, GERMAN_LOST))


def broken(s: SecondFront) -> list[str]:
    """Violations in words of the program; empty for a sound position."""
    wrong = misplaced(s, UNIT_NAMES, SPACES)
    if (s.held[ALLIED] | s.held[GERMAN]) & ~LAND:
        wrong.append("a unit stands in the sea")
    wrong += _units(s)
    wrong += _stacks(s)
    wrong += _tracks(s)
    return wrong


def _units(s: SecondFront) -> list[str]:
    wrong: list[str] = []
    fighting = (*s.battle.attackers, *s.battle.defenders) if s.battle is not None else ()
    for u in UNITS:
        name, at = UNIT_NAMES[u], s.loc[u]
        if not 0 <= s.steps[u] <= STEPS[u]:
            wrong.append(f"{name} has {s.steps[u]} steps")
        if (at in GONE) != (not s.steps[u]) and u not in fighting:
            wrong.append(f"{name} has {s.steps[u]} steps in {at}")
        if KIND[u] == HQ and at < HEXES:
            wrong.append(f"{name} is on the map")
        if s.fed[u] >= len(SUPPLIES):
            wrong.append(f"{name} has supply of kind {s.fed[u]}")
        if u in s.known and (SIDE[u] == GERMAN or at >= HEXES):
            wrong.append(f"{name} is known where nobody looks")
        if at == BLOODED and UNTRIED[u]:
            wrong.append(f"{name} is in the pool of the blooded")
        if at == CONVERTED and not UNTRIED[u]:
            wrong.append(f"{name} is among the converted")
        if at == ENGLAND and SIDE[u] == GERMAN:
            wrong.append(f"{name} is in England")
        if GARRISON[u] and at >= HEXES and at not in GONE and s.area >= 0 and s.turn > 1 and s.loc[u] == ENGLAND:
            wrong.append(f"{name} has left the map")
    return wrong


def _stacks(s: SecondFront) -> list[str]:
    wrong: list[str] = []
    for hex in members(s.held[ALLIED] | s.held[GERMAN]):
        others, guns = crowd(s, SpaceId(hex))
        if others > MOST or guns > MOST_ARTILLERY:
            wrong.append(f"hex {hex} is overstacked")
        if [s.rank[u] for u in s.here[hex]] != list(range(len(s.here[hex]))):
            wrong.append(f"hex {hex} has a stack without order")
    if s.held[HELD_US] & s.held[HELD_CW] and not _moving(s):
        wrong.append("US and Commonwealth units rest in one hex")
    return wrong


def _moving(s: SecondFront) -> bool:
    """Whether a unit is on its way, and may be passing through the other group."""
    return any(type(step).__name__ == "Walk" for step in s.stack)


def _tracks(s: SecondFront) -> list[str]:
    wrong: list[str] = []
    if not 1 <= s.turn <= s.rules.last:
        wrong.append(f"turn {s.turn}")
    if s.area >= 0 and s.taken & ~KEYS[s.area]:
        wrong.append("a hex is controlled whose control does not count")
    if s.area >= 0 and s.paid & ~BEACH_SET[s.area]:
        wrong.append("a beach was paid for that is none")
    if not 0 <= s.cp <= 6:
        wrong.append(f"{s.cp} command points")
    if s.storm and s.approach:
        wrong.append("a storm rages and approaches")
    for hex in members(s.held[ALLIED] & (KEYS[s.area] if s.area >= 0 else 0)):
        if s.turn > 1 and s.battle is None and not s.taken & BIT[hex]:
            wrong.append(f"hex {hex} is held and not controlled")
    if s.veiled:
        wrong.append("a whole state has covered counters")
    return wrong
