"""Answers to "show me": reach, sight, why blocked, exposure, zones, supply, duties, forbidden ground."""

from collections.abc import Callable

from msgspec.structs import replace

from grognard.core import UnitId
from grognard.games.battle_for_cassino.board.forecasts import duty_forecasts, side_asked
from grognard.games.battle_for_cassino.content import (
    FORBIDDEN,
    GRID,
    HEXES,
    HQ_LIST,
    OPPORTUNITY,
    ROSTER,
    SIDE,
    UNIT_NAMES,
    UNITS,
    Side,
)
from grognard.games.battle_for_cassino.rules.fire import ready
from grognard.games.battle_for_cassino.rules.movement import freed_way, held_at_engineers, march, no_room, reach
from grognard.games.battle_for_cassino.rules.sight import farthest, profile, sees, view
from grognard.games.battle_for_cassino.rules.state import Battle, zone
from grognard.games.battle_for_cassino.rules.supply import can_be_supplied, fed, supply_line
from grognard.look import overlays
from grognard.look.scene import Overlay
from grognard.maps import BIT, mask, members

Say = Callable[..., str]
OVERLAYS = ("reach", "sight", "blocked", "exposure", "zone", "own_zone", "supply", "duties", "forbidden")


def overlay_of(s: Battle, seat: int, id: str, unit: int, space: int, say: Say) -> Overlay:
    """The overlay of this name for a unit, a space, or the seat's side."""
    side = side_asked(s, seat)
    chosen = UnitId(unit) if 0 <= unit < len(UNITS) and s.loc[unit] < HEXES else None
    start = s.loc[chosen] if chosen is not None else space
    on_map = 0 <= start < HEXES
    if id == "reach":
        return _reach(s, chosen, space, say)
    if id == "sight":
        return _sight(s, chosen, start, say) if on_map else Overlay(id, say(id), tone="sight")
    if id == "blocked":
        return _blocked(s, chosen, space, say)
    if id == "exposure":
        return _exposure(s, Side(1 - (SIDE[chosen] if chosen is not None else side)), say)
    if id in ("zone", "own_zone"):
        whose = side if id == "own_zone" else 1 - side
        return overlays.zone(say(id), zone(s, whose), id)
    if id == "supply":
        return _supply(s, SIDE[chosen] if chosen is not None else side, chosen, say)
    if id == "duties":
        told = duty_forecasts(s, Side(side))
        return Overlay(id, say(id), tuple((duty.space, duty.odds) for duty in told), tone="threat")
    return overlays.zone(say("forbidden"), FORBIDDEN, "forbidden")


def _reach(s: Battle, unit: UnitId | None, space: int, say: Say) -> Overlay:
    """Where a unit, or every unit of a hex, could end its move, with the points it takes."""
    units = (unit,) if unit is not None else s.here.get(space, ()) if 0 <= space < HEXES else ()
    return overlays.reach(say("reach"), [_costs(s, UnitId(u)) for u in units])


def _costs(s: Battle, unit: UnitId) -> dict[int, int]:
    """Where a unit could end its move, with the points it takes; a tank just freed goes to its engineers first, for one
    point (16.13)."""
    found = reach(s, unit)
    costs = {} if found is None else {end: found.costs[end] for end in found.ends()}
    if not s.immobile >> unit & 1:
        return costs
    for hex in freed_way(s, unit):
        made = march(s, unit)
        onward = replace(made, budget=0 if held_at_engineers(s, unit, hex) else made.budget - 1).reach(hex)
        stay = () if no_room(s, unit, (), hex) else (hex,)
        for end in (*stay, *onward.ends()):
            costs[end] = min(1 + onward.costs[end], costs.get(end, made.budget))
    return costs


def _sight(s: Battle, unit: UnitId | None, start: int, say: Say) -> Overlay:
    """Every hex seen from here, and so every hex that sees it: twenty hexes, for an observer any distance."""
    if unit is not None and farthest(s, unit) is None:
        seen = mask(h for h in range(HEXES) if h != start and sees(start, h))
    else:
        seen = view(s, start)
    return overlays.sight(say("sight"), seen)


def _blocked(s: Battle, unit: UnitId | None, space: int, say: Say) -> Overlay:
    """The line from a unit to a hex with the height of everything on it, and what stands in its way: the gauge."""
    if unit is None or not 0 <= space < HEXES or space == s.loc[unit]:
        return Overlay("blocked", say("blocked"), tone="sight")
    start = s.loc[unit]
    points = profile(start, space)
    spaces = [
        (p.hex, say("in_the_way", metres=p.height) if p.blocks else say("metres", metres=p.height)) for p in points
    ]
    far = GRID.distance(start, space)
    most = farthest(s, unit)
    clear = not any(p.blocks for p in points)
    key = "line_far" if most is not None and far > most else "line_clear" if clear else "line_blocked"
    return Overlay(
        "blocked", say(key, hexes=far), tuple(spaces), ((start, space),), tone="sight" if clear else "threat"
    )


def _exposure(s: Battle, enemy: Side, say: Say) -> Overlay:
    """How many companies of the enemy could fire into each hex."""
    firing = [u for u in ready(s, enemy, OPPORTUNITY) if can_be_supplied(s, u, OPPORTUNITY)]
    return overlays.threat(say("exposure"), [members(view(s, s.loc[u])) for u in firing], "exposure")


def _supply(s: Battle, side: Side, unit: UnitId | None, say: Say) -> Overlay:
    """Hexes in supply, headquarters with their increments, units cut off, and the lines of the chosen unit."""
    supplied = fed(s, side)
    labels = dict.fromkeys(members(supplied), "")
    labels |= {s.loc[u]: say("cut") for u in ROSTER[side] if s.loc[u] < HEXES and not supplied & BIT[s.loc[u]]}
    labels |= {s.loc[hq]: str(s.increments[hq]) for hq in HQ_LIST[side] if s.loc[hq] < HEXES}
    lines = []
    if unit is not None:
        found = [supply_line(s, hq, s.loc[unit]) for hq in HQ_LIST[side] if s.loc[hq] < HEXES]
        lines = [line for line in found if line]
    title = say("supply") if unit is None else say("supply_of", unit=UNIT_NAMES[unit])
    return Overlay("supply", title, tuple(sorted(labels.items())), tuple(lines), tone="supply")
