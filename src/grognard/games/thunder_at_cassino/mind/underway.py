"""What an action under way is about to do, in casualty points: positive is good for the Allied side."""

from functools import lru_cache

from grognard.core import Step, UnitId
from grognard.games.thunder_at_cassino.content import (
    ALLIED,
    AREAS,
    COMBAT,
    GERMAN,
    KIND,
    MG,
    OBS,
    POINTS,
    SIDE,
    TROOPS,
    VP,
)
from grognard.games.thunder_at_cassino.rules import chits
from grognard.games.thunder_at_cassino.rules.artillery import LaySmoke, Shelling
from grognard.games.thunder_at_cassino.rules.attack import (
    Attack,
    attack_terms,
    defence_terms,
    group_in,
    total,
    vulnerable,
)
from grognard.games.thunder_at_cassino.rules.close_combat import HIT, CloseAttack, Pairing, modifier
from grognard.games.thunder_at_cassino.rules.fire import FireAttack, FireImpulse, NameTarget, PickFirers
from grognard.games.thunder_at_cassino.rules.impulses import Impulse
from grognard.games.thunder_at_cassino.rules.losses import Pay
from grognard.games.thunder_at_cassino.rules.movement import MoveImpulse
from grognard.games.thunder_at_cassino.rules.setup import Bombardment
from grognard.games.thunder_at_cassino.rules.state import FIGHTERS_AT, Thunder, other
from grognard.tables import opposed

DAWDLE = 0.04
"""What a Movement Factor spent in vain weighs."""
IDLE = 2.5
"""What an impulse weighs that has been begun without anything done: it can no longer be a pass."""
WIDEST = 24
WORTH = tuple({MG: 3.5, OBS: 2.5}.get(KIND[u], float(POINTS[u])) for u in range(TROOPS))
"""By unit: the loss of it, in casualty points; a machine gun is worth more than it pays."""


OPEN, OBJECTIVE, CONTACT = range(3)
"""Places by what it means to be driven out of them: nothing much, a Victory Point Area, a fight at close quarters."""
AWAY = (0.5, 1.0, 2.0)
"""By such places: what a unit that retreats weighs; it is Committed and out of its place, but alive."""
LIFE = 3
"""What a platoon weighs, and how many points it pays."""
CROWD = 10
"""Combat units beyond which a Group cannot be hurt less."""


def toll(points: int, many: int, where: int = OPEN) -> float:
    """What points cost a Group of so many Combat units that pays with lives and retreats as comes cheapest."""
    if points <= 0:
        return 0.0
    ways = [
        LIFE * killed + AWAY[where] * left
        for killed in range(min(many, -(-points // LIFE)) + 1)
        if killed + (left := max(0, points - LIFE * killed)) <= many
    ]
    return min(ways, default=max(LIFE * many, 2.0))


def _tolls() -> tuple[tuple[tuple[float, ...], ...], ...]:
    """By place, Combat units of the Group and lead of attack over defence before dice, from -WIDEST: the mean toll."""
    chances = opposed(2, 2)
    leads = range(-WIDEST, WIDEST + 1)
    return tuple(
        tuple(
            tuple(float(sum(toll(x + lead, many, where) * p for x, p in chances.items())) for lead in leads)
            for many in range(CROWD + 1)
        )
        for where in (OPEN, OBJECTIVE, CONTACT)
    )


TOLL = _tolls()


Pool = tuple[tuple[int, int], ...]
"""Numbers that may come up, each with how often."""


@lru_cache(1 << 14)
def _drawn(ours: Pool, theirs: Pool, lead: int, many: int, where: int) -> float:
    """The mean toll where chits of these pools are drawn for the attack and the defence (21.3)."""
    pairs = [(n * m, x - y) for x, n in ours for y, m in theirs]
    return sum([n * toll(lead + x, many, where) for n, x in pairs]) / sum([n for n, _ in pairs])


def _mean_toll(s: Thunder, a: Attack, lead: int, known: tuple[int, ...] = ()) -> float:
    """The mean toll of an attack with such a lead: by dice, or by the chits both sides have left, of which the
    attacker's may be `known`. Chits that are chosen (21.5) are reckoned as if they were drawn."""
    where, many = place_of(s, a.target), _many(s, a)
    if not chits.in_use(s):
        return TOLL[where][many][max(0, min(2 * WIDEST, lead + WIDEST))]
    ours = ((known[0], 1),) if known else chits.pool(s, a.side)
    return _drawn(ours, chits.pool(s, other(a.side)), lead, many, where)


def place_of(s: Thunder, space: int) -> int:
    """What it means to be driven out of a place."""
    if space < AREAS and (s.mask[FIGHTERS_AT] & s.mask[FIGHTERS_AT + 1]) >> space & 1:
        return CONTACT
    return OBJECTIVE if VP[space] else OPEN


def pending(s: Thunder) -> float:
    """What the steps on the stack, down to the impulse, are expected to do."""
    value = 0.0
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        value += _pending(s, step)
    if s.melee is not None:
        value += sum([WORTH[u] if SIDE[u] else -WORTH[u] for u in s.melee.doomed])
    return value


def _pending(s: Thunder, step: Step) -> float:
    if type(step) is MoveImpulse:
        lost = DAWDLE * sum([s.spent[u] for u in step.out]) if step.acted else IDLE
        return -lost if step.side == ALLIED else lost
    if type(step) is FireImpulse:
        return 0.0 if step.hit else -IDLE if step.side == ALLIED else IDLE
    if type(step) is Pay:
        return _signed(step.attack, toll(step.owed, _many(s, step.attack), place_of(s, step.attack.target)))
    if type(step) is FireAttack:
        return _rolled(s, step)
    if type(step) is NameTarget:
        return _promised(s, step.attack)
    if type(step) is PickFirers:
        if not step.picked:
            return -IDLE if step.side == ALLIED else IDLE
        attack = Attack(step.side, step.origin, step.target, step.group, step.picked, step.dim)
        return _promised(s, attack)
    if type(step) is Shelling or (type(step) is LaySmoke and step.space < 0):
        return -IDLE if SIDE[step.gun] == ALLIED else IDLE
    if type(step) is CloseAttack and not step.die:
        return _blow(step.attackers, step.target)
    if type(step) is Pairing:
        return _pairs(step)
    if type(step) is Bombardment and step.owed > 0:
        return float(step.owed)
    return 0.0


def _promised(s: Thunder, a: Attack, known: tuple[int, ...] = ()) -> float:
    """The toll expected of an attack whose dice are still to be thrown, or whose chits are not all known."""
    if not vulnerable(s, a):
        return 0.0
    lead = total(attack_terms(a)) - total(defence_terms(s, a))
    return _signed(a, _mean_toll(s, a, lead, known))


def _rolled(s: Thunder, step: FireAttack) -> float:
    a = step.attack
    if len(step.dice) < 2 or min(step.dice) < 0 or not vulnerable(s, a):
        return _promised(s, a, step.dice if min(step.dice, default=-1) >= 0 else ())
    points = total(attack_terms(a)) + step.dice[0] - total(defence_terms(s, a)) - step.dice[1]
    return _signed(a, toll(points, _many(s, a), place_of(s, a.target)))


def _many(s: Thunder, a: Attack) -> int:
    return min(CROWD, sum([COMBAT[u] for u in group_in(s, a.target, 1 - a.side, a.group)]))


def _signed(a: Attack, worth: float) -> float:
    return worth if a.side == ALLIED else -worth


def _blow(attackers: tuple[UnitId, ...], target: UnitId) -> float:
    chance = min(1.0, max(0.0, (7 - HIT + modifier(attackers, target)) / 6))
    worth = chance * WORTH[target]
    return worth if SIDE[target] == GERMAN else -worth


def _pairs(step: Pairing) -> float:
    groups: dict[UnitId, list[UnitId]] = {}
    for attacker, target in step.pairs:
        groups.setdefault(target, []).append(attacker)
    return sum([_blow(tuple(attackers), target) for target, attackers in groups.items()])
