"""A turn: each unit of the side may walk once, hex by hex, not into the enemy."""

from grognard.core import DONE, Ask, Decision, Note, Option, SpaceId, State, Step, Steps, UnitId, by_loc
from grognard.maps import mask
from grognard.maps.march import Bar, March
from tests.field.content import COSTS, GRID, MOVES, SIDE, UNITS, start


class Field(State):
    where = by_loc
    loc: list[int]
    moved: bytearray


class Move(Option, frozen=True):
    unit: UnitId


class Go(Option, frozen=True):
    hex: SpaceId


class Stop(Option, frozen=True):
    pass


MOVE = tuple(Move(UnitId(u)) for u in UNITS)
GO = tuple(Go(SpaceId(h)) for h in range(len(GRID)))
STOP = Stop()


def fresh() -> Field:
    return Field(
        stack=(Turn(0),), seats=(0, 1), result=None, loc=[start(u) for u in UNITS], moved=bytearray(len(UNITS))
    )


def march(s: Field, unit: int) -> March:
    enemy = mask({s.loc[u] for u in UNITS if SIDE[u] != SIDE[unit]})
    return March(COSTS.on(None), MOVES, (Bar("1", "enemy_there", enemy),), rule="1")


class Turn(Step, frozen=True):
    rule = "1"
    side: int

    def ask(self, s: Field) -> Ask:
        options: list[Option] = [MOVE[u] for u in UNITS if SIDE[u] == self.side and not s.moved[u]]
        return Decision(self.side, "turn", "1", (*options, DONE), default=len(options), confirm=True)

    def take(self, s: Field, answer: Option, note: Note) -> Steps:
        if type(answer) is Move:
            s.moved[answer.unit] = 1
            return (Walk(answer.unit, 0), self)
        s.moved = bytearray(len(UNITS))
        return (Turn(1 - self.side),)


class Walk(Step, frozen=True):
    rule = "1"
    unit: UnitId
    spent: int

    def points_used(self) -> int | None:
        return self.spent

    def ask(self, s: Field) -> Ask:
        ways = [way[0] for way in march(s, self.unit).next(s.loc[self.unit], self.spent)]
        if not ways:
            return None
        options: list[Option] = [GO[h] for h in ways]
        if self.spent:
            options.append(STOP)
        default = len(options) - 1 if self.spent else -1
        return Decision(SIDE[self.unit], "walk", "1", tuple(options), default=default, units=(self.unit,))

    def take(self, s: Field, answer: Option, note: Note) -> Steps:
        if type(answer) is not Go:
            return ()
        s.loc[self.unit] = answer.hex
        return (Walk(self.unit, self.spent + 1),)
