"""6.1, 6.6 How many command points a side has for its player turn."""

from grognard.core import SpaceId, rule
from grognard.games.second_front_now.content import (
    ACROSS,
    ALLIED,
    ARMY_HQ,
    COMMAND,
    COMMANDS,
    INNER,
)
from grognard.games.second_front_now.rules.state import HIDDEN_UNIT, SecondFront
from grognard.games.second_front_now.rules.supply import feeding, supplied
from grognard.maps.sets import BIT, members


@rule("6.1.G", "6.6", "6.6.delay")
def german_points(s: SecondFront) -> int:
    """Three, and one for each army headquarters in the command box as the turn begins."""
    return COMMANDS["german", "base"] + sum([s.loc[u] == COMMAND for u in ARMY_HQ])


@rule("6.1.A3", "6.1.A4", "6.1.pop")
def centres(s: SecondFront) -> list[SpaceId]:
    """Inner population centres under Allied control with a path to a beach, their own hex included (R8)."""
    fed = -1 if s.rules.basic else supplied(s, ALLIED)
    return [h for h in INNER if s.taken & fed & BIT[h]]


@rule("6.1.A5", "6.1.A.loc", "6.1.line", "9.2")
def broken_out(s: SecondFront) -> bool:
    """Whether a unit stands across the breakout line that was supplied at the last check, by sea or air too (R8).

    A covered counter is taken for supplied where a path or the coast feeds its hex.
    """
    beyond = s.held[ALLIED] & ACROSS
    for hex in members(beyond):
        for u in s.here[hex]:
            if s.fed[u] if u != HIDDEN_UNIT else BIT[hex] & (supplied(s, ALLIED) | feeding(s, ALLIED)):
                return True
    return False


@rule("15.7.2", "15.7.ex")
def slowed(s: SecondFront) -> bool:
    """Whether Blue Point costs the Allied side a point in this turn; on its first day it costs all."""
    return 1 < s.turn <= s.slow


@rule("6.1.A2", "6.1.order", "15.7.2", "5.2.A.cp")
def allied_points(s: SecondFront) -> int:
    """Two, three bonuses each on its own, less what Blue Point takes (R9)."""
    held = len(centres(s))
    points = COMMANDS["allied", "base"]
    if held >= 2:
        points += COMMANDS["allied", "two centres"]
    if held >= 3:
        points += COMMANDS["allied", "three centres"]
    if broken_out(s):
        points += COMMANDS["allied", "breakout"]
    if slowed(s):
        points += COMMANDS["allied", "Blue Point"]
    return points
