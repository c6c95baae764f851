"""2.2 The ten-sided die, and the two six-sided ones that may stand for it (15.10)."""

from grognard.core import Dice, Roll, rule
from grognard.games.second_front_now.content import DECIMAL
from grognard.games.second_front_now.rules.state import SecondFront

_FORM = ((1,),)
FACES = 10


@rule("2.2", "15.10")
def ten_sided(s: SecondFront, purpose: str, case: str, upto: tuple[int, ...] = ()) -> Roll:
    """A roll of 1 to 10. `upto`: the faces at which the result changes, where nothing else matters."""
    if s.rules.six_sided:
        return Roll((6, 6), purpose, case)
    if upto:
        return Roll((10,), purpose, case, matters=_FORM, breaks=(upto,))
    return Roll((10,), purpose, case)


def hit_chance(need: int) -> float:
    """How likely one roll shows this number or less; pairs of dice that give no number are rolled again."""
    return need / FACES


@rule("15.10")
def read(s: SecondFront, dice: Dice) -> int:
    """The number rolled; 0: the pair of dice gives none and is rolled again."""
    if s.rules.six_sided:
        return DECIMAL.get((dice[0], dice[1]), 0)
    return dice[0]
