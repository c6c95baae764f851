"""What a position is worth to a side: a few named terms, counted from sets of spaces and small tables.

Terms are seen from the Mexican side and turned round for the Texan.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import mul

from grognard.core import WON, Eyes, Mind, Result, Thrift, Weights
from grognard.games.dark_victory.content import (
    COLLAPSE,
    COMMANDERS,
    FIGHTER,
    FOLDER,
    IS_LEADER,
    LIGHT,
    MEXICAN,
    NUMBERED,
    PLACES,
    ROSTER,
    TEXAN,
    TURNS,
)
from grognard.games.dark_victory.mind.approach import pursuit, ways_in
from grognard.games.dark_victory.mind.candidates import candidates, thorough
from grognard.games.dark_victory.mind.lapses import lapses
from grognard.games.dark_victory.mind.operations import fallbacks, operations
from grognard.games.dark_victory.mind.probe import probe
from grognard.games.dark_victory.mind.prospects import assaults, exposure, in_rooms, refuge, siege, storms, worth
from grognard.games.dark_victory.mind.shooting import replies
from grognard.games.dark_victory.mind.teams import teams
from grognard.games.dark_victory.rules.actions import Actions, Reorder
from grognard.games.dark_victory.rules.command import led
from grognard.games.dark_victory.rules.doors import BreakDoors
from grognard.games.dark_victory.rules.ladders import at_the_wall
from grognard.games.dark_victory.rules.melee import Melees
from grognard.games.dark_victory.rules.placing import MountGuns, SetUp
from grognard.games.dark_victory.rules.reacting import watch
from grognard.games.dark_victory.rules.sight import distance
from grognard.games.dark_victory.rules.state import HELD, Alamo, losses
from grognard.tables import read_weights

NAMES = (
    "garrison", "losses", "brink", "approach", "hunt", "assault", "counter", "exposure", "cohesion", "officers",
    "foothold", "doors", "prizes", "shelter", "readiness", "teams", "refuge", "siege",
)  # fmt: skip
WEIGHTS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
FAR_AWAY = 20
"""Hexes from which on a leader is of no use."""
FEET = 4
"""Hexes at the foot of the walls that a column makes good use of at the ladder check."""
Values = tuple[float, ...]


def evaluate(s: Alamo, side: int, weights: Weights = WEIGHTS) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return _decided(s.result, side)
    value = sum(map(mul, weights.values(), _counted(s, weights)), 0.0)
    return -value if side == TEXAN else value


def terms(s: Alamo, side: int, weights: Weights = WEIGHTS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = -1.0 if side == TEXAN else 1.0
    return {name: sign * weights[name] * value for name, value in zip(NAMES, _counted(s, weights), strict=True)}


def storming(s: Alamo, side: int, weights: Weights) -> float:
    """The value as the general sees it: as Mexican he counts what assaults may gain once for every Texan."""
    if s.result is not None or side == TEXAN:
        return evaluate(s, side, weights)
    return sum(map(mul, weights.values(), _counted(s, weights, storms)), 0.0)


def storming_terms(s: Alamo, side: int, weights: Weights) -> dict[str, float]:
    """The named parts of that value."""
    if side == TEXAN:
        return terms(s, side, weights)
    return {name: weights[name] * value for name, value in zip(NAMES, _counted(s, weights, storms), strict=True)}


def _decided(result: Result, side: int) -> float:
    if not result.winners:
        return 0.0
    ours = TEXAN in result.winners if side == TEXAN else TEXAN not in result.winners
    return WON if ours else -WON


def _all_assaults(s: Alamo) -> float:
    return assaults(s, MEXICAN)


def _counted(s: Alamo, weights: Weights, gains: Callable[[Alamo], float] = _all_assaults) -> Values:
    """What counts, in the order of the names, not yet weighted; hunters and teams only for who weighs them. `gains`:
    what Mexican assaults may gain."""
    lost = losses(s)
    return (
        -_garrison(s),
        -float(lost),
        -((lost / COLLAPSE) ** 3),
        -_on_the_way(s),
        -pursuit(s) * _urgency(s) if weights["hunt"] else 0.0,
        gains(s),
        -assaults(s, TEXAN),
        -exposure(s),
        -_straggling(s),
        _officers(s),
        _foothold(s),
        float(sum(s.opened)),
        sum([flag in (1, 2) for flag in s.flags]) + 0.3 * sum([at == MEXICAN for at in s.gun_side]),
        -in_rooms(s.held[HELD + TEXAN]) * s.turn / TURNS,
        -_readiness(s),
        -teams(s) * _urgency(s) if weights["teams"] else 0.0,
        -refuge(s) if weights["refuge"] else 0.0,
        siege(s) if weights["siege"] else 0.0,
    )


def _garrison(s: Alamo) -> float:
    """Texans alive; each counts for more as the clock runs down."""
    loc = s.loc
    return worth(tuple([u for u in ROSTER[TEXAN] if loc[u] < PLACES])) * _urgency(s)


def _urgency(s: Alamo) -> float:
    """How much the clock presses: from one half to three halves."""
    return 0.5 + s.turn / TURNS


def _on_the_way(s: Alamo) -> float:
    """What Mexican troops still have to walk until they are inside."""
    loc, way = s.loc, ways_in()
    return float(sum([way[loc[u]] for u in TROOPS if loc[u] <= PLACES]))


TROOPS = tuple([u for u in ROSTER[MEXICAN] if FIGHTER[u]])
OFFICERS = tuple([u for u in ROSTER[MEXICAN] if IS_LEADER[u]])


def _straggling(s: Alamo) -> float:
    """Mexicans without a leader at hand, the worse the further he is; half if he may still come in this phase."""
    loc, acted = s.loc, s.acted
    total = 0.0
    for unit in TROOPS:
        at = loc[unit]
        if at < PLACES and not LIGHT[unit] and not led(s, unit):
            leaders = COMMANDERS[unit]
            far, leader = _nearest(at, leaders, tuple([loc[x] for x in leaders]))
            if leader >= 0:
                total += (1.0 if acted[leader] else 0.5) * (0.5 + min(far, FAR_AWAY) / (2 * FAR_AWAY))
            else:
                total += 1.0
    return total


@lru_cache(65536)
def _nearest(at: int, leaders: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, int]:
    """How far the nearest of some leaders is from a space, and who it is; nobody (-1), if none is on the map."""
    return min([(distance(b, at), x) for x, b in zip(leaders, places, strict=True) if b < PLACES], default=(0, -1))


def _officers(s: Alamo) -> float:
    """Mexican leaders alive; one who stands with a last step in the sight of muskets counts for less."""
    loc, seen = s.loc, watch(s)
    total = 0.0
    for leader in OFFICERS:
        at = loc[leader]
        if at <= PLACES:
            total += 1.0
            if at < PLACES and seen >> at & 1:
                steps = sum([2 - s.reduced[u] for u in s.here[at] if FIGHTER[u]])
                total -= (0.5, 0.3, 0.1, 0.0)[min(steps, 3)]
    return total


def _foothold(s: Alamo) -> float:
    """Hexes at low and intermediate walls before the ladder check: every column must have one, a few are better."""
    if s.ladder_check:
        return 2.0 * len(NUMBERED)
    counts = [len(at_the_wall(s, c)) for c in NUMBERED]
    return sum([1.0 + min(n, FEET) / FEET for n in counts if n])


def _readiness(s: Alamo) -> float:
    """Texans who could react: a leader at hand, cannon loaded."""
    loc = s.loc
    able = sum([FIGHTER[u] and loc[u] < PLACES and bool(COMMANDERS[u]) and led(s, u) for u in ROSTER[TEXAN]])
    guns = sum([ready == 1 and at == TEXAN for ready, at in zip(s.loaded, s.gun_side, strict=True)])
    return able + guns


def margin(s: Alamo) -> float:
    """How well a game that is over went for the Mexican side: Texans left, and steps lost where that decides."""
    left = worth(tuple([u for u in ROSTER[TEXAN] if s.loc[u] < PLACES]))
    return -left - losses(s) / COLLAPSE


MIND: Mind[Alamo] = Mind(
    weights=WEIGHTS,
    evaluate=evaluate,
    terms=terms,
    levels={
        "veteran": Eyes(weights=LEVELS["veteran"], operations=fallbacks),
        "general": Eyes(
            weights=LEVELS["general"],
            evaluate=storming,
            terms=storming_terms,
            operations=operations,
            candidates=thorough,
        ),
    },
    carried=True,
    rests=(Actions, Melees, Reorder, BreakDoors, SetUp, MountGuns),
    candidates=candidates,
    replies=replies,
    lapses=lapses,
    probe=probe,
    margin=margin,
    budgets={"veteran": 0.1, "general": 0.1},
    thrift=Thrift(most=150, brief=True, settles=False),
)
