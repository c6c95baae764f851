"""The drill ground: seven hexes, two rooms above one of them, a strip of areas beside, and three squads a side."""

from typing import NewType

from grognard.core import SpaceId, UnitId
from grognard.maps import AreaMap, HexGrid, Numbering

Side = NewType("Side", int)
SIDES = ("Red", "Blue", "Green")

GRID = HexGrid(Numbering(flat=True, shifted=0), ("0202", "0201", "0303", "0302", "0203", "0102", "0103"))
ROOMS = ("loft", "cellar")
"""A second level: reached only by the stairs of hex 0202."""
STRIP = AreaMap(("farm", "wood", "mill"), (("farm", "wood", ()), ("wood", "mill", ("ford",))))

SPACES = (*GRID.names, *ROOMS, *STRIP.names, "dead")
LOFT, CELLAR = len(GRID), len(GRID) + 1
FARM = len(GRID) + len(ROOMS)
DEAD = len(SPACES) - 1
PLACES = range(DEAD)


def _neighbours() -> tuple[tuple[int, ...], ...]:
    """Hexes as they touch, the stairs, and one path from hex 0203 to the farm."""
    near: list[list[int]] = [list(GRID.neighbours[h]) for h in range(len(GRID))]
    near += [[0, CELLAR], [0, LOFT]]
    near += [[FARM + a for a in STRIP.neighbours[k]] for k in range(len(STRIP))]
    near.append([])
    near[0] += [LOFT, CELLAR]
    near[GRID.id("0203")].append(FARM)
    near[FARM].append(GRID.id("0203"))
    return tuple(tuple(sorted(n)) for n in near)


NEAR = _neighbours()
UNITS = tuple(f"{side} {k}" for side in SIDES for k in (1, 2, 3))
OWNER = tuple(Side(u // 3) for u in range(len(UNITS)))
STARTS = tuple(SpaceId(x) for x in (1, 1, 2, FARM, FARM + 1, FARM + 2, 4, 5, 6))

CALM, STORM, ALARM = range(3)
CHITS = ("calm", "storm", "alarm")


def units_of(side: int) -> tuple[UnitId, ...]:
    return tuple(UnitId(u) for u in range(len(UNITS)) if OWNER[u] == side)
