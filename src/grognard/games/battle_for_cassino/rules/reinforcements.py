"""17.0 Reinforcements and 10.13 the return of headquarters: entry zones, blocked ones, delay."""

from collections.abc import Iterator

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    ARMOUR,
    DUE,
    EDGE,
    ENTRY,
    GERMAN,
    GERMAN_RETURN,
    HEXES,
    HQ_LIST,
    LOADS,
    RETURNING,
    ROAD,
    SIDE,
    SLOPE,
    TO_COME,
    UNITS,
    WHOLE,
    ZONE,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import Entered, HqDelayed, HqReturned
from grognard.games.battle_for_cassino.rules.movement import INFILTRATION, Walk, infiltrates, march
from grognard.games.battle_for_cassino.rules.state import Battle, closed_to_armour, full, put, spoilt, zone
from grognard.games.battle_for_cassino.rules.supply import FULL
from grognard.maps import BIT, Set, mask, members
from grognard.maps.duties import duties, most


class EnterAt(Option, frozen=True):
    """Enter the map here."""

    hex: SpaceId


class Recall(Option, frozen=True):
    """This headquarters comes back first."""

    hq: UnitId


ENTER_AT = tuple(EnterAt(SpaceId(h)) for h in range(HEXES))
RECALL = tuple(Recall(u) for u in UNITS)


@rule("17.11", "17.12", "17.21", "17.22", "6.23", "15.0.effect")
def gates(s: Battle, unit: int) -> Set:
    """Hexes where a unit may come onto the map: its zone; if the enemy holds or controls every hex of it (armour: every
    road hex), the whole edge as well (ruling 34). Never a hex the enemy stands in; armour needs a road without ruins or
    a roadblock."""
    side = SIDE[unit]
    tank = bool(ARMOUR >> unit & 1)
    ground = ROAD if tank else WHOLE
    zone_hexes = ZONE[ENTRY[unit]] & ground
    taken = s.held[1 - side]
    if not zone_hexes & ~(taken | zone(s, 1 - side)):
        zone_hexes |= EDGE[ENTRY[unit]] & ground
    zone_hexes &= ~taken
    return zone_hexes & ~spoilt(s) if tank else zone_hexes


@rule("17.0", "17.0.procedure", "17.22", "2.2")
def refuse_entry(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a unit cannot enter now. Whoever is due may also come later, in the same zone."""
    if SIDE[unit] != side:
        return Refusal("17.0", "not_yours", (unit,))
    if s.loc[unit] != TO_COME:
        return Refusal("17.0", "not_waiting", (unit,))
    if DUE[unit] > s.turn:
        return Refusal("17.0", "not_due", (unit, DUE[unit]))
    return None if can_enter(s, unit) else Refusal("17.21", "no_gate", (unit,))


@rule("9.23", "17.23", "6.31")
def entries(s: Battle, unit: int) -> Iterator[SpaceId]:
    """Entry hexes with room, or from which the unit can move on at once."""
    for hex in members(gates(s, unit)):
        if not full(s, unit, hex) or (
            not _halts(s, unit, hex) and not LOADS >> unit & 1 and march(s, unit).next(hex, _toll(s, unit, hex))
        ):
            yield SpaceId(hex)


def can_enter(s: Battle, unit: int) -> bool:
    """Whether there is an entry hex: an empty one always has room."""
    return bool(gates(s, unit) & ~s.held[SIDE[unit]]) or next(entries(s, unit), None) is not None


@rule("6.31", "6.24", "13.31")
def _halts(s: Battle, unit: int, hex: int) -> bool:
    """Whether a unit placed here has to stay: on a slope (ruling 16), or in an enemy zone that it cannot pass."""
    return bool(SLOPE & BIT[hex]) or (bool(zone(s, 1 - SIDE[unit]) & BIT[hex]) and not infiltrates(s, unit))


@rule("13.31")
def _toll(s: Battle, unit: int, hex: int) -> int:
    """Points a unit that does not halt here has paid for being placed here: it passes enemy zones (ruling 39)."""
    return INFILTRATION if zone(s, 1 - SIDE[unit]) & BIT[hex] else 0


def due(s: Battle, side: Side) -> list[UnitId]:
    """Units that may enter now."""
    waiting = s.here.get(TO_COME, ())
    return [UnitId(u) for u in waiting if SIDE[u] == side and DUE[u] <= s.turn and can_enter(s, u)]


@rule("17.23", "17.0")
class Entry(Step, frozen=True):
    """17.2 Where a reinforcement enters; it moves on with its full allowance."""

    rule = "17.0.procedure"
    unit: UnitId

    def ask(self, s: Battle) -> Ask:
        options = tuple([ENTER_AT[h] for h in entries(s, self.unit)])
        return Decision(s.seats[SIDE[self.unit]], "entry", "17.0.procedure", options, units=(self.unit,))

    def take(self, s: Battle, answer: EnterAt, note: Note) -> Steps:
        unit, hex = self.unit, answer.hex
        put(s, unit, hex, note)
        note(Entered(unit, hex))
        if LOADS >> unit & 1:
            return ()
        s.moved |= 1 << unit
        return () if _halts(s, unit, hex) else (Walk(unit, hex, _toll(s, unit, hex), entered=True),)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not EnterAt:
            return Refusal("17.0.procedure", "not_offered")
        if option.hex in entries(s, self.unit):
            return None
        if s.held[1 - SIDE[self.unit]] & BIT[option.hex]:
            return Refusal("17.21", "enemy_there", (option.hex, option.hex))
        if not gates(s, self.unit) & BIT[option.hex]:
            if ZONE[ENTRY[self.unit]] & ROAD & BIT[option.hex]:  # closed to armour alone
                return closed_to_armour(s, option.hex)
            return Refusal("17.11", "not_its_zone", (self.unit, option.hex))
        return Refusal("9.23", "no_room", (option.hex, option.hex))


@rule("10.13", "17.21")
def return_gates(s: Battle, hq: int) -> list[SpaceId]:
    """Where a headquarters may come back, one to a hex: an Allied one on the edge hexes of its zone, a German one at
    5912, under enemy control or not. Only if the enemy stands in all of these is the rest of that edge open, as it is
    to reinforcements; to the Germans outside enemy zones (ruling 34)."""
    side = SIDE[hq]
    taken = s.held[1 - side]
    home = (mask(GERMAN_RETURN) if side == GERMAN else ZONE[ENTRY[hq]]) & ~taken
    if not home:
        home = EDGE[ENTRY[hq]] & ~taken if side == ALLIED else EDGE["F"] & ~(taken | zone(s, 1 - side))
    return [SpaceId(h) for h in members(home) if not full(s, hq, h)]


@rule("10.13", "10.32", "10.12")
class HqReturns(Step, frozen=True):
    """10.13 Headquarters spent before this Player-Turn come back with three increments, each where its owner likes.
    Where not all find a hex he names who comes; the others try again as the phase ends, and then wait (ruling 10)."""

    rule = "10.13"
    side: Side
    last: bool = False
    """The phase ends: who finds no hex now waits for the next."""
    named: int = -1
    """The headquarters its owner has named to come first."""

    def _due(self, s: Battle) -> list[UnitId]:
        return [hq for hq in HQ_LIST[self.side] if s.loc[hq] == RETURNING and not s.expended >> hq & 1]

    def _able(self, s: Battle) -> list[UnitId]:
        """Those it is about now: all that find a hex, if these are too few for them; else the first."""
        if self.named >= 0:
            return [UnitId(self.named)]
        found: dict[int, list[SpaceId]] = {hq: open_ for hq in self._due(s) if (open_ := return_gates(s, hq))}
        able = [UnitId(hq) for hq in found]
        return able if len(able) > most(duties(found)) else able[:1]

    def ask(self, s: Battle) -> Ask:
        able = self._able(s)
        if not able:
            return None
        options: list[Option]
        if len(able) > 1:
            prompt, options = "hq_first", [RECALL[hq] for hq in able]
        else:
            prompt, options = "hq_return", [ENTER_AT[h] for h in return_gates(s, able[0])]
        return Decision(
            s.seats[self.side], prompt, "10.13", tuple(options), units=tuple(able), numbers=(int(self.last),)
        )

    def take(self, s: Battle, answer: Recall | EnterAt, note: Note) -> Steps:
        if isinstance(answer, Recall):
            return (HqReturns(self.side, self.last, answer.hq),)
        (hq,) = self._able(s)
        put(s, hq, answer.hex, note)
        s.increments[hq] = FULL
        note(HqReturned(hq, answer.hex))
        return (HqReturns(self.side, self.last),)

    def auto(self, s: Battle, note: Note) -> Steps:
        if self.last:
            for hq in self._due(s):
                note(HqDelayed(hq))
        return ()

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        able = self._able(s)
        if type(option) is Recall and len(able) > 1:
            return None if option.hq in able else Refusal("10.13", "not_returning", (option.hq,))
        if type(option) is not EnterAt or len(able) > 1:
            return Refusal("10.13", "not_offered")
        (hq,) = able
        return None if option.hex in return_gates(s, hq) else Refusal("10.13", "not_its_zone", (hq, option.hex))
