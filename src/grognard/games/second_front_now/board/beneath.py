"""What may lie beneath covered counters, for estimates shown to who cannot look there."""

from collections import Counter

from grognard.core import UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
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


@rule("10.1", "10.6")
def supposed(world: SecondFront, stack: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """A stack with its covered counters taken for infantry of the commonest sort, at full strength and in supply, of
    the nation of those seen; and for artillery where only that has room."""
    seen = tuple([u for u in stack if u >= 0])
    covered = len(stack) - len(seen)
    guns = max(covered - MOST + sum([not IS_ARTILLERY[u] for u in seen]), 0)
    hidden = [u for u in ROSTER[ALLIED] if world.loc[u] < 0 and (not seen or NATION[u] == NATION[seen[0]])]
    often = Counter([SORT[u] for u in hidden if KIND[u] == INFANTRY and STEPS[u] == 2])
    foot = sorted([u for u in hidden if SORT[u] in often], key=lambda u: -often[SORT[u]])
    likely = (*foot[: covered - guns], *[u for u in hidden if IS_ARTILLERY[u]][:guns])
    for u in likely:
        world.steps[u], world.fed[u] = STEPS[u], REGULAR
    return (*likely, *seen)
