"""Fifty columns of forty hexes, two sides of sixteen stacks of ten."""

from grognard.maps import EVEN, HexGrid, Numbering
from grognard.maps.march import Costs, links

SIDES = ("Red", "Blue")
COLUMNS, ROWS, STACKS, HIGH = 50, 40, 16, 10
MOVES = 60

GRID = HexGrid(
    Numbering(flat=True, shifted=EVEN), [f"{c:02}{r:02}" for c in range(1, COLUMNS + 1) for r in range(1, ROWS + 1)]
)
SPACE_NAMES = GRID.names
UNIT_NAMES = tuple(f"{side[0]}{k // HIGH + 1}-{k % HIGH + 1}" for side in SIDES for k in range(STACKS * HIGH))
UNITS = range(len(UNIT_NAMES))
SIDE = tuple(u // (STACKS * HIGH) for u in UNITS)
COSTS: Costs[None] = Costs(links(GRID), lambda ground, a, b, side: 1)


def start(unit: int) -> int:
    """Red stands along the west, Blue along the east, a stack in every second row."""
    k = unit % (STACKS * HIGH) // HIGH
    return GRID.names.index(f"{3 if SIDE[unit] == 0 else COLUMNS - 2:02}{4 + 2 * k:02}")
