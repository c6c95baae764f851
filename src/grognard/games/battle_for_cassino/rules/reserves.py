"""12.2 Reserves: unengaged units stacked with a headquarters come to the help of a hex under assault."""

from msgspec import Struct
from msgspec.structs import replace

from grognard.core import DONE, Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, or_done, rule
from grognard.games.battle_for_cassino.content import (
    ARMOUR,
    FIGHTERS,
    FORBIDDEN,
    GERMAN,
    GRID,
    HEXES,
    HQ_LIST,
    PASSABLE,
    SIDE,
    SLOPE,
    SUPPORT,
    UNITS,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import ReserveSent, ReserveStopped
from grognard.games.battle_for_cassino.rules.fire import CeaseFire, Fires, Leg, engaged
from grognard.games.battle_for_cassino.rules.movement import GO, HALT, Go, Halt
from grognard.games.battle_for_cassino.rules.state import Assault, Battle, aimed_at, crowd, full, pinned, put, zone
from grognard.maps import BIT, Reach, Set
from grognard.maps.paths import search

NEAR_HQ, FARTHEST = 5, 7
"""How near the headquarters must be, and how far a reserve may come, in hexes (12.23, 12.25)."""


class Send(Option, frozen=True):
    """Send this unit as a reserve."""

    unit: UnitId


SEND = tuple(Send(u) for u in UNITS)


class Sent(Struct, frozen=True):
    """A reserve on its way."""

    unit: UnitId
    start: SpaceId
    path: tuple[SpaceId, ...]


@rule("12.25", "6.25", "6.31", "7.23", "7.25")
def passable(s: Battle, side: Side | int) -> Set:
    """Hexes a reserve may enter: no enemies, no enemy zone except where own units stand, no forbidden ground."""
    free = ~s.held[1 - side] & ~(zone(s, 1 - side) & ~s.held[side])
    return free & ~FORBIDDEN if side == GERMAN else free


@rule("12.25", "6.21", "6.25")
def refuse_hex(s: Battle, side: Side | int, at: int, hex: int) -> Refusal | None:
    """Why a reserve may not enter a hex."""
    if passable(s, side) & BIT[hex]:
        return None
    if s.held[1 - side] & BIT[hex]:
        return Refusal("6.21", "enemy_there", (hex, at))
    if zone(s, 1 - side) & ~s.held[side] & BIT[hex]:
        return Refusal("12.25", "zone_barred", (hex,))
    return Refusal("6.25", "entry_zone_near", (hex, at))


@rule("12.23")
def goals(s: Battle, a: Assault, unit: int, start: int) -> frozenset[SpaceId]:
    """Hexes under assault that a reserve may join: within five of its headquarters, with room for it."""
    return frozenset([hex for hex in a.hexes if GRID.distance(start, hex) <= NEAR_HQ and not full(s, unit, hex)])


def onward(s: Battle, side: Side | int, ends: frozenset[SpaceId], at: int, left: int) -> list[SpaceId]:
    """Next hexes from which a reserve can still reach one of these hexes."""
    free = passable(s, side)
    found: list[SpaceId] = []
    if left <= 0:
        return found
    for b in PASSABLE[at]:
        if free & BIT[b] and _arrives(free, ends, at, b, left - 1):
            found.append(SpaceId(b))
    return found


def _arrives(free: Set, ends: frozenset[SpaceId], before: int, at: int, left: int) -> bool:
    """Whether a step to `at` can be followed to a goal: the first slope hex ends every way (6.31)."""
    if at in ends:
        return True
    if _climbs(before, at):
        return False
    seen, ring = {at}, [at]
    for _ in range(left):
        following = []
        for a in ring:
            for b in PASSABLE[a]:
                if b in seen or not free & BIT[b]:
                    continue
                if b in ends:
                    return True
                if not _climbs(a, b):
                    seen.add(b)
                    following.append(b)
        ring = following
    return False


def _climbs(a: int, b: int) -> bool:
    return bool(SLOPE & BIT[b]) and not SLOPE & BIT[a]


@rule("12.21", "12.23", "12.24", "12.28", "4.1.C.reserves", "14.3", "9.24", "15.12")
def refuse_reserve(s: Battle, a: Assault, side: Side, unit: int) -> Refusal | None:
    """Why a unit cannot be sent."""
    at, bit = s.loc[unit], 1 << unit
    if SIDE[unit] != side:
        return Refusal("12.21", "not_yours", (unit,))
    if at >= HEXES:
        return Refusal("12.21", "not_on_map", (unit,))
    if not FIGHTERS & bit:
        return Refusal("12.24", "no_reserve", (unit,))
    if ARMOUR & bit:
        return Refusal("12.28", "no_armour", (unit,))
    if unit in a.reserves or at in a.hexes:
        return Refusal("12.21", "there_already", (unit,))
    if pinned(s) & bit:
        return Refusal("14.0", "pinned", (unit,))
    if s.crowded & bit:
        return Refusal("9.24", "overstacked", (unit,))
    if s.builders & bit:
        return Refusal("15.12", "building", (unit,))
    posts = [hq for hq in HQ_LIST[side] if s.loc[hq] == at]
    if not posts:
        return Refusal("12.21", "no_hq", (unit,))
    if all(pinned(s) >> hq & 1 for hq in posts):
        return Refusal("14.3", "hq_pinned", (posts[0],))
    if engaged(s, unit):
        return Refusal("12.21", "engaged", (unit,))
    if all(GRID.distance(at, hex) > NEAR_HQ for hex in a.hexes):
        return Refusal("12.23", "hq_far", (posts[0], a.hexes[0]))
    if not onward(s, side, goals(s, a, unit, at), at, FARTHEST):
        return Refusal("12.25", "no_path", (unit, a.hexes[0]))
    return None


@rule("12.22", "12.21", "12.26")
class Reserves(Step, frozen=True):
    """12.22 As soon as an assault is announced the defender names all reserves, each with its path (ruling 9)."""

    rule = "12.22"
    side: Side
    sent: tuple[Sent, ...] = ()

    def ask(self, s: Battle) -> Ask:
        a = s.assault
        assert a is not None
        options: list[Option] = []
        for hq in HQ_LIST[self.side]:
            if s.loc[hq] < HEXES:
                options += [
                    SEND[u] for u in s.here[s.loc[hq]] if u != hq and refuse_reserve(s, a, self.side, u) is None
                ]
        return or_done(s.seats[self.side], "reserves", "12.22", options, spaces=a.hexes)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is Send:
            at = s.loc[answer.unit]
            return (ReserveWalk(self.side, answer.unit, at, (), self.sent),)
        return self.auto(s, note)

    def auto(self, s: Battle, note: Note) -> Steps:
        attacker = Side(1 - self.side)
        steps: list[Step] = []
        for one in self.sent:
            legs = tuple(Leg(hex) for hex in one.path)
            steps += (Fires(attacker, SUPPORT, one.unit, one.start, legs), CeaseFire(), Arrival(one.unit, one.path[-1]))
        return tuple(steps)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        a = s.assault
        assert a is not None
        if option == DONE:
            return None
        if type(option) is not Send:
            return Refusal("12.22", "not_offered")
        return refuse_reserve(s, a, self.side, option.unit)


class ReserveWalk(Step, frozen=True):
    """12.25 A reserve's path, at most seven hexes and no points."""

    rule = "12.25"
    side: Side
    unit: UnitId
    start: SpaceId
    path: tuple[SpaceId, ...]
    sent: tuple[Sent, ...]

    @property
    def at(self) -> SpaceId:
        return self.path[-1] if self.path else self.start

    def _goals(self, s: Battle) -> frozenset[SpaceId]:
        assert s.assault is not None
        return goals(s, s.assault, self.unit, self.start)

    def _halted(self) -> bool:
        """Whether it has come to the first slope hex."""
        return bool(self.path) and _climbs((self.start, *self.path)[-2], self.at)

    def _next(self, s: Battle) -> list[SpaceId]:
        """Where to go on; the first slope hex is the end, whatever lies beyond."""
        if self._halted():
            return []
        return onward(s, self.side, self._goals(s) - {*self.path}, self.at, FARTHEST - len(self.path))

    def reach(self, s: Battle) -> Reach[Refusal] | None:
        """How it could go on to the hex under assault; None where there are several, by each of which it may pass."""
        ends = self._goals(s) - {*self.path}
        if len(ends) != 1:
            return None

        def enter(a: int, b: int) -> int | Refusal:
            return refuse_hex(s, self.side, a, b) or 1

        def stop(a: int, b: int) -> Refusal | None:
            return Refusal("6.31", "first_slope", (b,)) if _climbs(a, b) else None

        def end(b: int) -> Refusal | None:
            return None if b in ends else Refusal("12.25", "not_there_yet", (self.unit,))

        return search(self.at, FARTHEST - len(self.path), PASSABLE, enter, stop, end)

    def ask(self, s: Battle) -> Ask:
        options: list[Option] = [GO[b] for b in self._next(s)]
        if self.at in self._goals(s):
            options.append(HALT)
        return Decision(
            s.seats[self.side], "reserve_walk", "12.25", tuple(options), units=(self.unit,), spaces=(self.at,),
            numbers=(FARTHEST - len(self.path),),
        )  # fmt: skip

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is not Go:
            return self._arrive(s, note)
        return (replace(self, path=(*self.path, answer.hex)),)

    def _arrive(self, s: Battle, note: Note) -> Steps:
        """It joins; of several hexes under assault it may pass one on the way to another."""
        a = s.assault
        assert a is not None
        put(s, self.unit, self.at, note)
        s.assault = replace(a, reserves=tuple(sorted((*a.reserves, self.unit))))
        note(ReserveSent(self.unit, self.start, self.path))
        return (Reserves(self.side, (*self.sent, Sent(self.unit, self.start, self.path))),)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is Halt:
            return None if self.at in self._goals(s) else Refusal("12.25", "not_there_yet", (self.unit,))
        if type(option) is not Go:
            return Refusal("12.25", "not_offered")
        if option.hex in self._next(s):
            return None
        if option.hex not in PASSABLE[self.at]:
            return Refusal("12.25", "not_adjacent", (option.hex, self.at))
        if self._halted():
            return Refusal("6.31", "must_stop", (self.unit, self.at))
        return refuse_hex(s, self.side, self.at, option.hex) or Refusal("12.25", "dead_end", (option.hex,))


@rule("12.26", "9.21", "12.27")
class Arrival(Step, frozen=True):
    """A reserve pinned on its way stays where it was hit; it joins only if that is a hex under this assault (ruling
    9)."""

    rule = "12.26"
    unit: UnitId
    hex: SpaceId

    def auto(self, s: Battle, note: Note) -> Steps:
        a, unit = s.assault, self.unit
        assert a is not None
        if s.loc[unit] == self.hex:
            return ()
        if s.loc[unit] in a.hexes:
            s.assault = aimed_at(a, unit)
        else:
            s.assault = replace(a, reserves=tuple(u for u in a.reserves if u != unit))
        if s.loc[unit] < HEXES:
            note(ReserveStopped(unit, s.loc[unit]))
            if full(s, unit, s.loc[unit]):
                crowd(s, unit, note)
        return ()
