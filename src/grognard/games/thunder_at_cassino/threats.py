"""Fire to come: what Uncommitted units and Artillery could do to the enemy from where they stand."""

from functools import lru_cache
from itertools import cycle
from typing import NamedTuple

from grognard.games.thunder_at_cassino.content import (
    AF,
    ALL_ZONES,
    AREAS,
    ARMOR,
    BESIDE,
    BOARD,
    BOX,
    COMBAT,
    DF,
    ELEVATION,
    GUNS,
    KIND,
    NIGHT_AF,
    OBSERVER,
    RANGE,
    TEM,
    VEHICLE,
    Side,
)
from grognard.games.thunder_at_cassino.pending import CROWD, TOLL, WIDEST, WORTH
from grognard.games.thunder_at_cassino.pressure import spaces_in
from grognard.games.thunder_at_cassino.state import ANYONE_AT, ARMED_AT, Thunder

BATTERIES = tuple(tuple((gun, OBSERVER[gun]) for gun in guns) for guns in GUNS)


def _uphill() -> tuple[tuple[int, ...], ...]:
    """By place of the firers and of the target: what ground and distance add to the defence."""
    return tuple(
        tuple(TEM[t] + (0 if k == t and k < AREAS else 2 if ELEVATION[t] > ELEVATION[k] else 1) for t in range(BOARD))
        for k in range(BOARD)
    )


UPHILL = _uphill()


class Stance(NamedTuple):
    """What the units of one side in one place can do and suffer."""

    strength: int
    """Attack Value before dice of everybody who can fire; 0: nobody can."""
    tanks: bool
    """Anti-Tank or Armor is among them."""
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
    """The stance of units, of which some are Committed: one byte each, or one for all of them."""
    strength = count = 0
    tanks = False
    frail = soft = 99
    weaker = 0
    many = [0, 0]
    for u, group in zip(units, cycle(committed), strict=False):
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
        strength += min(count, 8) - 1 + (1 if count > 2 else 0)
    return Stance(strength, tanks, frail, soft, min(CROWD, many[weaker]), sum([WORTH[u] for u in units]))


NONE, EVERYBODY = b"\0", b"\1"
Stances = dict[int, Stance]


def stances(s: Thunder, side: Side, committed: list[int]) -> Stances:
    """By place, if these units are Committed."""
    row, here, tally, found = side * BOARD, s.here, s.tally, {}
    for k in spaces_in(s.mask[ANYONE_AT + side]):
        units = here[row + k]
        eager = tally[row + k] >> 48 & 0xFF
        if not eager:
            turned = EVERYBODY
        elif eager == len(units) and committed is s.committed:
            turned = NONE
        else:
            turned = bytes([committed[u] for u in units])
        found[k] = _stance(units, turned)
    return found


def threat(s: Thunder, side: Side, committed: list[int], mine: Stances, theirs: Stances) -> float:
    """What this side's Uncommitted units and Artillery could expect to do from where they stand.

    Every place and every gun takes its best target; a place cannot suffer more than it is worth.
    """
    foes = s.mask[ANYONE_AT + 1 - side]
    suffered: dict[int, float] = {}
    night, haze = s.night, s.haze
    for k in spaces_in(s.mask[ARMED_AT + side]):
        near = (BESIDE[k] | 1 << k) & foes
        if not near:
            continue
        strength, tanks, _, _, _, _ = mine[k]
        if not strength:
            continue
        best, at = -99, -1
        uphill = UPHILL[k]
        for t in spaces_in(near):
            prey = theirs[t]
            lead = strength - uphill[t] - (prey.frail if tanks or t == k else prey.soft)
            if night or (haze and (haze >> k | haze >> t) & 1):
                lead -= 1
            if lead > best:
                best, at = lead, t
        if best > -WIDEST:
            suffered[at] = suffered.get(at, 0.0) + TOLL[theirs[at].many][min(best, WIDEST) + WIDEST]
    if foes:
        _shells(s, side, committed, theirs, suffered)
    return sum([min(points, theirs[t].worth) for t, points in suffered.items()])


def _shells(s: Thunder, side: Side, committed: list[int], theirs: Stances, suffered: dict[int, float]) -> None:
    """Add what each Artillery unit in hand could do to the place that it hurts most."""
    friends = s.mask[ANYONE_AT + side]
    targets = s.mask[ANYONE_AT + 1 - side] & (ALL_ZONES | ~friends)
    for gun, observer in BATTERIES[side]:
        if committed[gun] or s.loc[gun] != BOX[side]:
            continue
        if observer < 0:
            seen = 0 if s.night else targets & ~friends & ~s.haze
        elif committed[observer] or (at := s.loc[observer]) >= BOARD:
            continue
        else:
            seen = targets & RANGE[at]
        if not seen:
            continue
        strength = (NIGHT_AF if s.night else AF)[gun]
        resisting, t = min([(TEM[t] + theirs[t].frail, t) for t in spaces_in(seen)])
        suffered[t] = suffered.get(t, 0.0) + TOLL[theirs[t].many][max(0, strength - resisting + WIDEST)]
