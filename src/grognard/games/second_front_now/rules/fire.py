"""13.2 to 13.5, 14.0 Fire: which value, what modifies it, who may be shot at, and the policy of fire at will."""

from collections.abc import Sequence

from grognard.core import UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    ANTI_ARMOR,
    ANTI_INFANTRY,
    ARMOR,
    ENGINEERS,
    GERMAN,
    IS_ARTILLERY,
    KIND,
    MAJOR_RIVER,
    MODIFIER,
    NONE,
    PENALTY,
    RIVER,
    SIDE,
    TERRAIN,
    side_between,
)
from grognard.games.second_front_now.rules.state import Battle, SecondFront

Terms = tuple[tuple[str, int], ...]
"""Lines of a sum: the case and what it adds."""
SURE = 10
"""A value that always hits."""
MAJOR = frozenset({"major_river", "marsh", "fortress"})


@rule("13.4", "2.10")
def printed_value(unit: UnitId, target: UnitId) -> int:
    """The value a unit fires with: anti-armor at armor, anti-infantry at everything else."""
    return ANTI_ARMOR[unit] if KIND[target] == ARMOR else ANTI_INFANTRY[unit]


@rule("14.2", "14.2.minor", "14.2.major", "14.2.art", "15.9")
def terrain_terms(s: SecondFront, b: Battle, unit: UnitId) -> Terms:
    """What the ground takes from an attacker: the defenders' hex and the river crossed, each by itself (R31)."""
    column = 2 if IS_ARTILLERY[unit] else 0 if KIND[unit] == ARMOR else 1
    side = side_between(b.source, b.target)
    kinds = [TERRAIN[b.target]]
    if side in MAJOR_RIVER:
        kinds.append("major_river")
    elif side in RIVER:
        kinds.append("river")
    milder = MODIFIER["engineer_79"] if unit == ENGINEERS and s.rules.engineers and not s.rules.basic else 0
    found = []
    for kind in kinds:
        worse = min(PENALTY[kind][column] + milder, 0)
        if worse:
            found.append(("14.2.major" if kind in MAJOR else "14.2.minor", worse))
    return tuple(found)


@rule("14.1", "14.1.ex", "14.3", "14.3.ex", "9.1", "15.1.att", "15.1.def", "15.3.roll", "15.4.table")
def fire_terms(s: SecondFront, b: Battle, unit: UnitId, target: UnitId) -> Terms:
    """Everything that is added to the printed value; all of it counts together."""
    found: list[tuple[str, int]] = []
    side = SIDE[unit]
    attacks = side == b.side
    if attacks:
        found += terrain_terms(s, b, unit)
        if b.bonus:
            found.append(("15.4.table", b.bonus))
    if s.fed[unit] == NONE:
        found.append(("14.3", MODIFIER["oos_firer"]))
    elif s.fed[target] == NONE:
        found.append(("14.3", MODIFIER["oos_target"]))
    if b.naval and side == ALLIED:
        found.append(("15.1.att", MODIFIER["ntf_attack"]) if attacks else ("15.1.def", MODIFIER["ntf_defend"]))
    if b.luftwaffe:
        found.append(("15.3.roll", MODIFIER["lgas_german" if side == GERMAN else "lgas_allied"]))
    return tuple(found)


@rule("13.2.hit", "14.1")
def fire_value(s: SecondFront, b: Battle, unit: UnitId, target: UnitId) -> int:
    """A die up to this hits: 0 never, 10 always."""
    value = printed_value(unit, target)
    for _, n in fire_terms(s, b, unit, target):
        value += n
    return max(0, min(value, SURE))


@rule("13.5", "13.5.ext", "13.2.target")
def legal_targets(steps: Sequence[int], guns: Sequence[bool]) -> list[int]:
    """Places in a line that may be shot at: those alive in front, else the artillery; nobody if all are dead."""
    front = [k for k, left in enumerate(steps) if left and not guns[k]]
    return front or [k for k, left in enumerate(steps) if left]


def at_will(values: Sequence[int], steps: Sequence[int], guns: Sequence[bool]) -> int:
    """The target of a shot fired at will: the surest hit, of equals the unit with fewer steps, of those the first.

    When all are dead it goes on at them for the extra hit, at the one hit most surely.
    """
    able = legal_targets(steps, guns) or range(len(steps))
    return min(able, key=lambda k: (-values[k], steps[k], k))
