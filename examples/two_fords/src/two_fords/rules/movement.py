"""Movement (3): one declaration behind the legal list, the reach, the path and every refusal."""

from grognard.core import Event, Note, Option, SpaceId, UnitId, rule
from grognard.maps import WHOLE, Bar, Costs, March, Marching, Moving, NoEnd, Price, Stop, links
from two_fords.content import FORDS, GRID, MOVES, RIVER, SIDE, TERRAIN, ZONES, Side
from two_fords.rules.state import Fords, alive, foe, full, place

COST = {"clear": 1, "village": 1, "wood": 2, "hill": 2}


@rule("3.1", "3.2")
def price(ground: None, a: int, b: int, side: int) -> Price:
    """What the step from a to b costs."""
    return WHOLE if side in RIVER else COST[TERRAIN[b]] + 2 * (side in FORDS)


COSTS = Costs(links(GRID), price)


def march(s: Fords, unit: UnitId) -> March:
    """How this unit moves now."""
    own, enemy = s.held[SIDE[unit]], s.held[foe(SIDE[unit])]
    return March(
        COSTS.on(None),
        MOVES[unit],
        bars=(Bar("3.3", "enemy_there", enemy),),
        stops=(Stop("3.4", "zone", ZONES.of(enemy)),),
        ends=(NoEnd("1.3", "full", own, lambda hex: full(s, unit, hex)),),
        rule="3.1",
    )


class Move(Option, frozen=True):
    unit: UnitId


class Go(Option, frozen=True):
    space: SpaceId


class Went(Event, frozen=True):
    rule = "3.1"
    unit: UnitId
    space: SpaceId


def go(s: Fords, unit: UnitId, space: SpaceId, note: Note) -> None:
    place(s, unit, space)
    note(Went(unit, space))


class Movement(Moving, frozen=True):
    """Units of a side move one after the other, in any order."""

    rule = "3.1"
    prompt = "move"
    kinds = (Move,)
    side: Side

    def movers(self, s: Fords) -> list[UnitId]:
        return alive(s, self.side)

    def march(self, s: Fords, unit: UnitId) -> March:
        return march(s, unit)

    def walk(self, unit: UnitId) -> "Walk":
        return Walk(self.side, unit)


class Walk(Marching, frozen=True):
    """One unit goes hex by hex until it stops."""

    rule = "3.1"
    prompt = "go"
    kinds = (Go,)

    def march(self, s: Fords) -> March:
        return march(s, self.unit)

    def arrive(self, s: Fords, space: SpaceId, note: Note) -> None:
        go(s, self.unit, space, note)
