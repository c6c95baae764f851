"""12.1-12.3, 12.5-12.11 Melee strength: who may attack where, who takes part, and both sums."""

from fractions import Fraction
from functools import cache
from itertools import product

from msgspec import Struct

from grognard.core import Refusal, SpaceId, UnitId, rule
from grognard.games.dark_victory.content import (
    BONUS,
    COMMANDERS,
    DOOR,
    DOOR_MELEE,
    INDOORS,
    INSIDE,
    KIND,
    MEXICAN,
    OUTER_STAIRS,
    SIDE,
    SIDE_BETWEEN,
    SLAVE,
    STAIRS_LIMIT,
    WALL,
    WALL_MELEE,
    Side,
)
from grognard.games.dark_victory.rules.crossing import by_ladder, refuse_edge
from grognard.games.dark_victory.rules.entering import flag_raised
from grognard.games.dark_victory.rules.losses import surplus
from grognard.games.dark_victory.rules.marching import NEAR
from grognard.games.dark_victory.rules.state import HELD, Alamo, fighters, leaders, limit, morale, points
from grognard.maps import members
from grognard.tables import Terms

CASES = {
    "morale": "12.8 morale", "stacking": "12.10", "leader": "8.5", "mass": "12.8 mass", "hexside": "12.9.B",
    "door": "12.11.B",
}  # fmt: skip
"""The case behind each term of a melee strength."""
PER_BONUS = 4
"""Stacking points for one more melee point outside (12.8)."""


class Sum(Struct, frozen=True):
    """One side of a melee: the terms of its strength, each with its key."""

    terms: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(value for _, value in self.terms)

    @property
    def told(self) -> Terms:
        """The terms that add anything, by their cases, for the log."""
        return tuple([(CASES[key], value) for key, value in self.terms if value])


@rule("12.5", "12.7", "12.9.C", "13.2", "9.17", "TEC.stair", "6.5.B")
def attackers(s: Alamo, a: int, b: int) -> tuple[UnitId, ...]:
    """Units of one space that take part in a melee into another, from the top: what fits, on a ladder the top one.

    Slaves and prisoners fight for nobody; surplus units of an overstacked hex add nothing (R-CAP, R-LADMELEE).
    """
    room = limit(s, b)
    if SIDE_BETWEEN[a].get(b) == OUTER_STAIRS:
        room = min(room, STAIRS_LIMIT - s.climbed)
    idle = surplus(s, a)
    found: list[UnitId] = []
    ladder = by_ladder(s, a, b) and SIDE[s.here[a][0]] == MEXICAN
    for unit in reversed(fighters(s, a)):
        if KIND[unit] == SLAVE or unit in idle:
            continue
        if points(s, unit) <= room:
            room -= points(s, unit)
            found.append(unit)
        if ladder:
            break
    return tuple(found)


@rule("12.1", "12.1.B", "12.2", "12.3", "12.5", "12.6", "4.2.IC", "4.2.IIB", "9.10.D", "13.2")
def refuse_melee(s: Alamo, side: Side, a: int, b: int) -> Refusal | None:
    """Why a side cannot melee from one space into another, None if it can."""
    if not s.held[HELD + side] >> a & 1:
        return Refusal("12.1", "nobody_to_melee", (a,))
    if not defenders(s, a):
        return Refusal("13.2", "nobody_to_melee", (a,))
    if not s.held[1 - side] >> b & 1:
        return Refusal("12.1", "nobody_there", (b,))
    told = refuse_edge(s, a, b)
    if told is not None:
        return told
    if any(s.meleed[u] for u in s.here[a]):
        return Refusal("12.6", "meleed_already", (a,))
    if not attackers(s, a, b):
        return Refusal("12.7", "nobody_fits", (a, b))
    return None


def melee_sources(s: Alamo, side: Side, b: int) -> list[SpaceId]:
    """Spaces from which a side may melee into another."""
    return [SpaceId(a) for a in members(NEAR[b] & s.held[HELD + side]) if refuse_melee(s, side, a, b) is None]


@rule("8.5", "12.9.note", "2.9")
def melee_leader(s: Alamo, space: int, units: tuple[UnitId, ...]) -> UnitId | None:
    """The leader whose bonus counts: the best of those who command somebody in the fight; bonuses never add up."""
    able = [x for x in leaders(s, space) if any(x in COMMANDERS[u] for u in units)]
    return max(reversed(able), key=lambda x: BONUS[x]) if able else None


@rule("2.18.C", "2.18.F")
def fierce(s: Alamo, unit: UnitId) -> int:
    """Morale in melee outside; one more for Mexicans inside the walls once their flag flies (R-FLAGBONUS)."""
    bonus = SIDE[unit] == MEXICAN and bool(INSIDE >> s.loc[unit] & 1) and flag_raised(s)
    return morale(s, unit) + bonus


@rule("12.8", "12.10", "2.11", "2.12")
def _own(s: Alamo, space: int, units: tuple[UnitId, ...], indoors: bool) -> list[tuple[str, int]]:
    mass = sum([points(s, u) for u in units])
    leader = melee_leader(s, space, units)
    terms = [("stacking", mass)] if indoors else [("morale", sum([fierce(s, u) for u in units]))]
    terms.append(("leader", 0 if leader is None else BONUS[leader]))
    if not indoors:
        terms.append(("mass", mass // PER_BONUS))
    return terms


@rule("12.8", "12.10")
def attack(s: Alamo, a: int, b: int) -> Sum:
    """Attacker's strength: morale outside, stacking into rooms and the unroofed chapel."""
    return Sum(tuple(_own(s, a, attackers(s, a, b), bool(INDOORS >> b & 1))))


@rule("12.9", "12.9.B", "12.11", "12.11.B", "6.3.C", "TEC.door", "TEC.highwall", "TEC.intwall", "TEC.lowwall")
def defence(s: Alamo, a: int, b: int) -> Sum:
    """Defender's strength with what the crossed side gives; the ground he stands on never matters (R-INSIDE)."""
    units = tuple(u for u in defenders(s, b) if u not in surplus(s, b))
    indoors = bool(INDOORS >> b & 1)
    side = SIDE_BETWEEN[a][b]
    if indoors:
        last = ("door", DOOR_MELEE if side in DOOR else 0)
    else:
        last = ("hexside", WALL_MELEE[WALL[side]])
    return Sum((*_own(s, b, units, indoors), last))


def defenders(s: Alamo, b: int) -> tuple[UnitId, ...]:
    """Those of a space who fight for anybody: slaves and prisoners do not."""
    return tuple([u for u in fighters(s, b) if KIND[u] != SLAVE])


@rule("13.1.B", "8.2.D")
def undefended(s: Alamo, b: int) -> bool:
    """Whether a space falls without dice: nobody there can fight."""
    return not defenders(s, b)


def losers(margin: int) -> tuple[bool, bool]:
    """Whether the defender and the attacker of a melee lose a unit, by how far the attacker is ahead with the dice."""
    return margin >= 0, margin <= 0


@cache
def melee_odds(ahead: int) -> tuple[Fraction, Fraction, Fraction]:
    """Chances that only the defender loses, that both do, and that only the attacker does, with a strength that is so
    far ahead before the dice."""
    found = [losers(ahead + x - y) for x, y in product(range(1, 7), repeat=2)]
    won, tied, lost = (found.count(fate) for fate in ((True, False), (True, True), (False, True)))
    return Fraction(won, 36), Fraction(tied, 36), Fraction(lost, 36)
