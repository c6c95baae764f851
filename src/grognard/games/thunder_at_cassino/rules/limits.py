"""7.3: what happens to an Area that holds more units than allowed when an impulse ends."""

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    ARMOR,
    BOARD,
    DEAD,
    KIND,
    LOST,
    OBS,
    SIDE,
    TROOPS,
    Side,
)
from grognard.games.thunder_at_cassino.rules.events import Surplus
from grognard.games.thunder_at_cassino.rules.state import (
    ARMORED,
    CROWDED,
    WEIGHT,
    Thunder,
    excess,
    place,
    seat,
)


class GiveUp(Option, frozen=True):
    """Take a surplus unit off the map."""

    unit: UnitId


GIVE_UP = tuple(GiveUp(UnitId(u)) for u in range(TROOPS))


@rule("14.34", "14.34.return")
def eliminate(s: Thunder, unit: int) -> None:
    """Take a unit out of play. Observers wait in their box for the next turn; everybody else is gone."""
    place(s, unit, LOST if KIND[unit] == OBS else DEAD)


def overfull(s: Thunder) -> tuple[Side, SpaceId] | None:
    """The first Area in which a side is over its limit."""
    for row in [row for row, tally in enumerate(s.tally) if tally & CROWDED]:
        if excess(s.tally[row], row % BOARD):
            return Side(row // BOARD), SpaceId(row % BOARD)
    return None


class Limits(Step, frozen=True):
    """7.3 At the end of an impulse the owner of an over-full Area eliminates units of his choice."""

    rule = "7.3"

    def ask(self, s: Thunder) -> Ask:
        found = overfull(s)
        if found is None:
            return None
        side, space = found
        surplus = [GIVE_UP[u] for u in self._surplus(s, side, space)]
        return Decision(seat(s, side), "surplus", "7.3", tuple(surplus), spaces=(space,))

    def take(self, s: Thunder, answer: GiveUp, note: Note) -> Steps:
        note(Surplus(answer.unit, SpaceId(s.loc[answer.unit])))
        eliminate(s, answer.unit)
        return (self,)

    def _surplus(self, s: Thunder, side: Side, space: SpaceId) -> list[int]:
        """Units of the kind there is too much of: Armor, or Infantry."""
        row = side * BOARD + space
        armor = excess(s.tally[row] & ARMORED, space)
        return [u for u in s.here[row] if (KIND[u] == ARMOR) == armor]

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        found = overfull(s)
        if isinstance(option, GiveUp) and found is not None:
            if option.unit in self._surplus(s, *found):
                return None
            return Refusal("7.3", "not_surplus", (option.unit,))
        return Refusal("7.3", "not_offered")


def fits_in(s: Thunder, unit: int, space: int) -> bool:
    """Whether one more unit keeps its side within the limits of a space."""
    return not excess(s.tally[SIDE[unit] * BOARD + space] + WEIGHT[unit], space)
