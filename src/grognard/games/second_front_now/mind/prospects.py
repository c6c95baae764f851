"""What attacks promise to either side: a quick reckoning of a whole battle by the mean of its shots, for every two
stacks in contact.

The exact table (`rules.odds`) is read where an attack is weighed; this is for the positions it leads to, of which there
are thousands.
"""

from functools import lru_cache
from math import exp
from typing import NamedTuple

from grognard.games.second_front_now.content import (
    ALLIED,
    ANTI_ARMOR,
    ANTI_INFANTRY,
    ARMOR,
    COASTAL_HEXES,
    COMMONWEALTH,
    GERMAN,
    HELD_NATION,
    IS_ARTILLERY,
    KIND,
    MAJOR_RIVER,
    MODIFIER,
    NATION,
    NONE,
    PENALTY,
    POINTS,
    RIVER,
    TERRAIN,
    ZONE_OF,
    ZONES,
    side_between,
)
from grognard.games.second_front_now.mind.battle_value import GROUND, PLENTIFUL, STEP, fading
from grognard.games.second_front_now.mind.front import FIRE, held_value
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps.sets import BIT, Set, members

FLEET = 0.5
"""How often the fleet has not fired yet where it is wanted."""
SHARES = (1.0, 0.8, 0.5, 0.3, 0.2, 0.1)
"""What the best attacks of a side count for: its points pay for two or three a turn."""


class Force(NamedTuple):
    """A stack as it fights: sums over steps of its infantry and armor, its guns, and what a step is worth."""

    shots: tuple[int, int]
    """Of infantry and of armor."""
    at_armor: tuple[int, int]
    at_infantry: tuple[int, int]
    gun: tuple[int, int]
    """Fire at armor and at infantry."""
    step: float
    """What a step is worth, in victory points."""
    brittle: float
    """Points for Commonwealth units that die, a step."""
    hungry: bool


@lru_cache(maxsize=60_000)
def _force(units: tuple[int, ...], steps: bytes, hungry: bool) -> Force:
    shots, at_armor, at_infantry = [0, 0], [0, 0], [0, 0]
    gun_armor = gun_infantry = all_steps = whole = 0
    worth = 0.0
    for u, n in zip(units, steps, strict=True):
        if u < 0:
            shots[0], at_armor[0], at_infantry[0] = shots[0] + 2, at_armor[0] + 6, at_infantry[0] + 8
            worth, all_steps = worth + 2 * 4.5, all_steps + 2
            continue
        all_steps += n
        worth += n * FIRE[u]
        whole += NATION[u] == COMMONWEALTH
        if IS_ARTILLERY[u]:
            gun_armor, gun_infantry = gun_armor + ANTI_ARMOR[u], gun_infantry + ANTI_INFANTRY[u]
        else:
            k = KIND[u] == ARMOR
            shots[k] += n
            at_armor[k] += n * ANTI_ARMOR[u]
            at_infantry[k] += n * ANTI_INFANTRY[u]
    return Force(
        (shots[0], shots[1]),
        (at_armor[0], at_armor[1]),
        (at_infantry[0], at_infantry[1]),
        (gun_armor, gun_infantry),
        STEP * worth / max(all_steps, 1),
        POINTS["commonwealth_loss"] * whole / max(all_steps, 1),
        hungry,
    )


def forces(s: SecondFront, hexes: Set) -> dict[int, Force]:
    """The stacks of these hexes."""
    steps, fed, found = s.steps, s.fed, {}
    for hex in members(hexes):
        units = s.here[hex]
        found[hex] = _force(
            units, bytes([steps[u] if u >= 0 else 2 for u in units]), units[-1] >= 0 and fed[units[-1]] == NONE
        )
    return found


@lru_cache(maxsize=8192)
def _ground(source: int, target: int) -> tuple[int, int, int]:
    """What the ground takes from infantry, armor and guns that attack across this hexside."""
    kinds = [TERRAIN[target]]
    side = side_between(source, target)
    if side in MAJOR_RIVER:
        kinds.append("major_river")
    elif side in RIVER:
        kinds.append("river")
    armor, infantry, guns = (sum([PENALTY[kind][column] for kind in kinds]) for column in range(3))
    return infantry, armor, guns


@lru_cache(maxsize=200_000)
def outlook(
    attacker: Force, defender: Force, ground: tuple[int, int, int], shelter: float, bonus: int = 0
) -> tuple[float, float, float]:
    """Hits on the defender, on the attacker, and the chance that the hex is won; `shelter`: what is added to the
    defender's fire."""
    soft = defender.shots[0] > 0 or not defender.shots[1]
    worse = defender.hungry - attacker.hungry
    better = bonus + worse
    fire = attacker.at_infantry if soft else attacker.at_armor
    gun = attacker.gun[soft]
    barrage = max(0.0, gun + ground[2] + better) / 10 if gun else 0.0
    shots = attacker.shots[0] + attacker.shots[1]
    own = sum(defender.shots)
    steps = own + (1 if defender.gun[1] else 0)
    if not shots or not steps:
        return 0.0, 0.0, 0.0
    weaker = attacker.shots[0] > 0 or not attacker.shots[1]
    back = sum(defender.at_infantry if weaker else defender.at_armor) + defender.gun[weaker]
    answer = max(0.0, back + (shelter - worse) * steps) / 10 * max(0.0, 1.0 - barrage / steps)
    assault = max(0.0, fire[0] + (ground[0] + better) * attacker.shots[0])
    assault += max(0.0, fire[1] + (ground[1] + better) * attacker.shots[1])
    lasts = max(0.0, 1.0 - answer / shots)
    hits = barrage + assault / 10 * lasts
    won = 1.0 - exp(-hits / steps)
    return steps * won, answer, won * lasts


def attack_on(
    s: SecondFront, side: int, target: int, own: dict[int, Force], enemy: dict[int, Force], bonus: int = 0
) -> float:
    """What the best attack of a side on a hex gains, in victory points; nothing where none does. `bonus`: what is added
    to every value of the attackers."""
    fade, best, defender = fading(s), 0.0, enemy[target]
    fleet = side != ALLIED and COASTAL_HEXES & BIT[target] and s.rules.naval and not s.storm
    shelter = FLEET * MODIFIER["ntf_defend"] if fleet else 0.0
    prize = GROUND + held_value(s, side, target)
    for source in members(ZONE_OF[target] & s.held[side]):
        attacker = own[source]
        took, lost, won = outlook(attacker, defender, _ground(source, target), shelter, bonus)
        value = took * _step(defender, 1 - side, fade) + won * prize - lost * _step(attacker, side, fade)
        if value > best:
            best = value
    return best


def _step(force: Force, side: int, fade: float) -> float:
    """What its owner loses with a step."""
    return force.step * fade * (PLENTIFUL if side == ALLIED else 1.0) + 0.5 * force.brittle


def doomed(s: SecondFront) -> float:
    """Commonwealth units that the German could destroy in his next turn, each of which costs a point: as many as the
    best attacks are expected to kill, whoever is weakest first."""
    front = ZONES.of(s.held[GERMAN]) & s.held[HELD_NATION[COMMONWEALTH]]
    if not front:
        return 0.0
    own, enemy = forces(s, front), forces(s, ZONES.of(front) & s.held[GERMAN])
    found = sorted([_kills(s, hex, own[hex], enemy) for hex in members(front)], reverse=True)
    return sum([share * kills for share, kills in zip(SHARES, found, strict=False)])


def _kills(s: SecondFront, hex: int, own: Force, enemy: dict[int, Force]) -> float:
    """Units of a stack that the worst attack on it kills."""
    fleet = COASTAL_HEXES & BIT[hex] and s.rules.naval and not s.storm
    shelter = FLEET * MODIFIER["ntf_defend"] if fleet else 0.0
    took = max([outlook(enemy[h], own, _ground(h, hex), shelter)[0] for h in members(ZONE_OF[hex] & s.held[GERMAN])])
    total, before = 0.0, 0
    for steps in sorted([s.steps[u] for u in s.here[hex] if u >= 0]):
        before += steps
        total += max(0.0, min(1.0, took - before + 0.5))
    return total
