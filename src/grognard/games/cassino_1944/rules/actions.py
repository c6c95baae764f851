"""4.1.1 Tactical actions: in its side's half each unit moves, attacks or passes, in any order."""

from grognard.core import DONE, Ask, Note, Option, Refusal, Seat, SpaceId, Step, Steps, UnitId, or_done, rule
from grognard.games.cassino_1944.content import (
    ALLIED,
    HEXES,
    NEAR,
    OF_NATION,
    ON_ROAD,
    ROSTER,
    SIDE,
    UNITS,
    Side,
)
from grognard.games.cassino_1944.rules.combat import ATTACK, Attack, Join, already_attacked, refuse_attack
from grognard.games.cassino_1944.rules.movement import Walk, can_move
from grognard.games.cassino_1944.rules.state import Cassino
from grognard.maps import members


class Move(Option, frozen=True):
    """Move a unit."""

    unit: UnitId


MOVE = tuple(Move(u) for u in UNITS)


@rule("4.1.1.sequence", "5.2")
class Half(Step, frozen=True):
    """4.1.1 One player's half of an impulse: each unit acts once; what is left when he is done has passed."""

    rule = "4.1.1"
    side: Side

    def turn_of(self, s: Cassino) -> Seat | None:
        return s.seats[self.side]

    def ask(self, s: Cassino) -> Ask:
        side, acted, loc = self.side, s.acted, s.loc
        enemy = s.held[1 - side]
        options: list[Option] = []
        near = 0
        for unit in ROSTER[side]:
            if acted >> unit & 1:
                continue
            at = loc[unit]
            if at < HEXES:
                near |= NEAR[at]
                if can_move(s, unit, at, enemy):
                    options.append(MOVE[unit])
        for target in members(near & enemy):
            if not already_attacked(s, SpaceId(target)):
                options.append(ATTACK[target])
        return or_done(s.seats[side], "half", "4.1.1", options)

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is Move:
            unit = answer.unit
            s.acted |= 1 << unit
            return (Walk(unit, 0, ON_ROAD[s.loc[unit]]), self)
        if type(answer) is Attack:
            return (Join(self.side, answer.hex), self)
        return ()

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        if option == DONE:
            return None
        if type(option) is Attack:
            return refuse_attack(s, self.side, option.hex)
        if type(option) is not Move:
            return Refusal("4.1.1", "not_offered")
        unit = option.unit
        if SIDE[unit] != self.side:
            return Refusal("4.1.order", "not_yours", (unit,))
        if s.loc[unit] >= HEXES:
            return Refusal("5.1", "not_on_map", (unit,))
        if self.side == ALLIED and s.nation >= 0 and not OF_NATION[s.nation] >> unit & 1:
            return Refusal("10.3.choice", "not_activated", (unit, s.nation))
        if s.acted >> unit & 1:
            return Refusal("4.1.1", "acted", (unit,))
        return None if can_move(s, unit, s.loc[unit], s.held[1 - self.side]) else Refusal("5.1", "no_way", (unit,))
