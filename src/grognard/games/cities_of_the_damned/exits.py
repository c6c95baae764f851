"""What a way out of the battle is worth: how many companies can still leave by it, and what they score then."""

from functools import lru_cache
from heapq import heappop, heappush

from grognard.games.cities_of_the_damned.content import (
    AREAS,
    CASTLE_HILL,
    EXIT_VP,
    HELD_BY_ALLIES,
    LAST_TURN,
    NEXT,
    ON_RAIL,
    RAIL_STARS,
    RESISTANCE,
)
from grognard.games.cities_of_the_damned.sequence import Round
from grognard.games.cities_of_the_damned.state import CityState
from grognard.games.cities_of_the_damned.victory import MAIN_EXIT_VP, PENALTY, RAIL_EXIT_VP

EXITS = tuple(a for a in range(AREAS) if EXIT_VP[a])
HARDER = (0.8, 0.65, 0.5, 0.35)
"""By RL: what an exit is worth behind one more area to be taken, against one that is open."""
ROUNDS_A_DAY = 3.7
EXITS_A_ROUND = 2.5
"""Units that can leave in a round, on average, and rounds of a day."""
LEFT_ROUNDS = (0.0, 3.7, 2.9, 2.2, 1.6, 1.1, 1.0)
"""By round: rounds of this day still to be played, this one included."""
LOST_CASTLE = 0.3
"""What exits from the town are thought to keep while Castle Hill is not ours: it may be taken yet."""


@lru_cache(maxsize=20_000)
def openness(control: bytes) -> float:
    """VP an exit will bring to each company, faded by every area that must be taken before."""
    best = [0.0] * AREAS
    queue: list[tuple[float, int]] = [(-1.0, a) for a in range(AREAS) if control[a] == HELD_BY_ALLIES]
    for _, a in queue:
        best[a] = 1.0
    while queue:
        worth, a = heappop(queue)
        if -worth < best[a]:
            continue
        for b in NEXT[a]:
            through = -worth * HARDER[RESISTANCE[b]]
            if through > best[b]:
                best[b] = through
                heappush(queue, (-through, b))
    held = sum([control[a] == HELD_BY_ALLIES for a in RAIL_STARS]) / len(RAIL_STARS)
    rail = RAIL_EXIT_VP + PENALTY * (1.0 - held * held)
    main = MAIN_EXIT_VP * (1.0 if control[CASTLE_HILL] == HELD_BY_ALLIES else LOST_CASTLE)
    return max([best[a] * (rail if ON_RAIL[a] else main) for a in EXITS])


@lru_cache(maxsize=50_000)
def opened(control: bytes, area: int) -> float:
    """How much wider the way out is with this area taken."""
    after = bytearray(control)
    after[area] = HELD_BY_ALLIES
    return openness(bytes(after)) - openness(control)


def rounds_left(s: CityState) -> float:
    """Rounds still to be played, this one included; from nightfall to the first round of a day they stay the same."""
    days = LAST_TURN - s.turn
    for step in s.stack:
        if isinstance(step, Round):
            return LEFT_ROUNDS[step.number] + ROUNDS_A_DAY * days
    return ROUNDS_A_DAY * days


def leavers(s: CityState) -> float:
    """Companies that can still be expected to leave."""
    on_map = sum(map(len, s.here[:AREAS]))
    return min(0.5 * on_map, EXITS_A_ROUND * rounds_left(s), 10.0)
