"""11.2, 11.3 Platoons and reorganisation: before a unit moves, ten points for everybody involved."""

from itertools import combinations

from grognard.core import Note, Option, Refusal, UnitId, rule
from grognard.games.battle_for_cassino.content import (
    COMPANIES,
    COUNTERS,
    DIVIDED,
    HEXES,
    INFANTRY,
    MOST_STEPS,
    NATION,
    OF_SIDE,
    PLATOON_LIST,
    PLATOONS,
    RIFLES,
    ROSTER,
    SIDE,
    UNITS,
    Side,
)
from grognard.games.battle_for_cassino.rules.events import (
    Absorbed,
    Detached,
    DividedUp,
    Rebuilt,
    StepShifted,
)
from grognard.games.battle_for_cassino.rules.movement import allowance
from grognard.games.battle_for_cassino.rules.state import Battle, flags, pinned, put, relieve, room_in, wipe
from grognard.maps import mask

COST = 10
"""Points a reorganisation costs every unit in it (11.33)."""
PLATOON_STEPS = 2


class Shift(Option, frozen=True):
    """Give a step of one company to another of its nation in the same hex."""

    unit: UnitId
    to: UnitId


class Divide(Option, frozen=True):
    """Break a company down into platoons."""

    unit: UnitId


class Detach(Option, frozen=True):
    """Detach one platoon from a company."""

    unit: UnitId


class Absorb(Option, frozen=True):
    """Take a platoon back into a company."""

    unit: UnitId
    platoon: UnitId


class Rebuild(Option, frozen=True):
    """Make a company of three platoons."""

    first: UnitId
    second: UnitId
    third: UnitId


DIVIDE, DETACH = tuple(Divide(u) for u in UNITS), tuple(Detach(u) for u in UNITS)


@rule("11.33", "11.0.procedure", "11.31")
def refuse_change(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a unit cannot take part in any reorganisation: it must be on the map, not have moved, and have its ten points
    (paid once a phase, ruling 47)."""
    bit = 1 << unit
    if SIDE[unit] != side:
        return Refusal("11.33", "not_yours", (unit,))
    if s.loc[unit] >= HEXES:
        return Refusal("11.33", "not_on_map", (unit,))
    if not INFANTRY & bit:
        return Refusal("11.31", "infantry_only", (unit,))
    if s.moved & bit:
        return Refusal("11.33", "moved", (unit,))
    return None if _can_pay(s, unit) else Refusal("11.33", "no_points_left", (unit, COST))


@rule("11.24.pin")
def refuse_regrouping(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a unit can neither break down nor be rebuilt, in whole or in part: pinned, or as of every reorganisation.
    Steps may be given by the pinned as well (ruling 30)."""
    told = refuse_change(s, side, unit)
    if told is None and pinned(s) >> unit & 1:
        return Refusal("11.24.pin", "pinned", (unit,))
    return told


@rule("15.12")
def refuse_parting(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a company cannot give up a platoon or all of them: as of every regrouping, and while it builds a roadblock,
    as what parts from it would move (ruling 32)."""
    told = refuse_regrouping(s, side, unit)
    return Refusal("15.12", "building", (unit,)) if told is None and s.builders >> unit & 1 else told


def _can_pay(s: Battle, unit: int) -> bool:
    return s.spent[unit] >= COST or allowance(s, unit) >= COST


def _pay(s: Battle, *units: int) -> None:
    for unit in units:
        s.spent[unit] = COST


@rule("11.31", "11.34")
def refuse_shift(s: Battle, side: Side, giver: int, taker: int) -> Refusal | None:
    """Why a step cannot be given: companies of one nation in one hex; nobody falls to nothing or rises above full."""
    for unit in (giver, taker):
        told = refuse_change(s, side, unit)
        if told is not None:
            return told
    if giver == taker or s.loc[giver] != s.loc[taker]:
        return Refusal("11.31", "not_stacked", (giver, taker))
    return _refuse_gift(s, giver, taker)


def _refuse_gift(s: Battle, giver: int, taker: int) -> Refusal | None:
    """Why one of two units of a hex that may reorganise cannot give the other a step."""
    for unit in (giver, taker):
        if not COMPANIES >> unit & 1:
            return Refusal("11.31", "companies_only", (unit,))
        if s.raised >> unit & 1:
            return Refusal("11.31", "raised", (unit,))
    if NATION[giver] != NATION[taker]:
        return Refusal("11.34", "other_nation", (giver, taker))
    if s.steps[giver] <= 1:
        return Refusal("11.31", "last_step", (giver,))
    return Refusal("11.31", "at_full", (taker,)) if s.steps[taker] >= MOST_STEPS[taker] else None


def counters(s: Battle) -> list[UnitId]:
    """Platoon counters not in use."""
    return [u for u in PLATOON_LIST if s.loc[u] == COUNTERS]


@rule("11.21", "11.23", "11.25")
def refuse_divide(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a company cannot be broken down: rifle companies only, as long as there are counters (ruling 29)."""
    if not RIFLES >> unit & 1:
        return Refusal("11.21", "rifles_only", (unit,))
    return refuse_parting(s, side, unit) or _refuse_division(s, unit, len(counters(s)))


def _refuse_division(s: Battle, unit: int, spare: int) -> Refusal | None:
    """Why a rifle company that may reorganise cannot be broken down into so many counters."""
    return Refusal("11.23", "no_counters") if spare < platoons_of(s.steps[unit]) else None


def platoons_of(steps: int) -> int:
    """How many platoons so many steps make."""
    return (steps + PLATOON_STEPS - 1) // PLATOON_STEPS


@rule("11.24", "11.32", "11.25")
def refuse_detach(s: Battle, side: Side, unit: int) -> Refusal | None:
    """Why a company cannot detach a platoon of two steps: it keeps a step itself, and the hex must have room."""
    if not RIFLES >> unit & 1:
        return Refusal("11.21", "rifles_only", (unit,))
    return refuse_parting(s, side, unit) or _refuse_detachment(s, unit, len(counters(s)))


def _refuse_detachment(s: Battle, unit: int, spare: int) -> Refusal | None:
    """Why a rifle company that may reorganise cannot give up one of so many counters."""
    if s.steps[unit] <= PLATOON_STEPS:
        return Refusal("11.24", "too_weak", (unit,))
    if not spare:
        return Refusal("11.23", "no_counters")
    at = s.loc[unit]
    if room_in(s, SIDE[unit], at) < 1:
        return Refusal("9.23", "no_room", (at, at))
    return None


@rule("11.35")
def refuse_absorb(s: Battle, side: Side, unit: int, platoon: int) -> Refusal | None:
    """Why a company cannot take a platoon back: both in one hex since the phase began, and no more than six steps."""
    if not RIFLES >> unit & 1:
        return Refusal("11.21", "rifles_only", (unit,))
    if not PLATOONS >> platoon & 1:
        return Refusal("11.35", "platoons_only", (platoon,))
    for one in (unit, platoon):
        told = refuse_regrouping(s, side, one)
        if told is not None:
            return told
    if s.loc[unit] != s.loc[platoon]:
        return Refusal("11.35", "not_stacked", (unit, platoon))
    return _refuse_absorption(s, unit, platoon)


def _refuse_absorption(s: Battle, unit: int, platoon: int) -> Refusal | None:
    """Why a rifle company cannot take back a platoon of its hex, where both may reorganise."""
    if s.raised >> platoon & 1:
        return Refusal("11.35", "raised", (platoon,))
    return Refusal("11.35", "at_full", (unit,)) if s.steps[unit] + s.steps[platoon] > MOST_STEPS[unit] else None


@rule("11.21", "11.23")
def refuse_rebuild(s: Battle, side: Side, platoons: tuple[int, ...]) -> Refusal | None:
    """Why three platoons cannot become a company: stacked since the phase began, and a company counter to make."""
    for one in platoons:
        if not PLATOONS >> one & 1:
            return Refusal("11.21", "platoons_only", (one,))
        told = refuse_regrouping(s, side, one)
        if told is not None:
            return told
        if s.raised >> one & 1:
            return Refusal("11.21", "raised", (one,))
    if len(set(platoons)) < 3 or list(platoons) != sorted(platoons):
        return Refusal("11.21", "three_platoons")
    if len({s.loc[u] for u in platoons}) > 1:
        return Refusal("11.21", "not_stacked", platoons[:2])
    if not any(s.loc[u] == DIVIDED for u in ROSTER[side]):
        return Refusal("11.21", "no_company_counter")
    return None


def changes(s: Battle, side: Side) -> list[Option]:
    """Every reorganisation that may be made now: by rifle companies, and among those who share a hex."""
    able = INFANTRY & OF_SIDE[side] & ~s.moved
    for unit in flags(able & s.unsupplied):  # everybody else has points enough, and who has paid pays no more
        if not _can_pay(s, unit):
            able ^= 1 << unit
    loc, steady = s.loc, ~pinned(s)
    together: dict[int, list[UnitId]] = {}
    for hex, stack in s.here.items():
        if len(stack) > 1 and hex < HEXES and SIDE[stack[0]] == side:
            mates = [UnitId(u) for u in stack if able >> u & 1]
            if len(mates) > 1:
                together[hex] = mates
    found: list[Option] = []
    rifles = [u for u in flags(able & RIFLES & steady) if loc[u] < HEXES]
    if together:
        found += [
            Absorb(unit, platoon)
            for unit in rifles
            for platoon in together.get(loc[unit], ())
            if (PLATOONS & steady) >> platoon & 1 and _refuse_absorption(s, unit, platoon) is None
        ]
    if rifles and (spare := len(counters(s))):
        free = [unit for unit in rifles if not s.builders >> unit & 1]
        found += [DETACH[unit] for unit in free if _refuse_detachment(s, unit, spare) is None]
        found += [DIVIDE[unit] for unit in free if _refuse_division(s, unit, spare) is None]
    if together:
        threes = [three for stack in together.values() for three in combinations(stack, 3)]
        found += [Rebuild(*three) for three in sorted(threes) if refuse_rebuild(s, side, three) is None]
        found += [
            Shift(giver, taker)
            for giver in sorted([unit for stack in together.values() for unit in stack])
            for taker in together[loc[giver]]
            if taker != giver and _refuse_gift(s, giver, taker) is None
        ]
    return found


def refuse_reorganisation(s: Battle, side: Side, option: Option) -> Refusal | None:
    """Why a reorganisation cannot be made."""
    if type(option) is Shift:
        return refuse_shift(s, side, option.unit, option.to)
    if type(option) is Divide:
        return refuse_divide(s, side, option.unit)
    if type(option) is Detach:
        return refuse_detach(s, side, option.unit)
    if type(option) is Absorb:
        return refuse_absorb(s, side, option.unit, option.platoon)
    assert type(option) is Rebuild
    return refuse_rebuild(s, side, (option.first, option.second, option.third))


REORGANISATIONS = (Shift, Divide, Detach, Absorb, Rebuild)


@rule("11.21", "11.22", "11.24", "11.25", "11.31", "11.33", "11.35", "9.0.procedure", "9.24")
def reorganise(s: Battle, option: Option, note: Note) -> None:
    """Make a reorganisation that is allowed."""
    if type(option) is Shift:
        _pay(s, option.unit, option.to)
        s.steps[option.unit] -= 1
        s.steps[option.to] += 1
        note(StepShifted(option.unit, option.to))
    elif type(option) is Divide:
        _pay(s, option.unit)
        divide(s, option.unit, note)
    elif type(option) is Detach:
        _pay(s, option.unit)
        (platoon,) = _raise(s, option.unit, (PLATOON_STEPS,), note)
        s.steps[option.unit] -= PLATOON_STEPS
        note(Detached(option.unit, platoon, s.loc[platoon]))
    elif type(option) is Absorb:
        _pay(s, option.unit, option.platoon)
        s.steps[option.unit] += s.steps[option.platoon]
        _dissolve(s, option.platoon, note)
        note(Absorbed(option.unit, option.platoon))
    else:
        assert type(option) is Rebuild
        _rebuild(s, (option.first, option.second, option.third), note)


def divide(s: Battle, unit: UnitId, note: Note) -> tuple[UnitId, ...]:
    """A company leaves the map and its steps are dealt out in twos."""
    steps = s.steps[unit]
    shares = tuple(min(PLATOON_STEPS, steps - k) for k in range(0, steps, PLATOON_STEPS))
    made = _raise(s, unit, shares, note)
    note(DividedUp(unit, made))
    s.steps[unit] = 0
    wipe(s, unit)
    put(s, unit, DIVIDED, note)
    return made


def _raise(s: Battle, parent: UnitId, shares: tuple[int, ...], note: Note) -> tuple[UnitId, ...]:
    """Free counters become platoons of these steps in the parent's hex, with the parent's supply and points; those of
    an overstacked company are overstacked."""
    made = tuple(counters(s)[: len(shares)])
    for platoon, steps in zip(made, shares, strict=True):
        s.steps[platoon] = steps
        s.spent[platoon] = s.spent[parent]
        put(s, platoon, s.loc[parent], note)
        s.raised |= 1 << platoon
        for column in ("unsupplied", "climbers", "crowded", "fresh"):
            if getattr(s, column) >> parent & 1:
                setattr(s, column, getattr(s, column) | 1 << platoon)
    return made


def _dissolve(s: Battle, platoon: UnitId, note: Note) -> None:
    s.steps[platoon] = 0
    wipe(s, platoon)
    put(s, platoon, COUNTERS, note)


def _rebuild(s: Battle, platoons: tuple[UnitId, ...], note: Note) -> None:
    """The first company counter that was broken down comes back with all their steps; their points and supply are those
    of the worst of them. If one of them was overstacked, so is the company, unless there is room for it."""
    hex = s.loc[platoons[0]]
    company = next(u for u in ROSTER[SIDE[platoons[0]]] if s.loc[u] == DIVIDED)
    bit, over = 1 << company, [u for u in platoons if s.crowded >> u & 1]
    fresh = all(s.fresh >> u & 1 for u in over)
    s.steps[company] = sum(s.steps[u] for u in platoons)
    s.spent[company] = COST
    for column, every in (("unsupplied", any), ("climbers", all)):
        if every(getattr(s, column) >> u & 1 for u in platoons):
            setattr(s, column, getattr(s, column) | bit)
    crowded, s.crowded = s.crowded & ~mask(over), 0  # nobody gets their room before the company
    for platoon in platoons:
        _dissolve(s, platoon, note)
    put(s, company, hex, note)
    s.raised |= bit
    note(Rebuilt(company, platoons, hex))
    s.crowded = crowded | bit if over else crowded
    if over and fresh:
        s.fresh |= bit
    relieve(s, hex, note)
