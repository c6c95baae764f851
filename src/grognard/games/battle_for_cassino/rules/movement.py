"""6.0 Movement: one unit at a time, hex by hex, carrying headquarters and observers; slopes, zones, stacking."""

from functools import cache, lru_cache

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    ALLIED,
    ARMOUR,
    BY_ROAD,
    ENGINEERS,
    FORBIDDEN,
    GERMAN,
    GURKHAS,
    HEXES,
    HQS,
    LOADS,
    MARRED,
    MOVES,
    OF_SIDE,
    OPPORTUNITY,
    SIDE,
    UNITS,
    WALKS,
    WHOLE,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import BlockRemoved, Brought, Dropped, Marched
from grognard.games.battle_for_cassino.rules.fire import CeaseFire, Fires, Leg, cleared
from grognard.games.battle_for_cassino.rules.state import (
    Battle,
    crowd,
    flags,
    full,
    night,
    pinned,
    put,
    ruined,
    spoilt,
    zone,
)
from grognard.games.battle_for_cassino.rules.terrain import COSTS, Ground
from grognard.maps import BIT, EVERY, Bar, March, NoEnd, PricedSteps, Reach, Set, Stop, Toll, mask, members

UNBLOCK = 15
"""Points an engineer company pays to remove a roadblock (15.22)."""
AFTER_CLEARING = 10
"""Most points of an engineer that has cleared ruins (5.63)."""
INFILTRATION = 3
"""What a Gurkha company pays at night for each enemy-controlled hex (13.31)."""


class Go(Option, frozen=True):
    """Move to the next hex."""

    hex: SpaceId


class Carry(Option, frozen=True):
    """Pick up a headquarters or an observation post."""

    unit: UnitId


class Drop(Option, frozen=True):
    """Put it down here."""

    unit: UnitId


class Unblock(Option, frozen=True):
    """Remove the roadblock in this hex."""


class Halt(Option, frozen=True):
    """End the move here."""


GO = tuple(Go(SpaceId(h)) for h in range(HEXES))
CARRY = tuple(Carry(u) for u in UNITS)
DROP = tuple(Drop(u) for u in UNITS)
UNBLOCKED, HALT = Unblock(), Halt()

_BAN = (Bar("6.25", "entry_zone_near", FORBIDDEN),)


@rule("6.0", "6.12", "10.46", "5.63", "11.33")
def allowance(s: Battle, unit: int) -> int:
    """The points a unit may spend in this phase: halved if it began out of supply (10.46), less what reorganisation
    cost it; an engineer that has cleared ruins has ten at most. None is saved or lent."""
    points = MOVES[unit]
    if s.unsupplied >> unit & 1:
        points //= 2
    points -= s.spent[unit]
    if s.cleared >> unit & 1:
        points = min(points, AFTER_CLEARING)
    return points


@rule("13.31")
def infiltrates(s: Battle, unit: int) -> bool:
    """Whether enemy zones do not stop a unit but cost it points: a Gurkha company by night."""
    return bool(GURKHAS >> unit & 1) and night(s)


def ground(s: Battle, unit: int) -> PricedSteps:
    return COSTS.on(Ground(bool(ARMOUR >> unit & 1), night(s), bool(s.climbers >> unit & 1), spoilt(s), ruined(s)))


@rule("6.21", "6.24", "6.25", "7.0", "7.21", "7.22", "9.23", "13.31", "6.13", "6.32", "6.33", "16.0")
def march(s: Battle, unit: int, loads: tuple[UnitId, ...] = ()) -> March:
    """A unit's rules of movement now. Zones stop it and bar the way from one to the next (ruling 18); Gurkhas pass them
    at night for three points each. Nobody may end a move in a hex that has no room for him and what he carries."""
    side = SIDE[unit]
    foe = 1 - side
    bars, stops, tolls = _enemies(side, s.held[foe], zone(s, foe), infiltrates(s, unit))
    ends = (NoEnd("9.23", "no_room", s.held[side], lambda hex: no_room(s, unit, loads, hex)),)
    priced, points = ground(s, unit), allowance(s, unit)
    return March(priced, points, bars, stops, tolls, ends, rule="6.13", stepwise="6.0.procedure")


@lru_cache(1024)
@rule("6.21", "6.24", "6.25", "7.0", "7.21", "7.22", "13.31")
def _enemies(
    side: Side, held: Set, controlled: Set, passing: bool
) -> tuple[tuple[Bar, ...], tuple[Stop, ...], tuple[Toll, ...]]:
    """What the enemy's hexes and zones do to a march: the same for a whole side, as long as he stands where he is."""
    bars: tuple[Bar, ...] = (Bar("6.21", "enemy_there", held),)
    if side == GERMAN:
        bars += _BAN
    if passing:
        return bars, (), (Toll(INFILTRATION, controlled),)
    return (*bars, Bar("7.0", "zone_to_zone", controlled, controlled)), (Stop("6.24", "zone", controlled),), ()


def no_room(s: Battle, unit: int, loads: tuple[UnitId, ...], hex: int) -> bool:
    """Whether a unit with its loads may not stay in a hex."""
    return full(s, unit, hex) or (bool(loads) and any(full(s, load, hex) for load in loads))


@rule("14.12")
def withdrawal(s: Battle, unit: int) -> March:
    """One hex out of the enemy's zones, for a unit pinned in one (ruling 45)."""
    plain = march(s, unit)
    away = Bar("14.12", "must_withdraw", zone(s, 1 - SIDE[unit]))
    one = Stop("14.12", "one_hex", EVERY)
    return replace(plain, bars=(plain.bars[0], away, *plain.bars[1:]), stops=(one,), tolls=())


def way(s: Battle, unit: int, loads: tuple[UnitId, ...] = ()) -> March:
    """The march a unit may make now, pinned or not."""
    return withdrawal(s, unit) if pinned(s) >> unit & 1 else march(s, unit, loads)


@cache
def dearest() -> int:
    """The most that any step on foot costs, whatever lies in ruins; by road it costs less."""
    table = COSTS.on(Ground(night=True, spoilt=MARRED))
    return max(cost for row in table.ways for _, cost, _ in row)


@cache
def strollers() -> int:
    """Units that can pay for any step even with half their points."""
    return mask([unit for unit in UNITS if MOVES[unit] // 2 >= dearest()])


def unhindered(s: Battle, side: Side) -> int:
    """The units on the map that can surely set out if they have not moved: beside an empty hex outside every zone
    (armour: by an open road), with points for any step, and neither pinned nor immobilised."""
    taken = s.held[ALLIED] | s.held[GERMAN] | zone(s, 1 - side)
    if side == GERMAN:
        taken |= FORBIDDEN
    free = WHOLE & ~taken
    held = pinned(s) | s.immobile | s.cleared
    if any(s.spent):
        held |= mask([unit for unit, paid in enumerate(s.spent) if paid and allowance(s, unit) < dearest()])
    for hex in members(s.held[side] & ~WALKS.around(free)):
        held |= mask(s.here[hex])
    for unit in flags(ARMOUR & OF_SIDE[side] & ~s.moved):
        at = s.loc[unit]
        if at < HEXES and not BY_ROAD.neighbours[at] & free & ~spoilt(s):
            held |= 1 << unit
    return strollers() & ~held


def movable(s: Battle, side: Side) -> list[UnitId]:
    """The units that may set out now."""
    loc, able = s.loc, unhindered(s, side)
    return [
        unit
        for unit in flags(OF_SIDE[side] & ~LOADS & ~s.moved & ~s.builders)
        if loc[unit] < HEXES and (able >> unit & 1 or refuse_move(s, unit) is None)
    ]


@rule("6.11", "6.22", "14.11", "14.12", "15.12", "16.11", "16.12", "16.13", "5.42", "10.13.carry", "5.51.armor")
def refuse_move(s: Battle, unit: int) -> Refusal | None:
    """Why a unit on the map cannot move (any more) in this phase."""
    at, bit = s.loc[unit], 1 << unit
    if SIDE[unit] != s.side:
        return Refusal("6.0", "not_yours", (unit,))
    if at >= HEXES:
        return Refusal("6.0", "not_on_map", (unit,))
    if LOADS & bit:
        return Refusal("6.22", "carried_only", (unit,))
    if s.moved & bit:
        return Refusal("6.0.procedure", "moved", (unit,))
    if s.builders & bit:
        return Refusal("15.12", "building", (unit,))
    if s.immobile & bit and not any(tank == unit for tank, _ in s.freed):
        return Refusal("16.11", "immobile", (unit,))
    if pinned(s) & bit and not zone(s, 1 - s.side) >> at & 1:
        return Refusal("14.11", "pinned", (unit,))
    if s.immobile & bit:
        return None if freed_way(s, unit) else Refusal("16.13", "no_way", (unit,))
    if allowance(s, unit) <= 0 or not way(s, unit).next(at, 0):
        return Refusal("14.12" if pinned(s) & bit else "6.13", "no_way", (unit,))
    return None


@rule("9.22")
def must_leave(s: Battle, side: Side) -> list[UnitId]:
    """Overstacked units that can still move away: the phase does not end before they have tried."""
    return [unit for unit in flags(s.crowded & OF_SIDE[side]) if refuse_move(s, unit) is None]


@rule("16.13", "9.23", "6.25")
def freed_way(s: Battle, unit: int, loads: tuple[UnitId, ...] = ()) -> list[SpaceId]:
    """The road hex of the engineer that has freed a tank: its only first step, for one point (ruling 33), where the
    tank may stay with what it carries, or go on."""
    found = []
    for tank, hex in s.freed:
        if SIDE[unit] == GERMAN and FORBIDDEN & BIT[hex]:
            continue
        if tank == unit and not s.held[1 - SIDE[unit]] >> hex & 1:
            onward = not held_at_engineers(s, unit, hex) and march(s, unit, loads).next(hex, 1)
            if onward or not no_room(s, unit, loads, hex):
                found.append(SpaceId(hex))
    return found


def held_at_engineers(s: Battle, unit: int, hex: int) -> bool:
    """Whether a freed tank has to stop in the hex of its engineers: in an enemy zone, or pinned."""
    return bool((zone(s, 1 - SIDE[unit]) >> hex | pinned(s) >> unit) & 1)


def may_carry(s: Battle, unit: int, load: int, loads: tuple[UnitId, ...]) -> Refusal | None:
    """Why a unit cannot pick up a headquarters or observer here."""
    if not LOADS >> load & 1 or SIDE[load] != SIDE[unit]:
        return Refusal("6.22", "no_load", (load,))
    if s.loc[load] != s.loc[unit]:
        return Refusal("6.22", "not_here", (load,))
    if load in loads:
        return Refusal("6.22", "carried_already", (load,))
    if pinned(s) >> load & 1:
        return Refusal("14.3" if HQS >> load & 1 else "14.11", "pinned", (load,))
    if s.carried >> load & 1:
        return Refusal("6.22", "carried_before", (load,))
    if pinned(s) >> unit & 1:
        return Refusal("14.12", "takes_nothing", (unit,))
    if HQS >> load & 1 and any(HQS >> u & 1 for u in loads):
        return Refusal("6.22", "one_hq", (load,))
    return None


@rule("6.22", "9.23", "6.24", "6.11", "8.0.procedure", "6.0.interrupt")
class Walk(Step, frozen=True):
    """6.0 One unit moves, hex by hex; picking up, putting down and clearing a roadblock are part of its way."""

    rule = "6.0.procedure"
    unit: UnitId
    start: SpaceId
    spent: int
    legs: tuple[Leg, ...] = ()
    loads: tuple[UnitId, ...] = ()
    worked: bool = False
    """It has removed a roadblock where it stood before its first step."""
    held: bool = False
    """It has to stop here."""
    entered: bool = False
    """It has come onto the map with this move and may stay where it is."""

    def points_used(self) -> int | None:
        return self.spent

    def _march(self, s: Battle) -> March:
        return way(s, self.unit, self.loads)

    def _load_fits(self, s: Battle, load: int) -> bool:
        """Whether a load may be put down here: one headquarters a hex."""
        return not full(s, load, s.loc[self.unit])

    def _may_end(self, s: Battle) -> bool:
        at = s.loc[self.unit]
        return not no_room(s, self.unit, self.loads, at)

    def _begun(self) -> bool:
        """Whether the move may end where it is, if there is room."""
        return bool(self.legs or self.worked or self.entered)

    def _next(self, s: Battle) -> list[SpaceId]:
        """The hexes it may enter now."""
        at, unit = s.loc[self.unit], self.unit
        if not self.legs and s.immobile >> unit & 1:
            return freed_way(s, unit, self.loads)
        return [SpaceId(b) for b, _, _ in self._march(s).next(at, self.spent)]

    def _stuck(self, s: Battle) -> bool:
        """Whether the move could neither end here nor go on."""
        return not (self._begun() and self._may_end(s)) and not self._next(s)

    def _loaded(self, load: UnitId) -> "Walk":
        return replace(self, loads=tuple(sorted((*self.loads, load))))

    def _may_carry(self, s: Battle, load: UnitId) -> Refusal | None:
        told = may_carry(s, self.unit, load, self.loads)
        if told is None and self._loaded(load)._stuck(s):
            return Refusal("9.23", "stuck_with", (self.unit, load))
        return told

    def _may_unblock(self, s: Battle) -> Refusal | None:
        at, unit = s.loc[self.unit], self.unit
        if not ENGINEERS >> unit & 1:
            return Refusal("15.22", "engineers_only", (unit,))
        if at not in s.blocks:
            return Refusal("15.22", "no_block", (at,))
        if zone(s, 1 - SIDE[unit]) >> at & 1:
            return Refusal("15.21", "enemy_controlled", (at,))
        left = allowance(s, unit) - self.spent
        if left < UNBLOCK or pinned(s) >> unit & 1:
            return Refusal("15.22", "too_dear", (at, UNBLOCK, left))
        after = replace(self, spent=self.spent + UNBLOCK, worked=True)
        return Refusal("9.23", "no_room", (at, at)) if after._stuck(s) else None

    def ask(self, s: Battle) -> Ask:
        if self.held:
            return None
        unit = self.unit
        at = s.loc[unit]
        options: list[Option] = [GO[b] for b in self._next(s)]
        stack = s.here[at]
        if len(stack) > 1:
            options += [CARRY[u] for u in stack if LOADS >> u & 1 and self._may_carry(s, UnitId(u)) is None]
        if self.loads and self.legs:
            options += [DROP[u] for u in self.loads if self._load_fits(s, u)]
        if s.blocks and ENGINEERS >> unit & 1 and self._may_unblock(s) is None:
            options.append(UNBLOCKED)
        if not options:
            return None
        if self._begun() and self._may_end(s):
            options.append(HALT)
        return Decision(
            s.seats[SIDE[unit]], "walk", "6.0.procedure", tuple(options),
            default=len(options) - 1 if options[-1] is HALT else -1,
            units=(unit, *self.loads), spaces=(at,), numbers=(max(0, allowance(s, unit) - self.spent),),
        )  # fmt: skip

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        unit = self.unit
        if type(answer) is Go:
            return (self._step(s, answer.hex, note),)
        if type(answer) is Carry:
            return (self._loaded(answer.unit),)
        if type(answer) is Drop:
            s.carried |= 1 << answer.unit
            note(Dropped(unit, answer.unit, s.loc[unit]))
            return (replace(self, loads=tuple(u for u in self.loads if u != answer.unit)),)
        if type(answer) is Unblock:
            return (self._unblock(s, note),)
        return self._over(s, note)

    def auto(self, s: Battle, note: Note) -> Steps:
        return self._over(s, note)

    def _step(self, s: Battle, hex: SpaceId, note: Note) -> "Walk":
        unit, at = self.unit, s.loc[self.unit]
        if not self.legs and s.immobile >> unit & 1:
            cost, held = 1, held_at_engineers(s, unit, hex)
            s.immobile &= ~(1 << unit)
        else:
            cost, halt = self._march(s).enter(at, hex, self.spent)
            held = halt is not None
        put(s, unit, hex, note)
        for load in self.loads:
            put(s, load, hex, note)
        legs = (*self.legs, Leg(hex, self.loads))
        return Walk(unit, self.start, self.spent + cost, legs, self.loads, self.worked, held, self.entered)

    def _unblock(self, s: Battle, note: Note) -> "Walk":
        """The roadblock here is gone, for good only once the mover was not stopped before or while it did the work."""
        at, spent = s.loc[self.unit], self.spent + UNBLOCK
        s.blocks = tuple([hex for hex in s.blocks if hex != at])
        if self.legs:
            return replace(self, spent=spent, legs=(*self.legs[:-1], replace(self.legs[-1], cleared=True)))
        note(BlockRemoved(self.unit, at))
        return replace(self, spent=spent, worked=True)

    def _over(self, s: Battle, note: Note) -> Steps:
        unit = self.unit
        s.moved |= 1 << unit
        if not self.legs:  # nothing has left its hex, a load that was picked up neither
            return ()
        for load in self.loads:
            s.carried |= 1 << load
        note(Marched(unit, self.start, tuple([leg.hex for leg in self.legs]), self.loads))
        if self.loads:
            note(Brought(unit, self.loads))
        fires = Fires(Side(1 - SIDE[unit]), OPPORTUNITY, unit, self.start, self.legs)
        return (fires, CeaseFire(), EndMove(unit, self.legs))

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        unit, at = self.unit, s.loc[self.unit]
        if type(option) is Go:
            if self.held:
                return Refusal("6.24", "must_stop", (unit, at))
            if not self.legs and s.immobile >> unit & 1:
                return None if option.hex in self._next(s) else Refusal("16.13", "to_the_engineer", (unit,))
            return self._march(s).why_not(at, self.spent, option.hex)
        if type(option) is Carry:
            if self.held:
                return Refusal("6.24", "must_stop", (unit, at))
            return self._may_carry(s, option.unit)
        if type(option) is Drop:
            if option.unit not in self.loads or not self.legs:
                return Refusal("6.22", "not_carried", (option.unit,))
            return None if self._load_fits(s, option.unit) else Refusal("9.23", "no_room", (at, at))
        if type(option) is Unblock:
            return self._may_unblock(s)
        if type(option) is Halt:
            if not self._begun():
                return Refusal("6.0.procedure", "not_begun", (unit,))
            return None if self._may_end(s) else Refusal("9.23", "no_room", (at, at))
        return Refusal("6.0.procedure", "not_offered")


@rule("8.25", "9.21", "6.22.pin", "15.22")
class EndMove(Step, frozen=True):
    """The end of a move, after the fire at it: roadblocks cleared on the way are gone; a unit pinned in passing through
    a full hex is overstacked there, and so is a headquarters left in the hex of another (ruling 28)."""

    rule = "6.0.procedure"
    unit: UnitId
    legs: tuple[Leg, ...]

    def auto(self, s: Battle, note: Note) -> Steps:
        unit = self.unit
        at = s.loc[unit]
        if at < HEXES:
            if not pinned(s) >> unit & 1:
                cleared(s, unit, self.legs, len(self.legs), note)
            elif full(s, unit, at):
                crowd(s, unit, note)
        for load in sorted({load for leg in self.legs for load in leg.loads}):
            if full(s, load, s.loc[load]):
                crowd(s, load, note)
        return ()


def reach(s: Battle, unit: int) -> "Reach[Refusal] | None":
    """Everything a unit could reach now, in the middle of its move with what is left; None: it cannot set out."""
    at, top = s.loc[unit], s.stack[-1] if s.stack else None
    if at >= HEXES or s.immobile >> unit & 1:
        return None
    if type(top) is Walk and top.unit == unit:
        left = way(s, unit, top.loads)
        return None if top.held else replace(left, budget=left.budget - top.spent).reach(at)
    return way(s, unit).reach(at)
