"""Where a unit might go: next to an enemy worth assaulting, nearer to what it makes for, into cover, or with its
headquarters behind the front. A pure function of the position from which the move began, remembered."""

from collections.abc import Hashable

from grognard.core import SpaceId, UnitId, clone
from grognard.games.battle_for_cassino.content import (
    ABBEY,
    COVER,
    GERMAN,
    HEXES,
    HOTEL,
    HQS,
    INFANTRY,
    SIDE,
    TOUCH,
    UNIT_ROWS,
    disc,
)
from grognard.games.battle_for_cassino.mind.goals import away, nearest
from grognard.games.battle_for_cassino.mind.prospects import prospects
from grognard.games.battle_for_cassino.mind.reaches import origin, reach
from grognard.games.battle_for_cassino.rules.movement import no_room
from grognard.games.battle_for_cassino.rules.state import Battle, pinned, place, zone
from grognard.games.battle_for_cassino.rules.supply import RADIUS, fed
from grognard.maps import BIT, members

TARGETS = 2
"""Enemy hexes to which a unit may go up."""
GOOD = 0.3
"""What an assault must promise."""
NEAREST = 60
"""Hexes nearest to the goal that are looked at."""
KEPT = 256
_PROSPECTS: dict[Hashable, dict[int, float]] = {}
_PLACES: dict[Hashable, tuple[int, ...]] = {}


def assault_gains(s: Battle) -> dict[int, float]:
    """What assaults of the moving side could bring, by enemy hex."""
    key = s.turn, s.side, s.moved, pinned(s), tuple(s.loc), tuple(s.steps)
    known = _PROSPECTS.get(key)
    if known is None:
        if len(_PROSPECTS) >= KEPT:
            _PROSPECTS.clear()
        known = _PROSPECTS[key] = prospects(s, s.side)
    return known


def places(s: Battle, unit: UnitId, start: int, loads: tuple[UnitId, ...] = ()) -> tuple[int, ...]:
    """The few hexes to which a unit that began its move at `start` might go, the best guess first."""
    loc = s.loc[:]
    for one in (unit, *loads):
        loc[one] = SpaceId(start)
    leads = any(HQS >> u & 1 for u in loads)
    key = s.turn, s.side, s.moved, pinned(s), tuple(loc), tuple(s.steps), s.carried, s.climbers, unit, leads
    known = _PLACES.get(key)
    if known is None:
        if len(_PLACES) >= KEPT:
            _PLACES.clear()
        if s.loc[unit] != start:
            s = clone(s)
            for one in (unit, *loads):
                place(s, one, SpaceId(start))
        found = _posts(s, unit) if leads else (*_attacks(s, unit), *_marches(s, unit))
        known = _PLACES[key] = tuple(dict.fromkeys(found))
    return known


def _attacks(s: Battle, unit: int) -> list[int]:
    """Next to the enemies whom to assault promises most: in supply, and in touch with few others."""
    side = SIDE[unit]
    _, can = reach(s, unit)
    told = assault_gains(s)
    supplied = fed(s, side)
    found: list[int] = []
    for hex in sorted(told, key=lambda h: -told[h]):
        if told[hex] < GOOD or len(found) == TARGETS:
            break
        posts = [p for p in members(TOUCH[hex] & can) if p == s.loc[unit] or not no_room(s, unit, (), p)]
        if posts:
            found.append(min(posts, key=lambda p: (_burden(s, side, p, told), -_near(supplied, p), p)))
    return found


def _burden(s: Battle, side: int, post: int, told: dict[int, float]) -> float:
    """What the enemies next to a post that are not worth an assault would cost."""
    return sum([1.0 for h in members(TOUCH[post] & s.held[1 - side]) if told.get(h, 0.0) < GOOD])


def _near(supplied: int, post: int) -> bool:
    return bool(supplied & (TOUCH[post] | BIT[post]))


def _marches(s: Battle, unit: int) -> list[int]:
    """Out of contact: nearest to what the unit makes for; and nearest in supply, under the best cover."""
    side = SIDE[unit]
    _, can = reach(s, unit)
    quiet = can & ~zone(s, 1 - side)
    near = nearest(unit, quiet, NEAREST)
    fits = [h for h in near if h == s.loc[unit] or not no_room(s, unit, (), h)]
    if not fits:
        return []
    supplied = fed(s, side)
    if side == GERMAN:

        def post(h: int) -> float:
            held = 12 if (ABBEY | HOTEL) & BIT[h] else 0
            return away(unit, h) - 8 * COVER[h] - held - 10 * bool(supplied & BIT[h])

        return sorted(fits, key=post)[:2]
    fed_ones = [h for h in fits if supplied & BIT[h]]
    return [fits[0], *fed_ones[:1]]


def _posts(s: Battle, unit: UnitId) -> list[int]:
    """For a unit with the headquarters of its hex: behind the front, where it supplies most."""
    return posts(s, unit, s.loc[unit], 0)


def posts(s: Battle, unit: UnitId, start: int, spent: int) -> list[int]:
    """Where a unit might put the headquarters it has taken up at `start` with so many points spent."""
    side = SIDE[unit]
    _, can = origin(s, unit, start, spent)
    quiet = can & ~zone(s, 1 - side)
    near = nearest(unit, quiet, NEAREST)
    hq = tuple(UnitId(u) for u in s.here.get(start, ()) if HQS >> u & 1 and SIDE[u] == side)
    wanted = [h for h, value in assault_gains(s).items() if value > 0]

    def use(h: int) -> float:
        circle = disc(h, RADIUS)
        fights = sum([bool(circle & BIT[t]) for t in wanted])
        own = (circle & s.held[side + 2]).bit_count()
        danger = bool(disc(h, 2) & s.held[1 - side])
        return 3 * fights + own - 4 * danger - away(unit, h) / 10

    fits = [h for h in near if h == start or not no_room(s, unit, hq, h)]
    return sorted(fits, key=use, reverse=True)[:2]


def escorts(s: Battle, unit: int, hq: int) -> bool:
    """Whether a unit should take a headquarters of its hex along: the last company of the battalion that waits there,
    if most of the battalion has gone on, or the front is far."""
    if not INFANTRY >> unit & 1 or s.loc[hq] >= HEXES:
        return False
    side = SIDE[unit]
    at = s.loc[hq]
    if side == GERMAN and away(unit, at) < 25:
        return False
    if disc(at, 3) & s.held[1 - side]:
        return False
    mine = UNIT_ROWS[hq].formation
    mates = [u for u in s.here[at] if INFANTRY >> u & 1 and (u == unit or not s.moved >> u & 1)]
    own = [u for u in mates if UNIT_ROWS[u].formation == mine]
    return unit == max(own or mates)
