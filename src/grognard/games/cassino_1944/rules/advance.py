"""6.5 Post-combat advance of the winner, attacker or defender."""

from grognard.core import DONE, Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, or_done, rule
from grognard.games.cassino_1944.content import MOUNTAIN, SIDE, WATER, Side
from grognard.games.cassino_1944.rules.crossings import PASSAGES, crossing
from grognard.games.cassino_1944.rules.events import Advanced
from grognard.games.cassino_1944.rules.movement import GO, LIMIT, STOP, Go, Stop
from grognard.games.cassino_1944.rules.state import Cassino, enter
from grognard.maps import EVERY, Set, mask


class Advance(Option, frozen=True):
    """Choose a unit to advance."""

    unit: UnitId


@rule("6.5.first", "6.5.stop", "5.3.limit")
def advance_hexes(s: Cassino, unit: UnitId, at: SpaceId, left: int, front: Set) -> list[SpaceId]:
    """Hexes the unit may enter next with `left` hexes to go; `front`: those allowed, `EVERY` after the first."""
    if not left:
        return []
    enemy, here = s.held[1 - SIDE[unit]], s.here
    found = []
    for b, bit, _, _, _, barrier in PASSAGES[s.rules.mountain_movement][unit][at]:
        if not front & bit or enemy & bit:
            continue
        if len(here[b]) - (unit in here[b]) >= LIMIT and (barrier or not advance_hexes(s, unit, b, left - 1, EVERY)):
            continue
        found.append(b)
    return found


class PostCombatAdvance(Step, frozen=True):
    """6.5 The winner may advance any of his surviving units up to the difference in hexes."""

    rule = "6.5.distance"
    side: Side
    distance: int
    units: tuple[UnitId, ...]
    """May still advance."""
    front: tuple[SpaceId, ...]
    """Hexes the losers held."""

    def ask(self, s: Cassino) -> Ask:
        front = _front(s, self)
        if not front:
            return None
        options: list[Option] = [Advance(u) for u in self.units if advance_hexes(s, u, s.loc[u], self.distance, front)]
        return or_done(
            s.seats[self.side], "advance", "6.5.distance", options, spaces=self.front, numbers=(self.distance,)
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is not Advance:
            return ()
        rest = tuple([u for u in self.units if u != answer.unit])
        return (
            AdvanceUnit(answer.unit, self.distance, self.front),
            PostCombatAdvance(self.side, self.distance, rest, self.front),
        )

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        if option == DONE:
            return None
        if type(option) is not Advance:
            return Refusal("6.5.distance", "not_offered")
        if option.unit not in self.units:
            return Refusal("6.5.distance", "not_winning", (option.unit,))
        if advance_hexes(s, option.unit, s.loc[option.unit], self.distance, _front(s, self)):
            return None
        return Refusal("6.5.first", "no_advance", (option.unit,))


def _front(s: Cassino, step: PostCombatAdvance) -> Set:
    """The losers' hexes that no enemy holds now."""
    return mask(step.front) & ~s.held[1 - step.side]


class AdvanceUnit(Step, frozen=True):
    """6.5 One unit advances, hex by hex; water and mountain hexsides end it, the enemy's nearness does not."""

    rule = "6.5.stop"
    unit: UnitId
    left: int
    front: tuple[SpaceId, ...]
    """Where the first hex must be; empty after it."""

    def ask(self, s: Cassino) -> Ask:
        unit, at = self.unit, s.loc[self.unit]
        onward = advance_hexes(s, unit, at, self.left, _bits(self.front))
        if not onward:
            return None
        options: list[Option] = [GO[h] for h in onward]
        default = -1
        if not self.front and len(s.here[at]) <= LIMIT:
            options.append(STOP)
            default = len(options) - 1
        rule = "6.5.first" if self.front else "6.5.stop"
        return Decision(
            s.seats[SIDE[unit]],
            "advance_unit",
            rule,
            tuple(options),
            default=default,
            units=(unit,),
            numbers=(self.left,),
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        if type(answer) is not Go:
            return ()
        unit, at, hex = self.unit, s.loc[self.unit], answer.hex
        note(Advanced(unit, hex))
        enter(s, unit, hex, note)
        if self.left == 1 or (WATER[at] | MOUNTAIN[at]) >> hex & 1:
            return ()
        return (AdvanceUnit(unit, self.left - 1, ()),)

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        unit, at = self.unit, s.loc[self.unit]
        if type(option) is Stop:
            if self.front:
                return Refusal("6.5.first", "not_begun", (unit,))
            return None if len(s.here[at]) <= LIMIT else Refusal("5.3.limit", "full", (at,))
        if type(option) is not Go:
            return Refusal("6.5.distance", "not_offered")
        refusal = crossing(s, unit).why_not(at, 0, option.hex)
        if refusal is not None:
            return refusal
        if self.front and option.hex not in self.front:
            return Refusal("6.5.first", "not_vacated", (option.hex,))
        if option.hex in advance_hexes(s, unit, at, self.left, _bits(self.front)):
            return None
        return Refusal("5.3.limit", "full", (option.hex,))


def _bits(front: tuple[SpaceId, ...]) -> Set:
    return mask(front) if front else EVERY
