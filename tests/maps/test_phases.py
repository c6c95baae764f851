"""Phases that small titles share: each unit once, each hex once, and every refusal with its reason."""

from typing import Any

from grognard.core import DONE, Note, Option, Refusal, SpaceId, State, Step, Steps, UnitId, hush
from grognard.maps import EVEN, Attacking, Bar, Costs, HexGrid, March, Moving, Numbering, Set, links, mask

GRID = HexGrid(Numbering(flat=True, shifted=EVEN), ["0101", "0102", "0103", "0104"])
COSTS: Costs[None] = Costs(links(GRID), lambda ground, a, b, side: 1)
ENEMY = mask(GRID.ids(["0103"]))


class Field(State):
    loc: list[SpaceId]
    done: Set = 0
    attacked: Set = 0


class Move(Option, frozen=True):
    unit: UnitId


class Attack(Option, frozen=True):
    space: SpaceId


class Walk(Step, frozen=True):
    unit: UnitId


class Battle(Step, frozen=True):
    target: SpaceId

    def auto(self, s: Any, note: Note) -> Steps:
        s.attacked |= 1 << self.target
        s.done |= 1
        return ()


class Movement(Moving, frozen=True):
    """Unit 0 stands in 0101, unit 1 in 0104 behind the enemy in 0103; unit 2 is not theirs."""

    rule = "3"
    prompt = "move"
    kinds = (Move,)
    side: int

    def movers(self, s: Any) -> list[UnitId]:
        return [UnitId(0), UnitId(1)]

    def march(self, s: Any, unit: UnitId) -> March:
        return March(COSTS.on(None), 2, (Bar("4", "enemy", ENEMY),), rule="3")

    def walk(self, unit: UnitId) -> Step:
        return Walk(unit)


class Fighting(Attacking, frozen=True):
    rule = "5"
    prompt = "attack"
    kinds = (Attack,)
    side: int

    def targets(self, s: Any) -> Set:
        return mask(GRID.ids(["0101", "0103"]))

    def attackers(self, s: Any, target: SpaceId) -> list[UnitId]:
        return [UnitId(0)] if target == GRID.id("0103") and not s.done else []

    def assault(self, target: SpaceId) -> Step:
        return Battle(target)


def field() -> Field:
    return Field((), (0, 1), None, [SpaceId(GRID.id(name)) for name in ("0101", "0104", "0102")])


def test_each_unit_marches_once_if_it_can() -> None:
    s, step = field(), Movement(0)
    asked: Any = step.ask(s)
    assert asked.options == (Move(UnitId(0)), DONE) and (asked.seat, asked.prompt, asked.rule) == (0, "move", "3")
    assert step.why_not(s, Move(UnitId(1))) == Refusal("3", "nowhere", (1,))
    assert step.why_not(s, Move(UnitId(2))) == Refusal("3", "not_yours", (2,))
    assert step.take(s, Move(UnitId(0)), hush) == (Walk(UnitId(0)), step)
    assert s.done == 1 and step.why_not(s, Move(UnitId(0))) == Refusal("3", "moved", (0,))
    assert step.take(s, DONE, hush) == () and s.done == 0


def test_each_hex_is_attacked_once_by_whoever_still_may() -> None:
    s, step = field(), Fighting(0)
    there, empty, own = (SpaceId(GRID.id(name)) for name in ("0103", "0102", "0101"))
    asked: Any = step.ask(s)
    assert asked.options == (Attack(there), DONE)
    assert step.why_not(s, Attack(empty)) == Refusal("5", "nobody_there", (empty,))
    assert step.why_not(s, Attack(own)) == Refusal("5", "no_attackers", (own,))
    battle, after = step.take(s, Attack(there), hush)
    assert (battle, after) == (Battle(there), step)
    battle.auto(s, hush)
    assert step.why_not(s, Attack(there)) == Refusal("5", "attacked", (there,))
    asked = step.ask(s)
    assert asked.options == (DONE,)
    assert step.take(s, DONE, hush) == () and (s.done, s.attacked) == (0, 0)
