"""The components: units, hexes, hexsides and tables, read once and frozen. Ids follow the order of the files.

Sets of hexes are integers with one bit a hex; sets of units are integers with one bit a unit.
"""

from pathlib import Path
from typing import NewType

from msgspec import Struct

from grognard.core import SpaceId, UnitId, rule
from grognard.games.battle_for_cassino.rows import (
    AssaultRow,
    BombardmentRow,
    FireRow,
    HexRow,
    PlaceRow,
    SideRow,
    TurnRow,
    UnitRow,
    ZoneRow,
)
from grognard.maps import EVEN, Numbering
from grognard.maps.march import links
from grognard.maps.sets import Masks, Set, mask
from grognard.maps.terrain import HexMap
from grognard.maps.zones import Zones
from grognard.tables import ColumnResults, Columns, ComponentError, Components, Places, odds_columns, step_columns

Side = NewType("Side", int)
Nation = NewType("Nation", int)
Function = NewType("Function", int)
"""What supply is spent for."""

ALLIED, GERMAN = Side(0), Side(1)
SIDES = ("Allied", "German")
NZ, BRITISH, RAJPUTANA, GURKHA, GERMANS = (Nation(n) for n in range(5))
NATIONS = ("NZ", "British", "Rajputana", "Gurkha", "German")
MORTARS, OPPORTUNITY, ASSAULT, SUPPORT = (Function(f) for f in range(4))
FUNCTIONS = ("mortar fire", "opportunity fire", "close assault", "support fire")

FOLDER = Path(__file__).parent
DATA = Components("battle_for_cassino", FOLDER / "data")

# Units --------------------------------------------------------------------------------------------

UNIT_ROWS = DATA.rows("units.csv", UnitRow, key=("name",))
UNITS: tuple[UnitId, ...] = tuple(UnitId(u) for u in range(len(UNIT_ROWS)))
UNIT_NAMES = tuple(row.name for row in UNIT_ROWS)
UNIT = {name: UnitId(u) for u, name in enumerate(UNIT_NAMES)}
SIDE: tuple[Side, ...] = tuple(Side(SIDES.index(row.side)) for row in UNIT_ROWS)
NATION: tuple[Nation, ...] = tuple(Nation(NATIONS.index(row.nationality)) for row in UNIT_ROWS)
KIND = tuple(row.type for row in UNIT_ROWS)
ROSTER: tuple[tuple[UnitId, ...], ...] = tuple(tuple(u for u in UNITS if SIDE[u] == side) for side in (ALLIED, GERMAN))
OF_SIDE: tuple[int, ...] = tuple(mask(row) for row in ROSTER)
"""The set of a side's units."""
MOVES = tuple(row.movement for row in UNIT_ROWS)


def _units(*kinds: str, size: str = "") -> int:
    return mask(u for u, row in enumerate(UNIT_ROWS) if row.type in kinds and size in ("", row.size))


HQS, OPS, ARMOUR, ENGINEERS = _units("hq"), _units("op"), _units("armor"), _units("engineer")
INFANTRY = _units("infantry", "airborne", "airborne_mg")
"""Ruling 41: companies and platoons, machine guns included; engineers are not infantry."""
FIGHTERS = INFANTRY | ARMOUR | ENGINEERS
"""Combat units: all but headquarters and observation posts (7.1)."""
PLATOONS = _units("airborne", size="platoon")
COMPANIES = mask(u for u, row in enumerate(UNIT_ROWS) if row.size == "company")
PLATOON_SIZED = mask(u for u, row in enumerate(UNIT_ROWS) if row.size == "platoon")
RIFLES = _units("airborne", size="company")
"""The companies that break down into platoons (ruling 29)."""
GURKHAS = mask(u for u in UNITS if NATION[u] == GURKHA) & INFANTRY
PARATROOPS = OF_SIDE[GERMAN] & INFANTRY
LOADS = HQS | OPS
HQ_LIST: tuple[tuple[UnitId, ...], ...] = tuple(tuple(u for u in row if HQS >> u & 1) for row in ROSTER)
PLATOON_LIST: tuple[UnitId, ...] = tuple(u for u in UNITS if PLATOONS >> u & 1)


@rule("9.1")
def _room(row: UnitRow) -> int:
    """What a counter takes of a hex, in thirds of a company."""
    return {"company": 3, "platoon": 1}.get(row.size, 0)


THIRDS = tuple(_room(row) for row in UNIT_ROWS)
CAPACITY = (6, 7)
"""Thirds of a company a hex may hold, by side (9.0)."""
MOST_STEPS = tuple(row.steps for row in UNIT_ROWS)


@rule("11.0", "11.11", "11.12", "11.13", "11.22", "11.41", "11.42", "11.43", "11.44")
def _strengths(row: UnitRow) -> tuple[int, ...]:
    """Strength by steps left: the face showing less the reduction marker; half the steps are on the back."""
    if row.back_strength is None:
        return (0, *(row.front_strength - lost for lost in range(row.steps - 1, -1, -1)))
    half = row.steps // 2
    back = [row.back_strength - lost for lost in range(half - 1, -1, -1)]
    front = [row.front_strength - lost for lost in range(row.steps - half - 1, -1, -1)]
    return (0, *back, *front)


STRENGTH: tuple[tuple[int, ...], ...] = tuple(_strengths(row) for row in UNIT_ROWS)
"""Strength by unit and steps left."""

# Hexes --------------------------------------------------------------------------------------------

MAP: HexMap[HexRow, SideRow] = HexMap(
    Numbering(flat=False, shifted=EVEN, row_first=True),
    DATA.rows("map_hexes.csv", HexRow),
    DATA.rows("map_hexsides.csv", SideRow),
)
GRID = MAP.grid
HEXES = len(GRID)
TO_COME, RETURNING, DIVIDED, COUNTERS, DEAD = (SpaceId(HEXES + k) for k in range(5))
"""Boxes beside the map: not yet arrived, headquarters out of supply, companies divided into platoons, free platoon
counters, eliminated."""
SPACES = HEXES + 5
SPACE_NAMES = (*GRID.names, "to come", "returning", "divided", "platoon counters", "eliminated")


_NAMED = Places(GRID)
hex_id, hexes = _NAMED.id, _NAMED.ids


WHOLE: Set = (1 << HEXES) - 1
ELEVATION = MAP.each(lambda r: r.elevation)
CREST = MAP.each(lambda r: r.crest_group or "")
BUILDING = MAP.hexes(lambda r: r.terrain == "building")
RAVINE = MAP.hexes(lambda r: r.terrain == "ravine")
SOLID = MAP.hexes(lambda r: r.solid_symbol)
TOWN = MAP.hexes(lambda r: r.town)
SLOPE = MAP.hexes(lambda r: r.elevation >= 50)
"""Abbey Hill (ruling 16)."""
AREA: dict[str, Set] = {
    "TOWN": MAP.hexes(lambda r: r.setup_area == "TOWN"),
    "STATION": MAP.hexes(lambda r: r.setup_area == "STATION"),
    "ABBEY": MAP.hexes(lambda r: r.setup_area == "ABBEY"),
}
"""Set-up areas."""
ROADS, TRAILS = MAP.sides(lambda r: r.road), MAP.sides(lambda r: r.trail)
STREAMS, RIVERS, BRIDGES = MAP.sides(lambda r: r.stream), MAP.sides(lambda r: r.river), MAP.sides(lambda r: r.bridge)
ROAD = mask(a for side in ROADS for a in GRID.hexsides[side])
"""Road hexes."""
MARRED = BUILDING | ROAD
"""Hexes that a bombardment can turn into ruins (5.51)."""


@rule("6.4.c0", "6.4.c200", "6.4.c300", "6.4.c400", "6.4.c450", "6.4.building", "6.4.ravine")
def _entry_cost(row: HexRow) -> int:
    """Points to enter off roads and trails; a building or ravine replaces the cost of the ground (ruling 13)."""
    if row.terrain != "clear":
        return 3 if row.terrain == "building" else 8
    return 2 if row.elevation < 200 else 3 if row.elevation < 300 else 4 if row.elevation < 400 else 5


@rule("6.4.c0", "6.4.c200", "6.4.c300", "6.4.c400", "6.4.c450", "6.4.building", "6.4.ravine", "6.4.road", "6.4.trail")
def _cover(row: HexRow) -> int:
    """What the ground adds to a defence of one: doubled is 1, tripled 2 (ruling 14)."""
    height = 2 if row.elevation >= 450 else 1 if row.elevation >= 300 else 0
    return height + {"clear": 0, "building": 1, "ravine": 2}[row.terrain]


COST, COVER = MAP.each(_entry_cost), MAP.each(_cover)

NEAR: tuple[Set, ...] = tuple(mask(row) for row in GRID.neighbours)
LINKS = links(GRID)
_OPEN = GRID.without(RIVERS)
TOUCH: tuple[Set, ...] = tuple(mask(row) for row in _OPEN)
"""Adjacent hexes with no river between: where zones and close assaults reach (6.4.river, ruling 17)."""
PASSABLE = GRID.without(RIVERS - BRIDGES)
"""Adjacent hexes one may walk to."""
WALKS = Masks(PASSABLE)
BY_ROAD = Masks(GRID.without((set(range(GRID.inner)) - ROADS) | (RIVERS - BRIDGES)))
"""The same along roads."""
ZONES = Zones(GRID, RIVERS)


@rule("10.0.radius", "12.23", "5.52", "13.11", "13.12", "5.24")
def disc(centre: int, radius: int) -> Set:
    """Every hex at this distance or less."""
    known = _DISCS.get((centre, radius))
    if known is None:
        known = _DISCS[centre, radius] = GRID.disc(centre, radius)
    return known


_DISCS: dict[tuple[int, int], Set] = {}

PLACE_ROWS = DATA.rows("map_places.csv", PlaceRow)


def _place(name: str) -> Set:
    found = next((row for row in PLACE_ROWS if row.place == name), None)
    if found is None:
        raise ComponentError("map_places.csv", 0, "place", f"{name} is missing")
    return mask(hexes(found.hexes.split(), "map_places.csv"))


ABBEY, HOTEL, STATION = _place("Cassino Abbey"), _place("Continental Hotel"), _place("Railway Station")
GERMAN_RETURN = hexes(
    next((row.hexes for row in PLACE_ROWS if row.place == "German HQ re-entry"), "").split(), "map_places.csv"
)
"""Where German headquarters come back (10.13)."""

# Entry --------------------------------------------------------------------------------------------

ZONE_ROWS = DATA.rows("entry_zones.csv", ZoneRow, key=("zone", "hex"))
ZONE: dict[str, Set] = {
    letter: mask(hexes((row.hex for row in ZONE_ROWS if row.zone == letter), "entry_zones.csv")) for letter in "ABCDEF"
}
EAST = ZONE["D"]
"""The part of the east edge where the Allies may enter (17.21)."""
_EDGES: dict[str, Set] = {
    "north edge": mask(GRID.edge("N")),
    "east edge": EAST,
    "south edge": mask(GRID.edge("S")) & ~MAP.hexes(lambda r: r.beyond_rapido),
}
EDGE: dict[str, Set] = {row.zone: _EDGES[row.map_edge] for row in ZONE_ROWS}
"""Where a unit may enter if its zone is blocked, by zone (17.21)."""
ALLIED_ZONES: Set = ZONE["A"] | ZONE["B"] | ZONE["C"] | ZONE["D"] | ZONE["E"]
FORBIDDEN: Set = ALLIED_ZONES | Masks(GRID.neighbours).within(ALLIED_ZONES, WHOLE, 2)
"""Hexes that no German unit may enter of its own accord (6.25)."""
NEVER = 99
DUE = tuple(NEVER if row.entry_turn is None else row.entry_turn for row in UNIT_ROWS)
"""Turn of arrival by unit; 0: set up at the start."""
ENTRY = tuple(row.entry_zone or "" for row in UNIT_ROWS)

# Turns and tables ---------------------------------------------------------------------------------

TURN_ROWS = DATA.rows("turn_track.csv", TurnRow, key=("turn",))
TURNS = 17
SHORT = 5
"""The last turn of the short game, which is ours."""
if [row.turn for row in TURN_ROWS] != list(range(1, TURNS + 1)):
    raise ComponentError("turn_track.csv", 0, "turn", f"the turns must be 1 to {TURNS}")
NIGHT = (False, *(row.hour in ("1800", "0000") for row in TURN_ROWS))
"""By turn (13.0)."""
ARTILLERY = tuple((0, *(getattr(row, f"{side.lower()}_artillery") for row in TURN_ROWS)) for side in SIDES)
AIR = tuple((0, *(getattr(row, f"{side.lower()}_air") for row in TURN_ROWS)) for side in SIDES)


class Strike(Struct, frozen=True):
    """A result of the bombardment table."""

    pin: bool = False
    steps: int = 0
    retreat: int = 0
    collateral: bool = False

    @property
    def text(self) -> str:
        """As printed."""
        core = (
            f"r{self.retreat}" if self.retreat else ("P" if self.pin else "") + (str(self.steps) if self.steps else "")
        )
        return f"({core})" if self.collateral else core or "-"


class Outcome(Struct, frozen=True):
    """A result of the close assault table: steps lost and hexes of retreat."""

    attacker_steps: int
    attacker_retreat: int
    defender_steps: int
    defender_retreat: int

    @property
    def text(self) -> str:
        """As printed."""

        def half(steps: int, retreat: int) -> str:
            return (f"{steps or ''}" + (f"r{retreat}" if retreat else "")) or "-"

        return f"{half(self.attacker_steps, self.attacker_retreat)}/{half(self.defender_steps, self.defender_retreat)}"


NOTHING = Strike()
POINT_COLUMNS = step_columns(*range(1, 11))
COMPANY_COLUMNS = step_columns(*range(1, 6))
RATIO_COLUMNS = odds_columns("1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1")


def _heading(columns: Columns, number: str) -> str:
    """The printed heading of the column a file calls by its number alone; what no column is called stays as it is."""
    return f"{number}+" if f"{number}+" in columns.labels else number


BOMBARDMENT: ColumnResults[Strike] = DATA.results(
    "table_bombardment.csv",
    BombardmentRow,
    POINT_COLUMNS,
    lambda row: (_heading(POINT_COLUMNS, row.column), row.die, Strike(row.pin, row.steps, row.retreat, row.collateral)),
)
FIRE: ColumnResults[Strike] = DATA.results(
    "table_opportunity_fire.csv",
    FireRow,
    COMPANY_COLUMNS,
    lambda row: (
        _heading(COMPANY_COLUMNS, row.companies),
        row.die,
        Strike(pin=row.result == "P", steps=int(row.result == "1")),
    ),
)
CRT: ColumnResults[Outcome] = DATA.results(
    "table_close_assault.csv",
    AssaultRow,
    RATIO_COLUMNS,
    lambda row: (
        row.ratio,
        row.die,
        Outcome(row.attacker_steps, row.attacker_retreat, row.defender_steps, row.defender_retreat),
    ),
)
