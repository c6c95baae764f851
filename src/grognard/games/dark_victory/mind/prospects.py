"""What may come of a position: assaults that could be made in the next Melee Phase, and fire that must be borne."""

from functools import cache

from grognard.games.dark_victory.content import (
    BONUS,
    COLLAPSE,
    DARKNESS,
    DOOR_MELEE,
    DOORS,
    FIGHTER,
    HEXES,
    IS_LEADER,
    LINKS,
    MEXICAN,
    PLACES,
    TEXAN,
    TURNS,
    Side,
)
from grognard.games.dark_victory.mind.approach import REACH, ways_to_rooms
from grognard.games.dark_victory.rules.crossing import refuse_edge
from grognard.games.dark_victory.rules.doors import TRIES
from grognard.games.dark_victory.rules.reacting import watch
from grognard.games.dark_victory.rules.state import HELD, Alamo, losses, stacked
from grognard.games.dark_victory.rules.strength import attack, attackers, defence, melee_odds, undefended
from grognard.maps import members

FIGHTING, LEADING, HELPLESS = 1.0, 0.4, 0.5
"""What a Texan unit, leader, or special person counts for."""
KILL, STEP = 4.0, 1.0
"""About what a fallen Texan unit and a Mexican step are worth, as weighed in `weights.toml`."""

FIRM, DUSK = 7, 6
"""Men and leader of a room that is as hard to take as any; the turn from which on rooms count in full."""
WAITING = 0.3
"""What those count who stand at a door that cannot be tried in the next phase."""
LAST_STEP = 0.05
"""The same of a Mexican step on the last turn, when only the Texans left count."""


@cache
def falls(ahead: int) -> tuple[float, float]:
    """Chances that the defender and that the attacker loses a unit."""
    won, tied, lost = melee_odds(ahead)
    return float(won + tied), float(tied + lost)


def worth(units: tuple[int, ...]) -> float:
    """What Texans count for together."""
    return sum([FIGHTING if FIGHTER[u] else LEADING if IS_LEADER[u] else HELPLESS for u in units])


def assault(s: Alamo, side: Side, a: int, b: int, step: float = STEP) -> float:
    """What a melee from one space into another promises its attacker, in steps, with what a Mexican step counts before
    the last turn; nothing where it is forbidden."""
    if refuse_edge(s, a, b) is not None or not attackers(s, a, b):
        return 0.0
    return _promise(s, side, a, b, step if s.turn < TURNS else LAST_STEP)


KEPT_BACK, DAYLIGHT = 4, 9
"""Steps the Mexican never means to lose, and the turn from which on he counts what he may lose in each of the rest."""
PLENTY = 2.5
"""Steps a turn from which on he spends them freely."""


def plenty(s: Alamo) -> bool:
    """Whether the assault has more steps to lose than turns to lose them in."""
    return s.turn >= DAYLIGHT and COLLAPSE - KEPT_BACK - losses(s) >= PLENTY * (TURNS + 1 - s.turn)


def step_price(s: Alamo) -> float:
    """What a Mexican step counts for the general."""
    return STEP / 2 if plenty(s) else STEP


def _promise(s: Alamo, side: Side, a: int, b: int, step: float) -> float:
    """The same where a melee is possible, with what a Mexican step counts."""
    if undefended(s, b):
        return KILL * worth(s.here[b]) if side == MEXICAN else STEP
    won, lost = falls(attack(s, a, b).total - defence(s, a, b).total)
    prize, price = (KILL, step) if side == MEXICAN else (STEP, KILL)
    return max(0.0, won * prize - lost * price)


def promise(s: Alamo, a: int, b: int) -> float:
    """What Mexicans before a closed door could gain behind it if it were open; nothing where nobody is."""
    if not s.held[HELD + MEXICAN] >> a & 1 or not s.held[TEXAN] >> b & 1 or not attackers(s, a, b):
        return 0.0
    return _promise(s, MEXICAN, a, b, STEP / 2)


def siege(s: Alamo) -> float:
    """What Mexicans at closed doors could gain behind them if they were open: those of the two doors that can be tried
    in a phase, and a little of the others."""
    ours, theirs, here = s.held[HELD + MEXICAN], s.held[TEXAN], s.here
    known = _known(s)
    found = []
    for door, ends in enumerate(DOORS):
        if s.opened[door]:
            continue
        for a, b in (ends, ends[::-1]):
            if theirs >> b & 1 and ours >> a & 1:
                key = a, b, here[a], here[b], True, STEP
                told = known.get(key)
                if told is None:
                    told = known[key] = promise(s, a, b)
                found.append(told)
    found.sort(reverse=True)
    return sum(found[:TRIES]) + WAITING * sum(found[TRIES:])


def assaults(s: Alamo, side: Side) -> float:
    """The sum of what every stack of a side could gain by its best melee."""
    theirs, here, known = s.held[1 - side], s.here, _known(s)
    total = 0.0
    for a in members(s.held[HELD + side] & REACH.around(theirs)):
        best = 0.0
        for b, _ in LINKS[a]:
            if theirs >> b & 1:
                key = a, b, here[a], here[b], False, STEP
                told = known.get(key)
                if told is None:
                    told = known[key] = assault(s, side, a, b)
                if told > best:
                    best = told
        total += best
    return total


def storms(s: Alamo) -> float:
    """The sum of what Mexicans could gain by melee from every space with Texans: by as many of the best assaults on it
    as there are units to fall, since nobody falls twice."""
    ours, theirs, here, known = s.held[HELD + MEXICAN], s.held[TEXAN], s.here, _known(s)
    total, price = 0.0, step_price(s)
    for b in members(theirs & REACH.around(ours)):
        found = []
        for a, _ in LINKS[b]:
            if ours >> a & 1:
                key = a, b, here[a], here[b], False, price
                told = known.get(key)
                if told is None:
                    told = known[key] = assault(s, MEXICAN, a, b, price)
                found.append(told)
        found.sort(reverse=True)
        total += sum(found[: max(1, sum([FIGHTER[u] for u in here[b]]))])
    return total


Melee = tuple[int, int, tuple[int, ...], tuple[int, ...], bool, float]
"""From where into where, who stands in either space, whether a closed door is between, and what a step counts."""
_FOUND: dict[tuple[object, ...], dict[Melee, float]] = {}
KEPT = 2_000
"""Sets of circumstances under which melees are remembered."""


def _known(s: Alamo) -> dict[Melee, float]:
    """What melees promised under the same circumstances: steps lost, ladders, doors, the outer stairs, the flag."""
    told = (bytes(s.reduced), bytes(s.opened), s.ladders, s.climbed, bytes(s.flags), s.turn < TURNS)
    found = _FOUND.get(told)
    if found is None:
        if len(_FOUND) > KEPT:
            _FOUND.clear()
        found = _FOUND[told] = {}
    return found


def exposure(s: Alamo) -> float:
    """Mexicans where Texan muskets look, the more the thicker they stand and the lighter it is; but a garrison can
    only fire so often."""
    seen = s.held[HELD + MEXICAN] & watch(s)
    if not seen:
        return 0.0
    light = 1.0 - 0.12 * DARKNESS[s.turn]
    shots = s.held[HELD + TEXAN].bit_count()
    heavy = sorted([stacked(s, h) ** 2 for h in members(seen)], reverse=True)
    return light * sum(heavy[: 2 * shots]) / 32.0


def in_rooms(spaces: int) -> int:
    """How many of a set of spaces are rooms."""
    return (spaces >> HEXES).bit_count()


def refuge(s: Alamo) -> float:
    """Texan squads in rooms, each by how hard its room is to take: men and the leader with them behind a door; those
    outside a little, the nearer they are to one."""
    total, way = 0.0, ways_to_rooms()
    for space in members(s.held[HELD + TEXAN]):
        units = s.here[space]
        if space < HEXES:
            total += sum([FIGHTER[u] for u in units]) * max(0.0, 0.3 - 0.01 * way[space])
            continue
        firm = stacked(s, space) + max([BONUS[u] for u in units]) + DOOR_MELEE
        total += sum([FIGHTER[u] for u in units]) * min(1.0, (firm - DOOR_MELEE) / FIRM)
    return total * min(1.0, s.turn / DUSK)


def on_maps(s: Alamo, unit: int) -> bool:
    return s.loc[unit] < PLACES
