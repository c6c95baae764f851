"""What an action under way is about to do, in casualty points: positive is good for the Allied side."""

from grognard.core import Step, UnitId
from grognard.games.thunder_at_cassino.artillery import LaySmoke, Shelling
from grognard.games.thunder_at_cassino.attack import Attack, attack_terms, defence_terms, group_in, total, vulnerable
from grognard.games.thunder_at_cassino.close_combat import CloseAttack, Pairing, modifier
from grognard.games.thunder_at_cassino.content import ALLIED, COMBAT, GERMAN, KIND, MG, OBS, OWNER, POINTS, TROOPS
from grognard.games.thunder_at_cassino.fire import FireAttack, FireImpulse, NameTarget, PickFirers
from grognard.games.thunder_at_cassino.impulses import Impulse
from grognard.games.thunder_at_cassino.losses import Pay
from grognard.games.thunder_at_cassino.movement import MoveImpulse
from grognard.games.thunder_at_cassino.setup import Bombardment
from grognard.games.thunder_at_cassino.state import Thunder
from grognard.tables import opposed

DAWDLE = 0.04
"""What a Movement Factor spent in vain weighs."""
IDLE = 2.5
"""What an impulse weighs that has been begun without anything done: it can no longer be a pass."""
WIDEST = 24
WORTH = tuple({MG: 3.5, OBS: 2.5}.get(KIND[u], float(POINTS[u])) for u in range(TROOPS))
"""By unit: the loss of it, in casualty points; a machine gun is worth more than it pays."""


AWAY = 0.5
"""What a unit that retreats weighs: it is Committed and out of its place, but alive."""
CROWD = 10
"""Combat units beyond which a Group cannot be hurt less."""


def toll(points: int, many: int) -> float:
    """What points cost a Group of so many Combat units: who can, retreats for one; the rest is paid with lives."""
    if points <= 0:
        return 0.0
    killed = max(0, points - many + 1) // 2
    return min(3.0 * killed + AWAY * min(points, max(0, many - killed)), max(3.0 * many, 2.0))


def _tolls() -> tuple[tuple[float, ...], ...]:
    """By Combat units of the Group and lead of attack over defence before dice, from -WIDEST: the toll expected."""
    chances = opposed(2, 2)
    leads = range(-WIDEST, WIDEST + 1)
    return tuple(
        tuple(float(sum(toll(x + lead, many) * p for x, p in chances.items())) for lead in leads)
        for many in range(CROWD + 1)
    )


TOLL = _tolls()


def pending(s: Thunder) -> float:
    """What the steps on the stack, down to the impulse, are expected to do."""
    value = 0.0
    for step in reversed(s.stack):
        if type(step) is Impulse:
            break
        value += _pending(s, step)
    if s.melee is not None:
        value += sum([WORTH[u] if OWNER[u] else -WORTH[u] for u in s.melee.doomed])
    return value


def _pending(s: Thunder, step: Step) -> float:
    if type(step) is MoveImpulse:
        lost = DAWDLE * sum([s.spent[u] for u in step.out]) if step.acted else IDLE
        return -lost if step.side == ALLIED else lost
    if type(step) is FireImpulse:
        return 0.0 if step.hit else -IDLE if step.side == ALLIED else IDLE
    if type(step) is Pay:
        return _signed(step.attack, toll(step.owed, _many(s, step.attack)))
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
        return -IDLE if OWNER[step.gun] == ALLIED else IDLE
    if type(step) is CloseAttack and not step.die:
        return _blow(step.attackers, step.target)
    if type(step) is Pairing:
        return _pairs(step)
    if type(step) is Bombardment and step.owed > 0:
        return float(step.owed)
    return 0.0


def _promised(s: Thunder, a: Attack) -> float:
    """The toll expected of an attack whose dice are still to be thrown."""
    if not vulnerable(s, a):
        return 0.0
    lead = total(attack_terms(a)) - total(defence_terms(s, a))
    return _signed(a, TOLL[_many(s, a)][max(0, min(2 * WIDEST, lead + WIDEST))])


def _rolled(s: Thunder, step: FireAttack) -> float:
    a = step.attack
    if len(step.dice) < 2 or min(step.dice) < 0 or not vulnerable(s, a):
        return _promised(s, a)
    points = total(attack_terms(a)) + step.dice[0] - total(defence_terms(s, a)) - step.dice[1]
    return _signed(a, toll(points, _many(s, a)))


def _many(s: Thunder, a: Attack) -> int:
    return min(CROWD, sum([COMBAT[u] for u in group_in(s, a.target, 1 - a.side, a.group)]))


def _signed(a: Attack, worth: float) -> float:
    return worth if a.side == ALLIED else -worth


def _blow(attackers: tuple[UnitId, ...], target: UnitId) -> float:
    chance = min(1.0, max(0.0, (1 + modifier(attackers, target)) / 6))
    worth = chance * WORTH[target]
    return worth if OWNER[target] == GERMAN else -worth


def _pairs(step: Pairing) -> float:
    groups: dict[UnitId, list[UnitId]] = {}
    for attacker, target in step.pairs:
        groups.setdefault(target, []).append(attacker)
    return sum([_blow(tuple(attackers), target) for target, attackers in groups.items()])
