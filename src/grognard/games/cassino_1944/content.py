"""The components: units, hexes, hexsides and tables, read once and frozen. Ids follow the order of the files.

Sets of hexes are integers with one bit a hex, so that "is an enemy next to this hex?" costs one `and`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from grognard.core import SpaceId, UnitId, rule
from grognard.maps import EVEN, HexMap, MapError, Masks, Numbering, Set, mask, parts
from grognard.tables import ColumnResults, ComponentError, Components, Places, odds_columns

Side = NewType("Side", int)
Nation = NewType("Nation", int)
Marker = NewType("Marker", int)
Letter = NewType("Letter", int)

ALLIED, GERMAN = Side(0), Side(1)
SIDES = ("Allied", "German")
NOBODY = 2
"""Value of the control column where no side has been."""

US, BRITISH, GERMANS = Nation(0), Nation(1), Nation(2)
NATIONS = ("US", "British", "German")
LETTERS = ("A", "B", "C", "D")
TURNS = 6

ARTILLERY, DAF, TAF, GERMAN_ARTILLERY, SAF = (Marker(m) for m in range(5))
MARKERS = ("artillery", "DAF", "XII TAF", "German artillery", "XV SAF")

Factor = Annotated[int, Meta(ge=1, le=30)]

FOLDER = Path(__file__).parent
DATA = Components("cassino_1944", FOLDER / "data")


@rule("2.1.picture")
class UnitRow(Struct, frozen=True):
    unit: str
    side: Literal["Allied", "German"]
    nationality: Literal["US", "British", "German"]
    type: str
    armor: bool
    combat_strength: Factor
    movement_factor: Factor
    endurance: Factor
    setup_hex: str | None
    reinforcement_code: str | None
    avenger_place: str
    avenger_damage: int = 0


class HexRow(Struct, frozen=True):
    hex: str
    col: int
    row: int
    x: int
    y2: int
    elevation_m: int
    terrain: str
    name: str | None
    vp: int
    star: bool
    defensive_box: bool
    road: bool
    lower_rapido: bool
    rubble_hex: bool
    edge: str | None


class HexsideRow(Struct, frozen=True):
    hex_a: str
    hex_b: str
    direction_a_to_b: str
    water: bool
    mountain: bool
    road: bool
    road_name: str | None


class EdgeRow(Struct, frozen=True):
    edge: Literal["E", "W", "S"]
    hex: str
    owner: Literal["Allied", "German"]
    colour: str


class BoxRow(Struct, frozen=True):
    hex: str
    name: str
    campaign: bool
    avenger: bool


@rule("2.2.2")
class ResultRow(Struct, frozen=True):
    column: str
    order: int
    die: int
    attacker_damage: int
    defender_damage: int


class AvengerRow(Struct, frozen=True):
    side: str
    unit: str
    hex: str | None
    damage: int | None
    status: str


class VictoryRow(Struct, frozen=True):
    hex: str
    name: str
    vp: int
    star: bool


class TurnRow(Struct, frozen=True):
    turn: int
    dates: str
    impulses: str


# Units --------------------------------------------------------------------------------------------

UNIT_ROWS = DATA.rows("units.csv", UnitRow, key=("unit",))
UNITS: tuple[UnitId, ...] = tuple(UnitId(u) for u in range(len(UNIT_ROWS)))
UNIT_NAMES = tuple(row.unit for row in UNIT_ROWS)
UNIT = {name: UnitId(u) for u, name in enumerate(UNIT_NAMES)}
SIDE: tuple[Side, ...] = tuple(Side(SIDES.index(row.side)) for row in UNIT_ROWS)
NATION: tuple[Nation, ...] = tuple(Nation(NATIONS.index(row.nationality)) for row in UNIT_ROWS)
STRENGTH = tuple(row.combat_strength for row in UNIT_ROWS)
MOVES = tuple(row.movement_factor for row in UNIT_ROWS)
ENDURANCE = tuple(row.endurance for row in UNIT_ROWS)
ARMOR = tuple(row.armor for row in UNIT_ROWS)
EVERYBODY = (1 << len(UNITS)) - 1
ROSTER: tuple[tuple[UnitId, ...], ...] = tuple(tuple(u for u in UNITS if SIDE[u] == side) for side in (ALLIED, GERMAN))

OF_NATION = tuple(mask(u for u in UNITS if NATION[u] == nation) for nation in range(len(NATIONS)))
RESERVE: tuple[UnitId, ...] = tuple(
    UnitId(u) for u, row in enumerate(UNIT_ROWS) if (row.reinforcement_code or "").startswith("RESERVE")
)


def unit_id(name: str, file: str) -> UnitId:
    """The unit of this name; a file that names another is refused."""
    if name not in UNIT:
        raise ComponentError(file, 0, "unit", f"there is no unit {name}")
    return UNIT[name]


# Hexes --------------------------------------------------------------------------------------------

HEX_ROWS = DATA.rows("hexes.csv", HexRow, key=("hex",))
SIDE_ROWS = DATA.rows("hexsides.csv", HexsideRow, key=("hex_a", "hex_b"))
try:
    MAP = HexMap(Numbering(flat=True, shifted=EVEN), HEX_ROWS, SIDE_ROWS)
except MapError as error:
    raise ComponentError("hexsides.csv", 0, "hex_a", str(error)) from None
GRID = MAP.grid
HEXES = len(GRID)
POOL, OFF_MAP, DEAD = SpaceId(HEXES), SpaceId(HEXES + 1), SpaceId(HEXES + 2)
"""Boxes beside the map: not yet arrived (or not in the scenario), retreated off the map, eliminated."""
SPACES = HEXES + 3
SPACE_NAMES = (*GRID.names, "pool", "off map", "eliminated")


_NAMED = Places(GRID)
hex_id, hexes = _NAMED.id, _NAMED.ids


VICTORY_ROWS = DATA.rows("vp_hexes.csv", VictoryRow, key=("hex",))
VALUE: tuple[int, ...] = tuple(next((row.vp for row in VICTORY_ROWS if row.hex == name), 0) for name in SPACE_NAMES)
"""Victory points by space."""
VICTORY_HEXES = hexes((row.hex for row in VICTORY_ROWS), "vp_hexes.csv")
STARS = hexes((row.hex for row in VICTORY_ROWS if row.star), "vp_hexes.csv")
ABBEYS = hexes((row.hex for row in HEX_ROWS if row.terrain == "abbey"), "hexes.csv")
if len(ABBEYS) != 1 or len(STARS) != 2:
    raise ComponentError("hexes.csv", 0, "terrain", "there must be one abbey hex, and two stars in vp_hexes.csv")
ABBEY = ABBEYS[0]
LOWER_RAPIDO, RUBBLE = MAP.hexes(lambda row: row.lower_rapido), MAP.hexes(lambda row: row.rubble_hex)
BOX_ROWS = DATA.rows("defensive_boxes.csv", BoxRow, key=("hex",))
DEFENSIVE_BOXES = hexes((row.hex for row in BOX_ROWS if row.campaign), "defensive_boxes.csv")
AVENGER_BOXES = hexes((row.hex for row in BOX_ROWS if row.avenger), "defensive_boxes.csv")
AVENGER_ROWS = DATA.rows("scenario_avenger.csv", AvengerRow)
TURN_ROWS = DATA.rows("turn_track.csv", TurnRow, key=("turn",))

EDGE_ROWS = DATA.rows("edges.csv", EdgeRow, key=("edge", "hex"))
EDGE: dict[str, tuple[SpaceId, ...]] = {
    letter: hexes((row.hex for row in EDGE_ROWS if row.edge == letter), "edges.csv") for letter in ("E", "W", "S")
}
SOURCE_HEXES: tuple[tuple[SpaceId, ...], ...] = (
    EDGE["E"],
    tuple(dict.fromkeys((*EDGE["W"], *EDGE["S"]))),
)
"""Supply sources and off-map exits, by side (7.1, 7.2, 6.4.2)."""
SOURCES = tuple(mask(row) for row in SOURCE_HEXES)

# Hexsides -----------------------------------------------------------------------------------------

NEAR = tuple(mask(row) for row in GRID.neighbours)
"""The set of adjacent hexes."""
for _side, (_a, _b) in enumerate(GRID.hexsides[: GRID.inner]):
    if _side not in MAP.side_rows:
        pair = f"{GRID.names[_a]}|{GRID.names[_b]}"
        raise ComponentError("hexsides.csv", 0, "hex_a", f"the hexside {pair} is missing")


def _across(test: Callable[[HexsideRow], object]) -> tuple[Set, ...]:
    """By hex: the adjacent hexes across a hexside of some kind."""
    found = MAP.sides(test)
    return tuple(mask(b for b in GRID.neighbours[a] if GRID.side(a, b) in found) for a in range(HEXES))


WATER, MOUNTAIN, ROAD = _across(lambda r: r.water), _across(lambda r: r.mountain), _across(lambda r: r.road)
OPEN_NEAR = tuple(near & ~mountain for near, mountain in zip(NEAR, MOUNTAIN, strict=True))
"""Adjacent hexes with no mountain hexside between (6.4.1)."""
MASKS = Masks(GRID.neighbours)

ON_ROAD = tuple(bool(near) for near in ROAD)
"""Hexes with a road in them."""


@rule("6.4.direction")
def _towards(side: Side) -> tuple[int, ...]:
    """First hexes of a retreat: nearer to any one source; from a source hex, other source hexes (R-23)."""
    sources = SOURCE_HEXES[side]

    def nearer(a: int, b: int) -> bool:
        return any(GRID.distance(b, source) < GRID.distance(a, source) for source in sources)

    return tuple(
        NEAR[a] & SOURCES[side] if a in sources else mask(b for b in GRID.neighbours[a] if nearer(a, b))
        for a in range(HEXES)
    )


TOWARDS = (_towards(ALLIED), _towards(GERMAN))
BANKS = parts(GRID.without(GRID.side(a, b) for a, b in GRID.hexsides[: GRID.inner] if WATER[a] >> b & 1))
"""The map in two: the German bank with 1001, the Allied bank."""

# The combat results table -------------------------------------------------------------------------

COLUMNS = odds_columns("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
CRT: ColumnResults[tuple[int, int]] = DATA.results(
    "crt.csv", ResultRow, COLUMNS, lambda row: (row.column, row.die, (row.attacker_damage, row.defender_damage))
)
TWO_TO_ONE = COLUMNS.index("2-1")

# Arrivals -----------------------------------------------------------------------------------------

NEVER = 4 * (TURNS + 1)


def serial(turn: int, impulse: int) -> int:
    """Impulses counted from the first of the game."""
    return 4 * (turn - 1) + impulse


@rule("2.1.code")
def _arrival(row: UnitRow) -> tuple[str, int]:
    """Edge and serial impulse of an arrival code (edge letter, turn, impulse letter); reserves have no date."""
    code = row.reinforcement_code
    if code is None:
        return "", NEVER
    if code.startswith("RESERVE-"):
        return code.removeprefix("RESERVE-"), NEVER
    if len(code) != 3 or code[0] not in EDGE or not code[1].isdigit() or code[2] not in LETTERS:
        raise ComponentError("units.csv", 0, "reinforcement_code", f"{code!r} is not edge, turn and impulse")
    return code[0], serial(int(code[1]), LETTERS.index(code[2]))


ARRIVAL_EDGE = tuple(_arrival(row)[0] for row in UNIT_ROWS)
DUE = tuple(_arrival(row)[1] for row in UNIT_ROWS)
