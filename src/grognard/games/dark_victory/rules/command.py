"""8.0 Leaders: who is in command, who may rearrange a stack, and what becomes of leaders left alone."""

from grognard.core import Note, Step, Steps, UnitId, rule
from grognard.games.dark_victory.content import (
    BESIDE,
    BOWIE,
    COMMANDERS,
    IS_LEADER,
    LIGHT,
    MEXICAN,
    PLACES,
    ROSTER,
    TEXAN,
    UNWALLED_NEAR,
    Side,
)
from grognard.games.dark_victory.rules.blaze import manned_rooms
from grognard.games.dark_victory.rules.crossing import linked
from grognard.games.dark_victory.rules.events import LeaderCutOff
from grognard.games.dark_victory.rules.losses import kill_leader
from grognard.games.dark_victory.rules.state import FREE, HELD, HELD_FAST, Alamo, fighters

COMMAND = tuple(BESIDE[space] | 1 << space for space in range(len(BESIDE)))
"""By space: where a leader there has command, and where the leaders are who have it there."""


@rule("8.3", "8.4", "8.4.C", "2.9", "11.1")
def led(s: Alamo, unit: UnitId) -> bool:
    """Whether a leader able to command the unit is stacked with it or next to it (R-CMD, R-DOORPAIR)."""
    loc = s.loc
    near = COMMAND[loc[unit]]
    for leader in COMMANDERS[unit]:  # noqa: SIM110 (a generator costs three times as much)
        if near >> loc[leader] & 1:
            return True
    return False


@rule("8.3", "8.3.B", "8.3.C", "8.3.D")
def in_command(s: Alamo, unit: UnitId) -> bool:
    """Whether a unit on the map may spend action factors in its side's own phase."""
    return unit in TEXAN_UNITS or IS_LEADER[unit] or LIGHT[unit] or led(s, unit)


TEXAN_UNITS = frozenset(ROSTER[TEXAN])


@rule("8.3", "9.10.B", "13.3.H")
class Command(Step, frozen=True):
    """8.3 Command, pinning and what sappers may burn are settled as the Action Phase begins, and hold for all of it."""

    rule = "8.3"
    side: Side

    def auto(self, s: Alamo, note: Note) -> Steps:
        near = s.held[HELD + TEXAN]
        if self.side == MEXICAN:
            s.manned = manned_rooms(s)
        for unit in ROSTER[self.side]:
            at = s.loc[unit]
            s.ready[unit] = at >= PLACES or in_command(s, unit)
            if self.side == MEXICAN and at < PLACES and near & UNWALLED_NEAR[at]:
                s.pinned[unit] = _held_fast(s, unit)
        return ()


@rule("9.10.B")
def _held_fast(s: Alamo, unit: UnitId) -> int:
    """A leader is pinned with the units he is stacked with (R-STOP)."""
    return HELD_FAST if fighters(s, s.loc[unit]) else FREE


def stragglers(s: Alamo) -> list[UnitId]:
    """Mexican units on the map that would be without command if their phase began now: for lists and overlays."""
    return [u for u in ROSTER[MEXICAN] if s.loc[u] < PLACES and not in_command(s, u)]


@rule("8.2.C", "8.2.D")
class LoneLeaders(Step, frozen=True):
    """8.2 At the start of any Action Phase leaders alone next to enemy infantry or crews die; Bowie is exempt."""

    rule = "8.2.C"

    def auto(self, s: Alamo, note: Note) -> Steps:
        for side in (MEXICAN, TEXAN):
            for leader in ROSTER[side]:
                if not IS_LEADER[leader] or leader == BOWIE or s.loc[leader] >= PLACES:
                    continue
                at = s.loc[leader]
                if fighters(s, at) or not linked(s, at) & s.held[HELD + 1 - side]:
                    continue
                if kill_leader(s, leader, note, LeaderCutOff):
                    return ()
        return ()
