"""What `grognard check two_fords` proves of the component files in effect."""

from grognard.maps import parts
from grognard.tables import Check, Constraints
from two_fords.content import FORDS, GRID, HEXES, RIVER, ROSTER, START, TERRAIN, VILLAGES


def _data(check: Check) -> None:
    check.equal("the map has 52 hexes", HEXES, 52)
    check.equal("there are two fords", len(FORDS), 2)
    check.equal("the river cuts the map in two", len(parts(GRID.without(RIVER | FORDS))), 2)
    check.equal("there are two villages", VILLAGES.bit_count(), 2)
    check.none("terrain is known", sorted(set(TERRAIN) - {"clear", "wood", "hill", "village"}))
    check.equal("three units a side", [len(units) for units in ROSTER], [3, 3])
    check.none("at most two units begin in a hex", [hex for hex in START if START.count(hex) > 2])


CONSTRAINTS = Constraints(_data)
