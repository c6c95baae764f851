"""The components: units, leaders, cannon, three layers of places and the tables, read once and frozen.

Every place is one space: the hexes of the main map first, then the rooms of the ground floor, then those of the second
floor, then the boxes beside the map. The four unroofed hexes of the chapel are hexes of the main map that belong to
the interior. Sets of spaces are integers with one bit a space.
"""

from pathlib import Path
from typing import NewType

from grognard.core import SpaceId, UnitId, rule
from grognard.games.dark_victory.rows import (
    ArrivalRow,
    CannonRow,
    CostRow,
    HexRow,
    LadderRow,
    LateRow,
    LeaderRow,
    PlaceRow,
    PlanRow,
    ReleaseRow,
    RoomRow,
    RoomSideRow,
    SideRow,
    SoftRow,
    TerrainRow,
    TurnRow,
    UnitRow,
    VictoryRow,
    ZoneRow,
)
from grognard.maps import ODD, HexMap, Masks, Numbering, Zones, links, mask
from grognard.tables import ComponentError, Components

Side = NewType("Side", int)
Column = NewType("Column", int)
Gun = NewType("Gun", int)
Plan = NewType("Plan", int)
Quarter = NewType("Quarter", int)

MEXICAN, TEXAN, SECOND = Side(0), Side(1), Side(2)
SIDES = ("Mexican", "Texan", "Second Mexican")
"""The third is the commander of Columns 2 and 4 when two players share the Mexican army (3.5)."""
RESERVE = Column(5)
COLUMNS = ("none", "Column 1", "Column 2", "Column 3", "Column 4", "Reserve")
NUMBERED = (Column(1), Column(2), Column(3), Column(4))

FOLDER = Path(__file__).parent
DATA = Components("dark_victory", FOLDER / "data")

TURNS = 18
ALLOWANCE = 12
COLLAPSE = 60
"""Steps the Mexican army may lose; one more ends the game (5.4)."""

# Units --------------------------------------------------------------------------------------------

INFANTRY, CREW, PATIENT, SLAVE, WOMEN, LEADER = range(6)
_KINDS = {"infantry": INFANTRY, "gun_crew": CREW, "patient": PATIENT, "slave_pow": SLAVE, "women_children": WOMEN}

UNIT_ROWS = DATA.rows("units.csv", UnitRow, key=("id",))
LEADER_ROWS = DATA.rows("leaders.csv", LeaderRow, key=("name",))
GUN_ROWS = DATA.rows("cannon.csv", CannonRow, key=("id",))
COMBAT = len(UNIT_ROWS)
"""Units with a lower id are combat units and special ones, then come the leaders."""
UNITS: tuple[UnitId, ...] = tuple(UnitId(u) for u in range(COMBAT + len(LEADER_ROWS)))
_ROWS: tuple[UnitRow | LeaderRow, ...] = (*UNIT_ROWS, *LEADER_ROWS)
UNIT_NAMES = (*(row.id for row in UNIT_ROWS), *(row.name for row in LEADER_ROWS))
UNIT = {name: UnitId(u) for u, name in enumerate(UNIT_NAMES)}
SIDE: tuple[Side, ...] = tuple(MEXICAN if row.side == "Mexican" else TEXAN for row in _ROWS)
KIND: tuple[int, ...] = (*(_KINDS[row.type] for row in UNIT_ROWS), *(LEADER for _ in LEADER_ROWS))
ROSTER: tuple[tuple[UnitId, ...], ...] = tuple(tuple(u for u in UNITS if SIDE[u] == side) for side in (MEXICAN, TEXAN))
TEXANS = sum(row.side == "Texan" for row in UNIT_ROWS)
"""Texan combat and special units have the ids below this."""
TAG = (*(row.tag or "" for row in UNIT_ROWS), *("" for _ in LEADER_ROWS))
LIGHT = tuple(tag == "L" for tag in TAG)
SAPPER = tuple(tag == "S" for tag in TAG)
RELEASE = tuple(row.release or 0 for row in _ROWS)
"""The success of the reserve die that sets a unit free (7.3); 0: not of the Reserve."""
FIGHTER = tuple(kind in (INFANTRY, CREW, PATIENT, SLAVE) for kind in KIND)
"""Infantry and gun crews, with those whom the rules treat so: patients and the slaves and prisoners."""
IS_LEADER = tuple(kind == LEADER for kind in KIND)


def _formation(row: UnitRow | LeaderRow) -> int:
    if row.side == "Mexican":
        return 5 if row.formation == "R" else int(row.formation)
    return 10 + int(row.formation)


FORMATION: tuple[int, ...] = tuple(_formation(row) for row in _ROWS)
"""Mexican columns 1 to 5 (the Reserve); Texan formations 11 to 23."""


@rule("2.11", "2.12", "2.13.B")
def _values(full: str, reduced: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A printed value by unit, on the front and on the reduced side."""
    front = tuple(getattr(row, full) or 0 for row in UNIT_ROWS) + tuple(0 for _ in LEADER_ROWS)
    back = tuple(getattr(row, reduced) or 0 for row in UNIT_ROWS) + tuple(0 for _ in LEADER_ROWS)
    return front, back


MORALE = _values("morale", "reduced_morale")
POINTS = _values("stacking", "reduced_stacking")
MODIFIER = _values("fire_modifier", "reduced_fire_modifier")
STEPS = (*(row.steps for row in UNIT_ROWS), *(0 for _ in LEADER_ROWS))
BONUS = (*(0 for _ in UNIT_ROWS), *(row.morale_bonus for row in LEADER_ROWS))
ALL_STEPS = sum(row.steps for row in UNIT_ROWS if row.side == "Mexican")
BOWIE, TRAVIS, DICKERSON = UNIT["Bowie"], UNIT["Travis"], UNIT["Dickerson"]
LOADERS = (UNIT["Ampudia"], UNIT["Salva"])
"""Without one of them at hand no Mexican crew reloads (10.17)."""
MOVES = tuple(row.action_factors > 0 for row in _ROWS)
"""Who may ever leave his hex (2.14)."""
STARRED = (*(False for _ in UNIT_ROWS), *("*" in row.mark for row in LEADER_ROWS))
"""Leaders that belong to every formation of their side."""


@rule("2.9", "2.9.B", "2.9.C", "2.9.D", "2.9.E", "8.3.C", "8.4", "8.4.B", "8.4.C", "14.5")
def _commanders(unit: UnitId) -> tuple[UnitId, ...]:
    """The leaders whose mark lets them command a unit, whatever their bonus (R-CMDR, R-SLAVE)."""
    if not FIGHTER[unit]:
        return ()
    found = []
    for leader in UNITS[COMBAT:]:
        reach = LEADER_ROWS[leader - COMBAT].commands
        if SIDE[leader] != SIDE[unit]:
            continue
        if (
            (reach == "crews" if KIND[unit] == CREW else reach == "infantry")
            or reach == "any"
            or (reach == "formation" and KIND[unit] != CREW and FORMATION[leader] == FORMATION[unit])
        ):
            found.append(leader)
    return tuple(found)


COMMANDERS: tuple[tuple[UnitId, ...], ...] = tuple(_commanders(u) for u in UNITS)

# Cannon -------------------------------------------------------------------------------------------

GUNS: tuple[Gun, ...] = tuple(Gun(g) for g in range(len(GUN_ROWS)))
GUN_NAMES = tuple(f"{row.type}-{row.hex}" for row in GUN_ROWS)
FACTOR = tuple(row.combat_factor for row in GUN_ROWS)
MOVABLE = tuple(row.movable for row in GUN_ROWS)

# The main map -------------------------------------------------------------------------------------

MAP = HexMap(
    Numbering(flat=True, shifted=ODD),
    DATA.rows("main_hexes.csv", HexRow, key=("hex",)),
    DATA.rows("main_hexsides.csv", SideRow, key=("hex_a", "hex_b")),
)
GRID = MAP.grid
HEXES = len(GRID)
ROOM_ROWS = DATA.rows("interior_hexes.csv", RoomRow, key=("floor", "hex"))
ROOM_SIDE_ROWS = DATA.rows("interior_hexsides.csv", RoomSideRow, key=("floor", "hex_a", "hex_b"))
_ROOMS = [row for row in ROOM_ROWS if row.floor == 1 and row.kind == "room"]
_UPPER = [row for row in ROOM_ROWS if row.floor == 2]
FLOORS = HEXES + len(_ROOMS)
"""Second-floor rooms have the ids from here on."""
PLACES = FLOORS + len(_UPPER)
"""Spaces below this are on one of the maps."""
OFF, DEAD, CAPTURED = SpaceId(PLACES), SpaceId(PLACES + 1), SpaceId(PLACES + 2)
SPACES = PLACES + 3
SPACE_NAMES = (
    *GRID.names,
    *(f"{row.hex} in" for row in _ROOMS),
    *(f"{row.hex} up" for row in _UPPER),
    "off the map",
    "dead",
    "captured",
)
SPACE = {name: SpaceId(k) for k, name in enumerate(SPACE_NAMES)}
UNROOFED = mask(GRID.ids([row.hex for row in ROOM_ROWS if row.kind == "unroofed"]))
ROOMS = mask(range(HEXES, FLOORS))
UPPER = mask(range(FLOORS, PLACES))
INDOORS = ROOMS | UPPER | UNROOFED
"""Where melee is fought by stacking values (12.10)."""
NUMBER: tuple[SpaceId, ...] = (
    *(SpaceId(h) for h in range(HEXES)),
    *(SpaceId(GRID.id(row.hex)) for row in (*_ROOMS, *_UPPER)),
)
"""The main-map hex with the same number."""
LAYERS: tuple[tuple[SpaceId, ...], ...] = tuple(
    (SpaceId(h), *(SpaceId(b) for b in range(HEXES, PLACES) if NUMBER[b] == h)) for h in range(HEXES)
)
"""By main-map hex: every space with this number."""


def space_id(name: str, file: str, column: str = "hex") -> SpaceId:
    """The space of this name; a file that names another is refused."""
    if name not in SPACE:
        raise ComponentError(file, 0, column, f"there is no place {name}")
    return SPACE[name]


def room_id(number: str) -> SpaceId:
    """The ground-floor room with this number, or the unroofed hex."""
    return SPACE.get(f"{number} in", SpaceId(GRID.id(number)))


GROUND, INTERMEDIATE, HIGH = range(3)
LEVEL: tuple[int, ...] = (
    *MAP.each(lambda r: ("ground", "intermediate", "high").index(r.level)),
    *(GROUND for _ in range(HEXES, PLACES)),
)
COST = (*MAP.each(lambda r: r.move_cost), *(row.move_cost for row in (*_ROOMS, *_UPPER)))
LIMIT = (*MAP.each(lambda r: r.stack_limit), *(row.stack_limit for row in (*_ROOMS, *_UPPER)))
DEFENCE = (*MAP.each(lambda r: r.fire_defense), *(0 for _ in range(HEXES, PLACES)))


@rule("1.3", "1.3.ex", "3.6.ex", "2.2")
def _inside() -> int:
    """Spaces from which no way leads to the map edge without crossing a wall: hexes of the main map and all rooms."""
    return MAP.hexes(lambda r: r.inside) | ROOMS | UPPER


INSIDE = _inside()
OUTSIDE = ((1 << PLACES) - 1) & ~INSIDE
RAMP_HEXES = MAP.hexes(lambda r: r.terrain == "ramp")
FLAGS: tuple[SpaceId, ...] = tuple(SpaceId(h) for h in range(HEXES) if MAP.rows[h].flag)
ROLLABLE = MAP.hexes(lambda r: r.terrain in ("clear", "ramp", "trench", "intermediate", "high"))
"""Where a cannon may be moved to (10.20)."""
AT_LEAST = tuple(mask(h for h in range(PLACES) if LEVEL[h] >= level) for level in range(3))

# Hexsides, doors and stairs -----------------------------------------------------------------------

NO_WALL, LOW, MIDDLE, TALL = range(4)
WALLS = ("none", "low", "intermediate", "high")


def _joined() -> tuple[tuple[SpaceId, SpaceId], ...]:
    """Spaces joined besides the hexes of the main map: the doors of the rooms, then the inner staircase."""
    found = []
    for row in ROOM_SIDE_ROWS:
        if row.kind != "door":
            continue
        if row.floor == 2:
            found.append((SPACE[f"{row.hex_a} up"], SPACE[f"{row.hex_b} up"]))
        else:
            found.append((room_id(row.hex_a), room_id(row.hex_b)))
    (stairs,) = (row.hex for row in _UPPER if row.staircase)
    found.append((SPACE[f"{stairs} in"], SPACE[f"{stairs} up"]))
    return tuple(found)


MORE = _joined()
LINKS = links(GRID, MORE, PLACES)
SIDE_BETWEEN: tuple[dict[int, int], ...] = tuple(dict(row) for row in LINKS)
"""By space: the number of the side to each neighbour."""
_FIRST = len(GRID.hexsides)
ENDS: tuple[tuple[int, int], ...] = (*GRID.hexsides, *MORE)
INNER_STAIRS = _FIRST + len(MORE) - 1
(OUTER_STAIRS,) = MAP.sides(lambda r: r.door == "stairs")
STAIRS = frozenset((INNER_STAIRS, OUTER_STAIRS))
RAMPS = MAP.sides(lambda r: r.ramp)
DOOR_SIDES: tuple[int, ...] = (*sorted(MAP.sides(lambda r: r.door == "exterior")), *range(_FIRST, INNER_STAIRS))
DOOR: dict[int, int] = {side: door for door, side in enumerate(DOOR_SIDES)}
"""The number of the door in a side."""
DOORS: tuple[tuple[SpaceId, SpaceId], ...] = tuple((SpaceId(ENDS[x][0]), SpaceId(ENDS[x][1])) for x in DOOR_SIDES)


@rule("9.1", "9.5", "9.16.B", "9.16.C", "9.16.hist", "1.2.note")
def _walls() -> tuple[int, ...]:
    """The wall on every side; a door of a room stands in a high wall, the inner staircase in none."""
    found = [NO_WALL] * _FIRST + [TALL] * len(MORE)
    for side, rows in MAP.side_rows.items():
        found[side] = max(WALLS.index(row.wall) for row in rows)
    found[INNER_STAIRS] = NO_WALL
    return tuple(found)


WALL = _walls()
_WALLED = frozenset(side for side in range(len(WALL)) if WALL[side]) | {INNER_STAIRS}
UNWALLED = Zones(LINKS, _WALLED)
"""Spaces next to others with no wall hexside between (9.10)."""
CLOSE = Zones(LINKS, _WALLED - RAMPS)
"""The same, ramps not counting as walls (11.5.B, 11.8.B)."""
UNWALLED_NEAR = Masks([[b for b, side in row if side not in _WALLED] for row in LINKS]).neighbours
CLOSE_NEAR = Masks([[b for b, side in row if side not in _WALLED or side in RAMPS] for row in LINKS]).neighbours


@rule("8.3", "9.9.C")
def _beside() -> tuple[tuple[int, ...], ...]:
    """Adjacency for command: neighbouring numbers of one map and floor whatever stands between, doors and stairs."""

    def layer(space: int) -> int:
        return 2 if space >= FLOORS else int(space >= HEXES or UNROOFED >> space & 1)

    found: list[set[int]] = [{b for b, side in row if side >= _FIRST} for row in LINKS]
    for a in range(PLACES):
        for h in GRID.neighbours[NUMBER[a]]:
            found[a].update(b for b in LAYERS[h] if layer(b) == layer(a))
    return tuple(tuple(sorted(row)) for row in found)


BESIDE = Masks(_beside()).neighbours
"""The spaces next to each for command (R-CMD, R-DOORPAIR)."""
NEXT_DOOR = tuple(mask(GRID.neighbours[h]) for h in range(HEXES))
"""The neighbouring numbers of each number."""

# Tables -------------------------------------------------------------------------------------------

TERRAIN_ROWS = DATA.rows("terrain_effects.csv", TerrainRow, key=("terrain",))
TERRAIN = {row.terrain: row for row in TERRAIN_ROWS}
for _name in ("door", "low_wall", "intermediate_wall", "high_wall", "staircase", "room"):
    if _name not in TERRAIN:
        raise ComponentError("terrain_effects.csv", 0, "terrain", f"{_name} is missing")
_WALL_ROWS = (TERRAIN["low_wall"], TERRAIN["intermediate_wall"], TERRAIN["high_wall"])
WALL_DEFENCE = (0, *(row.fire_defense for row in _WALL_ROWS))
WALL_MELEE = (0, *(row.melee_defense for row in _WALL_ROWS))
DOOR_DEFENCE = TERRAIN["door"].fire_defense
DOOR_MELEE = TERRAIN["door"].melee_defense
LOW_COST = TERRAIN["low_wall"].move_cost or 0
LADDER_COST = TERRAIN["intermediate_wall"].move_cost or 0
STAIRS_COST = TERRAIN["staircase"].move_cost or 0
STAIRS_LIMIT = TERRAIN["staircase"].stack_limit or 0
OPEN_DOOR_COST = TERRAIN["door"].move_cost or 0

COST_ROWS = DATA.rows("action_costs.csv", CostRow, key=("action", "side"))


@rule("9.3")
def _price(action: str, side: str) -> int:
    for row in COST_ROWS:
        if row.action == action and row.side in (side, "both"):
            return row.af
    raise ComponentError("action_costs.csv", 0, "action", f"{action} of the {side} side is missing")


FIRE_COST = (_price("fire individual weapons", "Mexican"), _price("fire individual weapons", "Texan"))
EXTRA_COST = _price("fire with Extra Gun in hex", "Texan")
CANNON_COST = _price("fire cannon", "both")
LOAD_COST = _price("load cannon", "both")
HAUL_COST = _price("move cannon", "both")
ARSON_COST = _price("set room ablaze", "Mexican")
BREAK_COST = _price("break door", "Mexican")
BLAST_COST = _price("blast door", "Mexican")
ENTRY_COST = _price("enter from map edge", "Mexican")

TURN_ROWS = DATA.rows("turn_track.csv", TurnRow, key=("game_turn",))
FAR = max(len(TURN_ROWS), 2 * max(row.col + row.row for row in MAP.rows))
"""Farther than any two hexes of the map are apart."""
DARKNESS = (0, *(row.darkness for row in TURN_ROWS))
VISIBILITY = (0, *(FAR if row.max_los is None else row.max_los for row in TURN_ROWS))
RANGE = (4, 10)
"""Longest shot of the own weapons of Mexicans and Texans (10.11)."""
LADDER_ROWS = DATA.rows("ladder_table.csv", LadderRow, key=("column",))
LADDERS = 16
FIRES = 4
EXTRA_GUNS = 24
SOFT = (0, *(row.reduction for row in DATA.rows("soft_casualty.csv", SoftRow, key=("die",))))
VICTORY_ROWS = DATA.rows("victory.csv", VictoryRow, key=("result",))
RELEASING = frozenset(row.die for row in DATA.rows("reserve_release.csv", ReleaseRow) if row.released == "yes")

# Arrivals and set-up ------------------------------------------------------------------------------

ARRIVAL_ROWS = DATA.rows("reinforcements.csv", ArrivalRow, key=("formation",))
DUE = (0, *(row.game_turn or 0 for row in ARRIVAL_ROWS))
"""By column: the printed turn of arrival; 0 for the Reserve."""
ENTRY_HEXES: tuple[tuple[SpaceId, ...], ...] = (
    (),
    *(tuple(SpaceId(h) for h in range(HEXES) if MAP.rows[h].entry_area == area) for area in ("1", "2", "3", "4", "R")),
)
"""Entry hexes by area: 1 to 4, then that of the Reserve."""
FIXED_ROWS = DATA.rows("texan_setup.csv", PlaceRow, key=("unit",))
ZONE_ROWS = DATA.rows("texan_setup_zones.csv", ZoneRow, key=("formation", "hex"))
PLAN_ROWS = DATA.rows("set_up_plans.csv", PlanRow, key=("plan", "unit"))
LATE_ROWS = DATA.rows("long_barracks.csv", LateRow, key=("unit",))
PLANS = tuple(dict.fromkeys(row.plan for row in PLAN_ROWS))
"""Proposals for a set-up."""
PLAN_UNITS: tuple[dict[UnitId, SpaceId], ...] = tuple(
    {UNIT[row.unit]: space_id(row.place, "set_up_plans.csv", "place") for row in PLAN_ROWS if row.plan == plan}
    for plan in PLANS
)


def _quarters() -> dict[str, tuple[SpaceId, ...]]:
    """The spaces inside the walls by the part of the compound they belong to."""
    found: dict[str, list[SpaceId]] = {}
    rooms = {(row.floor, row.hex): row.cluster or "" for row in ROOM_ROWS}
    for b in range(PLACES):
        if not INSIDE >> b & 1:
            continue
        number = GRID.names[NUMBER[b]]
        if b >= FLOORS:
            name = rooms[2, number]
        elif b >= HEXES:
            name = f"{rooms[1, number]} rooms"
        else:
            name = MAP.rows[b].name or "Plaza"
        found.setdefault(name, []).append(SpaceId(b))
    return {name: tuple(spaces) for name, spaces in found.items()}


_BY_NAME = _quarters()
QUARTERS = tuple(_BY_NAME)
"""Parts of the compound."""
QUARTER_SPACES = tuple(_BY_NAME.values())
