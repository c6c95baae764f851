"""The position of a game, and the few functions that write the columns other columns depend on."""

from functools import lru_cache
from typing import Annotated

from msgspec import Struct

from grognard.core import DERIVED, Note, SpaceId, State, UnitId, by_loc, rule
from grognard.games.cities_of_the_damned.content import (
    AREAS,
    ARMOR,
    BATTALION,
    CF,
    CHITS,
    CONTESTED,
    EDGES,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    KINDS,
    MASKS,
    MIXED,
    NO_KIND,
    RESERVE,
    SAME_BATTALION,
    SPACES,
    SUPPORT_CAP,
    TANKS,
    UNIT_COUNT,
    Control,
    Happening,
    Kind,
)
from grognard.games.cities_of_the_damned.rules.events import Fell, InDispute, MarkerFreed, Reduced, Withdrawn, Won
from grognard.maps import Set, of_column

UPHILL, RIVER = 1, 2
"""Bits of `marks`: Attack Uphill, Crossed River."""
CHANGES: tuple[type[Fell | InDispute | Won], ...] = (Fell, InDispute, Won)
"""By control: what is reported when an area comes under it."""
FRESH, ACTIVE, FINISHED = 0, 1, 2
"""Values of `used`: not yet activated this round, being activated, activation over."""


class Rules(Struct, frozen=True):
    """Variants and rulings chosen before play."""

    tank_duel: bool = False
    monte_cassino: bool = False
    random_events: bool = False
    example_sites: bool = False
    one_cap: bool = False


class Fight(Struct, frozen=True, gc=False):
    """The combat being resolved. Drawn chits are codes: kind * 4 + open tasks (see `chits.py`)."""

    area: SpaceId
    counter: bool = False
    vacant: bool = False
    """A counter-attack on an area without Allied units."""
    die: int = 0
    """The resistance die, for an Allied attack."""
    number: int = 0
    """Chits to be drawn: from the table, then lowered."""
    direct: int = 0
    """Support points added to the Allied total."""
    lowering: int = 0
    """Support points that lowered the number."""
    tank: bool = False
    """The armor unit lowered the number and does not count."""
    slots: int = 0
    """Chits still to be drawn."""
    again: bool = False
    """Level 3: the chit being drawn replaces an armor unit."""
    drawn: tuple[int, ...] = ()
    aside: tuple[Kind, ...] = ()
    lead: int = 0
    """Allied factors: CF of the lead unit and one for every other unit."""
    margin: int = 0
    """Allied total less German total."""


class CityState(State, kw_only=True):
    """One game. `control`, `marker`, `settled`, `scored` are by space; boxes keep their first values."""

    where = by_loc
    rules: Rules
    loc: list[int]
    reduced: bytearray
    used: bytearray
    marks: bytearray
    here: Annotated[list[tuple[int, ...]], DERIVED] = []
    """Units by space, ascending."""
    control: bytearray
    marker: bytearray
    """Kind of the face-down chit in a Contested area, NO_KIND elsewhere."""
    settled: bytearray
    """1: the area's combat (in the counter-attack step: its roll) of this round is over."""
    scored: bytearray
    """1: a VP area that was Allied-controlled when VP were last recorded."""
    cup: list[int]
    """Chits in the container by kind."""
    removed: list[int]
    """Chits out of the game for good, by kind."""
    grey: bool
    """The grey chits have joined."""
    turn: int
    round: int
    rain: bool
    happening: Happening
    sketch: bool
    """Event 9 may still be used."""
    ap: int
    air: int
    artillery: int
    vp: int
    exits: int
    """Units that left the Main map and have been scored."""
    fight: Fight | None

    def clock(self) -> tuple[int, ...]:
        return (self.turn, self.round)


def fresh(rules: Rules) -> CityState:
    """An empty table: no unit placed, every chit outside the container."""
    return CityState(
        stack=(),
        seats=(0, -1),
        result=None,
        rules=rules,
        loc=[RESERVE] * UNIT_COUNT,
        reduced=bytearray(UNIT_COUNT),
        used=bytearray(UNIT_COUNT),
        marks=bytearray(UNIT_COUNT),
        here=[()] * SPACES,
        control=bytearray(SPACES),
        marker=bytearray([NO_KIND] * SPACES),
        settled=bytearray(SPACES),
        scored=bytearray(SPACES),
        cup=[0] * KINDS,
        removed=[0] * KINDS,
        grey=False,
        turn=1,
        round=1,
        rain=False,
        happening=Happening(0),
        sketch=False,
        ap=0,
        air=0,
        artillery=0,
        vp=0,
        exits=0,
        fight=None,
    )


# Units


def place(s: CityState, unit: int, space: int) -> None:
    """Move a unit; the only writer of `loc` and `here`."""
    here = s.here
    old = s.loc[unit]
    left = here[old]
    here[old] = tuple([u for u in left if u != unit]) if len(left) > 1 else ()
    s.loc[unit] = space
    there = here[space]
    here[space] = (*there, unit) if not there or there[-1] < unit else tuple(sorted((*there, unit)))


def refresh(s: CityState) -> None:
    """Recompute the derived columns from `loc`."""
    s.here = whereabouts(s)


def whereabouts(s: CityState) -> list[tuple[int, ...]]:
    """Units by space."""
    here: list[list[int]] = [[] for _ in range(SPACES)]
    for unit, space in enumerate(s.loc):
        here[space].append(unit)
    return [tuple(row) for row in here]


def factor(s: CityState, unit: int) -> int:
    """Present CF of an Allied unit."""
    return CF[unit][s.reduced[unit]]


def tank_in(s: CityState, area: int) -> int:
    """The Allied armor unit in an area, -1 if there is none."""
    for unit in s.here[area]:
        if ARMOR[unit]:
            return unit
    return -1


@rule("6.1.3", "6.1.3.free")
@lru_cache(maxsize=50_000)
def stacks(units: tuple[int, ...]) -> bool:
    """Whether these units may stand together: three infantry of one battalion or two of any, and one armor unit.

    Remembered: the same few units meet again and again.
    """
    tanks = infantry = 0
    battalion, same = -1, True
    for unit in units:
        if ARMOR[unit]:
            tanks += 1
        else:
            infantry += 1
            if battalion < 0:
                battalion = BATTALION[unit]
            elif battalion != BATTALION[unit]:
                same = False
    return tanks <= TANKS and infantry <= (SAME_BATTALION if same else MIXED)


@rule("6.2.2", "8.2")
def lose_step(s: CityState, unit: int, note: Note) -> None:
    """A full unit is reduced; a reduced one goes to the Reserve box and loses its marks."""
    if s.reduced[unit]:
        area = s.loc[unit]
        place(s, unit, RESERVE)
        s.marks[unit] = 0
        note(Withdrawn(UnitId(unit), SpaceId(area)))
    else:
        s.reduced[unit] = 1
        note(Reduced(UnitId(unit), SpaceId(s.loc[unit])))


def fight_of(s: CityState) -> Fight:
    """The combat under way."""
    assert s.fight is not None
    return s.fight


def marks_in(s: CityState, area: int) -> int:
    """All marks of the Allied units in an area, as bits."""
    found = 0
    for unit in s.here[area]:
        found |= s.marks[unit]
    return found


# Control


@rule("1.2.control.b", "1.2.control.c", "1.1.control_markers")
def set_control(s: CityState, area: SpaceId, control: Control, note: Note) -> None:
    """Change who holds an area. Any number of areas may be Allied-controlled at once."""
    if s.control[area] != control:
        s.control[area] = control
        note(CHANGES[control](area))


@rule("1.2.control.b")
def vacated(s: CityState, area: SpaceId, note: Note) -> None:
    """Ruling 29: when its last Allied unit leaves, a Contested area is German at once and its marker returns."""
    if s.control[area] == CONTESTED and not s.here[area]:
        note(MarkerFreed(area, Kind(take_marker(s, area))))
        set_control(s, area, HELD_BY_GERMANS, note)


def take_marker(s: CityState, area: int) -> int:
    """The face-down chit of an area goes back into the container: its kind, NO_KIND where none lay."""
    kind = s.marker[area]
    if kind != NO_KIND:
        s.cup[kind] += 1
        s.marker[area] = NO_KIND
    return kind


def contested(s: CityState) -> list[SpaceId]:
    """Contested areas in order of their ids."""
    found = []
    at = s.control.find(CONTESTED)
    while at >= 0:
        found.append(SpaceId(at))
        at = s.control.find(CONTESTED, at + 1)
    return found


@rule("6.2.step3.mod3")
def isolated(s: CityState, area: int) -> bool:
    """No chain of German-controlled areas leads from here to a supply edge; the edge areas are never isolated."""
    return not EDGES >> area & 1 and _cut_off(bytes(s.control), area)


_GERMAN = bytes(value == HELD_BY_GERMANS for value in range(256))


def german_areas(control: bytes) -> Set:
    """The areas that the Germans control."""
    return of_column(control[:AREAS].translate(_GERMAN))


@lru_cache(maxsize=50_000)
def _cut_off(control: bytes, area: int) -> bool:
    """The search, remembered: control changes seldom, and every fight asks."""
    german = german_areas(control)
    return not MASKS.touches(MASKS.neighbours[area] & german, german, EDGES)


@rule("4.0.rain.support")
def cap(s: CityState) -> int:
    """Support points allowed in one step of a combat."""
    return SUPPORT_CAP[s.rain]


# Chits


def chit_total(s: CityState) -> list[int]:
    """Every chit wherever it is, by kind: it never changes."""
    count = [s.cup[k] + s.removed[k] + (CHITS[k].copies if CHITS[k].grey and not s.grey else 0) for k in range(KINDS)]
    for kind in s.marker[:AREAS]:
        if kind != NO_KIND:
            count[kind] += 1
    if s.fight is not None:
        for code in s.fight.drawn:
            count[code >> 2] += 1
        for kind in s.fight.aside:
            count[kind] += 1
    return count


def allied_area(s: CityState, area: int) -> bool:
    """Whether an area is Allied-controlled."""
    return s.control[area] == HELD_BY_ALLIES
