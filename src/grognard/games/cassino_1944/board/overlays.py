"""Answers to "show me": reach, enemy reach, supply, control, contact."""

from collections.abc import Callable

from grognard.core import UnitId
from grognard.games.cassino_1944.board.forecasts import side_asked
from grognard.games.cassino_1944.content import HEXES, MASKS, ROSTER, SIDE, SIDES, UNITS, Side
from grognard.games.cassino_1944.rules.movement import reach
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import supplied, supply_line
from grognard.look import overlays
from grognard.look.scene import Overlay

Say = Callable[..., str]
OVERLAYS = ("reach", "threat", "supply", "control", "contact")


def overlay_of(s: Cassino, seat: int, id: str, unit: int, space: int, say: Say) -> Overlay:
    """The overlay of this name for a unit, a space, or the seat's side."""
    side = side_asked(s, seat)
    chosen = UnitId(unit) if 0 <= unit < len(UNITS) else None
    if id == "reach":
        return _reach(s, chosen, space, say)
    if id == "threat":
        return _threat(s, Side(1 - (SIDE[chosen] if chosen is not None else side)), say)
    if id == "supply":
        return _supply(s, SIDE[chosen] if chosen is not None else side, chosen, say)
    if id == "control":
        return overlays.control(say(id), s.control[:HEXES], SIDES)
    both = MASKS.around(s.held[1 - side]) & s.held[side] | MASKS.around(s.held[side]) & s.held[1 - side]
    return overlays.zone(say("contact"), both, "contact")


def _reach(s: Cassino, unit: UnitId | None, space: int, say: Say) -> Overlay:
    """Where a unit, or every unit of a hex, could end its move, with the hexes it takes."""
    units = (unit,) if unit is not None else s.here[space] if 0 <= space < HEXES else ()
    return overlays.reach(say("reach"), [reach(s, u) for u in units])


def _threat(s: Cassino, enemy: Side, say: Say) -> Overlay:
    """How many units of the enemy could stand in each hex after one move."""
    return overlays.threat(say("threat"), [reach(s, u) for u in ROSTER[enemy]])


def _supply(s: Cassino, side: Side, unit: UnitId | None, say: Say) -> Overlay:
    """Hexes in supply, units that are not, and the line of the chosen unit."""
    fed = supplied(s, side)
    lines: tuple[tuple[int, ...], ...] = ()
    if unit is not None and s.loc[unit] < HEXES:
        lines = (supply_line(s, side, s.loc[unit])[::-1],)
    return overlays.supply(say("supply"), fed, s.held[side] & ~fed, say("cut"), lines)
