"""What the battle under way will come to for the Allied side, from the exact table of whole battles."""

from functools import lru_cache

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    NATION,
    POINTS,
    SIDE,
)
from grognard.games.second_front_now.mind.front import FIRE, held_value
from grognard.games.second_front_now.rules.odds import (
    BARRAGE,
    OFFENSIVE,
    Line,
    Lines,
    given_back,
    lines_of,
    volley,
    withdrawn,
)
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from grognard.games.second_front_now.rules.volley import OpenFire, Volley
from grognard.maps.sets import BIT

STEP = 0.16
"""What a point of fire in a step is worth, in victory points."""
PLENTIFUL = 0.5
"""What Allied power counts for beside German: England has more divisions than the map has room for."""
GROUND = 0.4
"""What a hex without points is worth."""
Worth = tuple[tuple[tuple[float, float], ...], tuple[tuple[float, float], ...]]
"""By attacker and defender: a step, and the whole unit besides."""


def fading(s: SecondFront) -> float:
    """What power is still worth: less towards the end, when only ground counts."""
    return round(1.0 - 0.6 * s.turn / (s.rules.last + 1), 1)


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
    step = STEP * fading(s) * FIRE[unit]
    if SIDE[unit] == ALLIED:
        step *= PLENTIFUL
    return step, (POINTS["commonwealth_loss"] if NATION[unit] == COMMONWEALTH else 0.0)


def _prize(s: SecondFront, b: Battle) -> float:
    """What the hex is worth to the attacker."""
    hex: SpaceId = b.target
    held = bool(s.taken & BIT[hex])
    points = held_value(s, b.side, hex)
    return GROUND + (points if held == (b.side != ALLIED) else 0.0)


@lru_cache(maxsize=20_000)
def _expected(lines: Lines, stage: int, worth: Worth, prize: float) -> float:
    """For the attacker, who goes on only where that is better for him, against a defender who stays only likewise."""
    if stage == OFFENSIVE:
        return _assaulted(lines, lines.attackers, lines.defenders, worth, prize)
    guns = [k for k, gun in enumerate(lines.guns_a) if gun and lines.attackers[k]]
    total = 0.0
    for (held, _), first in volley(
        tuple(guns) if stage == BARRAGE else (), lines.on_defender, lines.defenders, lines.guns_d
    ).items():
        toll = _toll(lines.defenders, held, worth[1])
        if not any(held):
            total += first * (prize + toll)
            continue
        shots = tuple([k for k, left in enumerate(held) for _ in range(left)])
        for (att, extra), second in volley(shots, lines.on_attacker, lines.attackers, lines.guns_a).items():
            value = _assaulted(lines, att, held, worth, prize) - _toll(lines.attackers, att, worth[0])
            if att != lines.attackers and not extra:
                back = given_back(lines.attackers, att)
                value = max(value, -_toll(lines.attackers, back, worth[0]))
            total += first * second * (toll + value)
    return total


def _assaulted(lines: Lines, att: Line, held: Line, worth: Worth, prize: float) -> float:
    """From offensive fire on: the ground won and what the defender loses."""
    shots = tuple([k for k, left in enumerate(att) if not lines.guns_a[k] for _ in range(left)])
    total = 0.0
    for (dfd, extra), chance in volley(shots, lines.on_defender, held, lines.guns_d).items():
        value = _toll(held, dfd, worth[1]) + (0.0 if any(dfd) else prize)
        if dfd != held and not extra:
            value = min(value, _toll(held, withdrawn(lines, held, dfd), worth[1]) + prize)
        total += chance * value
    return total


def _toll(before: tuple[int, ...], now: tuple[int, ...], worth: tuple[tuple[float, float], ...]) -> float:
    """What was lost between two counts of steps."""
    lost = 0.0
    for had, has, (step, whole) in zip(before, now, worth, strict=True):
        if has < had:
            lost += (had - has) * step + (whole if not has else 0.0)
    return lost
