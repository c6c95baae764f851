"""The one state: where every counter is, what it has done in this phase, and the tracks."""

from typing import Annotated

from msgspec import Struct

from grognard.core import DERIVED, SpaceId, State, UnitId, by_loc, by_turn, rule
from grognard.games.dark_victory.content import (
    BONUS,
    FIGHTER,
    FORMATION,
    INFANTRY,
    IS_LEADER,
    KIND,
    LIMIT,
    MEXICAN,
    MODIFIER,
    MORALE,
    PLACES,
    POINTS,
    RELEASE,
    RESERVE,
    ROSTER,
    SECOND,
    SIDE,
    STARRED,
    TEXAN,
    UNITS,
    WOMEN,
    Gun,
    Side,
)
from grognard.maps import Presence

EMPTY, LOADED, LOADING, SPENT = range(4)
"""What a cannon is: loaded or not; being loaded, or fired, until the phase ends (10.18)."""
ACTED, LOADS = 1, 2
"""Why the actions of a unit are over in this phase: it has made them, or it is reloading a cannon (10.18)."""
ONE, EXTRA_GUNS_MORE, AS_AF_ALLOW = range(3)
SHOTS = ("one", "extra_guns", "as_af_allow")
"""How often a stack fires in a player turn: the three readings of 10.2."""

HALTS = ("", "9.10", "9.10.B", "6.2.B", "9.6")
"""The cases that end a unit's movement for a phase."""
FREE, STOPPED, HELD_FAST, JOINED, SHUT_OUT = range(len(HALTS))
"""Came next to Texans, began next to them, met friends, failed at a door."""
LADDER_ROOM = 4
"""Stacking points more where a ladder stands (9.19)."""
HELD = 2
"""`held[side]`: hexes with anybody of a side; `held[HELD + side]`: with its infantry or crews; then by column
(`COLUMN_HELD + column`) the hexes of units bound to one; last, those of everybody but women and children."""
COLUMN_HELD = 3
COMBATANTS = COLUMN_HELD + 6


class Rules(Struct, frozen=True, omit_defaults=True):
    """Scenario, variants and ruling switches of this game."""

    free_texans: bool = False
    free_schedule: bool = False
    dual: bool = False
    strict_high_wall: bool = False
    shots: int = ONE
    """Index into `SHOTS`."""
    even_game: bool = False
    """Terms of ours: the Texans must hold out in numbers."""


class Alamo(State):
    """A position of Dark Victory."""

    clock = by_turn
    where = by_loc
    rules: Rules
    turn: int
    loc: list[SpaceId]
    rank: bytearray
    """By unit: its place in the stack, bottom first."""
    reduced: bytearray
    """By unit: 1 on its reduced side."""
    acted: bytearray
    """By unit: why its actions of this phase are over, `ACTED` or `LOADS`; 0 as long as they are not."""
    ready: bytearray
    """By unit: 1 if it was in command when the Action Phase began, or needs none."""
    pinned: bytearray
    """By unit: why it may not move any more in this phase, an index into `HALTS`; `FREE` if it may."""
    meleed: bytearray
    """By unit: 1 if it has had its melee of this phase."""
    reacted: bytearray
    """By unit: the last mover it reacted to."""
    shot: bytearray
    """By unit: 1 if it has fired in reaction in this phase."""
    deniers: list[tuple[UnitId, ...]]
    """By Texan unit: the Mexicans that moved next to it in this phase (11.8)."""
    gun_at: list[SpaceId]
    loaded: bytearray
    """By cannon: `LOADED` or another of its states."""
    gun_side: bytearray
    """By cannon: the side that holds it."""
    gun_spent: bytearray
    """By cannon: action factors spent on moving it in this phase."""
    opened: bytearray
    """By door: 1 once it is open."""
    flags: bytearray
    """By flagpole: 0 Texan, 1 taken and gone, 2 the Mexican flag, 3 the Mexican flag lost."""
    column_losses: list[int]
    """Steps lost by columns 1 to 4 before the ladder check; the first entry is the total once it has been made."""
    area: list[int]
    """Entry area by column."""
    due: list[int]
    """Turn of arrival by column; 0 for the Reserve."""
    shown: int = 0
    """Columns (bits) whose written schedule has become known."""
    dead: tuple[tuple[SpaceId, int], ...] = ()
    """Dead counters by space."""
    ladders: tuple[tuple[SpaceId, SpaceId], ...] = ()
    """Where ladders stand and what they lead to."""
    fires: tuple[SpaceId, ...] = ()
    """Burning hex numbers."""
    extra: tuple[SpaceId, ...] = ()
    """Hexes with Extra Guns."""
    extra_used: tuple[SpaceId, ...] = ()
    """Those of them used in this phase."""
    fired: tuple[tuple[Side, SpaceId], ...] = ()
    """Sides and hexes from which they have fired in this player turn."""
    entries: tuple[SpaceId, ...] = ()
    """Entry hexes used in this phase, once for each stack."""
    tried: tuple[int, ...] = ()
    """Doors tried in this phase."""
    ladder_check: bool = False
    """The ladder check has been made."""
    releases: tuple[int, ...] = ()
    """Which Mexican side made each successful reserve roll."""
    rolls: int = 0
    """Reserve dice so far."""
    climbed: int = 0
    """Points that used the outer stairs in this phase."""
    manned: tuple[SpaceId, ...] = ()
    """Numbers whose rooms held Texans when the Mexican Action Phase began (13.3)."""
    kindled: int = -1
    """The number just set on fire, until its checks are made; -1: none."""
    mover: int = 0
    """Stacks that have acted in this Mexican phase."""
    points: tuple[int, int] = (0, 0)
    """Flags, women and children, slaves and prisoners taken by the commander of Columns 1 and 3, and of 2 and 4."""
    here: Annotated[dict[int, tuple[UnitId, ...]], DERIVED] = {}
    """The units in each occupied space, bottom first."""
    held: Annotated[list[int], DERIVED] = []
    """Sets of hexes, see `HELD`."""


def _groups(unit: UnitId) -> tuple[int, ...]:
    found: list[int] = [SIDE[unit]]
    if FIGHTER[unit]:
        found.append(HELD + SIDE[unit])
    if SIDE[unit] == MEXICAN and not STARRED[unit]:
        found.append(COLUMN_HELD + FORMATION[unit])
    if KIND[unit] != WOMEN:
        found.append(COMBATANTS)
    return tuple(found)


PRESENCE = Presence([_groups(u) for u in UNITS], PLACES, ordered=True)
place = PRESENCE.place
arrange = PRESENCE.arrange
refresh = PRESENCE.refresh


def points(s: Alamo, unit: UnitId) -> int:
    """Stacking value of a unit as it is now."""
    return POINTS[s.reduced[unit]][unit]


def morale(s: Alamo, unit: UnitId) -> int:
    return MORALE[s.reduced[unit]][unit]


def modifier(s: Alamo, unit: UnitId) -> int:
    return MODIFIER[s.reduced[unit]][unit]


@rule("2.11", "6.8", "8.2")
def stacked(s: Alamo, space: int) -> int:
    """Stacking points in a space. Leaders, guns and markers count nothing."""
    reduced, total = s.reduced, 0
    for u in s.here.get(space, ()):
        total += POINTS[reduced[u]][u]
    return total


@rule("6.4", "9.19.D", "9.19.E", "TEC.note")
def limit(s: Alamo, space: int) -> int:
    """The most stacking points a space may hold: its in-hex terrain, and four more where a ladder stands."""
    for hex, _ in s.ladders:
        if hex == space:
            return LIMIT[space] + LADDER_ROOM
    return LIMIT[space]


def fighters(s: Alamo, space: int) -> list[UnitId]:
    """Infantry and crews in a space, bottom first."""
    return [u for u in s.here.get(space, ()) if FIGHTER[u]]


def leaders(s: Alamo, space: int) -> list[UnitId]:
    """Leaders in a space, bottom first."""
    return [u for u in s.here.get(space, ()) if IS_LEADER[u]]


@rule("6.7", "10.2")
def top(s: Alamo, space: int) -> UnitId | None:
    """The topmost unit that is no leader."""
    for unit in reversed(s.here.get(space, ())):
        if FIGHTER[unit]:
            return unit
    return None


def best_leader(s: Alamo, space: int) -> UnitId | None:
    """The leader of a space with the highest bonus, the topmost among equals."""
    found = leaders(s, space)
    return max(reversed(found), key=lambda u: BONUS[u]) if found else None


def gun_in(s: Alamo, space: int) -> Gun | None:
    """The cannon in a space."""
    return Gun(s.gun_at.index(SpaceId(space))) if space in s.gun_at else None


def dead_in(s: Alamo, space: int) -> int:
    return next((count for hex, count in s.dead if hex == space), 0)


def lay_dead(s: Alamo, space: SpaceId) -> None:
    """One more Dead counter in a space."""
    table = dict(s.dead)
    table[space] = table.get(space, 0) + 1
    s.dead = tuple(sorted(table.items()))


def losses(s: Alamo) -> int:
    """Mexican steps lost so far."""
    return sum(s.column_losses)


@rule("3.5")
def commander(s: Alamo, unit: UnitId) -> Side:
    """The side that commands a unit: one Mexican, or by column; of the Reserve whoever released it (R-DUAL)."""
    if SIDE[unit] == TEXAN:
        return TEXAN
    return of_column(s, FORMATION[unit], RELEASE[unit])


def of_column(s: Alamo, column: int, release: int = 0) -> Side:
    """The Mexican side that commands a column, or a release of the Reserve."""
    if not s.rules.dual:
        return MEXICAN
    if column == RESERVE:
        return Side(s.releases[release - 1]) if 0 < release <= len(s.releases) else MEXICAN
    return MEXICAN if column in (1, 3) else SECOND


@rule("9.18")
def ladders_lost(s: Alamo, column: int) -> bool:
    """R-LADNEVER: with all infantry of a numbered column gone before the check it can never be made."""
    if s.ladder_check:
        return False
    return not any(FORMATION[u] == column and KIND[u] == INFANTRY and s.loc[u] <= PLACES for u in ROSTER[MEXICAN])


@rule("3.5")
def owner(s: Alamo, space: int) -> Side:
    """The side that disposes of a stack: it commands the troops, or the leaders where there are none but them."""
    units = s.here[space]
    return commander(s, next((u for u in units if FIGHTER[u]), units[0]))


@rule("3.5")
def allies(s: Alamo, side: int) -> tuple[int, ...]:
    """Who gives up with a side: two Mexican players fight for one army."""
    return tuple(x for x in range(len(s.seats)) if x not in (side, TEXAN)) if side != TEXAN else ()


def seat_of(s: Alamo, unit: UnitId) -> int:
    """The seat that decides for a unit."""
    return s.seats[commander(s, unit)]


def on_map(s: Alamo, unit: UnitId) -> bool:
    return s.loc[unit] < PLACES


def garrison(s: Alamo) -> int:
    """Texan units and leaders on either map."""
    return sum([s.loc[u] < PLACES for u in ROSTER[TEXAN]])


def texans_left(s: Alamo) -> bool:
    """Whether any Texan unit or leader is left on either map (R-ALLTEX)."""
    return bool(s.held[TEXAN])
