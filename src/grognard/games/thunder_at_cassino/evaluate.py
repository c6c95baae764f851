"""What a position is worth: a few named terms in Victory Points, seen from the Allied side and turned round."""

import tomllib

from grognard.core import Step, clone
from grognard.games.thunder_at_cassino.attack import Attack, attack_terms, defence_terms, group_in, total, vulnerable
from grognard.games.thunder_at_cassino.close_combat import CloseAttack, CloseCombatPhase, Pairing, modifier
from grognard.games.thunder_at_cassino.content import (
    AF,
    ALL_AREAS,
    ALLIED,
    AREAS,
    ARMOR,
    BESIDE,
    BOARD,
    CCF,
    COMBAT,
    DEAD,
    DF,
    ELEVATION,
    FOLDER,
    GERMAN,
    GUNS,
    KIND,
    LOST,
    MG,
    NEXT,
    OBS,
    OWNER,
    POINTS,
    QUISLING,
    TEM,
    TROOPS,
    VP,
    VP_AREAS,
    Side,
    bits,
)
from grognard.games.thunder_at_cassino.fire import FireAttack, NameTarget, PickFirers
from grognard.games.thunder_at_cassino.impulses import Impulse
from grognard.games.thunder_at_cassino.losses import Pay
from grognard.games.thunder_at_cassino.movement import MoveImpulse
from grognard.games.thunder_at_cassino.reinforcements import Arrivals, Reinforcement
from grognard.games.thunder_at_cassino.sequence import EndOfTurn, FlipUp
from grognard.games.thunder_at_cassino.setup import Bombardment, Deploy
from grognard.games.thunder_at_cassino.state import (
    ANYONE_AT,
    ARMED,
    ARMED_AT,
    FIGHTERS,
    FIGHTERS_AT,
    TANKS,
    Thunder,
    flip,
)
from grognard.tables import opposed

TERMS: dict[str, float] = tomllib.loads((FOLDER / "data" / "weights.toml").read_text(encoding="utf-8"))
RESTS: tuple[type[Step], ...] = (
    Impulse,
    Pay,
    CloseAttack,
    CloseCombatPhase,
    Arrivals,
    Reinforcement,
    Deploy,
    Bombardment,
    FlipUp,
    EndOfTurn,
)
"""Where an action is complete: what is asked here is the next one."""

WON = 1000.0
DAWDLE = 0.04
"""What a Movement Factor spent in vain weighs, in casualty points."""
WIDEST = 24
FARTHEST = 6
"""Steps beyond which a unit has nothing to do with an objective."""
ENOUGH = 7.0
"""Combat units, by nearness, that are enough for one objective."""
WORTH = tuple({MG: 3.5, OBS: 2.5}.get(KIND[u], float(POINTS[u])) for u in range(TROOPS))


LOSS = tuple(WORTH[u] if OWNER[u] else -WORTH[u] for u in range(TROOPS))


def _expected() -> tuple[float, ...]:
    """Casualty points expected for each lead of attack over defence before dice, from -WIDEST to WIDEST."""
    chances = opposed(2, 2)
    leads = range(-WIDEST, WIDEST + 1)
    return tuple(float(sum(max(0, x + lead) * p for x, p in chances.items())) for lead in leads)


EXPECTED = _expected()


def _nearness() -> tuple[tuple[tuple[int, float], ...], ...]:
    """By space: Victory Point Areas within reach of a few moves, and how much a unit there has to do with them."""
    found: list[list[tuple[int, float]]] = [[] for _ in range(BOARD)]
    for number, goal in enumerate(VP_AREAS):
        steps = {int(goal): 0}
        todo = [int(goal)]
        for at in todo:
            for n in NEXT[at]:
                if n not in steps and steps[at] < FARTHEST:
                    steps[n] = steps[at] + (2 if n >= AREAS else 1)
                    todo.append(n)
        for at, far in steps.items():
            found[at].append((number, 0.62**far))
    return tuple(tuple(row) for row in found)


NEARNESS = _nearness()


def terms(s: Thunder, side: int) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    s = _as_if_halted(s)
    sign = 1.0 if side == ALLIED else -1.0
    raw = {
        "points": float(s.vp + s.bid),
        "hold": _hold(s),
        "quisling": _quisling(s),
        "blood": _blood(s),
        "approach": _loads(s, ALLIED),
        "guard": -_loads(s, GERMAN),
        "threat": _threat(s, ALLIED) - _threat(s, GERMAN),
        "ready": _ready(s),
        "guns": _guns(s),
        "advantage": 1.0 if s.advantage == ALLIED else -1.0,
        "melee": _melee(s),
        "streets": -float(sum(s.rubble[:22])),
        "pending": _pending(s),
    }
    return {name: sign * TERMS[name] * value for name, value in raw.items()}


def evaluate(s: Thunder, side: int) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return 0.0 if not s.result.winners else WON if side in s.result.winners else -WON
    return sum(terms(s, side).values())


def _as_if_halted(s: Thunder) -> Thunder:
    """A move under way is judged as if it ended here: whoever has moved is Committed."""
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        if type(step) is MoveImpulse:
            moving = [u for u in step.out if not s.committed[u]]
            if moving:
                s = clone(s)
                for u in moving:
                    flip(s, u, 1)
            break
    return s


def _hold(s: Thunder) -> float:
    """What the next count of control would change, and what is contested."""
    value = 0.0
    tally = s.tally
    for area in VP_AREAS:
        mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
        if s.control[area]:
            if theirs:
                value -= VP[area] * (0.5 * theirs / (mine + theirs) if mine else 0.9)
            elif not mine and BESIDE[area] & s.mask[FIGHTERS_AT + GERMAN]:
                value -= 0.25 * VP[area]
        elif mine:
            value += VP[area] * (0.5 * mine / (mine + theirs) if theirs else 0.9)
        elif not theirs and BESIDE[area] & s.mask[FIGHTERS_AT + ALLIED]:
            value += 0.25 * VP[area]
    return value


def _quisling(s: Thunder) -> float:
    if s.turn > 3:
        return 0.0
    value = 0.0
    for area in QUISLING:
        if not s.quisling[area]:
            mine, theirs = s.tally[area] & FIGHTERS, s.tally[BOARD + area] & FIGHTERS
            if mine > theirs:
                value += 0.8
            elif mine:
                value += 0.3 * mine / (mine + theirs)
    return value


def _blood(s: Thunder) -> float:
    """Losses of both sides; an observer is back next turn, but not before."""
    return sum([LOSS[u] for u, at in enumerate(s.loc) if DEAD <= at <= LOST])


def _loads(s: Thunder, side: Side) -> float:
    """Combat units near what is still to be taken, or to be kept: enough for each Area, more is hardly better."""
    row = side * BOARD
    loads = [0.0] * len(VP_AREAS)
    for k in bits(s.mask[FIGHTERS_AT + side]):
        count = (s.tally[row + k] & FIGHTERS) / ENOUGH
        for goal, near in NEARNESS[k]:
            loads[goal] += near * count
    value = 0.0
    for area, load in zip(VP_AREAS, loads, strict=True):
        weight = VP[area] if bool(s.control[area]) != (side == ALLIED) else 0.4 * VP[area]
        value += weight * (load if load < 1.0 else 1.0 + 0.1 * (load - 1.0))
    return value


def _threat(s: Thunder, side: Side) -> float:
    """Casualty points this side's Uncommitted units could expect to inflict from where they stand."""
    foe = 1 - side
    theirs = s.mask[ANYONE_AT + foe]
    value = 0.0
    suffered: dict[int, float] = {}
    for k in bits(s.mask[ARMED_AT + side]):
        near = (BESIDE[k] | 1 << k) & theirs
        if not near:
            continue
        strength = count = 0
        for u in s.here[side * BOARD + k]:
            if not s.committed[u] and COMBAT[u]:
                count += 1
                if AF[u] > strength:
                    strength = AF[u]
        strength += min(count, 8) - 1 + (1 if count > 2 else 0)
        tanks = s.tally[side * BOARD + k] & TANKS
        best = 0.0
        at = -1
        for t in bits(near):
            points = _expect(s, strength, bool(tanks), k, t, foe)
            if points > best:
                best, at = points, t
        if at >= 0:
            suffered[at] = suffered.get(at, 0.0) + best
    for t, points in suffered.items():
        value += min(points, 3.0 * len(s.here[foe * BOARD + t]))
    return value


def _expect(s: Thunder, strength: int, tanks: bool, origin: int, target: int, foe: int) -> float:
    """Casualty points expected by the better of the two Groups in a place."""
    weakest = [99, 99]
    committed = s.committed
    inside = origin == target and origin < AREAS
    for u in s.here[foe * BOARD + target]:
        group = committed[u]
        if DF[group][u] < weakest[group] and (inside or tanks or KIND[u] != ARMOR):
            weakest[group] = DF[group][u]
    low = min(weakest)
    if low == 99:
        return 0.0
    defence = low + TEM[target]
    if not inside:
        defence += 2 if ELEVATION[target] > ELEVATION[origin] else 1
    lead = strength - defence - (1 if s.night else 0)
    return EXPECTED[max(0, min(2 * WIDEST, lead + WIDEST))]


def _ready(s: Thunder) -> float:
    """Combat units that can still act this turn."""
    mine = sum([t >> 56 & 0xFF for t in s.tally[:BOARD] if t & ARMED])
    return float(mine - sum([t >> 56 & 0xFF for t in s.tally[BOARD:] if t & ARMED]))


def _guns(s: Thunder) -> float:
    value = 0.0
    for side, sign in ((ALLIED, 1.0), (GERMAN, -1.0)):
        value += sign * sum([not s.committed[gun] for gun in GUNS[side]])
    return value


def _melee(s: Thunder) -> float:
    """What Close Combat in the contested Areas promises: the difference of the worth expected to be killed."""
    value = 0.0
    for area in bits(s.mask[FIGHTERS_AT] & s.mask[FIGHTERS_AT + 1] & ALL_AREAS):
        allied = [u for u in s.here[area] if COMBAT[u]]
        german = [u for u in s.here[BOARD + area] if COMBAT[u]]
        value += _kills(allied, german) - _kills(german, allied)
    return value


def _kills(mine: list[int], theirs: list[int]) -> float:
    """Worth of the targets expected to fall, with attackers spread evenly and quality averaged."""
    skill = sum([CCF[u] for u in mine]) / len(mine) - sum([CCF[u] for u in theirs]) / len(theirs)
    helpers = max(0.0, len(mine) / len(theirs) - 1.0)
    chance = min(1.0, (1.0 + helpers + max(0.0, skill)) / 6.0)
    return chance * 3.0 * min(len(mine), len(theirs))


def _pending(s: Thunder) -> float:
    """What an action under way is about to do, in casualty points; positive is good for the Allied side."""
    value = 0.0
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        if type(step) is Pay:
            value += _paid(s, step.attack, step.owed)
        elif type(step) is FireAttack:
            value += _rolled(s, step)
        elif type(step) is NameTarget:
            value += _paid(s, step.attack, _lead(s, step.attack))
        elif type(step) is PickFirers and step.picked:
            attack = Attack(step.side, step.origin, step.target, step.group, step.picked, step.dim)
            value += _paid(s, attack, _lead(s, attack))
        elif type(step) is CloseAttack and not step.die:
            value += _blow(step.attackers, step.target)
        elif type(step) is Pairing:
            value += _pairs(step)
        elif type(step) is MoveImpulse:
            walked = DAWDLE * sum([s.spent[u] for u in step.out])
            value -= walked if step.side == ALLIED else -walked
        elif type(step) is Bombardment and step.owed > 0:
            value += step.owed
    if s.melee is not None:
        value += sum([WORTH[u] if OWNER[u] else -WORTH[u] for u in s.melee.doomed])
    return value


def _lead(s: Thunder, a: Attack) -> float:
    if not vulnerable(s, a):
        return 0.0
    lead = total(attack_terms(a)) - total(defence_terms(s, a))
    return EXPECTED[max(0, min(2 * WIDEST, lead + WIDEST))]


def _rolled(s: Thunder, step: FireAttack) -> float:
    a = step.attack
    if len(step.dice) < 2 or min(step.dice) < 0 or not vulnerable(s, a):
        return _paid(s, a, _lead(s, a))
    return _paid(s, a, total(attack_terms(a)) + step.dice[0] - total(defence_terms(s, a)) - step.dice[1])


def _paid(s: Thunder, a: Attack, points: float) -> float:
    """Points owed, as far as the Group can pay them; retreats make them a little cheaper than they look."""
    if points <= 0:
        return 0.0
    most = sum([WORTH[u] for u in group_in(s, a.target, 1 - a.side, a.group)])
    worth = min(0.85 * points, most)
    return worth if a.side == ALLIED else -worth


def _blow(attackers: tuple[int, ...], target: int) -> float:
    chance = min(1.0, max(0.0, (1 + modifier(attackers, target)) / 6))  # type: ignore[arg-type]  # plain ids serve
    worth = chance * WORTH[target]
    return worth if OWNER[target] == GERMAN else -worth


def _pairs(step: Pairing) -> float:
    groups: dict[int, list[int]] = {}
    for attacker, target in step.pairs:
        groups.setdefault(target, []).append(attacker)
    return sum([_blow(tuple(attackers), target) for target, attackers in groups.items()])
