"""What a position is worth to the Allied player, in victory points: a few named terms and the fight under way."""

import tomllib
from functools import lru_cache
from math import comb

from grognard.core import SpaceId, Step
from grognard.games.cities_of_the_damned.activation import Activations
from grognard.games.cities_of_the_damned.checks import ArmorFire, Checks, GunFire
from grognard.games.cities_of_the_damned.combat import (
    CUT_OFF,
    Clash,
    DirectSupport,
    LeadUnit,
    LowerDraw,
    Resistance,
    bonus,
    first_round,
)
from grognard.games.cities_of_the_damned.content import (
    ALLIED,
    AP_RIVER,
    AREAS,
    ARMOR,
    CF,
    CHIT_CF,
    CONTESTED,
    DIE,
    EXITED_MAIN,
    EXITED_RAIL,
    FOLDER,
    HELD_BY_ALLIES,
    HELD_BY_GERMANS,
    KINDS,
    MAX_REDUCTION,
    NEXT,
    OFFMAP,
    RESERVE,
    RESISTANCE,
    SMALL,
    SPACES,
    STARS,
    SUPPORT_CAP,
    WAY,
)
from grognard.games.cities_of_the_damned.counter import Compulsory, Sites, look_up
from grognard.games.cities_of_the_damned.end_phase import Attrition, Remark
from grognard.games.cities_of_the_damned.happenings import RandomEvent
from grognard.games.cities_of_the_damned.losses import TakeHit
from grognard.games.cities_of_the_damned.movement import March, Party, allowance, entries
from grognard.games.cities_of_the_damned.options import Enter
from grognard.games.cities_of_the_damned.reinforcements import Deployment, Restoring
from grognard.games.cities_of_the_damned.sequence import AirRoll, ArtilleryRoll, Weather
from grognard.games.cities_of_the_damned.state import CityState, Fight, factor, isolated, stacks
from grognard.games.cities_of_the_damned.victory import AREA_VP, MAIN_EXIT_VP, RAIL_EXIT_VP, final_items, turn_score

TERMS: dict[str, float] = tomllib.loads((FOLDER / "data" / "weights.toml").read_text(encoding="utf-8"))
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
)
"""Every question is the end of the action before it: chance in between is weighed, the next choice is guessed here."""

BETWEEN = frozenset({Deployment, Restoring, Attrition, Remark, Weather, RandomEvent, AirRoll, ArtilleryRoll})
"""Steps between the last round of a day and the first of the next."""

WON = 1000.0
RIVAL_DICE = tuple((dice, (6 - abs(dice)) / 36) for dice in range(-5, 6))
"""Difference of two dice, with its chance."""
PLAIN, BESIDE = 0.15, 0.6
"""What an area is worth by itself, and more for each VP area beside it: one walled in is never counter-attacked."""
HALF_STAR, HALF_PLAIN = 0.6, 0.0
"""What a Contested area is worth."""
PER_LOSS = 0.35
"""What a casualty costs: a step, or the ground given up by falling back."""
PER_POINT = 0.05
"""What an action point is worth elsewhere."""
WALLED = 2.0
"""What it is worth to close the last open border of a held VP area."""
NEXT_DAY = 6.0
"""Support points an average day brings."""
THROWN = 0.1
"""How likely one chit throws a lone unit out before the dice."""
SNIPED = 2 / 18
"""How likely a chit is a sniper."""


def _strikes() -> tuple[tuple[int, float], ...]:
    """Chits above the RL that a roll of rounds 2 and 3 brings, with their chances."""
    found: dict[int, float] = {}
    for die in DIE:
        row, chits = look_up(die - 1)
        if row >= SMALL:
            found[chits] = found.get(chits, 0.0) + 1 / 6
    return tuple(found.items())


STRIKES = _strikes()


# Ground


def _worth(area: int) -> tuple[float, float, float]:
    """By control: German, Contested, Allied."""
    star = area in STARS
    near = sum(b in STARS for b in NEXT[area])
    return 0.0, HALF_STAR if star else HALF_PLAIN, (AREA_VP if star else 0.0) + PLAIN + BESIDE * near


WORTH = tuple(_worth(a) for a in range(AREAS))


def _distances(goal: int) -> list[int]:
    found = [99] * SPACES
    found[goal] = 0
    queue = [goal]
    for a in queue:
        for b in NEXT[a]:
            if found[b] == 99:
                found[b] = found[a] + 1
                queue.append(b)
    found[OFFMAP] = 1 + min(found[way] for way in WAY[OFFMAP])
    return found


DISTANCE = {star: _distances(star) for star in STARS}


@lru_cache(maxsize=4096)
def _nearness(open_stars: tuple[SpaceId, ...]) -> tuple[float, ...]:
    """By space: how close the nearest VP area is that is still to be taken."""
    fields = [DISTANCE[star] for star in open_stars]
    return tuple(
        max([0.7 ** field[a] for field in fields], default=0.0) if a < AREAS or a == OFFMAP else 0.0
        for a in range(SPACES)
    )


# Odds of a clash, near enough: CFs of the chits by their shares in the container, checks as a flat cost


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
            if margin > 0 and margin >= chits + known:
                take += share * weight
            elif margin >= 0:
                stay += share * weight
            else:
                losses -= share * weight * margin
    return take, stay, losses


def _cup(s: CityState) -> tuple[int, int]:
    """Chits of CF 1 and of CF 2 in the container."""
    ones = twos = 0
    for kind in range(KINDS):
        if CHIT_CF[kind] > 1:
            twos += s.cup[kind]
        else:
            ones += s.cup[kind]
    return ones, twos


def _expect(s: CityState, area: int, edge: int, chits: int, known: int, units: tuple[int, ...]) -> float:
    """Change of worth expected of a fight in this area by these units."""
    ones, twos = _cup(s)
    size = len(units)
    chits = min(chits, ones + twos)
    take, stay, losses = clash_odds(edge, chits, known, ones, twos)
    german, half, whole = WORTH[area]
    if s.control[area] != HELD_BY_ALLIES:
        whole += _relief(s, area)
        if area in STARS and HELD_BY_GERMANS in [s.control[b] for b in NEXT[area]]:
            whole -= TERMS["danger"] * _counter_risk(s, area, units, HELD_BY_ALLIES)
    lost = 1.0 - take - stay
    if size == 1:
        thrown = 1.0 - (1.0 - THROWN) ** (chits + known)
        take, stay, losses = take * (1 - thrown), stay * (1 - thrown), losses + thrown
        lost = 1.0 - take - stay
    # beaten with few units the area is given up, with many it stays Contested
    keep = 0.35 if size > 1 else 0.1
    value = take * whole + stay * half + lost * (keep * half + (1.0 - keep) * german)
    sniped = SNIPED * (6 - min(size, 6)) / 6
    return value - WORTH[area][s.control[area]] - PER_LOSS * losses - (0.03 + sniped) * (chits + known)


def _relief(s: CityState, area: int) -> float:
    """What taking this area does for held VP areas beside it: the last open border closed makes one safe."""
    control = s.control
    value = 0.0
    for star in NEXT[area]:
        if star in STARS and control[star] == HELD_BY_ALLIES:
            others = [b for b in NEXT[star] if b != area and control[b] == HELD_BY_GERMANS]
            value += WALLED / (1 + len(others))
    return value


def _total(s: CityState, units: tuple[int, ...], without_tank: bool) -> int:
    """Allied factors."""
    best = count = 0
    for unit in units:
        if without_tank and ARMOR[unit]:
            continue
        count += 1
        best = max(best, factor(s, unit))
    return best + count - 1 if count else 0


def _best_spending(
    s: CityState, area: int, units: tuple[int, ...], edge: int, numbers: tuple[int, ...], points: int
) -> float:
    """The best of all ways to spend tank and points, for one or two equally likely numbers of chits."""
    tank = True in [ARMOR[u] for u in units]
    best = -99.0
    price = TERMS["support"]
    for use in (False, True) if tank else (False,):
        foot = _total(s, units, use)
        for lower in range(min(points, MAX_REDUCTION - use) + 1):
            value = 0.0
            for number in numbers:
                chits = max(number - lower - use, 0)
                value += _expect(s, area, edge + foot, chits, 0, units)
            best = max(best, value / len(numbers) - price * lower)
    return best


def attack(s: CityState, area: int, units: tuple[int, ...], mark: int) -> float:
    """What an attack by these units promises, support spent as well as possible."""
    numbers = _numbers(s, area)
    cap = SUPPORT_CAP[s.rain]
    points = min(s.air + s.artillery, cap)
    edge = mark - RESISTANCE[area] - (CUT_OFF if isolated(s, area) else 0)
    best = _best_spending(s, area, units, edge, numbers, points)
    if points and not s.rules.one_cap:
        more = min(s.air + s.artillery, points)
        best = max(best, _best_spending(s, area, units, edge + more, numbers, 0) - TERMS["support"] * more)
    return best


def _numbers(s: CityState, area: int) -> tuple[int, int]:
    first = first_round(s)
    return max(1 + RESISTANCE[area] + first, 0), max(2 + RESISTANCE[area] + first, 0)


# Terms


def terms(s: CityState, side: int) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    raw = {
        "score": _score(s),
        "ground": _ground(s),
        "strength": _strength(s),
        "approach": _approach(s),
        "support": _support(s),
        "danger": -_danger(s),
        "mass": _mass(s),
        "fight": _fight(s),
        "march": _march(s),
    }
    return {name: sign * TERMS[name] * value for name, value in raw.items()}


def evaluate(s: CityState, side: int) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return WON if side in s.result.winners else -WON
    return sum(terms(s, side).values())


def _score(s: CityState) -> float:
    """VP recorded, less what scored areas brought (they are counted as ground), and exits."""
    scored = sum([s.scored[a] for a in STARS])
    _, _, exits = turn_score(s)
    _, rail_penalty, main_penalty = final_items(s)
    lasting = s.vp - AREA_VP * scored + MAIN_EXIT_VP * exits
    return lasting + len(s.here[EXITED_RAIL]) * RAIL_EXIT_VP + 0.8 * (rail_penalty + main_penalty)


def _ground(s: CityState) -> float:
    control = s.control
    return sum([WORTH[a][control[a]] for a in range(AREAS)])


def _strength(s: CityState) -> float:
    """Steps on the maps and on their way there; units in the Reserve box count a little."""
    value = 0.0
    for unit, space in enumerate(s.loc):
        if space == RESERVE:
            value += 0.3 - 0.1 * s.reduced[unit]
        elif space < EXITED_MAIN:
            value += CF[unit][1 if s.reduced[unit] else 0]
    return value


def _approach(s: CityState) -> float:
    control = s.control
    field = _nearness(tuple([a for a in STARS if control[a] != HELD_BY_ALLIES]))
    return sum([field[a] for a in s.loc])


def _support(s: CityState) -> float:
    """Points left; between two days those of the next one, so that going on is neither gain nor loss."""
    return NEXT_DAY if type(s.stack[-1]) in BETWEEN else s.air + s.artillery


def _counter_risk(s: CityState, area: int, units: tuple[int, ...], control: int) -> float:
    """What a counter-attack roll on this area takes away: the table, die by die, against what stands there."""
    tank = True in [ARMOR[u] for u in units]
    edge = _total(s, units, tank) - RESISTANCE[area]
    ones, twos = _cup(s)
    _, half, whole = WORTH[area]
    now = WORTH[area][control]
    risk = 0.0
    for chits, weight in STRIKES:
        take, stay, losses = clash_odds(edge, min(RESISTANCE[area] + chits - tank, ones + twos), 0, ones, twos)
        if units:
            keep = 0.5 if len(units) > 2 else 0.2
            after = take * whole + (stay + keep * (1 - take - stay)) * half
            risk += weight * (max(now - after, 0.0) + PER_LOSS * losses)
        else:
            risk += weight * (now - take * whole)
    return risk


def _danger(s: CityState) -> float:
    """What the counter-attacks of this round can take back."""
    control, here = s.control, s.here
    risk = 0.0
    roving = _roving(s)
    for a in STARS:
        if control[a] == CONTESTED or (
            control[a] == HELD_BY_ALLIES and HELD_BY_GERMANS in [control[b] for b in NEXT[a]]
        ):
            units = here[a]
            if roving and a in NEXT[s.loc[roving[0]]] and stacks((*units, *roving)):
                units = (*units, *roving)
            risk += _counter_risk(s, a, units, control[a])
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


def _mass(s: CityState) -> float:
    """Companies of one battalion together, with a tank: what can storm an area can hold it."""
    value = 0.0
    for units in s.here[:AREAS]:
        if len(units) > 1:
            value += len(units) - 1
    return value


def _fight(s: CityState) -> float:
    """What the fight under way will change."""
    f = s.fight
    if f is None:
        return 0.0
    units = s.here[f.area]
    if Clash in [type(step) for step in s.stack[-8:]]:
        return _before_the_dice(s, f, units)
    german, half, whole = WORTH[f.area]
    now = WORTH[f.area][s.control[f.area]]
    if f.margin > 0 and not f.drawn:
        return whole - now
    step = s.stack[-1]
    owed = step.owed if isinstance(step, TakeHit) else 0
    # as many casualties as units: the area is given up
    return (half if owed < len(units) else german) - now - PER_LOSS * min(owed, len(units))


def _before_the_dice(s: CityState, f: Fight, units: tuple[int, ...]) -> float:
    if not units and not f.vacant:
        return -WORTH[f.area][s.control[f.area]]
    top = type(s.stack[-1])
    edge = bonus(s, f) - RESISTANCE[f.area] - (CUT_OFF if isolated(s, f.area) else 0)
    points = min(s.air + s.artillery, SUPPORT_CAP[s.rain])
    if s.rules.one_cap:
        points = max(points - f.direct - f.lowering, 0)
    if top is Resistance or (top is DirectSupport and not f.counter):
        return _best_spending(s, f.area, units, edge, _numbers(s, f.area), points)
    if top is LowerDraw:
        return _best_spending(s, f.area, units, edge, (f.number,), points)
    known = sum([CHIT_CF[code >> 2] for code in f.drawn])
    slots = f.number if top is DirectSupport else f.slots
    return _expect(s, f.area, edge + _total(s, units, f.tank) - known, slots, len(f.drawn), units)


def _march(s: CityState) -> float:
    """What the units on the move can still do."""
    step = s.stack[-1] if s.stack else None
    if not isinstance(step, March):
        return 0.0
    units = step.marching(s)
    if not units or len({s.loc[u] for u in units}) > 1:
        return 0.0
    best = _best_entry(s, Party(s, units, step.moved, step.crossed))
    # units are added in ascending order, so only later ones can still join
    joiners = [u for u in step.joiners(s, units) if u > units[-1]][: s.ap]
    if joiners:
        more = Party(s, (*units, *joiners), step.moved, step.crossed)
        more.ap -= len(joiners)
        best = max(best, _best_entry(s, more) - PER_POINT * len(joiners))
    return max(best, 0.0)


def _best_entry(s: CityState, p: Party) -> float:
    best = 0.0
    for option in entries(s, p):
        assert isinstance(option, Enter)
        to = option.area
        if s.control[to] == HELD_BY_ALLIES:
            continue
        way = WAY[p.space][to]
        mark = -way.river - way.uphill
        risk = 0.25 * len(p.units) if s.control[to] == s.control[p.space] == CONTESTED else 0.0
        cost = PER_POINT * AP_RIVER * len(p.units) if way.river and not p.crossed else 0.0
        best = max(best, attack(s, to, (*s.here[to], *p.units), mark) - risk - cost)
    return best
