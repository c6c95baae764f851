"""What a position is worth: a few named terms in Victory Points, seen from the Allied side and turned round."""

import tomllib
from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import compress
from operator import mul
from struct import Struct as Layout

from grognard.core import ALL, Add, Decision, Option, Step, UnitId
from grognard.games.thunder_at_cassino.attack import Attack, attack_terms, defence_terms, group_in, total, vulnerable
from grognard.games.thunder_at_cassino.close_combat import CloseAttack, CloseCombatPhase, Pairing, Strike, modifier
from grognard.games.thunder_at_cassino.content import (
    AF,
    ALL_AREAS,
    ALL_ZONES,
    ALLIED,
    AREAS,
    ARMOR,
    BESIDE,
    BOARD,
    CCF,
    COMBAT,
    COMPANY,
    DEAD,
    DF,
    ELEVATION,
    FOLDER,
    GERMAN,
    GUNS,
    KIND,
    LOST,
    MF,
    MG,
    NEXT,
    OBS,
    OBSERVER,
    OWNER,
    POINTS,
    QUISLING,
    RANGE,
    RESERVE,
    TEM,
    TROOPS,
    VEHICLE,
    VP,
    VP_AREAS,
    Side,
    bits,
)
from grognard.games.thunder_at_cassino.fire import FireAttack, NameTarget, PickFirers
from grognard.games.thunder_at_cassino.impulses import Impulse
from grognard.games.thunder_at_cassino.losses import Fall, Kill, Pay
from grognard.games.thunder_at_cassino.movement import MoveImpulse
from grognard.games.thunder_at_cassino.reinforcements import Arrivals, Reinforcement
from grognard.games.thunder_at_cassino.sequence import EndOfTurn, FlipUp
from grognard.games.thunder_at_cassino.setup import Bombardment, Deploy
from grognard.games.thunder_at_cassino.state import (
    ANYONE_AT,
    ARMED_AT,
    FIGHTERS,
    FIGHTERS_AT,
    GUNNERS_AT,
    TANKS,
    Thunder,
)
from grognard.tables import opposed

TERMS: dict[str, float] = tomllib.loads((FOLDER / "data" / "weights.toml").read_text(encoding="utf-8"))
RESTS: tuple[type[Step], ...] = (
    Impulse,
    FireAttack,
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
"""Where an action is complete: what is asked here is the next one.

Dice of fire are not played through: `pending` knows what they are expected to do, at a hundredth of the work.
"""
MOST = 300
"""Positions that are enough to look through an action; like platoons count once, so there is little more to see."""

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


def _sorts() -> tuple[int, ...]:
    """By unit: a number that units with the same printed values and the same owner share."""
    known: dict[tuple[object, ...], int] = {}
    printed = (OWNER, KIND, AF, *DF, MF, CCF, POINTS, VEHICLE, RESERVE)
    return tuple(known.setdefault(tuple(column[u] for column in printed), len(known)) for u in range(TROOPS))


SORT = _sorts()


def looks(s: Thunder, asked: Decision) -> Sequence[Option]:
    """The options worth looking at: one platoon stands for its like, and picking begins with everybody."""
    options = asked.options
    if asked.extra and not asked.units and ALL in options[: asked.extra]:
        options = (ALL, *options[asked.extra :])
    else:
        options = options[asked.extra :]
    if len(options) < 2:
        return options
    pairs: tuple[tuple[UnitId, UnitId], ...] = ()
    top = s.stack[-1]
    if type(top) is Pairing:
        pairs = top.pairs
    firing = type(top) is PickFirers
    first: dict[Hashable, Option] = {}
    for option in options:
        key: Hashable = option
        if type(option) is Add:
            u = option.unit
            key = (SORT[u], COMPANY[u]) if firing else (SORT[u], s.loc[u], s.spent[u])
        elif type(option) is Kill:
            key = SORT[option.unit]
        elif type(option) is Fall:
            key = (SORT[option.unit], option.space)
        elif type(option) is Strike:
            key = (SORT[option.unit], sum([target == option.unit for _, target in pairs]))
        first.setdefault(key, option)
    return tuple(first.values())


GOALS = len(VP_AREAS)
UNIT = 1 << 16
"""Loads are added up in whole numbers, this many to one Combat unit at its goal."""
SATED = ENOUGH * UNIT
FOUR_BYTES = Layout(f"<{GOALS}I")
BATTERIES = tuple(tuple((gun, OBSERVER[gun]) for gun in guns if OBSERVER[gun] >= 0) for guns in GUNS)
HOLDINGS = tuple((area, VP[area], BESIDE[area]) for area in VP_AREAS)


def _nearness() -> tuple[int, ...]:
    """By space: how much a Combat unit there has to do with each Victory Point Area.

    One number holds all goals, 32 bits each, so that one addition serves them all.
    """
    found = [0] * BOARD
    for number, goal in enumerate(VP_AREAS):
        steps = {int(goal): 0}
        todo = [int(goal)]
        for at in todo:
            for n in NEXT[at]:
                if n not in steps and steps[at] < FARTHEST:
                    steps[n] = steps[at] + (2 if n >= AREAS else 1)
                    todo.append(n)
        for at, far in steps.items():
            found[at] += round(UNIT * 0.62**far) << 32 * number
    return tuple(found)


NEARNESS = _nearness()
LOST_TO = bytes(1 if DEAD <= at <= LOST else 0 for at in range(256))
"""By place, for `bytes.translate`: whether who is there is lost."""


@lru_cache(maxsize=1 << 12)
def _spaces(mask: int) -> tuple[int, ...]:
    return tuple(bits(mask))


def terms(s: Thunder, side: int) -> dict[str, float]:
    """The named parts of the value for a side, weighted."""
    sign = 1.0 if side == ALLIED else -1.0
    return {name: sign * TERMS[name] * value for name, value in zip(NAMES, _values(s), strict=True)}


def evaluate(s: Thunder, side: int) -> float:
    """The value of a position for a side; a decided game is worth +-1000."""
    if s.result is not None:
        return 0.0 if not s.result.winners else WON if side in s.result.winners else -WON
    value: float = sum(map(mul, map(TERMS.__getitem__, NAMES), _values(s)))
    return value if side == ALLIED else -value


NAMES = (
    "points",
    "hold",
    "quisling",
    "blood",
    "approach",
    "guard",
    "threat",
    "ready",
    "guns",
    "advantage",
    "melee",
    "streets",
    "night",
    "pending",
)


def _values(s: Thunder) -> tuple[float, ...]:
    """What each term comes to for the Allied side, in the order of NAMES."""
    moving = _moving(s)
    committed = s.committed
    if moving:
        committed = committed[:]
        for u in moving:
            committed[u] = 1
    return (
        s.vp + s.bid,
        _hold(s),
        _quisling(s),
        _blood(s),
        _loads(s, ALLIED),
        -_loads(s, GERMAN),
        _threat(s, ALLIED, committed) - _threat(s, GERMAN, committed),
        _ready(s, moving),
        _guns(s, committed),
        1.0 if s.advantage == ALLIED else -1.0,
        _melee(s),
        -sum(s.rubble[:22]),
        _night(s),
        _pending(s),
    )


def _moving(s: Thunder) -> list[UnitId]:
    """A move under way is judged as if it ended here: whoever has moved will be Committed."""
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        if type(step) is MoveImpulse:
            return [u for u in step.out if not s.committed[u]]
    return []


def _hold(s: Thunder) -> float:
    """What the next count of control would change, and what is contested."""
    value = 0.0
    tally, control = s.tally, s.control
    allies, germans = s.mask[FIGHTERS_AT + ALLIED], s.mask[FIGHTERS_AT + GERMAN]
    for area, worth, beside in HOLDINGS:
        if control[area]:
            if germans >> area & 1:
                mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
                value -= worth * (0.5 * theirs / (mine + theirs) if mine else 0.9)
            elif beside & germans and not allies >> area & 1:
                value -= 0.25 * worth
        elif allies >> area & 1:
            mine, theirs = tally[area] & FIGHTERS, tally[BOARD + area] & FIGHTERS
            value += worth * (0.5 * mine / (mine + theirs) if theirs else 0.9)
        elif beside & allies and not germans >> area & 1:
            value += 0.25 * worth
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
    return _bled(bytes(s.loc).translate(LOST_TO))


@lru_cache(maxsize=1 << 10)
def _bled(lost: bytes) -> float:
    return sum(compress(LOSS, lost))


def _loads(s: Thunder, side: Side) -> float:
    """Combat units near what is still to be taken, or to be kept: enough for each Area, more is hardly better."""
    row, tally = side * BOARD, s.tally
    near = sum([(tally[row + k] & FIGHTERS) * NEARNESS[k] for k in _spaces(s.mask[FIGHTERS_AT + side])])
    value = 0.0
    control, lacking = s.control, side == GERMAN
    for (area, worth, _), load in zip(HOLDINGS, FOUR_BYTES.unpack(near.to_bytes(4 * GOALS, "little")), strict=True):
        served = load / SATED if load < SATED else 1.0 + 0.1 * (load / SATED - 1.0)
        value += worth * served if control[area] == lacking else 0.4 * worth * served
    return value


def _threat(s: Thunder, side: Side, committed: list[int]) -> float:
    """Casualty points this side's Uncommitted units could expect to inflict from where they stand."""
    foe = 1 - side
    theirs = s.mask[ANYONE_AT + foe]
    value = 0.0
    suffered: dict[int, float] = {}
    for k in _spaces(s.mask[ARMED_AT + side]):
        near = (BESIDE[k] | 1 << k) & theirs
        if not near:
            continue
        strength = count = 0
        for u in s.here[side * BOARD + k]:
            if COMBAT[u] and not committed[u]:
                count += 1
                if AF[u] > strength:
                    strength = AF[u]
        if not count:
            continue
        strength += min(count, 8) - 1 + (1 if count > 2 else 0)
        tanks = s.tally[side * BOARD + k] & TANKS
        best = 0.0
        at = -1
        for t in _spaces(near):
            points = _expect(s, strength, bool(tanks), k, t, foe, committed)
            if points > best:
                best, at = points, t
        if at >= 0:
            suffered[at] = suffered.get(at, 0.0) + best
    for t, points in suffered.items():
        value += min(points, 3.0 * len(s.here[foe * BOARD + t]))
    return value


def _expect(s: Thunder, strength: int, tanks: bool, origin: int, target: int, foe: int, committed: list[int]) -> float:
    """Casualty points expected by the better of the two Groups in a place."""
    weakest = [99, 99]
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
    lead = strength - defence
    if s.night or s.haze >> origin & 1 or s.haze >> target & 1:
        lead -= 1
    return EXPECTED[max(0, min(2 * WIDEST, lead + WIDEST))]


def _ready(s: Thunder, moving: list[UnitId]) -> float:
    """Combat units that can still act this turn."""
    tally, value = s.tally, 0
    for k in _spaces(s.mask[ARMED_AT + ALLIED]):
        value += tally[k] >> 56
    for k in _spaces(s.mask[ARMED_AT + GERMAN]):
        value -= tally[BOARD + k] >> 56
    for u in moving:
        if COMBAT[u]:
            value -= 1 if OWNER[u] == ALLIED else -1
    return value


def _guns(s: Thunder, committed: list[int]) -> float:
    """Artillery that can still be called onto somebody this turn: its observer should not walk away before."""
    value = 0
    for side in (ALLIED, GERMAN):
        targets = s.mask[ANYONE_AT + 1 - side] & (ALL_ZONES | ~s.mask[ANYONE_AT + side])
        for gun, observer in BATTERIES[side]:
            if not committed[gun] and not committed[observer] and (at := s.loc[observer]) < BOARD:
                if RANGE[at] & targets:
                    value += 1 if side == ALLIED else -1
    return value


def _melee(s: Thunder) -> float:
    """What Close Combat in the contested Areas promises: the difference of the worth expected to be killed."""
    value = 0.0
    for area in _spaces(s.mask[FIGHTERS_AT] & s.mask[FIGHTERS_AT + 1] & ALL_AREAS):
        value += _fray(s.here[area], s.here[BOARD + area])
    return value


@lru_cache(maxsize=1 << 12)
def _fray(allied: tuple[int, ...], german: tuple[int, ...]) -> float:
    mine, theirs = [u for u in allied if COMBAT[u]], [u for u in german if COMBAT[u]]
    return _kills(mine, theirs) - _kills(theirs, mine)


def _kills(mine: list[int], theirs: list[int]) -> float:
    """Worth of the targets expected to fall, with attackers spread evenly and quality averaged."""
    skill = sum([CCF[u] for u in mine]) / len(mine) - sum([CCF[u] for u in theirs]) / len(theirs)
    helpers = max(0.0, len(mine) / len(theirs) - 1.0)
    chance = min(1.0, (1.0 + helpers + max(0.0, skill)) / 6.0)
    return chance * 3.0 * min(len(mine), len(theirs))


def _night(s: Thunder) -> float:
    """What a Night just declared promises: who is held up by more machine guns than the other side goes free.

    Afterwards it shows in what is moved, and is no reason to leave units unmoved.
    """
    top = s.stack[-1] if s.stack else None
    if not s.night or type(top) is not Impulse or top.side == s.advantage:
        return 0.0
    return _held_up(s, ALLIED) - _held_up(s, GERMAN)


def _held_up(s: Thunder, side: Side) -> int:
    """Uncommitted Combat units with ground beside them that enemy machine guns sweep by day."""
    swept = _swept(s.mask[GUNNERS_AT + 1 - side])
    row, tally = side * BOARD, s.tally
    return sum([tally[row + k] >> 56 for k in _spaces(s.mask[ARMED_AT + side]) if BESIDE[k] & swept])


@lru_cache(maxsize=1 << 10)
def _swept(gunners: int) -> int:
    """The Areas with machine guns, and those next to them."""
    near = gunners & ALL_AREAS
    for k in bits(near):
        near |= BESIDE[k]
    return near


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
