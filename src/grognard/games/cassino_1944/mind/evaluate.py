"""What a position is worth to a side: a few named terms, each counted from sets of hexes and small tables.

Terms are seen from the Allied side and turned round for the German, but for the attacks to come: whoever judges counts
the other side's in full, since it will answer, and his own with less.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import getitem, itemgetter, mul
from struct import Struct as Layout

from grognard.core import Eyes, Mind, SpaceId, Step, UnitId, decided
from grognard.games.cassino_1944.content import (
    ALLIED,
    DEAD,
    EDGE,
    ENDURANCE,
    FOLDER,
    GERMAN,
    GRID,
    HEXES,
    OFF_MAP,
    POOL,
    RESERVE,
    ROSTER,
    SIDE,
    STARS,
    STRENGTH,
    TURNS,
    UNITS,
    VALUE,
    VICTORY_HEXES,
)
from grognard.games.cassino_1944.mind.attrition import crowded, last_straw, risk
from grognard.games.cassino_1944.mind.candidates import bold_candidates, candidates
from grognard.games.cassino_1944.mind.exposure import storm, walked_into
from grognard.games.cassino_1944.mind.lapses import lapses
from grognard.games.cassino_1944.mind.probe import probe
from grognard.games.cassino_1944.mind.prospects import around, attacks, force
from grognard.games.cassino_1944.rules.abbey import AbbeyFate, AirStrike
from grognard.games.cassino_1944.rules.actions import Half
from grognard.games.cassino_1944.rules.conditions import Coordination
from grognard.games.cassino_1944.rules.reinforcements import Arrivals, ReserveCall
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.games.cassino_1944.rules.supply import Refitting, supplied
from grognard.maps import mask, members
from grognard.tables import Weights, read_weights

NAMES = (
    "ground",
    "stars",
    "blood",
    "margin",
    "brink",
    "approach",
    "guard",
    "cohesion",
    "effort",
    "promise",
    "threat",
)
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
RESTS: tuple[type[Step], ...] = (Half, Arrivals, ReserveCall, AbbeyFate, AirStrike, Coordination, Refitting)
"""Where an action is complete: what is asked here is the next one."""

Values = tuple[float, ...]


def terms(s: Cassino, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    values = _standing(s, side) + _ahead(s, side)
    return {name: weight * value for (name, weight), value in zip(weights.items(), values, strict=True)}


def evaluate(s: Cassino, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return decided(s.result, side)
    return sum(map(mul, weights.values(), _standing(s, side) + _ahead(s, side)), 0.0)


def standing(s: Cassino, side: int, weights: Weights = TERMS) -> float:
    """The same without the attacks to come: what a player sees who does not think ahead."""
    if s.result is not None:
        return decided(s.result, side)
    return sum(map(mul, weights.values(), _standing(s, side)), 0.0)


def tuned(s: Cassino, side: int, weights: Weights = LEVELS["general"]) -> float:
    """The general's own: he counts who will be gone and which star is next; the Allied one also what ground lasts."""
    if s.result is not None:
        return decided(s.result, side)
    return sum(map(mul, weights.values(), _foreseen(s, side)), 0.0)


def tuned_terms(s: Cassino, side: int, weights: Weights = LEVELS["general"]) -> dict[str, float]:
    """The named parts of it."""
    return {name: weights[name] * value for name, value in zip(NAMES, _foreseen(s, side), strict=True)}


FLEETING, FLEETING_STAR = (0.0, 0.0, 0.2, 0.8), (0.3, 0.3, 0.5, 0.9)
"""By impulse: how much of the ground that German units could walk into is as good as lost, without and with a star."""
STORM = (2.0, 3.0, 5.0, 1.5)
"""By impulse: what it is worth to be ready for the star that is missing; the attack of the last impulse is the one."""
WARY = 0.5
"""How much of that the German side fears: it may still bring up a garrison."""
SPENT = (1.0, 1.0, 1.0, 0.9, 0.7, 0.4)
"""By turn: what blood and lost units weigh beyond their count. At the end only ground does."""
DOOM = 5.0
"""How much nearer than near the elimination victory is that has come."""


def _foreseen(s: Cassino, side: int) -> Values:
    """All terms with what is bound to come; for the Allied side until the turn is over."""
    dead = (*s.here[DEAD], *crowded(s))
    blood, margin, _ = _toll(tuple(s.damage), dead)
    ready = _readiness(s)
    if side == GERMAN:
        ground, stars, _, _, *rest = _standing(s, GERMAN) + _ahead(s, GERMAN)
        return ground, stars - WARY * ready, -blood, -margin, *rest
    ground, stars, _, _, _, *rest = _standing(s, ALLIED)
    taken = _taken(_of_victory(s.control))
    fleeting = taken & ~s.held[ALLIED]
    if fleeting:
        fleeting &= walked_into(s)
        share = FLEETING_STAR if fleeting & ALL_STARS else FLEETING
        ground += share[s.impulse] * (_ground(s, taken & ~fleeting) - ground)
    late = SPENT[s.turn - 1]
    promise, threat = attacks(s, ALLIED, False), attacks(s, GERMAN, False)
    return ground, stars + ready, late * blood, late * margin, -DOOM * risk(s, dead), *rest, promise, -threat


def _readiness(s: Cassino) -> float:
    """How ready the Allied side is to take a star it does not hold; while it has neither, that counts for little."""
    held = s.held[ALLIED] & ALL_STARS
    if held == ALL_STARS:
        return 0.0
    chance = sum([storm(s, star) for star in STARS if not held >> star & 1], 0.0)
    return STORM[s.impulse] * (chance if held else 0.3 * chance)


def _standing(s: Cassino, side: int) -> Values:
    """What stands on the map, in the order of the names, not yet weighted."""
    control, box = _of_victory(s.control), _of_victory(s.box)
    taken = _taken(control)
    blood, margin, brink = _toll(tuple(s.damage), s.here[DEAD])
    ground, stars, cohesion, effort = _ground(s, taken), _stars(s), _cohesion(s), _effort(s)
    brink *= 1.0 + 0.5 * s.impulse
    approach, guard = _approach(s, taken), _guard(s, taken, box)
    if side == ALLIED:
        return ground, stars, blood, margin, brink, approach, -guard, cohesion, effort
    return -ground, -stars, -blood, -margin, -brink, -approach, guard, -cohesion, -effort


def _ahead(s: Cassino, side: int) -> Values:
    """What the two sides could do next: ours, and theirs as a loss."""
    allied, german = attacks(s, ALLIED, False), attacks(s, GERMAN, last_straw(s, GERMAN))
    return (allied, -german) if side == ALLIED else (german, -allied)


# Ground -------------------------------------------------------------------------------------------

_of_victory = itemgetter(*VICTORY_HEXES)
"""The entries of a column for the victory hexes."""
OBJECTIVES = tuple(1 << hex for hex in VICTORY_HEXES)
ALL_OBJECTIVES, ALL_STARS = mask(VICTORY_HEXES), mask(STARS)


@lru_cache(maxsize=4096)
def _taken(control: tuple[int, ...]) -> int:
    """The victory hexes under Allied control."""
    return mask(hex for hex, by in zip(VICTORY_HEXES, control, strict=True) if by == ALLIED)


@lru_cache(maxsize=4096)
def _worth_of(hexes: int) -> int:
    return sum(VALUE[hex] for hex in members(hexes))


def _ground(s: Cassino, taken: int) -> float:
    """Victory points held, the last ones before the goal more than the first; only the stars where points do not count.

    The goal itself wins at the end of the turn: the later the impulse, the surer.
    """
    if not s.rules.points_count:
        return 0.5 * _worth_of(taken & ALL_STARS)
    points = _worth_of(taken) + s.reserve + (s.turn == TURNS and s.rules.abbey and not s.destroyed)
    won = 2.0 + 2.0 * s.impulse if points >= s.goal else 0.0
    return points + 0.5 * max(0, points - s.goal + 3) + won


def _stars(s: Cassino) -> float:
    """Allied units in star hexes, in supply: both of them win at the end of the turn, the later the surer."""
    held = s.held[ALLIED] & ALL_STARS
    if held:
        held &= supplied(s, ALLIED)
    return held.bit_count() * 2.0 + (4.0 + 4.0 * s.impulse if held == ALL_STARS else 0.0)


# Losses -------------------------------------------------------------------------------------------

COST = tuple(tuple(STRENGTH[u] * (n / ENDURANCE[u]) ** 1.3 for n in range(ENDURANCE[u] + 1)) for u in UNITS)
"""What damage on a unit weighs: the last points weigh more than the first."""


@lru_cache(maxsize=8192)
def _toll(damage: tuple[int, ...], dead: tuple[UnitId, ...]) -> tuple[float, float, float]:
    """Damage, eliminations, and nearness of the elimination victory."""
    blood = 0.0
    for u in UNITS:
        cost = COST[u][-1] if u in dead else COST[u][damage[u]]
        blood += cost if SIDE[u] == GERMAN else -cost
    german = sum(SIDE[u] for u in dead)
    allied = len(dead) - german
    brink = -1.0 if allied and allied >= german else -0.3 if allied and allied + 1 >= german else 0.0
    return blood, float(german - allied), brink


# Strength where it counts -------------------------------------------------------------------------

FADE = 0.62
"""How much of a unit's weight is left with every hex between it and an objective."""
ENOUGH = 12.0
"""Strength, by nearness, that is enough for one objective."""
SCALE = 1000 / ENOUGH
_LANES = Layout(f"<{len(VICTORY_HEXES)}H")
RESERVE_NEAR = EDGE["W"][5]
"""Where a committed reserve that is not yet placed is thought to be: the middle of the western edge."""


def _pull(strength: int, at: int) -> int:
    """A unit's weight at every objective in thousandths of enough, side by side in one number."""
    loads = [round(SCALE * strength * FADE ** GRID.distance(hex, at)) for hex in VICTORY_HEXES]
    return int.from_bytes(_LANES.pack(*loads), "little")


_PULLS = {n: (*(_pull(n, at) for at in range(HEXES)), 0, 0, 0) for n in set(STRENGTH)}
PULL = tuple(tuple(_PULLS[STRENGTH[u]] for u in roster) for roster in ROSTER)
"""By side, unit and place: its weight at every objective. Sums of these stay apart from each other."""
FIRST_GERMAN = ROSTER[GERMAN][0]


Tables = tuple[tuple[float, ...], ...]
HEAVIEST = max(sum(round(SCALE * STRENGTH[u]) for u in roster) for roster in ROSTER)


def _beyond(load: int) -> float:
    """More than enough counts for little."""
    return load if load < 1000 else 900 + 0.1 * load


def _by_worth(count: Callable[[int], float]) -> Tables:
    """By worth of an objective and load: what the load counts for there."""
    return tuple(tuple(worth * count(load) for load in range(HEAVIEST + 1)) for worth in range(4 * max(VALUE) + 1))


NEARBY = _by_worth(_beyond)
FILLING, FILLED = _by_worth(lambda load: min(1200, _beyond(load))), _by_worth(lambda load: 1200)


def _loads(total: int) -> tuple[int, ...]:
    return _LANES.unpack(total.to_bytes(_LANES.size, "little"))


def _approach(s: Cassino, taken: int) -> float:
    """Allied strength close to what it still has to take: enough for each hex, more is not better.

    A hex already taken counts as fully approached, so that taking it is never a loss.
    """
    if not s.rules.points_count:
        taken = s.held[ALLIED] & ALL_STARS | ALL_OBJECTIVES & ~ALL_STARS
    loads = _loads(sum(map(getitem, PULL[ALLIED], s.loc)))
    return sum(map(getitem, _approached(taken), loads), 0.0) / 1000


@lru_cache(maxsize=4096)
def _approached(taken: int) -> Tables:
    """By objective and load: what that much weight near it counts for."""
    return tuple(
        FILLED[VALUE[hex]] if taken & bit else FILLING[VALUE[hex]]
        for hex, bit in zip(VICTORY_HEXES, OBJECTIVES, strict=True)
    )


def _guard(s: Cassino, taken: int, box: tuple[int, ...]) -> float:
    """Germans in, and near, the hexes worth holding; an open hex next to the enemy is as good as lost.

    A star wants a garrison, a strong one if it can be had, and until it has one somebody who is there first.
    """
    allied, german = s.held[ALLIED], s.held[GERMAN]
    total = sum(map(getitem, PULL[GERMAN], s.loc[FIRST_GERMAN:]))
    if s.reserve:
        total += sum([_PULLS[STRENGTH[u]][RESERVE_NEAR] for u in RESERVE if s.loc[u] == POOL])
    lost = taken | around(allied) & ALL_OBJECTIVES
    worth, value = _posted(german & ALL_OBJECTIVES, lost, allied & ALL_STARS, box, s.rules.points_count)
    for star in STARS:
        if german >> star & 1:
            strength = force(s.here[star])[0]
            value += 0.5 * VALUE[star] * (strength if strength < PLENTY else PLENTY) / PLENTY
        elif not lost >> star & 1:
            theirs, ours = _steps(star, allied), _steps(star, german)
            value -= 0.5 * VALUE[star] * min(2.0, ours / theirs)
    near = sum(map(getitem, worth, _loads(total)), 0.0)
    return value + near / 2000 - 0.2 * len(s.here[OFF_MAP])


@lru_cache(maxsize=16384)
def _posted(held: int, lost: int, stars: int, box: tuple[int, ...], points_count: bool) -> tuple[Tables, float]:
    """By objective and load what weight near it counts for; and the sum of those held, less those as good as lost."""
    worths: list[tuple[float, ...]] = []
    value = 0.0
    for hex, bit, boxed in zip(VICTORY_HEXES, OBJECTIVES, box, strict=True):
        star = bool(ALL_STARS & bit)
        # with the other star it would be the end
        worth = VALUE[hex] * ((4 if stars else 2) if star else 1 if points_count else 0)
        worths.append(NEARBY[worth])
        if held & bit:
            value += worth * (1.5 if boxed else 1.0)
        elif lost & bit:
            value -= worth
        elif star:
            value -= 0.5 * worth
    return tuple(worths), value


PLENTY = 8
"""Strength of a garrison beyond which more is not better."""
FAR = 8
WITHIN = {
    star: tuple(mask(h for h in range(HEXES) if GRID.distance(star, h) <= n) for n in range(1, FAR)) for star in STARS
}
"""By star: the hexes within one, two, three hexes and so on."""


@lru_cache(maxsize=16384)
def _steps(star: SpaceId, held: int) -> int:
    """How many hexes the nearest of these is away."""
    for steps, hexes in enumerate(WITHIN[star], 1):
        if hexes & held:
            return steps
    return FAR


def _effort(s: Cassino) -> float:
    """Whoever gains nothing by an action had better not make it."""
    for step in reversed(s.stack):
        if type(step) is Half:
            return -s.acted.bit_count() if step.side == ALLIED else s.acted.bit_count()
    return 0.0


def _cohesion(s: Cassino) -> float:
    """Units out of supply weigh against their side."""
    value = 0
    cut = s.held[ALLIED] & ~supplied(s, ALLIED)
    if cut:
        value -= sum([len(s.here[h]) for h in members(cut)])
    cut = s.held[GERMAN] & ~supplied(s, GERMAN)
    if cut:
        value += sum([len(s.here[h]) for h in members(cut)])
    return value


MIND: Mind[Cassino] = Mind(
    weights=TERMS,
    levels={
        "recruit": Eyes(evaluate=standing),
        "greedy": Eyes(evaluate=standing),
        "veteran": Eyes(weights=LEVELS["veteran"]),
        "general": Eyes(weights=LEVELS["general"], terms=tuned_terms, evaluate=tuned, candidates=bold_candidates),
    },
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    budgets={"veteran": 0.1, "general": 0.15},
    patience=5.0,
    lapses=lapses,
    probe=probe,
)
