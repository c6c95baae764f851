"""Duties of attack: everybody who touches an enemy attacks, every enemy touched is attacked, in the most attacks.

Combinatorics only; verbs and refusals stay with the title. Units and hexes are joined where a unit may attack a hex. An
*attack* is some units on some hexes, each of the units touching each of the hexes; the attacks of a phase share neither
units nor hexes, leave nobody and nothing out, and are as many as can be.

Such a division always exists, and it has as many attacks as the greatest matching of units and hexes has pairs: every
attack holds a pair of its own, and where one side is too few for the other, the surplus joins the pairs found. An
attack being formed therefore can still be made good exactly if what it forces into it (`closure`) is an attack, and the
greatest matching of the rest has one pair less than that of the whole.
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

Members = frozenset[int]


class Duties(Struct, frozen=True):
    """Who touches what, both ways."""

    hexes: dict[int, Members]
    """By unit: the enemy hexes it touches."""
    units: dict[int, Members]
    """By enemy hex: the units that touch it."""


def duties(touches: Mapping[int, Iterable[int]]) -> Duties:
    """The duties of units that touch these enemy hexes; those that touch none have none."""
    hexes = {unit: frozenset(found) for unit, found in touches.items()}
    units: dict[int, set[int]] = {}
    for unit, found in hexes.items():
        for hex in found:
            units.setdefault(hex, set()).add(unit)
    return Duties({unit: found for unit, found in hexes.items() if found}, {h: frozenset(u) for h, u in units.items()})


def most(d: Duties, units: Collection[int] = (), hexes: Collection[int] = ()) -> int:
    """The greatest number of separate attacks, without these units and hexes."""
    partner: dict[int, int] = {}

    def matched(hex: int, tried: set[int]) -> bool:
        for unit in d.units[hex]:
            if unit in units or unit in tried:
                continue
            tried.add(unit)
            if unit not in partner or matched(partner[unit], tried):
                partner[unit] = hex
                return True
        return False

    return sum([matched(hex, set()) for hex in d.units if hex not in hexes])


def closure(d: Duties, units: Iterable[int], hexes: Iterable[int]) -> tuple[Members, Members] | None:
    """The units and hexes an attack must have once it has these; None if they cannot be one attack.

    A hex that nobody else can attack joins it, and a unit that can attack nothing else; and so on.
    """
    inside, under = set(units), set(hexes)
    while True:
        for unit in inside:
            if not under <= d.hexes.get(unit, frozenset()):
                return None
        alone = {hex for unit in inside for hex in d.hexes[unit] if hex not in under and d.units[hex] <= inside}
        bound = {unit for hex in under for unit in d.units[hex] if unit not in inside and d.hexes[unit] <= under}
        if not alone and not bound:
            return frozenset(inside), frozenset(under)
        under |= alone
        inside |= bound


def fits(d: Duties, units: Collection[int], hexes: Collection[int], greatest: int) -> bool:
    """Whether an attack that has these units and hexes can be completed, and all other duties with it.

    An attack begins with a hex; every hex that anybody touches will do. `greatest`: the `most` of the whole position.
    """
    if not units:
        able = [d.units.get(hex, frozenset()) for hex in hexes]
        return any(fits(d, (unit,), hexes, greatest) for unit in frozenset.intersection(*able))
    grown = closure(d, units, hexes)
    return grown is not None and most(d, *grown) >= greatest - 1


def closed(d: Duties, units: Collection[int], hexes: Collection[int]) -> bool:
    """Whether an attack may be declared as it stands: it has units and hexes, and nothing is forced to join."""
    return bool(units and hexes) and closure(d, units, hexes) == (frozenset(units), frozenset(hexes))
