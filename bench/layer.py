"""`python -m bench.layer`: what the shared hex layer costs on a map of 1,977 hexes with 105 units, beside its bounds.

The map and the units are made up, with the size and mixture of the largest title: dear ground, roads, rivers, slopes,
zones, stacks. Times are of the processor, the best of several rounds; nothing here asserts one.
"""

import random
from collections.abc import Callable
from functools import cache
from time import process_time_ns
from typing import Annotated

from msgspec import Struct
from rich.console import Console
from rich.table import Table

from grognard.core import (
    DERIVED,
    Ask,
    Decision,
    Note,
    Option,
    Refusal,
    SpaceId,
    State,
    Step,
    Steps,
    UnitId,
    clone,
    hush,
)
from grognard.core.codec import Codec
from grognard.core.flow import push, run
from grognard.maps import (
    EVEN,
    Bar,
    Costs,
    HexGrid,
    March,
    Masks,
    NoEnd,
    Numbering,
    Plane,
    Presence,
    Price,
    Rows,
    Stop,
    Zones,
    course,
    links,
)

UNITS, POINTS, RANGE, ROUNDS = 105, 60, 20, 7
BOUNDS = {
    "clone": 6.0,
    "encode": 8.0,
    "ask of a march": 8.0,
    "whole step of a march": 15.0,
    "flood of 60 points": 1200.0,
    "zones of a side": 5.0,
    "sight row of range 20": 6000.0,
}
"""Microseconds."""

RNG = random.Random(1944)
GRID = HexGrid(
    Numbering(flat=False, shifted=EVEN, row_first=True),
    [f"{row:02}{at:02}" for row in range(1, 60) for at in range(1, 34 + row % 2)],
)
HEXES = len(GRID)
HEIGHT = [50 * RNG.choice((0, 0, 0, 1, 1, 2, 3, 5)) for _ in range(HEXES)]
COST = [RNG.choice((2, 3, 3, 5)) for _ in range(HEXES)]
ROAD, RIVER = (frozenset(RNG.sample(range(GRID.inner), GRID.inner // part)) for part in (6, 40))


class Ground(Struct, frozen=True):
    night: bool = False


def price(ground: Ground, a: int, b: int, side: int) -> Price:
    """A terrain chart with everything in it: rivers, roads, slopes, night."""
    if side in RIVER:
        return Refusal("6.4", "river", (a, b))
    if side in ROAD:
        return 1 + ground.night
    cost = COST[b] + 2 * abs(HEIGHT[a] - HEIGHT[b]) // 50
    return (cost, Refusal("6.31", "slope", (b,))) if HEIGHT[b] - HEIGHT[a] > 150 else cost


COSTS = Costs(links(GRID), price)
ZONES = Zones(GRID, closed=RIVER)
SIDE = [unit % 2 for unit in range(UNITS)]
PRESENCE = Presence([(side, side + 2) if unit % 9 else (side,) for unit, side in enumerate(SIDE)], HEXES)


class Go(Option, frozen=True):
    hex: SpaceId


class Halt(Option, frozen=True):
    pass


GO, HALT = tuple(Go(SpaceId(hex)) for hex in range(HEXES)), Halt()


class Field(State):
    """As many columns as a large title has."""

    turn: int
    loc: list[int]
    steps: list[int]
    spent: list[int]
    pins: list[int]
    moved: int = 0
    fired: int = 0
    ruins: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    here: Annotated[dict[int, tuple[int, ...]], DERIVED] = {}
    held: Annotated[list[int], DERIVED] = []


def full(s: Field, unit: int, hex: int) -> bool:
    stack = s.here.get(hex, ())
    return len(stack) - (unit in stack) >= 2


def march(s: Field, unit: int) -> March:
    side = SIDE[unit]
    zone = ZONES.of(s.held[3 - side])
    bars = (Bar("6.21", "enemy_there", s.held[1 - side]), Bar("7.0", "zone_to_zone", zone, out_of=zone))
    ends = (NoEnd("9.1", "full", s.held[side], lambda hex: full(s, unit, hex)),)
    return March(COSTS.on(Ground()), POINTS, bars, (Stop("6.24", "zone", zone),), ends=ends, rule="6.13")


class Walk(Step, frozen=True):
    """A unit on the march, as every title writes it."""

    unit: UnitId
    spent: int

    def ask(self, s: Field) -> Ask:
        at = s.loc[self.unit]
        options: list[Option] = [GO[b] for b, _, _ in march(s, self.unit).next(at, self.spent)]
        if self.spent and not full(s, self.unit, at):
            options.append(HALT)
        if not options:
            return None
        return Decision(SIDE[self.unit], "walk", "6.0", tuple(options), len(options) - 1, units=(self.unit,))

    def take(self, s: Field, answer: Option, note: Note) -> Steps:
        if type(answer) is not Go:
            return ()
        at = s.loc[self.unit]
        cost, last = march(s, self.unit).enter(at, answer.hex, self.spent)
        PRESENCE.place(s, self.unit, answer.hex)
        return () if last is not None else (Walk(self.unit, self.spent + cost),)


def position(seed: int) -> Field:
    """Both sides scattered, the first unit on the march."""
    rng = random.Random(seed)
    s = Field((Walk(UnitId(0), 0),), (0, 1), None, 1, [0] * UNITS, [3] * UNITS, [0] * UNITS, [0, 0])
    places = rng.sample(range(HEXES), 70)
    for unit in range(UNITS):
        s.loc[unit] = rng.choice(places[SIDE[unit] :: 2])
    PRESENCE.refresh(s)
    return s


PLANE = Plane(GRID, RANGE)
HEIGHTS = PLANE.spread(HEIGHT, 0)


@cache
def obstacles(q: int, r: int) -> tuple[tuple[int, int, int], ...]:
    """What a line runs through between its ends, as numbers to add and parts of the way."""
    found = [at for at in course(q, r) if at.side == 0 and at.hex not in ((0, 0), (q, r))]
    return tuple((PLANE.shift(*at.hex), 2 * at.foot, at.whole) for at in found)


def sees(a: int, b: int) -> bool:
    """An exact test of heights along the line, from the lower end."""
    if (HEIGHT[a], a) > (HEIGHT[b], b):
        a, b = b, a
    (q, r), (u, v) = GRID.cubes[a], GRID.cubes[b]
    at, rise, base = PLANE.at[a], HEIGHT[b] - HEIGHT[a], 2 * HEIGHT[a] + 3
    for shift, foot, whole in obstacles(u - q, v - r):
        if rise * foot < (2 * HEIGHTS[at + shift] - base) * whole:
            return False
    return True


def timed(work: Callable[[int], object], count: int) -> float:
    """Microseconds for one of `count` pieces of work, in the best round."""
    best = 0.0
    for _ in range(ROUNDS):
        began = process_time_ns()
        for k in range(count):
            work(k)
        passed = (process_time_ns() - began) / 1000 / count
        best = passed if not best else min(best, passed)
    return best


def step(s: Field) -> None:
    """Ask, take, place, and the flow around them."""
    branch = s
    asked = run(branch)
    assert isinstance(asked, Decision)
    first = branch.loc[0]
    push(branch, asked.options[0], hush)
    PRESENCE.place(branch, 0, first)
    branch.stack = (Walk(UnitId(0), 0),)


def measured() -> dict[str, float]:
    """Every figure in microseconds."""
    codec = Codec(Field, (Walk,), (Go, Halt), PRESENCE.refresh)
    fields = [position(seed) for seed in range(40)]
    marches = [march(s, 0) for s in fields]
    masks = Masks(GRID.without(RIVER))
    sets = [s.held[2] for s in fields]
    for a in range(0, HEXES, 97):
        Rows(GRID, sees, RANGE).row(a)  # offsets are compiled once and for all
    centre = [GRID.id(name) for name in ("3017", "2515", "3520", "4016", "2018")]
    return {
        "clone": timed(lambda k: clone(fields[k % 40]), 4000),
        "encode": timed(lambda k: codec.encode(fields[k % 40]), 4000),
        "ask of a march": timed(lambda k: fields[k % 40].stack[-1].ask(fields[k % 40]), 4000),
        "whole step of a march": timed(lambda k: step(fields[k % 40]), 4000),
        "flood of 60 points": timed(lambda k: marches[k % 40].reach(fields[k % 40].loc[0]), 80),
        "zones of a side": timed(lambda k: masks.around(sets[k % 40]), 4000),
        "sight row of range 20": timed(lambda k: Rows(GRID, sees, RANGE).row(centre[k % 5]), 5),
    }


def main() -> None:
    found = measured()
    table = Table("what", title=f"The hex layer at {HEXES:,} hexes and {UNITS} units")
    for heading in ("µs", "bound"):
        table.add_column(heading, justify="right")
    for name, bound in BOUNDS.items():
        table.add_row(name, f"{found[name]:,.1f}", f"{bound:,.0f}")
    reached = [len(march(position(seed), 0).reach(position(seed).loc[0]).costs) for seed in range(40)]
    console = Console(highlight=False)
    console.print(table, f"a flood reaches {sum(reached) // len(reached)} hexes on average")


if __name__ == "__main__":
    main()
