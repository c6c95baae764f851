"""What lie of the land and hour promise: VP areas that can be cut off, time to do it, how hard the enemy strikes."""

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.cities_of_the_damned.content import (
    AREAS,
    EDGES,
    HELD_BY_ALLIES,
    LAST_TURN,
    MASKS,
    NEXT,
    OFFMAP,
    RESISTANCE,
    SPACES,
    STARS,
    SUPPLY,
    WAYS,
)
from grognard.games.cities_of_the_damned.rules.counterattack import borders_germans, modifiers_in
from grognard.games.cities_of_the_damned.rules.sequence import Round
from grognard.games.cities_of_the_damned.rules.state import CityState, german_areas
from grognard.maps import BIT, Set

HARDER = (0.8, 0.65, 0.5, 0.35)
"""By RL: what is left of a prospect behind one more area to be taken."""
ONE_MORE = 0.6
"""What a VP area that one more area would cut off counts, against one cut off."""
ROUNDS_A_DAY = 3.7
LEFT_ROUNDS = (0.0, 3.7, 2.9, 2.2, 1.6, 1.1, 1.0)
"""By round: rounds of this day still to be played, this one included."""
LAST_ROUNDS = 7.4
"""Rounds of the last two days."""
SHORT, LONG = 4.0, 12.0
"""Rounds for which an exposed area can be held if anything can, and for which it hardly can."""
FAR = 99
"""More areas than any way has."""
ALL_OURS = bytes([HELD_BY_ALLIES]) * AREAS
TIME_ENOUGH = 10.0
"""Rounds that are time enough to make use of a cordon."""


@lru_cache(maxsize=20_000)
def cordon(control: bytes) -> float:
    """VP areas held or cut off, with a share for those nearly so."""
    near = within_reach(control, HARDER)
    return sum([_cordon(control, star, near) for star in STARS])


@lru_cache(maxsize=20_000)
def within_reach(control: bytes, left: tuple[float, ...]) -> tuple[float, ...]:
    """By area: 1 for Allied ground, less behind every area that must be taken; `left` says by RL what it leaves."""
    best = [0.0] * AREAS
    queue: list[tuple[float, int]] = []
    for a in range(AREAS):
        if control[a] == HELD_BY_ALLIES:
            best[a] = 1.0
            queue.append((-1.0, a))
    while queue:
        worth, a = heappop(queue)
        if -worth < best[a]:
            continue
        for b in NEXT[a]:
            through = -worth * left[RESISTANCE[b]]
            if through > best[b]:
                best[b] = through
                heappush(queue, (-through, b))
    return tuple(best)


def _cordon(control: bytes, star: int, near: tuple[float, ...]) -> float:
    if control[star] == HELD_BY_ALLIES:
        return 1.0
    german = german_areas(control)
    chain = _chain(german, star)
    if not chain:
        return 1.0
    gates = [near[a] for a in chain if a not in SUPPLY and not _chain(german & ~BIT[a], star)]
    return ONE_MORE * max(gates, default=0.0)


def _chain(german: Set, star: int) -> tuple[int, ...]:
    """The shortest chain of German areas from a supply edge to a VP area, without that; empty: cut off."""
    return MASKS.line(EDGES & german & ~BIT[star], german | BIT[star], None, star)[:-1]


@lru_cache(maxsize=50_000)
def tightened(control: bytes, area: int) -> float:
    """How much tighter the cordons are with this area taken."""
    after = bytearray(control)
    after[area] = HELD_BY_ALLIES
    return cordon(bytes(after)) - cordon(control)


def distances(control: bytes, goal: int) -> list[int]:
    """By space: areas on the way to a goal over Allied ground; FAR where none leads there."""
    found = [FAR] * SPACES
    found[goal] = 0
    queue = [goal]
    for a in queue:
        for b in NEXT[a]:
            if found[b] == FAR:
                found[b] = found[a] + 1
                if control[b] == HELD_BY_ALLIES:
                    queue.append(b)
    found[OFFMAP] = 1 + min(found[way.to] for way in WAYS[OFFMAP])
    return found


@lru_cache(maxsize=20_000)
def exposed(control: bytes) -> int:
    """VP areas of ours beside German ground: until the end every round may take them back."""
    return len([a for a in STARS if control[a] == HELD_BY_ALLIES and borders_germans(control, a)])


@lru_cache(maxsize=50_000)
def laid_open(control: bytes, area: int) -> int:
    """How many more of them there are with this area taken."""
    after = bytearray(control)
    after[area] = HELD_BY_ALLIES
    return exposed(bytes(after)) - exposed(control)


def rounds_left(s: CityState) -> float:
    """Rounds still to be played, this one included; from nightfall to the first round of a day they stay the same."""
    days = LAST_TURN - s.turn
    for step in s.stack:
        if isinstance(step, Round):
            return LEFT_ROUNDS[step.number] + ROUNDS_A_DAY * days
    return ROUNDS_A_DAY * days


def strike_change(s: CityState) -> int:
    """What is added to the counter-attack dice of this round; at night, of the first of the next day."""
    number = next((step.number for step in s.stack if isinstance(step, Round)), 1)
    return sum(modifiers_in(s, number))


def lateness(s: CityState) -> float:
    """From 0 until the last two days to 1 at the very end."""
    return max(1.0 - rounds_left(s) / LAST_ROUNDS, 0.0)


def long_to_hold(s: CityState) -> float:
    """From 1 as long as the end is far to 0 on the last day."""
    return min(max(rounds_left(s) - SHORT, 0.0) / (LONG - SHORT), 1.0)


def in_time(s: CityState) -> float:
    """How far there is time to make use of a cordon."""
    return min(rounds_left(s) / TIME_ENOUGH, 1.0)
