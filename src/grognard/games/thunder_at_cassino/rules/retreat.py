"""8.355: where units may fall back to, in the order of the priorities A to G, and the retreat itself."""

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, Roll, SpaceId, Step, Steps, UnitId, rule
from grognard.games.thunder_at_cassino.content import (
    AREAS,
    ARMOR,
    AT,
    BESIDE,
    BOARD,
    ENTRANCE,
    KIND,
    LINKS,
    RESERVE,
    SIDE,
    VEHICLE,
    Side,
)
from grognard.games.thunder_at_cassino.rules.attack import Attack
from grognard.games.thunder_at_cassino.rules.events import Cornered, Retreated, RubbleTried, Wrecked
from grognard.games.thunder_at_cassino.rules.limits import eliminate, fits_in
from grognard.games.thunder_at_cassino.rules.state import (
    ARMORED,
    FIGHTERS,
    FIGHTERS_AT,
    TANKS,
    Thunder,
    excess,
    flip,
    in_reserve,
    place,
    seat,
)

WALKER, RESERVIST, GUN_CREW, TANK = range(4)
"""Who retreats alike: Infantry on foot, reserve units, Anti-Tank units, Armor."""
A, B, C, D, E, F, G = range(7)
Ranked = tuple[int, int, SpaceId]
"""Priority, number of enemy-occupied neighbours (only where it decides), and the place."""


def retreat_kind(s: Thunder, unit: int) -> int:
    kind = KIND[unit]
    if kind == ARMOR:
        return TANK
    if kind == AT:
        return GUN_CREW
    return RESERVIST if RESERVE[unit] and in_reserve(s) else WALKER


@rule("8.355", "8.355.friend", "8.355.blocked", "8.3551.veh", "8.3551.src", "12.5", "10.2", "18.2.enter")
def open_places(
    s: Thunder, side: Side, kind: int, at: int, a: Attack, seen: tuple[SpaceId, ...] = (), onto: bool = True
) -> list[Ranked]:
    """Every place a unit of this kind may fall back to from `at`, ranked. `seen` are places it came through; `onto`
    tells whether Armor has no choice left but enemy Infantry (12.5)."""
    allowed = s.open[side]
    found = []
    for n, white in LINKS[at]:
        if n == a.origin or n in seen or not allowed >> n & 1 or (kind >= GUN_CREW and not white):
            continue
        ranked = rank(s, side, kind, n, a)
        if ranked is not None and (onto or ranked[0] != G):
            found.append((ranked[0], ranked[1], n))
    return found


@rule("8.3551.A", "8.3551.B", "8.3551.C", "8.3551.D", "8.3551.E", "8.3551.F", "8.3551.G", "8.24")
def rank(s: Thunder, side: Side, kind: int, place: int, a: Attack) -> tuple[int, int] | None:
    """The priority of a place for a retreat caused by an attack, and its enemy neighbours for class E; None: closed."""
    foe = 1 - side
    enemies = s.tally[foe * BOARD + place]
    if place >= AREAS:
        if not enemies & FIGHTERS:
            return B, 0
        return None if kind == RESERVIST else (D, 0)
    if enemies & FIGHTERS:
        foot = (enemies & FIGHTERS) - ((enemies & ARMORED) >> 16)
        if kind == TANK:
            return None if enemies & TANKS else (G, 0)
        return None if foot or kind == RESERVIST else (F, 0)
    around = BESIDE[place] & s.mask[FIGHTERS_AT + foe]
    if not around:
        return A, 0
    return (E, around.bit_count()) if BESIDE[place] >> a.origin & 1 else (C, 0)


@rule("8.3551.order", "8.3552", "8.3552.full", "12.5")
def best_places(s: Thunder, unit: int, a: Attack, gone: tuple[SpaceId, ...] = ()) -> list[SpaceId]:
    """The places of the highest priority that have room; if none has, those it can pass through and go on from.

    Where others of its party have `gone` is as good if it is full and leads on. Armor looks at enemy Infantry last: a
    full place that leads elsewhere is another choice.
    """
    for onto in (False, True):
        places = open_places(s, SIDE[unit], retreat_kind(s, unit), a.target, a, onto=onto)
        ends = [p for p in places if has_end(s, unit, p[2], a, onto)]
        roomy = [p for p in ends if p[2] in gone or fits_in(s, unit, p[2])] or ends
        if roomy:
            top = min(p[:2] for p in roomy)
            return [p[2] for p in roomy if p[:2] == top]
    return []


def has_end(s: Thunder, unit: int, place: int, a: Attack, onto: bool = True) -> bool:
    """Whether a unit that falls back to a place finds room there or beyond."""
    return fits_in(s, unit, place) or bool(_ways_on(s, unit, place, a, (a.target,), onto))


@rule("8.355.full", "8.355", "12.5")
def onward_places(s: Thunder, unit: int, at: int, a: Attack, seen: tuple[SpaceId, ...]) -> list[SpaceId]:
    """Where a unit goes on to from a full place; Armor onto or through enemy Infantry only if nothing else is left."""
    return _ways_on(s, unit, at, a, seen, False) or _ways_on(s, unit, at, a, seen, True)


def _ways_on(s: Thunder, unit: int, at: int, a: Attack, seen: tuple[SpaceId, ...], onto: bool) -> list[SpaceId]:
    """The ways from a full place to an end with room and the fewest enemy-occupied Areas around it.

    If no neighbour has room, the nearest such end counts, and the places through which it is reached.
    """
    side, kind = SIDE[unit], retreat_kind(s, unit)
    reached = (*seen, SpaceId(at))
    layer = {p: {p} for _, _, p in open_places(s, side, kind, at, a, seen, onto)}  # by place: first steps leading there
    while layer:
        ends = {p: exposure(s, unit, p, a) for p in layer if fits_in(s, unit, p)}
        if ends:
            least = min(ends.values())
            return sorted(set().union(*(layer[p] for p, key in ends.items() if key == least)))
        reached = (*reached, *layer)
        beyond: dict[SpaceId, set[SpaceId]] = {}
        for p, first in layer.items():
            for _, _, n in open_places(s, side, kind, p, a, reached, onto):
                beyond.setdefault(n, set()).update(first)
        layer = beyond
    return []


def exposure(s: Thunder, unit: int, place: SpaceId, a: Attack) -> tuple[int, int, int]:
    """How well a retreat that went on ends here, least first: places with enemies in them come last, then the number
    of enemy-occupied Areas around decides, then the priority."""
    side = SIDE[unit]
    ranked = rank(s, side, retreat_kind(s, unit), place, a)
    assert ranked is not None, "only open places are asked for"
    around = (BESIDE[place] & s.mask[FIGHTERS_AT + 1 - side]).bit_count()
    return int(ranked[0] in (D, F, G)), around, ranked[0]


class Onward(Option, frozen=True):
    """Go on retreating to this place."""

    space: SpaceId


ONWARD = tuple(Onward(SpaceId(k)) for k in range(BOARD))


@rule("8.3541.commit", "8.3552", "8.3554", "8.331", "13.13", "8.355.blocked")
class Retreat(Step, frozen=True):
    """8.355 One unit falls back: rubble may kill a vehicle, a full Area sends it on."""

    rule = "8.355"
    unit: UnitId
    attack: Attack
    to: int
    """The place it is about to enter; -1 once it stands in an over-full one."""
    seen: tuple[SpaceId, ...]
    follow: int = -1
    """Where those ended who went on before it: units of one party stay together."""

    def onward(self, s: Thunder) -> list[SpaceId]:
        """Where the unit may go on to: after the others of its party if it can, else to its best end."""
        unit, at, a = self.unit, s.loc[self.unit], self.attack
        places = onward_places(s, unit, at, a, self.seen)
        if self.follow < 0:
            return places
        follow, came = SpaceId(self.follow), (*self.seen, SpaceId(at))
        near = [p for _, _, p in open_places(s, SIDE[unit], retreat_kind(s, unit), at, a, self.seen)]
        if follow in near and (fits_in(s, unit, follow) or onward_places(s, unit, follow, a, came)):
            return [follow]
        return [p for p in places if follow in onward_places(s, unit, p, a, came)] or places

    def ask(self, s: Thunder) -> Ask:
        if self.to < 0:
            places = self.onward(s)
            if not places:
                return None
            side = SIDE[self.unit]
            options = tuple([ONWARD[p] for p in places])
            return Decision(seat(s, side), "onward", "8.355.full", options, units=(self.unit,))
        if VEHICLE[self.unit] and s.rubble[self.to]:
            return Roll((6, 6), "rubble", "13.13", matters=((1, 1),))
        return None

    def take(self, s: Thunder, answer: Onward | tuple[int, ...], note: Note) -> Steps:
        if isinstance(answer, Onward):
            return (replace(self, to=answer.space, seen=(*self.seen, SpaceId(s.loc[self.unit]))),)
        total, needed = sum(answer), ENTRANCE[s.rubble[self.to]]
        passed = total >= needed
        note(RubbleTried(self.unit, SpaceId(self.to), total, needed, passed))
        return self._enter(s, note) if passed else self._die(s, note, Wrecked)

    def auto(self, s: Thunder, note: Note) -> Steps:
        return self._enter(s, note) if self.to >= 0 else self._die(s, note, Cornered)

    def _enter(self, s: Thunder, note: Note) -> Steps:
        start, to = SpaceId(s.loc[self.unit]), SpaceId(self.to)
        place(s, self.unit, to)
        flip(s, self.unit, 1)
        note(Retreated(self.unit, start, to))
        if excess(s.tally[SIDE[self.unit] * BOARD + to], to):
            return (replace(self, to=-1),)
        return ()

    def _die(self, s: Thunder, note: Note, fate: type[Wrecked] | type[Cornered]) -> Steps:
        """Rubble, or nowhere left to go."""
        at = SpaceId(s.loc[self.unit])
        eliminate(s, self.unit)
        note(fate(self.unit, at))
        return ()

    def why_not(self, s: Thunder, option: Option) -> Refusal | None:
        if isinstance(option, Onward):
            if option.space in self.onward(s):
                return None
            if self.follow >= 0:
                return Refusal("8.3552", "unison", (self.follow,))
            return Refusal("8.355.full", "lower_priority", (option.space,))
        return Refusal("8.355.full", "not_offered")
