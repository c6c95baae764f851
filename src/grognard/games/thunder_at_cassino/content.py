"""The components: units, Areas, Zones, boxes, tables and scenarios, read once and frozen. Ids follow the files.

Sets of spaces are integers with one bit a space, so that "is an enemy machine gun next to this Area?" costs one `and`.
"""

from pathlib import Path
from typing import NewType

from msgspec import Struct

from grognard.core import SpaceId, UnitId, rule
from grognard.games.thunder_at_cassino.rows import (
    AreaRow,
    BorderRow,
    ChitRow,
    GunRow,
    LinkRow,
    MarkerRow,
    NineRow,
    PointRow,
    ScenarioRow,
    ScenarioUnitRow,
    SuggestedRow,
    TurnRow,
    UnitRow,
    ZoneRow,
)
from grognard.maps import mask, members
from grognard.tables import ComponentError, Components

Side = NewType("Side", int)
Group = NewType("Group", int)

ALLIED, GERMAN = Side(0), Side(1)
SIDES = ("Allied", "German")
UNCOMMITTED, COMMITTED = Group(0), Group(1)
GROUPS = ("uncommitted", "committed")
INF, MG, AT, ARMOR, OBS, CON, GUN = range(7)
KINDS = ("inf", "mg", "at", "armor", "obs", "con", "gun")

FOLDER = Path(__file__).parent
DATA = Components("thunder_at_cassino", FOLDER / "data")


UNIT_ROWS = DATA.rows("units.csv", UnitRow, key=("unit",))
GUN_ROWS = DATA.rows("artillery.csv", GunRow, key=("artillery",))
AREA_ROWS = DATA.rows("areas.csv", AreaRow, key=("area",))
BORDER_ROWS = DATA.rows("adjacency.csv", BorderRow, key=("a", "b"))
ZONE_ROWS = DATA.rows("zones.csv", ZoneRow, key=("zone",))
LINK_ROWS = DATA.rows("zone_links.csv", LinkRow, key=("zone", "to"))
SCENARIO_ROWS = DATA.rows("scenarios.csv", ScenarioRow, key=("scenario",))
SCENARIO_UNIT_ROWS = DATA.rows("scenario_units.csv", ScenarioUnitRow, key=("scenario", "unit"))
TURN_ROWS = DATA.rows("turn_track.csv", TurnRow, key=("turn",))
NINE_ROWS = DATA.rows("t9_table.csv", NineRow, key=("dr",))
SUGGESTED_ROWS = DATA.rows("suggested_setup.csv", SuggestedRow, key=("scenario", "unit"))
CHIT_ROWS = DATA.rows("chits.csv", ChitRow, key=("chit",))
POINT_ROWS = DATA.rows("vp_track.csv", PointRow, key=("space",))
MARKER_ROWS = DATA.rows("markers.csv", MarkerRow, key=("marker",))

# Spaces: Areas, Zones, then the boxes off the map.

AREAS = len(AREA_ROWS)
BOARD = AREAS + len(ZONE_ROWS)
"""Spaces below this number are Areas and Zones; the others are boxes."""
BOX_NAMES = ("Pool", "Eliminated", "Lost observers", "Withdrawn", "Allied artillery", "German artillery")
POOL, DEAD, LOST, GONE, ALLIED_BOX, GERMAN_BOX = (SpaceId(BOARD + k) for k in range(len(BOX_NAMES)))
BOX = (ALLIED_BOX, GERMAN_BOX)
SPACE_NAMES = (*(str(row.area) for row in AREA_ROWS), *(row.zone for row in ZONE_ROWS), *BOX_NAMES)
PLACE_NAMES = (
    *(f"{row.area} {row.name}" for row in AREA_ROWS),
    *(f"Zone {row.zone} ({row.name})" for row in ZONE_ROWS),
    *BOX_NAMES,
)
"""Longer names for sentences."""
SPOT_NAMES = (*(str(row.area) for row in AREA_ROWS), *(f"Zone {row.zone}" for row in ZONE_ROWS), *BOX_NAMES)
"""Short ones that still say what is a Zone."""
SPACE = {name: SpaceId(k) for k, name in enumerate(SPACE_NAMES)}


@rule("3.21", "3.21.ex", "3.3")
def space(name: str) -> SpaceId:
    """The Area, Zone or box of this name."""
    return SPACE[name]


ALL_AREAS = (1 << AREAS) - 1
ALL_ZONES = ((1 << BOARD) - 1) ^ ALL_AREAS
TEM = (*(r.tem for r in AREA_ROWS), *(r.tem for r in ZONE_ROWS))
ELEVATION = (*(r.elevation for r in AREA_ROWS), *(0 for _ in ZONE_ROWS))
HIGH = mask(k for k, level in enumerate(ELEVATION) if level)
COLOUR = tuple(row.setup_colour for row in AREA_ROWS)
WHITE_CIRCLES = mask(k for k, colour in enumerate(COLOUR) if colour == "white")
TOWN = tuple(SpaceId(k) for k, row in enumerate(AREA_ROWS) if row.map == "insert")
VP = (*(row.vp for row in AREA_ROWS), *(0 for _ in ZONE_ROWS), *(0 for _ in BOX_NAMES))
VP_AREAS = tuple(SpaceId(k) for k, row in enumerate(AREA_ROWS) if row.vp)
QUISLING = tuple(SpaceId(k) for k, row in enumerate(AREA_ROWS) if row.quisling)
CASTLE, ABBEY, GARDENS = space("9"), space("66"), space("20")
BARRED_ZONES = mask(AREAS + k for k, row in enumerate(ZONE_ROWS) if not row.german_entry)
HOME_ZONES = (
    tuple(SpaceId(AREAS + k) for k, row in enumerate(ZONE_ROWS) if not row.german_entry),
    tuple(SpaceId(AREAS + k) for k, row in enumerate(ZONE_ROWS) if row.german_entry),
)


@rule("3.2", "3.2.colour", "8.22", "10.1")
def _links() -> tuple[tuple[tuple[SpaceId, bool], ...], ...]:
    """By space: the spaces one step away, and whether vehicles can take that step (white border or arrow)."""
    found: list[dict[SpaceId, bool]] = [{} for _ in range(BOARD)]
    pairs = [(row.a, row.b, row.colour, "adjacency.csv") for row in BORDER_ROWS]
    pairs += [(row.zone, row.to, row.colour, "zone_links.csv") for row in LINK_ROWS]
    for first, second, colour, file in pairs:
        if first not in SPACE or second not in SPACE or first == second:
            raise ComponentError(file, 0, "", f"{first} and {second} cannot be joined")
        a, b = space(first), space(second)
        found[a][b] = found[b][a] = colour == "white"
    return tuple(tuple(sorted(row.items())) for row in found)


LINKS = _links()
NEXT = tuple(tuple(b for b, _ in row) for row in LINKS)
WHITE = tuple(mask(b for b, white in row if white) for row in LINKS)
"""By space: where vehicles can go from there."""
BESIDE = tuple(mask(b for b in row if b < AREAS) if a < AREAS else 0 for a, row in enumerate(NEXT))
"""By space: the Areas adjacent to an Area. Zones are adjacent to nothing (10.41, 10.5)."""


@rule("14.32")
def _two_steps(area: int) -> int:
    """The Areas within two borders or arrows of an Area, not counting itself."""
    near = BESIDE[area]
    for b in members(near):
        near |= BESIDE[b]
    return near & ~(1 << area)


CASTLE_VIEW = _two_steps(CASTLE)


@rule("14.3", "14.31", "14.32", "14.33", "14.7", "10.5", "10.5.arty")
def _ranges() -> tuple[int, ...]:
    """By space: where an observer standing there may call Artillery, friendly units not considered.

    Adjacent Areas; from Castle Hill two steps; from the Abbey everything; the Abbey from everywhere; Castle Hill from
    Areas within two steps; from a Zone that Zone and the Abbey.
    """
    found = []
    for k in range(BOARD):
        seen = BESIDE[k] | 1 << ABBEY
        if k == ABBEY:
            seen = ALL_AREAS | ALL_ZONES
        elif k == CASTLE:
            seen |= CASTLE_VIEW
        elif k >= AREAS:
            seen |= 1 << k
        elif CASTLE_VIEW >> k & 1:
            seen |= 1 << CASTLE
        found.append(seen)
    return tuple(found)


RANGE = _ranges()

# Units, then Artillery.

TROOPS = len(UNIT_ROWS)
"""Units below this number stand in Areas and Zones; the others are Artillery and stay in their boxes (4.22)."""
UNIT_NAMES = (
    *(row.unit[2:].replace("_", " ") for row in UNIT_ROWS),
    *(row.artillery[2:].replace("_", " ") for row in GUN_ROWS),
)
_UNIT_IDS = {row.unit: UnitId(k) for k, row in enumerate(UNIT_ROWS)}
UNIT = {name: UnitId(k) for k, name in enumerate(UNIT_NAMES)}
_KIND = {"inf": INF, "mg": MG, "at": AT, "armor": ARMOR, "obs": OBS, "con": CON}
_GUNS = len(GUN_ROWS)
SIDE = tuple(Side(SIDES.index(side)) for side in (*(r.side for r in UNIT_ROWS), *(r.side for r in GUN_ROWS)))
KIND = (*(_KIND[r.kind] for r in UNIT_ROWS), *(GUN for _ in GUN_ROWS))
AF = (*(row.af for row in UNIT_ROWS), *(row.day_af for row in GUN_ROWS))
NIGHT_AF = (*(row.af for row in UNIT_ROWS), *(row.night_af or 0 for row in GUN_ROWS))
DF = (
    (*(row.df for row in UNIT_ROWS), *(0 for _ in GUN_ROWS)),
    (*(row.committed_df for row in UNIT_ROWS), *(0 for _ in GUN_ROWS)),
)
"""Defense Factor by face: DF[committed][unit]."""
MF = (*(row.mf for row in UNIT_ROWS), *(0 for _ in GUN_ROWS))
CCF = (*(row.ccf for row in UNIT_ROWS), *(0 for _ in GUN_ROWS))
POINTS = (*(row.casualty_points for row in UNIT_ROWS), *(0 for _ in GUN_ROWS))
VEHICLE = (*(row.vehicle for row in UNIT_ROWS), *(False for _ in GUN_ROWS))
COMBAT = (*(row.combat for row in UNIT_ROWS), *(False for _ in GUN_ROWS))
RESERVE = (*(row.reserve_at_turn_10 for row in UNIT_ROWS), *(False for _ in GUN_ROWS))
"""Rifle units that go into reserve at the start of turn 10."""
ORGANIZATION = (*(row.organization for row in UNIT_ROWS), *(row.formation for row in GUN_ROWS))
_COMPANIES = {name: k for k, name in enumerate(dict.fromkeys(ORGANIZATION))}
COMPANY = tuple(_COMPANIES[name] for name in ORGANIZATION)
NATIONALITY = (*(row.nationality for row in UNIT_ROWS), *("German" if r.side == "German" else "" for r in GUN_ROWS))
GUNS = tuple(tuple(UnitId(TROOPS + k) for k, row in enumerate(GUN_ROWS) if row.side == side) for side in SIDES)
OBSERVER = tuple(
    _UNIT_IDS[GUN_ROWS[u - TROOPS].observer or ""] if u >= TROOPS and GUN_ROWS[u - TROOPS].observer else UnitId(-1)
    for u in range(TROOPS + _GUNS)
)
"""By Artillery unit: the observer that calls it; -1: it needs none (14.4)."""
GUN_OF = {OBSERVER[gun]: gun for side in GUNS for gun in side if OBSERVER[gun] >= 0}
SMOKE_NUMBER = tuple(0 if u < TROOPS else GUN_ROWS[u - TROOPS].smoke_number or 0 for u in range(TROOPS + _GUNS))
SMOKE_LASTS = tuple(0 if u < TROOPS else GUN_ROWS[u - TROOPS].smoke_duration or 0 for u in range(TROOPS + _GUNS))
FROM_TURN = tuple(1 if u < TROOPS else GUN_ROWS[u - TROOPS].from_turn for u in range(TROOPS + _GUNS))
TO_TURN = tuple(99 if u < TROOPS else GUN_ROWS[u - TROOPS].to_turn or 99 for u in range(TROOPS + _GUNS))
BUILDERS = tuple(UnitId(k) for k, row in enumerate(UNIT_ROWS) if row.kind == "con")
LEAVING = tuple(OBSERVER[gun] for gun in GUNS[ALLIED] if TO_TURN[gun] == 9)
"""The observers of 18.1, removed at the start of turn 10."""
MATAF = UNIT["MATAF"]

RIFLE_LIMIT, ARMOR_LIMIT, OBSERVER_LIMIT = 10, 3, 1
ENTRANCE = (0, 7, 9)
"""13.11: the Rubble Entrance DR needed by rubble level."""
CHITS = tuple((row.chit, row.number) for row in CHIT_ROWS)


class Arrival(Struct, frozen=True):
    """When and where a unit comes into a scenario: turn 0 means set-up."""

    turn: int
    places: tuple[SpaceId, ...]
    own: bool = False
    """Also any Area that holds a friendly Combat unit."""


class Field(Struct, frozen=True):
    """A scenario: its piece of the map, its turns, its units."""

    name: str
    first: int
    last: int
    spaces: int
    advantage: Side
    guns: tuple[UnitId, ...]
    smoke: tuple[int, int]
    rubble: str
    zone_e: int
    bombardment: bool
    limit: int
    control: tuple[SpaceId, ...]
    quisling: tuple[SpaceId, ...]
    draw_at: int
    win_at: int
    arrivals: dict[int, Arrival]
    suggested: dict[int, SpaceId]


def _range(text: str) -> list[SpaceId]:
    """`1-22;25` or `A-K` as spaces."""
    found: list[SpaceId] = []
    for part in filter(None, text.split(";")):
        first, _, last = part.partition("-")
        found += [SpaceId(k) for k in range(space(first), space(last or first) + 1)]
    return found


@rule("5.3.sort", "5.4", "3.6", "3.24")
def _main_arrivals() -> dict[int, Arrival]:
    """Dots are set-up colours, numbers are turns; `9*/10` is decided by the die of turn 9 (17.3)."""
    found = {}
    for k, row in enumerate(UNIT_ROWS):
        if row.setup in COLOUR:
            found[k] = Arrival(0, tuple(SpaceId(a) for a, colour in enumerate(COLOUR) if colour == row.setup))
        else:
            turn = int(row.setup.split("/")[-1])
            found[k] = Arrival(turn, tuple(space(zone) for zone in row.entry_zones.split("/")))
    return found


def _arrivals(row: ScenarioRow) -> dict[int, Arrival]:
    if row.scenario == "main":
        return _main_arrivals()
    found: dict[int, Arrival] = {}
    for line in SCENARIO_UNIT_ROWS:
        if line.scenario == row.scenario:
            names = line.places.split(";")
            places = tuple(space(name) for name in names if name != "own")
            start = line.turn == row.first_turn and any(place < AREAS for place in places)
            found[_UNIT_IDS[line.unit]] = Arrival(0 if start else line.turn, places, "own" in names)
    return found


def _field(row: ScenarioRow) -> Field:
    named = set(row.guns.split(";"))
    guns = tuple(UnitId(TROOPS + k) for k, gun in enumerate(GUN_ROWS) if row.guns == "all" or gun.formation in named)
    return Field(
        name=row.scenario,
        first=row.first_turn,
        last=row.last_turn,
        spaces=mask([*_range(row.areas), *_range(row.zones)]),
        advantage=Side(SIDES.index(row.tactical_advantage)),
        guns=guns,
        smoke=(row.allied_smoke, row.german_smoke),
        rubble=row.rubble,
        zone_e=row.zone_e_rubble,
        bombardment=row.bombardment,
        limit=row.limit,
        control=tuple(_range(row.control)),
        quisling=tuple(_range(row.quisling)),
        draw_at=row.draw_at or 0,
        win_at=row.win_at or 0,
        arrivals=_arrivals(row),
        suggested={_UNIT_IDS[x.unit]: space(x.place) for x in SUGGESTED_ROWS if x.scenario == row.scenario},
    )


FIELDS = {row.scenario: _field(row) for row in SCENARIO_ROWS}
FINAL = "final_days"
NINTH: tuple[tuple[str, ...], ...] = tuple(
    tuple(part.strip() for part in row.arrives.split(";") if part.strip() != "nothing")
    for row in sorted(NINE_ROWS, key=lambda row: row.dr)
)
"""17.3: Organizations that come on turn 9 by die roll (NINTH[dr - 1])."""
BY_DIE = frozenset(k for k, row in enumerate(UNIT_ROWS) if row.setup == "9*/10")
DATES = {row.turn: row.date for row in TURN_ROWS}
DATE_NAMES = tuple(DATES.get(turn, "") for turn in range(max(DATES) + 1))
"""Dates by turn, for sentences."""
