"""Who hunts whom: every platoon serves one Texan only, and those who cannot go or would not win stand further away."""

from functools import lru_cache

import numpy as np

from grognard.games.dark_victory.content import FIGHTER, HEXES, LIGHT, MEXICAN, PLACES, ROSTER, SAPPER, TEXAN
from grognard.games.dark_victory.mind.approach import FAR_OFF, HUNTERS, ways_table
from grognard.games.dark_victory.rules.command import led
from grognard.games.dark_victory.rules.state import Alamo
from grognard.maps import members

PLATOONS = tuple([u for u in ROSTER[MEXICAN] if FIGHTER[u]])
LEADERLESS, WEAK, WEAK_INDOORS, TORCH = 12, 4, 10, 6
"""How much further away a platoon counts that nobody leads, one that has lost a step (more against a room, where only
numbers count), and how much nearer sappers are to rooms."""


_SHARES = [HUNTERS / HUNTERS[:n].sum() for n in range(1, len(HUNTERS) + 1)]
SHARES = (_SHARES[0], *_SHARES)
"""By how many platoons a Texan takes: what the first, the second and the third of them count."""


def teams(s: Alamo) -> float:
    """How far the platoons that would deal with each Texan are from him, added up; who falls counts no more."""
    loc, reduced = s.loc, s.reduced
    at: list[int] = []
    outside: list[int] = []
    indoors: list[int] = []
    for unit in PLATOONS:
        space = loc[unit]
        if space < PLACES:
            lame = 0 if LIGHT[unit] or led(s, unit) else LEADERLESS
            at.append(space)
            outside.append(lame + WEAK * reduced[unit])
            indoors.append(lame + WEAK_INDOORS * reduced[unit] - TORCH * SAPPER[unit])
    wanted = tuple([_needed(s, space) for space in members(s.held[TEXAN])])
    return _matched(s.held[TEXAN], wanted, tuple(at), tuple(outside), tuple(indoors))


def _needed(s: Alamo, space: int) -> int:
    """How many platoons one space with Texans takes."""
    return min(1 + sum([FIGHTER[u] for u in s.here[space]]), len(HUNTERS))


@lru_cache(8192)
def _matched(
    targets: int, wanted: tuple[int, ...], at: tuple[int, ...], outside: tuple[int, ...], indoors: tuple[int, ...]
) -> float:
    spaces = members(targets)
    if not at or not spaces:
        return FAR_OFF * float(len(spaces))
    more = np.array([outside, indoors])
    away = np.minimum(ways_table(targets)[:, list(at)] + more[[int(t >= HEXES) for t in spaces]], FAR_OFF).astype(float)
    total = 0.0
    order = np.argsort(away.min(axis=1), kind="stable")
    free = len(at)
    for turn in range(len(HUNTERS)):  # everybody gets a first hunter before anybody gets a second
        for row in order:
            if wanted[row] <= turn:
                continue
            nearest = int(away[row].argmin())
            far = min(away[row, nearest], FAR_OFF) if free > 0 else FAR_OFF
            total += float(far * SHARES[wanted[row]][turn])
            away[:, nearest] = NEVER
            free -= 1
    return total


NEVER = 1000.0
"""Further than anybody: who has a task gets no other."""
