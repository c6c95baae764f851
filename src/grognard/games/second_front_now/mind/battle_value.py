"""What the battle under way will come to for the Allied side, from the exact table of whole battles."""

from functools import lru_cache

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    ANTI_ARMOR,
    ANTI_INFANTRY,
    BEACH_SET,
    COMMONWEALTH,
    IS_ARTILLERY,
    NATION,
    POINTS,
    VALUE,
)
from grognard.games.second_front_now.rules.odds import BARRAGE, DEFENSIVE, OFFENSIVE, End, Lines, battle_odds, lines_of
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from grognard.games.second_front_now.rules.volley import OpenFire, Volley
from grognard.maps.sets import BIT

STEP = 0.16
"""What a point of fire in a step is worth, in victory points."""
GROUND = 0.4
"""What a hex without points is worth."""


def stage_of(s: SecondFront) -> int | None:
    """The fire step that comes next; None: all fire is over."""
    for step in reversed(s.stack):
        if type(step) is Volley or type(step) is OpenFire:
            return step.stage
    return None


def coming(s: SecondFront) -> float:
    """The expected change from here to the end of the battle, in victory points for the Allied side."""
    b, stage = s.battle, stage_of(s)
    if b is None or stage is None or not b.defenders:
        return 0.0
    worth = tuple([_worth(s, u) for u in b.attackers]), tuple([_worth(s, u) for u in b.defenders])
    value = _expected(lines_of(s, b), stage, worth, _prize(s, b))
    return value if b.side == ALLIED else -value


def _worth(s: SecondFront, unit: int) -> tuple[float, float]:
    """A step, and the loss of the whole unit, to its owner."""
    step = STEP * ((ANTI_ARMOR[unit] + ANTI_INFANTRY[unit]) / 2 + IS_ARTILLERY[unit])
    return step, (POINTS["commonwealth_loss"] if NATION[unit] == COMMONWEALTH else 0.0)


def _prize(s: SecondFront, b: Battle) -> float:
    """What the hex is worth to the attacker."""
    hex: SpaceId = b.target
    held = bool(s.taken & BIT[hex])
    points = float(VALUE.get(hex, 0))
    if b.side != ALLIED and BEACH_SET[s.area] & BIT[hex] & ~s.paid:
        points += POINTS["beach"]
    return GROUND + (points if held == (b.side != ALLIED) else 0.0)


@lru_cache(maxsize=20_000)
def _expected(
    lines: Lines,
    stage: int,
    worth: tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]],
    prize: float,
) -> float:
    """For the attacker."""
    total = 0.0
    for end, chance in battle_odds(lines, stage=(BARRAGE, DEFENSIVE, OFFENSIVE)[stage]):
        total += chance * (
            prize * end.won + _toll(lines.defenders, end.defenders, worth[1]) - _loss(lines, end, worth[0])
        )
    return total


def _loss(lines: Lines, end: End, worth: tuple[tuple[float, float], ...]) -> float:
    return _toll(lines.attackers, end.attackers, worth)


def _toll(before: tuple[int, ...], now: tuple[int, ...], worth: tuple[tuple[float, float], ...]) -> float:
    """What was lost between two counts of steps."""
    lost = 0.0
    for had, has, (step, whole) in zip(before, now, worth, strict=True):
        if has < had:
            lost += (had - has) * step + (whole if not has else 0.0)
    return lost
