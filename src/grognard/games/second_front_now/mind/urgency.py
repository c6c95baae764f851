"""Who must act: the side that would lose if the game ended as it stands, the more so the later it is.

Whoever comes up to the enemy is attacked first, since a stack that marched cannot attack: weighed by itself, no step
into contact ever pays, and two lines would watch one another to the end. For the side that leads that is right; the
other has nothing to lose by it.
"""

from grognard.games.second_front_now.content import ALLIED, GERMAN, ZONES
from grognard.games.second_front_now.mind.front import Powers
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.games.second_front_now.rules.victory import needed
from grognard.maps.sets import members

WIDE = 6.0
"""Points behind by which a side must do all it can."""
EARLY, LATE = 35, 15
"""Turns before the end when it begins to press, and when it presses most; before, a build-up serves better."""
HOPES, FEARS = 0.5, 0.8
"""How much more the attacks of the side that must act count, and how much less those it lays itself open to."""
TOUCH = 0.03
"""What a point of power in contact is worth to it."""


def urgency(s: SecondFront) -> float:
    """From -1, the German must act, to 1, the Allied side must."""
    behind = s.vp - needed(s) + 0.5
    late = (EARLY - s.rules.last + s.turn) / (EARLY - LATE)
    return max(-1.0, min(1.0, behind / WIDE)) * max(0.0, min(1.0, late))


def pressing(s: SecondFront, hopes: tuple[float, float], power: tuple[Powers, Powers]) -> float:
    """For the Allied side: what coming to blows is worth to whoever must; `hopes` and `power` by side."""
    urgent = urgency(s)
    side = ALLIED if urgent > 0 else GERMAN
    front = members(s.held[side] & ZONES.of(s.held[1 - side]))
    touch = TOUCH * sum([power[side][h] for h in front])
    return urgent * (HOPES * hopes[side] + FEARS * hopes[1 - side] + touch)
