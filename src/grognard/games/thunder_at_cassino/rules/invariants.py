"""What holds in every position that play can reach."""

from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    BOARD,
    BOX,
    DEAD,
    FIELDS,
    GERMAN,
    GONE,
    GUNS,
    KIND,
    LOST,
    OBS,
    POOL,
    SPACE_NAMES,
    TROOPS,
    UNIT_NAMES,
    VP,
)
from grognard.games.thunder_at_cassino.rules.limits import Limits
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.movement import MoveImpulse
from grognard.games.thunder_at_cassino.rules.retreat import Retreat
from grognard.games.thunder_at_cassino.rules.setup import Bombardment, Deploy
from grognard.games.thunder_at_cassino.rules.state import Thunder, excess

PASSING = (MoveImpulse, Retreat, Limits, Pay)
"""Steps during which an Area may be over-full for a moment (7.1)."""


def broken(s: Thunder) -> list[str]:
    """Invariants of a position, in words of the program."""
    wrong = [*_whereabouts(s), *_markers(s)]
    if s.vp != sum(VP[a] for a in range(AREAS) if s.control[a]) + sum(s.quisling):
        wrong.append(f"the track shows {s.vp}")
    if not 1 <= s.turn <= 15 or s.turn > s.last:
        wrong.append(f"turn {s.turn} of {s.last}")
    return wrong


def _whereabouts(s: Thunder) -> list[str]:
    wrong = []
    deploying = any(isinstance(step, Deploy | Bombardment) for step in s.stack)
    for side in (ALLIED, GERMAN):
        allowed = FIELDS[s.rules.scenario].spaces if deploying else s.open[side]
        for k in range(BOARD):
            units = s.here[side * BOARD + k]
            if units and not allowed >> k & 1:
                wrong.append(f"{UNIT_NAMES[units[0]]} may not be in {SPACE_NAMES[k]}")
            if excess(s.tally[side * BOARD + k], k) and not any(isinstance(step, PASSING) for step in s.stack):
                wrong.append(f"too many units in {SPACE_NAMES[k]}")
    for u in range(TROOPS):
        if s.loc[u] >= BOARD and s.loc[u] not in (POOL, DEAD, GONE) and not (s.loc[u] == LOST and KIND[u] == OBS):
            wrong.append(f"{UNIT_NAMES[u]} is in {SPACE_NAMES[s.loc[u]]}")
    for side in (ALLIED, GERMAN):
        wrong += [
            f"{UNIT_NAMES[g]} is in {SPACE_NAMES[s.loc[g]]}"
            for g in GUNS[side]
            if s.loc[g] not in (BOX[side], POOL, GONE)
        ]
    return wrong


def _markers(s: Thunder) -> list[str]:
    wrong = []
    for side, most in enumerate(FIELDS[s.rules.scenario].smoke):
        used = sum(m.side == side for m in s.smoke)
        if s.supply[side] < 0 or s.supply[side] + used > most:
            wrong.append(f"smoke of side {side}: {s.supply[side]} left, {used} in play")
    wrong += [f"{UNIT_NAMES[u]} has no side {face}" for u, face in enumerate(s.committed) if face not in (0, 1)]
    wrong += [f"{s.quisling[k]} Quisling markers in {SPACE_NAMES[k]}" for k in range(AREAS) if s.quisling[k] > 1]
    wrong += [f"rubble {s.rubble[k]} in {SPACE_NAMES[k]}" for k in range(BOARD) if s.rubble[k] > 2]
    wrong += [f"a control marker in {SPACE_NAMES[k]}" for k in range(AREAS) if s.control[k] > bool(VP[k])]
    if sum(s.decks[:11]) != sum(s.decks[11:]) or min(s.decks) < 0:
        wrong.append("the sets of chits are unequal")
    moving = any(isinstance(step, MoveImpulse) for step in s.stack)
    wrong += [f"{UNIT_NAMES[u]} keeps spent MF" for u in range(TROOPS) if s.spent[u] and not moving]
    return wrong
