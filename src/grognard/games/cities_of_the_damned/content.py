"""What never changes: areas and borders, counters and kinds of chits, tables and modifiers, read once from `data/`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, NewType

from msgspec import Struct

from grognard.core import SpaceId, UnitId, rule
from grognard.maps import Masks, mask
from grognard.tables import ComponentError, Components

Side = NewType("Side", int)
Kind = NewType("Kind", int)
"""Kind of a German chit: chits of one kind cannot be told apart in the container."""
Control = NewType("Control", int)
Row = NewType("Row", int)
"""Row of the German Counter-Attack Table."""
Happening = NewType("Happening", int)
"""Sum of the dice on the Random Events table; 0: none."""
Place = NewType("Place", int)
"""A space by number and name, for sentences."""

ALLIED, GERMAN = Side(0), Side(1)
SIDES = ("Allied", "German")

FOLDER = Path(__file__).parent
DATA = Components("cities_of_the_damned", FOLDER / "data")


# Rows of the data files


class AreaRow(Struct, frozen=True):
    id: str
    map: Literal["main", "rail"]
    name: str
    elevation: int
    resistance: int
    white: bool
    start_control: Literal["allied", "german"]
    vp_star: bool
    exit_vp: int
    german_supply_edge: bool
    entry_26nz: bool
    transit_to: str | None
    map_edges: str | None
    label_x: int
    label_y: int
    polygon: str
    reason: str


class BorderRow(Struct, frozen=True):
    a: str
    b: str
    kind: Literal["normal", "river", "prohibited", "transit"]
    map: Literal["main", "rail", "both"]
    x1: int | None
    y1: int | None
    x2: int | None
    y2: int | None
    reason: str


class UnitRow(Struct, frozen=True):
    id: str
    side: Literal["allied", "german"]
    formation: str
    color: Literal["brown", "blue", "grey"]
    name: str
    type: Literal["infantry", "armor", "mg", "artillery", "sniper"]
    cf_full: int
    cf_reduced: int | None
    count_rule: str
    setup: str
    arrival: str
    reason: str


class TableRow(Struct, frozen=True):
    table: str
    roll_low: int | None
    roll_high: int | None
    weather: Literal["clear", "rain", "any"]
    result: str
    value: int | None
    note: str | None
    reason: str


class ModifierRow(Struct, frozen=True):
    table: str
    modifier: str
    value: int
    condition: str
    reason: str


class ConstantRow(Struct, frozen=True):
    name: str
    value: int
    reason: str


class EventRow(Struct, frozen=True):
    roll_2d6: int
    event: str
    effect: str
    reason: str


class TurnRow(Struct, frozen=True):
    turn: int
    date: str
    notes: str
    reason: str


class MarkerRow(Struct, frozen=True):
    marker: str
    count: int
    note: str | None
    reason: str


class SceneryRow(Struct, frozen=True):
    kind: Literal["road", "railway", "light_river", "label"]
    name: str
    map: Literal["main", "rail"]
    points: str
    reason: str


AREA_ROWS = DATA.rows("areas.csv", AreaRow, ("id",))
BORDER_ROWS = DATA.rows("adjacency.csv", BorderRow, ("a", "b"))
UNIT_ROWS = DATA.rows("units.csv", UnitRow, ("id",))
TABLE_ROWS = DATA.rows("tables.csv", TableRow)
MODIFIER_ROWS = DATA.rows("modifiers.csv", ModifierRow, ("table", "modifier"))
EVENT_ROWS = DATA.rows("random_events.csv", EventRow, ("roll_2d6",))
TURN_ROWS = DATA.rows("turns.csv", TurnRow, ("turn",))
MARKER_ROWS = DATA.rows("markers.csv", MarkerRow, ("marker",))
SCENERY_ROWS = DATA.rows("map_art.csv", SceneryRow, ("map", "name"))
CONSTANTS = {row.name: row.value for row in DATA.rows("constants.csv", ConstantRow, ("name",))}


# Areas

AREAS = len(AREA_ROWS)
AREA_ID = {row.id: SpaceId(k) for k, row in enumerate(AREA_ROWS)}
BOX_NAMES = (
    "Reserve box",
    "Off-map East",
    "Set-up",
    "Reinforcements to come",
    "Reinforcements",
    "Exited Main",
    "Exited Rail",
)
RESERVE, OFFMAP, MUSTER, LATER, READY, EXITED_MAIN, EXITED_RAIL = (SpaceId(AREAS + k) for k in range(len(BOX_NAMES)))
SPACES = AREAS + len(BOX_NAMES)
SPACE_NAMES = (*(row.id for row in AREA_ROWS), *BOX_NAMES)
PLACE_NAMES = (*(f"{row.id} {row.name}" for row in AREA_ROWS), *BOX_NAMES)


@rule("1.2.area_values")
def _values() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Elevation and Resistance Level of each area."""
    return tuple(row.elevation for row in AREA_ROWS), tuple(row.resistance for row in AREA_ROWS)


LEVEL, RESISTANCE = _values()
WHITE = tuple(SpaceId(a) for a, row in enumerate(AREA_ROWS) if row.white)
ENTRIES = tuple(SpaceId(a) for a, row in enumerate(AREA_ROWS) if row.entry_26nz)
ON_RAIL = tuple(row.map == "rail" for row in AREA_ROWS)
EXIT_VP = tuple(row.exit_vp for row in AREA_ROWS)
SUPPLY = frozenset(a for a, row in enumerate(AREA_ROWS) if row.german_supply_edge)
CASTLE_HILL = AREA_ID["38"]
ABBEY_SLOPES = (AREA_ID["36"], AREA_ID["43"])
"""Variant 12.2: with both in Allied hands the guns have lost their observers."""
HIGH = 3
"""Level that no armor enters (6.1.4.b)."""


@rule("1.2.vp_star")
def _stars(rail: bool) -> tuple[SpaceId, ...]:
    """VP areas of one map."""
    return tuple(SpaceId(a) for a, row in enumerate(AREA_ROWS) if row.vp_star and (row.map == "rail") == rail)


MAIN_STARS, RAIL_STARS = _stars(False), _stars(True)
STARS = MAIN_STARS + RAIL_STARS


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """One border as seen by a unit that crosses it. (A slot is read faster than the field of a named tuple.)"""

    to: SpaceId
    river: bool
    uphill: bool


@rule("1.2.areas", "1.2.river", "6.1.1", "6.1.1.a", "6.1.1.b", "6.1.1.c", "6.1.1.d", "6.1.1.e", "6.1.4.a")
def _ways() -> tuple[tuple[tuple[Way, ...], ...], frozenset[tuple[int, int]]]:
    """Connected areas (shared border or transit link, prohibited borders left out), and the prohibited pairs."""
    ways: list[list[Way]] = [[] for _ in range(AREAS)]
    barred: set[tuple[int, int]] = set()
    for border in BORDER_ROWS:
        try:
            a, b = AREA_ID[border.a], AREA_ID[border.b]
        except KeyError as error:
            raise ComponentError("adjacency.csv", 0, "a", f"there is no area {error}") from None
        for here, there in ((a, b), (b, a)):
            if border.kind == "prohibited":
                barred.add((here, there))
            else:
                ways[here].append(Way(there, border.kind == "river", LEVEL[there] > LEVEL[here]))
    return tuple(tuple(sorted(row)) for row in ways), frozenset(barred)


_AREA_WAYS, PROHIBITED = _ways()
_ENTRY_WAYS = tuple(Way(a, False, False) for a in ENTRIES)
WAYS: tuple[tuple[Way, ...], ...] = (
    *_AREA_WAYS,
    *(_ENTRY_WAYS if box == OFFMAP else () for box in range(AREAS, SPACES)),
)
"""By space left: where infantry may go. Off-map East opens on the entry areas, never uphill or over a river."""
TANK_WAYS = tuple(tuple(way for way in row if LEVEL[way.to] < HIGH) for row in WAYS)
WAY: tuple[dict[int, Way], ...] = tuple({way.to: way for way in row} for row in WAYS)
NEXT = tuple(tuple(way.to for way in row) for row in _AREA_WAYS)


MASKS = Masks(NEXT)
EDGES = mask(SUPPLY)
"""The areas of `SUPPLY` as a set."""


# Allied units

TROOP_ROWS = tuple(row for row in UNIT_ROWS if row.side == "allied")
UNIT_COUNT = len(TROOP_ROWS)
UNIT_NAMES = tuple(row.id for row in TROOP_ROWS)
UNIT = {row.id: UnitId(k) for k, row in enumerate(TROOP_ROWS)}


@rule("1.2.formations", "9.1")
def _battalions() -> tuple[tuple[str, ...], tuple[int, ...], tuple[bool, ...]]:
    """Formations in order of listing, the formation of each unit, and which units are armor (yellow CF)."""
    names = tuple(dict.fromkeys(row.formation for row in TROOP_ROWS))
    return (
        names,
        tuple(names.index(row.formation) for row in TROOP_ROWS),
        tuple(row.type == "armor" for row in TROOP_ROWS),
    )


BATTALIONS, BATTALION, ARMOR = _battalions()
ARMOR_UNITS = frozenset(u for u, armor in enumerate(ARMOR) if armor)


@rule("1.2.CF")
def _factors() -> tuple[tuple[int, int], ...]:
    """CF of each unit at full strength and reduced."""
    return tuple((row.cf_full, row.cf_reduced or 0) for row in TROOP_ROWS)


CF = _factors()
ARRIVAL = {
    "start": 0,
    "available from turn 3": 1,
    "turn after any Main VP area is Allied": 2,
    "turn after 4 or more units stand in the Reserve box": 3,
}
"""8.1: which condition brings a unit."""
ARRIVES = tuple(ARRIVAL[row.arrival] for row in TROOP_ROWS)
START = tuple(
    LATER if ARRIVES[u] else MUSTER if row.setup == "any white area" else OFFMAP for u, row in enumerate(TROOP_ROWS)
)


# German chits

INFANTRY, MG, TANK, GUNS, SNIPER = range(5)
_SORTS = {"infantry": INFANTRY, "mg": MG, "armor": TANK, "artillery": GUNS, "sniper": SNIPER}
_CALLED = {"infantry": "infantry", "mg": "MG", "artillery": "artillery", "sniper": "sniper"}


class Chit(NamedTuple):
    """A kind of chit: colour, sort, CF and how many copies there are."""

    name: str
    grey: bool
    sort: int
    cf: int
    copies: int


def _chits() -> tuple[Chit, ...]:
    found: dict[tuple[bool, str, int], int] = {}
    for row in UNIT_ROWS:
        if row.side == "german":
            key = (row.color == "grey", row.type, row.cf_full)
            found[key] = found.get(key, 0) + 1
    made = []
    for (grey, sort, cf), count in found.items():
        called = _CALLED.get(sort) or ("Panzer IV" if grey else "StuG III")
        figure = "" if sort == "sniper" else f" {cf}"
        made.append(Chit(f"{'PG' if grey else 'FJ'} {called}{figure}", grey, _SORTS[sort], cf, count))
    return tuple(made)


CHITS = _chits()
KINDS = len(CHITS)
NO_KIND = Kind(KINDS)
KIND_NAMES = (*(chit.name for chit in CHITS), "none")
KIND_ID = {name: Kind(k) for k, name in enumerate(KIND_NAMES)}
SORT = tuple(chit.sort for chit in CHITS)
GREY = tuple(chit.grey for chit in CHITS)
CHIT_CF = tuple(chit.cf for chit in CHITS)
BLUE_KINDS = tuple(Kind(k) for k in range(KINDS) if not GREY[k])
GREY_KINDS = tuple(Kind(k) for k in range(KINDS) if GREY[k])


# Control

HELD_BY_GERMANS, CONTESTED, HELD_BY_ALLIES = Control(0), Control(1), Control(2)
CONTROL_NAMES = ("German", "Contested", "Allied")


# Tables

DIE = range(1, 7)


def _points(table: str, weather: str) -> tuple[int, ...]:
    """Value by die face (index 0 is not used), proven complete."""
    values = [0] * 7
    for face in DIE:
        rows = [
            row
            for row in TABLE_ROWS
            if row.table == table
            and row.weather in (weather, "any")
            and (row.roll_low or 1) <= face <= (row.roll_high or 6)
        ]
        if len(rows) != 1 or rows[0].value is None:
            raise ComponentError(
                "tables.csv", 0, "table", f"{table} has {len(rows)} rows for {face} in {weather} weather"
            )
        values[face] = rows[0].value
    return tuple(values)


@rule("5.0.air_table")
def _air() -> tuple[int, ...]:
    return _points("air_support", "clear")


@rule("5.0.arty_table", "4.0.rain.arty")
def _artillery() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Clear, rain."""
    return _points("artillery_support", "clear"), _points("artillery_support", "rain")


@rule("6.0.ap_table")
def _action_points() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Clear, rain."""
    return _points("action_points", "clear"), _points("action_points", "rain")


@rule("6.2.step2.table")
def _resistance_table() -> tuple[int, ...]:
    return _points("german_resistance", "any")


AIR, ARTILLERY, ACTION_POINTS, RESIST = _air(), _artillery(), _action_points(), _resistance_table()

END_OF_OPERATIONS, NO_ATTACK, SMALL, SERIOUS, REINFORCEMENT = (Row(k) for k in range(5))
ROWS = ("end_of_operations", "none", "small_scale", "serious", "reinforcement")
ROW_NAMES = ("end of operations", "no counter-attack", "small-scale", "serious", "reinforcement")
COUNTER_ROWS = [row for row in TABLE_ROWS if row.table == "german_counter_attack"]


@rule("7.0.table")
def counter_row(total: int) -> tuple[Row, int]:
    """The row of a modified die, and how many chits it adds to the area's RL."""
    low, high = -99, 99
    for row in COUNTER_ROWS:
        first, last = (
            (low if row.roll_low is None else row.roll_low),
            (high if row.roll_high is None else row.roll_high),
        )
        if first <= total <= last:
            return Row(ROWS.index(row.result)), row.value or 0
    raise ComponentError("tables.csv", 0, "table", f"german_counter_attack has no row for {total}")


LOWEST, HIGHEST = -10, 12
COUNTER_TABLE = {total: counter_row(total) for total in range(LOWEST, HIGHEST + 1)}

MODIFIER = {(row.table, row.modifier): row.value for row in MODIFIER_ROWS}
EVENT_NAMES = tuple(
    next((row.event for row in EVENT_ROWS if row.roll_2d6 == k), "no event" if k == 0 else str(k)) for k in range(13)
)
EVENT_EFFECTS = {row.roll_2d6: row.effect for row in EVENT_ROWS}
DATES = {row.turn: row.date for row in TURN_ROWS}

# Numbers of the rules

LAST_TURN = CONSTANTS["turns"]
MAX_ROUNDS = CONSTANTS["max_rounds"]
MOVES = (CONSTANTS["move_clear"], CONSTANTS["move_rain"])
SUPPORT_CAP = (CONSTANTS["support_cap_clear"], CONSTANTS["support_cap_rain"])
MAX_REDUCTION = CONSTANTS["max_draw_reduction"]
SAME_BATTALION, MIXED, TANKS = CONSTANTS["stack_same_bn"], CONSTANTS["stack_mixed"], CONSTANTS["stack_armor"]
CHECK_FAILS = CONSTANTS["move_check_fail"]
AP_UNIT = CONSTANTS["ap_activate"]
AP_RIVER = CONSTANTS["ap_river"] - AP_UNIT
"""What a crossing costs on top of the activation."""
