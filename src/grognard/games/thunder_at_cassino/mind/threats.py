"""Fire to come: what Uncommitted units and Artillery could do to the enemy from where they stand."""

from functools import lru_cache
from typing import NamedTuple

from grognard.games.thunder_at_cassino.content import (
    AF,
    ARMOR,
    BESIDE,
    BOARD,
    COMBAT,
    DF,
    GUNS,
    KIND,
    NIGHT_AF,
    TEM,
    VEHICLE,
    Side,
)
from grognard.games.thunder_at_cassino.mind.pressure import spaces_in
from grognard.games.thunder_at_cassino.mind.underway import CROWD, TOLL, WIDEST, WORTH, place_of
from grognard.games.thunder_at_cassino.rules.artillery import range_of, usable
from grognard.games.thunder_at_cassino.rules.attack import COMPANY_HELP, DIM, HELP, dim_light, ground_terms, total
from grognard.games.thunder_at_cassino.rules.state import ANYONE_AT, Thunder

MANY = 8
"""Firers beyond which more of them hardly help."""
NEAR = tuple(BESIDE[k] | 1 << k for k in range(BOARD))
"""By place: where units there may fire."""


def _uphill() -> tuple[tuple[int, ...], ...]:
    """By place of the firers and of the target: what ground and distance add to the defence."""
    return tuple(tuple(total(ground_terms(k, t)) for t in range(BOARD)) for k in range(BOARD))


UPHILL = _uphill()


class Stance(NamedTuple):
    """What the units of one side in one place can do and suffer."""

    strength: int
    """Attack Value before dice of everybody who can fire; 0: nobody can."""
    tanks: bool
    """Anti-Tank or Armor is among them."""
    number: int
    """How many can fire."""
    frail: int
    """Lowest Defense Factor of the weaker Group."""
    soft: int
    """The same without Armor; 99: there is nothing but Armor."""
    many: int
    """Combat units of the weaker Group."""
    worth: float
    """What all of them are worth, in casualty points."""


@lru_cache(maxsize=1 << 14)
def _stance(units: tuple[int, ...], committed: bytes) -> Stance:
    strength = count = 0
    tanks = False
    frail = soft = 99
    weaker = 0
    many = [0, 0]
    for u, group in zip(units, committed, strict=True):
        if COMBAT[u]:
            many[group] += 1
        if not group and COMBAT[u]:
            count += 1
            strength = max(strength, AF[u])
            tanks = tanks or VEHICLE[u]
        if DF[group][u] < frail:
            frail, weaker = DF[group][u], group
        if KIND[u] != ARMOR:
            soft = min(soft, DF[group][u])
    if count:
        strength += HELP * (min(count, MANY) - 1) + (COMPANY_HELP if count > 2 else 0)
    return Stance(strength, tanks, count, frail, soft, min(CROWD, many[weaker]), sum([WORTH[u] for u in units]))


class Line(NamedTuple):
    """The stances of all places of one side."""

    stances: dict[int, Stance]
    shots: tuple[tuple[int, int, bool, int], ...]
    """Where there is somebody to fire: the place, strength, tanks, and how many."""
    weakest: tuple[tuple[int, int], ...]
    """What shells meet at each place, and the place: the weakest first."""


Rows = tuple[tuple[int, ...], ...]


def line(s: Thunder, side: Side, committed: bytes) -> Line:
    """How a side stands, if these units are Committed."""
    row = side * BOARD
    return _line(s.mask[ANYONE_AT + side], tuple(s.here[row : row + BOARD]), committed)


@lru_cache(maxsize=1 << 10)
def _line(places: int, here: Rows, committed: bytes) -> Line:
    of = committed.__getitem__
    stances = {k: _stance(units := here[k], bytes(map(of, units))) for k in spaces_in(places)}
    shots = tuple([(k, x.strength, x.tanks, x.number) for k, x in stances.items() if x.strength])
    return Line(stances, shots, tuple(sorted([(TEM[k] + x.frail, k) for k, x in stances.items()])))


def threat(s: Thunder, side: Side, committed: bytes, mine: Line, theirs: Line) -> float:
    """What this side's Uncommitted units and Artillery could expect to do from where they stand.

    Every place and every gun takes its best target; a place cannot suffer more than it is worth.
    """
    foes = s.mask[ANYONE_AT + 1 - side]
    if not foes:
        return 0.0
    suffered: dict[int, float] = {}
    haze, prey = s.haze, theirs.stances
    clear = not s.night and not haze
    for k, strength, tanks, _ in mine.shots:
        near = NEAR[k] & foes
        if not near:
            continue
        best, at = -99, -1
        uphill = UPHILL[k]
        for t in spaces_in(near):
            target = prey[t]
            lead = strength - uphill[t] - (target.frail if tanks or t == k else target.soft)
            if not clear and dim_light(s, haze, k, t):
                lead -= DIM
            if lead > best:
                best, at = lead, t
        if best > -WIDEST:
            suffered[at] = suffered.get(at, 0.0) + TOLL[place_of(s, at)][prey[at].many][min(best, WIDEST) + WIDEST]
    _shells(s, side, committed, theirs, suffered)
    return sum([min(points, prey[t].worth) for t, points in suffered.items()])


def _shells(s: Thunder, side: Side, committed: bytes, theirs: Line, suffered: dict[int, float]) -> None:
    """Add what each Artillery unit in hand could do to the place that it hurts most."""
    foes = s.mask[ANYONE_AT + 1 - side]
    for gun in GUNS[side]:
        seen = range_of(s, gun) & foes if usable(s, gun, committed) else 0
        if not seen:
            continue
        strength = (NIGHT_AF if s.night else AF)[gun]
        for resisting, t in theirs.weakest:
            if seen >> t & 1:
                toll = TOLL[place_of(s, t)][theirs.stances[t].many][max(0, strength - resisting + WIDEST)]
                suffered[t] = suffered.get(t, 0.0) + toll
                break
