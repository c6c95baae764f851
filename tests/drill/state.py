"""The one Struct of the drill, who is where, and what each seat may know of it."""

import random

from grognard.core import HIDDEN, Seat, State, by_loc, by_turn
from tests.drill.content import DEAD, OWNER, SIDES, SPACES, STARTS, UNITS


class Drill(State):
    clock = by_turn
    where = by_loc
    loc: list[int]
    known: bytearray
    """Whether the other sides know which unit this counter is."""
    count: list[int]
    """Counters by space and side: public, derived."""
    cup: list[int]
    plans: tuple[int, ...]
    """The space each side's barrage falls on; -1 before it is written."""
    turn: int


def place(s: Drill, unit: int, space: int) -> None:
    """The only writer of `loc` and `count`."""
    s.count[s.loc[unit] * len(SIDES) + OWNER[unit]] -= 1
    s.loc[unit] = space
    s.count[space * len(SIDES) + OWNER[unit]] += 1


def refresh(s: Drill) -> None:
    s.count = [0] * (len(SPACES) * len(SIDES))
    for unit, space in enumerate(s.loc):
        s.count[space * len(SIDES) + OWNER[unit]] += 1


def fresh() -> Drill:
    s = Drill(
        stack=(),
        seats=(0, 1, 2),
        result=None,
        loc=list(STARTS),
        known=bytearray(len(UNITS)),
        count=[],
        cup=[3, 1, 2],
        plans=(-1, -1, -1),
        turn=1,
    )
    refresh(s)
    return s


def enemies_at(s: Drill, space: int, side: int) -> int:
    """Counters of other sides in a space; public."""
    return sum(s.count[space * len(SIDES) + other] for other in range(len(SIDES)) if other != side)


def hide(v: Drill, seat: Seat) -> None:
    """Others' counters are seen, but not which is which; plans are folded slips."""
    for unit, owner in enumerate(OWNER):
        if v.seats[owner] != seat and not v.known[unit] and v.loc[unit] != DEAD:
            v.loc[unit] = HIDDEN
    v.plans = tuple([p if v.seats[side] == seat or p < 0 else HIDDEN for side, p in enumerate(v.plans)])


def resample(v: Drill, seat: Seat, rng: random.Random) -> Drill:
    """Deal the hidden counters of each side to the places where that side has counters nobody accounts for."""
    from grognard.core import clone
    from tests.drill.flow import unfold

    w = clone(v)
    for side in range(len(SIDES)):
        hidden = [u for u in range(len(UNITS)) if OWNER[u] == side and v.loc[u] == HIDDEN]
        rng.shuffle(hidden)
        for space in range(len(SPACES)):
            seen = sum(1 for u in range(len(UNITS)) if OWNER[u] == side and v.loc[u] == space)
            for _ in range(v.count[space * len(SIDES) + side] - seen):
                w.loc[hidden.pop()] = space
    w.plans = tuple([rng.randrange(DEAD) if p == HIDDEN else p for p in v.plans])
    w.stack = unfold(w, rng)
    return w


def check(s: Drill) -> list[str]:
    told = [] if sum(s.count) == len(UNITS) else ["counters lost"]
    again = s.count[:]
    probe = Drill(*[getattr(s, f) for f in Drill.__struct_fields__])
    refresh(probe)
    return told + ([] if probe.count == again else ["counts are stale"])
