"""How likely shots are to hit, and what the other side is expected to answer in the middle of a move."""

from functools import lru_cache

from grognard.core import DONE, Decision, Option, UnitId
from grognard.games.dark_victory.rules.act import Act, Triggered
from grognard.games.dark_victory.rules.fire import NO_GUN, shot, two_dice
from grognard.games.dark_victory.rules.reacting import may_fire, reactors
from grognard.games.dark_victory.rules.state import Alamo, gun_in
from grognard.games.dark_victory.rules.verbs import Cannon, React, Shoot, Volley

WORTH = 0.3
"""A reaction shot with a lower chance is kept for a better moment."""


@lru_cache(64)
def chance(needs: int) -> float:
    """How likely two dice are to be at or below a number, a two always."""
    return float(two_dice(needs).chance())


def hit(s: Alamo, unit: UnitId, at: int, hex: int, cannon: bool = False) -> float:
    """The chance of a unit, or of the cannon under it, to hit a hex."""
    gun = gun_in(s, at) if cannon else None
    found = shot(s, unit, at, hex, NO_GUN if gun is None else gun)
    return 0.0 if found is None else chance(found.needs)


def best_shot(s: Alamo, space: int, hex: int) -> float:
    """The chance of those in a space who may react to hit a hex with their own weapons."""
    units = reactors(s, space)
    unit = may_fire(s, units) if units else None
    return 0.0 if unit is None else hit(s, unit, space, hex)


def replies(s: Alamo, asked: Decision) -> Option | None:
    """What the other seat is expected to answer on the way: Texans fire when it is worth it, bumped Mexicans always."""
    step = s.stack[-1]
    if type(step) is Triggered:
        best: tuple[float, Option] = (WORTH, DONE)
        for option in asked.options:
            if type(option) is React:
                told = best_shot(s, option.hex, step.hex)
                if told > best[0]:
                    best = (told, option)
        return best[1] if not step.named else DONE
    if type(step) is Act:
        found = [o for o in asked.options if isinstance(o, Volley | Shoot | Cannon)]
        return found[0] if found else None
    return None
