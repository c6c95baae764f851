"""5.0 Movement and stacking. A move is asked hex by hex: at most six choices, and every hex passed counts (R-34)."""

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.cassino_1944.content import (
    ARMOR,
    HEXES,
    LOWER_RAPIDO,
    MOUNTAIN,
    MOVES,
    NEAR,
    ON_ROAD,
    PASSAGES,
    ROAD,
    SIDE,
    WATER,
)
from grognard.games.cassino_1944.rules.events import Moved, Overstacked
from grognard.games.cassino_1944.rules.state import Cassino, eliminate, enter

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


GO = tuple(Go(SpaceId(h)) for h in range(HEXES))
STOP = Stop()


@rule("5.1", "5.2", "5.2.bonus", "5.3.limit", "5.3.enemy")
def next_hexes(s: Cassino, unit: UnitId, at: SpaceId, gone: int, road: bool) -> list[SpaceId]:
    """Hexes a unit that has gone so many hexes may enter next; `road`: it began on a road and never left it."""
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


@rule("5.1.stop", "5.2.1.stop")
def must_stop(s: Cassino, unit: UnitId, before: SpaceId, hex: SpaceId) -> bool:
    """Contact with the enemy, water or (R-11) a mountain hexside ends the move."""
    if NEAR[hex] & s.held[1 - SIDE[unit]]:
        return True
    barrier = WATER[before] | MOUNTAIN[before] if s.rules.mountain_movement else WATER[before]
    return bool(barrier >> hex & 1)


def refuse_passage(s: Cassino, unit: UnitId, at: SpaceId, hex: SpaceId) -> Refusal | None:
    """Why a unit may not cross into a hex, whatever the occasion: terrain and enemies."""
    if hex >= HEXES or not NEAR[at] >> hex & 1:
        return Refusal("5.1", "not_adjacent", (hex, at))
    if ARMOR[unit]:
        if LOWER_RAPIDO >> hex & 1:
            return Refusal("5.2.2", "flooded", (unit, hex))
        if not ROAD[at] >> hex & 1:
            if WATER[at] >> hex & 1:
                return Refusal("5.2.1.armor", "armor_water", (unit, at, hex))
            if MOUNTAIN[at] >> hex & 1 and s.rules.mountain_movement:
                return Refusal("2.2.1", "armor_mountain", (unit, at, hex))
    if s.held[1 - SIDE[unit]] >> hex & 1:
        return Refusal("5.3.enemy", "enemy_there", (hex,))
    return None


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
        unit, gone, road = self.unit, self.gone, self.road
        at, moves = s.loc[unit], MOVES[unit]
        if type(option) is Stop:
            if not gone:
                return Refusal("5.1", "not_begun", (unit,))
            return None if len(s.here[at]) <= LIMIT else Refusal("5.3.limit", "full", (at,))
        if type(option) is not Go:
            return Refusal("5.1", "not_offered")
        hex = option.hex
        refusal = refuse_passage(s, unit, at, hex)
        if refusal is not None:
            return refusal
        by_road = bool(ROAD[at] >> hex & 1)
        if gone == moves and not (road and by_road):
            return Refusal("5.2.bonus", "road_only", (unit, moves))
        if _full(s, unit, hex):
            if must_stop(s, unit, at, hex):
                return Refusal("5.3.limit", "full_and_stop", (hex,))
            if not next_hexes(s, unit, hex, gone + 1, road and by_road):
                return Refusal("5.3.limit", "full", (hex,))
        return None


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
    frontier = {(start, ON_ROAD[start])}
    for gone in range(MOVES[unit] + 1):
        following: set[tuple[SpaceId, bool]] = set()
        for at, road in frontier:
            for b in next_hexes(s, unit, at, gone, road):
                if not _full(s, unit, b) and b != start:
                    found.setdefault(b, gone + 1)
                if not must_stop(s, unit, at, b):
                    following.add((b, road and bool(ROAD[at] >> b & 1)))
        frontier = following
    return found
