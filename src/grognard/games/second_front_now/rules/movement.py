"""12.0 Movement: marches of units and stacks, ordinary and strategic, from hexes and from boxes."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec.structs import replace

from grognard.core import HIDDEN, Ask, Decision, Note, Option, Refusal, SpaceId, Step, Steps, UnitId, rule
from grognard.games.second_front_now.content import (
    ALLIED,
    COMMONWEALTH,
    ENGLAND,
    GARRISON,
    HEXES,
    MOVES,
    NATION,
    NATION_BEACHES,
    NONE,
    NORTH,
    PATHS,
    PRICED,
    REGULAR,
    SIDE,
    ZONES,
    Side,
)
from grognard.games.second_front_now.rules.control import contested, prizes, settle_control
from grognard.games.second_front_now.rules.events import Moved
from grognard.games.second_front_now.rules.reach import NEAR, NEAR_DEAR, Rings, path, rings
from grognard.games.second_front_now.rules.stacking import crowded, overfilled, strangers
from grognard.games.second_front_now.rules.state import SecondFront, place, seen_by_german
from grognard.maps.march import Bar, March, NoEnd
from grognard.maps.march import Stop as Halt
from grognard.maps.paths import Reach
from grognard.maps.sets import BIT, EVERY, Set, mask, members


class Go(Option, frozen=True):
    """Move into an adjacent hex, or come on there."""

    hex: SpaceId


class To(Option, frozen=True):
    """Move to a hex by the cheapest way."""

    hex: SpaceId


class Halted(Option, frozen=True, tag="stop"):
    """End the move here."""


GO = tuple(Go(SpaceId(h)) for h in range(HEXES))
TO = tuple(To(SpaceId(h)) for h in range(HEXES))
STOP = Halted()


@rule("2.11", "9.1.mv", "13.8", "12.1")
def allowance(s: SecondFront, unit: UnitId) -> int:
    """Movement points of a unit as it stands: one out of supply, none for a garrison."""
    points = MOVES[unit][s.steps[unit]]
    return min(points, 1) if s.fed[unit] == NONE else points


@rule("12.2")
def pace(s: SecondFront, units: tuple[UnitId, ...]) -> int:
    """The movement points of units that go together: those of the slowest."""
    return allowance(s, units[0]) if len(units) == 1 else min([allowance(s, u) for u in units])


@rule("12.5", "12.5.sup", "12.5.beach")
def may_hurry(s: SecondFront, unit: UnitId) -> bool:
    """Whether strategic movement is open to a unit: in regular supply, and not over a beach."""
    return s.fed[unit] == REGULAR and s.loc[unit] != ENGLAND


@rule("7.3.US", "7.3.CW", "7.3.N", "7.3.S")
def entry_case(unit: UnitId, box: int) -> str:
    """The case that says where a unit comes on from a box."""
    if box == ENGLAND:
        return "7.3.CW" if NATION[unit] == COMMONWEALTH else "7.3.US"
    return "7.3.N" if box == NORTH else "7.3.S"


def beaches_barred(s: SecondFront, unit: UnitId) -> Bar:
    """Where a unit may not come ashore."""
    case = entry_case(unit, ENGLAND)
    return Bar(case, "not_your_beach", ~NATION_BEACHES[s.area][NATION[unit]], out_of=BIT[ENGLAND])


@rule("11.4", "11.4.stay", "11.4.strat", "12.3", "12.4.min", "12.5.ex")
@rule("7.3", "7.3.N", "7.3.S", "7.3.overlap", "7.3.enemy")
@rule("10.3", "10.4", "9.1.enter")
def march(s: SecondFront, units: tuple[UnitId, ...], strategic: bool = False) -> March:
    """The rules of movement for a unit, or for a stack that goes the same way (12.2: at the pace of its slowest)."""
    first = units[0]
    side = SIDE[first]
    enemy = s.held[1 - side]
    zone = ZONES.of(enemy)
    points = pace(s, units)
    ends = (NoEnd("10.1", "full", overfilled(s, units)),) if len(units) > 1 else ()
    bars: tuple[Bar, ...] = (Bar("12.3", "enemy_there", enemy), Bar("10.3", "full", crowded(s, units)))
    if side == ALLIED:
        ends = (NoEnd("10.2", "nations_apart", strangers(s, first)), *ends)
        if s.loc[first] == ENGLAND:
            bars = (beaches_barred(s, first), *bars)
    if strategic:
        far = (Bar("11.4.strat", "zone", zone), Bar("11.4.strat", "from_zone", EVERY, out_of=zone))
        return March(PRICED, 2 * points, (*bars, *far), ends=ends, rule="12.5")
    return March(PRICED, points, bars, (Halt("11.4", "zone", zone),), ends=ends, first=True, rule="12.1")


def marches(s: SecondFront, units: tuple[UnitId, ...]) -> Iterator[March]:
    """The marches open to these units from where they stand: ordinary, and strategic where all of them may hurry."""
    yield march(s, units)
    if all(may_hurry(s, u) for u in units):
        yield march(s, units, strategic=True)


def why_no_end(open: Iterable[March], start: SpaceId, hex: SpaceId) -> Refusal | None:
    """Why a far hex cannot be the end of one of these marches: of the first, and where that is too far, of the next."""
    told = None
    for rules in open:
        if told is None or told.key == "too_far":
            told = rules.why_not_there(start, hex)
    return told


def rings_of(s: SecondFront, units: tuple[UnitId, ...]) -> Rings:
    """The marches of these units from where they stand, as sets."""
    points = pace(s, units)
    far = 2 * points if all(may_hurry(s, u) for u in units) else 0
    return _rings(s, units, s.loc[units[0]], points, far, first=True)


def _rings(s: SecondFront, units: tuple[UnitId, ...], start: SpaceId, points: int, far: int, first: bool) -> Rings:
    """What `march` declares, for so many points as ordinary and so many as strategic movement."""
    unit = units[0]
    enemy = s.held[1 - SIDE[unit]]
    zone = ZONES.of(enemy)
    entry = NATION_BEACHES[s.area][NATION[unit]] if start == ENGLAND else EVERY
    return rings(start, points, 0 if zone & BIT[start] else far, first, enemy | crowded(s, units), zone, entry)


def unfit(s: SecondFront, units: tuple[UnitId, ...]) -> Set:
    """Hexes where these units may pass and not stay."""
    apart = strangers(s, units[0])
    return apart | overfilled(s, units) if len(units) > 1 else apart


def reachable(s: SecondFront, units: tuple[UnitId, ...]) -> Set:
    """Every hex where these units could end a move together."""
    return rings_of(s, units).ends & ~unfit(s, units)


def way_to(s: SecondFront, units: tuple[UnitId, ...], hex: SpaceId) -> tuple[SpaceId, ...]:
    """The way to one of these hexes, by ordinary movement if that leads there; of equals one that takes something."""
    return path(rings_of(s, units), s.loc[units[0]], hex, prizes(s, SIDE[units[0]]))


def can_move(s: SecondFront, unit: UnitId) -> bool:
    """Whether a unit has anywhere to go: a hex beside it where it may stay, or what its marches allow."""
    if not allowance(s, unit):
        return False
    near = PATHS.neighbours[s.loc[unit]] & ~s.held[1 - SIDE[unit]]
    return bool(near & ~crowded(s, (unit,)) & ~strangers(s, unit) or (near and steps(s, unit)))


def steps(s: SecondFront, unit: UnitId) -> list[int]:
    """The hexes into which a unit may make its first step."""
    plain, fast = Walk(unit, (s.loc[unit],)).ways(s)
    return members(plain | fast)


@rule("12.2.split", "12.2")
def go_along(
    s: SecondFront, units: tuple[UnitId, ...], way: tuple[SpaceId, ...], note: Note, before: tuple[SpaceId, ...] = ()
) -> None:
    """Take units along a way, one after another; control passes on the way (R5), and nobody goes on when that ends
    the game. `before`: where they have been already.

    Where nothing can be taken and nothing be left to the enemy, and the German has seen into no stack they could mix
    with, only the end of it matters.
    """
    side = SIDE[units[0]]
    hot = prizes(s, side) | contested(s, side)
    slow = bool(s.known) or any(hot & BIT[h] for h in way)
    for k, u in enumerate(units, 1):
        if slow:
            for n, step in enumerate(pairwise(way), 2):
                place(s, u, step[1])
                settle_control(s, note, step)
                if s.result is not None:
                    note(Moved(units[:k], (*before, *way[:n])))
                    return
        place(s, u, way[-1])
    note(Moved(units, (*before, *way)))


class Walk(Step, frozen=True):
    """One unit moves hex by hex. Its way must be lawful all along as ordinary or as strategic movement."""

    rule = "12.1"
    unit: UnitId
    path: tuple[SpaceId, ...]
    """The spaces behind it and the one it is in."""
    spent: int = 0
    plain: bool = True
    """The way so far is lawful as ordinary movement."""
    fast: bool = True
    """The way so far is lawful as strategic movement."""
    far: bool = False
    """Distant hexes are offered too: the unit lands, has just come on, or leaves its stack."""

    def points_used(self) -> int | None:
        return self.spent

    def ways(self, s: SecondFront) -> tuple[Set, Set]:
        """The next hexes as ordinary and as strategic movement."""
        unit, at, spent = self.unit, self.path[-1], self.spent
        hurries = self.hurries(s)
        if strangers(s, unit) & PRICED.near[at]:
            plain = self.plain and mask(b for b, _, _ in march(s, (unit,)).next(at, spent))
            fast = hurries and mask(b for b, _, _ in march(s, (unit,), strategic=True).next(at, spent))
            return int(plain), int(fast)
        points = allowance(s, unit)
        left = points - spent if self.plain else 0
        far = 2 * points - spent if hurries else 0
        enemy = s.held[1 - SIDE[unit]]
        open = ~(enemy | crowded(s, (unit,)))
        if at == ENGLAND:
            open &= NATION_BEACHES[s.area][NATION[unit]]
        near, dear = NEAR[at] & open, NEAR_DEAR[at] & open
        plain = (near | dear if left > 1 or not spent else near) if left > 0 else 0
        zone = ZONES.of(enemy)
        if far <= 0 or zone & BIT[at]:
            return plain, 0
        return plain, (near | dear if far > 1 else near) & ~zone

    def hurries(self, s: SecondFront) -> bool:
        """Whether the way so far is lawful as strategic movement, and the unit's supply allows it."""
        return self.fast and s.fed[self.unit] == REGULAR

    def may_stop(self, s: SecondFront) -> bool:
        at = self.path[-1]
        return len(self.path) > 1 and not strangers(s, self.unit) & BIT[at]

    def ask(self, s: SecondFront) -> Ask:
        plain, fast = self.ways(s)
        if not plain and not fast:
            return None
        head = [TO[h] for h in members(self.reach(s))] if self.far else []
        options: list[Option] = [*head, *[GO[h] for h in members(plain | fast)]]
        default = -1
        if self.may_stop(s):
            default = len(options)
            options.append(STOP)
        return Decision(
            s.seats[SIDE[self.unit]],
            "walk",
            "12.1",
            tuple(options),
            default=default,
            extra=len(head),
            units=(self.unit,),
            spaces=(self.path[-1],),
        )

    def marches(self, s: SecondFront) -> Iterator[March]:
        """What is left of its marches where far hexes are offered: up to there ordinary movement is lawful."""
        unit = (self.unit,)
        plain = march(s, unit)
        yield replace(plain, budget=plain.budget - self.spent, first=not self.spent)
        if self.hurries(s):
            fast = march(s, unit, strategic=True)
            yield replace(fast, budget=fast.budget - self.spent)

    def rings(self, s: SecondFront) -> Rings:
        """The same as sets."""
        points = allowance(s, self.unit)
        far = 2 * points - self.spent if self.hurries(s) else 0
        return _rings(s, (self.unit,), self.path[-1], max(points - self.spent, 0), max(far, 0), not self.spent)

    def reach(self, s: SecondFront) -> Set:
        """Hexes where the move could end, near and far."""
        return self.rings(s).ends & ~unfit(s, (self.unit,))

    def take(self, s: SecondFront, answer: Option, note: Note) -> Steps:
        unit = self.unit
        if type(answer) is To:
            way = path(self.rings(s), self.path[-1], answer.hex, prizes(s, SIDE[unit]))
            go_along(s, (unit,), way, note, self.path[:-1])
            return ()
        if type(answer) is not Go:
            note(Moved((unit,), self.path))
            return ()
        at, hex = self.path[-1], answer.hex
        plain, fast = self.ways(s)
        cost = next(cost for b, cost, _ in PRICED.ways[at] if b == hex)
        place(s, unit, hex)
        settle_control(s, note, (at, hex))
        if s.result is not None:
            note(Moved((unit,), (*self.path, hex)))
            return ()
        halted = bool(ZONES.of(s.held[1 - SIDE[unit]]) & BIT[hex])
        following = Walk(
            unit,
            (*self.path, hex),
            self.spent + cost,
            bool(plain & BIT[hex]) and not halted,
            bool(fast & BIT[hex]),
            far=at >= HEXES,
        )
        return (following,)

    def auto(self, s: SecondFront, note: Note) -> Steps:
        note(Moved((self.unit,), self.path))
        return ()

    def why_not(self, s: SecondFront, option: Option) -> Refusal | None:
        unit, at = self.unit, self.path[-1]
        if type(option) is Halted:
            if self.may_stop(s):
                return None
            return (
                Refusal("12.1", "not_begun", (unit,)) if len(self.path) < 2 else Refusal("10.2", "nations_apart", (at,))
            )
        if type(option) is To and self.far:
            return None if self.reach(s) & BIT[option.hex] else why_no_end(self.marches(s), at, option.hex)
        if type(option) is not Go:
            return Refusal("12.1", "not_offered")
        if at >= HEXES and not PRICED.near[at] & BIT[option.hex]:
            return Refusal(entry_case(unit, at), "no_entry", (option.hex, at))
        plain, fast = self.ways(s)
        if (plain | fast) & BIT[option.hex]:
            return None
        told = march(s, (unit,)).why_not(at, self.spent, option.hex) if self.plain else None
        return told or march(s, (unit,), strategic=True).why_not(at, self.spent, option.hex)

    def seen_by(self, s: SecondFront, seat: int) -> Step:
        if seat == s.seats[ALLIED] or seen_by_german(s, self.unit):
            return self
        return replace(self, unit=UnitId(HIDDEN))


def reach_of(s: SecondFront, unit: int) -> Reach[Refusal] | None:
    """Where a unit that is about to come on from a box could go, with its ways; None: it is not."""
    top = s.stack[-1]
    if type(top) is not Walk or top.unit != unit or top.path[-1] < HEXES:
        return None
    box = top.path[-1]
    plain = march(s, (top.unit,)).reach(box)
    return plain.beside(march(s, (top.unit,), strategic=True).reach(box)) if top.hurries(s) else plain


@rule("15.7.1")
def paralysed(s: SecondFront, side: Side) -> bool:
    """15.7 A day of chaos: the Allied side can neither move nor land nor attack."""
    return side == ALLIED and s.chaos


def mobile(s: SecondFront, unit: UnitId) -> bool:
    """Whether a unit can be named in a command at all: not spent, not refitting, no garrison."""
    return unit not in s.spent and unit not in s.refitted and not GARRISON[unit]
