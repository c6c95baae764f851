"""Headquarters that stand alone behind the front, and who goes back for them."""

from collections.abc import Hashable
from itertools import pairwise

from grognard.core import Option, UnitId, clone
from grognard.games.battle_for_cassino.content import ARMOUR, FIGHTERS, HEXES, HQ_LIST, LOADS, UNIT_ROWS, disc
from grognard.games.battle_for_cassino.mind.goals import away
from grognard.games.battle_for_cassino.mind.places import posts
from grognard.games.battle_for_cassino.mind.reaches import origin, reach, waiting
from grognard.games.battle_for_cassino.rules.movement import CARRY, GO, HALT, Walk, way
from grognard.games.battle_for_cassino.rules.state import Battle, pinned, place, strength
from grognard.games.battle_for_cassino.rules.turns import MOVE

BEHIND = 20
"""Points from its goal at which a headquarters is too far behind."""
DETOUR = 36
"""Points that the way to it may cost."""
KEPT = 256
_KNOWN: dict[Hashable, tuple[Option, ...]] = {}


def steps(s: Battle, unit: UnitId, path: tuple[int, ...], spent: int, loads: tuple[UnitId, ...]) -> list[Option]:
    """The answers along a path, with a halt at its end where the unit is asked."""
    answers: list[Option] = [GO[h] for h in path[1:]]
    rules = way(s, unit, loads)
    held = False
    for a, b in pairwise(path):
        cost, halt = rules.enter(a, b, spent)
        spent += cost
        held = halt is not None
    if not held and (loads or any(LOADS >> u & 1 for u in s.here.get(path[-1], ())) or rules.next(path[-1], spent)):
        answers.append(HALT)
    return answers


def errands(s: Battle, side: int) -> dict[UnitId, UnitId]:
    """Who should go back for which headquarters: the one for whom it is nearest, one of its own battalion first."""
    found: dict[UnitId, UnitId] = {}
    idle = [u for u in waiting(s, side) if not ARMOUR >> u & 1]
    for hq in HQ_LIST[side]:
        at = s.loc[hq]
        if at >= HEXES or s.carried >> hq & 1 or away(hq, at) < BEHIND or disc(at, 3) & s.held[1 - side]:
            continue
        if any(FIGHTERS >> u & 1 and not s.moved >> u & 1 for u in s.here[at]):
            continue
        near: list[tuple[int, int, int, UnitId]] = []
        for unit in idle:
            ways, can = reach(s, unit)
            if unit not in found and can >> at & 1 and ways.costs[at] <= DETOUR:
                own = UNIT_ROWS[unit].formation == UNIT_ROWS[hq].formation
                near.append((ways.costs[at] - 6 * own, strength(s, unit), unit, unit))
        if near:
            found[min(near)[-1]] = hq
    return found


def fetch(s: Battle, unit: UnitId, hq: UnitId) -> tuple[Option, ...]:
    """The answers by which a unit goes to a headquarters and takes it on; empty if that leads nowhere."""
    ways, _ = reach(s, unit)
    there = s.loc[hq]
    path = ways.path_to(there)
    if len(path) < 2:
        return ()
    spent = ways.costs[there]
    for post in posts(s, unit, there, spent):
        on, _ = origin(s, unit, there, spent)
        back = on.path_to(post)
        if len(back) > 1:
            head: list[Option] = [MOVE[unit], *[GO[h] for h in path[1:]], CARRY[hq]]
            return (*head, *steps(s, unit, back, spent, (hq,)))
    return ()


def underway(s: Battle, step: Walk) -> Option | None:
    """The next answer of a unit that goes for a headquarters; None: it does not."""
    if step.entered:
        return None
    unit, loc = step.unit, s.loc[:]
    loc[unit] = step.start
    for load in step.loads:
        empty = [leg.hex for leg in step.legs if load not in leg.loads]
        loc[load] = empty[-1] if empty else step.start
    key = s.turn, s.side, s.moved, s.carried, pinned(s), tuple(loc), tuple(s.steps), unit
    known = _KNOWN.get(key)
    if known is None:
        if len(_KNOWN) >= KEPT:
            _KNOWN.clear()
        before = clone(s)
        for one in (unit, *step.loads):
            place(before, one, loc[one])
        hq = errands(before, s.side).get(unit)
        known = _KNOWN[key] = fetch(before, unit, hq)[1:] if hq is not None else ()
    given = len(step.legs) + len(step.loads)
    return known[given] if given < len(known) else None
