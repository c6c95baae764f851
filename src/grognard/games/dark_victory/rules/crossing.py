"""6.2-6.4, 9.5-9.24 What it costs and what it takes to cross from one space into the next."""

from msgspec import Struct

from grognard.core import Refusal, rule
from grognard.games.dark_victory.content import (
    CLOSE_NEAR,
    COST,
    DOOR,
    ENDS,
    LADDER_COST,
    LEVEL,
    LINKS,
    LOW,
    LOW_COST,
    MIDDLE,
    NO_WALL,
    OPEN_DOOR_COST,
    RAMPS,
    SIDE_BETWEEN,
    STAIRS,
    STAIRS_COST,
    WALL,
)
from grognard.games.dark_victory.rules.state import Alamo
from grognard.maps import WHOLE, Costs, Price, PricedSteps, mask


class Ground(Struct, frozen=True):
    """What play has altered of the map: Dead counters, ladders, open doors."""

    dead: tuple[tuple[int, int], ...] = ()
    ladders: tuple[tuple[int, int], ...] = ()
    opened: bytes = b""


@rule("9.3.A", "9.9", "9.11", "9.12", "9.14", "9.15", "9.15.B", "9.16", "9.17", "9.19.C", "9.20", "9.22", "9.23")
@rule("9.11.ex", "9.20.ex", "9.24.ex")
@rule("9.24", "9.21", "TEC.clear", "TEC.int", "TEC.high", "TEC.room", "TEC.stair", "TEC.door", "TEC.highwall")
@rule("TEC.intwall", "TEC.lowwall", "TEC.ramp", "TEC.creek", "TEC.trench", "TEC.works", "TEC.mud", "2.2.B", "9.14.note")
def price(ground: Ground, a: int, b: int, side: int) -> Price:
    """The action factors of a step: the in-hex cost, Dead counters, and what the side adds or forbids."""
    cost = COST[b] + sum([n for hex, n in ground.dead if hex == b])
    if side in STAIRS:
        return cost + STAIRS_COST
    if side in DOOR:
        door = DOOR[side]
        if door < len(ground.opened) and ground.opened[door]:
            return cost + OPEN_DOOR_COST
        return Refusal("9.7", "door_shut", (b, a))
    wall = WALL[side]
    if wall == NO_WALL or side in RAMPS:
        return cost
    if wall == LOW:
        return cost + LOW_COST
    if wall == MIDDLE:
        return cost + LADDER_COST if has_ladder(ground.ladders, a, b) else WHOLE
    return Refusal("9.16", "high_wall", (b, a))


@rule("9.19.B", "9.14")
def has_ladder(ladders: tuple[tuple[int, int], ...], a: int, b: int) -> bool:
    """Whether a ladder stands on the side between two spaces, whichever way it is climbed (R-INT)."""
    return (a, b) in ladders or (b, a) in ladders


def differing(one: Ground, other: Ground) -> int:
    """The spaces in which two grounds differ: by Dead counters, the feet of ladders, the ends of doors."""
    spots = [hex for hex, _ in {*one.dead} ^ {*other.dead}]
    spots += [hex for hex, _ in {*one.ladders} ^ {*other.ladders}]
    if one.opened != other.opened:
        doors = zip(_DOOR_SIDES, one.opened or _ALL_SHUT, other.opened or _ALL_SHUT, strict=True)
        spots += [end for side, was, is_ in doors if was != is_ for end in ENDS[side]]
    return mask(spots)


_DOOR_SIDES = tuple(DOOR)
_ALL_SHUT, _ALL_OPEN = (bytes([door]) * len(DOOR) for door in (0, 1))
COSTS: Costs[Ground] = Costs(LINKS, price, between=differing)
_UNBARRED: Costs[Ground] = Costs(LINKS, price, between=differing)


def ground_of(s: Alamo) -> Ground:
    """The ground as play has left it."""
    return Ground(s.dead, s.ladders, bytes(s.opened) if any(s.opened) else b"")


def priced_steps(s: Alamo, doors: bool = False) -> PricedSteps:
    """The steps of the ground as it is; `doors`: as if every door were open."""
    return _UNBARRED.on(Ground(s.dead, s.ladders, _ALL_OPEN)) if doors else COSTS.on(ground_of(s))


def side_between(a: int, b: int) -> int | None:
    """The side between two spaces that touch."""
    return SIDE_BETWEEN[a].get(b)


def is_open(s: Alamo, side: int) -> bool:
    """Whether a side has an open door."""
    return side in DOOR and bool(s.opened[DOOR[side]])


@rule("8.2.B", "8.2.C")
def linked(s: Alamo, a: int) -> int:
    """The spaces next to a leader for 8.2: no wall between, or one with a ramp, a ladder, stairs or an open door."""
    found = CLOSE_NEAR[a]
    for b, side in LINKS[a]:
        if side in STAIRS or is_open(s, side) or has_ladder(s.ladders, a, b):
            found |= 1 << b
    return found


@rule("12.1.B", "9.7.F", "9.12", "9.17")
def refuse_edge(s: Alamo, a: int, b: int) -> Refusal | None:
    """Why no melee can be fought from one space into another, None if it can."""
    side = side_between(a, b)
    if side is None:
        return Refusal("12.1", "not_next", (a, b))
    if side in DOOR:
        return None if is_open(s, side) else Refusal("9.7.F", "melee_door", (a, b))
    if side in STAIRS or side in RAMPS or WALL[side] in (NO_WALL, LOW) or has_ladder(s.ladders, a, b):
        return None
    return Refusal("12.1.B", "melee_wall", (a, b))


def by_ladder(s: Alamo, a: int, b: int) -> bool:
    """Whether a way leads over a ladder and nothing better: a ramp or a low wall needs none (R-LADMELEE)."""
    side = SIDE_BETWEEN[a][b]
    return WALL[side] == MIDDLE and side not in RAMPS and has_ladder(s.ladders, a, b)


def upward(a: int, b: int) -> bool:
    """Whether a ladder in `a` may point at `b`: a low or intermediate wall, and not down (R-LADPLACE)."""
    side = SIDE_BETWEEN[a].get(b)
    return side is not None and WALL[side] in (LOW, MIDDLE) and LEVEL[b] >= LEVEL[a]
