"""9.0 Supply: paths of any length, the two checks of a game turn, and five kinds that are written down (R51)."""

from functools import lru_cache

from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Done, Note, Option, Refusal, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import (
    AERIAL,
    ALLIED,
    BEACH_SET,
    COASTAL,
    COASTAL_HEXES,
    FORTRESS,
    FORTRESSES,
    GERMAN,
    GERMAN_SOURCES,
    HEXES,
    LAND,
    NONE,
    PATHS,
    REGULAR,
    SIDE,
    UNITS,
    ZONES,
    Side,
    Supply,
)
from grognard.games.second_front_now.rules.events import Airlifted, CutOff, SuppliedAgain
from grognard.games.second_front_now.rules.state import SecondFront, veiled_option
from grognard.maps.sets import Set, members

IN_BOXES = bytearray([REGULAR for _ in UNITS])
"""Supply of units off the map."""
LIFTS = 3
"""Aerial supply markers."""


class Lift(Option, frozen=True):
    """Supply a unit from the air."""

    unit: UnitId
    seen_by = veiled_option


def traced(sources: Set, enemy: Set, own: Set) -> Set:
    """The hexes with a path to a source: through no enemy, through no enemy zone but where a friend stands."""
    free = _free(enemy, own)
    return _joined(sources & free, free)


@lru_cache(maxsize=4096)
def _joined(sources: Set, free: Set) -> Set:
    return PATHS.flood(sources, free)


def _free(enemy: Set, own: Set) -> Set:
    return LAND & ~enemy & ~(ZONES.of(enemy) & ~own)


@rule("9.3.G", "9.3.Gcap", "9.3.A", "9.3.Acap", "9.3.path", "11.3")
def supplied(s: SecondFront, side: int) -> Set:
    """Hexes from which a path can be traced now to a working source of a side."""
    return traced(_sources(s, side), s.held[1 - side], s.held[side])


def _sources(s: SecondFront, side: int) -> Set:
    return BEACH_SET[s.area] if side == ALLIED else GERMAN_SOURCES


def supply_line(s: SecondFront, side: int, hex: int) -> tuple[int, ...]:
    """The hexes of a shortest path to a hex from a working source; empty: there is none."""
    free = _free(s.held[1 - side], s.held[side])
    return PATHS.line(_sources(s, side) & free, free, None, hex)


@rule("9.3.coast", "9.3.fort")
def feeding(s: SecondFront, side: int) -> Set:
    """Hexes that feed the units of a side in them, and nobody else: the coast, and fortresses never stormed."""
    return COASTAL_HEXES if side == ALLIED else FORTRESSES & ~s.stormed


@rule("9.3.coast", "9.3.fort", "9.3.Gbox")
def kind_of_supply(s: SecondFront, unit: UnitId, fed: Set) -> Supply:
    """How a unit is supplied where it stands; `fed`: the hexes of its side with a path. A path comes first (R17)."""
    at = s.loc[unit]
    if s.rules.basic or at >= HEXES or fed >> at & 1:
        return REGULAR
    if not feeding(s, SIDE[unit]) >> at & 1:
        return NONE
    return COASTAL if SIDE[unit] == ALLIED else FORTRESS


@rule("8.3")
def has_path(s: SecondFront, unit: UnitId) -> bool:
    """Whether a unit can trace a path at this moment; units in boxes always can."""
    at = s.loc[unit]
    return s.rules.basic or at >= HEXES or bool(supplied(s, SIDE[unit]) >> at & 1)


def unfed(s: SecondFront) -> list[UnitId]:
    """Units on the map that lacked supply at the last check."""
    found: list[UnitId] = []
    u = s.fed.find(NONE)
    while u >= 0:
        if 0 <= s.loc[u] < HEXES:
            found.append(UnitId(u))
        u = s.fed.find(NONE, u + 1)
    return found


@rule("9.2", "9.2.mark")
class SupplyCheck(Step, frozen=True):
    """The status of every unit of both sides, which then holds until the next check."""

    rule = "9.2"
    side: Side
    """Whose player turn it is."""

    def auto(self, s: SecondFront, note: Note) -> Steps:
        if s.rules.basic:
            return ()
        before, hungry = s.fed, unfed(s)
        s.fed = IN_BOXES[:]
        for side in (GERMAN, ALLIED):
            fed = supplied(s, side)
            units = sorted([u for h in members(s.held[side] & ~fed) for u in s.here[h]])
            for u in units:
                s.fed[u] = kind_of_supply(s, u, fed)
            cut = [u for u in units if before[u] != NONE and s.fed[u] == NONE]
            again = [u for u in hungry if SIDE[u] == side and s.fed[u] != NONE]
            if cut:
                note(CutOff(side, tuple(cut)))
            if again:
                note(SuppliedAgain(side, tuple(again)))
        return (Airlift(LIFTS),) if s.rules.airlift else ()


@rule("15.8.lim", "15.8.dur", "15.2.eff")
class Airlift(Step, frozen=True):
    """Up to three Allied units that lack supply are supplied from the air until the next check."""

    rule = "15.8"
    left: int

    def ask(self, s: SecondFront) -> Ask:
        units = self.able(s)
        if not units:
            return None
        return Decision(
            s.seats[ALLIED],
            "airlift",
            "15.8",
            (*[Lift(u) for u in units], DONE),
            default=len(units),
            numbers=(self.left,),
        )

    def able(self, s: SecondFront) -> list[UnitId]:
        if not self.left or s.storm or s.dropped:
            return []
        return [u for u in unfed(s) if SIDE[u] == ALLIED]

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        if type(answer) is not Lift:
            return ()
        s.fed[answer.unit] = AERIAL
        s.airlifted = True
        note(Airlifted(answer.unit, s.loc[answer.unit]))
        return (replace(self, left=self.left - 1),)

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        if type(option) is Done:
            return None
        if type(option) is not Lift or SIDE[option.unit] != ALLIED:
            return Refusal("15.8", "not_offered")
        if s.fed[option.unit] != NONE:
            return Refusal("15.8", "supplied", (option.unit,))
        return None if option.unit in self.able(s) else Refusal("15.8.lim", "no_flights")
