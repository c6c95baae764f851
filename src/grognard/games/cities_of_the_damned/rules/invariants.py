"""What must hold in every position."""

from grognard.games.cities_of_the_damned.content import (
    AREAS,
    ARMOR,
    CHITS,
    CONTESTED,
    EXITED_MAIN,
    HELD_BY_ALLIES,
    HIGH,
    KIND_NAMES,
    LAST_TURN,
    LEVEL,
    MAX_ROUNDS,
    NO_KIND,
    SPACE_NAMES,
    STARS,
    UNIT_NAMES,
    WHITE,
)
from grognard.games.cities_of_the_damned.rules.end_phase import Remark
from grognard.games.cities_of_the_damned.rules.state import CityState, chit_total, stacks
from grognard.games.cities_of_the_damned.rules.victory import stars_held, verdict


def broken(s: CityState) -> list[str]:
    """Broken invariants: stacking, conservation of chits, tracks, control, victory."""
    found = []
    fighting = s.fight.area if s.fight is not None else -1
    for a in range(AREAS):
        units, name = s.here[a], SPACE_NAMES[a]
        if units and not stacks(units):
            found.append(f"too many units in {name}")
        if LEVEL[a] >= HIGH:
            found.extend(f"{UNIT_NAMES[u]} is armor on level 3 in {name}" for u in units if ARMOR[u])
        if a == fighting:
            continue
        if (s.control[a] == CONTESTED) != (s.marker[a] != NO_KIND) and not _remarking(s, a):
            found.append(f"the marker of {name} does not fit its control")
        if s.control[a] == CONTESTED and not units:
            found.append(f"{name} is Contested without an Allied unit")
        if s.control[a] != HELD_BY_ALLIES and s.control[a] != CONTESTED and units:
            found.append(f"Allied units stand in German-controlled {name} without a fight")
    found.extend(f"{SPACE_NAMES[a]} is white and not Allied" for a in WHITE if s.control[a] != HELD_BY_ALLIES)
    for kind, count in enumerate(chit_total(s)):
        if count != CHITS[kind].copies:
            found.append(f"there are {count} chits {KIND_NAMES[kind]} instead of {CHITS[kind].copies}")
    if min(s.cup) < 0 or min(s.removed) < 0:
        found.append("a negative number of chits")
    for track in ("vp", "ap", "air", "artillery", "exits"):
        if getattr(s, track) < 0:
            found.append(f"{track} is below zero")
    if not 1 <= s.turn <= LAST_TURN or not 1 <= s.round <= MAX_ROUNDS:
        found.append(f"turn {s.turn}, round {s.round}")
    if s.exits > len(s.here[EXITED_MAIN]):
        found.append("more exits scored than units exited")
    if s.result is not None and s.result.key in ("minor", "decisive", "defeat"):
        if s.result != verdict(s.vp, *stars_held(s)):
            found.append("the result is not what the position says")
        if any(s.scored[a] != (s.control[a] == HELD_BY_ALLIES) for a in STARS):
            found.append("the game ended with a VP area not scored")
    return found


def _remarking(s: CityState, area: int) -> bool:
    """Whether the area waits for a new marker in the End Phase."""
    top = s.stack[-1] if s.stack else None
    return isinstance(top, Remark) and area in top.areas
