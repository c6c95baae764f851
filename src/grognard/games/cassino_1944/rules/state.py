"""The one state: where every counter is, what it has suffered, and the tracks."""

from typing import Annotated

from msgspec import Struct

from grognard.core import DERIVED, Note, SpaceId, State, UnitId, by_loc, rule
from grognard.games.cassino_1944.content import (
    ALLIED,
    DEAD,
    ENDURANCE,
    HEXES,
    ROSTER,
    SIDE,
    SPACES,
    UNITS,
    VALUE,
    Marker,
    Side,
)
from grognard.games.cassino_1944.rules.events import BoxRemoved, Damaged, Eliminated, Taken
from grognard.maps import Set

AVENGER_STARTS = ("german_then_allied", "allied_then_german", "skip_allied_A")
GERMAN_FIRST, ALLIED_FIRST, SKIP_ALLIED = range(3)


class Rules(Struct, frozen=True, omit_defaults=True):
    """Scenario, optional rules and ruling switches of this game.

    Defaults are left out of the encoding, which compares by identity: only truth values and small numbers here.
    """

    avenger: bool = False
    support: bool = False
    abbey: bool = False
    coordination: bool = False
    weather: bool = False
    bidding: bool = False
    mountain_movement: bool = True
    strict_zero: bool = False
    avenger_start: int = 0
    """Index into `AVENGER_STARTS`."""
    avenger_no_reserve: bool = False
    avenger_graded: bool = False
    avenger_handicap: int = 0

    @property
    def points_count(self) -> bool:
        """Whether victory points decide anything: in Avenger only with one of the two options of ours (R-68)."""
        return not self.avenger or self.avenger_graded or self.avenger_handicap > 0


class Combat(Struct, frozen=True):
    """The combat several steps speak of."""

    side: Side
    """The attacker."""
    target: SpaceId
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    origins: tuple[SpaceId, ...]
    """Hexes the attackers held when they attacked."""
    unsupplied: bool = False
    """An attacker was out of supply when the attack was declared."""
    markers: tuple[Marker, ...] = ()
    losses: tuple[int, int] = (0, 0)
    """Damage points of attacker and defender, after the box."""
    strike: bool = False
    """XV SAF: no attacking units."""


class Cassino(State):
    """A position of Cassino (1944)."""

    where = by_loc
    rules: Rules
    turn: int
    impulse: int
    """0 to 3 for A to D."""
    loc: list[SpaceId]
    damage: list[int]
    control: bytearray
    """By space: the side whose unit was there last; NOBODY for the boxes."""
    box: bytearray
    """By space: 1 where a defensive box stands."""
    goal: int = 10
    """Victory points the Allied side needs."""
    vp: int = 0
    """The VP track as last counted."""
    acted: int = 0
    """Units that cannot act (any more) in this half."""
    attacked: int = 0
    """Units that were attacked in this half."""
    gone: int = 0
    """Units that left the map in this impulse."""
    used: int = 0
    """Support markers used: Allied ones in this impulse, the German one and XV SAF in this turn."""
    rain: bool = False
    destroyed: bool = False
    """The Abbey."""
    reserve: bool = False
    """The German reserve has been committed: the VP marker shows +1."""
    nation: int = -1
    """The nationality activated in this Allied half; -1: both."""
    combat: Combat | None = None
    here: Annotated[list[tuple[UnitId, ...]], DERIVED] = []
    """The units in each space, in order of ids."""
    held: Annotated[list[Set], DERIVED] = []
    """The hexes each side occupies."""

    def clock(self) -> tuple[int, ...]:
        return (self.turn, self.impulse)


def place(s: Cassino, unit: UnitId, space: SpaceId) -> None:
    """Put a counter somewhere. The only writer of `loc`, `here` and `held`."""
    old = s.loc[unit]
    s.loc[unit] = space
    here, side = s.here, SIDE[unit]
    left = here[old] = tuple([u for u in here[old] if u != unit])
    here[space] = tuple(sorted((*here[space], unit)))
    if old < HEXES and not left:
        s.held[side] &= ~(1 << old)
    if space < HEXES:
        s.held[side] |= 1 << space


def refresh(s: Cassino) -> None:
    """Recompute the derived columns."""
    here: list[list[UnitId]] = [[] for _ in range(SPACES)]
    held = [0, 0]
    for unit in UNITS:
        space = s.loc[unit]
        here[space].append(unit)
        if space < HEXES:
            held[SIDE[unit]] |= 1 << space
    s.here = [tuple(row) for row in here]
    s.held = held


@rule("6.3.remove", "9.1.2.count")
def enter(s: Cassino, unit: UnitId, hex: SpaceId, note: Note) -> None:
    """A unit comes into a hex by whatever way: it takes control (R-34, R-67), and an Allied one removes a box."""
    side = SIDE[unit]
    place(s, unit, hex)
    if s.control[hex] != side:
        s.control[hex] = side
        if VALUE[hex]:
            note(Taken(side, hex, VALUE[hex] if s.rules.points_count else 0))
    if side == ALLIED and s.box[hex]:
        s.box[hex] = 0
        note(BoxRemoved(hex))


@rule("6.2.mark", "6.2.elim", "2.1.faces")
def hurt(s: Cassino, unit: UnitId, points: int, note: Note) -> None:
    """Mark damage points on a unit: its factors stay the same until they equal its endurance, then it is gone."""
    s.damage[unit] += points
    note(Damaged(unit, points, s.damage[unit]))
    if s.damage[unit] >= ENDURANCE[unit]:
        eliminate(s, unit, note)


def endurance_left(s: Cassino, unit: UnitId) -> int:
    return ENDURANCE[unit] - s.damage[unit]


@rule("6.2.final")
def eliminate(s: Cassino, unit: UnitId, note: Note) -> None:
    """Out of play for good: nothing ever leaves the box of the eliminated."""
    place(s, unit, DEAD)
    note(Eliminated(unit))


@rule("2.1", "9.1.1.german")
def eliminated(s: Cassino, side: Side) -> int:
    """How many units of a side have been eliminated, from whatever cause."""
    loc = s.loc
    return sum([loc[u] == DEAD for u in ROSTER[side]])
