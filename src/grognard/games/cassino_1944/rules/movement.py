"""5.0 Movement and stacking. A move is asked hex by hex: at most six choices, and every hex passed counts (R-34)."""

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.cassino_1944.content import ARMOR, GRID, HEXES, MOVES, ON_ROAD, ROAD, SIDE
from grognard.games.cassino_1944.rules.crossings import PASSAGES, PRICED
from grognard.games.cassino_1944.rules.events import Moved, Overstacked
from grognard.games.cassino_1944.rules.state import Cassino, eliminate, enter
from grognard.maps import Bar, March, NoEnd, Zones
from grognard.maps import Stop as Halt

LIMIT = 3
"""Friendly units in one hex."""


class Go(Option, frozen=True):
    """Move, retreat or advance into an adjacent hex."""

    hex: SpaceId


class Stop(Option, frozen=True):
    """End the move or advance here."""


class Remove(Option, frozen=True):
    """Eliminate a unit of an overstacked hex."""

    unit: UnitId


CONTACT = Zones(GRID)
"""The hexes next to some units (5.1.stop)."""
GO = tuple(Go(SpaceId(h)) for h in range(HEXES))
STOP = Stop()


@rule("5.1", "5.1.stop", "5.2", "5.2.bonus", "5.3.limit", "5.3.enemy")
def march(s: Cassino, unit: UnitId, road: bool) -> March:
    """The movement of a unit: on foot, or all the way by road and then one hex farther."""
    side = SIDE[unit]
    enemy, own = s.held[1 - side], s.held[side]
    return March(
        PRICED[s.rules.mountain_movement][ARMOR[unit]][road],
        MOVES[unit] + road,
        (Bar("5.3.enemy", "enemy_there", enemy),),
        (Halt("5.1.stop", "contact", CONTACT.of(enemy)),),
        ends=(NoEnd("5.3.limit", "full", own, lambda hex: _full(s, unit, SpaceId(hex))),),
        rule="5.1",
    )


def next_hexes(s: Cassino, unit: UnitId, at: SpaceId, gone: int, road: bool) -> list[SpaceId]:
    """Hexes a unit that has gone so many hexes may enter next; `road`: it began on a road and never left it.

    The list of both marches, written out for speed; `test_marches` compares them.
    """
    enemy, here, moves = s.held[1 - SIDE[unit]], s.here, MOVES[unit]
    if gone > moves or (gone == moves and not road):
        return []
    found = []
    for b, bit, near, stops, by_road, _ in PASSAGES[s.rules.mountain_movement][unit][at]:
        if enemy & bit or (gone == moves and not by_road):
            continue
        if len(here[b]) >= LIMIT and _full(s, unit, b):
            if stops or near & enemy or not next_hexes(s, unit, b, gone + 1, road and by_road):
                continue
        found.append(b)
    return found


def _full(s: Cassino, unit: UnitId, hex: SpaceId) -> bool:
    """Whether the unit would be a fourth in this hex."""
    return len(s.here[hex]) - (unit in s.here[hex]) >= LIMIT


def can_move(s: Cassino, unit: UnitId, at: SpaceId, enemy: int) -> bool:
    """Whether the unit has a first hex to go to."""
    here = s.here
    for passage in PASSAGES[s.rules.mountain_movement][unit][at]:
        if not enemy & passage[1] and len(here[passage[0]]) < LIMIT:
            return True
    return bool(next_hexes(s, unit, at, 0, ON_ROAD[at]))


def must_stop(s: Cassino, unit: UnitId, before: SpaceId, hex: SpaceId) -> bool:
    """Whether a step was the last of its move, by the crossing or the enemy: the stops of `march`, for speed."""
    for b, _, near, stops, _, _ in PASSAGES[s.rules.mountain_movement][unit][before]:
        if b == hex:
            return stops or bool(near & s.held[1 - SIDE[unit]])
    raise ValueError(f"there is no passage from {before} to {hex}")


class Walk(Step, frozen=True):
    """5.1 One unit moves, hex by hex."""

    rule = "5.1"
    unit: UnitId
    gone: int
    road: bool
    """It began in a road hex and has crossed only road hexsides (5.2)."""

    def ask(self, s: Cassino) -> Ask:
        unit = self.unit
        at = s.loc[unit]
        onward = next_hexes(s, unit, at, self.gone, self.road)
        if not onward:
            return None
        options: list[Option] = [GO[h] for h in onward]
        if self.gone and len(s.here[at]) <= LIMIT:
            options.append(STOP)
            return Decision(
                s.seats[SIDE[unit]],
                "walk_on",
                "5.1",
                tuple(options),
                default=len(options) - 1,
                units=(unit,),
                spaces=(at,),
            )
        return Decision(s.seats[SIDE[unit]], "walk", "5.1", tuple(options), units=(unit,), spaces=(at,))

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is not Go:
            return ()
        unit, hex = self.unit, answer.hex
        at = s.loc[unit]
        note(Moved(unit, at, hex))
        enter(s, unit, hex, note)
        gone, road = self.gone + 1, self.road and bool(ROAD[at] >> hex & 1)
        if must_stop(s, unit, at, hex) or gone > MOVES[unit] or (gone == MOVES[unit] and not road):
            return ()
        return (Walk(unit, gone, road),)

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        unit, gone, at = self.unit, self.gone, s.loc[self.unit]
        if type(option) is Stop:
            if not gone:
                return Refusal("5.1", "not_begun", (unit,))
            return None if len(s.here[at]) <= LIMIT else Refusal("5.3.limit", "full", (at,))
        if type(option) is not Go:
            return Refusal("5.1", "not_offered")
        hex = option.hex
        foot = march(s, unit, False)
        refusal = foot.why_not(at, gone, hex)
        if refusal is not None and self.road and ROAD[at] >> hex & 1:
            refusal = march(s, unit, True).why_not(at, gone, hex)
        if refusal is None:
            return None
        if refusal.key == "too_dear":
            return Refusal("5.2.bonus", "road_only", (unit, MOVES[unit]))
        if refusal.key == "full" and foot.enter(at, hex, 0)[1] is not None:
            return Refusal("5.3.limit", "full_and_stop", (hex,))
        return refusal


@rule("5.3.def", "5.3.overstack")
class Overstacking(Step, frozen=True):
    """5.3 At the end of a half each owner removes units of his choice where more than three stand."""

    rule = "5.3.overstack"

    def ask(self, s: Cassino) -> Ask:
        at = _overstacked(s)
        if at is None:
            return None
        units = s.here[at]
        options = tuple([Remove(u) for u in units])
        return Decision(s.seats[SIDE[units[0]]], "overstack", "5.3.overstack", options, spaces=(at,))

    def take(self, s: Cassino, answer: Remove, note: Note) -> Steps:
        note(Overstacked(s.loc[answer.unit], answer.unit))
        eliminate(s, answer.unit, note)
        return (self,)

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        at = _overstacked(s)
        if type(option) is Remove and at is not None and option.unit in s.here[at]:
            return None
        return Refusal("5.3.overstack", "remove_from", () if at is None else (at,))


def _overstacked(s: Cassino) -> SpaceId | None:
    for hex, units in enumerate(s.here[:HEXES]):
        if len(units) > LIMIT:
            return SpaceId(hex)
    return None


def reach(s: Cassino, unit: UnitId) -> dict[SpaceId, int]:
    """Every hex where the unit could end a move now, with the number of hexes it takes: for overlays and players."""
    start = s.loc[unit]
    found: dict[SpaceId, int] = {}
    if start >= HEXES:
        return found
    for road in (False, True) if ON_ROAD[start] else (False,):
        way = march(s, unit, road).reach(start)
        for hex in way.ends():
            found[SpaceId(hex)] = min(way.costs[hex], found.get(SpaceId(hex), way.costs[hex]))
    return found
