"""12.44 Advance after combat: surviving attackers may enter a hex that the defender has left."""

from msgspec.structs import replace

from grognard.core import DONE, Ask, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, or_done, rule
from grognard.games.battle_for_cassino.content import (
    ARMOUR,
    FORBIDDEN,
    GERMAN,
    GRID,
    HEXES,
    OPS,
    ROADS,
    SIDE,
    TOUCH,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import Advanced
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, closed_to_armour, full, pinned, put
from grognard.maps import BIT


class Advance(Option, frozen=True):
    """This unit enters the hex."""

    unit: UnitId
    hex: SpaceId


@rule("12.44", "6.25", "5.43.advance", "14.11", "16.0", "6.23", "9.23", "15.12")
def refuse_advance(s: Battle, a: Assault, unit: int, hex: int, left: tuple[tuple[int, int], ...]) -> Refusal | None:
    """Why a unit cannot advance into a hex (ruling 26); it does so once. `left`: hexes that attackers have left, and
    for where."""
    at = s.loc[unit]
    if hex not in a.hexes or s.held[1 - a.side] & BIT[hex]:
        return Refusal("12.44", "not_vacated", (hex,))
    if SIDE[unit] != a.side or at >= HEXES:
        return Refusal("12.44", "not_yours", (unit,))
    if OPS >> unit & 1:
        if (at, hex) not in left:
            return Refusal("5.43.advance", "with_its_stack", (unit,))
    elif unit not in a.attackers:
        return Refusal("12.44", "no_attacker_unit", (unit,))
    if unit in a.advanced:
        return Refusal("12.44", "advanced_before", (unit,))
    if at == hex:
        return Refusal("12.44", "there_already", (unit,))
    if not TOUCH[at] & BIT[hex]:
        return Refusal("12.44", "not_next_to", (unit, hex))
    if pinned(s) >> unit & 1:
        return Refusal("14.11", "pinned", (unit,))
    if s.builders >> unit & 1:
        return Refusal("15.12", "building", (unit,))
    if a.side == GERMAN and FORBIDDEN & BIT[hex]:
        return Refusal("6.25", "entry_zone_near", (hex, at))
    if full(s, unit, hex):
        return Refusal("9.23", "no_room", (hex, at))
    if ARMOUR >> unit & 1:
        if s.immobile >> unit & 1:
            return Refusal("16.11", "immobile", (unit,))
        if GRID.side(at, hex) not in ROADS:
            return Refusal("16.0", "roads_only", (at, hex))
        return closed_to_armour(s, hex)
    return None


class AdvanceAfterCombat(Step, frozen=True):
    """12.44 The attacker's choice, one unit at a time."""

    rule = "12.44"
    side: Side
    left: tuple[tuple[int, int], ...] = ()

    def ask(self, s: Battle) -> Ask:
        a = s.assault
        assert a is not None
        options: list[Option] = []
        for hex in a.hexes:
            if s.held[1 - a.side] & BIT[hex]:
                continue
            units = list(a.attackers)
            for start, to in self.left:
                if to == hex:
                    units += [UnitId(u) for u in s.here.get(start, ()) if OPS >> u & 1]
            options += [
                Advance(u, hex) for u in dict.fromkeys(units) if refuse_advance(s, a, u, hex, self.left) is None
            ]
        return or_done(s.seats[self.side], "advance", "12.44", options, spaces=a.hexes)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is not Advance:
            return ()
        a, at = s.assault, s.loc[answer.unit]
        assert a is not None
        s.assault = replace(a, advanced=tuple(sorted((*a.advanced, answer.unit))))
        note(Advanced(answer.unit, answer.hex))
        put(s, answer.unit, answer.hex, note)
        return (replace(self, left=tuple(sorted({*self.left, (at, answer.hex)}))),)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        a = s.assault
        assert a is not None
        if option == DONE:
            return None
        if type(option) is not Advance:
            return Refusal("12.44", "not_offered")
        return refuse_advance(s, a, option.unit, option.hex, self.left)
