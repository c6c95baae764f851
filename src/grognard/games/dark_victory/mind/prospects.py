"""What may come of a position: assaults that could be made in the next Melee Phase, and fire that must be borne."""

from functools import cache

from grognard.games.dark_victory.content import (
    DARKNESS,
    FIGHTER,
    HEXES,
    IS_LEADER,
    LINKS,
    MEXICAN,
    PLACES,
    TEXAN,
    TURNS,
    Side,
)
from grognard.games.dark_victory.mind.approach import REACH
from grognard.games.dark_victory.rules.crossing import refuse_edge
from grognard.games.dark_victory.rules.reacting import watch
from grognard.games.dark_victory.rules.state import HELD, Alamo, stacked
from grognard.games.dark_victory.rules.strength import attack, attackers, defence, melee_odds, undefended
from grognard.maps import members

FIGHTING, LEADING, HELPLESS = 1.0, 0.4, 0.5
"""What a Texan unit, leader, or special person counts for."""
KILL, STEP = 4.0, 1.0
"""About what a fallen Texan unit and a Mexican step are worth, as weighed in `weights.toml`."""

LAST_STEP = 0.05
"""The same of a Mexican step on the last turn, when only the Texans left count."""


@cache
def falls(ahead: int) -> tuple[float, float]:
    """Chances that the defender and that the attacker loses a unit."""
    won, tied, lost = melee_odds(ahead)
    return float(won + tied), float(tied + lost)


def worth(units: tuple[int, ...]) -> float:
    """What Texans count for together."""
    return sum([FIGHTING if FIGHTER[u] else LEADING if IS_LEADER[u] else HELPLESS for u in units])


def assault(s: Alamo, side: Side, a: int, b: int) -> float:
    """What a melee from one space into another promises its attacker, in steps; nothing where it is forbidden."""
    if refuse_edge(s, a, b) is not None or not attackers(s, a, b):
        return 0.0
    if undefended(s, b):
        return KILL * worth(s.here[b]) if side == MEXICAN else STEP
    won, lost = falls(attack(s, a, b).total - defence(s, a, b).total)
    prize, price = (KILL, STEP if s.turn < TURNS else LAST_STEP) if side == MEXICAN else (STEP, KILL)
    return max(0.0, won * prize - lost * price)


def assaults(s: Alamo, side: Side) -> float:
    """The sum of what every stack of a side could gain by its best melee."""
    theirs = s.held[1 - side]
    total = 0.0
    for a in members(s.held[HELD + side] & REACH.around(theirs)):
        total += max([assault(s, side, a, b) for b, _ in LINKS[a] if theirs >> b & 1], default=0.0)
    return total


def exposure(s: Alamo) -> float:
    """Mexicans where Texan muskets look, the more the thicker they stand and the lighter it is; but a garrison can
    only fire so often."""
    seen = s.held[HELD + MEXICAN] & watch(s)
    if not seen:
        return 0.0
    light = 1.0 - 0.12 * DARKNESS[s.turn]
    shots = s.held[HELD + TEXAN].bit_count()
    heavy = sorted([stacked(s, h) ** 2 for h in members(seen)], reverse=True)
    return light * sum(heavy[: 2 * shots]) / 32.0


def in_rooms(spaces: int) -> int:
    """How many of a set of spaces are rooms."""
    return (spaces >> HEXES).bit_count()


def on_maps(s: Alamo, unit: int) -> bool:
    return s.loc[unit] < PLACES
