"""What holds in every position that play can reach."""

from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    DEAD,
    ENDURANCE,
    HEXES,
    LOWER_RAPIDO,
    SIDE,
    SPACES,
    TURNS,
    UNIT_NAMES,
    UNITS,
)
from grognard.games.cassino_1944.rules.movement import LIMIT, Overstacking
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.maps import misplaced


def broken(s: Cassino) -> list[str]:
    """Violations in words of the program; empty for a sound position."""
    wrong = misplaced(s, UNIT_NAMES, SPACES)
    for unit in UNITS:
        name, at = UNIT_NAMES[unit], s.loc[unit]
        if not 0 <= s.damage[unit] <= ENDURANCE[unit]:
            wrong.append(f"{name} has {s.damage[unit]} damage points")
        if s.damage[unit] == ENDURANCE[unit] and at != DEAD:
            wrong.append(f"{name} has no endurance left and is not eliminated")
        if ARMOR[unit] and at < HEXES and LOWER_RAPIDO >> at & 1:
            wrong.append(f"{name} is in the Lower Rapido")
        if at < HEXES and s.control[at] != SIDE[unit]:
            wrong.append(f"{name} does not control its hex")
        if SIDE[unit] == ALLIED and at < HEXES and s.box[at]:
            wrong.append(f"{name} is in a defensive box")
    tolerated = s.combat is not None or any(type(step) is Overstacking for step in s.stack)
    if not tolerated and any(len(units) > LIMIT for units in s.here[:HEXES]):
        wrong.append("a hex is overstacked after the end of a half")
    if not 1 <= s.turn <= TURNS or not 0 <= s.impulse <= 3:
        wrong.append(f"turn {s.turn}, impulse {s.impulse}")
    if not 1 <= s.goal <= 16 or not 0 <= s.vp <= 16:
        wrong.append(f"{s.vp} of {s.goal} victory points")
    if sorted(s.seats) != [0, 1]:
        wrong.append(f"seats {s.seats}")
    return wrong
