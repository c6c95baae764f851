"""What attacks promise: the exact average of the results table in points of the evaluation, and who could make them."""

from collections.abc import Sequence
from functools import lru_cache

from grognard.core import SpaceId, UnitId
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    COLUMNS,
    CRT,
    ENDURANCE,
    GERMAN,
    HEXES,
    MASKS,
    NEAR,
    SOURCES,
    STRENGTH,
    TOWARDS,
    VALUE,
    Side,
)
from grognard.games.cassino_1944.rules.combat import after_box, armor_shifts, base_column, hexside_shifts
from grognard.games.cassino_1944.rules.retreat import refuges
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.maps import Set, mask, members
from grognard.tables import total

POINT, KILL, FATAL, HOLD = 1.5, 5.0, 14.0, 1.0
"""What an attack is worth: a point of damage, a stack wiped out, one whose loss would end the game, a hex given up."""
ROOMY = 5
"""Endurance of a stack from which on more makes no difference to one attack."""
LAST = len(COLUMNS) - 1


def _gain(column: int, box: int, room: int, worth: int, trapped: int, fatal: int) -> float:
    """What an attack is worth to the attacker on average; nothing where it had better not be made."""

    def gain(result: tuple[int, int]) -> float:
        mine, theirs = after_box(result, box)
        beaten = theirs > mine
        theirs += beaten and trapped  # who cannot go back stands for one more point
        if theirs >= room:
            return (FATAL if fatal else KILL) + 2.0 * worth - POINT * mine
        moved = HOLD + 1.5 * worth if beaten and not trapped else 0.0
        return POINT * (theirs - mine) + moved + (KILL / 4 if theirs + 1 == room else 0.0)

    return max(0.0, sum(gain(CRT.result(column, face)) for face in range(1, 7)) / 6)


def _gains(worth: int, box: int, trapped: int, fatal: int) -> tuple[tuple[float, ...], ...]:
    """The same by endurance left in the hex and column."""
    return tuple(
        tuple(_gain(column, box, room, worth, trapped, fatal) for column in range(LAST + 1))
        for room in range(ROOMY + 1)
    )


GAINS = tuple(
    tuple(tuple(_gains(worth, box, trapped, fatal) for worth in range(max(VALUE) + 1)) for box in (0, 1))
    for fatal in (0, 1)
    for trapped in (0, 1)
)
"""By fate of the defenders (two if their loss would be fatal, and one if they are trapped), box, and worth of the hex:
what an attack gains by endurance left there and column."""


# Who stands where ---------------------------------------------------------------------------------

around = lru_cache(maxsize=16384)(MASKS.around)
"""The hexes next to a set of hexes."""
spaces = lru_cache(maxsize=16384)(members)
"""The hexes of a set one by one."""
WAYS_BACK = tuple(
    tuple(-1 if SOURCES[side] >> hex & 1 else TOWARDS[side][hex] for hex in range(HEXES)) for side in (ALLIED, GERMAN)
)
"""By side and hex: where a retreat may begin; anywhere, for whoever can leave the map."""


@lru_cache(maxsize=8192)
def force(units: tuple[UnitId, ...]) -> tuple[int, bool]:
    """Strength of a stack, and whether there is armor in it."""
    return sum(STRENGTH[u] for u in units), any(ARMOR[u] for u in units)


@lru_cache(maxsize=16384)
def ground_shift(target: int, near: Set) -> int:
    """What the hexsides between take from an attack."""
    return total(hexside_shifts(target, near))


ARMOR_SHIFT = tuple(tuple(total(armor_shifts(mine, theirs)) for theirs in (False, True)) for mine in (False, True))


def column_of(target: int, near: int, attack: int, armor: bool, units: tuple[UnitId, ...]) -> int:
    """The column of an attack from these hexes on the units of a hex, by the shifts that the ground and armor give."""
    defence, tanks = force(units)
    found = base_column(attack, defence) + ground_shift(target, near) + ARMOR_SHIFT[armor][tanks]
    return 0 if found < 0 else found if found < LAST else LAST


def attacks(s: Cassino, side: Side, fatal: bool) -> float:
    """What a side's next attacks would be worth if everybody in contact joined: half of it, as plans fail.

    `fatal`: whether a loss of the other side would decide the game.
    """
    mine, theirs, here, damage, box = s.held[side], s.held[1 - side], s.here, s.damage, s.box
    open_to, back, fate = refuges(mine, theirs), WAYS_BACK[1 - side], 2 * fatal
    value = 0.0
    for target in spaces(around(mine) & theirs):
        near = NEAR[target] & mine
        attack, armor = 0, False
        for hex in spaces(near):
            strength, tanks = force(here[hex])
            attack += strength
            armor = armor or tanks
        units = here[target]
        room = 0
        for u in units:
            room += ENDURANCE[u] - damage[u]
        gains = GAINS[fate + (not back[target] & open_to)][box[target]][VALUE[target]]
        value += gains[room if room < ROOMY else ROOMY][column_of(target, near, attack, armor, units)]
    return 0.5 * value


def prospect(s: Cassino, side: Side, target: SpaceId, units: Sequence[UnitId], fatal: bool) -> float:
    """What an attack of just these units is worth on average; nothing if it had better not be made."""
    attack, armor = force(tuple(units))
    column = column_of(target, mask(s.loc[u] for u in units), attack, armor, s.here[target])
    room = sum(ENDURANCE[u] - s.damage[u] for u in s.here[target])
    trapped = not WAYS_BACK[1 - side][target] & refuges(s.held[side], s.held[1 - side])
    gains = GAINS[2 * fatal + trapped][s.box[target]][VALUE[target]]
    return gains[min(room, ROOMY)][column]
