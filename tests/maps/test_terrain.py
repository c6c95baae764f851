"""Terrain from rows: columns, sets of hexes and hexsides; and rows that cannot be."""

import pytest
from msgspec import Struct

from grognard.maps import HexMap, MapError, Zones, mask, members
from tests.maps.grids import CASSINO, GRIDS


class Hex(Struct, frozen=True):
    hex: str
    height: int = 0


class Side(Struct, frozen=True):
    hex_a: str
    hex_b: str
    kind: str


HEXES = (Hex("1001", 3), Hex("1002", 5), Hex("1101"), Hex("1102", 7))


def test_rows_become_columns_and_sets() -> None:
    sides = (Side("1001", "1002", "river"), Side("1102", "1002", "river"), Side("1002", "1001", "road"))
    land = HexMap(CASSINO, HEXES, sides)
    assert len(land) == 4 and land.grid.names == ("1001", "1002", "1101", "1102")
    assert land.each(lambda row: row.height) == (3, 5, 0, 7)
    assert members(land.hexes(lambda row: row.height > 4)) == [1, 3]
    assert land.sides(lambda row: row.kind == "river") == {land.grid.side(0, 1), land.grid.side(1, 3)}
    assert land.sides(lambda row: row.kind == "road") == {land.grid.side(0, 1)}
    assert land.sides(lambda row: row.kind == "rail") == frozenset()
    assert len(land.side_rows[land.grid.side(0, 1)]) == 2


@pytest.mark.parametrize(
    ("hexes", "sides", "told"),
    [
        (HEXES, (Side("1001", "1002", "a"), Side("1001", "1002", "a")), "hexsides, row 3: .*two equal rows"),
        (HEXES, (Side("1101", "1002", "a"),), "hexsides, row 2: .*not adjacent"),
        (HEXES, (Side("1001", "2001", "a"),), "hexsides, row 2: there is no hex 2001"),
        ((*HEXES, Hex("1001")), (), "listed twice"),
    ],
)
def test_rows_that_cannot_be(hexes: tuple[Hex, ...], sides: tuple[Side, ...], told: str) -> None:
    with pytest.raises(MapError, match=told):
        HexMap(CASSINO, hexes, sides)


def test_zones_are_the_neighbours_over_open_sides() -> None:
    grid = GRIDS["cassino"]
    here = grid.id("1406")
    near = grid.neighbours[here]
    shut = grid.side(here, near[2])
    zones = Zones(grid, closed=(shut,))
    assert members(zones.of(mask((here,)))) == sorted(set(near) - {near[2]})
    assert zones.of(0) == 0
    dead = mask((len(grid),))
    assert zones.of(dead) == 0 and zones.of(dead | mask((here,))) == zones.of(mask((here,)))
    other = near[0]
    both = zones.of(mask((here, other)))
    assert both == zones.of(mask((here,))) | zones.of(mask((other,))) and both >> here & 1
    assert zones.of(mask((here, other))) == both
