"""10.0 Supply: headquarters within reach, their increments, and the four functions these are spent for."""

from functools import lru_cache

from msgspec.structs import replace

from grognard.core import Ask, Decision, Note, Option, Refusal, Step, Steps, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    ASSAULT,
    GURKHA,
    HEXES,
    HQ_LIST,
    INFANTRY,
    MORTARS,
    NATION,
    NZ,
    RAJPUTANA,
    RETURNING,
    ROSTER,
    SIDE,
    WALKS,
    WHOLE,
    ZONES,
    Function,
    Side,
    disc,
)
from grognard.games.battle_for_cassino.rules.events import HqExpended, SupplySpent
from grognard.games.battle_for_cassino.rules.state import Battle, Spent, pinned, put, wipe
from grognard.maps import BIT, Set, mask

RADIUS, LENGTH = 5, 7
"""Supply radius and longest supply line, in hexes (10.0.radius, 10.21)."""
ABOUT = LENGTH + 1
"""Who stands farther from a headquarters than this, in hexes, touches none of its supply lines."""
FULL = 3
"""Increments of a fresh headquarters (10.11)."""


class Draw(Option, frozen=True):
    """Supply a unit from this headquarters."""

    unit: UnitId
    hq: UnitId


class Without(Option, frozen=True):
    """Attack with this unit at a quarter of its strength, without supply."""

    unit: UnitId


@lru_cache(4096)
@rule("10.0.radius", "10.21", "10.22", "7.23", "7.25")
def drawn(hex: int, enemy: Set, exerting: Set, own: Set) -> Set:
    """Hexes that can draw on a headquarters here: within five, and by a line of at most seven hexes over walkable
    ground, free of enemy units and of their zones except where own units stand."""
    return WALKS.within(BIT[hex], _free(enemy, exerting, own), LENGTH) & disc(hex, RADIUS)


def _free(enemy: Set, exerting: Set, own: Set) -> Set:
    """The hexes a supply line may pass."""
    return WHOLE & ~enemy & ~(ZONES.of(exerting) & ~own)


def supply_line(s: Battle, hq: int, hex: int) -> tuple[int, ...]:
    """The hexes by which a headquarters supplies a hex; empty: it cannot."""
    side = SIDE[hq]
    if not draws(s, hq) & BIT[hex]:
        return ()
    return WALKS.line(BIT[s.loc[hq]], _free(s.held[1 - side], s.held[3 - side], s.held[side]), LENGTH, hex)


@rule("12.51")
def draws(s: Battle, hq: int) -> Set:
    """Hexes that can draw on a headquarters of the map now. An Allied one serves all nations. It is remembered by who
    stands about it, so that moves elsewhere change nothing."""
    side, at, held = SIDE[hq], s.loc[hq], s.held
    about = disc(at, ABOUT)
    return drawn(at, held[1 - side] & about, held[3 - side] & about, held[side] & about)


@rule("10.0")
def fed(s: Battle, side: Side | int) -> Set:
    """Hexes in which a unit of the side is in supply: every headquarters on the map has increments left."""
    found = 0
    for hq in HQ_LIST[side]:
        if s.loc[hq] < HEXES:
            found |= draws(s, hq)
    return found


@rule("10.45", "10.42", "10.43", "10.44", "10.33", "14.22")
def suppliers(s: Battle, unit: int, function: Function) -> tuple[list[UnitId], list[UnitId]]:
    """Headquarters that can supply a unit for a function now: those that have paid for it in this phase already, and
    those that would spend an increment. What one function has cost serves no other (10.44). Who assaults pinned does so
    at a quarter, supplied or not, and draws on none."""
    if function == ASSAULT and pinned(s) >> unit & 1:
        return [], []
    at = BIT[s.loc[unit]]
    about = disc(s.loc[unit], RADIUS)
    paid: list[UnitId] = []
    for spent in s.supplied:
        if spent.function == function:
            if unit in spent.units if s.loc[spent.hq] >= HEXES else draws(s, spent.hq) & at:
                paid.append(spent.hq)
    near = [hq for hq in HQ_LIST[SIDE[unit]] if about & BIT[s.loc[hq]]]
    return paid, [hq for hq in near if hq not in paid and draws(s, hq) & at]


def can_be_supplied(s: Battle, unit: int, function: Function) -> bool:
    paid, dear = suppliers(s, unit, function)
    return bool(paid or dear)


def near_supply(s: Battle, side: Side, function: Function) -> Set:
    """Hexes outside which nobody can be supplied for a function: those about the headquarters of the map, and those of
    units on which one has spent its last increment. Lines are for `can_be_supplied` to look at."""
    loc = s.loc
    found = _about(tuple([loc[hq] for hq in HQ_LIST[side]]))
    for spent in s.supplied:
        if spent.function == function:
            found |= mask([loc[u] for u in spent.units])
    return found


@lru_cache(1024)
def _about(places: tuple[int, ...]) -> Set:
    """The hexes within the supply radius of these, as far as they are on the map."""
    found = 0
    for at in places:
        if at < HEXES:
            found |= disc(at, RADIUS)
    return found


@rule("12.52", "12.53", "12.54", "12.55")
def estranged(unit: int, hq: int) -> str:
    """The case by which infantry fights worse for being supplied by this headquarters; empty: none."""
    if not INFANTRY >> unit & 1:
        return ""
    mine, theirs = NATION[unit], NATION[hq]
    if mine == NZ and theirs in (RAJPUTANA, GURKHA):
        return "12.52"
    if mine == GURKHA and theirs != GURKHA:
        return "12.53"
    if mine == RAJPUTANA and theirs == NZ:
        return "12.54"
    return ""


@rule("10.11", "10.12", "10.32", "10.33", "8.24", "10.41")
def spend(s: Battle, hq: UnitId, function: Function, note: Note) -> None:
    """An increment is spent, and recorded at once. The third takes the headquarters off the map; who could draw on it
    at that moment stays supplied until the phase ends for every function it has paid for (ruling 10)."""
    s.increments[hq] -= 1
    note(SupplySpent(hq, function, s.increments[hq]))
    if s.increments[hq]:
        s.supplied = (*s.supplied, Spent(hq, function))
        return
    reach = draws(s, hq)
    able = tuple([u for u in ROSTER[SIDE[hq]] if reach >> s.loc[u] & 1])
    paid = (*s.supplied, Spent(hq, function))
    s.supplied = tuple([replace(spent, units=able) if spent.hq == hq else spent for spent in paid])
    s.expended |= 1 << hq
    note(HqExpended(hq))
    wipe(s, hq)
    put(s, hq, RETURNING, note)


@rule("10.41", "5.75")
def mortars_paid(s: Battle) -> bool:
    """One increment serves the whole side's mortars for the phase."""
    return any(spent.function == MORTARS for spent in s.supplied)


class Supply(Step, frozen=True):
    """10.4 Who supplies whom. Asked only where an increment or a penalty depends on it (ruling 12); headquarters that
    cost no column stand first, of these the ones that have paid."""

    rule = "10.45"
    side: Side
    function: Function
    units: tuple[UnitId, ...]
    sources: tuple[int, ...] = ()
    """Headquarters of the units settled so far, in their order; -1: none."""

    def _choices(self, s: Battle) -> tuple[UnitId, list[UnitId], list[UnitId]]:
        unit = self.units[len(self.sources)]
        paid, dear = suppliers(s, unit, self.function)
        return unit, paid, dear

    def ask(self, s: Battle) -> Ask:
        if len(self.sources) == len(self.units):
            return None
        unit, paid, dear = self._choices(s)
        if not paid and not dear:
            return None
        if any(not estranged(unit, hq) for hq in paid):
            return None
        able = sorted((*paid, *dear), key=lambda hq: bool(estranged(unit, hq)))
        options: list[Option] = [Draw(unit, hq) for hq in able]
        if self.function == ASSAULT:
            options.append(Without(unit))
        return Decision(
            s.seats[self.side],
            "supply",
            "10.43" if self.function == ASSAULT else "10.44" if self.side == s.side else "10.42",
            tuple(options),
            units=(unit,),
            numbers=(self.function,),
        )

    def auto(self, s: Battle, note: Note) -> Steps:
        if len(self.sources) == len(self.units):
            return ()
        unit, paid, _ = self._choices(s)
        source = next((hq for hq in paid if not estranged(unit, hq)), -1)
        return self._settled(s, source)

    def take(self, s: Battle, answer: Option, note: Note) -> Steps:
        if type(answer) is not Draw:
            return self._settled(s, -1)
        _, paid, _ = self._choices(s)
        if answer.hq not in paid:
            spend(s, answer.hq, self.function, note)
        return self._settled(s, answer.hq)

    def _settled(self, s: Battle, source: int) -> Steps:
        after = replace(self, sources=(*self.sources, source))
        if len(after.sources) < len(after.units):
            return (after,)
        s.sources = after.sources
        return ()

    def why_not(self, s: Battle, option: Option) -> Refusal | None:
        unit, paid, dear = self._choices(s)
        if type(option) is Without:
            if self.function != ASSAULT:
                return Refusal("8.13", "supply_needed", (unit,))
            return None if option.unit == unit else Refusal("10.45", "not_this_unit", (option.unit, unit))
        if type(option) is not Draw:
            return Refusal("10.45", "not_offered")
        if option.unit != unit:
            return Refusal("10.45", "not_this_unit", (option.unit, unit))
        return None if option.hq in paid or option.hq in dear else Refusal("10.22", "cannot_draw", (unit, option.hq))
