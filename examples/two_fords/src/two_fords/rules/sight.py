"""Sight and the support of guns (6), and mist (8)."""

from grognard.core import UnitId, rule
from grognard.maps import Rows, Set, clear_line
from two_fords.content import CLEAR, GRID, GUN, NEAR, Side
from two_fords.rules.state import Fords, alive
from two_fords.rules.supply import supplied

RANGE = 3
MISTY = 2
"""Turns that mist lies on the river."""

SEEN = Rows(GRID, clear_line(GRID, CLEAR), RANGE, mutual=True)


@rule("6.1", "8.1")
def seen_by(s: Fords, gun: UnitId) -> Set:
    """The hexes a gun sees now."""
    row = SEEN.row(s.loc[gun])
    return row & NEAR[s.loc[gun]] if s.mist and s.turn <= MISTY else row


@rule("6.2")
def supporters(s: Fords, side: Side, target: int, attackers: tuple[UnitId, ...]) -> list[UnitId]:
    """The guns that may support an attack on a hex."""
    fed = supplied(s, side)
    guns = [u for u in alive(s, side) if GUN[u] and u not in attackers and fed >> s.loc[u] & 1]
    return [u for u in guns if seen_by(s, u) >> target & 1]
