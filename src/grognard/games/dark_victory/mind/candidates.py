"""What is worth a look: one way where many are alike, and what the other side is expected to answer."""

from collections.abc import Sequence
from functools import lru_cache

from grognard.core import DONE, Decision, Option, UnitId
from grognard.games.dark_victory.content import FIGHTER, IS_LEADER
from grognard.games.dark_victory.rules.act import Act, Triggered
from grognard.games.dark_victory.rules.actions import Arrange, Stay, Top
from grognard.games.dark_victory.rules.entry import At, Bringing, Join
from grognard.games.dark_victory.rules.fire import shot
from grognard.games.dark_victory.rules.placing import Propose
from grognard.games.dark_victory.rules.reacting import may_fire, reactors
from grognard.games.dark_victory.rules.state import Alamo
from grognard.games.dark_victory.rules.verbs import Cannon, Haul, React, Shoot, Volley
from grognard.tables import Shot

WORTH = 0.3
"""A reaction shot with a lower chance is kept for a better moment."""
EVERY_THIRD = 3
"""Stacks that come on with a leader."""


@lru_cache(64)
def chance(needs: int) -> float:
    """How likely two dice are to be at or below a number, a two always."""
    return float(Shot((6, 6), needs, always=(2,)).chance())


def candidates(s: Alamo, asked: Decision) -> Sequence[Option]:
    """The options of a question that differ in something a player minds."""
    options = asked.options
    if type(options[0]) is Propose:
        return options[: asked.extra]
    kept: list[Option] = [o for o in options[asked.extra :] if not isinstance(o, Arrange | Stay | Haul)]
    if type(options[0]) is Top:
        return options[:1]
    if type(options[0]) is Join or asked.prompt == "bringing":
        return _party(s, options)
    if type(options[0]) is At:
        return _spread(s, options)
    return kept


def _party(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """One platoon, now and then with a leader: those who can act by themselves first."""
    step = s.stack[-1]
    assert type(step) is Bringing
    men = [o for o in options if type(o) is Join and FIGHTER[o.unit]]
    leaders = [o for o in options if type(o) is Join and IS_LEADER[o.unit]]
    if not step.picked:
        return (men or leaders)[:1]
    if leaders and len(s.entries) % EVERY_THIRD == 0 and not IS_LEADER[step.picked[-1]]:
        return leaders[:1]
    return (DONE,)


def _spread(s: Alamo, options: Sequence[Option]) -> Sequence[Option]:
    """Entry hexes: those not yet used first."""
    fresh = [o for o in options if type(o) is At and o.hex not in s.entries]
    return fresh[:6] or options[:6]


def replies(s: Alamo, asked: Decision) -> Option | None:
    """What the other seat is expected to answer on the way: Texans fire when it is worth it, bumped Mexicans always."""
    step = s.stack[-1]
    if type(step) is Triggered:
        best: tuple[float, Option] = (WORTH, DONE)
        for option in asked.options:
            if type(option) is React:
                told = _best_shot(s, option.hex, step.hex)
                if told > best[0]:
                    best = (told, option)
        return best[1] if not step.named else DONE
    if type(step) is Act:
        found = [o for o in asked.options if isinstance(o, Volley | Shoot | Cannon)]
        return found[0] if found else None
    return None


def _best_shot(s: Alamo, space: int, hex: int) -> float:
    units = reactors(s, space)
    unit: UnitId | None = may_fire(s, units) if units else None
    if unit is None:
        return 0.0
    found = shot(s, unit, space, hex)
    return 0.0 if found is None else chance(found.needs)
