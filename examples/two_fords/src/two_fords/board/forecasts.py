"""The results table, and the odds of the attack in question, from the record that the step rolls on."""

from grognard.core import Option
from grognard.look.battles import Battles
from grognard.tables import Resolution
from two_fords import GAME
from two_fords.content import RESULTS
from two_fords.rules.combat import Attack, Fighting, Muster, resolution
from two_fords.rules.state import Fords


def attack(view: Fords, option: Option | None) -> tuple[int, Resolution[str]] | None:
    """The attack an option begins or forms, or the one that is being formed."""
    top = view.stack[-1] if view.stack else None
    if isinstance(option, Attack) and isinstance(top, Fighting):
        target, units = option.space, tuple(top.attackers(view, option.space))
    elif isinstance(top, Muster):
        target, units = top.target, top.formed(view, option)
    else:
        return None
    return (target, resolution(view, target, units)) if units else None


ORDER = ("AE", "AR", "NE", "DR", "DE")
BATTLES = Battles(GAME, RESULTS, attack, ORDER, ("4.2", "4.3", "4.4"), {"held": lambda result: result[0] != "D"})
