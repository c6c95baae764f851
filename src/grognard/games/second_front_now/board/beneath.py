"""What may lie beneath covered counters, for estimates shown to who cannot look there."""

from collections import Counter

from grognard.core import UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    HQ,
    INFANTRY,
    IS_ARTILLERY,
    KIND,
    NATION,
    REGULAR,
    ROSTER,
    SORT,
    STEPS,
)
from grognard.games.second_front_now.rules.stacking import MOST
from grognard.games.second_front_now.rules.state import SecondFront


@rule("10.1", "10.2", "10.6")
def supposed(world: SecondFront, stack: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """A stack with its covered counters taken for infantry of the commonest sort, at full strength and in supply; for
    artillery where only that has room; for others where too few are left. All are of one nation: that of those seen."""
    seen = tuple([u for u in stack if u >= 0])
    covered = len(stack) - len(seen)
    guns = max(covered - MOST + sum([not IS_ARTILLERY[u] for u in seen]), 0)
    hidden = [u for u in ROSTER[ALLIED] if world.loc[u] < 0]
    often = Counter([SORT[u] for u in hidden if KIND[u] == INFANTRY and STEPS[u] == 2])
    hidden.sort(key=lambda u: (KIND[u] == HQ, IS_ARTILLERY[u], -often[SORT[u]]))
    alike = [u for u in hidden if NATION[u] == NATION[(*seen, *hidden)[0]]] if covered else []
    foot = [u for u in alike if not IS_ARTILLERY[u] and KIND[u] != HQ][: covered - guns]
    others = [u for u in alike if u not in foot]
    others.sort(key=lambda u: not IS_ARTILLERY[u])
    likely = (*foot, *others[: covered - len(foot)])
    for u in likely:
        world.steps[u], world.fed[u] = STEPS[u], REGULAR
    return (*likely, *seen)
