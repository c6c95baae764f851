"""Places a side could take by one march: walked into, or gripped by a zone that nobody contests.

The ways are those of the rules (`rules.reach`), followed backwards from the place: no step out of a zone of the
holder, two points across a major river, double the points where no zone is touched. Positions alike nearby are reckoned
once, so that a position costs little more than its changes.
"""

from functools import lru_cache
from typing import NamedTuple

from grognard.core import SpaceId
from grognard.games.second_front_now.content import (
    ALLIED,
    GERMAN,
    INNER,
    KEYS,
    LAND,
    MOVES,
    NONE,
    NORTH,
    NORTH_ENTRY,
    PATHS,
    PRICED,
    REGULAR,
    SOUTH,
    SOUTH_ENTRY,
    VALUE,
    ZONE_OF,
    ZONES,
)
from grognard.games.second_front_now.mind.fields import FAR, distance
from grognard.games.second_front_now.rules.control import beach_price
from grognard.games.second_front_now.rules.state import SecondFront
from grognard.maps.sets import BIT, Set, mask, members

FASTEST = 4
"""Points of the fastest unit."""
FARTHEST = 2 * FASTEST
COMMAND = 0.7
"""What a centre within the breakout line is worth beyond its points, to whoever may lose it for a while."""
MARCHES = 5
"""Marches a side has commands for in a turn, about."""
RAIDER = 3
"""Points of a unit that goes deep into the enemy's rear."""
UNSEEN = 3
"""Points of a counter nobody can name."""
ONE, TWO = (onward for _, _, onward, _ in PRICED.prices)
"""Steps of one point, and of two."""
VALUED = mask(VALUE)
BOXES = ((NORTH, NORTH_ENTRY), (SOUTH, SOUTH_ENTRY))


def _within(hex: int, steps: int) -> Set:
    found = BIT[hex]
    for _ in range(steps):
        found |= PATHS.around(found)
    return found


ABOUT = {h: _within(h, FARTHEST + 1) for h in members(KEYS[0] | KEYS[1])}
"""By place: all that can matter to a march there."""


class Paces(NamedTuple):
    """By points, from none: the hexes with a unit that has so many, and those where it may hurry besides (12.5)."""

    march: tuple[Set, ...]
    hurry: tuple[Set, ...]


def paces(s: SecondFront, side: int) -> Paces:
    """How fast a side's stacks are, by their fastest unit; units that may come on stand before the edge."""
    march, hurry = [0] * (FASTEST + 1), [0] * (FASTEST + 1)
    steps, fed, here = s.steps, s.fed, s.here
    for hex in members(s.held[side]):
        most = far = 0
        for u in here[hex]:
            points = MOVES[u][steps[u]] if u >= 0 else UNSEEN
            if points and u >= 0 and fed[u] == NONE:
                points = 1
            if points > most:
                most = points
            if points > far and (u < 0 or fed[u] == REGULAR):
                far = points
        march[most] |= BIT[hex]
        hurry[far] |= BIT[hex]
    for points in range(FASTEST - 1, -1, -1):
        march[points] |= march[points + 1]
        hurry[points] |= hurry[points + 1]
    return Paces(tuple(march), tuple(hurry))


class Ways(NamedTuple):
    """The hexes from which a place is taken for so many points or fewer."""

    march: tuple[Set, ...]
    hurry: tuple[Set, ...] | None
    """Touching no zone of the holder; None: the place itself lies in one."""


@lru_cache(maxsize=30_000)
def ways(place: int, shut: Set, zone: Set) -> Ways:
    """From where a place is taken: `shut` holds the units of its holder, `zone` their zones."""
    bit = BIT[place]
    clear = not zone & bit
    ends = bit | (ZONE_OF[place] & LAND & ~shut) if clear else bit
    rings = [ends] + [0] * FARTHEST
    seen = shut
    for cost in range(FARTHEST if clear else FASTEST):
        ring = rings[cost] = rings[cost] & ~seen
        seen |= ring
        through = ring & ~zone if cost else ring
        if through:
            rings[cost + 1] |= ONE.around(through) & ~seen
            if cost + 2 <= FARTHEST:
                rings[cost + 2] |= TWO.around(through) & ~seen
    reached, found = 0, []
    for ring in rings:
        reached |= ring & ~shut
        found.append(reached)
    found[1] |= TWO.around(ends) & ~shut  # one hex can always be bought (12.4)
    return Ways(tuple(found[: FASTEST + 1]), tuple([each & ~zone for each in found]) if clear else None)


def unguarded(s: SecondFront, holder: int) -> Set:
    """Places of a side with nobody in them."""
    keys = KEYS[s.area] & (s.taken if holder == ALLIED else VALUED & ~s.taken)
    return keys & ~(s.held[ALLIED] | s.held[GERMAN])


def walk_ins(s: SecondFront, holder: int, speed: Paces) -> list[SpaceId]:
    """Places of a side, nobody in them, that the enemy, so fast, could take by one march."""
    own, enemy = s.held[holder], s.held[1 - holder]
    keys = unguarded(s, holder)
    zone = ZONES.of(own)
    found = []
    for place in members(keys):
        about = ABOUT[place]
        marched = about & enemy and _taken(ways(place, own & about, zone & about), speed)
        comes = holder == ALLIED and about & (NORTH_ENTRY | SOUTH_ENTRY)
        if marched or (comes and _comes_on(s, place, own, zone)):
            found.append(SpaceId(place))
    return found


def _taken(found: Ways, speed: Paces) -> bool:
    """Whether somebody is near enough."""
    march, far = found.march, found.hurry
    for points in range(1, FASTEST + 1):
        if march[points] & speed.march[points] or (far is not None and far[2 * points] & speed.hurry[points]):
            return True
    return False


def _comes_on(s: SecondFront, place: int, own: Set, zone: Set) -> bool:
    """Whether a German unit in a box takes the place by coming on; the first hex costs a point."""
    about = ABOUT[place]
    found = ways(place, own & about, zone & about)
    for box, entry in BOXES:
        most = max([MOVES[u][s.steps[u]] for u in s.here.get(box, ())], default=0)
        if most and (
            found.march[most - 1] & entry or (found.hurry is not None and found.hurry[2 * most - 1] & entry & ~own)
        ):
            return True
    return False


def stake(s: SecondFront, holder: int, place: SpaceId) -> float:
    """What the enemy wins by taking a place."""
    return VALUE.get(place, 0) + beach_price(s, 1 - holder, place) + (COMMAND if place in INNER else 0.0)


def walked(s: SecondFront, holder: int, speed: Paces) -> float:
    """The points a side could lose to marches, as many as the enemy, so fast, has commands for."""
    stakes = sorted([stake(s, holder, h) for h in walk_ins(s, holder, speed)], reverse=True)
    return sum(stakes[:MARCHES])


def bare(s: SecondFront, holder: int, speed: Paces) -> float:
    """Places of a side with nobody in them, by what the enemy wins there and how near his faster stacks are: what lies
    two marches behind a gap in the line is lost as surely as what lies behind it."""
    raiders = speed.march[RAIDER]
    total = 0.0
    for place in members(unguarded(s, holder)):
        near = distance(SpaceId(place), raiders)
        if near <= FAR:
            total += stake(s, holder, SpaceId(place)) * (1.0 - near / (FAR + 1))
    return total
