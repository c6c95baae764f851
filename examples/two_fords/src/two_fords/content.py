"""The components, read once and frozen. Ids follow the order of the files; a set of hexes is an integer."""

from pathlib import Path
from typing import NewType

from msgspec import Struct

from grognard.core import SpaceId, UnitId
from grognard.maps import EVEN, HexMap, Masks, Numbering, PlainHex, PlainSide, Supply, Zones, mask
from grognard.tables import Components, odds_columns

Side = NewType("Side", int)
BLUE, GREY = Side(0), Side(1)
SIDES = ("Blue", "Grey")
TURNS = 6


class UnitRow(Struct, frozen=True):
    unit: str
    side: str
    kind: str
    strength: int
    moves: int
    start: str


class ResultRow(Struct, frozen=True):
    die: int
    odds: str
    result: str


FOLDER = Path(__file__).parent
DATA = Components("two_fords", FOLDER / "data")

NUMBERING = Numbering(flat=True, shifted=EVEN)
MAP = HexMap(NUMBERING, DATA.rows("hexes.csv", PlainHex), DATA.rows("hexsides.csv", PlainSide))
GRID = MAP.grid
HEXES = len(GRID)
DEAD = SpaceId(HEXES)
SPACE_NAMES = (*GRID.names, "dead")
TERRAIN = MAP.each(lambda row: row.terrain)
CLEAR = MAP.hexes(lambda row: row.terrain == "clear")
VILLAGES = MAP.hexes(lambda row: row.terrain == "village")
FORDS = MAP.sides(lambda row: row.kind == "ford")
RIVER = MAP.sides(lambda row: row.kind == "river")
EDGE = (mask(GRID.edge("W")), mask(GRID.edge("E")))

ZONES = Zones(GRID, closed=RIVER)
NEAR = tuple(mask(row) for row in GRID.neighbours)
PATHS = Masks(GRID.without(RIVER))
"""Neighbours for whoever crosses the river only at fords."""
SUPPLY = Supply(PATHS, EDGE, ZONES)

UNIT_ROWS = DATA.rows("units.csv", UnitRow, key=("unit",))
UNITS = tuple(UnitId(u) for u in range(len(UNIT_ROWS)))
UNIT_NAMES = tuple(row.unit for row in UNIT_ROWS)
UNIT = {name: UnitId(u) for u, name in enumerate(UNIT_NAMES)}
SIDE = tuple(Side(SIDES.index(row.side)) for row in UNIT_ROWS)
ROSTER = tuple(tuple(u for u in UNITS if SIDE[u] == side) for side in (BLUE, GREY))
STRENGTH = tuple(row.strength for row in UNIT_ROWS)
MOVES = tuple(row.moves for row in UNIT_ROWS)
GUN = tuple(row.kind == "gun" for row in UNIT_ROWS)
START = tuple(SpaceId(GRID.id(row.start)) for row in UNIT_ROWS)

ODDS = odds_columns("1-2", "1-1", "2-1", "3-1", "4-1")
RESULTS = DATA.results("results.csv", ResultRow, ODDS, lambda row: (row.odds, row.die, row.result))
