"""9.1.1 as the general sees it on the Allied side: how likely this turn ends with too many of his units gone.

The German side wins at the end of a turn in which Allied eliminations have reached its own. Whoever leads by one unit
loses the game with the next one, unless he eliminates another German before the turn is over.
"""

from functools import lru_cache

from grognard.core import UnitId
from grognard.games.cassino_1944.content import (
    ALLIED,
    CRT,
    DEAD,
    ENDURANCE,
    GERMAN,
    NEAR,
    ROSTER,
    SIDE,
    STARS,
    STRENGTH,
    Side,
)
from grognard.games.cassino_1944.mind.prospects import WAYS_BACK, around, column_of, force, spaces
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.movement import LIMIT
from grognard.games.cassino_1944.rules.retreat import refuges
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import supplied
from grognard.maps import mask

UNREPAIRED = (0.2, 0.35, 0.6, 1.0)
"""By impulse: the chance that a unit missing in the count is still missing at the end of the turn."""
MOST = 3
"""Losses of one half beyond which no difference is made."""
Chances = tuple[float, ...]
"""Of no loss, one, two, three or more."""
SAFE: Chances = (1.0, 0.0, 0.0, 0.0)
BOTH_STARS = mask(STARS)
GERMANS = mask(ROSTER[GERMAN])


def crowded(s: Cassino) -> tuple[UnitId, ...]:
    """Units that will be removed at the end of this half because more than three stand in a hex (5.3).

    The weakest go. Units of the moving side that have not acted may still leave: as many places will be free.
    """
    found: tuple[UnitId, ...] = ()
    for side in (ALLIED, GERMAN):
        for hex in spaces(s.held[side]):
            units = s.here[hex]
            if len(units) > LIMIT:
                may_leave = sum([not s.acted >> u & 1 for u in units]) if _mover(s) == side else 0
                excess = max(0, len(units) - LIMIT - may_leave)
                found += tuple(sorted(units, key=lambda u: (STRENGTH[u], -s.damage[u]))[:excess])
    return found


def _mover(s: Cassino) -> int:
    """The side whose half it is; -1 between the halves."""
    return next((step.side for step in reversed(s.stack) if type(step) is Half), -1)


@lru_cache(maxsize=8192)
def count(dead: tuple[UnitId, ...]) -> tuple[int, int]:
    """Eliminated Allied and German units."""
    german = sum(SIDE[u] for u in dead)
    return len(dead) - german, german


def last_straw(s: Cassino, side: Side) -> bool:
    """Whether the next loss of this side's enemy would end the game at the end of the turn."""
    allied, german = count(s.here[DEAD])
    return side == GERMAN and allied + 1 >= german


def risk(s: Cassino, dead: tuple[UnitId, ...]) -> float:
    """The chance that the count loses the game at the end of this turn, `dead` being all who are gone or as good as."""
    allied, german = count(dead)
    lead = german - allied
    if lead > MOST or s.rules.avenger or not BOTH_STARS & ~(s.held[ALLIED] & supplied(s, ALLIED)):
        return 0.0
    stays = UNREPAIRED[s.impulse]
    chance = 0.0
    for lost, part in enumerate(losses_to_come(s)):
        if lost >= lead and allied + lost:
            chance += part * (1.0 - (1.0 - stays) ** (lost - lead + 1))
    return chance


def losses_to_come(s: Cassino) -> Chances:
    """The chances that German attacks eliminate nobody, one, two units or more in their next half.

    Units move or attack, never both: only those in contact now can. Whoever is next to several hexes counts for all.
    """
    german, allied, here, damage = s.held[GERMAN], s.held[ALLIED], s.here, s.damage
    acted, attacked = s.acted & GERMANS, s.attacked
    back = refuges(german, allied) & ~_full(s)
    chances = SAFE
    for target in spaces(around(german) & allied):
        units = here[target]
        if attacked and any(attacked >> u & 1 for u in units):
            continue
        near = NEAR[target] & german
        strength, armor = 0, False
        for hex in spaces(near):
            able = here[hex]
            if acted:
                able = tuple([u for u in able if not acted >> u & 1])
                if not able:
                    near &= ~(1 << hex)
            more, tanks = force(able)
            strength, armor = strength + more, armor or tanks
        if not strength:
            continue
        left = tuple([ENDURANCE[u] - damage[u] for u in units])
        trapped = not WAYS_BACK[ALLIED][target] & back
        found = _losses(column_of(target, near, strength, armor, units), left, trapped)
        if found is not SAFE:
            chances = found if chances is SAFE else _both(chances, found)
    return chances


def _full(s: Cassino) -> int:
    """Hexes in which no Allied unit finds room."""
    here = s.here
    found = 0
    for hex in spaces(s.held[ALLIED]):
        if len(here[hex]) >= LIMIT:
            found |= 1 << hex
    return found


@lru_cache(maxsize=8192)
def _losses(odds: int, left: tuple[int, ...], trapped: bool) -> Chances:
    """How many of some units with this much endurance left an attack eliminates.

    The owner divides the damage so that as few as possible fall; who is beaten and cannot go back takes one more.
    """
    chances = [0.0] * (MOST + 1)
    for face in range(1, 7):
        mine, theirs = CRT.result(odds, face)
        chances[min(MOST, _fallen(theirs, left, trapped and theirs > mine))] += 1 / 6
    return tuple(chances) if chances[0] < 0.99 else SAFE


def _fallen(damage: int, left: tuple[int, ...], stand: bool) -> int:
    """How few units fall by this much damage, and one more for everybody if they must stand."""
    spare = 1 + stand
    fallen = sum(n < spare for n in left)
    bears = sum(n if n < spare else n - spare for n in left)
    while damage > bears and fallen < len(left):
        fallen, bears = fallen + 1, bears + spare
    return fallen


@lru_cache(maxsize=8192)
def _both(one: Chances, other: Chances) -> Chances:
    """Losses of two attacks together."""
    chances = [0.0] * (MOST + 1)
    for a, p in enumerate(one):
        for b, q in enumerate(other):
            chances[min(MOST, a + b)] += p * q
    return tuple(chances)
