"""What close assaults are worth: those a side owes, and those it could still bring about in this phase."""

from collections.abc import Sequence
from functools import cache

from grognard.games.battle_for_cassino.content import (
    ABBEY,
    ALLIED,
    CRT,
    FIGHTERS,
    HOTEL,
    PASSABLE,
    RATIO_COLUMNS,
    THIRDS,
    TOUCH,
    TOWN,
    WALKS,
    Side,
)
from grognard.games.battle_for_cassino.mind.reaches import reach, waiting
from grognard.games.battle_for_cassino.mind.verdict import PLAIN, Prices
from grognard.games.battle_for_cassino.rules.assault import QUARTER, at_home_by_night, defence_against
from grognard.games.battle_for_cassino.rules.duties import touches
from grognard.games.battle_for_cassino.rules.state import Battle, pinned, room_in, strength, zone
from grognard.games.battle_for_cassino.rules.supply import fed
from grognard.maps import BIT, Set, members

WEAK = 1 / QUARTER
OWN_STEP = 1.0
"""What a step of one's own weighs against one of the enemy."""
JOIN = 0.6
"""How much of what could still come to an assault is counted on."""
TRAPPED = 0.8
"""How surely a stack that is driven out without a way back is lost."""


def _expected(column: int) -> tuple[float, float, float]:
    """Mean steps of attacker and defender, and how often the defender has to go."""
    results = [CRT.result(column, die) for die in range(1, 7)]
    return (
        sum(r.attacker_steps + 0.3 * r.attacker_retreat for r in results) / 6,
        sum(r.defender_steps for r in results) / 6,
        sum(r.defender_retreat > 0 for r in results) / 6,
    )


EXPECTED = tuple(_expected(column) for column in range(len(RATIO_COLUMNS)))
PRIZE = tuple(3.0 if (ABBEY | HOTEL) >> h & 1 else 1.2 if TOWN >> h & 1 else 0.6 for h in range(len(TOUCH)))
"""What it is worth to drive the enemy out of a hex."""


@cache
def _results(attack: int, against: int, shift: int) -> tuple[float, float, float]:
    """What is expected of these strengths."""
    return EXPECTED[min(len(EXPECTED) - 1, RATIO_COLUMNS.ratio(attack, against) + shift)]


def defence(s: Battle, hex: int, posts: Set) -> int:
    """What stands in a hex, with its terrain, if it is attacked from these hexes; no reserves are sent."""
    return max(1, defence_against(s, hex, (), posts))


def ways_back(s: Battle, side: int, hex: int, posts: Set) -> int:
    """Hexes a stack could retreat to, if the attackers stood in these hexes besides where they are."""
    own = s.held[side]
    closed = s.held[1 - side] | posts
    barred = (zone(s, 1 - side) | _around(posts)) & ~own
    return sum([not (closed | barred) & BIT[b] for b in PASSABLE[hex]])


def _around(posts: Set) -> Set:
    found = 0
    for post in members(posts):
        found |= TOUCH[post]
    return found


def worth(s: Battle, hex: int, attack: float, posts: Set, shift: int = 0, of: Prices = PLAIN) -> float:
    """What an assault of this strength on a hex brings: the enemy's steps and the ground less one's own steps."""
    lose, win, gone = _results(int(attack), defence(s, hex, posts), shift)
    stack = s.here[hex]
    steps = sum([s.steps[u] for u in stack])
    side = ALLIED if s.held[ALLIED] & BIT[hex] else 1 - ALLIED
    value = of[side] * min(win, steps) + gone * PRIZE[hex] - OWN_STEP * of[1 - side] * lose
    if gone > 0.3 and not ways_back(s, side, hex, posts):
        value += of[side] * TRAPPED * gone * max(0.0, steps - win)
    return value


def bonus(s: Battle, units: tuple[int, ...]) -> int:
    """The column that Gurkhas and paratroops have at night."""
    return int(at_home_by_night(s, units))


def contact(s: Battle, side: int, moving: bool, of: Prices = PLAIN) -> float:
    """What the assaults a side owes would bring it; while it is `moving`, with half an eye on who could still join.
    Every hex in touch gets one unit, the rest go where they count most; nobody joins twice."""
    owed = touches(s, Side(side))
    if not owed:
        return 0.0
    supplied, stunned = fed(s, side), pinned(s)
    by_hex = _allotted(s, owed)
    free = movers(s, [u for u in waiting(s, side) if u not in owed]) if moving else []
    wide = _wide(supplied) if free else 0
    total = 0.0
    for hex in sorted(by_hex, key=lambda h: (-PRIZE[h], h)):
        power = 0.0
        posts = 0
        for unit in by_hex[hex]:
            at = s.loc[unit]
            posts |= BIT[at]
            full = supplied & BIT[at] and not stunned >> unit & 1
            power += strength(s, unit) if full else strength(s, unit) * WEAK
        if free:
            more, joined, who = joiners(s, side, hex, free)
            power += JOIN * more * (1.0 if wide & BIT[hex] else WEAK)
            posts |= joined
            free = [mover for mover in free if mover[0] not in who]
        total += worth(s, hex, power, posts, bonus(s, tuple(by_hex[hex])), of)
    return total


def _allotted(s: Battle, owed: dict[int, tuple[int, ...]]) -> dict[int, list[int]]:
    """Who assaults what: the units with least choice first, one for each hex, then all to the best."""
    by_hex: dict[int, list[int]] = {h: [] for near in owed.values() for h in near}
    for unit in sorted(owed, key=lambda u: (len(owed[u]), strength(s, u), u)):
        target = max(owed[unit], key=lambda h: (not by_hex[h], PRIZE[h], len(by_hex[h]), -h))
        by_hex[target].append(unit)
    return by_hex


Mover = tuple[int, int, Set]
"""A unit that may still move, its strength, and where it can come."""


def movers(s: Battle, units: Sequence[int]) -> list[Mover]:
    """Units with their strengths and reaches, the strongest first."""
    return sorted([(u, strength(s, u), reach(s, u)[1]) for u in units], key=lambda mover: -mover[1])


def joiners(s: Battle, side: int, hex: int, free: Sequence[Mover]) -> tuple[float, Set, list[int]]:
    """The strength that could still come next to a hex, as far as there is room; where from, and who."""
    near = TOUCH[hex] & ~s.held[1 - side]
    rooms = {post: room_in(s, side, post) for post in members(near)}
    power, posts = 0.0, 0
    who: list[int] = []
    for unit, strong, reached in free:
        able = reached & near
        if not able:
            continue
        post = max(members(able), key=rooms.__getitem__)
        if rooms[post] >= THIRDS[unit]:
            rooms[post] -= THIRDS[unit]
            power += strong
            posts |= BIT[post]
            who.append(unit)
    return power, posts, who


def prospects(s: Battle, side: int, of: Prices = PLAIN) -> dict[int, float]:
    """For every enemy hex what an assault on it in this phase could be worth, with everybody who can come."""
    idle = waiting(s, side)
    free = movers(s, idle)
    supplied = fed(s, side)
    stunned = pinned(s)
    near_hq = _wide(supplied)
    found = {}
    for hex in members(s.held[1 - side]):
        there = [u for a in members(TOUCH[hex] & s.held[side + 2]) for u in s.here[a] if FIGHTERS >> u & 1]
        power = float(sum([strength(s, u) for u in there if u not in idle and not stunned >> u & 1]))
        more, posts, _ = joiners(s, side, hex, free)
        if near_hq & BIT[hex]:
            power += more
        else:
            power += more * WEAK
        if power:
            found[hex] = worth(s, hex, power, posts | (TOUCH[hex] & s.held[side + 2]), of=of)
    return found


def _wide(supplied: Set) -> Set:
    """Hexes at most two from those in supply: where an enemy could be assaulted in supply."""
    near = supplied | WALKS.around(supplied)
    return near | WALKS.around(near)
