"""What runs while nobody looks: ladders that are earned, rooms that are still shut, men without a leader."""

from grognard.games.dark_victory import GAME
from grognard.games.dark_victory.content import DOORS, INDOORS, LINKS, NUMBERED, PLACES, SPACE_NAMES, TEXAN, UNIT_NAMES
from grognard.games.dark_victory.rules.command import stragglers
from grognard.games.dark_victory.rules.crossing import refuse_edge
from grognard.games.dark_victory.rules.ladders import at_the_wall, awards
from grognard.games.dark_victory.rules.state import Alamo
from grognard.look.scene import few
from grognard.maps import BIT, members

say = GAME.words.say
NONE = "–"
LISTED = 8
"""Names in a line, at most."""
MIDDLE_DIE = 3


def ladder_rows(s: Alamo) -> tuple[tuple[str, str], ...]:
    """Ladders each column would get if the check came now with a middling die; a dash where it is not at a wall."""
    if s.ladder_check:
        return ()
    told = awards(s, MIDDLE_DIE)
    each = [str(told[c]) if at_the_wall(s, c) else NONE for c in NUMBERED]
    return ((say("ladders_now", die=MIDDLE_DIE), " / ".join(each)),)


def sealed(s: Alamo) -> list[int]:
    """Rooms with Texans in them that no open door or stairs lead to from outside."""
    waiting = [a for a in range(PLACES) if not INDOORS & BIT[a] and any(INDOORS & BIT[b] for b, _ in LINKS[a])]
    seen = set(waiting)
    while waiting:
        a = waiting.pop()
        for b, _ in LINKS[a]:
            if b not in seen and INDOORS & BIT[b] and refuse_edge(s, a, b) is None:
                seen.add(b)
                waiting.append(b)
    return [room for room in members(s.held[TEXAN] & INDOORS) if room not in seen]


def door_rows(s: Alamo) -> tuple[tuple[str, str], ...]:
    """Doors still shut, and the rooms behind them that hold Texans."""
    shut = len(DOORS) - sum(s.opened)
    rooms = [SPACE_NAMES[room] for room in sealed(s)]
    told = f"{len(rooms)}: {few(rooms, say, LISTED)}" if rooms else NONE
    return (say("doors_shut"), str(shut)), (say("rooms_shut"), told)


def straggler_row(s: Alamo) -> tuple[str, str]:
    """Mexicans without a leader at hand."""
    lost = [UNIT_NAMES[u] for u in stragglers(s)]
    return say("stragglers"), f"{len(lost)}: {few(lost, say, LISTED)}" if lost else NONE
