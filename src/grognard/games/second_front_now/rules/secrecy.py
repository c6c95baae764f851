"""10.6, 15.4 What the German may know: tops and counts of stacks, slips without their text; and worlds alike to him."""

import random

from msgspec.structs import replace

from grognard.core import HIDDEN, SpaceId, UnitId, clone, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    BLOODED_OF,
    DROP_HEXES,
    ENGLAND,
    HEXES,
    IS_ARTILLERY,
    LAND_HEXES,
    NATION,
    PARATROOPS,
    ROSTER,
    STEPS,
)
from grognard.games.second_front_now.rules.aftermath import AdvanceIn
from grognard.games.second_front_now.rules.movement import Walk
from grognard.games.second_front_now.rules.plans import LATEST, SOONEST
from grognard.games.second_front_now.rules.stacking import MOST, MOST_ARTILLERY, crowd
from grognard.games.second_front_now.rules.state import (
    DROP_PLAN,
    NEVER,
    STRIKE_PLAN,
    Battle,
    Plan,
    SecondFront,
    foggy,
    refresh,
    seen_by_german,
)
from grognard.games.second_front_now.rules.supply import kind_of_supply, supplied

EVER_ASHORE = frozenset(BLOODED_OF.values())
"""Blooded divisions: they are never in England."""
TRIES = 200


def secret(s: SecondFront) -> bool:
    """Whether anything lies hidden from a seat in this position: the fog, or a slip."""
    return foggy(s) or bool(s.plans)


@rule("10.6.decl")
def together(s: SecondFront) -> bool:
    """Whether both players bend over the battle board: all on it is open. Who held a covered unit back and now may
    let it advance is asked by himself."""
    b = s.battle
    if b is None:
        return False
    return type(s.stack[-1]) is not AdvanceIn or all(seen_by_german(s, u) for u in b.named)


@rule("10.6", "10.6.A", "10.6.G", "15.4")
def hide(v: SecondFront, seat: int) -> None:
    """Reduce a copy to what a seat may know: the Allied seat knows all, every other what the German knows."""
    if seat == v.seats[ALLIED]:
        return
    v.plans = tuple([Plan(p.kind, p.written, HIDDEN, SpaceId(HIDDEN), UnitId(HIDDEN)) for p in v.plans])
    if not foggy(v):
        return
    covered = [u for u in ROSTER[ALLIED] if not seen_by_german(v, u)]
    counts: dict[SpaceId, int] = {}
    for u in covered:
        counts[v.loc[u]] = counts.get(v.loc[u], 0) + 1
        v.loc[u] = SpaceId(HIDDEN)
        v.steps[u] = v.fed[u] = v.rank[u] = 0
    gone = frozenset(covered)
    v.spent = tuple([u for u in v.spent if u not in gone])
    v.refitted = tuple([u for u in v.refitted if u not in gone])
    v.withdrawn = v.jumped = NEVER
    v.arranged = False
    if v.battle is not None:
        b = v.battle
        v.battle = replace(b, named=_nameless(b.named, gone), advanced=_nameless(b.advanced, gone))
    v.veiled = tuple(sorted(counts.items()))
    refresh(v)


def _nameless(units: tuple[UnitId, ...], gone: frozenset[UnitId]) -> tuple[UnitId, ...]:
    return tuple([UnitId(HIDDEN) if u in gone else u for u in units])


def resample(v: SecondFront, seat: int, rng: random.Random) -> SecondFront:
    """A world that looks to this seat exactly like the view: covered counters and slips filled in lawfully."""
    w = clone(v)
    w.plans = tuple([_written(p, w, rng) if p.day == HIDDEN else p for p in v.plans])
    pool = [u for u in ROSTER[ALLIED] if v.loc[u] == HIDDEN]
    for _ in range(TRIES):
        dealt = _dealt(v, pool, rng)
        if dealt is not None:
            break
    else:
        raise RuntimeError("no lawful world looks like this view")
    w.veiled = ()
    for u, space in dealt.items():
        w.loc[u] = space
        w.steps[u] = STEPS[u] if space == ENGLAND or rng.random() < 0.8 else 1
    _stacked(w, dealt)
    refresh(w)
    fed = supplied(w, ALLIED)
    for u in dealt:
        w.fed[u] = kind_of_supply(w, u, fed)
    if w.battle is not None:
        w.battle = _filled(w.battle, dealt)
    return w


def _dealt(v: SecondFront, pool: list[UnitId], rng: random.Random) -> dict[UnitId, SpaceId] | None:
    """Covered counters over the stacks they make up: one nation a hex but for who passes through, one of artillery; the
    rest is in England."""
    passing = _passing(v)
    waiting = rng.sample(pool, len(pool))
    waiting.sort(key=lambda u: u not in EVER_ASHORE)
    found: dict[UnitId, SpaceId] = {}
    stacks = [(space, n) for space, n in v.veiled if space < HEXES]
    stacks.sort(key=lambda row: -row[1])  # the largest need artillery, of which there is little
    for space, n in stacks:
        seen = [u for u in v.here[space] if u not in (HIDDEN, passing)]
        others, guns = crowd(v, space)
        room = [MOST + n - others, MOST_ARTILLERY - guns]
        nation = NATION[seen[0]] if seen else NATION[rng.choice(waiting)]
        for u in waiting:
            if n and NATION[u] == nation and room[IS_ARTILLERY[u]]:
                n -= 1
                room[IS_ARTILLERY[u]] -= 1
                found[u] = space
        if n:
            return None
        waiting = [u for u in waiting if u not in found]
    if waiting and waiting[0] in EVER_ASHORE:
        return None
    found.update(dict.fromkeys(waiting, ENGLAND))
    return found


@rule("10.3")
def _passing(v: SecondFront) -> UnitId:
    """The unit that is on its way, perhaps through a hex of the other Allied group."""
    top = v.stack[-1]
    return top.unit if type(top) is Walk and len(top.path) > 1 else UnitId(HIDDEN)


def _stacked(w: SecondFront, dealt: dict[UnitId, SpaceId]) -> None:
    """Give the covered counters the places in their stacks that nobody seen has."""
    hexes: dict[SpaceId, list[UnitId]] = {}
    for u, space in dealt.items():
        if space < HEXES:
            hexes.setdefault(space, []).append(u)
    for space, units in hexes.items():
        seen = [u for u in ROSTER[ALLIED] if w.loc[u] == space and u not in dealt]
        taken = {w.rank[u] for u in seen}
        free = [k for k in range(len(seen) + len(units)) if k not in taken]
        for u, k in zip(sorted(units), free, strict=True):
            w.rank[u] = k


def _filled(b: Battle, dealt: dict[UnitId, SpaceId]) -> Battle:
    """Units held back from a battle, from those dealt to the hex they have advanced into and to that it came from."""
    ahead = [u for u, space in sorted(dealt.items()) if space == b.target]
    behind = [u for u, space in sorted(dealt.items()) if space == b.source]
    return replace(b, named=_in_place(b.named, [*ahead, *behind]), advanced=_in_place(b.advanced, ahead))


def _in_place(row: tuple[UnitId, ...], units: list[UnitId]) -> tuple[UnitId, ...]:
    """The row with these in place of its nameless."""
    names = iter(units)
    return tuple([next(names) if u == HIDDEN else u for u in row])


def _written(p: Plan, w: SecondFront, rng: random.Random) -> Plan:
    """Any text that a slip of this turn could bear."""
    first = max(p.written + SOONEST, w.turn)
    if p.kind == STRIKE_PLAN:
        last = max(min(p.written + LATEST, w.rules.last), first)
        return Plan(p.kind, p.written, rng.randint(first, last), rng.choice(LAND_HEXES), UnitId(-1))
    last = max(w.rules.last, first)
    return Plan(DROP_PLAN, p.written, rng.randint(first, last), rng.choice(DROP_HEXES), rng.choice(PARATROOPS))
