"""What holds in every position that play can reach."""

from grognard.games.dark_victory.content import (
    ALL_STEPS,
    CAPTURED,
    COLLAPSE,
    DEAD,
    FORMATION,
    GUN_NAMES,
    HEXES,
    MEXICAN,
    OUTSIDE,
    PLACES,
    ROSTER,
    SIDE,
    SPACE_NAMES,
    SPACES,
    STARRED,
    STEPS,
    TEXAN,
    TURNS,
    UNIT_NAMES,
)
from grognard.games.dark_victory.rules.overstacking import Overstacked
from grognard.games.dark_victory.rules.state import Alamo, limit, losses, stacked
from grognard.maps import members, misplaced


def broken(s: Alamo) -> list[str]:
    """Violations in words of the program; empty for a sound position."""
    wrong = misplaced(s, UNIT_NAMES, SPACES)
    if s.held[TEXAN] & OUTSIDE:
        wrong.append("a Texan is outside the perimeter")
    left = sum(STEPS[u] - s.reduced[u] for u in ROSTER[MEXICAN] if STEPS[u] and s.loc[u] != DEAD)
    if left + losses(s) != ALL_STEPS:
        wrong.append(f"{left} Mexican steps and {losses(s)} lost are not {ALL_STEPS}")
    if losses(s) > COLLAPSE and s.result is None:
        wrong.append("the Mexican army should have collapsed")
    tolerated = any(type(step) is Overstacked for step in s.stack)
    for space in members((s.held[MEXICAN] | s.held[TEXAN]) & ((1 << PLACES) - 1)):
        if stacked(s, space) > limit(s, space) and not tolerated:
            wrong.append(f"{SPACE_NAMES[space]} is overstacked")
        columns = {FORMATION[u] for u in s.here[space] if SIDE[u] == MEXICAN and not STARRED[u]}
        if len(columns) > 1:
            wrong.append(f"columns {sorted(columns)} share {SPACE_NAMES[space]}")
    wrong += [f"{UNIT_NAMES[u]} is captured" for u in ROSTER[MEXICAN] if s.loc[u] == CAPTURED]
    on_map = [at for at in s.gun_at if at < PLACES]
    if len(set(on_map)) != len(on_map) or any(at >= HEXES for at in on_map):
        wrong.append(f"cannon share a hex or stand in a room: {[GUN_NAMES[g] for g in range(len(s.gun_at))]}")
    if not 1 <= s.turn <= TURNS:
        wrong.append(f"turn {s.turn}")
    if len(s.fires) > 4 or len(s.ladders) > 16 or len(s.extra) > 24:
        wrong.append("more markers than there are")
    if sorted(s.seats) != list(range(len(s.seats))):
        wrong.append(f"seats {s.seats}")
    return wrong
