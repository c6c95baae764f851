"""12.3 Support fire at the units of a hex under assault."""

from grognard.core import NO, Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import HEXES, SUPPORT, UNITS, Side
from grognard.games.battle_for_cassino.rules.fire import PickFirers, under_fire
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, aimed_at
from grognard.maps import BIT, mask


class Target(Option, frozen=True):
    """Fire at this unit."""

    unit: UnitId


TARGET = tuple(Target(u) for u in UNITS)


@rule("12.32", "8.22", "8.23")
def refuse_target(s: Battle, a: Assault, unit: int) -> Refusal | None:
    """Why a unit cannot be a target: only those in the hexes assaulted, reserves that have come included, each once in
    a hex (ruling 8)."""
    if s.loc[unit] >= HEXES or s.loc[unit] not in a.hexes:
        return Refusal("12.32", "not_under_assault", (unit,))
    if unit in a.targets:
        return Refusal("8.23", "once_a_hex", (unit, s.loc[unit]))
    return None


@rule("12.31", "12.33", "12.34", "12.35", "4.1.C.support", "10.44")
class SupportFire(Step, frozen=True):
    """12.35 After the reserves the attacker may use his unengaged companies against single defenders."""

    rule = "12.31"
    side: Side

    def ask(self, s: Battle) -> Ask:
        a = s.assault
        assert a is not None
        exposed = under_fire(s, self.side, SUPPORT, mask(a.hexes))
        if not exposed:
            return None
        options: list[Option] = [
            TARGET[u]
            for hex in a.hexes
            if exposed & BIT[hex]
            for u in s.here.get(hex, ())
            if refuse_target(s, a, u) is None
        ]
        if not options:
            return None
        return Decision(s.seats[self.side], "support", "12.35", (NO, *options), default=0, spaces=a.hexes)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        a = s.assault
        assert a is not None
        if type(answer) is not Target:
            return ()
        unit = answer.unit
        s.assault = aimed_at(a, unit)
        hex = s.loc[unit]
        return (PickFirers(self.side, SUPPORT, unit, hex, hex), self)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        a = s.assault
        assert a is not None
        if option == NO:
            return None
        if type(option) is not Target:
            return Refusal("12.31", "not_offered")
        told = refuse_target(s, a, option.unit)
        if told is not None:
            return told
        at: SpaceId = s.loc[option.unit]
        return None if under_fire(s, self.side, SUPPORT, BIT[at]) else Refusal("12.31", "nobody_can_fire", (at,))
