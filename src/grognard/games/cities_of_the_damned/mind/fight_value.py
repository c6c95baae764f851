"""What a fight is worth before it is fought: near enough for judging many, by shares of the container and a flat cost
for what chits do before the dice. The exact odds are in `prospects.py`."""

from functools import cache, lru_cache
from math import comb
from typing import NamedTuple

from grognard.games.cities_of_the_damned.content import (
    AREAS,
    ARMOR,
    CASTLE_HILL,
    CF,
    CHIT_CF,
    CHITS,
    DIE,
    EXIT_VP,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    KINDS,
    MAX_REDUCTION,
    MAX_ROUNDS,
    NEXT,
    ON_RAIL,
    RESIST,
    RESISTANCE,
    SMALL,
    SNIPER,
    SPACES,
    STARS,
    Way,
)
from grognard.games.cities_of_the_damned.mind.exits import at_stake, opened
from grognard.games.cities_of_the_damned.mind.positional import (
    in_time,
    laid_open,
    long_to_hold,
    strike_change,
    tightened,
)
from grognard.games.cities_of_the_damned.rules.checks import sniper_hits
from grognard.games.cities_of_the_damned.rules.combat import (
    cleared,
    ground_of,
    led,
    mark_terms,
    points_left,
    resisting,
)
from grognard.games.cities_of_the_damned.rules.counterattack import borders_germans, striking
from grognard.games.cities_of_the_damned.rules.movement import marks_of
from grognard.games.cities_of_the_damned.rules.state import RIVER, UPHILL, CityState, cap
from grognard.games.cities_of_the_damned.rules.victory import AREA_VP
from grognard.tables.resolution import total

RIVAL_DICE = tuple((dice, (6 - abs(dice)) / 36) for dice in range(-5, 6))
"""Difference of two dice, with its chance."""
PLAIN, BESIDE = 0.15, 0.6
"""What an area is worth by itself, and more for each VP area beside it: one walled in is never counter-attacked."""
WAY_OUT = (2.0, 1.0)
"""What an exit is worth, on the Main and on the Rail map: every company that gets there scores."""
HALF_STAR, HALF_PLAIN = 0.6, 0.0
"""What a Contested area is worth."""
PER_LOSS = 1.15
"""What a casualty costs, in factors: a step, or the ground given up by falling back."""
HELD_LOSS = 0.35
"""What a casualty costs in VP where ground is held."""
WALLED = 2.0
"""What it is worth to close the last open border of a held VP area."""
THROWN = 0.1
"""How likely one chit throws a lone unit out before the dice."""
SNIPED = sum(chit.copies for chit in CHITS if chit.sort == SNIPER) / sum(chit.copies for chit in CHITS if not chit.grey)
"""How likely a chit is a sniper."""
SNIPER_HITS = tuple(sum(sniper_hits(die, units) for die in DIE) / len(DIE) for units in range(len(DIE) + 1))
"""By Allied units: how likely a sniper hits."""
HEAVY = tuple(kind for kind in range(KINDS) if CHIT_CF[kind] > 1)
IS_STAR = tuple(a in STARS for a in range(SPACES))
STARS_BESIDE = tuple(tuple(b for b in NEXT[a] if b in STARS) for a in range(AREAS))


@cache
def strikes(area: int, change: int) -> tuple[tuple[int, float], ...]:
    """Chits that a counter-attack roll with this change brings on an area, with their chances."""
    found: dict[int, float] = {}
    for die in DIE:
        row, chits = striking(area, die + change)
        if row >= SMALL:
            found[chits] = found.get(chits, 0.0) + 1 / 6
    return tuple(found.items())


USUAL = -1
"""What is added to the counter-attack dice of rounds 2 and 3."""


class Prices(NamedTuple):
    """Weights of the evaluation that plans for a fight are made by."""

    strength: float
    support: float
    danger: float
    cordon: float
    late: float
    way_out: float = 0.0
    exposed: float = 0.0


# Ground


def _worth(area: int) -> tuple[float, float, float]:
    """By control: German, Contested, Allied."""
    star = IS_STAR[area]
    way_out = WAY_OUT[ON_RAIL[area]] if EXIT_VP[area] else 0.0
    whole = (AREA_VP if star else 0.0) + PLAIN + BESIDE * len(STARS_BESIDE[area]) + way_out
    return 0.0, HALF_STAR if star else HALF_PLAIN, whole


WORTH = tuple(_worth(a) for a in range(AREAS))


@lru_cache(maxsize=20_000)
def open_stars(control: bytes) -> tuple[int, ...]:
    """VP areas of ours beside German ground, and Contested ones: where a counter-attack takes back most."""
    return tuple(
        [
            a
            for a in STARS
            if control[a] != HELD_BY_GERMANS and (control[a] != HELD_BY_ALLIES or borders_germans(control, a))
        ]
    )


@lru_cache(maxsize=50_000)
def relief(control: bytes, area: int) -> float:
    """What taking this area does for held VP areas beside it: the last open border closed makes one safe."""
    value = 0.0
    for star in STARS_BESIDE[area]:
        if control[star] == HELD_BY_ALLIES:
            others = [b for b in NEXT[star] if b != area and control[b] == HELD_BY_GERMANS]
            value += WALLED / (1 + len(others))
    return value


# Support


def _prices() -> tuple[tuple[float, ...], ...]:
    """By round and points left: what they are worth. The first points of a day count most; late ones will expire."""
    table = []
    for number in range(MAX_ROUNDS + 2):
        late = 1.0 - 0.11 * max(number - 1, 0)
        worth = [0.0]
        for k in range(16):
            worth.append(worth[-1] + late * 1.25 * 0.9**k)
        table.append(tuple(worth))
    return tuple(table)


STOCK = _prices()
"""Worth of support points by round and number, where an average point counts one."""


def stock(s: CityState, points: int) -> float:
    """What so many support points are worth now."""
    row = STOCK[s.round]
    return row[points if points < len(row) else -1]


# Odds


@lru_cache(maxsize=200_000)
def clash_odds(edge: int, chits: int, known: int, ones: int, twos: int) -> tuple[float, float, float]:
    """Chance to clear the area, chance to stay in it without loss, expected Allied casualties.

    `edge` is the Allied total less RL, isolation and the CFs of `known` chits; `chits` more are to be drawn."""
    take = stay = losses = 0.0
    total = comb(ones + twos, chits) if ones + twos >= chits else 0
    for heavy in range(min(chits, twos) + 1):
        share = comb(twos, heavy) * comb(ones, chits - heavy) / total if total and chits - heavy <= ones else 0.0
        if not share:
            continue
        for dice, weight in RIVAL_DICE:
            margin = edge - chits - heavy + dice
            if cleared(margin, chits + known):
                take += share * weight
            elif margin >= 0:
                stay += share * weight
            else:
                losses -= share * weight * margin
    return take, stay, losses


Counts = tuple[int, int]
"""Chits of CF 1 and of CF 2."""


def cup(s: CityState) -> Counts:
    """What is in the container."""
    chits = s.cup
    twos = 0
    for kind in HEAVY:
        twos += chits[kind]
    return sum(chits) - twos, twos


@lru_cache(maxsize=300_000)
def _outcome(
    area: int,
    control: int,
    edge: int,
    chits: int,
    known: int,
    cup: tuple[int, int],
    size: int,
    whole: float,
    loss: float,
) -> float:
    """Change of worth expected of a fight; `whole` is what the area is worth once it is ours, `loss` a casualty."""
    take, stay, losses = clash_odds(edge, chits, known, *cup)
    german, half, _ = WORTH[area]
    lost = 1.0 - take - stay
    if size == 1:
        thrown = 1.0 - (1.0 - THROWN) ** (chits + known)
        take, stay, losses = take * (1 - thrown), stay * (1 - thrown), losses + thrown
        lost = 1.0 - take - stay
    # beaten with few units the area is given up, with many it stays Contested
    keep = 0.35 if size > 1 else 0.1
    value = take * whole + stay * half + lost * (keep * half + (1.0 - keep) * german)
    sniped = SNIPED * SNIPER_HITS[min(size, len(DIE))]
    return value - WORTH[area][control] - loss * losses - (0.03 + sniped) * (chits + known)


def prize(s: CityState, area: int, units: tuple[int, ...], weights: Prices) -> float:
    """What the area will be worth if these units take it, with the counter-attack to come and the way out opened."""
    whole = WORTH[area][HELD_BY_ALLIES]
    if s.control[area] != HELD_BY_ALLIES:
        control = bytes(s.control)
        whole += relief(control, area)
        if weights.cordon:
            ring = tightened(control, area)
            if ring:
                whole += weights.cordon * ring * in_time(s)
        if weights.exposed:
            whole -= weights.exposed * laid_open(control, area) * long_to_hold(s)
        if weights.way_out:
            whole += weights.way_out * opened(s, area)
        if IS_STAR[area] and borders_germans(control, area):
            whole -= weights.danger * counter_risk(s, area, units, HELD_BY_ALLIES, change_of(s, weights))
    else:
        whole += guarded(s, area, weights)
    return whole


def guarded(s: CityState, area: int, weights: Prices) -> float:
    """What else is lost with an area that is ours: with Castle Hill, what companies scored or will score by leaving."""
    if not weights.way_out or area != CASTLE_HILL or s.control[area] != HELD_BY_ALLIES:
        return 0.0
    return weights.way_out * at_stake(s)


def expect(
    s: CityState, area: int, edge: int, chits: int, known: int, units: tuple[int, ...], weights: Prices
) -> float:
    """Change of worth expected of a fight in this area by these units."""
    whole = prize(s, area, units, weights)
    left = cup(s)
    chits = min(chits, sum(left))
    loss = PER_LOSS * weights.strength
    value = _outcome(area, s.control[area], edge, chits, known, left, len(units), whole, loss)
    return value - guarded(s, area, weights)


def strength(s: CityState, units: tuple[int, ...], without_tank: bool) -> int:
    """Allied factors."""
    best = count = 0
    reduced = s.reduced
    for unit in units:
        if without_tank and ARMOR[unit]:
            continue
        count += 1
        cf = CF[unit][reduced[unit]]
        if cf > best:
            best = cf
    return led(best, count)


def best_spending(
    s: CityState, area: int, units: tuple[int, ...], edge: int, numbers: tuple[int, ...], direct: int, weights: Prices
) -> float:
    """The best of all ways to spend tank and points, for one or two equally likely numbers of chits.

    `direct`: points that may still be spent as direct support; those that lower the draw have their own cap.
    """
    tank = True in [ARMOR[u] for u in units]
    whole = prize(s, area, units, weights)
    have = s.air + s.artillery
    feet = [(use, strength(s, units, use)) for use in ((False, True) if tank else (False,))]
    now = stock(s, have)
    left, loss = cup(s), PER_LOSS * weights.strength
    chits = [min(max(number - k, 0), sum(left)) for k in range(MAX_REDUCTION + 1) for number in numbers]
    n, control, size = len(numbers), s.control[area], len(units)
    best = -99.0
    for plus in range(min(direct, have) + 1):
        points = min(have - plus, points_left(s, s.fight, plus))
        for use, foot in feet:
            for lower in range(max(min(points, MAX_REDUCTION - use), 0) + 1):
                value = 0.0
                for k in chits[n * (lower + use) : n * (lower + use + 1)]:
                    value += _outcome(area, control, edge + foot + plus, k, 0, left, size, whole, loss)
                best = max(best, value / n - weights.support * (now - stock(s, have - plus - lower)))
    return best - guarded(s, area, weights)


BY_MARKS = tuple(total(mark_terms(marks)) for marks in range((UPHILL | RIVER) + 1))
"""What the marks of an attack take from its die."""


def attack(s: CityState, area: int, units: tuple[int, ...], way: Way, weights: Prices) -> float:
    """What an attack by these units over a border promises, support spent as well as possible."""
    edge = BY_MARKS[marks_of(s, way)] - ground_of(s, area)
    return best_spending(s, area, units, edge, numbers_of(s, area), cap(s), weights)


def _apart() -> tuple[int, ...]:
    """Faces of the resistance die, one for each number of chits where these are equally likely, else all."""
    first = {RESIST[die]: die for die in reversed(DIE)}
    counts = {[RESIST[die] for die in DIE].count(chits) for chits in first}
    return tuple(sorted(first.values())) if len(counts) == 1 else tuple(DIE)


FACES = _apart()


def numbers_of(s: CityState, area: int) -> tuple[int, ...]:
    """The numbers of chits the resistance die may bring, equally likely."""
    return tuple([resisting(s, area, die) for die in FACES])


def change_of(s: CityState, weights: Prices) -> int:
    """What is added to the dice of the counter-attacks to come: who minds the hour knows it, others think of it as
    usual."""
    return strike_change(s) if weights.late else USUAL


def counter_risk(s: CityState, area: int, units: tuple[int, ...], control: int, change: int) -> float:
    """What a counter-attack roll on this area takes away: the table, die by die, against what stands there."""
    tank = True in [ARMOR[u] for u in units]
    return _risk(area, strength(s, units, tank), tank, len(units), control, cup(s), change)


@lru_cache(maxsize=100_000)
def _risk(area: int, factors: int, tank: bool, size: int, control: int, cup: Counts, change: int) -> float:
    edge = factors - RESISTANCE[area]
    _, half, whole = WORTH[area]
    now = WORTH[area][control]
    risk = 0.0
    for chits, weight in strikes(area, change):
        take, stay, losses = clash_odds(edge, min(chits - tank, sum(cup)), 0, *cup)
        if size:
            keep = 0.5 if size > 2 else 0.2
            after = take * whole + (stay + keep * (1 - take - stay)) * half
            risk += weight * (max(now - after, 0.0) + HELD_LOSS * losses)
        else:
            risk += weight * (now - take * whole)
    return risk
