"""What a position is worth to the Allied player, in victory points: a few named terms and the fight under way."""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from grognard.core import Decision, Eyes, Mind, Option, Step, decided
from grognard.games.cities_of_the_damned.content import (
    ALLIED,
    AP_RIVER,
    AREAS,
    CF,
    CHIT_CF,
    CONTESTED,
    EXIT_VP,
    EXITED_MAIN,
    EXITED_RAIL,
    FOLDER,
    HELD_BY_ALLIES,
    NEXT,
    OFFMAP,
    ON_RAIL,
    RESERVE,
    SPACES,
    STARS,
    WAY,
)
from grognard.games.cities_of_the_damned.mind.exits import promise
from grognard.games.cities_of_the_damned.mind.fight_value import (
    PER_LOSS,
    WORTH,
    Prices,
    attack,
    best_spending,
    change_of,
    counter_risk,
    expect,
    guarded,
    numbers_of,
    open_stars,
    prize,
    stock,
    strength,
)
from grognard.games.cities_of_the_damned.mind.lapses import lapses
from grognard.games.cities_of_the_damned.mind.operations import bold_operations, like, operations, purse
from grognard.games.cities_of_the_damned.mind.positional import (
    ALL_OURS,
    FAR,
    cordon,
    distances,
    exposed,
    in_time,
    lateness,
    long_to_hold,
)
from grognard.games.cities_of_the_damned.mind.probe import probe
from grognard.games.cities_of_the_damned.rules.activation import Activations
from grognard.games.cities_of_the_damned.rules.checks import ArmorFire, Checks, GunFire
from grognard.games.cities_of_the_damned.rules.combat import (
    Clash,
    DirectSupport,
    LeadUnit,
    LowerDraw,
    Resistance,
    bonus,
    ground_of,
)
from grognard.games.cities_of_the_damned.rules.counterattack import Compulsory, Sites
from grognard.games.cities_of_the_damned.rules.end_phase import Attrition, Remark
from grognard.games.cities_of_the_damned.rules.losses import TakeHit
from grognard.games.cities_of_the_damned.rules.movement import March, Party, allowance, entries
from grognard.games.cities_of_the_damned.rules.options import (
    Activate,
    Bring,
    Drop,
    Enter,
    Fall,
    Lead,
    Lose,
    Restore,
    Target,
)
from grognard.games.cities_of_the_damned.rules.random_events import RandomEvent
from grognard.games.cities_of_the_damned.rules.reinforcements import BringOn, Deployment, Restoring
from grognard.games.cities_of_the_damned.rules.sequence import AirRoll, ArtilleryRoll, Weather
from grognard.games.cities_of_the_damned.rules.state import CityState, Fight, cap, stacks
from grognard.games.cities_of_the_damned.rules.victory import (
    AREA_VP,
    MAIN_EXIT_VP,
    RAIL_EXIT_VP,
    final_items,
    turn_score,
)
from grognard.tables import Weights, read_weights

NAMES = (
    *("score", "ground", "strength", "approach", "support", "danger"),
    *("mass", "cordon", "way_out", "exposed", "late", "fight", "march"),
)
TERMS, LEVELS = read_weights(FOLDER / "data" / "weights.toml", NAMES)
RESTS: tuple[type[Step], ...] = (
    Activations,
    March,
    Compulsory,
    Sites,
    DirectSupport,
    Resistance,
    LowerDraw,
    Checks,
    ArmorFire,
    GunFire,
    LeadUnit,
    TakeHit,
    Deployment,
    Restoring,
    BringOn,
)
"""Every question is the end of the action before it: chance in between is weighed, the next choice is guessed here."""

ENDS: tuple[type[Step], ...] = (March,)
"""A whole activation that reaches its goal is valued as over."""
BETWEEN = frozenset({Deployment, Restoring, Attrition, Remark, Weather, RandomEvent, AirRoll, ArtilleryRoll})
"""Steps between the last round of a day and the first of the next."""

PER_POINT = 0.05
"""What an action point is worth elsewhere."""
NEXT_DAY = 6.0
"""What the support of an average day is worth."""
FADES = 0.7
"""How closeness fades with every area of the way."""
SPENT_STRENGTH, SPENT_APPROACH, SPENT_DANGER, SPENT_MASS = 0.25, 0.35, 0.8, 0.1
"""Of the weights of these terms: what no longer counts when the last round is played."""
FULL_STRENGTH = float(sum([full for full, _ in CF]))
EXIT_GOAL = 0.6
"""How an exit draws units, against a VP area."""


OF_ONE_UNIT = (Activate, Bring, Drop, Fall, Lead, Lose, Restore, Target)
"""Options that speak of one unit."""


def candidates(s: CityState, asked: Decision) -> Sequence[Option]:
    """One of each set of units that nothing tells apart; of a scattered march nothing but the way on."""
    options = asked.options[asked.extra :]
    if len(options) < 3:
        return options
    seen: set[tuple[object, ...]] = set()
    found: list[Option] = []
    for option in options:
        if isinstance(option, OF_ONE_UNIT):
            unit = option.unit
            key = (type(option), like(s, unit), option.area if isinstance(option, Fall) else None)
            if key in seen or (isinstance(option, Drop) and s.loc[unit] == OFFMAP):
                continue
            seen.add(key)
        found.append(option)
    return found


EXITS = tuple(a for a in range(AREAS) if EXIT_VP[a] and not ON_RAIL[a])
CLOSE = {goal: tuple(FADES**d if d < FAR else 0.0 for d in distances(ALL_OURS, goal)) for goal in (*STARS, *EXITS)}


@lru_cache(maxsize=20_000)
def _land(control: bytes) -> tuple[float, tuple[float, ...]]:
    """What the ground held is worth, and by space how close the nearest place is that is still to be taken."""
    ground = sum([WORTH[a][control[a]] for a in range(AREAS)])
    fields = [CLOSE[a] for a in STARS if control[a] != HELD_BY_ALLIES]
    fields += [tuple(EXIT_GOAL * x for x in CLOSE[a]) for a in EXITS]
    near = [max([field[a] for field in fields], default=0.0) for a in range(SPACES)]
    for a in range(AREAS, SPACES):
        if a != OFFMAP:
            near[a] = 0.0
    return ground, tuple(near)


# Terms


def terms(s: CityState, side: int, weights: Weights = TERMS) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    values = _values(s, _prices(s, weights))
    return {name: sign * weights[name] * value for name, value in zip(NAMES, values, strict=True)}


def _prices(s: CityState, weights: Weights) -> Prices:
    """What plans for a fight are made by: near the end less is at stake."""
    strength, danger, late = weights["strength"], weights["danger"], weights["late"]
    if late:
        over = late * lateness(s)
        strength, danger = strength - over * SPENT_STRENGTH, danger - over * SPENT_DANGER
    return Prices(strength, weights["support"], danger, weights["cordon"], late, weights["way_out"], weights["exposed"])


def evaluate(s: CityState, side: int, weights: Weights = TERMS) -> float:
    """The value of a position for a side; a decided game is worth +-1000. `weights` are in the order of `NAMES`."""
    if s.result is not None:
        return decided(s.result, side)
    value = sum(map(mul, weights.values(), _values(s, _prices(s, weights))), 0.0)
    return value if side == ALLIED else -value


def _values(s: CityState, weights: Prices) -> tuple[float, ...]:
    """In the order of `NAMES`; by `weights` the plans for the fight and the march are made."""
    control = bytes(s.control)
    ground, near = _land(control)
    here = s.here[:AREAS]
    steps = closeness = 0.0
    reduced = s.reduced
    for unit, space in enumerate(s.loc):
        if space < RESERVE or space == OFFMAP:
            steps += CF[unit][reduced[unit]]
            closeness += near[space]
        elif space == RESERVE:
            steps += 0.3 - 0.1 * reduced[unit]
        elif space < EXITED_MAIN:
            steps += CF[unit][reduced[unit]]
    mass = sum(map(len, here)) - (AREAS - here.count(()))
    danger = -_danger(s, control, weights)
    return (
        _score(s, bool(weights.way_out)),
        ground,
        steps,
        closeness,
        _support(s),
        danger,
        mass,
        cordon(control) * in_time(s) if weights.cordon else 0.0,
        promise(s, control) if weights.way_out else 0.0,
        -exposed(control) * long_to_hold(s) if weights.exposed else 0.0,
        lateness(s) * _spent(steps, closeness, danger, mass) if weights.late else 0.0,
        _fight(s, weights) if s.fight is not None else 0.0,
        _march(s, weights),
    )


def _spent(steps: float, closeness: float, danger: float, mass: int) -> float:
    """What the last round takes back of the terms that look ahead."""
    ahead = SPENT_APPROACH * closeness + SPENT_MASS * mass
    return SPENT_STRENGTH * (FULL_STRENGTH - steps) - SPENT_DANGER * danger - ahead


def _score(s: CityState, without_exits: bool) -> float:
    """VP recorded, less what scored areas brought (they are counted as ground), and exits unless counted elsewhere."""
    value = float(s.vp - AREA_VP * sum([s.scored[a] for a in STARS]))
    if without_exits:
        return value - MAIN_EXIT_VP * s.exits
    if s.here[EXITED_MAIN] or s.here[EXITED_RAIL]:
        _, _, exits = turn_score(s)
        _, rail_penalty, main_penalty = final_items(s)
        value += MAIN_EXIT_VP * exits + len(s.here[EXITED_RAIL]) * RAIL_EXIT_VP
        value += 0.8 * (rail_penalty + main_penalty)
    return value


def _support(s: CityState) -> float:
    """Points left; between two days those of the next one, so that going on is neither gain nor loss."""
    step = s.stack[-1] if s.stack else None
    if type(step) in BETWEEN or (isinstance(step, BringOn) and not step.in_round):
        return NEXT_DAY
    return stock(s, s.air + s.artillery)


def _danger(s: CityState, control: bytes, weights: Prices) -> float:
    """What the counter-attacks of this round can take back."""
    exposed = open_stars(control)
    if not exposed:
        return 0.0
    risk = 0.0
    change = change_of(s, weights)
    roving = _roving(s)
    for a in exposed:
        units = s.here[a]
        if roving and a in NEXT[s.loc[roving[0]]] and stacks((*units, *roving)):
            units = (*units, *roving)
        risk += counter_risk(s, a, units, control[a], change)
    return risk


def _roving(s: CityState) -> tuple[int, ...]:
    """Units on the move that can still step back into a VP area they guard."""
    for step in reversed(s.stack):
        if isinstance(step, March):
            units = step.marching(s)
            if step.moved < allowance(s) and units and s.loc[units[0]] < AREAS:
                return tuple([u for u in units if s.loc[u] == s.loc[units[0]]])
            return ()
    return ()


# The fight and the march under way


def _fight(s: CityState, weights: Prices) -> float:
    """What the fight under way will change."""
    f = s.fight
    if f is None:
        return 0.0
    units = s.here[f.area]
    if Clash in [type(step) for step in s.stack[-8:]]:
        return _before_the_dice(s, f, units, weights)
    german, half, _ = WORTH[f.area]
    now = WORTH[f.area][s.control[f.area]] + guarded(s, f.area, weights)
    if f.margin > 0 and not f.drawn:
        return prize(s, f.area, units, weights) - now
    step = s.stack[-1]
    owed = step.owed if isinstance(step, TakeHit) else 0
    # as many casualties as units: the area is given up
    return (half if owed < len(units) else german) - now - PER_LOSS * weights.strength * min(owed, len(units))


def _before_the_dice(s: CityState, f: Fight, units: tuple[int, ...], weights: Prices) -> float:
    if not units and not f.vacant:
        return -WORTH[f.area][s.control[f.area]] - guarded(s, f.area, weights)
    top = type(s.stack[-1])
    edge = bonus(s, f) - ground_of(s, f.area)
    if top is DirectSupport and not f.counter:
        return best_spending(s, f.area, units, edge, numbers_of(s, f.area), cap(s), weights)
    if top is Resistance:
        return best_spending(s, f.area, units, edge, numbers_of(s, f.area), 0, weights)
    if top is LowerDraw:
        direct = cap(s) if f.counter else 0
        return best_spending(s, f.area, units, edge, (f.number,), direct, weights)
    known = sum([CHIT_CF[code >> 2] for code in f.drawn])
    slots = f.number if top is DirectSupport else f.slots
    return expect(s, f.area, edge + strength(s, units, f.tank) - known, slots, len(f.drawn), units, weights)


def _march(s: CityState, weights: Prices) -> float:
    """What the units on the move can still do."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, March):
        return 0.0
    units = step.marching(s)
    if not units or step.moved >= allowance(s) or len({s.loc[u] for u in units}) > 1:
        return 0.0
    best = _best_entry(s, Party(s, units, step.moved, step.crossed, s.ap), weights)
    # units are added in ascending order, so only later ones can still join
    joiners = [u for u in step.joiners(s, units) if u > units[-1]][: s.ap]
    if joiners:
        more = Party(s, (*units, *joiners), step.moved, step.crossed, s.ap - len(joiners))
        best = max(best, _best_entry(s, more, weights) - PER_POINT * len(joiners))
    return max(best, 0.0)


def _best_entry(s: CityState, p: Party, weights: Prices) -> float:
    best = 0.0
    for option in entries(s, p):
        assert isinstance(option, Enter)
        to = option.area
        if s.control[to] == HELD_BY_ALLIES:
            continue
        way = WAY[p.space][to]
        risk = 0.25 * len(p.units) if s.control[to] == s.control[p.space] == CONTESTED else 0.0
        cost = PER_POINT * AP_RIVER * len(p.units) if way.river and not p.crossed else 0.0
        best = max(best, attack(s, to, (*s.here[to], *p.units), way, weights) - risk - cost)
    return best


MIND: Mind[CityState] = Mind(
    weights=TERMS,
    levels={
        "veteran": Eyes(weights=LEVELS["veteran"]),
        "general": Eyes(weights=LEVELS["general"], operations=bold_operations),
    },
    evaluate=evaluate,
    terms=terms,
    rests=RESTS,
    candidates=candidates,
    operations=operations,
    ends=ENDS,
    purse=purse,
    budgets={"veteran": 0.1, "general": 0.1},
    lapses=lapses,
    probe=probe,
)
