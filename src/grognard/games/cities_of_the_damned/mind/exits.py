"""What the exits promise: who leaves over the railway scores, who leaves over the mountain too if Castle Hill is held.

Only who looks days ahead counts it: an exit is opened long before anybody uses it, and the last day is for leaving."""

from functools import lru_cache

from grognard.games.cities_of_the_damned.content import (
    AREAS,
    ARMOR,
    CASTLE_HILL,
    CF,
    CONTESTED,
    EXIT_VP,
    EXITED_MAIN,
    EXITED_RAIL,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    HIGH,
    LEVEL,
    NEXT,
    ON_RAIL,
    RAIL_STARS,
    SPACES,
    UNIT_COUNT,
    WAY,
    WAYS,
)
from grognard.games.cities_of_the_damned.mind.positional import ALL_OURS, FAR, distances, rounds_left, within_reach
from grognard.games.cities_of_the_damned.rules.combat import led
from grognard.games.cities_of_the_damned.rules.state import CityState
from grognard.games.cities_of_the_damned.rules.victory import MAIN_EXIT_VP, PENALTY, RAIL_EXIT_VP

EXITS = tuple(a for a in range(AREAS) if EXIT_VP[a])
COMPANIES = tuple(u for u in range(UNIT_COUNT) if not ARMOR[u])
SQUADRONS = tuple(u for u in range(UNIT_COUNT) if ARMOR[u])

TAKEN = (0.95, 0.9, 0.8, 0.65)
"""By RL: how likely an area on the way is taken, given days."""
HURRY = 4.0
"""How much less likely in little time: the chance to the power 1 + this / (rounds + 1)."""
MOST_FACTORS = 6
READY = (0.5, 0.5, 0.5, 0.6, 0.75, 0.9, 1.0)
"""By factors of the stack that stands before the exit: what they make of that chance."""
LONGEST = 9
"""Rounds beyond which time makes no difference."""
EACH_MARCH = (0.1, 0.15, 0.25, 0.33, 0.5, 0.62, 0.72, 0.8, 0.88, 0.95)
"""By rounds left: what one more activation leaves of the prospect to leave. It is low on the last day, so that going is
better than waiting, and high before, so that nobody leaves who may still be needed."""
A_MARCH = 3
"""Areas of an activation."""
AT_ONCE, A_ROUND, MOST = 3, 3, 16
"""Units that can leave: so many, more with every round, and never more than can be spared."""
RAIL_KEPT = 0.3
"""What is taken back of Rail exits on average while all VP areas of the Rail map are ours: one may be lost yet."""

Chance = tuple[float, float]
"""While the end is far, and when it has come."""
WALLED_IN: Chance = (0.6, 1.0)
"""How likely Castle Hill is ours at the end if all ground around it is."""
HELD: tuple[Chance, ...] = (
    *((0.1, 0.3), (0.1, 0.4), (0.12, 0.5), (0.14, 0.62)),
    *((0.16, 0.72), (0.18, 0.82), (0.2, 0.85)),
)
FOUGHT_FOR: tuple[Chance, ...] = (
    *((0.1, 0.1), (0.1, 0.15), (0.1, 0.2), (0.1, 0.28)),
    *((0.12, 0.36), (0.14, 0.45), (0.16, 0.5)),
)
"""The same by factors of who stands there, if it is ours or Contested."""
LOST: Chance = (0.1, 0.08)

THRESHOLDS = tuple((a, way.to, WAY[way.to][a].uphill) for a in EXITS for way in WAYS[a])
"""Exits, areas before them, and whether it goes uphill from there."""


# How far it is, and what comes of it


def _marches(control: bytes, goal: int) -> tuple[int, ...]:
    """By space: activations to the far side of an exit, over Allied ground."""
    return tuple([(d + A_MARCH) // A_MARCH if d < FAR else FAR for d in distances(control, goal)])


MARCHES = {a: _marches(ALL_OURS, a) for a in EXITS}
"""If all the ground were ours."""


def castle_chance(control: bytes, rounds: int, guard: int) -> float:
    """How likely Castle Hill, with so many factors on it, is Allied when the game ends in so many rounds."""
    held = control[CASTLE_HILL]
    if held == HELD_BY_GERMANS:
        early, at_last = LOST
    elif held == CONTESTED:
        early, at_last = FOUGHT_FOR[guard]
    elif [control[b] for b in NEXT[CASTLE_HILL]].count(HELD_BY_ALLIES) == len(NEXT[CASTLE_HILL]):
        early, at_last = WALLED_IN
    else:
        early, at_last = HELD[guard]
    return at_last + (early - at_last) * rounds / LONGEST


def _rail_vp(control: bytes) -> float:
    """VP of a unit that leaves over the railway."""
    lost = False in [control[a] == HELD_BY_ALLIES for a in RAIL_STARS]
    return RAIL_EXIT_VP + PENALTY * (1.0 if lost else RAIL_KEPT)


@lru_cache(maxsize=20_000)
def _draw(
    control: bytes, rounds: int, ready: tuple[int, int], guard: int
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """By space: VP a company there, and a squadron, is expected to score by leaving."""
    vp = MAIN_EXIT_VP * castle_chance(control, rounds, guard), _rail_vp(control)
    near = within_reach(control, TAKEN)
    foot, tanks = [0.0] * SPACES, [0.0] * SPACES
    for a in EXITS:
        each, way = vp[ON_RAIL[a]], MARCHES[a]
        if control[a] == HELD_BY_ALLIES:
            way = _marches(control, a)
        else:
            each *= near[a] ** (1.0 + HURRY / (rounds + 1)) * READY[ready[ON_RAIL[a]]]
        for space, marches in enumerate(way):
            if marches <= rounds + 1:
                worth = each * EACH_MARCH[rounds] ** marches
                foot[space] = max(foot[space], worth)
                if LEVEL[a] < HIGH:
                    tanks[space] = max(tanks[space], worth)
    return tuple(foot), tuple(tanks)


# What a position promises


def _factors(s: CityState, units: tuple[int, ...]) -> int:
    reduced = s.reduced
    return min(led(max([CF[u][reduced[u]] for u in units]), len(units)), MOST_FACTORS) if units else 0


def _readiness(s: CityState, control: bytes) -> tuple[int, int]:
    """Factors of the best stack that stands before an exit, or fights for it, on the Main and on the Rail map."""
    best = [0, 0]
    here = s.here
    for a, before, uphill in THRESHOLDS:
        if control[before] == HELD_BY_ALLIES != control[a]:
            rail = ON_RAIL[a]
            for units, less in ((here[before], uphill), (here[a], 0)):
                if units and (factors := _factors(s, units) - less) > best[rail]:
                    best[rail] = factors
    return best[0], best[1]


def promise(s: CityState, control: bytes) -> float:
    """VP of those who left and of those who can still leave, if control is this."""
    left = rounds_left(s)
    rounds = min(int(left), LONGEST)
    guard = _factors(s, s.here[CASTLE_HILL])
    foot, tanks = _draw(control, rounds, _readiness(s, control), guard)
    loc = s.loc
    found = [foot[loc[u]] for u in COMPANIES]
    found += [tanks[loc[u]] for u in SQUADRONS]
    found.sort(reverse=True)
    value = sum(found[: min(int(AT_ONCE + A_ROUND * left), MOST)])
    if s.here[EXITED_MAIN]:
        value += MAIN_EXIT_VP * len(s.here[EXITED_MAIN]) * castle_chance(control, rounds, guard)
    if s.here[EXITED_RAIL]:
        value += _rail_vp(control) * len(s.here[EXITED_RAIL])
    return value


def opened(s: CityState, area: int) -> float:
    """How much more the exits promise with this area taken."""
    return _with(s, area, HELD_BY_ALLIES) - promise(s, bytes(s.control))


def at_stake(s: CityState) -> float:
    """What the exits lose with Castle Hill, while it is ours."""
    return max(promise(s, bytes(s.control)) - _with(s, CASTLE_HILL, CONTESTED), 0.0)


def _with(s: CityState, area: int, status: int) -> float:
    control = bytearray(s.control)
    control[area] = status
    return promise(s, bytes(control))
