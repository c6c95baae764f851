"""6.4 Retreat: towards supply, not next to the enemy, or stand and pay; off the map from the own edge."""

from functools import lru_cache

from grognard.core import Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.cassino_1944.content import (
    GRID,
    OFF_MAP,
    OPEN_NEAR,
    SIDE,
    SOURCES,
    TOWARDS,
    Side,
)
from grognard.games.cassino_1944.rules.crossings import PASSAGES, crossing
from grognard.games.cassino_1944.rules.events import GermanLeftMap, LeftMap, Retreated, Stood
from grognard.games.cassino_1944.rules.movement import GO, Go
from grognard.games.cassino_1944.rules.state import Cassino, enter, hurt, place
from grognard.maps import Masks, Set, members
from grognard.maps.retreat import Path
from grognard.maps.retreat import Retreat as Ways


class Stand(Option, frozen=True):
    """Ignore the retreat for one more damage point."""

    unit: UnitId


class Retreat(Option, frozen=True):
    """Retreat the full distance."""

    unit: UnitId


class Exit(Option, frozen=True):
    """Retreat off the map."""


EXIT = Exit()


_open_around = lru_cache(maxsize=16384)(Masks([members(near) for near in OPEN_NEAR]).around)


@rule("6.4.1.adjacent", "6.4.1.friend", "6.4.1.mountain")
def refuges(enemy: Set, friends: Set) -> Set:
    """Where beaten units may go: not to the enemy, nor next to one unless friends or a mountain shield them."""
    return ~enemy & (~_open_around(enemy) | friends)


@rule("6.4.direction")
def ways_back(s: Cassino, unit: UnitId, hexes: int) -> Ways:
    """The ways of a retreating unit over so many hexes, or off the map; the owner chooses among them.

    Whoever is still in a hex shelters it, beaten in the same combat or not (R-23). The unit never shelters itself: its
    own hex is on its path.
    """
    side, step = SIDE[unit], crossing(s, unit)
    safe = refuges(s.held[1 - side], s.held[side])

    def refuse(path: Path, b: int) -> Refusal | None:
        refusal = step.why_not(path[-1], 0, b)
        if refusal is not None:
            return refusal
        if len(path) == 1 and not TOWARDS[side][path[0]] >> b & 1:
            return Refusal("6.4.direction", "not_towards_supply", (b, unit))
        if b in path:
            return Refusal("6.4.direction", "been_there", (b,))
        if not safe >> b & 1:
            return Refusal("6.4.1.adjacent", "next_to_enemy", (b,))
        return None

    return Ways(GRID.neighbours, hexes, refuse, home=SOURCES[side])


def retreat_hexes(s: Cassino, unit: UnitId, path: tuple[SpaceId, ...], left: int) -> list[SpaceId]:
    """Hexes a retreating unit may enter next and from which it can make the rest of its way.

    `path` begins with its start hex. The list of `ways_back`, written out for speed; `test_marches` compares them.
    """
    side = SIDE[unit]
    at, enemy = path[-1], s.held[1 - side]
    allowed = TOWARDS[side][at] if len(path) == 1 else -1
    found = []
    for b, bit, *_ in PASSAGES[s.rules.mountain_movement][unit][at]:
        if not allowed & bit or enemy & bit or b in path:
            continue
        if OPEN_NEAR[b] & enemy and not s.here[b]:
            continue
        if left == 1 or can_go_on(s, unit, (*path, b), left - 1):
            found.append(b)
    return found


@rule("6.4.2.allied", "6.4.2.german")
def can_exit(unit: UnitId, at: SpaceId) -> bool:
    """From a hex on the own coloured edge the map may be left, which completes the retreat (R-60)."""
    return bool(SOURCES[SIDE[unit]] >> at & 1)


def can_go_on(s: Cassino, unit: UnitId, path: tuple[SpaceId, ...], left: int) -> bool:
    """Whether a retreat of `left` more hexes exists."""
    return can_exit(unit, path[-1]) or bool(retreat_hexes(s, unit, path, left))


@rule("6.4", "6.4.1.stand", "6.4.1.elim")
class RetreatOrStand(Step, frozen=True):
    """6.4.1 Each losing unit, in the order its owner likes, retreats the full distance or stands for one more point."""

    rule = "6.4"
    side: Side
    distance: int
    units: tuple[UnitId, ...]
    """Still to be settled."""

    def ask(self, s: Cassino) -> Ask:
        if not self.units:
            return None
        options: list[Option] = []
        for unit in self.units:
            if can_go_on(s, unit, (s.loc[unit],), self.distance):
                options.append(Retreat(unit))
            options.append(Stand(unit))
        return Decision(
            s.seats[self.side], "retreat", "6.4.1.stand", tuple(options), units=self.units, numbers=(self.distance,)
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        assert type(answer) is Stand or type(answer) is Retreat
        unit = answer.unit
        rest = RetreatOrStand(self.side, self.distance, tuple([u for u in self.units if u != unit]))
        if type(answer) is Stand:
            note(Stood(unit, can_go_on(s, unit, (s.loc[unit],), self.distance)))
            hurt(s, unit, 1, note)
            return (rest,)
        return (RetreatPath(unit, self.distance, (s.loc[unit],)), rest)

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        if type(option) is not Stand and type(option) is not Retreat:
            return Refusal("6.4.1.stand", "not_offered")
        if option.unit not in self.units:
            return Refusal("6.4.loser", "not_losing", (option.unit,))
        if type(option) is Retreat and not can_go_on(s, option.unit, (s.loc[option.unit],), self.distance):
            return Refusal("6.4.1.elim", "no_retreat", (option.unit, self.distance))
        return None


class RetreatPath(Step, frozen=True):
    """6.4 One unit retreats, hex by hex; only hexes from which the rest can be made are offered."""

    rule = "6.4.direction"
    unit: UnitId
    left: int
    path: tuple[SpaceId, ...]

    def ask(self, s: Cassino) -> Ask:
        unit = self.unit
        options: list[Option] = [GO[h] for h in retreat_hexes(s, unit, self.path, self.left)]
        if can_exit(unit, self.path[-1]):
            options.append(EXIT)
        return Decision(
            s.seats[SIDE[unit]], "retreat_path", "6.4.direction", tuple(options), units=(unit,), numbers=(self.left,)
        )

    def take(self, s: Cassino, answer: Option, note: Note) -> Steps:
        unit = self.unit
        if type(answer) is Exit:
            place(s, unit, OFF_MAP)
            s.gone |= 1 << unit
            note(GermanLeftMap(unit) if SIDE[unit] else LeftMap(unit))
            return ()
        assert type(answer) is Go
        note(Retreated(unit, answer.hex))
        enter(s, unit, answer.hex, note)
        if self.left == 1:
            return ()
        return (RetreatPath(unit, self.left - 1, (*self.path, answer.hex)),)

    def why_not(self, s: Cassino, option: Option) -> Refusal | None:
        unit, at = self.unit, self.path[-1]
        if type(option) is Exit:
            return (
                None
                if can_exit(unit, at)
                else Refusal("6.4.2.german" if SIDE[unit] else "6.4.2.allied", "not_own_edge", (at,))
            )
        if type(option) is not Go:
            return Refusal("6.4.direction", "not_offered")
        hex = option.hex
        if hex not in GRID.neighbours[at]:
            return Refusal("6.4.direction", "not_adjacent", (hex, at))
        ways = ways_back(s, unit, len(self.path) - 1 + self.left)
        dead_end = Refusal("6.4.1.elim", "dead_end", (hex, self.left - 1))
        return ways.why_not(self.path, hex, dead_end, dead_end)
