"""8.351, 8.352, 12, 14.5: a fire attack as a value, and what it and its defence are worth before dice."""

from collections.abc import Iterable

from msgspec import Struct

from grognard.core import SpaceId, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    AF,
    AREAS,
    ARMOR,
    BOARD,
    COMPANY,
    DF,
    ELEVATION,
    KIND,
    NIGHT_AF,
    TEM,
    VEHICLE,
    Group,
    Side,
)
from grognard.games.thunder_at_cassino.rules.state import Thunder

NOBODY = UnitId(-1)


@rule("15.2", "15.4", "16.21", "16.23")
def dim_light(s: Thunder, smoke: int, *ends: int) -> bool:
    """Whether an attack between these places is made in the dark: by Night, or with Smoke (a set) at either end."""
    return s.night or any(smoke >> end & 1 for end in ends)


def within(origin: int, target: int) -> bool:
    """Whether fire stays within one Area."""
    return origin == target and origin < AREAS


class Attack(Struct, frozen=True):
    """A fire attack: who fires from where at which Group. Artillery fires from its box."""

    side: Side
    origin: SpaceId
    target: SpaceId
    group: Group
    firers: tuple[UnitId, ...]
    dim: bool = False
    """Night, or Smoke at either end when the impulse began."""
    main: UnitId = NOBODY
    """12.3: the Armor unit named as main target of a pure Anti-Tank/Armor attack."""

    @property
    def artillery(self) -> bool:
        return self.origin >= BOARD

    @property
    def inside(self) -> bool:
        """Fire within one Area; fire within a Zone counts as fire from an adjacent Area (10.5)."""
        return within(self.origin, self.target)

    @rule("8.34", "8.34.arty", "12.1", "12.2", "12.3", "10.5.armor")
    def hits_armor(self) -> bool:
        """Whether Armor of the Group is vulnerable: to Artillery, from inside, or if a firer is Anti-Tank or Armor."""
        return self.artillery or self.inside or any(VEHICLE[u] for u in self.firers)


@rule("8.331")
def group_in(s: Thunder, space: int, side: int, group: int) -> list[int]:
    """The units of one Group type that a side has in a space."""
    return [u for u in s.here[side * BOARD + space] if s.committed[u] == group]


Term = tuple[str, int]
"""A case and what it adds."""
HELP, COMPANY_HELP, DIM = 1, 1, 1
"""What each further firer, three of one company, and the dark to the defence, add."""


@rule("8.351", "8.351.B", "8.351.C", "4.24", "4.24.ex", "14.5", "14.6", "15.2", "16.21")
def attack_terms(a: Attack) -> list[Term]:
    """The Attack Value before dice, case by case. The firing player's best Attack Factor leads."""
    if a.artillery:
        gun = a.firers[0]
        return [("14.6", NIGHT_AF[gun])] if a.dim else [("14.5", AF[gun])]
    terms = [("8.351", max([AF[u] for u in a.firers]))]
    if len(a.firers) > 1:
        terms.append(("8.351.B", HELP * (len(a.firers) - 1)))
        companies = [COMPANY[u] for u in a.firers if KIND[u] != ARMOR]
        if len(companies) > 2 and any(companies.count(c) >= 3 for c in companies):
            terms.append(("8.351.C", COMPANY_HELP))
    return terms


def vulnerable(s: Thunder, a: Attack) -> list[int]:
    """The units of the attacked Group that the attack can hurt."""
    units = group_in(s, a.target, 1 - a.side, a.group)
    return units if a.hits_armor() else [u for u in units if KIND[u] != ARMOR]


@rule(
    "8.352",
    "8.352.B",
    "8.352.C",
    "8.352.D",
    "8.352.E",
    "12.3.base",
    "14.5",
    "15.4",
    "16.23",
    "10.6",
    "3.22",
    "3.22.ex",
    "3.23",
    "notes.dv",
)
def defence_terms(s: Thunder, a: Attack) -> list[Term]:
    """The Defense Value before dice, case by case; Artillery meets only the Defense Factor and the TEM."""
    factors = DF[a.group]
    if a.main >= 0:
        terms = [("12.3.base", factors[a.main])]
    else:
        terms = [("8.352", min([factors[u] for u in vulnerable(s, a)]))]
    if a.artillery:
        terms.append(("8.352.C", TEM[a.target]))
        return terms
    terms += ground_terms(a.origin, a.target)
    if a.dim:
        terms.append(("8.352.E", DIM))
    return terms


@rule("8.352.B", "8.352.C", "8.352.D")
def ground_terms(origin: int, target: int) -> list[Term]:
    """What terrain, distance and height add to the defence against fire from a place."""
    terms = [("8.352.C", TEM[target])]
    if not within(origin, target):
        terms.append(("8.352.B", 1))
        if ELEVATION[target] > ELEVATION[origin]:
            terms.append(("8.352.D", 1))
    return terms


def total(terms: Iterable[Term]) -> int:
    return sum([value for _, value in terms])
