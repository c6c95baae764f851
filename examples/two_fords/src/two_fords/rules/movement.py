"""Movement (3): one declaration behind the legal list, the reach, the path and every refusal."""

from collections.abc import Iterable

from grognard.core import Choice, Event, Note, Option, Refusal, SpaceId, Steps, UnitId, rule
from grognard.maps import WHOLE, Bar, Costs, March, Marching, NoEnd, Price, Stop, links
from two_fords.content import FORDS, GRID, MOVES, RIVER, ROSTER, SIDE, TERRAIN, ZONES, Side
from two_fords.rules.state import Fords, alive, foe, full, place

COST = {"clear": 1, "village": 1, "wood": 2, "hill": 2}


@rule("3.2")
def price(ground: None, a: int, b: int, side: int) -> Price:
    """3.1 What the step from a to b costs."""
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


class Movement(Choice, frozen=True):
    """Units of a side move one after the other, in any order."""

    rule = "3.1"
    prompt = "move"
    kinds = (Move,)
    side: Side

    def offers(self, s: Fords) -> Iterable[Option]:
        return [Move(unit) for unit in ROSTER[self.side]]

    def refuse(self, s: Fords, option: Move) -> Refusal | None:
        unit = option.unit
        if unit not in alive(s, self.side):
            return Refusal("3.1", "not_yours", (unit,))
        if s.done >> unit & 1:
            return Refusal("3.1", "moved", (unit,))
        return None if march(s, unit).next(s.loc[unit], 0) else Refusal("3.1", "nowhere", (unit,))

    def take(self, s: Fords, answer: Option, note: Note) -> Steps:
        if isinstance(answer, Move):
            s.done |= 1 << answer.unit
            return Walk(self.side, answer.unit), self
        s.done = 0
        return ()


class Walk(Marching, frozen=True):
    """One unit goes hex by hex until it stops."""

    rule = "3.1"
    prompt = "go"
    kinds = (Go,)

    def march(self, s: Fords) -> March:
        return march(s, self.unit)

    def arrive(self, s: Fords, space: SpaceId, note: Note) -> None:
        go(s, self.unit, space, note)
