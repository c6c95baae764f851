"""The battle board: both lines with their steps, shots left and chances, and who could get a step back."""

from collections.abc import Callable

from grognard.core import UnitId
from grognard.games.second_front_now.content import IS_ARTILLERY, SPACE_NAMES, STEPS
from grognard.games.second_front_now.rules.aftermath import BreakOff, RetreatCall
from grognard.games.second_front_now.rules.dice import hit_chance
from grognard.games.second_front_now.rules.fire import fire_value, legal_targets
from grognard.games.second_front_now.rules.odds import BARRAGE, DEFENSIVE
from grognard.games.second_front_now.rules.state import Battle, SecondFront
from grognard.games.second_front_now.rules.volley import Shot, Volley, shooters
from grognard.look.scene import Clash, Fighter

Say = Callable[..., str]
ATTACKERS, DEFENDERS = 0, 1


def clash(s: SecondFront, say: Say) -> Clash | None:
    """What lies on the battle board."""
    b = s.battle
    if b is None or any(u < 0 for u in (*b.attackers, *b.defenders)):
        return None
    stage, shots = _volley(s, b)
    firing = -1 if stage < 0 else DEFENDERS if stage == DEFENSIVE else ATTACKERS
    told = [say("strike_of", n=b.bonus)] if b.bonus else []
    told += [say("fleet")] if b.naval else []
    told += [say("luftwaffe")] if b.luftwaffe else []
    return Clash(
        title=say("attack_from", source=SPACE_NAMES[b.source], hex=SPACE_NAMES[b.target]),
        rule="13.1",
        about=", ".join(told),
        lines=(
            (b.side, _line(s, b, b.attackers, b.defenders, shots)),
            (1 - b.side, _line(s, b, b.defenders, b.attackers, shots)),
        ),
        firing=firing,
    )


def _volley(s: SecondFront, b: Battle) -> tuple[int, dict[UnitId, int]]:
    """The fire step under way, and the shots each unit has still to fire in it."""
    for step in reversed(s.stack):
        if type(step) is Volley or type(step) is Shot:
            left = {u: s.steps[u] for u in shooters(s, b, step.stage) if u not in step.done}
            if step.left:
                left[step.unit] = step.left
            return step.stage, left
    return -1, {}


def _line(
    s: SecondFront, b: Battle, units: tuple[UnitId, ...], targets: tuple[UnitId, ...], shots: dict[UnitId, int]
) -> tuple[Fighter, ...]:
    """One line, artillery last as it stands behind; chances in the order in which the other line is shown."""
    other = in_line(targets)
    open = _gives_back(s, b)
    aims = set(legal_targets([s.steps[t] for t in other], [IS_ARTILLERY[t] for t in other]))
    return tuple(
        Fighter(
            unit=u,
            steps=s.steps[u],
            full=STEPS[u],
            shots=shots.get(u, 0),
            rear=IS_ARTILLERY[u],
            back=open and u in b.losses,
            chances=tuple([_percent(s, b, u, t) if k in aims and s.steps[u] else -1 for k, t in enumerate(other)]),
        )
        for u in in_line(units)
    )


def _gives_back(s: SecondFront, b: Battle) -> bool:
    """Whether steps lost in the fire under way, or just over, may still come back: none of the barrage do, and none
    once their owner has been asked."""
    if b.extra or b.broke_off or b.retreated:
        return False
    stage, _ = _volley(s, b)
    return stage > BARRAGE if stage >= 0 else type(s.stack[-1]) in (BreakOff, RetreatCall)


def in_line(units: tuple[UnitId, ...]) -> list[UnitId]:
    """The order of a line on the board: artillery behind the others."""
    return sorted(units, key=lambda u: IS_ARTILLERY[u])


def _percent(s: SecondFront, b: Battle, unit: UnitId, target: UnitId) -> int:
    return round(100 * hit_chance(fire_value(s, b, unit, target)))
