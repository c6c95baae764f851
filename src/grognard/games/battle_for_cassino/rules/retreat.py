"""12.7 Retreats: away from the hex, the full distance or not at all; conducted by the opponent after a close assault,
by the owner after a bombardment."""

from itertools import pairwise

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    ARMOUR,
    CAPACITY,
    ENTRY,
    GERMAN_RETURN,
    GRID,
    HEXES,
    HQ_LIST,
    HQS,
    OPS,
    PASSABLE,
    ROAD,
    ROADS,
    SIDE,
    THIRDS,
    ZONE,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import Immobilised, NoRetreat, Retreated
from grognard.games.battle_for_cassino.rules.losses import LOSE, Lose
from grognard.games.battle_for_cassino.rules.movement import GO, Go
from grognard.games.battle_for_cassino.rules.state import (
    Battle,
    closed_to_armour,
    crowd,
    eliminate,
    full,
    put,
    stop_work,
    zone,
)
from grognard.maps import BIT, Set, members
from grognard.maps.retreat import Retreat

Path = tuple[int, ...]


@rule("12.72", "10.13")
def source(s: Battle, unit: int, mates: tuple[UnitId, ...], start: int) -> int:
    """Where a unit's supply comes from: the nearest headquarters of its side outside the retreating stack; without one
    its entry zone (German: 5912)."""
    side = SIDE[unit]
    posts = [s.loc[hq] for hq in HQ_LIST[side] if s.loc[hq] < HEXES and hq not in mates and hq != unit]
    if not posts:
        letter = ENTRY[unit]
        posts = [SpaceId(h) for h in members(ZONE[letter])] if letter not in ("", "F") else list(GERMAN_RETURN)
    return min(posts, key=lambda hex: (GRID.distance(start, hex), hex))


@rule("12.74", "7.25")
def stayers(s: Battle, side: Side | int, mates: tuple[UnitId, ...]) -> Set:
    """Hexes of a side in which somebody stays: who is driven out with the stack holds no hex against an enemy zone."""
    found = s.held[side]
    for hex in {s.loc[mate] for mate in mates}:
        if all(unit in mates for unit in s.here[hex]):
            found &= ~BIT[hex]
    return found


def still_to_go(unit: int, mates: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those driven out with a unit whose retreat comes after its own: they fill no hex (ruling 50)."""
    return mates[mates.index(UnitId(unit)) + 1 :] if unit in mates else ()


@rule("12.74.armor")
def _strays(path: Path) -> int:
    """How far a way leads armour off the road hexes: 0 it follows the road, 1 it crosses a hexside without one, 2 only
    its end is such a hex, 3 not even that."""
    if not ROAD & BIT[path[-1]]:
        return 3
    if not all(ROAD & BIT[hex] for hex in path[1:]):
        return 2
    return int(not all(GRID.side(a, b) in ROADS for a, b in pairwise(path)))


@rule("12.71", "12.72", "12.73", "12.74", "12.74.armor", "12.75", "7.23", "7.25", "6.32", "6.23", "15.0.effect")
def retreat(s: Battle, unit: int, start: int, distance: int, mates: tuple[UnitId, ...]) -> Retreat:
    """The rules of one retreat (ruling 26): every hex farther from the start, none held or controlled by the enemy
    (own units negate a zone); the end must not be overstacked if that can be, then empty, then nearer to supply.
    Armour comes onto usable road hexes before all else (`_strays`) and enters neither ruins nor a roadblock. Those
    driven out with it count as nobody."""
    side = SIDE[unit]
    enemy = s.held[1 - side]
    barred = zone(s, 1 - side) & ~stayers(s, side, mates)
    goal = source(s, unit, mates, start)
    away = GRID.distance(start, goal)
    tank = bool(ARMOUR >> unit & 1)
    leaving = still_to_go(unit, mates)

    def refuse(path: Path, b: int) -> Refusal | None:
        if enemy & BIT[b]:
            return Refusal("12.74", "enemy_there", (b, path[-1]))
        if barred & BIT[b]:
            return Refusal("12.74", "zone_barred", (b,))
        if tank and (shut := closed_to_armour(s, b)) is not None:
            return shut
        if GRID.distance(start, b) != len(path):
            return Refusal("12.72", "not_away", (b, start))
        return None

    def rank(path: Path) -> tuple[int, bool, bool, bool]:
        end = path[-1]
        strays = _strays(path) if tank else 0
        occupied = any(u not in mates for u in s.here.get(end, ()))
        return strays, full(s, unit, end, leaving), occupied, GRID.distance(end, goal) >= away

    return Retreat(PASSABLE, distance, refuse, rank)


def in_order(units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Combat units first, then headquarters, then observers."""
    return tuple(sorted(units, key=lambda u: (OPS >> u & 1, HQS >> u & 1, u)))


class Retreats(Step, frozen=True):
    """12.7 Units driven from their hexes go one after the other."""

    rule = "12.7"
    by: Side
    """Who conducts the retreat."""
    distance: int
    units: tuple[UnitId, ...]
    done: int = 0

    def auto(self, s: Battle, note: Note) -> Steps:
        for k in range(self.done, len(self.units)):
            unit = self.units[k]
            if s.loc[unit] < HEXES and s.steps[unit]:
                one = RetreatUnit(self.by, unit, self.distance, (s.loc[unit],), self.units)
                return (one, replace(self, done=k + 1))
        return ()


@rule("12.45", "5.0.retreat", "5.8.r", "12.75", "5.43.advance", "16.11", "16.12", "12.73", "9.21", "15.13")
class RetreatUnit(Step, frozen=True):
    """12.7 One unit retreats, hex by hex; only hexes on a way of the best kind are offered."""

    rule = "12.7"
    by: Side
    unit: UnitId
    distance: int
    path: tuple[SpaceId, ...]
    mates: tuple[UnitId, ...]

    def _rules(self, s: Battle) -> Retreat:
        return retreat(s, self.unit, self.path[0], self.distance, self.mates)

    def ask(self, s: Battle) -> Ask:
        if s.immobile >> self.unit & 1:
            return None
        found = self._rules(s).next(self.path)
        if not found:
            return None
        return Decision(
            s.seats[self.by], "retreat", "12.45" if self.by != SIDE[self.unit] else "5.0.retreat",
            tuple([GO[b] for b in found]), units=(self.unit,), spaces=(self.path[-1],),
            numbers=(self.distance + 1 - len(self.path),),
        )  # fmt: skip

    def take(self, s: Battle, answer: Go, note: Note) -> Steps:
        path = (*self.path, answer.hex)
        if len(path) <= self.distance:
            return (replace(self, path=path),)
        return self._arrive(s, path, note)

    def auto(self, s: Battle, note: Note) -> Steps:
        note(NoRetreat(self.unit))
        eliminate(s, self.unit, note)
        return ()

    def _arrive(self, s: Battle, path: tuple[SpaceId, ...], note: Note) -> Steps:
        unit, end = self.unit, path[-1]
        room = not full(s, unit, end, still_to_go(unit, self.mates))
        stop_work(s, unit, note)
        note(Retreated(unit, path[0], path[1:]))
        put(s, unit, end, note)
        if ARMOUR >> unit & 1 and not ROAD & BIT[end]:
            s.immobile |= 1 << unit
            note(Immobilised(unit, end))
        return () if room else (Overstack(Side(SIDE[unit]), unit, self.mates),)

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Go:
            return Refusal("12.7", "not_offered")
        if option.hex not in PASSABLE[self.path[-1]]:
            return Refusal("12.74", "not_adjacent", (option.hex, self.path[-1]))
        return self._rules(s).why_not(
            self.path,
            option.hex,
            Refusal("12.75", "dead_end", (option.hex,)),
            Refusal("12.71", "worse_way", (option.hex,)),
        )


@rule("9.21", "12.73")
class Overstack(Step, frozen=True):
    """9.21 One too many has come into a hex. Who came with it and has the room that it lacks may be overstacked in its
    place, as their owner likes (ruling 38)."""

    rule = "9.21"
    side: Side
    unit: UnitId
    mates: tuple[UnitId, ...]

    def _able(self, s: Battle) -> list[UnitId]:
        """The newcomer, and those of its companions without whom there would be room for it."""
        unit = self.unit
        leaving = still_to_go(unit, self.mates)
        stack = [u for u in s.here[s.loc[unit]] if u not in leaving]
        settled = [u for u in stack if u != unit and not s.crowded >> u & 1]
        found = [unit]
        for mate in settled:
            if mate in self.mates:
                rest = sum([THIRDS[u] for u in settled if u != mate])
                if HQS >> mate & 1 if HQS >> unit & 1 else rest + THIRDS[unit] <= CAPACITY[self.side]:
                    found.append(UnitId(mate))
        return sorted(found)

    def ask(self, s: Battle) -> Ask:
        able = self._able(s)
        if len(able) == 1:
            return None
        options = tuple([LOSE[u] for u in able])
        return Decision(s.seats[self.side], "overstack", "9.21", options, units=tuple(able), spaces=(s.loc[self.unit],))

    def take(self, s: Battle, answer: Lose, note: Note) -> Steps:
        crowd(s, answer.unit, note)
        return ()

    def auto(self, s: Battle, note: Note) -> Steps:
        crowd(s, self.unit, note)
        return ()

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        if type(option) is not Lose:
            return Refusal("9.21", "not_offered")
        return None if option.unit in self._able(s) else Refusal("9.21", "not_concerned", (option.unit,))
