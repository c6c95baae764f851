"""The one state: where every counter is, what it has suffered, the points, and what this phase has seen."""

from functools import lru_cache
from typing import Annotated, cast

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import DERIVED, Note, Refusal, SpaceId, State, UnitId, by_loc, by_turn, rule
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    CAPACITY,
    COUNTERS,
    DEAD,
    FIGHTERS,
    GERMAN,
    HEXES,
    HQS,
    MOST_STEPS,
    NIGHT,
    OPS,
    PLATOONS,
    SHORT,
    SIDE,
    STRENGTH,
    THIRDS,
    TURNS,
    UNITS,
    ZONES,
    Function,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import Crowded, Eliminated, Lost, Pinned, Relieved, WorkStopped
from grognard.maps import BIT, Presence, Set, mask, members

PRESENCE = Presence([(SIDE[u], SIDE[u] + 2) if FIGHTERS >> u & 1 else (SIDE[u],) for u in UNITS], HEXES)
place = PRESENCE.place
refresh = PRESENCE.refresh


class Rules(Struct, frozen=True, omit_defaults=True):
    """What was chosen before play."""

    short: bool = False
    """The short game, which is ours: it ends after turn 5 with the town as its objective."""
    even: bool = False
    """Fewer Allied steps than printed make a German victory (ruling 51)."""


class Spent(Struct, frozen=True):
    """An increment spent in this phase: the headquarters and what for."""

    hq: UnitId
    function: Function
    units: tuple[UnitId, ...] = ()
    """If the headquarters has gone with its last increment: the units that could draw on it at that moment."""


class Assault(Struct, frozen=True):
    """The close assault several steps speak of."""

    side: Side
    """The attacker."""
    hexes: tuple[SpaceId, ...]
    attackers: tuple[UnitId, ...]
    sources: tuple[int, ...] = ()
    """By attacker: the headquarters that supplies it; -1: none."""
    reserves: tuple[UnitId, ...] = ()
    """Units sent that have arrived."""
    targets: tuple[UnitId, ...] = ()
    """Units fired upon by support fire in the hex of the assault where they are."""
    advanced: tuple[UnitId, ...] = ()
    """Units that have entered a hex the defender left."""


def aimed_at(a: Assault, unit: UnitId) -> Assault:
    """The assault, with a unit fired upon in the hex where it is."""
    return replace(a, targets=tuple(sorted((*a.targets, unit))))


class Battle(State):
    """A position of The Battle for Cassino. Sets of units are integers with one bit a unit."""

    clock = by_turn
    where = by_loc
    rules: Rules
    turn: int
    side: Side
    """The phasing side."""
    loc: list[SpaceId]
    steps: list[int]
    increments: list[int]
    """Supply left, by unit; 0 for all but headquarters."""
    spent: list[int]
    """Movement Points paid for reorganisation in this phase, by unit."""
    pins: list[int]
    """Pinned units by the side whose Player-Turn it happened in: yellow, grey."""
    lost: list[int]
    """Steps lost by side."""
    artillery: list[int]
    """Points in store by side."""
    air: int = 0
    ruins: tuple[SpaceId, ...] = ()
    blocks: tuple[SpaceId, ...] = ()
    """Roadblocks."""
    crowded: int = 0
    """Overstacked units."""
    fresh: int = 0
    """Those of them that became so in the present Game-Turn."""
    immobile: int = 0
    builders: int = 0
    """Companies at work on a roadblock."""
    expended: int = 0
    """Headquarters whose last increment was spent in this Player-Turn."""
    moved: int = 0
    carried: int = 0
    raised: int = 0
    """Platoons and companies that a reorganisation of this phase has put on the map."""
    cleared: int = 0
    """Engineers that have cleared ruins or freed a tank in this phase."""
    unsupplied: int = 0
    """Units out of supply when the Movement Phase began."""
    climbers: int = 0
    """Units that began the Movement Phase on the slopes."""
    fired: int = 0
    """Units that have fired (mortars, opportunity or support fire) in this phase."""
    fought: int = 0
    """Units that have assaulted in this Combat Phase."""
    bombarded: tuple[SpaceId, ...] = ()
    mortared: tuple[SpaceId, ...] = ()
    scarred: tuple[SpaceId, ...] = ()
    """Hexes hit by collateral damage in this Player-Turn."""
    assaulted: tuple[SpaceId, ...] = ()
    freed: tuple[tuple[int, int], ...] = ()
    """Tanks freed in this phase, each with the road hex of its engineer."""
    supplied: tuple[Spent, ...] = ()
    sources: tuple[int, ...] = ()
    """What `Supply` found out last: a headquarters for each unit asked about, -1 for none."""
    assault: Assault | None = None
    here: Annotated[dict[int, tuple[int, ...]], DERIVED] = {}
    held: Annotated[list[int], DERIVED] = []

    def points_used(self, unit: int) -> int | None:
        moving = self.stack[-1].points_used() if self.stack else None
        return self.spent[unit] if moving is None else moving


def last_turn(s: Battle) -> int:
    return SHORT if s.rules.short else TURNS


@rule("13.0")
def night(s: Battle) -> bool:
    return NIGHT[s.turn]


def pinned(s: Battle) -> int:
    """The set of pinned units."""
    return s.pins[ALLIED] | s.pins[GERMAN]


@rule("7.0", "7.1", "7.24", "5.43.attack")
def zone(s: Battle, side: Side | int) -> Set:
    """The hexes under the zones of control of a side: next to its combat units, never over a river (ruling 17)."""
    return ZONES.of(s.held[side + 2])


def strength(s: Battle, unit: int) -> int:
    """Its strength now: the face showing less the reduction marker."""
    return STRENGTH[unit][s.steps[unit]]


@lru_cache(4096)
def flags(bits: int) -> tuple[UnitId, ...]:
    """The units of a set."""
    return cast("tuple[UnitId, ...]", tuple(members(bits)))


# Stacking -----------------------------------------------------------------------------------------


@rule("9.0", "9.1")
def full(s: Battle, unit: int, hex: int, leaving: tuple[UnitId, ...] = ()) -> bool:
    """Whether a hex has no room for one more counter: thirds of a company, one headquarters, observers free. Those who
    are `leaving` fill nothing."""
    stack = s.here.get(hex, ())
    if leaving:
        stack = tuple([u for u in stack if u not in leaving])
    if not stack or OPS >> unit & 1:
        return False
    if HQS >> unit & 1:
        return any(HQS >> u & 1 and u != unit for u in stack)
    room = CAPACITY[SIDE[unit]] - THIRDS[unit]
    for u in stack:
        if u != unit:
            room -= THIRDS[u]
    return room < 0


@rule("9.1")
def room_in(s: Battle, side: int, hex: int) -> int:
    """Thirds of a company for which a hex still has room."""
    return CAPACITY[side] - sum([THIRDS[u] for u in s.here.get(hex, ())])


@rule("9.21", "12.73")
def crowd(s: Battle, unit: UnitId, note: Note) -> None:
    """A unit has been forced into a hex without room: it is overstacked and loses a step at once (ruling 38)."""
    s.crowded |= 1 << unit
    s.fresh |= 1 << unit
    note(Crowded(unit, s.loc[unit]))
    hurt(s, unit, 1, note)


def relieve(s: Battle, hex: int, note: Note) -> None:
    """Somebody has left: overstacked units for which there is room now are so no longer (ruling 38). A headquarters
    never is for long: it has one step to lose."""
    stack = s.here.get(hex, ())
    for unit in stack:
        if s.crowded >> unit & 1:
            settled = sum([THIRDS[u] for u in stack if not s.crowded >> u & 1])
            if settled + THIRDS[unit] <= CAPACITY[SIDE[unit]]:
                s.crowded &= ~(1 << unit)
                note(Relieved(UnitId(unit)))


def put(s: Battle, unit: UnitId, space: SpaceId, note: Note) -> None:
    """Move a counter; where it leaves a hex, room may come free there."""
    old = s.loc[unit]
    place(s, unit, space)
    if s.crowded and old != space:
        s.crowded &= ~(1 << unit)
        relieve(s, old, note)


# Losses and pins ----------------------------------------------------------------------------------


@rule("11.0.procedure", "11.12", "11.22", "5.43.loss", "11.44", "18.0.ex")
def hurt(s: Battle, unit: UnitId, steps: int, note: Note) -> None:
    """A unit loses steps; with the last one it is gone."""
    steps = min(steps, s.steps[unit])
    if steps <= 0:
        return
    s.steps[unit] -= steps
    s.lost[SIDE[unit]] += steps
    note(Lost(unit, steps, s.steps[unit]))
    if not s.steps[unit]:
        remove(s, unit, note)


@rule("12.75", "10.13.elim", "5.43.norebuild")
def eliminate(s: Battle, unit: UnitId, note: Note) -> None:
    """A unit is lost with all its steps (ruling 37)."""
    s.lost[SIDE[unit]] += s.steps[unit]
    s.steps[unit] = 0
    remove(s, unit, note)


def remove(s: Battle, unit: UnitId, note: Note) -> None:
    """Off the map for good; only the counter of a platoon may be used again (11.23)."""
    note(Eliminated(unit, s.loc[unit]))
    wipe(s, unit)
    put(s, unit, COUNTERS if PLATOONS >> unit & 1 else DEAD, note)
    s.increments[unit] = 0


@rule("11.23")
def wipe(s: Battle, unit: UnitId) -> None:
    """Take all markers off a counter that leaves the map; nothing of this phase clings to it either, for that of a
    platoon or of a divided company may come back in the same phase as another unit."""
    keep = ~(1 << unit)
    s.pins[ALLIED] &= keep
    s.pins[GERMAN] &= keep
    s.immobile &= keep
    s.builders &= keep
    s.fresh &= keep
    s.raised &= keep
    s.moved &= keep
    s.unsupplied &= keep
    s.climbers &= keep
    s.spent[unit] = 0


@rule("14.0", "14.0.markers", "15.13")
def pin(s: Battle, unit: UnitId, note: Note) -> None:
    """Pinned until the next Preparation Fire Phase of the side whose Player-Turn this is; work in hand stops."""
    s.pins[s.side] |= 1 << unit
    note(Pinned(unit, s.loc[unit]))
    stop_work(s, unit, note)


@rule("15.13")
def stop_work(s: Battle, unit: UnitId, note: Note) -> None:
    if s.builders >> unit & 1:
        s.builders &= ~(1 << unit)
        note(WorkStopped(unit, s.loc[unit]))


def whole(unit: int) -> int:
    """The steps of a unit at full strength."""
    return MOST_STEPS[unit]


def spoilt(s: Battle) -> Set:
    """Hexes with ruins or a roadblock: both hinder movement alike, and once (ruling 13)."""
    return _together(s.ruins, s.blocks)


@rule("6.23", "15.0.effect")
def closed_to_armour(s: Battle, hex: int) -> Refusal | None:
    """Why armour cannot enter a hex: ruins, or a roadblock."""
    if not spoilt(s) & BIT[hex]:
        return None
    return Refusal("6.23" if hex in s.ruins else "15.0.effect", "spoilt", (hex,))


def ruined(s: Battle) -> Set:
    """Hexes with ruins."""
    return _together(s.ruins, ())


@lru_cache(256)
def _together(ruins: tuple[SpaceId, ...], blocks: tuple[SpaceId, ...]) -> Set:
    return mask(ruins) | mask(blocks)
