"""What a position is worth to a side: a few named terms, counted from sets of spaces and small tables.

Terms are seen from the Mexican side and turned round for the Texan.
"""

from functools import lru_cache
from operator import mul

from grognard.core import Mind, Result, Weights
from grognard.games.dark_victory.content import (
    COLLAPSE,
    COMMANDERS,
    DARKNESS,
    FIGHTER,
    FOLDER,
    HEXES,
    IS_LEADER,
    LIGHT,
    MEXICAN,
    PLACES,
    ROSTER,
    TEXAN,
    TURNS,
)
from grognard.games.dark_victory.mind.approach import REACH, field
from grognard.games.dark_victory.mind.candidates import candidates, replies
from grognard.games.dark_victory.mind.probe import probe
from grognard.games.dark_victory.rules.actions import Actions, Reorder
from grognard.games.dark_victory.rules.command import led
from grognard.games.dark_victory.rules.doors import BreakDoors
from grognard.games.dark_victory.rules.melee import Melees
from grognard.games.dark_victory.rules.placing import MountGuns, SetUp
from grognard.games.dark_victory.rules.reacting import watch
from grognard.games.dark_victory.rules.state import HELD, Alamo, losses, stacked
from grognard.maps import members
from grognard.tables import read_weights

NAMES = (
    "garrison", "losses", "brink", "approach", "hunt", "exposure", "cohesion", "doors", "prizes", "shelter",
    "readiness",
)  # fmt: skip
WEIGHTS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
WON = 1000.0
LEADER_WORTH, SPECIAL_WORTH = 0.4, 0.5
NEAR = (1.0, 0.6, 0.3)
"""What a Mexican hex one, two or three steps from a Texan is worth."""
Values = tuple[float, ...]


def evaluate(s: Alamo, side: int, weights: Weights = WEIGHTS) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return _decided(s.result, side)
    value = sum(map(mul, weights.values(), _counted(s)), 0.0)
    return -value if side == TEXAN else value


def terms(s: Alamo, side: int, weights: Weights = WEIGHTS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = -1.0 if side == TEXAN else 1.0
    return {name: sign * weights[name] * value for name, value in zip(NAMES, _counted(s), strict=True)}


def _decided(result: Result, side: int) -> float:
    if not result.winners:
        return 0.0
    ours = TEXAN in result.winners if side == TEXAN else TEXAN not in result.winners
    return WON if ours else -WON


def _counted(s: Alamo) -> Values:
    """What counts, in the order of the names, not yet weighted."""
    lost = losses(s)
    mexicans, texans = s.held[HELD + MEXICAN], s.held[TEXAN]
    return (
        -_garrison(s),
        -float(lost),
        -((lost / COLLAPSE) ** 3),
        -_on_the_way(s),
        _hunt(mexicans, texans),
        -_exposure(s, mexicans),
        -_straggling(s),
        float(sum(s.opened)),
        sum([flag in (1, 2) for flag in s.flags]) + 0.3 * sum([at == MEXICAN for at in s.gun_side]),
        -_shelter(s),
        -_readiness(s),
    )


def _garrison(s: Alamo) -> float:
    loc = s.loc
    return sum(
        [
            1.0 if FIGHTER[u] else LEADER_WORTH if IS_LEADER[u] else SPECIAL_WORTH
            for u in ROSTER[TEXAN]
            if loc[u] < PLACES
        ]
    )


def _on_the_way(s: Alamo) -> float:
    way, loc = field(), s.loc
    return float(sum([way[loc[u]] for u in ROSTER[MEXICAN]]))


@lru_cache(4096)
def _rings(texans: int) -> tuple[int, ...]:
    """Spaces one, two and three steps from Texans, over whatever can be crossed."""
    seen, found = texans, []
    for _ in NEAR:
        ring = REACH.around(seen) & ~seen
        found.append(ring)
        seen |= ring
    return tuple(found)


def _hunt(mexicans: int, texans: int) -> float:
    return sum([worth * (mexicans & ring).bit_count() for worth, ring in zip(NEAR, _rings(texans), strict=True)])


def _exposure(s: Alamo, mexicans: int) -> float:
    seen = mexicans & watch(s)
    if not seen:
        return 0.0
    light = 1.0 - 0.12 * DARKNESS[s.turn]
    return light * sum([stacked(s, h) ** 2 for h in members(seen)]) / 32.0


def _straggling(s: Alamo) -> float:
    loc = s.loc
    return float(sum([FIGHTER[u] and not LIGHT[u] and loc[u] < PLACES and not led(s, u) for u in ROSTER[MEXICAN]]))


def _shelter(s: Alamo) -> float:
    rooms = s.held[HELD + TEXAN] >> HEXES
    return rooms.bit_count() * s.turn / TURNS


def _readiness(s: Alamo) -> float:
    loc = s.loc
    able = sum([FIGHTER[u] and loc[u] < PLACES and bool(COMMANDERS[u]) and led(s, u) for u in ROSTER[TEXAN]])
    guns = sum([ready == 1 and at == TEXAN for ready, at in zip(s.loaded, s.gun_side, strict=True)])
    return able + guns


MIND: Mind[Alamo] = Mind(
    weights=WEIGHTS,
    evaluate=evaluate,
    terms=terms,
    levels=LEVELS,
    rests=(Actions, Melees, Reorder, BreakDoors, SetUp, MountGuns),
    candidates=candidates,
    replies=replies,
    probe=probe,
    most=60,
)
