"""Whole operations: an assault with everybody who goes up to it, a march, a withdrawal, a headquarters taken along to a
better post. Veterans and generals choose among these instead of unit by unit; the general besides thinks of companies
that are pinned and of headquarters left behind."""

from collections.abc import Mapping, Sequence

from grognard.core import Decision, Operation, Option, UnitId
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    ARMOUR,
    COVER,
    FIGHTERS,
    GERMAN,
    HEXES,
    HQ_LIST,
    HQS,
    OF_SIDE,
    THIRDS,
    TOUCH,
)
from grognard.games.battle_for_cassino.mind.fetching import errands, fetch, steps
from grognard.games.battle_for_cassino.mind.goals import TO_ABBEY, away, nearest_to
from grognard.games.battle_for_cassino.mind.places import assault_gains, escorts, places
from grognard.games.battle_for_cassino.mind.prospects import bonus, worth
from grognard.games.battle_for_cassino.mind.reaches import reach, waiting
from grognard.games.battle_for_cassino.rules.assault import QUARTER
from grognard.games.battle_for_cassino.rules.movement import CARRY, no_room
from grognard.games.battle_for_cassino.rules.state import Battle, flags, pinned, room_in, strength, zone
from grognard.games.battle_for_cassino.rules.supply import drawn
from grognard.games.battle_for_cassino.rules.turns import MOVE, Enter, Movement
from grognard.games.battle_for_cassino.rules.victory import butchery
from grognard.maps import BIT, Set, members

ASSAULTS, MARCHES = 6, 8
"""Operations of a kind that are listed."""
RALLY = FIGHTERS & OF_SIDE[GERMAN] & ~ARMOUR
"""Who goes to the Abbey when that is all that is left to hold."""
BRINK = 24
"""Allied steps that are still wanting when the Germans begin to think of nothing but the Abbey."""
HOMEWARD = 12
"""Hexes that a unit on its way to the Abbey looks at."""
OUT = 2
"""Hexes listed for a pinned unit to go to."""
HEX = 1000
"""Claims of hexes stand beside those of units."""
PROMISE = -0.5
"""An assault that promises less is not listed."""


def begins(s: Battle, asked: Decision) -> bool:
    """Whether the present question may begin an operation: not while newcomers wait, who enter one by one."""
    return type(s.stack[-1]) is Movement and not any(type(o) is Enter for o in asked.options)


def operations(s: Battle, asked: Decision) -> Sequence[Operation]:
    """Assaults, marches and withdrawals of units that may still move."""
    if not begins(s, asked):
        return ()
    idle = [u for u in waiting(s, s.side) if MOVE[u] in asked.options]
    return [*_assaults(s, s.side, idle), *_single(s, idle)]


def rescues(s: Battle, asked: Decision) -> Sequence[Operation]:
    """Headquarters fetched that were left behind, and pinned companies taken out of contact."""
    if not begins(s, asked):
        return ()
    fetched = [Operation("fetch", fetch(s, u, hq), frozenset((u, hq))) for u, hq in errands(s, s.side).items()]
    shaken = [u for u in flags(pinned(s) & FIGHTERS & OF_SIDE[s.side]) if MOVE[u] in asked.options]
    return [*[op for op in fetched if op.answers], *_shaken(s, shaken)]


def bled_white(s: Battle) -> float:
    """How nearly the Allied losses suffice for the Germans, so that they need the Abbey and nothing else (18.0)."""
    return 0.0 if s.rules.short else max(0.0, min(1.0, (s.lost[ALLIED] - butchery(s) + BRINK) / BRINK))


def walk(s: Battle, unit: UnitId, to: int, loads: tuple[UnitId, ...] = ()) -> tuple[Option, ...]:
    """The answers that take a unit from where it stands to a hex; empty if it stands there or cannot come there."""
    path = reach(s, unit)[0].path_to(to)
    if len(path) < 2:
        return ()
    return (MOVE[unit], *[CARRY[u] for u in loads], *steps(s, unit, path, 0, loads))


def _assaults(s: Battle, side: int, idle: list[UnitId]) -> list[Operation]:
    """For the targets that promise most: everybody who improves the assault, each to a hex of its own choice."""
    told = assault_gains(s)
    found: list[Operation] = []
    for hex in sorted(told, key=lambda h: -told[h])[:ASSAULTS]:
        if told[hex] < PROMISE:
            break
        orders = _group(s, side, hex, idle)
        answers: tuple[Option, ...] = ()
        for unit, post in orders:
            answers += walk(s, unit, post)
        if answers:
            found.append(Operation("assault", answers, frozenset((*[u for u, _ in orders], HEX + hex))))
    return found


def _group(s: Battle, side: int, hex: int, idle: list[UnitId]) -> list[tuple[UnitId, int]]:
    """Who goes where to assault a hex, as far as each makes it better; nobody, if there is nothing to gain."""
    foes = s.held[1 - side]
    near = TOUCH[hex] & ~foes
    told = assault_gains(s)
    rooms = {p: room_in(s, side, p) for p in members(near)}
    there = [u for p in members(near & s.held[side + 2]) for u in s.here[p] if FIGHTERS >> u & 1]
    fresh = [u for u in idle if u not in there]
    bad = {p: sum([told.get(h, 0.0) < 0.3 for h in members(TOUCH[p] & foes & ~BIT[hex])]) for p in rooms}
    orders: list[tuple[UnitId, int]] = []
    posts: Set = near & s.held[side + 2]
    power = _power(s, side, posts, there)
    best, size = (worth(s, hex, power, posts, bonus(s, tuple(there))) if there else 0.0), 0
    units = list(there)
    for unit in sorted(fresh, key=lambda u: (-strength(s, u), away(u, s.loc[u]))):
        able = [p for p in members(reach(s, unit)[1] & near) if rooms[p] >= THIRDS[unit]]
        if not able:
            continue
        post = min(able, key=lambda p: (bad[p], -rooms[p], p))
        rooms[post] -= THIRDS[unit]
        posts |= BIT[post]
        orders.append((unit, post))
        units.append(unit)
        value = worth(s, hex, _power(s, side, posts, units, dict(orders)), posts, bonus(s, tuple(units)))
        value -= 0.4 * sum([bad[p] for p in set(dict(orders).values())])
        if value > best + 0.02:
            best, size = value, len(orders)
    return orders[:size]


def _power(s: Battle, side: int, posts: Set, units: Sequence[int], moved: Mapping[int, int] | None = None) -> float:
    """The strength of these units from where they will stand, those out of supply at a quarter."""
    fed = 0
    own = s.held[side] | posts
    for hq in HQ_LIST[side]:
        if s.loc[hq] < HEXES:
            fed |= drawn(s.loc[hq], s.held[1 - side], s.held[3 - side], own)
    power = 0.0
    for unit in units:
        at = moved.get(unit, s.loc[unit]) if moved else s.loc[unit]
        power += strength(s, unit) if fed & BIT[at] else strength(s, unit) / QUARTER
    return power


def _single(s: Battle, idle: list[UnitId]) -> list[Operation]:
    """Marches, withdrawals, and headquarters taken along, of the units that have most to gain by them."""
    found: list[tuple[float, Operation]] = []
    for unit in idle:
        at = s.loc[unit]
        hqs = tuple(UnitId(u) for u in s.here[at] if HQS >> u & 1 and not s.carried >> u & 1)
        loads = tuple(u for u in hqs if escorts(s, unit, u))[:1]
        touching = bool(TOUCH[at] & s.held[1 - s.side])
        ways = [(to, loads) for to in places(s, unit, at, loads)]
        if RALLY >> unit & 1 and not loads and bled_white(s) > 0:
            ways += [(to, ()) for to in _homeward(s, unit) if (to, ()) not in ways]
        if touching and hqs and not loads:
            ways += [(to, hqs[:1]) for to, _ in ways if not no_room(s, unit, hqs[:1], to)]
        for to, taken in ways:
            if to == at or (not loads and TOUCH[to] & s.held[1 - s.side]):
                continue
            answers = walk(s, unit, to, taken)
            if answers:
                gain = away(unit, at) - away(unit, to) + (40 if touching else 0) + (30 if loads else 0)
                kind = "post" if loads else "withdrawal" if touching else "march"
                found.append((gain, Operation(kind, answers, frozenset((unit,)))))
    found.sort(key=lambda each: -each[0])
    return [op for _, op in found[: 2 * MARCHES]]


def _shaken(s: Battle, units: Sequence[UnitId]) -> list[Operation]:
    """Pinned units in touch with the enemy, who may go one hex out of his zones and then need not attack (14.12)."""
    found = []
    for unit in units:
        at = s.loc[unit]
        free = [h for h in members(reach(s, unit)[1]) if h != at and not no_room(s, unit, (), h)]
        for to in sorted(free, key=lambda h: (-COVER[h], away(unit, h)))[:OUT]:
            found.append(Operation("withdrawal", walk(s, unit, to), frozenset((unit,))))
    return found


def _homeward(s: Battle, unit: UnitId) -> list[int]:
    """Out of contact and nearest to the Abbey."""
    quiet = reach(s, unit)[1] & ~zone(s, ALLIED)
    return [h for h in nearest_to(TO_ABBEY, False, quiet, HOMEWARD) if not no_room(s, unit, (), h)][:1]
