"""5.5 Collateral damage: ruins, then a stack of the firer's choice, then one of his opponent's; no further."""

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    ARMOUR,
    HEXES,
    MARRED,
    NEAR,
    Side,
    disc,
)
from grognard.games.battle_for_cassino.rules.events import CollateralHit, Ruined, Trapped
from grognard.games.battle_for_cassino.rules.state import Battle
from grognard.games.battle_for_cassino.rules.strikes import column, face, strike, struck
from grognard.maps import BIT, Set, mask, members


class Collateral(Struct, frozen=True):
    """The bombardment that causes it: where, on which column, observed or not, and how far the damage reaches."""

    hex: SpaceId
    points: int
    seen: bool
    reach: int


class Blast(Option, frozen=True):
    """The stack in this hex takes the damage."""

    hex: SpaceId


BLAST = tuple(Blast(SpaceId(h)) for h in range(HEXES))


@rule("5.51", "5.51.last", "5.51.armor", "5.6", "16.12")
class Ruin(Step, frozen=True):
    """5.51 If the target is a building or road hex, it and all building and road hexes next to it become ruins, whoever
    stands there (ruling 42); armour in them is trapped."""

    rule = "5.51"
    hit: Collateral

    def auto(self, s: Battle, note: Note) -> Steps:
        target = self.hit.hex
        if not MARRED & BIT[target]:
            return ()
        spoiled = (NEAR[target] | BIT[target]) & MARRED
        new = spoiled & ~mask(s.ruins)
        if new:
            fresh = tuple(SpaceId(h) for h in members(new))
            s.ruins = tuple(sorted((*s.ruins, *fresh)))
            note(Ruined(target, fresh))
        for hex in members(spoiled):
            for unit in s.here.get(hex, ()):
                if ARMOUR >> unit & 1 and not s.immobile >> unit & 1:
                    s.immobile |= 1 << unit
                    note(Trapped(UnitId(unit), SpaceId(hex)))
        return ()


@rule("5.52", "5.55", "5.54")
def stacks(s: Battle, side: Side, hit: Collateral) -> Set:
    """Hexes of a side that may take the damage: in reach of the target, not it, none twice in a Player-Turn."""
    return s.held[side] & disc(hit.hex, hit.reach) & ~BIT[hit.hex] & ~mask(s.scarred)


@rule("5.54", "5.8.paren", "5.32")
class Secondary(Step, frozen=True):
    """5.52 One stack of the other side takes the same column, with the same two for want of an observer."""

    rule = "5.52"
    side: Side
    """Who chooses: the other side suffers."""
    hit: Collateral
    chosen: int = -1

    def ask(self, s: Battle) -> Ask:
        if self.chosen >= 0:
            return Roll((6,), "collateral", "5.52")
        found = stacks(s, Side(1 - self.side), self.hit)
        if not found:
            return None
        options = tuple([BLAST[hex] for hex in members(found)])
        firer = self.side == s.side
        return Decision(
            s.seats[self.side], "collateral" if firer else "collateral_back", "5.52" if firer else "5.53", options,
            spaces=(self.hit.hex,), numbers=(self.hit.points,),
        )  # fmt: skip

    def take(self, s: Battle, answer: Blast | tuple[int, ...], note: Note) -> Steps:
        if isinstance(answer, Blast):
            s.scarred = tuple(sorted((*s.scarred, answer.hex)))
            return (replace(self, chosen=answer.hex),)
        result = strike(self.hit.points, answer[0], self.hit.seen)
        hex = SpaceId(self.chosen)
        hit, die = self.hit, answer[0]
        told = replace(result, collateral=False).text
        note(CollateralHit(hex, column(hit.points), hit.seen, die, face(die, hit.seen), told, self.side))
        return struck(s, hex, result, note)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Blast:
            return Refusal("5.52", "not_offered")
        hex = option.hex
        if not s.held[1 - self.side] & BIT[hex]:
            return Refusal("5.52", "no_enemy", (hex,))
        if hex == self.hit.hex:
            return Refusal("5.52", "not_the_target", (hex,))
        if hex in s.scarred:
            return Refusal("5.55", "scarred", (hex,))
        if not disc(self.hit.hex, self.hit.reach) & BIT[hex]:
            return Refusal("5.52", "out_of_reach", (hex, self.hit.reach))
        return None
