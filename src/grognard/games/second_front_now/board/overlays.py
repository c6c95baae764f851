"""Answers to "show me": reach, enemy reach, supply, zones, the breakout line, places within a march."""

from collections.abc import Callable

from grognard.core import SpaceId, UnitId, clone, rule
from grognard.games.second_front_now.board.beneath import supposed
from grognard.games.second_front_now.content import (
    ACROSS,
    ALLIED,
    ENGLAND,
    GERMAN,
    HEXES,
    HQ,
    KEYS,
    KIND,
    LAND,
    NORTH,
    REGULAR,
    ROSTER,
    SIDE,
    SIDES,
    SORT,
    SOUTH,
    STEPS,
    UNITS,
    VALUE,
    VICTORY_HEXES,
    ZONES,
    Side,
)
from grognard.games.second_front_now.rules.movement import march, may_hurry, mobile, paralysed, reachable
from grognard.games.second_front_now.rules.secrecy import EVER_ASHORE
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.supply import feeding, supplied, supply_line
from grognard.look import overlays as shared
from grognard.look.scene import Overlay
from grognard.maps.sets import BIT, Set, members

Say = Callable[..., str]
OVERLAYS = ("reach", "strategic", "threat", "supply", "zone", "enemy_zone", "breakout", "goals", "control")


def overlay_of(s: SecondFront, seat: int, id: str, unit: int, space: int, say: Say) -> Overlay:
    """The overlay of this name for a unit, a space, or the seat's side."""
    side = Side(s.seats.index(seat)) if seat in s.seats else ALLIED
    units = _meant(s, unit, space)
    if units:
        side = SIDE[units[0]]
    if id in ("reach", "strategic"):
        return _reach(s, id, units, say)
    if id == "threat":
        return _threat(s, Side(1 - side), say)
    if id == "supply":
        return _supply(s, side, units, say)
    if id == "zone":
        return shared.zone(say(id), ZONES.of(s.held[side]) & LAND)
    if id == "enemy_zone":
        return shared.zone(say(id), ZONES.of(s.held[1 - side]) & LAND, "enemy_zone")
    if id == "breakout":
        return shared.zone(say(id), ACROSS, "breakout")
    if id == "goals":
        return _goals(s, side, say)
    owners = [GERMAN if not s.taken & BIT[h] else ALLIED for h in range(HEXES)]
    spaces = tuple((h, SIDES[owners[h]]) for h in members(KEYS[max(s.area, 0)]))
    return Overlay("control", say("control"), spaces, tone="control")


def _meant(s: SecondFront, unit: int, space: int) -> tuple[UnitId, ...]:
    """The units an overlay is asked for."""
    if 0 <= unit < len(UNITS) and s.loc[unit] >= 0:
        return (UnitId(unit),)
    return tuple([u for u in s.here.get(SpaceId(space), ()) if u >= 0]) if 0 <= space < HEXES else ()


def _reach(s: SecondFront, id: str, units: tuple[UnitId, ...], say: Say) -> Overlay:
    strategic = id == "strategic"
    able = [u for u in units if _goes(s, u) and (not strategic or may_hurry(s, u))]
    going = [march(s, (u,), strategic).reach(s.loc[u]) for u in able]
    return shared.marches(say(id), going, id)


@rule("15.7.1", "15.2.eff")
def _goes(s: SecondFront, unit: UnitId) -> bool:
    """Whether a unit can go anywhere today: not on the day of chaos, and not from England in a storm."""
    return not paralysed(s, SIDE[unit]) and not (s.loc[unit] == ENGLAND and s.storm)


def _threat(s: SecondFront, enemy: Side, say: Say) -> Overlay:
    """How many enemy stacks could stand in each hex after one command; of each box that one comes on from, too."""
    found: list[Set] = []
    if not paralysed(s, enemy):
        found += [_within(s, SpaceId(hex), s.here[hex]) for hex in members(s.held[enemy])]
        found += [_coming(s, box) for box in ((NORTH, SOUTH) if enemy == GERMAN else (ENGLAND,))]
    return shared.threat(say("threat"), [members(hexes) for hexes in found])


@rule("7.3", "6.2.box", "15.2.eff", "10.6.A")
def _coming(s: SecondFront, box: SpaceId) -> Set:
    """Where somebody could stand who comes on from a box; whoever is hidden may be in England."""
    if box == ENGLAND and (s.storm or s.area < 0):
        return 0
    world = clone(s)
    for u in ROSTER[ALLIED] if box == ENGLAND else ():
        if s.loc[u] < 0 and u not in EVER_ASHORE:
            world.loc[u], world.steps[u], world.fed[u] = ENGLAND, STEPS[u], REGULAR
    kinds = {(SORT[u], world.steps[u]): UnitId(u) for u in UNITS if world.loc[u] == box and KIND[u] != HQ}
    found = 0
    for u in kinds.values():
        found |= reachable(world, (u,))
    return found


def _within(s: SecondFront, hex: SpaceId, stack: tuple[UnitId, ...]) -> Set:
    """Where any of these in a hex could go with one command, alone or with others; the covered as likely units."""
    if any(u < 0 for u in stack):
        s = clone(s)
        stack = supposed(s, stack)
        for u in stack:
            s.loc[u] = hex
    found = 0
    for u in stack:
        found |= reachable(s, (u,))
    return found


def _supply(s: SecondFront, side: Side, units: tuple[UnitId, ...], say: Say) -> Overlay:
    """Who would be fed at a check now, by a path or where he stands; beginners know no supply."""
    if s.rules.basic:
        return shared.supply(say("supply"), LAND)
    fed = supplied(s, side) if side == GERMAN or s.area >= 0 else 0
    fed |= s.held[side] & feeding(s, side)
    lines: list[tuple[int, ...]] = []
    if units and s.loc[units[0]] < HEXES and s.area >= 0:
        way = supply_line(s, side, s.loc[units[0]])
        lines = [way] if way else []
    return shared.supply(say("supply"), fed, s.held[side] & ~fed, say("cut"), lines)


def _goals(s: SecondFront, side: Side, say: Say) -> Overlay:
    """Victory places of the enemy that whoever of this side can still act could walk into with one command."""
    wanted = VICTORY_HEXES & (s.taken if side == GERMAN else ~s.taken)
    found: dict[int, int] = {}
    for hex in members(s.held[side]) if not paralysed(s, side) else ():
        able = tuple([u for u in s.here[hex] if u < 0 or mobile(s, u)])
        for h in members(_within(s, SpaceId(hex), able) & wanted):
            found[h] = found.get(h, 0) + 1
    return Overlay("goals", say("goals"), tuple((h, f"{VALUE[SpaceId(h)]} VP") for h in sorted(found)), tone="reach")
