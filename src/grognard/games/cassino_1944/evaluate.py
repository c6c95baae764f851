"""What a position is worth: a few named terms, seen from the Allied side and turned round for the German."""

import tomllib

from grognard.core import Step
from grognard.games.cassino_1944.abbey import AbbeyFate, AirStrike
from grognard.games.cassino_1944.actions import Half
from grognard.games.cassino_1944.combat import base_column
from grognard.games.cassino_1944.conditions import Coordination
from grognard.games.cassino_1944.content import (
    ALLIED,
    ARMOR,
    COLUMNS,
    CRT,
    DEAD,
    EDGE,
    ENDURANCE,
    FOLDER,
    GERMAN,
    GRID,
    HEXES,
    MASKS,
    MOUNTAIN,
    NEAR,
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
    WATER,
    Side,
)
from grognard.games.cassino_1944.reinforcements import Arrivals, ReserveCall
from grognard.games.cassino_1944.state import Cassino
from grognard.games.cassino_1944.supply import Refitting, supplied
from grognard.games.cassino_1944.victory import victory_points

TERMS: dict[str, float] = tomllib.loads((FOLDER / "data" / "weights.toml").read_text(encoding="utf-8"))
RESTS: tuple[type[Step], ...] = (Half, Arrivals, ReserveCall, AbbeyFate, AirStrike, Coordination, Refitting)
"""Where an action is complete: what is asked here is the next one."""

WON = 1000.0
ENOUGH = 12.0
"""Strength, by nearness, that is enough for one objective."""
LAST = len(COLUMNS) - 1

COST = tuple(tuple(STRENGTH[u] * (n / ENDURANCE[u]) ** 1.3 for n in range(ENDURANCE[u] + 1)) for u in UNITS)
"""What damage on a unit weighs: the last points weigh more than the first."""
NEARNESS = {hex: tuple(0.62 ** GRID.distance(hex, at) for at in range(HEXES)) for hex in VICTORY_HEXES}
"""By victory hex and place: how much a unit there has to do with it."""


RESERVE_NEAR = EDGE["W"][5]
"""Where a committed reserve that is not yet placed is thought to be: the middle of the western edge."""


def _exchange(column: int, boxed: bool) -> float:
    """Expected damage to the defender less expected damage to the attacker."""
    chances = CRT.chances(column)
    taken = chances.expectation(lambda r: max(0, r[1] - boxed))
    return float(taken - chances.expectation(lambda r: r[0]))


EXCHANGE = tuple(tuple(_exchange(column, boxed) for column in range(len(COLUMNS))) for boxed in (False, True))


def terms(s: Cassino, side: int) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    raw = {
        "ground": _ground(s),
        "stars": _stars(s),
        "blood": _blood(s),
        "margin": _margin(s),
        "brink": _brink(s),
        "approach": _approach(s),
        "guard": -_guard(s),
        "promise": _promise(s, ALLIED) - _promise(s, GERMAN),
        "cohesion": _cohesion(s),
        "effort": _effort(s),
    }
    return {name: sign * TERMS[name] * value for name, value in raw.items()}


def evaluate(s: Cassino, side: int) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return 0.0 if not s.result.winners else WON if side in s.result.winners else -WON
    return sum(terms(s, side).values())


def _ground(s: Cassino) -> float:
    """Victory points held; in Avenger only the stars count."""
    if s.rules.avenger:
        return 0.5 * sum([VALUE[h] for h in STARS if s.control[h] == ALLIED])
    points = victory_points(s, final=s.turn == TURNS)
    # the last points before the goal are the ones that matter
    return points + 0.5 * max(0, points - s.goal + 3)


def _stars(s: Cassino) -> float:
    held = sum([s.held[ALLIED] >> h & 1 for h in STARS])
    if not held:
        return 0.0
    fed = supplied(s, ALLIED)
    held = sum([s.held[ALLIED] >> h & fed >> h & 1 for h in STARS])
    # both of them win at the end of the turn: the later the impulse, the nearer that is
    return held * 2.0 + (4.0 + 4.0 * s.impulse if held == len(STARS) else 0.0)


def _blood(s: Cassino) -> float:
    damage, loc = s.damage, s.loc
    value = 0.0
    for u in ROSTER[GERMAN]:
        if damage[u] or loc[u] == DEAD:
            value += COST[u][-1] if loc[u] == DEAD else COST[u][damage[u]]
    for u in ROSTER[ALLIED]:
        if damage[u] or loc[u] == DEAD:
            value -= COST[u][-1] if loc[u] == DEAD else COST[u][damage[u]]
    return value


def _dead(s: Cassino) -> tuple[int, int]:
    dead = s.here[DEAD]
    german = sum([SIDE[u] for u in dead])
    return len(dead) - german, german


def _margin(s: Cassino) -> float:
    allied, german = _dead(s)
    return float(german - allied)


def _brink(s: Cassino) -> float:
    """The German elimination victory: a level count is the end at the end of the turn."""
    allied, german = _dead(s)
    if allied and allied >= german:
        return -1.0 - 0.5 * s.impulse
    return -0.3 if allied and allied + 1 >= german else 0.0


def _approach(s: Cassino) -> float:
    """Allied strength close to what it still has to take: enough for each hex, more is not better.

    A hex already taken counts as fully approached, so that taking it is never a loss.
    """
    avenger, control, held = s.rules.avenger, s.control, s.held[ALLIED]
    there = [(STRENGTH[u], at) for u in ROSTER[ALLIED] if (at := s.loc[u]) < HEXES]
    value = 0.0
    for hex in STARS if avenger else VICTORY_HEXES:
        if (held >> hex & 1) if avenger else control[hex] == ALLIED:
            value += 1.2 * VALUE[hex]
            continue
        near = NEARNESS[hex]
        load = sum([strength * near[at] for strength, at in there]) / ENOUGH
        value += VALUE[hex] * (load if load < 1.0 else min(1.2, 1.0 + 0.1 * (load - 1.0)))
    return value


def _guard(s: Cassino) -> float:
    """Germans in, and near, the hexes worth holding; an open hex next to the enemy is as good as lost."""
    loc, held, control, allied = s.loc, s.held[GERMAN], s.control, s.held[ALLIED]
    there = [(STRENGTH[u], at) for u in ROSTER[GERMAN] if (at := loc[u]) < HEXES]
    if s.reserve:
        there += [(STRENGTH[u], RESERVE_NEAR) for u in RESERVE if loc[u] == POOL]
    value = -0.2 * len(s.here[OFF_MAP])
    lost_star = any(allied >> hex & 1 for hex in STARS)
    for hex in STARS if s.rules.avenger else VICTORY_HEXES:
        worth = VALUE[hex]
        if hex in STARS:
            worth *= 4 if lost_star else 2  # with the other one it would be the end
        if held >> hex & 1:
            value += worth * (1.5 if s.box[hex] else 1.0)
        elif control[hex] == ALLIED or NEAR[hex] & allied:
            value -= worth
        elif hex in STARS:
            value -= 0.75 * worth
        near = NEARNESS[hex]
        load = sum([strength * near[at] for strength, at in there]) / ENOUGH
        value += 0.5 * worth * (load if load < 1.0 else 1.0 + 0.1 * (load - 1.0))
    return value


def _effort(s: Cassino) -> float:
    """Whoever gains nothing by an action had better not make it."""
    for step in reversed(s.stack):
        if type(step) is Half:
            return -s.acted.bit_count() if step.side == ALLIED else s.acted.bit_count()
    return 0.0


def _promise(s: Cassino, side: Side) -> float:
    """What this side's next attacks would be worth if everybody in contact joined: half of it, as plans fail."""
    mine, theirs, here = s.held[side], s.held[1 - side], s.here
    contact = MASKS.around(mine) & theirs
    value = 0.0
    while contact:
        low = contact & -contact
        contact ^= low
        target = low.bit_length() - 1
        near = NEAR[target] & mine
        attack = 0
        armor = False
        water, mountain = WATER[target], MOUNTAIN[target]
        shift = -1 if not near & ~water else -2 if not near & ~mountain else 0
        while near:
            bit = near & -near
            near ^= bit
            for u in here[bit.bit_length() - 1]:
                attack += STRENGTH[u]
                armor = armor or ARMOR[u]
        defence, weakest = 0, 9
        for u in here[target]:
            defence += STRENGTH[u]
            armor = armor and not ARMOR[u]
            weakest = min(weakest, ENDURANCE[u] - s.damage[u])
        column = base_column(attack, defence) + shift + armor
        column = 0 if column < 0 else min(column, LAST)
        gain = EXCHANGE[s.box[target]][column]
        if gain > 0:
            value += gain * (1.0 + 0.5 * VALUE[target] + (1.0 if weakest == 1 else 0.3 if weakest == 2 else 0.0))
    return 0.5 * value


def _cohesion(s: Cassino) -> float:
    """Units out of supply weigh against their side."""
    value = 0.0
    for side, sign in ((ALLIED, 1.0), (GERMAN, -1.0)):
        cut = s.held[side] & ~supplied(s, side)
        if cut:
            value -= sign * sum([len(s.here[h]) for h in range(HEXES) if cut >> h & 1])
    return value
