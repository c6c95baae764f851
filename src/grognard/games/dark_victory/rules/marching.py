"""6.2-6.6, 8.2, 9.10 Who may step where: one declaration for each side, read by lists, refusals and reach alike."""

from grognard.core import Refusal, UnitId, rule
from grognard.games.dark_victory.content import (
    ALLOWANCE,
    CLOSE,
    DOOR,
    DOOR_SIDES,
    ENDS,
    FIGHTER,
    FORMATION,
    HAUL_COST,
    LAYERS,
    LIMIT,
    LINKS,
    MEXICAN,
    MOVABLE,
    MOVES,
    NO_WALL,
    NUMBERED,
    OUTER_STAIRS,
    OUTSIDE,
    RAMPS,
    RESERVE,
    ROLLABLE,
    SIDE,
    STAIRS,
    STAIRS_LIMIT,
    STARRED,
    TEXAN,
    UNWALLED,
    WALL,
)
from grognard.games.dark_victory.rules.crossing import by_ladder, priced_steps, side_between
from grognard.games.dark_victory.rules.state import (
    COLUMN_HELD,
    COMBATANTS,
    HELD,
    LOADING,
    Alamo,
    dead_in,
    gun_in,
    limit,
    points,
    stacked,
)
from grognard.maps import BIT, EVERY, WHOLE, Bar, March, PricedSteps, Stop, Toll, mask, members

_STAIR_ENDS = mask(ENDS[OUTER_STAIRS])
_STAIRS_FULL = Bar("9.17", "stairs_full", _STAIR_ENDS, out_of=_STAIR_ENDS)
_STAY_INSIDE = Bar("3.6", "outside", OUTSIDE)
_COLUMNS = (*NUMBERED, RESERVE)
NARROW, LARGE = min(LIMIT), max(LIMIT)
TIGHT = mask(b for b in range(len(LIMIT)) if LIMIT[b] < LARGE)
"""Spaces that hold less than open ground: scaffolds, roofs, rooms."""
TWO_MORE = 2
"""What it costs a Texan to leave a hex next to Mexicans (9.10.C)."""


def company(units: tuple[UnitId, ...]) -> int | None:
    """The formation of a group; None for leaders that belong to all. Of a mixed group it is that of the first."""
    for unit in units:
        if not STARRED[unit]:
            return FORMATION[unit]
    return None


@rule("6.3.B", "11.7")
def mixed(units: tuple[UnitId, ...]) -> bool:
    """Whether units of several formations are in a group: they leave a hex by formation."""
    return len({FORMATION[u] for u in units if not STARRED[u]}) > 1


@rule("6.1", "6.4", "12.7")
def _full(s: Alamo, load: int, held: int) -> Bar:
    """No step into a space without room for the whole group: one that is held, or one too small even if empty."""

    def full(space: int) -> bool:
        return stacked(s, space) + load > limit(s, space)

    small = EVERY if load > LARGE else TIGHT if load > NARROW else 0
    return Bar("6.4", "full", held | small, test=full)


@rule("9.17", "TEC.stair")
def _stairs(s: Alamo, load: int) -> tuple[Bar, ...]:
    """Four stacking points a phase use the outer stairs, up and down together."""
    if s.climbed + load <= STAIRS_LIMIT:
        return ()
    return (_STAIRS_FULL,)


@rule("13.3.F")
def _ablaze(s: Alamo) -> tuple[Bar, ...]:
    """Nobody steps into a burning number, on any layer."""
    if not s.fires:
        return ()
    return (Bar("13.3.F", "ablaze", mask(b for hex in s.fires for b in LAYERS[hex])),)


@rule("8.2.B")
def _alone(s: Alamo, units: tuple[UnitId, ...]) -> tuple[Bar, ...]:
    """Leaders without infantry or crew do not step next to enemies, unless to infantry or crews there (R-LONE)."""
    for unit in units:
        if FIGHTER[unit]:
            return ()
    side = SIDE[units[0]]
    enemy = s.held[1 - side] & s.held[COMBATANTS]
    near = CLOSE.of(enemy)
    for hex, to in s.ladders:
        near |= (BIT[to] if enemy >> hex & 1 else 0) | (BIT[hex] if enemy >> to & 1 else 0)
    joined = [side for side in DOOR_SIDES if s.opened[DOOR[side]]] if any(s.opened) else []
    for a, b in [ENDS[side] for side in (*joined, *STAIRS)]:
        near |= (BIT[b] if enemy >> a & 1 else 0) | (BIT[a] if enemy >> b & 1 else 0)
    return (Bar("8.2.B", "leader_alone", near & ~s.held[HELD + side]),)


@rule("9.15", "TEC.intwall")
def _unaided(s: Alamo, at: int, ways: PricedSteps, tolls: tuple[Toll, ...]) -> tuple[Toll, ...]:
    """A wall whose ladder costs more than a phase has is crossed without it, for all of the phase like any other."""
    found = []
    for foot, head in s.ladders:
        if at in (foot, head):
            to = head if at == foot else foot
            if by_ladder(s, at, to) and March(ways, ALLOWANCE, tolls=tolls).why_not(at, 0, to) is not None:
                found.append(Toll(WHOLE, BIT[to], out_of=BIT[at]))
    return tuple(found)


def march(s: Alamo, units: tuple[UnitId, ...], begun: bool, scope: int = EVERY, doors: bool = False) -> March:
    """The movement of a group that stands in one space. `begun`: it has left the space where it started.

    `scope` bounds the spaces whose Texan occupants are counted (the neighbours, where only the next step is asked).
    `doors`: as if every door were open, for Texans who try one.
    """
    ways = priced_steps(s, doors)
    if SIDE[units[0]] == MEXICAN:
        return _mexican(s, units, ways)
    return _texan(s, units, begun, scope, ways)


@rule("6.1", "6.2", "6.2.B", "6.2.C", "9.10", "9.10.D", "7.4")
def _mexican(s: Alamo, units: tuple[UnitId, ...], ways: PricedSteps) -> March:
    """Columns stay apart, joining a stack or coming next to a Texan without a wall between ends the move."""
    own = company(units)
    load = sum([points(s, u) for u in units])
    held = s.held
    others = 0
    if own is not None:
        for column in _COLUMNS:
            if column != own:
                others |= held[COLUMN_HELD + column]
    bars = (
        Bar("9.10.D", "enemy_there", held[TEXAN]),
        Bar("6.2", "other_column", others),
        _full(s, load, held[MEXICAN]),
        *_ablaze(s),
        *_alone(s, units),
        *_stairs(s, load),
    )
    return March(ways, ALLOWANCE, bars, _mexican_stops(s), _unaided(s, s.loc[units[0]], ways, ()), rule="9.4")


@rule("6.2.B", "9.10")
def _mexican_stops(s: Alamo) -> tuple[Stop, ...]:
    held = s.held
    return (
        Stop("9.10", "next_to_texan", UNWALLED.of(held[HELD + TEXAN])),
        Stop("6.2.B", "joined", held[MEXICAN]),
    )


@rule("3.6", "6.3", "6.3.B", "9.10.C")
def _texan(s: Alamo, units: tuple[UnitId, ...], begun: bool, scope: int, ways: PricedSteps) -> March:
    """Texans stay inside, pay two more to leave a hex next to Mexicans, and pay for hexes shared by formations."""
    held = s.held
    load = sum([points(s, u) for u in units])
    bars = (
        _STAY_INSIDE,
        Bar("9.10.D", "enemy_there", held[MEXICAN]),
        _full(s, load, held[HELD + TEXAN]),
        *_ablaze(s),
        *_alone(s, units),
        *_stairs(s, load),
    )
    tolls = _texan_tolls(s, units, begun, scope)
    return March(ways, ALLOWANCE, bars, (), (*tolls, *_unaided(s, s.loc[units[0]], ways, tolls)), rule="9.4")


@rule("6.3", "6.3.B", "9.10.C")
def _texan_tolls(s: Alamo, units: tuple[UnitId, ...], begun: bool, scope: int) -> tuple[Toll, ...]:
    held = s.held
    tolls = [Toll(TWO_MORE, EVERY, out_of=UNWALLED.of(held[HELD + MEXICAN]))]
    own = company(units)
    if own is not None:
        at = s.loc[units[0]]
        for space in members(held[HELD + TEXAN] & scope & ~BIT[at]):
            if extra := strangers(s, space, own):
                tolls.append(Toll(extra, BIT[space]))
        if not begun and (extra := strangers(s, at, own)):
            tolls.append(Toll(extra, EVERY, out_of=BIT[at]))
    return tuple(tolls)


def cited(told: Refusal | None, side: int) -> Refusal | None:
    """The refusal of a step by the case that says so: what doors are to Texans, and walls that take a whole phase."""
    if told is not None and told.key == "door_shut" and side == TEXAN:
        return Refusal("9.6", told.key, told.facts)
    if told is not None and told.key == "whole_allowance":
        return Refusal("9.15", told.key, told.facts)
    return told


def entered(
    s: Alamo, units: tuple[UnitId, ...], begun: bool, to: int, spent: int, doors: bool = False
) -> tuple[int, Refusal | None]:
    """What a step costs that a group may make, and why it is its last: as `march` says, without looking at what might
    bar the way."""
    at, ways = s.loc[units[0]], priced_steps(s, doors)
    if SIDE[units[0]] == MEXICAN:
        return March(ways, ALLOWANCE, stops=_mexican_stops(s)).enter(at, to, spent)
    return March(ways, ALLOWANCE, tolls=_texan_tolls(s, units, begun, BIT[to])).enter(at, to, spent)


@rule("6.3", "6.3.B")
def strangers(s: Alamo, space: int, own: int) -> int:
    """Stacking points of Texan units of other formations in a space (R-MIX)."""
    found = 0
    for unit in s.here.get(space, ()):
        if FORMATION[unit] != own:
            found += points(s, unit)
    return found


NEAR = tuple(mask(b for b, _ in row) for row in LINKS)
"""The neighbours of every space, passable or not."""


def rollable(s: Alamo, at: int) -> int:
    """The neighbouring spaces into which the cannon of a space could ever go: none, if it is too heavy or not there."""
    gun = gun_in(s, at)
    return NEAR[at] & ROLLABLE if gun is not None and MOVABLE[gun] else 0


@rule("10.20", "9.3.G", "10.17.B", "10.18")
def refuse_haul(s: Alamo, units: tuple[UnitId, ...], at: int, to: int, left: int, begun: bool) -> Refusal | None:
    """Why a group cannot take the cannon of its space along into another, None if it can; `begun`: it has moved."""
    gun = gun_in(s, at)
    if gun is None:
        return Refusal("10.20", "no_gun", (at,))
    if not MOVABLE[gun]:
        return Refusal("10.20", "gun_too_heavy", (gun,))
    if s.loaded[gun] == LOADING:
        return Refusal("10.18", "being_loaded", (gun,))
    side = side_between(at, to)
    if side is None:
        return Refusal("10.20", "not_adjacent", (to, at))
    if not ROLLABLE >> to & 1 or (WALL[side] != NO_WALL and side not in RAMPS):
        return Refusal("10.20", "no_way_for_guns", (to,))
    if to in s.gun_at:
        return Refusal("2.19", "gun_there", (to,))
    cost = haul_cost(s, units, at, to, begun)
    if cost > left:
        return Refusal("9.4", "too_dear", (to, cost, left))
    if s.gun_spent[gun] + cost > ALLOWANCE:
        return Refusal("10.20", "gun_moved_enough", (gun,))
    return None


@rule("10.20", "6.3", "6.3.B", "9.24")
def haul_cost(s: Alamo, units: tuple[UnitId, ...], at: int, to: int, begun: bool) -> int:
    """Two action factors in place of the hex, with Dead counters, the cost of leaving enemies and that of hexes shared
    by formations (R-MOVEGUN)."""
    cost = HAUL_COST + dead_in(s, to)
    if SIDE[units[0]] == MEXICAN:
        return cost
    if UNWALLED.of(s.held[HELD + MEXICAN]) >> at & 1:
        cost += TWO_MORE
    own = company(units)
    if own is None:
        return cost
    return cost + strangers(s, to, own) + (0 if begun else strangers(s, at, own))


def can_walk(units: tuple[UnitId, ...]) -> bool:
    """Whether nobody in a group is bound to his hex (13.1)."""
    return False not in [MOVES[u] for u in units]
