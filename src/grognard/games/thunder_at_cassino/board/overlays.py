"""Answers to "show me": reach with costs, machine-gun ground, fields of fire, observation, control, contested Areas."""

from collections.abc import Callable

from grognard.core import UnitId
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BOARD,
    COMBAT,
    FIELDS,
    GUN_OF,
    SIDE,
    SIDES,
    TROOPS,
    VP,
    VP_AREAS,
    Side,
)
from grognard.games.thunder_at_cassino.rules.artillery import range_of, smoke_range, usable
from grognard.games.thunder_at_cassino.rules.close_combat import contested
from grognard.games.thunder_at_cassino.rules.crossing import cost, reach, swept
from grognard.games.thunder_at_cassino.rules.fire import REACH
from grognard.games.thunder_at_cassino.rules.state import Thunder
from grognard.look import overlays
from grognard.look.scene import Overlay

Say = Callable[..., str]
OVERLAYS = ("reach", "guns", "fire", "sight", "control", "contested")


def overlay_of(s: Thunder, seat: int, id: str, unit: int, space: int, say: Say) -> Overlay:
    """The overlay of this name for a unit, a space, or the seat's side."""
    side = Side(s.seats.index(seat)) if seat in s.seats else ALLIED
    chosen = UnitId(unit) if 0 <= unit < TROOPS else None
    if id == "reach":
        return _reach(s, chosen, space, side, say)
    if id == "guns":
        return _machine_guns(s, Side(1 - (SIDE[chosen] if chosen is not None else side)), say)
    if id == "fire":
        return _fire(s, Side(1 - side), say)
    if id == "sight":
        return _sight(s, chosen, side, say)
    if id == "contested":
        return overlays.zone(say(id), contested(s), id)
    held = tuple(
        (a, f"{SIDES[1 - s.control[a]]} {VP[a]}") for a in VP_AREAS if FIELDS[s.rules.scenario].spaces >> a & 1
    )
    return Overlay("control", say("control"), held, tone="control")


def _reach(s: Thunder, unit: UnitId | None, space: int, side: Side, say: Say) -> Overlay:
    """The least Movement Factors to every space an Uncommitted unit could get to, rubble not considered."""
    if unit is not None:
        units = [unit] if s.loc[unit] < BOARD and not s.committed[unit] else []
    else:
        here = s.here[side * BOARD + space] if 0 <= space < BOARD else ()
        units = [UnitId(u) for u in here if not s.committed[u]]
    return overlays.reach(say("reach"), [reach(s, u) for u in units])


def _machine_guns(s: Thunder, enemy: Side, say: Say) -> Overlay:
    """Areas a side may be in that enemy machine guns make dearer."""
    side = Side(1 - enemy)
    told = tuple((k, str(cost(s, side, k))) for k in range(AREAS) if s.open[side] >> k & 1 and swept(s, side, k))
    return Overlay("guns", say("guns"), told, tone="zone")


def _fire(s: Thunder, enemy: Side, say: Say) -> Overlay:
    """How many enemy units could fire into each Area now."""
    ready = [k for k in range(BOARD) for u in s.here[enemy * BOARD + k] if not s.committed[u] and COMBAT[u]]
    return overlays.threat(say("fire"), [REACH[k] for k in ready], "fire")


def _sight(s: Thunder, unit: UnitId | None, side: Side, say: Say) -> Overlay:
    """Where a side's observers, or one of them, can bring down Artillery or Smoke."""
    seen = 0
    for observer, gun in GUN_OF.items():
        if SIDE[gun] == (SIDE[unit] if unit is not None else side) and unit in (None, observer) and usable(s, gun):
            seen |= range_of(s, gun) | smoke_range(s, gun)
    return overlays.sight(say("sight"), seen)
