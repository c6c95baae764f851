"""The position: flat columns by unit and by space, and the few functions that write them.

`place` and `flip` are the only writers of `loc` and `committed`; they keep the derived columns `here`, `tally` and
`mask` true. Rows of derived columns are one for each side and board space: `side * BOARD + space`.
"""

from typing import Annotated, Protocol, runtime_checkable

from msgspec import Struct

from grognard.core import DERIVED, SpaceId, State, UnitId, by_loc, by_turn, rule
from grognard.games.thunder_at_cassino.content import (
    AREAS,
    ARMOR,
    ARMOR_LIMIT,
    AT,
    BARRED_ZONES,
    BOARD,
    CHITS,
    COMBAT,
    FIELDS,
    KIND,
    MG,
    OBS,
    OBSERVER_LIMIT,
    POOL,
    RIFLE_LIMIT,
    SIDE,
    SPACE_NAMES,
    TROOPS,
    UNIT_NAMES,
    WHITE_CIRCLES,
    Field,
    Side,
)
from grognard.maps import Set

FIGHTERS = 0xFF
MACHINE_GUNS = 0xFF << 8
ARMORED = 0xFF << 16
ANTI_TANK = 0xFF << 24
FOOT = 0xFF << 32
OBSERVERS = 0xFF << 40
READY = 0xFF << 48
ARMED = 0xFF << 56
"""Fields of a tally: Combat units, machine guns, Armor, Anti-Tank, all Infantry, observers, Uncommitted units of any
kind, Uncommitted Combat units."""
TANKS = ARMORED | ANTI_TANK

GUNNERS_AT, FIGHTERS_AT, ANYONE_AT, FOOT_AT, READY_AT, ARMED_AT = range(0, 12, 2)
"""Sets of spaces kept in `mask`, one a side: `mask[FOOT_AT + side]`."""
_MASKS = (
    (GUNNERS_AT, MACHINE_GUNS),
    (FIGHTERS_AT, FIGHTERS),
    (ANYONE_AT, FOOT | ARMORED),
    (FOOT_AT, FOOT),
    (READY_AT, READY),
    (ARMED_AT, ARMED),
)
_MASKS_OF_READY = _MASKS[4:]
"""The sets that change when a unit is turned over where it stands."""


@rule("4.21", "4.22", "4.23", "4.23.noncombat", "4.241")
def _weight(unit: int) -> int:
    """What a Committed unit adds to the tally of its space."""
    kind = KIND[unit]
    total = FOOT & -FOOT if kind != ARMOR else ARMORED & -ARMORED
    if COMBAT[unit]:
        total += 1
    if kind == MG:
        total += MACHINE_GUNS & -MACHINE_GUNS
    elif kind == AT:
        total += ANTI_TANK & -ANTI_TANK
    elif kind == OBS:
        total += OBSERVERS & -OBSERVERS
    return total


WEIGHT = tuple(_weight(u) for u in range(TROOPS))
EAGER = tuple((READY & -READY) + (ARMED & -ARMED if COMBAT[u] else 0) for u in range(TROOPS))
"""What being Uncommitted adds."""


class Rules(Struct, frozen=True):
    """The scenario and the options chosen before play."""

    scenario: str
    resolution: str = "dice"
    """dice, chits, or feints (21)."""
    bidding: bool = False


class Smoke(Struct, frozen=True):
    """A Smoke marker in play."""

    space: SpaceId
    side: Side
    number: int
    """The attack DR of the other side that blows it away."""


class Melee(Struct, frozen=True):
    """A Close Combat in progress in one Area (9)."""

    area: SpaceId
    first: Side
    """The side that designates first, fixed when the Area begins (R66)."""
    screened: tuple[UnitId, ...] = ()
    stood: tuple[UnitId, ...] = ()
    """Armor put into the line."""
    doomed: tuple[UnitId, ...] = ()
    """Eliminated, but still to make their attack."""


@runtime_checkable
class Charges(Protocol):
    """A step that takes movement points of a unit once its dice have fallen."""

    def points_due(self, unit: int) -> int:
        """How many."""


class Thunder(State):
    """A position of Thunder at Cassino."""

    clock = by_turn
    where = by_loc
    rules: Rules
    turn: int
    last: int
    """The last turn to be played."""
    advantage: Side
    night: bool
    night_turn: int
    """The last turn that was a Night turn."""
    vp: int
    bid: int
    loc: list[int]
    committed: list[int]
    spent: bytearray
    """Movement Factors used in the present impulse, by unit."""
    control: bytearray
    """1 where an Allied Control marker lies, by space."""
    quisling: bytearray
    rubble: bytearray
    smoke: tuple[Smoke, ...]
    supply: list[int]
    """Smoke markers left, by side."""
    decks: list[int]
    """Chits not yet used: eleven numbers of the Allied set, then of the German one."""
    melee: Melee | None
    here: Annotated[list[tuple[int, ...]], DERIVED] = []
    tally: Annotated[list[int], DERIVED] = []
    mask: Annotated[list[Set], DERIVED] = []
    haze: Annotated[Set, DERIVED] = 0
    """Spaces with Smoke."""
    open: Annotated[tuple[Set, Set], DERIVED] = (0, 0)
    """Spaces each side may be in this turn."""

    def points_used(self, unit: int) -> int | None:
        """With what a vehicle pays for the rubble it is about to try."""
        top: object = self.stack[-1] if self.stack else None
        return self.spent[unit] + (top.points_due(unit) if isinstance(top, Charges) else 0)


FULL_DECK = [number for _, number in CHITS]


@rule("5.1", "8.4", "19.13")
def fresh(rules: Rules) -> Thunder:
    """Everything off the map, first turn, Advantage as the scenario says."""
    field = FIELDS[rules.scenario]
    s = Thunder(
        stack=(),
        seats=(0, 1),
        result=None,
        rules=rules,
        turn=field.first,
        last=field.last,
        advantage=field.advantage,
        night=False,
        night_turn=0,
        vp=0,
        bid=0,
        loc=[POOL] * len(UNIT_NAMES),
        committed=[0] * len(UNIT_NAMES),
        spent=bytearray(len(UNIT_NAMES)),
        control=bytearray(len(SPACE_NAMES)),
        quisling=bytearray(len(SPACE_NAMES)),
        rubble=bytearray(len(SPACE_NAMES)),
        smoke=(),
        supply=list(field.smoke),
        decks=FULL_DECK * 2,
        melee=None,
        here=[()] * (2 * BOARD),
        tally=[0] * (2 * BOARD),
        mask=[0] * 12,
        haze=0,
        open=(0, 0),
    )
    set_open(s)
    return s


def field_of(s: Thunder) -> Field:
    """The scenario being played."""
    return FIELDS[s.rules.scenario]


def place(s: Thunder, unit: int, space: int) -> None:
    """Move a unit to a space; the only writer of `loc`."""
    old = s.loc[unit]
    s.loc[unit] = space
    if unit >= TROOPS:
        return
    side = SIDE[unit]
    weight = WEIGHT[unit] if s.committed[unit] else WEIGHT[unit] + EAGER[unit]
    if old < BOARD:
        row = side * BOARD + old
        s.here[row] = tuple([u for u in s.here[row] if u != unit])
        s.tally[row] -= weight
        _mark(s, side, old, s.tally[row], _MASKS)
    if space < BOARD:
        row = side * BOARD + space
        s.here[row] = tuple(sorted((*s.here[row], unit)))
        s.tally[row] += weight
        _mark(s, side, space, s.tally[row], _MASKS)


@rule("4.2", "8.13")
def flip(s: Thunder, unit: int, committed: int) -> None:
    """Turn a unit to its white (1) or coloured (0) side; the only writer of `committed`."""
    if s.committed[unit] == committed:
        return
    s.committed[unit] = committed
    space = s.loc[unit]
    if unit < TROOPS and space < BOARD:
        side = SIDE[unit]
        row = side * BOARD + space
        s.tally[row] += -EAGER[unit] if committed else EAGER[unit]
        _mark(s, side, space, s.tally[row], _MASKS_OF_READY)


def _mark(s: Thunder, side: int, space: int, tally: int, masks: tuple[tuple[int, int], ...]) -> None:
    bit, mask = 1 << space, s.mask
    for at, fields in masks:
        if tally & fields:
            mask[at + side] |= bit
        else:
            mask[at + side] &= ~bit


def set_smoke(s: Thunder, smoke: tuple[Smoke, ...]) -> None:
    """The only writer of the Smoke markers."""
    s.smoke = smoke
    s.haze = 0
    for marker in smoke:
        s.haze |= 1 << marker.space


def refresh(s: Thunder) -> None:
    """Recompute the derived columns from `loc`, `committed` and `smoke`."""
    here: list[list[int]] = [[] for _ in range(2 * BOARD)]
    s.tally, s.mask = [0] * (2 * BOARD), [0] * 12
    for unit in range(TROOPS):
        space, side = s.loc[unit], SIDE[unit]
        if space < BOARD:
            row = side * BOARD + space
            here[row].append(unit)
            s.tally[row] += WEIGHT[unit] if s.committed[unit] else WEIGHT[unit] + EAGER[unit]
            _mark(s, side, space, s.tally[row], _MASKS)
    s.here = [tuple(units) for units in here]
    set_smoke(s, s.smoke)
    set_open(s)


def fighters(s: Thunder, space: int, side: int) -> int:
    """How many Combat units a side has in an Area or Zone."""
    return s.tally[side * BOARD + space] & FIGHTERS


def other(side: Side) -> Side:
    return Side(1 - side)


def seat(s: Thunder, side: Side) -> int:
    return s.seats[side]


@rule("19.1", "19.12.white", "7.2.ban", "10.7")
def _open(field: Field) -> tuple[int, int, int]:
    """The spaces the Allied side, the Germans, and the Germans on turn 1 may be in.

    The scenario's map; for Germans no Zones A-F and on turn 1 no white circles.
    """
    german = field.spaces & ~BARRED_ZONES
    return field.spaces, german, german & ~WHITE_CIRCLES


_OPEN = {name: _open(field) for name, field in FIELDS.items()}


def set_open(s: Thunder) -> None:
    """The only writer of `open`: when the turn changes."""
    allied, german, first = _OPEN[s.rules.scenario]
    s.open = (allied, first if s.turn == 1 else german)


CROWDED = 0xF8 << 32 | 0xFC << 16
"""Bits of a tally set by more Infantry, or more Armor, than a look at the limits is worth: eight, and four."""


@rule("7.1")
def on_foot(tally: int) -> int:
    """How many units count towards the Infantry limit: all on foot but one observer."""
    return (tally >> 32 & 0xFF) - min(tally >> 40 & 0xFF, OBSERVER_LIMIT)


@rule("7.1", "7.2", "10.3", "4.23.noncombat")
def excess(tally: int, space: int) -> bool:
    """Whether a side with this tally is over the occupation limits of an Area; Zones have none.

    Ten Infantry of any kind, three Armor, and one observer more.
    """
    if space >= AREAS:
        return False
    if (tally >> 32 & 0xFF) > RIFLE_LIMIT and on_foot(tally) > RIFLE_LIMIT:
        return True
    return (tally >> 16 & 0xFF) > ARMOR_LIMIT


def room_for(s: Thunder, side: int, space: int, weight: int) -> bool:
    """Whether units of this joint weight fit into a space besides those already there."""
    return not excess(s.tally[side * BOARD + space] + weight, space)


RESERVE_TURN = 10
"""The turn on which battalions go into reserve and two brigade observers leave."""


@rule("18.1", "18.1.mg")
def in_reserve(s: Thunder) -> bool:
    """Whether the reserve rules are in force: from turn 10 on."""
    return s.turn >= RESERVE_TURN


@rule("8.4")
def pass_advantage(s: Thunder) -> None:
    """Whoever uses the Tactical Advantage hands it to the opponent."""
    s.advantage = Side(1 - s.advantage)
