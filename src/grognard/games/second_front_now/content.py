"""The components: units, hexes, hexsides and tables, read once and frozen. Ids follow the order of the files.

A set of hexes is an integer with one bit a hex. The boxes beside the map are spaces after the hexes; England, North and
South are joined to the hexes by which their units come on, so that coming on is a march like any other (7.3).
"""

from pathlib import Path
from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

from grognard.core import Refusal, SpaceId, UnitId, rule
from grognard.maps import ODD, Masks, Numbering
from grognard.maps.march import Costs, Price, PricedSteps, links
from grognard.maps.sets import Set, mask, members
from grognard.maps.terrain import HexMap
from grognard.maps.zones import Zones
from grognard.tables import ComponentError, Components, Places

Side = NewType("Side", int)
Nation = NewType("Nation", int)
Box = NewType("Box", int)
Area = NewType("Area", int)
Kind = NewType("Kind", int)
Supply = NewType("Supply", int)

ALLIED, GERMAN = Side(0), Side(1)
SIDES = ("Allied", "German")
US, COMMONWEALTH, GERMANS = Nation(0), Nation(1), Nation(2)
NATIONS = ("US", "Commonwealth", "German")
HELD_US, HELD_CW = 2, 3
"""Sets of `held` beside the two of the sides."""
HELD_NATION = (HELD_US, HELD_CW, GERMAN)

CALAIS, DIEPPE = Area(0), Area(1)
AREA_NAMES = ("Calais", "Dieppe")
UTAH, OMAHA, GOLD, JUNO, SWORD = range(5)
BEACHES = ("Utah", "Omaha", "Gold", "Juno", "Sword")

ARMOR, INFANTRY, ARTILLERY, HQ = (Kind(k) for k in range(4))
KINDS = ("armor", "infantry", "artillery", "hq")
NONE, REGULAR, COASTAL, FORTRESS, AERIAL = (Supply(k) for k in range(5))
SUPPLIES = ("out of supply", "regular", "coastal", "fortress", "aerial")

TURNS = 80
Factor = Annotated[int, Meta(ge=0, le=10)]
Flag = Annotated[int, Meta(ge=0, le=1)]

FOLDER = Path(__file__).parent
DATA = Components("second_front_now", FOLDER / "data")


@rule("2.1", "2.4", "2.8", "2.10", "2.11", "2.12", "T.sheet1", "T.sheet2")
class UnitRow(Struct, frozen=True):
    id: str
    side: Literal["allied", "german"]
    group: Literal["US", "CW", "GER"]
    nationality: str
    name: str
    short: str
    type: Literal["armor", "infantry", "airborne", "artillery", "hq"]
    symbol: str
    anti_armor: Factor
    anti_infantry: Factor
    moves: Factor
    reduced_moves: Factor | None
    steps: Annotated[int, Meta(ge=1, le=2)]
    setup: str
    start_steps: Annotated[int, Meta(ge=1, le=2)]
    pair: str | None
    flags: str = ""


@rule("2.3")
class HexRow(Struct, frozen=True):
    hex: str
    surface: Literal["land", "sea", "england"]
    land_share: float
    terrain: str
    terrain_name: str | None
    place: str | None
    vp: int
    coastal: bool
    beach_calais: str | None
    beach_dieppe: str | None
    breakout: str | None
    south_entry: bool
    north_entry: bool
    german_supply: bool


class SideRow(Struct, frozen=True):
    hex_a: str
    hex_b: str
    type: Literal["all_sea", "river", "major_river", "breakout"]
    name: str | None


class PlaceRow(Struct, frozen=True):
    name: str
    hex: str
    kind: Literal["town", "city", "fortress"]
    vp: int


class BoxRow(Struct, frozen=True):
    box: str
    side: str
    use: str


class TerrainRow(Struct, frozen=True):
    terrain: str
    kind: str
    mod_nonarmor: int | None
    mod_armor: int | None
    mod_artillery: int | None
    move_extra: int | None
    airdrop_allowed: bool | None
    impassable: bool


class ModifierRow(Struct, frozen=True):
    id: str
    applies_to: str
    condition: str
    modifier: int


class StormRow(Struct, frozen=True):
    stage: Literal["approach", "arrival", "departure"]
    day: int
    die_low: int
    die_high: int
    effect: str


class StrikeRow(Struct, frozen=True):
    die: int
    result: Literal["fiasco", "no show", "support"]
    modifier: int
    german_vp: int


class BluePointRow(Struct, frozen=True):
    die: int
    halved: int
    chaos_turn: bool
    last_reduced_turn: int


class ItemRow(Struct, frozen=True):
    item: str
    value: int


class EventRow(Struct, frozen=True):
    event: str
    vp: int


class CommandRow(Struct, frozen=True):
    side: str
    item: str
    cp: int
    condition: str


class DiceRow(Struct, frozen=True):
    first_die: int
    second_die: int
    result: int


@rule("T.turn")
class TurnRow(Struct, frozen=True):
    game_turn: int
    date: str
    german_rp: int
    us_rp: int
    commonwealth_rp: int
    air: bool
    russia: bool
    italy: bool
    storm: bool
    blue_point: bool


# The map ------------------------------------------------------------------------------------------

MAP: HexMap[HexRow, SideRow] = HexMap(
    Numbering(flat=True, shifted=ODD),
    DATA.rows("map_hexes.csv", HexRow, key=("hex",)),
    DATA.rows("map_hexsides.csv", SideRow, key=("hex_a", "hex_b", "type")),
)
GRID = MAP.grid
HEXES = len(GRID)
BOX_ROWS = DATA.rows("holding_boxes.csv", BoxRow, key=("box",))
(
    ENGLAND, BLOODED, NORTH, SOUTH, ITALY, RUSSIA, COMMAND, ALLIED_DEAD, GERMAN_DEAD, ALLIED_LOST, GERMAN_LOST, DUE,
    CONVERTED,
) = (SpaceId(HEXES + k) for k in range(13))  # fmt: skip
BOX_NAMES = (
    "England", "Blooded", "North", "South", "Italy", "Russia", "Command", "Allied destroyed", "German destroyed",
    "Allied out of supply", "German out of supply", "Due", "Converted",
)  # fmt: skip
if tuple(row.box for row in BOX_ROWS) != BOX_NAMES:
    raise ComponentError("holding_boxes.csv", 0, "box", f"the boxes must be {', '.join(BOX_NAMES)}")
SPACES = HEXES + len(BOX_NAMES)
SPACE_NAMES = (*GRID.names, *BOX_NAMES)
SPACE = {name: SpaceId(k) for k, name in enumerate(SPACE_NAMES)}
DEAD: tuple[SpaceId, SpaceId] = (ALLIED_DEAD, GERMAN_DEAD)
LOST: tuple[SpaceId, SpaceId] = (ALLIED_LOST, GERMAN_LOST)
"""Where the eliminated lie, by side: those that can be rebuilt, and those that cannot (8.4)."""


hex_id = Places(GRID).id
LAND: Set = MAP.hexes(lambda r: r.surface == "land")
COASTAL_HEXES: Set = MAP.hexes(lambda r: r.coastal)
ACROSS: Set = MAP.hexes(lambda r: r.breakout == "across")
"""Beyond the breakout line (6.1.line)."""
TERRAIN = MAP.each(lambda r: r.terrain)
ALL_SEA = MAP.sides(lambda r: r.type == "all_sea")
RIVER, MAJOR_RIVER = MAP.sides(lambda r: r.type == "river"), MAP.sides(lambda r: r.type == "major_river")
BREAKOUT = MAP.sides(lambda r: r.type == "breakout")
NORTH_ENTRY, SOUTH_ENTRY = MAP.hexes(lambda r: r.north_entry), MAP.hexes(lambda r: r.south_entry)
GERMAN_SOURCES: Set = MAP.hexes(lambda r: r.german_supply)
_NAMED = (MAP.each(lambda r: r.beach_calais), MAP.each(lambda r: r.beach_dieppe))
BEACH: tuple[tuple[SpaceId, ...], ...] = tuple(
    tuple(SpaceId(named.index(beach)) for beach in BEACHES) for named in _NAMED
)
"""The beach hexes by area, Utah to Sword."""
BEACH_SET = tuple(mask(row) for row in BEACH)
NATION_BEACHES = tuple((mask(row[:2]), mask(row[2:])) for row in BEACH)
"""By area and nation: where units of the group come ashore (7.3.US, 7.3.CW)."""
FORTRESSES: Set = mask(h for h in range(HEXES) if TERRAIN[h] == "fortress")
NO_DROP: Set = mask(h for h in range(HEXES) if TERRAIN[h] in ("marsh", "city", "fortress"))
"""Where nobody jumps (15.6)."""
DROP_HEXES: tuple[SpaceId, ...] = tuple(SpaceId(h) for h in members(LAND & ~NO_DROP))
LAND_HEXES: tuple[SpaceId, ...] = tuple(SpaceId(h) for h in members(LAND))

PLACE_ROWS = DATA.rows("places.csv", PlaceRow, key=("hex",))
VALUE: dict[SpaceId, int] = {hex_id(row.hex, "places.csv"): row.vp for row in PLACE_ROWS}
"""Victory points of the VP hexes (4.2)."""
PLACE_NAME = {hex_id(row.hex, "places.csv"): row.name for row in PLACE_ROWS}
_IN_FULL = {
    **{h: f"{GRID.names[h]} {name}" for h, name in PLACE_NAME.items()},
    ALLIED_LOST: "Allied lost for good",
    GERMAN_LOST: "German lost for good",
}
LONG_NAMES = tuple(_IN_FULL.get(SpaceId(k), name) for k, name in enumerate(SPACE_NAMES))
"""Names for sentences: hexes with the town that stands there, boxes as the sheet has them."""
VICTORY_HEXES: Set = mask(VALUE)
INNER: tuple[SpaceId, ...] = tuple(h for h in VALUE if not ACROSS >> h & 1)
"""The population centres within the breakout line (6.1.pop)."""
KEYS = tuple(VICTORY_HEXES | beaches for beaches in BEACH_SET)
"""By area: the hexes whose control counts."""

LINKS = links(
    GRID,
    more=(
        *((ENGLAND, h) for h in members(BEACH_SET[CALAIS] | BEACH_SET[DIEPPE])),
        *((NORTH, h) for h in members(NORTH_ENTRY)),
        *((SOUTH, h) for h in members(SOUTH_ENTRY)),
    ),
    spaces=SPACES,
)
_SIDES = tuple(dict(row) for row in LINKS)
OPEN_SIDES = tuple(tuple((b, side) for b, side in row if b < HEXES and side not in ALL_SEA) for row in LINKS[:HEXES])
PATHS = Masks([[b for b, _ in row if LAND >> b & 1] if LAND >> a & 1 else [] for a, row in enumerate(OPEN_SIDES)])
"""Land hexes joined by hexsides that are not all sea."""
ZONES = Zones(GRID, ALL_SEA)
ZONE_OF: tuple[Set, ...] = tuple(ZONES.of(1 << h) for h in range(HEXES))
"""The zone of a unit in each hex."""


def side_between(a: int, b: int) -> int:
    """The number of the hexside between two hexes that touch."""
    return _SIDES[a][b]


@rule("12.1", "12.3", "12.4")
def price(ground: None, a: int, b: int, side: int) -> Price:
    """One point a hex, one more across a major river; the sea, all-sea hexsides and the boxes are closed."""
    if b >= HEXES:
        return Refusal("12.3", "off_map", (b,))
    if not LAND >> b & 1:
        return Refusal("12.3", "sea", (b,))
    if side in ALL_SEA:
        return Refusal("12.3", "all_sea", (a, b))
    return 2 if side in MAJOR_RIVER else 1


PRICED: PricedSteps = Costs(LINKS, price).on(None)

# Units --------------------------------------------------------------------------------------------

UNIT_ROWS = DATA.rows("units.csv", UnitRow, key=("name",))
UNITS: tuple[UnitId, ...] = tuple(UnitId(u) for u in range(len(UNIT_ROWS)))
UNIT_NAMES = tuple(row.name for row in UNIT_ROWS)
UNIT = {name: UnitId(u) for u, name in enumerate(UNIT_NAMES)}
_BY_ID = {row.id: UnitId(u) for u, row in enumerate(UNIT_ROWS)}
SIDE: tuple[Side, ...] = tuple(ALLIED if row.side == "allied" else GERMAN for row in UNIT_ROWS)
ROSTER: tuple[tuple[UnitId, ...], ...] = tuple(tuple(u for u in UNITS if SIDE[u] == side) for side in (ALLIED, GERMAN))


@rule("2.7", "2.8.min")
def _nation(row: UnitRow) -> Nation:
    """The group of a unit: Canadians, Poles, Belgians and Dutch are Commonwealth, the Free French US."""
    return {"US": US, "CW": COMMONWEALTH, "GER": GERMANS}[row.group]


@rule("2.6")
def _kind(row: UnitRow) -> Kind:
    """Armor, corps support artillery, or infantry of whatever sort."""
    return {"armor": ARMOR, "artillery": ARTILLERY, "hq": HQ}.get(row.type, INFANTRY)


NATION: tuple[Nation, ...] = tuple(_nation(row) for row in UNIT_ROWS)
KIND: tuple[Kind, ...] = tuple(_kind(row) for row in UNIT_ROWS)
IS_ARTILLERY = tuple(kind == ARTILLERY for kind in KIND)
ANTI_ARMOR = tuple(row.anti_armor for row in UNIT_ROWS)
ANTI_INFANTRY = tuple(row.anti_infantry for row in UNIT_ROWS)
STEPS = tuple(row.steps for row in UNIT_ROWS)
MOVES = tuple((0, row.moves if row.reduced_moves is None else row.reduced_moves, row.moves) for row in UNIT_ROWS)
"""Movement by unit and steps left."""
_FLAGS = tuple(frozenset(row.flags.split()) for row in UNIT_ROWS)
GARRISON = tuple("garrison" in flags for flags in _FLAGS)
UNTRIED = tuple("untried" in flags for flags in _FLAGS)
FIXED_DEAD = tuple("no_replacements" in flags for flags in _FLAGS)
"""Free French infantry and artillery (8.6)."""
ENGINEERS = UnitId(next(u for u, flags in enumerate(_FLAGS) if "engineer_79" in flags))
PARATROOPS: tuple[UnitId, ...] = tuple(u for u in UNITS if "airborne" in _FLAGS[u])
"""The four divisions that jump (15.5.elig)."""
BLUE_POINT_UNITS: tuple[UnitId, ...] = tuple(u for u in UNITS if "blue_point" in _FLAGS[u])
DIEPPE_UNIT = UnitId(next(u for u, flags in enumerate(_FLAGS) if "dieppe_roll" in flags))
ARMY_HQ: tuple[UnitId, ...] = tuple(u for u in UNITS if KIND[u] == HQ)
BLOODED_OF: dict[UnitId, UnitId] = {
    UnitId(u): _BY_ID[row.pair] for u, row in enumerate(UNIT_ROWS) if UNTRIED[u] and row.pair is not None
}
"""The blooded counter of each untried division (2.13)."""
SETUP = tuple(row.setup for row in UNIT_ROWS)
CODED: tuple[UnitId, ...] = tuple(u for u in UNITS if SETUP[u].isdigit())
"""German units that begin on the map."""
DUE_TURN: dict[UnitId, int] = {u: int(SETUP[u].removeprefix("GT")) for u in UNITS if SETUP[u].startswith("GT")}


def alike(u: int) -> tuple[int, ...]:
    """Units with the same answer are interchangeable in every rule but their name."""
    flags = UNTRIED[u], FIXED_DEAD[u], GARRISON[u], u == ENGINEERS, UNIT_ROWS[u].type == "airborne"
    return NATION[u], KIND[u], STEPS[u], ANTI_ARMOR[u], ANTI_INFANTRY[u], MOVES[u][2], MOVES[u][1], *map(int, flags)


_SORTS = {key: k for k, key in enumerate(dict.fromkeys(alike(u) for u in UNITS))}
SORT = tuple(_SORTS[alike(u)] for u in UNITS)
"""The sort of each unit; units of one sort are interchangeable."""
SORTS = len(_SORTS)

GROUPS = tuple(
    () if KIND[u] == HQ else (ALLIED, HELD_NATION[NATION[u]]) if SIDE[u] == ALLIED else (GERMAN,) for u in UNITS
)
"""The sets of `held` each unit counts for; headquarters hold nothing."""

# Tables -------------------------------------------------------------------------------------------

TERRAIN_ROWS = DATA.rows("terrain_effects.csv", TerrainRow, key=("terrain",))
PENALTY: dict[str, tuple[int, int, int]] = {
    row.terrain: (row.mod_armor or 0, row.mod_nonarmor or 0, row.mod_artillery or 0) for row in TERRAIN_ROWS
}
"""By terrain and kind of firer: what it takes from the fire of an attacker (14.2)."""
MODIFIER = {row.id: row.modifier for row in DATA.rows("fire_modifiers.csv", ModifierRow, key=("id",))}
STORM_ROWS = DATA.rows("storm_table.csv", StormRow, key=("stage", "day"))
STORM = {(row.stage, row.day): (row.die_low, row.die_high) for row in STORM_ROWS}
STRIKE = {row.die: row for row in DATA.rows("saf_table.csv", StrikeRow, key=("die",))}
BLUE_POINT = {row.die: row for row in DATA.rows("blue_point_table.csv", BluePointRow, key=("die",))}
BLOODING = {row.item: row.value for row in DATA.rows("blooding_table.csv", ItemRow, key=("item",))}
POINTS = {row.event: row.vp for row in DATA.rows("victory_points.csv", EventRow, key=("event",))}
COMMANDS = {(row.side, row.item): row.cp for row in DATA.rows("command_points.csv", CommandRow, key=("side", "item"))}
MOVE_COST, ATTACK_COST = COMMANDS["both", "move command"], COMMANDS["both", "attack command"]
DECIMAL = {
    (row.first_die, row.second_die): row.result
    for row in DATA.rows("d10_from_2d6.csv", DiceRow, key=("first_die", "second_die"))
}
TURN_ROWS = DATA.rows("turn_record.csv", TurnRow, key=("game_turn",))
if [row.game_turn for row in TURN_ROWS] != list(range(1, TURNS + 1)):
    raise ComponentError("turn_record.csv", 0, "game_turn", f"the turns must be 1 to {TURNS} in order")


def turn_row(turn: int) -> TurnRow:
    return TURN_ROWS[turn - 1]
