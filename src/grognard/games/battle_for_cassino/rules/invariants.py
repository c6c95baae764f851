"""What holds in every position that play can reach."""

from grognard.games.battle_for_cassino.content import (
    ALLIED,
    CAPACITY,
    COUNTERS,
    DEAD,
    DIVIDED,
    DUE,
    GERMAN,
    HEXES,
    HQS,
    MOST_STEPS,
    PLATOONS,
    RETURNING,
    ROSTER,
    SIDE,
    SPACES,
    THIRDS,
    TO_COME,
    UNIT_NAMES,
    UNITS,
)
from grognard.games.battle_for_cassino.rules.movement import EndMove, Walk
from grognard.games.battle_for_cassino.rules.retreat import Overstack
from grognard.games.battle_for_cassino.rules.setup import SetUp
from grognard.games.battle_for_cassino.rules.state import Battle, last_turn
from grognard.maps import misplaced


def broken(s: Battle) -> list[str]:
    """Violations in words of the program; empty for a sound position."""
    wrong = misplaced(s, UNIT_NAMES, SPACES)
    wrong += _units(s)
    wrong += _stacks(s)
    total = sum(MOST_STEPS[u] for u in ROSTER[ALLIED])
    if sum(s.steps[u] for u in ROSTER[ALLIED]) + s.lost[ALLIED] != total:
        wrong.append("Allied steps and losses do not add up")
    total = sum(MOST_STEPS[u] for u in ROSTER[GERMAN] if not PLATOONS >> u & 1)
    if sum(s.steps[u] for u in ROSTER[GERMAN]) + s.lost[GERMAN] != total:
        wrong.append("German steps and losses do not add up")
    if not 1 <= s.turn <= last_turn(s) or min(s.artillery) < 0 or s.air < 0:
        wrong.append(f"turn {s.turn}, points {s.artillery} and {s.air}")
    for names in (s.ruins, s.blocks, s.bombarded, s.mortared, s.scarred, s.assaulted):
        if list(names) != sorted(set(names)):
            wrong.append("a list of hexes is not sorted")
    return wrong


def _units(s: Battle) -> list[str]:
    wrong = []
    for unit in UNITS:
        name, at, steps = UNIT_NAMES[unit], s.loc[unit], s.steps[unit]
        if not 0 <= steps <= MOST_STEPS[unit]:
            wrong.append(f"{name} is in {at} with {steps} steps")
        if (steps > 0) == (at in (DEAD, DIVIDED, COUNTERS)):
            wrong.append(f"{name} is in {at} with {steps} steps")
        if HQS >> unit & 1:
            if at < HEXES and not 1 <= s.increments[unit] <= 3:
                wrong.append(f"{name} has {s.increments[unit]} increments")
        elif s.increments[unit]:
            wrong.append(f"{name} has increments")
        if at >= HEXES and (s.pins[0] | s.pins[1] | s.crowded | s.immobile | s.builders) >> unit & 1:
            wrong.append(f"{name} is off the map and marked")
        if at == RETURNING and not HQS >> unit & 1:
            wrong.append(f"{name} is among the returning headquarters")
        if at == TO_COME and not s.result and DUE[unit] == 0 and not any(type(x) is SetUp for x in s.stack):
            wrong.append(f"{name} was not set up")
    return wrong


def _stacks(s: Battle) -> list[str]:
    """Nobody stands too close but those marked as overstacked, and a mover on its way or just arrived."""
    wrong = []
    moving = {x.unit for x in s.stack if isinstance(x, (Walk, EndMove, Overstack))}
    for hex, stack in s.here.items():
        if hex >= HEXES or s.assault is not None or any(u in moving for u in stack):
            continue
        settled = [u for u in stack if not s.crowded >> u & 1]
        if sum(THIRDS[u] for u in settled) > CAPACITY[SIDE[stack[0]]]:
            wrong.append(f"too many units in {hex}")
        if sum(HQS >> u & 1 for u in settled) > 1:
            wrong.append(f"two headquarters in {hex}")
    if any(s.crowded >> u & 1 and s.steps[u] == 0 for u in UNITS):
        wrong.append("an eliminated unit is overstacked")
    return wrong
